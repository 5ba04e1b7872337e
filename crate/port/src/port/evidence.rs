//! What rows show, as directives beside each table: how many there are, how the values of its keys
//! and indexes are distributed, and from how many rows that is known.

use super::arrival::ARRIVAL_MIN;
use super::grouped::grouped;
use super::most_children::Positions;
use super::plan::{Column, Porter, Table};
use super::rates::Average;
use super::types::Ty;
use crate::rows::ids::Shape;
use crate::rows::sampled::{Sampled, VALUES_MIN};
use crate::rows::values::Values;
use crate::source;

// The thresholds are ours. A dump whose counters have larger gaps, or whose lists are longer, would
// change our mind.

/// Part of the numbers between least and most that a counter uses, at least.
const COUNTER_DENSITY: f64 = 0.5;
/// Values of a column of few values, at most.
const LIST_MAX: u64 = 50;
/// How often each of few values is in the sample on average, at least.
const LIST_REPEATS: u64 = 5;
/// The share of the largest entity from which it is named, in hundredths.
const WHALE_PERCENT: u64 = 10;
/// The share of NULL from which it is named, in hundredths.
const NULL_PERCENT: u64 = 5;
/// Rows of its largest table up to which a dump may be that of a trial: its counts are not stated,
/// for they would make tables that grow look like short lists.
const TRIAL_ROWS_MAX: u64 = 10_000;
/// Characters of a declared length from which the longest value is named.
const LONG_TEXT: u64 = 255;

impl Porter<'_> {
    /// Whether the dump is more than a trial, so that its counts say how large its tables are.
    pub(super) fn counts_rows(&self) -> bool {
        self.source.tables.iter().any(|table| table.rows > TRIAL_ROWS_MAX)
    }

    /// The directives of a table, a line each; `counted` as `counts_rows` has it.
    pub(super) fn row_directives(&self, table: &Table, counted: bool) -> Vec<String> {
        let from = &self.source.tables[table.source];
        let mut stated = self.stated_facts(table);
        if from.rows == 0 {
            return stated;
        }
        let decisions = &self.options.decisions;
        let object = from.name.shown();
        stated.extend(Average::of(from).map(|average| floor(&average)));
        let mut of_table = Vec::new();
        if counted {
            of_table.push(format!("rows={}", from.rows));
        }
        let mut lines = Vec::new();
        let mut next = 0;
        for column in &table.columns {
            // Columns stand in the order of the source, so that few are looked up.
            let is_next = |it: &source::Column| it.name.name == column.source;
            let at = match from.columns.get(next).is_some_and(is_next) {
                true => Some(next),
                false => from.column(&column.source),
            };
            let Some(at) = at else { continue };
            next = at + 1;
            let values = &from.columns[at].values;
            let seen = values.count.saturating_add(values.nulls);
            // What a person states is known better than what rows show.
            let is_stated = decisions.facts_of_column(&object, &column.source).next().is_some();
            if seen < VALUES_MIN || !is_used(table, column) || is_stated {
                continue;
            }
            let mut facts = Vec::new();
            facts.extend(self.spread(from, at, table, column));
            facts.extend(sparse(column, values));
            facts.extend(longest(column, values));
            of_table.extend(skew(column, &values.sampled));
            if !facts.is_empty() {
                let name = format!("column {}.{}", table.shown(), column.name);
                lines.push(directive(&name, &facts, &reason(from, values)));
            }
        }
        let all = of_table.iter().any(|fact| fact.starts_with("skew"));
        let sampled = from.columns.iter().map(|it| &it.values).max_by_key(|it| it.sampled.fair);
        let reason = match sampled.filter(|_| all) {
            Some(values) => reason(from, values),
            None => rows_of(from),
        };
        // What a person states is known better here too.
        let name = format!("table {}", table.shown());
        of_table.retain(|fact| !decisions.states_of_table(&object, fact));
        let positions = counted.then(|| self.positions(table)).flatten();
        if let Some(positions) = positions {
            let fact = format!("children-per-parent<={}", positions.count());
            if !decisions.states_of_table(&object, &fact) {
                lines.insert(0, directive(&name, &[fact], &numbered(from, &positions)));
            }
        }
        if !of_table.is_empty() {
            lines.insert(0, directive(&name, &of_table, &reason));
        }
        stated.extend(lines);
        stated
    }

    /// What directives of the source state of a table and its columns, by the names of the port.
    fn stated_facts(&self, table: &Table) -> Vec<String> {
        let decisions = &self.options.decisions;
        let object = self.source.tables[table.source].name.shown();
        let line = |of: &str, said: &str| format!("-- hotsplit: {of} {said}\n");
        let shown = table.shown();
        let mut lines: Vec<String> = decisions
            .facts_of_table(&object)
            .map(|said| line(&format!("table {shown}"), said))
            .collect();
        for column in table.columns.iter().filter(|column| !column.source.is_empty()) {
            let name = format!("column {shown}.{}", column.name);
            let facts = decisions.facts_of_column(&object, &column.source);
            lines.extend(facts.map(|said| line(&name, said)));
        }
        lines
    }

    /// How the values of a column are spread over the key space as rows arrive.
    fn spread(
        &self,
        from: &source::Table,
        at: usize,
        table: &Table,
        column: &Column,
    ) -> Option<String> {
        let sampled = &from.columns[at].values.sampled;
        if matches!(column.ty, Ty::Bool | Ty::Date | Ty::Timestamp) || sampled.fair < VALUES_MIN {
            return None;
        }
        if is_list(sampled) {
            return Some(format!("lowcard({})", sampled.distinct));
        }
        // Values of a generator are not those of the rows, and a foreign key has the values of what
        // it names.
        let generated = column.identity.is_some()
            || column.shared.is_some()
            || column.generated.is_some()
            || column.default.is_some()
            || self.draws(&from.columns[at]).is_some()
            || from.columns[at].generator.is_some() && self.options.literal;
        if generated || self.is_foreign(table, column) {
            return None;
        }
        if sampled.shape == Some(Shape::Time) {
            return None;
        }
        // Many large numbers have a plausible time in their high bits: only a column with times tells
        // those that are ids.
        let arrives = sampled.arrival >= ARRIVAL_MIN;
        let shape = sampled.shape.filter(|&shape| shape != Shape::Snowflake || arrives);
        if let Some(name) = shape.and_then(shape_word) {
            return Some(name.to_owned());
        }
        let counter = is_counter(&from.columns[at].values);
        (counter || arrives).then(|| "sequential".to_owned())
    }

    pub(super) fn is_foreign(&self, table: &Table, column: &Column) -> bool {
        let from = &self.source.tables[table.source];
        from.foreign_keys
            .iter()
            .any(|key| key.columns.iter().any(|name| name.eq_ignore_ascii_case(&column.source)))
    }
}

