//! An interleaving tree of many levels.

use crate::facts::{Evidence, Source, evidence_text};
use crate::finding::{Finding, Object, Severity};
use crate::report::Report;
use crate::rule::{Context, Reach, Rule};
use crate::schema::TableId;
use crate::schema::limits::INTERLEAVE_LEVELS_MAX;
use crate::schema::past::Limited;
use crate::shared::{past, tail};
use std::collections::BTreeMap;

/// The rule.
pub static RULE: Rule = Rule {
    id: "interleave-depth",
    severity: Severity::Error,
    reach: Reach::Family,
    page: page!("interleave_depth.md"),
    fixes: &[],
    replaces: &[],
    check,
};

/// From this level on a tree is worth a remark (assumption of ours: two levels before the limit).
const DEEP: usize = 5;

fn check(context: &Context<'_>, out: &mut Report<'_>) {
    past::findings(context, &RULE, Limited::Levels, out);
    let schema = context.schema;
    let deepest = deepest(context);
    for id in context.tables() {
        let Some(chain) = chain(context, id) else { continue };
        let table = schema.table(id);
        let Some(parent) = &table.parent else { continue };
        let levels = chain.len();
        let refused = levels == INTERLEAVE_LEVELS_MAX + 1;
        let deep = (DEEP..=INTERLEAVE_LEVELS_MAX).contains(&levels)
            && schema.children_of(id).next().is_none()
            && chain.first().and_then(|root| deepest.get(root)) == Some(&(levels, id));
        if !refused && !deep {
            continue;
        }
        let names: Vec<&str> = chain.iter().map(|&id| schema.table(id).name.as_str()).collect();
        let (why, help) = if refused {
            let why = format!(
                "Spanner rejects the statement: a tree has at most {INTERLEAVE_LEVELS_MAX} levels, \
                 including its root."
            );
            (why, format!("Make `{}` a separate table with a foreign key", table.name))
        } else {
            let why = format!(
                "Every key repeats all keys above it ({} columns here), and at most \
                 {INTERLEAVE_LEVELS_MAX} levels are allowed.",
                table.key.len()
            );
            (why, "Interleave only what is read with its parent".to_owned())
        };
        out.push(Finding {
            severity: if refused { Severity::Error } else { Severity::Info },
            title: format!("`{}` is at level {levels} of its interleaving tree", table.name),
            why: why.into(),
            help: help.into(),
            evidence: vec![Evidence {
                what: evidence_text(format!("the levels {}", tail::list(&names))),
                span: parent.span,
                source: Source::Expression,
            }],
            ..RULE.finding(Object::Table(id), parent.span)
        });
    }
}

/// The tables from the root down to `table`; `None` where they form a circle.
fn chain(context: &Context<'_>, table: TableId) -> Option<Vec<TableId>> {
    let mut chain = vec![table];
    let mut at = table;
    while let Some(above) = context.schema.table(at).parent.as_ref().and_then(|up| up.table) {
        if chain.contains(&above) {
            return None;
        }
        chain.push(above);
        at = above;
    }
    chain.reverse();
    Some(chain)
}

/// By root: the deepest level of its tree and the first table there.
fn deepest(context: &Context<'_>) -> BTreeMap<TableId, (usize, TableId)> {
    let mut deepest: BTreeMap<TableId, (usize, TableId)> = BTreeMap::new();
    for id in context.schema.table_ids().filter(|&id| context.schema.table(id).parent.is_some()) {
        let Some(chain) = chain(context, id) else { continue };
        let Some(&root) = chain.first() else { continue };
        let there = deepest.entry(root).or_insert((0, id));
        if chain.len() > there.0 {
            *there = (chain.len(), id);
        }
    }
    deepest
}
