//! What names a key besides tables, indexes and foreign keys: search and vector indexes, change
//! streams, views and property graphs. What repeats the key is rewritten; the rest is named, so
//! that nobody has to look for it.
//!
//! TTL clauses and CHECKs read columns and no key: a new part or order changes nothing for them,
//! and a fix that gives a column another type asks `cascade::reader_of` first.

use std::collections::{BTreeMap, BTreeSet};

use crate::edit::{Draft, in_words, like};
use crate::fix::{Change, change};
use crate::names::last_part;
use crate::schema::{
    ChangeStream, ColumnId, GraphEdge, GraphEnd, GraphNode, Schema, SpecialIndex, TableId, Watching,
};
use crate::text::{Edit, Span};

/// What becomes of a key.
#[derive(Clone, Copy, Debug)]
pub(super) enum NewKey<'k> {
    /// A new column becomes one of its parts.
    Part {
        /// The name of the column, unquoted.
        name: &'k str,
        /// Its number in the key.
        position: usize,
        /// The column that it is derived from, in the first of the tables.
        source: Option<ColumnId>,
        /// It takes the place of the part that stands there.
        replaces: bool,
    },
    /// Its parts take another order: `order[i]` is the old number of part `i`.
    Order(&'k [usize]),
    /// One column, unquoted, is the key in place of all its parts, which stay in the table.
    Only(&'k str),
}

/// Takes along what names the keys of `tables`, a table and what is interleaved in it, and says
/// what changes for each.
pub(super) fn of_key(draft: &mut Draft<'_>, tables: &[TableId], new: NewKey<'_>) -> Vec<Change> {
    let schema = draft.schema;
    let mut changes = Vec::new();
    for index in &schema.special_indexes {
        changes.extend(special_index(draft, index, tables, new));
    }
    for stream in &schema.streams {
        changes.extend(stream_of_key(schema, stream, tables, new));
    }
    changes.extend(views_of_key(draft, tables, new));
    for graph in &schema.graphs {
        let mut done = BTreeSet::new();
        for node in &graph.nodes {
            node_of_key(draft, node, tables, new, &mut done);
        }
        for edge in &graph.edges {
            edge_of_key(draft, edge, tables, new, &mut done);
        }
        changes.extend(done.into_iter().map(|what| change(&graph.name, "property graph", what)));
    }
    changes
}

/// Says what else holds columns that become `ty`.
pub(super) fn of_type(
    draft: &Draft<'_>,
    columns: &BTreeSet<(TableId, ColumnId)>,
    ty: &str,
) -> Vec<Change> {
    let schema = draft.schema;
    let name = |table: TableId, column: ColumnId| schema.table(table).column(column).name.as_str();
    let (first, last) = (ColumnId(0), ColumnId(u32::MAX));
    let of = |table: TableId| columns.range((table, first)..=(table, last));
    let mut changes = Vec::new();
    for index in schema.indexes.iter().filter(|index| !index.managed) {
        let held = |column| {
            index.keys.iter().any(|part| part.column == column) || index.storing.contains(&column)
        };
        let held: Vec<&str> =
            of(index.table).filter(|p| held(p.1)).map(|p| name(p.0, p.1)).collect();
        if !held.is_empty() {
            let what = format!("contains {} as {ty}", in_words(held));
            changes.push(change(&index.name, "index", what));
        }
    }
    for index in &schema.special_indexes {
        if of(index.table).next().is_some() {
            let what = format!("refers to its rows by a key of {ty}");
            changes.push(change(&index.name, special_kind(index), what));
        }
    }
    for stream in &schema.streams {
        let watched = match &stream.watched {
            Watching::All => !columns.is_empty(),
            Watching::Tables(all) => {
                all.iter().filter_map(|watched| watched.table).any(|id| of(id).next().is_some())
            }
            Watching::Nothing => false,
        };
        if watched {
            let what = format!("its records contain {ty} instead of the old type");
            changes.push(change(&stream.name, "change stream", what));
        }
    }
    // By the last part of a table's name, in lower case: its columns, by their place in `names`.
    let mut by_table: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    let names: Vec<&str> = columns.iter().map(|place| name(place.0, place.1)).collect();
    for (at, (table, _)) in columns.iter().enumerate() {
        let table = last_part(&schema.table(*table).name).to_ascii_lowercase();
        let named = by_table.entry(table).or_default();
        // One table may be there in several versions.
        if !named.iter().any(|&there| names[there] == names[at]) {
            named.push(at);
        }
    }
    for view in &schema.views {
        let words = draft.all_names(view.body);
        let mut places: Vec<usize> = Vec::new();
        for word in &words {
            places.extend(by_table.get(word).into_iter().flatten());
        }
        places.retain(|&at| words.contains(&names[at].to_ascii_lowercase()));
        places.sort_unstable();
        let mut read: Vec<&str> = places.iter().map(|&at| names[at]).collect();
        read.dedup();
        if !read.is_empty() {
            let what = format!("its query reads {} as {ty}", in_words(read));
            changes.push(change(&view.name, "view", what));
        }
    }
    for graph in &schema.graphs {
        let nodes = graph.nodes.iter().filter_map(|node| node.table);
        let tables = nodes.chain(graph.edges.iter().filter_map(|edge| edge.table));
        if tables.into_iter().any(|id| of(id).next().is_some()) {
            let what = format!("its elements have a key of {ty}");
            changes.push(change(&graph.name, "property graph", what));
        }
    }
    changes
}

/// Takes columns out of the lists of change streams that name them: a column of the key is watched
/// without being listed, and Spanner does not allow listing it.
pub(super) fn leave_lists(
    draft: &mut Draft<'_>,
    table: TableId,
    columns: &[ColumnId],
) -> Vec<Change> {
    let schema = draft.schema;
    let mut changes = Vec::new();
    for stream in &schema.streams {
        let Watching::Tables(all) = &stream.watched else { continue };
        for watched in all.iter().filter(|watched| watched.table == Some(table)) {
            let listed = watched.columns.as_deref().unwrap_or_default();
            if !columns.iter().any(|column| listed.contains(column)) {
                continue;
            }
            // `T(a, b)`: the list stands behind the name.
            let Some(list) = draft.parenthesis_after(watched.span.end) else { continue };
            let is_key = |item: &str| {
                let bare = item.trim_matches(['`', '"']);
                let found = schema.table(table).find_column(bare);
                found.is_some_and(|column| columns.contains(&column))
            };
            let kept: Vec<String> = draft
                .items(list)
                .into_iter()
                .map(|item| item.of(draft.text).to_owned())
                .filter(|item| !is_key(item))
                .collect();
            draft.list_set(list, &kept);
            let what = format!(
                "lists columns of `{}` without those that are now in its key",
                schema.table(table).name
            );
            changes.push(change(&stream.name, "change stream", what));
        }
    }
    changes
}

fn special_kind(index: &SpecialIndex) -> &'static str {
    if index.vector { "vector index" } else { "search index" }
}

