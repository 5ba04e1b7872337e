//! T15: what an index stores is changed: columns go out of it, come into it, or move there from
//! its key.

use crate::edit::{Draft, in_words};
use crate::facts::columns::changes;
use crate::facts::shape;
use crate::fix::change;
use crate::fix::{
    Ask, AskKind, Change, Family, Fix, FixContext, Parameters, Pick, Plan, Refusal, Stage, refuse,
};
use crate::index_clauses::{self, Statements};
use crate::rules::{Cause, Finding, Object};
use crate::schema::limits::KEY_COLUMNS_MAX;
use crate::schema::{ColumnId, Index, IndexId, KeyPart, SpecialIndexId, Table, TableId};
use crate::text::Span;

/// The fix.
pub static FIX: Fix = Fix {
    id: "storing",
    short: "T15",
    title: "Change what the index stores",
    headline: "Change what {object} stores",
    #[cfg(feature = "pages")]
    page: include_str!("storing.md"),
    changes_key: false,
    key_change: None,
    others_follow: false,
    stage: Stage::Indexes,
    family: Family::Indexes,
    pick: Pick::Freely,
    plan,
};

/// Columns in the key of an index besides those of its table; more make every entry move with
/// every change (the catalogue's threshold).
const OWN_KEYS_MAX: usize = 4;

fn plan(cx: &FixContext<'_>, finding: &Finding, p: &Parameters) -> Result<Plan, Refusal> {
    let id = match finding.object {
        Object::Index(id) => id,
        Object::SpecialIndex(id) => return of_search_index(cx, id),
        other => {
            let name = other.name(cx.schema);
            return Err(refuse(format!("`{name}` stores no columns; this fix is for indexes")));
        }
    };
    let index = cx.schema.index(id);
    if index.managed {
        return Err(refuse(format!(
            "Spanner created `{}` for a foreign key; it stores no columns",
            index.name
        )));
    }
    match finding.cause {
        Some(Cause::ColumnsNotStored) => add(cx, id, finding, p),
        Some(Cause::IndexRepeated) => merge(cx, id, finding),
        Some(Cause::IndexKeyWide | Cause::IndexKeyTooLong) => out_of_the_key(cx, id, finding, p),
        _ => drop(cx, id, finding, p),
    }
}

/// The columns that a person named, each of which has to be one of `among`.
fn named(
    table: &Table,
    p: &Parameters,
    among: &[ColumnId],
) -> Result<Option<Vec<ColumnId>>, Refusal> {
    let said = p.list("columns");
    if said.is_empty() {
        return Ok(None);
    }
    let found = said.iter().map(|name| {
        let column = table.find_column(name).filter(|column| among.contains(column));
        column.ok_or_else(|| {
            refuse(format!("expected columns among {}, found `{name}`", list(table, among)))
        })
    });
    found.collect::<Result<Vec<ColumnId>, Refusal>>().map(Some)
}

/// Columns in words.
fn list(table: &Table, columns: &[ColumnId]) -> String {
    let names = columns.iter().map(|&column| format!("`{}`", table.column(column).name));
    names.collect::<Vec<String>>().join(", ")
}

/// What is asked where columns go.
const NO_LONGER_STORED: &str = "Columns to remove from the index";

fn ask(table: &Table, columns: &[ColumnId], label: &str, note: &str) -> Ask {
    let names: Vec<&str> = columns.iter().map(|&c| table.column(c).name.as_str()).collect();
    Ask {
        name: "columns",
        label: label.to_owned(),
        kind: AskKind::List,
        value: names.join(","),
        notes: vec![note.to_owned()],
    }
}

fn key_in_words(cx: &FixContext<'_>, index: &Index, gone: &[ColumnId]) -> String {
    let kept = index.keys.iter().filter(|part| !gone.contains(&part.column));
    in_words(kept.map(|part| part.span.of(cx.text)))
}

