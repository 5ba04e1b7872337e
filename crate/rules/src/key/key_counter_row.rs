//! Rows that count what happens elsewhere: every event writes the same row.

use crate::facts::lexicon::{self, words};
use crate::facts::{Dist, Evidence, Source, evidence_text, shape};
use crate::finding::{Finding, Object, Severity, UnsplittableReason};
use crate::report::Report;
use crate::rule::{Context, Reach, Rule};
use crate::schema::{ColumnId, Table, TableId};
use crate::severity::number;
use crate::shared::keys::by_name;
use crate::syntax::tree::Type;

/// The rule.
pub static RULE: Rule = Rule {
    id: "key-counter-row",
    severity: Severity::Warn,
    reach: Reach::Family,
    page: page!("key_counter_row.md"),
    fixes: &["counter-shards", "accept"],
    replaces: &[],
    check,
};

/// A counter and why it is one.
struct Counter {
    column: ColumnId,
    severity: Severity,
    title: String,
    evidence: Vec<Evidence>,
}

fn check(context: &Context<'_>, out: &mut Report<'_>) {
    for id in context.tables() {
        let table = context.schema.table(id);
        let parts = &context.facts.table(id).walk.parts;
        let sharded =
            parts.iter().any(|p| matches!(context.facts.part(p).dist, Dist::Shard { .. }));
        if sharded || parts.is_empty() {
            continue;
        }
        let Some(counter) = next_id(table)
            .or_else(|| counters_of_small_table(context, id))
            .or_else(|| counts_children(context, id))
        else {
            continue;
        };
        let column = table.column(counter.column);
        let low = context.facts.table(id).low_write.as_ref();
        out.push(Finding {
            severity: if low.is_some() { Severity::Info } else { counter.severity },
            column: Some((id, counter.column)),
            title: counter.title,
            why: format!(
                "Every event updates `{}` of the same row: the updates wait for each other's \
                 locks, and a row is never split, so it can take at most about {} updates/s and \
                 often far fewer.",
                column.name,
                number(context.facts.file.ceiling)
            )
            .into(),
            help: "Spread the count over N rows and add them up, or insert a row per event".into(),
            reason: Some(UnsplittableReason::HotRow),
            confidence: 0.7,
            evidence: counter.evidence,
            harmless: low.map(|low| low.evidence.what.to_string()),
            ..RULE.finding(Object::Table(id), column.name_span)
        });
    }
}

/// A number that hands out the next id: a sequence made by hand.
fn next_id(table: &Table) -> Option<Counter> {
    let column = table.column_ids().find(|&id| {
        let column = table.column(id);
        if !shape::is_number(table, id) {
            return false;
        }
        let list = words(&column.name);
        let next = list.iter().any(|word| word == "next");
        let id_like =
            lexicon::last(&list, &["id", "no", "num", "number", "seq", "sequence", "value", "val"]);
        next && id_like
    })?;
    Some(Counter {
        column,
        severity: Severity::Warn,
        title: format!(
            "`{}.{}` generates ids: every insert elsewhere updates this row",
            table.name,
            table.column(column).name
        ),
        evidence: vec![by_name(table.column(column))],
    })
}

/// A table of counters that are told apart by a name or by few values.
fn counters_of_small_table(context: &Context<'_>, id: TableId) -> Option<Counter> {
    let table = context.schema.table(id);
    let named = shape::counter_like(table)?;
    let column = shape::counter_of(table)?;
    let is_small = table.parent.is_none()
        && table.key.iter().all(|part| {
            let fact = context.facts.column(id, part.column);
            let list = words(&table.column(part.column).name);
            let label = lexicon::last(&list, &["name", "key", "kind", "type", "metric", "counter"]);
            let text = matches!(table.column(part.column).ty, Some(Type::String(_)));
            matches!(fact.dist, Dist::LowCard { .. } | Dist::Constant) || (label && text)
        });
    is_small.then(|| Counter {
        column,
        severity: Severity::Warn,
        title: format!(
            "`{}` has hot counter rows: every event updates `{}`",
            table.name,
            table.column(column).name
        ),
        evidence: vec![named, by_name(table.column(column))],
    })
}

/// A count of the rows of a child table: `LikeCount` beside the table `Likes`.
fn counts_children(context: &Context<'_>, id: TableId) -> Option<Counter> {
    let (schema, table) = (context.schema, context.schema.table(id));
    let column = shape::tally(table)?;
    let list = words(&table.column(column).name);
    let what = lexicon::singular(list.iter().find(|w| !is_count(w)).or(list.first())?);
    if is_count(&what) {
        return None;
    }
    let below = schema.children_of(id).chain(schema.referencing(id)).filter(|&other| other != id);
    let counted = below.filter(|&other| {
        let list = lexicon::table_words(&schema.table(other).name);
        list.iter().any(|word| lexicon::singular(word) == what)
    });
    let child = counted.min()?;
    let child = schema.table(child);
    Some(Counter {
        column,
        severity: Severity::Info,
        title: format!(
            "`{}.{}` counts the rows of `{}`: every insert there updates the same row here",
            table.name,
            table.column(column).name,
            child.name
        ),
        evidence: vec![
            by_name(table.column(column)),
            Evidence {
                what: evidence_text(format!("the table `{}`", child.name)),
                span: child.name_span,
                source: Source::Name,
            },
        ],
    })
}

fn is_count(word: &str) -> bool {
    matches!(word, "count" | "counter" | "counts" | "total" | "totals" | "num" | "number" | "tally")
}
