//! Fixes, through text: DDL and a finding in, the edited DDL and what the plan says out.
//!
//! Findings and facts are given by hand here, so that a fix is tested apart from the rules: `given`
//! says what each column is, and the walk along each key follows from it.

use hotsplit::facts::{
    ColumnFact, Dist, Facts, FileFacts, IndexFacts, Outcome, TableFacts, TimeId, Walk, WalkPart,
};
use hotsplit::fixes::{self, FixContext, Parameters};
use hotsplit::rules::{Finding, Object, Severity};
use hotsplit::schema::{self, ColumnId, KeyPart, Schema, TableId};
use hotsplit::syntax;
use hotsplit::text::{Span, apply_edits};

/// A finding and what is known of the columns, in words.
struct Given<'a> {
    /// `T5`.
    fix: &'a str,
    /// The rule, and the table or index it speaks of: `key-time-ordered-id Transactions`.
    finding: &'a str,
    /// `Transactions.TxnId ulid, Users.UserId entity`; a table's other columns are told from
    /// their types.
    facts: &'a str,
    /// What the person chose.
    choice: Parameters,
}

impl Default for Given<'_> {
    fn default() -> Self {
        let choice = Parameters::default();
        Self { fix: "T5", finding: "key-time-ordered-id Transactions", facts: "", choice }
    }
}

/// The text after the fix, and what the plan says; or why there is none.
fn check(given: &Given<'_>, ddl: &str) -> String {
    let fix = fixes::find(given.fix).expect("the fix is listed");
    let tree = syntax::parse(ddl, None);
    assert!(tree.errors.is_empty(), "expected DDL without errors, found {:?}", tree.errors);
    let schema = schema::build::build(&tree, ddl);
    let facts = facts(&schema, given.facts);
    let (rule, object) = given.finding.split_once(' ').expect("a rule and an object");
    let finding = finding(rule, object, &schema);
    let cx = FixContext { text: ddl, schema: &schema, facts: &facts };
    match (fix.plan)(&cx, &finding, &given.choice) {
        Err(refusal) => format!("refused: {}", refusal.why),
        Ok(plan) => {
            let after = apply_edits(ddl, &plan.edits).expect("edits do not overlap");
            let again = syntax::parse(&after, Some(schema.dialect));
            assert!(again.errors.is_empty(), "{:?} in\n{after}", again.errors);
            format!("{}\n----\n{}", after.trim_end(), print(&plan))
        }
    }
}

/// The text alone.
fn text(given: &Given<'_>, ddl: &str) -> String {
    let whole = check(given, ddl);
    whole.split_once("\n----\n").map_or(whole.clone(), |(text, _)| text.to_owned())
}

fn print(plan: &fixes::Plan) -> String {
    let mut lines = vec![format!("key: {}", plan.resulting_key)];
    lines.extend(plan.tails.map(|n| format!("tails: {n}")));
    lines.extend(plan.shards.map(|n| format!("shards: {n}")));
    lines.extend(plan.cascade.iter().map(|c| format!("{} {}: {}", c.kind, c.object, c.what)));
    lines.extend(plan.costs.iter().map(|line| format!("cost: {line}")));
    lines.extend(plan.application.iter().map(|line| format!("app: {line}")));
    lines.join("\n")
}

fn finding(rule: &str, object: &str, schema: &Schema) -> Finding {
    let index = schema.index_ids().find(|&id| schema.index(id).name == object);
    let object = match (schema.find_table(object), index) {
        (Some(table), _) => Object::Table(table),
        (None, Some(index)) => Object::Index(index),
        (None, None) => panic!("no object is called {object}"),
    };
    Finding {
        rule: Box::leak(rule.to_owned().into_boxed_str()),
        severity: Severity::High,
        object,
        column: None,
        title: String::new(),
        why: String::new(),
        help: String::new(),
        reason: None,
        evidence: Vec::new(),
        span: Span::default(),
        confidence: 1.0,
        utilisation: None,
        question: None,
        accepted: None,
        attached: Vec::new(),
    }
}

