//! What tables are for, the rates that follow, and how both are said in the text.

use hotsplit_engine::Reading;
use hotsplit_engine::facts::Settings;
use hotsplit_engine::facts::roles::{
    self, READ_SHAPES, READ_WORDS, ROLE_DEFAULTS, ROLE_WORDS, ReadShape, Role,
};
use hotsplit_engine::syntax::tree::Dialect;
use hotsplit_engine::text::apply_edits;
use hotsplit_engine::workload::edit::{self, Said};

fn read(sql: &str) -> Reading {
    hotsplit_engine::read(sql, None, &Settings::default())
}

fn settings(sql: &str, writes: f64) -> Reading {
    let settings = Settings { nodes: Some(10.0), writes_per_second: Some(writes) };
    hotsplit_engine::read(sql, None, &settings)
}

/// Role and reason of a table.
fn role(reading: &Reading, table: &str) -> (Role, String) {
    let id = reading.schema.find_table(table).unwrap_or_else(|| panic!("no table {table}"));
    let fact = &reading.facts.table(id).role;
    (fact.role, fact.evidence.what.to_string())
}

const SHOP: &str = "
CREATE TABLE Customers (
  CustomerId STRING(36) NOT NULL DEFAULT (GENERATE_UUID()), Email STRING(100),
) PRIMARY KEY (CustomerId);
CREATE TABLE Countries (CountryCode STRING(2) NOT NULL, Name STRING(60)) PRIMARY KEY (CountryCode);
CREATE TABLE Orders (
  CustomerId STRING(36) NOT NULL, OrderId STRING(36) NOT NULL DEFAULT (GENERATE_UUID()),
  Status STRING(10),
) PRIMARY KEY (CustomerId, OrderId), INTERLEAVE IN PARENT Customers ON DELETE CASCADE;
CREATE TABLE Tags (TagId STRING(36) NOT NULL DEFAULT (GENERATE_UUID())) PRIMARY KEY (TagId);
CREATE TABLE CustomerTags (
  CustomerId STRING(36) NOT NULL, TagId STRING(36) NOT NULL,
  CONSTRAINT FK_C FOREIGN KEY (CustomerId) REFERENCES Customers (CustomerId),
  CONSTRAINT FK_T FOREIGN KEY (TagId) REFERENCES Tags (TagId),
) PRIMARY KEY (CustomerId, TagId);
CREATE TABLE AuditLog (
  At TIMESTAMP NOT NULL OPTIONS (allow_commit_timestamp = true), Id STRING(36) NOT NULL,
) PRIMARY KEY (At, Id);
CREATE TABLE Measurements (
  DeviceId STRING(36) NOT NULL, ReceivedAt TIMESTAMP NOT NULL,
) PRIMARY KEY (DeviceId, ReceivedAt);
CREATE TABLE Payments (
  PaymentId STRING(26) NOT NULL, -- ULID
  Amount NUMERIC NOT NULL,
) PRIMARY KEY (PaymentId);
CREATE TABLE Outbox (
  MessageId STRING(36) NOT NULL, CreatedAt TIMESTAMP, Status STRING(10),
) PRIMARY KEY (MessageId);
CREATE TABLE SiteTotals (Visits INT64 NOT NULL) PRIMARY KEY ();
CREATE TABLE schema_migrations (version INT64 NOT NULL) PRIMARY KEY (version);
";

