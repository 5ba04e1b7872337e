//! `hotsplit port`: prints a port of a dump, its losses, or both as JSON. Decides nothing itself.

use hotsplit_port::json::{Offsets, report};
use hotsplit_port::port::{Level, Loss, Options, Port, Severity, Target, port};
use hotsplit_port::source::{Database, Detected, INPUT_BYTES_MAX, detect, read};
use hotsplit_port::text::LineIndex;
use serde_json::Value;

use crate::args::{self, Format, PortFailOn, PortLevel, PortSource, PortTarget};
use crate::{FOUND, json as output, load_at_most, sarif};

/// Ports a file; the exit status.
pub(crate) fn run(args: &args::Port) -> Result<u8, String> {
    let text = load_at_most(&args.file, INPUT_BYTES_MAX as u64)?;
    let database = database(args, &text)?;
    let options = options(args, &text)?;
    let source = read(&text, database);
    let ported = port(&source, &options);
    match args.format {
        Format::Json => {
            let json = report(&source, &options, &ported, &Offsets::BYTES);
            let value: Value = serde_json::from_str(&json).map_err(|error| error.to_string())?;
            output::print(&value)?;
        }
        Format::Sarif => output::print(&sarif::port_log(&args.file, &ported.losses, &text))?,
        Format::Text if args.losses => print_losses(&ported, &text, &args.file),
        Format::Text => print!("{}", ported.text),
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
    if matches!(args.level, PortLevel::Current) {
        options.level = Level::Current;
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
        println!("{file}:{line}: {severity}: {} [{}] {object}", loss.message, loss.rule);
        if let Some(decision) = &loss.decision {
            let choices = decision.choices.join(", ");
            println!("    decide {}: {} of {choices}", decision.name, decision.chosen);
        }
    }
    let it = ported.counts;
    println!(
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
