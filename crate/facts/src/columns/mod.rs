//! Column facts: every kind of evidence in order of strength; the first that speaks decides.

mod changes;
mod computed;
mod described;
mod found;
mod inherited;
mod named;
mod sequences;
mod stated;

pub(crate) use computed::shape_of;

pub use changes::{bulky, changes};
pub use computed::has_floor;
pub(crate) use sequences::meant_for;
pub use stated::said_unique;

use std::collections::BTreeMap;

use crate::column::{ColumnFact, Overruled};
use crate::file::FileFacts;
use crate::quantity::whole;
use crate::schema::{ColumnId, Schema, Table, TableId};
use crate::source::Source;
use found::Found;

/// Tables a fact may be inherited through before the search ends; longer chains are cycles.
const INHERITANCE_MAX: u32 = 16;

/// Facts that are kept for the next column of a table (our assumption: columns that ask for
/// the same others stand near each other; in a long chain each is asked for at every depth once).
const KNOWN_MAX: usize = 256;

/// Facts of every column of a table.
#[must_use]
pub(crate) fn learn(schema: &Schema, table: TableId, file: &FileFacts) -> Vec<ColumnFact> {
    let mut learner = Learner { schema, file, known: BTreeMap::new() };
    let columns = schema.table(table).column_ids();
    let fact = |column| {
        if learner.known.len() > KNOWN_MAX {
            learner.known.clear();
        }
        learner.fact(&Asked { table, column, depth: 0 })
    };
    columns.map(fact).collect()
}

/// A column that is asked for, and how many others stand between it and the one that is learnt.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Asked {
    table: TableId,
    column: ColumnId,
    depth: u32,
}

/// Works out the facts of columns, which may depend on those of others.
struct Learner<'a> {
    schema: &'a Schema,
    file: &'a FileFacts,
    /// Facts that were asked for, each at its depth: a generated column that names itself or others
    /// several times would double the work at every level.
    known: BTreeMap<Asked, ColumnFact>,
}

impl Learner<'_> {
    fn fact(&mut self, asked: &Asked) -> ColumnFact {
        if let Some(fact) = self.known.get(asked) {
            return fact.clone();
        }
        let fact = self.new_fact(asked);
        // What is asked for once needs no keeping: only generated columns ask for others again.
        if asked.depth > 0 {
            self.known.insert(*asked, fact.clone());
        }
        fact
    }

    fn new_fact(&mut self, asked: &Asked) -> ColumnFact {
        let (schema, id) = (self.schema, asked.column);
        let owner = schema.table(asked.table);
        let column = owner.column(id);
        let stated = stated::stated_column(schema, asked.table, id);
        let mutable = changes::mutable(column, &stated);
        let overruled = stated.spread.is_some().then(|| self.shown(asked)).flatten();
        let found = stated
            .spread
            .or_else(|| self.computed(asked))
            .or_else(|| self.inherited(asked))
            .or_else(|| described::from_check(owner, column))
            .or_else(|| described::from_comment(owner, id))
            .or_else(|| described::numbered(owner, column))
            .or_else(|| {
                let sequence =
                    self.file.sequence_for.get(asked.table.0 as usize).copied().flatten();
                named::from_name(owner, id, sequence.map(|at| &schema.sequences[at]))
            })
            .unwrap_or_else(|| named::from_type(owner, id));
        let mut fact = ColumnFact {
            mutable: mutable.map(Box::new),
            null_share: stated.null_share,
            max_len: stated.max_len.map(whole),
            immutable: stated.immutable,
            unique: stated.unique.is_some(),
            stated: found.source() == Some(Source::Directive),
            overruled,
            ..found.0
        };
        lower_for_partial(owner, &mut fact);
        fact
    }

    /// What an expression, a check or a comment shows of a column of which a directive speaks.
    fn shown(&mut self, asked: &Asked) -> Option<Box<Overruled>> {
        let owner = self.schema.table(asked.table);
        let column = owner.column(asked.column);
        let mut found = self
            .computed(asked)
            .or_else(|| described::from_check(owner, column))
            .or_else(|| described::from_comment(owner, asked.column))?;
        let evidence = found.0.evidence.pop()?;
        Some(Box::new(Overruled { dist: found.0.dist, confidence: found.0.confidence, evidence }))
    }

    fn computed(&mut self, asked: &Asked) -> Option<Found> {
        let owner = self.schema.table(asked.table);
        let &Asked { table, column, depth } = asked;
        let mut fact_of = |column| {
            let input = Asked { table, column, depth: depth + 1 };
            (depth < INHERITANCE_MAX).then(|| self.fact(&input))
        };
        computed::from_expression(owner, owner.column(column), &mut fact_of)
    }

    /// Through interleaving or a foreign key: what the column refers to tells what it holds.
    fn inherited(&mut self, asked: &Asked) -> Option<Found> {
        if asked.depth >= INHERITANCE_MAX {
            return None;
        }
        let (schema, depth) = (self.schema, asked.depth + 1);
        let mut fact_of = |table, column| self.fact(&Asked { table, column, depth });
        inherited::interleaved(schema, asked.table, asked.column, &mut fact_of)
            .or_else(|| inherited::referenced(schema, asked.table, asked.column, &mut fact_of))
    }
}

/// Something left out of the text may say more: no fact is fully sure.
fn lower_for_partial(table: &Table, fact: &mut ColumnFact) {
    const PARTIAL_CONFIDENCE_MAX: f64 = 0.95;
    if table.partial {
        fact.confidence = fact.confidence.min(PARTIAL_CONFIDENCE_MAX);
    }
}
