//! Tables, change streams and columns by name, while statements are replayed.

use crate::catalog::Catalog;
use crate::catalog::pending::Pending;
use crate::catalog::spelling::words_before_name;
use crate::ids::{ColumnId, TableId};
use crate::key::KeyPart;
use crate::problem::ProblemKind;
use crate::syntax::tree::{KeyPart as WrittenPart, Name, ObjectKind, Statement, Watched};
use crate::table::resolve_key_part;
use crate::text::Span;
use smol_str::{SmolStr, StrExt};

/// Tables whose names differ in case alone that are told apart (our assumption).
const TWINS_MAX: usize = 64;

impl Catalog<'_> {
    /// Where an earlier statement defined a name, in any case.
    pub(crate) fn defined_before(&self, name: &Name) -> Option<(SmolStr, Span)> {
        let names = self.schema.names.iter();
        let mut before = names.rev().filter(|earlier| earlier.span.start < name.span.start);
        let first = before.find(|earlier| earlier.text.eq_ignore_ascii_case(&name.text))?;
        Some((first.text.clone(), first.span))
    }

    /// `IF NOT EXISTS` stands before the name.
    pub(crate) fn if_not_exists(&self, statement: &Statement, name: &Name) -> bool {
        words_before_name(self.text, statement, name).contains("IF NOT EXISTS")
    }

    /// Whether a name is that of a change stream.
    pub(crate) fn is_stream(&self, name: &Name) -> bool {
        self.find_pending(ObjectKind::ChangeStream, name).is_some()
    }

    /// A change stream that watches a table by name.
    pub(crate) fn stream_on(&self, table: TableId) -> Option<&str> {
        let on = self.live_pending(&self.streams).find(|pending| {
            self.steps.take(pending.tables.len()) && pending.tables.contains(&Some(table))
        })?;
        Some(on.name.as_str())
    }

    /// A change stream that watches a column by name.
    pub(crate) fn stream_on_column(&self, table: TableId, column: &str) -> Option<&str> {
        let on = self.live_pending(&self.streams).find(|pending| {
            let Some(Watched::Tables(watched)) = &pending.watched else { return false };
            let there = self.steps.all_of(&pending.tables);
            watched.iter().zip(there).any(|(of, there)| {
                let columns = of.columns.iter().flatten();
                *there == Some(table)
                    && columns.into_iter().any(|name| name.text.eq_ignore_ascii_case(column))
            })
        })?;
        Some(on.name.as_str())
    }

    /// What of some that are pending is not dropped, as far as steps are left for it.
    pub(crate) fn live_pending(&self, places: &[usize]) -> impl Iterator<Item = &Pending<'_>> {
        let looked = self.steps.all_of(places).iter().map(|&place| &*self.pending[place]);
        looked.filter(|pending| !pending.dropped)
    }

    /// The last pending statement of a name that is not dropped.
    pub(crate) fn find_pending(&self, kind: ObjectKind, name: &Name) -> Option<usize> {
        self.pending_by_name.get(&(kind, self.folded(name)))?.last().copied()
    }

    /// The table that has, or had, a name.
    pub(crate) fn last_named(&self, name: &Name) -> Option<TableId> {
        let former = || self.former_names.get(&name.text.to_lowercase_smolstr()).copied().flatten();
        self.find_table(name).or_else(former)
    }

    /// The columns of some names that a table has.
    pub(crate) fn existing_columns(&self, table: TableId, names: &[Name]) -> Vec<ColumnId> {
        let table = self.schema.table(table);
        names.iter().filter_map(|name| table.find_column(&name.text)).collect()
    }

    /// The key parts whose columns a table has.
    pub(crate) fn existing_key_parts(&self, table: TableId, parts: &[WrittenPart]) -> Vec<KeyPart> {
        let table = self.schema.table(table);
        let mut found = Vec::with_capacity(parts.len());
        found.extend(parts.iter().filter_map(|part| resolve_key_part(table, part)));
        found
    }

    /// The kind of a problem with a name that is not found: the text dropped it, or never defined it.
    pub(crate) fn kind_of_absence(&self, name: &Name) -> ProblemKind {
        let folded = self.folded(name);
        let existed =
            self.former_names.contains_key(&folded) || self.removed.names.contains(&folded);
        if existed { ProblemKind::Missing } else { ProblemKind::Outside }
    }

    /// The table of a name: one in its own case before one in another.
    pub(crate) fn find_table(&self, name: &Name) -> Option<TableId> {
        let found = self.tables.get(&self.folded(name)).copied()?;
        if self.is_in_case(found, name) {
            return Some(found);
        }
        // Two whose names differ in case are a problem, and yet each is spoken of by its own.
        let folded = self.folded(name);
        let before = |&id: &TableId| self.replaced[id.0 as usize];
        let mut earlier = std::iter::successors(before(&found), before).take(TWINS_MAX);
        let twin = earlier.find(|&id| {
            let gone = self.removed.tables.contains(&id);
            !gone && self.folded_name_of(id) == folded && self.is_in_case(id, name)
        });
        Some(twin.unwrap_or(found))
    }
}
