//! More change streams than a database, or a column, takes.

use crate::finding::{Finding, Object, Severity};
use crate::report::Report;
use crate::rule::{Context, Reach, Rule};
use crate::schema::limits::{COLUMN_STREAMS_MAX, DATABASE_STREAMS_MAX};
use crate::schema::past::Limited;
use crate::schema::{ChangeStream, ColumnId, StreamId, TableId, Watching};

/// The rule.
pub static RULE: Rule = Rule {
    id: "limit-change-streams",
    severity: Severity::Error,
    reach: Reach::Database,
    page: page!("limit_change_streams.md"),
    fixes: &["narrow-stream"],
    replaces: &[],
    check,
};

fn check(context: &Context<'_>, out: &mut Report<'_>) {
    let schema = context.schema;
    if schema.streams.len() <= COLUMN_STREAMS_MAX {
        return;
    }
    let mut over: Vec<StreamId> = Vec::new();
    for id in context.tables() {
        let table = schema.table(id);
        let outside = table.column_ids().filter(|&column| !table.is_key(column));
        // A table that is all key is watched as a whole.
        for column in outside.map(Some).chain([None]) {
            let watchers: Vec<StreamId> =
                schema.stream_ids().filter(|&s| watches(schema.stream(s), id, column)).collect();
            let Some(&fourth) = watchers.get(COLUMN_STREAMS_MAX) else { continue };
            if over.contains(&fourth) {
                continue;
            }
            over.push(fourth);
            let stream = schema.stream(fourth);
            let what = match column {
                Some(column) => format!("`{}.{}`", table.name, table.column(column).name),
                None => format!("`{}`", table.name),
            };
            out.push(Finding {
                title: format!(
                    "{} change streams watch {what}, including `{}`; Spanner allows \
                     {COLUMN_STREAMS_MAX}",
                    watchers.len(),
                    stream.name
                ),
                why: "Spanner rejects the statement; a stream over a whole table or the database \
                      counts for each of its columns."
                    .into(),
                help: "Share a stream among readers, or list the columns that each one needs"
                    .into(),
                ..RULE.finding(Object::Stream(fourth), stream.name_span)
            });
        }
    }
    if let Some(beyond) = schema.stream_ids().nth(DATABASE_STREAMS_MAX) {
        let left_out = schema.past_limits.iter().find(|past| past.of == Limited::Streams);
        let count = left_out.map_or(schema.streams.len(), |past| past.count);
        let stream = schema.stream(beyond);
        out.push(Finding {
            title: format!(
                "The schema has {count} change streams; a database can have {DATABASE_STREAMS_MAX}"
            ),
            why: "Spanner rejects the statement that adds the eleventh.".into(),
            help: "Share a stream among readers: each keeps its own position".into(),
            ..RULE.finding(Object::Stream(beyond), stream.name_span)
        });
    }
}

/// Whether a stream watches a column, or with `None` the table as a whole.
fn watches(stream: &ChangeStream, id: TableId, column: Option<ColumnId>) -> bool {
    match &stream.watched {
        Watching::Nothing => false,
        Watching::All => true,
        Watching::Tables(tables) => tables.iter().any(|watched| {
            watched.table == Some(id)
                && match (&watched.columns, column) {
                    (None, _) => true,
                    (Some(columns), Some(column)) => columns.contains(&column),
                    (Some(_), None) => false,
                }
        }),
    }
}
