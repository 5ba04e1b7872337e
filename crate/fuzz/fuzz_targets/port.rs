//! Any text is read as a dump, ported to both dialects and condensed in parts. The port obeys the laws
//! of all ports, the engine reads what is written without an error, and no division of the dump
//! changes what is condensed or what its port says.
//!
//! The last byte says from which database the text is, the one before it how it is divided.
#![no_main]

#[path = "../../port/tests/it/obeys.rs"]
mod obeys;

use hotsplit_port::condense::Condenser;
use hotsplit_port::json::{Offsets, report};
use hotsplit_port::port::{Options, Places, Port, Target, port, steps};
use hotsplit_port::source::{Database, Detected, Source, detect, read};
use hotsplit_wire::engine::syntax::parse;
use hotsplit_wire::engine::syntax::tree::Dialect;
use libfuzzer_sys::fuzz_target;
use obeys::assert_laws;

fuzz_target!(|bytes: &[u8]| {
    let [text @ .., division, database] = bytes else { return };
    let text = &*String::from_utf8_lossy(text);
    let detected = detect(text);
    // Dumps end with `;` and a new line, and say themselves where they are from.
    let database = match (database % 4, detected) {
        (0, _) => Database::MySql,
        (2 | 3, Detected::Source(database)) => database,
        _ => Database::PostgreSql,
    };
    let source = read(text, database);
    let mut said = Vec::new();
    for target in [Target::GoogleSql, Target::PostgreSql] {
        for literal in [false, true] {
            let mut options = Options::to(target);
            options.read_directives(text);
            let options = Options { target, literal, ..options };
            said.push(ported(&source, &options));
        }
    }
    let whole = condensed(text, database, text.len());
    let divided = condensed(text, database, usize::from(*division));
    assert_eq!(divided, whole, "expected the same text from any division");
    let Some(whole) = whole else { return };
    let source = read(&whole, database);
    let mut options = Options::to(Target::GoogleSql);
    options.read_directives(text);
    options.target = Target::GoogleSql;
    let again = port(&source, &options);
    assert_eq!(again.text, said[0].text, "expected the port of the whole dump");
});

/// Ports a dump and checks what is written.
fn ported(source: &Source<'_>, options: &Options) -> Port {
    let ported = port(source, options);
    assert_laws("the port", source, &ported);
    let dialect = match options.target {
        Target::GoogleSql => Dialect::GoogleSql,
        Target::PostgreSql => Dialect::PostgreSql,
    };
    let tree = parse(&ported.text, Some(dialect));
    if let Some(error) = tree.errors.first() {
        panic!("expected no error in the port, found {error:?}\n{}", ported.text);
    }
    let (from, to) = (source.text.len(), ported.text.len());
    let offsets = Offsets { source: &|at| at.min(from as u32), target: &|at| at.min(to as u32) };
    let json = report(source, options, &ported, &offsets);
    serde_json::from_str::<serde_json::Value>(&json).expect("a report is JSON");
    assert!(steps(source, &ported).iter().all(|step| !step.items.is_empty()));
    let places = Places::new(source, &ported);
    for span in &ported.statements {
        let place = places.source_of(*span);
        assert!(place.end as usize <= from, "expected a place in the dump, found {place:?}");
    }
    drop(places);
    ported
}

/// A dump condensed in parts of so many bytes; `None` if it is refused.
fn condensed(text: &str, database: Database, part: usize) -> Option<String> {
    let mut condenser = Condenser::of(database);
    for part in text.as_bytes().chunks(part.max(1)) {
        condenser.push(part).ok()?;
    }
    condenser.finish().ok().map(|it| it.text)
}
