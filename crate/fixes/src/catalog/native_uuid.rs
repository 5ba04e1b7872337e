//! T18: the type UUID in place of text, in the key and in every column that repeats it.

use std::collections::BTreeSet;

use crate::cascade::{self, copies};
use crate::catalog::random_uuid_key::{default_clause, retype, retyped};
use crate::catalog::split_points::called;
use crate::dependants;
use crate::edit::{Draft, TextStyle, in_words, written_key};
use crate::evolved::dropped_later;
use crate::fix::{
    Ask, AskKind, Family, Fix, FixContext, Parameters, Pick, Plan, Refusal, Stage, refuse,
};
use crate::rules::{Cause, Finding, Object};
use crate::schema::{Column, ColumnId, Dropped, DroppedKind, Schema, TableId};
use crate::syntax::tree::{Dialect, Expr, ExprKind, Type};
use crate::text::Span;

/// The fix.
pub static FIX: Fix = Fix {
    id: "native-uuid",
    short: "T18",
    title: "Store UUIDs as the type UUID",
    headline: "Store the UUIDs of {object} as the type UUID",
    #[cfg(feature = "pages")]
    page: include_str!("native_uuid.md"),
    changes_key: false,
    key_change: None,
    others_follow: false,
    stage: Stage::Ids,
    family: Family::Key,
    pick: Pick::Freely,
    plan,
};

/// Characters of a UUID as text (RFC 9562), and without its dashes.
const UUID_CHARS: u32 = 36;
const UUID_DIGITS: u32 = 32;

/// Functions that make a UUID, as text or not.
const MAKERS: &[&str] = &["GENERATE_UUID", "NEW_UUID", "GEN_RANDOM_UUID"];

/// What the columns become.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    /// The type UUID.
    Uuid,
    /// Text of 36 characters.
    Text,
}

impl Form {
    fn ty(self, dialect: Dialect) -> &'static str {
        match (self, dialect) {
            (Self::Uuid, Dialect::GoogleSql) => "UUID",
            (Self::Uuid, Dialect::PostgreSql) => "uuid",
            (Self::Text, Dialect::GoogleSql) => "STRING(36)",
            (Self::Text, Dialect::PostgreSql) => "varchar(36)",
        }
    }

    fn maker(self, dialect: Dialect) -> &'static str {
        match (self, dialect) {
            (Self::Uuid, Dialect::GoogleSql) => "NEW_UUID()",
            (Self::Uuid, Dialect::PostgreSql) => "gen_random_uuid()",
            (Self::Text, Dialect::GoogleSql) => "GENERATE_UUID()",
            (Self::Text, Dialect::PostgreSql) => "spanner.generate_uuid()",
        }
    }

    /// Whether a column holds it already.
    fn is_held(self, column: &Column) -> bool {
        match &column.ty {
            Some(Type::Uuid) => self == Self::Uuid,
            Some(Type::String(None)) => self == Self::Text,
            Some(Type::String(Some(n))) => self == Self::Text && *n >= UUID_CHARS,
            _ => false,
        }
    }
}

fn plan(cx: &FixContext<'_>, finding: &Finding, p: &Parameters) -> Result<Plan, Refusal> {
    let (Object::Table(id), Some(place)) = (finding.object, finding.column) else {
        return Err(refuse("this fix is for columns of tables, and the finding names none"));
    };
    let mismatch = finding.cause == Some(Cause::UuidMismatch);
    let column = cx.schema.table(place.0).column(place.1);
    let form = form(p, mismatch, column)?;
    let dialect = cx.schema.dialect;
    let mut draft = Draft::new(cx.text, cx.schema);
    let starts = if finding.cause == Some(Cause::UuidAsText) {
        named_columns(cx, finding)
    } else {
        BTreeSet::from([place])
    };
    let mut all = BTreeSet::new();
    for (table, column) in starts {
        let (table, column) = origin(cx.schema, table, column);
        all.extend(copies(cx, table, column)?);
    }
    let changed: BTreeSet<(TableId, ColumnId)> =
        all.iter().copied().filter(|&(t, c)| !form.is_held(cx.schema.table(t).column(c))).collect();
    let mut cascade = Vec::new();
    for &(table, column) in &all {
        rewrite(cx, &mut draft, table, column, form)?;
        if changed.contains(&(table, column)) && (table, column) != place {
            cascade.push(retyped(cx, table, column, form.ty(dialect)));
        }
    }
    cascade.extend(dependants::of_type(&draft, &changed, form.ty(dialect)));
    let key = in_words(written_key(&draft, id).iter().map(String::as_str));
    Ok(Plan {
        resulting_key: key,
        costs: costs(cx, form, &changed),
        cascade,
        application: application(cx, form, &changed),
        asks: if mismatch && !matches!(column.ty, Some(Type::Uuid)) {
            vec![ask(form, dialect)]
        } else {
            Vec::new()
        },
        edits: draft.finish(),
        ..Plan::default()
    })
}

