//! Fixes of structure: interleaving, foreign keys, UUIDs as UUIDs, split points, and what follows a
//! key besides tables and indexes. DDL and a finding in, the edited DDL and the plan out.

use hotsplit_engine::facts::Settings;
use hotsplit_engine::fixes::{self, Parameters, Plan};
use hotsplit_engine::syntax::tree::Dialect;

use crate::emulator::Emulator;
use crate::proof::known_statements;

/// The text after a fix, and what the plan says; or why there is none. `asked` is the fix, the rule
/// and the object: `T16 interleave-candidate Lines`; `set` is what the person chose.
fn check_set(asked: &str, set: &[(&str, &str)], ddl: &str) -> String {
    accepted(asked, ddl, hotsplit_engine::read(ddl, None, &Settings::default()).schema.dialect);
    result(asked, set, ddl)
}

/// The same for a text that Spanner need not take before the fix.
fn result(asked: &str, set: &[(&str, &str)], ddl: &str) -> String {
    let (fix, finding) = asked.split_once(' ').expect("a fix and a finding");
    let (rule, object) = finding.split_once(' ').expect("a rule and an object");
    let fix = fixes::find(fix).expect("the fix is listed");
    let reading = hotsplit_engine::read(ddl, None, &Settings::default());
    assert!(reading.tree.errors.is_empty(), "{:?} in\n{ddl}", reading.tree.errors);
    let found = reading.findings.iter().find(|found| {
        found.rule == rule && fixes::object_name(&reading.schema, found.object) == object
    });
    let Some(found) = found else {
        let all: Vec<String> = reading.findings.iter().map(|f| reading.key_of(f)).collect();
        panic!("{finding} is not found, but\n{}\nin\n{ddl}", all.join("\n"))
    };
    let mut choice = Parameters::default();
    for (name, value) in set {
        choice = choice.with(name, value);
    }
    let offer = match hotsplit_engine::offer(&reading, found, fix, &choice) {
        Ok(offer) => offer,
        Err(refusal) => return format!("refused: {}", refusal.why),
    };
    let (crlf, lines) = (ddl.matches("\r\n").count(), ddl.matches('\n').count());
    let text = &offer.after.text;
    if crlf == lines && lines > 0 {
        assert_eq!(text.matches("\r\n").count(), text.matches('\n').count(), "{text}");
    }
    accepted(asked, text, reading.schema.dialect);
    format!("{}\n----\n{}", text.trim_end(), print(&offer.plan))
}

fn check(asked: &str, ddl: &str) -> String {
    check_set(asked, &[], ddl)
}

/// The text alone, or the refusal.
fn text(asked: &str, ddl: &str) -> String {
    let whole = check(asked, ddl);
    whole.split_once("\n----\n").map_or(whole.clone(), |(text, _)| text.to_owned())
}

/// Asks the emulator, if there is one, whether Spanner takes a text. What this build does not know
/// is tried in another form, or not at all: the type UUID is its text form, NOT ENFORCED is left
/// out, and a table that is interleaved IN another has it as its PARENT; there are no property
/// graphs, and no search indexes that are interleaved; a row deletion policy is rejected below any
/// foreign key, though Spanner's documentation refuses only those without ON DELETE CASCADE.
fn accepted(about: &str, sql: &str, dialect: Dialect) {
    let cascades =
        sql.contains("ROW DELETION POLICY") && sql.contains("(UserId) ON DELETE CASCADE");
    let unknown = ["PROPERTY GRAPH", "CREATE SEARCH INDEX LegWords"];
    if cascades || unknown.iter().any(|words| sql.contains(words)) {
        return;
    }
    let sql = &sql.replace("), INTERLEAVE IN Users;\nC", "), INTERLEAVE IN PARENT Users;\nC");
    let Some(emulator) = Emulator::for_test("structure_fixes") else { return };
    let answer = emulator.accepts(dialect, &known_statements(sql, dialect));
    assert_eq!(answer, Ok(()), "{about}:\n{sql}");
}

fn print(plan: &Plan) -> String {
    let mut lines = vec![format!("key: {}", plan.resulting_key)];
    lines.extend(plan.tails.map(|n| format!("tails: {n}")));
    lines.extend(plan.cascade.iter().map(|c| format!("{} {}: {}", c.kind, c.object, c.what)));
    lines.extend(plan.costs.iter().map(|line| format!("cost: {line}")));
    lines.extend(plan.application.iter().map(|line| format!("app: {line}")));
    for ask in &plan.asks {
        lines.push(format!("ask {}: {} ({:?})", ask.name, ask.value, ask.kind));
    }
    lines.join("\n")
}

