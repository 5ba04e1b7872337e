//! The rules on interleaving and foreign keys, where a page's blocks cannot say it: severities,
//! spans that syntax errors share, and what is told in one finding.

use hotsplit_engine::Reading;
use hotsplit_engine::facts::Settings;
use hotsplit_engine::rules::{Finding, Severity};
use hotsplit_engine::syntax::tree::Dialect;

use crate::corpus::{Case, cases};
use crate::shared;

fn read(dialect: Dialect, sql: &str) -> Reading {
    hotsplit_engine::read(sql, Some(dialect), &Settings::default())
}

/// The one finding of a rule.
fn only<'a>(reading: &'a Reading, rule: &str) -> &'a Finding {
    let mut found = reading.findings.iter().filter(|finding| finding.rule == rule);
    let first = found.next().unwrap_or_else(|| panic!("{rule} speaks of\n{}", reading.text));
    assert!(found.next().is_none(), "{rule} speaks once of\n{}", reading.text);
    first
}

fn rules(reading: &Reading) -> Vec<&str> {
    reading.findings.iter().map(|finding| finding.rule).collect()
}

/// A tree of `levels` tables.
fn tree(levels: usize) -> String {
    let mut sql = String::new();
    for level in 1..=levels {
        let names: Vec<String> = (1..=level).map(|at| format!("K{at}")).collect();
        let columns: Vec<String> = names.iter().map(|name| format!("{name} STRING(36)")).collect();
        let key = names.join(", ");
        let parent = match level {
            1 => String::new(),
            _ => format!(", INTERLEAVE IN PARENT L{} ON DELETE CASCADE", level - 1),
        };
        sql.push_str(&format!(
            "CREATE TABLE L{level} ({}) PRIMARY KEY ({key}){parent};\n",
            columns.join(", ")
        ));
    }
    sql
}

#[test]
fn a_deep_tree_is_a_remark_until_spanner_refuses_it() {
    let rule = "interleave-depth";
    assert!(!rules(&read(Dialect::GoogleSql, &tree(4))).contains(&rule));
    let five = read(Dialect::GoogleSql, &tree(5));
    assert_eq!(only(&five, rule).severity, Severity::Info);
    let seven = read(Dialect::GoogleSql, &tree(7));
    assert_eq!(only(&seven, rule).title, "`L7` is at level 7 of its interleaving tree");
    let nine = read(Dialect::GoogleSql, &tree(9));
    let refused = only(&nine, rule);
    assert_eq!(refused.severity, Severity::Error);
    assert_eq!(refused.title, "`L8` is at level 8 of its interleaving tree");
}

#[test]
fn what_spanner_takes_is_no_error() {
    let option = read(
        Dialect::GoogleSql,
        "CREATE TABLE P (At TIMESTAMP OPTIONS (allow_commit_timestamp = true)) PRIMARY KEY (At);
         CREATE TABLE C (At TIMESTAMP, N INT64) PRIMARY KEY (At, N), INTERLEAVE IN PARENT P;",
    );
    assert_eq!(only(&option, "interleave-key-mismatch").severity, Severity::Warn);
    let length = read(
        Dialect::GoogleSql,
        "CREATE TABLE T (A STRING(36)) PRIMARY KEY (A);
         CREATE TABLE U (B STRING(36), A STRING(40), FOREIGN KEY (A) REFERENCES T (A))
           PRIMARY KEY (B);",
    );
    assert_eq!(only(&length, "fk-type-mismatch").severity, Severity::Info);
    let ignored = read(
        Dialect::PostgreSql,
        "CREATE TABLE t (a bigint PRIMARY KEY);
         CREATE TABLE u (b bigint PRIMARY KEY, a bigint REFERENCES t (a) MATCH FULL);",
    );
    assert_eq!(only(&ignored, "fk-action-unsupported").severity, Severity::Warn);
}

#[test]
fn a_fragment_is_not_refused() {
    let child = "CREATE TABLE C (A INT64, B INT64, FOREIGN KEY (B) REFERENCES X (Y)) \
                 PRIMARY KEY (B, A), INTERLEAVE IN PARENT P;";
    let errors = ["interleave-key-mismatch", "interleave-cycle", "fk-type-mismatch"];
    let reading = read(Dialect::GoogleSql, child);
    assert!(!rules(&reading).iter().any(|rule| errors.contains(rule)), "{:?}", rules(&reading));
}

