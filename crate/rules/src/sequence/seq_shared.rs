//! One sequence behind several tables.

use crate::facts::{Evidence, Source, evidence_text};
use crate::finding::{Finding, Object, Severity};
use crate::report::Report;
use crate::rule::{Context, Reach, Rule};
use crate::shared::tail::list;

/// The rule.
pub static RULE: Rule = Rule {
    id: "seq-shared",
    severity: Severity::Info,
    reach: Reach::Database,
    page: page!("seq_shared.md"),
    fixes: &["accept"],
    replaces: &[],
    check,
};

fn check(context: &Context<'_>, out: &mut Report<'_>) {
    let schema = context.schema;
    for id in schema.sequence_ids() {
        let sequence = schema.sequence(id);
        let mut tables: Vec<_> = sequence.users.iter().map(|&(table, _)| table).collect();
        tables.dedup();
        if tables.len() < 2 {
            continue;
        }
        let names: Vec<&str> = tables.iter().map(|&t| schema.table(t).name.as_str()).collect();
        let evidence = sequence.users.iter().map(|&(table, column)| {
            let (table, column) = (schema.table(table), schema.table(table).column(column));
            let span = column.default.as_ref().map_or(column.name_span, |expr| expr.span);
            let what = format!("the default of `{}.{}`", table.name, column.name);
            Evidence { what: evidence_text(what), span, source: Source::Expression }
        });
        out.push(Finding {
            title: format!("`{}` generates the ids of {}", sequence.name, list(&names)),
            why: format!(
                "The {} tables use one counter, so none can skip a range, restart or move without \
                 the others.",
                tables.len()
            )
            .into(),
            help: "Give each table a sequence of its own".into(),
            evidence: evidence.collect(),
            ..RULE.finding(Object::Sequence(id), sequence.name_span)
        });
    }
}
