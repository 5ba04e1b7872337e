//! What the fixes share that give a table ids of its own: which column may hold them, what a
//! counter of Spanner changes, and what an application has to know.

use crate::cascade::{self, reader_of};
use crate::edit::{Draft, NewColumn, Side, TextStyle, in_words, like, written_key};
use crate::facts::{ColumnFact, Dist};
use crate::fix::{Ask, AskKind, FixContext, Parameters, Plan, Refusal, refuse};
use crate::names;
use crate::rules::Finding;
use crate::schema::{Column, ColumnId, Table, TableId};
use crate::shard::SHARD_BYTES;
use crate::syntax::tree::Type;

/// The column whose ids Spanner is to draw.
pub(crate) struct Target {
    /// Its table.
    pub(crate) table: TableId,
    /// The column.
    pub(crate) column: ColumnId,
}

/// Finds the id that the fix is for, or says why a counter of Spanner's may not fill it.
pub(crate) fn target(cx: &FixContext<'_>, finding: &Finding) -> Result<Target, Refusal> {
    let named = cascade::table_of(cx.schema, finding)?;
    let position = crate::catalog::hash_shard_prefix::trouble(cx, named);
    let id = cascade::owner_of_part(cx.schema, named, position)?;
    let table = cx.schema.table(id);
    let Some(part) = table.key.get(position.max(cascade::inherited(cx.schema, table))) else {
        return Err(refuse(format!("`{}` has no primary key of its own", table.name)));
    };
    let column = table.column(part.column);
    let name = &column.name;
    check_own_id(cx, &Draft::new(cx.text, cx.schema), id, part.column)?;
    if column.ty != Some(Type::Int64) {
        return Err(refuse(format!(
            "a sequence generates integers, and `{name}` is not an integer; a random UUID (T1) or \
             a shard (T5) fits its type"
        )));
    }
    if !is_id(column, cx.facts.column(id, part.column)) {
        return Err(refuse(format!(
            "`{name}` is not an id: a number from a sequence would have a different meaning"
        )));
    }
    Ok(Target { table: id, column: part.column })
}

/// Ids up to the one that is skipped because it may exist already; 0 for none.
pub(crate) fn skipped(p: &Parameters) -> Result<u64, Refusal> {
    Ok(p.number("skip", 0..=SKIP_MAX)?.unwrap_or(0))
}

/// Highest id that can be asked to be skipped (assumption of ours: the page counts in doubles,
/// which are whole up to 2^53, and counters of today are far below it).
const SKIP_MAX: u64 = (1 << 53) - 1;

/// Asks for the ids to skip.
pub(crate) fn ask_skip(skip: u64) -> Ask {
    Ask {
        name: "skip",
        label: "Highest existing id".to_owned(),
        kind: AskKind::Number { least: 0, most: SKIP_MAX },
        value: skip.to_string(),
        notes: vec![
            "Imported rows keep their ids; the counter skips all ids up to this one. 0 skips none."
                .to_owned(),
        ],
    }
}

/// What a bit-reversed counter changes, whoever holds it.
pub(crate) fn describe(cx: &FixContext<'_>, target: &Target, draft: Draft<'_>, skip: u64) -> Plan {
    let table = cx.schema.table(target.table);
    let name = &table.column(target.column).name;
    let text_style = TextStyle::of_table(cx.text, cx.schema, table);
    let key: Vec<String> = written_key(&draft, target.table);
    let returning = if text_style.google() { "THEN RETURN" } else { "RETURNING" };
    let skipping = if skip == 0 {
        "If the table already has ids, set `skip` to the highest.".to_owned()
    } else {
        format!("Ids from 1 to {skip} are never generated: existing rows keep them.")
    };
    Plan {
        resulting_key: in_words(key.iter().map(String::as_str)),
        costs: vec![
            format!(
                "`{name}` is no longer ordered by time; add a timestamp column if you need that."
            ),
            format!(
                "Values are positive and nearly all above 2^53: a JavaScript or JSON client must \
                 read `{name}` as a string."
            ),
        ],
        application: vec![
            format!("Leave `{name}` out of INSERT and read it back with {returning}."),
            format!("Do not sort or paginate by `{name}`."),
            skipping,
        ],
        asks: vec![ask_skip(skip)],
        edits: draft.finish(),
        ..Plan::default()
    }
}

/// `bigserial` names a type and a default at once; the type is left of it.
pub(crate) fn retype_serial(draft: &mut Draft<'_>, text_style: &TextStyle, column: &Column) {
    let in_type = column.identity.as_ref().is_some_and(|i| column.defined_type().contains(i.span));
    if in_type {
        let ty = text_style.ty(if text_style.google() { "INT64" } else { "bigint" });
        draft.set_type(column, &ty);
    }
}

/// Facts a directive may state of a column that a random or bit-reversed default makes false.
pub(crate) const STALE_FACTS: &[&str] =
    &["sequential", "descending", "uuidv7", "ulid", "lowcard", "constant", "entity", "shard"];

