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
    let mut search = Search { seen: vec![0; schema.tables.len()], round: 0, left: STEPS_MAX };
    for id in context.tables() {
        let table = schema.table(id);
        let found = table.foreign_keys.iter().find_map(|key| {
            let above = key.table.filter(|&above| forward(table, key, schema.table(above)))?;
            Some((key, search.circle(context, above, id)?))
        });
        let Some((key, circle)) = found else { continue };
        let names: Vec<&str> = circle.iter().map(|&id| schema.table(id).name.as_str()).collect();
        out.push(Finding {
            title: format!("The foreign keys of {} form a cycle", tail::list(&names)),
            why: format!(
                "`{}` is created before `{}`, which its foreign key references, and no order of \
                 the tables avoids this: Spanner rejects a foreign key to a table that does not \
                 exist yet.",
                table.name, key.table_name
            )
            .into(),
            help: format!(
                "Add the foreign key to `{}` with ALTER TABLE after all tables",
                key.table_name
            )
            .into(),
            evidence: vec![Evidence {
                what: evidence_text(format!(
                    "the foreign key to `{}`, which is created later",
                    key.table_name
                )),
                span: key.span,
                source: Source::Expression,
            }],
            ..RULE.finding(Object::Table(id), key.span)
        });
    }
}

/// The key stands inside its table's statement, and the referenced table comes later.
fn forward(table: &Table, key: &ForeignKey, above: &Table) -> bool {
    let inside = table.span.start <= key.span.start && key.span.end <= table.span.end;
    inside && above.span.start > table.span.start
}

/// Steps along foreign keys that are looked at, in all, since a chain of tables takes time with the
/// square of its length: enough for 2,000 tables in one chain, or for 5,000 that each reach 400.
const STEPS_MAX: usize = 2_000_000;

/// A search for circles, one after the other.
struct Search {
    /// For each table the last round that came to it.
    seen: Vec<u32>,
    round: u32,
    /// Steps left of [`STEPS_MAX`].
    left: usize,
}

impl Search {
    /// Tables along foreign keys from `from` to `to`, the shortest way; both included.
    fn circle(
        &mut self,
        context: &Context<'_>,
        from: TableId,
        to: TableId,
    ) -> Option<Vec<TableId>> {
        self.round += 1;
        self.seen[from.0 as usize] = self.round;
        let mut ways: Vec<(TableId, Option<usize>)> = vec![(from, None)];
        let mut next = 0;
        while let Some(&(at, _)) = ways.get(next) {
            if at == to {
                let mut circle = Vec::new();
                let mut step = Some(next);
                while let Some(here) = step {
                    circle.push(ways[here].0);
                    step = ways[here].1;
                }
                return Some(circle);
            }
            let keys = &context.schema.table(at).foreign_keys;
            self.left = self.left.checked_sub(1 + keys.len())?;
            for above in keys.iter().filter_map(|key| key.table) {
                let seen = &mut self.seen[above.0 as usize];
                if *seen != self.round {
                    *seen = self.round;
                    ways.push((above, Some(next)));
                }
            }
            next += 1;
        }
        None
    }
}
