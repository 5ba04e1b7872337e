//! Something was left out of the text, so what is said of it is less sure.

use crate::finding::{Finding, Object, Severity};
use crate::report::Report;
use crate::rule::{Context, Reach, Rule};
use crate::shared::alike::Alike;
use crate::text::Span;
use std::collections::BTreeSet;

/// The rule.
pub static RULE: Rule = Rule {
    id: "meta-elision",
    severity: Severity::Info,
    reach: Reach::Database,
    page: page!("meta_elision.md"),
    fixes: &["accept"],
    replaces: &[],
    check,
};

fn check(context: &Context<'_>, out: &mut Report<'_>) {
    let schema = context.schema;
    let mut elsewhere: Option<Span> = None;
    let mut said = BTreeSet::new();
    let mut found = Alike::default();
    for &span in &schema.elisions {
        let Some(id) = schema.table_around(span) else {
            elsewhere = elsewhere.or(Some(span));
            continue;
        };
        // One place is enough: the whole table is less sure.
        if !said.insert(id) {
            continue;
        }
        let table = schema.table(id);
        found.push(Finding {
            title: format!("Part of `{}` is left out here", table.name),
            why:
                "The missing part may have a default, a comment or a key column, so no finding on \
                 this table is certain."
                    .into(),
            help: "Paste the whole statement".into(),
            ..RULE.finding(Object::Table(id), span)
        });
    }
    found.tell(out);
    out.extend(elsewhere.map(|span| Finding {
        title: "Part of the schema is left out here".to_owned(),
        why: "The missing part is not analysed.".into(),
        help: "Paste the whole statement".into(),
        ..RULE.finding(Object::File, span)
    }));
}
