//! Rates that a person states in the list of hot keys, through text.

use hotsplit_wire::engine::text::{Edit, Span, apply_edits};
use hotsplit_wire::engine::{Reading, facts::Settings, read};
use hotsplit_wire::hot_keys::HotKey;
use hotsplit_wire::tables::{StateAsk, stated};
use hotsplit_wire::{DialectChoice, headroom};

const ORDERS: &str = "CREATE TABLE Orders (
  OrderId STRING(36) NOT NULL DEFAULT (GENERATE_UUID()),
  UpdatedAt TIMESTAMP OPTIONS (allow_commit_timestamp = true),
) PRIMARY KEY (OrderId);
CREATE INDEX OrdersByUpdated ON Orders (UpdatedAt);
";

/// The text with a rate of one of its tables or indexes.
fn with(text: &str, of: &str, value: &str) -> String {
    let reading = reading(text);
    let ask = StateAsk {
        text: text.to_owned(),
        dialect: DialectChoice::Auto,
        table: of.to_owned(),
        name: "writes".to_owned(),
        of: None,
        value: Some(value.to_owned()),
    };
    let stated = stated(&reading, &ask);
    assert_eq!(stated.refused, None);
    let edits: Vec<Edit> = stated
        .edits
        .iter()
        .map(|edit| Edit { span: Span::new(edit.from, edit.to), insert: edit.insert.clone() })
        .collect();
    apply_edits(text, &edits).unwrap()
}

fn reading(text: &str) -> Reading {
    read(text, None, &Settings::default())
}

fn key(text: &str, object: &str) -> HotKey {
    let keys = headroom::of_reading(&reading(text)).keys;
    keys.into_iter().find(|key| key.object == object).unwrap()
}

/// An entry is moved by a delete and an insert, so an index takes more writes than its table: what
/// is stated is the rate of the row that it was typed at.
#[test]
fn the_rate_of_an_index_is_the_rate_that_was_typed() {
    for text in [ORDERS.to_owned(), format!("-- hotsplit: table Orders updates=500/s\n{ORDERS}")] {
        for rate in [4_800.0, 5_000.0, 12_345.0] {
            let once = with(&text, "OrdersByUpdated", &format!("{rate}/s"));
            let found = key(&once, "OrdersByUpdated").writes_per_second;
            assert!((found - rate).abs() < 0.1, "{rate}: {found}\n{once}");
            assert_eq!(with(&once, "OrdersByUpdated", &format!("{rate}/s")), once);
        }
    }
}

#[test]
fn the_rate_of_a_table_is_written_as_it_was_typed() {
    assert!(with(ORDERS, "Orders", "4800/s").contains("writes=4800/s"));
}