/// Facts from words.
fn facts(schema: &Schema, words: &str) -> Facts {
    let mut facts = Facts {
        tables: Vec::new(),
        indexes: Vec::new(),
        file: FileFacts { nodes: None, max_nodes: None, ceiling: 3500.0, multi_region: false },
        problems: Vec::new(),
    };
    for id in schema.table_ids() {
        let table = schema.table(id);
        let columns: Vec<ColumnFact> =
            table.column_ids().map(|c| column_fact(schema, id, c, words)).collect();
        let walk = walk(id, &table.key, &columns);
        facts.tables.push(TableFacts {
            columns,
            writes_per_second: None,
            updates_per_second: None,
            rows: None,
            row_bytes: 100.0,
            low_write: None,
            walk,
            skew: Vec::new(),
            accepted: Vec::new(),
            off: Vec::new(),
            retention_forever: false,
            reads: Vec::new(),
            children_per_parent: None,
        });
    }
    for id in schema.index_ids() {
        let table = schema.index(id).table;
        let walk = walk(table, &schema.effective_key(id), &facts.table(table).columns);
        facts.indexes.push(IndexFacts {
            walk,
            writes_per_second: None,
            accepted: Vec::new(),
            off: Vec::new(),
        });
    }
    facts
}

fn column_fact(schema: &Schema, id: TableId, column: ColumnId, words: &str) -> ColumnFact {
    use hotsplit::syntax::tree::Type;
    let table = schema.table(id);
    let c = table.column(column);
    let name = format!("{}.{}", table.name, c.name);
    let said = words.split(',').filter_map(|fact| fact.trim().split_once(' '));
    let said = said.into_iter().find(|(of, _)| of.eq_ignore_ascii_case(&name)).map(|(_, f)| f);
    let mut time_id = None;
    let entity = Dist::Entity { cardinality: 100_000.0 };
    let dist = match said {
        Some("ulid") => {
            time_id = Some(TimeId::Ulid);
            Dist::TimeArrival
        }
        Some("up") => Dist::MonotonicUp,
        Some("entity") => entity,
        Some("uniform") => Dist::Uniform,
        Some("bucket") => Dist::TimeBucket,
        Some("few") => Dist::LowCard { values: 8 },
        Some(shard) if shard.starts_with("shard") => {
            let words: Vec<&str> = shard.split(' ').collect();
            let of = words.iter().find_map(|w| table.find_column(w));
            Dist::Shard {
                n: words[1].parse().expect("the number of shards"),
                signed: words.contains(&"signed"),
                of,
                derived: c.generated.is_some(),
                known: true,
            }
        }
        Some(other) => panic!("no fact is called {other}"),
        None if c.commit_timestamp => Dist::TimeArrival,
        None if matches!(c.ty, Some(Type::Timestamp)) => Dist::TimeArrival,
        None => Dist::Unknown,
    };
    ColumnFact {
        dist,
        time_id,
        confidence: 1.0,
        evidence: Vec::new(),
        mutable: None,
        null_share: None,
        max_len: None,
        stated: false,
    }
}

fn walk(table: TableId, key: &[KeyPart], columns: &[ColumnFact]) -> Walk {
    let parts = key.iter().map(|part| WalkPart {
        table,
        column: part.column,
        desc: part.desc,
        span: part.span,
        inherited: false,
    });
    let fact = |part: &KeyPart| &columns[part.column.0 as usize];
    let mut tails = 1;
    let mut outcome = Outcome::None;
    for (at, part) in key.iter().enumerate() {
        outcome = match &fact(part).dist {
            Dist::Uniform | Dist::Entity { .. } => Outcome::Spread {
                over: 100_000.0,
                by: at,
                tail_within: (at + 1..key.len()).find(|&i| fact(&key[i]).dist.is_moving()),
            },
            Dist::Unknown => Outcome::Ask { at, tails },
            Dist::TimeBucket => Outcome::Bucket { tails, at, spread_within: false },
            Dist::LowCard { values: n } | Dist::Shard { n, .. } => {
                tails *= n;
                continue;
            }
            _ => Outcome::Moving { tails, at },
        };
        break;
    }
    Walk { parts: parts.collect(), outcome }
}

