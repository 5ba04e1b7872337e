//! Makes search and vector indexes.

use crate::catalog::Catalog;
use crate::ids::SpecialIndexId;
use crate::place::Object;
use crate::replay::interleaving::resolve_parent;
use crate::special_index::SpecialIndex;
use crate::syntax::tree::{Name, SpecialIndex as WrittenIndex, Statement};
use crate::text::at;

/// A search or vector index; one on a table outside the text is left out.
pub(crate) fn make_special_index(
    catalog: &mut Catalog<'_>,
    statement: &Statement,
    written: &WrittenIndex,
    vector: bool,
) -> Option<Object> {
    let index = &written.index;
    let table = catalog.last_named(&index.table)?;
    let there = |name: &&Name| catalog.schema.table(table).find_column(&name.text).is_some();
    let made = SpecialIndex {
        name: index.name.text.clone(),
        name_span: index.name.span,
        span: statement.span,
        vector,
        table,
        keys: catalog.existing_key_parts(table, &index.keys),
        partition_by: catalog.existing_columns(table, &written.partition_by),
        order_by: catalog.existing_key_parts(table, &written.order_by),
        storing: catalog.existing_columns(table, &index.storing),
        storing_spans: index.storing.iter().filter(there).map(|name| name.span).collect(),
        parent: index.interleave.as_ref().map(|clause| resolve_parent(catalog, clause)),
        options: index.options.clone(),
    };
    catalog.schema.special_indexes.push(made);
    Some(Object::SpecialIndex(SpecialIndexId(at(catalog.schema.special_indexes.len() - 1))))
}