/// The page shows an error once, and knows by the span which two are one.
#[test]
fn a_refused_action_stands_where_its_syntax_error_does() {
    let clauses = [
        "ON DELETE SET NULL",
        "ON DELETE SET DEFAULT",
        "ON DELETE RESTRICT",
        "ON UPDATE CASCADE",
        "ON UPDATE SET NULL",
        "DEFERRABLE",
        "INITIALLY DEFERRED",
    ];
    for clause in clauses {
        for (dialect, sql) in [
            (
                Dialect::GoogleSql,
                "CREATE TABLE U (A INT64, FOREIGN KEY (A) REFERENCES T (A) @) PRIMARY KEY (A)",
            ),
            (Dialect::PostgreSql, "CREATE TABLE u (a bigint PRIMARY KEY REFERENCES t (a) @)"),
        ] {
            let reading = read(dialect, &sql.replace('@', clause));
            let finding = only(&reading, "fk-action-unsupported");
            let errors: Vec<_> = reading.tree.errors.iter().map(|error| error.span).collect();
            assert_eq!(errors, [finding.span], "{clause} in {dialect:?}");
            assert!(finding.title.contains(clause), "{}", finding.title);
        }
    }
}

const SHARDED: &str = "
CREATE TABLE Tx (
  Shard INT64 NOT NULL AS (ABS(MOD(FARM_FINGERPRINT(TxId), 16))) STORED,
  TxId STRING(26) NOT NULL, -- ULID
) PRIMARY KEY (Shard, TxId);
CREATE TABLE Leg (
  LegId STRING(36) NOT NULL,
  TxId STRING(26) NOT NULL,
  CONSTRAINT FK_Tx FOREIGN KEY (TxId) REFERENCES Tx (TxId),
) PRIMARY KEY (LegId);";

#[test]
fn a_missing_shard_is_told_once() {
    let reading = read(Dialect::GoogleSql, SHARDED);
    let finding = only(&reading, "fk-shard-key-missing");
    assert_eq!(finding.severity, Severity::High);
    assert_eq!(finding.attached, ["fk-referenced-index-hot", "fk-references-non-pk"]);
    assert_eq!(finding.span.of(&reading.text), "TxId");
    assert!(!rules(&reading).contains(&"fk-backing-index-hot"), "{:?}", rules(&reading));
}

#[test]
fn a_hot_root_is_told_once_with_its_tree() {
    let reading = read(
        Dialect::GoogleSql,
        "CREATE TABLE Ev (At TIMESTAMP NOT NULL OPTIONS (allow_commit_timestamp = true))
           PRIMARY KEY (At);
         CREATE TABLE Part (
           At TIMESTAMP NOT NULL OPTIONS (allow_commit_timestamp = true), N INT64 NOT NULL
         ) PRIMARY KEY (At, N), INTERLEAVE IN PARENT Ev ON DELETE CASCADE;",
    );
    let root = only(&reading, "key-commit-timestamp-first");
    assert!(root.attached.contains(&"interleave-monotonic-root"), "{:?}", root.attached);
    assert!(!rules(&reading).contains(&"interleave-monotonic-root"));
}

/// What the emulator's own tests say of interleaving and foreign keys, and the words that name the
/// same cause here.
const CAUSES: &[(&str, &[&str])] = &[
    ("does not reference parent key column", &["does not repeat"]),
    ("at incorrect position", &["is at position"]),
    ("adds no columns and is not a top level", &["adds no columns"]),
    ("The number of columns are different", &["numbers of columns are different"]),
    ("not found for table", &["which is not a column of"]),
    ("The column types are different", &["and refers to"]),
    ("has an unsupported type", &["has an unsupported type"]),
    ("ommit timestamp column is not supported", &["holds commit timestamps"]),
    ("Cannot set the commit_timestamp option", &["holds commit timestamps"]),
    ("MATCH PARTIAL", &["MATCH PARTIAL"]),
    ("foreign key action is not supported", &["is not supported"]),
    ("At least one referenced column", &["names no referenced columns"]),
    // These speak of a change to what is there, which is a remark of the replay and no finding.
    ("Cannot drop table `T`. It is referenced by", &["with a foreign key of"]),
    ("is not a constraint in", &["expected a constraint of"]),
    ("Cannot change the nullability for column", &[]),
    ("It is in use by foreign keys", &[]),
    ("Cannot alter parent key column", &[]),
];