#[test]
fn each_table_gets_a_role_with_its_reason() {
    let reading = read(SHOP);
    for (table, expected, why) in [
        ("Customers", Role::Entity, "references it"),
        ("Countries", Role::Lookup, "a list that rarely changes"),
        ("Orders", Role::Child, "it is interleaved in `Customers`"),
        ("Tags", Role::Entity, "`CustomerTags` references it"),
        ("CustomerTags", Role::Link, "the keys of `Customers` and `Tags`"),
        ("AuditLog", Role::Event, "a log"),
        ("Measurements", Role::Event, "a stream of events"),
        ("Payments", Role::Ledger, "transfers of value"),
        ("Outbox", Role::Queue, "a queue"),
        ("SiteTotals", Role::Counter, "one row and `Visits` is a number"),
        ("schema_migrations", Role::Versions, "a ledger of schema versions"),
    ] {
        let (found, reason) = role(&reading, table);
        assert_eq!(found, expected, "{table}: {reason}");
        assert!(reason.contains(why), "{table}: {reason}");
    }
}

#[test]
fn a_time_in_the_key_makes_an_event_where_nothing_refers_to_it() {
    let alone = "CREATE TABLE Stays (
        GuestId STRING(36) NOT NULL, ArrivedAt TIMESTAMP NOT NULL) PRIMARY KEY (GuestId, ArrivedAt);";
    let (found, why) = role(&read(alone), "Stays");
    assert_eq!(found, Role::Event, "{why}");
    assert!(why.contains("(`ArrivedAt`) and nothing references it"), "{why}");
    let referred = format!(
        "{alone}
        CREATE TABLE Bills (
          BillId STRING(36) NOT NULL, GuestId STRING(36), ArrivedAt TIMESTAMP,
          FOREIGN KEY (GuestId, ArrivedAt) REFERENCES Stays (GuestId, ArrivedAt),
        ) PRIMARY KEY (BillId);"
    );
    assert_eq!(role(&read(&referred), "Stays").0, Role::Entity);
}

#[test]
fn what_is_given_is_shared_by_roles_and_adds_up() {
    let reading = settings(SHOP, 10_000.0);
    let rates = roles::rates(&reading.schema, &reading.facts.tables, 10_000.0, None);
    let total: f64 = rates.iter().map(roles::Rates::writes).sum();
    assert!((total - 10_000.0).abs() < 1e-6, "{total}");
    let of = |table: &str| &rates[reading.schema.find_table(table).unwrap().0 as usize];
    let (customers, orders) = (of("Customers"), of("Orders"));
    assert!((orders.inserts.per_second / customers.inserts.per_second - 5.0).abs() < 1e-9);
    // Its status changes; nothing of a customer is known to.
    assert!(orders.updates.per_second > 0.0 && customers.updates.per_second == 0.0);
    let (log, countries, queue) = (of("AuditLog"), of("Countries"), of("Outbox"));
    assert!((log.inserts.per_second / customers.inserts.per_second - 10.0).abs() < 1e-9);
    assert!(countries.writes() < 1.0, "{countries:?}");
    assert_eq!(queue.inserts.per_second, queue.deletes.per_second);
    assert_eq!(of("schema_migrations").writes(), 0.0);
    let counter = of("SiteTotals");
    assert_eq!((counter.inserts.per_second, counter.deletes.per_second), (0.0, 0.0));
    assert!(counter.updates.per_second > 0.0);
    // Rules judge by the same rates.
    for (id, rates) in reading.schema.table_ids().zip(&rates) {
        let counts = reading.facts.table(id).role.role == Role::Counter;
        let updates = if counts { rates.updates.per_second } else { 0.0 };
        let judged = reading.facts.table(id).writes_per_second;
        assert_eq!(judged, Some(rates.inserts.per_second + updates));
    }
}

#[test]
fn a_lookup_with_a_bad_key_is_not_hot_beside_a_log() {
    let sql = "CREATE TABLE Categories (CategoryId INT64 NOT NULL, -- from a sequence
                 Name STRING(50)) PRIMARY KEY (CategoryId);
               CREATE TABLE AuditLog (At TIMESTAMP NOT NULL, Id STRING(36)) PRIMARY KEY (At, Id);";
    let reading = settings(sql, 10_000.0);
    let finding = |rule: &str| reading.findings.iter().find(|finding| finding.rule == rule);
    assert!(finding("key-monotonic-int").is_some_and(|finding| finding.harmless.is_some()));
    assert!(finding("key-timestamp-first").is_some_and(|finding| finding.harmless.is_none()));
}

