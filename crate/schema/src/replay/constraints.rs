//! Adds and drops constraints: checks, foreign keys, and the names of both.

use crate::catalog::Catalog;
use crate::changes::DroppedKind;
use crate::ids::TableId;
use crate::problem::ProblemKind;
use crate::refusals::names::report_name_in_use;
use crate::replay::dropped::record_dropped;
use crate::syntax::tree::{CheckDef, Name};
use crate::table::Check;

/// Adds a check.
pub(crate) fn add_check(catalog: &mut Catalog<'_>, table: TableId, written: &CheckDef) {
    reserve_constraint_name(catalog, table, written.name.as_ref());
    let name = written.name.as_ref().map(|name| name.text.clone());
    let check = Check { name, expr: written.expr.clone(), span: written.span };
    catalog.table_mut(table).checks.push(check);
}

/// Drops a foreign key or a check. The managed indexes of a foreign key are derived at the end from
/// the keys that are left.
pub(crate) fn drop_constraint(
    catalog: &mut Catalog<'_>,
    table: TableId,
    name: &Name,
    if_exists: bool,
) {
    let folded = catalog.folded(name);
    let is = |other: &str| other.eq_ignore_ascii_case(&folded);
    let mut out = Vec::new();
    if catalog.names_in_use.remove(&folded).is_some() {
        catalog.drop_foreign_keys(
            table,
            |key| key.written.name.as_ref().is_some_and(|name| is(&name.text)),
            |key| {
                let follows = key.target.into_iter().chain([table]).collect();
                out.push((DroppedKind::ForeignKey, key.written.span, follows));
            },
        );
        catalog.table_mut(table).checks.retain(|check| {
            let is_dropped = check.name.as_deref().is_some_and(is);
            if is_dropped {
                out.push((DroppedKind::Check, check.span, vec![table]));
            }
            !is_dropped
        });
    }
    let found = !out.is_empty();
    for (kind, span, follows) in out {
        record_dropped(catalog, kind, name.text.clone(), span, follows);
    }
    let checks = &catalog.schema.table(table).checks;
    // Names that Spanner gives on its own are not in the text.
    let unnamed = catalog.steps.all_of(checks).iter().any(|check| check.name.is_none())
        || catalog
            .foreign_keys_at(table)
            .any(|key| key.table == table && key.written.name.is_none())
        || catalog.steps.ended().is_some();
    let owner = catalog.schema.table(table);
    if !(found || if_exists || unnamed || owner.partial) {
        let message = format!("expected a constraint of `{}`, found `{}`", owner.name, name.text);
        catalog.report_table_problem(table, ProblemKind::Missing, message, name.span);
    }
}

/// Reserves the name of a constraint, which no other object may have.
pub(crate) fn reserve_constraint_name(
    catalog: &mut Catalog<'_>,
    table: TableId,
    name: Option<&Name>,
) {
    let Some(name) = name else { return };
    let folded = catalog.folded(name);
    if catalog.is_name_in_use(&folded) {
        report_name_in_use(catalog, name);
    }
    catalog.constraint_names.entry(table).or_default().push(folded.clone());
    catalog.names_in_use.insert(folded, Some(table));
}
