//! Tables whose key changes are written anew beside the old ones: copy, check, change the names.
//!
//! A primary key cannot be altered (schema updates page, read 2026-08-22), so this is the only way
//! on a database that holds rows.

use super::alter::{added, ddl, index_name, other_names, unnamed_note, watched, watches};
use super::copy::Copy;
use super::diff::{Diff, written_name};
use super::script::{Renames, suffixed};
use super::{Code, CodeKind, Step, points};
use crate::schema::{ForeignKey, TableId, Touched, ViewId, Watching};
use crate::syntax::tree::{ObjectKind, StatementKind};

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

/// The steps from the copies to the day the old tables are dropped.
pub(super) fn steps(diff: &Diff<'_>, renames: &Renames) -> Vec<Step> {
    if diff.anew.is_empty() {
        return Vec::new();
    }
    let copies: Vec<Copy<'_, '_>> = diff
        .anew
        .iter()
        .map(|&(old, id)| Copy { diff, old, id, name: renames.tables[&id].clone() })
        .collect();
    let mut out = vec![create(diff, renames)];
    out.extend(points::step(diff, renames));
    out.push(write_both(&copies));
    out.extend(copies.iter().map(backfill));
    out.push(verify(&copies));
    out.extend(referrers(diff, renames));
    out.extend(watch_copies(diff, renames));
    out.push(cut_over(diff, renames));
    out.push(drop_old(diff));
    out
}

/// The copies with their indexes, and new tables that stand on them.
fn create(diff: &Diff<'_>, renames: &Renames) -> Step {
    let mut statements = Vec::new();
    for (statement, touched) in diff.after.statements() {
        let Touched::Table(id) = touched else { continue };
        let hangs_on = diff.new.contains(&id) && diff.stands_on_anew(id);
        if !(diff.is_anew(id) || hangs_on) {
            continue;
        }
        if !diff.after.only_renames(statement) {
            statements.push(diff.after.renamed(statement, renames));
        }
    }
    let names: Vec<String> = renames.tables.values().map(|name| format!("`{name}`")).collect();
    let mut step = ddl(format!("Create {}", names.join(", ")), statements);
    step.notes.push(
        "A primary key cannot be altered, so the table is written anew beside the old one.".into(),
    );
    step.notes.push(
        "One batch: indexes of an empty table that stand in the batch of its CREATE TABLE need no \
         backfill."
            .to_owned(),
    );
    let hints = hints(diff, renames);
    if !hints.is_empty() {
        step.notes.push(format!(
            "An index cannot be renamed, so these keep their new names, and FORCE_INDEX hints \
             change with the cut-over: {}.",
            hints.join(", ")
        ));
    }
    step.notes.push("Until the old tables are dropped the rows take their space twice.".into());
    let drops: Vec<String> = diff
        .anew
        .iter()
        .rev()
        .map(|(_, id)| format!("DROP TABLE {}", renames.tables[id]))
        .collect();
    step.back = Some(format!("`{}`, the indexes first.", drops.join("; ")));
    step
}

/// Indexes that get another name: `A` becomes `A_new`.
fn hints(diff: &Diff<'_>, renames: &Renames) -> Vec<String> {
    let mut out = Vec::new();
    for (old, new) in other_names(diff, renames) {
        let index = diff
            .after
            .cx
            .schema
            .indexes
            .iter()
            .find(|it| it.name_span.of(diff.after.cx.text) == old && diff.is_anew(it.table));
        out.extend(index.map(|_| format!("`{old}` becomes `{new}`")));
    }
    out
}