/// Takes stored columns out.
fn drop(
    cx: &FixContext<'_>,
    id: IndexId,
    finding: &Finding,
    p: &Parameters,
) -> Result<Plan, Refusal> {
    let index = cx.schema.index(id);
    let table = cx.schema.table(index.table);
    let (columns, note) = match named(table, p, &index.storing)? {
        Some(columns) => (columns, "Named for this plan."),
        None => needless(cx, index, finding)?,
    };
    let mut draft = Draft::new(cx.text, cx.schema);
    let word = index_clauses::storing_word(&index_clauses::text_style_of(&draft, index));
    let spans = spans_of(&columns, &index.storing, &index.storing_spans);
    let statements = Statements { made: index.span, altered: &index.altered };
    index_clauses::drop_stored(&mut draft, statements, word, &spans);
    let names = list(table, &columns);
    let in_key = columns.iter().all(|&c| is_key_of(cx, index.table, &index.keys, c));
    let costs = if in_key {
        vec!["None: the index contains these columns anyway.".to_owned()]
    } else {
        vec![format!(
            "A query that uses `{}` and reads {names} also looks up each row in `{}`.",
            index.name, table.name
        )]
    };
    Ok(Plan {
        resulting_key: key_in_words(cx, index, &[]),
        costs,
        application: on_a_live_database(cx, index, "DROP", &columns),
        asks: vec![ask(table, &columns, NO_LONGER_STORED, note)],
        edits: draft.finish(),
        ..Plan::default()
    })
}

fn is_key_of(cx: &FixContext<'_>, table: TableId, keys: &[KeyPart], column: ColumnId) -> bool {
    cx.schema.table(table).is_key(column) || keys.iter().any(|part| part.column == column)
}

fn spans_of(columns: &[ColumnId], storing: &[ColumnId], spans: &[Span]) -> Vec<Span> {
    let pairs = storing.iter().zip(spans).filter(|(column, _)| columns.contains(column));
    pairs.map(|(_, span)| *span).collect()
}

/// The stored columns a finding speaks of, and how they were found.
fn needless(
    cx: &FixContext<'_>,
    index: &Index,
    finding: &Finding,
) -> Result<(Vec<ColumnId>, &'static str), Refusal> {
    let table = cx.schema.table(index.table);
    let stored = |is: &dyn Fn(ColumnId) -> bool| -> Vec<ColumnId> {
        index.storing.iter().copied().filter(|&column| is(column)).collect()
    };
    let (columns, note) = match finding.cause {
        Some(Cause::KeyColumnsStored) => (
            stored(&|column| is_key_of(cx, index.table, &index.keys, column)),
            "Default: the key columns.",
        ),
        Some(Cause::HotColumnsStored) => {
            let fact = |column| cx.facts.column(index.table, column);
            let hot = |column| changes(cx.schema, index.table, column, fact(column)).is_some();
            (stored(&hot), "Default: the columns that change often.")
        }
        Some(Cause::WideColumnsStored) => (
            stored(&|column| shape::bulky(table.column(column))),
            "Default: the columns whose values can be long.",
        ),
        Some(Cause::UnusedColumnsStored) => (
            stored(&|column| !is_queried(cx, index.table, column)),
            "Default: the columns that no query in the schema uses.",
        ),
        _ => (Vec::new(), ""),
    };
    if columns.is_empty() {
        let why = format!(
            "the DDL does not show which stored columns of `{}` are unused; name them with \
             `columns`, from {}",
            index.name,
            list(table, &index.storing)
        );
        let ask = ask(table, &[], NO_LONGER_STORED, "Queries that read these look up the row.");
        return Err(Refusal { why, asks: vec![ask] });
    }
    Ok((columns, note))
}

/// Whether a query in the schema, or anything in it that is not read, names a column.
fn is_queried(cx: &FixContext<'_>, table: TableId, column: ColumnId) -> bool {
    let name = cx.schema.table(table).column(column).name.to_lowercase();
    let read = cx.schema.queries.iter().any(|query| {
        let named = query
            .uses
            .iter()
            .any(|used| used.column == column && query.tables[used.at].table == table);
        named || query.tables.iter().any(|of| of.table == table && of.all_columns)
    });
    read || cx.schema.named_elsewhere.contains(&name)
}