const ULID: &str = "Transactions.TxnId ulid";

#[test]
fn every_fix_is_listed_once_and_found() {
    let ids: Vec<&str> = fixes::FIXES.iter().map(|fix| fix.id).collect();
    assert_eq!(ids, ["T1", "T2", "T5", "T7", "T12", "T13", "T25"]);
    for fix in fixes::FIXES {
        assert_eq!(fixes::find(&fix.id.to_lowercase()).map(|f| f.name), Some(fix.name));
        assert!(fix.page.starts_with(&format!("# {}", fix.title)), "{} opens otherwise", fix.name);
        assert!(fix.page.contains("```sql before") && fix.page.contains("```sql after"));
    }
    assert!(fixes::find("T99").is_none());
}

#[test]
fn a_shard_leads_the_ulid_ledger() {
    let ddl = "\
-- The ledger.
CREATE TABLE Transactions (
  TxnId    STRING(26) NOT NULL, -- ULID
  Amount   NUMERIC NOT NULL,
  BookedAt TIMESTAMP NOT NULL OPTIONS (allow_commit_timestamp = true), -- when
) PRIMARY KEY (TxnId);

CREATE UNIQUE INDEX TransactionsByTxnId ON Transactions (TxnId);

CREATE TABLE Legs (
  LegId  STRING(36) NOT NULL DEFAULT (GENERATE_UUID()),
  TxnId  STRING(26) NOT NULL, -- which transaction
  Refund STRING(26),
  CONSTRAINT FK_Legs_Txn FOREIGN KEY (TxnId) REFERENCES Transactions (TxnId),
  CONSTRAINT FK_Legs_Refund FOREIGN KEY (Refund) REFERENCES Transactions (TxnId)
) PRIMARY KEY (LegId);

CREATE TABLE Disputes (
  DisputeId STRING(36) NOT NULL,
  TxnId STRING(26) NOT NULL
) PRIMARY KEY (DisputeId);

ALTER TABLE Disputes ADD CONSTRAINT FK_D FOREIGN KEY (TxnId) REFERENCES Transactions (TxnId);
";
    let choice = Parameters {
        nodes: Some(10.0),
        writes_per_second: Some(12_000.0),
        ..Parameters::default()
    };
    insta::assert_snapshot!(check(&Given { facts: ULID, choice, ..Given::default() }, ddl));
}

#[test]
fn a_shard_keeps_every_way_of_writing() {
    let given = Given { facts: ULID, ..Given::default() };
    let cases = [
        "CREATE TABLE Transactions (TxnId STRING(26) NOT NULL, A INT64) PRIMARY KEY (TxnId);",
        "create table Transactions (TxnId string(26) not null) primary key (TxnId)",
        "CREATE TABLE Transactions (\n\tTxnId STRING(26) NOT NULL,\n) PRIMARY KEY(\n\tTxnId\n);\n",
        "CREATE TABLE Transactions (\n    TxnId STRING(26) NOT NULL\n  , Amount NUMERIC\n) \
         PRIMARY KEY (TxnId)",
        "CREATE TABLE Transactions (\n  -- Given by the gateway.\n  TxnId STRING(26) NOT NULL\n) \
         PRIMARY KEY (TxnId DESC)",
        "CREATE TABLE Transactions (\n  TxnId STRING(26) NOT NULL PRIMARY KEY, -- ULID\n  A INT64\n\
         );",
        "CREATE TABLE `Transactions` (`TxnId` STRING(26)) PRIMARY KEY (`TxnId`)",
    ];
    let printed: Vec<String> = cases.iter().map(|ddl| text(&given, ddl)).collect();
    insta::assert_snapshot!(printed.join("\n\n----------\n\n"));
}

