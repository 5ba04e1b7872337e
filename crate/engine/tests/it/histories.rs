//! Fixes of schemas that evolved: the edit goes to the line that says the part, wherever that is,
//! and what comes out is a history that Spanner takes.

use hotsplit_engine::Reading;
use hotsplit_engine::facts::Settings;
use hotsplit_engine::fixes::{self, Parameters};
use hotsplit_engine::rules::Finding;
use hotsplit_engine::syntax::tree::Dialect;
use hotsplit_engine::text::{LineIndex, Span};

use crate::emulator::Emulator;

/// A history, one of its findings, and the fix that is asked for.
struct Case {
    /// What is special about it.
    about: &'static str,
    /// As in `T1 key-monotonic-int T`.
    asked: &'static str,
    /// The history.
    ddl: &'static str,
    /// What the emulator of 2025 does not read, so that Spanner cannot be asked.
    unread: Option<&'static str>,
}

const fn case(about: &'static str, asked: &'static str, ddl: &'static str) -> Case {
    Case { about, asked, ddl, unread: None }
}

const fn unread(
    what: &'static str,
    about: &'static str,
    asked: &'static str,
    ddl: &'static str,
) -> Case {
    Case { about, asked, ddl, unread: Some(what) }
}

/// GoogleSQL.
const GOOGLE: &[Case] = &[
    case(
        "the type is said again",
        "T1 key-time-ordered-id T",
        "\
CREATE TABLE T (
  Id STRING(26) NOT NULL, -- ULID
  N INT64,
) PRIMARY KEY (Id);
ALTER TABLE T ALTER COLUMN Id STRING(30) NOT NULL;
",
    ),
    case(
        "the column is said again with a default, which counts",
        "T2 key-monotonic-int T",
        "\
CREATE TABLE T (
  Id INT64 NOT NULL, -- a counter
) PRIMARY KEY (Id);
ALTER TABLE T ALTER COLUMN Id INT64 NOT NULL DEFAULT (UNIX_MICROS(CURRENT_TIMESTAMP()));
",
    ),
    case(
        "the column is said again, which takes its default off",
        "T1 key-monotonic-int T",
        "\
CREATE TABLE T (
  Id INT64 NOT NULL DEFAULT (UNIX_MICROS(CURRENT_TIMESTAMP())), -- sequential
) PRIMARY KEY (Id);
ALTER TABLE T ALTER COLUMN Id INT64 NOT NULL;
",
    ),
    case(
        "the default is set later",
        "T2 key-monotonic-int T",
        "\
CREATE TABLE T (
  Id INT64 NOT NULL,
) PRIMARY KEY (Id);
ALTER TABLE T ALTER COLUMN Id SET DEFAULT (UNIX_MICROS(CURRENT_TIMESTAMP())); -- the time
",
    ),
    case(
        "the default is set, and of the old type",
        "T1 key-monotonic-int T",
        "\
CREATE TABLE T (
  Id INT64 NOT NULL DEFAULT (1),
) PRIMARY KEY (Id);
ALTER TABLE T ALTER COLUMN Id SET DEFAULT (UNIX_MICROS(CURRENT_TIMESTAMP()));
",
    ),
    case(
        "the default is dropped",
        "T2 key-monotonic-int T",
        "\
CREATE TABLE T (
  Id INT64 NOT NULL DEFAULT (7), -- a counter
) PRIMARY KEY (Id);
ALTER TABLE T ALTER COLUMN Id DROP DEFAULT;
",
    ),
    case(
        "the copy of the id is added later, and its type said again",
        "T1 key-monotonic-int T",
        "\
CREATE TABLE T (
  Id INT64 NOT NULL, -- a counter
) PRIMARY KEY (Id);
CREATE TABLE C (
  CId STRING(36) NOT NULL DEFAULT (GENERATE_UUID()),
) PRIMARY KEY (CId);
ALTER TABLE C ADD COLUMN TId INT64;
ALTER TABLE C ALTER COLUMN TId INT64;
ALTER TABLE C ADD CONSTRAINT FK_C FOREIGN KEY (TId) REFERENCES T (Id);
",
    ),
    case(
        "the foreign keys of renamed tables are added later, a type widened",
        "T5 key-time-ordered-id U",
        "\
CREATE TABLE T (
  Id STRING(26) NOT NULL, -- ULID
) PRIMARY KEY (Id);
CREATE TABLE C (
  CId STRING(36) NOT NULL DEFAULT (GENERATE_UUID()),
) PRIMARY KEY (CId);
ALTER TABLE C ADD COLUMN TId STRING(26);
ALTER TABLE T RENAME TO U;
ALTER TABLE C RENAME TO D;
ALTER TABLE D ADD COLUMN UId STRING(26);
ALTER TABLE D ALTER COLUMN UId STRING(40);
ALTER TABLE D ADD CONSTRAINT FK_New FOREIGN KEY (UId) REFERENCES U (Id);
ALTER TABLE D ADD CONSTRAINT FK_Old FOREIGN KEY (TId) REFERENCES U (Id);
",
    ),
    case(
        "an index that the fix takes out is changed later",
        "T5 key-time-ordered-id T",
        "\
CREATE TABLE T (
  Id STRING(26) NOT NULL, -- ULID
  N INT64,
) PRIMARY KEY (Id);
CREATE UNIQUE INDEX ById ON T (Id);
ALTER INDEX ById ADD STORED COLUMN N;
",
    ),
    case(
        "a dropped foreign key is no obstacle to a shard",
        "T5 key-time-ordered-id T",
        "\
CREATE TABLE T (
  Id STRING(26) NOT NULL, -- ULID
) PRIMARY KEY (Id);
CREATE TABLE C (
  CId STRING(36) NOT NULL DEFAULT (GENERATE_UUID()),
  TId STRING(26),
  CONSTRAINT FK_C FOREIGN KEY (TId) REFERENCES T (Id),
) PRIMARY KEY (CId);
ALTER TABLE C DROP CONSTRAINT FK_C;
",
    ),
    case(
        "a name that was dropped is not given again",
        "T5 key-time-ordered-id T",
        "\
CREATE TABLE T (
  Id STRING(26) NOT NULL, -- ULID
) PRIMARY KEY (Id);
ALTER TABLE T ADD COLUMN ShardId INT64;
ALTER TABLE T DROP COLUMN ShardId;
",
    ),
    case(
        "a shard that is filled by a later default becomes derived",
        "T5 key-shard-not-derived T",
        "\
CREATE TABLE T (
  ShardId INT64 NOT NULL, -- hash(Id) MOD 16
  Id STRING(26) NOT NULL, -- ULID
) PRIMARY KEY (ShardId, Id);
ALTER TABLE T ALTER COLUMN ShardId SET DEFAULT (0);
",
    ),
    case(
        "the commit timestamp leads the key by a later option",
        "T5 key-commit-timestamp-first T",
        "\
CREATE TABLE T (
  WrittenAt TIMESTAMP NOT NULL,
  Id STRING(36) NOT NULL,
) PRIMARY KEY (WrittenAt, Id);
ALTER TABLE T ALTER COLUMN WrittenAt SET OPTIONS (allow_commit_timestamp = true);
",
    ),
    case(
        "the entity moves before the time of a renamed table",
        "T7 key-timestamp-first Logs",
        "\
CREATE TABLE Lines (
  CreatedAt TIMESTAMP NOT NULL,
  UserId INT64 NOT NULL,
) PRIMARY KEY (CreatedAt, UserId);
ALTER TABLE Lines ADD COLUMN Word STRING(MAX);
ALTER TABLE Lines RENAME TO Logs;
CREATE TABLE Marks (
  Id STRING(36) NOT NULL DEFAULT (GENERATE_UUID()),
  LogAt TIMESTAMP,
) PRIMARY KEY (Id);
ALTER TABLE Marks ADD COLUMN LogUser INT64;
ALTER TABLE Marks ADD FOREIGN KEY (LogAt, LogUser) REFERENCES Logs (CreatedAt, UserId);
",
    ),
    case(
        "an index on a column that is added later",
        "T13 index-monotonic I",
        "\
CREATE TABLE Users (
  UserId STRING(36) NOT NULL DEFAULT (GENERATE_UUID()),
) PRIMARY KEY (UserId);
ALTER TABLE Users RENAME TO People;
ALTER TABLE People ADD COLUMN CreatedAt TIMESTAMP;
CREATE INDEX I ON People (CreatedAt);
",
    ),
    case(
        "a unique index on a column that is added later, whose shard is added where it is",
        "T13 index-time-ordered-id I",
        "\
CREATE TABLE Users (
  UserId STRING(36) NOT NULL DEFAULT (GENERATE_UUID()),
) PRIMARY KEY (UserId);
ALTER TABLE Users ADD COLUMN InviteUlid STRING(26); -- given out
ALTER TABLE Users RENAME TO People;
CREATE UNIQUE INDEX I ON People (InviteUlid);
",
    ),
    case(
        "an index moves into a root by the name it has there",
        "T12 index-monotonic I",
        "\
CREATE TABLE Customers (Id STRING(36) NOT NULL DEFAULT (GENERATE_UUID())) PRIMARY KEY (Id);
CREATE TABLE Orders (
  Id STRING(36) NOT NULL,
  N STRING(36) NOT NULL,
) PRIMARY KEY (Id, N), INTERLEAVE IN PARENT Customers;
ALTER TABLE Orders ADD COLUMN PlacedAt TIMESTAMP;
ALTER TABLE Customers RENAME TO Clients;
CREATE INDEX I ON Orders (PlacedAt);
ALTER TABLE Clients RENAME TO Patrons;
",
    ),
    unread(
        "SET INTERLEAVE IN",
        "the interleaving changes its kind later",
        "T5 key-time-ordered-id T",
        "\
CREATE TABLE T (
  Id STRING(26) NOT NULL, -- ULID
) PRIMARY KEY (Id);
CREATE TABLE C (
  Id STRING(26) NOT NULL,
  N INT64 NOT NULL,
) PRIMARY KEY (Id, N), INTERLEAVE IN T;
ALTER TABLE C SET INTERLEAVE IN PARENT T;
",
    ),
    unread(
        "a new name for a table with a foreign key (it fails inside)",
        "a foreign key stands above the new name",
        "T5 key-time-ordered-id U",
        "\
CREATE TABLE T (
  Id STRING(26) NOT NULL, -- ULID
) PRIMARY KEY (Id);
CREATE TABLE C (
  CId STRING(36) NOT NULL DEFAULT (GENERATE_UUID()),
) PRIMARY KEY (CId);
ALTER TABLE C ADD COLUMN TId STRING(26);
ALTER TABLE C ADD CONSTRAINT FK_C FOREIGN KEY (TId) REFERENCES T (Id);
ALTER TABLE T RENAME TO U;
",
    ),
    unread(
        "RENAME TABLE",
        "an index between two names",
        "T12 index-monotonic I",
        "\
CREATE TABLE A (Id STRING(36) NOT NULL DEFAULT (GENERATE_UUID()), CreatedAt TIMESTAMP) PRIMARY KEY (Id);
RENAME TABLE A TO B;
CREATE INDEX I ON B (CreatedAt);
RENAME TABLE B TO C;
",
    ),
    unread(
        "SET INTERLEAVE IN",
        "refused: the index stands above the interleaving it would lie in",
        "T12 index-monotonic I",
        "\
CREATE TABLE P (Id STRING(36) NOT NULL DEFAULT (GENERATE_UUID())) PRIMARY KEY (Id);
CREATE TABLE C (Id STRING(36) NOT NULL, N INT64, CreatedAt TIMESTAMP) PRIMARY KEY (Id, N);
CREATE INDEX I ON C (CreatedAt);
ALTER TABLE C SET INTERLEAVE IN P;
",
    ),
    case(
        "refused: a table that is dropped later follows the key",
        "T5 key-monotonic-int T",
        "\
CREATE TABLE T (Id INT64 NOT NULL) PRIMARY KEY (Id); -- from a sequence
CREATE TABLE K (Id INT64 NOT NULL, N INT64) PRIMARY KEY (Id, N), INTERLEAVE IN PARENT T;
DROP TABLE K;
",
    ),
    case(
        "a table that is dropped later references the key, and still may",
        "T5 key-monotonic-int T",
        "\
CREATE TABLE T (Id INT64 NOT NULL) PRIMARY KEY (Id); -- from a sequence
CREATE TABLE K (N INT64, Id INT64, FOREIGN KEY (Id) REFERENCES T (Id)) PRIMARY KEY (N);
DROP TABLE K;
",
    ),
    case(
        "and so in another order",
        "T7 key-timestamp-first T",
        "\
CREATE TABLE T (CreatedAt TIMESTAMP NOT NULL, UserId INT64 NOT NULL) PRIMARY KEY (CreatedAt, UserId);
CREATE TABLE K (
  N INT64,
  A TIMESTAMP,
  U INT64,
  CONSTRAINT F FOREIGN KEY (A, U) REFERENCES T (CreatedAt, UserId),
) PRIMARY KEY (N);
DROP TABLE K;
",
    ),
    case(
        "refused: a table that is dropped later repeats the type of the key",
        "T1 key-monotonic-int T",
        "\
CREATE TABLE T (Id INT64 NOT NULL) PRIMARY KEY (Id); -- from a sequence
CREATE TABLE K (N INT64, Id INT64, FOREIGN KEY (Id) REFERENCES T (Id)) PRIMARY KEY (N);
DROP TABLE K;
",
    ),
    case(
        "but a default follows nobody",
        "T2 key-monotonic-int T",
        "\
CREATE TABLE T (Id INT64 NOT NULL) PRIMARY KEY (Id); -- from a sequence
CREATE TABLE K (Id INT64 NOT NULL, N INT64) PRIMARY KEY (Id, N), INTERLEAVE IN PARENT T;
DROP TABLE K;
",
    ),
    case(
        "refused: an index that is dropped later lies in the tree",
        "T5 key-monotonic-int T",
        "\
CREATE TABLE T (Id INT64 NOT NULL) PRIMARY KEY (Id); -- from a sequence
CREATE TABLE K (Id INT64 NOT NULL, N INT64, V INT64) PRIMARY KEY (Id, N), INTERLEAVE IN PARENT T;
CREATE INDEX I ON K (Id, V), INTERLEAVE IN T;
DROP INDEX I;
",
    ),
    case(
        "refused: a check that is dropped later was written for the old type",
        "T1 key-monotonic-int T",
        "\
CREATE TABLE T (
  Id INT64 NOT NULL, -- a counter
  CONSTRAINT Positive CHECK (Id > 0),
) PRIMARY KEY (Id);
ALTER TABLE T DROP CONSTRAINT Positive;
",
    ),
    case(
        "refused: a foreign key that is dropped later was of the old type",
        "T1 key-monotonic-int T",
        "\
CREATE TABLE T (
  Id INT64 NOT NULL, -- a counter
) PRIMARY KEY (Id);
CREATE TABLE C (
  CId STRING(36) NOT NULL DEFAULT (GENERATE_UUID()),
  TId INT64,
  CONSTRAINT FK_C FOREIGN KEY (TId) REFERENCES T (Id),
) PRIMARY KEY (CId);
ALTER TABLE C DROP CONSTRAINT FK_C;
",
    ),
    case(
        "an accepted finding of a renamed table",
        "T25 key-monotonic-int U",
        "\
CREATE TABLE T (Id INT64 NOT NULL) PRIMARY KEY (Id); -- from a sequence
ALTER TABLE T RENAME TO U;
",
    ),
];

