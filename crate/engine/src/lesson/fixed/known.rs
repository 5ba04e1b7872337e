//! What is known in a lesson: of its starter, and of the columns that its solution adds.

use crate::facts::{ColumnFact, Outcome, Source, shard};
use crate::lesson::parts::Lesson;
use crate::read::Reading;
use crate::schema::{ColumnId, TableId};

/// What is known in a lesson before the learner has written anything.
pub(super) struct Known {
    /// The starter, with the hidden DDL.
    pub(super) starter: Reading,
    /// The solution, with the hidden DDL; the starter where there is none.
    pub(super) solution: Reading,
}

impl Known {
    pub(super) fn of(lesson: &Lesson) -> Self {
        let starter = lesson.reading(&lesson.whole(&lesson.starter.text));
        let solution = match lesson.solution_code.line {
            0 => starter.clone(),
            _ => lesson.reading(&lesson.whole(&lesson.solution_code.text)),
        };
        Self { starter, solution }
    }

    /// The fact of a column of the starter.
    pub(super) fn of_starter(&self, table: &str, column: &str) -> Option<&ColumnFact> {
        let (table, column) = find(&self.starter, table, column)?;
        Some(self.starter.facts.column(table, column))
    }

    /// Whether all writes of a table of the starter go to few rows.
    pub(super) fn has_few_rows(&self, table: &str) -> bool {
        let Some(id) = self.starter.schema.find_table(table) else { return false };
        matches!(self.starter.facts.table(id).walk.outcome, Outcome::HotRow { .. })
    }

    /// The fact of a column that the starter's application writes, for a column that its table does
    /// not have: that of the same name in another table.
    pub(super) fn of_another_table(&self, column: &str) -> Option<&ColumnFact> {
        let schema = &self.starter.schema;
        let found =
            schema.table_ids().find_map(|id| Some((id, schema.table(id).find_column(column)?)));
        found.map(|(table, column)| self.starter.facts.column(table, column))
    }

    /// The fact of a column that only the solution has, if the author says in the text what its
    /// values are. What the database computes is to be written by the learner.
    pub(super) fn of_solution(&self, table: &str, column: &str) -> Option<&ColumnFact> {
        let (table, column) = find(&self.solution, table, column)?;
        let fact = self.solution.facts.column(table, column);
        let source = fact.evidence.first().map_or(Source::Assumed, |evidence| evidence.source);
        let said = matches!(source, Source::Comment | Source::Check | Source::Name | Source::Type);
        let shard = shard::is_meant(self.solution.schema.table(table).column(column));
        (said && !shard).then_some(fact)
    }
}

/// A column of a table, by their names.
fn find(reading: &Reading, table: &str, column: &str) -> Option<(TableId, ColumnId)> {
    let table = reading.schema.find_table(table)?;
    Some((table, reading.schema.table(table).find_column(column)?))
}