#[test]
fn line_ends_stay_as_they_are() {
    let ddl = "CREATE TABLE Transactions (\r\n  TxnId STRING(26) NOT NULL, -- ULID\r\n) \
               PRIMARY KEY (TxnId);\r\n\r\nCREATE TABLE Legs (\r\n  LegId INT64 NOT NULL,\r\n  \
               TxnId STRING(26), -- of\r\n  FOREIGN KEY (TxnId) REFERENCES Transactions (TxnId)\r\n) \
               PRIMARY KEY (LegId);\r\n";
    let after = text(&Given { facts: ULID, ..Given::default() }, ddl);
    assert_eq!(after.matches('\n').count(), after.matches("\r\n").count());
    insta::assert_snapshot!(after.replace("\r\n", "\u{240d}\n"));
}

#[test]
fn a_tree_of_three_levels_follows() {
    let ddl = "\
CREATE TABLE Transactions (
  TxnId STRING(26) NOT NULL,
) PRIMARY KEY (TxnId);

CREATE TABLE Legs (
  TxnId STRING(26) NOT NULL,
  LegNo INT64 NOT NULL,
  Before STRING(26),
  FOREIGN KEY (Before) REFERENCES Transactions (TxnId),
) PRIMARY KEY (TxnId, LegNo),
  INTERLEAVE IN PARENT Transactions ON DELETE CASCADE;

CREATE TABLE Notes (
  TxnId STRING(26) NOT NULL,
  LegNo INT64 NOT NULL,
  NoteNo INT64 NOT NULL,
  OtherTxnId STRING(26),
  OtherLegNo INT64,
  FOREIGN KEY (OtherTxnId, OtherLegNo) REFERENCES Legs (TxnId, LegNo),
  FOREIGN KEY (LegNo, TxnId) REFERENCES Legs (LegNo, TxnId),
) PRIMARY KEY (TxnId, LegNo, NoteNo),
  INTERLEAVE IN PARENT Legs ON DELETE CASCADE;

CREATE INDEX NotesByOther ON Notes (TxnId, OtherTxnId), INTERLEAVE IN Transactions;
CREATE UNIQUE INDEX LegsByNo ON Legs (LegNo, TxnId);
CREATE INDEX NotesByNo ON Notes (OtherLegNo);
";
    insta::assert_snapshot!(check(&Given { facts: ULID, ..Given::default() }, ddl));
}

#[test]
fn a_table_may_reference_itself() {
    let ddl = "\
CREATE TABLE Transactions (
  TxnId STRING(26) NOT NULL,
  ReversedTxnId STRING(26),
  FOREIGN KEY (ReversedTxnId) REFERENCES Transactions (TxnId)
) PRIMARY KEY (TxnId)";
    insta::assert_snapshot!(text(&Given { facts: ULID, ..Given::default() }, ddl));
}

#[test]
fn a_shard_in_postgresql() {
    let ddl = "\
CREATE TABLE transactions (
  txnid varchar(26) PRIMARY KEY, -- ULID
  amount numeric
);

CREATE TABLE legs (
  legid bigint NOT NULL,
  txnid varchar(26) NOT NULL REFERENCES transactions (txnid) ON DELETE CASCADE,
  PRIMARY KEY (legid)
);

CREATE TABLE parts (
  txnid varchar(26) NOT NULL,
  partno bigint NOT NULL,
  PRIMARY KEY (txnid, partno)
) INTERLEAVE IN PARENT transactions;

CREATE INDEX partsindex ON parts (txnid, partno) INTERLEAVE IN transactions WHERE partno IS NOT NULL;
";
    let given = Given {
        finding: "key-time-ordered-id transactions",
        facts: "transactions.txnid ulid",
        ..Given::default()
    };
    insta::assert_snapshot!(check(&given, ddl));
}

