//! The last steps of tables whose key changes: the copies are watched, a backup is taken, the old
//! tables are no longer written, then dropped, and the copies get their names.

use super::diff::Diff;
use super::group::Group;
use super::image::{Image, Images};
use super::plan::{
    Back, Check, Code, CodeKind, Duration, DurationClass, NO_ROWS, NOTHING, Owner, Step, StepKind,
};
use super::rights::rights;
use super::script::{Renames, bare, literal};
use super::steps::{listed, step};
use super::supplied::left;
use super::{attach, detach, passes, points, window};
use crate::schema::TableId;

/// Some days in production.
pub(super) fn watch(diff: &Diff<'_>, group: &Group<'_, '_>, follows: bool) -> Step {
    let mut step = step(StepKind::Watch, group, "Watch it in production");
    step.duration = Duration::new(
        DurationClass::Days,
        "At least one full business cycle, so that each job has run: a week, or past the end of a \
         month.",
    );
    let old = listed(&group.old_names(diff));
    if follows {
        step.safe = "Both tables are written, and either may be read.".to_owned();
        for image in &group.images.0 {
            step.checks.push(differences(&group.images, image));
            step.checks.push(surplus(&group.images, image));
        }
        step.notes.push(format!(
            "The queries compare whole tables: run them at low priority, one at a time. For larger \
             tables, run the queries of the compare step that find differences in a range, but \
             none of its repairs: those would undo changes that only the copies have. A rollback \
             to {old} is possible until those are no longer written.",
        ));
        step.stop.push(
            "A query that expects no rows finds some: something writes only one of the tables. \
             Find it and stop it. Decide for all rows which side is right before you write any. \
             Then repair one row after another, ancestors before their children, each in one \
             read-write transaction that reads both sides: if the copy is right, run for its key \
             the statements that transactions run since the copies are written first; if the old \
             table is right, the statements they ran before that; in both cases only the \
             statements for the row's own table, without those for its ancestors. Finally, \
             children first, delete the rows that were deleted on the other side. Run the query \
             again, and do not continue while it finds a row."
                .to_owned(),
        );
        step.checks.push(readers(group));
    } else {
        step.safe = "Only the copies are read and written.".to_owned();
        step.notes.push(format!(
            "{old} still have the rows from when the copies were written first: keep them until it \
             is certain that no query or job needs them.",
        ));
    }
    step.checks.push(Check {
        query:
            "SELECT * FROM SPANNER_SYS.SPLIT_STATS_TOP_MINUTE\nWHERE CPU_USAGE_SCORE >= 50\nORDER \
             BY INTERVAL_END DESC\nLIMIT 100"
                .to_owned(),
        expected:
            "No split of the copies stays hot for longer than the minutes that Spanner takes to \
             split."
                .to_owned(),
        before: true,
    });
    step.back = Some(Back { words: NOTHING.to_owned(), code: Vec::new() });
    step
}

/// A query of all rows whose image is missing or differs.
fn differences(images: &Images<'_, '_>, image: &Image<'_, '_>) -> Check {
    Check { query: passes::differing(images, image), expected: NO_ROWS.to_owned(), before: true }
}

/// A query of all rows that stand in the copy alone.
fn surplus(images: &Images<'_, '_>, image: &Image<'_, '_>) -> Check {
    Check { query: passes::extra(images, image), expected: NO_ROWS.to_owned(), before: true }
}

/// A backup before the first step that cannot be undone.
pub(super) fn backup() -> Step {
    let mut step = Step::new("backup", StepKind::Backup, "Take a backup");
    step.duration = Duration::new(
        DurationClass::Hours,
        "Spanner copies the whole database: minutes for a small one, hours for a large one.",
    );
    step.safe = "A backup does not use the CPU of the nodes.".to_owned();
    step.code.push(Code::new(
        CodeKind::Shell,
        vec![
            "gcloud spanner backups create BACKUP --instance=INSTANCE --database=DATABASE \
             --retention-period=30d --async"
                .to_owned(),
            "gcloud spanner backups describe BACKUP --instance=INSTANCE --format='value(state)'"
                .to_owned(),
        ],
    ));
    step.notes.push(
        "Continue when the second command prints READY. Keep the backup as long as a problem may \
         still be found: 30 days here (an assumption), a year at most (backup page, read \
         2026-11-25)."
            .to_owned(),
    );
    step.back = Some(Back {
        words: "Delete it: `gcloud spanner backups delete BACKUP --instance=INSTANCE`.".to_owned(),
        code: Vec::new(),
    });
    step
}

