//! Fixes of keys, through text: identity columns, hashes, bit reversal, entities in front, the
//! shards of few tenants, keys newest first, and numbers of the PostgreSQL dialect.

use crate::fixes::{Asked, asked, check, each, text};

/// A fix with what a person chose.
fn set<'a>(fix: &'a str, finding: &'a str, choices: &[(&str, &str)]) -> Asked<'a> {
    let mut asked = asked(fix, finding);
    for (name, value) in choices {
        asked.choice = asked.choice.with(name, value);
    }
    asked
}

#[test]
fn an_identity_column_takes_the_place_of_a_counter() {
    let int = asked("T3", "key-monotonic-int Events");
    let pg = asked("T3", "key-monotonic-int events");
    let kept = set("T3", "key-monotonic-int Events", &[("skip", "4294967296")]);
    let pg_kept = set("T2", "key-monotonic-int events", &[("kind", "identity"), ("skip", "99")]);
    insta::assert_snapshot!(each([
        check(
            &int,
            "CREATE TABLE Events (\n  EventId INT64 NOT NULL, -- a counter\n  Body STRING(MAX)\n) \
             PRIMARY KEY (EventId);"
        ),
        text(
            &kept,
            "create table Events (EventId int64 not null default (\
             unix_micros(current_timestamp()))) primary key (EventId)"
        ),
        text(&pg, "CREATE TABLE events (event_id bigint PRIMARY KEY, -- a counter\n  body text);"),
        check(
            &pg_kept,
            "CREATE TABLE events (\r\n  event_id bigint NOT NULL, -- a counter\r\n  \
             PRIMARY KEY (event_id)\r\n);"
        ),
        text(
            &int,
            "CREATE TABLE Events (EventId INT64 NOT NULL) PRIMARY KEY (EventId);\n\
             ALTER TABLE Events ALTER COLUMN EventId SET DEFAULT (\
             UNIX_MICROS(CURRENT_TIMESTAMP()));"
        ),
        text(
            &int,
            "CREATE TABLE Events (EventId INT64 NOT NULL) PRIMARY KEY (EventId);\n\
             ALTER TABLE Events ALTER COLUMN EventId INT64 NOT NULL DEFAULT (\
             UNIX_MICROS(CURRENT_TIMESTAMP()));"
        ),
    ]));
}

#[test]
fn a_counter_is_a_sequence_or_an_identity() {
    let ddl = "CREATE TABLE Events (EventId INT64 NOT NULL, -- a counter\n) PRIMARY KEY (EventId)";
    let with =
        |choices: &[(&str, &str)]| text(&set("T2", "key-monotonic-int Events", choices), ddl);
    insta::assert_snapshot!(each([
        with(&[("kind", "sequence"), ("skip", "1000")]),
        with(&[("kind", "identity")]),
        with(&[("kind", "serial")]),
        with(&[("skip", "-1")]),
    ]));
}

#[test]
fn a_uuid_is_of_the_type_that_was_chosen() {
    let google = "\
CREATE TABLE Events (EventId INT64 NOT NULL, -- a counter
) PRIMARY KEY (EventId);
CREATE TABLE Parts (EventId INT64 NOT NULL, PartNo INT64 NOT NULL) PRIMARY KEY (EventId, PartNo),
  INTERLEAVE IN PARENT Events;";
    let pg = "CREATE TABLE events (created_at timestamptz PRIMARY KEY);";
    let of = |finding, ty, ddl| text(&set("T1", finding, &[("type", ty)]), ddl);
    insta::assert_snapshot!(each([
        of("key-monotonic-int Events", "uuid", google),
        of("key-monotonic-int Events", "string36", google),
        of("key-timestamp-first events", "UUID", pg),
        of("key-timestamp-first events", "string36", pg),
        of("key-timestamp-first events", "bytes", pg),
    ]));
}

/// A ledger with all that hangs on a key: children of two levels, indexes in them, foreign keys of
/// every way of writing, views, streams.
const LEDGER: &str = "\
CREATE TABLE Orders (
  OrderNo INT64 NOT NULL, -- a counter
  CustomerId STRING(36) NOT NULL,
  Total NUMERIC,
) PRIMARY KEY (OrderNo);

