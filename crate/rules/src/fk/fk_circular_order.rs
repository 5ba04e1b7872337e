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
    let groups = groups(context);
    let mut circles: Vec<Circle<'_>> = Vec::new();
    circles.resize_with(schema.tables.len(), Circle::default);
    for id in context.tables() {
        let (group, table) = (groups[id.0 as usize], schema.table(id));
        let circle = &mut circles[group];
        circle.tables.push(id);
        for key in &table.foreign_keys {
            let Some(above) = key.table else { continue };
            if groups[above.0 as usize] == group && forward(table, key, schema.table(above)) {
                circle.later.push((id, key));
            }
        }
    }
    for Circle { tables, later } in circles {
        let Some(&(id, key)) = later.first() else { continue };
        let names: Vec<&str> = tables.iter().map(|&id| schema.table(id).name.as_str()).collect();
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

/// Tables that reach each other along foreign keys.
#[derive(Default)]
struct Circle<'a> {
    /// In the order of the text.
    tables: Vec<TableId>,
    /// The keys among them to a table that is created later, with their tables.
    later: Vec<(TableId, &'a ForeignKey)>,
}

/// For each table the number of its group: two tables that reach each other along foreign keys are
/// of one group.
///
/// Tarjan's algorithm, with a list in place of recursion: each key is looked at once.
fn groups(context: &Context<'_>) -> Vec<usize> {
    /// Not reached yet.
    const NEW: usize = 0;
    /// Its group is known.
    const DONE: usize = usize::MAX;
    let tables = &context.schema.tables;
    let mut groups = vec![0; tables.len()];
    // For each table when it was reached, or when the earliest was that it leads back to.
    let mut earliest = vec![NEW; tables.len()];
    let (mut reached, mut known) = (0, 0);
    // Tables whose group is not known yet, and the way from the start: when each was reached, and
    // its next key.
    let mut open: Vec<usize> = Vec::new();
    let mut way: Vec<(usize, usize, usize)> = Vec::new();
    for start in context.tables().map(|id| id.0 as usize) {
        let mut enter = (earliest[start] == NEW).then_some(start);
        loop {
            if let Some(at) = enter.take() {
                reached += 1;
                earliest[at] = reached;
                open.push(at);
                way.push((at, reached, 0));
            }
            let Some((at, when, next)) = way.last_mut() else { break };
            let (at, when) = (*at, *when);
            if let Some(key) = tables[at].foreign_keys.get(*next) {
                *next += 1;
                let Some(above) = key.table.map(|id| id.0 as usize) else { continue };
                match earliest[above] {
                    NEW => enter = Some(above),
                    DONE => {}
                    back => earliest[at] = earliest[at].min(back),
                }
                continue;
            }
            way.pop();
            if let Some(&(under, ..)) = way.last() {
                earliest[under] = earliest[under].min(earliest[at]);
            }
            if earliest[at] < when {
                continue;
            }
            // All that was reached behind it leads back to it, and to nothing before it.
            while let Some(one) = open.pop() {
                (groups[one], earliest[one]) = (known, DONE);
                if one == at {
                    break;
                }
            }
            known += 1;
        }
    }
    groups
}