/// Several results, one under the other.
fn each<const N: usize>(printed: [String; N]) -> String {
    printed.join("\n\n----------\n\n")
}

#[test]
fn split_points_cut_the_key_space_into_equal_parts() {
    let head = "-- hotsplit: file nodes=2\n-- hotsplit: table Events writes=12k/s\n";
    let with = |set: &[(&str, &str)], ddl: &str| {
        check_set("T27 limit-presplit Events", set, &format!("{head}{ddl}"))
    };
    let four = [("points", "4")];
    insta::assert_snapshot!(each([
        with(
            &four,
            "CREATE TABLE Events (\n  EventId STRING(36) NOT NULL DEFAULT (GENERATE_UUID()),\n  \
             SeenAt TIMESTAMP NOT NULL,\n) PRIMARY KEY (EventId, SeenAt DESC); -- the log\n\
             CREATE INDEX BySeen ON Events (EventId, SeenAt);"
        ),
        with(
            &[("points", "3")],
            "CREATE TABLE Events (EventId INT64 NOT NULL, -- hotsplit: random\n) PRIMARY KEY \
             (EventId)"
        ),
        with(
            &[("points", "3"), ("range", "positive")],
            "CREATE TABLE Events (\r\n  EventId INT64 NOT NULL, -- hotsplit: random\r\n) PRIMARY \
             KEY (EventId);\r\n"
        ),
        with(
            &[("points", "3")],
            "CREATE SEQUENCE S OPTIONS (sequence_kind = 'bit_reversed_positive');\nCREATE TABLE \
             Events (EventId INT64 NOT NULL DEFAULT (GET_NEXT_SEQUENCE_VALUE(SEQUENCE S))) \
             PRIMARY KEY (EventId); CREATE TABLE Other (Id STRING(36)) PRIMARY KEY (Id);"
        ),
        with(
            &[],
            "CREATE TABLE Events (Code STRING(20) NOT NULL, -- hotsplit: random\n) PRIMARY KEY \
             (Code);"
        ),
        with(
            &[("points", "101")],
            "CREATE TABLE Events (\n  EventId STRING(36) NOT NULL DEFAULT (GENERATE_UUID()),\n) \
             PRIMARY KEY (EventId);"
        ),
    ]));
}

#[test]
fn more_split_points_than_a_request_takes_are_several_files() {
    let ddl = "-- hotsplit: file nodes=12\n-- hotsplit: table Events writes=50k/s\n\
               CREATE TABLE Events (\n  EventId UUID NOT NULL DEFAULT (NEW_UUID()),\n) \
               PRIMARY KEY (EventId);\n";
    let whole = check("T27 limit-presplit Events", ddl);
    assert_eq!(whole.matches("-- TABLE Events ('").count(), 120, "{whole}");
    assert!(whole.contains("-- splits-1.txt: 100 split points of `Events`"), "{whole}");
    assert!(whole.contains("-- splits-2.txt: 20 split points of `Events`"), "{whole}");
    assert!(whole.contains("--splits-file=splits-2.txt"), "{whole}");
    assert!(whole.contains("app: A request can have 100 points, so there are 2 files."), "{whole}");
}

#[test]
fn uuids_as_text_become_uuids_with_all_that_repeat_them() {
    let ddl = "\
CREATE TABLE Customers (
  CustomerId STRING(36) NOT NULL DEFAULT (GENERATE_UUID()), -- made here
  Name STRING(MAX),
) PRIMARY KEY (CustomerId);

CREATE TABLE Orders (
  CustomerId STRING(36) NOT NULL,
  OrderId STRING(36) NOT NULL DEFAULT (GENERATE_UUID()),
  Total NUMERIC,
) PRIMARY KEY (CustomerId, OrderId), INTERLEAVE IN PARENT Customers ON DELETE CASCADE;

CREATE TABLE Refunds (
  RefundId INT64 NOT NULL, -- hotsplit: random
  CustomerId STRING(36),
  OrderId STRING(36),
) PRIMARY KEY (RefundId);
ALTER TABLE Refunds ADD CONSTRAINT FK_R FOREIGN KEY (CustomerId, OrderId)
  REFERENCES Orders (CustomerId, OrderId);