/// The old tables are no longer written.
pub(super) fn stop(diff: &Diff<'_>, group: &Group<'_, '_>) -> Step {
    let old = group.old_names(diff);
    let mut step = step(StepKind::Stop, group, format!("Deploy: stop writing {}", listed(&old)));
    step.owner = Owner::Application;
    step.duration = Duration::new(DurationClass::Hours, "A deployment.");
    step.reversible = false;
    step.safe = "Nothing reads the old tables.".to_owned();
    step.rules = Some(left(diff, group, group.tables_after(diff), &|name| name.to_owned()));
    step.notes.push(
        "From here on, the backup is the only rollback: the old tables do not get new writes. A \
         restore creates a new database, which the application has to be configured for, without \
         anything written since."
            .to_owned(),
    );
    step.notes.push(
        "Compare once more directly before, with the queries of the step that watches production. \
         Remove the flags of the earlier deployments from the code in this one: the old tables are \
         no longer complete, and must not be read or written first again."
            .to_owned(),
    );
    step.notes.push(
        "The previous version, which writes both, can be deployed again until this step is \
         complete, but not later: in the following steps consumers would get each change twice, \
         and once the tables are renamed its statements are wrong."
            .to_owned(),
    );
    step.notes.push(
        "A report, a job or a person that still reads the old tables would see rows that no longer \
         change. Table statistics cannot show this, because the refresh reads the tables too: \
         check the query texts, for as long as the copies were watched."
            .to_owned(),
    );
    step.checks.push(readers(group));
    step
}

/// Queries of the last hours that name an old table and not its copy, as the refresh does, and that
/// are none of what the refresh deletes or sets to its commit timestamp there.
fn readers(group: &Group<'_, '_>) -> Check {
    let google = group.images.0.iter().all(|it| it.from.script.google());
    let like = |pattern: String| literal(&pattern.to_lowercase(), google);
    let mut conditions: Vec<String> = Vec::new();
    for image in &group.images.0 {
        let (name, copy) = (&image.from.name, &image.to.name);
        let old = like(format!("%{}%", bare(name)));
        let others = [
            like(format!("%{}%", bare(copy))),
            like(format!("delete from {name}%")),
            like(format!("update {name}%pending_commit_timestamp%")),
        ];
        let others = others.map(|it| format!(" AND LOWER(TEXT) NOT LIKE {it}")).concat();
        let condition = format!("(LOWER(TEXT) LIKE {old}{others})");
        if !conditions.contains(&condition) {
            conditions.push(condition);
        }
    }
    Check {
        query: format!(
            "SELECT INTERVAL_END, EXECUTION_COUNT, TEXT\nFROM \
             SPANNER_SYS.QUERY_STATS_TOP_HOUR\nWHERE {}\nORDER BY INTERVAL_END DESC\nLIMIT 100",
            conditions.join("\n  OR ")
        ),
        expected: "No query that reads or writes an old table. A query text may contain a table \
                   name by chance. Spanner keeps only the queries that used the most CPU, and no \
                   reads without SQL: also ask the owners of reports and jobs."
            .to_owned(),
        before: true,
    }
}

/// How often tables were read and written in each of the last hours.
fn unused(diff: &Diff<'_>, tables: &[String], expected: &str) -> Check {
    let google = diff.before.google();
    let list: Vec<String> = tables.iter().map(|name| literal(name, google)).collect();
    Check {
        query: format!(
            "SELECT INTERVAL_END, TABLE_NAME, READ_QUERY_COUNT, WRITE_COUNT, DELETE_COUNT\nFROM \
             SPANNER_SYS.TABLE_OPERATIONS_STATS_HOUR\nWHERE TABLE_NAME IN ({})\nORDER BY \
             INTERVAL_END DESC\nLIMIT 100",
            list.join(", ")
        ),
        expected: expected.to_owned(),
        before: true,
    }
}

/// The end of the old tables.
pub(super) fn finish(diff: &Diff<'_>, renames: &Renames, group: &Group<'_, '_>) -> Step {
    let old = group.old_names(diff);
    let mut step = step(StepKind::Finish, group, format!("Drop {}", listed(&old)));
    step.reversible = false;
    step.safe = "Nothing reads or writes the old tables.".to_owned();
    let mut dropped = Vec::new();
    let drops = detach::drops(diff, group, &mut dropped);
    points::expire_before(&mut step, &dropped, diff.after.google());
    step.checks.push(unused(
        diff,
        &old,
        "No reads and no writes in any hour since the previous step, over days.",
    ));
    ids_of_their_own(renames, group, &mut step);
    step.code.push(Code::ddl(drops));
    let regrants = rights(diff, group).in_the_end;
    if !regrants.is_empty() {
        step.code.push(Code::ddl(regrants));
    }
    let renamed = renamed(diff, group);
    if !renamed.is_empty() {
        step.code.push(Code::ddl(renamed));
        step.notes.push(
            "Each copy gets the name of the old table and keeps its own as a synonym, so that \
             deployed versions still work. If the new names can stay, skip the renaming and the \
             step after this one."
                .to_owned(),
        );
        if !attach::views(diff, group).is_empty() {
            step.notes.push(
                "A table that a view reads cannot be renamed: views are dropped and created again \
                 in the same batch, and do not exist in between."
                    .to_owned(),
            );
        }
    }
    step
}

/// Lets the copies have ids that the old tables do not take.
fn ids_of_their_own(renames: &Renames, group: &Group<'_, '_>, step: &mut Step) {
    let old_keys = group.images.0.iter().filter_map(|it| attach::old_key_index(renames, group, it));
    let drops: Vec<String> = old_keys.map(|(name, _)| format!("DROP INDEX {name}")).collect();
    if !drops.is_empty() {
        step.code.push(Code::ddl(drops));
        step.notes.push(
            "The unique index on the old key is dropped: no deployed version writes the old tables."
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
            "The new id generator is switched on: no deployed version writes the old tables, so \
             its ids need not fit into them."
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