#[test]
fn each_type_is_hashed_in_its_own_way() {
    let google = ["STRING(26)", "BYTES(16)", "INT64", "TIMESTAMP", "UUID"];
    let postgres = ["varchar(26)", "bytea", "bigint", "timestamptz", "uuid"];
    let mut lines = Vec::new();
    for ty in google {
        let ddl = format!("CREATE TABLE T (Id {ty} NOT NULL) PRIMARY KEY (Id)");
        lines.push(text(&Given { finding: "key-timestamp-first T", ..Given::default() }, &ddl));
    }
    for ty in postgres {
        let ddl = format!("CREATE TABLE t (id {ty} NOT NULL, PRIMARY KEY (id))");
        lines.push(text(&Given { finding: "key-timestamp-first t", ..Given::default() }, &ddl));
    }
    insta::assert_snapshot!(lines.join("\n"));
}

#[test]
fn a_commit_timestamp_is_not_hashed() {
    let given =
        |facts| Given { finding: "key-commit-timestamp-first Log", facts, ..Given::default() };
    let ts = "Ts TIMESTAMP NOT NULL OPTIONS (allow_commit_timestamp = true)";
    // Another key column serves.
    let other = format!("CREATE TABLE Log ({ts}, UserId INT64 NOT NULL) PRIMARY KEY (Ts, UserId)");
    // A column outside the key serves only if it says enough.
    let outside = format!("CREATE TABLE Log ({ts}, UserId INT64 NOT NULL) PRIMARY KEY (Ts)");
    // Nothing serves.
    let alone = format!("CREATE TABLE Log ({ts}, Body STRING(MAX)) PRIMARY KEY (Ts)");
    insta::assert_snapshot!(
        [
            check(&given("Log.UserId entity"), &other),
            check(&given("Log.UserId entity"), &outside),
            check(&given(""), &alone),
        ]
        .join("\n\n----------\n\n")
    );
}

#[test]
fn a_shard_that_is_there_is_made_right() {
    let given = |rule, facts| Given { finding: rule, facts, ..Given::default() };
    let signed = "\
CREATE TABLE E (
  Shard INT64 NOT NULL AS (MOD(FARM_FINGERPRINT(Id), 32)) STORED,
  Id STRING(26) NOT NULL
) PRIMARY KEY (Shard, Id);
CREATE TABLE C (
  CId INT64 NOT NULL,
  EShard INT64 AS (MOD(FARM_FINGERPRINT(EId), 32)) STORED,
  EId STRING(26),
  FOREIGN KEY (EShard, EId) REFERENCES E (Shard, Id)
) PRIMARY KEY (CId)";
    let by_hand = "\
CREATE TABLE E (
  Shard INT64 NOT NULL, -- MOD(FARM_FINGERPRINT(Id), 16) at write time
  Id STRING(26) NOT NULL
) PRIMARY KEY (Shard, Id);
CREATE TABLE Part (
  Shard INT64 NOT NULL,
  Id STRING(26) NOT NULL,
  No INT64 NOT NULL,
) PRIMARY KEY (Shard, Id, No), INTERLEAVE IN PARENT E";
    let behind = "\
CREATE TABLE E (
  Shard INT64 NOT NULL AS (ABS(MOD(Id, 16))) STORED,
  Id INT64 NOT NULL,
) PRIMARY KEY (Id, Shard)";
    let given_signed = given("key-shard-negative-mod E", "E.Shard shard 32 signed Id, E.Id ulid");
    let given_by_hand = given("key-shard-not-derived E", "E.Shard shard 16 signed Id, E.Id ulid");
    let mut resized = given("key-shard-count-low E", "E.Shard shard 16 signed Id, E.Id ulid");
    resized.choice.shards = Some(64);
    insta::assert_snapshot!(
        [
            check(&given_signed, signed),
            check(&given_by_hand, by_hand),
            text(&resized, by_hand),
            text(&given("key-shard-ineffective E", "E.Shard shard 16 Id, E.Id up"), behind),
        ]
        .join("\n\n----------\n\n")
    );
}

#[test]
fn a_tenant_is_sharded_inside() {
    let ddl = "CREATE TABLE Audit (\n  TenantId STRING(36) NOT NULL,\n  EventId STRING(26) NOT NULL\n\
               ) PRIMARY KEY (TenantId, EventId)";
    let given = Given {
        finding: "key-tenant-skew Audit",
        facts: "Audit.TenantId entity, Audit.EventId ulid",
        ..Given::default()
    };
    insta::assert_snapshot!(check(&given, ddl));
}

