//! Laws that every fix keeps, over schemas put together at random from families of tables that get
//! hot in different ways, in both dialects and several hands.

use hotsplit_engine::facts::Settings;
use hotsplit_engine::fixes::{Fix, Parameters};
use hotsplit_engine::rules::{self, Reach};
use hotsplit_engine::schema::Schema;
use hotsplit_engine::{Choice, Offer, Reading, Rewritten};
use proptest::prelude::*;

use crate::corpus_fixes::untouched;

/// Families in GoogleSQL and in PostgreSQL; `@` stands for a number that tells them apart.
const FAMILIES: &[(&str, &str)] = &[
    (
        "-- The ledger.\nCREATE TABLE Txns@ (\n  TxnId STRING(26) NOT NULL, -- ULID\n  Amount NUMERIC \
         NOT NULL,\n) PRIMARY KEY (TxnId);\n\nCREATE TABLE Legs@ (\n  LegId STRING(36) NOT NULL \
         DEFAULT (GENERATE_UUID()),\n  TxnId STRING(26) NOT NULL, -- of\n  CONSTRAINT FkLegs@ FOREIGN \
         KEY (TxnId) REFERENCES Txns@ (TxnId),\n) PRIMARY KEY (LegId);\n",
        "-- The ledger.\nCREATE TABLE txns@ (\n  txnid varchar(26) NOT NULL, -- ULID\n  amount numeric \
         NOT NULL,\n  PRIMARY KEY (txnid)\n);\n\nCREATE TABLE legs@ (\n  legid varchar(36) NOT NULL \
         DEFAULT spanner.generate_uuid(),\n  txnid varchar(26) NOT NULL, -- of\n  CONSTRAINT fk_legs@ \
         FOREIGN KEY (txnid) REFERENCES txns@ (txnid),\n  PRIMARY KEY (legid)\n);\n",
    ),
    (
        "CREATE TABLE Events@ (EventId INT64 NOT NULL /* a counter */, Body STRING(MAX)) PRIMARY KEY \
         (EventId);\nCREATE TABLE Parts@ (EventId INT64 NOT NULL, PartNo INT64 NOT NULL) PRIMARY KEY \
         (EventId, PartNo), INTERLEAVE IN PARENT Events@ ON DELETE CASCADE;\n",
        "CREATE TABLE events@ (eventid bigint NOT NULL /* a counter */, body text, PRIMARY KEY \
         (eventid));\nCREATE TABLE parts@ (eventid bigint NOT NULL, partno bigint NOT NULL, PRIMARY \
         KEY (eventid, partno)) INTERLEAVE IN PARENT events@ ON DELETE CASCADE;\n",
    ),
    (
        "create table Visits@ (\n    SeenAt timestamp not null\n  , UserId string(36) not null -- random \
         UUID\n) primary key (SeenAt, UserId);\n",
        "create table visits@ (\n    seenat timestamptz not null\n  , userid varchar(36) not null -- \
         random UUID\n  , primary key (seenat, userid)\n);\n",
    ),
    (
        "CREATE TABLE Users@ (\r\n\tUserId STRING(36) NOT NULL DEFAULT (GENERATE_UUID()),\r\n\t\
         LastAccess TIMESTAMP,\r\n\tStatus STRING(8),\r\n) PRIMARY KEY (UserId);\r\nCREATE INDEX \
         ByAccess@ ON Users@ (LastAccess DESC);\r\n",
        "CREATE TABLE users@ (\r\n\tuserid varchar(36) NOT NULL DEFAULT spanner.generate_uuid(),\r\n\t\
         lastaccess timestamptz,\r\n\tstatus varchar(8),\r\n\tPRIMARY KEY (userid)\r\n);\r\nCREATE \
         INDEX byaccess@ ON users@ (lastaccess DESC);\r\n",
    ),
    (
        "CREATE TABLE `Log@` (\n  -- When.\n  `Ts` TIMESTAMP NOT NULL OPTIONS (allow_commit_timestamp \
         = true),\n  `Device` STRING(36) NOT NULL,\n) PRIMARY KEY (`Ts`, `Device`);\nALTER TABLE \
         `Log@` ADD COLUMN Note STRING(MAX);\n",
        "CREATE TABLE \"Log@\" (\n  -- When.\n  \"Ts\" spanner.commit_timestamp NOT NULL,\n  \
         \"Device\" varchar(36) NOT NULL,\n  PRIMARY KEY (\"Ts\", \"Device\")\n);\nALTER TABLE \
         \"Log@\" ADD COLUMN note text;\n",
    ),
    (
        "CREATE TABLE Quiet@ (Id STRING(36) NOT NULL DEFAULT (GENERATE_UUID())) PRIMARY KEY (Id);\n",
        "CREATE TABLE quiet@ (id varchar(36) NOT NULL DEFAULT spanner.generate_uuid(), PRIMARY KEY \
         (id));\n",
    ),
];

/// A text of one to four families.
fn schema() -> impl Strategy<Value = String> {
    let families = prop::collection::vec(0..FAMILIES.len(), 1..5);
    (families, any::<bool>()).prop_map(|(families, pg)| {
        let text = |(n, family): (usize, &usize)| {
            let (google, postgres) = FAMILIES[*family];
            (if pg { postgres } else { google }).replace('@', &n.to_string())
        };
        families.iter().enumerate().map(text).collect::<Vec<_>>().join("\n")
    })
}

/// What a person sets so that as many fixes as possible are offered.
fn set() -> Parameters {
    let none = Parameters { reason: Some("few rows".to_owned()), ..Parameters::default() };
    none.with("tenants", "acme, globex")
}

