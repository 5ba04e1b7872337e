//! Which fix comes first: for one finding, by how its table is read and what hangs on its key. When
//! one goes among several that were chosen together is its [`Stage`](crate::Stage).

use crate::catalog::{
    drop_index, full_hash_prefix, hash_shard_prefix, random_uuid_key, reorder_key,
};
use crate::fix::{Fix, FixContext};
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
    ids.iter().filter_map(|id| crate::find(id)).collect()
}

/// The fixes that a finding's rule lists, best first.
#[must_use]
pub fn listed(finding: &Finding) -> Vec<&'static str> {
    rules::find(finding.rule).map_or(&[][..], |rule| rule.fixes).to_vec()
}

fn of_table(cx: &FixContext<'_>, id: TableId, ids: &mut Vec<&'static str>) {
    let reads = &cx.facts.table(id).reads;
    let read = |words: &[&str]| reads.iter().any(|said| words.contains(&said.as_str()));
    let by_time = read(&["by-time", "newest-first", "oldest-first"]);
    if by_time && !read(&["by-entity"]) {
        // An entity in front makes each read of a time a full scan; shards keep the order.
        before(ids, hash_shard_prefix::FIX.id, reorder_key::FIX.id);
    }
    if !reads.is_empty() && reads.iter().all(|said| said == "point") {
        before(ids, full_hash_prefix::FIX.id, hash_shard_prefix::FIX.id);
        before(ids, full_hash_prefix::FIX.id, random_uuid_key::FIX.id);
    }
    let schema = cx.schema;
    let referenced = schema.children_of(id).next().is_some()
        || schema.tables.iter().flat_map(|t| &t.foreign_keys).any(|key| key.table == Some(id));
    if referenced {
        // Another type of id goes through every copy of it; a shard is derived beside each.
        before(ids, hash_shard_prefix::FIX.id, random_uuid_key::FIX.id);
    }
}

fn of_index(cx: &FixContext<'_>, id: IndexId, ids: &mut Vec<&'static str>) {
    // Where the rule does not call the index needless, its queries would have to say so.
    if ids.first() == Some(&drop_index::FIX.id) {
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
        before(ids, drop_index::FIX.id, ids.first().copied().unwrap_or_default());
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
