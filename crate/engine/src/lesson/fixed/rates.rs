//! How often the tables of a lesson are written: as often as those of its starter, however the
//! learner's schema would share the load.

use crate::facts::columns;
use crate::facts::roles::{self, Rates};
use crate::lesson::because::Because;
use crate::lesson::fixed::known::Known;
use crate::lesson::parts::Lesson;
use crate::read::Reading;
use crate::rules::severity::number;
use crate::schema::TableId;

/// What is stated of tables, and what is missing.
#[derive(Default)]
pub(super) struct Fixed {
    /// Directives.
    pub(super) stated: Vec<String>,
    /// Tables and columns that the application writes and that are no longer there.
    pub(super) objections: Vec<Because>,
}

/// Rates below this share of those of the starter are stated once more (our assumption: less is
/// rounding).
const KEPT: f64 = 0.99;

/// States the rates that the learner's schema would lower.
pub(super) fn fixed(lesson: &Lesson, known: &Known, learner: &Reading) -> Fixed {
    let mut out = Fixed::default();
    let Some(total) = lesson.writes_per_second else { return out };
    let (before, after) = (rates_of(&known.starter, total), rates_of(learner, total));
    let (starter, schema) = (&known.starter.schema, &learner.schema);
    for (id, before) in starter.table_ids().zip(&before) {
        let name = &starter.table(id).name;
        let Some(there) = schema.find_table(name) else {
            if before.writes() > 0.0 {
                out.objections.push(no_table(name, before));
            }
            continue;
        };
        let after = &after[there.0 as usize];
        let pairs = [
            ("writes", before.inserts, after.inserts),
            ("updates", before.updates, after.updates),
            ("deletes", before.deletes, after.deletes),
        ];
        for (word, before, after) in pairs {
            if after.per_second < KEPT * before.per_second {
                out.stated.push(format!("table {name} {word}={}/s", before.per_second));
            }
        }
        out.objections.extend(no_column(known, learner, id, there));
    }
    out
}

fn rates_of(reading: &Reading, total: f64) -> Vec<Rates> {
    let facts = &reading.facts;
    roles::rates(&reading.schema, &facts.tables, total, facts.file.reads_per_write)
}

fn no_table(name: &str, rates: &Rates) -> Because {
    let words = format!(
        "There is no table `{name}` any more, and the application writes {} rows/s to it. Keep its \
         name.",
        number(rates.writes())
    );
    Because::Fact { words, object: None }
}

/// Says that a column which the application updates is no longer anywhere.
fn no_column(known: &Known, learner: &Reading, id: TableId, there: TableId) -> Option<Because> {
    let owner = known.starter.schema.table(id);
    let facts = known.starter.facts.table(id);
    let mut changed = owner.column_ids().filter(|&column| {
        let fact = &facts.columns[column.0 as usize];
        columns::changes(&known.starter.schema, id, column, fact).is_some()
    });
    let schema = &learner.schema;
    let lost = changed.find(|&column| {
        let name = &owner.column(column).name;
        let gone = schema.table(there).find_column(name).is_none();
        gone && !schema.tables.iter().any(|table| table.find_column(name).is_some())
    })?;
    let words = format!(
        "There is no column `{}` any more, and the application updates it in `{}`. Keep its name.",
        owner.column(lost).name,
        owner.name
    );
    Some(Because::Fact { words, object: Some(owner.name.to_string()) })
}
