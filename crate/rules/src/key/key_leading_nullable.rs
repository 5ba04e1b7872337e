//! A primary key column that may be NULL.

use crate::facts::{Evidence, Source, evidence_text};
use crate::finding::{Finding, Object, Severity};
use crate::report::Report;
use crate::rule::{Context, Reach, Rule};
use crate::shared::tail;
use crate::syntax::tree::Dialect;

/// The rule.
pub static RULE: Rule = Rule {
    id: "key-leading-nullable",
    severity: Severity::Info,
    reach: Reach::Family,
    page: page!("key_leading_nullable.md"),
    fixes: &["accept"],
    replaces: &[],
    check,
};

fn check(context: &Context<'_>, out: &mut Report<'_>) {
    // A PostgreSQL key is NOT NULL by itself.
    if context.schema.dialect == Dialect::PostgreSql {
        return;
    }
    for id in context.tables() {
        let table = context.schema.table(id);
        let open: Vec<_> = context
            .facts
            .table(id)
            .walk
            .parts
            .iter()
            .filter(|part| {
                let column = table.column(part.column);
                // What Spanner fills in is NULL only for those who ask for it.
                let filled = column.default.is_some()
                    || column.identity.is_some()
                    || column.generated.is_some();
                !part.inherited && !column.not_null && !filled
            })
            .collect();
        let Some(first) = open.first() else { continue };
        let names: Vec<&str> =
            open.iter().map(|part| table.column(part.column).name.as_str()).collect();
        let verb = if names.len() == 1 { "is a key column" } else { "are key columns" };
        out.push(Finding {
            column: Some((id, first.column)),
            title: format!("{} of `{}` {verb} and may be NULL", tail::list(&names), table.name),
            why: "A row can have the key NULL, children must repeat the nullability, and a key \
                  column can never be made NOT NULL later."
                .into(),
            help: "Declare it NOT NULL now".into(),
            evidence: vec![Evidence {
                what: evidence_text(format!("`{}` without NOT NULL", names[0])),
                span: table.column(first.column).name_span,
                source: Source::Expression,
            }],
            ..RULE.finding(Object::Table(id), table.column(first.column).span)
        });
    }
}
