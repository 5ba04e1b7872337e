//! Fixes of indexes, row deletion policies, counters, queues, sequences and change streams:
//! DDL and a finding in, edited DDL and the plan out, and Spanner takes what comes out.

use hotsplit_engine::facts::Settings;
use hotsplit_engine::fixes::{self, Parameters};
use hotsplit_engine::page;
use hotsplit_engine::syntax::tree::Dialect;

use crate::emulator::Emulator;
use crate::fixes::{Asked, asked, check, each, statements, text};

/// The fixes whose pages show both dialects here.
const PAGES: &[&str] =
    &["T11", "T12", "T13", "T14", "T15", "T19", "T20", "T21", "T22", "T24", "T25", "T26"];

/// A fix that is asked for with something set.
fn set<'a>(fix: &'a str, finding: &'a str, name: &str, value: &str) -> Asked<'a> {
    Asked { choice: Parameters::default().with(name, value), ..asked(fix, finding) }
}

/// The blocks of a page whose fence ends in `word`, each with its dialect.
fn blocks(page: &page::Page, word: &str) -> Vec<(Dialect, String)> {
    let code = page.code().filter(|(info, _)| info.ends_with(word));
    code.map(|(info, text)| {
        let postgres = info.contains(" pg ");
        let dialect = if postgres { Dialect::PostgreSql } else { Dialect::GoogleSql };
        (dialect, text.to_owned())
    })
    .collect()
}

/// Demands that Spanner takes a text, where there is an emulator.
fn accepted(emulator: Option<&Emulator>, about: &str, sql: &str, dialect: Dialect) {
    let Some(emulator) = emulator else { return };
    let (dialect, statements) = statements(sql, Some(dialect));
    if let Err(refusal) = emulator.accepts(dialect, &statements) {
        panic!("{about}: {refusal}\n{sql}");
    }
}

/// The text after the fix, which Spanner has to take.
fn taken(about: &str, asked: &Asked<'_>, ddl: &str) -> String {
    let after = text(asked, ddl);
    assert!(!after.starts_with("refused"), "{after}");
    let dialect = hotsplit_engine::read(&after, None, &Settings::default()).schema.dialect;
    accepted(Emulator::for_test(about).as_deref(), about, &after, dialect);
    after
}

const ORDERS: &str = "\
CREATE TABLE Orders (
  OrderId STRING(36) NOT NULL DEFAULT (GENERATE_UUID()),
  CustomerId STRING(36) NOT NULL,
  Status STRING(20) NOT NULL,
  Total NUMERIC,
) PRIMARY KEY (OrderId);
";

#[test]
fn an_index_is_dropped_with_all_that_is_said_of_it() {
    let ddl = format!(
        "{ORDERS}
-- hotsplit: index ByCustomer writes=100/s
-- Who ordered what.
CREATE INDEX ByCustomer ON Orders (CustomerId); -- old
CREATE INDEX ByCustomerAndTotal ON Orders (CustomerId, Total) STORING (Status);
ALTER INDEX ByCustomer ADD STORED COLUMN Status;
SELECT OrderId FROM Orders@{{FORCE_INDEX=ByCustomer}} WHERE CustomerId = @c;
"
    );
    let windows = ddl.replace('\n', "\r\n");
    let pg = "\
CREATE TABLE orders (id varchar(36) NOT NULL, \"Customer\" varchar(36), total bigint, PRIMARY KEY (id));
CREATE INDEX \"ByCustomer\" ON orders (\"Customer\"); CREATE INDEX two ON orders (\"Customer\", total);
ALTER INDEX \"ByCustomer\" ADD INCLUDE COLUMN total;";
    let ask = asked("T11", "index-prefix-redundant ByCustomer");
    let on_windows = text(&ask, &windows);
    assert_eq!(on_windows.matches('\n').count(), on_windows.matches("\r\n").count());
    insta::assert_snapshot!(each([check(&ask, &ddl), text(&ask, pg)]));
    taken("an_index_is_dropped_with_all_that_is_said_of_it", &ask, pg);
}

#[test]
fn an_index_that_something_needs_stays() {
    let view = format!(
        "{ORDERS}
CREATE INDEX ByCustomer ON Orders (CustomerId);
CREATE INDEX ByCustomerAndTotal ON Orders (CustomerId, Total);
CREATE VIEW V SQL SECURITY INVOKER AS
  SELECT Orders.OrderId FROM Orders@{{force_index = `ByCustomer`}} WHERE Orders.Total > 5;
"
    );
    let unique = "\
CREATE TABLE T (Id STRING(36) NOT NULL DEFAULT (GENERATE_UUID()), Ulid STRING(26)) PRIMARY KEY (Id);
CREATE UNIQUE INDEX ByUlid ON T (Ulid);";
    let implied = "\
CREATE TABLE T (Id STRING(36) NOT NULL DEFAULT (GENERATE_UUID())) PRIMARY KEY (Id);
CREATE UNIQUE INDEX ById ON T (Id);";
    insta::assert_snapshot!(each([
        text(&asked("T11", "index-prefix-redundant ByCustomer"), &view),
        text(&asked("T11", "index-time-ordered-id ByUlid"), unique),
        check(&asked("T11", "index-pk-prefix ById"), implied),
        text(
            &asked("T11", "by-hand <managed index of C(TId)>"),
            "\
CREATE TABLE T (Id STRING(36)) PRIMARY KEY (Id);
CREATE TABLE C (Id STRING(36), TId STRING(36),
  FOREIGN KEY (TId) REFERENCES T (Id)) PRIMARY KEY (Id)"
        ),
    ]));
}

