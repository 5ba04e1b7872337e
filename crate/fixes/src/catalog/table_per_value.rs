//! T24: a table for each value of a column that has few, so that none of them needs the column.
//!
//! It copies statements as they are written. Whatever depends on the table as a whole stands in
//! the way, and the fix says so instead of guessing.

use crate::edit::Draft;
use crate::fix::change;
use crate::fix::{
    Ask, AskKind, Family, Fix, FixContext, Parameters, Pick, Plan, Refusal, Split, Stage, refuse,
};
use crate::index_clauses::{self, Statements};
use crate::names;
use crate::rules::{Finding, Object};
use crate::schema::{Column, ColumnId, Index, IndexId, Place, Schema, Table, TableId, Watching};
use crate::syntax::tree::{Expr, ExprKind, Type};
use crate::text::{Edit, Span, apply_edits};
use crate::wanted_values::listed;

/// The fix.
pub static FIX: Fix = Fix {
    id: "table-per-value",
    short: "T24",
    title: "One table per value",
    headline: "Split {object} into one table per value",
    #[cfg(feature = "pages")]
    page: include_str!("table_per_value.md"),
    changes_key: false,
    key_change: None,
    others_follow: false,
    stage: Stage::Indexes,
    family: Family::Indexes,
    pick: Pick::Manually,
    plan,
};

/// Most tables that a plan makes (assumption of ours: more are not written by hand, and queries
/// over all of them get long).
const VALUES_MAX: usize = 16;

fn plan(cx: &FixContext<'_>, finding: &Finding, p: &Parameters) -> Result<Plan, Refusal> {
    let Object::Index(index) = finding.object else {
        let name = finding.object.name(cx.schema);
        return Err(refuse(format!("`{name}` is not an index that starts with few values")));
    };
    let schema = cx.schema;
    let id = schema.index(index).table;
    let Some(lead) = schema.index(index).keys.first().map(|part| part.column) else {
        return Err(refuse("the key of the index could not be read"));
    };
    let table = schema.table(id);
    let values = values(table, lead, p)?;
    check_statement(schema, id, lead)?;
    check_others(cx, id)?;
    let own: Vec<IndexId> = schema.indexes_of(id).filter(|&i| !schema.index(i).managed).collect();
    for &index in &own {
        check_index(schema.index(index), lead)?;
    }
    let mut taken: Vec<String> = Vec::new();
    let mut plan = Plan { resulting_key: key_without(cx, id, lead), ..Plan::default() };
    let mut copies: Vec<String> = Vec::new();
    for value in &values {
        let name = name_for(cx, &table.name, value, &mut taken);
        let mut text = copy_table(cx, id, lead, &name)?;
        for &index in &own {
            let index = schema.index(index);
            if index.keys.len() > 1 || index.keys.iter().all(|part| part.column != lead) {
                let of = name_for(cx, &index.name, value, &mut taken);
                let statement =
                    copy_index(cx, index, lead, CopyNames { index: &of, table: &name })?;
                text.push_str(&format!(";{}{statement}", newline(cx.text)));
            }
        }
        plan.cascade.push(change(&name, "table", format!("new, for the rows of {value}")));
        plan.splits.push(Split {
            table: table.name.to_string(),
            column: table.column(lead).name.to_string(),
            value: literal(table.column(lead), value),
            into: name.clone(),
        });
        copies.push(text);
    }
    let mut draft = Draft::new(cx.text, schema);
    let between = format!(";{0}{0}", newline(cx.text));
    draft.push(Edit::replace(table.span, copies.join(&between)));
    draft.drop_directives(Place::Object(Object::Table(id)));
    for &index in &own {
        draft.remove_statement(schema.index(index).span);
        draft.drop_directives(Place::Object(Object::Index(index)));
        let it = schema.index(index);
        let alone = it.keys.iter().all(|part| part.column == lead);
        let what = if alone {
            "removed: each table contains only the rows it found"
        } else {
            "created on each table, without the value"
        };
        plan.cascade.push(change(&it.name, "index", what));
    }
    for column in table.column_ids() {
        draft.drop_directives(Place::Column(id, column));
    }
    describe(cx, &mut plan, id, lead, &own, &values);
    plan.edits = draft.finish();
    Ok(plan)
}

