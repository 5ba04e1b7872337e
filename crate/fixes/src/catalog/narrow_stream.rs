//! T26: a change stream records less: fewer tables, fewer columns, no expired rows, no more of a
//! row than has changed.

use std::collections::{BTreeMap, BTreeSet};

use crate::edit::{Draft, TextStyle};
use crate::fix::{
    Ask, AskKind, Family, Fix, FixContext, Parameters, Pick, Plan, Refusal, Stage, refuse,
};
use crate::names;
use crate::rules::{Cause, Finding, Object};
use crate::schema::limits::{COLUMN_STREAMS_MAX, DATABASE_STREAMS_MAX};
use crate::schema::{ChangeStream, ColumnId, Schema, StreamId, TableId, Watching};
use crate::syntax::tree::TokenKind;
use crate::text::{Edit, Span};

/// The fix.
pub static FIX: Fix = Fix {
    id: "narrow-stream",
    short: "T26",
    title: "Reduce what the change stream records",
    headline: "Reduce what the change stream {object} records",
    #[cfg(feature = "pages")]
    page: include_str!("narrow_stream.md"),
    changes_key: false,
    key_change: None,
    others_follow: false,
    stage: Stage::Others,
    family: Family::Others,
    pick: Pick::Freely,
    plan,
};

/// What a stream watches of each table: all of it, or some columns besides the key.
type Wanted = BTreeMap<TableId, Option<Vec<ColumnId>>>;

fn plan(cx: &FixContext<'_>, finding: &Finding, p: &Parameters) -> Result<Plan, Refusal> {
    let Object::Stream(id) = finding.object else {
        let name = finding.object.name(cx.schema);
        return Err(refuse(format!("`{name}` is not a change stream")));
    };
    match finding.cause {
        Some(Cause::ExpiryWatched) => no_expired_rows(cx, id),
        Some(Cause::WholeRowsWatched) => less_of_a_row(cx, id, p),
        _ => fewer_tables(cx, id, finding, p),
    }
}

fn done(draft: Draft<'_>, costs: Vec<String>, application: Vec<String>, asks: Vec<Ask>) -> Plan {
    Plan {
        resulting_key: "unchanged".to_owned(),
        costs,
        application,
        asks,
        edits: draft.finish(),
        ..Plan::default()
    }
}

fn no_expired_rows(cx: &FixContext<'_>, id: StreamId) -> Result<Plan, Refusal> {
    let stream = cx.schema.stream(id);
    let mut draft = Draft::new(cx.text, cx.schema);
    set_option(&mut draft, stream, "exclude_ttl_deletes", "true");
    let costs = vec![
        "A consumer that copies these tables keeps their expired rows, unless it applies the same \
         policy."
            .to_owned(),
    ];
    let application =
        vec![format!("Check whether any reader of `{}` needs these deletes.", stream.name)];
    Ok(done(draft, costs, application, Vec::new()))
}

fn less_of_a_row(cx: &FixContext<'_>, id: StreamId, p: &Parameters) -> Result<Plan, Refusal> {
    let stream = cx.schema.stream(id);
    let mut draft = Draft::new(cx.text, cx.schema);
    let named = p.text("columns").unwrap_or_default().to_owned();
    let ask = |value: &str| Ask {
        name: "columns",
        label: "Columns that consumers read, for example Orders.Status".to_owned(),
        kind: AskKind::List,
        value: value.to_owned(),
        notes: vec![
            "Default: all columns stay watched, and NEW_VALUES records those that changed."
                .to_owned(),
        ],
    };
    if named.is_empty() {
        set_option(&mut draft, stream, "value_capture_type", "'NEW_VALUES'");
        let costs = vec![
            "A record has only the new values of the columns that changed: no old values, and no \
             other columns."
                .to_owned(),
        ];
        let application = vec![format!(
            "Readers of `{}` read other values they need from the table, at the commit timestamp \
             of the record.",
            stream.name
        )];
        return Ok(done(draft, costs, application, vec![ask("")]));
    }
    let mut wanted = watched(cx.schema, stream);
    for said in p.list("columns") {
        let (table, column) = column_named(cx.schema, &wanted, said)?;
        // The first column named of a table ends that all of it is watched.
        let columns = wanted.entry(table).or_default();
        columns.get_or_insert_default().push(column);
    }
    set_tables(&mut draft, stream, &wanted);
    let costs = vec!["A change of any other column of these tables is not recorded.".to_owned()];
    let application = vec![format!(
        "Check before the change whether any reader of `{}` needs another column.",
        stream.name
    )];
    Ok(done(draft, costs, application, vec![ask(&named)]))
}

