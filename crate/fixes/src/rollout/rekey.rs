//! Tables whose key changes while the database is in use: a copy with the new key that follows the
//! old table, then the other way round, then alone.
//!
//! A primary key cannot be altered (schema updates page, read 2026-08-22), so this is the only way
//! on a database that holds rows. Nothing gets into a copy but the image of a whole row that is read
//! in the same transaction, so no order of events leaves a copy that lacks or doubles a row.

use super::check::check;
use super::cost::{self, Cost};
use super::diff::Diff;
use super::follow::{Rules, write_code};
use super::group::Group;
use super::image::{Images, Stands};
use super::plan::{
    Back, Check, Code, CodeKind, Duration, DurationClass, NOTHING, Owner, Placeholder, Rule, Step,
    StepKind,
};
use super::rights::rights;
use super::script::Renames;
use super::steps::{listed, step};
use super::supplied::{left, supplied};
use super::{attach, consumers, detach, keys, leave, passes, points, window};
use crate::facts::Dist;

/// Names for the copies.
pub(super) fn renames(diff: &Diff<'_>) -> Renames {
    let schema = diff.before.cx.schema;
    let mut taken: Vec<String> = schema.names.iter().map(|name| name.text.to_lowercase()).collect();
    taken.extend(schema.tables.iter().map(|table| table.name.to_lowercase()));
    let mut renames = Renames { taken, ..Renames::default() };
    for &(_, id) in &diff.rebuilt {
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
    out.extend(consumers::skip(diff, group));
    out.extend(attach::step(diff, renames, group));
    out.push(read(diff, group));
    let turn = turn(diff, group);
    // Where the old tables cannot follow, that step is the last that writes them.
    let follows = turn.reversible;
    let detach = detach::step(diff, renames, group, follows);
    let (before, after) = if follows { (None, detach) } else { (detach, None) };
    out.extend(before);
    out.push(turn);
    out.extend(consumers::change_over(diff, group));
    out.push(leave::watch(diff, group, follows));
    out.extend(after);
    if follows {
        out.push(leave::backup());
        out.push(leave::stop(diff, group));
    }
    out.extend(consumers::both_names(diff, group));
    out.push(leave::finish(diff, renames, group));
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
        write_code(step.rules.as_deref_mut().unwrap_or_default(), diff.after.cx.schema.dialect);
    }
    out
}

/// Expressions that a person has to find for a group.
pub(super) fn placeholders(diff: &Diff<'_>, group: &Group<'_, '_>) -> Vec<Placeholder> {
    let one = |(name, table): (String, String)| Placeholder {
        means: format!(
            "an expression over the columns of the row of `{table}` that returns the same value \
             each time: no column of the old table has this value"
        ),
        name,
    };
    let mut out: Vec<Placeholder> = group.images.open().into_iter().map(one).collect();
    out.extend(detach::placeholders(diff, group));
    out
}