#[test]
fn stated_rates_win_and_children_follow_their_parent() {
    let sql = format!(
        "-- hotsplit: table Customers writes=100/s
         -- hotsplit: table Orders children-per-parent<=200
         -- hotsplit: table AuditLog reads(newest-first)=30/s, deletes=7/s
         -- hotsplit: table Payments role=event{SHOP}"
    );
    let reading = settings(&sql, 10_000.0);
    let rates = roles::rates(&reading.schema, &reading.facts.tables, 10_000.0, None);
    let of = |table: &str| &rates[reading.schema.find_table(table).unwrap().0 as usize];
    assert_eq!(
        of("Customers").inserts,
        roles::Rate { per_second: 100.0, stated: true, open: false }
    );
    // A quarter of the most.
    assert!((of("Orders").inserts.per_second - 5_000.0).abs() < 1e-6, "{:?}", of("Orders"));
    assert_eq!(of("AuditLog").deletes.per_second, 7.0);
    let newest = of("AuditLog").reads.iter().find(|(shape, _)| *shape == ReadShape::NewestFirst);
    assert_eq!(newest.unwrap().1, roles::Rate { per_second: 30.0, stated: true, open: false });
    assert_eq!(role(&reading, "Payments").1, "the directive `role=event`");
}

/// Tables of which each follows the one before by a foreign key, written in an order.
fn chain(order: &[usize]) -> String {
    let table = |&at: &usize| match at {
        0 => "CREATE TABLE T0 (K STRING(36) NOT NULL) PRIMARY KEY (K); -- hotsplit: writes=8/s\n"
            .to_owned(),
        _ => format!(
            "CREATE TABLE T{at} (K STRING(36) NOT NULL, C{at} STRING(36) NOT NULL) PRIMARY KEY (K, C{at}); \
             -- hotsplit: role=child, children-per-parent=12\n"
        ),
    };
    let key = |&at: &usize| match at {
        0 => String::new(),
        _ => format!("ALTER TABLE T{at} ADD FOREIGN KEY (K) REFERENCES T{} (K);\n", at - 1),
    };
    order.iter().map(table).chain(order.iter().map(key)).collect()
}

#[test]
fn tables_that_follow_one_another_do_so_in_whatever_order_they_stand() {
    let (forth, back) = ((0..6).collect::<Vec<_>>(), (0..6).rev().collect::<Vec<_>>());
    for order in [forth, back, vec![3, 0, 5, 1, 4, 2]] {
        let reading = read(&chain(&order));
        let rates = roles::rates(&reading.schema, &reading.facts.tables, 1e6, None);
        let guesses = roles::guesses(&reading.schema, &reading.facts.tables);
        let top = reading.schema.find_table("T0").unwrap();
        // A quarter of the most.
        let mut wanted = 8.0;
        for at in 0..6 {
            let id = reading.schema.find_table(&format!("T{at}")).unwrap();
            let inserts = rates[id.0 as usize].inserts;
            assert_eq!((inserts.per_second, inserts.open), (wanted, false), "T{at} of {order:?}");
            assert_eq!(guesses[id.0 as usize], top, "T{at} of {order:?}");
            wanted *= 3.0;
        }
    }
}

#[test]
fn a_circle_of_tables_that_follow_one_another_has_rates() {
    let text = chain(&[1, 2, 3]) + "ALTER TABLE T1 ADD FOREIGN KEY (K) REFERENCES T3 (K);\n";
    let reading = read(&text);
    for rates in roles::rates(&reading.schema, &reading.facts.tables, 100.0, None) {
        assert!(rates.inserts.per_second > 0.0 && rates.inserts.per_second <= 100.0, "{rates:?}");
    }
}

