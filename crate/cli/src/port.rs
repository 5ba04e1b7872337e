//! `hotsplit port`: prints a port of a dump, its losses, or both as JSON. Decides nothing itself.

use hotsplit_port::json::{Offsets, report};
use hotsplit_port::port::{Level, Loss, Options, Places, Port, Severity, Target, port, steps};
use hotsplit_port::source::{Database, Detected, INPUT_BYTES_MAX, Source, detect, read};
use hotsplit_port::text::LineIndex;
use serde_json::{Value, json};

use crate::args::{self, Format, PortFailOn, PortLevel, PortSource, PortTarget};
use crate::checked::{Audit, Checked};
use crate::literal::Literal;
use crate::port_verdict::PortVerdict;
use crate::stdout::{exact, exact_line};
use crate::{FOUND, json as output, load_at_most, sarif, stdout};

/// Characters of the port that `--map` shows of each part.
const MAP_COLUMNS: usize = 80;
/// Characters of the source that the JSON of a loss has at most.
const SOURCE_CHARACTERS_MAX: usize = 1_000;

/// What to do with a dump that is too long.
pub(crate) const CONDENSE_FIRST: &str = "; `hotsplit condense` takes the rows out";

/// Ports a file; the exit status.
pub(crate) fn run(args: &args::Port) -> Result<u8, String> {
    let text = load_at_most(&args.file, INPUT_BYTES_MAX as u64, CONDENSE_FIRST)?;
    let database = database(args, &text)?;
    let options = options(args, &text)?;
    let source = read(&text, database);
    options.check_names(&args.file, &source)?;
    let ported = port(&source, &options);
    let done = Done { args, text: &text, source: &source, options: &options, port: &ported };
    match args.format {
        Format::Json => stdout::json(&done.as_json()?)?,
        Format::Sarif => stdout::json(&sarif::port_log(&args.file, &ported.losses, &text))?,
        Format::Text if args.losses => print_losses(&ported, &text, &args.file),
        Format::Text if args.map => done.print_map(),
        Format::Text if args.plan => done.print_plan(),
        Format::Text if args.verdict => done.verdict().print(),
        Format::Text => exact(&ported.text),
    }
    let bad = |loss: &Loss| match args.fail_on {
        PortFailOn::Never => false,
        PortFailOn::Error => matches!(loss.severity, Severity::Error | Severity::Ask),
        PortFailOn::Warn => loss.severity >= Severity::Ask,
    };
    Ok(if ported.losses.iter().any(bad) { FOUND } else { 0 })
}

fn database(args: &args::Port, text: &str) -> Result<Database, String> {
    match args.from {
        PortSource::SourceMysql => return Ok(Database::MySql),
        PortSource::SourcePostgresql => return Ok(Database::PostgreSql),
        PortSource::Auto => {}
    }
    let detected = detect(text);
    match detected {
        Detected::Source(database) => Ok(database),
        Detected::Other(_) => Err(format!(
            "{}: expected a dump of MySQL or PostgreSQL, found one of {}",
            args.file,
            detected.other_name().unwrap_or("another database")
        )),
        Detected::Spanner => Err(format!(
            "{}: expected a dump of MySQL or PostgreSQL, found a schema of Spanner",
            args.file
        )),
        Detected::Unknown => Err(format!(
            "{}: nothing tells MySQL from PostgreSQL here; add --from source-mysql or --from \
             source-postgresql",
            args.file
        )),
    }
}

fn options(args: &args::Port, text: &str) -> Result<Options, String> {
    let target = match args.to {
        PortTarget::Googlesql => Target::GoogleSql,
        PortTarget::Postgresql => Target::PostgreSql,
    };
    let mut options = Options::to(target);
    options.read_directives_of(&args.file, text)?;
    options.target = target;
    match args.level {
        Some(PortLevel::Current) => options.level = Level::Current,
        Some(PortLevel::Proven) => options.level = Level::Proven,
        None => {}
    }
    options.literal = args.literal;
    options.comments = !args.strip_comments;
    for set in &args.set {
        let (name, value) =
            set.split_once('=').ok_or_else(|| format!("expected KEY=VALUE, found `{set}`"))?;
        options.set(name, value)?;
    }
    Ok(options)
}

