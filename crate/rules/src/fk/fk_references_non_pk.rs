//! A foreign key to columns that are not the primary key.

use crate::facts::{Evidence, Source, evidence_text};
use crate::finding::{Finding, Object, Severity};
use crate::report::Report;
use crate::rule::{Context, Reach, Rule};
use crate::shared::family;

/// The rule.
pub static RULE: Rule = Rule {
    id: "fk-references-non-pk",
    severity: Severity::Info,
    reach: Reach::Family,
    page: page!("fk_references_non_pk.md"),
    fixes: &["foreign-key", "accept"],
    replaces: &[],
    check,
};

fn check(context: &Context<'_>, out: &mut Report<'_>) {
    let schema = context.schema;
    for (id, key, index) in
        family::each_hidden(context, |schema, _, key| family::referenced(schema, key))
    {
        let base = schema.table(schema.index(index).table);
        let primary: Vec<_> = base.key.iter().map(|part| part.column).collect();
        out.push(Finding {
            title: format!(
                "The foreign key of `{}` references {}, which is not the primary key",
                schema.table(id).name,
                family::with_columns(base, &key.referenced)
            ),
            why: format!(
                "Spanner keeps a hidden unique index on these columns for it: every insert into \
                 `{}` writes one more entry, and a second row with the same values is rejected.",
                base.name
            )
            .into(),
            help: format!("Reference {}", family::with_columns(base, &primary)).into(),
            evidence: vec![Evidence {
                what: evidence_text(format!("the primary key of `{}`", base.name)),
                span: base.key.first().map_or(base.name_span, |part| part.span),
                source: Source::Expression,
            }],
            ..RULE.finding(Object::Index(index), key.span)
        });
    }
}
