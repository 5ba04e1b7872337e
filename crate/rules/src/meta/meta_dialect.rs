//! A text in two dialects.

use crate::facts::{Evidence, Source, evidence_text};
use crate::finding::{Finding, Object, Severity};
use crate::report::Report;
use crate::rule::{Context, Reach, Rule};
use crate::syntax::tree::Dialect;

/// The rule.
pub static RULE: Rule = Rule {
    id: "meta-dialect",
    severity: Severity::Info,
    reach: Reach::Database,
    page: page!("meta_dialect.md"),
    fixes: &[],
    replaces: &[],
    check,
};

/// Places a finding names as evidence.
const SHOWN: usize = 5;

fn check(context: &Context<'_>, out: &mut Report<'_>) {
    let others = &context.schema.other_dialect;
    let Some(first) = others.first() else { return };
    let (own, other) = match context.schema.dialect {
        Dialect::GoogleSql => ("GoogleSQL", "PostgreSQL"),
        Dialect::PostgreSql => ("PostgreSQL", "GoogleSQL"),
    };
    let what = match (first.statement, first.said.as_str()) {
        (true, "") => "a statement".to_owned(),
        (true, said) => format!("`{said}`"),
        (false, said) => format!("the type `{said}`"),
    };
    let more = match others.len() - 1 {
        0 => String::new(),
        n => format!(", and {n} more"),
    };
    let evidence = others.iter().take(SHOWN).map(|place| Evidence {
        what: evidence_text(format!("`{}`", place.said)),
        span: place.span,
        source: Source::Expression,
    });
    out.push(Finding {
        title: format!("The schema is read as {own}, but {what} is {other}{more}"),
        why: "A database has one dialect, chosen when it is created; Spanner rejects DDL in the \
              other."
            .into(),
        help: "Use one dialect throughout, or set the dialect with a directive such as `-- \
               hotsplit: file dialect=pg`"
            .into(),
        evidence: evidence.collect(),
        ..RULE.finding(Object::File, first.span)
    });
}