#[test]
fn a_parent_that_is_missing_is_asked_for() {
    let ddl = "CREATE TABLE Legs (TxnId STRING(26) NOT NULL, N INT64 NOT NULL) \
               PRIMARY KEY (TxnId, N), INTERLEAVE IN PARENT Transactions";
    let given =
        Given { finding: "key-time-ordered-id Legs", facts: "Legs.TxnId ulid", ..Given::default() };
    insta::assert_snapshot!(check(&given, ddl));
}

#[test]
fn the_number_of_shards_follows_nodes_and_writes() {
    let ddl = "CREATE TABLE Transactions (TxnId STRING(26) NOT NULL) PRIMARY KEY (TxnId)";
    let shards = |choice: Parameters| {
        let printed = check(&Given { facts: ULID, choice, ..Given::default() }, ddl);
        let line = printed.lines().find(|l| l.starts_with("shards:") || l.starts_with("refused"));
        line.expect("a number or a refusal").to_owned()
    };
    let none = Parameters::default;
    assert_eq!(shards(none()), "shards: 16");
    assert_eq!(shards(Parameters { nodes: Some(3.0), ..none() }), "shards: 4");
    assert_eq!(shards(Parameters { nodes: Some(0.1), ..none() }), "shards: 2");
    assert_eq!(shards(Parameters { writes_per_second: Some(100_000.0), ..none() }), "shards: 32");
    assert_eq!(shards(Parameters { shards: Some(10), ..none() }), "shards: 10");
    assert!(shards(Parameters { shards: Some(1), ..none() }).starts_with("refused"));
}

#[test]
fn a_random_uuid_takes_the_place_of_a_counter() {
    let ddl = "\
CREATE TABLE Events (
  EventId INT64 NOT NULL, -- from a sequence
  Body STRING(MAX)
) PRIMARY KEY (EventId);

CREATE TABLE Parts (
  EventId INT64 NOT NULL,
  PartNo INT64 NOT NULL
) PRIMARY KEY (EventId, PartNo), INTERLEAVE IN PARENT Events;

CREATE TABLE Marks (
  MarkId STRING(36) NOT NULL,
  EventId INT64,
  FOREIGN KEY (EventId) REFERENCES Events (EventId)
) PRIMARY KEY (MarkId);
";
    let given = Given {
        fix: "T1",
        finding: "key-monotonic-int Events",
        facts: "Events.EventId up",
        ..Given::default()
    };
    insta::assert_snapshot!(check(&given, ddl));
}

#[test]
fn a_random_uuid_in_every_shape() {
    let given = |finding, facts| Given { fix: "T1", finding, facts, ..Given::default() };
    let up = given("key-monotonic-int Events", "Events.EventId up");
    let pg = given("key-monotonic-int events", "events.eventid up");
    let time = given("key-timestamp-first Events", "Events.DeviceId entity");
    let pg_time = given("key-timestamp-first events", "events.deviceid entity");
    let printed = [
        text(&up, "CREATE TABLE Events (EventId INT64 NOT NULL DEFAULT (1) PRIMARY KEY)"),
        text(
            &up,
            "CREATE TABLE Events (\n  -- hotsplit: sequential\n  EventId STRING(36) NOT NULL,\n\
                   ) PRIMARY KEY (EventId)",
        ),
        text(
            &up,
            "CREATE TABLE Events (EventId INT64 NOT NULL, CHECK (EventId > 0)) \
                   PRIMARY KEY (EventId)",
        ),
        text(&up, "CREATE TABLE Events (EventId INT64 NOT NULL, X UUID) PRIMARY KEY (EventId)"),
        text(&pg, "CREATE TABLE events (eventid bigint PRIMARY KEY, body text);"),
        text(&pg, "CREATE TABLE events (\n  eventid bigint NOT NULL,\n  PRIMARY KEY (eventid)\n);"),
        check(
            &time,
            "CREATE TABLE Events (\n  At TIMESTAMP NOT NULL,\n  DeviceId INT64 NOT NULL,\n\
                     ) PRIMARY KEY (At, DeviceId)",
        ),
        text(
            &pg_time,
            "CREATE TABLE events (happened timestamptz, deviceid bigint, \
                        PRIMARY KEY (happened, deviceid));",
        ),
        text(&pg_time, "CREATE TABLE events (happened timestamptz PRIMARY KEY);"),
        text(
            &time,
            "CREATE TABLE Events (At TIMESTAMP NOT NULL) PRIMARY KEY (At);\n\
                     CREATE TABLE C (Id INT64, At TIMESTAMP, FOREIGN KEY (At) REFERENCES Events (At)) \
                     PRIMARY KEY (Id)",
        ),
    ];
    insta::assert_snapshot!(printed.join("\n\n----------\n\n"));
}

