//! Applies statements about secondary indexes.

use crate::catalog::Catalog;
use crate::catalog::made::Made;
use crate::changes::DroppedKind;
use crate::ids::{ColumnId, IndexId};
use crate::index::Index;
use crate::problem::ProblemKind;
use crate::refusals::names::{
    check_parent_case, expect_column, expect_column_in_any_case, expect_table, report_missing,
    report_name_in_use,
};
use crate::replay::comments::comments_around;
use crate::replay::dropped::{record_dropped, record_dropped_parent};
use crate::replay::interleaving::resolve_parent;
use crate::replay::keys::key_parts;
use crate::syntax::tree::{AlterIndex, CreateIndex, IndexAction, Name, ObjectKind, Statement};
use crate::text::at;
use smol_str::{SmolStr, format_smolstr};

/// Creates an index. One on a table outside the text, or with a key column that is not there, is
/// known by its name alone.
pub(crate) fn create_index(
    catalog: &mut Catalog<'_>,
    statement: &Statement,
    written: &CreateIndex,
) -> Made {
    let Some(table) = expect_table(catalog, &written.table) else {
        report_missing(catalog, "a table", &written.table);
        let folded = catalog.folded(&written.name);
        catalog.other_indexes.insert(folded);
        return Made::Nothing;
    };
    let id = IndexId(at(catalog.schema.indexes.len()));
    let folded = catalog.folded(&written.name);
    if !folded.is_empty() && catalog.is_name_in_use(&folded) {
        if catalog.if_not_exists(statement, &written.name) {
            return catalog.indexes.get(&folded).map_or(Made::Nothing, |&id| Made::Index(id));
        }
        report_name_in_use(catalog, &written.name);
    }
    if written.keys.is_empty() && written.keys_list.is_empty() {
        let message = format!("expected key columns for `{}`, found none", written.name.text);
        catalog.report_table_problem(table, ProblemKind::Unfit, message, written.name.span);
    }
    let keys = key_parts(catalog, table, &written.keys);
    // With a key part missing, or all, every judgement of the order would be wrong.
    if keys.is_empty() || keys.len() < written.keys.len() {
        catalog.other_indexes.insert(folded);
        return Made::Nothing;
    }
    if !folded.is_empty() {
        catalog.indexes.insert(folded, id);
    }
    check_parent_case(catalog, written.interleave.as_ref());
    // An expression may name a column in any case.
    let filter = written.where_not_null.iter();
    let where_not_null = filter.filter_map(|name| expect_column_in_any_case(catalog, table, name));
    let where_not_null: Vec<ColumnId> = where_not_null.collect();
    let mut stored = Vec::with_capacity(written.storing.len());
    for name in &written.storing {
        stored.extend(expect_column(catalog, table, name).map(|column| (column, name.span)));
    }
    let (storing, storing_spans) = stored.into_iter().unzip();
    let all_filtered =
        !keys.is_empty() && keys.iter().all(|key| where_not_null.contains(&key.column));
    let name = match written.name.text.as_str() {
        "" => format_smolstr!("<index of {}>", catalog.schema.table(table).name),
        _ => written.name.text.clone(),
    };
    let index = Index {
        name,
        name_span: written.name.span,
        span: statement.span,
        semicolon: statement.semicolon,
        table,
        keys,
        keys_list: written.keys_list,
        storing,
        storing_spans,
        altered: Vec::new(),
        unique: written.unique,
        null_filtered: written.null_filtered.is_some() || all_filtered,
        where_not_null,
        parent: written.interleave.as_ref().map(|clause| resolve_parent(catalog, clause)),
        comments: comments_around(statement).chain(&written.comments).cloned().collect(),
        managed: false,
    };
    catalog.schema.indexes.push(index);
    Made::Index(id)
}

/// Adds or drops a stored column of an index.
pub(crate) fn alter_index(
    catalog: &mut Catalog<'_>,
    statement: &Statement,
    alter: &AlterIndex,
) -> Made {
    let folded = catalog.folded(&alter.name);
    let Some(&id) = catalog.indexes.get(&folded) else {
        if alter.kind == ObjectKind::Index && !catalog.other_indexes.contains(&folded) {
            report_missing(catalog, "an index", &alter.name);
        }
        return Made::Nothing;
    };
    catalog.schema.indexes[id.0 as usize].altered.push(statement.span);
    match &alter.action {
        IndexAction::AddStored(name) => add_stored_column(catalog, id, name),
        IndexAction::DropStored(name) => drop_stored_column(catalog, id, name),
        IndexAction::AddColumn(_)
        | IndexAction::DropColumn(_)
        | IndexAction::SetOptions(_)
        | IndexAction::Other(_) => {}
    }
    Made::Index(id)
}

fn add_stored_column(catalog: &mut Catalog<'_>, id: IndexId, name: &Name) {
    let table = catalog.schema.index(id).table;
    let Some(column) = expect_column(catalog, table, name) else { return };
    let index = &mut catalog.schema.indexes[id.0 as usize];
    if index.storing.contains(&column) {
        let message = format!("expected each column once, found `{}` again", name.text);
        catalog.report_table_problem(table, ProblemKind::Twice, message, name.span);
    } else {
        index.storing.push(column);
        index.storing_spans.push(name.span);
    }
}

fn drop_stored_column(catalog: &mut Catalog<'_>, id: IndexId, name: &Name) {
    let table = catalog.schema.index(id).table;
    let Some(column) = expect_column(catalog, table, name) else { return };
    let index = &mut catalog.schema.indexes[id.0 as usize];
    if let Some(at) = index.storing.iter().position(|&stored| stored == column) {
        index.storing.remove(at);
        index.storing_spans.remove(at);
    } else {
        let message =
            format!("expected a stored column of `{}`, found `{}`", index.name, name.text);
        catalog.report_table_problem(table, ProblemKind::Missing, message, name.span);
    }
}

/// Drops an index.
pub(crate) fn drop_index(catalog: &mut Catalog<'_>, id: IndexId, folded: SmolStr) {
    let index = catalog.schema.index(id);
    let parent = index.parent.as_ref().and_then(|parent| parent.table);
    let follows = parent.into_iter().collect();
    let (name, span) = (index.name.clone(), index.span);
    record_dropped(catalog, DroppedKind::Index, name, span, follows);
    record_dropped_parent(catalog, parent);
    catalog.removed.indexes.insert(id);
    catalog.removed.names.insert(folded);
}