CREATE UNIQUE INDEX OrdersByNo ON Orders (OrderNo);
CREATE INDEX OrdersByCustomer ON Orders (CustomerId);

CREATE TABLE Lines (
  OrderNo INT64 NOT NULL,
  LineNo INT64 NOT NULL,
  CreditOf INT64,
  CONSTRAINT FK_Credit FOREIGN KEY (CreditOf) REFERENCES Orders (OrderNo),
) PRIMARY KEY (OrderNo, LineNo),
  INTERLEAVE IN PARENT Orders ON DELETE CASCADE;

CREATE INDEX LinesByCredit ON Lines (OrderNo, CreditOf), INTERLEAVE IN Orders;

CREATE TABLE Notes (
  OrderNo INT64 NOT NULL,
  LineNo INT64 NOT NULL,
  NoteNo INT64 NOT NULL,
) PRIMARY KEY (OrderNo, LineNo, NoteNo),
  INTERLEAVE IN PARENT Lines ON DELETE CASCADE;

CREATE TABLE Parcels (
  ParcelId STRING(36) NOT NULL DEFAULT (GENERATE_UUID()),
  OrderNo INT64 NOT NULL,
  FOREIGN KEY (OrderNo) REFERENCES Orders (OrderNo),
  LineOrder INT64,
  LineNo INT64,
  FOREIGN KEY (LineOrder, LineNo) REFERENCES Lines (OrderNo, LineNo),
) PRIMARY KEY (ParcelId);

CREATE VIEW BigOrders SQL SECURITY INVOKER AS SELECT o.OrderNo FROM Orders AS o WHERE o.Total > 9;
CREATE CHANGE STREAM OrderStream FOR Orders;
";

#[test]
fn the_whole_tree_follows_a_reversed_counter() {
    insta::assert_snapshot!(check(&asked("T4", "key-monotonic-int Orders"), LEDGER));
}

#[test]
fn the_whole_tree_follows_a_hash() {
    insta::assert_snapshot!(check(&asked("T6", "key-monotonic-int Orders"), LEDGER));
}

#[test]
fn a_counter_is_reversed_in_every_way_of_writing() {
    let int = asked("T4", "key-monotonic-int Events");
    let pg = asked("T4", "key-monotonic-int events");
    insta::assert_snapshot!(each([
        text(&int, "create table Events (EventNo int64 not null /* a counter */ primary key)"),
        text(
            &int,
            "CREATE TABLE Events (\r\n  `EventNo` INT64, -- a counter\r\n  Body STRING(MAX),\r\n) \
             PRIMARY KEY (`EventNo` DESC);\r\n"
        ),
        text(
            &int,
            "CREATE TABLE Events (Id INT64 NOT NULL, -- a counter\n  IdKey STRING(9)) PRIMARY KEY (Id)"
        ),
        text(
            &pg,
            "CREATE TABLE events (eventno bigint PRIMARY KEY, -- a counter\n  body text);\n\
             CREATE TABLE marks (markid varchar(36) PRIMARY KEY, eventno bigint,\n  \
             FOREIGN KEY (eventno) REFERENCES events (eventno));"
        ),
        text(
            &int,
            "CREATE TABLE Events (EventNo INT64 NOT NULL DEFAULT (UNIX_MICROS(\
             CURRENT_TIMESTAMP()))) PRIMARY KEY (EventNo)"
        ),
        text(
            &asked("T4", "by-hand Events"),
            "CREATE TABLE Events (Code STRING(20) NOT NULL) PRIMARY KEY (Code)"
        ),
    ]));
}

