//! T14: an index keeps entries only for the rows that queries look for; the others are NULL in
//! it and left out.

use super::cascade::change;
use super::edit::{Draft, Hand, NewColumn, Side, in_words, like};
use super::{
    Ask, AskKind, Family, Fix, FixContext, Parameters, Pick, Plan, Refusal, Stage, index_clauses,
    names, refuse,
};
use crate::rules::{Finding, Object};
use crate::schema::{Column, Index, IndexId, Table};
use crate::syntax::tree::{Expr, ExprKind, Type};
use crate::text::{Edit, Span};

/// The fix.
pub static FIX: Fix = Fix {
    id: "T14",
    name: "sparse-index",
    title: "Index only the rows that matter",
    #[cfg(feature = "pages")]
    page: include_str!("sparse_index.md"),
    changes_key: false,
    stage: Stage::Indexes,
    family: Family::Indexes,
    pick: Pick::Freely,
    plan,
};

fn plan(cx: &FixContext<'_>, finding: &Finding, p: &Parameters) -> Result<Plan, Refusal> {
    let Object::Index(id) = finding.object else {
        return Err(refuse("this fix is for indexes, and the finding speaks of something else"));
    };
    let index = cx.schema.index(id);
    if index.managed {
        return Err(refuse(format!(
            "`{}` is made and owned by Spanner for a foreign key; it cannot leave rows out",
            index.name
        )));
    }
    match finding.rule {
        "index-null-filter-candidate" => leave_nulls_out(cx, id),
        "index-null-filter-mixed" => one_column(cx, id, p),
        rule => by_flag(cx, id, rule, p),
    }
}

/// The name of a key part as the index writes it.
fn part_name(draft: &Draft<'_>, index: &Index, at: usize) -> Span {
    let part = &index.keys[at];
    draft.tokens(part.span).first().map_or(part.span, |token| token.span)
}

/// The lead is NULL in most rows: they are left out.
fn leave_nulls_out(cx: &FixContext<'_>, id: IndexId) -> Result<Plan, Refusal> {
    let index = cx.schema.index(id);
    let table = cx.schema.table(index.table);
    let Some(lead) = index.keys.first() else {
        return Err(refuse(format!("the key of `{}` could not be read", index.name)));
    };
    let mut draft = Draft::new(cx.text, cx.schema);
    let written = part_name(&draft, index, 0).of(cx.text);
    let alone = index.keys[1..].iter().all(|part| table.column(part.column).not_null);
    index_clauses::filter_nulls(&mut draft, index, written, alone);
    let name = &table.column(lead.column).name;
    let mut costs =
        vec![format!("A query for the rows where `{name}` is NULL no longer goes by the index.")];
    if index.unique {
        costs.push(format!(
            "UNIQUE no longer counts rows without `{name}`: any number of them may be there."
        ));
    }
    Ok(Plan {
        resulting_key: in_words(index.keys.iter().map(|part| part.span.of(cx.text))),
        costs,
        application: vec![format!(
            "Queries through `{}` compare `{name}` or say `{name} IS NOT NULL`.",
            index.name
        )],
        edits: draft.finish(),
        ..Plan::default()
    })
}

