//! The port for JavaScript: a dump in, the schema and the report of its losses out, as JSON with
//! offsets in UTF-16 code units. It decides nothing.
//!
//! A panic ends the instance; the page starts another.

use hotsplit_port::json::{Offsets, definitions, report, string, strings};
use hotsplit_port::port::{Options, Target, port as port_source};
use hotsplit_port::source::{Database, Detected, INPUT_BYTES_MAX, detect as detect_source, read};
use hotsplit_port::text::Utf16Index;

#[cfg(target_arch = "wasm32")]
pub mod exports;

/// Which database a text is from: `mysql`, `postgresql`, `spanner`, or nothing where it is not known.
#[must_use]
pub fn detect(text: &str) -> &'static str {
    match detect_source(text) {
        Detected::Source(Database::MySql) => "mysql",
        Detected::Source(Database::PostgreSql) => "postgresql",
        Detected::Spanner => "spanner",
        Detected::Other(_) | Detected::Unknown => "",
    }
}

/// Ports a dump to the dialect that it asks for itself, else to GoogleSQL. The JSON has the fields of
/// `hotsplit port --format json`, and `literal`, the schema without generators, `definitions`, the
/// statements that say something of the schema, and `wrong`, what is wrong with directives. `from` is
/// `mysql` or `postgresql`; anything else is told from the text.
pub fn port(text: &str, from: &str) -> Result<String, String> {
    if text.len() > INPUT_BYTES_MAX {
        return Err(format!("the dump is longer than {} MiB", INPUT_BYTES_MAX / 1024 / 1024));
    }
    let database = match if from.is_empty() { detect(text) } else { from } {
        "mysql" => Database::MySql,
        "postgresql" => Database::PostgreSql,
        _ => return Err("expected a dump of MySQL or PostgreSQL".to_owned()),
    };
    let source = read(text, database);
    let mut options = Options::to(Target::GoogleSql);
    let mut wrong = options.read_directives(text);
    wrong.extend(options.unknown_names(&source));
    let ported = port_source(&source, &options);
    let (from, to) = (Utf16Index::new(text), Utf16Index::new(&ported.text));
    let offsets = Offsets { source: &|at| from.utf16(at), target: &|at| to.utf16(at) };
    let mut json = report(&source, &options, &ported, &offsets);
    options.literal = true;
    let literal = port_source(&source, &options).text;
    json.pop();
    json.push_str(",\"literal\":");
    json.push_str(&string(&literal));
    json.push_str(",\"definitions\":");
    json.push_str(&definitions(&source, offsets.source));
    json.push_str(",\"wrong\":");
    json.push_str(&strings(&wrong));
    json.push('}');
    Ok(json)
}
