//! Leaves out what is far past a limit of Spanner.

use crate::catalog::Catalog;
use crate::ids::{IndexId, TableId};
use crate::past::{Limited, PastLimit, STEPS_MAX};
use crate::syntax::tree::{Name, Tree};
use crate::text::{Span, at};
use smol_str::{SmolStr, StrExt};
use std::collections::BTreeSet;

/// Leaves out what is far past a limit. Parents must be resolved by now.
pub(crate) fn leave_out_past_limits(catalog: &mut Catalog<'_>) {
    leave_out_deep(catalog);
    let mut indexes = vec![0; catalog.schema.tables.len()];
    for id in catalog.schema.index_ids().filter(|id| !catalog.removed.indexes.contains(id)) {
        indexes[catalog.schema.index(id).table.0 as usize] += 1;
    }
    for id in catalog.schema.table_ids() {
        let table = catalog.schema.table(id);
        let counts = [
            (Limited::KeyColumns, table.key.len()),
            (Limited::Columns, table.columns.len()),
            (Limited::Indexes, indexes[id.0 as usize]),
        ];
        let live = |&(of, most): &(Limited, usize)| {
            let count = if of.is_past(most) { count_limited(catalog, id, of, most) } else { 0 };
            of.is_past(count).then_some((of, count))
        };
        let Some((of, count)) = counts.iter().find_map(live) else { continue };
        if !catalog.removed.tables.contains(&id) {
            leave_out_table(catalog, id, of, count);
        }
    }
    for id in catalog.schema.index_ids() {
        let index = catalog.schema.index(id);
        let (table, count) = (index.table, index.keys.len());
        if catalog.removed.indexes.contains(&id) {
            continue;
        }
        if catalog.removed.tables.contains(&table) {
            // Reported with its table already.
            catalog.removed.names.insert(index.name.to_lowercase_smolstr());
            catalog.removed.indexes.insert(id);
        } else if Limited::IndexKeyColumns.is_past(count) {
            leave_out_index(catalog, id, count);
        }
    }
    catalog.schema.past_limits.sort_by_key(|past| past.span);
}

/// Notes from which statement on drops and changes were not checked against what uses them.
pub(crate) fn note_unchecked(catalog: &mut Catalog<'_>, tree: &Tree) {
    if let Some(statement) = catalog.steps.ended().and_then(|number| tree.statements.get(number)) {
        let (of, span) = (Limited::Dependents, Span::empty(statement.span.start));
        let past = PastLimit { of, name: SmolStr::default(), span, count: STEPS_MAX };
        catalog.schema.past_limits.push(past);
    }
}

/// Leaves a change stream out where there are far too many, and says whether it did; the first is
/// noted, with how many there are.
pub(crate) fn leave_out_stream(catalog: &mut Catalog<'_>, name: &Name) -> bool {
    let of = Limited::Streams;
    if !of.is_past(catalog.schema.streams.len() + 1) {
        return false;
    }
    let last = catalog.schema.past_limits.last_mut().filter(|past| past.of == of);
    if let Some(past) = last {
        past.count += 1;
    } else {
        let count = catalog.schema.streams.len() + 1;
        let past = PastLimit { of, name: name.text.clone(), span: name.span, count };
        catalog.schema.past_limits.push(past);
    }
    true
}

/// How much there is of what is limited, without what was dropped.
fn count_limited(catalog: &Catalog<'_>, table: TableId, of: Limited, most: usize) -> usize {
    let owner = catalog.schema.table(table);
    let live = || owner.column_ids().filter(|&c| !catalog.removed.columns.contains(&(table, c)));
    match of {
        Limited::Columns => live().count(),
        _ => most,
    }
}

fn leave_out_table(catalog: &mut Catalog<'_>, id: TableId, of: Limited, count: usize) {
    let table = catalog.schema.table(id);
    let (name, span) = (table.name.clone(), table.name_span);
    catalog.removed.names.insert(name.to_lowercase_smolstr());
    catalog.removed.tables.insert(id);
    catalog.schema.past_limits.push(PastLimit { of, name, span, count });
}

fn leave_out_index(catalog: &mut Catalog<'_>, id: IndexId, count: usize) {
    let index = catalog.schema.index(id);
    let (of, name, span) = (Limited::IndexKeyColumns, index.name.clone(), index.name_span);
    catalog.removed.names.insert(name.to_lowercase_smolstr());
    catalog.removed.indexes.insert(id);
    catalog.schema.past_limits.push(PastLimit { of, name, span, count });
}

/// Leaves out the tables that stand too deep in a tree, and says so once of each tree, with the
/// first of them and the levels that there are.
fn leave_out_deep(catalog: &mut Catalog<'_>) {
    let levels = interleaving_levels(catalog);
    let is_past = |level: &&(u32, TableId)| Limited::Levels.is_past(level.0 as usize);
    if !levels.iter().any(|level| is_past(&level)) {
        return;
    }
    let mut deepest: Vec<u32> = vec![0; levels.len()];
    for (level, root) in &levels {
        let most = &mut deepest[root.0 as usize];
        *most = (*most).max(*level);
    }
    let mut reported = BTreeSet::new();
    for (number, (_, root)) in levels.iter().enumerate().filter(|(_, level)| is_past(level)) {
        let id = TableId(at(number));
        let table = catalog.schema.table(id);
        let (name, span) = (table.name.clone(), table.name_span);
        catalog.removed.names.insert(name.to_lowercase_smolstr());
        catalog.removed.tables.insert(id);
        if reported.insert(*root) {
            let count = deepest[root.0 as usize] as usize;
            catalog.schema.past_limits.push(PastLimit { of: Limited::Levels, name, span, count });
        }
    }
}

/// By table: its level, 1 for a root, and its root. Tables of a circle are roots each.
fn interleaving_levels(catalog: &Catalog<'_>) -> Vec<(u32, TableId)> {
    let parent = |id: TableId| {
        let parent = catalog.schema.table(id).parent.as_ref().and_then(|parent| parent.table);
        parent.filter(|&parent| parent != id)
    };
    let mut known: Vec<Option<(u32, TableId)>> = vec![None; catalog.schema.tables.len()];
    let mut above = Vec::new();
    for id in catalog.schema.table_ids() {
        let mut at = id;
        while known[at.0 as usize].is_none() {
            above.push(at);
            // Known for now, so that a circle ends.
            known[at.0 as usize] = Some((1, at));
            match parent(at) {
                Some(parent) => at = parent,
                None => break,
            }
        }
        while let Some(table) = above.pop() {
            let of_parent = parent(table).and_then(|parent| known[parent.0 as usize]);
            let own = of_parent.map_or((1, table), |(level, root)| (level + 1, root));
            known[table.0 as usize] = Some(own);
        }
    }
    known.into_iter().zip(0..).map(|(it, n)| it.unwrap_or((1, TableId(n)))).collect()
}
