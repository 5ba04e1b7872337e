//! The hidden unique index on the referenced side of a foreign key moves.

use crate::facts::{Evidence, Source, evidence_text};
use crate::finding::{Finding, Object, Severity};
use crate::report::Report;
use crate::rule::{Context, Reach, Rule};
use crate::shared::{family, tail};

/// The rule.
pub static RULE: Rule = Rule {
    id: "fk-referenced-index-hot",
    severity: Severity::High,
    reach: Reach::Family,
    page: page!("fk_referenced_index_hot.md"),
    fixes: &["foreign-key", "accept"],
    replaces: &["fk-references-non-pk"],
    check,
};

fn check(context: &Context<'_>, out: &mut Report<'_>) {
    let schema = context.schema;
    for (id, key, index) in
        family::each_hidden(context, |schema, _, key| family::referenced(schema, key))
    {
        let walk = &context.facts.index(index).walk;
        let Some(tail) = tail::single(context, walk) else { continue };
        let base = schema.table(schema.index(index).table);
        let verdict = tail::judge_index(context, index, tail.fact.confidence);
        let why = tail::cost(context, &verdict);
        let cause = Evidence {
            what: evidence_text(format!("the foreign key of `{}`", schema.table(id).name)),
            span: key.span,
            source: Source::Expression,
        };
        let found = Finding {
            title: format!(
                "The hidden unique index of a foreign key, on {}, gets every new entry in its last \
                 split",
                family::with_columns(base, &key.referenced)
            ),
            why: format!(
                "{why} Spanner creates this index because `{}` references columns that are not the \
                 primary key of `{}`.",
                schema.table(id).name,
                base.name
            )
            .into(),
            help: format!("Reference the primary key of `{}`", base.name).into(),
            evidence: tail.fact.evidence.iter().cloned().chain([cause]).collect(),
            ..tail::finding(RULE.id, Object::Index(index), &tail, verdict)
        };
        let name = tail::named(base, tail.part);
        out.extend(tail::or_question(
            found,
            &name,
            "The hidden unique index of a foreign key starts with",
        ));
    }
}