CREATE INDEX RefundsByOrder ON Refunds (OrderId);
CREATE VIEW Big SQL SECURITY INVOKER AS SELECT o.OrderId FROM Orders AS o WHERE o.Total > 9;
CREATE CHANGE STREAM Feed FOR Orders (Total);
";
    insta::assert_snapshot!(check("T18 type-uuid-as-string Customers", ddl));
}

#[test]
fn what_is_wrong_with_a_uuid_is_made_right() {
    let table =
        |column: &str| format!("CREATE TABLE T (\n  {column},\n  N INT64,\n) PRIMARY KEY (Id);\n");
    let case = "\
create table A (
  Id string(36) not null default (GENERATE_UUID()),
) primary key (Id);
create table B (
  Id string(36) not null default (UPPER(GENERATE_UUID())),
  constraint FK_B foreign key (Id) references A (Id),
) primary key (Id);
";
    let refused = "\
CREATE TABLE A (
  Id STRING(36) NOT NULL DEFAULT (GENERATE_UUID()),
  Shard INT64 AS (ABS(MOD(FARM_FINGERPRINT(Id), 4))) STORED,
) PRIMARY KEY (Id);
";
    let other = "\
CREATE TABLE A (
  Id STRING(36) NOT NULL DEFAULT (GENERATE_UUID()),
) PRIMARY KEY (Id);
CREATE TABLE B (
  Id INT64 NOT NULL, -- hotsplit: random
  A STRING(36) DEFAULT ('none'),
  FOREIGN KEY (A) REFERENCES A (Id),
) PRIMARY KEY (Id);
";
    let history = "\
CREATE TABLE A (
  Id STRING(36) NOT NULL, -- UUID
) PRIMARY KEY (Id);
ALTER TABLE A ALTER COLUMN Id STRING(36) NOT NULL DEFAULT (GENERATE_UUID());
";
    let mismatch = "T18 type-uuid-fn-mismatch T";
    let wrong = |set: &[(&str, &str)], column: &str| result(mismatch, set, &table(column));
    insta::assert_snapshot!(each([
        check("T18 type-uuid-case B", case),
        check("T18 type-uuid-as-string A", refused),
        check("T18 type-uuid-as-string A", other),
        text("T18 type-uuid-as-string A", history),
        wrong(&[], "Id STRING(36) NOT NULL DEFAULT (NEW_UUID())"),
        wrong(&[("form", "uuid")], "Id STRING(36) NOT NULL DEFAULT (NEW_UUID())"),
        wrong(&[("form", "both")], "Id STRING(36) NOT NULL DEFAULT (NEW_UUID())"),
        wrong(&[], "Id STRING(20) NOT NULL DEFAULT (GENERATE_UUID())"),
        wrong(&[], "Id UUID NOT NULL DEFAULT (GENERATE_UUID())"),
        wrong(&[], "Id INT64 NOT NULL DEFAULT (NEW_UUID())"),
        wrong(&[("form", "text")], "Id BYTES(16) NOT NULL DEFAULT (GENERATE_UUID())"),
    ]));
}

#[test]
fn uuids_in_postgresql() {
    let ddl = "\
CREATE TABLE \"Orders\" (
  \"Id\" varchar(36) DEFAULT spanner.generate_uuid() PRIMARY KEY -- made here
);
CREATE TABLE lines (
  id varchar(36) NOT NULL, -- a UUID
  order_id varchar(36) NOT NULL,
  PRIMARY KEY (id),
  CONSTRAINT fk FOREIGN KEY (order_id) REFERENCES \"Orders\" (\"Id\") ON DELETE CASCADE
);
";
    insta::assert_snapshot!(check("T18 type-uuid-as-string Orders", ddl));
}

#[test]
fn a_foreign_key_takes_the_shard_along() {
    let ddl = "\
CREATE TABLE Transactions (
  ShardId INT64 NOT NULL AS (ABS(MOD(FARM_FINGERPRINT(TxnId), 16))) STORED,
  TxnId STRING(26) NOT NULL, -- ULID
) PRIMARY KEY (ShardId, TxnId);

CREATE UNIQUE INDEX TransactionsByTxnId ON Transactions (TxnId);

