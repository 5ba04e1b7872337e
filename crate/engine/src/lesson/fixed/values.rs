//! How the values of a learner's key columns are spread: those of the starter's columns stay as
//! they are, and what a new column holds has to follow from the schema.

use std::collections::BTreeSet;

use crate::facts::{ColumnFact, Dist, ENTITY_CARDINALITY, Source, TimeId, shard};
use crate::lesson::because::Because;
use crate::lesson::fixed::known::Known;
use crate::read::Reading;
use crate::schema::{ColumnId, Table, TableId};
use crate::syntax::tree::Dialect;
use crate::text::LineIndex;

/// What is stated of columns, and what is missing.
#[derive(Default)]
pub(super) struct Values {
    /// Directives.
    pub(super) stated: Vec<String>,
    /// New columns that nothing fills.
    pub(super) objections: Vec<Because>,
}

/// States of every column that decides where rows go what the lesson knows of it.
pub(super) fn spread(known: &Known, learner: &Reading) -> Values {
    let mut out = Values::default();
    for (table, column) in deciding(learner) {
        let owner = learner.schema.table(table);
        let name = &owner.column(column).name;
        let fact = learner.facts.column(table, column);
        let source = source_of(fact);
        let before = known.of_starter(&owner.name, name);
        let is_new = before.is_none();
        let before = before
            .or_else(|| known.of_solution(&owner.name, name))
            .or_else(|| known.of_another_table(name));
        let computed = source == Source::Expression;
        let inherited = source == Source::Inherited
            && before.is_none_or(|before| is_new || source_of(before) == Source::Inherited);
        // A directive that is left counts.
        if computed || inherited || source == Source::Directive {
            continue;
        }
        match before {
            Some(before) if may_be_hot(before) && before.dist != fact.dist => {
                out.stated.push(format!("column {}.{name} {}", owner.name, directive(before)));
            }
            Some(_) => {}
            None => {
                // Where few rows are updated, the worst that a column can hold is one value.
                let few = known.has_few_rows(&owner.name);
                let worst = if few { "constant" } else { "sequential" };
                out.stated.push(format!("column {}.{name} {worst}", owner.name));
                out.objections.push(unfed(learner, owner, column, few));
            }
        }
    }
    out
}

/// The columns that decide where rows go: those of keys, and those that they are computed from.
fn deciding(learner: &Reading) -> BTreeSet<(TableId, ColumnId)> {
    let schema = &learner.schema;
    let mut waiting: Vec<(TableId, ColumnId)> = Vec::new();
    for id in schema.table_ids() {
        waiting.extend(schema.table(id).key.iter().map(|part| (id, part.column)));
    }
    for id in schema.index_ids() {
        let index = schema.index(id);
        waiting.extend(index.keys.iter().map(|part| (index.table, part.column)));
    }
    let mut seen = BTreeSet::new();
    while let Some((table, column)) = waiting.pop() {
        if seen.insert((table, column)) {
            let owner = schema.table(table);
            let sources = shard::sources(owner, owner.column(column));
            waiting.extend(sources.into_iter().map(|source| (table, source)));
        }
    }
    seen
}

fn source_of(fact: &ColumnFact) -> Source {
    fact.evidence.first().map_or(Source::Assumed, |evidence| evidence.source)
}

/// Whether the values of a column may lead writes to one place on some instance; nothing that is
/// said about others matters.
fn may_be_hot(fact: &ColumnFact) -> bool {
    match fact.dist {
        Dist::Uniform => false,
        Dist::Entity { cardinality } => cardinality < ENTITY_CARDINALITY,
        _ => true,
    }
}

/// How values are spread, as a directive states it.
fn directive(fact: &ColumnFact) -> String {
    match fact.dist {
        Dist::Uniform => "random".to_owned(),
        Dist::Entity { cardinality } => format!("entity({cardinality})"),
        Dist::LowCard { values } => format!("lowcard({values})"),
        Dist::Shard { n, .. } => format!("shard({n})"),
        Dist::Constant => "constant".to_owned(),
        Dist::MonotonicDown => "descending".to_owned(),
        Dist::TimeArrival => time_ordered(fact.time_id).to_owned(),
        // No directive states a day of arrival, or what is not known; both count as what
        // increases, which is the worst that they can be.
        Dist::MonotonicUp | Dist::TimeBucket | Dist::Unknown => "sequential".to_owned(),
    }
}

fn time_ordered(id: Option<TimeId>) -> &'static str {
    match id {
        Some(TimeId::Ulid) => "ulid",
        Some(TimeId::Ksuid) => "ksuid",
        Some(TimeId::Snowflake) => "snowflake",
        Some(TimeId::UuidV1) => "uuidv1",
        Some(TimeId::UuidV6) => "uuidv6",
        Some(TimeId::UuidV7) => "uuidv7",
        _ => "sequential",
    }
}

/// Says that nothing fills a new column, and what would.
fn unfed(learner: &Reading, owner: &Table, id: ColumnId, few: bool) -> Because {
    let column = owner.column(id);
    let line = LineIndex::new(&learner.text).line(column.name_span.start);
    let is_shard = shard::is_meant(column);
    let counts = if few { "as one value for all rows" } else { "as a value that increases" };
    let cure = match (few, is_shard, learner.asked) {
        (true, ..) => {
            "Where the application draws it at random for each write, say so with `-- hotsplit: \
             shard(16)` behind it"
        }
        (_, true, Some(Dialect::PostgreSql)) => {
            "Compute it from a column whose values differ, as in `GENERATED ALWAYS AS \
             (MOD(ABS(spanner.farm_fingerprint(id)), 16)) STORED`"
        }
        (_, true, _) => {
            "Compute it from a column whose values differ, as in `AS \
             (MOD(ABS(FARM_FINGERPRINT(Id)), 16)) STORED`"
        }
        (_, false, _) => {
            "Give it a default that the database computes, such as a random UUID or a bit-reversed \
             sequence, or compute it from columns that the table already has"
        }
    };
    let words = format!(
        "Nothing in the schema says what fills `{}` of `{}` (line {line}), so it counts {counts}. \
         {cure}.",
        column.name, owner.name
    );
    Because::Fact { words, object: Some(owner.name.to_string()) }
}
