//! The queries that findings give to confirm them on a live database: those that ask the
//! information schema run on the emulator. It has no statistics, so those of `SPANNER_SYS` do not.

use hotsplit_engine::facts::Settings;
use hotsplit_engine::rules::RULES;
use hotsplit_engine::syntax::tree::Dialect;
use hotsplit_engine::{page, read};

use crate::emulator::Emulator;

/// A query of a page is copied for the object of any finding: it names none of the page's examples.
#[test]
fn queries_name_no_example() {
    let mut wrong = Vec::new();
    for rule in RULES {
        let Some(query) = rule.confirm() else { continue };
        let words: Vec<&str> = query.split(|it: char| !it.is_alphanumeric() && it != '_').collect();
        for (_, sql) in page::read(rule.page.whole).code() {
            let schema = read(sql, None, &Settings::default()).schema;
            let indexes = schema.indexes.iter().map(|it| &it.name);
            let names = schema.tables.iter().map(|it| &it.name).chain(indexes);
            let named = names.filter(|name| words.contains(&name.as_str()));
            wrong.extend(named.map(|name| format!("{}: `{name}` in {query}", rule.id)));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn queries_of_the_information_schema_run() {
    let Some(emulator) = Emulator::for_test("queries_of_the_information_schema_run") else {
        return;
    };
    let none: [&str; 0] = [];
    let database = emulator.database(Dialect::GoogleSql, &none).unwrap();
    let (mut run, mut wrong) = (0, Vec::new());
    for rule in RULES {
        let Some(query) = rule.confirm().filter(|query| !query.contains("SPANNER_SYS.")) else {
            continue;
        };
        run += 1;
        if let Err(why) = database.query(query) {
            wrong.push(format!("{}: {why}\n  {query}", rule.id));
        }
    }
    assert!(run > 10, "expected the queries of many rules, found {run}");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