#[test]
fn a_hash_leads_in_every_way_of_writing() {
    let ulid = "CREATE TABLE T (TxnId STRING(26) NOT NULL, -- ULID\n  Ts TIMESTAMP NOT NULL\n  \
                OPTIONS (allow_commit_timestamp = true), UserId INT64 NOT NULL) PRIMARY KEY (TxnId)";
    let log = "CREATE TABLE Log (Ts TIMESTAMP NOT NULL, \
               UserId INT64 NOT NULL, Body STRING(MAX)) PRIMARY KEY (Ts)";
    let many = "CREATE TABLE E (\n  Shard INT64 NOT NULL AS (ABS(MOD(FARM_FINGERPRINT(Id), 2048))) \
                STORED,\n  Id STRING(26) NOT NULL, -- ULID\n) PRIMARY KEY (Shard, Id);\n\
                CREATE TABLE C (\n  CId STRING(36) NOT NULL DEFAULT (GENERATE_UUID()),\n  \
                EShard INT64 AS (ABS(MOD(FARM_FINGERPRINT(EId), 2048))) STORED,\n  EId STRING(26),\n  \
                FOREIGN KEY (EShard, EId) REFERENCES E (Shard, Id)\n) PRIMARY KEY (CId);";
    let on = |column| set("T6", "key-time-ordered-id T", &[("column", column)]);
    insta::assert_snapshot!(each([
        text(&asked("T6", "key-time-ordered-id T"), ulid),
        text(&on("userid"), ulid),
        text(&on("Ts"), ulid),
        text(&on("Nothing"), ulid),
        check(&asked("T6", "key-timestamp-first Log"), log),
        check(&asked("T6", "key-shard-count-high E"), many),
        text(
            &asked("T6", "key-formatted-sequence invoices"),
            "CREATE TABLE invoices (\n  invoice_no varchar(20) NOT NULL, -- INV-000001, sequential\n  \
             PRIMARY KEY (invoice_no)\n);"
        ),
    ]));
}

#[test]
fn a_shard_is_of_the_column_that_was_chosen() {
    let ddl = "CREATE TABLE T (TxnId STRING(26) NOT NULL, -- ULID\n  UserId INT64 NOT NULL, D DATE) \
               PRIMARY KEY (TxnId);\n\
               CREATE TABLE C (CId STRING(36) NOT NULL, TxnId STRING(26)) PRIMARY KEY (CId);";
    let child = format!("{ddl}\nALTER TABLE C ADD FOREIGN KEY (TxnId) REFERENCES T (TxnId);");
    let on = |column| set("T5", "key-time-ordered-id T", &[("column", column)]);
    insta::assert_snapshot!(each([
        check(&on("UserId"), ddl),
        text(&on("TxnId"), &child),
        text(&on("UserId"), &child),
        text(&on("D"), ddl),
    ]));
}

#[test]
fn an_entity_comes_first() {
    let tree = "\
CREATE TABLE Tickets (
  TicketId STRING(26) NOT NULL, -- ULID
  UserId INT64 NOT NULL,
  TenantId STRING(36) NOT NULL,
  ParentId STRING(26),
  Title STRING(200),
  FOREIGN KEY (ParentId) REFERENCES Tickets (TicketId),
) PRIMARY KEY (TicketId);

CREATE INDEX TicketsByTenant ON Tickets (TenantId, Title);

CREATE TABLE Replies (
  TicketId STRING(26) NOT NULL,
  ReplyNo INT64 NOT NULL,
) PRIMARY KEY (TicketId, ReplyNo),
  INTERLEAVE IN PARENT Tickets ON DELETE CASCADE;

CREATE TABLE Votes (
  TicketId STRING(26) NOT NULL,
  VoterId STRING(36) NOT NULL,
  TenantId STRING(36) NOT NULL,
) PRIMARY KEY (TicketId, VoterId),
  INTERLEAVE IN PARENT Tickets;