#[test]
fn of_many_indexes_the_needless_or_the_named_go() {
    let columns = ["A", "B", "C", "D"];
    let body: String = columns.iter().map(|c| format!("  {c} STRING(9),\n")).collect();
    let indexes: String =
        columns.iter().map(|c| format!("CREATE INDEX By{c} ON T ({c});\n")).collect();
    let table = "CREATE TABLE T (\n  Id STRING(36) NOT NULL DEFAULT (GENERATE_UUID()),\n";
    let ddl = format!("{table}{body}) PRIMARY KEY (Id);\n{indexes}");
    let doubled = format!("{ddl}CREATE INDEX Again ON T (A);\nCREATE INDEX Id2 ON T (Id);\n");
    let more = format!("{ddl}CREATE INDEX ByAAndB ON T (B, A, C);\n");
    let ask = asked("T11", "index-too-many T");
    insta::assert_snapshot!(each([
        check(&ask, &doubled),
        check(&set("T11", "index-too-many T", "indexes", "bya, ByC"), &more),
        text(&set("T11", "index-too-many T", "indexes", "Nowhere"), &more),
        text(&ask, &ddl.replace("ByD ON T (D)", "ByD ON T (D);\nCREATE INDEX E ON T (D, C, B)")),
        text(&ask, &format!("{ddl}CREATE INDEX E ON T (D, C);").replace("(D)", "(D DESC)")),
    ]));
}

const TREE: &str = "\
CREATE TABLE Customers (
  CustomerId STRING(36) NOT NULL DEFAULT (GENERATE_UUID()),
) PRIMARY KEY (CustomerId);
CREATE TABLE Orders (
  CustomerId STRING(36) NOT NULL,
  OrderId STRING(36) NOT NULL,
) PRIMARY KEY (CustomerId, OrderId DESC), INTERLEAVE IN PARENT Customers;
CREATE TABLE Lines (
  CustomerId STRING(36) NOT NULL,
  OrderId STRING(36) NOT NULL,
  LineId STRING(36) NOT NULL,
  AddedAt TIMESTAMP,
) PRIMARY KEY (CustomerId, OrderId DESC, LineId), INTERLEAVE IN PARENT Orders;
";

#[test]
fn an_index_lies_in_the_nearest_table_whose_key_it_starts_with() {
    let about = "an_index_lies_in_the_nearest_table_whose_key_it_starts_with";
    let ask = asked("T12", "index-interleave-candidate I");
    let with = |index: &str| taken(about, &ask, &format!("{TREE}{index}"));
    let moving =
        |index: &str| taken(about, &asked("T12", "index-monotonic I"), &format!("{TREE}{index}"));
    let pg = "\
CREATE TABLE customers (customer_id varchar(36) NOT NULL DEFAULT spanner.generate_uuid(), PRIMARY KEY (customer_id));
CREATE TABLE orders (customer_id varchar(36) NOT NULL, order_id varchar(36) NOT NULL,
  PRIMARY KEY (customer_id, order_id)) INTERLEAVE IN PARENT customers;
CREATE TABLE lines (customer_id varchar(36) NOT NULL, order_id varchar(36) NOT NULL,
  line_id varchar(36) NOT NULL, added_at timestamptz,
  PRIMARY KEY (customer_id, order_id, line_id)) INTERLEAVE IN PARENT orders;
CREATE UNIQUE INDEX i ON lines (customer_id, order_id, added_at) INCLUDE (line_no) WHERE added_at IS NOT NULL;"
        .replace("line_id varchar(36) NOT NULL, ", "line_id varchar(36) NOT NULL, line_no bigint, ");
    insta::assert_snapshot!(each([
        with("CREATE INDEX I ON Lines (CustomerId, OrderId DESC, /* when */ AddedAt);"),
        with("CREATE UNIQUE INDEX I ON Lines (CustomerId, OrderId DESC, AddedAt);"),
        with("CREATE UNIQUE INDEX I ON Lines (CustomerId, OrderId, AddedAt);"),
        moving("CREATE UNIQUE INDEX I ON Lines (AddedAt, CustomerId);"),
        text(
            &asked("T12", "index-monotonic I"),
            &format!("{TREE}CREATE UNIQUE INDEX I ON Lines (AddedAt);")
        ),
        taken(about, &asked("T12", "index-interleave-candidate i"), &pg),
    ]));
}

#[test]
fn nulls_are_left_out_of_an_index() {
    let about = "nulls_are_left_out_of_an_index";
    let table = "\
CREATE TABLE Users (
  UserId STRING(36) NOT NULL DEFAULT (GENERATE_UUID()),
  DeletedAt TIMESTAMP, -- hotsplit: sparse(0.9)
  Reason STRING(99),
  Name STRING(99) NOT NULL,
) PRIMARY KEY (UserId);
";
    let ask = asked("T14", "index-null-filter-candidate I");
    let with = |index: &str| taken(about, &ask, &format!("{table}{index}"));
    let pg = "\
CREATE TABLE users (user_id varchar(36) NOT NULL, deleted_by varchar(36), -- hotsplit: sparse(0.9)
  reason text, PRIMARY KEY (user_id));
CREATE INDEX I ON users (deleted_by, reason) INCLUDE (x) WHERE reason IS NOT NULL;"
        .replace("reason text,", "reason text, x bigint,");
    let mixed = asked("T14", "index-null-filter-mixed I");
    let two =
        format!("{table}CREATE NULL_FILTERED INDEX I ON Users (Reason, DeletedAt) STORING (Name);");
    insta::assert_snapshot!(each([
        check(&ask, &format!("{table}create unique index I ON Users (DeletedAt, Name);")),
        with("CREATE INDEX I ON Users (DeletedAt DESC, Reason) STORING (Name);"),
        with("CREATE INDEX I ON Users (DeletedAt, Reason) WHERE Reason IS NOT NULL"),
        taken(about, &ask, &pg),
        check(&mixed, &two),
        taken(about, &set("T14", mixed.finding, "column", "deletedat"), &two),
        text(&set("T14", mixed.finding, "column", "Name"), &two),
    ]));
}

