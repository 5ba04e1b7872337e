//! What Spanner's documentation says and what this project says or does because of it: a test for
//! each fact, which names the page and the date. Where the emulator knows the feature it is asked.

use hotsplit_engine::Reading;
use hotsplit_engine::facts::Settings;
use hotsplit_engine::fixes::rollout::plan::CodeKind;
use hotsplit_engine::rules::{self, Severity};
use hotsplit_engine::schema::limits::MUTATIONS_PER_COMMIT;
use hotsplit_engine::syntax::tree::Dialect;

use crate::emulator::Emulator;
use crate::rollout::Case;

fn read(ddl: &str) -> Reading {
    let reading = hotsplit_engine::read(ddl, Some(Dialect::GoogleSql), &Settings::default());
    assert!(reading.tree.errors.is_empty(), "{:?}\n{ddl}", reading.tree.errors);
    reading
}

/// Titles of the findings that say that Spanner rejects something.
fn refusals(ddl: &str) -> Vec<String> {
    let reading = read(ddl);
    let errors = reading.findings.iter().filter(|it| it.severity == Severity::Error);
    errors.map(|it| it.title.clone()).collect()
}

/// The text of a rule's page, lines joined by blanks.
fn page_of(id: &str) -> String {
    let rule = rules::RULES.iter().find(|rule| rule.id == id).expect("a rule");
    rule.page.whole.replace('\n', " ")
}

/// A table with one column beside its key, and what follows it.
fn table(column: &str, behind: &str) -> String {
    format!(
        "CREATE TABLE T (\n  Id STRING(36) NOT NULL DEFAULT (GENERATE_UUID()),\n  {column},\n) PRIMARY KEY (Id);\n{behind}"
    )
}

const NOW: &str = "TIMESTAMP DEFAULT (PENDING_COMMIT_TIMESTAMP())";
const UPDATED: &str = "ON UPDATE (PENDING_COMMIT_TIMESTAMP())";
const OPTION: &str = "OPTIONS (allow_commit_timestamp = true)";

/// C1: data definition language page, read 2026-08-22 (release note of 2026-02-27): a commit
/// timestamp column takes PENDING_COMMIT_TIMESTAMP() as default, and ON UPDATE with the identical
/// default outside the primary key.
#[test]
fn commit_timestamps_are_defaults_and_follow_updates() {
    let taken = [
        table(&format!("Seen {NOW} {OPTION}"), ""),
        table(&format!("Seen {NOW} {UPDATED} {OPTION}"), ""),
        table(
            &format!("Seen {NOW} {OPTION}"),
            &format!("ALTER TABLE T ALTER COLUMN Seen SET {UPDATED};"),
        ),
        table(
            &format!("Seen {NOW} {UPDATED} {OPTION}"),
            "ALTER TABLE T ALTER COLUMN Seen DROP ON UPDATE;\nALTER TABLE T ALTER COLUMN Seen DROP DEFAULT;",
        ),
    ];
    let in_key = |column: &str, behind: &str| {
        format!("CREATE TABLE T (\n  {column},\n) PRIMARY KEY (Seen);\n{behind}")
    };
    let refused = [
        (table(&format!("Seen TIMESTAMP {UPDATED} {OPTION}"), ""), "a DEFAULT of `Seen`"),
        (
            table(&format!("Seen TIMESTAMP DEFAULT (CURRENT_TIMESTAMP()) {UPDATED} {OPTION}"), ""),
            "the DEFAULT of `Seen` to be the expression of its ON UPDATE",
        ),
        (
            table(
                "Seen TIMESTAMP DEFAULT (CURRENT_TIMESTAMP()) ON UPDATE (CURRENT_TIMESTAMP())",
                "",
            ),
            "the commit timestamp after ON UPDATE",
        ),
        (in_key(&format!("Seen {NOW} {UPDATED} {OPTION}"), ""), "outside the key"),
        (
            in_key(
                &format!("Seen {NOW} {OPTION}"),
                &format!("ALTER TABLE T ALTER COLUMN Seen SET {UPDATED};"),
            ),
            "outside the key",
        ),
        (
            in_key(
                &format!("Seen {NOW} {OPTION}"),
                &format!("ALTER TABLE T ALTER COLUMN Seen {NOW} {UPDATED};"),
            ),
            "outside the key",
        ),
        (
            table(
                &format!("Seen {NOW} {UPDATED} {OPTION}"),
                "ALTER TABLE T ALTER COLUMN Seen DROP DEFAULT;",
            ),
            "drop ON UPDATE first",
        ),
    ];
    for ddl in &taken {
        assert_eq!(refusals(ddl), Vec::<String>::new(), "{ddl}");
    }
    for (ddl, cause) in &refused {
        let found = refusals(ddl);
        assert!(found.iter().any(|title| title.contains(cause)), "{found:?}\n{ddl}");
    }
    let Some(emulator) = Emulator::for_test("commit_timestamps_are_defaults_and_follow_updates")
    else {
        return;
    };
    let statements = |ddl: &str| -> Vec<String> {
        ddl.split(';').map(str::trim).filter(|it| !it.is_empty()).map(str::to_owned).collect()
    };
    let accepts = |ddl: &str| emulator.accepts(Dialect::GoogleSql, &statements(ddl));
    // An emulator that is older than the feature refuses even the plain default.
    if accepts(&taken[0]).is_ok() {
        for ddl in &taken {
            assert_eq!(accepts(ddl), Ok(()), "{ddl}");
        }
    }
    for (ddl, _) in &refused {
        assert!(accepts(ddl).is_err(), "{ddl}");
    }
}

