//! T14: an index keeps entries only for the rows that queries look for; the others are NULL in
//! it and left out.

use crate::edit::{Draft, NewColumn, Side, TextStyle, in_words, like};
use crate::fix::change;
use crate::fix::{
    Ask, AskKind, Family, Fix, FixContext, Parameters, Pick, Plan, Refusal, Stage, refuse,
};
use crate::rules::{Cause, Finding, Object};
use crate::schema::{Column, Index, IndexId, Table};
use crate::syntax::tree::Type;
use crate::text::{Edit, Span};
use crate::wanted_values::{self, Question, WantedValues, only_if};
use crate::{index_clauses, names};

/// The fix.
pub static FIX: Fix = Fix {
    id: "sparse-index",
    short: "T14",
    title: "Index only the rows queries look for",
    headline: "Index only the rows of {object} that queries look for",
    #[cfg(feature = "pages")]
    page: include_str!("sparse_index.md"),
    changes_key: false,
    key_change: None,
    others_follow: false,
    stage: Stage::Indexes,
    family: Family::Indexes,
    pick: Pick::Freely,
    plan,
};

fn plan(cx: &FixContext<'_>, finding: &Finding, p: &Parameters) -> Result<Plan, Refusal> {
    let Object::Index(id) = finding.object else {
        return Err(refuse("this fix is for indexes, and the finding is about something else"));
    };
    let index = cx.schema.index(id);
    if index.managed {
        return Err(refuse(format!(
            "Spanner created `{}` for a foreign key; it cannot leave out rows",
            index.name
        )));
    }
    match finding.cause {
        Some(Cause::NullsIndexed) => leave_nulls_out(cx, id),
        Some(Cause::NullsFilteredTogether) => one_column(cx, id, p),
        cause => by_flag(cx, id, cause, p),
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
    let mut costs = vec![format!(
        "Queries for rows where `{name}` is NULL can't use the index; they read the table."
    )];
    if index.unique {
        costs.push(format!(
            "UNIQUE no longer covers rows without `{name}`: any number of them is allowed."
        ));
    }
    Ok(Plan {
        resulting_key: in_words(index.keys.iter().map(|part| part.span.of(cx.text))),
        costs,
        application: vec![format!(
            "Queries that use `{}` compare `{name}` or add `{name} IS NOT NULL`.",
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
        return Err(refuse(format!("`{}` is not NULL_FILTERED", index.name)));
    };
    draft.remove_words(word);
    let written = part_name(&draft, index, at).of(cx.text);
    index_clauses::filter_nulls(&mut draft, index, written, false);
    let others: Vec<&str> = all.iter().copied().filter(|other| *other != name(at)).collect();
    let choices = all.iter().map(|name| ((*name).to_owned(), format!("Rows that have {name}")));
    Ok(Plan {
        resulting_key: in_words(index.keys.iter().map(|part| part.span.of(cx.text))),
        costs: vec![format!(
            "The index grows: rows that have `{}` but no {} get entries too.",
            name(at),
            others.join(", ")
        )],
        application: vec![format!(
            "Queries that use `{}` compare `{1}` or add `{1} IS NOT NULL`; they need nothing about \
             {2}.",
            index.name,
            name(at),
            others.join(", ")
        )],
        asks: vec![Ask {
            name: "column",
            label: "The column whose NULL excludes a row".to_owned(),
            kind: AskKind::Choice(choices.collect()),
            value: name(at).to_owned(),
            notes: vec!["Default: the first of them in the index.".to_owned()],
        }],
        edits: draft.finish(),
        ..Plan::default()
    })
}

/// Which rows of a column get an entry.
enum Wanted {
    /// Those with another value than this one.
    Other(String),
    /// Those that are looked for.
    These(WantedValues),
}

/// A new generated column stands for the lead, NULL in the rows that no query looks for.
fn by_flag(
    cx: &FixContext<'_>,
    id: IndexId,
    cause: Option<Cause>,
    p: &Parameters,
) -> Result<Plan, Refusal> {
    let index = cx.schema.index(id);
    let table = cx.schema.table(index.table);
    let Some(lead) = index.keys.first().map(|part| part.column) else {
        return Err(refuse(format!("the key of `{}` could not be read", index.name)));
    };
    let column = table.column(lead);
    check(index, table, column)?;
    let (wanted, ask) = wanted(cx, index, cause, p)?;
    let text_style = TextStyle::of_table(cx.text, cx.schema, table);
    let mut draft = Draft::new(cx.text, cx.schema);
    let written = draft.written(index.table, lead).to_owned();
    let flag = flag(cx, &text_style, table, column, &written, &wanted);
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
        Wanted::Other(value) => format!("rows where `{}` is {value}", column.name),
        Wanted::These(_) => format!("rows with other values of `{}`", column.name),
    };
    let mut costs = vec![
        format!("Queries for {left_out} can't use the index; they read the table."),
        "The values are part of the expression: other values need a new column and a new index."
            .to_owned(),
    ];
    if index.keys.len() > 1 {
        costs.push(
            "The index is smaller, but entries for new rows still go to one point per value."
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
                "Queries that use `{}` filter by `{}` instead of `{}`.",
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
            "`{}` is UNIQUE on `{}`, and would no longer be with the column that replaces it",
            index.name, column.name
        )));
    }
    if column.generated.is_some() {
        return Err(refuse(format!(
            "`{}` is already derived; add the condition to its own expression",
            column.name
        )));
    }
    if !matches!(
        column.ty,
        Some(Type::Bool | Type::Int64 | Type::String(_) | Type::Numeric | Type::Date)
    ) {
        return Err(refuse(format!(
            "the values of `{}.{}` cannot be used in the expression; use a string, a number or a \
             flag",
            table.name, column.name
        )));
    }
    Ok(())
}

/// Which rows matter: as the person says, else as the DDL does.
fn wanted(
    cx: &FixContext<'_>,
    index: &Index,
    cause: Option<Cause>,
    p: &Parameters,
) -> Result<(Wanted, Ask), Refusal> {
    let table = cx.schema.table(index.table);
    let lead = index.keys[0].column;
    let column = table.column(lead);
    let default = column.default.as_ref().and_then(|expr| wanted_values::literal(expr, column));
    let starts_hot = cause == Some(Cause::DefaultLeads);
    let set = !p.list("values").is_empty();
    if let Some(value) = default.clone().filter(|_| starts_hot && !set)
        && wanted_values::placeholder(&value, column)
    {
        let ask = Ask {
            name: "values",
            label: format!("Values of {} that queries look for", column.name),
            kind: AskKind::List,
            value: String::new(),
            notes: vec![format!(
                "Default: every value except {value}, which new rows have until they get one. This \
                 is an assumption: set the values if queries look for {value}."
            )],
        };
        return Ok((Wanted::Other(value), ask));
    }
    let (text, schema) = (cx.text, cx.schema);
    let wanted_values = Question { text, schema, index, column: lead, name: "values" }.answer(p)?;
    let ask = wanted_values.ask("values", table);
    if let Some(value) = default.filter(|value| starts_hot && wanted_values.holds(value)) {
        let why = format!(
            "every new row has {value} in `{}`, and queries look for these rows: an index of them \
             alone is as hot; spread it with a shard (T13, or T21 for a queue), or set `values` if \
             queries look for others",
            column.name
        );
        return Err(Refusal { why, asks: vec![ask] });
    }
    Ok((Wanted::These(wanted_values), ask))
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
    text_style: &TextStyle,
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
            let call =
                if text_style.google() { text_style.word("NULLIF") } else { "nullif".to_owned() };
            (own_type, format!("{call}({written}, {value})"), "IS NOT NULL".to_owned())
        }
        Wanted::These(wanted_values) => {
            let test = wanted_values.test(text_style, table, written);
            let several = match wanted_values.values.as_slice() {
                [_] => false,
                values => !values.is_empty() && !wanted_values.nulls,
            };
            if several {
                words.extend(["If".to_owned(), "Wanted".to_owned()]);
                let list = wanted_values.values.join(", ");
                (own_type, only_if(text_style, &test, written), format!("IN ({list})"))
            } else {
                words = flag_words(words, wanted_values, column);
                let ty = text_style.ty(if text_style.google() { "BOOL" } else { "boolean" });
                let truth = text_style.word("TRUE");
                (ty, only_if(text_style, &test, &truth), format!("= {truth}"))
            }
        }
    };
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let taken = |name: &str| table.find_column(name).is_some() || names::was_there(cx.schema, name);
    let name = names::free(&[names::join(&words, style)], taken);
    let stored = text_style.word("STORED");
    let rest = if text_style.google() {
        format!("{ty} {} ({expression}) {stored}", text_style.word("AS"))
    } else {
        format!("{ty} {} ({expression}) {stored}", text_style.word("GENERATED ALWAYS AS"))
    };
    let condition = format!("{name} {then}");
    Flag { name, rest, condition }
}

/// Words of the name of a flag: `open flag` for the value OPEN, `not sent flag` for what was not
/// sent.
fn flag_words(
    mut words: Vec<String>,
    wanted_values: &WantedValues,
    column: &Column,
) -> Vec<String> {
    let boolean = matches!(column.ty, Some(Type::Bool));
    match wanted_values.values.as_slice() {
        [one] if boolean && one == "FALSE" => {
            let is = words.first().is_some_and(|word| word.eq_ignore_ascii_case("is"));
            words.insert(usize::from(is), "Not".to_owned());
        }
        [one] if !boolean && !wanted_values.nulls => {
            let spoken = one.trim_matches('\'');
            if spoken.chars().all(|c| c.is_ascii_alphabetic() || c == '_') {
                words = names::words(spoken).iter().map(|w| w.to_ascii_lowercase()).collect();
            }
        }
        [_] if boolean => {}
        _ => words.push("Wanted".to_owned()),
    }
    words.push("Flag".to_owned());
    words
}
