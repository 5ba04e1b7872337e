//! Changes of columns that Spanner rejects.

use crate::catalog::Catalog;
use crate::catalog::steps::steps_of;
use crate::ids::{ColumnId, TableId};
use crate::problem::{ProblemKind, SchemaProblem};
use crate::refusals::columns::on_update_refused;
use crate::syntax::tree::{
    ColumnChange, ColumnDef, Element, ElementKind, Generated, Name, Type, TypeRef,
};
use crate::text::Span;

/// Why Spanner rejects a change of a column.
pub(crate) fn change_refused(
    catalog: &Catalog<'_>,
    table: TableId,
    id: ColumnId,
    said: &Name,
    change: &ColumnChange,
) -> Option<SchemaProblem> {
    let column = catalog.schema.table(table).column(id);
    let name = &column.name;
    match change {
        ColumnChange::Redefine(element) => {
            let ElementKind::Column(written) = &element.kind else { return None };
            inherited_key_refused(catalog, table, id, said.span)
                .or_else(|| redefinition_refused(catalog, table, id, element, written))
        }
        ColumnChange::Type(ty) => inherited_key_refused(catalog, table, id, said.span)
            .or_else(|| type_refused(catalog, table, id, ty)),
        ColumnChange::NotNull(set) => null_refused(catalog, table, id, *set, said.span),
        ColumnChange::Default(expr) | ColumnChange::OnUpdate(expr)
            if column.generated.is_some() =>
        {
            let message = format!("expected a regular column, found `{name}`, which is generated");
            Some(SchemaProblem::new(ProblemKind::Fixed, message, expr.span))
        }
        ColumnChange::OnUpdate(expr) => {
            let message = if catalog.schema.table(table).is_key(id) {
                format!("expected `{name}` outside the key: ON UPDATE changes it")
            } else {
                on_update_refused(name, expr, column.default.as_deref())?
            };
            Some(SchemaProblem::new(ProblemKind::Unfit, message, expr.span))
        }
        ColumnChange::DropDefault if column.on_update.is_some() => {
            let message = format!(
                "expected no ON UPDATE on `{name}`, which needs its default: drop ON UPDATE first"
            );
            Some(SchemaProblem::new(ProblemKind::InUse, message, said.span))
        }
        ColumnChange::Default(expr) if column.on_update.is_some() => {
            let update = column.on_update.as_deref()?;
            let message = on_update_refused(name, update, Some(expr))?;
            Some(SchemaProblem::new(ProblemKind::Unfit, message, expr.span))
        }
        ColumnChange::Identity { span, .. } if column.identity.is_none() => {
            let message = format!(
                "expected an identity column of `{}`, found `{name}`",
                catalog.schema.table(table).name
            );
            Some(SchemaProblem::new(ProblemKind::Fixed, message, *span))
        }
        _ => None,
    }
}

/// Why a column of a key cannot be redefined: a parent or a child has it too.
fn inherited_key_refused(
    catalog: &Catalog<'_>,
    table: TableId,
    id: ColumnId,
    span: Span,
) -> Option<SchemaProblem> {
    let owner = catalog.schema.table(table);
    let column = owner.column(id);
    let name = format!("`{}.{}`", owner.name, column.name);
    let place = owner.key.iter().position(|part| part.column == id)?;
    let parent = owner.parent.as_ref().and_then(|parent| parent.table);
    if let Some(above) = parent.map(|id| catalog.schema.table(id)).filter(|it| place < it.key.len())
    {
        let message = format!(
            "expected {name} to stay unchanged: it is part of the key of its parent `{}`",
            above.name
        );
        return Some(SchemaProblem::new(ProblemKind::Fixed, message, span));
    }
    let below = catalog.child_of(table)?;
    let message = format!(
        "expected {name} to stay unchanged: the key of `{}`, which is interleaved in it, starts \
         with it",
        catalog.schema.table(below).name
    );
    Some(SchemaProblem::new(ProblemKind::Fixed, message, span))
}

/// Why a column cannot be defined again in this way.
fn redefinition_refused(
    catalog: &Catalog<'_>,
    table: TableId,
    id: ColumnId,
    element: &Element,
    written: &ColumnDef,
) -> Option<SchemaProblem> {
    let owner = catalog.schema.table(table);
    let column = owner.column(id);
    let name = format!("`{}.{}`", owner.name, column.name);
    let fixed =
        |message: String| Some(SchemaProblem::new(ProblemKind::Fixed, message, element.span));
    match (&column.generated, &written.generated) {
        (Some(_), None) => {
            return fixed(format!("expected `{}` to stay generated", column.name));
        }
        (None, Some(_)) => {
            return fixed(format!(
                "expected {name} to stay a regular column, found a generated column"
            ));
        }
        (Some(old), Some(new)) if old.stored != new.stored => {
            let verb = if old.stored { "keep" } else { "stay without" };
            return fixed(format!("expected {name} to {verb} STORED"));
        }
        (Some(old), Some(new)) if old.stored && !is_same_expression(catalog, old, new) => {
            return fixed(format!("expected {name}, which is STORED, to keep its expression"));
        }
        _ => {}
    }
    if let Some(ty) = &written.ty
        && let Some(refusal) = type_refused(catalog, table, id, ty)
    {
        return Some(refusal);
    }
    if let Some(expr) = &written.on_update {
        let message = if owner.is_key(id) {
            Some(format!("expected {name} outside the key: ON UPDATE changes it"))
        } else {
            on_update_refused(&column.name, expr, written.default.as_deref())
        };
        if let Some(message) = message {
            return Some(SchemaProblem::new(ProblemKind::Unfit, message, expr.span));
        }
    }
    let span = written.not_null.unwrap_or(element.span);
    null_refused(catalog, table, id, written.not_null.is_some(), span)
}

