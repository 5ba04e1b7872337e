//! Foreign keys in circles: found as a search through all pairs of tables finds them, and gone once
//! the keys that a finding names are added after all tables.

use hotsplit_engine::facts::Settings;
use hotsplit_engine::rules::finding::{Finding, Object};
use hotsplit_engine::schema::TableId;
use hotsplit_engine::syntax::text::Span;
use hotsplit_engine::{Reading, read};
use proptest::prelude::*;
use std::collections::BTreeSet;

/// A table for each row, in order, with a foreign key to each table that the row marks.
fn text(keys: &[Vec<bool>]) -> String {
    let mut text = String::new();
    for (at, row) in keys.iter().enumerate() {
        text += &format!("CREATE TABLE T{at} (\n  Id STRING(36) NOT NULL,\n");
        for above in (0..row.len()).filter(|&above| row[above]) {
            text += &format!("  FOREIGN KEY (Id) REFERENCES T{above} (Id),\n");
        }
        text += ") PRIMARY KEY (Id);\n";
    }
    text
}

/// Which tables lead to which along keys.
fn reach(keys: &[Vec<bool>]) -> Vec<Vec<bool>> {
    let mut reach = keys.to_vec();
    for by in 0..keys.len() {
        for from in 0..keys.len() {
            for to in 0..keys.len() {
                reach[from][to] |= reach[from][by] && reach[by][to];
            }
        }
    }
    reach
}

/// Foreign keys to a later table that leads back, as pairs of tables, by the circle they are in.
fn expected(keys: &[Vec<bool>]) -> BTreeSet<Vec<(usize, usize)>> {
    let reach = reach(keys);
    let together = |a: usize, b: usize| reach[a][b] && reach[b][a];
    let mut found = BTreeSet::new();
    for one in 0..keys.len() {
        let mut pairs = Vec::new();
        for from in (0..keys.len()).filter(|&from| together(one, from)) {
            for to in (from + 1..keys.len()).filter(|&to| keys[from][to] && together(from, to)) {
                pairs.push((from, to));
            }
        }
        if !pairs.is_empty() {
            found.insert(pairs);
        }
    }
    found
}

fn findings(reading: &Reading) -> impl Iterator<Item = &Finding> {
    reading.findings.iter().filter(|one| one.rule == "fk-circular-order")
}

/// The tables of the key that a piece of evidence points at.
fn pair(reading: &Reading, span: Span) -> (usize, usize) {
    let mut tables = reading.schema.tables.iter().enumerate();
    let named = |TableId(id): TableId| id as usize;
    let found = tables.find_map(|(from, table)| {
        let key = table.foreign_keys.iter().find(|key| key.span == span)?;
        Some((from, named(key.table?)))
    });
    found.expect("evidence points at a foreign key")
}

proptest! {
    #[test]
    fn circles_of_foreign_keys_are_found_and_can_be_mended(
        keys in (1..8_usize).prop_flat_map(|count| {
            let row = prop::collection::vec(prop::bool::weighted(0.25), count);
            prop::collection::vec(row, count)
        })
    ) {
        let text = text(&keys);
        let reading = read(&text, None, &Settings::default());
        prop_assert!(reading.tree.errors.is_empty(), "{text}");
        let mut found = BTreeSet::new();
        let mut moved: Vec<(Span, usize)> = Vec::new();
        for one in findings(&reading) {
            let pairs: Vec<(usize, usize)> =
                one.evidence.iter().map(|said| pair(&reading, said.span)).collect();
            prop_assert_eq!(one.object, Object::Table(TableId(u32::try_from(pairs[0].0).unwrap())));
            prop_assert_eq!(one.span, one.evidence[0].span);
            moved.extend(one.evidence.iter().zip(&pairs).map(|(said, pair)| (said.span, pair.0)));
            found.insert(pairs);
        }
        prop_assert_eq!(findings(&reading).count(), found.len(), "each circle once");
        prop_assert_eq!(&found, &expected(&keys), "{}", text);

        // What the finding says to do.
        let mut mended = text.clone();
        moved.sort_by_key(|(span, _)| std::cmp::Reverse(span.start));
        for &(span, from) in &moved {
            let key = span.of(&text);
            // The comma behind it too.
            mended.replace_range(span.start as usize..=span.end as usize, "");
            mended += &format!("ALTER TABLE T{from} ADD {key};\n");
        }
        let after = read(&mended, None, &Settings::default());
        prop_assert!(after.tree.errors.is_empty(), "{mended}");
        prop_assert_eq!(findings(&after).count(), 0, "{}", mended);
    }
}
