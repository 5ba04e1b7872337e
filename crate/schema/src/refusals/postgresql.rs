//! What PostgreSQL has and Spanner refuses, whatever the tables are.

use crate::catalog::Catalog;
use crate::problem::ProblemKind;
use crate::refusals::columns::report_fixed_key;
use crate::refusals::counters::whole_numbers;
use crate::syntax::tree::{
    AlterAction, AlterTable, Dialect, ElementKind, Name, ObjectKind, Statement, StatementKind,
};
use crate::text::{Span, at};

/// Words of a PostgreSQL statement that are refused whatever the tables are.
pub(crate) fn check_postgresql(catalog: &mut Catalog<'_>, statement: &Statement) {
    if catalog.schema.dialect != Dialect::PostgreSql {
        return;
    }
    match &statement.kind {
        StatementKind::Drop(dropped) => {
            check_cascade(catalog, statement);
            if dropped.kind == ObjectKind::ChangeStream {
                check_stream_schema(catalog, &dropped.name);
            }
        }
        StatementKind::AlterChangeStream(alter) => check_stream_schema(catalog, &alter.name),
        StatementKind::CreateChangeStream(made) => check_stream_schema(catalog, &made.name),
        StatementKind::CreateIndex(_) => check_index_filter(catalog, statement),
        StatementKind::AlterTable(alter) => check_actions(catalog, statement, alter),
        _ => {}
    }
}

pub(crate) fn check_cascade(catalog: &mut Catalog<'_>, statement: &Statement) {
    let said = statement.span.of(catalog.text);
    if let Some(last) = said.split_whitespace().next_back()
        && last.eq_ignore_ascii_case("CASCADE")
    {
        let end = statement.span.end;
        let span = Span::new(end - at(last.len()), end);
        let message = "expected RESTRICT or nothing, found CASCADE: what depends on it is \
                       dropped first";
        catalog.problem(ProblemKind::Unfit, message.to_owned(), span);
    }
}

pub(crate) fn check_stream_schema(catalog: &mut Catalog<'_>, name: &Name) {
    if let Some((schema, _)) = name.text.rsplit_once('.')
        && !schema.eq_ignore_ascii_case("public")
    {
        let message =
            format!("expected a change stream of the schema `public`, found `{}`", name.text);
        catalog.problem(ProblemKind::Unfit, message, name.span);
    }
}

/// `WHERE` of an index knows `c IS NOT NULL AND …` alone.
pub(crate) fn check_index_filter(catalog: &mut Catalog<'_>, statement: &Statement) {
    let said = statement.span.of(catalog.text).to_ascii_uppercase();
    let Some(place) = said.rfind("WHERE").filter(|_| !said.contains("--")) else { return };
    let bare = said[place + "WHERE".len()..].replace(['(', ')'], " ");
    let words: Vec<&str> = bare.split_whitespace().collect();
    let fits = words
        .split(|word| *word == "AND")
        .all(|part| matches!(part, [name, "IS", "NOT", "NULL"] if *name != "NOT"));
    if !fits {
        let start = statement.span.start + at(place);
        let message = "expected `column IS NOT NULL`, joined by AND, behind WHERE of an index";
        let span = Span::new(start, statement.span.end);
        catalog.problem(ProblemKind::Unfit, message.to_owned(), span);
    }
}

pub(crate) fn check_actions(catalog: &mut Catalog<'_>, statement: &Statement, alter: &AlterTable) {
    if matches!(alter.action, AlterAction::DropColumn { .. } | AlterAction::DropConstraint { .. }) {
        check_cascade(catalog, statement);
    }
    let column = |action: &AlterAction| matches!(action, AlterAction::AlterColumn { .. });
    let fits = alter.more.is_empty() || (column(&alter.action) && alter.more.iter().all(column));
    if !fits {
        let message = format!(
            "expected one action of `{}` in a statement, found {}",
            alter.name.text,
            alter.more.len() + 1
        );
        catalog.problem(ProblemKind::Unfit, message, alter.name.span);
    }
    if let AlterAction::AddColumn(element) = &alter.action
        && let ElementKind::Column(written) = &element.kind
        && let Some(span) = written.primary_key
        && catalog.find_table(&alter.name).is_none()
    {
        report_fixed_key(catalog, span);
    }
    if let AlterAction::SetTtl { ttl, .. } = &alter.action {
        let said = ttl.span.of(catalog.text);
        let quoted = said.split('\'').nth(1).unwrap_or("0");
        let days = whole_numbers(quoted);
        if days.is_empty() || days.iter().any(|days| *days < 0) {
            let message = format!("expected an interval of whole days from 0 on, found `{quoted}`");
            catalog.problem(ProblemKind::Unfit, message, ttl.span);
        }
    }
}
