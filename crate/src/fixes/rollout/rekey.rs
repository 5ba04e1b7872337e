//! Tables whose key changes while the database is in use: a copy with the new key that follows the
//! old table, then the other way round, then alone.
//!
//! A primary key cannot be altered (schema updates page, read 2026-08-22), so this is the only way
//! on a database that holds rows. Nothing gets into a copy but the image of a whole row that is read
//! in the same transaction, so no order of events leaves a copy that lacks or doubles a row.

use super::attach;
use super::cost::{Cost, sizes};
use super::detach;
use super::diff::Diff;
use super::follow::Rules;
use super::group::Group;
use super::image::{Image, Images, Stands};
use super::keys;
use super::plan::{
    Back, Check, Code, Duration, DurationClass, NO_ROWS, Owner, Placeholder, Rule, Step, StepKind,
    Supplied,
};
use super::script::Renames;
use super::{passes, points, window};
use crate::schema::{ColumnId, TableId};

/// Names for the copies.
pub(super) fn renames(diff: &Diff<'_>) -> Renames {
    let schema = diff.before.cx.schema;
    let mut taken: Vec<String> = schema.names.iter().map(|name| name.text.to_lowercase()).collect();
    taken.extend(schema.tables.iter().map(|table| table.name.to_lowercase()));
    let mut renames = Renames { taken, ..Renames::default() };
    for &(_, id) in &diff.anew {
        let name = renames.fresh(&diff.table_name(id));
        renames.tables.insert(id, name);
    }
    renames
}

/// The steps of one group, from the look before to the last synonym.
pub(super) fn steps(diff: &Diff<'_>, renames: &Renames, group: &Group<'_, '_>) -> Vec<Step> {
    let mut out = vec![check(diff, group), create(diff, renames, group)];
    out.extend(points::step(diff, renames, group));
    out.push(follow(diff, group));
    out.push(copy(group));
    out.push(compare(group));
    out.extend(attach::step(diff, renames, group));
    out.push(read(diff, group));
    let turn = turn(diff, group);
    // Where the old tables cannot follow, that step is the last that writes them.
    let follows = turn.reversible;
    let detach = detach::step(diff, renames, group, follows);
    let (before, after) = if follows { (None, detach) } else { (detach, None) };
    out.extend(before);
    out.push(turn);
    out.push(watch(diff, group));
    out.extend(after);
    out.push(stop(diff, group));
    out.push(finish(diff, renames, group));
    if let Some(mut step) = attach::synonyms(group, diff) {
        let tables = window::standing(&diff.after, |id| diff.table_name(id));
        let final_names = |text: &str| {
            let images = group.images.0.iter();
            images.fold(text.to_owned(), |text, it| {
                text.replace(
                    &format!(" {} ", it.to.name),
                    &format!(" {} ", diff.table_name(it.to.id)),
                )
            })
        };
        let rules = left(diff, group, tables, &final_names);
        if !rules.is_empty() {
            step.rules = Some(rules);
        }
        out.push(step);
    }
    for step in &mut out {
        step.group = Some(group.number);
    }
    out
}

/// Expressions that a person has to find for a group.
pub(super) fn placeholders(diff: &Diff<'_>, group: &Group<'_, '_>) -> Vec<Placeholder> {
    let one = |(name, table): (String, String)| Placeholder {
        means: format!(
            "an expression over the columns of the row of `{table}` that gives the same value each \
             time: no column of the old table says what stands here"
        ),
        name,
    };
    let mut out: Vec<Placeholder> = group.images.open().into_iter().map(one).collect();
    out.extend(detach::placeholders(diff, group));
    out
}

fn id(kind: StepKind, group: &Group<'_, '_>) -> String {
    format!("{}-{}", kind.as_str(), group.slug())
}

fn step(kind: StepKind, group: &Group<'_, '_>, title: impl Into<String>) -> Step {
    Step::new(id(kind, group), kind, title)
}

