//! T19: a row deletion policy, so that Spanner deletes old rows by itself.

use crate::cascade;
use crate::edit::{Draft, TextStyle, in_words, indent_of, written_key};
use crate::facts::shape;
use crate::fix::change;
use crate::fix::{
    Ask, AskKind, Change, Family, Fix, FixContext, Parameters, Pick, Plan, Refusal, Stage, refuse,
};
use crate::rules::{Cause, Finding, Object};
use crate::schema::{ColumnId, Schema, TableId, Watching};
use crate::syntax::tree::{Ttl, Type};
use crate::text::Edit;

/// The fix.
pub static FIX: Fix = Fix {
    id: "row-deletion-policy",
    short: "T19",
    title: "Add a row deletion policy",
    headline: "Add a row deletion policy to {object}",
    #[cfg(feature = "pages")]
    page: include_str!("row_deletion_policy.md"),
    changes_key: false,
    key_change: None,
    others_follow: false,
    stage: Stage::Others,
    family: Family::Others,
    pick: Pick::Manually,
    plan,
};

/// Retention in days when nobody says (assumption of ours: a quarter; what the law or the
/// business asks is for the person to say).
const DAYS_DEFAULT: u64 = 90;

/// Most days that a plan takes (assumption of ours: a hundred years).
const DAYS_MAX: u64 = 36_500;

fn plan(cx: &FixContext<'_>, finding: &Finding, p: &Parameters) -> Result<Plan, Refusal> {
    let Object::Table(named) = finding.object else {
        let name = finding.object.name(cx.schema);
        return Err(refuse(format!("`{name}` is not a table, and only rows of a table expire")));
    };
    let parent_days = cx.schema.table(named).ttl.as_ref().and_then(|ttl| ttl.days);
    let cascades = finding.cause == Some(Cause::ExpiryCascades);
    let id = if cascades { child_to_blame(cx.schema, named)? } else { named };
    let (column, choices) = time_column(cx.schema, id, finding, p)?;
    let most = parent_days.filter(|_| cascades).map_or(DAYS_MAX, u64::from).max(1);
    let days = p.number("days", 1..=most)?.unwrap_or(DAYS_DEFAULT.min(most));
    let table = cx.schema.table(id);
    let mut draft = Draft::new(cx.text, cx.schema);
    write(&mut draft, id, column, days);
    let key = written_key(&draft, id);
    let time = &table.column(column).name;
    let mut application = vec![format!(
        "Reads that must not see expired rows add a filter: `{time} > …` {days} days ago."
    )];
    if cascades {
        application.push(
            "A recent row is still deleted with its parent: store rows that must outlive the \
             parent elsewhere."
                .to_owned(),
        );
    }
    if !table.column(column).not_null {
        application.push(format!("Rows without `{time}` never expire: set it in every row."));
    }
    Ok(Plan {
        resulting_key: in_words(key.iter().map(String::as_str)),
        costs: vec![
            format!("Rows of `{}` older than {days} days are deleted permanently.", table.name),
            "Spanner deletes them in the background, mostly within 72 hours; until then, reads \
             still return them."
                .to_owned(),
            "Each deletion is a write, with low priority, in the table and in its indexes."
                .to_owned(),
        ],
        cascade: who_sees(cx.schema, id),
        application,
        asks: vec![
            Ask {
                name: "days",
                label: "Retention in days".to_owned(),
                kind: AskKind::Number { least: 1, most },
                value: days.to_string(),
                notes: vec![if cascades && parent_days.is_some() {
                    "Default: the retention of the parent.".to_owned()
                } else {
                    format!("Default: {DAYS_DEFAULT}. Check who needs older rows.")
                }],
            },
            Ask {
                name: "column",
                label: "Column with the age of a row".to_owned(),
                kind: AskKind::Choice(choices),
                value: time.to_string(),
                notes: vec!["If the column is NULL, the row is kept forever.".to_owned()],
            },
        ],
        edits: draft.finish(),
        ..Plan::default()
    })
}

/// The interleaved table whose rows go with a parent's that expires, and have a global index.
fn child_to_blame(schema: &Schema, parent: TableId) -> Result<TableId, Refusal> {
    let days = |ttl: Option<&Ttl>| ttl.and_then(|ttl| ttl.days);
    let of_parent = days(schema.table(parent).ttl.as_ref());
    let found = schema.children_of(parent).filter(|&child| child != parent).find(|&child| {
        let table = schema.table(child);
        let cascades = table.parent.as_ref().is_some_and(|it| it.enforced && it.on_delete_cascade);
        let sooner = table.ttl.is_some()
            && match (days(table.ttl.as_ref()), of_parent) {
                (Some(own), Some(parent)) => own <= parent,
                _ => true,
            };
        let global = schema.indexes_of(child).any(|index| schema.index(index).parent.is_none());
        cascades && !sooner && global
    });
    found.ok_or_else(|| {
        refuse(format!("no interleaved table of `{}` needs a policy", schema.table(parent).name))
    })
}