#[test]
fn a_sequence_feeds_the_integer_key() {
    let given = |finding, facts| Given { fix: "T2", finding, facts, ..Given::default() };
    let up = given("key-monotonic-int Events", "Events.EventId up");
    let pg = given("key-monotonic-int events", "events.event_id up");
    let printed = [
        check(
            &up,
            "-- Everything that happens.\nCREATE TABLE Events (\n  EventId INT64 NOT NULL, \
                    -- from a sequence\n) PRIMARY KEY (EventId);\n",
        ),
        text(&up, "create table Events (EventId int64 not null) primary key (EventId)"),
        text(
            &up,
            "CREATE SEQUENCE EventSeq OPTIONS (sequence_kind = 'bit_reversed_positive');\n\
                   CREATE TABLE Events (\n  EventId INT64 NOT NULL DEFAULT (UNIX_MICROS(\
                   CURRENT_TIMESTAMP())), -- hotsplit: sequential, immutable\n) \
                   PRIMARY KEY (EventId);",
        ),
        text(&pg, "CREATE TABLE events (\n  event_id bigint PRIMARY KEY,\n  body text\n);"),
        text(&up, "CREATE TABLE Events (EventId STRING(26) NOT NULL) PRIMARY KEY (EventId)"),
    ];
    insta::assert_snapshot!(printed.join("\n\n----------\n\n"));
}

#[test]
fn the_entity_moves_before_the_time() {
    let ddl = "\
CREATE TABLE Logs (
  At TIMESTAMP NOT NULL,
  UserId INT64 NOT NULL
) PRIMARY KEY (At DESC, UserId);

CREATE TABLE Lines (
  At TIMESTAMP NOT NULL,
  UserId INT64 NOT NULL,
  No INT64 NOT NULL
) PRIMARY KEY (At DESC, UserId, No), INTERLEAVE IN PARENT Logs;

CREATE TABLE Marks (
  Id STRING(36) NOT NULL,
  LogAt TIMESTAMP,
  LogUser INT64,
  FOREIGN KEY (LogAt, LogUser) REFERENCES Logs (At, UserId)
) PRIMARY KEY (Id);

CREATE INDEX LinesByNo ON Lines (At DESC, UserId, No DESC), INTERLEAVE IN Logs;
";
    let given = Given {
        fix: "T7",
        finding: "key-timestamp-first Logs",
        facts: "Logs.UserId entity",
        ..Given::default()
    };
    let alone = "CREATE TABLE Logs (At TIMESTAMP NOT NULL) PRIMARY KEY (At)";
    insta::assert_snapshot!(format!(
        "{}\n----------\n{}",
        check(&given, ddl),
        check(&given, alone)
    ));
}