/// What it costs, what the application does, what may be chosen.
fn describe(
    cx: &FixContext<'_>,
    plan: &mut Plan,
    id: TableId,
    lead: ColumnId,
    own: &[IndexId],
    values: &[String],
) {
    let table = cx.schema.table(id);
    let column = &table.column(lead).name;
    plan.costs = vec![
        format!("A query over several values of `{column}` reads several tables."),
        "A new value needs a new table.".to_owned(),
        format!("Rows with any other value of `{column}`, including NULL, have no table."),
    ];
    if !table.is_key(lead) {
        plan.costs.push(format!(
            "`{}` is unique within each table only: rows with different values of `{column}` may \
             share it.",
            table
                .key
                .iter()
                .map(|part| table.column(part.column).name.as_str())
                .collect::<Vec<_>>()
                .join(", ")
        ));
    }
    plan.application = vec![
        format!("Reads and writes of `{}` choose the table by `{column}`.", table.name),
        format!("A change of `{column}` moves the row: a delete and an insert in one commit."),
        "On a live database, copy the rows while the application writes to both tables.".to_owned(),
    ];
    let of_it = |place| match place {
        Place::Object(Object::Table(of)) | Place::Column(of, _) => of == id,
        Place::Object(Object::Index(index)) => own.contains(&index),
        Place::Object(_) => false,
    };
    if cx.schema.directives.iter().any(|located| located.place.is_some_and(of_it)) {
        plan.application.push(format!(
            "Directives for `{}` are removed with it: state them for the new tables.",
            table.name
        ));
    }
    plan.asks = vec![ask(column, values)];
}

fn ask(column: &str, values: &[String]) -> Ask {
    Ask {
        name: "values",
        label: format!("Values of {column}, all of them"),
        kind: AskKind::List,
        value: values.join(","),
        notes: vec!["Default: those that the CHECK of the column names.".to_owned()],
    }
}

fn newline(text: &str) -> &'static str {
    if text.contains("\r\n") { "\r\n" } else { "\n" }
}

/// The values that get a table: as the person says, else as the CHECK of the column does.
fn values(table: &Table, lead: ColumnId, p: &Parameters) -> Result<Vec<String>, Refusal> {
    let column = table.column(lead);
    let said: Vec<String> = p.list("values").into_iter().map(str::to_owned).collect();
    let values = if said.is_empty() { listed(table, column) } else { said };
    if values.is_empty() {
        let why = format!(
            "the DDL does not show which values `{}` has; name all of them with `values`",
            column.name
        );
        return Err(Refusal { why, asks: vec![ask(&column.name, &[])] });
    }
    if !(2..=VALUES_MAX).contains(&values.len()) {
        return Err(refuse(format!(
            "expected 2 to {VALUES_MAX} values of `{}`, found {}",
            column.name,
            values.len()
        )));
    }
    let odd = values.iter().find(|value| names::words(value).is_empty());
    match odd {
        Some(value) => Err(refuse(format!(
            "expected values that can be part of a table name, found `{value}`"
        ))),
        None => Ok(values),
    }
}

/// A value of a column as SQL writes it.
fn literal(column: &Column, value: &str) -> String {
    let bare = value.trim_matches('\'');
    match column.ty {
        Some(Type::Int64 | Type::Bool | Type::Numeric) => bare.to_owned(),
        // No value that names a table has a quote or a backslash in it.
        _ => format!("'{bare}'"),
    }
}

/// `ClassicRanking` for `Ranking` and `classic`: free, in the style of the name, with its
/// qualifier.
fn name_for(cx: &FixContext<'_>, of: &str, value: &str, taken: &mut Vec<String>) -> String {
    let bare = names::last_part(of);
    let qualifier = &of[..of.len() - bare.len()];
    let lower = value.to_ascii_lowercase();
    let mut words = names::words(&lower);
    words.extend(names::words(bare));
    let style = names::style_of_object(bare);
    let name = format!("{qualifier}{}", names::join(&words, style));
    let name = names::free(&[name], |name| {
        let there = cx.schema.names.iter().any(|used| used.text.eq_ignore_ascii_case(name));
        there || taken.iter().any(|other| other.eq_ignore_ascii_case(name))
    });
    taken.push(name.clone());
    name
}

