//! The step before the first change: what to know, and the rows that the wanted keys, parents and
//! foreign keys would refuse.

use super::cost::{Cost, sizes};
use super::diff::Diff;
use super::group::Group;
use super::image::{Of, Stands};
use super::passes::mutations_per_row;
use super::plan::{Check, Duration, NO_ROWS, Step, StepKind};
use super::steps::{listed, step};
use super::window;
use crate::schema::ColumnId;

/// What is counted as mutations.
const MUTATIONS: &str = "A commit counts one mutation for each column it writes in a row, and more \
                         for index entries (quotas page, read 2026-08-22).";

/// What an instance needs before a key changes.
const ROOM: &str = "Start only with headroom: high-priority CPU well below 65 % in a single \
                    region, 45 % in a multi-region (CPU page, read 2026-11-25), because each write \
                    to these tables does the work of two or more; and storage for the copies \
                    within the limit of the nodes. Otherwise add nodes for the migration.";

/// What to know before the first change.
pub(super) fn check(diff: &Diff<'_>, group: &Group<'_, '_>) -> Step {
    let old = group.old_names(diff);
    let mut step = step(StepKind::Check, group, format!("Check {} first", listed(&old)));
    step.safe = "It only reads.".to_owned();
    step.duration = Duration::minutes("Some queries, at low priority.");
    for image in &group.images.0 {
        step.notes.extend(Cost::of(image).words(&image.from.name, &image.to.name));
    }
    if let Some(image) = group.images.0.first() {
        step.notes.push(Cost::of(image).rate_words());
        step.notes.push(MUTATIONS.to_owned());
        step.notes.push(largest(group));
        step.notes.push(ROOM.to_owned());
    }
    step.notes.push(format!(
        "From the step in which the application refreshes the copies until the old tables are \
         dropped, nothing else may write {}: no partitioned DML, no manual DML on many rows, no \
         imports, no Dataflow job that writes without reading in the same transaction. A statement \
         that changes many rows must refresh each of them in its transaction.",
        listed(&old)
    ));
    step.notes.extend(immovable(group));
    step.notes.extend(followers(group));
    step.checks.push(sizes(&old, diff.before.google()));
    step.checks.extend(conversions(group));
    step.checks.extend(orphans(group));
    for (check, note) in strangers(diff, group) {
        step.checks.push(check);
        step.notes.push(note);
    }
    step.checks.extend(without_table(group));
    if step.checks.iter().any(|it| it.expected == NO_ROWS) {
        step.stop
            .push("A query that expects no rows finds some: correct those rows first.".to_owned());
    }
    step
}

/// What the refresh adds to the mutations of a transaction, which a commit limits.
fn largest(group: &Group<'_, '_>) -> String {
    let mut rows: Vec<String> = Vec::new();
    for image in &group.images.0 {
        let alone = mutations_per_row(&image.from);
        let above = group.images.all_above(image);
        let above: u64 = above.iter().map(|it| mutations_per_row(&it.to)).sum();
        let with = alone + mutations_per_row(&image.to) + above;
        let row = format!("one of `{}` {with} instead of {alone}", image.from.name);
        if !rows.contains(&row) {
            rows.push(row);
        }
    }
    format!(
        "Query the largest transactions that write these tables. A commit is limited to 80,000 \
         mutations and 100 MiB (quotas page, read 2026-08-22), and with the refresh a row counts \
         more, including its ancestors: {}. Transactions that exceed the limit will fail: split \
         them first.",
        rows.join(", ")
    )
}

/// Columns that cannot be updated any more when they are part of the key.
fn immovable(group: &Group<'_, '_>) -> Vec<String> {
    let mut out = Vec::new();
    for image in &group.images.0 {
        let columns = group.images.moved_by(image);
        if !columns.is_empty() && image.only.is_none() {
            out.push(format!(
                "{} will be part of the key of `{}`, or the key is computed from it, and a key \
                 cannot be updated: from the step in which the copies are written first, such a \
                 change is a delete and an insert.",
                listed(&columns),
                image.from.name
            ));
        }
    }
    out
}

