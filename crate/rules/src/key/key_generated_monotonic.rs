//! A key that starts with a generated column that keeps the order of what it is computed from.

use crate::facts::{Dist, Outcome, shard};
use crate::finding::{Finding, Object, Question, Severity};
use crate::report::Report;
use crate::rule::{Context, Reach, Rule};
use crate::schema::{ColumnId, TableId};
use crate::severity::number;
use crate::shared::tail::{self, Tail};
use std::borrow::Cow;

/// The rule.
pub static RULE: Rule = Rule {
    id: "key-generated-monotonic",
    severity: Severity::High,
    reach: Reach::Family,
    page: page!("key_generated_monotonic.md"),
    fixes: &["hash-shard-prefix", "reorder-key", "random-uuid-key", "accept"],
    replaces: &[
        "interleave-monotonic-root",
        "key-timestamp-first",
        "key-monotonic-int",
        "key-time-ordered-id",
        "key-date-first",
        "key-long-common-prefix",
    ],
    check,
};

fn check(context: &Context<'_>, out: &mut Report<'_>) {
    for id in context.tables() {
        match moving(context, id) {
            Some((tail, spread_within)) => out.extend(finding(context, id, &tail, spread_within)),
            None => out.extend(question(context, id)),
        }
    }
}

/// The part that all inserts follow, and whether what is behind it spreads in time.
fn moving<'a>(context: &Context<'a>, id: TableId) -> Option<(Tail<'a>, bool)> {
    if let Some(tail) = tail::of_table(context, id) {
        return Some((tail, false));
    }
    let walk = &context.facts.table(id).walk;
    let Outcome::Bucket { tails: 1, at, spread_within } = walk.outcome else { return None };
    let part = &walk.parts[at];
    let tail = Tail { part, fact: context.facts.part(part) };
    (!part.inherited).then_some((tail, spread_within))
}

fn finding(
    context: &Context<'_>,
    id: TableId,
    tail: &Tail<'_>,
    spread_within: bool,
) -> Option<Finding> {
    let table = context.schema.table(id);
    let column = table.column(tail.part.column);
    column.generated.as_ref()?;
    let sources = shard::sources(table, column);
    let names: Vec<&str> =
        sources.iter().map(|&source| table.column(source).name.as_str()).collect();
    let most = if spread_within { Severity::Warn } else { Severity::High };
    let verdict = tail::judge_table(context, id, tail.fact.confidence);
    let verdict = tail::at_most(verdict, most);
    let why = if spread_within {
        format!(
            "Each period starts in one new range that can take about {} rows/s; Spanner needs \
             minutes to split it, and then the next period starts.",
            number(context.facts.file.ceiling)
        )
    } else {
        tail::cost(context, &verdict)
    };
    let mut finding = tail::finding(RULE.id, Object::Table(id), tail, verdict);
    for &source in &sources {
        finding.evidence.extend(context.facts.column(id, source).evidence.iter().cloned());
    }
    let how = if tail.fact.dist == Dist::TimeBucket {
        "and all rows of one period share its value"
    } else {
        "in a way that preserves the order"
    };
    Some(Finding {
        title: format!(
            "The key starts with {}, which is computed from {}, {how}",
            tail::named(table, tail.part),
            tail::list(&names)
        ),
        why: tail::with_descendants(why, context, id),
        help: "Compute the first column from a hash of an id, or start the key with a column that \
               spreads writes"
            .into(),
        ..finding
    })
}

/// A function that is not known here, over a time or a counter, may keep its order or not.
fn question(context: &Context<'_>, id: TableId) -> Option<Finding> {
    let walk = &context.facts.table(id).walk;
    let Outcome::Ask { at: 0, .. } = walk.outcome else { return None };
    let part = walk.parts.first().filter(|part| !part.inherited)?;
    let table = context.schema.table(id);
    let column = table.column(part.column);
    let generated = column.generated.as_ref()?;
    let moves = |source: &ColumnId| context.facts.column(id, *source).dist.is_moving();
    let source = shard::sources(table, column).into_iter().find(moves)?;
    let source_name = &table.column(source).name;
    let tail = Tail { part, fact: context.facts.part(part) };
    let verdict = tail::judge_table(context, id, tail.fact.confidence);
    let name = tail::named(table, part);
    Some(Finding {
        severity: Severity::Ask,
        title: format!("The key starts with {name}, which is computed from `{source_name}`"),
        why: format!(
            "If the expression preserves the order of `{source_name}`, all inserts go to one \
             split; otherwise they spread."
        )
        .into(),
        help: "State whether the expression preserves the order".into(),
        reason: None,
        question: Some(Box::new(Question {
            text: format!(
                "Are the values of {name} in the same order as those of `{source_name}`?"
            ),
            choices: Cow::Borrowed(&[
                ("Yes, newer rows are larger", "sequential"),
                ("No, they are in no order", "random"),
            ]),
        })),
        evidence: context.facts.column(id, source).evidence.clone(),
        span: generated.expr.span,
        ..tail::finding(RULE.id, Object::Table(id), &tail, verdict)
    })
}