CREATE TABLE Bills (
  BillId STRING(36) NOT NULL DEFAULT (GENERATE_UUID()),
  TicketId STRING(26) NOT NULL,
  CONSTRAINT FK_Bill FOREIGN KEY (TicketId) REFERENCES Tickets (TicketId),
) PRIMARY KEY (BillId);
";
    let ask = asked("T8", "key-time-ordered-id Tickets");
    let user = set("T8", "key-time-ordered-id Tickets", &[("column", "UserId")]);
    let wrong = set("T8", "key-time-ordered-id Tickets", &[("column", "Title")]);
    let stored = tree.replace("(TenantId, Title)", "(Title) STORING (TenantId)");
    let watched = format!("{tree}CREATE CHANGE STREAM S FOR Tickets(TenantId, Title);");
    let nullable = tree
        .replace("  TenantId STRING(36) NOT NULL,\n) PRIMARY", "  TenantId STRING(36),\n) PRIMARY");
    let log = "CREATE TABLE Log (Ts TIMESTAMP NOT NULL, Body STRING(MAX)) PRIMARY KEY (Ts)";
    let pg = "CREATE SCHEMA \"app\";\r\nCREATE TABLE \"app\".\"log\" (\r\n  \"day\" date NOT NULL,\r\n  \"org_id\" bigint \
              NOT NULL,\r\n  \"n\" varchar(36) NOT NULL,\r\n  PRIMARY KEY (\"day\", \"n\")\r\n);\r\n";
    insta::assert_snapshot!(each([
        check(&ask, tree),
        text(&user, tree),
        text(&wrong, tree),
        text(&ask, &stored),
        text(&ask, &watched),
        text(&ask, &nullable),
        text(&asked("T8", "key-timestamp-first Log"), log),
        text(&asked("T8", "by-hand app.log"), pg),
    ]));
}

#[test]
fn only_giants_are_sharded() {
    let tree = "\
-- hotsplit: table Audit writes=50k/s, skew(TenantId)=whale(40%)
CREATE TABLE Audit (
  TenantId STRING(36) NOT NULL,
  EventId STRING(26) NOT NULL, -- ULID
  What STRING(MAX),
) PRIMARY KEY (TenantId, EventId);

CREATE TABLE Details (
  TenantId STRING(36) NOT NULL,
  EventId STRING(26) NOT NULL,
  DetailNo INT64 NOT NULL,
) PRIMARY KEY (TenantId, EventId, DetailNo),
  INTERLEAVE IN PARENT Audit;

CREATE INDEX DetailsByNo ON Details (TenantId, EventId, DetailNo DESC), INTERLEAVE IN Audit;

CREATE TABLE Alerts (
  AlertId STRING(36) NOT NULL DEFAULT (GENERATE_UUID()),
  TenantId STRING(36) NOT NULL,
  EventId STRING(26),
  FOREIGN KEY (TenantId, EventId) REFERENCES Audit (TenantId, EventId),
) PRIMARY KEY (AlertId);
";
    let of = |tenants| set("T9", "key-tenant-skew Audit", &[("tenants", tenants)]);
    let numbers = "CREATE TABLE Audit (TenantId INT64 NOT NULL, Ts TIMESTAMP NOT NULL \
                   OPTIONS (allow_commit_timestamp = true), EventId STRING(36) NOT NULL) \
                   PRIMARY KEY (TenantId, Ts)";
    let few = set(
        "T9",
        "key-tenant-skew Audit",
        &[("tenants", "7,7, 9"), ("shards", "4"), ("column", "EventId")],
    );
    let inside = "CREATE TABLE tenants (tenant_id varchar(36) PRIMARY KEY);\n\
                  CREATE TABLE audit (tenant_id varchar(36) NOT NULL, seen_at timestamptz NOT NULL, \
                  PRIMARY KEY (tenant_id, seen_at)) INTERLEAVE IN PARENT tenants;";
    insta::assert_snapshot!(each([
        check(&of("acme, globex, acme"), tree),
        text(&of("o'neil, a\\\\b"), tree),
        text(&asked("T9", "key-tenant-skew Audit"), tree),
        text(&few, numbers),
        text(&of("acme"), numbers),
        text(&set("T9", "key-tenant-skew audit", &[("tenants", "o'neil")]), inside),
        text(
            &of("acme"),
            "CREATE TABLE Audit (TenantId STRING(36) NOT NULL, Ts TIMESTAMP NOT NULL \
             OPTIONS (allow_commit_timestamp = true)) PRIMARY KEY (TenantId, Ts)"
        ),
        text(
            &set("T9", "by-hand Audit", &[("tenants", "acme")]),
            "CREATE TABLE Audit (Ts TIMESTAMP NOT NULL, TenantId STRING(36)) PRIMARY KEY (Ts)"
        ),
    ]));
}