/// What was chosen, else the least change: text stays text where only its default or its length is
/// wrong.
fn form(p: &Parameters, mismatch: bool, column: &Column) -> Result<Form, Refusal> {
    if !mismatch || column.ty == Some(Type::Uuid) {
        return Ok(Form::Uuid);
    }
    match p.text("form") {
        Some("text") => Ok(Form::Text),
        Some("uuid") => Ok(Form::Uuid),
        Some(other) => Err(refuse(format!("expected `text` or `uuid` for form, found `{other}`"))),
        None if matches!(column.ty, Some(Type::String(_))) => Ok(Form::Text),
        None => Ok(Form::Uuid),
    }
}

fn ask(form: Form, dialect: Dialect) -> Ask {
    let choice = |value: &str, of: Form| {
        let label = format!("{} with {}", of.ty(dialect), of.maker(dialect));
        (value.to_owned(), label)
    };
    Ask {
        name: "form",
        label: "The column becomes".to_owned(),
        kind: AskKind::Choice(vec![choice("text", Form::Text), choice("uuid", Form::Uuid)]),
        value: if form == Form::Text { "text" } else { "uuid" }.to_owned(),
        notes: vec![
            "A UUID has 16 bytes and no case; text has 36 bytes and works with older clients."
                .to_owned(),
        ],
    }
}

/// The key columns that a finding on the whole text gives as evidence.
fn named_columns(cx: &FixContext<'_>, finding: &Finding) -> BTreeSet<(TableId, ColumnId)> {
    let mut found: BTreeSet<(TableId, ColumnId)> = finding.column.into_iter().collect();
    let places: BTreeSet<Span> = finding.evidence.iter().map(|evidence| evidence.span).collect();
    let stands_in = |span: Span| {
        let mut from =
            places.range(Span::empty(span.start)..).take_while(|it| it.start <= span.end);
        from.any(|&place| span.contains(place))
    };
    for id in cx.schema.table_ids() {
        let table = cx.schema.table(id);
        for part in &table.key {
            let column = table.column(part.column);
            let known = &cx.facts.column(id, part.column).evidence;
            let text = match column.ty {
                Some(Type::String(length)) => {
                    length.is_none_or(|n| n == UUID_CHARS || n == UUID_DIGITS)
                }
                _ => false,
            };
            let said =
                stands_in(column.span) || known.iter().any(|known| places.contains(&known.span));
            if text && said {
                found.insert((id, part.column));
            }
        }
    }
    found
}

/// Where the values of a column come from: up its foreign keys and its interleaving.
fn origin(schema: &Schema, table: TableId, column: ColumnId) -> (TableId, ColumnId) {
    let start = (table, column);
    let mut place = start;
    for _ in 0..schema.tables.len() {
        let (id, column) = place;
        let table = schema.table(id);
        let by_key = table.foreign_keys.iter().find_map(|key| {
            let at = key.columns.iter().position(|&own| own == column)?;
            let parent = key.table?;
            let theirs = *cascade::referenced_columns(schema.table(parent), key).get(at)?;
            Some((parent, theirs))
        });
        let above = || {
            let parent = table.parent.as_ref()?.table.filter(|_| table.is_key(column))?;
            let theirs = schema.table(parent).find_column(&table.column(column).name)?;
            schema.table(parent).is_key(theirs).then_some((parent, theirs))
        };
        match by_key.or_else(above).filter(|&up| up != place && up != start) {
            Some(up) => place = up,
            None => break,
        }
    }
    place
}

