//! The hidden index on the referencing side of a foreign key moves.

use crate::cause::Cause;
use crate::facts::{Evidence, Source, evidence_text};
use crate::finding::{Finding, Object, Severity};
use crate::fk::fk_shard_key_missing;
use crate::report::Report;
use crate::rule::{Context, Reach, Rule};
use crate::shared::{family, tail};
use crate::syntax::tree::Dialect;

/// The rule.
pub static RULE: Rule = Rule {
    id: "fk-backing-index-hot",
    severity: Severity::High,
    reach: Reach::Family,
    page: page!("fk_backing_index_hot.md"),
    fixes: &["foreign-key", "accept"],
    replaces: &[],
    check,
};

fn check(context: &Context<'_>, out: &mut Report<'_>) {
    let schema = context.schema;
    let google = schema.dialect == Dialect::GoogleSql;
    for (id, key, index) in family::each_hidden(context, |schema, id, key| {
        family::backing(schema, id, key).filter(|_| key.enforced)
    }) {
        let walk = &context.facts.index(index).walk;
        let Some(tail) = tail::single(context, walk) else { continue };
        // The shard that is missing there is missing here: one cause, told at the other index.
        if fk_shard_key_missing::speaks_of(context, key) {
            continue;
        }
        let table = schema.table(id);
        let verdict = tail::judge_index(context, index, tail.fact.confidence);
        let why = tail::cost(context, &verdict);
        let mut evidence = tail.fact.evidence.clone();
        // What is inherited through the foreign key names it already.
        if !evidence.iter().any(|known| known.span == key.span) {
            evidence.push(Evidence {
                what: evidence_text(format!("the foreign key to `{}`", key.table_name)),
                span: key.span,
                source: Source::Expression,
            });
        }
        let or = if google { ", or declare the foreign key NOT ENFORCED" } else { "" };
        let found = Finding {
            cause: Some(Cause::BackingIndexHot),
            title: format!(
                "The hidden index of a foreign key, on {}, gets every new entry in its last split",
                family::with_columns(table, &key.columns)
            ),
            why: format!(
                "{why} Spanner creates this index for the foreign key to `{}`: it appears in no \
                 statement and cannot be dropped on its own.",
                key.table_name
            )
            .into(),
            help: format!(
                "Reference a key of `{}` whose values are not sequential{or}",
                key.table_name
            )
            .into(),
            evidence,
            ..tail::finding(RULE.id, Object::Index(index), &tail, verdict)
        };
        let name = tail::named(table, tail.part);
        out.extend(tail::or_question(
            found,
            &name,
            "The hidden index of a foreign key starts with",
        ));
    }
}
