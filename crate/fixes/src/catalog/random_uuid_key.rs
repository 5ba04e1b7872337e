//! T1: a random UUID in place of an id that grows, so that each insert lands anywhere.

use crate::cascade::{self, copies, reader_of};
use crate::dependants::{self, NewKey};
use crate::edit::{Draft, TextStyle, in_words, like, written_key};
use crate::evolved::dropped_later;
use crate::fix::change;
use crate::fix::{
    Ask, AskKind, Change, Family, Fix, FixContext, KeyChange, Parameters, Pick, Plan, Refusal,
    Stage, refuse,
};
use crate::own_id::{
    NO_KEY_COST, STALE_FACTS, add_id, check_own_id, in_place_of_rowid, is_id, new_id_application,
};
use crate::rules::Finding;
use crate::schema::{Column, ColumnId, Dropped, DroppedKind, Place, TableId};
use crate::syntax::tree::{Dialect, Type};

/// The fix.
pub static FIX: Fix = Fix {
    id: "random-uuid-key",
    short: "T1",
    title: "Use a random UUID as the key",
    headline: "Use a random UUID as the key of {object}",
    #[cfg(feature = "pages")]
    page: include_str!("random_uuid_key.md"),
    changes_key: true,
    key_change: Some(KeyChange::IdType),
    others_follow: true,
    stage: Stage::Ids,
    family: Family::Key,
    pick: Pick::Freely,
    plan,
};

/// Characters of a UUID as text (RFC 9562).
const UUID_CHARS: u32 = 36;

fn plan(cx: &FixContext<'_>, finding: &Finding, p: &Parameters) -> Result<Plan, Refusal> {
    let named = cascade::table_of(cx.schema, finding)?;
    let position = crate::catalog::hash_shard_prefix::trouble(cx, named);
    let id = cascade::owner_of_part(cx.schema, named, position)?;
    let table = cx.schema.table(id);
    let uuid = uuid(cx, &TextStyle::of_table(cx.text, cx.schema, table), p)?;
    let part = table.key.get(position.max(cascade::inherited(cx.schema, table)));
    let plan = match part.map(|part| part.column) {
        Some(column) if is_id(table.column(column), cx.facts.column(id, column)) => {
            in_place(cx, id, column, &uuid)?
        }
        Some(_) => new_column(cx, id, &uuid)?,
        None if table.hidden_rowid => new_column(cx, id, &uuid)?,
        None => {
            return Err(refuse(format!("`{}` has no primary key of its own", table.name)));
        }
    };
    Ok(Plan { asks: vec![ask(cx, &uuid)], ..plan })
}

/// Asks for the type of the UUID.
fn ask(cx: &FixContext<'_>, uuid: &Uuid) -> Ask {
    let google = cx.schema.dialect == Dialect::GoogleSql;
    let choices = [
        ("uuid", if google { "UUID, 16 bytes" } else { "uuid, 16 bytes" }),
        ("string36", if google { "STRING(36), 36 bytes" } else { "varchar(36), 36 bytes" }),
    ];
    Ask {
        name: "type",
        label: "Type of the id".to_owned(),
        kind: AskKind::Choice(choices.map(|(v, w)| (v.to_owned(), w.to_owned())).to_vec()),
        value: if uuid.native { "uuid" } else { "string36" }.to_owned(),
        notes: vec![
            "Default: the type UUID if the schema already uses it, otherwise text, which every \
             client and tool supports."
                .to_owned(),
            "Neither can be altered into the other: choose before the table is created.".to_owned(),
        ],
    }
}

/// The UUID as this schema would write it.
struct Uuid {
    ty: &'static str,
    default: &'static str,
    native: bool,
}