/// Names in backticks, with commas.
fn listed(names: &[String]) -> String {
    names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
}

fn copies(group: &Group<'_, '_>) -> Vec<String> {
    group.images.0.iter().map(|image| image.to.name.clone()).collect()
}

/// What to know before the first change.
fn check(diff: &Diff<'_>, group: &Group<'_, '_>) -> Step {
    let old = group.old_names(diff);
    let mut step = step(StepKind::Check, group, format!("Look at {} first", listed(&old)));
    step.safe = "It only reads.".to_owned();
    step.duration = Duration::minutes("Some queries, at low priority.");
    for image in &group.images.0 {
        step.notes.extend(Cost::of(image).words(&image.from.name, &image.to.name));
    }
    if let Some(image) = group.images.0.first() {
        step.notes.push(Cost::of(image).rate_words());
    }
    step.notes.push(format!(
        "From the step in which the application refreshes the copies until the old tables are \
         dropped nothing else may write {}: no partitioned DML, no DML over many rows by hand, no \
         imports, no Dataflow job that writes without reading in the same transaction. A statement \
         that changes many rows needs the refresh of each of them in its transaction.",
        listed(&old)
    ));
    step.notes.extend(immovable(group));
    step.notes.extend(followers(group));
    step.checks.push(sizes(&old, diff.before.google()));
    step.checks.extend(conversions(group));
    step.checks.extend(orphans(group));
    for (check, note) in strangers(group) {
        step.checks.push(check);
        step.notes.push(note);
    }
    step.checks.extend(without_table(group));
    step.stop.push("A query that should find no row finds one: mend those rows first.".to_owned());
    step
}