fn special_index(
    draft: &mut Draft<'_>,
    index: &SpecialIndex,
    tables: &[TableId],
    new: NewKey<'_>,
) -> Option<Change> {
    let schema = draft.schema;
    if !tables.contains(&index.table) {
        return None;
    }
    let inside = index.parent.as_ref().and_then(|parent| parent.table);
    let inside = inside.filter(|above| tables.contains(above));
    if inside.is_some() && !index.partition_by.is_empty() {
        let start = draft.words_end(index.span, &["PARTITION", "BY"])?;
        let list = draft.list_until(
            Span::new(start, index.span.end),
            &["ORDER", "INTERLEAVE", "OPTIONS", "STORING", "WHERE"],
        );
        let what = match new {
            NewKey::Part { name, position, replaces, .. } => {
                let written = like(draft, index.table, name);
                put(draft, list, position, &written, replaces);
                format!("is partitioned by `{name}` too, as the table it is interleaved in")
            }
            NewKey::Order(order) => {
                draft.list_permute(list, order);
                "is partitioned in the new order of the key".to_owned()
            }
            NewKey::Only(name) => {
                format!(
                    "is interleaved by the old key: partition it by `{name}`, or remove the \
                     interleaving"
                )
            }
        };
        return Some(change(&index.name, special_kind(index), what));
    }
    let table = schema.table(index.table);
    let lead = table.key.first().map(|part| part.column);
    let by_lead = index.partition_by.first().copied() == lead
        || index.order_by.first().map(|part| part.column) == lead;
    let what = match lead {
        Some(lead) if by_lead => format!(
            "still uses `{}`, which is no longer the first key column of `{}`; its entries refer \
             to their rows by the new key",
            table.column(lead).name,
            table.name
        ),
        _ => "its entries refer to their rows by the new key".to_owned(),
    };
    Some(change(&index.name, special_kind(index), what))
}

