//! Random rows for any schema: NULLs, duplicates and every value that a check allows, by a seed.

use std::collections::BTreeSet;

use hotsplit_engine::Reading;
use hotsplit_engine::schema::{ColumnId, Table, TableId};
use hotsplit_engine::syntax::tree::{ExprKind, Type};
use serde_json::{Value, json};

use crate::emulator::Database;

/// Numbers from a seed (SplitMix64).
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// A number below `end`.
    pub(crate) fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        usize::try_from((z ^ (z >> 31)) % end as u64).unwrap()
    }

    pub(crate) fn pick<'a, T>(&mut self, all: &'a [T]) -> &'a T {
        let at = self.below(all.len());
        &all[at]
    }
}

/// The rows of one table.
pub(crate) struct Rows {
    pub(crate) table: TableId,
    pub(crate) columns: Vec<ColumnId>,
    pub(crate) rows: Vec<Vec<Value>>,
}

impl Rows {
    pub(crate) fn at(&self, column: ColumnId) -> Option<usize> {
        self.columns.iter().position(|&own| own == column)
    }
}

/// Random rows of the tables that are wanted and of those that they belong to, parents first; `None`
/// where a column takes values that are not made here.
pub(crate) fn rows(
    reading: &Reading,
    wanted: &[TableId],
    count: usize,
    random: &mut Random,
) -> Option<Vec<Rows>> {
    let schema = &reading.schema;
    let mut order: Vec<TableId> = Vec::new();
    let mut open: Vec<TableId> = wanted.to_vec();
    for _ in 0..1_000 {
        let Some(&id) = open.last() else { break };
        let table = schema.table(id);
        let parent = table.parent.as_ref().and_then(|parent| parent.table);
        let referenced = table.foreign_keys.iter().filter_map(|key| key.table);
        let mut needs = parent.into_iter().chain(referenced).filter(|&other| other != id);
        match needs.find(|other| !order.contains(other) && !open.contains(other)) {
            Some(other) => open.push(other),
            None => {
                open.pop();
                if !order.contains(&id) {
                    order.push(id);
                }
            }
        }
    }
    let mut out: Vec<Rows> = Vec::new();
    for id in order {
        let made = of_table(reading, id, count, &out, random)?;
        out.push(made);
    }
    Some(out)
}

fn of_table(
    reading: &Reading,
    id: TableId,
    count: usize,
    there: &[Rows],
    random: &mut Random,
) -> Option<Rows> {
    let schema = &reading.schema;
    let table = schema.table(id);
    let plain = |&column: &ColumnId| table.column(column).generated.is_none();
    let columns: Vec<ColumnId> = table.column_ids().filter(plain).collect();
    let uniques: Vec<Vec<ColumnId>> = std::iter::once(table.key.iter())
        .chain(
            schema
                .indexes_of(id)
                .map(|index| schema.index(index))
                .filter(|index| index.unique)
                .map(|index| index.keys.iter()),
        )
        .map(|parts| parts.map(|part| part.column).collect())
        .collect();
    let mut seen: Vec<BTreeSet<String>> = vec![BTreeSet::new(); uniques.len()];
    let mut rows = Vec::new();
    for _ in 0..count {
        let mut row: Vec<Value> = Vec::new();
        for &column in &columns {
            row.push(value(table, column, random)?);
        }
        let at = |column: ColumnId| columns.iter().position(|&own| own == column);
        let parent = table.parent.as_ref().and_then(|parent| parent.table);
        let parent_keys = parent.map(|parent| {
            let above = schema.table(parent);
            let pairs = above.key.iter().filter_map(|part| {
                Some((table.find_column(&above.column(part.column).name)?, part.column))
            });
            (parent, pairs.collect::<Vec<_>>())
        });
        let keys = table.foreign_keys.iter().filter_map(|key| {
            let pairs = key.columns.iter().copied().zip(key.referenced.iter().copied());
            Some((key.table.filter(|&other| other != id)?, pairs.collect()))
        });
        // The parent comes last, so that its key wins where both say the same column.
        for (other, pairs) in keys.chain(parent_keys) {
            let from = there.iter().find(|rows| rows.table == other)?;
            if from.rows.is_empty() {
                return None;
            }
            let chosen = random.pick(&from.rows);
            for (own, theirs) in pairs {
                if let (Some(own), Some(theirs)) = (at(own), from.at(theirs)) {
                    row[own] = chosen[theirs].clone();
                }
            }
        }
        let keys: Vec<String> = uniques
            .iter()
            .map(|unique| {
                let values = unique.iter().map(|&column| at(column).map(|at| &row[at]));
                format!("{:?}", values.collect::<Vec<_>>())
            })
            .collect();
        if keys.iter().zip(&seen).all(|(key, seen)| !seen.contains(key)) {
            for (key, seen) in keys.into_iter().zip(&mut seen) {
                seen.insert(key);
            }
            rows.push(row);
        }
    }
    Some(Rows { table: id, columns, rows })
}