/// What a stream watches now.
fn watched(schema: &Schema, stream: &ChangeStream) -> Wanted {
    match &stream.watched {
        Watching::Nothing => Wanted::new(),
        Watching::All => schema.table_ids().map(|id| (id, None)).collect(),
        Watching::Tables(tables) => {
            let known = tables.iter().filter_map(|of| Some((of.table?, of.columns.clone())));
            known.collect()
        }
    }
}

fn column_named(
    schema: &Schema,
    wanted: &Wanted,
    said: &str,
) -> Result<(TableId, ColumnId), Refusal> {
    let found = said.rsplit_once('.').and_then(|(table, column)| {
        let id = schema.find_table(table).filter(|id| wanted.contains_key(id))?;
        let table = schema.table(id);
        let column = table.find_column(column).filter(|&column| !table.is_key(column))?;
        Some((id, column))
    });
    found.ok_or_else(|| {
        refuse(format!(
            "expected non-key columns of watched tables, for example Orders.Status, found `{said}`"
        ))
    })
}

fn fewer_tables(
    cx: &FixContext<'_>,
    id: StreamId,
    finding: &Finding,
    p: &Parameters,
) -> Result<Plan, Refusal> {
    let schema = cx.schema;
    let stream = schema.stream(id);
    if let Watching::Tables(tables) = &stream.watched
        && tables.iter().any(|watched| watched.table.is_none())
    {
        return Err(refuse(format!(
            "`{}` watches a table that is not in the schema; add its CREATE TABLE",
            stream.name
        )));
    }
    let before = watched(schema, stream);
    let mut wanted = tables_named(schema, stream, &before, p)?;
    if wanted.is_empty() {
        wanted = before.clone();
        let left_out = needless(cx, id, finding);
        wanted.retain(|table, _| !left_out.contains(table));
    }
    if schema.streams.len() > DATABASE_STREAMS_MAX && id.0 as usize >= DATABASE_STREAMS_MAX {
        return Err(refuse(format!(
            "a database can have {DATABASE_STREAMS_MAX} change streams, whatever they watch; share \
             one among readers, each of which keeps its own position"
        )));
    }
    if wanted.is_empty() || wanted.len() == before.len() {
        return Err(refuse(format!(
            "the schema does not show which tables of `{}` its readers need; name them with \
             `tables`, or share a stream among readers",
            stream.name
        )));
    }
    let mut draft = Draft::new(cx.text, schema);
    set_tables(&mut draft, stream, &wanted);
    let name = |id: &TableId| schema.table(*id).name.as_str();
    let gone: Vec<String> = before
        .keys()
        .filter(|id| !wanted.contains_key(id))
        .map(|id| format!("`{}`", name(id)))
        .collect();
    let kept: Vec<&str> = wanted.keys().map(name).collect();
    let costs = vec![
        format!("Changes of {} are no longer recorded.", gone.join(", ")),
        "A table that is created later is watched only if it is added to the stream.".to_owned(),
    ];
    let application =
        vec![format!("Check whether any reader of `{}` needs what is removed.", stream.name)];
    let ask = Ask {
        name: "tables",
        label: "Tables that consumers need".to_owned(),
        kind: AskKind::List,
        value: kept.join(","),
        notes: vec!["Default: all except those that the finding names.".to_owned()],
    };
    Ok(done(draft, costs, application, vec![ask]))
}

/// The tables that a person named, as the stream watches them now.
fn tables_named(
    schema: &Schema,
    stream: &ChangeStream,
    before: &Wanted,
    p: &Parameters,
) -> Result<Wanted, Refusal> {
    let found = p.list("tables").into_iter().map(|said| {
        let id = schema.find_table(said);
        let watched = id.and_then(|id| Some((id, before.get(&id)?.clone())));
        let stream = &stream.name;
        watched.ok_or_else(|| {
            refuse(format!("expected tables that `{stream}` watches, found `{said}`"))
        })
    });
    found.collect()
}

/// The tables that a stream had better not watch: those a finding names as busy, or those that
/// too many streams watch already.
fn needless(cx: &FixContext<'_>, id: StreamId, finding: &Finding) -> BTreeSet<TableId> {
    let schema = cx.schema;
    if finding.cause == Some(Cause::AllTablesWatched) {
        let spans = finding.evidence.iter().map(|evidence| evidence.span);
        return spans.filter_map(|span| schema.table_around(span)).collect();
    }
    let before = watched(schema, schema.stream(id));
    let mut others = vec![0; schema.tables.len()];
    for stream in schema.streams.iter().take(id.0 as usize) {
        watched(schema, stream).keys().for_each(|table| others[table.0 as usize] += 1);
    }
    let is_full = |table: &TableId| others[table.0 as usize] >= COLUMN_STREAMS_MAX;
    before.into_keys().filter(is_full).collect()
}