fn stream_of_key(
    schema: &Schema,
    stream: &ChangeStream,
    tables: &[TableId],
    new: NewKey<'_>,
) -> Option<Change> {
    let (mut watched, mut listed) = (Vec::new(), false);
    match &stream.watched {
        Watching::Nothing => {}
        Watching::All => watched.extend(tables),
        Watching::Tables(all) => {
            for one in all {
                if let Some(id) = one.table.filter(|id| tables.contains(id)) {
                    watched.push(id);
                    listed |= one.columns.is_some();
                }
            }
        }
    }
    let first = *watched.first()?;
    let named = match watched.len() {
        1 => format!("its records of `{}`", schema.table(first).name),
        n => format!("its records of `{}` and {} more", schema.table(first).name, n - 1),
    };
    let what = match new {
        NewKey::Part { name, .. } if listed => {
            format!(
                "{named} contain `{name}` with the key; it is part of the key and is not listed"
            )
        }
        NewKey::Part { name, .. } => format!("{named} contain `{name}` with the key"),
        NewKey::Order(_) => format!("{named} contain the key in its new order"),
        NewKey::Only(name) if listed => format!(
            "{named} contain `{name}` as the key; list the old key's columns if they are read"
        ),
        NewKey::Only(name) => format!("{named} contain `{name}` as the key"),
    };
    Some(change(&stream.name, "change stream", what))
}

fn views_of_key(draft: &Draft<'_>, tables: &[TableId], new: NewKey<'_>) -> Vec<Change> {
    let schema = draft.schema;
    let mut changes = Vec::new();
    let Some(&root) = tables.first() else { return changes };
    let mut by_name: BTreeMap<String, usize> = BTreeMap::new();
    for (at, &id) in tables.iter().enumerate() {
        by_name.entry(last_part(&schema.table(id).name).to_ascii_lowercase()).or_insert(at);
    }
    for view in &schema.views {
        let words = draft.all_names(view.body);
        let Some(&first) = words.iter().filter_map(|word| by_name.get(word)).min() else {
            continue;
        };
        let table = schema.table(tables[first]);
        let place = match new {
            NewKey::Part { position, .. } => position,
            NewKey::Only(_) => 0,
            NewKey::Order(order) => {
                order.iter().enumerate().find(|&(i, &from)| i != from).map_or(0, |(i, _)| i)
            }
        };
        let Some(lead) = table.key.get(place).map(|part| &table.column(part.column).name) else {
            continue;
        };
        if !words.contains(&lead.to_ascii_lowercase()) {
            continue;
        }
        let of_source = |source: Option<ColumnId>| {
            source.is_some_and(|s| schema.table(root).column(s).name.eq_ignore_ascii_case(lead))
        };
        let what = match new {
            NewKey::Part { name, source, .. } if of_source(source) => format!(
                "its query still works and finds one `{lead}` as before; a range query reads every \
                 `{name}`"
            ),
            NewKey::Part { name, .. } | NewKey::Only(name) => format!(
                "its query still works, but a filter on `{lead}` without `{name}` no longer seeks \
                 in `{}`",
                table.name
            ),
            NewKey::Order(order) => {
                let first = order.get(place).and_then(|&from| table.key.get(from));
                let first = first.map_or("", |part| &table.column(part.column).name);
                format!(
                    "its query still works, but a filter on `{lead}` without `{first}` no longer \
                     seeks in `{}`",
                    table.name
                )
            }
        };
        changes.push(change(&view.name, "view", what));
    }
    changes
}

/// Whether `columns` are the old key of a table, in its order.
fn is_key_in_order(schema: &Schema, table: TableId, columns: &[ColumnId]) -> bool {
    schema.table(table).key.iter().map(|part| part.column).eq(columns.iter().copied())
}

fn node_of_key(
    draft: &mut Draft<'_>,
    node: &GraphNode,
    tables: &[TableId],
    new: NewKey<'_>,
    done: &mut BTreeSet<String>,
) {
    let Some(id) = node.table.filter(|id| tables.contains(id)) else { return };
    element_key(draft, id, node.span, new, done);
}

/// Rewrites `KEY (…)` of an element that names the old key; an element without it has the table's
/// key by itself.
fn element_key(
    draft: &mut Draft<'_>,
    id: TableId,
    element: Span,
    new: NewKey<'_>,
    done: &mut BTreeSet<String>,
) {
    let schema = draft.schema;
    let table = schema.table(id);
    let Some(list) = draft.own_key_list(element) else {
        done.insert(format!("its element `{}` has the new key", table.name));
        return;
    };
    let columns: Vec<ColumnId> = draft
        .items(list)
        .iter()
        .filter_map(|item| table.find_column(item.of(draft.text).trim_matches(['`', '"'])))
        .collect();
    if !is_key_in_order(schema, id, &columns) {
        done.insert(format!("its element `{}` keeps its own KEY", table.name));
        return;
    }
    rewrite_list(draft, id, list, new);
    done.insert(format!("its element `{}` uses the new key", table.name));
}

