//! What the source does with statements, by its documented rules: rows in memory, each statement
//! taken or refused as a whole.
//!
//! NULL passes a check and equals no other NULL in a unique rule, unless the rule says so. An
//! enumeration and a text that is too long are refused, as MySQL does in its strict mode, which is
//! its default.

use std::collections::BTreeMap;

use super::spec::{OnDelete, Said, Spec, Table, Unique, Value};

/// A row: values of the columns behind the id, and for a child the tag of its parent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Row {
    pub(super) values: Vec<Value>,
    pub(super) parent: Option<i64>,
}

/// Rules of uniqueness that a port may lose.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rules {
    /// Texts that differ in case are equal, where the source says so.
    pub(super) folds: bool,
}

/// Those of the sources.
pub(super) const ALL: Rules = Rules { folds: true };

/// Rows by their tags.
pub(super) type Rows = BTreeMap<i64, Row>;

/// Both tables.
#[derive(Clone, Debug, Default)]
pub(super) struct Stored {
    pub(super) parents: Rows,
    pub(super) children: Rows,
}

impl Stored {
    pub(super) fn rows(&self, child: bool) -> &Rows {
        if child { &self.children } else { &self.parents }
    }

    /// Inserts or replaces a row; says whether a database with these rules takes it.
    pub(super) fn store(
        &mut self,
        spec: &Spec,
        child: bool,
        tag: i64,
        row: Row,
        rules: Rules,
    ) -> bool {
        let table = if child { &spec.child } else { &spec.parent };
        let fits = table.columns.iter().zip(&row.values).all(|(column, value)| column.takes(value));
        let has_parent = match row.parent {
            None => !child || !spec.always_of,
            Some(parent) => self.parents.contains_key(&parent),
        };
        let others = self.rows(child).iter().filter(|(its, _)| **its != tag);
        let mut others = others.map(|(_, other)| other);
        let differs = !others
            .any(|other| table.uniques.iter().any(|it| it.collides(table, &row, other, rules)));
        let taken = fits && has_parent && differs;
        if taken {
            let rows = if child { &mut self.children } else { &mut self.parents };
            rows.insert(tag, row);
        }
        taken
    }

    /// Deletes a row; says whether the source takes it.
    pub(super) fn delete(&mut self, spec: &Spec, child: bool, tag: i64) -> bool {
        if child {
            self.children.remove(&tag);
            return true;
        }
        let named = self.children.values().any(|row| row.parent == Some(tag));
        match spec.on_delete {
            OnDelete::Refuse if named => return false,
            OnDelete::Cascade => self.children.retain(|_, row| row.parent != Some(tag)),
            OnDelete::SetNull => {
                for row in self.children.values_mut().filter(|row| row.parent == Some(tag)) {
                    row.parent = None;
                }
            }
            OnDelete::Refuse => {}
        }
        self.parents.remove(&tag);
        true
    }
}

impl Unique {
    /// Whether two rows may not both be stored.
    fn collides(&self, table: &Table, one: &Row, other: &Row, rules: Rules) -> bool {
        let applies = |row: &Row| self.where_null.is_none_or(|at| row.values[at].is_none());
        if !applies(one) || !applies(other) {
            return false;
        }
        self.columns.iter().all(|&at| match (&one.values[at], &other.values[at]) {
            (None, None) => self.nulls_equal,
            (Some(Said::Text(one)), Some(Said::Text(other)))
                if self.lower || rules.folds && table.columns[at].folded =>
            {
                one.to_lowercase() == other.to_lowercase()
            }
            (one, other) => one == other,
        })
    }
}

impl Table {
    /// A row with defaults in place of what a statement leaves out.
    pub(super) fn filled(&self, stated: &[Option<Value>]) -> Vec<Value> {
        let value = |(at, column): (usize, &super::spec::Column)| match &stated[at] {
            Some(value) => value.clone(),
            None => column.default.clone(),
        };
        self.columns.iter().enumerate().map(value).collect()
    }
}
