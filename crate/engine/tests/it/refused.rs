//! What a rule calls an error, Spanner rejects: bad blocks of the pages of error rules are put to
//! the emulator and refused, good ones accepted.

use hotsplit_engine::facts::Settings;
use hotsplit_engine::page;
use hotsplit_engine::rules::{RULES, Severity};
use hotsplit_engine::syntax::tree::Dialect;

use crate::emulator::Emulator;
use crate::proof::{plain, statements};

/// Rules of which the emulator takes so many bad blocks, or refuses good ones, and why.
const EXCEPTIONS: &[(&str, usize, &str)] = &[
    (
        "key-shard-invalid-generated",
        6,
        "the emulator does not check which columns outside the key a generated key column reads, \
         and its build of mid-2025 takes keys that are not STORED",
    ),
    ("ttl-blocked", 1, "this build knows no foreign keys that are not enforced"),
    (
        "type-uuid-fn-mismatch",
        3,
        "the emulator does not know the type UUID; a short text is a warning",
    ),
    (
        "index-interleave-invalid",
        2,
        "this build takes no index interleaved in a table that is no ancestor, and one block is a \
         fragment without its parent",
    ),
    ("limit-index-key-columns", 1, "a sum above 16 of fewer different columns is only an info"),
    ("limit-identifier", 1, "a long name in the PostgreSQL dialect is cut off: a warning"),
    ("limit-view-depth", 2, "the emulator does not count; the quotas page does"),
    ("limit-property-graphs", 1, "the emulator does not know property graphs"),
    ("limit-locality-groups", 1, "the emulator does not know locality groups"),
];

/// Blocks written out to more lines than this are not put to the emulator, which would take
/// minutes over them.
const LINES_MAX: usize = 2_000;

#[test]
fn error_rules_say_what_spanner_refuses() {
    let Some(emulator) = Emulator::for_test("error_rules_say_what_spanner_refuses") else { return };
    let mut wrong = Vec::new();
    let mut excepted = vec![0; EXCEPTIONS.len()];
    for rule in RULES.iter().filter(|rule| rule.severity == Severity::Error) {
        for (info, sql) in page::read(rule.page.whole).code() {
            let words: Vec<&str> = info.split_whitespace().collect();
            let pg = words.contains(&"pg");
            let dialect = if pg { Dialect::PostgreSql } else { Dialect::GoogleSql };
            let sql = page::written_out(info, sql);
            if sql.lines().count() > LINES_MAX {
                continue;
            }
            let reading =
                hotsplit_engine::read(&plain(&sql, dialect), Some(dialect), &Settings::default());
            let asked = emulator.accepts(dialect, &statements(&reading));
            if asked.is_err() == words.contains(&"bad") {
                continue;
            }
            match EXCEPTIONS.iter().position(|(id, ..)| *id == rule.id) {
                Some(at) => excepted[at] += 1,
                None => wrong.push(format!("{} ({info}): {asked:?}\n{sql}", rule.id)),
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
    for ((id, blocks, why), excepted) in EXCEPTIONS.iter().zip(excepted) {
        assert_eq!(excepted, *blocks, "blocks of {id} that are excepted because {why}");
    }
}
