//! What uses a column, a table, a sequence or a schema, so that Spanner does not drop it.

use crate::catalog::Catalog;
use crate::catalog::steps::steps_of;
use crate::ids::{ColumnId, TableId};
use crate::problem::{ProblemKind, SchemaProblem};
use crate::refusals::special_indexes::columns_of_special_index;
use crate::syntax::tree::{Expr, ExprKind, Name, StatementKind};
use smol_str::{SmolStr, StrExt};

/// A view whose query mentions a name.
pub(crate) fn view_naming<'c>(catalog: &'c Catalog<'_>, name: &str) -> Option<&'c str> {
    let last = name.rsplit('.').next().unwrap_or(name).to_lowercase_smolstr();
    let first = *catalog.dependents.views.get(&last)?;
    for pending in &catalog.pending[first..] {
        let Some(StatementKind::CreateView(view)) = pending.kind else { continue };
        // The first names it; those behind it are looked through where it is dropped.
        if !catalog.steps.take(1 + steps_of(view.body)) {
            return None;
        }
        if !pending.dropped && catalog.mentions_name(view.body, name) {
            return Some(&view.name.text);
        }
    }
    None
}

/// A search or vector index on a table, and on a column of it if one is given.
fn special_index_on<'c>(
    catalog: &'c Catalog<'_>,
    table: TableId,
    column: Option<&str>,
) -> Option<&'c str> {
    catalog.live_pending(&catalog.special_indexes).find_map(|pending| {
        let (StatementKind::CreateSearchIndex(made) | StatementKind::CreateVectorIndex(made)) =
            pending.kind?
        else {
            return None;
        };
        let on = catalog.find_table(&made.index.table) == Some(table);
        let has = column.is_none_or(|column| {
            columns_of_special_index(made).any(|name| name.text.eq_ignore_ascii_case(column))
        });
        (on && has).then_some(made.index.name.text.as_str())
    })
}

/// What uses a column, in words.
pub(crate) fn column_user(
    catalog: &Catalog<'_>,
    table: TableId,
    column: ColumnId,
) -> Option<String> {
    let owner = catalog.schema.table(table);
    if owner.is_key(column) {
        return Some("the primary key, which cannot change".to_owned());
    }
    let index = catalog.indexes_on(table).find(|index| {
        index.keys.iter().any(|part| part.column == column)
            || index.storing.contains(&column)
            || index.where_not_null.contains(&column)
    });
    if let Some(index) = index {
        return Some(format!("the index `{}`: drop that first", index.name));
    }
    let name = &owner.column(column).name;
    if let Some(index) = special_index_on(catalog, table, Some(name)) {
        return Some(format!("the index `{index}`: drop that first"));
    }
    let among = |names: &[Name]| names.iter().any(|n| n.text.eq_ignore_ascii_case(name));
    let key = catalog.foreign_keys_at(table).find(|key| {
        (key.table == table && among(&key.written.columns))
            || (key.target == Some(table) && among(&key.written.referenced))
    });
    if let Some(key) = key {
        let target = &key.written.table.text;
        return Some(format!("a foreign key to `{target}`: drop that first"));
    }
    if owner.ttl.as_ref().is_some_and(|ttl| ttl.column.text.eq_ignore_ascii_case(name)) {
        return Some("the row deletion policy: drop that first".to_owned());
    }
    if let Some(stream) = catalog.stream_on_column(table, name) {
        return Some(format!("the change stream `{stream}`: change its watched tables first"));
    }
    let reads = |expr: &Expr| catalog.steps.take(1 + steps_of(expr.span)) && mentions(expr, name);
    let generated = catalog.generated_columns.get(&table).map_or(&[][..], Vec::as_slice);
    for &id in catalog.steps.all_of(generated) {
        let gone = id == column || catalog.removed.columns.contains(&(table, id));
        let reader = owner.column(id);
        if !gone && reader.generated.as_ref().is_some_and(|it| reads(&it.expr)) {
            return Some(format!("the generated column `{}`: drop that first", reader.name));
        }
    }
    let checks = catalog.steps.all_of(&owner.checks);
    checks.iter().any(|it| reads(&it.expr)).then(|| "a check: drop that first".to_owned())
}

/// What keeps a table from being dropped, in words.
pub(crate) fn table_user(catalog: &Catalog<'_>, table: TableId) -> Option<String> {
    if let Some(index) = catalog.indexes_on(table).next() {
        return Some(format!("the index `{}`", index.name));
    }
    if let Some(index) = special_index_on(catalog, table, None) {
        return Some(format!("the index `{index}`"));
    }
    if let Some(view) = view_naming(catalog, &catalog.schema.table(table).name) {
        return Some(format!("the view `{view}`"));
    }
    if let Some(child) = catalog.child_of(table) {
        return Some(format!("the interleaved table `{}`", catalog.schema.table(child).name));
    }
    let key =
        catalog.foreign_keys_at(table).find(|key| key.target == Some(table) && key.table != table);
    if let Some(key) = key {
        return Some(format!("a foreign key of `{}`", catalog.schema.table(key.table).name));
    }
    let stream = catalog.stream_on(table)?;
    Some(format!("the change stream `{stream}`, which watches it by name"))
}

/// The table and the column whose default asks a sequence.
pub(crate) fn sequence_user(catalog: &Catalog<'_>, at: usize) -> Option<(String, String)> {
    let said = &catalog.schema.sequences[at].name;
    let names_it = |kind: &ExprKind| match kind {
        ExprKind::Sequence(name) | ExprKind::String(name) => name.eq_ignore_ascii_case(said),
        _ => false,
    };
    let looked = catalog.steps.all_of(&catalog.schema.tables).iter().zip(0..);
    for (table, id) in looked.map(|(table, id)| (table, TableId(id))) {
        if catalog.removed.tables.contains(&id) {
            continue;
        }
        for column in table.column_ids().filter(|&c| !catalog.removed.columns.contains(&(id, c))) {
            let column = table.column(column);
            let Some(default) = &column.default else { continue };
            if catalog.steps.take(1 + steps_of(default.span)) && default.any(&names_it) {
                return Some((table.name.to_string(), column.name.to_string()));
            }
        }
    }
    None
}

/// Why a schema cannot be dropped: it is not empty.
pub(crate) fn drop_schema_refused(
    catalog: &Catalog<'_>,
    folded: &str,
    name: &Name,
) -> Option<SchemaProblem> {
    let inside = format!("{folded}.");
    let is_inside = |name: &&SmolStr| name.starts_with(&inside);
    if !catalog.steps.take(catalog.tables.len() + catalog.indexes.len() + catalog.sequences.len()) {
        return None;
    }
    let index = || catalog.indexes.keys().find(is_inside);
    let sequence = || catalog.sequences.keys().find(is_inside);
    let table = catalog.tables.keys().find(is_inside);
    let found = table.or_else(index).or_else(sequence)?;
    let message =
        format!("expected an empty schema, found `{found}` in `{}`: drop that first", name.text);
    Some(SchemaProblem::new(ProblemKind::InUse, message, name.span))
}

/// Whether an expression reads a column.
fn mentions(expr: &Expr, column: &str) -> bool {
    let is =
        |kind: &ExprKind| matches!(kind, ExprKind::Name(name) if name.eq_ignore_ascii_case(column));
    expr.any(&is)
}
