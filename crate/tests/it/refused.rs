//! What a rule calls an error, Spanner refuses; what it leaves alone, Spanner takes.

use hotsplit::facts::Given;
use hotsplit::page;
use hotsplit::rules;
use hotsplit::syntax::tree::Dialect;

use crate::emulator::Emulator;
use crate::proof::statements;

/// Rules whose pages are put to the emulator.
const PROVEN: &[&str] = &["index-storing-key-column"];

#[test]
fn bad_blocks_are_refused_and_good_blocks_are_taken() {
    let test = "bad_blocks_are_refused_and_good_blocks_are_taken";
    let Some(emulator) = Emulator::for_test(test) else { return };
    let (mut asked, mut wrong) = (0, Vec::new());
    for id in PROVEN {
        let rule = rules::find(id).expect("a rule that is proven is there");
        for (info, sql) in page::read(rule.page).code() {
            let words: Vec<&str> = info.split_whitespace().collect();
            let dialect = match words.contains(&"pg") {
                true => Dialect::PostgreSql,
                false => Dialect::GoogleSql,
            };
            let reading = hotsplit::read(sql, Some(dialect), &Given::default());
            let answer = emulator.accepts(dialect, &statements(&reading));
            asked += 1;
            if answer.is_ok() != words.contains(&"good") {
                wrong.push(format!("{id} ({info}): {answer:?}\n{sql}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
    assert!(asked >= 5, "expected several blocks, found {asked}");
}
