//! Port, then check: what is written for the dumps of the corpus has no error, and no hotspot that
//! comes from a generator of ids. Their literal ports have a hotspot for each such key.

use std::collections::BTreeSet;
use std::fs;

use hotsplit_port::port::{Options, Port, Target, port};
use hotsplit_port::source::schema::PartOf;
use hotsplit_port::source::{Database, Source, Table, read};
use hotsplit_support::shared;
use hotsplit_wire::engine::facts::Settings;
use hotsplit_wire::engine::rules::Severity;
use hotsplit_wire::engine::syntax::tree::Dialect;
use hotsplit_wire::engine::{self, Reading};

const SETS: &[(&str, Database)] = &[
    ("corpus/source/mysql", Database::MySql),
    ("corpus/source/postgresql", Database::PostgreSql),
    ("corpus/mysql_pg_source/mysql", Database::MySql),
    ("corpus/mysql_pg_source/postgres", Database::PostgreSql),
];

/// Bytes of a dump that is read with all rules: larger ones show the same, and take minutes.
const BYTES_MAX: usize = 200_000;

/// Calls `see` with the name of each dump, and what it defines.
fn each_dump(test: &str, mut see: impl FnMut(&str, &Source<'_>)) {
    for &(set, database) in SETS {
        let Some(folder) = shared::needed(test, set) else { return };
        for path in shared::sql_files(&folder) {
            let text = String::from_utf8_lossy(&fs::read(&path).unwrap()).into_owned();
            if text.len() <= BYTES_MAX {
                let name = path.file_name().unwrap().to_string_lossy().into_owned();
                see(&name, &read(&text, database));
            }
        }
    }
}

fn checked(source: &Source<'_>, options: &Options) -> (Port, Reading) {
    let dialect = match options.target {
        Target::GoogleSql => Dialect::GoogleSql,
        Target::PostgreSql => Dialect::PostgreSql,
    };
    let port = port(source, options);
    let reading = engine::read(&port.text, Some(dialect), &Settings::default());
    (port, reading)
}

/// The first key column of a table, where the source counts it up.
fn counted_key(source: &Source<'_>, table: &Table) -> Option<String> {
    let part = table.key.as_ref()?.parts.first()?;
    let PartOf::Column(name) = &part.of else { return None };
    let column = &table.columns[table.column(name)?];
    let default = column.default.as_ref().map(|it| it.span.of(source.text).to_lowercase());
    let counts = column.generator.is_some() || default.is_some_and(|it| it.contains("nextval("));
    counts.then(|| column.name.name.clone())
}

#[test]
fn a_port_has_no_error_and_no_hot_generator() {
    let (mut files, mut tables, mut wrong) = (0, 0, Vec::new());
    each_dump("a_port_has_no_error_and_no_hot_generator", |name, source| {
        for target in [Target::GoogleSql, Target::PostgreSql] {
            let (ported, reading) = checked(source, &Options::to(target));
            files += 1;
            tables += ported.tables.len();
            let generated: BTreeSet<String> = source
                .tables
                .iter()
                .zip(&ported.tables)
                .filter(|(table, _)| counted_key(source, table).is_some())
                .map(|(_, ported)| ported.target.to_lowercase())
                .collect();
            let at = |message: &str| format!("{name} to {target:?}: {message}");
            wrong.extend(reading.syntax_errors().map(|error| at(&error.message)));
            for found in reading.standing() {
                let object = found.object.name(&reading.schema).to_lowercase();
                let hot = found.severity == Severity::High
                    && found.rule.starts_with("key-")
                    && generated.contains(&object);
                if found.severity == Severity::Error || hot {
                    wrong.push(at(&format!("{} {object}: {}", found.rule, found.title)));
                }
            }
        }
    });
    println!("{files} ports with {tables} tables, {} wrong", wrong.len());
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Recall and precision of the audit for keys that the source counts up: the labels are what the
/// source says of its own columns.
#[test]
fn the_audit_finds_counted_keys() {
    let (mut hot, mut found_hot, mut false_hot, mut found) = (0, 0, 0, 0);
    each_dump("the_audit_finds_counted_keys", |name, source| {
        let options = Options { literal: true, ..Options::to(Target::GoogleSql) };
        let (ported, reading) = checked(source, &options);
        assert_eq!(reading.syntax_errors().count(), 0, "{name}");
        for (table, ported) in source.tables.iter().zip(&ported.tables) {
            let counted = counted_key(source, table).is_some();
            let reports = |it: &&engine::rules::Finding| {
                ["key-monotonic-int", "key-time-ordered-id"].contains(&it.rule)
                    && it.object.name(&reading.schema).eq_ignore_ascii_case(&ported.target)
            };
            let reported = reading.standing().any(|it| reports(&it));
            hot += usize::from(counted);
            found_hot += usize::from(counted && reported);
            found += usize::from(reported);
            false_hot += usize::from(reported && !counted);
        }
    });
    if hot == 0 {
        return;
    }
    let recall = found_hot as f64 / hot as f64;
    let precision = 1.0 - false_hot as f64 / found as f64;
    println!(
        "{hot} counted keys, {found_hot} found, {false_hot} others: {recall:.3}, {precision:.3}"
    );
    assert!(recall >= 0.97 && precision >= 0.97, "recall {recall:.3}, precision {precision:.3}");
}
