//! T10: the newest rows of an entity come first: by a key whose last part descends, or, where keys
//! only ascend, by an index.

use crate::edit::{Draft, TextStyle, in_words, written_key};
use crate::facts::Dist;
use crate::fix::change;
use crate::fix::{
    Ask, AskKind, Family, Fix, FixContext, Parameters, Pick, Plan, Refusal, Stage, refuse,
};
use crate::rules::Finding;
use crate::schema::{ColumnId, Table, TableId};
use crate::{cascade, names};

/// The fix.
pub static FIX: Fix = Fix {
    id: "descending-time",
    short: "T10",
    title: "Store the newest rows first",
    headline: "Store the newest rows of {object} first",
    #[cfg(feature = "pages")]
    page: include_str!("descending_time.md"),
    changes_key: true,
    key_change: None,
    others_follow: true,
    stage: Stage::KeyOrder,
    family: Family::Key,
    pick: Pick::Freely,
    plan,
};

fn plan(cx: &FixContext<'_>, finding: &Finding, p: &Parameters) -> Result<Plan, Refusal> {
    let id = cascade::table_of(cx.schema, finding)?;
    let table = cx.schema.table(id);
    let last = table.key.len().saturating_sub(1);
    let from = cascade::inherited(cx.schema, table);
    if last == 0 || last < from {
        return Err(refuse(format!(
            "the key of `{}` does not end with its own timestamp after an entity",
            table.name
        )));
    }
    if table.key[last].desc {
        return Err(refuse(format!(
            "the key of `{}` already ends in descending order",
            table.name
        )));
    }
    let text_style = TextStyle::of_table(cx.text, cx.schema, table);
    if text_style.google() { key(cx, id, last) } else { index(cx, id, last, p) }
}

/// Makes the last part of the key descend.
fn key(cx: &FixContext<'_>, id: TableId, last: usize) -> Result<Plan, Refusal> {
    let table = cx.schema.table(id);
    if table.key_clause.is_none() {
        return Err(refuse(format!("the primary key of `{}` could not be read", table.name)));
    }
    let mut draft = Draft::new(cx.text, cx.schema);
    let mut changes = cascade::descend(&mut draft, id, last);
    for index in cx.schema.indexes_of(id).map(|index| cx.schema.index(index)) {
        let same = index.keys.len() == table.key.len()
            && index.keys.iter().zip(&table.key).all(|(own, key)| own.column == key.column);
        if same && !index.managed && index.keys.last().is_some_and(|key| key.desc) {
            let what = "now has the same order as the key: drop it, unless it stores columns or a \
                        query forces it";
            changes.push(change(&index.name, "index", what));
        }
    }
    let mut key = written_key(&draft, id);
    if let Some(part) = key.last_mut() {
        part.push_str(&TextStyle::of_table(cx.text, cx.schema, table).word(" DESC"));
    }
    let name = &table.column(table.key[last].column).name;
    let first = &table.column(table.key[last - 1].column).name;
    Ok(Plan {
        resulting_key: in_words(key.iter().map(String::as_str)),
        tails: tails(cx, id),
        costs: vec![
            format!(
                "A read by `{name}` in ascending order scans the rows backwards, which is slower \
                 and not distributed over servers."
            ),
            "The order of a key can never be changed: on a live database this needs a new table."
                .to_owned(),
        ],
        cascade: changes,
        application: vec![format!(
            "Queries for the newest rows use `WHERE {first} = … ORDER BY {name} DESC LIMIT …`, \
             which reads only these."
        )],
        edits: draft.finish(),
        ..Plan::default()
    })
}

/// Adds an index that holds the key newest first.
fn index(cx: &FixContext<'_>, id: TableId, last: usize, p: &Parameters) -> Result<Plan, Refusal> {
    let table = cx.schema.table(id);
    let text_style = TextStyle::of_table(cx.text, cx.schema, table);
    let stored = stored(table, p)?;
    let mut draft = Draft::new(cx.text, cx.schema);
    let mut keys: Vec<String> = written_key(&draft, id);
    keys[last].push_str(&text_style.word(" DESC"));
    let name = names::newest_index(cx.schema, table);
    let on = table.name_at(table.span.end).of(cx.text);
    let mut text = format!(
        "{} {} {} {on} {}",
        text_style.word("CREATE INDEX"),
        names::quoted(&name, cx.schema.dialect),
        text_style.word("ON"),
        in_words(keys.iter().map(String::as_str))
    );
    if !stored.is_empty() {
        let columns: Vec<&str> = stored.iter().map(|&c| draft.written(id, c)).collect();
        let list = in_words(columns.iter().copied());
        text.push_str(&format!(" {} {list}", text_style.word("INCLUDE")));
    }
    // Entries of one parent row lie with it, so that an insert stays on one server.
    let parent = table.parent.as_ref().filter(|parent| parent.enforced);
    let inside = parent.and_then(|parent| parent.table).map(|parent| cx.schema.table(parent));
    if let Some(parent) = inside {
        let name = parent.name_at(table.span.end).of(cx.text);
        text.push_str(&format!(" {} {name}", text_style.word("INTERLEAVE IN")));
    }
    draft.statement_after(table.span, text);
    let time = &table.column(table.key[last].column).name;
    let first = &table.column(table.key[last - 1].column).name;
    let mut costs = vec![
        "Every insert writes one more entry, and each entry repeats the key.".to_owned(),
        format!("On a live database, Spanner backfills `{name}` in the background."),
    ];
    if stored.is_empty() {
        costs.push(
            "Non-key columns are read from the table, one row at a time; list those that these \
             queries need in `include`."
                .to_owned(),
        );
    }
    Ok(Plan {
        resulting_key: in_words(keys.iter().map(String::as_str)),
        tails: tails(cx, id),
        costs,
        application: vec![format!(
            "Queries for the newest rows use `{name}`: `WHERE {first} = … ORDER BY {time} DESC \
             LIMIT …`; if the plan reads the table instead, force the index with a hint."
        )],
        asks: vec![ask(table, &stored)],
        edits: draft.finish(),
        ..Plan::default()
    })
}

/// Columns that the index is to hold besides its key.
fn stored(table: &Table, p: &Parameters) -> Result<Vec<ColumnId>, Refusal> {
    let mut stored = Vec::new();
    for name in p.list("include") {
        let column = table
            .find_column(name)
            .filter(|&column| !table.is_key(column) && table.column(column).added_later.is_none());
        let column = column.ok_or_else(|| {
            refuse(format!(
                "expected non-key columns of `{}` as include, found `{name}`",
                table.name
            ))
        })?;
        if !stored.contains(&column) {
            stored.push(column);
        }
    }
    Ok(stored)
}

fn ask(table: &Table, stored: &[ColumnId]) -> Ask {
    let names: Vec<&str> = stored.iter().map(|&c| table.column(c).name.as_str()).collect();
    Ask {
        name: "include",
        label: "Columns to store in the index".to_owned(),
        kind: AskKind::List,
        value: names.join(", "),
        notes: vec!["Stored columns avoid the read of the row, but are written twice.".to_owned()],
    }
}

/// Rows move along with time in either direction: the points stay what they are.
fn tails(cx: &FixContext<'_>, id: TableId) -> Option<u32> {
    use crate::facts::Outcome;
    let table = cx.schema.table(id);
    match cx.facts.table(id).walk.outcome {
        Outcome::Moving { tails, .. } | Outcome::Bucket { tails, .. } => Some(tails),
        _ => {
            let led = table.key.first().map(|part| &cx.facts.column(id, part.column).dist);
            led.filter(|dist| **dist == Dist::Constant).map(|_| 1)
        }
    }
}
