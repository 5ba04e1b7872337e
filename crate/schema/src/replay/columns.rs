//! Adds and drops columns.

use crate::catalog::Catalog;
use crate::catalog::spelling::is_quoted;
use crate::changes::DroppedKind;
use crate::column::Column;
use crate::column_names::ColumnNames;
use crate::ids::{ColumnId, TableId};
use crate::problem::ProblemKind;
use crate::refusals::columns::definition_refusals;
use crate::refusals::drops::column_user;
use crate::refusals::names::{expect_column, report_column_in_use};
use crate::replay::constraints::add_check;
use crate::replay::dropped::record_dropped;
use crate::replay::foreign_keys::add_foreign_key;
use crate::replay::options::is_commit_timestamp_option;
use crate::replay::other_dialect::note_foreign_type;
use crate::syntax::boxed::Boxed;
use crate::syntax::tree::{ColumnDef, Element, Name, OptionalClauses, Type};
use crate::text::{Span, at};
use smol_str::{StrExt, format_smolstr};

/// Adds a column; one of a name that is there already is reported and left out.
pub(crate) fn add_column<'a>(
    catalog: &mut Catalog<'a>,
    table: TableId,
    element: &Element,
    written: &'a ColumnDef,
) -> ColumnId {
    let key = catalog.folded(&written.name);
    if let Some(there) = catalog.find_column(table, &key) {
        report_column_in_use(catalog, table, there, &written.name);
        return there;
    }
    let id = ColumnId(at(catalog.schema.table(table).columns.len()));
    let column = make_column(catalog, table, element, written);
    if column.generated.is_some() {
        catalog.generated_columns.entry(table).or_default().push(id);
    }
    catalog.table_mut(table).columns.push(column);
    catalog.index_column(table, id);
    let refusals = definition_refusals(catalog, table, written);
    catalog.report(refusals.into_iter().flatten());
    for check in &written.checks {
        add_check(catalog, table, check);
    }
    if let Some(key) = &written.references {
        add_foreign_key(catalog, table, key);
    }
    id
}

/// A column as written.
fn make_column(
    catalog: &mut Catalog<'_>,
    table: TableId,
    element: &Element,
    written: &ColumnDef,
) -> Column {
    let (ty, type_span) = match &written.ty {
        Some(ty) => (Some(ty.kind.clone()), ty.span),
        None => (None, Span::empty(written.name.span.end)),
    };
    let said = type_span.of(catalog.text);
    note_foreign_type(catalog, table, said, type_span);
    let mut column = Column {
        name: written.name.text.clone(),
        name_span: written.name.span,
        span: element.span,
        comma: element.comma,
        quoted: is_quoted(written.name.span.of(catalog.text)),
        type_span,
        not_null: written.not_null.is_some(),
        commit_timestamp: ty == Some(Type::CommitTimestamp)
            || written.options.iter().any(is_commit_timestamp_option),
        default: written.default.clone(),
        comments: element.comments.clone(),
        optional_parts: Boxed::default(),
        ty,
    };
    if let Some(digits) = number_digits(said, column.ty.as_ref()) {
        column.digits = Some(digits);
    }
    if !written.options.is_empty() {
        column.options.clone_from(&written.options);
    }
    if !written.optional_clauses.is_missing() {
        let OptionalClauses { on_update, generated, identity, primary_key, .. } = &**written;
        column.on_update.clone_from(on_update);
        column.generated.clone_from(generated);
        column.identity.clone_from(identity);
        column.inline_key = *primary_key;
    }
    column
}

/// Drops a column, or reports what uses it.
pub(crate) fn drop_column(catalog: &mut Catalog<'_>, table: TableId, name: &Name, if_exists: bool) {
    let known = catalog.find_column(table, &catalog.folded(name)).is_some();
    if if_exists && !known {
        return;
    }
    let Some(column) = expect_column(catalog, table, name) else { return };
    if let Some(user) = column_user(catalog, table, column) {
        let message =
            format!("expected a column that nothing uses, found `{}` in {user}", name.text);
        catalog.report_table_problem(table, ProblemKind::InUse, message, name.span);
        return;
    }
    catalog.remove_column(table, column);
    let owner = catalog.schema.table(table);
    let said = format_smolstr!("{}.{}", owner.name, owner.column(column).name);
    catalog.removed.names.insert(said.to_lowercase_smolstr());
    let (name, span) = (owner.column(column).name.clone(), owner.column(column).span);
    record_dropped(catalog, DroppedKind::Column, name, span, vec![table]);
}

/// Precision and scale of a number's type.
fn number_digits(said: &str, ty: Option<&Type>) -> Option<(u32, u32)> {
    if ty != Some(&Type::Numeric) {
        return None;
    }
    let inside = said.split_once('(')?.1.split_once(')')?.0;
    let mut numbers = inside.split(',').map(|number| number.trim().parse::<u32>().ok());
    let precision = numbers.next().flatten()?;
    Some((precision, numbers.next().flatten().unwrap_or(0)))
}

/// Indexes the columns of wide tables by name.
pub(crate) fn index_columns(catalog: &mut Catalog<'_>) {
    for table in &mut catalog.schema.tables {
        table.column_names = ColumnNames::of(&table.columns);
    }
}