CREATE TABLE Legs (
  LegId STRING(36) NOT NULL,
  TxnId STRING(26) NOT NULL, -- which
  Refund STRING(26),
  CONSTRAINT FK_Legs_Txn FOREIGN KEY (TxnId) REFERENCES Transactions (TxnId),
) PRIMARY KEY (LegId);
ALTER TABLE Legs ADD CONSTRAINT FK_Legs_Refund FOREIGN KEY (Refund) REFERENCES Transactions (TxnId);
";
    let index = ddl.replace(
        "  CONSTRAINT FK_Legs_Txn FOREIGN KEY (TxnId) REFERENCES Transactions (TxnId),\n",
        "",
    );
    let index = index.split("ALTER").next().expect("a head").to_owned();
    let hidden =
        ddl.replace("CREATE UNIQUE INDEX TransactionsByTxnId ON Transactions (TxnId);\n\n", "");
    let pg = "\
CREATE TABLE transactions (
  shard bigint GENERATED ALWAYS AS (abs(mod(spanner.farm_fingerprint(txn_id), 8))) STORED NOT NULL,
  txn_id varchar(26) NOT NULL, -- ULID
  PRIMARY KEY (shard, txn_id)
);
CREATE TABLE legs (
  leg_id varchar(36) PRIMARY KEY,
  txn_id varchar(26) CONSTRAINT fk_legs REFERENCES transactions (txn_id)
);
";
    let plain_shard = hidden.replace(" AS (ABS(MOD(FARM_FINGERPRINT(TxnId), 16))) STORED", "");
    insta::assert_snapshot!(each([
        check(&found("T17", "fk-shard-key-missing", &hidden), &hidden),
        check("T17 fk-shard-key-missing TransactionsByTxnId", &index),
        check(&found("T17", "fk-shard-key-missing", pg), pg),
        check(&found("T17", "fk-shard-key-missing", &plain_shard), &plain_shard),
    ]));
}

/// `T17 rule object`, for the first object that the rule speaks of: hidden indexes have made-up
/// names.
fn found(fix: &str, rule: &str, ddl: &str) -> String {
    let reading = hotsplit_engine::read(ddl, None, &Settings::default());
    let found = reading.findings.iter().find(|found| found.rule == rule);
    let all: Vec<String> = reading.findings.iter().map(|f| reading.key_of(f)).collect();
    let found = found.unwrap_or_else(|| panic!("{rule} is not in {all:?} of\n{ddl}"));
    format!("{fix} {rule} {}", fixes::object_name(&reading.schema, found.object))
}

#[test]
fn a_foreign_key_references_the_primary_key_or_is_not_enforced() {
    let unique = "\
CREATE TABLE Users (
  UserId STRING(36) NOT NULL DEFAULT (GENERATE_UUID()),
  Email STRING(200) NOT NULL,
) PRIMARY KEY (UserId);
CREATE TABLE Logins (
  LoginId STRING(36) NOT NULL DEFAULT (GENERATE_UUID()),
  UserId STRING(36) NOT NULL,
  Email STRING(200) NOT NULL,
  FOREIGN KEY (Email) REFERENCES Users (Email),
) PRIMARY KEY (LoginId);
";
    let without = unique.replace("  UserId STRING(36) NOT NULL,\n", "");
    let hot = "\
CREATE TABLE Transactions (
  TxnId STRING(26) NOT NULL, -- ULID
) PRIMARY KEY (TxnId);
CREATE TABLE Legs (
  LegId STRING(36) NOT NULL DEFAULT (GENERATE_UUID()),
  TxnId STRING(26) NOT NULL,
  CONSTRAINT FK_Legs FOREIGN KEY (TxnId) REFERENCES Transactions (TxnId), -- kept
) PRIMARY KEY (LegId);
";
    let cascades =
        hot.replace("Transactions (TxnId), --", "Transactions (TxnId) ON DELETE CASCADE, --");
    let pg = "\
CREATE TABLE transactions (
  txn_id varchar(26) PRIMARY KEY -- ULID
);
CREATE TABLE legs (
  leg_id varchar(36) DEFAULT spanner.generate_uuid() PRIMARY KEY,
  txn_id varchar(26) NOT NULL REFERENCES transactions (txn_id)
);
";
    let many = "\
-- hotsplit: table Events writes=8k/s
CREATE TABLE Users (UserId STRING(36) NOT NULL DEFAULT (GENERATE_UUID())) PRIMARY KEY (UserId);
CREATE TABLE Events (
  EventId STRING(36) NOT NULL DEFAULT (GENERATE_UUID()),
  UserId STRING(36),
  OtherId STRING(36),
  CONSTRAINT FK_A FOREIGN KEY (UserId) REFERENCES Users (UserId),
  CONSTRAINT FK_B FOREIGN KEY (OtherId) REFERENCES Users (UserId) ENFORCED,
) PRIMARY KEY (EventId);
";
    let with = |rule: &str, ddl: &str| result(&found("T17", rule, ddl), &[], ddl);
    insta::assert_snapshot!(each([
        with("fk-references-non-pk", unique),
        with("fk-references-non-pk", &without),
        with("fk-backing-index-hot", hot),
        with("fk-backing-index-hot", &cascades),
        with("fk-backing-index-hot", pg),
        with("fk-not-enforced-candidate", many),
    ]));
}

