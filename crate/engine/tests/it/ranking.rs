//! Which fix comes first for a finding, and in which order several are applied.

use hotsplit_engine::facts::Settings;
use hotsplit_engine::fixes::Parameters;
use hotsplit_engine::{Choice, Reading};

fn read(ddl: &str) -> Reading {
    let reading = hotsplit_engine::read(ddl, None, &Settings::default());
    assert!(reading.tree.errors.is_empty(), "{:?}", reading.tree.errors);
    reading
}

/// Ids of the fixes for the finding of a rule, best first.
fn ids(reading: &Reading, rule: &str) -> Vec<&'static str> {
    let finding = reading.findings.iter().find(|finding| finding.rule == rule);
    let finding = finding.unwrap_or_else(|| panic!("{rule} is not found in\n{}", reading.text));
    hotsplit_engine::ranked(reading, finding).into_iter().map(|fix| fix.short).collect()
}

/// Whether `first` stands before `second`.
fn before(ids: &[&str], first: &str, second: &str) -> bool {
    let place = |id| ids.iter().position(|it| *it == id).unwrap_or_else(|| panic!("{id}: {ids:?}"));
    place(first) < place(second)
}

const VISITS: &str = "CREATE TABLE Visits (\n  SeenAt TIMESTAMP NOT NULL,\n  UserId STRING(36) NOT \
                      NULL,\n) PRIMARY KEY (SeenAt, UserId);\n";
const TXNS: &str = "CREATE TABLE Txns (TxnId INT64 NOT NULL) -- a counter\n PRIMARY KEY (TxnId);\n";

#[test]
fn reads_by_time_put_shards_before_another_order() {
    let rule = "key-timestamp-first";
    assert!(before(&ids(&read(VISITS), rule), "T7", "T5"));
    let by = |how: &str| read(&format!("-- hotsplit: table Visits {how}\n{VISITS}"));
    assert!(before(&ids(&by("reads=by-time"), rule), "T5", "T7"));
    assert!(before(&ids(&by("reads=newest-first"), rule), "T5", "T7"));
    assert!(before(&ids(&by("reads=by-entity"), rule), "T7", "T5"));
}

#[test]
fn what_hangs_on_an_id_puts_shards_before_another_type() {
    let alone =
        "CREATE TABLE Txns (\n  TxnId STRING(26) NOT NULL, -- ULID\n) PRIMARY KEY (TxnId);\n";
    let child = "CREATE TABLE Legs (Id STRING(36) NOT NULL DEFAULT (GENERATE_UUID()), TxnId \
                 STRING(26), FOREIGN KEY (TxnId) REFERENCES Txns (TxnId)) PRIMARY KEY (Id);\n";
    let both = ids(&read(&format!("{alone}{child}")), "key-time-ordered-id");
    assert!(before(&both, "T5", "T1"), "{both:?}");
    let point = format!("-- hotsplit: table Txns reads=point\n{alone}");
    let point = ids(&read(&point), "key-time-ordered-id");
    assert!(before(&point, "T6", "T5") && before(&point, "T6", "T1"), "{point:?}");
}

#[test]
fn an_index_goes_first_where_the_queries_beside_it_never_use_it() {
    let ddl = "CREATE TABLE Users (UserId STRING(36) NOT NULL DEFAULT (GENERATE_UUID()), Name \
               STRING(99), SeenAt TIMESTAMP) PRIMARY KEY (UserId);\nCREATE INDEX BySeen ON Users \
               (SeenAt);\n";
    let rule = "index-monotonic";
    assert_ne!(ids(&read(ddl), rule)[0], "T11");
    let used = format!("{ddl}SELECT Name FROM Users WHERE SeenAt > @since;\n");
    assert_ne!(ids(&read(&used), rule)[0], "T11");
    let unused = format!("{ddl}SELECT Name FROM Users WHERE UserId = @id;\n");
    assert_eq!(ids(&read(&unused), rule)[0], "T11");
}

#[test]
fn accepting_comes_last() {
    let all = ids(&read(TXNS), "key-monotonic-int");
    assert_eq!(all.last(), Some(&"T25"), "{all:?}");
    assert_eq!(all[0], "T2", "{all:?}");
}

#[test]
fn a_choice_that_another_has_made_needless_says_which() {
    let reading = read(TXNS);
    let key = reading.key_of(&reading.findings[0]);
    let choice = |fix: &str| Choice {
        finding: key.clone(),
        fix: fix.to_owned(),
        parameters: Parameters::default(),
    };
    // Ids come before what leads a key, in whichever order the two were chosen.
    for chosen in [[choice("T5"), choice("T2")], [choice("T2"), choice("T5")]] {
        let out = hotsplit_engine::rewrite(&reading, &chosen);
        let applied: Vec<&str> = out.applied.iter().map(|(one, _)| one.fix.as_str()).collect();
        assert_eq!(applied, ["T2"]);
        let (refused, why) = &out.refused[0];
        assert_eq!(refused.fix, "T5");
        assert!(
            why.why.starts_with(&format!("T2 for `{key}` also fixes this finding")),
            "{}",
            why.why
        );
    }
}