/// The keyword leaves a row out for any of several columns: only one of them counts from now on.
fn one_column(cx: &FixContext<'_>, id: IndexId, p: &Parameters) -> Result<Plan, Refusal> {
    let index = cx.schema.index(id);
    let table = cx.schema.table(index.table);
    let left_out = cx.schema.left_out_by(id);
    let columns: Vec<usize> =
        (0..index.keys.len()).filter(|&i| left_out.contains(&index.keys[i].column)).collect();
    let name = |i: usize| table.column(index.keys[i].column).name.as_str();
    let all: Vec<&str> = columns.iter().map(|&i| name(i)).collect();
    let at = match p.text("column") {
        None => columns.first().copied(),
        Some(said) => columns.iter().copied().find(|&i| name(i).eq_ignore_ascii_case(said)),
    };
    let Some(at) = at else {
        let said = p.text("column").unwrap_or_default();
        return Err(refuse(format!("expected one of {}, found `{said}`", all.join(", "))));
    };
    let mut draft = Draft::new(cx.text, cx.schema);
    let head = Span::new(index.span.start, index.name_span.start);
    let Some(word) = draft.find_word(head, "NULL_FILTERED") else {
        return Err(refuse(format!("`{}` does not say NULL_FILTERED", index.name)));
    };
    draft.remove_words(word);
    let written = part_name(&draft, index, at).of(cx.text);
    index_clauses::filter_nulls(&mut draft, index, written, false);
    let others: Vec<&str> = all.iter().copied().filter(|other| *other != name(at)).collect();
    let choices = all.iter().map(|name| ((*name).to_owned(), format!("Rows that have {name}")));
    Ok(Plan {
        resulting_key: in_words(index.keys.iter().map(|part| part.span.of(cx.text))),
        costs: vec![format!(
            "Rows that have `{}` but no {} get entries now, and the index grows by them.",
            name(at),
            others.join(", ")
        )],
        application: vec![format!(
            "Queries through `{}` compare `{1}` or say `{1} IS NOT NULL`, and nothing of {2}.",
            index.name,
            name(at),
            others.join(", ")
        )],
        asks: vec![Ask {
            name: "column",
            label: "The column whose NULL keeps a row out".to_owned(),
            kind: AskKind::Choice(choices.collect()),
            value: name(at).to_owned(),
            notes: vec!["Taken here: the first of them in the index.".to_owned()],
        }],
        edits: draft.finish(),
        ..Plan::default()
    })
}

/// Which rows of a column get an entry.
enum Wanted {
    /// Those with another value than this one.
    Other(String),
    /// Those with one of these.
    These(Vec<String>),
}

/// A new generated column stands for the lead, NULL in the rows that no query looks for.
fn by_flag(cx: &FixContext<'_>, id: IndexId, rule: &str, p: &Parameters) -> Result<Plan, Refusal> {
    let index = cx.schema.index(id);
    let table = cx.schema.table(index.table);
    let Some(lead) = index.keys.first().map(|part| part.column) else {
        return Err(refuse(format!("the key of `{}` could not be read", index.name)));
    };
    let column = table.column(lead);
    check(index, table, column)?;
    let (wanted, ask) = wanted(table, column, rule, p)?;
    let hand = Hand::of_table(cx.text, cx.schema, table);
    let mut draft = Draft::new(cx.text, cx.schema);
    let written = draft.written(index.table, lead).to_owned();
    let flag = flag(cx, &hand, table, column, &written, &wanted);
    let name = like(&draft, index.table, &flag.name);
    draft.column(NewColumn {
        table: index.table,
        beside: lead,
        side: Side::After,
        name: name.clone(),
        rest: flag.rest,
    });
    let part = part_name(&draft, index, 0);
    draft.push(Edit::replace(part, name.clone()));
    let filtered = index.null_filtered && index.where_not_null.is_empty();
    if !filtered {
        let alone = index.keys[1..].iter().all(|part| table.column(part.column).not_null);
        index_clauses::filter_nulls(&mut draft, index, &name, alone);
    }
    let direction = Span::new(part.end, index.keys[0].span.end.max(part.end)).of(cx.text);
    let lead = format!("{name}{direction}");
    let mut key = vec![lead.as_str()];
    key.extend(index.keys[1..].iter().map(|part| part.span.of(cx.text)));
    let left_out = match &wanted {
        Wanted::Other(value) => format!("the rows where `{}` is {value}", column.name),
        Wanted::These(_) => format!("other values of `{}`", column.name),
    };
    let mut costs = vec![
        format!("Queries for {left_out} no longer go by the index."),
        "What is left out stands in the expression: another choice means a new column and a new \
         index."
            .to_owned(),
    ];
    if index.keys.len() > 1 {
        costs.push(
            "Rows that are indexed from their first moment still come in at one point for each \
             value."
                .to_owned(),
        );
    }
    Ok(Plan {
        resulting_key: in_words(key),
        costs,
        cascade: vec![change(
            &table.name,
            "table",
            format!("gains the derived column `{}`", flag.name),
        )],
        application: vec![
            format!(
                "Queries through `{}` say `{}`, in place of what they say of `{}`.",
                index.name, flag.condition, column.name
            ),
            format!("Leave `{}` out of INSERT and UPDATE: Spanner computes it.", flag.name),
        ],
        asks: vec![ask],
        edits: draft.finish(),
        ..Plan::default()
    })
}

