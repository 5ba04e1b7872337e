//! What the name and the type of a column tell of its values.

use crate::columns::found::Found;
use crate::columns::sequences::{beside_sequence, is_own};
use crate::dist::Dist;
use crate::evidence::{self, Standing};
use crate::schema::{ColumnId, Sequence, Table};
use crate::source::Source;
use crate::syntax::tree::Type;
use smol_str::format_smolstr;

/// What the name of a column tells; `sequence` is the one that is meant for the table's key.
pub(super) fn from_name(table: &Table, id: ColumnId, sequence: Option<&Sequence>) -> Option<Found> {
    let column = table.column(id);
    let ty = column.ty.as_ref()?;
    let own = is_own(table, id);
    let place = table.key.iter().position(|part| part.column == id);
    let within = place.is_some_and(|place| place > 0);
    let at = Standing { own, keyed: place.is_some(), within };
    let hint = evidence::of_name(&column.name, ty, at);
    if own && *ty == Type::Int64 && hint.is_none() {
        return sequence.filter(|_| place == Some(0)).map(beside_sequence);
    }
    let what = format_smolstr!("the name `{}`", column.name);
    Some(Found::of_hint(hint?, what, column.name_span, Source::Name))
}

pub(super) fn from_type(table: &Table, id: ColumnId) -> Found {
    let column = table.column(id);
    let Some(ty) = &column.ty else {
        let what = format_smolstr!("the type of `{}` could not be read", column.name);
        return Found::new(Dist::Unknown, 0.2, what, column.name_span, Source::Assumed);
    };
    let hint = evidence::of_type(&column.name, ty, is_own(table, id));
    let what = format_smolstr!("only the type of `{}`", column.name);
    Found::of_hint(hint, what, column.type_span, Source::Type)
}