/// The UUID as it was chosen; else as text, which every client takes, unless the schema uses the
/// UUID type already.
fn uuid(cx: &FixContext<'_>, text_style: &TextStyle, p: &Parameters) -> Result<Uuid, Refusal> {
    let mut columns = cx.schema.tables.iter().flat_map(|table| &table.columns);
    let native = match p.text("type").map(str::to_ascii_lowercase).as_deref() {
        None => columns.any(|column| column.ty == Some(Type::Uuid)),
        Some("uuid") => true,
        Some("string36") => false,
        Some(other) => {
            return Err(refuse(format!("expected type `uuid` or `string36`, found `{other}`")));
        }
    };
    let (ty, default) = match (text_style.google(), native) {
        (true, false) => ("STRING(36)", "GENERATE_UUID()"),
        (true, true) => ("UUID", "NEW_UUID()"),
        (false, false) => ("varchar(36)", "spanner.generate_uuid()"),
        (false, true) => ("uuid", "gen_random_uuid()"),
    };
    Ok(Uuid { ty, default, native })
}

/// `DEFAULT (…)` as the dialect writes it.
pub(crate) fn default_clause(text_style: &TextStyle, call: &str) -> String {
    if text_style.google() {
        text_style.word(&format!("DEFAULT ({call})"))
    } else {
        format!("{} {call}", text_style.word("DEFAULT"))
    }
}

/// Gives the id another type and a default, and its copies the type.
fn in_place(
    cx: &FixContext<'_>,
    id: TableId,
    column: ColumnId,
    uuid: &Uuid,
) -> Result<Plan, Refusal> {
    let table = cx.schema.table(id);
    let old = table.column(column);
    let text_style = TextStyle::of_table(cx.text, cx.schema, table);
    let mut draft = Draft::new(cx.text, cx.schema);
    check_own_id(cx, &draft, id, column)?;
    let mut changes = Vec::new();
    let mut more_columns = 0;
    if !holds_uuid(old, uuid) {
        let copies = copies(cx, id, column)?;
        for &(t, c) in &copies {
            retype(&mut draft, t, c, uuid.ty)?;
            if (t, c) != (id, column) {
                if says_default(cx.schema.table(t).column(c)) {
                    return Err(refuse(format!(
                        "`{}` of `{}` has the same id and a default of the old type; remove the \
                         default first",
                        cx.schema.table(t).column(c).name,
                        cx.schema.table(t).name
                    )));
                }
                changes.push(retyped(cx, t, c, uuid.ty));
            }
        }
        more_columns = changes.len();
        changes.extend(dependants::of_type(&draft, &copies, uuid.ty));
    }
    draft.set_default(old, &default_clause(&text_style, uuid.default));
    draft.drop_facts(Place::Column(id, column), STALE_FACTS);
    let key: Vec<String> = written_key(&draft, id);
    let name = &old.name;
    let kind_changes = match uuid.native {
        true => format!("`{name}` becomes a UUID in every query, view and API that uses it."),
        false => format!(
            "`{name}` becomes text of {UUID_CHARS} characters in every query, view and API that \
             uses it."
        ),
    };
    Ok(Plan {
        resulting_key: in_words(key.iter().map(String::as_str)),
        costs: costs(cx, name, old, uuid, more_columns),
        cascade: changes,
        application: vec![
            format!(
                "Leave `{name}` out of INSERT and read it back with {}.",
                if text_style.google() { "THEN RETURN" } else { "RETURNING" }
            ),
            kind_changes,
            format!("Do not sort or paginate by `{name}`; use a timestamp column."),
        ],
        edits: draft.finish(),
        ..Plan::default()
    })
}

/// Whether the column can hold the UUID as it is.
fn holds_uuid(column: &Column, uuid: &Uuid) -> bool {
    match &column.ty {
        Some(Type::Uuid) => uuid.native,
        Some(Type::String(None)) => !uuid.native,
        Some(Type::String(Some(n))) => !uuid.native && *n >= UUID_CHARS,
        _ => false,
    }
}