/// Stores the columns that a query looks up in the table.
fn add(
    cx: &FixContext<'_>,
    id: IndexId,
    finding: &Finding,
    p: &Parameters,
) -> Result<Plan, Refusal> {
    let index = cx.schema.index(id);
    let table = cx.schema.table(index.table);
    let free: Vec<ColumnId> = table
        .column_ids()
        .filter(|&c| !is_key_of(cx, index.table, &index.keys, c) && !index.storing.contains(&c))
        .collect();
    let columns = match named(table, p, &free)? {
        Some(columns) => columns,
        None => {
            let mut found: Vec<ColumnId> = Vec::new();
            for used in cx.schema.queries.iter().flat_map(|query| &query.uses) {
                let said = finding.evidence.iter().any(|evidence| evidence.span == used.span);
                if said && free.contains(&used.column) && !found.contains(&used.column) {
                    found.push(used.column);
                }
            }
            found
        }
    };
    if columns.is_empty() {
        return Err(refuse(format!("no column of `{}` is left to store", table.name)));
    }
    let mut draft = Draft::new(cx.text, cx.schema);
    index_clauses::add_stored(&mut draft, index, &columns);
    let names = list(table, &columns);
    Ok(Plan {
        resulting_key: key_in_words(cx, index, &[]),
        costs: vec![
            format!("Each entry of `{}` grows by {names}.", index.name),
            format!("An update of {names} writes both the row and the entry."),
        ],
        application: on_a_live_database(cx, index, "ADD", &columns),
        asks: vec![ask(
            table,
            &columns,
            "Columns to add to the index",
            "Default: the columns that queries in the schema read with this index.",
        )],
        edits: draft.finish(),
        ..Plan::default()
    })
}

/// What changes the index of a database that is there already.
fn on_a_live_database(
    cx: &FixContext<'_>,
    index: &Index,
    verb: &str,
    columns: &[ColumnId],
) -> Vec<String> {
    let table = cx.schema.table(index.table);
    let word = match cx.schema.dialect {
        crate::syntax::tree::Dialect::GoogleSql => "STORED",
        crate::syntax::tree::Dialect::PostgreSql => "INCLUDE",
    };
    let one = columns.first().map_or("", |&column| table.column(column).name.as_str());
    vec![format!(
        "Queries do not change; on a live database, use `ALTER INDEX {} {verb} {word} COLUMN \
         {one}`, one statement per column.",
        index.name
    )]
}

/// Moves columns from the key, where no search needs them, behind it.
fn out_of_the_key(
    cx: &FixContext<'_>,
    id: IndexId,
    finding: &Finding,
    p: &Parameters,
) -> Result<Plan, Refusal> {
    let index = cx.schema.index(id);
    let table = cx.schema.table(index.table);
    if index.unique {
        return Err(refuse(format!(
            "`{}` is UNIQUE on its key, and with fewer columns it would reject more rows",
            index.name
        )));
    }
    let keys: Vec<ColumnId> = index.keys.iter().map(|part| part.column).collect();
    let columns = match named(table, p, &keys)? {
        Some(columns) => columns,
        None => last_keys(table, index, finding.cause),
    };
    if columns.is_empty() || columns.len() >= keys.len() {
        return Err(refuse(format!(
            "no key column of `{}` can be moved; index a hash of the long value instead, or drop a \
             column of the table's key",
            index.name
        )));
    }
    let mut draft = Draft::new(cx.text, cx.schema);
    let numbers: Vec<usize> = (0..keys.len()).filter(|&i| columns.contains(&keys[i])).collect();
    draft.list_remove(index.keys_list, &numbers);
    // The key of the table is in every index without being said.
    let stored: Vec<ColumnId> = columns.iter().copied().filter(|&c| !table.is_key(c)).collect();
    index_clauses::add_stored(&mut draft, index, &stored);
    let names = list(table, &columns);
    Ok(Plan {
        resulting_key: key_in_words(cx, index, &columns),
        costs: vec![format!(
            "Queries can no longer search or sort by {names} with `{}`.",
            index.name
        )],
        application: vec![
            format!(
                "Queries that filter by {names} return the same rows, but read more entries and \
                 filter them."
            ),
            format!(
                "The key of an index cannot be altered: on a live database, create `{}` again with \
                 another name and drop the old one.",
                index.name
            ),
        ],
        asks: vec![ask(
            table,
            &columns,
            "Columns to move from the key to the stored columns",
            "Default: the last key columns.",
        )],
        edits: draft.finish(),
        ..Plan::default()
    })
}

