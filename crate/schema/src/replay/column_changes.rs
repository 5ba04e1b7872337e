//! Applies `ALTER COLUMN`.

use crate::catalog::Catalog;
use crate::column::{Altered, AlteredPart, Column, Defined};
use crate::ids::{ColumnId, TableId};
use crate::refusals::column_changes::change_refused;
use crate::refusals::columns::commit_option_refused;
use crate::refusals::expressions::{Purpose, check_expression, check_values};
use crate::replay::comments::comments_around;
use crate::replay::options::{is_commit_timestamp_option, merge_counter, merge_options};
use crate::syntax::tree::{ColumnChange, ColumnDef, ElementKind, Name, Statement, Type, TypeRef};
use std::sync::Arc;

/// Changes a column, or reports why that is rejected.
pub(crate) fn change_column(
    catalog: &mut Catalog<'_>,
    statement: &Statement,
    table: TableId,
    id: ColumnId,
    name: &Name,
    change: &ColumnChange,
) {
    if let Some(refusal) = change_refused(catalog, table, id, name, change) {
        catalog.report([refusal.of_table(table)]);
        return;
    }
    let column = &mut catalog.table_mut(table).columns[id.0 as usize];
    if column.defined.is_none() {
        let (ty, default) = (column.defined_type(), column.defined_default());
        column.defined = Some(Defined { ty, default });
    }
    column.altered.push(alteration_of(statement, name, change));
    column.comments.extend(comments_around(statement).cloned());
    match change {
        ColumnChange::Redefine(element) => {
            if let ElementKind::Column(written) = &element.kind {
                redefine(column, written);
            }
        }
        ColumnChange::Type(ty) => set_type(column, ty),
        ColumnChange::NotNull(set) => column.not_null = *set,
        ColumnChange::Options(options) => {
            merge_options(&mut column.options, options);
            column.commit_timestamp = is_commit_timestamp(column);
        }
        ColumnChange::Default(expr) => column.default = Some(Arc::new(expr.clone())),
        ColumnChange::OnUpdate(expr) => column.on_update = Some(Arc::new(expr.clone())),
        ColumnChange::DropDefault => column.default = None,
        ColumnChange::DropOnUpdate => column.on_update = None,
        ColumnChange::Identity { counter, .. } => {
            if let Some(identity) = &mut column.identity {
                merge_counter(&mut Arc::make_mut(identity).counter, counter);
            }
        }
        ColumnChange::Other(_) => {}
    }
    match change {
        ColumnChange::Redefine(element) => {
            if let ElementKind::Column(written) = &element.kind {
                check_values(catalog, table, written);
            }
        }
        ColumnChange::Default(expr) => {
            check_expression(catalog, table, expr, Purpose::Default, Some(id));
        }
        ColumnChange::Options(options) => {
            let column = catalog.schema.table(table).column(id);
            let (said, ty) = (column.name.clone(), column.ty.clone());
            if let Some(item) = options.iter().find(|it| it.key == "allow_commit_timestamp") {
                catalog.report(commit_option_refused(catalog, table, &said, ty.as_ref(), item));
            }
        }
        _ => {}
    }
}

/// The record of a change that the column keeps.
fn alteration_of(statement: &Statement, name: &Name, change: &ColumnChange) -> Altered {
    let (mut ty, mut default) = (None, None);
    let part = match change {
        ColumnChange::Redefine(element) => {
            if let ElementKind::Column(written) = &element.kind {
                ty = written.ty.as_ref().map(|ty| ty.span);
                default = written.default.as_ref().map(|expr| expr.span);
            }
            AlteredPart::Whole
        }
        ColumnChange::Type(said) => {
            ty = Some(said.span);
            AlteredPart::Type
        }
        ColumnChange::Default(expr) => {
            default = Some(expr.span);
            AlteredPart::Default
        }
        ColumnChange::NotNull(_) => AlteredPart::NotNull,
        ColumnChange::Options(_) => AlteredPart::Options,
        ColumnChange::DropDefault => AlteredPart::DropDefault,
        ColumnChange::OnUpdate(_) | ColumnChange::DropOnUpdate => AlteredPart::OnUpdate,
        ColumnChange::Identity { .. } => AlteredPart::Identity,
        ColumnChange::Other(_) => AlteredPart::Other,
    };
    Altered { statement: statement.span, name: name.span, part, ty, default }
}

/// Redefines a column. What the new definition leaves out is removed, except for options, the
/// identity and a generated expression, which Spanner keeps or refuses to remove.
fn redefine(column: &mut Column, written: &ColumnDef) {
    if let Some(ty) = &written.ty {
        set_type(column, ty);
    }
    column.not_null = written.not_null.is_some();
    column.default.clone_from(&written.default);
    column.on_update.clone_from(&written.on_update);
    if written.generated.is_some() {
        column.generated.clone_from(&written.generated);
    }
    if written.identity.is_some() {
        column.identity.clone_from(&written.identity);
    }
    merge_options(&mut column.options, &written.options);
    column.commit_timestamp = is_commit_timestamp(column);
}

fn set_type(column: &mut Column, ty: &TypeRef) {
    column.ty = Some(ty.kind.clone());
    column.type_span = ty.span;
    column.commit_timestamp = is_commit_timestamp(column);
}

fn is_commit_timestamp(column: &Column) -> bool {
    column.ty == Some(Type::CommitTimestamp)
        || column.options.iter().any(is_commit_timestamp_option)
}