#[test]
fn a_flag_stands_for_the_rows_that_matter() {
    let about = "a_flag_stands_for_the_rows_that_matter";
    let table = "\
CREATE TABLE Tickets (
  TicketId STRING(36) NOT NULL DEFAULT (GENERATE_UUID()),
  Status STRING(20) NOT NULL,
  Done BOOL NOT NULL DEFAULT (FALSE),
  Score INT64 NOT NULL DEFAULT (0),
  Subject STRING(MAX),
  CHECK (Status IN ('OPEN', 'WAITING', 'CLOSED')),
) PRIMARY KEY (TicketId);
";
    let few = "index-low-cardinality-first I";
    let status = format!("{table}CREATE INDEX I ON Tickets (Status DESC);");
    let pg = "\
CREATE TABLE tickets (
  ticket_id varchar(36) NOT NULL DEFAULT spanner.generate_uuid(),
  status varchar(20) NOT NULL,
  score bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (ticket_id)
);
";
    let score = "CREATE INDEX I ON tickets (score);";
    insta::assert_snapshot!(each([
        text(&asked("T14", few), &status),
        check(&set("T14", few, "values", "OPEN"), &status),
        taken(about, &set("T14", few, "values", "OPEN, WAITING"), &status),
        text(&set("T14", few, "values", "it's"), &status),
        taken(
            about,
            &asked("T14", "index-boolean-only I"),
            &format!("{table}CREATE INDEX I ON Tickets (Done);")
        ),
        taken(
            about,
            &set("T14", "index-boolean-only I", "values", "false"),
            &format!("{table}CREATE INDEX I ON Tickets (Done);")
        ),
        text(
            &set("T14", "index-boolean-only I", "values", "maybe"),
            &format!("{table}CREATE INDEX I ON Tickets (Done);")
        ),
        check(
            &asked("T14", "index-default-value-hot I"),
            &format!("{table}CREATE INDEX I ON Tickets (Score);")
        ),
        taken(about, &asked("T14", "index-default-value-hot I"), &format!("{pg}{score}")),
        taken(
            about,
            &set("T14", few, "values", "open"),
            &format!("{pg}CREATE INDEX I ON tickets (status);")
        ),
    ]));
}

#[test]
fn a_flag_comes_where_the_column_came() {
    let about = "a_flag_comes_where_the_column_came";
    let later = "\
CREATE TABLE `Jobs` (`JobId` STRING(36) NOT NULL DEFAULT (GENERATE_UUID())) PRIMARY KEY (`JobId`);
ALTER TABLE `Jobs` ADD COLUMN `Urgent` BOOL NOT NULL DEFAULT (FALSE);
CREATE INDEX I ON `Jobs` (`Urgent`);
";
    insta::assert_snapshot!(taken(about, &asked("T14", "index-boolean-only I"), later));
}

#[test]
fn what_an_index_stores_changes() {
    let about = "what_an_index_stores_changes";
    let table = "\
CREATE TABLE Docs (
  DocId STRING(36) NOT NULL DEFAULT (GENERATE_UUID()),
  OwnerId STRING(36) NOT NULL,
  Title STRING(99),
  ViewCount INT64,
  Body JSON,
) PRIMARY KEY (DocId);
";
    let with = |fix: &Asked<'_>, rest: &str| taken(about, fix, &format!("{table}{rest}"));
    let wide = asked("T15", "index-storing-wide I");
    let hot = asked("T15", "index-storing-hot-column I");
    let key = asked("T15", "index-storing-key-column I");
    let lacks = asked("T15", "index-storing-candidate I");
    let query = "\nSELECT Title FROM Docs@{FORCE_INDEX=I} WHERE OwnerId = @o;";
    insta::assert_snapshot!(each([
        with(&wide, "CREATE INDEX I ON Docs (OwnerId) STORING (Body);"),
        with(&wide, "CREATE INDEX I ON Docs (OwnerId) STORING (\n  Title,\n  Body\n);"),
        with(&wide, "CREATE INDEX I ON Docs (OwnerId);\nALTER INDEX I ADD STORED COLUMN Body;"),
        check(
            &hot,
            &format!("{table}CREATE INDEX I ON Docs (OwnerId) STORING (Title, ViewCount);")
        ),
        with(&key, "CREATE INDEX I ON Docs (OwnerId) STORING (DocId, Title, OwnerId);"),
        check(&lacks, &format!("{table}CREATE INDEX I ON Docs (OwnerId);{query}")),
        with(&lacks, &format!("CREATE INDEX I ON Docs (OwnerId) STORING (ViewCount);{query}")),
        text(
            &set("T15", "index-storing-wide I", "columns", "OwnerId"),
            &format!("{table}CREATE INDEX I ON Docs (OwnerId) STORING (Title, Body);")
        ),
    ]));
}

#[test]
fn a_column_added_later_is_stored_by_a_later_statement() {
    let ddl = "\
CREATE TABLE Docs (
  DocId STRING(36) NOT NULL DEFAULT (GENERATE_UUID()),
  OwnerId STRING(36) NOT NULL,
) PRIMARY KEY (DocId);
CREATE INDEX I ON Docs (OwnerId);
ALTER TABLE Docs ADD COLUMN Title STRING(99); -- what it is called
SELECT Title FROM Docs@{FORCE_INDEX=I} WHERE OwnerId = @o;
";
    let about = "a_column_added_later_is_stored_by_a_later_statement";
    insta::assert_snapshot!(taken(about, &asked("T15", "index-storing-candidate I"), ddl));
}

#[test]
fn keys_move_behind_and_twins_merge() {
    let about = "keys_move_behind_and_twins_merge";
    let columns = ["A", "B", "C", "D", "E", "F"].map(|c| format!("  {c} STRING(9),\n")).join("");
    let table = format!(
        "CREATE TABLE T (\n  Id STRING(36) NOT NULL DEFAULT (GENERATE_UUID()),\n{columns}) \
         PRIMARY KEY (Id);\n"
    );
    let twins = format!(
        "{table}CREATE INDEX I ON T (A) STORING (B);\nCREATE INDEX J ON T (A) STORING (C, D);\n"
    );
    let names: Vec<String> = (1..=16).map(|n| format!("K{n}")).collect();
    let many = format!(
        "CREATE TABLE W (Id STRING(36) NOT NULL DEFAULT (GENERATE_UUID()), {}) PRIMARY KEY (Id);\n\
         CREATE INDEX I ON W ({});",
        names.iter().map(|n| format!("{n} INT64")).collect::<Vec<_>>().join(", "),
        names.join(", ")
    );
    let pg = "\
CREATE TABLE t (id varchar(36) NOT NULL DEFAULT spanner.generate_uuid(), a text, b text, c text,
  d text, e text, PRIMARY KEY (id));