fn print_losses(ported: &Port, text: &str, file: &str) {
    let lines = LineIndex::new(text);
    for loss in &ported.losses {
        let line = lines.line(loss.source.start);
        let column = loss.column.as_ref().map_or(String::new(), |column| format!(".{column}"));
        let object = format!("{}{column}", loss.object);
        let severity = loss.severity.name();
        exact_line!("{file}:{line}: {severity}: {} [{}] {object}", loss.message, loss.rule);
        if let Some(decision) = &loss.decision {
            let choices = decision.choices.join(", ");
            exact_line!("    decide {}: {} of {choices}", decision.name, decision.chosen);
        }
    }
    let it = ported.counts;
    exact_line!(
        "{} statements: {} kept, {} converted, {} dropped, {} asked, {} rows, {} session",
        it.sum(),
        it.kept,
        it.converted,
        it.dropped,
        it.asked,
        it.rows,
        it.session
    );
}

/// What a port is, with what it was made from.
struct Done<'a> {
    args: &'a args::Port,
    text: &'a str,
    source: &'a Source<'a>,
    options: &'a Options,
    port: &'a Port,
}

impl Done<'_> {
    /// `--map`: where each part of the source is in the port.
    fn print_map(&self) {
        let (from, to) = (LineIndex::new(self.text), LineIndex::new(&self.port.text));
        for (source, target) in &self.port.map {
            let place = from.line_column(source.start);
            let file = &self.args.file;
            let target = target.map_or_else(
                || "left out".to_owned(),
                |target| {
                    let place = to.line_column(target.start);
                    let said = target.of(&self.port.text).lines().next().unwrap_or_default().trim();
                    let said: String = said.chars().take(MAP_COLUMNS).collect();
                    format!("{}:{} {said}", place.line, place.column)
                },
            );
            exact_line!("{file}:{}:{} -> {target}", place.line, place.column);
        }
    }

    fn verdict(&self) -> PortVerdict {
        PortVerdict::of(self.source, self.options, self.port)
    }

    /// `--plan`: the steps to a database with the port, as Markdown.
    fn print_plan(&self) {
        exact_line!("# Port of {}", self.args.file);
        for (number, step) in steps(self.source, self.port).iter().enumerate() {
            exact_line!("\n## {}. {}\n", number + 1, step.title);
            for item in &step.items {
                exact_line!("- {item}.");
            }
        }
    }

    /// The report of the port, with what only the command line adds.
    fn as_json(&self) -> Result<Value, String> {
        let written = report(self.source, self.options, self.port, &Offsets::BYTES);
        let mut json: Value = serde_json::from_str(&written).map_err(|error| error.to_string())?;
        let losses = json["losses"].as_array_mut().into_iter().flatten();
        for (json, loss) in losses.zip(&self.port.losses) {
            let said: String =
                loss.source.of(self.text).chars().take(SOURCE_CHARACTERS_MAX).collect();
            json["text"] = said.into();
            json["proof"] = loss.proof().into();
        }
        let plan = steps(self.source, self.port);
        let plan = plan.iter().map(|step| json!({ "title": step.title, "items": step.items }));
        json["findings"] = self.findings().into();
        json["plan"] = plan.collect();
        if self.args.verdict {
            json["verdict"] = self.verdict().as_json();
        }
        Ok(json)
    }

    /// Where the source would get hot as it is.
    fn findings(&self) -> Vec<Value> {
        let literal = Literal::of(self.source, self.options.clone());
        let places = Places::new(self.source, &literal.port);
        let audit = Audit {
            database: self.source.database,
            text: self.text,
            places: &places,
            losses: &literal.port.losses,
        };
        let checked =
            Checked { file: &self.args.file, reading: &literal.reading, audit: Some(audit) };
        output::literal_findings(&checked)
    }
}
