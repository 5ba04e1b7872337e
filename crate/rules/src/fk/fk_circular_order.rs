//! Foreign keys in a circle, written into the tables themselves.

use crate::facts::{Evidence, Source, evidence_text};
use crate::finding::{Finding, Object, Severity};
use crate::report::Report;
use crate::rule::{Context, Reach, Rule};
use crate::schema::{ForeignKey, Table, TableId};
use crate::shared::tail;

/// The rule.
pub static RULE: Rule = Rule {
    id: "fk-circular-order",
    severity: Severity::Info,
    reach: Reach::Family,
    page: page!("fk_circular_order.md"),
    fixes: &["accept"],
    replaces: &[],
    check,
};

fn check(context: &Context<'_>, out: &mut Report<'_>) {
    let schema = context.schema;
    for circle in circles(context) {
        let later: Vec<(TableId, &ForeignKey)> = circle
            .iter()
            .flat_map(|&id| schema.table(id).foreign_keys.iter().map(move |key| (id, key)))
            .filter(|&(id, key)| {
                key.table.is_some_and(|above| {
                    circle.binary_search(&above).is_ok()
                        && forward(schema.table(id), key, schema.table(above))
                })
            })
            .collect();
        let Some(&(id, key)) = later.first() else { continue };
        let names: Vec<&str> = circle.iter().map(|&id| schema.table(id).name.as_str()).collect();
        let evidence = later.iter().map(|&(id, key)| Evidence {
            what: evidence_text(format!(
                "the foreign key of `{}` to `{}`, which is created later",
                schema.table(id).name,
                key.table_name
            )),
            span: key.span,
            source: Source::Expression,
        });
        out.push(Finding {
            title: format!("The foreign keys of {} form a cycle", tail::some(&names)),
            why: format!(
                "`{}` is created before `{}`, which its foreign key references, and no order of \
                 the tables avoids this: Spanner rejects a foreign key to a table that does not \
                 exist yet.",
                schema.table(id).name,
                key.table_name
            )
            .into(),
            help: match later.len() {
                1 => format!(
                    "Add the foreign key to `{}` with ALTER TABLE after all tables",
                    key.table_name
                ),
                many => format!(
                    "Add the {many} foreign keys to later tables with ALTER TABLE after all tables"
                ),
            }
            .into(),
            evidence: evidence.collect(),
            ..RULE.finding(Object::Table(id), key.span)
        });
    }
}

/// The key stands inside its table's statement, and the referenced table comes later.
fn forward(table: &Table, key: &ForeignKey, above: &Table) -> bool {
    let inside = table.span.start <= key.span.start && key.span.end <= table.span.end;
    inside && above.span.start > table.span.start
}

/// Tables that reach each other along foreign keys, two or more together, each group in the order
/// of the text, and the groups in the order of their first tables.
///
/// Tarjan's algorithm, with a list in place of recursion: each key is looked at once.
fn circles(context: &Context<'_>) -> Vec<Vec<TableId>> {
    /// Not reached yet.
    const NEW: usize = 0;
    /// Its group is known.
    const DONE: usize = usize::MAX;
    let tables = &context.schema.tables;
    // For each table when it was reached, or when the earliest was that it leads back to.
    let mut earliest = vec![NEW; tables.len()];
    let mut reached = 0;
    // Tables whose group is not known yet, and the way from the start: when each was reached, and
    // its next key.
    let mut open: Vec<TableId> = Vec::new();
    let mut way: Vec<(TableId, usize, usize)> = Vec::new();
    let mut circles = Vec::new();
    for start in context.tables() {
        let mut enter = (earliest[start.0 as usize] == NEW).then_some(start);
        loop {
            if let Some(table) = enter.take() {
                reached += 1;
                earliest[table.0 as usize] = reached;
                open.push(table);
                way.push((table, reached, 0));
            }
            let Some((table, when, next)) = way.last_mut() else { break };
            let (table, at, when) = (*table, table.0 as usize, *when);
            if let Some(key) = tables[at].foreign_keys.get(*next) {
                *next += 1;
                let Some(above) = key.table else { continue };
                match earliest[above.0 as usize] {
                    NEW => enter = Some(above),
                    DONE => {}
                    back => earliest[at] = earliest[at].min(back),
                }
                continue;
            }
            way.pop();
            if let Some(&(under, ..)) = way.last() {
                let under = under.0 as usize;
                earliest[under] = earliest[under].min(earliest[at]);
            }
            if earliest[at] < when {
                continue;
            }
            // All that was reached behind it leads back to it, and to nothing before it.
            let first = open.iter().rposition(|&one| one == table).unwrap_or_default();
            let mut group: Vec<TableId> = open.drain(first..).collect();
            for one in &group {
                earliest[one.0 as usize] = DONE;
            }
            if group.len() > 1 {
                group.sort_unstable();
                circles.push(group);
            }
        }
    }
    circles.sort_unstable();
    circles
}