CREATE INDEX I ON t (a, b, c, d, e);";
    insta::assert_snapshot!(each([
        check(
            &asked("T15", "index-wide-key I"),
            &format!("{table}CREATE INDEX I ON T (A, B, C, D DESC, Id, E, F) STORING (X);")
                .replace("  F STRING(9),\n", "  F STRING(9),\n  X INT64,\n")
        ),
        check(&asked("T15", "index-duplicate I"), &twins),
        taken(about, &asked("T15", "limit-index-key-columns I"), &many),
        taken(about, &asked("T15", "index-wide-key I"), pg),
    ]));
}

#[test]
fn old_rows_expire() {
    let about = "old_rows_expire";
    let ask = asked("T19", "ttl-missing-on-log AccessLog");
    let log = "\
-- hotsplit: table AccessLog writes=2k/s
CREATE TABLE AccessLog (
  UserId STRING(36) NOT NULL,
  LoggedAt TIMESTAMP NOT NULL OPTIONS (allow_commit_timestamp = true),
  DueAt TIMESTAMP,
) PRIMARY KEY (UserId, LoggedAt);
";
    let later = "\
create table AccessLog (Id string(36) not null, Path string(99)) primary key (Id);
alter table AccessLog add column LoggedAt timestamp; -- when
alter table AccessLog rename to WebAccessLog;
create change stream S for all;
";
    let pg = "\
-- hotsplit: table access_log writes=2k/s
CREATE TABLE access_log (
  id varchar(36) NOT NULL, \"LoggedAt\" timestamptz, PRIMARY KEY (id)) LOCALITY GROUP g;
"
    .replace(") LOCALITY GROUP g", ")");
    insta::assert_snapshot!(each([
        check(&ask, log),
        taken(about, &ask, &log.replace('\n', "\r\n")).replace('\r', "␍"),
        taken(about, &set("T19", ask.finding, "days", "7"), log),
        taken(about, &set("T19", ask.finding, "column", "dueat"), log),
        text(&set("T19", ask.finding, "days", "0"), log),
        text(&set("T19", ask.finding, "column", "UserId"), log),
        check(&asked("T19", "ttl-missing-on-log WebAccessLog"), later),
        taken(about, &asked("T19", "ttl-missing-on-log access_log"), &pg),
        text(
            &asked("T19", "by-hand T"),
            "CREATE TABLE T (Id STRING(36), Day DATE) PRIMARY KEY (Id)"
        ),
    ]));
}

#[test]
fn children_expire_no_later_than_their_parent() {
    let about = "children_expire_no_later_than_their_parent";
    let tree = "\
CREATE TABLE Users (
  UserId STRING(36) NOT NULL DEFAULT (GENERATE_UUID()),
  CreatedAt TIMESTAMP NOT NULL,
) PRIMARY KEY (UserId), ROW DELETION POLICY (OLDER_THAN(CreatedAt, INTERVAL 30 DAY));
CREATE TABLE UserEvents (
  UserId STRING(36) NOT NULL,
  EventId STRING(36) NOT NULL,
  HappenedAt TIMESTAMP NOT NULL,
  Kind STRING(20),
) PRIMARY KEY (UserId, EventId), INTERLEAVE IN PARENT Users ON DELETE CASCADE;
CREATE INDEX UserEventsByKind ON UserEvents (Kind, UserId);
";
    let longer = tree.replace(
        "CASCADE;",
        "CASCADE,\n  ROW DELETION POLICY (OLDER_THAN(HappenedAt, INTERVAL 400 DAY));",
    );
    let pg = "\
CREATE TABLE users (user_id varchar(36) NOT NULL DEFAULT spanner.generate_uuid(), PRIMARY KEY (user_id));
CREATE TABLE user_events (user_id varchar(36) NOT NULL, event_id varchar(36) NOT NULL,
  happened_at timestamptz, PRIMARY KEY (user_id, event_id))
  INTERLEAVE IN PARENT users ON DELETE CASCADE;";
    let ask = asked("T19", "ttl-cascade-limit Users");
    insta::assert_snapshot!(each([
        check(&ask, tree),
        taken(about, &ask, &longer),
        text(&set("T19", ask.finding, "days", "31"), tree),
        taken(about, &asked("T19", "interleave-unbounded user_events"), pg),
    ]));
}

#[test]
fn a_sequence_skips_what_is_taken() {
    let about = "a_sequence_skips_what_is_taken";
    let users = |sequence: &str, column: &str| {
        format!(
            "-- hotsplit: file source=mysql\n{sequence}CREATE TABLE Users (\n  UserId INT64 NOT NULL \
             {column},\n) PRIMARY KEY (UserId);\n"
        )
    };
    let next = "DEFAULT (GET_NEXT_SEQUENCE_VALUE(SEQUENCE S))";
    let clause = users("CREATE SEQUENCE S BIT_REVERSED_POSITIVE;\n", next);
    let options =
        users("create sequence S options (sequence_kind='bit_reversed_positive');\n", next);
    let identity = users("", "GENERATED BY DEFAULT AS IDENTITY (BIT_REVERSED_POSITIVE)");
    let alias = users("", "AUTO_INCREMENT");
    let again = "\
CREATE SEQUENCE s BIT_REVERSED_POSITIVE;
DROP SEQUENCE s;
CREATE SEQUENCE s BIT_REVERSED_POSITIVE;
CREATE TABLE users (user_id bigint NOT NULL DEFAULT nextval('s'), PRIMARY KEY (user_id));";
    let ask = asked("T22", "seq-skip-range-missing S");
    let of_table = asked("T22", "seq-skip-range-missing Users");
    insta::assert_snapshot!(each([
        check(&ask, &clause),
        taken(about, &set("T22", ask.finding, "highest", "2147483647"), &options),
        taken(about, &of_table, &identity),
        text(&of_table, &alias),
        text(&set("T22", ask.finding, "highest", "0"), &options),
        check(&asked("T22", "seq-bit-reversed-restart s"), again),
        taken(about, &asked("T22", "seq-bit-reversed-restart s"), again),
    ]));
}

