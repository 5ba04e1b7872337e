//! Where the source documents of this product are wrong, it says what is right: a cure that they
//! recommend and that is none, or brings the hotspot back elsewhere, has a finding.

use hotsplit_engine::Reading;
use hotsplit_engine::facts::Settings;
use hotsplit_engine::rules::Severity;

fn read(sql: &str) -> Reading {
    hotsplit_engine::read(sql, None, &Settings::default())
}

/// Findings that stand, as `rule object`, and the rules folded into them.
fn found(reading: &Reading) -> Vec<String> {
    let name = |finding: &hotsplit_engine::rules::Finding| {
        format!("{} {}", finding.rule, finding.object.name(&reading.schema))
    };
    reading.standing().map(name).collect()
}

fn has(sql: &str, expected: &str) {
    let found = found(&read(sql));
    assert!(found.iter().any(|one| one == expected), "expected {expected}, found {found:?}\n{sql}");
}

fn has_not(sql: &str, rule: &str) {
    let found = found(&read(sql));
    assert!(!found.iter().any(|one| one.starts_with(rule)), "found {found:?}\n{sql}");
}

/// `MOD` keeps the sign of the fingerprint: half of the rows have a shard below 0.
#[test]
fn a_signed_remainder_is_no_shard_number() {
    let table = |shard: &str| {
        format!(
            "CREATE TABLE Ledger (Shard INT64 NOT NULL AS ({shard}) STORED, \
             TxnId STRING(26) NOT NULL /* ULID */) PRIMARY KEY (Shard, TxnId);"
        )
    };
    has(&table("MOD(FARM_FINGERPRINT(TxnId), 16)"), "key-shard-negative-mod Ledger");
    has_not(&table("ABS(MOD(FARM_FINGERPRINT(TxnId), 16))"), "key-shard-negative-mod");
}

/// The ledger is cured by a shard; a foreign key to the id alone has Spanner build the hot index.
#[test]
fn a_foreign_key_makes_a_cured_table_hot_again() {
    let cured = "CREATE TABLE Txns (
      Shard INT64 NOT NULL AS (ABS(MOD(FARM_FINGERPRINT(TxnId), 16))) STORED,
      TxnId STRING(26) NOT NULL, -- ULID
    ) PRIMARY KEY (Shard, TxnId);\n";
    assert!(read(cured).standing().all(|finding| finding.severity < Severity::Warn));
    let legs = |columns: &str, key: &str, referenced: &str| {
        format!(
            "{cured}CREATE TABLE Legs (LegId STRING(36) NOT NULL DEFAULT (GENERATE_UUID()), \
             {columns} CONSTRAINT FK FOREIGN KEY ({key}) REFERENCES Txns ({referenced})) \
             PRIMARY KEY (LegId);"
        )
    };
    let hot = read(&legs("TxnId STRING(26) NOT NULL,", "TxnId", "TxnId"));
    let worst = hot.standing().find(|finding| finding.rule == "fk-shard-key-missing");
    assert_eq!(worst.map(|finding| finding.severity), Some(Severity::High), "{:?}", found(&hot));
    let shard = "TxnId STRING(26) NOT NULL, \
                 Shard INT64 NOT NULL AS (ABS(MOD(FARM_FINGERPRINT(TxnId), 16))) STORED,";
    has_not(&legs(shard, "Shard, TxnId", "Shard, TxnId"), "fk-shard-key-missing");
}

/// An enforced foreign key never uses an index of the user's: it has its own.
#[test]
fn an_index_on_a_foreign_key_repeats_a_managed_one() {
    let schema = |index: &str| {
        format!(
            "CREATE TABLE Customers (CustomerId STRING(36) NOT NULL) PRIMARY KEY (CustomerId);
             CREATE TABLE Orders (OrderId STRING(36) NOT NULL, CustomerId STRING(36) NOT NULL,
               CONSTRAINT FK FOREIGN KEY (CustomerId) REFERENCES Customers (CustomerId)
             ) PRIMARY KEY (OrderId);\n{index}"
        )
    };
    let repeated = "CREATE INDEX OrdersByCustomer ON Orders (CustomerId);";
    has(&schema(repeated), "fk-index-duplicates-backing OrdersByCustomer");
    has_not(&schema(""), "fk-index-duplicates-backing");
}

/// "Keep a secondary index for the original order": that index is the hotspot again.
#[test]
fn the_index_on_the_original_order_brings_the_hotspot_back() {
    let table = "CREATE TABLE Events (
      Id INT64 NOT NULL AS (BIT_REVERSE(Seq, TRUE)) STORED,
      Seq INT64 NOT NULL, -- from a sequence
    ) PRIMARY KEY (Id);\n";
    has_not(table, "key-monotonic-int");
    has(
        &format!("{table}CREATE INDEX EventsBySeq ON Events (Seq);"),
        "index-monotonic EventsBySeq",
    );
}

/// Descending order is no cure, and NULL_FILTERED is none for an index on time.
#[test]
fn neither_order_nor_filter_cures() {
    let reading = read("CREATE TABLE Visits (At TIMESTAMP NOT NULL) PRIMARY KEY (At DESC);");
    let finding = reading.standing().find(|finding| finding.rule == "key-timestamp-first");
    let attached = finding.map(|finding| finding.attached.clone()).unwrap_or_default();
    assert!(attached.contains(&"key-desc-no-cure"), "{:?}", found(&reading));
    has(
        "CREATE TABLE Visits (Id STRING(36) NOT NULL, SeenAt TIMESTAMP) PRIMARY KEY (Id);
         CREATE NULL_FILTERED INDEX VisitsByTime ON Visits (SeenAt);",
        "index-monotonic VisitsByTime",
    );
}

/// Time behind an entity is no hotspot, whatever the migration tool says.
#[test]
fn time_behind_an_entity_is_no_hotspot() {
    let sql = "CREATE TABLE Visits (UserId STRING(36) NOT NULL, SeenAt TIMESTAMP NOT NULL) \
               PRIMARY KEY (UserId, SeenAt);";
    assert!(read(sql).standing().all(|finding| finding.severity < Severity::Warn));
}
