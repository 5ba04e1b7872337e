//! A foreign key that says what interleaving says already.

use crate::facts::{Evidence, Source, evidence_text};
use crate::finding::{Finding, Object, Severity};
use crate::report::Report;
use crate::rule::{Context, Reach, Rule};
use crate::schema::{ForeignKey, TableId};

/// The rule.
pub static RULE: Rule = Rule {
    id: "fk-duplicate-of-interleave",
    severity: Severity::Warn,
    reach: Reach::Family,
    page: page!("fk_duplicate_of_interleave.md"),
    fixes: &["accept"],
    replaces: &[],
    check,
};

fn check(context: &Context<'_>, out: &mut Report<'_>) {
    let schema = context.schema;
    for id in context.tables() {
        let table = schema.table(id);
        let found = table.foreign_keys.iter().find(|key| repeats(context, id, key));
        let Some((key, parent)) = found.zip(table.parent.as_ref()) else { continue };
        let lost = if key.on_delete_cascade && !parent.on_delete_cascade {
            ", and move its ON DELETE CASCADE to the INTERLEAVE clause"
        } else {
            ""
        };
        out.push(Finding {
            title: format!(
                "`{}` is interleaved under `{}` and references it by the same columns",
                table.name, key.table_name
            ),
            why: "INTERLEAVE IN PARENT already rejects a child without its parent, so the foreign \
                  key checks the same row a second time on every insert."
                .into(),
            help: format!("Drop the foreign key to `{}`{lost}", key.table_name).into(),
            evidence: vec![Evidence {
                what: evidence_text(format!("interleaved in `{}`", parent.name)),
                span: parent.span,
                source: Source::Expression,
            }],
            ..RULE.finding(Object::Table(id), key.span)
        });
    }
}

/// The key names, by the columns that are inherited from it, a table above whose rows must exist.
fn repeats(context: &Context<'_>, id: TableId, key: &ForeignKey) -> bool {
    let schema = context.schema;
    let Some(target) = key.table.filter(|_| key.enforced) else { return false };
    let mut at = id;
    let above = (0..schema.tables.len()).any(|_| {
        let parent = schema.table(at).parent.as_ref().filter(|parent| parent.enforced);
        let Some(up) = parent.and_then(|parent| parent.table) else { return false };
        at = up;
        at == target
    });
    let (table, target) = (schema.table(id), schema.table(target));
    let pairs = key.columns.len() == target.key.len() && key.referenced.len() == target.key.len();
    let mut columns = key.columns.iter().zip(&key.referenced);
    // Pairs may be listed in any order.
    above
        && pairs
        && columns.all(|(&ours, &theirs)| {
            let place = target.key.iter().position(|part| part.column == theirs);
            place.and_then(|place| table.key.get(place)).is_some_and(|part| part.column == ours)
        })
}