#[test]
fn reads_a_write_scale_the_reads_that_nobody_has_said() {
    let sql = format!("-- hotsplit: file reads-per-write=4\n{SHOP}");
    let reading = settings(&sql, 1_000.0);
    let ratio = reading.facts.file.reads_per_write;
    let rates = roles::rates(&reading.schema, &reading.facts.tables, 1_000.0, ratio);
    let reads: f64 =
        rates.iter().flat_map(|rates| &rates.reads).map(|(_, rate)| rate.per_second).sum();
    assert!((reads - 4_000.0).abs() < 1e-6, "{reads}");
}

#[test]
fn every_word_has_its_meaning() {
    for word in ROLE_WORDS {
        assert_eq!(Role::of_word(word).map(Role::as_str), Some(*word));
    }
    assert_eq!(ROLE_WORDS.len(), ROLE_DEFAULTS.len());
    for (word, shape) in READ_WORDS.iter().zip(READ_SHAPES) {
        assert_eq!((ReadShape::of_word(word), shape.as_str()), (Some(shape), *word));
    }
    assert!(ROLE_DEFAULTS.iter().all(|of_role| of_role.why.len() > 10));
}

#[test]
fn slips_in_rates_are_named() {
    for (directive, message) in [
        ("role=boss", "expected `entity` or `child`"),
        ("reads(sideways)=5/s", "found `sideways` in the parentheses, for example `reads=by-time`"),
        ("reads(point)=often", "expected a number from 0 to 1e9, found `often`"),
        ("deletes=some", "expected a number from 0 to 1e9, found `some`"),
    ] {
        let sql = format!(
            "-- hotsplit: table T {directive}\nCREATE TABLE T (Id STRING(36)) PRIMARY KEY (Id);"
        );
        let reading = read(&sql);
        let said = &reading.facts.problems.first().unwrap_or_else(|| panic!("{directive}")).message;
        assert!(said.contains(message), "{directive}: {said}");
    }
}

const GOOGLE: &str = "CREATE TABLE Orders (\n  TenantId STRING(36) NOT NULL, -- hotsplit: entity(1000)\n  OrderId STRING(36) NOT NULL, -- hotsplit: random\n) PRIMARY KEY (TenantId, OrderId);\n\n  CREATE TABLE Logs (Made TIMESTAMP NOT NULL) PRIMARY KEY (Made); CREATE TABLE Two (Id STRING(36)) PRIMARY KEY (Id);\n";

const POSTGRES: &str = "CREATE TABLE orders (\r\n  tenant_id varchar(36) NOT NULL, -- hotsplit: entity(1000)\r\n  order_id varchar(36) NOT NULL, -- hotsplit: random\r\n  PRIMARY KEY (tenant_id, order_id)\r\n);\r\n\r\n  CREATE TABLE logs (at timestamptz NOT NULL PRIMARY KEY); CREATE TABLE two (id varchar(36) PRIMARY KEY);\r\n";

/// Every fact that the workload uses, with two values each.
const FACTS: &[(&str, &str, [&str; 2])] = &[
    ("writes", "", ["12k/s", "1,500/s"]),
    ("updates", "", ["2k/s", "0/s"]),
    ("deletes", "", ["500/s", "1/s"]),
    ("rows", "", ["1e9", "3000"]),
    ("row-bytes", "", ["1KiB", "200"]),
    ("role", "", ["queue", "ledger"]),
    ("reads", "", ["newest-first", "point"]),
    ("reads", "point", ["5k/s", "0/s"]),
    ("reads", "by-time", ["50/s", "2/s"]),
    ("children-per-parent", "", ["200", "3"]),
    ("low-write", "", ["2/s", "1/s"]),
    ("append-only", "", ["", ""]),
];

