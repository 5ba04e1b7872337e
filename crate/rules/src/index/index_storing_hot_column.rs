//! An index that stores a column which changes again and again.

use crate::cause::Cause;
use crate::facts::columns::changes;
use crate::finding::{Finding, Object, Severity};
use crate::report::Report;
use crate::rule::{Context, Reach, Rule};
use crate::severity::number;
use crate::shared::{reads, tail};

/// The rule.
pub static RULE: Rule = Rule {
    id: "index-storing-hot-column",
    severity: Severity::Warn,
    reach: Reach::Family,
    page: page!("index_storing_hot_column.md"),
    fixes: &["storing", "accept"],
    replaces: &[],
    check,
};

fn check(context: &Context<'_>, out: &mut Report<'_>) {
    for id in context.indexes() {
        let index = context.schema.index(id);
        let facts = context.facts.table(index.table);
        if facts.low_write.is_some() {
            continue;
        }
        let change = |column| {
            changes(context.schema, index.table, column, context.facts.column(index.table, column))
        };
        // An entry that moves with every update is written in any case.
        if index.keys.iter().any(|part| change(part.column).is_some()) {
            continue;
        }
        let stored = index.storing.iter().zip(&index.storing_spans);
        let hot: Vec<_> =
            stored.filter_map(|(&column, &span)| Some((column, span, change(column)?))).collect();
        let Some((column, span, _)) = hot.first() else { continue };
        let table = context.schema.table(index.table);
        let names: Vec<&str> =
            hot.iter().map(|(column, ..)| table.column(*column).name.as_str()).collect();
        let names = tail::list(&names);
        let stated = context.facts.column(index.table, *column).mutable.as_ref();
        let rate = stated.and_then(|mutable| mutable.per_second).or(facts.updates_per_second);
        let rate = rate.map_or(String::new(), |rate| format!(", {} times a second", number(rate)));
        let verb = if hot.len() == 1 { "changes" } else { "change" };
        out.push(Finding {
            cause: Some(Cause::HotColumnsStored),
            title: format!("`{}` stores {names}, which {verb} often", index.name),
            why: format!(
                "Every update of {names} also rewrites the index entry{rate}, and if the entry is \
                 on another split the commit has two participants."
            )
            .into(),
            help: format!("Remove {names} from {}", reads::storing(context)).into(),
            confidence: if stated.is_some() { 0.8 } else { 0.6 },
            column: Some((index.table, *column)),
            evidence: hot.iter().map(|(.., evidence)| evidence.clone()).collect(),
            ..RULE.finding(Object::Index(id), *span)
        });
    }
}
