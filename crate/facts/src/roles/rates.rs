//! How often each table is written and read: shares what is given for the whole schema.

use crate::base::bounds::RATE_MIN;
use crate::roles::inserts::Inserts;
use crate::roles::part::{Part, Parts};
use crate::roles::rate::Rates;
use crate::roles::reads::{Scale, reads, scale_reads};
use crate::roles::role::Role;
use crate::schema::{ColumnId, Schema, TableId};
use crate::table::TableFacts;
use crate::{columns, shape};

/// Reads of tables that are hardly written are in proportion to the writes of the whole schema,
/// as if it had at least so much weight: that of one table of entities (our assumption).
const WEIGHT_MIN: f64 = 10.0;

/// Rows inserted, and rows updated, per second at most in a lookup where nobody has said how many
/// (our assumption: what is changed by hand or by a nightly job).
pub const LOOKUP_WRITES_MAX: f64 = 1.0;

/// How often each table is written and read when `total` rows per second are written to the
/// whole schema: stated rates as they are, the rest by the weights of [`ROLE_DEFAULTS`](crate::roles::ROLE_DEFAULTS).
///
/// Rows of a child come in proportion to those of its parent. Reads follow the writes of their
/// table; `reads_per_write`, where it is given, scales those that are not stated.
#[must_use]
pub fn rates(
    schema: &Schema,
    tables: &[TableFacts],
    total: f64,
    reads_per_write: Option<f64>,
) -> Vec<Rates> {
    let mut parts = all_parts(schema, tables);
    let scale = scale(schema, tables, &mut parts, total);
    let mut rates: Vec<Rates> = schema
        .table_ids()
        .zip(&parts)
        .map(|(id, parts)| Rates {
            inserts: parts.inserts.rate(scale.writes),
            updates: parts.updates.rate(scale.writes),
            deletes: parts.deletes.rate(scale.writes),
            reads: reads(schema, id, &tables[id.0 as usize], parts.inserts, &scale),
        })
        .collect();
    if let Some(ratio) = reads_per_write {
        scale_reads(&mut rates, ratio);
    }
    rates.iter_mut().for_each(drop_traces);
    rates
}

/// Makes rates that are next to nothing none at all.
fn drop_traces(rates: &mut Rates) {
    let Rates { inserts, updates, deletes, reads } = rates;
    let reads = reads.iter_mut().map(|(_, rate)| rate);
    for rate in [inserts, updates, deletes].into_iter().chain(reads) {
        if rate.per_second < RATE_MIN {
            rate.per_second = 0.0;
        }
    }
}

/// Shares `total` among the weights. Lookups take no more than [`LOOKUP_WRITES_MAX`] each, so that a
/// schema of lookups alone is not given all writes; what they leave goes to the others.
fn scale(schema: &Schema, tables: &[TableFacts], parts: &mut [Parts], total: f64) -> Scale {
    loop {
        let all = || parts.iter().flat_map(|parts| [parts.inserts, parts.updates, parts.deletes]);
        let known: f64 = all().fold(0.0, |sum, part| sum + part.known());
        let weight: f64 = all().fold(0.0, |sum, part| sum + part.weight());
        let writes = if weight > 0.0 { (total - known).max(0.0) / weight } else { 0.0 };
        let mut capped = false;
        for (parts, facts) in parts.iter_mut().zip(tables) {
            if facts.role.role == Role::Lookup {
                for part in [&mut parts.inserts, &mut parts.updates, &mut parts.deletes] {
                    capped |= part.cap(writes, LOOKUP_WRITES_MAX);
                }
            }
        }
        if capped {
            continue;
        }
        // Where every rate is stated, reads have no scale of their own.
        let usual = schema.table_ids().fold(0.0, |sum, id| {
            let role_weights = tables[id.0 as usize].role.role.role_weights();
            sum + role_weights.inserts + role_weights.deletes
        });
        let open = weight > 0.0;
        let reads = if open { writes.min(total / WEIGHT_MIN) } else { known / usual.max(1.0) };
        return Scale { writes, reads, open };
    }
}

/// Rows per second that are stated of tables, or follow from what is stated.
#[must_use]
pub fn known(schema: &Schema, tables: &[TableFacts]) -> f64 {
    let parts = all_parts(schema, tables).into_iter();
    let all = parts.flat_map(|parts| [parts.inserts, parts.updates, parts.deletes]);
    all.fold(0.0, |sum, part| sum + part.known())
}

/// The parts of the rates of each table.
fn all_parts(schema: &Schema, tables: &[TableFacts]) -> Vec<Parts> {
    let inserts = Inserts::of(schema, tables).parts;
    schema.table_ids().zip(inserts).map(|(id, part)| parts(schema, tables, id, part)).collect()
}

fn parts(schema: &Schema, tables: &[TableFacts], id: TableId, inserts: Part) -> Parts {
    let facts = &tables[id.0 as usize];
    let role_weights = facts.role.role.role_weights();
    let changes = facts.role.role == Role::Counter
        || schema.table(id).column_ids().any(|column| changes(schema, id, facts, column));
    let quiet = facts.low_write.is_some();
    // What is said of a counter's writes speaks of its updates too.
    let spoken = role_weights.inserts <= 0.0 && facts.writes_stated;
    let follows = |weight: f64| match weight {
        _ if quiet || spoken => Part::NONE,
        weight if role_weights.inserts > 0.0 => inserts.times(weight / role_weights.inserts),
        weight => Part::Open(weight),
    };
    let updates = match updates_stated(facts) {
        Some(rate) => Part::stated(rate),
        None if !changes || facts.append_only => Part::NONE,
        None => follows(role_weights.updates),
    };
    let deletes = match facts.deletes_per_second {
        Some(rate) => Part::stated(rate),
        None if facts.append_only => Part::NONE,
        None => follows(role_weights.deletes),
    };
    Parts { inserts, updates, deletes }
}

/// Whether the value of a column is believed to change while its row lives: as a fact says, as a
/// running number, or as a state.
#[must_use]
pub fn changes(schema: &Schema, table: TableId, facts: &TableFacts, column: ColumnId) -> bool {
    let owner = schema.table(table);
    let fact = &facts.columns[column.0 as usize];
    let state = || !fact.immutable && shape::status(owner.column(column));
    !owner.is_key(column) && (columns::changes(schema, table, column, fact).is_some() || state())
}

/// Updates of a table: as stated, or the sum of what is stated of its columns.
#[must_use]
pub fn updates_stated(facts: &TableFacts) -> Option<f64> {
    let columns = facts.columns.iter().filter_map(|column| column.mutable.as_ref()?.per_second);
    let whole = facts.updates_per_second.filter(|_| facts.updates_stated);
    whole.or_else(|| columns.reduce(|sum, rate| sum + rate))
}
