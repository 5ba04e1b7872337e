//! What differs between two schemas, table by table: what `ALTER` can change in place, and which
//! tables must be written anew because their keys differ.

use super::cascades::{Cascades, LostCascade};
use super::script::{Script, bare};
use crate::fix::Split;
use crate::schema::{Column, ColumnId, KeyPart, Table, TableId};
use crate::syntax::tree::Type;

/// The two schemas and how their tables correspond.
pub(super) struct Diff<'a> {
    /// The schema that is deployed.
    pub(super) before: Script<'a>,
    /// The schema that is wanted.
    pub(super) after: Script<'a>,
    /// Tables that are in both, in the order of the schema that is wanted.
    pub(super) both: Vec<(TableId, TableId)>,
    /// Those of them that must be written anew.
    pub(super) rebuilt: Vec<(TableId, TableId)>,
    /// Tables of the wanted schema that get the rows of one that goes.
    pub(super) parts: Vec<TableId>,
    /// Which rows a delete takes along, before and after.
    pub(super) takes: [Cascades; 2],
    /// Rows that a delete no longer takes along.
    pub(super) lost: Vec<LostCascade>,
}

impl<'a> Diff<'a> {
    pub(super) fn new(before: Script<'a>, after: Script<'a>, splits: &[Split]) -> Self {
        let (was, is) = (before.cx.schema, after.cx.schema);
        let mut both = Vec::new();
        for id in is.table_ids() {
            // The only tables that are in one alone are one that is split, and its parts.
            both.extend(was.find_table(&is.table(id).name).map(|old| (old, id)));
        }
        let parts: Vec<TableId> =
            splits.iter().filter_map(|split| is.find_table(&split.into)).collect();
        let takes = [Cascades::of(was), Cascades::of(is)];
        let lost = takes[1].lost(is, was, &takes[0]);
        let mut diff = Self { before, after, both, rebuilt: Vec::new(), parts, takes, lost };
        diff.rebuilt = diff.find_rebuilt();
        diff
    }

    /// Tables whose keys, key types or interleaving differ, what is interleaved in them, and what
    /// gets a column of them to reference them by.
    fn find_rebuilt(&self) -> Vec<(TableId, TableId)> {
        let mut rebuilt: Vec<(TableId, TableId)> = Vec::new();
        loop {
            let known = rebuilt.len();
            for &(old, id) in &self.both {
                if rebuilt.contains(&(old, id)) {
                    continue;
                }
                let above = self.after.cx.schema.ancestors(id);
                let above_before = self.before.cx.schema.ancestors(old);
                let follows = rebuilt
                    .iter()
                    .any(|(was, is)| above.contains(is) || above_before.contains(was));
                if follows || self.takes_over(old, id, &rebuilt) || self.must_be_rebuilt(old, id) {
                    rebuilt.push((old, id));
                }
            }
            if rebuilt.len() == known {
                break;
            }
        }
        // In the order of the schema, parents before their children.
        self.both.iter().copied().filter(|it| rebuilt.contains(it)).collect()
    }

    /// Whether a table gets a column that is part of its reference to one that is written anew: it
    /// has to be filled from that, and follow it.
    fn takes_over(&self, old: TableId, id: TableId, rebuilt: &[(TableId, TableId)]) -> bool {
        let table = self.after.cx.schema.table(id);
        let new = self.new_columns(old, id);
        let mut keys = table.foreign_keys.iter();
        keys.any(|key| {
            let moves = rebuilt.iter().any(|(_, is)| key.table == Some(*is));
            let filled = |it: &ColumnId| new.contains(it) && table.column(*it).generated.is_none();
            moves && key.columns.iter().any(filled)
        })
    }

    fn must_be_rebuilt(&self, old: TableId, id: TableId) -> bool {
        let (was, is) = (self.before.cx.schema.table(old), self.after.cx.schema.table(id));
        let parents = |table: &Table| table.parent.as_ref().map(|p| p.name.to_lowercase());
        if was.hidden_rowid != is.hidden_rowid
            || parents(was) != parents(is)
            || key_words(was, &was.key) != key_words(is, &is.key)
        {
            return true;
        }
        is.column_ids().any(|column| {
            let now = is.column(column);
            let Some(then) = was.find_column(&now.name) else { return false };
            let inherited =
                is.is_key(column) && self.after.cx.schema.children_of(id).next().is_some();
            !self.alterable(was.column(then), now, inherited)
        })
    }

    /// Whether `ALTER` makes one column of the other.
    fn alterable(&self, was: &Column, is: &Column, inherited: bool) -> bool {
        let same_type = match (&was.ty, &is.ty) {
            (Some(Type::String(a)), Some(Type::String(b)))
            | (Some(Type::Bytes(a)), Some(Type::Bytes(b))) => a == b || !inherited,
            (a, b) => a == b,
        };
        let formula = |script: &Script<'_>, column: &Column| {
            column.generated.as_ref().map(|it| (script.compact(it.expr.span), it.stored))
        };
        same_type
            && formula(&self.before, was) == formula(&self.after, is)
            && was.identity.is_some() == is.identity.is_some()
    }

    /// The table as it was of one that is written anew.
    pub(super) fn rebuilt_from(&self, id: TableId) -> Option<TableId> {
        self.rebuilt.iter().find(|(_, is)| *is == id).map(|(was, _)| *was)
    }

    /// Whether a table of the schema that is wanted is written anew.
    pub(super) fn is_rebuilt(&self, id: TableId) -> bool {
        self.rebuilt_from(id).is_some()
    }

    /// The name of a table as the text that is wanted writes it.
    pub(super) fn table_name(&self, id: TableId) -> String {
        written_name(&self.after, id)
    }

    /// The name of a table as the text that is deployed writes it.
    pub(super) fn old_name(&self, id: TableId) -> String {
        written_name(&self.before, id)
    }

    /// Tables that are changed in place.
    pub(super) fn in_place(&self) -> impl Iterator<Item = (TableId, TableId)> + '_ {
        self.both.iter().copied().filter(|&(_, id)| !self.is_rebuilt(id))
    }

    /// Columns of a table that were not there.
    pub(super) fn new_columns(&self, old: TableId, id: TableId) -> Vec<ColumnId> {
        let (was, is) = (self.before.cx.schema.table(old), self.after.cx.schema.table(id));
        is.column_ids().filter(|&c| was.find_column(&is.column(c).name).is_none()).collect()
    }
}

/// The present name of a table as its text writes it.
pub(super) fn written_name(script: &Script<'_>, id: TableId) -> String {
    script.cx.schema.table(id).name_at(u32::MAX).of(script.cx.text).to_owned()
}

/// The name of a column as its text writes it.
pub(super) fn written_column(script: &Script<'_>, table: TableId, column: ColumnId) -> String {
    let draft = crate::edit::Draft::new(script.cx.text, script.cx.schema);
    draft.written(table, column).to_owned()
}

fn key_words(table: &Table, parts: &[KeyPart]) -> Vec<String> {
    let one = |part: &KeyPart| {
        let name = bare(&table.column(part.column).name).to_lowercase();
        format!("{name} {} {}", part.desc, part.nulls_moved)
    };
    parts.iter().map(one).collect()
}