/// PostgreSQL.
const POSTGRES: &[Case] = &[
    case(
        "the default is set later",
        "T2 key-monotonic-int t",
        "\
CREATE TABLE t (
  id bigint PRIMARY KEY -- a counter
);
ALTER TABLE t ALTER COLUMN id SET DEFAULT 1;
",
    ),
    case(
        "the default is set later, and of the old type",
        "T1 key-monotonic-int t",
        "\
CREATE TABLE t (
  id bigint NOT NULL DEFAULT 1, -- a counter
  PRIMARY KEY (id)
);
ALTER TABLE t ALTER id SET DEFAULT 2;
",
    ),
    case(
        "the default is dropped",
        "T1 key-monotonic-int t",
        "\
CREATE TABLE t (
  id bigint DEFAULT 1, -- a counter
  PRIMARY KEY (id)
);
ALTER TABLE t ALTER COLUMN id DROP DEFAULT;
",
    ),
    case(
        "the identity has its counter set later",
        "T1 key-monotonic-int t",
        "\
-- hotsplit: column t.id sequential
CREATE TABLE t (
  id bigint GENERATED BY DEFAULT AS IDENTITY (BIT_REVERSED_POSITIVE) PRIMARY KEY
);
ALTER TABLE t ALTER COLUMN id RESTART COUNTER WITH 100;
",
    ),
    case(
        "the copy of the id is added later",
        "T1 key-monotonic-int t",
        "\
CREATE TABLE t (
  id bigint PRIMARY KEY -- a counter
);
CREATE TABLE c (
  c_id varchar(36) PRIMARY KEY DEFAULT spanner.generate_uuid()
);
ALTER TABLE c ADD COLUMN t_id bigint;
ALTER TABLE c ADD CONSTRAINT fk_c FOREIGN KEY (t_id) REFERENCES t (id);
",
    ),
    case(
        "the foreign keys of a renamed table are added later, its types widened",
        "T5 key-time-ordered-id u",
        "\
CREATE TABLE t (
  id varchar(26) PRIMARY KEY -- ULID
);
CREATE TABLE c (
  c_id varchar(36) PRIMARY KEY DEFAULT spanner.generate_uuid()
);
ALTER TABLE c ADD COLUMN t_id varchar(26);
ALTER TABLE t RENAME TO u;
ALTER TABLE c RENAME TO \"D\";
ALTER TABLE \"D\" ADD COLUMN u_id varchar(26);
ALTER TABLE \"D\" ALTER COLUMN u_id TYPE varchar(40);
ALTER TABLE \"D\" ADD CONSTRAINT fk_new FOREIGN KEY (u_id) REFERENCES u (id);
ALTER TABLE \"D\" ADD CONSTRAINT fk_old FOREIGN KEY (t_id) REFERENCES u (id);
",
    ),
    case(
        "an index on a column that is added later",
        "T13 index-monotonic i",
        "\
CREATE TABLE users (
  user_id varchar(36) PRIMARY KEY DEFAULT spanner.generate_uuid()
);
ALTER TABLE users RENAME TO people;
ALTER TABLE people ADD COLUMN created_at timestamptz;
CREATE INDEX i ON people (created_at);
",
    ),
    case(
        "a unique index on a column that is added later",
        "T13 index-time-ordered-id i",
        "\
CREATE TABLE users (
  user_id varchar(36) PRIMARY KEY DEFAULT spanner.generate_uuid()
);
ALTER TABLE users ADD COLUMN invite_ulid varchar(26);
ALTER TABLE users RENAME TO people;
CREATE UNIQUE INDEX i ON people (invite_ulid)",
    ),
    case(
        "an index moves into a root by the name it has there",
        "T12 index-monotonic i",
        "\
CREATE TABLE customers (id varchar(36) PRIMARY KEY DEFAULT spanner.generate_uuid());
CREATE TABLE orders (
  id varchar(36),
  n varchar(36),
  PRIMARY KEY (id, n)
) INTERLEAVE IN PARENT customers;
ALTER TABLE orders ADD COLUMN placed_at timestamptz;
ALTER TABLE customers RENAME TO \"Clients\";
CREATE INDEX i ON orders (placed_at);
ALTER TABLE \"Clients\" RENAME TO patrons;
",
    ),
    case(
        "the entity moves before the time of a renamed table",
        "T7 key-timestamp-first logs",
        "\
CREATE TABLE lines (
  created_at timestamptz,
  user_id bigint,
  PRIMARY KEY (created_at, user_id)
);
ALTER TABLE lines RENAME TO logs;
ALTER TABLE logs ADD COLUMN word varchar;
",
    ),
    case(
        "refused: a table that is dropped later follows the key",
        "T1 key-monotonic-int t",
        "\
CREATE TABLE t (id bigint PRIMARY KEY); -- from a sequence
CREATE TABLE k (id bigint, n bigint, PRIMARY KEY (id, n)) INTERLEAVE IN PARENT t;
DROP TABLE k;
",
    ),
];

