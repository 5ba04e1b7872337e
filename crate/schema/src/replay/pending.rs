//! Keeps statements until every table has its last name, and completes them then.

use crate::catalog::Catalog;
use crate::catalog::made::Made;
use crate::catalog::pending::Pending;
use crate::replay::graphs::make_graph;
use crate::replay::limits::leave_out_stream;
use crate::replay::special_indexes::make_special_index;
use crate::replay::streams::{make_stream, watched_tables};
use crate::replay::views::make_view;
use crate::syntax::tree::{Name, ObjectKind, OtherStatement, Statement, StatementKind, Tree};
use smol_str::SmolStr;

/// Keeps a statement until every table has its last name.
pub(crate) fn keep_for_later<'a>(catalog: &mut Catalog<'a>, statement: &'a Statement) -> Made {
    let stream = match &statement.kind {
        StatementKind::CreateChangeStream(stream) => Some(stream),
        _ => None,
    };
    let watched = stream.map(|stream| &stream.watched);
    let named = pending_name(statement);
    if let Some((kind, name)) = named {
        let place = (kind, catalog.folded(name));
        catalog.pending_by_name.entry(place).or_default().push(catalog.pending.len());
    }
    let place = catalog.pending.len();
    match &statement.kind {
        StatementKind::CreateChangeStream(_) => catalog.streams.push(place),
        StatementKind::CreateSearchIndex(_) | StatementKind::CreateVectorIndex(_) => {
            catalog.special_indexes.push(place);
        }
        _ => {}
    }
    catalog.pending.push(Box::new(Pending {
        number: catalog.made.len(),
        kind: Some(&statement.kind).filter(|kind| is_checked_against(kind)),
        name: named.map_or(SmolStr::default(), |(_, name)| name.text.clone()),
        dropped: false,
        tables: watched_tables(catalog, watched),
        watched: watched.cloned(),
        options: stream.map_or(Vec::new(), |stream| stream.options.clone()),
        altered: Vec::new(),
        changes: Vec::new(),
    }));
    Made::Pending(place)
}

/// Completes the statements that were kept for later.
pub(crate) fn finish_pending(catalog: &mut Catalog<'_>, tree: &Tree) {
    let pending = std::mem::take(&mut catalog.pending);
    make_room(catalog, &pending, tree);
    let complete = |pending: Box<Pending<'_>>| {
        if pending.dropped {
            return Made::Removed;
        }
        let statement = &tree.statements[pending.number];
        complete_pending(catalog, *pending, statement)
    };
    // Each is given back as soon as it is completed.
    let made: Vec<Made> = pending.into_iter().map(complete).collect();
    for place in &mut catalog.made {
        if let Made::Pending(at) = *place {
            *place = made[at];
        }
    }
}

/// Makes room for exactly as many of what a text may have by the thousand.
fn make_room(catalog: &mut Catalog<'_>, pending: &[Box<Pending<'_>>], tree: &Tree) {
    let mut streams = 0;
    let mut special_indexes = 0;
    for pending in pending.iter().filter(|pending| !pending.dropped) {
        match &tree.statements[pending.number].kind {
            StatementKind::CreateChangeStream(_) => streams += 1,
            StatementKind::CreateSearchIndex(_) | StatementKind::CreateVectorIndex(_) => {
                special_indexes += 1;
            }
            _ => {}
        }
    }
    catalog.schema.streams.reserve_exact(streams);
    catalog.schema.special_indexes.reserve_exact(special_indexes);
}

/// Makes what a statement creates that was kept for later.
fn complete_pending(
    catalog: &mut Catalog<'_>,
    pending: Pending<'_>,
    statement: &Statement,
) -> Made {
    let place = match &statement.kind {
        StatementKind::CreateSearchIndex(written) => {
            make_special_index(catalog, statement, written, false)
        }
        StatementKind::CreateVectorIndex(written) => {
            make_special_index(catalog, statement, written, true)
        }
        StatementKind::CreateChangeStream(written) if leave_out_stream(catalog, &written.name) => {
            None
        }
        StatementKind::CreateChangeStream(written) => {
            Some(make_stream(catalog, pending, statement.span, &written.name))
        }
        StatementKind::CreatePropertyGraph(written) => {
            Some(make_graph(catalog, statement, written))
        }
        StatementKind::CreateView(written) => Some(make_view(catalog, statement, written)),
        StatementKind::Other(other) => {
            if let OtherStatement { words, object: Some(name) } = &**other
                && words == "CREATE LOCALITY GROUP"
            {
                catalog.schema.locality_groups.push(name.span);
            }
            None
        }
        _ => None,
    };
    place.map_or(Made::Nothing, Made::Other)
}

/// Whether later statements are checked against what a statement creates.
fn is_checked_against(kind: &StatementKind) -> bool {
    matches!(
        kind,
        StatementKind::CreateView(_)
            | StatementKind::CreateSearchIndex(_)
            | StatementKind::CreateVectorIndex(_)
    )
}

/// The kind and the name of what a statement creates that is kept for later.
fn pending_name(statement: &Statement) -> Option<(ObjectKind, &Name)> {
    Some(match &statement.kind {
        StatementKind::CreateSearchIndex(made) => (ObjectKind::SearchIndex, &made.index.name),
        StatementKind::CreateVectorIndex(made) => (ObjectKind::VectorIndex, &made.index.name),
        StatementKind::CreateView(made) => (ObjectKind::View, &made.name),
        StatementKind::CreateChangeStream(made) => (ObjectKind::ChangeStream, &made.name),
        StatementKind::CreatePropertyGraph(made) => (ObjectKind::PropertyGraph, &made.name),
        StatementKind::Other(other) if other.words == "CREATE LOCALITY GROUP" => {
            (ObjectKind::LocalityGroup, other.object.as_ref()?)
        }
        _ => return None,
    })
}
