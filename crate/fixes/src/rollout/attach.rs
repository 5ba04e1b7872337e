//! What a copy gets when its rows are complete: indexes, foreign keys, change streams, row deletion
//! policies; and what refers to tables by name: grants, views, property graphs.

use super::alter::{ddl, index_name, watched, watches};
use super::diff::Diff;
use super::group::Group;
use super::image::Image;
use super::keys;
use super::plan::{Back, Code, Duration, DurationClass, Step, StepKind};
use super::script::{Renames, Script, bare};
use super::window::is_loose;
use crate::schema::{TableId, Touched, ViewId};
use crate::syntax::tree::{Dialect, StatementKind};

/// The step that gives the copies of a group what they lack.
pub(super) fn step(diff: &Diff<'_>, renames: &Renames, group: &Group<'_, '_>) -> Option<Step> {
    let indexes = indexes(diff, renames, group);
    let keys = foreign_keys(diff, renames, group);
    let others = others(diff, group);
    if indexes.is_empty() && keys.is_empty() && others.is_empty() {
        return None;
    }
    let id = format!("attach-{}", group.slug());
    let mut step = Step::new(id, StepKind::Attach, "Add indexes, foreign keys and policies");
    step.safe = "The copies serve no reads yet, and a schema change does not block writes.".into();
    step.duration = Duration::new(
        DurationClass::Hours,
        "Each index is a backfill, and each foreign key is checked against every row: minutes for \
         a small table, hours for a large one.",
    );
    let mut back = Vec::new();
    for (statement, undo) in indexes {
        step.code.push(Code::ddl(vec![statement]));
        back.extend(undo);
    }
    if !keys.is_empty() {
        step.code.push(Code::ddl(keys.iter().map(|(statement, _)| statement.clone()).collect()));
        back.extend(keys.into_iter().map(|(_, undo)| undo));
    }
    if !others.is_empty() {
        step.code.push(Code::ddl(others.iter().map(|(statement, _)| statement.clone()).collect()));
        back.extend(others.into_iter().filter_map(|(_, undo)| undo));
    }
    step.notes = notes(diff, renames, group);
    step.watch.push(
        "To see the progress of each operation: `gcloud spanner operations list \
         --instance=INSTANCE --database=DATABASE --type=DATABASE_UPDATE_DDL`."
            .to_owned(),
    );
    step.stop.push(
        "If a unique index or foreign key fails, the error names the rows that violate it: the \
         copy differs from the old table; compare again."
            .to_owned(),
    );
    back.reverse();
    step.back = Some(Back {
        words: "Drop what was added, in reverse order.".to_owned(),
        code: vec![Code::ddl(back)],
    });
    Some(step)
}

fn notes(diff: &Diff<'_>, renames: &Renames, group: &Group<'_, '_>) -> Vec<String> {
    let mut notes = Vec::new();
    let schema = diff.after.cx.schema;
    let mut hints = Vec::new();
    for image in &group.images.0 {
        for id in schema.indexes_of(image.to.id).filter(|&id| !schema.index(id).managed) {
            let name = index_name(&diff.after, id);
            let new = renames.fresh(&name);
            if new != name {
                hints.push(format!("`{name}` becomes `{new}`"));
            }
        }
        for special in schema.special_indexes.iter().filter(|it| it.table == image.to.id) {
            let name = special.name_span.of(diff.after.cx.text);
            let new = renames.fresh(name);
            if new != name {
                hints.push(format!("`{name}` becomes `{new}`"));
            }
        }
    }
    if !hints.is_empty() {
        notes.push(format!(
            "An index cannot be renamed, so these have new names, which hints in queries of the \
             copies must use: {}.",
            hints.join(", ")
        ));
    }
    let own = |image: &Image<'_, '_>| group.images.has_own_ids(image);
    let old_key = |image: &Image<'_, '_>| old_key_index(renames, group, image).is_some();
    if group.images.0.iter().any(|image| old_key(image) && !own(image)) {
        notes.push(
            "The unique index on the old key rejects rows that the old table would reject, and is \
             dropped when the old table is no longer written."
                .to_owned(),
        );
    }
    if schema
        .table_ids()
        .any(|id| schema.table(id).foreign_keys.iter().any(|key| keys::waits(diff, group, id, key)))
    {
        notes.push(
            "Some foreign keys are added later, when the copies are written first: together with \
             those of the old tables, they would reject rows that are allowed now."
                .to_owned(),
        );
    }
    let policy = |image: &super::image::Image<'_, '_>| image.to.table().ttl.is_some();
    if group.images.0.iter().any(policy) {
        notes.push(
            "From here on, the row deletion policy runs on both tables independently: rows that \
             are about to expire may be in only one of them."
                .to_owned(),
        );
    }
    if streams(diff, group).next().is_some() {
        notes.push(
            "From here until the old tables are no longer written, change streams record each \
             change twice, once for each table."
                .to_owned(),
        );
    }
    notes
}