#[test]
fn the_newest_rows_come_first() {
    let tree = "\
CREATE TABLE PriceHistory (
  Sku STRING(40) NOT NULL,
  ChangedAt TIMESTAMP NOT NULL,
) PRIMARY KEY (Sku, ChangedAt ASC);

CREATE INDEX PricesNewest ON PriceHistory (Sku, ChangedAt DESC);

CREATE TABLE Reasons (
  Sku STRING(40) NOT NULL,
  ChangedAt TIMESTAMP NOT NULL,
  ReasonNo INT64 NOT NULL,
) PRIMARY KEY (Sku, ChangedAt, ReasonNo),
  INTERLEAVE IN PARENT PriceHistory;

CREATE INDEX ReasonsByNo ON Reasons (Sku, ChangedAt, ReasonNo DESC), INTERLEAVE IN PriceHistory;
";
    let pg = "\
create schema shop;
create table shop.users (user_id varchar(36) primary key);
create table shop.user_history (
  user_id varchar(36) not null,
  happened_at timestamptz not null,
  what text,
  primary key (user_id, happened_at)
) interleave in parent shop.users on delete cascade; -- all of it
create view shop.v sql security invoker as select user_id from shop.user_history;
";
    let google = asked("T10", "key-history-asc PriceHistory");
    let postgres = asked("T10", "key-history-asc shop.user_history");
    let with = |include| set("T10", "key-history-asc shop.user_history", &[("include", include)]);
    let taken = "CREATE TABLE price_history (sku varchar(40) NOT NULL, changed_at timestamptz NOT NULL, \
                 PRIMARY KEY (sku, changed_at));\n\
                 CREATE INDEX price_history_newest ON price_history (changed_at, sku);";
    insta::assert_snapshot!(each([
        check(&google, tree),
        text(
            &google,
            "create table PriceHistory (Sku string(40), ChangedAt timestamp)\r\nprimary key (Sku,ChangedAt)"
        ),
        check(&postgres, pg),
        text(&with("what"), pg),
        text(&with("what, user_id"), pg),
        text(&asked("T10", "key-history-asc price_history"), taken),
    ]));
}

#[test]
fn a_number_is_keyed_by_its_text() {
    let tree = "\
CREATE TABLE prices (
  amount numeric,
  label text,
  PRIMARY KEY (amount)
);
CREATE TABLE marks (
  amount numeric NOT NULL,
  mark_no bigint NOT NULL,
  PRIMARY KEY (amount, mark_no)
) INTERLEAVE IN PARENT prices;
CREATE TABLE uses (
  use_id varchar(36) NOT NULL,
  amount numeric,
  PRIMARY KEY (use_id),
  FOREIGN KEY (amount) REFERENCES prices (amount)
);
";
    let index = "\
CREATE TABLE bills (bill_id varchar(36) PRIMARY KEY, total numeric NOT NULL, n bigint);
CREATE INDEX bills_by_total ON bills (n, total DESC);";
    let unique = index.replace("CREATE INDEX", "CREATE UNIQUE INDEX");
    let by_index = asked("T23", "type-invalid-key bills_by_total");
    insta::assert_snapshot!(each([
        check(&asked("T23", "type-invalid-key prices"), tree),
        text(
            &asked("T23", "type-invalid-key singers"),
            "CREATE TABLE singers (id numeric PRIMARY KEY, name text);"
        ),
        text(
            &asked("T23", "type-invalid-key docs"),
            "CREATE TABLE docs (doc jsonb NOT NULL, PRIMARY KEY (doc));"
        ),
        text(
            &asked("T23", "type-invalid-key Docs"),
            "CREATE TABLE Docs (Doc JSON NOT NULL) PRIMARY KEY (Doc)"
        ),
        check(&by_index, index),
        text(&by_index, &unique),
    ]));
}