/// Whether two generated columns have one expression, blanks and brackets aside.
fn is_same_expression(catalog: &Catalog<'_>, old: &Generated, new: &Generated) -> bool {
    let bare = |span: Span| {
        let said = span.of(catalog.text).chars();
        let kept = said.filter(|c| !(c.is_whitespace() || matches!(c, '(' | ')')));
        kept.collect::<String>().to_ascii_lowercase()
    };
    bare(old.expr.span) == bare(new.expr.span)
}

/// Why a column cannot have another type.
fn type_refused(
    catalog: &Catalog<'_>,
    table: TableId,
    id: ColumnId,
    ty: &TypeRef,
) -> Option<SchemaProblem> {
    let owner = catalog.schema.table(table);
    let column = owner.column(id);
    let old = column.ty.as_ref()?;
    let name = format!("`{}.{}`", owner.name, column.name);
    let (was, is) = (column.type_span.of(catalog.text), ty.span.of(catalog.text));
    if !is_convertible(old, &ty.kind) {
        let policy = owner.ttl.as_ref();
        let kept = policy.is_some_and(|ttl| ttl.column.text.eq_ignore_ascii_case(&column.name));
        let why = if kept { ": the row deletion policy needs it" } else { "" };
        let message = format!("expected {name} to stay {was}, found {is}{why}");
        return Some(SchemaProblem::new(ProblemKind::Fixed, message, ty.span));
    }
    if catalog.vector_length(column.type_span) != catalog.vector_length(ty.span) {
        let message = format!("expected the `vector_length` of {name} not to change, found {is}");
        return Some(SchemaProblem::new(ProblemKind::Fixed, message, ty.span));
    }
    if is_same_but_for_length(old, &ty.kind) {
        return None;
    }
    if column.generated.as_ref().is_some_and(|generated| generated.stored) {
        let message = format!("expected {name}, which is STORED, to stay {was}, found {is}");
        return Some(SchemaProblem::new(ProblemKind::Fixed, message, ty.span));
    }
    let reader = catalog.steps.all_of(&owner.columns).iter().find(|other| {
        let reads = |generated: &Generated| {
            generated.stored
                && catalog.steps.take(steps_of(generated.expr.span))
                && catalog.mentions_name(generated.expr.span, &column.name)
        };
        other.generated.as_deref().is_some_and(reads)
    })?;
    let message = format!(
        "expected {name} to stay {was}, found {is}: the stored generated column `{}` reads it",
        reader.name
    );
    Some(SchemaProblem::new(ProblemKind::InUse, message, ty.span))
}

/// Why NOT NULL cannot be set or dropped.
fn null_refused(
    catalog: &Catalog<'_>,
    table: TableId,
    id: ColumnId,
    not_null: bool,
    span: Span,
) -> Option<SchemaProblem> {
    let owner = catalog.schema.table(table);
    let column = owner.column(id);
    if column.not_null == not_null {
        return None;
    }
    let stay = if not_null { "nullable" } else { "NOT NULL" };
    let name = format!("`{}.{}`", owner.name, column.name);
    if owner.is_key(id) {
        let message = format!("expected {name} to stay {stay}: it is part of the primary key");
        return Some(SchemaProblem::new(ProblemKind::Fixed, message, span));
    }
    let index = catalog.indexes_on(table).find(|index| {
        let keyed = index.keys.iter().any(|part| part.column == id);
        keyed && !index.null_filtered
    });
    if let Some(index) = index {
        let message = format!("expected {name} to stay {stay}: the index `{}` uses it", index.name);
        return Some(SchemaProblem::new(ProblemKind::InUse, message, span));
    }
    let among = |names: &[Name]| names.iter().any(|n| n.text.eq_ignore_ascii_case(&column.name));
    let key = catalog.foreign_keys_at(table).find(|key| {
        (key.table == table && among(&key.written.columns))
            || (key.target == Some(table) && among(&key.written.referenced))
    })?;
    let message = format!(
        "expected {name} to stay {stay}: a foreign key of `{}` to `{}` uses it",
        catalog.schema.table(key.table).name,
        key.written.table.text
    );
    Some(SchemaProblem::new(ProblemKind::InUse, message, span))
}

/// Whether a column of one type can get the other. Text and bytes can, and types that are not
/// analysed.
fn is_convertible(old: &Type, new: &Type) -> bool {
    let text = |ty: &Type| matches!(ty, Type::String(_) | Type::Bytes(_) | Type::Other(_));
    let time = |ty: &Type| matches!(ty, Type::Timestamp | Type::CommitTimestamp);
    let number = |ty: &Type| matches!(ty, Type::Int64 | Type::Other(_));
    match (old, new) {
        (Type::Array(old), Type::Array(new)) => is_convertible(old, new),
        _ => {
            old == new
                || (text(old) && text(new))
                || (time(old) && time(new))
                || (number(old) && number(new))
        }
    }
}

/// Whether two types differ at most in their length.
fn is_same_but_for_length(old: &Type, new: &Type) -> bool {
    match (old, new) {
        (Type::String(_), Type::String(_)) | (Type::Bytes(_), Type::Bytes(_)) => true,
        (Type::Array(old), Type::Array(new)) => is_same_but_for_length(old, new),
        _ => old == new,
    }
}
