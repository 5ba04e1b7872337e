//! A table with so many indexes that each row is written many times.

use super::severity::number;
use super::{Context, Finding, Object, Reach, Rule, Severity};
use crate::facts::{Evidence, Source};
use crate::schema::TableId;

/// The rule.
pub static RULE: Rule = Rule {
    id: "index-too-many",
    severity: Severity::Info,
    reach: Reach::Database,
    page: include_str!("index_too_many.md"),
    fixes: &["T11", "T25"],
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

fn check(context: &Context<'_>, out: &mut Vec<Finding>) {
    for id in context.schema.table_ids() {
        out.extend(finding(context, id));
    }
}

fn finding(context: &Context<'_>, id: TableId) -> Option<Finding> {
    let schema = context.schema;
    let facts = context.facts.table(id);
    let special = schema.special_indexes.iter().filter(|index| index.table == id);
    let managed = schema.indexes_of(id).filter(|index| schema.index(*index).managed).count();
    let own = schema.indexes_of(id).count() - managed;
    let (search, count) = (special.clone().count(), special.count() + managed + own);
    let rows = count + 1;
    #[expect(clippy::cast_precision_loss, reason = "there are few indexes on a table")]
    let per_row = rows as f64;
    let written = facts.writes_per_second.map(|writes| writes * per_row);
    if count < MANY || facts.low_write.is_some() || written.is_some_and(|rate| rate < RATE_MIN) {
        return None;
    }
    let table = schema.table(id);
    let mut kinds = vec![format!("{own} of its own")];
    if managed > 0 {
        kinds.push(format!("{managed} made for foreign keys"));
    }
    if search > 0 {
        kinds.push(format!("{search} for search"));
    }
    let rate = written.map_or(String::new(), |rate| {
        format!(", {} writes/s for {} rows/s", number(rate), number(rate / per_row))
    });
    let evidence = schema.indexes_of(id).map(|index| {
        let index = schema.index(index);
        let what = if index.managed {
            format!("the foreign key that makes {}", index.name)
        } else {
            format!("the index `{}`", index.name)
        };
        Evidence { what, span: index.name_span, source: Source::Expression }
    });
    Some(Finding {
        severity: if count >= TOO_MANY { Severity::Warn } else { Severity::Info },
        title: format!("`{}` has {count} indexes: {}", table.name, kinds.join(", ")),
        why: format!(
            "Each insert writes up to {rows} rows{rate}, and a commit waits for every split that \
             one of them is on."
        ),
        help: "Drop the indexes that no query uses, those that are no constraint first".to_owned(),
        evidence: evidence.collect(),
        ..Finding::new(&RULE, Object::Table(id), table.name_span)
    })
}