fn copies(group: &Group<'_, '_>) -> Vec<String> {
    group.images.0.iter().map(|image| image.to.name.clone()).collect()
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
            "No column of the old table gives the new key, so {} finds the copy of a row by its \
             old key and prevents duplicates. It is as hot as the old key until it is dropped with \
             the old table.",
            listed(&names)
        ));
    }
    step.code.push(Code::ddl(statements));
    let rights = rights(diff, group);
    if !rights.meanwhile.is_empty() {
        step.code.push(Code::ddl(rights.meanwhile.clone()));
        step.notes
            .push("Roles get the same privileges on the copies as on the old tables.".to_owned());
    }
    if !rights.widened.is_empty() {
        step.notes.push(format!(
            "Until the old tables are dropped, {} have more privileges than before: their \
             transactions also refresh rows of other tables. Get this approved, or run the refresh \
             with a separate role.",
            listed(&rights.widened)
        ));
    }
    let no_indexes = if indexes.is_empty() { "no indexes" } else { "no other indexes" };
    step.notes.push(format!(
        "No foreign keys, {no_indexes}, no row deletion policy yet: rows are copied in any order, \
         and an index is cheaper to build when the copies are complete."
    ));
    if group.images.0.iter().any(|image| {
        image.to.table().column_ids().any(|column| window::has_new_generator(image, column))
    }) {
        step.notes.push(
            "The new id generator is not switched on until the old table is no longer written: \
             until then both tables use the ids of the old one, so that a row has one id."
                .to_owned(),
        );
    }
    step.notes.push(format!(
        "Storage doubles until you drop the old tables: {}.",
        listed(&copies(group))
    ));
    let drops = group.images.0.iter().rev().map(|it| format!("DROP TABLE {}", it.to.name));
    let mut undo = rights.taken_back;
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
        "A deployment: it has ended when no older version writes, and every server sees the flag \
         as on.",
    );
    step.safe = "Reads and results still come from the old tables; the copies are only kept up to \
                 date."
        .into();
    let [takes, _] = &diff.takes;
    let tables = group.tables_before(diff);
    let rules = Rules { images: &group.images, tables, takes, fills: true };
    step.rules = Some(rules.all());
    step.notes = vec![
        "Each transaction that inserts, updates or deletes a row of these tables also runs the \
         statements below. They read the row in the same transaction and write all of its columns, \
         so it does not matter whether it was copied already."
            .to_owned(),
        "Put this behind a flag that all servers read, and do the same for the later deployments \
         that can be undone: that flag is their rollback. Roll back step by step, the last one \
         first, and each only when all servers see the previous one: if this one is switched off \
         while a later one is on, reads return rows that are no longer refreshed."
            .to_owned(),
        "Ancestors are refreshed first: a child needs the row that it is interleaved in, and that \
         may not be copied yet."
            .to_owned(),
        "Statements do not see mutations that the transaction has buffered: write these tables \
         with DML while the plan runs, or buffer the whole row for both tables, after the whole \
         rows of its ancestors for the copies, each as read in the same transaction."
            .to_owned(),
        "Each write of a row costs one more write, and one for each ancestor of the row; an \
         ancestor that the transaction has already refreshed, and not changed since, need not be \
         refreshed again. There is one more participant if the copy is in another split."
            .to_owned(),
    ];
    step.notes.push(AT_ONCE.to_owned());
    if step.rules.iter().flatten().any(Rule::deletes) {
        step.notes.push(
            "The statements before a DELETE are for a DELETE of one row by its key that does \
             delete it. If its condition may be false, check with a query in the same transaction \
             first. If the DELETE deletes no row, or fails, end the transaction with an error: it \
             must not commit without the DELETE."
                .to_owned(),
        );
    }
    if group.images.0.iter().any(|image| window::keeps_its_parent(&group.images, image)) {
        step.notes.push(
            "The statements before the DELETE of a row also delete the copies of rows below it: a \
             server with the previous version may have deleted such a row and left its copy. If \
             such rows still exist, Spanner rejects the DELETE as before, and the transaction \
             fails."
                .to_owned(),
        );
    }
    if step.rules.iter().flatten().any(|rule| rule.commit_timestamps.is_some()) {
        step.notes.push(
            "Once a statement has written a pending commit timestamp to a table, no later \
             statement of the transaction can read that table or its indexes (commit timestamps \
             page, read 2026-11-24). So change the rows without such a column (an INSERT sets one \
             that is NOT NULL to a fixed time in the past), refresh, and set the timestamps last, \
             with one UPDATE for each table: first the copies, then the tables themselves. Set \
             them only for rows that a statement of the transaction did write: if an INSERT OR \
             IGNORE, an ON CONFLICT DO NOTHING or a condition left the row unchanged, its \
             timestamps stay. If a transaction changed several rows, join the conditions of the \
             rows with OR; leave out columns that it does not set."
                .to_owned(),
        );
    }
    step.notes.extend(timestamp_keys(group));
    step.notes.push(
        "If many transactions write children of one row, all of them now write that row and wait \
         for each other. Once a whole comparing round has found nothing, each ancestor has its \
         copy: from then on the refresh of ancestors can be skipped if it costs too much, until \
         the copies are emptied or the deployment that writes them first starts."
            .to_owned(),
    );
    watch_aborts(&mut step);
    step.back = Some(Back {
        words: "Switch off the refresh with its flag, and empty the copies before it is switched \
                on again: they do not have what was written in between. The job then starts with \
                the first range again."
            .to_owned(),
        code: vec![clear(group)],
    });
    step
}

