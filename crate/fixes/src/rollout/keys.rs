//! Foreign keys of and to tables that move, while the old tables and their copies stand side by side.

use super::cascades::LostCascade;
use super::diff::{Diff, written_column, written_name};
use super::group::Group;
use super::plan::Placeholder;
use super::script::{Renames, Script, bare, literal};
use crate::schema::{ForeignKey, Schema, Table, TableId};

/// `CONSTRAINT … FOREIGN KEY … REFERENCES …` of a key as its text says it, with another name and
/// another table.
pub(super) fn clause(
    script: &Script<'_>,
    key: &ForeignKey,
    constraint: Option<&str>,
    to: &str,
) -> String {
    let text = script.cx.text;
    let names = |spans: &[crate::text::Span], names: &[_]| {
        if spans.is_empty() {
            return names.join(", ");
        }
        spans.iter().map(|span| span.of(text)).collect::<Vec<_>>().join(", ")
    };
    let columns = names(&key.column_spans, &key.column_names);
    let referenced = names(&key.referenced_spans, &key.referenced_names);
    let constraint = constraint.map(|name| format!("CONSTRAINT {name} ")).unwrap_or_default();
    let cascade = if key.on_delete_cascade { " ON DELETE CASCADE" } else { "" };
    let enforced = if key.enforced { "" } else { " NOT ENFORCED" };
    format!("{constraint}FOREIGN KEY ({columns}) REFERENCES {to} ({referenced}){cascade}{enforced}")
}

/// The name of a key of a copy, or of one that references a copy: it stands beside that of the old
/// table. A key without a name gets one, so that it can be dropped.
pub(super) fn fresh(renames: &Renames, table: &Table, key: &ForeignKey) -> String {
    match &key.name {
        Some(name) => renames.fresh(name),
        None => renames.fresh(&made_up(table, key)),
    }
}

fn made_up(table: &Table, key: &ForeignKey) -> String {
    let columns: Vec<String> = key.column_names.iter().map(|it| bare(it)).collect();
    format!("FK_{}_{}", bare(&table.name).replace('.', "_"), columns.join("_"))
}

/// What a key is dropped by: its name, or the word for the one that Spanner gave it.
pub(super) fn dropped_by(table: &Table, key: &ForeignKey) -> String {
    match &key.name {
        Some(name) => name.to_string(),
        None => format!("{{{}}}", made_up(table, key)),
    }
}

/// The word that stands for the name of a key that the text does not name.
pub(super) fn unnamed(script: &Script<'_>, id: TableId, key: &ForeignKey) -> Option<Placeholder> {
    if key.name.is_some() {
        return None;
    }
    let table = script.cx.schema.table(id);
    let (name, google) = (dropped_by(table, key), script.google());
    let written = written_name(script, id);
    let (schema, of) = match written.rsplit_once('.') {
        Some((schema, table)) => (literal(schema, google), literal(table, google)),
        None => (if google { "''" } else { "'public'" }.to_owned(), literal(&written, google)),
    };
    let column = key.columns.first().map(|&it| literal(&written_column(script, id, it), google));
    let column = column.unwrap_or_default();
    let query = format!(
        "SELECT CONSTRAINT_NAME FROM INFORMATION_SCHEMA.KEY_COLUMN_USAGE WHERE TABLE_SCHEMA = \
         {schema} AND TABLE_NAME = {of} AND COLUMN_NAME = {column} AND \
         POSITION_IN_UNIQUE_CONSTRAINT = 1"
    );
    let means = format!(
        "the name that Spanner gave to the foreign key ({}) of `{}`, which the schema does not name; \
         ask before the first step: `{query}`",
        key.column_names.join(", "),
        table.name
    );
    Some(Placeholder { name, means })
}

/// A foreign key of the deployed schema from or to an old table of a group.
pub(super) struct OldKey<'k> {
    /// The table that has it.
    pub(super) of: TableId,
    /// The key.
    pub(super) key: &'k ForeignKey,
    /// The table that has it is one that moves.
    pub(super) outgoing: bool,
}

/// All of them.
pub(super) fn old<'k>(diff: &'k Diff<'_>, group: &Group<'_, '_>) -> Vec<OldKey<'k>> {
    let schema = diff.before.cx.schema;
    let moves = group.old();
    let mut out = Vec::new();
    for of in schema.table_ids() {
        let outgoing = moves.contains(&of);
        for key in &schema.table(of).foreign_keys {
            let incoming = key.table.is_some_and(|to| moves.contains(&to));
            if outgoing || incoming {
                out.push(OldKey { of, key, outgoing });
            }
        }
    }
    out
}

/// Whether a foreign key of the wanted schema is added only when the copies are written first and
/// before the old tables lose theirs: it would refuse what the schema as deployed allows.
///
/// That is so where a row of the copy that it references may get another key, which is a delete and
/// an insert there; and where it closes a circle with a cascade, since a row is deleted from both
/// tables one after the other, and the cascade of the first would meet the reference of the second.
/// All tables that move count as one in that circle: a row goes with those that hang on it.
pub(super) fn waits(diff: &Diff<'_>, group: &Group<'_, '_>, of: TableId, key: &ForeignKey) -> bool {
    let Some(to) = key.table.filter(|_| key.enforced) else { return false };
    let images = &group.images;
    if images.0.iter().any(|it| it.to.id == to && images.moves(it)) {
        return true;
    }
    let moves = |id: TableId| group.copy_of(id).is_some();
    let crosses = moves(of) != moves(to);
    crosses && in_circle(diff.after.cx.schema, of, to, &moves)
}

