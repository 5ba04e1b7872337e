//! What is taken from the old tables: what would refuse changes once they are no longer written,
//! then what stands in the way of dropping them.

use super::alter::{index_name, watched, watches};
use super::diff::{Diff, written_column};
use super::group::Group;
use super::plan::{Back, Code, Duration, DurationClass, Placeholder, Step, StepKind};
use super::rights::rights;
use super::script::Renames;
use super::{keys, points};
use crate::schema::{IndexId, TableId, Watching};
use crate::syntax::tree::ObjectKind;

/// A statement with the one that undoes it.
type Undone = (String, String);

/// The step that takes from the old tables of a group what binds other rows to theirs. `turned`
/// says whether the copies are written first by then.
pub(super) fn step(
    diff: &Diff<'_>,
    renames: &Renames,
    group: &Group<'_, '_>,
    turned: bool,
) -> Option<Step> {
    let [incoming, outgoing] =
        [false, true].map(|of_copies| waiting(diff, renames, group, of_copies));
    let adds = !incoming.is_empty() || !outgoing.is_empty();
    let [from_others, own] = [false, true].map(|outgoing| dropped_keys(diff, group, outgoing));
    // In a circle the side whose rows are deleted second gives its reference up first.
    let keys = if turned {
        [incoming, from_others, outgoing, own]
    } else {
        [outgoing, own, incoming, from_others]
    };
    let mut rest = unique_indexes(diff, group);
    let dropped: Vec<String> = unique(diff, group).map(|id| index_name(&diff.before, id)).collect();
    rest.extend(cascades(diff, group));
    let all: Vec<Vec<Undone>> =
        keys.into_iter().chain([rest]).filter(|part| !part.is_empty()).collect();
    if all.is_empty() {
        return None;
    }
    let id = format!("detach-{}", group.slug());
    let old: Vec<String> = group.old_names(diff).iter().map(|it| format!("`{it}`")).collect();
    let title = format!("Drop constraints of {}", old.join(", "));
    let mut step = Step::new(id, StepKind::Detach, title);
    points::expire_before(&mut step, &dropped, diff.after.google());
    step.safe = if turned {
        "The copies have the same constraints, and each transaction still writes both tables."
            .to_owned()
    } else {
        "The copies have the same constraints, and nothing is written during this step.".to_owned()
    };
    if !turned {
        step.notes.push(stopped(diff, group));
    }
    step.notes.push(
        "From the next deployment on, rows of the old tables no longer change. A foreign key to \
         them would reject rows that reference new ones, a foreign key from them or a parent would \
         prevent deletes, and a unique index would reject writes of a server with the previous \
         version."
            .to_owned(),
    );
    if adds {
        step.duration = Duration::new(
            DurationClass::Hours,
            "Spanner checks each new foreign key against every row.",
        );
        step.notes.push(
            "The foreign keys that are added here could not exist together with those of the old \
             tables: keep the order of the calls."
                .to_owned(),
        );
        step.stop.push(
            "Adding a foreign key fails and the error names a row: the copies differ from the old \
             tables; compare again."
                .to_owned(),
        );
    }
    let mut back = Vec::new();
    for part in all {
        let (statements, undo): (Vec<String>, Vec<String>) = part.into_iter().unzip();
        step.code.push(Code::ddl(statements));
        back.splice(0..0, undo.into_iter().rev());
    }
    step.back = Some(Back {
        words: "Add what was dropped again, in reverse order. This takes hours for large tables: \
                each foreign key is checked against every row, and each index is a backfill. A \
                query of the old tables that forces such an index fails until the index exists \
                again."
            .to_owned(),
        code: vec![Code::ddl(back)],
    });
    Some(step)
}

/// Which writes stop from here on until the copies are written first.
fn stopped(diff: &Diff<'_>, group: &Group<'_, '_>) -> String {
    let list = |ids: Vec<TableId>| {
        let names = ids.into_iter().map(|id| format!("`{}`", diff.old_name(id)));
        names.collect::<Vec<_>>().join(", ")
    };
    let old = group.old();
    let [takes, _] = &diff.takes;
    let mut above: Vec<TableId> = takes
        .pairs()
        .filter(|(above, below)| old.contains(below) && !old.contains(above))
        .map(|it| it.0)
        .collect();
    above.dedup();
    let deletes = match above.is_empty() {
        true => String::new(),
        false => format!(", and deletes of {}, which cascade to its rows", list(above)),
    };
    format!(
        "Stop the writes to {}{deletes} before this step, until the deployment after it has ended: \
         the old tables lose constraints here and are no longer written.",
        list(old)
    )
}

/// Foreign keys that could not be added with the others: of copies, or of others to copies.
fn waiting(
    diff: &Diff<'_>,
    renames: &Renames,
    group: &Group<'_, '_>,
    outgoing: bool,
) -> Vec<Undone> {
    let added = keys::added(diff, renames, group, true);
    // A key from a copy to a copy counts as one to a copy.
    let wanted = added.into_iter().filter(|it| it.leaves == outgoing);
    wanted.map(|it| (it.statement, it.undo)).collect()
}

