//! What the rules on needless indexes share: which index holds what another one or the table
//! holds already.

use crate::facts::{Evidence, Source, evidence_text};
use crate::schema::compare::starts_with;
use crate::schema::{ColumnId, Index, IndexId, KeyPart, Schema, TableId};
use crate::syntax::tree::Type;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

/// Indexes of one table that are compared: Spanner allows no more (quotas page, read 2026-08-22),
/// and a text may have any number.
const COMPARED_MAX: usize = 128;

/// An index of the user's own, ready to be compared.
pub(crate) struct Held<'a> {
    /// Its id.
    pub(crate) id: IndexId,
    /// The index.
    pub(crate) index: &'a Index,
    /// Its keys with the base key behind them.
    key: Vec<KeyPart>,
    /// Columns in which a NULL keeps a row out.
    left_out: Vec<ColumnId>,
    /// The table whose rows its entries lie beside, by its lower-cased name.
    under: Option<String>,
    /// Place among those of its table of the one to keep, see [`kept`].
    kept: Option<usize>,
    /// The same of the one that makes it needless, see [`longer`].
    longer: Option<usize>,
}

/// The user's own indexes, compared with each other and with their tables.
pub(crate) struct Compared<'a> {
    /// All that are compared, by table.
    pub(crate) by_table: BTreeMap<TableId, Vec<Held<'a>>>,
    /// Those that are better dropped than improved: another index or the table itself does what
    /// they do.
    pub(crate) needless: BTreeSet<IndexId>,
}

/// Compares those of the indexes that are the user's own.
pub(crate) fn compare(schema: &Schema, ids: impl Iterator<Item = IndexId>) -> Compared<'_> {
    let mut all: BTreeMap<TableId, Vec<Held<'_>>> = BTreeMap::new();
    for id in ids {
        let index = schema.index(id);
        let others = all.entry(index.table).or_default();
        if others.len() == COMPARED_MAX {
            continue;
        }
        // Of one name there is one index: that the text makes it twice is said elsewhere.
        let again = others.iter().any(|held| held.index.name.eq_ignore_ascii_case(&index.name));
        if index.managed || index.keys.is_empty() || again {
            continue;
        }
        others.push(Held {
            id,
            index,
            key: schema.effective_key(id),
            left_out: schema.left_out_by(id),
            under: index.parent.as_ref().map(|parent| parent.name.to_lowercase()),
            kept: None,
            longer: None,
        });
    }
    let mut needless = BTreeSet::new();
    for held in all.values_mut() {
        for at in 0..held.len() {
            held[at].kept = kept(&held[at], held);
            held[at].longer = longer(&held[at], held);
            let one = &held[at];
            if one.kept.is_some() || one.longer.is_some() || one.is_of_primary_key(schema) {
                needless.insert(one.id);
            }
        }
    }
    Compared { by_table: all, needless }
}

impl Held<'_> {
    /// Both hold the same rows in the same row tree.
    fn comparable(&self, other: &Held<'_>) -> bool {
        self.id != other.id && self.left_out == other.left_out && self.under == other.under
    }

    /// Both order the same rows in the same way and promise the same.
    pub(crate) fn same(&self, other: &Held<'_>) -> bool {
        let (a, b) = match self.index.unique {
            // What is unique is said by the columns that are listed.
            true => (&self.index.keys, &other.index.keys),
            false => (&self.key, &other.key),
        };
        self.comparable(other)
            && self.index.unique == other.index.unique
            && a.len() == b.len()
            && starts_with(a, b)
    }

    /// Of indexes that are the same the one to keep, unless it is this one.
    pub(crate) fn kept<'b>(&self, all: &'b [Self]) -> Option<&'b Self> {
        all.get(self.kept?)
    }

    /// The index that makes this one needless.
    pub(crate) fn longer<'b>(&self, all: &'b [Self]) -> Option<&'b Self> {
        all.get(self.longer?)
    }

    /// The table is sorted as the index is: its keys lead the primary key, no row is left out, and
    /// uniqueness, if it is promised, is that of the primary key.
    pub(crate) fn is_of_primary_key(&self, schema: &Schema) -> bool {
        let key = &schema.table(self.index.table).key;
        let whole = self.index.keys.len() == key.len();
        self.left_out.is_empty()
            && starts_with(key, &self.index.keys)
            && (!self.index.unique || whole)
    }

    /// Columns it stores besides its key.
    pub(crate) fn stored(&self) -> impl Iterator<Item = ColumnId> {
        self.index.storing.iter().copied().filter(|column| !self.has_key(*column))
    }

    fn has_key(&self, column: ColumnId) -> bool {
        self.key.iter().any(|part| part.column == column)
    }

    /// Columns it stores that `other` does not hold.
    pub(crate) fn missing_in(&self, other: &Held<'_>) -> Vec<ColumnId> {
        let held =
            |column: &ColumnId| other.has_key(*column) || other.index.storing.contains(column);
        self.stored().filter(|column| !held(column)).collect()
    }

    /// `other` answers what this one answers: its listed keys start with all of these.
    fn within(&self, other: &Held<'_>) -> bool {
        self.comparable(other)
            && !self.index.unique
            && starts_with(&other.index.keys, &self.index.keys)
            && self.missing_in(other).is_empty()
    }

    /// What the other one holds, as evidence.
    pub(crate) fn evidence(&self, schema: &Schema) -> Evidence {
        Evidence {
            what: evidence_text(format!(
                "the keys ({}) of `{}`",
                self.keys(schema),
                self.index.name
            )),
            span: self.index.keys_list,
            source: Source::Expression,
        }
    }

    /// Its listed keys in words: `A, B DESC`.
    pub(crate) fn keys(&self, schema: &Schema) -> String {
        in_words(schema, self.index.table, &self.index.keys)
    }
}

/// Key parts in words: `A, B DESC`.
pub(crate) fn in_words(schema: &Schema, table: TableId, parts: &[KeyPart]) -> String {
    let table = schema.table(table);
    let word = |part: &KeyPart| {
        let desc = if part.desc { " DESC" } else { "" };
        format!("{}{desc}", table.column(part.column).name)
    };
    parts.iter().map(word).collect::<Vec<_>>().join(", ")
}

/// Of indexes that are the same the one to keep: it stores the most; the first of several.
fn kept(held: &Held<'_>, all: &[Held<'_>]) -> Option<usize> {
    let same = (0..all.len()).filter(|at| all[*at].id == held.id || held.same(&all[*at]));
    let best = same.min_by_key(|at| Reverse(all[*at].stored().count()))?;
    (all[best].id != held.id).then_some(best)
}

/// The index that makes this one needless: the longest of those whose keys start with its keys.
fn longer(held: &Held<'_>, all: &[Held<'_>]) -> Option<usize> {
    // Of two that are the same one stays.
    let goes = |at: &usize| held.same(&all[*at]) && held.kept != Some(*at);
    let size = |at: &usize| (all[*at].index.keys.len(), all[*at].stored().count());
    let within = (0..all.len()).filter(|at| held.within(&all[*at]));
    within.filter(|at| !goes(at)).min_by_key(|at| Reverse(size(at)))
}

/// A type whose values may be long.
pub(crate) fn is_wide(ty: Option<&Type>) -> bool {
    matches!(ty, Some(Type::String(None) | Type::Bytes(None) | Type::Json | Type::Array(_)))
}