/// One statement for several rows, in each direction.
const AT_ONCE: &str = "Where one statement of a transaction writes or deletes several rows, run \
                       each of the statements below once for all of them, with the conditions of \
                       the rows joined with OR, and not row by row: the rows may refer to each \
                       other or swap a unique value. Query their keys first, in the same \
                       transaction, because the condition may be false afterwards. The code at the \
                       end is for one row.";

/// What a deployment looks at that makes transactions write more.
fn watch_aborts(step: &mut Step) {
    step.watch
        .push("Latency, aborts and errors of the transactions that write these tables.".to_owned());
    step.stop.push(
        "Transactions fail that did not fail before, for example because they exceed the limits of \
         a commit."
            .to_owned(),
    );
    step.stop.push(
        "The share of aborted commits is more than twice that of the previous days, or the p99 of \
         these transactions doubles (an assumption: set your own limits in advance)."
            .to_owned(),
    );
    step.checks.push(Check {
        query: "SELECT INTERVAL_END, COMMIT_ATTEMPT_COUNT, COMMIT_ABORT_COUNT\nFROM \
                SPANNER_SYS.TXN_STATS_TOTAL_HOUR\nORDER BY INTERVAL_END DESC\nLIMIT 72"
            .to_owned(),
        expected: "The share of aborted commits per hour, before and after this step.".to_owned(),
        before: true,
    });
}