fn key_without(cx: &FixContext<'_>, id: TableId, lead: ColumnId) -> String {
    let table = cx.schema.table(id);
    let kept = table.key.iter().filter(|part| part.column != lead);
    crate::edit::in_words(kept.map(|part| table.column(part.column).name.as_str()))
}

/// Says why the statement of a table cannot be copied.
fn check_statement(schema: &Schema, id: TableId, lead: ColumnId) -> Result<(), Refusal> {
    let table = schema.table(id);
    let name = &table.name;
    let later = table.columns.iter().any(|c| c.added_later.is_some() || !c.altered.is_empty());
    let outside = table.foreign_keys.iter().any(|fk| !table.span.contains(fk.span))
        || table.ttl.as_ref().is_some_and(|ttl| !table.span.contains(ttl.span))
        || table.checks.iter().any(|check| !table.span.contains(check.span));
    if later || outside || !table.renamed.is_empty() {
        return Err(refuse(format!(
            "`{name}` is changed by later statements; merge them into its CREATE TABLE first"
        )));
    }
    if let Some(parent) = &table.parent {
        return Err(refuse(format!(
            "`{name}` is interleaved in `{}`; a table for each value cannot be interleaved",
            parent.name
        )));
    }
    let named = table.foreign_keys.iter().filter_map(|fk| fk.name.as_ref());
    let named = named.chain(table.checks.iter().filter_map(|check| check.name.as_ref()));
    if let Some(constraint) = named.into_iter().next() {
        return Err(refuse(format!(
            "the constraint `{constraint}` of `{name}` cannot have the same name in several \
             tables; remove its name first"
        )));
    }
    let lead_name = &table.column(lead).name;
    let only = table.key.iter().all(|part| part.column == lead) || table.key_clause.is_none();
    if only && table.is_key(lead) {
        return Err(refuse(format!("without `{lead_name}`, the key of `{name}` is empty")));
    }
    if table.foreign_keys.iter().any(|fk| fk.columns.contains(&lead)) {
        return Err(refuse(format!(
            "`{lead_name}` references another table with a foreign key; a new value there would \
             have no table here"
        )));
    }
    Ok(())
}

/// Whether an expression is no more than the list of a column's values.
fn is_list_of(expr: &Expr, column: &str) -> bool {
    match &expr.kind {
        ExprKind::In(value, _) => {
            matches!(&value.kind, ExprKind::Name(name) if name.eq_ignore_ascii_case(column))
        }
        _ => false,
    }
}

/// Says what depends on a table, so that it cannot go.
fn check_others(cx: &FixContext<'_>, id: TableId) -> Result<(), Refusal> {
    let schema = cx.schema;
    let name = &schema.table(id).name;
    let in_the_way = |what: String| {
        Err(refuse(format!("{what} depends on the whole of `{name}`; remove or change it first")))
    };
    if let Some(child) = schema.children_of(id).next() {
        return in_the_way(format!("`{}`, which is interleaved,", schema.table(child).name));
    }
    if let Some(from) = schema.referencing(id).next() {
        return in_the_way(format!("a foreign key of `{}`", schema.table(from).name));
    }
    if let Some(index) = schema.special_indexes.iter().find(|index| index.table == id) {
        return in_the_way(format!("the search or vector index `{}`", index.name));
    }
    let by_name = |stream: &&crate::schema::ChangeStream| match &stream.watched {
        Watching::Tables(tables) => tables.iter().any(|watched| watched.table == Some(id)),
        _ => false,
    };
    if let Some(stream) = schema.streams.iter().find(by_name) {
        return in_the_way(format!("the change stream `{}`", stream.name));
    }
    let graph = schema.graphs.iter().find(|graph| {
        let nodes = graph.nodes.iter().map(|node| node.table);
        nodes.chain(graph.edges.iter().map(|edge| edge.table)).any(|table| table == Some(id))
    });
    if let Some(graph) = graph {
        return in_the_way(format!("the property graph `{}`", graph.name));
    }
    let draft = Draft::new(cx.text, schema);
    let bare = names::last_part(name);
    if let Some(view) = schema.views.iter().find(|view| draft.names(view.body, bare)) {
        return in_the_way(format!("the view `{}`", view.name));
    }
    if schema.queries.iter().any(|query| query.tables.iter().any(|of| of.table == id)) {
        return in_the_way("a query in the schema".to_owned());
    }
    Ok(())
}