/// Tables that are copied for a column of another that they reference.
fn followers(group: &Group<'_, '_>) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    for image in &group.images.0 {
        for (other, key) in group.images.referencing(image) {
            let (was, table) = (other.from.table(), other.to.table());
            let new = key.columns.iter().map(|&id| table.column(id));
            let mut new = new.filter(|column| was.find_column(&column.name).is_none());
            let (own, up) = (&other.from.name, &image.from.name);
            let moved = if own == up {
                format!("The foreign key of `{own}` to itself")
            } else {
                format!("`{own}` is copied too: its foreign key to `{up}`")
            };
            let value = if new.all(|column| column.generated.is_some()) {
                "which Spanner computes".to_owned()
            } else {
                format!("and its rows get the value from the row of `{up}` that they reference")
            };
            let note = format!(
                "{moved} gets one more column, {value}. Spanner does not check a foreign key if \
                 one of its columns is NULL."
            );
            if !out.contains(&note) {
                out.push(note);
            }
        }
    }
    out
}

/// Values of keys that the new type does not take, or takes as one.
fn conversions(group: &Group<'_, '_>) -> Vec<Check> {
    let mut out = Vec::new();
    for image in &group.images.0 {
        let google = image.to.script.google();
        let of = |name: &str| format!("o.{name}");
        let cells = group.images.cells(image, &of);
        let key: Vec<String> = image.from.key().iter().map(|key| of(&key.name)).collect();
        for cell in cells.iter().filter(|cell| image.to.table().is_key(cell.column)) {
            if !cell.value.starts_with("CAST(") || !google {
                continue;
            }
            let safe = cell.value.replacen("CAST(", "SAFE_CAST(", 1);
            out.push(Check {
                query: format!(
                    "SELECT {}\nFROM {} AS o\nWHERE {safe} IS NULL AND o.{} IS NOT NULL",
                    key.join(", "),
                    image.from.name,
                    cell.name
                ),
                expected: NO_ROWS.to_owned(),
                before: true,
            });
        }
        let whole = group.images.cells(image, &of);
        let casts: Vec<&str> = whole
            .iter()
            .filter(|cell| image.to.table().is_key(cell.column) && cell.value.starts_with("CAST("))
            .map(|cell| cell.value.as_str())
            .collect();
        if !casts.is_empty() {
            let parts: Vec<String> = image
                .to
                .table()
                .key
                .iter()
                .filter_map(|part| group.images.value(image, part.column, &of))
                .collect();
            out.push(Check {
                query: format!(
                    "SELECT {0}, COUNT(*) AS row_count\nFROM {1} AS o\nGROUP BY {0}\nHAVING \
                     COUNT(*) > 1",
                    parts.join(", "),
                    image.from.name
                ),
                expected: NO_ROWS.to_owned(),
                before: true,
            });
        }
    }
    out
}

/// Rows without the parent that the wanted schema interleaves them in.
fn orphans(group: &Group<'_, '_>) -> Vec<Check> {
    let mut out = Vec::new();
    for image in &group.images.0 {
        if !window::is_loose(&group.images, image) {
            continue;
        }
        let Some(parent) = &image.to.table().parent else { continue };
        let before = image.from.script.cx.schema;
        let Some(was) = before.find_table(&parent.name) else { continue };
        let above = before.table(was);
        let name = super::diff::written_name(image.from.script, was);
        let conditions: Option<Vec<String>> = above
            .key
            .iter()
            .map(|part| {
                let up = super::diff::written_column(image.from.script, was, part.column);
                let own = image.from.table().find_column(&above.column(part.column).name)?;
                Some(format!("p.{up} = o.{}", image.from.written(own)))
            })
            .collect();
        let Some(conditions) = conditions else { continue };
        let key: Vec<String> =
            image.from.key().iter().map(|key| format!("o.{}", key.name)).collect();
        out.push(Check {
            query: format!(
                "SELECT {}\nFROM {} AS o\nWHERE NOT EXISTS (SELECT 1 FROM {name} AS p WHERE {})",
                key.join(", "),
                image.from.name,
                conditions.join(" AND ")
            ),
            expected: NO_ROWS.to_owned(),
            before: true,
        });
    }
    out
}