/// Keys that a transaction knows only when it has ended.
fn timestamp_keys(group: &Group<'_, '_>) -> Vec<String> {
    let mut out = Vec::new();
    for image in &group.images.0 {
        let table = image.from.table();
        let mut parts = table.key.iter().map(|part| table.column(part.column));
        if let Some(column) = parts.find(|column| column.commit_timestamp) {
            out.push(format!(
                "`{}` in the key of `{}` may be the commit timestamp, which is not known within \
                 the transaction: insert such a row into both tables with the same values and \
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
    Code::new(CodeKind::Partitioned, statements.collect())
}

/// How long it takes to go so many times over the rows of all tables, one after another.
fn pass_duration(images: &Images<'_, '_>, times: f64) -> Duration {
    let costs: Vec<Cost> = images.0.iter().map(Cost::of).collect();
    cost::duration(&costs, times)
}

/// Copying, range by range.
fn copy(group: &Group<'_, '_>) -> Step {
    let mut step =
        step(StepKind::Copy, group, format!("Copy the rows into {}", listed(&copies(group))));
    step.owner = Owner::Job;
    step.duration = pass_duration(&group.images, 1.0);
    step.safe =
        "A range is read and written in one read-write transaction, so it cannot overwrite what \
         the application writes; repeating a range changes nothing."
            .to_owned();
    step.passes = group.images.0.iter().map(|image| passes::copy(&group.images, image)).collect();
    step.checks = last_keys(group.images.0.iter().map(|image| &image.from));
    step.notes = vec![
        "Copy the tables one after another, parents before their children. A range uses at most \
         half of the limit of a commit (80,000 mutations and 100 MiB, quotas page, read \
         2026-08-22), based on the stated or assumed row size. If rows are larger, for example \
         because of long strings, use fewer rows per range: a range that fails because of its size \
         has changed nothing."
            .to_owned(),
        "Partitioned DML cannot do this: it does not support INSERT … SELECT.".to_owned(),
        "The job is a small program that runs the statements of one range after another, each \
         range in a read-write transaction with serializable isolation (the default), and saves \
         the last key that was committed. To resume, it continues after that key."
            .to_owned(),
        "Query the last key of each table when the job starts, with the queries of this step. The \
         job ends with the range that reaches it: the application writes later rows, and a job \
         that follows them would compete with its inserts."
            .to_owned(),
        "Run it at low priority and pause between ranges, so that it stays within its share of the \
         CPU."
            .to_owned(),
        "If a range fails because a row has no parent, a server with the previous version still \
         changes rows: stop it, then start again with the first table."
            .to_owned(),
    ];
    step.watch.push("CPU at low priority, and p99 latency of the application.".to_owned());
    step.stop.push(
        "The p99 of the application rises by more than 20 % (an assumption: set your own limit): \
         pause, and continue more slowly."
            .to_owned(),
    );
    step.back = Some(Back {
        words: "Stop the job. The application still refreshes the rows that it changes, so the \
                copied rows stay correct."
            .to_owned(),
        code: Vec::new(),
    });
    step
}

/// The queries of the last keys of tables, each once.
fn last_keys<'s, 'a: 's>(tables: impl Iterator<Item = &'s Stands<'s, 'a>>) -> Vec<Check> {
    let mut out: Vec<Check> = Vec::new();
    for table in tables {
        let query = passes::last_key(table);
        if !out.iter().any(|it| it.query == query) {
            let expected = format!("The last key of `{}`, where its ranges end.", table.name);
            out.push(Check { query, expected, before: true });
        }
    }
    out
}

/// Comparing, until a whole round finds nothing.
fn compare(group: &Group<'_, '_>) -> Step {
    let mut step = step(StepKind::Compare, group, "Compare, and repair what differs");
    step.owner = Owner::Job;
    // Rows of the old tables and rows of the copies.
    step.duration = pass_duration(&group.images, 2.0);
    step.safe = "Each range is repaired in one read-write transaction.".to_owned();
    let images = &group.images;
    // Rows that should not be there go first, children before their parents.
    step.passes = images.0.iter().rev().map(|image| passes::surplus(images, image)).collect();
    step.passes.extend(images.0.iter().map(|image| passes::repair(images, image)));
    let (was, is) = (images.0.iter().map(|it| &it.from), images.0.iter().map(|it| &it.to));
    step.checks = last_keys(was.chain(is));
    step.notes = vec![
        "Each round ends with the last keys that the queries of this step return when it starts."
            .to_owned(),
        "The repairs assume that the old tables are right. Never run them once the copies are \
         written first: they would undo writes that only the copies have."
            .to_owned(),
        "The second query of a range finds its differences; it can run in a read-only transaction, \
         which takes no locks. If it finds a row, run it and the statements after it in a \
         read-write transaction to repair the range; if it finds none, skip them. Repeat until a \
         whole round over all tables finds nothing."
            .to_owned(),
        "The first round may find rows that servers with the previous version changed while the \
         refresh was being deployed. Rows that a later round finds were written without the \
         refresh: find out by whom, and stop that first."
            .to_owned(),
    ];
    if group
        .images
        .0
        .iter()
        .any(|image| image.to.table().foreign_keys.iter().any(|key| key.enforced))
    {
        step.notes.push(
            "Once the copies have their foreign keys, a repair may reach a row whose parent is in \
             a later range: first roll back the step that adds them."
                .to_owned(),
        );
    }
    step.notes.extend(low_cardinality_note(group));
    step.stop
        .push("A second round finds rows again: something writes without the refresh.".to_owned());
    step.back = Some(Back { words: NOTHING.to_owned(), code: Vec::new() });
    step
}

/// What to do where ranges of a copy are no ranges of its first column alone: few values of that hold
/// all rows.
fn low_cardinality_note(group: &Group<'_, '_>) -> Option<String> {
    let mut found: Vec<String> = Vec::new();
    for image in &group.images.0 {
        let (facts, table) = (image.to.script.cx.facts, image.to.table());
        let Some(first) = table.key.first().filter(|_| table.key.len() > 1) else { continue };
        if matches!(facts.column(image.to.id, first.column).dist, Dist::Shard { .. }) {
            found.push(format!("`{}` by `{}`", image.to.name, image.to.written(first.column)));
        }
    }
    (!found.is_empty()).then(|| {
        format!(
            "Ranges of copies start with a column of few values: {}. Check in the plan of a \
             range's query that it seeks; if it scans all rows of a value, process one value after \
             another in the job, with `… = value` added to each condition of the queries and \
             statements of that table.",
            found.join(", ")
        )
    })
}

/// Reads come from the copies.
fn read(diff: &Diff<'_>, group: &Group<'_, '_>) -> Step {
    let mut step = step(StepKind::Read, group, format!("Deploy: read {}", listed(&copies(group))));
    step.owner = Owner::Application;
    step.duration = Duration::new(DurationClass::Hours, "A deployment.");
    step.safe = "After each commit, both tables have the same rows.".to_owned();
    step.notes.push(
        "Compare once more before this step, with the queries that find differences: they must \
         find nothing."
            .to_owned(),
    );
    let replaced = attach::reading_copies(diff, group);
    let graphs = !attach::graphs(diff, group).is_empty();
    if !replaced.is_empty() {
        step.code.push(Code::ddl(replaced));
        step.notes.push(format!(
            "Views{} are replaced with one statement each, without downtime.",
            if graphs { " and property graphs" } else { "" }
        ));
    }
    step.notes.push(
        "Read part of the traffic from the copies first, and compare latencies and query plans: \
         with the new key, different queries can seek."
            .to_owned(),
    );
    step.notes.push(format!(
        "Queries use the names {} and the hints of the previous step until the last step. Run \
         `ANALYZE` first, so that the optimizer has statistics of the copies, and check the plan \
         of each query.",
        listed(&copies(group))
    ));
    step.watch
        .push("Latency of each query, and QUERY_STATS for scans of a whole table.".to_owned());
    step.stop.push("A query became unexpectedly slower: read from the old tables again.".into());
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
        Some(Back { words: "Read from the old tables again with the flag.".to_owned(), code });
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
            "The old tables are refreshed in the same transactions, so a rollback loses nothing."
                .to_owned();
        let [_, takes] = &diff.takes;
        let tables = group.tables_after(diff);
        let rules = Rules { images: &turned, tables, takes, fills: false };
        step.rules = Some({
            let mut all = rules.all();
            all.iter_mut().for_each(|rule| rule.supplied = supplied(group, &rule.table));
            rules.add_lost(&diff.lost, &group.wanted(), &mut all, true);
            rules.add_lost(&keys::late_cascades(diff, group), &group.wanted(), &mut all, true);
            all
        });
        step.notes = vec![
            "Switch with the flag. While it rolls out, servers write in either order, and each \
             transaction writes both tables."
                .to_owned(),
            "The same rule as before, the other way round: the application changes the copy, and \
             the old table is refreshed from it."
                .to_owned(),
            AT_ONCE.to_owned(),
        ];
        step.back = Some(Back {
            words: "Write the old tables first again with the flag. They are complete.".to_owned(),
            code: Vec::new(),
        });
    } else {
        step.reversible = false;
        step.safe = "The copies are complete and have everything that is read.".to_owned();
        step.notes.push(format!(
            "The old tables cannot be kept up to date: the copies do not give {} there, or give it \
             to several rows. From here on, a backup is the only rollback.",
            listed(&lost)
        ));
        step.notes.push(format!(
            "No transaction may write {} while this version is deployed: a server with the \
             previous version would write rows that the new one does not see. Announce in advance \
             how long that takes.",
            listed(&group.old_names(diff))
        ));
        step.rules = Some(left(diff, group, group.tables_after(diff), &|name| name.to_owned()));
    }
    watch_aborts(&mut step);
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
