//! Refuses a fix where a statement that is taken back later follows the key: its text stays, Spanner
//! reads it before it reads that it goes, and nothing in the schema says how it would have to read.

use crate::cascade;
use crate::fix::{Fix, Refusal, Stage, object_name, refuse};
use crate::rules::Finding;
use crate::schema::{Dropped, DroppedKind, Schema, TableId};

/// Fixes that add parts to a key or put them in order, and give no column another type. A foreign
/// key that is dropped later still fits then: its columns are there, and Spanner makes an index of
/// its own for columns that are no longer the key, which goes with it. Only what is interleaved
/// repeats the key itself.
const TYPES_STAY: [Stage; 3] = [Stage::RowTree, Stage::KeyOrder, Stage::KeyLead];

/// Says why `fix` cannot work on a schema that had parts which follow what it changes.
pub fn check(schema: &Schema, finding: &Finding, fix: &Fix) -> Result<(), Refusal> {
    if !fix.others_follow {
        return Ok(());
    }
    // A fix of an index alone changes no key of a table.
    let Ok(table) = cascade::table_of(schema, finding) else { return Ok(()) };
    let types_stay = TYPES_STAY.contains(&fix.stage);
    let tied = if types_stay { tree_of(schema, table) } else { tied_to(schema, table) };
    let follows = |dropped: &&Dropped| {
        let kind = matches!(
            dropped.kind,
            DroppedKind::Table | DroppedKind::Interleaving | DroppedKind::Index
        );
        let repeats = |id: &TableId| tied.contains(id);
        kind && if types_stay {
            dropped.parent.as_ref().is_some_and(repeats)
        } else {
            dropped.follows.iter().any(repeats)
        }
    };
    match schema.dropped.iter().find(follows) {
        None => Ok(()),
        Some(dropped) => Err(dropped_later(dropped, object_name(schema, finding.object))),
    }
}

/// The refusal for a thing that is taken back later and follows `object`.
pub(super) fn dropped_later(dropped: &Dropped, object: &str) -> Refusal {
    let name = &dropped.name;
    refuse(match dropped.kind {
        DroppedKind::Interleaving => format!(
            "`{name}` is interleaved here first and elsewhere later, and depends on the key of \
             `{object}` until then; remove the first INTERLEAVE first"
        ),
        DroppedKind::ForeignKey | DroppedKind::Check | DroppedKind::Column => format!(
            "`{name}`, which is dropped later, is written for the present type of `{object}`; \
             remove its definition and its DROP first"
        ),
        DroppedKind::Table | DroppedKind::Index | DroppedKind::Sequence => format!(
            "`{name}`, which is dropped later, depends on the key of `{object}`; remove its \
             statements first"
        ),
    })
}

/// The table and its row tree.
fn tree_of(schema: &Schema, table: TableId) -> Vec<TableId> {
    let root = schema.root_of(table);
    schema.table_ids().filter(|&id| schema.root_of(id) == root).collect()
}

/// The table, its row tree, and what is tied to these by foreign keys.
fn tied_to(schema: &Schema, table: TableId) -> Vec<TableId> {
    let tree = tree_of(schema, table);
    let mut tied = tree.clone();
    for id in schema.table_ids().filter(|id| !tree.contains(id)) {
        let mut keys = schema.table(id).foreign_keys.iter();
        if keys.any(|key| key.table.is_some_and(|target| tree.contains(&target))) {
            tied.push(id);
        }
    }
    tied
}