/// A statement with the one that undoes it.
type Undone = (String, String);

/// Indexes of the copies, unique ones first.
fn indexes(
    diff: &Diff<'_>,
    renames: &Renames,
    group: &Group<'_, '_>,
) -> Vec<(String, Option<String>)> {
    let schema = diff.after.cx.schema;
    let mut unique = Vec::new();
    let mut others = Vec::new();
    let mut special = Vec::new();
    let wanted = |id: TableId| group.copy_of(id).is_some();
    for (statement, touched) in diff.after.statements() {
        let (name, word) = match &statement.kind {
            StatementKind::CreateIndex(index) => (&index.name, "INDEX"),
            StatementKind::AlterIndex(alter) => (&alter.name, ""),
            StatementKind::CreateSearchIndex(it) => (&it.index.name, "SEARCH INDEX"),
            StatementKind::CreateVectorIndex(it) => (&it.index.name, "VECTOR INDEX"),
            _ => continue,
        };
        let table = match touched {
            Touched::Table(id) => Some(id),
            Touched::Database => None,
        };
        let is = |other: &str| other.eq_ignore_ascii_case(&name.text);
        let found = schema.indexes.iter().find(|it| is(&it.name));
        let found_special = schema.special_indexes.iter().find(|it| is(&it.name));
        let of = found.map(|it| it.table).or(found_special.map(|it| it.table)).or(table);
        if !of.is_some_and(wanted) || (found.is_none() && found_special.is_none()) {
            continue;
        }
        let text = diff.after.renamed(statement, renames);
        let fresh = renames.fresh(name.span.of(diff.after.cx.text));
        // What alters an index goes with it.
        let undo = (!word.is_empty()).then(|| format!("DROP {word} {fresh}"));
        let list = match (found, found_special) {
            (Some(it), _) if it.unique => &mut unique,
            (_, Some(_)) => &mut special,
            _ => &mut others,
        };
        list.push((text, undo));
    }
    let mut all: Vec<(String, Option<String>)> = group
        .images
        .0
        .iter()
        .filter(|image| !group.images.has_own_ids(image))
        .filter_map(|image| {
            let (name, statement) = old_key_index(renames, group, image)?;
            Some((statement, Some(format!("DROP INDEX {name}"))))
        })
        .collect();
    all.extend(unique);
    all.extend(others);
    all.extend(special);
    all
}

/// A unique index on the old key, where the new one allows two rows that the old one does not: the
/// second would take the place of the first in the old table, or one row would be there twice. Its
/// name and statement.
pub(super) fn old_key_index(
    renames: &Renames,
    group: &Group<'_, '_>,
    image: &Image<'_, '_>,
) -> Option<(String, String)> {
    let (moves, own) = (!group.images.moved_by(image).is_empty(), group.images.has_own_ids(image));
    if image.only.is_some() || (!moves && !own) {
        return None;
    }
    let table = image.to.table();
    let mut columns = Vec::new();
    for key in image.from.identity() {
        columns.push(image.to.written(table.find_column(&bare(&key.name))?));
    }
    let name = bare(crate::names::last_part(&image.from.name));
    let name = renames.fresh(&format!("{name}_old_key"));
    let (table, columns) = (&image.to.name, columns.join(", "));
    let statement = format!("CREATE UNIQUE INDEX {name} ON {table} ({columns})");
    Some((name, statement))
}