const STREAMED: &str = "\
CREATE TABLE Orders (
  OrderId STRING(36) NOT NULL DEFAULT (GENERATE_UUID()),
  Status STRING(20),
  Body JSON,
) PRIMARY KEY (OrderId);
CREATE TABLE TaskQueue (
  TaskId STRING(36) NOT NULL DEFAULT (GENERATE_UUID()),
  MadeAt TIMESTAMP,
) PRIMARY KEY (TaskId), ROW DELETION POLICY (OLDER_THAN(MadeAt, INTERVAL 7 DAY));
";

#[test]
fn a_stream_leaves_out_what_nobody_reads() {
    let about = "a_stream_leaves_out_what_nobody_reads";
    let with = |ask: &Asked<'_>, stream: &str| taken(about, ask, &format!("{STREAMED}{stream}"));
    let expired = asked("T26", "stream-ttl-deletes S");
    let wide = asked("T26", "stream-wide-capture S");
    let all = asked("T26", "stream-whole-db S");
    let captures = "OPTIONS (value_capture_type = 'NEW_ROW')";
    insta::assert_snapshot!(each([
        check(&expired, &format!("{STREAMED}CREATE CHANGE STREAM S FOR TaskQueue;")),
        with(&expired, "create change stream S for all options (retention_period='2d');"),
        with(
            &expired,
            "CREATE CHANGE STREAM S FOR ALL;\n\
             ALTER CHANGE STREAM S SET OPTIONS (exclude_ttl_deletes = false);"
        ),
        check(&wide, &format!("{STREAMED}CREATE CHANGE STREAM S FOR Orders {captures};")),
        with(
            &set("T26", wide.finding, "columns", "Orders.Status"),
            &format!("CREATE CHANGE STREAM S FOR Orders, TaskQueue {captures};")
        ),
        text(
            &set("T26", wide.finding, "columns", "Orders.OrderId"),
            &format!("{STREAMED}CREATE CHANGE STREAM S FOR Orders {captures};")
        ),
        check(&all, &format!("{STREAMED}CREATE CHANGE STREAM S FOR ALL;")),
        taken(
            about,
            &all,
            &STREAMED.replacen(
                "\nCREATE TABLE",
                "\nCREATE CHANGE STREAM S FOR ALL;\nCREATE TABLE",
                1
            )
        ),
        with(
            &set("T26", all.finding, "tables", "TaskQueue"),
            "CREATE CHANGE STREAM S;\nALTER CHANGE STREAM S SET FOR ALL;"
        ),
        text(
            &set("T26", all.finding, "tables", "Nowhere"),
            &format!("{STREAMED}CREATE CHANGE STREAM S FOR ALL;")
        ),
    ]));
}

/// A stream that stands before the tables it watches names those that come later behind them.
#[test]
fn a_stream_above_its_tables_names_them_where_they_are() {
    let (orders, queue) = STREAMED.split_once("CREATE TABLE TaskQueue").expect("two tables");
    let ddl = format!(
        "CREATE TABLE TaskQueue{queue}CREATE CHANGE STREAM S FOR ALL;\n{orders}\
         CREATE VIEW V SQL SECURITY INVOKER AS SELECT Orders.OrderId FROM Orders;\n"
    );
    let about = "a_stream_above_its_tables_names_them_where_they_are";
    insta::assert_snapshot!(taken(about, &asked("T26", "stream-whole-db S"), &ddl));
}

#[test]
fn a_fourth_stream_gives_way() {
    let about = "a_fourth_stream_gives_way";
    let three: String =
        (1..=3).map(|n| format!("CREATE CHANGE STREAM S{n} FOR Orders;\n")).collect();
    let ask = asked("T26", "limit-change-streams S4");
    let with = |fourth: &str| format!("{STREAMED}{three}{fourth}");
    insta::assert_snapshot!(each([
        taken(about, &ask, &with("CREATE CHANGE STREAM S4 FOR Orders(Status), TaskQueue;")),
        text(&ask, &with("CREATE CHANGE STREAM S4 FOR Orders;")),
    ]));
}

#[test]
fn a_counter_is_spread_over_rows() {
    let about = "a_counter_is_spread_over_rows";
    let ask = asked("T20", "key-counter-row PageCounters");
    let table = "\
CREATE TABLE PageCounters (
  Name STRING(64) NOT NULL, -- of the page
  Hits INT64 NOT NULL,
  UpdatedAt TIMESTAMP,
) PRIMARY KEY (Name);
";
    let inline = "create table page_counters (name varchar(64) primary key, hits bigint)";
    let shard = "CREATE TABLE PageCounters (Name STRING(64) NOT NULL PRIMARY KEY, Shard BYTES(9),\n\
                 Hits INT64);";
    let seen = format!(
        "{table}CREATE INDEX ByHits ON PageCounters (Hits);\nCREATE CHANGE STREAM S FOR ALL;\n\
         CREATE VIEW Top SQL SECURITY INVOKER AS SELECT PageCounters.Name FROM PageCounters;\n"
    );
    let next = "CREATE TABLE Ids (Name STRING(64) NOT NULL, NextId INT64) PRIMARY KEY (Name);";
    let likes = "\
CREATE TABLE Posts (PostId STRING(36) NOT NULL DEFAULT (GENERATE_UUID()), LikeCount INT64)
  PRIMARY KEY (PostId);