const ORDERS: &str = "\
CREATE TABLE Orders (
  OrderId STRING(36) NOT NULL DEFAULT (GENERATE_UUID()),
) PRIMARY KEY (OrderId);
";

#[test]
fn a_table_moves_into_the_tree_of_its_parent() {
    let with = |asked: &str, set: &[(&str, &str)], ddl: &str| {
        check_set(asked, set, &format!("{ORDERS}{ddl}"))
    };
    let lines = "\
CREATE TABLE OrderLines (
  OrderId STRING(36) NOT NULL,
  LineNo INT64 NOT NULL, -- counted
  -- Goes with its order.
  FOREIGN KEY (OrderId) REFERENCES Orders (OrderId)
) PRIMARY KEY (OrderId, LineNo), ROW DELETION POLICY (OLDER_THAN(SeenAt, INTERVAL 9 DAY));
";
    let lines = lines.replace("  -- Goes", "  SeenAt TIMESTAMP,\n  -- Goes");
    let later = "\
CREATE TABLE OrderLines (OrderId STRING(40), LineNo INT64) PRIMARY KEY (OrderId DESC, LineNo);
-- Belongs together.
ALTER TABLE OrderLines ADD FOREIGN KEY (OrderId) REFERENCES Orders (OrderId) ON DELETE CASCADE;
CREATE INDEX ByLine ON OrderLines (LineNo);
";
    let owned = "\
CREATE TABLE Notes (
  NoteId STRING(36) NOT NULL DEFAULT (GENERATE_UUID()),
  OrderId STRING(36) NOT NULL,
  Text STRING(MAX),
  CONSTRAINT FK_Notes FOREIGN KEY (OrderId) REFERENCES Orders (OrderId) ON DELETE CASCADE,
) PRIMARY KEY (NoteId);
CREATE CHANGE STREAM Feed FOR Notes (OrderId, Text);
";
    let renamed = "\
CREATE TABLE OrderLines (
  Ord STRING(36) NOT NULL,
  LineNo INT64 NOT NULL,
  FOREIGN KEY (Ord) REFERENCES Orders (OrderId),
) PRIMARY KEY (Ord, LineNo);
";
    let candidate = "T16 interleave-candidate OrderLines";
    insta::assert_snapshot!(each([
        with(candidate, &[], &lines),
        with(candidate, &[("on_delete", "cascade")], later),
        with("T16 fk-interleave-candidate Notes", &[], owned),
        with("T16 fk-interleave-candidate Notes", &[("on_delete", "no action")], owned),
        with("T16 fk-interleave-candidate Notes", &[("on_delete", "set null")], owned),
        with(candidate, &[], renamed),
    ]));
}

#[test]
fn a_table_moves_into_a_tree_in_postgresql() {
    let ddl = "\
CREATE TABLE \"Orders\" (
  order_id varchar(36) DEFAULT spanner.generate_uuid() PRIMARY KEY
);
CREATE TABLE notes (
  note_id varchar(36) DEFAULT spanner.generate_uuid() PRIMARY KEY,
  order_id varchar(36) NOT NULL,
  FOREIGN KEY (order_id) REFERENCES \"Orders\" (order_id) ON DELETE CASCADE
);
";
    let inline = ddl.replace(
        "  order_id varchar(36) NOT NULL,\n  FOREIGN KEY (order_id) REFERENCES \"Orders\" \
         (order_id) ON DELETE CASCADE\n",
        "  order_id varchar(36) NOT NULL REFERENCES \"Orders\" (order_id) ON DELETE CASCADE\n",
    );
    let crlf = ddl.replace('\n', "\r\n");
    let asked = "T16 fk-interleave-candidate notes";
    insta::assert_snapshot!(each([check(asked, ddl), text(asked, &inline), text(asked, &crlf)]));
}