#[test]
fn a_table_without_a_key_gets_an_id() {
    let google = "CREATE TABLE Events (\n  Body STRING(MAX), -- all of it\n);\n";
    let pg = "CREATE TABLE \"events\" (\"id\" bigint, body text);";
    let child = format!("{google}CREATE INDEX I ON Events (Body);");
    let skip = set("T3", "key-missing-pk Events", &[("skip", "10")]);
    insta::assert_snapshot!(each([
        check(&asked("T1", "key-missing-pk Events"), google),
        check(&asked("T3", "key-missing-pk Events"), google),
        text(&skip, &child),
        text(&asked("T3", "key-missing-pk events"), pg),
        text(&asked("T1", "key-missing-pk events"), pg),
        text(&asked("T1", "by-hand S"), "CREATE TABLE S (N INT64) PRIMARY KEY ()"),
    ]));
}

/// Parts of tables that later statements say: an edit goes where it counts, or there is none.
#[test]
fn histories_are_followed_or_left_alone() {
    let counter = "\
CREATE TABLE T (
  EventNo INT64 NOT NULL, -- a counter
) PRIMARY KEY (EventNo);
";
    let later = |more: &str| format!("{counter}{more}");
    let child = later(
        "CREATE TABLE C (Id STRING(36) NOT NULL) PRIMARY KEY (Id);
ALTER TABLE C ADD COLUMN EventNo INT64;
ALTER TABLE C RENAME TO D;
ALTER TABLE D ADD CONSTRAINT F FOREIGN KEY (EventNo) REFERENCES T (EventNo);
",
    );
    let tenant = "\
CREATE TABLE Log (
  Ts TIMESTAMP NOT NULL,
) PRIMARY KEY (Ts);
ALTER TABLE Log ADD COLUMN TenantId STRING(36);
ALTER TABLE Log ALTER COLUMN TenantId STRING(36) NOT NULL;
";
    let pg = "\
CREATE TABLE price_history (
  sku varchar(40) NOT NULL,
  changed_at timestamptz NOT NULL,
  PRIMARY KEY (sku, changed_at)
);
ALTER TABLE price_history ADD COLUMN price numeric;
";
    let gone = later("CREATE UNIQUE INDEX I ON T (EventNo);\nDROP INDEX I;\n");
    insta::assert_snapshot!(each([
        text(&asked("T4", "key-monotonic-int T"), &child),
        text(&asked("T6", "key-monotonic-int T"), &child),
        text(
            &asked("T4", "key-monotonic-int T"),
            &later(
                "ALTER TABLE T ALTER COLUMN EventNo SET DEFAULT (UNIX_MICROS(CURRENT_TIMESTAMP()));"
            )
        ),
        text(&asked("T6", "key-monotonic-int T"), &gone),
        text(&asked("T8", "key-timestamp-first Log"), tenant),
        text(&asked("T10", "key-history-asc price_history"), pg),
        text(&set("T10", "key-history-asc price_history", &[("include", "price")]), pg),
    ]));
}

/// What a fix must know first it asks for, also where it is rejected for want of it.
#[test]
fn a_refusal_says_what_to_choose() {
    let ddl = "CREATE TABLE Audit (TenantId STRING(36) NOT NULL, EventId STRING(26) NOT NULL, \
               -- ULID\n) PRIMARY KEY (TenantId, EventId)";
    let reading = hotsplit_engine::read(ddl, None, &hotsplit_engine::facts::Settings::default());
    let finding = reading.findings.iter().find(|finding| finding.rule == "key-tenant-skew");
    let finding = finding.expect("an entity and a time-ordered id are found");
    let fix = hotsplit_engine::fixes::find("T9").expect("the fix is listed");
    let asks = |choices: &[(&str, &str)]| {
        let choice = set("T9", "", choices).choice;
        let asks = match hotsplit_engine::offer(&reading, finding, fix, &choice) {
            Ok(offer) => offer.plan.asks,
            Err(refusal) => refusal.asks,
        };
        asks.into_iter().map(|ask| format!("{}={}", ask.name, ask.value)).collect::<Vec<_>>()
    };
    assert_eq!(asks(&[]), ["tenants=", "shards=16", "column=EventId"]);
    let settings = [("tenants", "acme,globex"), ("shards", "4")];
    assert_eq!(asks(&settings), ["tenants=acme, globex", "shards=4", "column=EventId"]);
}