/// The application writes both.
fn write_both(copies: &[Copy<'_, '_>]) -> Step {
    let pairs: Vec<String> = copies
        .iter()
        .map(|it| format!("`{}` and `{}`", it.diff.old_name(it.old), it.name))
        .collect();
    let mut notes = vec![
        format!(
            "Every transaction that inserts, updates or deletes a row does so in both tables: {}.",
            pairs.join("; ")
        ),
        "In the copy an update is an INSERT OR UPDATE (an upsert), for its row may not be copied \
         yet; a delete of a missing row does nothing."
            .to_owned(),
        "Reads stay on the old tables. Wait until no older version of the application writes."
            .to_owned(),
    ];
    if copies.iter().any(|it| it.diff.after.cx.schema.table(it.id).ttl.is_some()) {
        notes.push(
            "The row deletion policy works on both tables by itself, and not at the same minute: \
             counts may differ by rows that are about to go."
                .to_owned(),
        );
    }
    Step {
        title: "Write to both".to_owned(),
        notes,
        code: Vec::new(),
        back: Some("Deploy the application that writes to the old tables alone.".to_owned()),
    }
}

/// The rows of one table.
fn backfill(copy: &Copy<'_, '_>) -> Step {
    let (rows, columns, entries) = copy.rows_per_commit();
    let mut notes = vec![
        format!(
            "Ranges of {rows} rows in the order of the old key, each in a transaction of its own: \
             a DML statement makes at most 80,000 mutations (quotas page, read 2026-08-22), and \
             a row of `{}` counts one for each of its columns ({columns}) and of its index entries \
             ({entries}).",
            copy.name
        ),
        "Partitioned DML cannot do it: it takes no INSERT … SELECT. A client that runs these \
         statements in a loop can, and for a large table a Dataflow job that reads with \
         partitioned queries and writes the same columns as mutations."
            .to_owned(),
        "One range is one transaction: the query tells the last key of the range, the statement \
         copies it. The first of each is for the first range, the second for every range behind it, \
         with the last key of the one before. When the query answers no row, the range is the last."
            .to_owned(),
        "A row that the application has written already stays as it is: the statements skip it."
            .to_owned(),
    ];
    let open = copy.open();
    if !open.is_empty() {
        notes.push(format!(
            "No column of the old table says what `{}` is for rows that are there, and there is no \
             default: the statement takes it as a parameter; say it by an expression over the row.",
            open.join("`, `")
        ));
    }
    let retyped = copy.retyped();
    if !retyped.is_empty() {
        notes.push(format!(
            "`{}` keeps its old values in the new type. Only rows that come from now on have values \
             of the new kind.",
            retyped.join("`, `")
        ));
    }
    if !copy.is_repeatable() {
        notes.push(
            "The new key is made when a row is copied, so the statement looks for a copy by the \
             old key first: give the copy an index on it for the time, or run this once only."
                .to_owned(),
        );
    }
    let old = copy.diff.old_name(copy.old);
    Step {
        title: format!("Copy the rows of `{old}`"),
        notes,
        code: vec![
            Code { kind: CodeKind::Query, statements: copy.boundaries() },
            Code { kind: CodeKind::Dml, statements: copy.inserts() },
        ],
        back: Some(format!(
            "Delete what was copied: partitioned DML, `DELETE FROM {} WHERE true`.",
            copy.name
        )),
    }
}

/// The queries whose answers must agree.
fn verify(copies: &[Copy<'_, '_>]) -> Step {
    Step {
        title: "Check that both hold the same".to_owned(),
        notes: vec![
            "Run each pair in one read-only transaction, so that both are read at one moment: \
             counts and checksums must be equal. A pair that differs is copied again."
                .to_owned(),
            "Each reads a whole table: run them with low priority, or on Data Boost.".to_owned(),
        ],
        code: copies
            .iter()
            .map(|it| Code { kind: CodeKind::Query, statements: it.checksums().to_vec() })
            .collect(),
        back: None,
    }
}