fn check_index(index: &Index, lead: ColumnId) -> Result<(), Refusal> {
    let name = &index.name;
    if !index.altered.is_empty() || index.parent.is_some() {
        return Err(refuse(format!(
            "`{name}` is changed by a later statement or interleaved; write it as one statement"
        )));
    }
    if index.unique && index.keys.iter().all(|part| part.column != lead) {
        return Err(refuse(format!(
            "`{name}` is UNIQUE over all values, but each table would only check its own rows"
        )));
    }
    if index.where_not_null.contains(&lead) {
        return Err(refuse(format!("`{name}` filters by the column that would be removed")));
    }
    Ok(())
}

/// The statement of a table for one value: another name, and the column gone with what says its
/// values.
fn copy_table(
    cx: &FixContext<'_>,
    id: TableId,
    lead: ColumnId,
    name: &str,
) -> Result<String, Refusal> {
    let table = cx.schema.table(id);
    let column = table.column(lead);
    let mut draft = Draft::new(cx.text, cx.schema);
    draft.push(Edit::replace(table.name_span, names::quoted(name, cx.schema.dialect)));
    let items = draft.items(table.body);
    let lists: Vec<Span> = table
        .checks
        .iter()
        .filter(|check| is_list_of(&check.expr, &column.name))
        .map(|check| check.span)
        .collect();
    let goes =
        |item: &Span| item.contains(column.span) || lists.iter().any(|list| item.contains(*list));
    for (i, item) in items.iter().enumerate() {
        if goes(item) {
            draft.element_remove(&items, i);
        } else if draft.names(*item, &column.name)
            && table.key_clause.as_ref().is_none_or(|key| !item.contains(key.span))
        {
            let said = item.of(cx.text).split_whitespace().next().unwrap_or_default();
            return Err(refuse(format!(
                "`{said} …` in `{}` refers to `{}`; remove it first",
                table.name, column.name
            )));
        }
    }
    if let Some(clause) = &table.key_clause {
        let at = table.key.iter().position(|part| part.column == lead);
        draft.list_remove(clause.list, &at.into_iter().collect::<Vec<usize>>());
    }
    applied(cx.text, table.span, draft)
}

/// Names of a copy of an index.
struct CopyNames<'a> {
    /// Its own.
    index: &'a str,
    /// That of its table.
    table: &'a str,
}

fn copy_index(
    cx: &FixContext<'_>,
    index: &Index,
    lead: ColumnId,
    copy: CopyNames<'_>,
) -> Result<String, Refusal> {
    let mut draft = Draft::new(cx.text, cx.schema);
    let dialect = cx.schema.dialect;
    draft.push(Edit::replace(index.name_span, names::quoted(copy.index, dialect)));
    let head = Span::new(index.name_span.end, index.keys_list.start);
    let tokens = draft.tokens(head);
    // `ON Ranking (`: the name stands between the word and the bracket.
    if let [_, first, .., last, _] | [_, first @ last, _] = tokens.as_slice() {
        draft.push(Edit::replace(first.span.to(last.span), names::quoted(copy.table, dialect)));
    }
    let at = index.keys.iter().position(|part| part.column == lead);
    draft.list_remove(index.keys_list, &at.into_iter().collect::<Vec<usize>>());
    let text_style = index_clauses::text_style_of(&draft, index);
    let stored: Vec<Span> = index
        .storing
        .iter()
        .zip(&index.storing_spans)
        .filter(|(column, _)| **column == lead)
        .map(|(_, span)| *span)
        .collect();
    let word = index_clauses::storing_word(&text_style);
    let statements = Statements { made: index.span, altered: &[] };
    index_clauses::drop_stored(&mut draft, statements, word, &stored);
    applied(cx.text, index.span, draft)
}

/// A statement with edits of its own applied to it.
fn applied(text: &str, statement: Span, draft: Draft<'_>) -> Result<String, Refusal> {
    let edits: Vec<Edit> = draft
        .finish()
        .into_iter()
        .map(|edit| Edit {
            span: Span::new(edit.span.start - statement.start, edit.span.end - statement.start),
            insert: edit.insert,
        })
        .collect();
    apply_edits(statement.of(text), &edits)
        .ok_or_else(|| refuse("two changes of one statement overlap"))
}