CREATE TABLE Likes (PostId STRING(36) NOT NULL, UserId STRING(36) NOT NULL)
  PRIMARY KEY (PostId, UserId), INTERLEAVE IN PARENT Posts;";
    let referenced = format!(
        "{table}CREATE TABLE Uses (Id STRING(36) NOT NULL, Name STRING(64),\n  \
         FOREIGN KEY (Name) REFERENCES PageCounters (Name)) PRIMARY KEY (Id);"
    );
    insta::assert_snapshot!(each([
        check(&ask, &seen),
        taken(about, &set("T20", ask.finding, "shards", "64"), table),
        taken(about, &asked("T20", "key-counter-row page_counters"), inline),
        taken(about, &ask, shard),
        text(&asked("T20", "key-counter-row Ids"), next),
        text(&asked("T20", "key-counter-row Posts"), likes),
        text(&ask, &referenced),
        text(&ask, &format!("{table}CREATE UNIQUE INDEX ByName ON PageCounters (Name);")),
    ]));
}

#[test]
fn a_queue_is_indexed_by_what_waits() {
    let about = "a_queue_is_indexed_by_what_waits";
    let ask = asked("T21", "key-queue-pattern I");
    let table = "\
CREATE TABLE Jobs (
  JobId STRING(36) NOT NULL DEFAULT (GENERATE_UUID()),
  Status STRING(10) NOT NULL,
  CreatedAt TIMESTAMP NOT NULL,
  NextAttemptAt TIMESTAMP, -- when to try
  DueAt INT64,
  CHECK (Status IN ('NEW', 'RETRY', 'DONE')),
) PRIMARY KEY (JobId);
";
    let index = "CREATE INDEX I ON Jobs (Status, CreatedAt DESC, DueAt) STORING (NextAttemptAt);";
    let ddl = format!("{table}{index}");
    let pg = "\
CREATE TABLE jobs (job_id varchar(36) NOT NULL DEFAULT spanner.generate_uuid(), created_at timestamptz,
  PRIMARY KEY (job_id));
ALTER TABLE jobs ADD COLUMN status bigint NOT NULL DEFAULT 0;
CREATE INDEX I ON jobs (created_at) WHERE created_at IS NOT NULL;";
    let alone = "\
CREATE TABLE JobQueue (JobId STRING(36) NOT NULL DEFAULT (GENERATE_UUID()), EnqueuedAt TIMESTAMP)
  PRIMARY KEY (JobId);
CREATE INDEX I ON JobQueue (EnqueuedAt);";
    let commit = alone.replace(
        "EnqueuedAt TIMESTAMP",
        "EnqueuedAt TIMESTAMP OPTIONS (allow_commit_timestamp = true)",
    );
    let key = "\
CREATE TABLE JobQueue (EnqueuedAt TIMESTAMP NOT NULL, JobId STRING(36) NOT NULL)
  PRIMARY KEY (EnqueuedAt, JobId);";
    insta::assert_snapshot!(each([
        text(&ask, &ddl),
        check(
            &set("T21", ask.finding, "status", "NEW, RETRY"),
            &ddl.replace(" STORING (NextAttemptAt)", "")
        ),
        taken(about, &set("T21", ask.finding, "status", "NEW"), &ddl),
        taken(about, &ask, pg),
        check(&ask, alone),
        text(&ask, &alone.replace("EnqueuedAt TIMESTAMP", "EnqueuedAt TIMESTAMP NOT NULL")),
        text(&ask, &commit),
        text(&asked("T21", "key-queue-pattern JobQueue"), key),
    ]));
}

#[test]
fn each_value_gets_a_table() {
    let about = "each_value_gets_a_table";
    let ask = asked("T24", "index-low-cardinality-first I");
    let table = "\
-- hotsplit: table Scores writes=10/s
-- The best of all.
CREATE TABLE Scores (
  Mode STRING(10) NOT NULL, -- classic or ranked
  PlayerId STRING(36) NOT NULL,
  Score INT64 NOT NULL, -- points
  Region STRING(10),
) PRIMARY KEY (PlayerId, Mode, Score);
";
    let two = "CREATE INDEX I ON Scores (Mode);\n\
               CREATE UNIQUE INDEX ByMode ON Scores (Mode, Score) STORING (Region); -- best\n";
    let named = set("T24", ask.finding, "values", "classic, ranked");
    let ddl = format!("{table}{two}");
    let crlf = ddl.replace('\n', "\r\n");
    let crlf = text(&named, &crlf);
    assert_eq!(crlf.matches('\n').count(), crlf.matches("\r\n").count());
    let view = "CREATE VIEW V SQL SECURITY INVOKER AS SELECT Scores.Score FROM Scores;";
    let child = "CREATE TABLE Lines (PlayerId STRING(36) NOT NULL, Mode STRING(10) NOT NULL,\n  \
                 Score INT64 NOT NULL, N INT64) PRIMARY KEY (PlayerId, Mode, Score, N),\n  \
                 INTERLEAVE IN PARENT Scores;";
    let pg = "\
CREATE TABLE \"Scores\" (player_id varchar(36) NOT NULL, mode varchar(9) NOT NULL, PRIMARY KEY (player_id));
CREATE INDEX I ON \"Scores\" (mode);";
    insta::assert_snapshot!(each([
        check(&named, &ddl),
        taken(about, &named, pg),
        text(&ask, &ddl),
        text(&set("T24", ask.finding, "values", "classic"), &ddl),
        text(&named, &format!("{ddl}{view}")),
        text(&named, &format!("{ddl}{child}")),
        text(&named, &format!("{ddl}CREATE CHANGE STREAM S FOR Scores;")),
        text(&named, &format!("{ddl}ALTER TABLE Scores ADD COLUMN X INT64;")),
        text(&named, &format!("{ddl}CREATE UNIQUE INDEX U ON Scores (Score);")),
        text(&named, &ddl.replace("Region STRING(10)", "Region STRING(10) AS (Mode) STORED")),
    ]));
    taken(about, &named, &ddl);
}

