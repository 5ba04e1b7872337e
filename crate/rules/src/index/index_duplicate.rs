//! Two secondary indexes that order the same rows in the same way.

use crate::cause::Cause;
use crate::finding::{Finding, Object, Severity};
use crate::report::Report;
use crate::rule::{Context, Reach, Rule};
use crate::severity::number;
use crate::shared::redundant::Held;
use crate::shared::tail;

/// The rule.
pub static RULE: Rule = Rule {
    id: "index-duplicate",
    severity: Severity::Warn,
    reach: Reach::Family,
    page: page!("index_duplicate.md"),
    fixes: &["drop-index", "storing", "accept"],
    replaces: &["index-prefix-redundant"],
    check,
};

fn check(context: &Context<'_>, out: &mut Report<'_>) {
    for all in context.compared().by_table.values() {
        for held in all {
            if let Some(kept) = held.kept(all) {
                out.push(finding(context, held, kept));
            }
        }
    }
}

fn finding(context: &Context<'_>, held: &Held<'_>, kept: &Held<'_>) -> Finding {
    let (name, other) = (&held.index.name, &kept.index.name);
    let table = context.schema.table(held.index.table);
    let missing: Vec<&str> = held
        .missing_in(kept)
        .into_iter()
        .map(|column| table.column(column).name.as_str())
        .collect();
    let writes = match context.facts.index(held.id).writes_per_second {
        Some(writes) => format!("{} entries/s are written twice", number(writes)),
        None => "Every entry is written twice".to_owned(),
    };
    let help = match missing.as_slice() {
        [] => format!("Drop `{name}` and keep `{other}`"),
        columns => {
            format!("Store {} in `{other}` as well, then drop `{name}`", tail::list(columns))
        }
    };
    Finding {
        cause: Some(Cause::IndexRepeated),
        title: format!("`{name}` has the same order of `{}` as `{other}`", table.name),
        why: format!(
            "{writes} and stored twice, in different splits, and the commit waits for both."
        )
        .into(),
        help: help.into(),
        evidence: vec![kept.evidence(context.schema)],
        ..RULE.finding(Object::Index(held.id), held.index.keys_list)
    }
}
