//! Which fix comes first: for one finding, by how its table is read and what hangs on its key. When
//! one goes among several that were chosen together is its [`Stage`](crate::Stage).

use crate::fix::{Fix, FixContext, KeyChange, Stage};
use crate::rules::{self, Finding, Object};
use crate::schema::queries::Query;
use crate::schema::{IndexId, TableId};

/// The fixes that may help with a finding, best first: as its rule lists them, less what the text
/// says of reads and references.
#[must_use]
pub fn ranked(cx: &FixContext<'_>, finding: &Finding) -> Vec<&'static Fix> {
    let mut fixes: Vec<&Fix> = listed(finding).into_iter().filter_map(crate::find).collect();
    match finding.object {
        Object::Table(table) => of_table(cx, table, &mut fixes),
        Object::Index(index) => of_index(cx, index, &mut fixes),
        _ => {}
    }
    fixes
}

/// The fixes that a finding's rule lists, best first.
#[must_use]
pub fn listed(finding: &Finding) -> Vec<&'static str> {
    rules::find(finding.rule).map_or(&[][..], |rule| rule.fixes).to_vec()
}

fn of_table(cx: &FixContext<'_>, id: TableId, fixes: &mut Vec<&'static Fix>) {
    let reads = &cx.facts.table(id).reads;
    let read = |words: &[&str]| reads.iter().any(|said| words.contains(&said.as_str()));
    let by_time = read(&["by-time", "newest-first", "oldest-first"]);
    if by_time && !read(&["by-entity"]) {
        // An entity in front makes each read of a time a full scan; shards keep the order.
        prefer(fixes, KeyChange::Shards, KeyChange::Order);
    }
    if !reads.is_empty() && reads.iter().all(|said| said == "point") {
        prefer(fixes, KeyChange::WholeHash, KeyChange::Shards);
        prefer(fixes, KeyChange::WholeHash, KeyChange::IdType);
    }
    let schema = cx.schema;
    let referenced = schema.children_of(id).next().is_some()
        || schema.tables.iter().flat_map(|t| &t.foreign_keys).any(|key| key.table == Some(id));
    if referenced {
        // Another type of id goes through every copy of it; a shard is derived beside each.
        prefer(fixes, KeyChange::Shards, KeyChange::IdType);
    }
}

fn of_index(cx: &FixContext<'_>, id: IndexId, fixes: &mut Vec<&'static Fix>) {
    // Where the rule does not call the index needless, its queries would have to say so.
    if fixes.first().is_some_and(takes_away) {
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
        let from = fixes.iter().position(takes_away);
        move_before(fixes, from, Some(0));
    }
}

/// Whether a fix takes the object away.
fn takes_away(fix: &&Fix) -> bool {
    fix.stage == Stage::TakesAway
}

/// Moves the fix that changes a key in the better way in front of the other, where both are listed.
fn prefer(fixes: &mut Vec<&'static Fix>, better: KeyChange, other: KeyChange) {
    let place = |change| fixes.iter().position(|fix| fix.key_change == Some(change));
    let (from, to) = (place(better), place(other));
    move_before(fixes, from, to);
}

/// Moves a fix to a place before it; one that stands before that place stays.
fn move_before(fixes: &mut Vec<&'static Fix>, from: Option<usize>, to: Option<usize>) {
    if let (Some(from), Some(to)) = (from, to)
        && from > to
    {
        let fix = fixes.remove(from);
        fixes.insert(to, fix);
    }
}
