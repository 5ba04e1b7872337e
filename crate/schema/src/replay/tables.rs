//! Applies `CREATE TABLE` and `DROP TABLE`.

use crate::catalog::Catalog;
use crate::catalog::made::Made;
use crate::changes::DroppedKind;
use crate::column_names::ColumnNames;
use crate::ids::TableId;
use crate::interleaving::Parent;
use crate::problem::ProblemKind;
use crate::refusals::checks::check_constraint;
use crate::refusals::drops::table_user;
use crate::refusals::expressions::check_values;
use crate::refusals::generated_columns::generated_circle_refused;
use crate::refusals::names::{
    check_parent_case, expect_column_in_any_case, public_schema_refused, report_name_in_use,
};
use crate::replay::columns::add_column;
use crate::replay::comments::comments_around;
use crate::replay::constraints::add_check;
use crate::replay::dropped::{record_dropped, record_dropped_parent};
use crate::replay::foreign_keys::add_foreign_key;
use crate::replay::interleaving::resolve_parent;
use crate::replay::keys::set_key;
use crate::replay::renames::{add_written_synonym, release_table_name};
use crate::replay::streams::record_change;
use crate::syntax::boxed::Boxed;
use crate::syntax::tree::{CreateTable, ElementKind, Name, Statement};
use crate::table::{KeyClause, Table};
use crate::text::at;
use smol_str::{SmolStr, StrExt};

/// Creates a table. A second table of a name is reported and analysed all the same: pasted pages
/// show one table in several versions. Later statements apply to the latest.
pub(crate) fn create_table<'a>(
    catalog: &mut Catalog<'a>,
    statement: &Statement,
    written: &'a CreateTable,
) -> Made {
    let folded = catalog.folded(&written.name);
    if let Some(&there) = catalog.tables.get(&folded)
        && written.if_not_exists
    {
        return Made::Table(there);
    }
    if catalog.is_name_in_use(&folded) {
        report_name_in_use(catalog, &written.name);
    }
    catalog.report(public_schema_refused(catalog, &written.name));
    // Before the table has its number: it may name itself.
    check_parent_case(catalog, written.interleave.as_deref());
    let parent = written.interleave.as_deref().map(|clause| resolve_parent(catalog, clause));
    let id = TableId(at(catalog.schema.tables.len()));
    let replaced = catalog.tables.insert(folded, id);
    catalog.replaced.push(replaced);
    catalog.schema.tables.push(empty_table(statement, written, parent));
    for element in &written.elements {
        match &element.kind {
            ElementKind::Column(column) => {
                add_column(catalog, id, element, column);
            }
            ElementKind::ForeignKey(key) => {
                add_foreign_key(catalog, id, key);
            }
            ElementKind::Check(check) => add_check(catalog, id, check),
            ElementKind::Other => add_written_synonym(catalog, id, element.span),
            ElementKind::PrimaryKey | ElementKind::Elision => {}
        }
    }
    // Of columns of one name there is one.
    catalog.table_mut(id).columns.shrink_to_fit();
    set_key(catalog, id, written);
    check_expressions(catalog, id, written);
    Made::Table(id)
}

/// Checks the expressions of a table, when every column of it is known.
fn check_expressions(catalog: &mut Catalog<'_>, table: TableId, written: &CreateTable) {
    for element in &written.elements {
        match &element.kind {
            ElementKind::Check(check) => check_constraint(catalog, table, check),
            ElementKind::Column(column) => {
                for check in &column.checks {
                    check_constraint(catalog, table, check);
                }
                check_values(catalog, table, column);
            }
            _ => {}
        }
    }
    catalog.report(generated_circle_refused(catalog, table));
    if let Some(ttl) = &written.ttl {
        expect_column_in_any_case(catalog, table, &ttl.column);
    }
}

/// A table without its elements.
fn empty_table(statement: &Statement, written: &CreateTable, parent: Option<Parent>) -> Table {
    let key = written.primary_key.as_ref();
    let columns = written.elements.iter().filter(|it| matches!(it.kind, ElementKind::Column(_)));
    let mut table = Table {
        name: written.name.text.clone(),
        name_span: written.name.span,
        span: statement.span,
        body: written.body,
        columns: Vec::with_capacity(columns.count()),
        column_names: ColumnNames::default(),
        key: Vec::new(),
        key_clause: key.map(|key| KeyClause {
            span: key.span,
            list: key.list,
            empty: key.parts.is_empty(),
        }),
        parent,
        foreign_keys: Vec::new(),
        hidden_rowid: false,
        partial: written.elements.iter().any(|e| matches!(e.kind, ElementKind::Elision)),
        comments: comments_around(statement).cloned().collect(),
        optional_parts: Boxed::default(),
    };
    if written.ttl.is_some() || !written.options.is_empty() {
        table.ttl = written.ttl.as_deref().cloned();
        table.options.clone_from(&written.options);
    }
    table
}

/// Drops a table, or reports what depends on it.
pub(crate) fn drop_table(catalog: &mut Catalog<'_>, table: TableId, name: &Name) -> Made {
    catalog.update_dependents();
    let user = table_user(catalog, table);
    // A drop that is rejected changes nothing, but for the stream that refuses it.
    if user.is_none() || catalog.stream_on(table).is_some() {
        record_change(catalog, table, None, name.span);
    }
    if let Some(user) = user {
        let message = format!(
            "expected a table that nothing depends on, found `{}` with {user}: drop that first",
            name.text
        );
        catalog.report_table_problem(table, ProblemKind::InUse, message, name.span);
        return Made::Table(table);
    }
    let owner = catalog.schema.table(table);
    let parent = owner.parent.as_ref().and_then(|parent| parent.table);
    let keys = catalog.foreign_keys_at(table).filter(|key| key.table == table);
    let follows = parent.into_iter().chain(keys.filter_map(|key| key.target)).collect();
    let (last, span) = (owner.name.clone(), owner.span);
    record_dropped(catalog, DroppedKind::Table, last, span, follows);
    record_dropped_parent(catalog, parent);
    let mut names: Vec<SmolStr> = catalog.schema.table(table).synonyms.clone();
    names.push(catalog.folded_name_of(table));
    names.iter().for_each(|name| release_table_name(catalog, table, name));
    catalog.drop_foreign_keys(table, |_| true, |_| ());
    for name in catalog.constraint_names.remove(&table).into_iter().flatten() {
        if catalog.names_in_use.get(&name) == Some(&Some(table)) {
            catalog.names_in_use.remove(&name);
        }
    }
    catalog.removed.tables.insert(table);
    catalog.former_names.insert(catalog.schema.table(table).name.to_lowercase_smolstr(), None);
    Made::Removed
}