/// Gives one column its type, and a default that makes values of it.
fn rewrite(
    cx: &FixContext<'_>,
    draft: &mut Draft<'_>,
    id: TableId,
    column: ColumnId,
    form: Form,
) -> Result<(), Refusal> {
    let table = cx.schema.table(id);
    let c = table.column(column);
    let dialect = cx.schema.dialect;
    let text_style = TextStyle::of_table(cx.text, cx.schema, table);
    if !form.is_held(c) {
        let repeats = |dropped: &&Dropped| {
            let kind = matches!(dropped.kind, DroppedKind::Table | DroppedKind::Interleaving);
            kind && dropped.follows.contains(&id)
        };
        if let Some(dropped) = cx.schema.dropped.iter().find(repeats) {
            return Err(dropped_later(dropped, &c.name));
        }
        retype(draft, id, column, form.ty(dialect))?;
    }
    let says =
        c.defined_default().is_some() || c.altered.iter().any(|change| change.default.is_some());
    match c.default.as_ref() {
        Some(default) if makes(default, form) => Ok(()),
        Some(default) if maker(default).is_some() => {
            draft.set_default(c, &default_clause(&text_style, form.maker(dialect)));
            Ok(())
        }
        None if !says => Ok(()),
        _ if form.is_held(c) => Ok(()),
        _ => Err(refuse(format!(
            "`{}` of `{}` has, or had, a default that does not generate UUIDs; remove the default \
             first",
            c.name, table.name
        ))),
    }
}

/// The function that makes a UUID in an expression, which may change the case of its letters.
fn maker(expr: &Expr) -> Option<&str> {
    let name = called(Some(expr))?;
    if let ("LOWER" | "UPPER", ExprKind::Call(_, args)) = (name, &expr.kind) {
        return called(args.first()).filter(|name| MAKERS.contains(name));
    }
    Some(name).filter(|name| MAKERS.contains(name))
}

/// Whether a default makes values of a form as it is.
fn makes(expr: &Expr, form: Form) -> bool {
    match called(Some(expr)) {
        Some("GENERATE_UUID") => form == Form::Text,
        Some("NEW_UUID" | "GEN_RANDOM_UUID") => form == Form::Uuid,
        Some("LOWER" | "UPPER") => form == Form::Text && maker(expr) == Some("GENERATE_UUID"),
        _ => false,
    }
}

fn costs(cx: &FixContext<'_>, form: Form, changed: &BTreeSet<(TableId, ColumnId)>) -> Vec<String> {
    let columns = match changed.len() {
        0 => return vec!["Only the default changes.".to_owned()],
        1 => "One column becomes".to_owned(),
        n => format!("{n} columns become"),
    };
    let texts = |&(t, c): &(TableId, ColumnId)| {
        matches!(cx.schema.table(t).column(c).ty, Some(Type::String(_)))
    };
    if form == Form::Text && changed.iter().all(texts) {
        return vec![format!(
            "{columns} {}; on a live database, ALTER COLUMN increases the length in place.",
            form.ty(cx.schema.dialect)
        )];
    }
    let mut costs = vec![format!(
        "{columns} {}; no statement converts one type to the other, so existing rows are loaded \
         into new tables.",
        form.ty(cx.schema.dialect)
    )];
    if form == Form::Uuid {
        costs.push(
            "Rollback needs a new table too: no statement converts the type UUID to text."
                .to_owned(),
        );
    }
    costs
}

fn application(
    cx: &FixContext<'_>,
    form: Form,
    changed: &BTreeSet<(TableId, ColumnId)>,
) -> Vec<String> {
    if changed.is_empty() {
        return Vec::new();
    }
    let Form::Uuid = form else {
        return vec!["Values are text of 36 characters with dashes, in lower case.".to_owned()];
    };
    let cast = match cx.schema.dialect {
        Dialect::GoogleSql => "CAST('…' AS UUID)",
        Dialect::PostgreSql => "'…'::uuid",
    };
    let mut lines = vec![
        format!("Clients bind and read UUIDs: write a string in a query as `{cast}`."),
        "Upper and lower case are now the same value, and values that are not UUIDs no longer fit: \
         look for prefixes and test ids."
            .to_owned(),
    ];
    let short = changed
        .iter()
        .any(|&(t, c)| cx.schema.table(t).column(c).ty == Some(Type::String(Some(UUID_DIGITS))));
    if short {
        lines.push("Values without dashes are accepted and are returned with dashes.".to_owned());
    }
    lines
}