/// What an id of another kind may not replace: a value that comes from elsewhere.
pub(crate) fn check_own_id(
    cx: &FixContext<'_>,
    draft: &Draft<'_>,
    id: TableId,
    column: ColumnId,
) -> Result<(), Refusal> {
    let table = cx.schema.table(id);
    let name = &table.column(column).name;
    check_not_foreign(table, column)?;
    if table.column(column).generated.is_some() {
        return Err(refuse(format!(
            "`{name}` is generated from other columns; change those columns"
        )));
    }
    match reader_of(draft, id, column) {
        Some(reader) => Err(refuse(format!(
            "{reader} reads `{name}` and is written for its old values; change that first"
        ))),
        None => Ok(()),
    }
}

/// Whether a column is an id, so that another kind of id can stand in its place.
pub(crate) fn is_id(column: &Column, fact: &ColumnFact) -> bool {
    let type_fits =
        matches!(column.ty, Some(Type::Int64 | Type::String(_) | Type::Bytes(_) | Type::Uuid));
    let grows = match fact.dist {
        Dist::MonotonicUp | Dist::MonotonicDown | Dist::Unknown => true,
        // Filled with the time, but called an id.
        Dist::TimeArrival => fact.time_id.is_some() || names::is_id(&column.name),
        _ => false,
    };
    type_fits && grows
}

/// What a key that nothing else names costs.
pub(crate) const NO_KEY_COST: &str = "Reads by any other column need an index: declare a key of \
                                      your own columns if rows are read by them.";

/// Adds an id with these clauses to a table and makes it the key; gives its name.
pub(crate) fn add_id(
    cx: &FixContext<'_>,
    draft: &mut Draft<'_>,
    id: TableId,
    clauses: String,
) -> Result<String, Refusal> {
    let table = cx.schema.table(id);
    check_alone(cx, id)?;
    if table.columns.first().is_none_or(|first| first.added_later.is_some()) {
        return Err(refuse(format!("the CREATE TABLE of `{}` has no columns", table.name)));
    }
    let bare = names::id_column(cx.schema, table);
    let name = like(draft, id, &bare);
    draft.column(NewColumn {
        table: id,
        beside: ColumnId(0),
        side: Side::Before,
        name: name.clone(),
        rest: clauses,
    });
    draft.keep_key_not_null(table);
    draft.set_key(id, std::slice::from_ref(&name));
    Ok(bare)
}

/// What a key costs beside the hidden one that Spanner adds to a table without.
pub(crate) fn in_place_of_rowid(bytes: u32) -> String {
    format!(
        "Each row and each index entry has an id of {bytes} bytes instead of the {SHARD_BYTES} \
         bytes of the hidden `rowid`."
    )
}

/// What the application makes of a new id.
pub(crate) fn new_id_application(text_style: &TextStyle, name: &str, old: &str) -> Vec<String> {
    let returning = if text_style.google() { "THEN RETURN" } else { "RETURNING" };
    let instead = if old == "()" { String::new() } else { format!(" instead of {old}") };
    vec![
        format!("Leave `{name}` out of INSERT and read it back with {returning}."),
        format!("Reads, updates and deletes by key use `{name}`{instead}."),
    ]
}

/// A value that another table gives is changed there.
fn check_not_foreign(table: &Table, column: ColumnId) -> Result<(), Refusal> {
    let Some(fk) = table.foreign_keys.iter().find(|fk| fk.columns.contains(&column)) else {
        return Ok(());
    };
    Err(refuse(format!(
        "`{}` gets its values from `{}`; change the key there",
        table.column(column).name,
        fk.table_name
    )))
}

/// Says what depends on the old key of a table and could not follow.
fn check_alone(cx: &FixContext<'_>, id: TableId) -> Result<(), Refusal> {
    let (schema, table) = (cx.schema, cx.schema.table(id));
    let name = &table.name;
    let blocked = |by: String| {
        Err(refuse(format!(
            "the key of `{name}` is not an id, and {by}; remove that first, or start the key with \
             a shard (T5)"
        )))
    };
    if let Some(parent) = &table.parent {
        return blocked(format!("the table is interleaved in `{}`", parent.name));
    }
    if let Some(child) = schema.children_of(id).next() {
        return blocked(format!("`{}` is interleaved in it", schema.table(child).name));
    }
    let inside = |i: &&crate::schema::Index| {
        i.parent.as_ref().is_some_and(|parent| parent.table == Some(id))
    };
    if let Some(index) = schema.indexes.iter().find(inside) {
        return blocked(format!("the index `{}` is interleaved in it", index.name));
    }
    for child in &schema.tables {
        if child.foreign_keys.iter().any(|fk| fk.table == Some(id)) {
            return blocked(format!("a foreign key of `{}` references it", child.name));
        }
    }
    Ok(())
}