/// What a directive says of a table after `said`, printed; the text must be read without remarks.
fn stated(text: &str, dialect: Dialect, table: &str) -> Vec<String> {
    let reading = hotsplit_engine::read(text, Some(dialect), &Settings::default());
    assert!(reading.facts.problems.is_empty(), "{:?}\n{text}", reading.facts.problems);
    assert!(reading.schema.unread_directives.is_empty(), "{text}");
    assert!(reading.tree.errors.is_empty(), "{text}");
    let id = reading.schema.find_table(table).unwrap();
    let facts = reading.facts.table(id);
    let said = |rate: Option<f64>, stated: bool| rate.filter(|_| stated);
    vec![
        format!("{:?}", said(facts.writes_per_second, facts.writes_stated)),
        format!("{:?}", said(facts.updates_per_second, facts.updates_stated)),
        format!("{:?} {:?} {}", facts.deletes_per_second, facts.rows, facts.row_bytes),
        format!("{:?} {:?} {:?}", facts.role.role, facts.reads, facts.read_rates),
        format!("{:?} {:?}", facts.children_per_parent, facts.skew),
        format!("{:?}", facts.low_write.as_ref().and_then(|low| low.writes_per_second)),
        format!("{}", facts.append_only),
    ]
}

#[test]
fn rates_are_written_into_the_text_and_taken_out_again() {
    for (dialect, original) in [(Dialect::GoogleSql, GOOGLE), (Dialect::PostgreSql, POSTGRES)] {
        for table in ["Orders", "Logs", "Two"] {
            let column = if dialect == Dialect::GoogleSql { "TenantId" } else { "tenant_id" };
            let mut facts = FACTS.to_vec();
            if table == "Orders" {
                facts.push(("skew", column, ["zipf(1.1)", "whale(40%)"]));
            }
            let mut text = original.to_owned();
            for (name, of, values) in facts.iter().copied() {
                let of = Some(of).filter(|of| !of.is_empty());
                let before = stated(&text, dialect, table);
                let mut after = Vec::new();
                for value in values {
                    let schema =
                        hotsplit_engine::read(&text, Some(dialect), &Settings::default()).schema;
                    let id = schema.find_table(table).unwrap();
                    let edit = edit::state(&text, &schema, id, Said { name, of, value }).unwrap();
                    text = apply_edits(&text, &[edit]).unwrap();
                    after.push(stated(&text, dialect, table));
                }
                assert_ne!(before, after[1], "{name} is not stated:\n{text}");
                assert!(name == "append-only" || after[0] != after[1], "{name}:\n{text}");
                // Said twice, it stands once.
                let said = of.map_or(name.to_owned(), |of| format!("{name}({of})"));
                assert_eq!(text.matches(&said).count(), 1, "{said}:\n{text}");
            }
            for (name, of, _) in facts.into_iter().rev() {
                let of = Some(of).filter(|of| !of.is_empty());
                let schema =
                    hotsplit_engine::read(&text, Some(dialect), &Settings::default()).schema;
                let id = schema.find_table(table).unwrap();
                let edits = edit::forget(&text, &schema, id, name, of);
                assert_eq!(edits.len(), 1, "{name}:\n{text}");
                text = apply_edits(&text, &edits).unwrap();
            }
            assert_eq!(text, original, "{table}: what was said is taken back");
        }
    }
}

#[test]
fn what_is_no_fact_is_not_written() {
    let schema = read(GOOGLE).schema;
    let id = schema.find_table("Orders").unwrap();
    let state = |name, of, value| edit::state(GOOGLE, &schema, id, Said { name, of, value });
    assert!(state("writes", None, "many").unwrap_err().contains("expected a number"));
    assert!(state("writes", None, "1/s */ DROP TABLE Orders").is_err());
    assert!(state("wirtes", None, "1/s").unwrap_err().contains("did you mean `writes`?"));
    assert!(state("skew", Some("Nothing"), "zipf(1)").unwrap_err().contains("of this table"));
    assert!(state("reads", Some("up"), "1/s").unwrap_err().contains("in the parentheses"));
}
