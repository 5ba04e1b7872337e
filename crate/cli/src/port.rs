//! `hotsplit port`: prints a port of a dump, its losses, or both as JSON. Decides nothing itself.

use hotsplit_port::port::{Level, Loss, Options, Port, Severity, Target, port};
use hotsplit_port::source::{Database, Detected, INPUT_BYTES_MAX, detect, read};
use hotsplit_port::text::{LineIndex, Span};
use serde_json::{Value, json};

use crate::args::{self, PortFailOn, PortLevel, PortSource, PortTarget, TextOrJson};
use crate::{FOUND, json as output, load_at_most};

/// Ports a file; the exit status.
pub(crate) fn run(args: &args::Port) -> Result<u8, String> {
    let advice = "; `hotsplit condense` takes the rows out";
    let text = load_at_most(&args.file, INPUT_BYTES_MAX as u64, advice)?;
    let database = database(args, &text)?;
    let options = options(args, &text)?;
    let ported = port(&read(&text, database), &options);
    match args.format {
        TextOrJson::Json => output::print(&as_json(&ported, database, args))?,
        TextOrJson::Text if args.losses => print_losses(&ported, &text, &args.file),
        TextOrJson::Text => print!("{}", ported.text),
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
    match detect(text) {
        Detected::Source(database) => Ok(database),
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
    let wrong = options.read_directives(text);
    if !wrong.is_empty() {
        return Err(format!("{}: {}", args.file, wrong.join("\n")));
    }
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

fn span(span: Span) -> Value {
    json!({ "start": span.start, "end": span.end })
}

fn as_json(ported: &Port, database: Database, args: &args::Port) -> Value {
    let counts = ported.counts;
    let losses = ported.losses.iter().map(|loss| {
        json!({
            "rule": loss.rule,
            "severity": loss.severity.name(),
            "object": loss.object,
            "column": loss.column,
            "message": loss.message,
            "what": loss.what.name(),
            "source": span(loss.source),
            "target": loss.target.map(span),
            "decision": loss.decision.as_ref().map(|it| json!({
                "name": it.name, "chosen": it.chosen, "choices": it.choices,
            })),
        })
    });
    let tables = ported
        .tables
        .iter()
        .map(|table| json!({ "source": table.source, "target": table.target, "rows": table.rows }));
    let map = ported
        .map
        .iter()
        .filter_map(|(from, to)| to.map(|to| json!([from.start, from.end, to.start, to.end])));
    json!({
        "from": match database {
            Database::MySql => "source-mysql",
            Database::PostgreSql => "source-postgresql",
        },
        "to": match args.to {
            PortTarget::Googlesql => "googlesql",
            PortTarget::Postgresql => "postgresql",
        },
        "level": match args.level {
            PortLevel::Proven => "proven",
            PortLevel::Current => "current",
        },
        "statements": {
            "kept": counts.kept, "converted": counts.converted, "dropped": counts.dropped,
            "asked": counts.asked, "rows": counts.rows, "session": counts.session,
        },
        "tables": tables.collect::<Vec<_>>(),
        "losses": losses.collect::<Vec<_>>(),
        "text": ported.text,
        "map": map.collect::<Vec<_>>(),
    })
}