pub(crate) fn retype(
    draft: &mut Draft<'_>,
    id: TableId,
    column: ColumnId,
    ty: &str,
) -> Result<(), Refusal> {
    let table = draft.schema.table(id);
    let c = table.column(column);
    if let Some(reader) = reader_of(draft, id, column) {
        return Err(refuse(format!(
            "{reader} reads `{}` and is written for its old type; change that first",
            c.name
        )));
    }
    if c.generated.is_some() {
        return Err(refuse(format!(
            "`{}` of `{}` is generated, so its type cannot be changed alone",
            c.name, table.name
        )));
    }
    // Text that goes by a later statement stands until then, with the old type in mind.
    let reads = |dropped: &&Dropped| {
        let names = || draft.names(dropped.span, &c.name);
        dropped.follows.contains(&id)
            && match dropped.kind {
                DroppedKind::ForeignKey => true,
                DroppedKind::Check | DroppedKind::Column => names(),
                _ => false,
            }
    };
    if let Some(dropped) = draft.schema.dropped.iter().find(reads) {
        return Err(dropped_later(dropped, &c.name));
    }
    let text_style = TextStyle::of_table(draft.text, draft.schema, table);
    draft.set_type(c, &text_style.ty(ty));
    Ok(())
}

/// Whether a column has a default, or had one.
pub(crate) fn says_default(column: &Column) -> bool {
    column.defined_default().is_some() || column.altered.iter().any(|c| c.default.is_some())
}

pub(crate) fn retyped(cx: &FixContext<'_>, id: TableId, column: ColumnId, ty: &str) -> Change {
    let table = cx.schema.table(id);
    change(&table.name, "table", format!("`{}` becomes {ty}", table.column(column).name))
}

fn costs(cx: &FixContext<'_>, name: &str, old: &Column, uuid: &Uuid, copies: usize) -> Vec<String> {
    let mut costs = vec![format!(
        "Rows are no longer in insert order: a query for the newest rows needs a timestamp column \
         with a sharded index."
    )];
    let before = match &old.ty {
        Some(Type::Int64) => Some(8),
        Some(Type::String(Some(n)) | Type::Bytes(Some(n))) => Some(*n),
        Some(Type::Uuid) => Some(16),
        _ => None,
    };
    let after = if uuid.native { 16 } else { UUID_CHARS };
    if let Some(before) = before.filter(|&before| before < after) {
        let elsewhere =
            if copies > 0 { format!(", in {copies} more columns") } else { String::new() };
        costs.push(format!(
            "`{name}` grows from {before} to {after} bytes in every row{elsewhere} and in every \
             index entry."
        ));
    }
    if !uuid.native {
        let (ty, default) = match cx.schema.dialect {
            Dialect::GoogleSql => ("UUID", "NEW_UUID()"),
            Dialect::PostgreSql => ("uuid", "gen_random_uuid()"),
        };
        costs.push(format!(
            "The type {ty} with {default} has only 16 bytes, but works only for a new table: text \
             cannot be altered into it."
        ));
    }
    costs
}

/// Puts a new id in place of a key that is no id, or of none; the old key columns stay in the
/// table.
fn new_column(cx: &FixContext<'_>, id: TableId, uuid: &Uuid) -> Result<Plan, Refusal> {
    let table = cx.schema.table(id);
    let text_style = TextStyle::of_table(cx.text, cx.schema, table);
    let mut draft = Draft::new(cx.text, cx.schema);
    let old: Vec<String> = written_key(&draft, id);
    let clauses = format!(
        "{} {} {}",
        text_style.ty(uuid.ty),
        text_style.word("NOT NULL"),
        default_clause(&text_style, uuid.default)
    );
    let name = add_id(cx, &mut draft, id, clauses)?;
    let cascade = dependants::of_key(&mut draft, &[id], NewKey::Only(&name));
    let old = in_words(old.iter().map(String::as_str));
    let bytes = if uuid.native { 16 } else { UUID_CHARS };
    let mut costs = match table.key.is_empty() {
        true => vec![NO_KEY_COST.to_owned(), in_place_of_rowid(bytes)],
        false => vec![
            format!("A read by {old} becomes a full scan; an index for it needs a shard (T13)."),
            format!("{old} alone is no longer unique."),
            format!("Each row and each index entry grows by {bytes} bytes."),
        ],
    };
    costs.extend(
        self::costs(cx, &name, table.column(ColumnId(0)), uuid, 0)
            .into_iter()
            .skip(1)
            .filter(|line| line.starts_with("The type")),
    );
    Ok(Plan {
        resulting_key: in_words([like(&draft, id, &name).as_str()]),
        costs,
        cascade,
        application: new_id_application(&text_style, &name, &old),
        edits: draft.finish(),
        ..Plan::default()
    })
}
