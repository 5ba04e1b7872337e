//! Keys that a bit-reversed sequence is likely meant for, though no default uses it.

use crate::columns::found::Found;
use crate::dist::Dist;
use crate::lexicon::{self, words};
use crate::schema::{Column, ColumnId, Schema, Sequence, Table, TableId};
use crate::source::Source;
use crate::syntax::tree::Type;
use smol_str::SmolStr;
use std::collections::BTreeMap;

/// The column is the table's own identity: by name, or because it alone is the key. A number
/// behind another key part counts within that part, whatever the table is called.
pub(super) fn is_own(table: &Table, id: ColumnId) -> bool {
    let Some(at) = table.key.iter().position(|part| part.column == id) else { return false };
    let alone = table.key.len() == 1 && table.parent.is_none();
    let name = &table.column(id).name;
    let counts_within = at > 0 && lexicon::last(&words(name), lexicon::NUMBERS);
    alone || (lexicon::is_own_id(&table.name, name) && !counts_within)
}

/// What a key is known to be from the sequence that is meant for it.
pub(super) fn beside_sequence(sequence: &Sequence) -> Found {
    let what = format!("the bit-reversed sequence `{}` that no default uses", sequence.name);
    Found::new(Dist::Uniform, 0.6, what.into(), sequence.span, Source::Assumed)
}

/// By table the bit-reversed sequence, by its place in the schema, that no default uses and that can
/// only be meant for the table's key: likely the application asks it for values.
///
/// It is called after the key, or after nothing while there is one key that it can be for. A name
/// that fits two keys leaves the question open for both.
pub(crate) fn meant_for(schema: &Schema) -> Vec<Option<usize>> {
    let is_spare = |sequence: &Sequence| sequence.bit_reversed && sequence.users.is_empty();
    if !schema.sequences.iter().any(is_spare) {
        return Vec::new();
    }
    // The one table whose key is called so; `None` where there are several.
    let mut called: BTreeMap<SmolStr, Option<TableId>> = BTreeMap::new();
    for id in schema.table_ids() {
        let table = schema.table(id);
        let Some(column) = waiting(table).filter(|column| !column.name.is_empty()) else {
            continue;
        };
        for name in names_for(table, column) {
            let only = called.entry(name).or_insert(Some(id));
            *only = only.filter(|&first| first == id);
        }
    }
    let mut meant = vec![None; schema.tables.len()];
    for (at, sequence) in schema.sequences.iter().enumerate().filter(|(_, one)| is_spare(one)) {
        if let Some(&Some(table)) = called.get(&SmolStr::new(stem_of(&sequence.name))) {
            meant[table.0 as usize].get_or_insert(at);
        }
    }
    meant
}

/// What a sequence for a key may be called; one that is called after nothing has no name left.
fn names_for(table: &Table, column: &Column) -> [SmolStr; 5] {
    let of = lexicon::table_words(&table.name).concat();
    let column: String = words(&column.name).concat();
    let key = column.strip_suffix("id").unwrap_or(&column);
    let both = format!("{of}{key}");
    [of.into(), column.as_str().into(), key.into(), both.into(), SmolStr::default()]
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