/// Foreign keys of tables that stay, to tables that are copied: they move to the copies.
fn referrers(diff: &Diff<'_>, renames: &Renames) -> Option<Step> {
    let mut statements = Vec::new();
    let mut drops = Vec::new();
    let mut unnamed = Vec::new();
    let mut back = Vec::new();
    for (old, id) in diff.in_place() {
        let name = written_name(&diff.after, id);
        let (was, is) = (diff.before.cx.schema.table(old), diff.after.cx.schema.table(id));
        let to =
            |key: &&ForeignKey| key.table.is_some_and(|table| renames.tables.contains_key(&table));
        for key in is.foreign_keys.iter().filter(to) {
            let copy = &renames.tables[&key.table.expect("it was asked for above")];
            let (clause, constraint) = moved(diff, key, copy, renames);
            statements.push(format!("ALTER TABLE {name} ADD {clause}"));
            back.extend(constraint.map(|it| format!("ALTER TABLE {name} DROP CONSTRAINT {it}")));
        }
        for key in &was.foreign_keys {
            if !diff.anew.iter().any(|(it, _)| Some(*it) == key.table) {
                continue;
            }
            match &key.name {
                Some(it) => drops.push(format!("ALTER TABLE {name} DROP CONSTRAINT {it}")),
                None => unnamed.push(name.clone()),
            }
        }
    }
    if statements.is_empty() && drops.is_empty() && unnamed.is_empty() {
        return None;
    }
    let mut step = Step {
        title: "Move the foreign keys of other tables to the copies".to_owned(),
        notes: vec![
            "First the new one, which is checked against every row before it holds and needs a \
             complete copy; then the old one goes, so that there is no moment without."
                .to_owned(),
            "A constraint cannot be renamed: the new name stays.".to_owned(),
        ],
        code: vec![
            Code { kind: CodeKind::Ddl, statements },
            Code { kind: CodeKind::Ddl, statements: drops },
        ],
        back: (!back.is_empty())
            .then(|| format!("Add the old ones again, then `{}`.", back.join("; "))),
    };
    step.code.retain(|code| !code.statements.is_empty());
    step.notes.extend(unnamed.into_iter().map(unnamed_note));
    Some(step)
}

/// A foreign key as it is added to reference a copy, and its name.
fn moved(
    diff: &Diff<'_>,
    key: &ForeignKey,
    copy: &str,
    renames: &Renames,
) -> (String, Option<String>) {
    let text = added(diff, key);
    let upper = text.to_ascii_uppercase();
    let at = upper.rfind("REFERENCES").map_or(text.len(), |at| at + "REFERENCES".len());
    let rest = text[at..].trim_start();
    let end = rest.find(|c: char| c == '(' || c.is_whitespace()).unwrap_or(rest.len());
    let mut clause = format!("{} {copy}{}", &text[..at], &rest[end..]);
    let mut name = None;
    if let Some(old) = &key.name {
        let new = renames.fresh(old);
        clause = clause.replacen(old.as_str(), &new, 1);
        name = Some(new);
    }
    (clause, name)
}

/// Change streams that name a copied table watch the copy too before the names change.
fn watch_copies(diff: &Diff<'_>, renames: &Renames) -> Option<Step> {
    let also: Vec<(TableId, String)> =
        diff.anew.iter().map(|(old, id)| (*old, renames.tables[id].clone())).collect();
    let mut statements = Vec::new();
    let mut back = Vec::new();
    let mut all = Vec::new();
    for stream in &diff.before.cx.schema.streams {
        let name = stream.name_span.of(diff.before.cx.text);
        if matches!(stream.watched, Watching::All) {
            all.push(name);
        }
        if also.iter().any(|(table, _)| watches(&stream.watched, *table)) {
            let list = watched(&diff.before, &stream.watched, &also);
            statements.push(format!("ALTER CHANGE STREAM {name} SET FOR {list}"));
            let list = watched(&diff.before, &stream.watched, &[]);
            back.push(format!("ALTER CHANGE STREAM {name} SET FOR {list}"));
        }
    }
    if statements.is_empty() && all.is_empty() {
        return None;
    }
    let mut step = ddl("Let the change streams see the copies", statements);
    step.code.retain(|code| !code.statements.is_empty());
    if !back.is_empty() {
        step.notes.push(
            "From here to the cut-over each change is recorded twice, once for each table: \
             consumers drop the records of the copies until the names change."
                .to_owned(),
        );
        step.back = Some(format!("`{}`.", back.join("; ")));
    }
    if !all.is_empty() {
        step.notes.push(format!(
            "`{}` watches every table, so it has recorded the copying as inserts: its consumers \
             drop records of the copies until the names change.",
            all.join("`, `")
        ));
    }
    Some(step)
}

