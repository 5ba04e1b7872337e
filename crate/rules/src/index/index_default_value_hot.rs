//! A secondary index whose first column has the same value in every new row.

use crate::cause::Cause;
use crate::facts::{Dist, Evidence, Outcome, Source, WalkPart, evidence_text, shape, walk};
use crate::finding::{Finding, Object, Severity, UnsplittableReason};
use crate::report::Report;
use crate::rule::{Context, Reach, Rule};
use crate::schema::IndexId;
use crate::severity::{Verdict, number};
use crate::shared::tail::{self, Tail};

/// The rule.
pub static RULE: Rule = Rule {
    id: "index-default-value-hot",
    severity: Severity::Warn,
    reach: Reach::Family,
    page: page!("index_default_value_hot.md"),
    fixes: &["shard-index", "sparse-index", "table-per-value", "accept"],
    replaces: &["index-low-cardinality-first"],
    check,
};

fn check(context: &Context<'_>, out: &mut Report<'_>) {
    for id in context.indexes() {
        let index = context.schema.index(id);
        let parts = &context.facts.index(id).walk.parts;
        let Some((lead, rest)) = parts.split_first() else { continue };
        let fact = context.facts.part(lead);
        let column = context.schema.table(index.table).column(lead.column);
        let Some(value) = shape::starting_value(column) else { continue };
        let is_low = matches!(fact.dist, Dist::LowCard { .. } | Dist::Constant);
        // A directive says how values are spread; two rows with the default would not be unique.
        let other = (fact.stated && !is_low) || (index.unique && index.keys.len() == 1);
        if index.managed || index.parent.is_some() || other || fact.dist.is_moving() {
            continue;
        }
        out.extend(finding(context, id, lead, rest, &value));
    }
}

fn finding(
    context: &Context<'_>,
    id: IndexId,
    lead: &WalkPart,
    rest: &[WalkPart],
    value: &str,
) -> Option<Finding> {
    let index = context.schema.index(id);
    let table = context.schema.table(index.table);
    let facts: Vec<_> = rest.iter().map(|part| context.facts.part(part)).collect();
    let behind = walk::walk(rest.to_vec(), &facts, context.facts.file.nodes).outcome;
    let tail = Tail { part: lead, fact: context.facts.part(lead) };
    let start = format!(
        "`{}` starts with {}, which is {value} in every new row",
        index.name,
        tail::named(table, lead)
    );
    let writes = context.facts.index(id).writes_per_second;
    let (title, why, verdict, reason) = match behind {
        Outcome::Moving { at, .. } => {
            let confidence = shape::DEFAULT_KEPT.min(facts[at].confidence);
            let verdict = tail::judge_index(context, id, confidence);
            let then = &table.column(rest[at].column).name;
            let title = format!(
                "{start}, followed by `{then}`, which increases with time: all new entries go to \
                 one point"
            );
            let why = tail::cost(context, &verdict);
            (title, why, verdict, Some(UnsplittableReason::MovingHotSpot))
        }
        // Several columns: the ones behind spread the new entries, as queries want them to.
        _ if index.keys.len() > 1 => return None,
        Outcome::Spread { .. } | Outcome::Ask { .. } | Outcome::Bucket { .. } => {
            let verdict = tail::judge_index(context, id, shape::DEFAULT_KEPT);
            let most = if writes.is_some() { Severity::Warn } else { Severity::Info };
            let verdict = tail::at_most(verdict, most);
            let why = format!(
                "All new entries have this value, so they start in one split, which can take about \
                 {} entries/s until Spanner splits it by the base key.",
                number(context.facts.file.ceiling)
            );
            (start, why, verdict, None)
        }
        _ => return None,
    };
    let default = table.column(lead.column).default.as_ref();
    let evidence = default.map(|default| Evidence {
        what: evidence_text(format!("the default {value}")),
        span: default.span,
        source: Source::Expression,
    });
    // What is behind the default is known by its name alone: the value that all entries start with
    // is certain all the same.
    let verdict = if verdict.severity == Severity::Ask {
        Verdict { severity: Severity::Info, ..verdict }
    } else {
        verdict
    };
    Some(Finding {
        cause: Some(Cause::DefaultLeads),
        title,
        why: why.into(),
        help: "Start the index with a shard, or leave the column NULL until it has its own value \
               and filter out NULLs"
            .into(),
        evidence: evidence.into_iter().collect(),
        reason,
        confidence: shape::DEFAULT_KEPT,
        attached: Vec::new(),
        ..tail::finding(RULE.id, Object::Index(id), &tail, verdict)
    })
}
