//! T21: the index of a queue holds only work that waits, spread over shards.

use crate::catalog::shard_index;
use crate::edit::{Draft, NewColumn, Side, TextStyle, in_words, like};
use crate::facts::{lexicon, shape};
use crate::fix::{
    Ask, Family, Fix, FixContext, Parameters, Pick, Plan, Refusal, Stage, change, refuse,
};
use crate::rules::{Finding, Object};
use crate::schema::{AlteredPart, Column, ColumnId, Index, Table};
use crate::syntax::tree::Type;
use crate::wanted_values::{self, Question, WantedValues, only_if};
use crate::{index_clauses, names, shard};

/// The fix.
pub static FIX: Fix = Fix {
    id: "queue-index",
    short: "T21",
    title: "Index only pending rows, sharded",
    headline: "Index only the pending rows of {object}, sharded",
    #[cfg(feature = "pages")]
    page: include_str!("queue_index.md"),
    changes_key: true,
    key_change: None,
    others_follow: true,
    stage: Stage::Indexes,
    family: Family::Indexes,
    pick: Pick::Freely,
    plan,
};

/// Words of times that are set ahead and at which a row ends.
const ENDS: &[&str] = &["expire", "expires", "expired", "expiry", "expiration", "deadline"];

fn plan(cx: &FixContext<'_>, finding: &Finding, p: &Parameters) -> Result<Plan, Refusal> {
    let id = match finding.object {
        Object::Index(id) => id,
        other => {
            return Err(refuse(format!(
                "the key of `{}` itself increases with time; start it with a shard (T5), and an \
                 index of pending rows can find the work",
                other.name(cx.schema)
            )));
        }
    };
    let index = cx.schema.index(id);
    shard_index::check(cx, id)?;
    if index.unique {
        return Err(refuse(format!(
            "`{}` is UNIQUE, and would no longer be with the due time in it",
            index.name
        )));
    }
    let lead = shard_index::lead(cx, id, p)?;
    let due = due(cx, index, finding, p)?;
    let table = cx.schema.table(index.table);
    let text_style = TextStyle::of_table(cx.text, cx.schema, table);
    let mut draft = Draft::new(cx.text, cx.schema);
    let mut cascade = Vec::new();
    let due_name = write_due(cx, &mut draft, &text_style, index, &due, &mut cascade);
    let shard = shard_index::place(cx, &mut draft, index, &lead, &mut cascade)?;
    let stays = |column: ColumnId| column != due.time && Some(column) != due.status();
    let rest: Vec<_> = index.keys.iter().filter(|part| stays(part.column)).collect();
    let mut key = vec![shard.clone(), due_name.clone()];
    key.extend(rest.iter().map(|part| part.span.of(cx.text).to_owned()));
    draft.list_set(index.keys_list, &key);
    let source = table.column(lead.source);
    let sure = match lead.there {
        Some(there) => table.column(there).not_null,
        None => source.not_null && source.added_later.is_none(),
    };
    let alone = sure && rest.iter().all(|part| table.column(part.column).not_null);
    index_clauses::filter_only(&mut draft, index, &due_name, alone);
    let mut asks: Vec<Ask> = due.ask(table).into_iter().collect();
    asks.push(shard::ask(lead.n));
    let columns = Columns { shard: &shard, due: &due_name };
    Ok(Plan {
        resulting_key: in_words(key.iter().map(String::as_str)),
        lead: None,
        tails: Some(lead.n),
        costs: vec![
            format!("Workers poll {} shards, in turn or one worker per shard.", lead.n),
            "Work is ordered within a shard; an order over all shards needs a merge.".to_owned(),
            "Queries for rows that don't wait can't use the index; they read the table.".to_owned(),
        ],
        cascade,
        application: application(table, index, &text_style, &due, columns),
        shards: Some(lead.n),
        asks,
        splits: Vec::new(),
        edits: draft.finish(),
    })
}

/// When a row of the queue waits, and since when.
struct Due {
    /// The time by which work is taken.
    time: ColumnId,
    /// A time that is never NULL, for rows in which the first one is.
    else_time: Option<ColumnId>,
    /// The column that tells whether work waits, with the values that say so; `None` where the time
    /// itself is NULL when nothing waits.
    waits: Option<WantedValues>,
}

impl Due {
    fn status(&self) -> Option<ColumnId> {
        self.waits.as_ref().map(|wanted_values| wanted_values.column)
    }

    fn ask(&self, table: &Table) -> Option<Ask> {
        self.waits.as_ref().map(|wanted_values| wanted_values.ask("status", table))
    }
}

/// Reads from the table what says that work waits.
fn due(
    cx: &FixContext<'_>,
    index: &Index,
    finding: &Finding,
    p: &Parameters,
) -> Result<Due, Refusal> {
    let table = cx.schema.table(index.table);
    let (time, else_time) = time(table, index, finding)?;
    let Some(state) = wanted_values::state_of_work(table, index, time) else {
        if table.column(time).not_null {
            return Err(refuse(format!(
                "no column of `{}` shows that work is done; add a status, or set `{}` to NULL when \
                 it is",
                table.name,
                table.column(time).name
            )));
        }
        return Ok(Due { time, else_time: None, waits: None });
    };
    let column = table.column(state);
    if wanted_values::done_at(column) && !readable(column) {
        return Err(refuse(format!(
            "`{}` is or was a commit timestamp, which a generated column can't read; add a status, \
             and the index can have only pending rows",
            column.name
        )));
    }
    if column.generated.is_some() {
        return Err(refuse(format!(
            "`{}` is a generated column; use a column that reads its source columns to determine \
             when work is due",
            column.name
        )));
    }
    let question =
        Question { text: cx.text, schema: cx.schema, index, column: state, name: "status" };
    let waits = Some(question.answer(p)?);
    Ok(Due { time, else_time, waits })
}