/// Whether a key or index has the column.
fn is_used(table: &Table, column: &Column) -> bool {
    table.key.iter().any(|(name, _)| *name == column.name)
        || table.indexes.iter().any(|index| {
            index.parts.iter().any(|(name, ..)| *name == column.name)
                || index.include.contains(&column.name)
        })
}

fn is_list(sampled: &Sampled) -> bool {
    sampled.distinct <= LIST_MAX && sampled.distinct.saturating_mul(LIST_REPEATS) <= sampled.fair
}

/// Whether whole numbers are dense and none is there twice.
fn is_counter(values: &Values) -> bool {
    let Some((low, high)) = values.range else { return false };
    let density = values.count as f64 / (high as f64 - low as f64 + 1.0);
    !values.other
        && !values.unread
        && !values.sampled.repeats
        && (COUNTER_DENSITY..=1.0).contains(&density)
}

/// The directive of a shape; ObjectIds have none of their own, and grow.
fn shape_word(shape: Shape) -> Option<&'static str> {
    match shape {
        Shape::Hex | Shape::Spread => Some("random"),
        Shape::ObjectId => Some("sequential"),
        Shape::Time => None,
        other => Some(other.name()),
    }
}

fn sparse(column: &Column, values: &Values) -> Option<String> {
    let share = percent(values.nulls, values.nulls.saturating_add(values.count));
    (!column.not_null && share >= NULL_PERCENT)
        .then(|| format!("sparse({}.{:02})", share / 100, share % 100))
}

fn longest(column: &Column, values: &Values) -> Option<String> {
    let long = match column.ty {
        Ty::Text(None) => true,
        Ty::Text(Some(most)) => most > LONG_TEXT,
        _ => false,
    };
    (long && values.longest > 0).then(|| format!("maxlen({})", values.longest))
}

fn skew(column: &Column, sampled: &Sampled) -> Option<String> {
    let share = percent(sampled.most, sampled.fair);
    let whale = sampled.fair >= VALUES_MIN
        && !is_list(sampled)
        && share >= WHALE_PERCENT
        && !matches!(column.ty, Ty::Bool | Ty::Date | Ty::Timestamp);
    whale.then(|| format!("skew({})=whale({share}%)", column.name))
}

/// A part of a whole, in hundredths. Whole numbers: what prints floats is a part of the port's
/// WebAssembly.
fn percent(part: u64, whole: u64) -> u64 {
    let (part, whole) = (u128::from(part), u128::from(whole.max(1)));
    u64::try_from((part * 200 + whole) / (whole * 2)).unwrap_or(100).min(100)
}

fn directive(of: &str, facts: &[String], reason: &str) -> String {
    format!("-- hotsplit: {of} {} reason=\"{reason}\"\n", facts.join(", "))
}

fn rows_of(table: &source::Table) -> String {
    format!("{} rows of `{}`", grouped(table.rows), unquoted(&table.name.shown()))
}

/// A name as a reason may have it.
fn unquoted(name: &str) -> String {
    name.chars().filter(|c| !c.is_control() && *c != '"').collect()
}

/// From which numbers in a key it is known how many rows a parent has at most.
fn numbered(table: &source::Table, positions: &Positions) -> String {
    let Positions { column, low, high } = positions;
    format!("`{}` is {low} to {high} in {}", unquoted(column), rows_of(table))
}

/// The average rate, as a comment. It is no directive: the rate that one states is that of the peak,
/// and an average in its place would hide a hotspot.
fn floor(average: &Average) -> String {
    format!(
        "-- {} on average from {} to {}, by `{}` in {} rows: a floor for `writes`, which states the \
         peak\n",
        average.words(),
        average.from.day(),
        average.to.day(),
        unquoted(&average.column),
        grouped(average.rows)
    )
}

fn reason(table: &source::Table, values: &Values) -> String {
    let of = rows_of(table);
    let sampled = values.sampled.values;
    if sampled < values.count { format!("{of}, {sampled} sampled") } else { of }
}