/// The last columns of a key that is too long.
fn last_keys(table: &Table, index: &Index, cause: Option<Cause>) -> Vec<ColumnId> {
    let keys: Vec<ColumnId> = index.keys.iter().map(|part| part.column).collect();
    if cause == Some(Cause::IndexKeyWide) {
        let own: Vec<ColumnId> = keys.into_iter().filter(|&c| !table.is_key(c)).collect();
        return own.get(OWN_KEYS_MAX..).unwrap_or_default().to_vec();
    }
    let over = (keys.len() + table.key.len()).saturating_sub(KEY_COLUMNS_MAX);
    keys[keys.len().saturating_sub(over)..].to_vec()
}

/// Lets the index that stays store what this one stores, and drops this one.
fn merge(cx: &FixContext<'_>, id: IndexId, finding: &Finding) -> Result<Plan, Refusal> {
    let (index, schema) = (cx.schema.index(id), cx.schema);
    let stays = schema.indexes_of(index.table).find(|&other| {
        let list = schema.index(other).keys_list;
        other != id && finding.evidence.iter().any(|evidence| evidence.span == list)
    });
    let Some(stays) = stays else {
        return Err(refuse(format!("the index that `{}` duplicates was not found", index.name)));
    };
    let other = schema.index(stays);
    let table = schema.table(index.table);
    let missing: Vec<ColumnId> = index
        .storing
        .iter()
        .copied()
        .filter(|&c| !is_key_of(cx, index.table, &other.keys, c) && !other.storing.contains(&c))
        .collect();
    if missing.is_empty() {
        return Err(refuse(format!(
            "`{}` stores nothing that `{}` does not have; drop it (T11)",
            index.name, other.name
        )));
    }
    let dropped = crate::catalog::drop_index::FIX.plan;
    let plan = dropped(cx, finding, &Parameters::default())?;
    let mut draft = Draft::new(cx.text, cx.schema);
    index_clauses::add_stored(&mut draft, other, &missing);
    for edit in plan.edits {
        draft.push(edit);
    }
    let names = list(table, &missing);
    let gains: Change = change(&other.name, "index", format!("also stores {names}"));
    let mut cascade = vec![gains];
    cascade.extend(plan.cascade);
    let mut application = plan.application;
    application.push(format!(
        "On a live database, first add them to `{}` (`ALTER INDEX`), and drop `{}` when that is \
         done.",
        other.name, index.name
    ));
    Ok(Plan {
        resulting_key: key_in_words(cx, other, &[]),
        costs: vec![format!("Each entry of `{}` grows by {names}.", other.name)],
        cascade,
        application,
        edits: draft.finish(),
        ..Plan::default()
    })
}

/// Takes key columns out of what a search index stores.
fn of_search_index(cx: &FixContext<'_>, id: SpecialIndexId) -> Result<Plan, Refusal> {
    let index = cx.schema.special_index(id);
    let key = |column: &ColumnId| is_key_of(cx, index.table, &index.keys, *column);
    let columns: Vec<ColumnId> = index.storing.iter().copied().filter(key).collect();
    let table = cx.schema.table(index.table);
    if columns.is_empty() {
        return Err(refuse(format!("`{}` stores no key column", index.name)));
    }
    let mut draft = Draft::new(cx.text, cx.schema);
    let text_style =
        crate::edit::TextStyle::of(cx.text, cx.schema, index.span, table.columns.first());
    let spans = spans_of(&columns, &index.storing, &index.storing_spans);
    let word = index_clauses::storing_word(&text_style);
    let statements = Statements { made: index.span, altered: &[] };
    index_clauses::drop_stored(&mut draft, statements, word, &spans);
    Ok(Plan {
        resulting_key: in_words(index.keys.iter().map(|part| part.span.of(cx.text))),
        costs: vec!["None: the index contains these columns anyway.".to_owned()],
        edits: draft.finish(),
        ..Plan::default()
    })
}
