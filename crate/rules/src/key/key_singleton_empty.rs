//! A table whose primary key is empty holds one row.

use crate::facts::{Evidence, Source, evidence_text};
use crate::finding::{Finding, Object, Severity, UnsplittableReason};
use crate::report::Report;
use crate::rule::{Context, Reach, Rule};
use crate::severity::number;

/// The rule.
pub static RULE: Rule = Rule {
    id: "key-singleton-empty",
    severity: Severity::Warn,
    reach: Reach::Family,
    page: page!("key_singleton_empty.md"),
    fixes: &["accept"],
    replaces: &[],
    check,
};

fn check(context: &Context<'_>, out: &mut Report<'_>) {
    for id in context.tables() {
        let table = context.schema.table(id);
        let Some(clause) = table.key_clause.as_ref().filter(|clause| clause.empty) else {
            continue;
        };
        let low = context.facts.table(id).low_write.as_ref();
        let what = "the empty PRIMARY KEY ()".to_owned();
        out.push(Finding {
            title: format!("`{}` can have only one row: its primary key is empty", table.name),
            why: format!(
                "A second insert is rejected, and every write locks the same row, which can take \
                 at most about {} writes/s.",
                number(context.facts.file.ceiling)
            )
            .into(),
            help: "Add a key column, or accept it for a table of settings that is rarely written"
                .into(),
            reason: Some(UnsplittableReason::HotRow),
            evidence: vec![Evidence {
                what: evidence_text(what),
                span: clause.span,
                source: Source::Expression,
            }],
            severity: if low.is_some() { Severity::Info } else { RULE.severity },
            harmless: low.map(|low| low.evidence.what.to_string()),
            ..RULE.finding(Object::Table(id), clause.span)
        });
    }
}