/// Sets an option where it was said last, else in the statement that makes the stream.
fn set_option(draft: &mut Draft<'_>, stream: &ChangeStream, key: &str, value: &str) {
    let item = format!("{key} = {value}");
    if let Some(there) = stream.options.iter().rfind(|item| item.key == key) {
        draft.push(Edit::replace(there.span, item));
        return;
    }
    let text_style = TextStyle::of(draft.text, draft.schema, stream.span, None);
    let word = if text_style.google() { "OPTIONS" } else { "WITH" };
    match draft.list_behind(stream.span, word) {
        Some((_, list)) => {
            let count = draft.items(list).len();
            draft.list_insert(list, count, &item);
        }
        None => {
            let clause = format!(" {} ({item})", text_style.word(word));
            draft.push(Edit::insert(stream.span.end, clause));
        }
    }
}

/// Says what a stream watches, in the statement that said it last; tables that come later follow
/// in a statement of their own.
fn set_tables(draft: &mut Draft<'_>, stream: &ChangeStream, wanted: &Wanted) {
    let schema = draft.schema;
    let later = stream.altered.iter().rfind(|statement| {
        draft.has_word(**statement, "FOR") && !draft.has_word(**statement, "DROP")
    });
    let statement = later.copied().unwrap_or(stream.span);
    let text_style = TextStyle::of(draft.text, schema, statement, None);
    let listed = |at: u32, all: bool| -> Vec<String> {
        let there = |id: &TableId| {
            let table = schema.table(*id);
            let columns = wanted[id].iter().flatten();
            let last = columns.filter_map(|&c| table.column(c).added_later).map(|s| s.end).max();
            table.span.end <= at && last.is_none_or(|end| end <= at)
        };
        let of = wanted.iter().filter(|(id, _)| all || there(id));
        of.map(|(&id, columns)| one(draft, id, columns.as_deref(), at)).collect()
    };
    let now = listed(statement.start, false);
    let last = wanted.iter().map(|(&id, columns)| {
        let table = schema.table(id);
        let added = columns.iter().flatten().filter_map(|&c| table.column(c).added_later);
        added.chain([table.span]).max_by_key(|span| span.end).unwrap_or(table.span)
    });
    let last = last.max_by_key(|span| span.end).filter(|_| now.len() < wanted.len());
    let behind = last.map(|last| (last, listed(last.end, true)));
    let clause = for_clause(draft, statement);
    match (clause, now.as_slice()) {
        (Some(clause), []) => draft.remove_words(clause),
        (Some(clause), now) => {
            let text = format!("{} {}", text_style.word("FOR"), now.join(", "));
            draft.push(Edit::replace(clause, text));
        }
        (None, _) => {}
    }
    if let Some((last, all)) = behind {
        let name = names::quoted(&stream.name, schema.dialect);
        let (alter, set) = (text_style.word("ALTER CHANGE STREAM"), text_style.word("SET FOR"));
        draft.statement_after(last, format!("{alter} {name} {set} {}", all.join(", ")));
    }
}

/// `Orders` or `Orders(Status, Total)`, by the name the table has at `offset`.
fn one(draft: &Draft<'_>, id: TableId, columns: Option<&[ColumnId]>, offset: u32) -> String {
    let name = draft.schema.table(id).name_at(offset).of(draft.text);
    match columns {
        None => name.to_owned(),
        Some(columns) => {
            let columns: Vec<&str> = columns.iter().map(|&c| draft.written(id, c)).collect();
            format!("{name}({})", columns.join(", "))
        }
    }
}

/// `FOR …` of a statement, up to its options.
fn for_clause(draft: &Draft<'_>, statement: Span) -> Option<Span> {
    let start = draft.find_word(statement, "FOR")?;
    let rest = draft.tokens(Span::new(start.start, statement.end));
    let ends = |word: &str| ["OPTIONS", "WITH"].iter().any(|end| end.eq_ignore_ascii_case(word));
    let clause = rest
        .iter()
        .take_while(|token| token.kind != TokenKind::Word || !ends(token.span.of(draft.text)));
    clause.last().map(|last| start.to(last.span))
}
