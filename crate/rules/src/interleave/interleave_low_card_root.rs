//! A root of few rows with logs interleaved in it.

use crate::cause::Cause;
use crate::facts::{Dist, Outcome};
use crate::finding::{Finding, Object, Severity};
use crate::report::Report;
use crate::rule::{Context, Reach, Rule};
use crate::schema::{Schema, TableId};
use crate::severity::number;
use crate::shared::tail;
use crate::shared::tail::Tail;
use std::collections::BTreeSet;

/// The rule.
pub static RULE: Rule = Rule {
    id: "interleave-low-card-root",
    severity: Severity::High,
    reach: Reach::Family,
    page: page!("interleave_low_card_root.md"),
    fixes: &["interleave-table", "accept"],
    replaces: &[],
    check,
};

fn check(context: &Context<'_>, out: &mut Report<'_>) {
    let schema = context.schema;
    for id in context.tables() {
        let walk = &context.facts.table(id).walk;
        let Outcome::HotRow { rows } = walk.outcome else { continue };
        if schema.table(id).parent.is_some() || walk.parts.is_empty() {
            continue;
        }
        let below: Vec<TableId> =
            below(schema, id).into_iter().filter(|&child| follows(context, child)).collect();
        if let Some(&busiest) = below.first() {
            out.push(finding(context, id, rows, busiest, &below));
        }
    }
}

/// The tables of the tree of a root, without it, in the order of the text.
fn below(schema: &Schema, root: TableId) -> BTreeSet<TableId> {
    let mut found = BTreeSet::new();
    let mut open = vec![root];
    while let Some(id) = open.pop() {
        open.extend(schema.children_of(id).filter(|&child| child != root && found.insert(child)));
    }
    found
}

/// Inserts follow the clock inside each of the few values above.
fn follows(context: &Context<'_>, table: TableId) -> bool {
    let walk = &context.facts.table(table).walk;
    let Outcome::Moving { at, .. } = walk.outcome else { return false };
    let is_low = |dist: &Dist| matches!(dist, Dist::LowCard { .. } | Dist::Constant);
    !walk.parts[at].inherited
        && walk.parts[..at].iter().all(|part| is_low(&context.facts.part(part).dist))
}

fn finding(
    context: &Context<'_>,
    root: TableId,
    rows: u32,
    busiest: TableId,
    below: &[TableId],
) -> Finding {
    let schema = context.schema;
    let table = schema.table(root);
    let part = &context.facts.table(root).walk.parts[0];
    let lead = Tail { part, fact: context.facts.part(part) };
    let moving = context.facts.table(busiest);
    let at = match moving.walk.outcome {
        Outcome::Moving { at, .. } => at,
        _ => 0,
    };
    let evidence = &context.facts.part(&moving.walk.parts[at]).evidence;
    let confidence =
        lead.fact.confidence.min(context.facts.part(&moving.walk.parts[at]).confidence);
    let verdict = tail::judge_table(context, busiest, confidence);
    // Without a rate, k points are a warning: they may well be enough.
    let verdict = match verdict.utilisation {
        Some(_) => verdict,
        None => tail::at_most(verdict, Severity::Warn),
    };
    let names: Vec<&str> = below.iter().map(|&id| schema.table(id).name.as_str()).collect();
    let takes = number(f64::from(rows) * context.facts.file.ceiling);
    Finding {
        cause: Some(Cause::LowCardinalityRoot),
        title: format!(
            "`{}` is the root of {} and has only about {rows} rows",
            table.name,
            tail::list(&names)
        ),
        why: format!(
            "Rows of `{}` are inserted in order below about {rows} roots, so all of them go to \
             {rows} points: {takes} writes/s at most, and a single value is limited to {}.",
            names[0],
            number(context.facts.file.ceiling)
        )
        .into(),
        help: format!(
            "Start the key of `{}` with an entity of many values, and keep `{}` as a foreign key",
            names[0], table.name
        )
        .into(),
        evidence: lead.fact.evidence.iter().chain(evidence).cloned().collect(),
        confidence,
        ..tail::finding(RULE.id, Object::Table(root), &lead, verdict)
    }
}