/// Every fix that is offered, with the key of its finding.
fn offers(reading: &Reading) -> Vec<(String, &'static Fix, Offer)> {
    let mut out = Vec::new();
    for finding in reading.findings.iter().filter(|finding| finding.accepted.is_none()) {
        for card in hotsplit_engine::cards(reading, finding, &set()) {
            if let Ok(offer) = card.outcome {
                out.push((reading.key_of(finding), card.fix, offer));
            }
        }
    }
    out
}

fn choice(finding: &str, fix: &Fix) -> Choice {
    Choice { finding: finding.to_owned(), fix: fix.short.to_owned(), parameters: set() }
}

/// Keys of all tables and indexes as `(A, B)`.
fn keys(schema: &Schema) -> Vec<String> {
    let tables = schema.tables.iter().map(|table| {
        let names = table.key.iter().map(|part| table.column(part.column).name.clone());
        names.collect::<Vec<_>>()
    });
    let indexes = schema.indexes.iter().map(|index| {
        let table = schema.table(index.table);
        index.keys.iter().map(|part| table.column(part.column).name.clone()).collect()
    });
    tables.chain(indexes).map(|names| format!("({})", names.join(", "))).collect()
}

/// A key in words without directions and quotes.
fn bare(key: &str) -> String {
    let words = key.replace(['`', '"'], "");
    ["ASC", "asc", "DESC", "desc", " NULLS LAST", " NULLS FIRST"]
        .iter()
        .fold(words, |words, direction| words.replace(&format!(" {}", direction.trim()), ""))
}

/// The number in the name of the object that a finding speaks of: its family.
fn family(key: &str) -> String {
    let (_, object) = key.split_once(' ').unwrap();
    let name = object.split('.').next().unwrap();
    name.chars().filter(char::is_ascii_digit).collect()
}

/// Whether the rule of a finding looks at one family of tables alone.
fn of_one_family(key: &str) -> bool {
    let (rule, _) = key.split_once(' ').unwrap();
    rules::find(rule).is_some_and(|rule| rule.reach == Reach::Family)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    /// What comes out is read as the schema that the plan speaks of, and what no edit touches
    /// stands there byte for byte.
    #[test]
    fn a_result_is_what_the_plan_says(text in schema()) {
        let reading = hotsplit_engine::read(&text, None, &Settings::default());
        for (finding, fix, offer) in offers(&reading) {
            let after = &offer.after;
            prop_assert!(after.tree.errors.is_empty(), "{}: {}", fix.short, after.text);
            let key = bare(&offer.plan.resulting_key);
            if fix.changes_key && key.starts_with('(') {
                let keys = keys(&after.schema);
                prop_assert!(keys.contains(&key), "{} {finding}: {key} in {keys:?}", fix.short);
            }
            let same = untouched(&reading, after, &offer.plan.edits);
            prop_assert!(same.is_ok(), "{} {finding}: {same:?}\n{}", fix.short, after.text);
        }
    }

    /// Applied again, a fix changes nothing.
    #[test]
    fn twice_is_once(text in schema()) {
        let reading = hotsplit_engine::read(&text, None, &Settings::default());
        for (finding, fix, offer) in offers(&reading) {
            let again = hotsplit_engine::rewrite(&offer.after, &[choice(&finding, fix)]);
            prop_assert_eq!(&again.reading.text, &offer.after.text, "{} {}", fix.short, finding);
            let both = [choice(&finding, fix), choice(&finding, fix)];
            let both = hotsplit_engine::rewrite(&reading, &both);
            prop_assert_eq!(&both.reading.text, &offer.after.text, "{} {}", fix.short, finding);
            prop_assert_eq!(both.refused.len(), 1);
        }
    }

    /// Fixes of two families give one text in either order.
    #[test]
    fn independent_fixes_commute(text in schema(), one: prop::sample::Index, two: prop::sample::Index) {
        let reading = hotsplit_engine::read(&text, None, &Settings::default());
        let mut offers = offers(&reading);
        // A rule that looks at the whole text may speak of another table once one is mended.
        offers.retain(|(finding, _, _)| of_one_family(finding));
        prop_assume!(!offers.is_empty());
        let (a, b) = (&offers[one.index(offers.len())], &offers[two.index(offers.len())]);
        prop_assume!(family(&a.0) != family(&b.0));
        let then = |first: &Offer, (finding, fix, _): &(String, &Fix, Offer)| {
            hotsplit_engine::rewrite(&first.after, &[choice(finding, fix)])
        };
        let (ab, ba) = (then(&a.2, b), then(&b.2, a));
        prop_assert!(ab.refused.is_empty() && ba.refused.is_empty(), "{:?} {:?}", ab.refused, ba.refused);
        // A statement that is dropped takes along the blank line below it, which is there or not
        // yet there when statements are put below all others.
        let squeezed = |rewritten: &Rewritten| {
            let lines = rewritten.reading.text.lines().filter(|line| !line.trim().is_empty());
            lines.collect::<Vec<_>>().join("\n")
        };
        let ab = squeezed(&ab);
        prop_assert_eq!(&ab, &squeezed(&ba), "{} {}, {} {}", a.1.id, a.0, b.1.id, b.0);
        // Chosen together, in whatever order.
        let [x, y] = [choice(&a.0, a.1), choice(&b.0, b.1)];
        let together = hotsplit_engine::rewrite(&reading, &[x.clone(), y.clone()]);
        prop_assert_eq!(&squeezed(&together), &ab);
        prop_assert_eq!(&squeezed(&hotsplit_engine::rewrite(&reading, &[y, x])), &ab);
    }
}