/// Foreign keys from copies, and from other tables to copies; and the interleaving of copies that
/// took rows without a parent until now.
fn foreign_keys(diff: &Diff<'_>, renames: &Renames, group: &Group<'_, '_>) -> Vec<Undone> {
    let mut out = Vec::new();
    for image in &group.images.0 {
        let name = &image.to.name;
        if is_loose(&group.images, image)
            && let Some(parent) = &image.to.table().parent
        {
            let above = parent.table.map_or_else(
                || parent.name.to_string(),
                |id| group.copy_of(id).map_or_else(|| diff.table_name(id), str::to_owned),
            );
            let cascade = if parent.on_delete_cascade { " ON DELETE CASCADE" } else { "" };
            out.push((
                format!("ALTER TABLE {name} SET INTERLEAVE IN PARENT {above}{cascade}"),
                format!("ALTER TABLE {name} SET INTERLEAVE IN {above}"),
            ));
        }
    }
    let added = keys::added(diff, renames, group, false).into_iter();
    out.extend(added.map(|it| (it.statement, it.undo)));
    out
}

/// Row deletion policies and change streams.
fn others(diff: &Diff<'_>, group: &Group<'_, '_>) -> Vec<(String, Option<String>)> {
    let mut out = Vec::new();
    for image in &group.images.0 {
        if let Some(ttl) = &image.to.table().ttl {
            let clause = diff.after.text_of(ttl.span);
            let name = &image.to.name;
            let drop = if diff.after.google() { "ROW DELETION POLICY" } else { "TTL" };
            out.push((
                format!("ALTER TABLE {name} ADD {clause}"),
                Some(format!("ALTER TABLE {name} DROP {drop}")),
            ));
        }
    }
    for (name, with, without) in streams(diff, group) {
        out.push((
            format!("ALTER CHANGE STREAM {name} SET FOR {with}"),
            Some(format!("ALTER CHANGE STREAM {name} SET FOR {without}")),
        ));
    }
    out
}

/// Change streams that name a table of a group: what they watch with its copies, and without.
pub(super) fn streams<'s>(
    diff: &'s Diff<'_>,
    group: &'s Group<'_, '_>,
) -> impl Iterator<Item = (String, String, String)> + 's {
    let also: Vec<(TableId, String)> =
        group.images.0.iter().map(|it| (it.from.id, it.to.name.clone())).collect();
    diff.before.cx.schema.streams.iter().filter_map(move |stream| {
        let named = also.iter().any(|(table, _)| watches(&stream.watched, *table));
        named.then(|| {
            (
                stream.name_span.of(diff.before.cx.text).to_owned(),
                watched(&diff.before, &stream.watched, &also),
                watched(&diff.before, &stream.watched, &[]),
            )
        })
    })
}

/// Views that read a table of the group, or a view that does.
pub(super) fn views(diff: &Diff<'_>, group: &Group<'_, '_>) -> Vec<ViewId> {
    let script = &diff.before;
    let schema = script.cx.schema;
    let old = group.old();
    let mut out: Vec<ViewId> = Vec::new();
    for id in schema.view_ids() {
        let view = schema.view(id);
        let named = old.iter().any(|&it| script.mentions(view.body, &schema.table(it).name));
        if named || view.reads.iter().any(|read| out.contains(read)) {
            out.push(id);
        }
    }
    out
}