/// Share of these rejects that an error names, in percent.
const FLOOR: usize = 85;

#[test]
fn rejects_of_families_are_named() {
    let Some(corpus) = shared::needed("rejects_of_families_are_named", "corpus") else { return };
    let concerned: Vec<(Case, &[&str])> = cases(&corpus)
        .into_iter()
        .filter(|case| case.stage == "semantic" || case.stage == "unsupported")
        .filter_map(|case| {
            let cause = CAUSES.iter().find(|(said, _)| case.detail.contains(said))?;
            Some((case, cause.1))
        })
        .collect();
    let mut missed = Vec::new();
    for (case, words) in &concerned {
        let text = std::fs::read_to_string(corpus.join(&case.file)).unwrap();
        let pg = case.folder.starts_with("pg");
        let reading = read(if pg { Dialect::PostgreSql } else { Dialect::GoogleSql }, &text);
        let errors = reading.findings.iter().filter(|f| f.severity == Severity::Error);
        let said: Vec<&str> = errors
            .map(|finding| finding.title.as_str())
            .chain(reading.schema.problems.iter().map(|problem| problem.message.as_str()))
            .collect();
        if !words.iter().any(|word| said.iter().any(|title| title.contains(word))) {
            missed.push(format!("{}: {} ({said:?})", case.file, case.detail));
        }
    }
    let (all, named) = (concerned.len(), concerned.len() - missed.len());
    println!("rejects of interleaving and foreign keys: {named} of {all} named");
    assert!(named * 100 >= all * FLOOR, "{named} of {all}:\n{}", missed.join("\n"));
}

/// How many rows a parent has is claimed where somebody has stated it, and is a hint without a
/// number of rows where a name suggests it; a hidden index is called by its columns.
#[test]
fn a_large_cascade_needs_evidence() {
    use hotsplit_engine::facts::Settings;
    use hotsplit_engine::rules::Severity;
    let found = |stated: &str, key: &str| {
        let ddl = format!(
            "CREATE TABLE Accounts (AccountId STRING(36) NOT NULL) PRIMARY KEY (AccountId);\n\
             CREATE TABLE Devices (DeviceId STRING(36) NOT NULL) PRIMARY KEY (DeviceId);\n{stated}\
             CREATE TABLE AccountEvents (\n  AccountId STRING(36) NOT NULL,\n  EventId STRING(36) NOT NULL,\n  \
             CreatedAt TIMESTAMP NOT NULL,\n  Device STRING(36),\n{key}) PRIMARY KEY (AccountId, EventId),\n  \
             INTERLEAVE IN PARENT Accounts ON DELETE CASCADE;\n\
             CREATE INDEX EventsByTime ON AccountEvents (EventId, CreatedAt);\n"
        );
        let reading = hotsplit_engine::read(&ddl, None, &Settings::default());
        reading.findings.into_iter().find(|it| it.rule == "interleave-cascade-large")
    };
    let guessed = found("", "").unwrap();
    assert_eq!(guessed.severity, Severity::Hint);
    assert!(guessed.why.contains("is not stated") && !guessed.why.contains("rows here"));
    for stated in ["-- hotsplit: children-per-parent<=200k\n", "-- hotsplit: role=event\n"] {
        let known = found(stated, "").unwrap();
        assert_eq!(known.severity, Severity::Warn, "{stated}");
        assert!(known.why.contains("which is about 80,000 rows here"), "{}", known.why);
    }
    assert!(found("-- hotsplit: children-per-parent<=50\n", "").is_none());
    let key = "  CONSTRAINT FK_D FOREIGN KEY (Device) REFERENCES Devices (DeviceId),\n";
    let hidden = found("", key).unwrap();
    let told = &hidden.evidence.last().unwrap().what;
    assert!(told.contains("keeps for a foreign key on `Device`"), "{told}");
    assert!(told.contains("`EventsByTime`") && !told.contains("a foreign key's"), "{told}");
}