/// Foreign keys of the old tables, or of others to them.
fn dropped_keys(diff: &Diff<'_>, group: &Group<'_, '_>, outgoing: bool) -> Vec<Undone> {
    let script = &diff.before;
    let one = |it: &keys::OldKey<'_>| {
        let table = script.cx.schema.table(it.of);
        let name = diff.old_name(it.of);
        let to = it.key.table.map_or_else(|| it.key.table_name.to_string(), |id| diff.old_name(id));
        let clause = keys::clause(script, it.key, it.key.name.as_deref(), &to);
        (
            format!("ALTER TABLE {name} DROP CONSTRAINT {}", keys::dropped_by(table, it.key)),
            format!("ALTER TABLE {name} ADD {clause}"),
        )
    };
    keys::old(diff, group).iter().filter(|it| it.outgoing == outgoing).map(one).collect()
}

/// Words for the names of foreign keys that the schema does not name.
pub(super) fn placeholders(diff: &Diff<'_>, group: &Group<'_, '_>) -> Vec<Placeholder> {
    let script = &diff.before;
    let old = keys::old(diff, group).into_iter();
    old.filter_map(|it| keys::unnamed(script, it.of, it.key)).collect()
}

/// Unique indexes of the old tables.
fn unique<'s>(
    diff: &'s Diff<'_>,
    group: &Group<'_, '_>,
) -> impl Iterator<Item = IndexId> + use<'s> {
    let schema = diff.before.cx.schema;
    let own = group.old().into_iter().flat_map(|it| schema.indexes_of(it).collect::<Vec<_>>());
    own.filter(|&id| schema.index(id).unique && !schema.index(id).managed)
}

fn unique_indexes(diff: &Diff<'_>, group: &Group<'_, '_>) -> Vec<Undone> {
    let script = &diff.before;
    let one = |id: IndexId| {
        let again = script.text_of(script.cx.schema.index(id).span);
        (format!("DROP INDEX {}", index_name(script, id)), again)
    };
    unique(diff, group).map(one).collect()
}

/// Old tables whose rows would keep those of a parent that stays from being deleted.
fn cascades(diff: &Diff<'_>, group: &Group<'_, '_>) -> Vec<Undone> {
    let schema = diff.before.cx.schema;
    let old = group.old();
    let stays = |id| schema.ancestors(id).iter().any(|above| !old.contains(above));
    let held = old.iter().filter(|&&id| {
        let parent = schema.table(id).parent.as_ref();
        parent.is_some_and(|it| it.enforced && !it.on_delete_cascade) && stays(id)
    });
    let one = |&id| {
        let name = diff.old_name(id);
        (
            format!("ALTER TABLE {name} SET ON DELETE CASCADE"),
            format!("ALTER TABLE {name} SET ON DELETE NO ACTION"),
        )
    };
    held.map(one).collect()
}

/// What is dropped or given back at last, and the old tables with it. `dropped` gets the names of
/// what is dropped.
pub(super) fn drops(
    diff: &Diff<'_>,
    group: &Group<'_, '_>,
    dropped: &mut Vec<String>,
) -> Vec<String> {
    let schema = diff.before.cx.schema;
    let old = group.old();
    let mut statements = Vec::new();
    for stream in &schema.streams {
        if !old.iter().any(|&id| watches(&stream.watched, id)) {
            continue;
        }
        let after = diff.after.cx.schema.streams.iter();
        let now = after.into_iter().find(|it| it.name.eq_ignore_ascii_case(&stream.name));
        let list = now.map(|it| watched_by_copies(diff, group, &it.watched));
        let name = stream.name_span.of(diff.before.cx.text);
        statements.extend(list.map(|list| format!("ALTER CHANGE STREAM {name} SET FOR {list}")));
    }
    statements.extend(rights(diff, group).revoked);
    // Children before their parents.
    for &was in old.iter().rev() {
        let own = schema.indexes_of(was).map(|id| (id, schema.index(id)));
        for (id, _) in own.filter(|(_, it)| !it.managed && !it.unique) {
            statements.push(format!("DROP INDEX {}", index_name(&diff.before, id)));
            dropped.push(index_name(&diff.before, id));
        }
        for special in schema.special_indexes.iter().filter(|it| it.table == was) {
            let kind =
                if special.vector { ObjectKind::VectorIndex } else { ObjectKind::SearchIndex };
            let name = special.name_span.of(diff.before.cx.text);
            statements.push(format!("DROP {} {name}", kind.words()));
        }
        statements.push(format!("DROP TABLE {}", diff.old_name(was)));
        dropped.push(diff.old_name(was));
    }
    statements
}

/// What a change stream watches in the end, with the copies under their present names.
fn watched_by_copies(diff: &Diff<'_>, group: &Group<'_, '_>, watching: &Watching) -> String {
    let Watching::Tables(tables) = watching else {
        return watched(&diff.after, watching, &[]);
    };
    let mut out = Vec::new();
    for it in tables {
        let name = match it.table {
            Some(id) => group.copy_of(id).map_or_else(|| diff.table_name(id), str::to_owned),
            None => it.span.of(diff.after.cx.text).to_owned(),
        };
        let columns = it.columns.as_ref().zip(it.table).map(|(columns, table)| {
            let names: Vec<String> =
                columns.iter().map(|&c| written_column(&diff.after, table, c)).collect();
            format!("({})", names.join(", "))
        });
        out.push(format!("{name}{}", columns.unwrap_or_default()));
    }
    out.join(", ")
}
