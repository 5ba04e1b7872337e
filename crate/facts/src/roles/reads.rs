//! How often each table is read, by the way of reading.

use crate::roles::links::{clock, entity_columns, leads};
use crate::roles::part::Part;
use crate::roles::rate::{Rate, Rates};
use crate::roles::read_shape::{READ_SHAPES, ReadShape};
use crate::schema::{ColumnId, Schema, TableId};
use crate::table::TableFacts;

/// What a weight is worth, in requests per second.
pub(super) struct Scale {
    pub(super) writes: f64,
    /// Of reads of tables that are hardly written.
    pub(super) reads: f64,
    /// It grows with the total: some rate is neither stated nor follows from what is stated.
    pub(super) open: bool,
}

/// Reads of a table: stated rates, and the role's for the other shapes.
pub(super) fn reads(
    schema: &Schema,
    id: TableId,
    facts: &TableFacts,
    inserts: Part,
    shared: &Scale,
) -> Vec<(ReadShape, Rate)> {
    let role_weights = facts.role.role.role_weights();
    // Reads keep their proportion to the writes of the table, whatever these are.
    let own = inserts.rate(shared.writes).per_second;
    let follows = role_weights.inserts >= 1.0 && facts.low_write.is_none();
    let open = if follows { inserts.weight() > 0.0 } else { shared.open };
    let scale = if follows { own / role_weights.inserts } else { shared.reads };
    let mut weights: Vec<(ReadShape, f64)> = role_weights.reads.to_vec();
    let said: Vec<ReadShape> =
        facts.reads.iter().filter_map(|word| ReadShape::of_word(word)).collect();
    if !said.is_empty() {
        // The shapes that are said take the place of the role's.
        let all: f64 = weights.iter().map(|(_, weight)| weight).sum();
        weights = said.iter().map(|&shape| (shape, all.max(0.1) / said.len() as f64)).collect();
    }
    // What no key serves would read every row; nobody does that all the time unasked.
    let served = |column: ColumnId| leads(schema, id, &facts.columns, column);
    let by_clock = clock(schema, id, &facts.columns).is_some_and(served);
    let entity = entity_columns(schema, id, &facts.columns);
    let by_entity = entity.first().copied().is_some_and(served);
    let possible = |shape: ReadShape| match shape {
        _ if said.contains(&shape) => true,
        ReadShape::Point | ReadShape::All => true,
        ReadShape::ByEntity => by_entity,
        ReadShape::NewestFirst | ReadShape::OldestFirst | ReadShape::ByTime => by_clock,
    };
    let mut found = Vec::new();
    for shape in READ_SHAPES {
        let stated = facts.read_rates.iter().rfind(|(of, _)| *of == shape);
        let weight: f64 =
            weights.iter().filter(|(of, _)| *of == shape).fold(0.0, |sum, (_, w)| sum + w);
        let rate = match stated {
            Some(&(_, per_second)) => Rate { per_second, stated: true, open: false },
            None if weight > 0.0 && possible(shape) => {
                Rate { per_second: weight * scale, stated: false, open }
            }
            None => continue,
        };
        found.push((shape, rate));
    }
    found
}

/// Scales the reads that are not stated, so that all reads are so many a write.
pub(super) fn scale_reads(rates: &mut [Rates], ratio: f64) {
    let writes: f64 = rates.iter().fold(0.0, |sum, rates| sum + rates.writes());
    let (mut stated, mut open) = (0.0, 0.0);
    for (_, rate) in rates.iter().flat_map(|rates| &rates.reads) {
        if rate.stated { stated += rate.per_second } else { open += rate.per_second }
    }
    let factor = if open > 0.0 { (ratio * writes - stated).max(0.0) / open } else { 0.0 };
    for (_, rate) in rates.iter_mut().flat_map(|rates| &mut rates.reads) {
        if !rate.stated {
            rate.per_second *= factor;
        }
    }
}