/// The text, what was found in it, and the fix, worked out and proven as the page does it.
fn offer(
    case: &Case,
    dialect: Dialect,
) -> (Reading, Finding, Result<hotsplit_engine::Offer, String>) {
    let reading = hotsplit_engine::read(case.ddl, Some(dialect), &Settings::default());
    assert!(reading.tree.errors.is_empty(), "{}: {:?}", case.about, reading.tree.errors);
    let mut words = case.asked.splitn(3, ' ');
    let mut word = || words.next().expect("a fix, a rule and an object");
    let (fix, rule, object) = (word(), word(), word());
    let fix = fixes::find(fix).expect("the fix is listed");
    let found = reading.findings.iter().find(|finding| {
        finding.rule == rule && fixes::object_name(&reading.schema, finding.object) == object
    });
    let finding = found.cloned().unwrap_or_else(|| {
        let keys: Vec<String> = reading.findings.iter().map(|f| reading.key_of(f)).collect();
        panic!("{}: expected {rule} of {object}, found {keys:?}", case.about)
    });
    let choice = Parameters { reason: Some("few".to_owned()), ..Parameters::default() };
    let offer =
        hotsplit_engine::offer(&reading, &finding, fix, &choice).map_err(|refusal| refusal.why);
    (reading, finding, offer)
}