/// Rows of copies that no cascade deletes while the copies are written first, since its foreign key
/// waits.
pub(super) fn late_cascades(diff: &Diff<'_>, group: &Group<'_, '_>) -> Vec<LostCascade> {
    let schema = diff.after.cx.schema;
    let mut out = Vec::new();
    for id in group.wanted() {
        let keys = schema.table(id).foreign_keys.iter();
        let late = keys.filter(|key| key.on_delete_cascade && waits(diff, group, id, key));
        out.extend(late.filter_map(|key| LostCascade::by(schema, id, key)));
    }
    out
}

/// Whether a reference from one table to another lies in a circle of references of which one
/// deletes rows, where some tables count as one.
fn in_circle(schema: &Schema, of: TableId, to: TableId, one: &dyn Fn(TableId) -> bool) -> bool {
    let first = schema.table_ids().find(|&id| one(id));
    let node = |id: TableId| first.filter(|_| one(id)).unwrap_or(id);
    circle(schema, of, &node).get(node(to).0 as usize) == Some(&true)
}

/// Whether a table lies in a circle of references with another, of which one deletes rows.
pub(super) fn lies_in_circle(schema: &Schema, id: TableId) -> bool {
    circle(schema, id, &|it| it).into_iter().filter(|within| *within).count() > 1
}

/// Of each table whether it and another reference each other in a circle, where one of the references
/// deletes rows; nothing where there is no such circle. `node` gives the table that one counts as.
fn circle(schema: &Schema, of: TableId, node: &dyn Fn(TableId) -> TableId) -> Vec<bool> {
    let mut edges: Vec<(usize, usize, bool)> = Vec::new();
    for id in schema.table_ids() {
        let table = schema.table(id);
        let parent = table.parent.as_ref().filter(|it| it.enforced);
        let parent = parent.map(|it| (it.table, it.on_delete_cascade));
        let keys = table.foreign_keys.iter().filter(|it| it.enforced);
        for (to, cascade) in
            parent.into_iter().chain(keys.map(|it| (it.table, it.on_delete_cascade)))
        {
            let to = to.filter(|&to| to == id || node(to) != node(id));
            edges.extend(to.map(|to| (node(id).0 as usize, node(to).0 as usize, cascade)));
        }
    }
    let reached = |back: bool| {
        let mut seen = vec![false; schema.tables.len()];
        let start = node(of).0 as usize;
        let mut next = vec![start];
        seen[start] = true;
        while let Some(at) = next.pop() {
            for &(a, b, _) in &edges {
                let (here, there) = if back { (b, a) } else { (a, b) };
                if here == at && !seen[there] {
                    seen[there] = true;
                    next.push(there);
                }
            }
        }
        seen
    };
    let (mut within, behind) = (reached(false), reached(true));
    for (one, behind) in within.iter_mut().zip(behind) {
        *one &= behind;
    }
    let deletes = edges.iter().any(|&(a, b, cascade)| cascade && within[a] && within[b]);
    if deletes { within } else { Vec::new() }
}

/// A foreign key that a copy gets, or a table that stays to a copy.
pub(super) struct Added {
    /// The statement.
    pub(super) statement: String,
    /// What undoes it.
    pub(super) undo: String,
    /// It leads from a copy to a table that stays.
    pub(super) leaves: bool,
}

/// The foreign keys that are added; those that wait for the old tables to lose theirs, or the others.
pub(super) fn added(
    diff: &Diff<'_>,
    renames: &Renames,
    group: &Group<'_, '_>,
    late: bool,
) -> Vec<Added> {
    let mut out = Vec::new();
    let schema = diff.after.cx.schema;
    for id in schema.table_ids() {
        let own = group.copy_of(id);
        let stays = own.is_none();
        let name = own.map_or_else(|| diff.table_name(id), str::to_owned);
        for key in &schema.table(id).foreign_keys {
            let to_copy = key.table.is_some_and(|to| group.copy_of(to).is_some());
            if stays && (!to_copy || !diff.in_place().any(|(_, it)| it == id)) {
                continue;
            }
            if waits(diff, group, id, key) != late {
                continue;
            }
            let constraint = fresh(renames, schema.table(id), key);
            let to = key.table.map_or_else(
                || key.table_name.to_string(),
                |to| group.copy_of(to).map_or_else(|| diff.table_name(to), str::to_owned),
            );
            let clause = clause(&diff.after, key, Some(&constraint), &to);
            out.push(Added {
                statement: format!("ALTER TABLE {name} ADD {clause}"),
                undo: format!("ALTER TABLE {name} DROP CONSTRAINT {constraint}"),
                leaves: !stays && !to_copy,
            });
        }
    }
    out
}