#[test]
fn edges_move_to_the_node_where_they_begin() {
    let ddl = "\
CREATE TABLE Person (id INT64 NOT NULL, name STRING(100)) PRIMARY KEY (id);
CREATE TABLE Account (id INT64 NOT NULL) PRIMARY KEY (id);
CREATE TABLE Owns (
  id INT64 NOT NULL,
  account_id INT64 NOT NULL,
  FOREIGN KEY (id) REFERENCES Person (id),
) PRIMARY KEY (id, account_id);
CREATE PROPERTY GRAPH G
  NODE TABLES (Person, Account)
  EDGE TABLES (
    Owns SOURCE KEY (id) REFERENCES Person (id) DESTINATION KEY (account_id) REFERENCES Account (id)
  );
";
    insta::assert_snapshot!(check("T16 graph-edge-not-interleaved Owns", ddl));
}

#[test]
fn a_table_leaves_a_tree_that_does_it_no_good() {
    let log = "\
CREATE TABLE Users (UserId STRING(36) NOT NULL DEFAULT (GENERATE_UUID())) PRIMARY KEY (UserId);
CREATE TABLE AuditLogs (
  UserId STRING(36) NOT NULL,
  CreatedAt TIMESTAMP NOT NULL,
  What STRING(MAX), -- in words
) PRIMARY KEY (UserId, CreatedAt DESC),
  INTERLEAVE IN PARENT Users ON DELETE CASCADE;
CREATE INDEX ByWhat ON AuditLogs (UserId, What), INTERLEAVE IN Users;
ALTER TABLE AuditLogs SET ON DELETE NO ACTION;
";
    let alone = "\
CREATE TABLE Orders (OrderId STRING(36) NOT NULL DEFAULT (GENERATE_UUID())) PRIMARY KEY (OrderId);
CREATE TABLE Items (
  OrderId STRING(36) NOT NULL,
  ItemId STRING(36) NOT NULL,
  Name STRING(MAX),
) PRIMARY KEY (OrderId, ItemId), INTERLEAVE IN PARENT Orders ON DELETE CASCADE;
CREATE UNIQUE INDEX ItemsByItemId ON Items (ItemId);
";
    let below = format!(
        "{}CREATE TABLE Marks (\n  OrderId STRING(36) NOT NULL,\n  ItemId STRING(36) NOT NULL,\n  \
         N INT64 NOT NULL,\n) PRIMARY KEY (OrderId, ItemId, N), INTERLEAVE IN PARENT Items;\n",
        alone.replace("UNIQUE ", "")
    );
    let asked = "T16 interleave-read-alone Items";
    insta::assert_snapshot!(each([
        check("T16 interleave-unbounded AuditLogs", log),
        text("T16 interleave-read-alone Items", alone),
        check(asked, &below),
        check_set(asked, &[("key", "keep")], alone),
        check_set(asked, &[("kind", "in"), ("key", "own")], alone),
        check_set(asked, &[("kind", "out")], alone),
    ]));
}

#[test]
fn a_shard_takes_along_what_names_the_key() {
    let ddl = "\
CREATE TABLE Txns (
  TxnId STRING(26) NOT NULL, -- ULID
  Body STRING(MAX),
  Words TOKENLIST AS (TOKENIZE_FULLTEXT(Body)) HIDDEN,
) PRIMARY KEY (TxnId);
CREATE TABLE Legs (
  TxnId STRING(26) NOT NULL,
  LegNo INT64 NOT NULL,
  Word TOKENLIST AS (TOKENIZE_NUMBER(LegNo)) HIDDEN,
) PRIMARY KEY (TxnId, LegNo), INTERLEAVE IN PARENT Txns;
CREATE TABLE Refunds (
  RefundId STRING(36) NOT NULL DEFAULT (GENERATE_UUID()),
  TxnId STRING(26),
  FOREIGN KEY (TxnId) REFERENCES Txns (TxnId),
) PRIMARY KEY (RefundId);
CREATE SEARCH INDEX ByWords ON Txns (Words);
CREATE CHANGE STREAM Parts FOR Txns (Body), Legs;
CREATE CHANGE STREAM Every FOR ALL;
CREATE VIEW Late SQL SECURITY INVOKER AS SELECT t.Body FROM Txns AS t WHERE t.TxnId > 'x';
CREATE VIEW Other SQL SECURITY INVOKER AS SELECT r.RefundId FROM Refunds AS r;
";
    let graph = "\
CREATE TABLE Txns (
  TxnId STRING(26) NOT NULL, -- ULID
) PRIMARY KEY (TxnId);
CREATE TABLE Legs (
  TxnId STRING(26) NOT NULL,
  LegNo INT64 NOT NULL,
  OtherId STRING(26) NOT NULL,
  FOREIGN KEY (OtherId) REFERENCES Txns (TxnId),
) PRIMARY KEY (TxnId, LegNo), INTERLEAVE IN PARENT Txns;
CREATE TABLE Marks (MarkId STRING(36) NOT NULL, TxnId STRING(26)) PRIMARY KEY (MarkId);
CREATE PROPERTY GRAPH G
  NODE TABLES (
    Txns KEY (TxnId),
    Marks
  )
  EDGE TABLES (
    Legs KEY (TxnId, LegNo)
      SOURCE KEY (TxnId) REFERENCES Txns (TxnId)
      DESTINATION KEY (OtherId) REFERENCES Txns,
    Marks AS Marking
      SOURCE KEY (MarkId) REFERENCES Marks
      DESTINATION KEY (TxnId) REFERENCES Txns
  );