/// Puts a column into a list, before what stands at `position` or in place of it.
fn put(draft: &mut Draft<'_>, list: Span, position: usize, item: &str, replaces: bool) {
    if replaces {
        draft.list_replace(list, position, item);
    } else {
        draft.list_insert(list, position, item);
    }
}

fn rewrite_list(draft: &mut Draft<'_>, like_table: TableId, list: Span, new: NewKey<'_>) {
    match new {
        NewKey::Part { name, position, replaces, .. } => {
            let written = like(draft, like_table, name);
            put(draft, list, position, &written, replaces);
        }
        NewKey::Order(order) => draft.list_permute(list, order),
        NewKey::Only(name) => {
            let written = like(draft, like_table, name);
            draft.list_set(list, &[written]);
        }
    }
}

fn edge_of_key(
    draft: &mut Draft<'_>,
    edge: &GraphEdge,
    tables: &[TableId],
    new: NewKey<'_>,
    done: &mut BTreeSet<String>,
) {
    let Some(id) = edge.table else { return };
    if tables.contains(&id) {
        element_key(draft, id, edge.span, new, done);
    }
    for end in [&edge.source, &edge.destination].into_iter().flatten() {
        end_of_key(draft, id, end, tables, new, done);
    }
}

/// Lets one end of an edge name the new key of its node, if the edge has all of it.
fn end_of_key(
    draft: &mut Draft<'_>,
    edge: TableId,
    end: &GraphEnd,
    tables: &[TableId],
    new: NewKey<'_>,
    done: &mut BTreeSet<String>,
) {
    let schema = draft.schema;
    let Some(node) = end.node.filter(|id| tables.contains(id)) else { return };
    let names = (&schema.table(edge).name, &schema.table(node).name);
    if !is_key_in_order(schema, node, &end.referenced) {
        done.insert(format!("`{}` still finds `{}` by other columns", names.0, names.1));
        return;
    }
    let Some(mine) = draft.parenthesis_in(end.span) else { return };
    let behind = draft.after_list(mine, end.span);
    let theirs = draft.parenthesis_in(behind);
    let (position, name, source, replaces) = match new {
        NewKey::Order(order) => {
            draft.list_permute(mine, order);
            if let Some(theirs) = theirs {
                draft.list_permute(theirs, order);
            }
            let what = format!("`{}` finds `{}` by its key in the new order", names.0, names.1);
            done.insert(what);
            return;
        }
        NewKey::Part { name, position, source, replaces } => {
            (Some(position), name, source, replaces)
        }
        NewKey::Only(name) => (None, name, None, false),
    };
    // The edge has the new part where it is interleaved in the node, or where a foreign key to the
    // node took it along.
    let inherits = tables.contains(&edge)
        && schema.table(edge).key.iter().zip(&end.columns).all(|(p, &column)| p.column == column);
    let source = source.and_then(|source| {
        let name = &schema.table(tables[0]).column(source).name;
        let theirs = schema.table(node).find_column(name)?;
        let at = end.referenced.iter().position(|&column| column == theirs)?;
        end.columns.get(at).copied()
    });
    let own = if inherits {
        Some(like(draft, edge, name))
    } else {
        source.and_then(|from| draft.added_beside(edge, from))
    };
    match (own.zip(position), theirs) {
        (Some((own, position)), theirs) => {
            put(draft, mine, position, &own, replaces);
            if let Some(theirs) = theirs {
                let written = like(draft, node, name);
                put(draft, theirs, position, &written, replaces);
            }
            done.insert(format!("`{}` finds `{}` by the new key", names.0, names.1));
        }
        (None, theirs) => {
            // Without a list the end would mean the new key, which the edge does not have.
            if theirs.is_none() {
                let old: Vec<String> = schema
                    .table(node)
                    .key
                    .iter()
                    .map(|part| draft.written(node, part.column).to_owned())
                    .collect();
                let text = format!(" ({})", old.join(", "));
                draft.push(Edit::insert(end.span.end, text));
            }
            let until = match new {
                NewKey::Only(_) => "and may find several rows; add",
                _ => "which needs an index there; add",
            };
            done.insert(format!(
                "`{}` still finds `{}` by its old key, {until} `{name}` too and it seeks again",
                names.0, names.1
            ));
        }
    }
}