/// Rows that reference another by columns that nothing held to that before: of tables that move, and
/// of those that stay and reference one.
fn strangers(diff: &Diff<'_>, group: &Group<'_, '_>) -> Vec<(Check, String)> {
    let row: Of<'_> = &|name| format!("o.{name}");
    let mut out = Vec::new();
    for image in &group.images.0 {
        let value = |own| group.images.value(image, own, row);
        out.extend(stricter(group, &image.from, &image.to, &value));
    }
    for (old, id) in diff.in_place() {
        let stands = |script, id, name| Stands { script, id, name };
        let was = stands(&diff.before, old, diff.old_name(old));
        let is = stands(&diff.after, id, diff.table_name(id));
        let value = |own| Some(row(&is.written(own)));
        out.extend(stricter(group, &was, &is, &value));
    }
    out
}

/// Foreign keys of a table to one that moves that hold more columns than before, each with the query
/// of the rows that they would refuse. `value` gives a column of the row `o`.
fn stricter(
    group: &Group<'_, '_>,
    from: &Stands<'_, '_>,
    to: &Stands<'_, '_>,
    value: &dyn Fn(ColumnId) -> Option<String>,
) -> Vec<(Check, String)> {
    let (was, table) = (from.table(), to.table());
    let mut out = Vec::new();
    for key in table.foreign_keys.iter().filter(|key| key.enforced) {
        let above = group.images.0.iter().find(|it| Some(it.to.id) == key.table);
        let Some(above) = above.filter(|it| it.only.is_none()) else { continue };
        let columns: Vec<String> =
            key.columns.iter().map(|&id| table.column(id).name.to_lowercase()).collect();
        let held = was.foreign_keys.iter().any(|old| {
            let mut own = old.columns.iter().map(|&id| was.column(id).name.to_lowercase());
            old.table == Some(above.from.id)
                && old.columns.len() == columns.len()
                && own.all(|name| columns.contains(&name))
        });
        if held || columns.iter().any(|name| was.find_column(name).is_none()) {
            continue;
        }
        let [mut not_null, mut same] = [Vec::new(), Vec::new()];
        for (&own, &up) in key.columns.iter().zip(&key.referenced) {
            let up = group.images.value(above, up, &|name| format!("p.{name}"));
            let (Some(own), Some(up)) = (value(own), up) else { continue };
            same.push(format!("{up} = {own}"));
            not_null.push(format!("{own} IS NOT NULL"));
        }
        let row: Vec<String> = from.key().iter().map(|key| format!("o.{}", key.name)).collect();
        let note = format!(
            "The foreign key ({}) of `{}` rejects rows that are allowed now: check with the query \
             that there are none, and that the application writes none.",
            key.column_names.join(", "),
            to.name
        );
        let query = format!(
            "SELECT {}\nFROM {} AS o\nWHERE {}\n  AND NOT EXISTS (SELECT 1 FROM {} AS p WHERE {})",
            row.join(", "),
            from.name,
            not_null.join(" AND "),
            above.from.name,
            same.join(" AND ")
        );
        out.push((Check { query, expected: NO_ROWS.to_owned(), before: true }, note));
    }
    out
}

/// Rows with a value for which there is no table.
fn without_table(group: &Group<'_, '_>) -> Vec<Check> {
    let mut out: Vec<Check> = Vec::new();
    for image in &group.images.0 {
        let Some((column, _)) = &image.only else { continue };
        let own = group.images.0.iter().filter(|it| it.from.id == image.from.id);
        let values: Vec<&str> = own.filter_map(|it| Some(it.only.as_ref()?.1.as_str())).collect();
        let query = format!(
            "SELECT o.{column}, COUNT(*) AS row_count\nFROM {} AS o\nWHERE o.{column} IS NULL OR \
             o.{column} NOT IN ({})\nGROUP BY o.{column}",
            image.from.name,
            values.join(", ")
        );
        let check = Check { query, expected: NO_ROWS.to_owned(), before: true };
        if !out.contains(&check) {
            out.push(check);
        }
    }
    out
}
