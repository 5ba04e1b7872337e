//! Rows without the time by which rows expire.

use crate::facts::{Evidence, Source, lexicon, shape};
use crate::finding::{Finding, Object, Severity};
use crate::report::Report;
use crate::rule::{Context, Reach, Rule};
use crate::schema::Column;

/// The rule.
pub static RULE: Rule = Rule {
    id: "ttl-nullable",
    severity: Severity::Info,
    reach: Reach::Family,
    page: page!("ttl_nullable.md"),
    fixes: &["accept"],
    replaces: &[],
    check,
};

fn check(context: &Context<'_>, out: &mut Report<'_>) {
    for id in context.tables() {
        let table = context.schema.table(id);
        let Some(ttl) = &table.ttl else { continue };
        let Some(found) = table.find_column(&ttl.column.text) else { continue };
        let column = table.column(found);
        // Of a key column the rule on nullable keys speaks.
        let filled = column.not_null
            || column.default.is_some()
            || column.generated.is_some()
            || table.is_key(found);
        // No time to expire at is how a row is kept for ever on purpose; a row without the time
        // it came at is an accident.
        if filled
            || falls_due(column)
            || !shape::arrives(column)
            || context.facts.table(id).retention_forever
        {
            continue;
        }
        out.push(Finding {
            column: Some((id, found)),
            title: format!(
                "`{}.{}` may be NULL, and such rows never expire",
                table.name, column.name
            ),
            why: "The policy compares the column with the current time, and the comparison with \
                  NULL is never true."
                .into(),
            help: format!("Make `{}` NOT NULL, or give it a default", column.name).into(),
            evidence: vec![Evidence {
                what: "the row deletion policy".into(),
                span: ttl.span,
                source: Source::Expression,
            }],
            ..RULE.finding(Object::Table(id), column.name_span)
        });
    }
}

/// The column says when a row expires, not when it came.
fn falls_due(column: &Column) -> bool {
    const DUE: &[&str] = &[
        "expire",
        "expires",
        "expired",
        "expiry",
        "expiration",
        "delete",
        "deleted",
        "purge",
        "ttl",
        "until",
        "valid",
        "end",
        "ends",
        "ended",
        "close",
        "closed",
        "archived",
    ];
    shape::scheduled(column) || lexicon::any(&lexicon::words(&column.name), DUE)
}