/// A case as it comes out, with the lines of the old text that the finding points at.
fn show(case: &Case, dialect: Dialect) -> String {
    let (_, finding, offer) = offer(case, dialect);
    let lines = LineIndex::new(case.ddl);
    let line = |span: Span| lines.line(span.start).to_string();
    let because: Vec<String> = finding.evidence.iter().map(|e| line(e.span)).collect();
    let mut out = vec![format!("{} ({})", case.about, case.asked)];
    if let Some(what) = case.unread {
        out.push(format!("the emulator does not read {what}"));
    }
    out.push(format!("at {}, because of {}", line(finding.span), because.join(", ")));
    match offer {
        Err(why) => out.push(format!("refused: {why}")),
        Ok(offer) => {
            let problems = &offer.after.schema.problems;
            assert!(problems.is_empty(), "{}: {problems:?}", case.about);
            assert!(offer.after.tree.errors.is_empty(), "{}", case.about);
            let key = &offer.plan.resulting_key;
            out.push(format!("key: {key}\n----\n{}", offer.after.text.trim_end()));
        }
    }
    assert_eq!(
        out[out.len() - 1].starts_with("refused"),
        case.about.starts_with("refused"),
        "{out:?}"
    );
    out.join("\n")
}

fn show_all(cases: &[Case], dialect: Dialect) -> String {
    let shown: Vec<String> = cases.iter().map(|case| show(case, dialect)).collect();
    shown.join("\n\n----------\n\n")
}