#[test]
fn names_keep_their_schema() {
    let about = "names_keep_their_schema";
    let table = "\
CREATE SCHEMA shop;
CREATE TABLE shop.Scores (
  PlayerId STRING(36) NOT NULL DEFAULT (GENERATE_UUID()),
  Mode STRING(10) NOT NULL,
  Urgent BOOL NOT NULL,
  Score INT64,
) PRIMARY KEY (PlayerId);
";
    let few = "index-low-cardinality-first shop.I";
    let pg = "\
CREATE SCHEMA shop;
CREATE TABLE shop.jobs (job_id varchar(36) NOT NULL DEFAULT spanner.generate_uuid(),
  status varchar(9) NOT NULL DEFAULT 'NEW', created_at timestamptz, PRIMARY KEY (job_id));
CREATE INDEX i ON shop.jobs (status, created_at);";
    insta::assert_snapshot!(each([
        taken(
            about,
            &asked("T11", "index-prefix-redundant shop.I"),
            &format!(
                "{table}CREATE INDEX shop.I ON shop.Scores (Mode);\n\
                 CREATE INDEX shop.J ON shop.Scores (Mode, Score);"
            )
        ),
        taken(
            about,
            &set("T24", few, "values", "classic, ranked"),
            &format!("{table}CREATE INDEX shop.I ON shop.Scores (Mode);")
        ),
        taken(
            about,
            &asked("T14", "index-boolean-only shop.I"),
            &format!("{table}CREATE INDEX shop.I ON shop.Scores (Urgent);")
        ),
        taken(about, &asked("T21", "key-queue-pattern i"), pg),
    ]));
}

#[test]
fn a_search_index_stores_no_keys() {
    let about = "a_search_index_stores_no_keys";
    let ddl = "\
CREATE TABLE Docs (
  DocId STRING(36) NOT NULL DEFAULT (GENERATE_UUID()),
  Title STRING(99),
  Words TOKENLIST AS (TOKENIZE_FULLTEXT(Title)) HIDDEN,
) PRIMARY KEY (DocId);
CREATE SEARCH INDEX I ON Docs (Words) STORING (DocId, Title);";
    insta::assert_snapshot!(taken(about, &asked("T15", "index-storing-key-column I"), ddl));
}

/// What a fix gives has nothing left for the same fix to do.
#[test]
fn a_result_stays_as_it_is() {
    for id in PAGES.iter().filter(|id| **id != "T25") {
        let fix = fixes::find(id).expect("the fix is listed");
        for (dialect, after) in blocks(&page::read(fix.page), "after") {
            let reading = hotsplit_engine::read(&after, Some(dialect), &Settings::default());
            for finding in &reading.findings {
                let again = hotsplit_engine::candidates(finding).any(|fit| fit.short == fix.short);
                let offer = again.then(|| {
                    hotsplit_engine::offer(&reading, finding, fix, &Parameters::default()).ok()
                });
                assert!(offer.flatten().is_none(), "{id} again for {}\n{after}", finding.title);
            }
        }
    }
}

/// What later statements say of a column or a table holds for what a fix adds too.
#[test]
fn histories_are_kept() {
    let jobs = "\
CREATE TABLE Jobs (
  JobId STRING(36) NOT NULL DEFAULT (GENERATE_UUID()),
  Status STRING(10),
  Score INT64 NOT NULL,
  CreatedAt TIMESTAMP NOT NULL,
) PRIMARY KEY (JobId);
";
    let pg = "\
CREATE TABLE jobs (
  job_id varchar(36) NOT NULL DEFAULT spanner.generate_uuid(),
  status varchar(10),
  score bigint NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (job_id)
);
";
    let few = || set("T14", "index-low-cardinality-first I", "values", "NEW");
    let one = "CREATE INDEX I ON Jobs (Status);\n";
    let queue = "CREATE INDEX I ON Jobs (Status, CreatedAt);\n";
    let cases = [
        (few(), format!("{jobs}{one}ALTER TABLE Jobs ALTER COLUMN Status STRING(20);")),
        (few(), format!("{jobs}ALTER TABLE Jobs ALTER COLUMN Status STRING(20);\n{one}")),
        (few(), format!("{jobs}ALTER TABLE Jobs ALTER COLUMN Status STRING(10) NOT NULL;\n{one}")),
        (few(), format!("{pg}ALTER TABLE jobs ALTER COLUMN status TYPE varchar(20);\nCREATE INDEX I ON jobs (status);")),
        (
            asked("T14", "index-default-value-hot I"),
            format!("{jobs}ALTER TABLE Jobs ALTER COLUMN Score SET DEFAULT (0);\nCREATE INDEX I ON Jobs (Score);"),
        ),
        (
            set("T21", "key-queue-pattern I", "status", "NEW"),
            format!("{jobs}ALTER TABLE Jobs ALTER COLUMN Status SET DEFAULT ('NEW');\n{queue}"),
        ),
        (
            set("T21", "key-queue-pattern I", "status", "NEW"),
            format!("{jobs}{queue}ALTER TABLE Jobs ALTER COLUMN CreatedAt SET OPTIONS (allow_commit_timestamp = true);"),
        ),
        (
            set("T21", "key-queue-pattern I", "status", "NEW"),
            format!("{jobs}ALTER TABLE Jobs ALTER COLUMN CreatedAt SET OPTIONS (allow_commit_timestamp = null);\n{queue}")
                .replace("CreatedAt TIMESTAMP NOT NULL", "CreatedAt TIMESTAMP NOT NULL OPTIONS (allow_commit_timestamp = true)"),
        ),
        (
            set("T21", "key-queue-pattern I", "status", "NEW"),
            format!("{jobs}ALTER TABLE Jobs RENAME TO Work;\nALTER TABLE Work ADD COLUMN RetryAt TIMESTAMP;\nCREATE INDEX I ON Work (Status, CreatedAt);"),
        ),
        (
            asked("T20", "key-counter-row Totals"),
            "CREATE TABLE Counters (Name STRING(64) NOT NULL, Hits INT64) PRIMARY KEY (Name);\nALTER TABLE Counters RENAME TO Totals;\nALTER TABLE Totals ALTER COLUMN Name STRING(99) NOT NULL;".to_owned(),
        ),
        (
            asked("T15", "index-storing-wide I"),
            format!("{jobs}ALTER TABLE Jobs ADD COLUMN Payload BYTES(MAX);\nCREATE INDEX I ON Jobs (Score) STORING (Status);\nALTER INDEX I ADD STORED COLUMN Payload;\nALTER INDEX I DROP STORED COLUMN Status;"),
        ),
    ];
    let about = "histories_are_kept";
    let printed = cases.iter().map(|(ask, ddl)| {
        let after = text(ask, ddl);
        if after.starts_with("refused") { after } else { taken(about, ask, ddl) }
    });
    insta::assert_snapshot!(printed.collect::<Vec<String>>().join("\n\n----------\n\n"));
}