/// A value of a column: one of few, so that values repeat, and NULL at times where it may be. A key
/// gets one of more, so that there are rows at all.
fn value(table: &Table, column: ColumnId, random: &mut Random) -> Option<Value> {
    let it = table.column(column);
    if !it.not_null && random.below(4) == 0 {
        return Some(Value::Null);
    }
    let listed: Vec<Value> = table
        .checks
        .iter()
        .filter_map(|check| match &check.expr.kind {
            ExprKind::In(value, list) => {
                matches!(&value.kind, ExprKind::Name(name) if name.eq_ignore_ascii_case(&it.name))
                    .then_some(list)
            }
            _ => None,
        })
        .flatten()
        .filter_map(|expr| match &expr.kind {
            ExprKind::String(text) | ExprKind::Number(text) => Some(json!(text.to_string())),
            _ => None,
        })
        .collect();
    if !listed.is_empty() {
        return Some(random.pick(&listed).clone());
    }
    let mut words: Vec<String> = STATES.map(str::to_owned).to_vec();
    let many = table.is_key(column) && table.key.len() == 1;
    let n = random.below(if many { 10_000 } else { 6 });
    Some(match it.ty.as_ref()? {
        Type::Bool => json!(n.is_multiple_of(2)),
        Type::Int64 | Type::Numeric => json!(n.to_string()),
        Type::Float32 | Type::Float64 => json!(n as f64),
        Type::String(length) => {
            // What a fix names as values, and the defaults of the column, are among them.
            if let Some(ExprKind::String(text)) = it.default.as_ref().map(|expr| &expr.kind) {
                words.push(text.to_string());
            }
            words.retain(|word| length.is_none_or(|most| word.len() <= most as usize));
            match n {
                _ if many => json!(format!("{n:04}")),
                0..4 if !words.is_empty() => json!(random.pick(&words).clone()),
                _ => json!(n.to_string()),
            }
        }
        Type::Uuid => json!(format!("00000000-0000-4000-8000-{n:012}")),
        Type::Bytes(_) => json!("aGk="),
        Type::Date => json!(format!("2024-02-{:02}", n % 28 + 1)),
        Type::Timestamp | Type::CommitTimestamp => {
            // Half of them lie far ahead, so that the last hour is the same whenever it is asked.
            let year = if n.is_multiple_of(2) { 2001 } else { 2100 };
            let (hour, minute) = (random.below(20), n % 60);
            json!(format!("{year}-02-03T{hour:02}:{minute:02}:00Z"))
        }
        Type::Json | Type::Array(_) | Type::Other(_) if !it.not_null => Value::Null,
        Type::Json => json!("{}"),
        Type::Array(_) => json!([]),
        Type::Other(_) => return None,
    })
}

/// States that columns of text get.
const STATES: [&str; 8] = ["PENDING", "NEW", "OPEN", "DONE", "FAILED", "acme", "globex", "classic"];

/// Writes rows as they are; columns that the other schema derives are no part of them.
pub(crate) fn insert(
    reading: &Reading,
    database: &Database<'_>,
    rows: &[Rows],
) -> Result<(), String> {
    for rows in rows {
        let table = reading.schema.table(rows.table);
        let names: Vec<&str> =
            rows.columns.iter().map(|&column| table.column(column).name.as_str()).collect();
        database.insert(&table.name, &names, &rows.rows)?;
    }
    Ok(())
}
