//! Keys that a bit-reversed sequence is likely meant for, though no default uses it.

use crate::columns::found::Found;
use crate::dist::Dist;
use crate::lexicon::{self, words};
use crate::schema::{Column, ColumnId, Schema, Table};
use crate::source::Source;
use crate::syntax::tree::{Expr, ExprKind, Type};

/// The column is the table's own identity: by name, or because it alone is the key. A number
/// behind another key part counts within that part, whatever the table is called.
pub(super) fn is_own(table: &Table, id: ColumnId) -> bool {
    let Some(at) = table.key.iter().position(|part| part.column == id) else { return false };
    let alone = table.key.len() == 1 && table.parent.is_none();
    let name = &table.column(id).name;
    let counts_within = at > 0 && lexicon::last(&words(name), lexicon::NUMBERS);
    alone || (lexicon::is_own_id(&table.name, name) && !counts_within)
}

/// A bit-reversed sequence that no default uses, and that can only be meant for this key: likely
/// the application asks it for values.
pub(super) fn beside_sequence(schema: &Schema, table: &Table, column: &Column) -> Option<Found> {
    let spare = schema.sequences.iter().find(|sequence| {
        sequence.bit_reversed
            && !used_by_default(schema, &sequence.name)
            && belongs(schema, &sequence.name, table, column)
    })?;
    let what = format!("the bit-reversed sequence `{}` that no default uses", spare.name);
    let named = !column.name.is_empty();
    named.then(|| Found::new(Dist::Uniform, 0.6, what.into(), spare.span, Source::Assumed))
}

/// Whether a sequence is called after a key, or after nothing while there is one key that it can
/// be for. A name that fits two keys leaves the question open for both.
fn belongs(schema: &Schema, sequence: &str, table: &Table, column: &Column) -> bool {
    // A number behind another key part is not what a sequence is kept for.
    if waiting(table).is_none_or(|it| it.name != column.name) {
        return false;
    }
    let stem = stem_of(sequence);
    let all = || schema.tables.iter().filter_map(|table| Some((table, waiting(table)?)));
    if stem.is_empty() {
        return all().take(2).count() == 1;
    }
    let called = |table: &Table, column: &Column| {
        let of = lexicon::table_words(&table.name).concat();
        let column: String = words(&column.name).concat();
        let key = column.strip_suffix("id").unwrap_or(&column).to_owned();
        stem == of || stem == column || stem == key || stem == format!("{of}{key}")
    };
    called(table, column) && all().filter(|(table, column)| called(table, column)).count() == 1
}

/// What is left of a sequence's name without the words for a sequence.
fn stem_of(sequence: &str) -> String {
    let bare = sequence.rsplit('.').next().unwrap_or(sequence);
    let list = words(bare);
    let is_specific = |word: &&String| {
        !matches!(
            word.as_str(),
            "seq" | "sequence" | "sequences" | "generator" | "gen" | "id" | "my"
        )
    };
    let mut left: Vec<&String> = list.iter().filter(is_specific).collect();
    // A sequence that is called after the program that asks it.
    left.retain(|word| !matches!(word.as_str(), "hibernate" | "global" | "default" | "key" | "s"));
    let joined: Vec<String> = left.into_iter().map(|word| lexicon::singular(word)).collect();
    joined.concat()
}

/// The integer key of which nothing in its definition says where the values come from.
fn waiting(table: &Table) -> Option<&Column> {
    let id = table.key.first()?.column;
    let column = table.column(id);
    let open = column.default.is_none() && column.generated.is_none() && column.identity.is_none();
    let refers = table.foreign_keys.iter().any(|key| key.columns.contains(&id));
    let asked = column.ty == Some(Type::Int64) && open && !refers && table.parent.is_none();
    (asked && is_own(table, id)).then_some(column)
}

fn used_by_default(schema: &Schema, sequence: &str) -> bool {
    let defaults = schema
        .tables
        .iter()
        .flat_map(|table| table.columns.iter().filter_map(|c| c.default.as_ref()));
    defaults.into_iter().any(|expr| mentions(expr, sequence))
}

fn mentions(expr: &Expr, sequence: &str) -> bool {
    match &expr.kind {
        ExprKind::Sequence(name) | ExprKind::String(name) => name.eq_ignore_ascii_case(sequence),
        ExprKind::Call(_, args) => args.iter().any(|arg| mentions(arg, sequence)),
        ExprKind::Cast(inner, _) => mentions(inner, sequence),
        _ => false,
    }
}