/// Views and property graphs as they read the copies, replaced in one statement each.
pub(super) fn reading_copies(diff: &Diff<'_>, group: &Group<'_, '_>) -> Vec<String> {
    let mut out = Vec::new();
    let name_of = |name: &str| {
        let is = |it: &&super::image::Image<'_, '_>| {
            bare(&it.to.table().name).eq_ignore_ascii_case(&bare(name))
        };
        group.images.0.iter().find(is).map(|it| it.to.name.clone())
    };
    for id in views(diff, group) {
        let name = &diff.before.cx.schema.view(id).name;
        let after = &diff.after;
        if let Some(view) =
            after.cx.schema.views.iter().find(|it| it.name.eq_ignore_ascii_case(name))
        {
            out.push(replacing(&after.with_tables(view.span, &name_of), "VIEW"));
        }
    }
    for graph in graphs(diff, group) {
        let after = &diff.after;
        let found = after.cx.schema.graphs.iter().find(|it| it.name.eq_ignore_ascii_case(&graph));
        out.extend(found.map(|it| replacing(&after.with_elements(it, &name_of), "PROPERTY GRAPH")));
    }
    out
}

/// `CREATE OR REPLACE`.
pub(super) fn replacing(statement: &str, word: &str) -> String {
    let rest = statement.trim_start();
    let upper = rest.to_ascii_uppercase();
    match upper.find(word) {
        Some(at) => format!("CREATE OR REPLACE {}", &rest[at..]),
        None => rest.to_owned(),
    }
}

/// Property graphs that have a table of the group as an element.
pub(super) fn graphs(diff: &Diff<'_>, group: &Group<'_, '_>) -> Vec<String> {
    let old = group.old();
    let moves = |table: Option<TableId>| table.is_some_and(|it| old.contains(&it));
    let schema = diff.before.cx.schema;
    let has = |graph: &&crate::schema::Graph| {
        graph.nodes.iter().any(|node| moves(node.table))
            || graph.edges.iter().any(|edge| moves(edge.table))
    };
    schema.graphs.iter().filter(has).map(|graph| graph.name.to_string()).collect()
}

/// The statements that give a copy the name of its old table, and keep its own as a synonym.
pub(super) fn rename(from: &str, to: &str, dialect: Dialect) -> String {
    match dialect {
        Dialect::GoogleSql => format!("ALTER TABLE {from} RENAME TO {to}, ADD SYNONYM {from}"),
        Dialect::PostgreSql => format!("ALTER TABLE {from} RENAME WITH SYNONYM TO {to}"),
    }
}

/// What takes the synonym away.
pub(super) fn drop_synonym(table: &str, synonym: &str) -> String {
    format!("ALTER TABLE {table} DROP SYNONYM {synonym}")
}

/// A step of DDL alone, where there is something to run.
pub(super) fn synonyms(group: &Group<'_, '_>, diff: &Diff<'_>) -> Option<Step> {
    let renamed: Vec<String> = group
        .images
        .0
        .iter()
        .filter(|it| diff.table_name(it.to.id) != it.to.name)
        .map(|it| drop_synonym(&diff.table_name(it.to.id), &it.to.name))
        .collect();
    if renamed.is_empty() {
        return None;
    }
    let id = format!("names-{}", group.slug());
    let mut step = ddl(id, "Deploy the final names, then drop the synonyms of the copies", renamed);
    step.group = Some(group.number);
    step.reversible = true;
    step.safe = "Until this step, both names refer to the same table.".to_owned();
    step.notes.push(
        "First the application team deploys a version that uses the original table names. The DBA \
         drops the synonyms when no other version is deployed."
            .to_owned(),
    );
    step.back = Some(Back {
        words: "Add the synonyms again: `ALTER TABLE … ADD SYNONYM …`.".to_owned(),
        code: Vec::new(),
    });
    Some(step)
}

/// The script that views and grants are read from.
impl Script<'_> {
    /// A part of the text in which names of tables are replaced: behind `FROM`, `JOIN`, `TABLE` or
    /// a comma of their lists, and where they qualify a column.
    pub(super) fn with_tables(
        &self,
        span: crate::text::Span,
        name_of: &dyn Fn(&str) -> Option<String>,
    ) -> String {
        self.with_names(span, &|before, name, behind| {
            let lists = ["FROM", "JOIN", "TABLE", ","];
            let is_table =
                before.is_some_and(|it| lists.iter().any(|w| it.eq_ignore_ascii_case(w)));
            let qualifies = behind == Some(".") && before != Some(".");
            if is_table || qualifies { name_of(name) } else { None }
        })
    }
}
