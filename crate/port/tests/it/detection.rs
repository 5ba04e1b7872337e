//! Which database a text is from: no schema of Spanner is taken for another's, and a dump with a
//! header or a mark is always recognised.

use std::collections::BTreeMap;

use hotsplit_port::source::{Database, Detected, detect};
use hotsplit_support::shared;

use crate::corpus;

#[test]
fn a_schema_of_spanner_is_left_alone() {
    let Some(corpus) = shared::needed("a_schema_of_spanner_is_left_alone", "corpus") else {
        return;
    };
    let (mut wrong, mut count) = (Vec::new(), 0);
    let cases = hotsplit_support::corpus::cases(&corpus).into_iter();
    // The pages on migrating show schemas of the databases that one migrates from.
    for case in cases.filter(|case| case.accept && !case.file.contains("/migrating-")) {
        count += 1;
        if let Detected::Source(database) = detect(&corpus::read(&corpus.join(&case.file))) {
            wrong.push(format!("{}: taken for {database:?}", case.file));
        }
    }
    println!("{count} files of Spanner, {} wrong", wrong.len());
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn dumps_are_recognised() {
    let mut figures: BTreeMap<&str, (u32, u32, Vec<String>)> = BTreeMap::new();
    for dump in corpus::dumps("dumps_are_recognised") {
        let figure = figures.entry(dump.set).or_default();
        figure.1 += 1;
        match detect(&dump.text) {
            Detected::Source(database) if database == dump.database => figure.0 += 1,
            other => figure.2.push(format!("{}: {other:?}", dump.name())),
        }
    }
    for (set, (right, all, missed)) in &figures {
        println!("{set}: {right} of {all}\n  {}", missed.join("\n  "));
    }
}

#[test]
fn a_directive_decides() {
    let text = "-- hotsplit: file source=pg\nCREATE TABLE t (a int) ENGINE=InnoDB;";
    assert_eq!(detect(text), Detected::Source(Database::PostgreSql));
    assert_eq!(detect("CREATE TABLE t (a varchar(3));"), Detected::Unknown);
}
