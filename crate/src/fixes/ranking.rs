//! Which fix comes first: for one finding, by how its table is read and what hangs on its key; for
//! several that were chosen together, by what each needs to find in place.

use super::{Fix, FixContext, accept, live_rekey};
use crate::rules::{self, Finding, Object};
use crate::schema::queries::Query;
use crate::schema::{IndexId, TableId};

/// The fixes that may help with a finding, best first: as its rule lists them, less what the text
/// says of reads and references.
#[must_use]
pub fn ranked(cx: &FixContext<'_>, finding: &Finding) -> Vec<&'static Fix> {
    let mut ids = listed(finding);
    match finding.object {
        Object::Table(table) => of_table(cx, table, &mut ids),
        Object::Index(index) => of_index(cx, index, &mut ids),
        _ => {}
    }
    ids.iter().filter_map(|id| super::find(id)).collect()
}

/// The fixes that a finding's rule lists, best first. Where one of them changes the key of a table,
/// so does the one for a table that holds rows: it comes last, before accepting.
#[must_use]
pub fn listed(finding: &Finding) -> Vec<&'static str> {
    let mut ids = rules::find(finding.rule).map_or(&[][..], |rule| rule.fixes).to_vec();
    let changes_key = |id: &&str| super::find(id).is_some_and(|fix| fix.changes_key);
    if matches!(finding.object, Object::Table(_)) && ids.iter().any(changes_key) {
        let last = ids.iter().position(|id| *id == accept::FIX.id).unwrap_or(ids.len());
        ids.insert(last, live_rekey::FIX.id);
    }
    ids
}

fn of_table(cx: &FixContext<'_>, id: TableId, ids: &mut Vec<&'static str>) {
    let reads = &cx.facts.table(id).reads;
    let read = |words: &[&str]| reads.iter().any(|said| words.contains(&said.as_str()));
    let by_time = read(&["by-time", "newest-first", "oldest-first"]);
    if by_time && !read(&["by-entity"]) {
        // An entity in front makes each read of a time a full scan; shards keep the order.
        before(ids, "T5", "T7");
    }
    if !reads.is_empty() && reads.iter().all(|said| said == "point") {
        before(ids, "T6", "T5");
        before(ids, "T6", "T1");
    }
    let schema = cx.schema;
    let referenced = schema.children_of(id).next().is_some()
        || schema.tables.iter().flat_map(|t| &t.foreign_keys).any(|key| key.table == Some(id));
    if referenced {
        // Another type of id goes through every copy of it; a shard is derived beside each.
        before(ids, "T5", "T1");
    }
}

fn of_index(cx: &FixContext<'_>, id: IndexId, ids: &mut Vec<&'static str>) {
    // Where the rule does not call the index needless, its queries would have to say so.
    if ids.first() == Some(&"T11") {
        return;
    }
    let schema = cx.schema;
    let table = schema.index(id).table;
    let on_table = |query: &&Query| query.tables.iter().any(|t| t.table == table);
    let mut queries = schema.queries.iter().filter(on_table).peekable();
    if queries.peek().is_none() {
        return;
    }
    let own: Vec<_> = schema.index(id).keys.iter().map(|part| part.column).collect();
    let may_use = queries.any(|query| {
        (0..query.tables.len())
            .filter(|&at| query.tables[at].table == table)
            .any(|at| query.uses_of(at).any(|used| own.contains(&used.column)))
    });
    if !may_use {
        before(ids, "T11", ids.first().copied().unwrap_or_default());
    }
}

/// Moves `fix` in front of `other`, where both are listed and it stands behind.
fn before(ids: &mut Vec<&'static str>, fix: &str, other: &str) {
    let place = |ids: &[&str], wanted: &str| ids.iter().position(|id| *id == wanted);
    if let (Some(from), Some(to)) = (place(ids, fix), place(ids, other))
        && from > to
    {
        let id = ids.remove(from);
        ids.insert(to, id);
    }
}

/// When a fix is applied among several: what takes things away first, then where rows lie, then
/// what ids are, then what leads a key, then what follows keys, and words last.
#[must_use]
pub fn stage(fix: &str) -> u32 {
    match fix {
        "T11" => 0,
        "T16" => 1,
        "T1" | "T2" | "T3" | "T4" | "T18" | "T23" => 2,
        "T7" | "T8" | "T10" => 3,
        "T5" | "T6" | "T9" | "T20" => 4,
        "T17" => 5,
        "T12" | "T13" | "T14" | "T15" | "T21" | "T24" => 6,
        "T25" => 8,
        _ => 7,
    }
}
