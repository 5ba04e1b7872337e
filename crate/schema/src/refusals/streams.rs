//! Change streams that Spanner rejects: what they watch, and their options.

use crate::catalog::Catalog;
use crate::problem::{ProblemKind, SchemaProblem};
use crate::refusals::names::{expect_column, expect_table};
use crate::syntax::tree::{Name, OptionItem, Watched};
use std::collections::BTreeSet;

/// Shortest and longest time a change stream keeps its records, in seconds: one day and thirty
/// (change streams page, read 2026-08-22; the default is seven days since 2026-05-14). The emulator
/// still refuses more than seven days.
const RETENTION_SECONDS: (u64, u64) = (86_400, 30 * 86_400);

/// Options of a change stream besides those whose values are looked at.
const STREAM_OPTIONS: &[&str] = &[
    "exclude_ttl_deletes",
    "exclude_insert",
    "exclude_update",
    "exclude_delete",
    "allow_txn_exclusion",
    "partition_mode",
];

/// Reports what Spanner rejects of the tables and columns that a change stream is to watch.
pub(crate) fn check_watched(catalog: &mut Catalog<'_>, stream: &Name, watched: &Watched) {
    let Watched::Tables(tables) = watched else { return };
    let mut named = BTreeSet::new();
    for of in tables {
        let name = &of.table;
        if !named.insert(catalog.folded(name)) {
            let message = format!(
                "expected each table once after FOR of `{}`, found `{}` again",
                stream.text, name.text
            );
            catalog.report_problem(ProblemKind::Twice, message, name.span);
            continue;
        }
        let Some(table) = expect_table(catalog, name) else {
            if catalog.is_stream(name) {
                let message = format!(
                    "expected a table for `{}` to watch, found `{}`, a change stream",
                    stream.text, name.text
                );
                catalog.report_problem(ProblemKind::Unfit, message, name.span);
            }
            continue;
        };
        for name in of.columns.iter().flatten() {
            let Some(column) = expect_column(catalog, table, name) else { continue };
            let owner = catalog.schema.table(table);
            if owner.is_key(column) {
                let message = format!(
                    "expected columns outside the key, found `{}` of `{}`: keys are watched anyway",
                    name.text, owner.name
                );
                catalog.report_table_problem(table, ProblemKind::Unfit, message, name.span);
            }
        }
    }
}

/// Why Spanner rejects options of a change stream.
pub(crate) fn stream_option_refusals(options: &[OptionItem]) -> Vec<SchemaProblem> {
    let mut refusals = Vec::new();
    for item in options {
        let value = item.value.trim();
        let expected = match item.key.as_str() {
            _ if value.eq_ignore_ascii_case("null") || value.is_empty() => continue,
            "retention_period" => {
                let (least, most) = RETENTION_SECONDS;
                if seconds(value).is_some_and(|it| (least..=most).contains(&it)) {
                    continue;
                }
                "a retention period from 1 day to 30 days"
            }
            "value_capture_type" => {
                let known =
                    ["OLD_AND_NEW_VALUES", "NEW_ROW", "NEW_VALUES", "NEW_ROW_AND_OLD_VALUES"];
                if known.contains(&value) {
                    continue;
                }
                "`OLD_AND_NEW_VALUES`, `NEW_VALUES`, `NEW_ROW` or `NEW_ROW_AND_OLD_VALUES`"
            }
            key if STREAM_OPTIONS.contains(&key) => continue,
            _ => "an option of change streams",
        };
        let message = format!("expected {expected}, found `{value}` for `{}`", item.key);
        refusals.push(SchemaProblem::new(ProblemKind::Unfit, message, item.span));
    }
    refusals
}

/// Seconds of a duration like `36h`; `None` for anything else.
fn seconds(value: &str) -> Option<u64> {
    let unit = match value.chars().last()? {
        's' => 1,
        'm' => 60,
        'h' => 3_600,
        'd' => 86_400,
        _ => return None,
    };
    value[..value.len() - 1].parse::<u64>().ok()?.checked_mul(unit)
}
