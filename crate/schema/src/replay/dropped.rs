//! Records what was dropped: its text stays, and those who edit the text need to know.

use crate::catalog::Catalog;
use crate::changes::{Dropped, DroppedKind};
use crate::ids::TableId;
use crate::syntax::tree::{Name, ObjectKind};
use crate::text::Span;
use smol_str::SmolStr;

/// Records what a statement drops.
pub(crate) fn record_dropped(
    catalog: &mut Catalog<'_>,
    kind: DroppedKind,
    name: SmolStr,
    span: Span,
    follows: Vec<TableId>,
) {
    catalog.schema.dropped.push(Dropped { kind, name, span, follows, parent: None });
}

/// Records what the thing dropped last was interleaved in.
pub(crate) fn record_dropped_parent(catalog: &mut Catalog<'_>, parent: Option<TableId>) {
    if let Some(last) = catalog.schema.dropped.last_mut() {
        last.parent = parent;
    }
}

/// Marks what a statement made as dropped, if it is kept for later.
pub(crate) fn drop_pending(catalog: &mut Catalog<'_>, kind: ObjectKind, name: &Name) -> bool {
    let folded = catalog.folded(name);
    let found = catalog.pending_by_name.get_mut(&(kind, folded)).and_then(Vec::pop);
    if let Some(found) = found {
        catalog.pending[found].dropped = true;
    }
    found.is_some()
}
