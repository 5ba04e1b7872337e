//! A unique index that starts with a shard or an owner: the rest may repeat behind another one.

use crate::facts::columns::said_unique;
use crate::facts::{Dist, Evidence};
use crate::finding::{Finding, Object, Severity};
use crate::report::Report;
use crate::rule::{Context, Reach, Rule};
use crate::schema::{ColumnId, Index, Table};
use crate::shared::tail;

/// The rule.
pub static RULE: Rule = Rule {
    id: "index-unique-lost-by-shard",
    severity: Severity::Warn,
    reach: Reach::Family,
    page: page!("index_unique_lost_by_shard.md"),
    fixes: &["shard-index", "accept"],
    replaces: &[],
    check,
};

fn check(context: &Context<'_>, out: &mut Report<'_>) {
    for id in context.indexes() {
        let index = context.schema.index(id);
        if !index.unique || index.managed || index.keys.len() < 2 {
            continue;
        }
        let table = context.schema.table(index.table);
        let lead = &index.keys[0];
        // With the whole key behind it, nothing could repeat in any case.
        let rest: Vec<ColumnId> = index.keys[1..].iter().map(|part| part.column).collect();
        let key = table.key.iter().filter(|part| part.column != lead.column);
        if !table.key.is_empty() && key.clone().all(|part| rest.contains(&part.column)) {
            continue;
        }
        let fact = context.facts.column(index.table, lead.column);
        let by_shard = matches!(fact.dist, Dist::Shard { .. });
        let (meant, evidence) = if by_shard {
            if !is_foreign(&fact.dist, &rest) {
                continue;
            }
            (rest.clone(), fact.evidence.clone())
        } else {
            let Some((column, said)) = said(context, index, &rest) else { continue };
            (vec![column], vec![said])
        };
        out.push(finding(table, index, &meant, evidence, fact.confidence, Object::Index(id)));
    }
}

/// The shard says nothing of the columns behind it: it comes from the application, or from a
/// column that is not among them.
fn is_foreign(shard: &Dist, rest: &[ColumnId]) -> bool {
    match shard {
        Dist::Shard { of: Some(of), .. } => !rest.contains(of),
        Dist::Shard { of: None, derived, .. } => !derived,
        _ => false,
    }
}

/// A column behind the first that a directive calls unique on its own.
fn said(context: &Context<'_>, index: &Index, rest: &[ColumnId]) -> Option<(ColumnId, Evidence)> {
    let mut found = rest
        .iter()
        .filter_map(|&column| Some((column, said_unique(context.schema, index.table, column)?)));
    found.next()
}

fn finding(
    table: &Table,
    index: &Index,
    meant: &[ColumnId],
    evidence: Vec<Evidence>,
    confidence: f64,
    object: Object,
) -> Finding {
    let lead = &index.keys[0];
    let names: Vec<&str> = meant.iter().map(|&id| table.column(id).name.as_str()).collect();
    let names = tail::list(&names);
    let leader = &table.column(lead.column).name;
    Finding {
        title: format!("`{}` keeps {names} unique only within one `{leader}`", index.name),
        why: format!(
            "Spanner accepts two rows with the same {names} and different values of `{leader}`, \
             which the index was meant to prevent."
        )
        .into(),
        help: format!("Generate `{leader}` from {names}, or index them without it").into(),
        evidence,
        confidence,
        column: Some((index.table, lead.column)),
        ..RULE.finding(object, lead.span)
    }
}
