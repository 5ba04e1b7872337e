//! A secondary index on nothing but a flag.

use crate::facts::Outcome;
use crate::finding::{Finding, Object, Severity};
use crate::report::Report;
use crate::rule::{Context, Reach, Rule};
use crate::severity::number;
use crate::syntax::tree::Type;

/// The rule.
pub static RULE: Rule = Rule {
    id: "index-boolean-only",
    severity: Severity::Info,
    reach: Reach::Family,
    page: page!("index_boolean_only.md"),
    fixes: &["sparse-index", "drop-index", "accept"],
    replaces: &["index-low-cardinality-first", "index-default-value-hot"],
    check,
};

fn check(context: &Context<'_>, out: &mut Report<'_>) {
    let needless = &context.compared().needless;
    for id in context.indexes().filter(|id| !needless.contains(id)) {
        let index = context.schema.index(id);
        let [part] = index.keys.as_slice() else { continue };
        let table = context.schema.table(index.table);
        let column = table.column(part.column);
        let sparse = context.schema.left_out_by(id).contains(&part.column);
        let is_simple = !(index.managed || index.unique || index.parent.is_some() || sparse);
        // With time behind the flag the entries move, which is another finding and a worse one.
        let moves = matches!(
            context.facts.index(id).walk.outcome,
            Outcome::Moving { .. } | Outcome::Bucket { spread_within: false, .. }
        );
        if column.ty != Some(Type::Bool) || !is_simple || moves {
            continue;
        }
        let fact = context.facts.column(index.table, part.column);
        let rows = match context.facts.table(index.table).rows {
            Some(rows) => format!("all {} rows", number(rows)),
            None => "every row".to_owned(),
        };
        out.push(Finding {
            column: Some((index.table, part.column)),
            title: format!(
                "`{}` is on the flag `{}.{}` alone",
                index.name, table.name, column.name
            ),
            why: format!(
                "It has an entry for {rows} of `{}` but only two values: for the frequent value \
                 the index saves nothing, and for the rare one most of the entries are not needed.",
                table.name
            )
            .into(),
            help: "Index a generated column that is NULL for the value that no query needs, and \
                   filter out NULLs"
                .into(),
            evidence: fact.evidence.clone(),
            confidence: fact.confidence,
            ..RULE.finding(Object::Index(id), part.span)
        });
    }
}
