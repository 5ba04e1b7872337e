//! Generated columns that read generated columns.

use crate::catalog::Catalog;
use crate::ids::{ColumnId, TableId};
use crate::problem::{ProblemKind, SchemaProblem};
use crate::syntax::tree::Dialect;
use std::collections::BTreeMap;

/// Whether one of some columns is not generated, or reads one that is not.
pub(crate) fn reads_base_column(
    catalog: &Catalog<'_>,
    table: TableId,
    mut left: Vec<ColumnId>,
) -> bool {
    let owner = catalog.schema.table(table);
    let mut seen = vec![false; owner.columns.len()];
    while let Some(id) = left.pop() {
        if std::mem::replace(&mut seen[id.0 as usize], true) {
            continue;
        }
        match &owner.column(id).generated {
            Some(generated) => left.extend(catalog.columns_named_in(table, generated.expr.span)),
            None => return true,
        }
    }
    false
}

/// Steps for finding what one generated column reads.
const READ_STEPS: usize = 32;

/// Why the generated columns of a table are rejected: they may not read themselves, not even through
/// others; in PostgreSQL they may not read generated columns at all.
pub(crate) fn generated_circle_refused(
    catalog: &Catalog<'_>,
    table: TableId,
) -> Option<SchemaProblem> {
    let owner = catalog.schema.table(table);
    let generated = |id: &ColumnId| owner.column(*id).generated.is_some();
    let all = catalog.generated_columns.get(&table)?;
    if !catalog.steps.take(all.len() * READ_STEPS) {
        return None;
    }
    let reads: BTreeMap<ColumnId, Vec<ColumnId>> = all
        .iter()
        .filter_map(|&id| {
            let expr = owner.column(id).generated.as_ref()?.expr.span;
            let read = catalog.columns_named_in(table, expr);
            Some((id, read.into_iter().filter(generated).collect()))
        })
        .collect();
    let name = |id: ColumnId| owner.column(id).name.as_str();
    let found = if catalog.schema.dialect == Dialect::PostgreSql {
        let found = reads.iter().find_map(|(&id, read)| Some((id, *read.first()?)));
        found.map(|(id, read)| {
            let (a, b) = (name(id), name(read));
            (id, format!("expected `{a}` to read columns that are not generated, found `{b}`"))
        })
    } else {
        let left = columns_in_circles(&reads);
        left.first().map(|&first| {
            let names: Vec<String> = left.iter().map(|&id| format!("`{}`", name(id))).collect();
            let names = names.join(", ");
            (first, format!("expected generated columns without a cycle, found {names}"))
        })
    };
    let (id, message) = found?;
    let span = owner.column(id).generated.as_ref()?.expr.span;
    Some(SchemaProblem::new(ProblemKind::Unfit, message, span).of_table(table))
}

/// The columns that read a circle or are part of one: what is left of `reads` when columns that read
/// nothing left are removed one after the other.
fn columns_in_circles(reads: &BTreeMap<ColumnId, Vec<ColumnId>>) -> Vec<ColumnId> {
    let mut open: BTreeMap<ColumnId, usize> =
        reads.iter().map(|(&id, read)| (id, read.len())).collect();
    let mut readers: BTreeMap<ColumnId, Vec<ColumnId>> = BTreeMap::new();
    for (&id, read) in reads {
        for &other in read {
            readers.entry(other).or_default().push(id);
        }
    }
    let mut done: Vec<ColumnId> =
        open.iter().filter(|(_, count)| **count == 0).map(|(&id, _)| id).collect();
    while let Some(id) = done.pop() {
        open.remove(&id);
        for reader in readers.get(&id).into_iter().flatten() {
            if let Some(count) = open.get_mut(reader) {
                *count -= 1;
                if *count == 0 {
                    done.push(*reader);
                }
            }
        }
    }
    open.into_keys().collect()
}
