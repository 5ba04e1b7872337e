//! What the way to the port needs beside its statements: their order, keys that change while rows
//! are copied, and split points for a copy of many rows.

use super::grouped::grouped;
use super::options::Ids;
use super::plan::{Column, Porter, Said, Table};
use super::report::What;
use super::severity::Severity;
use crate::source::schema::PartOf;

/// Statements that need a backfill or a validation in one batch at most, as Spanner recommends
/// (docs: "Make schema updates", read 2026-11).
const BACKFILLS_MAX: usize = 10;
/// Rows of a table from which its copy is worth split points. Our assumption: fewer are copied in
/// minutes from one split.
const PRESPLIT_ROWS_MIN: u64 = 1_000_000;

impl Porter<'_> {
    /// Says what the rollout needs. A literal port is not rolled out.
    pub(super) fn rollout(&mut self) {
        if self.options.literal {
            return;
        }
        self.batch();
        for number in 0..self.plan.len() {
            self.changed_key(number);
            self.split_points(number);
        }
    }

    /// Indexes and foreign keys beyond what a batch should backfill.
    fn batch(&mut self) {
        let indexes = self.plan.iter().flat_map(|table| {
            table.indexes.iter().map(|index| (table.source, index.span, index.name.clone()))
        });
        let foreign = self.foreign.iter().map(|key| {
            let name = key.name.clone().unwrap_or_default();
            (self.plan[key.table].source, key.span, name)
        });
        let (indexed, keys) = (indexes.clone().count(), self.foreign.len());
        let Some((table, span, _)) = indexes.chain(foreign).nth(BACKFILLS_MAX) else { return };
        let object = self.source.tables[table].name.shown();
        let said = Said {
            rule: "migrate-ddl-batch",
            severity: Severity::Info,
            what: What::Changed,
            object: &object,
            column: None,
            span,
        };
        let message = format!(
            "the port has {indexed} indexes and {keys} foreign keys: created with their tables they \
             need no backfill, and after rows are copied at most {BACKFILLS_MAX} fit one batch"
        );
        self.lose(said, message);
    }

    /// A key that rows get while they are copied.
    fn changed_key(&mut self, number: usize) {
        let table = &self.plan[number];
        let from = &self.source.tables[table.source];
        let (Some(key), true) = (&from.key, from.rows > 0) else { return };
        let names = key.parts.iter().filter_map(|part| match &part.of {
            PartOf::Column(name) => Some(name.as_str()),
            PartOf::Expr(_) => None,
        });
        let old: Vec<&str> = names.collect();
        let own = |name: &String| table.columns.iter().find(|column| column.name == *name);
        let columns: Vec<&Column> = table.key.iter().filter_map(|(name, _)| own(name)).collect();
        let same = columns.len() == old.len()
            && columns.iter().zip(&old).all(|(column, name)| {
                column.source.eq_ignore_ascii_case(name) && !self.is_random(table, column)
            });
        if same {
            return;
        }
        let new: Vec<&str> = columns.iter().map(|column| column.name.as_str()).collect();
        let (object, span, rows) = (from.name.shown(), key.span, grouped(from.rows));
        let message = match columns.iter().any(|column| self.is_random(table, column)) {
            true => format!(
                "the {rows} rows get new values of their key ({}) while they are copied, and so do \
                 the rows that name them",
                new.join(", ")
            ),
            false => format!(
                "the key of {rows} rows is ({}) in place of ({}): rows are copied by the new key, \
                 which cannot be altered later",
                new.join(", "),
                old.join(", ")
            ),
        };
        let said =
            self.about(&object, "migrate-key-change-plan", Severity::Info, What::Changed, span);
        self.lose(said, message);
    }

    /// Split points for the copy of a table with many rows, where its key is not that of a counter.
    fn split_points(&mut self, number: usize) {
        let table = &self.plan[number];
        let from = &self.source.tables[table.source];
        if from.rows < PRESPLIT_ROWS_MIN || table.interleave.is_some() {
            return;
        }
        let Some(first) = table.key.first() else { return };
        let Some(first) = table.columns.iter().find(|column| column.name == first.0) else {
            return;
        };
        let where_to = if self.is_random(table, first) || self.is_shard(from, first) {
            "at even distances of the key"
        } else if first.identity.is_some() || first.shared.is_some() {
            "between the ids in use, which the rows keep"
        } else {
            return;
        };
        let message = format!(
            "{} rows are copied into a table of one split: add split points {where_to}, at most 50 a \
             node, and copy ranges of the key beside each other",
            grouped(from.rows)
        );
        let object = from.name.shown();
        let span = table.key_span.unwrap_or(from.name.span);
        let said = self.about(&object, "migrate-presplit", Severity::Info, What::Changed, span);
        self.lose(said, message);
    }

    /// Whether the values of a column are random UUIDs in place of numbers.
    fn is_random(&self, table: &Table, column: &Column) -> bool {
        let at = self.source.tables[table.source].column(&column.source);
        at.is_some_and(|at| self.uuid_keys.contains(&(table.source, at)))
    }

    /// Whether a column is the hash shard that was decided for a table.
    fn is_shard(&self, table: &crate::source::Table, column: &Column) -> bool {
        column.source.is_empty()
            && column.generated.is_some()
            && matches!(self.ids_of(table), Ids::Hash(_))
    }
}
