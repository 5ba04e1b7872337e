//! Expiring parents that take many indexed children with them.

use crate::cause::Cause;
use crate::facts::{Dist, Evidence, Source, evidence_text, shape};
use crate::finding::{Finding, Object, Severity};
use crate::report::Report;
use crate::rule::{Context, Reach, Rule};
use crate::schema::TableId;
use crate::schema::limits::MUTATIONS_PER_COMMIT;
use crate::severity::number;

/// The rule.
pub static RULE: Rule = Rule {
    id: "ttl-cascade-limit",
    severity: Severity::Warn,
    reach: Reach::Family,
    page: page!("ttl_cascade_limit.md"),
    fixes: &["row-deletion-policy", "accept"],
    replaces: &[],
    check,
};

/// Children from which a cascade is worth a thought (assumption of ours: a parent with a hundred
/// children today has a thousand in a year).
const MANY: f64 = 100.0;

fn check(context: &Context<'_>, out: &mut Report<'_>) {
    for id in context.tables() {
        out.extend(finding(context, id));
    }
}

fn finding(context: &Context<'_>, id: TableId) -> Option<Finding> {
    let schema = context.schema;
    let table = schema.table(id);
    let ttl = table.ttl.as_ref()?;
    let child = schema.children_of(id).filter(|&child| child != id).find_map(|child| {
        let of = schema.table(child);
        let cascades = of.parent.as_ref().is_some_and(|it| it.enforced && it.on_delete_cascade);
        // Children that expire on their own, no later than their parent, are gone by then.
        let sooner = of.ttl.as_ref().is_some_and(|own| match (own.days, ttl.days) {
            (Some(own), Some(parent)) => own <= parent,
            _ => true,
        });
        let elsewhere = |index: &crate::schema::Index| index.parent.is_none();
        let index = schema.indexes_of(child).find(|&index| elsewhere(schema.index(index)))?;
        (cascades && !sooner).then_some((child, index))
    });
    let (child, index) = child?;
    let (many, evidence, confidence) = many(context, child)?;
    let (of, index) = (schema.table(child), schema.index(index));
    let evidence = vec![
        evidence,
        Evidence {
            what: evidence_text(format!("`{}` is not interleaved in `{}`", index.name, table.name)),
            span: index.name_span,
            source: Source::Expression,
        },
    ];
    Some(Finding {
        cause: Some(Cause::ExpiryCascades),
        title: format!(
            "One expired row of `{}` deletes {many} rows of `{}` and their index entries",
            table.name, of.name
        ),
        why: format!(
            "Row, children and index entries are deleted in one transaction of at most {} \
             mutations, and a parent with more of them never expires.",
            number(MUTATIONS_PER_COMMIT)
        )
        .into(),
        help: format!(
            "Give `{}` its own policy, so that its rows expire before their parent",
            of.name
        )
        .into(),
        evidence,
        confidence,
        ..RULE.finding(Object::Table(id), ttl.span)
    })
}

/// How many children a parent row has, in words, if many.
fn many(context: &Context<'_>, child: TableId) -> Option<(String, Evidence, f64)> {
    let table = context.schema.table(child);
    let facts = context.facts.table(child);
    if let Some(most) = facts.children_per_parent {
        let what = "the directive `children-per-parent`".to_owned();
        let evidence = Evidence {
            what: evidence_text(what),
            span: table.name_span,
            source: Source::Directive,
        };
        return (most > MANY).then(|| (format!("up to {}", number(most)), evidence, 0.9));
    }
    if let Some(evidence) = shape::log_like(table) {
        return Some(("all".to_owned(), evidence, 0.6));
    }
    let last = table.key.last()?;
    let fact = context.facts.column(child, last.column);
    let grows = matches!(fact.dist, Dist::TimeArrival | Dist::TimeBucket) && fact.confidence >= 0.8;
    let evidence = fact.evidence.first().filter(|_| grows)?.clone();
    Some(("all".to_owned(), evidence, 0.6))
}
