//! Tables interleaved in each other.

use crate::facts::{Evidence, Source, evidence_text};
use crate::finding::{Finding, Object, Severity};
use crate::report::Report;
use crate::rule::{Context, Reach, Rule};
use crate::schema::TableId;
use crate::shared::tail;

/// The rule.
pub static RULE: Rule = Rule {
    id: "interleave-cycle",
    severity: Severity::Error,
    reach: Reach::Family,
    page: page!("interleave_cycle.md"),
    fixes: &[],
    replaces: &[],
    check,
};

fn check(context: &Context<'_>, out: &mut Report<'_>) {
    let schema = context.schema;
    for id in context.tables() {
        let Some(circle) = circle(context, id) else { continue };
        // One finding for each circle, at its first table.
        if circle.iter().any(|&other| other < id) {
            continue;
        }
        let table = schema.table(id);
        let Some(parent) = &table.parent else { continue };
        let names: Vec<&str> = circle.iter().map(|&id| schema.table(id).name.as_str()).collect();
        let title = match names.as_slice() {
            [only] => format!("`{only}` is interleaved in itself"),
            _ => format!("{} are interleaved in each other", tail::list(&names)),
        };
        let clauses = circle.iter().filter_map(|&id| schema.table(id).parent.as_ref());
        let evidence = clauses.map(|clause| Evidence {
            what: evidence_text(format!("the parent `{}`", clause.name)),
            span: clause.span,
            source: Source::Expression,
        });
        out.push(Finding {
            title,
            why: "Spanner rejects the statement: a parent must exist before its children, so the \
                  chain of parents must end at a root."
                .into(),
            help: format!("Remove the clause from `{}` and make it the root", table.name).into(),
            evidence: evidence.collect(),
            ..RULE.finding(Object::Table(id), parent.span)
        });
    }
}

/// The tables of the circle that `table` is part of.
fn circle(context: &Context<'_>, table: TableId) -> Option<Vec<TableId>> {
    let mut chain = vec![table];
    let mut at = table;
    loop {
        at = context.schema.table(at).parent.as_ref()?.table?;
        if at == table {
            return Some(chain);
        }
        if chain.contains(&at) {
            return None;
        }
        chain.push(at);
    }
}
