//! What directives state of a column.

use crate::catalogue::{self, StatedFact};
use crate::column::Mutable;
use crate::columns::found::Found;
use crate::directive::{Directive, Spread};
use crate::dist::{Dist, ENTITY_CARDINALITY};
use crate::quantity::whole;
use crate::schema::{Column, ColumnId, LocatedDirective, Object, Place, Schema, TableId};
use crate::source::evidence_text;
use crate::source::{Evidence, Source};

/// Values of a column of few values where the directive does not say how many.
const LOW_CARDINALITY_DEFAULT: f64 = 8.0;

/// Shards where the directive does not say how many.
const SHARDS_DEFAULT: f64 = 16.0;

/// What directives state of a column. Of several facts on one subject the first counts, and of
/// several spreads the last.
#[derive(Default)]
pub(super) struct StatedColumn {
    /// How its values are spread.
    pub(super) spread: Option<Found>,
    /// Share of rows without a value.
    pub(super) null_share: Option<f64>,
    /// Longest value in characters.
    pub(super) max_len: Option<f64>,
    /// The value changes after insert.
    pub(super) mutable: Option<Mutable>,
    /// The value never changes after insert.
    pub(super) immutable: bool,
    /// No two rows share a value.
    pub(super) unique: Option<Evidence>,
}

/// What directives at a column state of it, or at its table for a leading key column.
pub(super) fn stated_column(schema: &Schema, table: TableId, id: ColumnId) -> StatedColumn {
    let owner = schema.table(table);
    let column = owner.column(id);
    let mut stated = StatedColumn::default();
    let leads = owner.key.first().is_some_and(|part| part.column == id);
    if !leads {
        stated.apply_all(column, schema.directives_at(table, id));
        return stated;
    }
    let here = |located: &&LocatedDirective| match located.place {
        Some(Place::Column(t, c)) => t == table && c == id,
        Some(Place::Object(Object::Table(t))) => t == table,
        _ => false,
    };
    let near = schema.directives_near(Place::Column(table, id));
    stated.apply_all(column, near.filter(here));
    stated
}

/// The directive that says no two rows share a value of a column.
#[must_use]
pub fn said_unique(schema: &Schema, table: TableId, id: ColumnId) -> Option<Evidence> {
    stated_column(schema, table, id).unique
}

impl StatedColumn {
    fn apply_all<'a>(
        &mut self,
        column: &Column,
        directives: impl Iterator<Item = &'a LocatedDirective>,
    ) {
        let facts = directives.flat_map(|located| &located.directive.facts);
        facts.filter_map(catalogue::read).for_each(|fact| self.apply(column, &fact));
    }

    /// Applies one stated fact; facts of other things than columns state nothing here.
    fn apply(&mut self, column: &Column, fact: &StatedFact<'_>) {
        match fact.directive {
            Directive::Spread(spread) => self.spread = Some(found(spread, column, fact)),
            Directive::Sparse(share) => _ = self.null_share.get_or_insert(share),
            Directive::MaxLen(length) => _ = self.max_len.get_or_insert(length),
            Directive::Mutable(per_second) => {
                let mutable = || Mutable { per_second, evidence: evidence(fact) };
                self.mutable.get_or_insert_with(mutable);
            }
            Directive::Immutable => self.immutable = true,
            Directive::Unique => _ = self.unique.get_or_insert_with(|| evidence(fact)),
            _ => {}
        }
    }
}

fn evidence(fact: &StatedFact<'_>) -> Evidence {
    let what = format!("the directive `{}`", fact.name);
    Evidence { what: evidence_text(what), span: fact.fact.span, source: Source::Directive }
}

fn found(spread: Spread, column: &Column, fact: &StatedFact<'_>) -> Found {
    let time_id = match spread {
        Spread::TimeOrdered(id) => Some(id),
        _ => None,
    };
    let mut found = Found::of_evidence(dist(spread, column), 1.0, evidence(fact));
    found.0.time_id = time_id;
    found
}

fn dist(spread: Spread, column: &Column) -> Dist {
    match spread {
        Spread::Random => Dist::Uniform,
        Spread::Sequential => Dist::MonotonicUp,
        Spread::Descending => Dist::MonotonicDown,
        Spread::TimeOrdered(_) => Dist::TimeArrival,
        Spread::Entity(entities) => {
            Dist::Entity { cardinality: entities.unwrap_or(ENTITY_CARDINALITY) }
        }
        Spread::LowCard(values) => {
            Dist::LowCard { values: whole(values.unwrap_or(LOW_CARDINALITY_DEFAULT)) }
        }
        Spread::Shard(shards) => Dist::Shard {
            n: whole(shards.unwrap_or(SHARDS_DEFAULT)),
            signed: false,
            of: None,
            derived: column.generated.is_some(),
            known: shards.is_some(),
        },
        Spread::Constant => Dist::Constant,
    }
}