/// C1: the same page: ON UPDATE runs even where an update changes nothing, so the column changes
/// with every update and an index on it is hot.
#[test]
fn an_index_on_update_follows_every_update() {
    let ddl = table(&format!("Seen {NOW} {UPDATED} {OPTION}"), "CREATE INDEX BySeen ON T (Seen);");
    let reading = read(&format!("-- hotsplit: table T updates=9k/s\n{ddl}"));
    let found: Vec<&str> = reading.findings.iter().map(|it| it.rule).collect();
    assert!(found.contains(&"index-commit-timestamp"), "{found:?}");
    let id = reading.schema.table_ids().next().unwrap();
    let at = reading.schema.table(id).find_column("Seen").unwrap();
    let mutable = reading.facts.column(id, at).mutable.as_ref().unwrap();
    assert_eq!(mutable.evidence.what, "the clause ON UPDATE");
    assert!(page_of("index-update-hot").contains("even if the update changes no value"));
}

/// C2: data definition language page, read 2026-08-22: PENDING_COMMIT_TIMESTAMP_INT64() is for
/// INT64 columns. Other pages name TIMESTAMP alone, so it is a remark and no error.
#[test]
fn a_commit_timestamp_of_int64_is_a_remark() {
    let ddl = table(&format!("Seen INT64 {OPTION}"), "");
    assert_eq!(refusals(&ddl), Vec::<String>::new());
    let reading = read(&ddl);
    let notes = reading.notes();
    assert!(
        notes.iter().any(|(_, note)| note.contains("not certain") && note.contains("`T.Seen`"))
    );
    let updated = "Seen INT64 DEFAULT (PENDING_COMMIT_TIMESTAMP_INT64()) ON UPDATE (PENDING_COMMIT_TIMESTAMP_INT64())";
    assert_eq!(refusals(&table(&format!("{updated} {OPTION}"), "")), Vec::<String>::new());
    // A text stays an error, and the emulator agrees.
    let text = table(&format!("Seen STRING(20) {OPTION}"), "");
    assert!(refusals(&text)[0].contains("on a TIMESTAMP or INT64"));
    let Some(emulator) = Emulator::for_test("a_commit_timestamp_of_int64_is_a_remark") else {
        return;
    };
    assert!(
        emulator.accepts(Dialect::GoogleSql, &[text.trim_end().trim_end_matches(';')]).is_err()
    );
}

