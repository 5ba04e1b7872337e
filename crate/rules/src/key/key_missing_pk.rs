//! A table without a primary key.

use crate::facts::{Evidence, Source, evidence_text};
use crate::finding::{Finding, Object, Severity};
use crate::report::Report;
use crate::rule::{Context, Reach, Rule};

/// The rule.
pub static RULE: Rule = Rule {
    id: "key-missing-pk",
    severity: Severity::Info,
    reach: Reach::Family,
    page: page!("key_missing_pk.md"),
    fixes: &["random-uuid-key", "identity-column", "accept"],
    replaces: &[],
    check,
};

fn check(context: &Context<'_>, out: &mut Report<'_>) {
    for id in context.tables() {
        let table = context.schema.table(id);
        if !table.hidden_rowid {
            continue;
        }
        let what = "it has no PRIMARY KEY, so Spanner adds `rowid`".to_owned();
        out.push(Finding {
            title: format!("`{}` has no primary key: Spanner adds a hidden `rowid`", table.name),
            why: "The table is sorted by a number that no query uses, reads by any other column \
                  need an index, and a primary key cannot be added later."
                .into(),
            help: "Declare the key that rows are read by".into(),
            evidence: vec![Evidence {
                what: evidence_text(what),
                span: table.name_span,
                source: Source::Expression,
            }],
            ..RULE.finding(Object::Table(id), table.name_span)
        });
    }
}
