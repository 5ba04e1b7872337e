//! Resolves the parents of interleaved tables and indexes.

use crate::catalog::Catalog;
use crate::changes::DroppedKind;
use crate::ids::TableId;
use crate::interleaving::Parent;
use crate::replay::dropped::{record_dropped, record_dropped_parent};
use crate::syntax::tree::Interleave;
use smol_str::StrExt;

/// The parent that a clause names; one that is not defined yet is resolved at the end.
pub(crate) fn resolve_parent(catalog: &mut Catalog<'_>, clause: &Interleave) -> Parent {
    let table = catalog.find_table(&clause.parent);
    catalog.parent_is_absent |= table.is_none();
    Parent {
        name: clause.parent.text.clone(),
        table,
        enforced: clause.enforced,
        on_delete_cascade: clause.on_delete_cascade,
        on_delete_said: clause.on_delete_said,
        span: clause.span,
    }
}

/// Resolves parents that are defined further down: Spanner rejects the order, the analysis need not.
pub(crate) fn finish_parents(catalog: &mut Catalog<'_>) {
    if !catalog.parent_is_absent {
        return;
    }
    let tables = &catalog.tables;
    let find = |name: &str| tables.get(&name.to_lowercase_smolstr()).copied();
    let of_tables = catalog.schema.tables.iter_mut().map(|table| &mut table.parent);
    let of_indexes = catalog.schema.indexes.iter_mut().map(|index| &mut index.parent);
    for parent in of_tables.chain(of_indexes).flatten() {
        parent.table = parent.table.or_else(|| find(&parent.name));
    }
}

/// Records the parent that a table had, where a later clause names another.
pub(crate) fn record_left_parent(catalog: &mut Catalog<'_>, table: TableId, old: Option<Parent>) {
    let owner = catalog.schema.table(table);
    let now = owner.parent.as_ref().and_then(|parent| parent.table);
    if let Some(old) = old
        && let Some(left) = old.table.filter(|&left| Some(left) != now)
    {
        let name = owner.name.clone();
        record_dropped(catalog, DroppedKind::Interleaving, name, old.span, vec![left]);
        record_dropped_parent(catalog, Some(left));
    }
}