#[test]
fn an_index_moves_into_the_row_tree() {
    let tables = "\
CREATE TABLE Customers (CustomerId STRING(36) NOT NULL) PRIMARY KEY (CustomerId);
CREATE TABLE Orders (
  CustomerId STRING(36) NOT NULL,
  OrderId STRING(36) NOT NULL,
  PlacedAt TIMESTAMP,
  Total NUMERIC
) PRIMARY KEY (CustomerId, OrderId), INTERLEAVE IN PARENT Customers;
";
    let given =
        |facts| Given { fix: "T12", finding: "index-monotonic I", facts, ..Given::default() };
    let spread = given("Customers.CustomerId uniform, Orders.CustomerId uniform");
    let with = |index: &str| text(&spread, &format!("{tables}{index}")).replace(tables, "");
    let pg = "\
CREATE TABLE users (userid varchar(36) NOT NULL, seen timestamptz, PRIMARY KEY (userid));
CREATE INDEX I ON users (seen) INCLUDE (userid) WHERE seen IS NOT NULL;";
    let printed = [
        check(
            &spread,
            &format!("{tables}CREATE INDEX I ON Orders (PlacedAt DESC) STORING (Total);"),
        ),
        with("CREATE INDEX I ON Orders (PlacedAt) WHERE PlacedAt IS NOT NULL"),
        with("CREATE INDEX I ON Orders (PlacedAt, CustomerId);"),
        with("CREATE UNIQUE INDEX I ON Orders (PlacedAt);"),
        text(&given("users.userid uniform"), pg),
        text(
            &given("Customers.CustomerId up"),
            &format!("{tables}CREATE INDEX I ON Orders (Total);"),
        ),
    ];
    insta::assert_snapshot!(printed.join("\n\n----------\n\n"));
}

#[test]
fn a_shard_leads_an_index() {
    let given =
        |facts| Given { fix: "T13", finding: "index-monotonic I", facts, ..Given::default() };
    let users = "\
CREATE TABLE Users (
  UserId STRING(36) NOT NULL,
  Email STRING(100),
  LastAccess TIMESTAMP, -- seen
) PRIMARY KEY (UserId);
";
    let sharded = "\
CREATE TABLE Users (
  ShardId INT64 NOT NULL AS (ABS(MOD(FARM_FINGERPRINT(UserId), 8))) STORED,
  UserId STRING(36) NOT NULL,
  LastAccess TIMESTAMP,
) PRIMARY KEY (ShardId, UserId);
";
    let pg = "\
CREATE TABLE users (userid varchar(36) NOT NULL, seen timestamptz, PRIMARY KEY (userid));
CREATE INDEX I ON users (seen DESC) WHERE seen IS NOT NULL;";
    let uniform = given("Users.UserId uniform");
    let printed = [
        check(
            &uniform,
            &format!("{users}CREATE NULL_FILTERED INDEX I ON Users (LastAccess DESC);"),
        ),
        check(&uniform, &format!("{users}CREATE UNIQUE INDEX I ON Users (Email);")),
        text(
            &given("Users.ShardId shard 8 UserId, Users.UserId ulid"),
            &format!("{sharded}CREATE INDEX I ON Users (LastAccess);"),
        ),
        text(&given("users.userid uniform"), pg),
        text(
            &uniform,
            "CREATE TABLE U (Id INT64, T TIMESTAMP OPTIONS (allow_commit_timestamp = true)) \
                        PRIMARY KEY (Id); CREATE UNIQUE INDEX I ON U (T)",
        ),
    ];
    insta::assert_snapshot!(printed.join("\n\n----------\n\n"));
}

#[test]
fn acceptance_is_written_above_the_statement() {
    let given = |finding, reason: &str| Given {
        fix: "T25",
        finding,
        choice: Parameters { reason: Some(reason.to_owned()), ..Parameters::default() },
        ..Given::default()
    };
    let ddl = "-- Few rows.\n  CREATE TABLE R (At TIMESTAMP) PRIMARY KEY (At);\n\
               CREATE TABLE S (Id INT64) PRIMARY KEY (Id); CREATE INDEX I ON R (At);\r\n";
    let printed = [
        check(&given("key-timestamp-first R", "two rows\na \"day\""), ddl),
        text(&given("index-monotonic I", "few"), ddl).replace('\r', "\u{240d}"),
        text(&given("key-timestamp-first R", "  "), ddl),
    ];
    insta::assert_snapshot!(printed.join("\n\n----------\n\n"));
}
