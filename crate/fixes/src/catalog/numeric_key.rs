//! T23: a numeric column of the PostgreSQL dialect, which cannot be a key, gives way to its text in
//! a generated column.

use crate::cascade::{self, NewPart};
use crate::edit::{Draft, NewColumn, Side, TextStyle, in_words, like, written_key};
use crate::fix::{Family, Fix, FixContext, Parameters, Pick, Plan, Refusal, Stage, change, refuse};
use crate::names;
use crate::rules::{Finding, Object};
use crate::schema::{ColumnId, IndexId, KeyPart, TableId};
use crate::shard::{self, Formula};
use crate::syntax::tree::{Dialect, Type};

/// The fix.
pub static FIX: Fix = Fix {
    id: "numeric-key",
    short: "T23",
    title: "Use the number as text in the key",
    headline: "Use the number of {object} as text in the key",
    #[cfg(feature = "pages")]
    page: include_str!("numeric_key.md"),
    changes_key: true,
    key_change: None,
    others_follow: true,
    stage: Stage::Ids,
    family: Family::Key,
    pick: Pick::Freely,
    plan,
};

fn plan(cx: &FixContext<'_>, finding: &Finding, _: &Parameters) -> Result<Plan, Refusal> {
    if cx.schema.dialect == Dialect::GoogleSql {
        return Err(refuse(
            "this fix is for numeric columns of the PostgreSQL dialect; GoogleSQL sorts NUMERIC, \
             and no other type that it cannot sort can be replaced by text",
        ));
    }
    if let Object::Index(id) = finding.object {
        return index(cx, id);
    }
    let named = cascade::table_of(cx.schema, finding)?;
    let table = cx.schema.table(named);
    let (source, position) = numeric(cx, named, &table.key)?;
    let id = cascade::owner_of_part(cx.schema, named, position)?;
    let table = cx.schema.table(id);
    let source = table.find_column(&cx.schema.table(named).column(source).name);
    let source = source.ok_or_else(|| {
        refuse(format!("the key of `{}` does not start with that of its parent", table.name))
    })?;
    check(cx, id, source)?;
    let tables = cascade::tree(cx.schema, id);
    let mut words = names::words(&table.column(source).name);
    words.push("Text");
    let name = names::in_all(cx.schema, &tables, &[&words, &["Key", "Text"]]);
    let formula = Formula::Text { source };
    let part = NewPart { table: id, position, formula, replaces: true, name };
    let mut draft = Draft::new(cx.text, cx.schema);
    let changes = cascade::add_part(&mut draft, &part)?;
    let mut key = written_key(&draft, id);
    key[position].clone_from(&part.name);
    Ok(Plan {
        resulting_key: in_words(key.iter().map(String::as_str)),
        cascade: changes,
        edits: draft.finish(),
        ..words_of(cx, id, source, &part.name)
    })
}

/// The one numeric part of a key.
fn numeric(
    cx: &FixContext<'_>,
    id: TableId,
    key: &[KeyPart],
) -> Result<(ColumnId, usize), Refusal> {
    let table = cx.schema.table(id);
    let is = |part: &KeyPart| table.column(part.column).ty == Some(Type::Numeric);
    let mut numbers = key.iter().enumerate().filter(|(_, part)| is(part));
    match (numbers.next(), numbers.next()) {
        (Some((at, part)), None) => Ok((part.column, at)),
        (None, _) => Err(refuse(format!(
            "no column of this key of `{}` is numeric, and this fix is for numbers; remove the \
             column from the key",
            table.name
        ))),
        (Some(_), Some(_)) => Err(refuse(format!(
            "several columns of this key of `{}` are numeric; first make all except one a bigint \
             of its smallest unit",
            table.name
        ))),
    }
}

fn check(cx: &FixContext<'_>, id: TableId, source: ColumnId) -> Result<(), Refusal> {
    let column = cx.schema.table(id).column(source);
    if column.generated.is_some() {
        return Err(refuse(format!(
            "`{}` is generated itself, and a generated key column cannot read another one",
            column.name
        )));
    }
    Ok(())
}

/// Puts the text of the number in its place in an index.
fn index(cx: &FixContext<'_>, id: IndexId) -> Result<Plan, Refusal> {
    let index = cx.schema.index(id);
    if index.managed {
        return Err(refuse(format!(
            "Spanner created `{}` for a foreign key; change the columns of that foreign key",
            index.name
        )));
    }
    if index.unique {
        return Err(refuse(format!(
            "`{}` is UNIQUE, and equal numbers may have different text forms; store the number as \
             a bigint of its smallest unit",
            index.name
        )));
    }
    let table = cx.schema.table(index.table);
    let (source, position) = numeric(cx, index.table, &index.keys)?;
    let column = table.column(source);
    check(cx, index.table, source)?;
    if !shard::stands_above(column, index.span.start) {
        return Err(refuse(format!("`{}` is added after the index", column.name)));
    }
    let mut draft = Draft::new(cx.text, cx.schema);
    let text_style = TextStyle::of_table(cx.text, cx.schema, table);
    let taken = |name: &str| names::was_there(cx.schema, name);
    let bare = names::beside(table, &column.name, "Text", taken);
    let name = like(&draft, index.table, &bare);
    let expression = format!("{}::text", draft.written(index.table, source));
    let not_null = column.not_null && column.added_later.is_none();
    let rest = shard::generated(&text_style, "text", &expression, not_null);
    draft.column(NewColumn {
        table: index.table,
        beside: source,
        side: Side::After,
        name: name.clone(),
        rest,
    });
    let desc = if index.keys[position].desc { text_style.word(" DESC") } else { String::new() };
    let item = format!("{name}{desc}");
    draft.list_replace(index.keys_list, position, &item);
    let mut key: Vec<String> =
        index.keys.iter().map(|part| part.span.of(cx.text).to_owned()).collect();
    key[position] = item;
    let what = format!("gains the derived column `{bare}`");
    Ok(Plan {
        resulting_key: in_words(key.iter().map(String::as_str)),
        cascade: vec![change(&table.name, "table", what)],
        edits: draft.finish(),
        ..words_of(cx, index.table, source, &bare)
    })
}

/// What a text in place of a number costs, and asks of the application.
fn words_of(cx: &FixContext<'_>, id: TableId, source: ColumnId, name: &str) -> Plan {
    let table = cx.schema.table(id);
    let number = &table.column(source).name;
    Plan {
        costs: vec![
            format!(
                "Text has a different order than numbers: `10` comes before `9`, so a range query \
                 on `{number}` reads the whole table. A bigint of the smallest unit preserves the \
                 order."
            ),
            "The number is stored twice, in every row and every key that contains it.".to_owned(),
            "Equal numbers with a different number of trailing zeros may be different texts, and \
             so different keys."
                .to_owned(),
        ],
        application: vec![
            shard::left_out(table, name),
            format!("Always write `{number}` with the same number of decimal places."),
            format!("Reads by key use the text: `WHERE {name} = '…'`."),
        ],
        ..Plan::default()
    }
}