/// Applying every fix deletes no rows and drops no index that a query may need.
#[test]
fn what_a_person_decides_is_left_to_a_person() {
    let log = "\
CREATE TABLE Users (UserId STRING(36) NOT NULL DEFAULT (GENERATE_UUID())) PRIMARY KEY (UserId);
CREATE TABLE UserEvents (
  UserId STRING(36) NOT NULL,
  EventId STRING(36) NOT NULL,
  HappenedAt TIMESTAMP NOT NULL,
) PRIMARY KEY (UserId, EventId), INTERLEAVE IN PARENT Users ON DELETE CASCADE;
";
    let twice = "\
CREATE INDEX ByUser ON UserEvents (EventId);
CREATE INDEX ByUserAndTime ON UserEvents (EventId, HappenedAt);
";
    let fixed = |ddl: &str| {
        let reading = hotsplit_engine::read(ddl, None, &Settings::default());
        hotsplit_engine::rewrite_all(&reading).reading.text
    };
    assert_eq!(fixed(log), log);
    let fixed = fixed(&format!("{log}{twice}"));
    assert!(!fixed.contains("INDEX ByUser ON") && fixed.contains("INDEX ByUserAndTime"), "{fixed}");
    assert!(!fixed.contains("DELETION"), "{fixed}");
}

/// An index of a queue keeps the rows that wait: by the name of the flag, of the index and of the
/// states, by a default and by queries; where none of them tells, the fix asks.
#[test]
fn what_queries_look_for_is_kept() {
    let table = |lead: &str, table: &str, index: &str| {
        format!(
            "CREATE TABLE {table} (id STRING(36) NOT NULL DEFAULT (GENERATE_UUID()), {lead}, \
             created_at TIMESTAMP NOT NULL) PRIMARY KEY (id);\n\
             CREATE INDEX {index} ON {table} ({}, created_at);\n",
            lead.split(' ').next().unwrap()
        )
    };
    let sent = "sent BOOL NOT NULL DEFAULT (FALSE)";
    let status = "status STRING(9) NOT NULL";
    let check =
        "status STRING(9) NOT NULL DEFAULT ('NEW'), CHECK (status IN ('NEW', 'RETRY', 'DONE'))";
    let states = "status STRING(9) NOT NULL, CHECK (status IN ('OPEN', 'CLOSED'))";
    let any = "\nSELECT id FROM outbox WHERE sent = @s;";
    let yes = "\nSELECT id FROM outbox WHERE sent = TRUE;";
    let cases = [
        table(sent, "outbox", "outbox_pending"),
        table(sent, "outbox", "outbox_by_sent"),
        table("sent BOOL", "outbox", "i"),
        table("pending BOOL NOT NULL", "outbox", "i"),
        table("not_done BOOL NOT NULL", "outbox", "i"),
        table("deleted BOOL NOT NULL", "outbox", "i"),
        table("deleted BOOL NOT NULL", "people", "i"),
        table("verified BOOL NOT NULL", "people", "i"),
        table("ok BOOL NOT NULL DEFAULT (FALSE)", "people", "waiting_people"),
        table("is_open BOOL NOT NULL", "tickets", "closed_ones"),
        table("sent_at TIMESTAMP", "outbox", "i"),
        table(status, "outbox", "i"),
        table(check, "outbox", "i"),
        table(states, "tickets", "i"),
        table(states, "tickets", "closed_tickets"),
        format!("{}{any}", table(sent, "outbox", "outbox_pending")),
        format!("{}{yes}", table(sent, "outbox", "outbox_pending")),
    ];
    let mut out = String::new();
    for ddl in cases {
        let reading = hotsplit_engine::read(&ddl, Some(Dialect::GoogleSql), &Settings::default());
        out.push_str(&ddl);
        for id in ["T14", "T21"] {
            let fix = fixes::find(id).unwrap();
            for finding in &reading.findings {
                if !hotsplit_engine::candidates(finding).any(|fit| fit.short == id) {
                    continue;
                }
                let offer = hotsplit_engine::offer(&reading, finding, fix, &Parameters::default());
                let said = match &offer {
                    Ok(offer) => {
                        let asks = &offer.plan.asks;
                        let ask = asks.iter().find(|ask| ["values", "status"].contains(&ask.name));
                        let (value, notes) = ask.map_or((String::new(), String::new()), |ask| {
                            (ask.value.clone(), ask.notes.join(" "))
                        });
                        format!("{} keeps {value}: {notes}", offer.plan.resulting_key)
                    }
                    Err(refusal) => {
                        let asks = refusal.asks.iter().map(|ask| ask.name);
                        format!("asks {:?}: {}", asks.collect::<Vec<_>>(), refusal.why)
                    }
                };
                out.push_str(&format!("  {id} on {}: {said}\n", finding.rule));
            }
        }
        out.push('\n');
    }
    insta::assert_snapshot!(out);
}
