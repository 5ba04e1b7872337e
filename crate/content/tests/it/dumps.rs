//! Each dump is told by its words, loses what it says, and has so many hot keys until it is ported.

use std::collections::BTreeSet;

use hotsplit_content::file::{File, Kind};
use hotsplit_engine::facts::Settings;
use hotsplit_port::port::{Options, Severity, Target, port};
use hotsplit_port::source::{Database, Detected, detect, read};
use hotsplit_wire::analysis::analysis;

use crate::check_all;

#[test]
fn every_dump_is_ported_as_it_says() {
    check_all(Kind::Dumps, 2, wrong);
}

fn wrong(file: &File) -> Vec<String> {
    let mut wrong = Vec::new();
    let text = file.sql();
    let database = match file.page.field("from") {
        Some("mysql") => Database::MySql,
        Some("postgresql") => Database::PostgreSql,
        other => return vec![format!("expected from mysql or postgresql, found {other:?}")],
    };
    if detect(text) != Detected::Source(database) {
        wrong.push(format!("expected {database:?}, found {:?}", detect(text)));
    }
    let source = read(text, database);
    for target in [Target::GoogleSql, Target::PostgreSql] {
        let mut options = Options::to(target);
        let ported = port(&source, &options);
        if ported.tables.iter().all(|table| table.rows == 0) {
            wrong.push("no table has rows".to_owned());
        }
        let lost: BTreeSet<&str> = ported.losses.iter().map(|loss| loss.rule).collect();
        for rule in file.page.all("loses").filter(|rule| !lost.contains(rule)) {
            wrong.push(format!("to {target:?}: {rule} is not lost, but {lost:?}"));
        }
        let errors = ported.losses.iter().filter(|loss| loss.severity == Severity::Error);
        wrong.extend(errors.map(|loss| format!("to {target:?}: {}", loss.message)));
        options.literal = true;
        let literal = hot_keys(&port(&source, &options).text, &mut wrong);
        let decided = hot_keys(&ported.text, &mut wrong);
        let expected = file.page.field("hot").unwrap_or_default();
        if expected != format!("{literal} to {decided}") {
            let found = format!("{literal} to {decided}");
            wrong.push(format!("to {target:?}: expected hot {expected}, found {found}"));
        }
    }
    wrong
}

/// Hot keys of a schema, which Spanner takes as it is.
fn hot_keys(schema: &str, wrong: &mut Vec<String>) -> usize {
    let reading = hotsplit_engine::read(schema, None, &Settings::default());
    wrong.extend(reading.tree.errors.iter().map(|error| format!("the port: {}", error.message)));
    analysis(&reading).headroom.keys.iter().filter(|key| key.is_hot).count()
}