/// C3: quotas page of 2026-08-20: 80,000 mutations are the limit of a commit of the Mutation API
/// and of a DML statement, not of a DML transaction.
#[test]
fn the_mutation_limit_names_what_it_limits() {
    assert_eq!(MUTATIONS_PER_COMMIT, 80_000.0);
    for id in
        ["limit-mutations-per-commit", "fk-cascade-mutation-limit", "interleave-cascade-large"]
    {
        let page = page_of(id);
        assert!(page.contains("One commit of the Mutation API makes at most 80,000 mutations, and so does one DML statement"), "{id}");
    }
    for rule in rules::RULES {
        let page = rule.page.whole;
        assert!(!page.contains("commit takes 80,000"), "{}", rule.id);
    }
    let columns: String = (0..90).map(|n| format!("  C{n} STRING(10),\n")).collect();
    let wide = read(&format!(
        "CREATE TABLE T (\n  Id STRING(36) NOT NULL DEFAULT (GENERATE_UUID()),\n{columns}) PRIMARY KEY (Id);"
    ));
    let found = wide.findings.iter().find(|it| it.rule == "limit-mutations-per-commit").unwrap();
    assert!(
        found.why.contains("one commit of the Mutation API, or one DML statement"),
        "{}",
        found.why
    );
}

/// C4: pre-splitting page, read 2026-08-22: points may raise latencies permanently, small instances
/// need none, search and vector indexes take none, an autoscaler counts with its minimum.
#[test]
fn split_points_tell_what_they_cost() {
    let ddl = "-- hotsplit: file nodes=10\n-- hotsplit: table T writes=20k/s\nCREATE TABLE T (\n  Id STRING(36) NOT NULL DEFAULT (GENERATE_UUID()),\n) PRIMARY KEY (Id);";
    let reading = read(ddl);
    let finding = reading.findings.iter().find(|it| it.rule == "limit-presplit").unwrap();
    let fix = hotsplit_engine::fixes::FIXES.iter().find(|fix| fix.short == "T27").unwrap();
    let plan = (fix.plan)(&reading.context(), finding, &Default::default()).unwrap();
    let said = format!("{} {}", plan.costs.join(" "), plan.application.join(" "));
    for part in [
        "latency of reads and writes permanently",
        "Small instances need no points",
        "autoscaler",
        "Search and vector indexes",
        "7 days to 12 hours",
    ] {
        assert!(said.contains(part), "`{part}` in {said}");
    }
    assert!(page_of("limit-presplit").contains("permanent increases in read and write latency"));
}

const BY_TIME: Case = Case {
    about: "an index by time gets a shard, and its table goes to a copy",
    dialect: Dialect::GoogleSql,
    fixes: &["T13 index-monotonic OrdersByTime"],
    ddl: "\
CREATE TABLE Orders (
  OrderId STRING(36) NOT NULL DEFAULT (GENERATE_UUID()),
  CreatedAt TIMESTAMP NOT NULL,
) PRIMARY KEY (OrderId);
CREATE INDEX OrdersByTime ON Orders (CreatedAt);
",
};

const REKEYED: Case = Case {
    about: "a ledger is copied to a key with a shard",
    dialect: Dialect::GoogleSql,
    fixes: &["T5 key-time-ordered-id Transactions"],
    ddl: "\
CREATE TABLE Transactions (
  TxnId STRING(26) NOT NULL, -- ULID
  Amount NUMERIC NOT NULL,
) PRIMARY KEY (TxnId);
CREATE INDEX TransactionsByAmount ON Transactions (Amount);
",
};

const REKEYED_PG: Case = Case {
    about: "the same in PostgreSQL",
    dialect: Dialect::PostgreSql,
    fixes: &["T7 key-timestamp-first events"],
    ddl: "\
CREATE TABLE events (
  created_at timestamptz NOT NULL,
  device_id bigint NOT NULL,
  PRIMARY KEY (created_at, device_id)
);
CREATE INDEX events_by_device ON events (device_id);
",
};

