//! What PostgreSQL has and Spanner rejects, whatever the tables are.

use crate::catalog::Catalog;
use crate::problem::{ProblemKind, SchemaProblem};
use crate::refusals::columns::key_is_fixed;
use crate::refusals::counters::whole_numbers;
use crate::syntax::tree::{
    AlterAction, AlterTable, Dialect, ElementKind, Name, ObjectKind, Statement, StatementKind,
};
use crate::text::{Span, at};

/// Why Spanner rejects a PostgreSQL statement, whatever the tables are.
pub(crate) fn postgresql_refusals(
    catalog: &Catalog<'_>,
    statement: &Statement,
) -> Vec<SchemaProblem> {
    if catalog.schema.dialect != Dialect::PostgreSql {
        return Vec::new();
    }
    let one = |refusal: Option<SchemaProblem>| refusal.into_iter().collect();
    match &statement.kind {
        StatementKind::Drop(dropped) => {
            let stream = dropped.kind == ObjectKind::ChangeStream;
            let schema = stream.then(|| stream_schema_refused(&dropped.name)).flatten();
            cascade_refused(catalog, statement).into_iter().chain(schema).collect()
        }
        StatementKind::AlterChangeStream(alter) => one(stream_schema_refused(&alter.name)),
        StatementKind::CreateChangeStream(made) => one(stream_schema_refused(&made.name)),
        StatementKind::CreateIndex(index) => {
            one(index_filter_refused(catalog, statement, index.keys_list.end))
        }
        StatementKind::AlterTable(alter) => alter_table_refusals(catalog, statement, alter),
        _ => Vec::new(),
    }
}

fn cascade_refused(catalog: &Catalog<'_>, statement: &Statement) -> Option<SchemaProblem> {
    let said = statement.span.of(catalog.text);
    let last = said.split_whitespace().next_back()?;
    last.eq_ignore_ascii_case("CASCADE").then(|| {
        let end = statement.span.end;
        let span = Span::new(end - at(last.len()), end);
        let message = "expected RESTRICT or nothing, found CASCADE: drop dependants first";
        SchemaProblem::new(ProblemKind::Unfit, message.to_owned(), span)
    })
}

fn stream_schema_refused(name: &Name) -> Option<SchemaProblem> {
    let (schema, _) = name.text.rsplit_once('.')?;
    (!schema.eq_ignore_ascii_case("public")).then(|| {
        let message =
            format!("expected a change stream of the schema `public`, found `{}`", name.text);
        SchemaProblem::new(ProblemKind::Unfit, message, name.span)
    })
}

/// `WHERE` of an index allows `c IS NOT NULL AND …` alone.
fn index_filter_refused(
    catalog: &Catalog<'_>,
    statement: &Statement,
    keys_end: u32,
) -> Option<SchemaProblem> {
    // Names before the key, such as that of the index, may have the word in them.
    let behind =
        Span::new(keys_end.clamp(statement.span.start, statement.span.end), statement.span.end);
    let said = behind.of(catalog.text).to_ascii_uppercase();
    let is_name = |c: char| c.is_alphanumeric() || c == '_' || c == '"';
    let alone = |place: &usize| {
        !said[..*place].ends_with(is_name) && !said[place + "WHERE".len()..].starts_with(is_name)
    };
    let places = said.match_indices("WHERE").map(|(place, _)| place);
    let place = places.filter(alone).last().filter(|_| !said.contains("--"))?;
    let bare = said[place + "WHERE".len()..].replace(['(', ')'], " ");
    let words: Vec<&str> = bare.split_whitespace().collect();
    let fits = words
        .split(|word| *word == "AND")
        .all(|part| matches!(part, [name, "IS", "NOT", "NULL"] if *name != "NOT"));
    (!fits).then(|| {
        let start = behind.start + at(place);
        let message = "expected `column IS NOT NULL`, joined by AND, after WHERE of an index";
        let span = Span::new(start, statement.span.end);
        SchemaProblem::new(ProblemKind::Unfit, message.to_owned(), span)
    })
}

fn alter_table_refusals(
    catalog: &Catalog<'_>,
    statement: &Statement,
    alter: &AlterTable,
) -> Vec<SchemaProblem> {
    let mut refusals = Vec::new();
    if matches!(alter.action, AlterAction::DropColumn { .. } | AlterAction::DropConstraint { .. }) {
        refusals.extend(cascade_refused(catalog, statement));
    }
    let column = |action: &AlterAction| matches!(action, AlterAction::AlterColumn { .. });
    let fits = alter.more.is_empty() || (column(&alter.action) && alter.more.iter().all(column));
    if !fits {
        let message = format!(
            "expected one action on `{}` per statement, found {}",
            alter.name.text,
            alter.more.len() + 1
        );
        refusals.push(SchemaProblem::new(ProblemKind::Unfit, message, alter.name.span));
    }
    if let AlterAction::AddColumn(element) = &alter.action
        && let ElementKind::Column(written) = &element.kind
        && let Some(span) = written.primary_key
        && catalog.find_table(&alter.name).is_none()
    {
        refusals.push(key_is_fixed(span));
    }
    if let AlterAction::SetTtl { ttl, .. } = &alter.action {
        let said = ttl.span.of(catalog.text);
        let quoted = said.split('\'').nth(1).unwrap_or("0");
        let days = whole_numbers(quoted);
        if days.is_empty() || days.iter().any(|days| *days < 0) {
            let message = format!("expected an interval of whole days from 0 on, found `{quoted}`");
            refusals.push(SchemaProblem::new(ProblemKind::Unfit, message, ttl.span));
        }
    }
    refusals
}