";
    let ask = "T5 key-time-ordered-id Txns";
    let search = "CREATE SEARCH INDEX LegWords ON Legs (Word)\n  PARTITION BY TxnId\n  ORDER BY LegNo, \
                  INTERLEAVE IN Txns;\n";
    let search = format!("{}{search}", ddl.split("CREATE SEARCH").next().expect("tables"));
    insta::assert_snapshot!(each([check(ask, ddl), check(ask, graph), check(ask, &search)]));
}

#[test]
fn a_new_order_takes_along_what_names_the_key() {
    let ddl = "\
CREATE TABLE Logs (
  CreatedAt TIMESTAMP NOT NULL,
  UserId INT64 NOT NULL,
) PRIMARY KEY (CreatedAt, UserId);
CREATE UNIQUE INDEX Both ON Logs (CreatedAt, UserId);
CREATE TABLE Marks (
  MarkId STRING(36) NOT NULL DEFAULT (GENERATE_UUID()),
  LogAt TIMESTAMP,
  LogUser INT64,
) PRIMARY KEY (MarkId);
CREATE VIEW Late SQL SECURITY INVOKER AS SELECT l.UserId FROM Logs AS l WHERE l.CreatedAt > '2026';
CREATE CHANGE STREAM Every FOR Logs;
CREATE PROPERTY GRAPH G
  NODE TABLES (Logs, Marks)
  EDGE TABLES (
    Marks AS Marking
      SOURCE KEY (MarkId) REFERENCES Marks
      DESTINATION KEY (LogAt, LogUser) REFERENCES Logs
  );
";
    insta::assert_snapshot!(check("T7 key-timestamp-first Logs", ddl));
}

#[test]
fn another_type_is_said_wherever_it_is_read() {
    let ddl = "\
CREATE TABLE Txns (
  TxnId INT64 NOT NULL, -- from a sequence
  Body STRING(MAX),
) PRIMARY KEY (TxnId);
CREATE INDEX ByBody ON Txns (Body, TxnId);
CREATE CHANGE STREAM Every FOR ALL;
CREATE VIEW Late SQL SECURITY INVOKER AS SELECT t.TxnId FROM Txns AS t;
CREATE VIEW Bodies SQL SECURITY INVOKER AS SELECT t.Body FROM Txns AS t;
";
    let new = "\
CREATE TABLE Logs (
  CreatedAt TIMESTAMP NOT NULL,
  Body STRING(MAX),
) PRIMARY KEY (CreatedAt);
CREATE TABLE Marks (MarkId STRING(36) NOT NULL, LogAt TIMESTAMP) PRIMARY KEY (MarkId);
CREATE CHANGE STREAM Bodies FOR Logs (Body);
CREATE VIEW Late SQL SECURITY INVOKER AS SELECT l.Body FROM Logs AS l WHERE l.CreatedAt > '2026';
CREATE PROPERTY GRAPH G
  NODE TABLES (Logs KEY (CreatedAt), Marks)
  EDGE TABLES (
    Marks AS Marking
      SOURCE KEY (MarkId) REFERENCES Marks
      DESTINATION KEY (LogAt) REFERENCES Logs
  );
";
    insta::assert_snapshot!(each([
        check("T1 key-monotonic-int Txns", ddl),
        check("T1 key-timestamp-first Logs", new),
    ]));
}

