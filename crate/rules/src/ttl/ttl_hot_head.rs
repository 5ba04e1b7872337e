//! Rows expire at one end of the key while inserts hit the other.

use crate::facts::{Evidence, Source};
use crate::finding::{Finding, Object, Severity};
use crate::report::Report;
use crate::rule::{Context, Reach, Rule};
use crate::shared::tail;

/// The rule.
pub static RULE: Rule = Rule {
    id: "ttl-hot-head",
    severity: Severity::Info,
    reach: Reach::Family,
    page: page!("ttl_hot_head.md"),
    fixes: &["hash-shard-prefix", "reorder-key", "random-uuid-key", "accept"],
    replaces: &[],
    check,
};

fn check(context: &Context<'_>, out: &mut Report<'_>) {
    for id in context.tables() {
        let table = context.schema.table(id);
        let Some(ttl) = &table.ttl else { continue };
        let Some(tail) = tail::of_table(context, id) else { continue };
        let verdict = tail::judge_table(context, id, tail.fact.confidence);
        let mut evidence = tail.fact.evidence.clone();
        evidence.push(Evidence {
            what: "the row deletion policy".into(),
            span: ttl.span,
            source: Source::Expression,
        });
        out.push(Finding {
            severity: Severity::Info,
            title: format!(
                "Rows of `{}` expire at one end of the key range while inserts go to the other",
                table.name
            ),
            why: "The oldest rows are adjacent, so TTL deletes from one split after another, and \
                  every scan reads the emptied ranges first for days."
                .into(),
            help: "Change the key so that rows of one hour are not adjacent".into(),
            evidence,
            utilisation: None,
            attached: Vec::new(),
            ..tail::finding(RULE.id, Object::Table(id), &tail, verdict)
        });
    }
}