/// The column that rows are counted from, and all that may be.
fn time_column(
    schema: &Schema,
    id: TableId,
    finding: &Finding,
    p: &Parameters,
) -> Result<(ColumnId, Vec<(String, String)>), Refusal> {
    let table = schema.table(id);
    let times: Vec<ColumnId> = table
        .column_ids()
        .filter(|&c| matches!(table.column(c).ty, Some(Type::Timestamp | Type::CommitTimestamp)))
        .collect();
    let names: Vec<(String, String)> = times
        .iter()
        .map(|&c| (table.column(c).name.to_string(), table.column(c).name.to_string()))
        .collect();
    if times.is_empty() {
        return Err(refuse(format!(
            "`{}` has no TIMESTAMP column; add one with the time a row is written",
            table.name
        )));
    }
    if let Some(said) = p.text("column") {
        let found = times.iter().find(|&&c| table.column(c).name.eq_ignore_ascii_case(said));
        let all: Vec<&str> = names.iter().map(|(name, _)| name.as_str()).collect();
        return found
            .map(|&c| (c, names.clone()))
            .ok_or_else(|| refuse(format!("expected one of {}, found `{said}`", all.join(", "))));
    }
    let said = finding.column.filter(|(of, _)| *of == id).map(|(_, column)| column);
    let arrival = |&c: &ColumnId| shape::arrives(table.column(c));
    let best = said
        .filter(|column| times.contains(column))
        .or_else(|| times.iter().copied().find(|c| arrival(c) && table.column(*c).not_null))
        .or_else(|| times.iter().copied().find(arrival))
        .unwrap_or(times[0]);
    Ok((best, names))
}

/// Writes the policy: in place of one that is there, into CREATE TABLE, or behind the statement
/// that adds the column.
fn write(draft: &mut Draft<'_>, id: TableId, column: ColumnId, days: u64) {
    let table = draft.schema.table(id);
    let text_style = TextStyle::of_table(draft.text, draft.schema, table);
    let policy = clause(&text_style, draft.written(id, column), days);
    if let Some(there) = &table.ttl {
        draft.push(Edit::replace(there.span, policy));
        return;
    }
    let tail = draft.after_list(table.body, table.span);
    let google = text_style.google();
    let open = if google {
        !draft.has_word(tail, "OPTIONS")
    } else {
        let tokens = draft.tokens(tail);
        tokens
            .first()
            .is_none_or(|token| token.span.of(draft.text).eq_ignore_ascii_case("INTERLEAVE"))
    };
    let later = table.column(column).added_later;
    if let Some(statement) = later.or_else(|| (!open).then_some(table.span)) {
        let name = table.name_at(statement.end).of(draft.text);
        let (alter, add) = (text_style.word("ALTER TABLE"), text_style.word("ADD"));
        draft.statement_after(statement, format!("{alter} {name} {add} {policy}"));
        return;
    }
    let indent = table.columns.first().and_then(|c| indent_of(draft.text, c.span.start));
    let text = match indent {
        Some(indent) if google => format!(",{}{indent}{policy}", text_style.newline),
        None if google => format!(", {policy}"),
        _ => format!(" {policy}"),
    };
    draft.push(Edit::insert(table.span.end, text));
}

fn clause(text_style: &TextStyle, column: &str, days: u64) -> String {
    if text_style.google() {
        let (policy, older) =
            (text_style.word("ROW DELETION POLICY"), text_style.word("OLDER_THAN"));
        let (interval, day) = (text_style.word("INTERVAL"), text_style.word("DAY"));
        return format!("{policy} ({older}({column}, {interval} {days} {day}))");
    }
    let (ttl, on) = (text_style.word("TTL INTERVAL"), text_style.word("ON"));
    format!("{ttl} '{days} days' {on} {column}")
}

/// Tables whose rows go along, and change streams that record it.
fn who_sees(schema: &Schema, id: TableId) -> Vec<Change> {
    let table = schema.table(id);
    let mut out = Vec::new();
    for below in cascade::tree(schema, id).into_iter().skip(1) {
        let child = schema.table(below);
        let what = format!("its rows are deleted with their row of `{}`", table.name);
        out.push(change(&child.name, "table", what));
    }
    for stream in &schema.streams {
        let watches = match &stream.watched {
            Watching::Nothing => false,
            Watching::All => true,
            Watching::Tables(tables) => tables.iter().any(|watched| watched.table == Some(id)),
        };
        let set = |key: &str| {
            let mut items = stream.options.iter().filter(|item| item.key == key);
            items.any(|item| item.value.eq_ignore_ascii_case("true"))
        };
        if watches && !set("exclude_ttl_deletes") && !set("exclude_delete") {
            let what = "records each row that expires, unless exclude_ttl_deletes is set (T26)";
            out.push(change(&stream.name, "change stream", what));
        }
    }
    out
}
