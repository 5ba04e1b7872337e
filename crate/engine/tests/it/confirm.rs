//! The queries that findings give to confirm them on a live database: those that ask the
//! information schema run on the emulator. It has no statistics, so those of `SPANNER_SYS` do not.

use hotsplit_engine::rules::RULES;
use hotsplit_engine::syntax::tree::Dialect;

use crate::emulator::Emulator;

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