fn check(index: &Index, table: &Table, column: &Column) -> Result<(), Refusal> {
    if index.unique {
        return Err(refuse(format!(
            "`{}` is UNIQUE over `{}`, and would no longer be over what takes its place",
            index.name, column.name
        )));
    }
    if column.generated.is_some() {
        return Err(refuse(format!(
            "`{}` is derived already; write the condition into its own expression",
            column.name
        )));
    }
    if !matches!(
        column.ty,
        Some(Type::Bool | Type::Int64 | Type::String(_) | Type::Numeric | Type::Date)
    ) {
        return Err(refuse(format!(
            "the values of `{}.{}` cannot be written into an expression here; use a text, a number \
             or a flag",
            table.name, column.name
        )));
    }
    Ok(())
}

/// Which rows matter: as the person says, else as the DDL does.
fn wanted(
    table: &Table,
    column: &Column,
    rule: &str,
    p: &Parameters,
) -> Result<(Wanted, Ask), Refusal> {
    let said = p.list("values");
    let default = column.default.as_ref().and_then(|expr| literal(expr, column));
    let ask = |value: String, note: &str| Ask {
        name: "values",
        label: format!("Values of {} that queries look for", column.name),
        kind: AskKind::List,
        value,
        notes: vec![note.to_owned()],
    };
    if !said.is_empty() {
        let values = said.iter().map(|value| written_value(value, column));
        let values = values.collect::<Result<Vec<String>, Refusal>>()?;
        return Ok((Wanted::These(values), ask(said.join(","), "Rows with other values go out.")));
    }
    let boolean = column.ty == Some(Type::Bool);
    match default {
        Some(value) if boolean => {
            let other = if value.eq_ignore_ascii_case("true") { "FALSE" } else { "TRUE" };
            let note = "Taken here: the value that new rows do not have.";
            Ok((Wanted::These(vec![other.to_owned()]), ask(other.to_lowercase(), note)))
        }
        None if boolean => {
            let note = "Taken here: true, since flags are mostly named for what is rare.";
            Ok((Wanted::These(vec!["TRUE".to_owned()]), ask("true".to_owned(), note)))
        }
        Some(value) if rule == "index-default-value-hot" => {
            let note = "Taken here: all but the value that every new row has.";
            Ok((Wanted::Other(value), ask(String::new(), note)))
        }
        _ => {
            let known = listed(table, column);
            let known = if known.is_empty() {
                String::new()
            } else {
                format!(" (its CHECK names {})", known.join(", "))
            };
            let why = format!(
                "the DDL cannot say which values of `{}` queries look for{known}; name them with \
                 `values`, and rows with others get no entry",
                column.name
            );
            let ask = ask(String::new(), "Rows with other values get no entry.");
            Err(Refusal { why, asks: vec![ask] })
        }
    }
}

/// The values that a CHECK of a table allows for a column.
pub(super) fn listed(table: &Table, column: &Column) -> Vec<String> {
    let names = |expr: &Expr| match &expr.kind {
        ExprKind::Name(name) => name.eq_ignore_ascii_case(&column.name),
        _ => false,
    };
    let lists = table.checks.iter().filter_map(|check| match &check.expr.kind {
        ExprKind::In(value, list) if names(value) => Some(list),
        _ => None,
    });
    let values = lists.flatten().filter_map(|expr| match &expr.kind {
        ExprKind::String(text) | ExprKind::Number(text) => Some(text.to_string()),
        ExprKind::Word(word) if word != "NULL" => Some(word.to_lowercase()),
        _ => None,
    });
    values.collect()
}

/// A default that is one value, as SQL.
fn literal(expr: &Expr, column: &Column) -> Option<String> {
    match &expr.kind {
        ExprKind::String(text) => written_value(text, column).ok(),
        ExprKind::Number(text) => Some(text.to_string()),
        ExprKind::Word(word) if word != "NULL" => Some(word.to_string()),
        ExprKind::Cast(inner, _) => literal(inner, column),
        ExprKind::Unary(op, inner) if op == "-" => Some(format!("-{}", literal(inner, column)?)),
        _ => None,
    }
}

