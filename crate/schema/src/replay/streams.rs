//! Applies statements about change streams.

use crate::catalog::Catalog;
use crate::catalog::made::Made;
use crate::catalog::pending::Pending;
use crate::ids::{StreamId, TableId};
use crate::limits::DATABASE_STREAMS_MAX;
use crate::place::Object;
use crate::problem::ProblemKind;
use crate::refusals::names::report_missing;
use crate::refusals::streams::{check_watched, stream_option_refusals};
use crate::replay::options::merge_options;
use crate::stream::{ChangeStream, WatchedChange, WatchedTable, Watching};
use crate::syntax::tree::{
    AlterChangeStream, Name, ObjectKind, Statement, StreamAction, Watched,
    WatchedTable as WrittenWatch,
};
use crate::text::{Span, at};

/// The tables that a change stream lists, as far as they are defined by now.
pub(crate) fn watched_tables(
    catalog: &Catalog<'_>,
    watched: Option<&Watched>,
) -> Vec<Option<TableId>> {
    match watched {
        Some(Watched::Tables(tables)) => {
            tables.iter().map(|of| catalog.last_named(&of.table)).collect()
        }
        _ => Vec::new(),
    }
}

/// Changes what a change stream watches, or its options.
pub(crate) fn alter_stream(
    catalog: &mut Catalog<'_>,
    statement: &Statement,
    alter: &AlterChangeStream,
) -> Made {
    if let StreamAction::SetOptions(options) = &alter.action {
        catalog.report(stream_option_refusals(options));
    }
    let Some(found) = catalog.find_pending(ObjectKind::ChangeStream, &alter.name) else {
        report_missing(catalog, "a change stream", &alter.name);
        return Made::Nothing;
    };
    match &alter.action {
        StreamAction::Watch(Watched::Nothing)
            if matches!(catalog.pending[found].watched, None | Some(Watched::Nothing)) =>
        {
            let name = &alter.name;
            let message = format!("expected `{}` to watch something, found no FOR", name.text);
            catalog.report_problem(ProblemKind::Unfit, message, name.span);
        }
        StreamAction::Watch(watched) => check_watched(catalog, &alter.name, watched),
        _ => {}
    }
    let watched = match &alter.action {
        StreamAction::Watch(watched) => Some((watched, watched_tables(catalog, Some(watched)))),
        _ => None,
    };
    let stream = &mut catalog.pending[found];
    stream.altered.push(statement.span);
    if let Some((watched, tables)) = watched {
        (stream.watched, stream.tables) = (Some(watched.clone()), tables);
    }
    match &alter.action {
        StreamAction::SetOptions(options) => merge_options(&mut stream.options, options),
        StreamAction::ResetOptions(names) => {
            let reset = |key: &str| names.iter().any(|n| n.text.eq_ignore_ascii_case(key));
            stream.options.retain(|item| !reset(&item.key));
        }
        StreamAction::Watch(_) | StreamAction::Other => {}
    }
    Made::Pending(found)
}

/// Records what a statement does to a table, at the change streams that watch it.
pub(crate) fn record_change(
    catalog: &mut Catalog<'_>,
    table: TableId,
    to: Option<&str>,
    span: Span,
) {
    let name = &catalog.schema.table(table).name;
    let looked = catalog.steps.all_of(&catalog.streams).iter();
    let live = looked.filter(|&&place| !catalog.pending[place].dropped);
    // Spanner rejects those that come after.
    let streams: Vec<usize> = live.take(DATABASE_STREAMS_MAX).copied().collect();
    for place in streams {
        let stream = &mut catalog.pending[place];
        let by_name = stream.tables.contains(&Some(table));
        if by_name || matches!(stream.watched, Some(Watched::All)) {
            let (name, to) = (name.clone(), to.map(str::to_owned));
            stream.changes.push(WatchedChange { name, to, by_name, span });
        }
    }
}

/// Makes a change stream.
pub(crate) fn make_stream(
    catalog: &mut Catalog<'_>,
    pending: Pending<'_>,
    span: Span,
    name: &Name,
) -> Object {
    let watched = match &pending.watched {
        None | Some(Watched::Nothing) => Watching::Nothing,
        Some(Watched::All) => Watching::All,
        Some(Watched::Tables(tables)) => {
            let watch = |(of, then): (&WrittenWatch, _)| {
                let table = Option::or(then, catalog.last_named(&of.table));
                let columns = of.columns.as_ref();
                WatchedTable {
                    table,
                    name: of.table.text.clone(),
                    span: of.table.span,
                    columns: columns.map(|names| {
                        table.map_or(Vec::new(), |table| catalog.existing_columns(table, names))
                    }),
                    column_spans: columns.into_iter().flatten().map(|name| name.span).collect(),
                }
            };
            let then = pending.tables.iter().copied();
            Watching::Tables(tables.iter().zip(then).map(watch).collect())
        }
    };
    catalog.schema.streams.push(ChangeStream {
        name: name.text.clone(),
        name_span: name.span,
        span,
        watched,
        options: pending.options,
        altered: pending.altered,
        changes: pending.changes,
    });
    Object::Stream(StreamId(at(catalog.schema.streams.len() - 1)))
}