/// Views that read a copied table, or a view that does.
fn views(diff: &Diff<'_>) -> Vec<ViewId> {
    let script = &diff.before;
    let schema = script.cx.schema;
    let mut out: Vec<ViewId> = Vec::new();
    for id in schema.view_ids() {
        let view = schema.view(id);
        let named =
            diff.anew.iter().any(|&(old, _)| script.mentions(view.body, &schema.table(old).name));
        if named || view.reads.iter().any(|read| out.contains(read)) {
            out.push(id);
        }
    }
    out
}

/// What a table is called when the copy has taken its name.
fn old(name: &str) -> String {
    suffixed(name, "_old")
}

/// Names change in one statement.
fn cut_over(diff: &Diff<'_>, renames: &Renames) -> Step {
    let google = diff.after.google();
    let mut pairs = Vec::new();
    let mut swapped = Vec::new();
    for (was, id) in &diff.anew {
        let (name, copy) = (diff.old_name(*was), &renames.tables[id]);
        pairs.push((name.clone(), old(&name)));
        pairs.push((copy.clone(), name.clone()));
        swapped.push((name.clone(), copy.clone()));
        swapped.push((old(&name), name));
    }
    let mut statements = Vec::new();
    let views = views(diff);
    let schema = diff.before.cx.schema;
    for &id in views.iter().rev() {
        statements.push(format!("DROP VIEW {}", schema.view(id).name_span.of(diff.before.cx.text)));
    }
    let graphs = graphs(diff);
    statements.extend(graphs.iter().map(|name| format!("DROP PROPERTY GRAPH {name}")));
    statements.push(rename(&pairs, google));
    for &id in &views {
        let name = &schema.view(id).name;
        let after = diff.after.cx.schema;
        if let Some(view) = after.views.iter().find(|it| it.name.eq_ignore_ascii_case(name)) {
            statements.push(diff.after.text_of(view.span));
        }
    }
    for (statement, _) in diff.after.statements() {
        if let StatementKind::CreatePropertyGraph(graph) = &statement.kind
            && graphs.iter().any(|it| *it == graph.name.span.of(diff.after.cx.text))
        {
            statements.push(diff.after.text_of(statement.span));
        }
    }
    let mut notes = vec![
        format!(
            "One {} swaps all names at once (table names page, read 2026-08-22); indexes, foreign \
             keys, change streams and fine-grained access follow their tables.",
            if google { "RENAME TABLE" } else { "chain of ALTER TABLE … RENAME TO" }
        ),
        "The application switches at the same moment, by a setting it reads rather than by a \
         deployment: the version that writes both names a table that is gone, and its transactions \
         fail until they are tried again by the one that writes the new table alone."
            .to_owned(),
    ];
    if !views.is_empty() {
        notes.push(
            "Views do not follow: they are dropped and created again around it, and are missing \
             for that moment."
                .to_owned(),
        );
    }
    if !graphs.is_empty() {
        notes.push("Property graphs are created again too.".to_owned());
    }
    notes.push(
        "This is the last point from which going back loses nothing: from here on the old tables \
         get no writes, unless the application goes on writing to both."
            .to_owned(),
    );
    Step {
        title: "Change the names".to_owned(),
        notes,
        code: vec![Code { kind: CodeKind::Ddl, statements }],
        back: Some(format!(
            "`{}`, and bring what was written since into the old tables.",
            rename(&back_to(&diff.anew, diff, renames), google)
        )),
    }
}