/// Whether a generated column may read a time.
fn readable(column: &Column) -> bool {
    let ty = !matches!(column.ty, Some(Type::CommitTimestamp) | None);
    // Until its options change, a time may be one.
    let options = column.altered.iter().any(|change| change.part == AlteredPart::Options);
    ty && !column.commit_timestamp && !options && column.generated.is_none()
}

/// The time by which work is taken: one that is set ahead, else the one the index follows. Where
/// the first may be NULL, the other stands in for it if it never is.
fn time(
    table: &Table,
    index: &Index,
    finding: &Finding,
) -> Result<(ColumnId, Option<ColumnId>), Refusal> {
    let ahead = table.column_ids().find(|&c| {
        let column = table.column(c);
        // When a row ends is not when it is due.
        let ends = lexicon::any(&lexicon::words(&column.name), ENDS);
        shape::scheduled(column) && !ends && readable(column)
    });
    let arrives = table.column_ids().find(|&c| {
        let column = table.column(c);
        shape::arrives(column) && !wanted_values::done_at(column) && readable(column)
    });
    let in_index = |column: &ColumnId| index.keys.iter().any(|part| part.column == *column);
    let followed = finding.column.map(|(_, column)| column).filter(in_index);
    // A time at which work was done is NULL as long as it waits.
    let followed = followed.and_then(|column| {
        if wanted_values::done_at(table.column(column)) { arrives } else { Some(column) }
    });
    let followed = followed.filter(|&column| readable(table.column(column)));
    let like = |a: ColumnId, b: ColumnId| table.column(a).ty == table.column(b).ty;
    let stands_in = followed.into_iter().chain(arrives).find(|&other| {
        table.column(other).not_null
            && ahead.is_some_and(|ahead| !table.column(ahead).not_null && like(ahead, other))
    });
    ahead.or(followed).map(|time| (time, stands_in)).ok_or_else(|| {
        refuse(format!(
            "the times of `{}` are or were commit timestamps, which a derived column must not \
             read; add a TIMESTAMP for the next attempt, and index that",
            table.name
        ))
    })
}

/// The column that is NULL when nothing waits, as written; new unless the time is that already.
fn write_due(
    cx: &FixContext<'_>,
    draft: &mut Draft<'_>,
    text_style: &TextStyle,
    index: &Index,
    due: &Due,
    cascade: &mut Vec<crate::Change>,
) -> String {
    let table = cx.schema.table(index.table);
    let time = draft.written(index.table, due.time).to_owned();
    let Some(wanted_values) = &due.waits else { return time };
    let test =
        wanted_values.test(text_style, table, draft.written(index.table, wanted_values.column));
    let style = names::style_of(table);
    let candidates = [names::join(&["Due", "At"], style), names::join(&["Waits", "Since"], style)];
    let bare = names::free(&candidates, |name| {
        table.find_column(name).is_some() || names::was_there(cx.schema, name)
    });
    let name = like(draft, index.table, &bare);
    let ty = table.column(due.time).type_span.of(cx.text);
    let time = match due.else_time {
        Some(other) => {
            let call = if text_style.google() {
                text_style.word("COALESCE")
            } else {
                "coalesce".to_owned()
            };
            format!("{call}({time}, {})", draft.written(index.table, other))
        }
        None => time,
    };
    let expression = only_if(text_style, &test, &time);
    let words = if text_style.google() { "AS" } else { "GENERATED ALWAYS AS" };
    let rest =
        format!("{ty} {} ({expression}) {}", text_style.word(words), text_style.word("STORED"));
    // It goes behind the one of the two that comes last.
    let added = |column: ColumnId| table.column(column).added_later.map_or(0, |s| s.end);
    let beside =
        if added(wanted_values.column) > added(due.time) { wanted_values.column } else { due.time };
    let side = Side::After;
    draft.column(NewColumn { table: index.table, beside, side, name: name.clone(), rest });
    cascade.push(change(&table.name, "table", format!("gains the derived column `{bare}`")));
    name
}

/// Columns of the new key, as written.
struct Columns<'a> {
    /// The shard that leads it.
    shard: &'a str,
    /// The time by which work is taken.
    due: &'a str,
}

fn application(
    table: &Table,
    index: &Index,
    text_style: &TextStyle,
    due: &Due,
    columns: Columns<'_>,
) -> Vec<String> {
    let Columns { shard, due: due_name } = columns;
    let (hint, now) = if text_style.google() {
        (format!("{}@{{FORCE_INDEX={}}}", table.name, index.name), "CURRENT_TIMESTAMP()")
    } else {
        (format!("{} /*@ FORCE_INDEX = {} */", table.name, index.name), "now()")
    };
    let done = match due.status() {
        Some(status) => format!(
            "Change `{}` when work is done: the row then leaves the index.",
            table.column(status).name
        ),
        None => {
            format!("Set `{due_name}` to NULL when work is done: the row then leaves the index.")
        }
    };
    let mut lines = vec![
        format!(
            "Poll one shard after the other: `FROM {hint} WHERE {shard} = … AND {due_name} <= \
             {now} ORDER BY {due_name} LIMIT …`."
        ),
        done,
        match due.waits {
            Some(_) => format!("Leave `{shard}` and `{due_name}` out of INSERT and UPDATE."),
            None => format!("Leave `{shard}` out of INSERT and UPDATE."),
        },
    ];
    let time = table.column(due.time);
    if due.waits.is_some() && due.else_time.is_none() && !time.not_null {
        lines.push(format!(
            "Fill `{}` in every pending row: the index has no entry for a row without it.",
            time.name
        ));
    }
    lines
}