/// C5: pre-splitting page, read 2026-08-22: a drop does not give back the quota of split points, so
/// they are expired first; and points are added 7 days to 12 hours ahead.
#[test]
fn rollouts_expire_points_before_a_drop_and_add_them_in_time() {
    for case in [&BY_TIME, &REKEYED, &REKEYED_PG] {
        let (_, steps) = case.steps(true);
        let mut drops = 0;
        for step in &steps {
            let dropping = |code: &hotsplit_engine::fixes::rollout::plan::Code| {
                code.kind == CodeKind::Ddl
                    && code
                        .statements
                        .iter()
                        .any(|it| it.starts_with("DROP TABLE") || it.starts_with("DROP INDEX"))
            };
            let Some(at) = step.code.iter().position(dropping) else { continue };
            drops += 1;
            assert!(
                step.notes[0].starts_with("First expire the split points"),
                "{}: {:?}",
                case.about,
                step.notes
            );
            let mut checks = step.checks.iter().filter(|check| check.before);
            let query = checks.next().map(|check| check.query.to_lowercase());
            let query = query.unwrap_or_else(|| panic!("{}: no query before the drop", case.about));
            assert!(query.contains("user_split_points"), "{query}");
            // Every object that goes is asked for by its name.
            for statement in &step.code[at].statements {
                let name = statement.rsplit(' ').next().unwrap().to_lowercase();
                if statement.starts_with("DROP TABLE") || statement.starts_with("DROP INDEX") {
                    assert!(query.contains(&format!("'{name}'")), "{name} in {query}");
                }
            }
        }
        assert!(drops > 0, "{}", case.about);
    }
    let (_, steps) = REKEYED.steps(true);
    let points = steps.iter().find(|step| step.title.starts_with("Pre-split")).unwrap();
    assert!(points.notes[0].contains("7 days to 12 hours before"), "{:?}", points.notes);
    assert!(points.back.as_ref().unwrap().words.contains("--split-expiration-date"));
}

/// C6: hot split statistics page, read 2026-08-22: scores of 50 and more are listed, and a split
/// that stays warm or hot for ten minutes matters, above all with a reason.
#[test]
fn scores_are_read_as_the_pages_read_them() {
    let mut told = 0;
    for rule in rules::RULES {
        let page = rule.page.whole;
        assert!(!page.contains("A score of 100 for ten minutes"), "{}", rule.id);
        told += usize::from(
            page.contains("stay at 50 or more for ten minutes, especially those with a reason"),
        );
    }
    assert!(told >= 10, "{told}");
}

/// C9: change streams page, read 2026-08-22: records are kept for 1 to 30 days, and for 7 by default
/// since 2026-05-14. The emulator still refuses more than 7.
#[test]
fn change_streams_keep_records_for_one_to_thirty_days() {
    let stream = |period: &str| {
        let table = table("Note STRING(10)", "");
        format!("{table}CREATE CHANGE STREAM S FOR T OPTIONS (retention_period = '{period}');")
    };
    for period in ["1d", "24h", "7d", "8d", "30d", "720h"] {
        assert_eq!(refusals(&stream(period)), Vec::<String>::new(), "{period}");
    }
    for period in ["23h", "31d", "721h"] {
        let found = refusals(&stream(period));
        assert!(found.iter().any(|it| it.contains("from 1 day to 30 days")), "{period}: {found:?}");
    }
    assert!(page_of("stream-wide-capture").contains("7 days unless the stream sets another"));
}

/// C10: throughput-optimised writes page, read 2026-08-22: without a max_commit_delay Spanner may
/// set a small delay by itself. The model does not, and the list of what it leaves out says so.
#[test]
fn the_delay_that_spanner_sets_by_itself_is_listed() {
    let line = hotsplit_engine::sim::assumptions::LEFT_OUT
        .iter()
        .find(|line| line.contains("max_commit_delay"));
    assert!(line.unwrap().contains("one row per commit"));
    assert_eq!(hotsplit_engine::sim::Knobs::default().commit_batch, 1.0);
}

/// C11: lock statistics page, read 2026-08-22: they are not collected for optimistic transactions,
/// so a hot referenced row is confirmed by the statistics of splits and of table operations.
#[test]
fn a_hot_referenced_row_is_confirmed_without_locks() {
    let rule = rules::RULES.iter().find(|rule| rule.id == "fk-hot-referenced-row").unwrap();
    let query = rule.confirm().unwrap();
    assert!(query.contains("SPLIT_STATS_TOP_MINUTE") && !query.contains("LOCK_STATS"), "{query}");
    let page = page_of(rule.id);
    assert!(page.contains("TABLE_OPERATIONS_STATS_10MINUTE"));
    assert!(page.contains("not collected for optimistic transactions"));
}

/// C7 and C12: schema recommendations can be read by SQL; the page to compare interleaved and
/// global indexes is of 2026-05-15.
#[test]
fn newer_pages_are_named() {
    let lesson = include_str!("../../../../web/lessons/16-verifying.md");
    assert!(lesson.contains("SPANNER_SYS.SCHEMA_RECOMMENDATIONS"));
    assert!(
        page_of("index-interleave-candidate")
            .contains("Choose between interleaved and global indexes")
    );
}
