//! A table with so many indexes that each row is written many times.

use crate::facts::{Evidence, Source, evidence_text};
use crate::finding::{Finding, Object, Severity};
use crate::report::Report;
use crate::rule::{Context, Reach, Rule};
use crate::schema::{Index, TableId};
use crate::severity::number;
use std::collections::BTreeMap;

/// The rule.
pub static RULE: Rule = Rule {
    id: "index-too-many",
    severity: Severity::Info,
    reach: Reach::Database,
    page: page!("index_too_many.md"),
    fixes: &["drop-index", "accept"],
    replaces: &[],
    check,
};

/// Indexes from which the cost of writing is worth knowing (the catalogue's threshold).
const MANY: usize = 5;

/// Indexes from which it is a warning (the catalogue's threshold).
const TOO_MANY: usize = 10;

/// Rows written per second, entries included, below which the number of indexes costs nothing
/// that shows: a hundredth of what a node writes (assumption of ours).
const RATE_MIN: f64 = 35.0;

fn check(context: &Context<'_>, out: &mut Report<'_>) {
    let schema = context.schema;
    let mut all: BTreeMap<TableId, Vec<&Index>> = BTreeMap::new();
    for index in &schema.indexes {
        all.entry(index.table).or_default().push(index);
    }
    let mut search: BTreeMap<TableId, usize> = BTreeMap::new();
    for index in &schema.special_indexes {
        *search.entry(index.table).or_default() += 1;
    }
    for id in schema.table_ids() {
        let indexes = all.get(&id).map_or(&[][..], |indexes| indexes);
        out.extend(finding(context, id, indexes, search.get(&id).copied().unwrap_or(0)));
    }
}

fn finding(
    context: &Context<'_>,
    id: TableId,
    indexes: &[&Index],
    search: usize,
) -> Option<Finding> {
    let schema = context.schema;
    let facts = context.facts.table(id);
    let managed = indexes.iter().filter(|index| index.managed).count();
    let (own, count) = (indexes.len() - managed, indexes.len() + search);
    let rows = count + 1;
    #[expect(clippy::cast_precision_loss, reason = "there are few indexes on a table")]
    let per_row = rows as f64;
    let written = facts.writes_per_second.map(|writes| writes * per_row);
    if count < MANY || facts.low_write.is_some() || written.is_some_and(|rate| rate < RATE_MIN) {
        return None;
    }
    let table = schema.table(id);
    let kinds: Vec<String> =
        [(own, "of its own"), (managed, "created for foreign keys"), (search, "for search")]
            .iter()
            .filter(|(count, _)| *count > 0)
            .map(|(count, kind)| format!("{count} {kind}"))
            .collect();
    let rate = written.map_or(String::new(), |rate| {
        format!(", {} writes/s for {} rows/s", number(rate), number(rate / per_row))
    });
    let evidence = indexes.iter().map(|index| {
        let what = if index.managed {
            format!("the foreign key that creates {}", index.name)
        } else {
            format!("the index `{}`", index.name)
        };
        Evidence { what: evidence_text(what), span: index.name_span, source: Source::Expression }
    });
    Some(Finding {
        severity: if count >= TOO_MANY { Severity::Warn } else { Severity::Info },
        title: format!("`{}` has {count} indexes: {}", table.name, kinds.join(", ")),
        why: format!(
            "Each insert writes up to {rows} rows{rate}, and a commit waits for every split that \
             contains one of them."
        )
        .into(),
        help: "Drop the indexes that no query uses, starting with those that are not constraints"
            .into(),
        evidence: evidence.collect(),
        ..RULE.finding(Object::Table(id), table.name_span)
    })
}
