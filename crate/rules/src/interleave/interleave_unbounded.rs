//! A log interleaved in what it is about.

use crate::facts::Outcome;
use crate::finding::{Finding, Object, Severity};
use crate::report::Report;
use crate::rule::{Context, Reach, Rule};
use crate::schema::TableId;
use crate::shared::family;

/// The rule.
pub static RULE: Rule = Rule {
    id: "interleave-unbounded",
    severity: Severity::Warn,
    reach: Reach::Family,
    page: page!("interleave_unbounded.md"),
    fixes: &["interleave-table", "row-deletion-policy", "accept"],
    replaces: &[],
    check,
};

/// How sure a name makes, and how sure a time in the key makes (assumptions of ours).
const BY_NAME: f64 = 0.8;
const BY_KEY: f64 = 0.6;

fn check(context: &Context<'_>, out: &mut Report<'_>) {
    let schema = context.schema;
    for id in context.tables() {
        let table = schema.table(id);
        let Some(parent) = &table.parent else { continue };
        let above = parent.table.map(|above| schema.table(above));
        // A child with its parent's key is one row, and a few values are a few rows.
        let one = above.is_some_and(|above| table.key.len() <= above.key.len());
        if one || family::has_small_key(context, id) || has_small_parent(context, parent.table) {
            continue;
        }
        let Some(gathering) = family::gathers(context, id, &parent.name) else { continue };
        if parent.table.is_some_and(|above| gathers_above(context, above)) {
            continue;
        }
        let ever = context.facts.table(id).retention_forever;
        out.push(Finding {
            severity: if gathering.named || ever { Severity::Warn } else { Severity::Info },
            title: format!(
                "`{}` is interleaved in `{}` and grows without bound",
                table.name, parent.name
            ),
            why: format!(
                "Spanner keeps a row of `{0}` and all rows below it together; once they outgrow a \
                 split, Spanner divides them, and reading one `{0}` involves several servers.",
                parent.name
            )
            .into(),
            help: format!(
                "Give `{}` a row deletion policy, or make it a separate table with a foreign key",
                table.name
            )
            .into(),
            confidence: if gathering.named { BY_NAME } else { BY_KEY },
            evidence: vec![gathering.evidence],
            ..RULE.finding(Object::Table(id), parent.span)
        });
    }
}

/// The parent has few rows: that is the trouble, and another rule's.
fn has_small_parent(context: &Context<'_>, above: Option<TableId>) -> bool {
    let outcome = above.map(|above| &context.facts.table(above).walk.outcome);
    matches!(outcome, Some(Outcome::HotRow { .. }))
}

/// The table above gathers already: one finding for a branch.
fn gathers_above(context: &Context<'_>, above: TableId) -> bool {
    let parent = context.schema.table(above).parent.as_ref();
    parent.is_some_and(|parent| family::gathers(context, above, &parent.name).is_some())
}