/// A value that a person names, as SQL of the column's type.
pub(super) fn written_value(value: &str, column: &Column) -> Result<String, Refusal> {
    let bare = value.trim_matches('\'');
    let name = &column.name;
    match &column.ty {
        Some(Type::Bool) => match bare.to_ascii_lowercase().as_str() {
            "true" => Ok("TRUE".to_owned()),
            "false" => Ok("FALSE".to_owned()),
            _ => Err(refuse(format!("expected true or false for `{name}`, found `{value}`"))),
        },
        Some(Type::Int64 | Type::Numeric) => {
            let number = bare.parse::<i64>().is_ok();
            let wrong = || refuse(format!("expected whole numbers for `{name}`, found `{value}`"));
            number.then(|| bare.to_owned()).ok_or_else(wrong)
        }
        _ if bare.contains(['\'', '\\', '\n']) => Err(refuse(format!(
            "expected values of `{name}` without quotes and backslashes, found `{value}`"
        ))),
        _ => Ok(format!("'{bare}'")),
    }
}

/// The column that takes the place of the lead.
struct Flag {
    name: String,
    rest: String,
    /// What queries say.
    condition: String,
}

fn flag(
    cx: &FixContext<'_>,
    hand: &Hand,
    table: &Table,
    column: &Column,
    written: &str,
    wanted: &Wanted,
) -> Flag {
    let own_type = column.type_span.of(cx.text).to_owned();
    let style = names::style_of(table);
    let mut words: Vec<String> =
        names::words(&column.name).into_iter().map(str::to_owned).collect();
    let (ty, expression, then) = match wanted {
        Wanted::Other(value) => {
            words.extend(["If".to_owned(), "Set".to_owned()]);
            let call = if hand.google() { hand.word("NULLIF") } else { "nullif".to_owned() };
            (own_type, format!("{call}({written}, {value})"), "IS NOT NULL".to_owned())
        }
        Wanted::These(values) => match values.as_slice() {
            [one] => {
                let spoken = one.trim_matches('\'');
                let word = spoken.chars().all(|c| c.is_ascii_alphabetic() || c == '_');
                if word && !matches!(column.ty, Some(Type::Bool)) {
                    words = names::words(spoken).iter().map(|w| w.to_ascii_lowercase()).collect();
                } else if one == "FALSE" {
                    words.insert(0, "Not".to_owned());
                }
                words.push("Flag".to_owned());
                let ty = hand.ty(if hand.google() { "BOOL" } else { "boolean" });
                let test = match (one.as_str(), &column.ty) {
                    ("TRUE", Some(Type::Bool)) => written.to_owned(),
                    ("FALSE", Some(Type::Bool)) => format!("{} {written}", hand.word("NOT")),
                    _ => format!("{written} = {one}"),
                };
                let truth = hand.word("TRUE");
                (ty, only_if(hand, &test, &truth), "IS NOT NULL".to_owned())
            }
            several => {
                words.extend(["If".to_owned(), "Wanted".to_owned()]);
                let list = several.join(", ");
                let test = format!("{written} {} ({list})", hand.word("IN"));
                (own_type, only_if(hand, &test, written), format!("IN ({list})"))
            }
        },
    };
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let taken = |name: &str| table.find_column(name).is_some() || names::was_there(cx.schema, name);
    let name = names::free(&[names::join(&words, style)], taken);
    let stored = hand.word("STORED");
    let rest = if hand.google() {
        format!("{ty} {} ({expression}) {stored}", hand.word("AS"))
    } else {
        format!("{ty} {} ({expression}) {stored}", hand.word("GENERATED ALWAYS AS"))
    };
    let condition = format!("{name} {then}");
    Flag { name, rest, condition }
}

/// `value` where `test` holds, else NULL.
pub(super) fn only_if(hand: &Hand, test: &str, value: &str) -> String {
    if hand.google() {
        return format!("{}({test}, {value}, {})", hand.word("IF"), hand.word("NULL"));
    }
    let (case, then, end) = (hand.word("CASE WHEN"), hand.word("THEN"), hand.word("END"));
    format!("{case} {test} {then} {value} {end}")
}