/// Columns that cannot be updated any more when they are part of the key.
fn immovable(group: &Group<'_, '_>) -> Vec<String> {
    let mut out = Vec::new();
    for image in &group.images.0 {
        let columns = group.images.moved_by(image);
        if !columns.is_empty() && image.only.is_none() {
            out.push(format!(
                "{} will be part of the key of `{}`, or what it is computed from, and a key cannot be \
                 updated: from the step in which the copies are written first, such a change is a \
                 delete and an insert.",
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
        for (other, _) in group.images.referencing(image) {
            let note = format!(
                "`{}` is copied too: it references `{}` by a column more from now on, which is filled \
                 from there. Spanner does not check a foreign key of which a column is NULL.",
                other.from.name, image.from.name
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
                    "SELECT {0}, COUNT(*) AS row_count\nFROM {1} AS o\nGROUP BY {0}\nHAVING COUNT(*) \
                     > 1",
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

/// Rows that reference another by columns that nothing held to that before.
fn strangers(group: &Group<'_, '_>) -> Vec<(Check, String)> {
    let mut out = Vec::new();
    for image in &group.images.0 {
        let (was, table) = (image.from.table(), image.to.table());
        let name = |id: ColumnId| table.column(id).name.to_lowercase();
        for key in table.foreign_keys.iter().filter(|key| key.enforced) {
            let above = group.images.0.iter().find(|it| Some(it.to.id) == key.table);
            let Some(above) = above.filter(|it| it.only.is_none()) else { continue };
            let columns: Vec<String> = key.columns.iter().map(|&id| name(id)).collect();
            let held = was.foreign_keys.iter().any(|old| {
                let mut own = old.columns.iter().map(|&id| was.column(id).name.to_lowercase());
                old.table == Some(above.from.id)
                    && old.columns.len() == columns.len()
                    && own.all(|name| columns.contains(&name))
            });
            if held || columns.iter().any(|name| was.find_column(name).is_none()) {
                continue;
            }
            let [mut given, mut same] = [Vec::new(), Vec::new()];
            for (&own, &up) in key.columns.iter().zip(&key.referenced) {
                let own = group.images.value(image, own, &|name| format!("o.{name}"));
                let up = group.images.value(above, up, &|name| format!("p.{name}"));
                let (Some(own), Some(up)) = (own, up) else { continue };
                same.push(format!("{up} = {own}"));
                given.push(format!("{own} IS NOT NULL"));
            }
            let row: Vec<String> =
                image.from.key().iter().map(|key| format!("o.{}", key.name)).collect();
            let note = format!(
                "The foreign key ({}) of `{}` refuses rows that are allowed now: see with the query \
                 that there are none, and that the application writes none.",
                key.column_names.join(", "),
                image.to.name
            );
            let check = Check {
                query: format!(
                    "SELECT {}\nFROM {} AS o\nWHERE {}\n  AND NOT EXISTS (SELECT 1 FROM {} AS p \
                     WHERE {})",
                    row.join(", "),
                    image.from.name,
                    given.join(" AND "),
                    above.from.name,
                    same.join(" AND ")
                ),
                expected: NO_ROWS.to_owned(),
                before: true,
            };
            out.push((check, note));
        }
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

/// The copies, without what would refuse rows that come in any order.
fn create(diff: &Diff<'_>, renames: &Renames, group: &Group<'_, '_>) -> Step {
    let mut step = step(StepKind::Create, group, format!("Create {}", listed(&copies(group))));
    step.safe = "Nothing reads or writes the new tables yet.".to_owned();
    let mut statements: Vec<String> =
        group.images.0.iter().map(|image| window::create(&group.images, image, renames)).collect();
    let own_ids = group.images.0.iter().filter(|image| group.images.has_own_ids(image));
    let indexes: Vec<(String, String)> =
        own_ids.filter_map(|image| attach::old_key_index(renames, group, image)).collect();
    statements.extend(indexes.iter().map(|(_, statement)| statement.clone()));
    if !indexes.is_empty() {
        let names: Vec<String> = indexes.iter().map(|(name, _)| name.clone()).collect();
        step.notes.push(format!(
            "No column of the old table gives the new key, so that {} finds the copy of a row by its \
             old key, and keeps it from being there twice. It is as hot as the old key until it is \
             dropped with the old table.",
            listed(&names)
        ));
    }
    step.code.push(Code::ddl(statements));
    let grants = attach::grants(diff, group);
    if !grants.is_empty() {
        step.code.push(Code::ddl(grants.iter().flat_map(|it| it.meanwhile.clone()).collect()));
        step.notes.push(
            "Roles that write the old tables refresh the copies in the same transactions: until the \
             old tables are dropped they may read, insert, update and delete there. Other roles get \
             the rights that they have on the old tables."
                .to_owned(),
        );
    }
    let no_indexes = if indexes.is_empty() { "no indexes" } else { "no other indexes" };
    step.notes.push(format!(
        "No foreign keys, {no_indexes}, no row deletion policy yet: rows come in any order while the \
         copies fill, and an index is cheaper to build when they are full."
    ));
    if group.images.0.iter().any(|image| {
        image.to.table().column_ids().any(|column| window::has_new_generator(image, column))
    }) {
        step.notes.push(
            "The new generator of ids is not switched on before the old table is no longer written: \
             until then both tables have the ids of the old one, so that a row has one id."
                .to_owned(),
        );
    }
    step.notes.push(format!(
        "Until the old tables are dropped the rows take their space twice: {}.",
        listed(&copies(group))
    ));
    let drops = group.images.0.iter().rev().map(|it| format!("DROP TABLE {}", it.to.name));
    let mut undo: Vec<String> = grants.iter().flat_map(|it| it.taken_back.clone()).collect();
    undo.extend(indexes.iter().map(|(name, _)| format!("DROP INDEX {name}")));
    undo.extend(drops);
    step.back = Some(Back { words: "Drop the copies.".to_owned(), code: vec![Code::ddl(undo)] });
    step
}

/// The application refreshes the copies.
fn follow(diff: &Diff<'_>, group: &Group<'_, '_>) -> Step {
    let mut step =
        step(StepKind::Follow, group, format!("Deploy: refresh {}", listed(&copies(group))));
    step.owner = Owner::Application;
    step.duration = Duration::new(
        DurationClass::Hours,
        "A deployment: it has ended when no older version writes any more.",
    );
    step.safe = "Reads and answers still come from the old tables; the copies only follow.".into();
    let [takes, _] = &diff.takes;
    let rules = Rules { images: &group.images, tables: group.tables_before(diff), takes };
    step.rules = Some(rules.all());
    step.notes = vec![
        "Each transaction that inserts or updates a row runs the statements `behind a write` for it, \
         directly behind the statement that changed it; each that deletes a row runs the statements \
         `before a delete` first. They read the row in the same transaction and write all of its \
         columns, so it does not matter whether it was copied already."
            .to_owned(),
        "Ancestors are refreshed first: a child needs the row that it is interleaved in, and that may \
         not be copied yet."
            .to_owned(),
        "Statements do not see mutations that the transaction has buffered: write these tables with \
         DML while the plan runs, or buffer the whole row for both tables."
            .to_owned(),
        "It costs each write one more write, and a participant more where the copy lies in another \
         split."
            .to_owned(),
    ];
    if step.rules.iter().flatten().any(|rule| rule.commit_timestamps.is_some()) {
        step.notes.push(
            "A transaction cannot read a column that it has set to its commit timestamp. Change the \
             row without that column, refresh, and set the timestamps last: in the copies of all rows \
             that the transaction changed, then in the rows."
                .to_owned(),
        );
    }
    step.notes.extend(timestamp_keys(group));
    step.watch.push("Latency and aborts of the transactions that write these tables.".to_owned());
    step.stop.push("Transactions abort clearly more often than before.".to_owned());
    step.back = Some(Back {
        words: "Switch the refreshing off, by the flag it was deployed with, and empty the copies \
                before it is switched on again: what was written meanwhile is not in them."
            .to_owned(),
        code: vec![clear(group)],
    });
    step
}

/// Keys that a transaction knows only when it has ended.
fn timestamp_keys(group: &Group<'_, '_>) -> Vec<String> {
    let mut out = Vec::new();
    for image in &group.images.0 {
        let table = image.from.table();
        let mut parts = table.key.iter().map(|part| table.column(part.column));
        if let Some(column) = parts.find(|column| column.commit_timestamp) {
            out.push(format!(
                "`{}` in the key of `{}` may be the commit timestamp, which a transaction does not \
                 know: insert such a row into both tables with the same values and \
                 PENDING_COMMIT_TIMESTAMP() in both.",
                column.name, image.from.name
            ));
        }
    }
    out
}

/// Empties the copies, children first.
fn clear(group: &Group<'_, '_>) -> Code {
    let statements =
        group.images.0.iter().rev().map(|it| format!("DELETE FROM {} WHERE true", it.to.name));
    Code::new(super::plan::CodeKind::Partitioned, statements.collect())
}

/// How long a pass over the largest table takes.
fn pass_duration(images: &Images<'_, '_>) -> Duration {
    let all = images.0.iter().map(|image| Cost::of(image).duration());
    all.max_by_key(|it| it.class).unwrap_or_else(|| Duration::minutes("There is no row."))
}

/// Copying, range by range.
fn copy(group: &Group<'_, '_>) -> Step {
    let mut step =
        step(StepKind::Copy, group, format!("Copy the rows into {}", listed(&copies(group))));
    step.owner = Owner::Job;
    step.duration = pass_duration(&group.images);
    step.safe =
        "A range is read and written in one read-write transaction, so it cannot overwrite \
                 what the application writes; doing a range twice changes nothing."
            .to_owned();
    step.passes = group.images.0.iter().map(|image| passes::copy(&group.images, image)).collect();
    step.notes = vec![
        "Tables one after another, parents before their children. A range takes at most half of \
         what a commit may (80,000 mutations and 100 MiB, quotas page, read 2026-08-22)."
            .to_owned(),
        "Partitioned DML cannot do it: it takes no INSERT … SELECT.".to_owned(),
        "After a stop go on behind the last key whose transaction committed; the job keeps it."
            .to_owned(),
        "Run it at low priority and pause between ranges, so that it keeps to its part of the CPU."
            .to_owned(),
    ];
    step.watch.push("CPU at low priority, and p99 latency of the application.".to_owned());
    step.stop.push("The p99 of the application rises: pause, and go on more slowly.".to_owned());
    step.back = Some(Back {
        words:
            "Stop the job. The application still refreshes what is there, so the copies may stay \
                or be emptied."
                .to_owned(),
        code: Vec::new(),
    });
    step
}

/// Comparing, until a whole round finds nothing.
fn compare(group: &Group<'_, '_>) -> Step {
    let mut step = step(StepKind::Compare, group, "Compare, and repair what differs");
    step.owner = Owner::Job;
    step.duration = pass_duration(&group.images);
    step.safe = "Each range is compared and repaired in one read-write transaction.".to_owned();
    let images = &group.images;
    // Rows that should not be there go first, children before their parents.
    step.passes = images.0.iter().rev().map(|image| passes::surplus(images, image)).collect();
    step.passes.extend(images.0.iter().map(|image| passes::repair(images, image)));
    step.notes = vec![
        "The second query of a range finds what is wrong in it. Where it finds a row, the statements \
         mend the range in the same transaction; where it finds none, they are left out. Repeat \
         until a whole round over all tables finds nothing."
            .to_owned(),
        "What it finds was written past the rules of the step before: find out by whom, and stop \
         that first."
            .to_owned(),
    ];
    step.stop.push("A second round finds rows again: something writes past the rules.".to_owned());
    step.back = Some(Back { words: "There is nothing to undo.".to_owned(), code: Vec::new() });
    step
}

/// Reads come from the copies.
fn read(diff: &Diff<'_>, group: &Group<'_, '_>) -> Step {
    let mut step = step(StepKind::Read, group, format!("Deploy: read {}", listed(&copies(group))));
    step.owner = Owner::Application;
    step.duration = Duration::new(DurationClass::Hours, "A deployment.");
    step.safe = "Both tables hold the same rows in every transaction.".to_owned();
    let replaced = attach::reading_copies(diff, group);
    let graphs = !attach::graphs(diff, group).is_empty();
    if !replaced.is_empty() {
        step.code.push(Code::ddl(replaced));
        step.notes.push(format!(
            "Views{} are replaced in one statement each, with no moment without.",
            if graphs { " and property graphs" } else { "" }
        ));
    }
    step.notes.push(
        "Read part of the traffic from the copies first, and compare latencies and query plans: the \
         new key answers other queries by a seek."
            .to_owned(),
    );
    step.watch
        .push("Latency of each query, and QUERY_STATS for scans of a whole table.".to_owned());
    step.stop
        .push("A query got slower that should not have: read from the old tables again.".into());
    let before = &diff.before;
    let mut undo: Vec<String> = Vec::new();
    for view in attach::views(diff, group) {
        undo.push(attach::replacing(&before.text_of(before.cx.schema.view(view).span), "VIEW"));
    }
    for name in attach::graphs(diff, group) {
        let graph = before.cx.schema.graphs.iter().find(|it| it.name == name.as_str());
        let text = graph.map(|it| before.text_of(it.span));
        undo.extend(text.map(|it| attach::replacing(&it, "PROPERTY GRAPH")));
    }
    let code = if undo.is_empty() { Vec::new() } else { vec![Code::ddl(undo)] };
    step.back =
        Some(Back { words: "Read from the old tables again, by the flag.".to_owned(), code });
    step
}

/// The copies are written first, and the old tables follow.
fn turn(diff: &Diff<'_>, group: &Group<'_, '_>) -> Step {
    let mut step =
        step(StepKind::Turn, group, format!("Deploy: write {} first", listed(&copies(group))));
    step.owner = Owner::Application;
    step.duration = Duration::new(DurationClass::Hours, "A deployment.");
    let turned = group.images.turned();
    let lost = lost(group, &turned);
    if lost.is_empty() {
        step.safe =
            "The old tables are refreshed in the same transactions, so going back loses nothing."
                .to_owned();
        let [_, takes] = &diff.takes;
        let rules = Rules { images: &turned, tables: group.tables_after(diff), takes };
        step.rules = Some({
            let mut all = rules.all();
            all.iter_mut().for_each(|rule| rule.supplied = supplied(group, &rule.table));
            rules.add_lost(&diff.lost, &group.wanted(), &mut all, true);
            rules.add_lost(&keys::late_cascades(diff, group), &group.wanted(), &mut all, true);
            all
        });
        step.notes = vec![
            "Switch by a flag that all servers read, and let both orders of writing run beside each \
             other while it spreads: each transaction writes both tables."
                .to_owned(),
            "The same rule as before, the other way round: the application changes the copy, and the \
             old table is refreshed from it."
                .to_owned(),
        ];
        step.back = Some(Back {
            words: "Write the old tables first again, by the flag. They are complete.".to_owned(),
            code: Vec::new(),
        });
    } else {
        step.reversible = false;
        step.safe = "The copies are complete and hold all that is read.".to_owned();
        step.notes.push(format!(
            "The old tables cannot follow: the copies do not give {} there, or give it to several \
             rows. From here on there is no way back but a backup.",
            listed(&lost)
        ));
        step.notes.push(format!(
            "Stop the writes of {} while this version is deployed: a server of the version before \
             would write rows that those of the new one do not see.",
            listed(&group.old_names(diff))
        ));
        step.rules = Some(Vec::new());
    }
    step.watch.push("Latency and aborts of the transactions that write these tables.".to_owned());
    step.stop.push("Transactions fail that did not before.".to_owned());
    step
}

/// Columns of the old tables that the copies cannot fill, and those that tell rows apart there and
/// not in several copies.
fn lost(group: &Group<'_, '_>, turned: &Images<'_, '_>) -> Vec<String> {
    let parted = group.images.0.iter().filter_map(|image| {
        let (column, _) = image.only.as_ref()?;
        let inside = image.from.identity().iter().any(|key| key.name == *column);
        (!inside).then(|| image.from.identity().into_iter().map(|key| key.name))
    });
    let parted: std::collections::BTreeSet<String> = parted.flatten().collect();
    if !parted.is_empty() {
        return parted.into_iter().collect();
    }

    turned.open().into_iter().map(|(name, _)| name.trim_matches(['{', '}']).to_owned()).collect()
}

/// Columns of a copy that the application has to give from now on.
fn supplied(group: &Group<'_, '_>, table: &str) -> Vec<Supplied> {
    let Some(image) = group.images.0.iter().find(|it| it.to.name == table) else {
        return Vec::new();
    };
    let was = image.from.table();
    group
        .images
        .cells(image, &|name| format!("o.{name}"))
        .into_iter()
        .filter(|cell| was.find_column(&image.to.table().column(cell.column).name).is_none())
        .map(|cell| {
            let above = group.images.of_copy_above(image, cell.column);
            let above = above.or_else(|| group.images.of_copy_referenced(image, cell.column));
            let expression = above.unwrap_or(cell.value);
            let reads = read_of_row(image, &expression);
            Supplied { column: cell.name, expression, reads }
        })
        .collect()
}

/// Columns of the row `o` of a copy that an expression reads.
fn read_of_row(image: &Image<'_, '_>, expression: &str) -> Vec<String> {
    let table = image.to.table();
    let names = table.column_ids().map(|id| image.to.written(id));
    let word = |c: char| c.is_alphanumeric() || c == '_';
    let reads = |name: &String| {
        let found = format!("o.{name}");
        expression.match_indices(&found).any(|(at, _)| {
            let before = expression[..at].chars().next_back();
            let behind = expression[at + found.len()..].chars().next();
            !before.is_some_and(word) && !behind.is_some_and(word)
        })
    };
    names.filter(reads).collect()
}

/// Some days in production.
fn watch(diff: &Diff<'_>, group: &Group<'_, '_>) -> Step {
    let mut step = step(StepKind::Watch, group, "Watch it in production");
    step.duration = Duration::new(
        DurationClass::Days,
        "As long as a week of the application, so that each of its jobs has run once.",
    );
    step.safe = "Both tables are written, and either may be read.".to_owned();
    step.checks.extend(group.images.0.iter().map(|image| differences(&group.images, image)));
    step.checks.push(Check {
        query:
            "SELECT * FROM SPANNER_SYS.SPLIT_STATS_TOP_MINUTE\nWHERE CPU_USAGE_SCORE >= 50\nORDER \
                BY INTERVAL_END DESC\nLIMIT 100"
                .to_owned(),
        expected:
            "No split of the copies stays hot for longer than the minutes that Spanner takes \
                   to split."
                .to_owned(),
        before: true,
    });
    step.notes.push(format!(
        "The queries compare whole tables: run them at low priority, one at a time. The way back to \
         {} stays open until those are no longer written.",
        listed(&group.old_names(diff))
    ));
    step.back = Some(Back { words: "There is nothing to undo.".to_owned(), code: Vec::new() });
    step
}

/// A query of all rows whose image is missing or differs.
fn differences(images: &Images<'_, '_>, image: &Image<'_, '_>) -> Check {
    Check { query: passes::differing(images, image), expected: NO_ROWS.to_owned(), before: true }
}

/// The old tables are no longer written.
fn stop(diff: &Diff<'_>, group: &Group<'_, '_>) -> Step {
    let old = group.old_names(diff);
    let mut step = step(StepKind::Stop, group, format!("Deploy: no longer write {}", listed(&old)));
    step.owner = Owner::Application;
    step.duration = Duration::new(DurationClass::Hours, "A deployment.");
    step.reversible = false;
    step.safe = "Nothing reads the old tables any more.".to_owned();
    step.rules = Some(left(diff, group, group.tables_after(diff), &|name| name.to_owned()));
    step.notes.push(
        "From here on there is no way back but a backup: the old tables miss what is written now."
            .to_owned(),
    );
    step
}

/// What is left for the application to do when nothing follows any more: columns to give, and rows
/// to delete that went by themselves before.
fn left<'d, 'a>(
    diff: &Diff<'a>,
    group: &Group<'d, 'a>,
    tables: Vec<Stands<'d, 'a>>,
    name_of: &dyn Fn(&str) -> String,
) -> Vec<Rule> {
    let images = Images(Vec::new());
    let mut out = Vec::new();
    for image in &group.images.0 {
        let mut supplied = supplied(group, &image.to.name);
        for one in &mut supplied {
            one.expression = name_of(&one.expression);
        }
        if !supplied.is_empty() {
            let table = tables.iter().find(|it| it.id == image.to.id);
            let table = table.map_or_else(String::new, |it| it.name.clone());
            let key = image.to.parameters(image.to.identity(), "", 1);
            out.push(Rule { table, key, supplied, ..Rule::default() });
        }
    }
    let rules = Rules { images: &images, tables, takes: &diff.takes[1] };
    rules.add_lost(&diff.lost, &group.wanted(), &mut out, false);
    out
}

/// The end of the old tables.
fn finish(diff: &Diff<'_>, renames: &Renames, group: &Group<'_, '_>) -> Step {
    let old = group.old_names(diff);
    let mut step = step(StepKind::Finish, group, format!("Drop {}", listed(&old)));
    step.reversible = false;
    step.safe = "Nothing reads or writes the old tables any more.".to_owned();
    let mut dropped = Vec::new();
    let drops = detach::drops(diff, group, &mut dropped);
    points::expire_before(&mut step, &dropped, diff.after.google());
    ids_of_their_own(renames, group, &mut step);
    step.code.push(Code::ddl(drops));
    let regrants: Vec<String> =
        attach::grants(diff, group).into_iter().flat_map(|it| it.in_the_end).collect();
    if !regrants.is_empty() {
        step.code.push(Code::ddl(regrants));
    }
    let renamed = renamed(diff, group);
    if !renamed.is_empty() {
        step.code.push(Code::ddl(renamed));
        step.notes.push(
            "Each copy gets the name of the old table and keeps its own as a synonym, so that \
             deployed versions go on working. Where the new names may stay, leave the renaming out."
                .to_owned(),
        );
        if !attach::views(diff, group).is_empty() {
            step.notes.push(
                "A table that a view reads cannot be renamed: views are dropped and created again in \
                 the same batch, and are missing for that moment."
                    .to_owned(),
            );
        }
    }
    step.notes.push("Take a backup before.".to_owned());
    step
}

/// Lets the copies have ids that the old tables do not take.
fn ids_of_their_own(renames: &Renames, group: &Group<'_, '_>, step: &mut Step) {
    let old_keys = group.images.0.iter().filter_map(|it| attach::old_key_index(renames, group, it));
    let drops: Vec<String> = old_keys.map(|(name, _)| format!("DROP INDEX {name}")).collect();
    if !drops.is_empty() {
        step.code.push(Code::ddl(drops));
        step.notes.push(
            "The unique index on the old key goes: no deployed version writes the old tables."
                .to_owned(),
        );
    }
    let mut statements = Vec::new();
    for image in &group.images.0 {
        let table = image.to.table();
        for id in table.column_ids().filter(|&id| window::has_new_generator(image, id)) {
            let Some(default) = &table.column(id).default else { continue };
            let default = image.to.script.text_of(default.span);
            let default = if image.to.script.google() { format!("({default})") } else { default };
            statements.push(format!(
                "ALTER TABLE {} ALTER COLUMN {} SET DEFAULT {default}",
                image.to.name,
                image.to.written(id)
            ));
        }
    }
    if !statements.is_empty() {
        step.code.push(Code::ddl(statements));
        step.notes.push(
            "The new generator of ids is switched on: no deployed version writes the old tables any \
             more, so that its ids need not fit into them."
                .to_owned(),
        );
    }
}

/// The statements that give the copies the names of the old tables.
fn renamed(diff: &Diff<'_>, group: &Group<'_, '_>) -> Vec<String> {
    let after = &diff.after;
    let dialect = after.cx.schema.dialect;
    let renames: Vec<(TableId, String)> = group
        .images
        .0
        .iter()
        .map(|image| (image.to.id, image.to.name.clone()))
        .filter(|(id, name)| diff.table_name(*id) != *name)
        .collect();
    if renames.is_empty() {
        return Vec::new();
    }
    let views = attach::views(diff, group);
    let graphs = attach::graphs(diff, group);
    let before = diff.before.cx;
    let mut out: Vec<String> = Vec::new();
    for &id in views.iter().rev() {
        out.push(format!("DROP VIEW {}", before.schema.view(id).name_span.of(before.text)));
    }
    out.extend(graphs.iter().map(|name| format!("DROP PROPERTY GRAPH {name}")));
    for (id, name) in &renames {
        out.push(attach::rename(name, &diff.table_name(*id), dialect));
    }
    for &id in &views {
        let name = &before.schema.view(id).name;
        let view = after.cx.schema.views.iter().find(|it| it.name.eq_ignore_ascii_case(name));
        out.extend(view.map(|it| after.text_of(it.span)));
    }
    for name in &graphs {
        let graph = after.cx.schema.graphs.iter().find(|it| it.name.eq_ignore_ascii_case(name));
        out.extend(graph.map(|it| after.text_of(it.span)));
    }
    out
}