/// The renames that undo the cut-over.
fn back_to(
    anew: &[(TableId, TableId)],
    diff: &Diff<'_>,
    renames: &Renames,
) -> Vec<(String, String)> {
    let mut out = Vec::new();
    for (was, id) in anew {
        let name = diff.old_name(*was);
        out.push((name.clone(), renames.tables[id].clone()));
        out.push((old(&name), name));
    }
    out
}

/// The statement that gives tables other names, all at once.
fn rename(pairs: &[(String, String)], google: bool) -> String {
    if google {
        let list: Vec<String> = pairs.iter().map(|(from, to)| format!("{from} TO {to}")).collect();
        return format!("RENAME TABLE {}", list.join(", "));
    }
    let list: Vec<String> =
        pairs.iter().map(|(from, to)| format!("ALTER TABLE {from} RENAME TO {to}")).collect();
    list.join(", ")
}

/// Property graphs that have a copied table as an element.
fn graphs(diff: &Diff<'_>) -> Vec<String> {
    let schema = diff.before.cx.schema;
    let copied = |table: Option<TableId>| diff.anew.iter().any(|(old, _)| Some(*old) == table);
    let mut out = Vec::new();
    for graph in &schema.graphs {
        let nodes = graph.nodes.iter().any(|node| copied(node.table));
        if nodes || graph.edges.iter().any(|edge| copied(edge.table)) {
            out.push(graph.name_span.of(diff.before.cx.text).to_owned());
        }
    }
    out
}

/// The end of the old tables.
fn drop_old(diff: &Diff<'_>) -> Step {
    let schema = diff.before.cx.schema;
    let mut statements = Vec::new();
    for stream in &schema.streams {
        if diff.anew.iter().any(|(old, _)| watches(&stream.watched, *old)) {
            let after = diff.after.cx.schema.streams.iter();
            let now = after.into_iter().find(|it| it.name.eq_ignore_ascii_case(&stream.name));
            let list = now.map_or_else(
                || watched(&diff.before, &stream.watched, &[]),
                |it| watched(&diff.after, &it.watched, &[]),
            );
            let name = stream.name_span.of(diff.before.cx.text);
            statements.push(format!("ALTER CHANGE STREAM {name} SET FOR {list}"));
        }
    }
    let mut unnamed = Vec::new();
    let tables: Vec<TableId> = diff.anew.iter().map(|(was, _)| *was).collect();
    for &was in &tables {
        let name = old(&diff.old_name(was));
        for key in &schema.table(was).foreign_keys {
            let other = key.table.filter(|&to| to != was && tables.contains(&to));
            match (&key.name, other) {
                (Some(it), Some(_)) => {
                    statements.push(format!("ALTER TABLE {name} DROP CONSTRAINT {it}"));
                }
                (None, Some(_)) => unnamed.push(name.clone()),
                _ => {}
            }
        }
    }
    // Children before their parents.
    let mut dropped = Vec::new();
    for &was in tables.iter().rev() {
        for id in schema.indexes_of(was).filter(|&id| !schema.index(id).managed) {
            statements.push(format!("DROP INDEX {}", index_name(&diff.before, id)));
            dropped.push(index_name(&diff.before, id));
        }
        for special in schema.special_indexes.iter().filter(|it| it.table == was) {
            let kind =
                if special.vector { ObjectKind::VectorIndex } else { ObjectKind::SearchIndex };
            let name = special.name_span.of(diff.before.cx.text);
            statements.push(format!("DROP {} {name}", kind.words()));
        }
        statements.push(format!("DROP TABLE {}", old(&diff.old_name(was))));
        dropped.push(old(&diff.old_name(was)));
    }
    let mut step = ddl("Drop the old tables", statements);
    step.notes.push(
        "Wait some days, until the queries of the last step show the expected result and nobody \
         needs to go back."
            .to_owned(),
    );
    points::expire_before(&mut step, &dropped, diff.after.google());
    step.notes.extend(unnamed.into_iter().map(unnamed_note));
    step.back = Some("There is none but a backup: take one before.".to_owned());
    step
}