#[test]
fn fixes_edit_the_line_that_counts_in_googlesql() {
    insta::assert_snapshot!(show_all(GOOGLE, Dialect::GoogleSql));
}

#[test]
fn fixes_edit_the_line_that_counts_in_postgresql() {
    insta::assert_snapshot!(show_all(POSTGRES, Dialect::PostgreSql));
}

#[test]
fn spanner_takes_every_history_before_and_after() {
    let test = "histories::spanner_takes_every_history_before_and_after";
    let Some(emulator) = Emulator::for_test(test) else { return };
    let google = GOOGLE.iter().map(|case| (case, Dialect::GoogleSql));
    let cases = google.chain(POSTGRES.iter().map(|case| (case, Dialect::PostgreSql)));
    let (mut taken, mut wrong) = (0, Vec::new());
    for (case, dialect) in cases {
        let (before, _, offer) = offer(case, dialect);
        let take =
            |reading: &Reading| emulator.accepts(dialect, &crate::proof::statements(reading));
        let said = take(&before);
        if said.is_err() != case.unread.is_some() {
            wrong.push(format!("{}, as it is: {said:?}", case.about));
        }
        if let (Ok(offer), None) = (offer, case.unread) {
            match take(&offer.after) {
                Ok(()) => taken += 1,
                Err(why) => wrong.push(format!("{}: {why}\n{}", case.about, offer.after.text)),
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
    assert!(taken >= 25, "expected most histories to be tried, found {taken}");
}

/// What may follow in a history, in this order: `{t}` is the name of the table at that time, `{ty}`
/// the type of its id. Each is there or not, whatever the others are.
const LATER: [&[&str]; 2] = [
    &[
        "ALTER TABLE {t} ALTER COLUMN Id SET DEFAULT ({grows})",
        "CREATE TABLE K (Id {ty} NOT NULL, N INT64 NOT NULL, V INT64) PRIMARY KEY (Id, N), \
         INTERLEAVE IN PARENT {t}",
        "ALTER TABLE {t} ADD COLUMN SeenAt TIMESTAMP",
        "ALTER TABLE {t} ALTER COLUMN CreatedAt SET OPTIONS (allow_commit_timestamp = true)",
        "RENAME",
        "ALTER TABLE {t} ALTER COLUMN Id {ty} NOT NULL",
        "CREATE INDEX I ON {t} (CreatedAt DESC)",
        "ALTER TABLE C ADD COLUMN TId {ty}; \
         ALTER TABLE C ADD CONSTRAINT F FOREIGN KEY (TId) REFERENCES {t} (Id)",
        "ALTER TABLE C ALTER COLUMN TId {ty}",
        "ALTER TABLE {t} ALTER COLUMN Id DROP DEFAULT",
        "ALTER TABLE C DROP CONSTRAINT F",
        "CREATE UNIQUE INDEX ById ON {t} (Id); ALTER INDEX ById ADD STORED COLUMN CreatedAt",
        "DROP INDEX ById",
        "DROP TABLE K",
    ],
    &[
        "ALTER TABLE {t} ALTER COLUMN id SET DEFAULT {grows}",
        "CREATE TABLE k (id {ty}, n bigint, v bigint, PRIMARY KEY (id, n)) \
         INTERLEAVE IN PARENT {t}",
        "ALTER TABLE {t} ADD COLUMN seen_at timestamptz",
        "CREATE INDEX j ON {t} (created_at) INCLUDE (v)",
        "RENAME",
        "CREATE INDEX i ON {t} (created_at DESC)",
        "ALTER TABLE c ADD COLUMN t_id {ty}; \
         ALTER TABLE c ADD CONSTRAINT f FOREIGN KEY (t_id) REFERENCES {t} (id)",
        "ALTER TABLE {t} ALTER COLUMN id DROP DEFAULT",
        "ALTER TABLE c DROP CONSTRAINT f",
        "CREATE UNIQUE INDEX by_id ON {t} (id); ALTER INDEX by_id ADD INCLUDE COLUMN v",
        "DROP INDEX by_id",
        "ALTER TABLE {t} DROP COLUMN w",
    ],
];

/// The history with those of `LATER` whose bit is set.
fn history(dialect: Dialect, text_id: bool, bits: u32) -> String {
    let google = dialect == Dialect::GoogleSql;
    let (ty, grows) = match (google, text_id) {
        (true, true) => ("STRING(26)", "'01ARZ3NDEKTSV4RRFFQ69G5FAV'"),
        (true, false) => ("INT64", "UNIX_MICROS(CURRENT_TIMESTAMP())"),
        (false, true) => ("varchar(26)", "'01ARZ3NDEKTSV4RRFFQ69G5FAV'"),
        (false, false) => ("bigint", "1"),
    };
    let hint = if text_id { "ULID" } else { "from a sequence" };
    let mut text = if google {
        format!(
            "CREATE TABLE T (\n  Id {ty} NOT NULL, -- {hint}\n  CreatedAt TIMESTAMP,\n) \
             PRIMARY KEY (Id);\nCREATE TABLE C (\n  CId STRING(36) NOT NULL DEFAULT \
             (GENERATE_UUID()),\n) PRIMARY KEY (CId);\n"
        )
    } else {
        format!(
            "CREATE TABLE t (\n  id {ty} PRIMARY KEY, -- {hint}\n  created_at timestamptz,\n  \
             v bigint,\n  w bigint\n);\nCREATE TABLE c (\n  cid varchar(36) PRIMARY KEY DEFAULT \
             spanner.generate_uuid()\n);\n"
        )
    };
    let mut name = if google { "T" } else { "t" };
    for (bit, later) in LATER[usize::from(!google)].iter().enumerate() {
        if bits >> bit & 1 == 0 {
            continue;
        }
        let said = if *later == "RENAME" {
            let old = std::mem::replace(&mut name, if google { "U" } else { "\"U\"" });
            format!("ALTER TABLE {old} RENAME TO {name}")
        } else {
            later.replace("{t}", name).replace("{ty}", ty).replace("{grows}", grows)
        };
        text.push_str(&said.replace("; ", ";\n"));
        text.push_str(";\n");
    }
    text
}

/// Histories of the sample. Two thousand were tried once, and Spanner took each fix.
const HISTORIES: u32 = 160;

/// A sample of all histories: of those that Spanner takes, it takes each fix.
#[test]
fn spanner_takes_every_fix_of_a_made_up_history() {
    let test = "histories::spanner_takes_every_fix_of_a_made_up_history";
    let Some(emulator) = Emulator::for_test(test) else { return };
    let (mut histories, mut taken, mut wrong) = (0, 0, Vec::new());
    let mut bits = 1_u32;
    for round in 0..HISTORIES {
        bits = bits.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let dialect = if round % 2 == 0 { Dialect::GoogleSql } else { Dialect::PostgreSql };
        let text = history(dialect, round % 4 < 2, bits >> 16);
        let reading = hotsplit_engine::read(&text, Some(dialect), &Settings::default());
        let take = |reading: &Reading| {
            let statements = crate::proof::known_statements(&reading.text, dialect);
            crate::rollout::takes(&emulator, dialect, &statements)
        };
        if take(&reading).is_err() {
            continue;
        }
        histories += 1;
        assert!(reading.schema.problems.is_empty(), "{:?}\n{text}", reading.schema.problems);
        for finding in &reading.findings {
            for card in hotsplit_engine::cards(&reading, finding, &Parameters::default()) {
                let Ok(offer) = card.outcome else { continue };
                let after = &offer.after;
                assert!(after.schema.problems.is_empty(), "{}", after.text);
                match take(after) {
                    Ok(()) => taken += 1,
                    Err(why) => {
                        wrong.push(format!("{}: {why}\n{text}\n{}", card.fix.short, after.text));
                    }
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{} of {taken}:\n{}", wrong.len(), wrong.join("\n\n"));
    assert!(histories >= 20 && taken >= 40, "tried {histories} histories and {taken} fixes");
}