#[test]
fn rows_that_go_together_or_hang_on_few_roots() {
    let cascade = "\
CREATE TABLE Users (UserId STRING(36) NOT NULL DEFAULT (GENERATE_UUID())) PRIMARY KEY (UserId);
CREATE TABLE AuditLogs (
  LogId STRING(36) NOT NULL DEFAULT (GENERATE_UUID()),
  UserId STRING(36) NOT NULL,
  What STRING(MAX),
  FOREIGN KEY (UserId) REFERENCES Users (UserId) ON DELETE CASCADE,
) PRIMARY KEY (LogId);
";
    let large = "\
CREATE TABLE Users (UserId STRING(36) NOT NULL DEFAULT (GENERATE_UUID())) PRIMARY KEY (UserId);
CREATE TABLE AuditLogs (
  UserId STRING(36) NOT NULL,
  LogId STRING(36) NOT NULL,
  What STRING(MAX),
) PRIMARY KEY (UserId, LogId), INTERLEAVE IN PARENT Users ON DELETE CASCADE;
CREATE INDEX ByWhat ON AuditLogs (What);
";
    let root = "\
CREATE TABLE Regions (
  Region STRING(10) NOT NULL, -- hotsplit: lowcard(4)
) PRIMARY KEY (Region);
CREATE TABLE Events (
  Region STRING(10) NOT NULL,
  CreatedAt TIMESTAMP NOT NULL,
  UserId INT64 NOT NULL,
) PRIMARY KEY (Region, CreatedAt, UserId), INTERLEAVE IN PARENT Regions;
";
    let alone = root.replace("  UserId INT64 NOT NULL,\n", "").replace(", UserId", "");
    let policy = "\
CREATE TABLE Users (
  UserId STRING(36) NOT NULL DEFAULT (GENERATE_UUID()),
  SeenAt TIMESTAMP,
) PRIMARY KEY (UserId), ROW DELETION POLICY (OLDER_THAN(SeenAt, INTERVAL 9 DAY));
CREATE TABLE Items (
  UserId STRING(36) NOT NULL,
  ItemId STRING(36) NOT NULL,
) PRIMARY KEY (UserId, ItemId), INTERLEAVE IN PARENT Users ON DELETE CASCADE;
CREATE INDEX ByItem ON Items (ItemId);
";
    let with =
        |rule: &str, set: &[(&str, &str)], ddl: &str| check_set(&found("T16", rule, ddl), set, ddl);
    insta::assert_snapshot!(each([
        with("fk-cascade-mutation-limit", &[], cascade),
        with("interleave-cascade-large", &[], large),
        with("interleave-cascade-large", &[("kind", "in")], large),
        with("interleave-low-card-root", &[], root),
        with("interleave-low-card-root", &[], &alone),
        with("interleave-read-alone", &[], policy),
    ]));
}

#[test]
fn lookups_among_few_rows_are_left_to_the_application() {
    let google = "\
-- hotsplit: table Orders writes=9k/s
CREATE TABLE Countries (Code STRING(2) NOT NULL) PRIMARY KEY (Code);
CREATE TABLE Orders (
  OrderId STRING(36) NOT NULL DEFAULT (GENERATE_UUID()),
  Country STRING(2), -- hotsplit: lowcard(40)
  Total NUMERIC,
  FOREIGN KEY (Country) REFERENCES Countries (Code)
) PRIMARY KEY (OrderId);
";
    let pg = "\
-- hotsplit: table orders writes=9k/s
CREATE TABLE countries (code varchar(2) PRIMARY KEY);
CREATE TABLE orders (
  order_id varchar(36) DEFAULT spanner.generate_uuid() PRIMARY KEY,
  country varchar(2) REFERENCES countries (code) -- hotsplit: lowcard(40)
);
";
    let with = |rule: &str, ddl: &str| check(&found("T17", rule, ddl), ddl);
    let rule = "fk-hot-referenced-row";
    insta::assert_snapshot!(each([with(rule, google), with(rule, pg)]));
}

#[test]
fn a_hot_unique_index_behind_a_foreign_key_goes() {
    let ddl = "\
CREATE TABLE Customers (
  CustomerId STRING(36) NOT NULL DEFAULT (GENERATE_UUID()),
  Ulid STRING(26) NOT NULL, -- ULID
) PRIMARY KEY (CustomerId);
create table orders (
  order_id string(36) not null default (generate_uuid()),
  CustomerId string(36),
  customer string(26),
  constraint fk foreign key (customer) references Customers (Ulid) on delete no action
) primary key (order_id);
";
    insta::assert_snapshot!(check(&found("T17", "fk-referenced-index-hot", ddl), ddl));
}
