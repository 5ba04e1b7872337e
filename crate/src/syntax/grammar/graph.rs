//! `CREATE PROPERTY GRAPH`: the tables of its nodes and edges, and the keys that tie them.
//!
//! Labels and properties are read over. What is strange in an element costs that element its keys,
//! never the statement: no error is reported from inside the brackets.

use super::cursor::Cursor;
use super::options::option_list;
use crate::syntax::tree::{CreatePropertyGraph, GraphEnd, GraphTable, Name, StatementKind};

/// `[IF NOT EXISTS] g [OPTIONS (…)] NODE TABLES (…) [EDGE TABLES (…)]`
pub(super) fn create(c: &mut Cursor<'_>, or_replace: bool) -> Option<StatementKind> {
    c.skip_if_exists();
    let name = c.expect_name("a name for the graph")?;
    if c.eat(&["OPTIONS"]).is_some() {
        option_list(c);
    }
    c.expect(&["NODE", "TABLES"])?;
    let nodes = tables(c)?;
    let mut edges = Vec::new();
    if c.eat(&["EDGE"]).is_some() {
        c.expect(&["TABLES"])?;
        edges = tables(c)?;
    }
    let graph = CreatePropertyGraph { name, or_replace, nodes, edges };
    Some(StatementKind::CreatePropertyGraph(graph))
}

/// `( element, … )`
fn tables(c: &mut Cursor<'_>) -> Option<Vec<GraphTable>> {
    let (open, close) = (c.place(), c.closing_place());
    c.brackets()?;
    let end = c.place();
    let mut tables = Vec::new();
    let Some(close) = close else { return Some(tables) };
    c.back_to(open + 1);
    while c.place() < close {
        tables.extend(element(c));
        c.skip_until(|c| c.at_mark(",") || c.place() >= close);
        let _ = c.eat_mark(",");
    }
    c.back_to(end);
    Some(tables)
}

/// `t [AS a] [KEY (…)] [SOURCE KEY (…) REFERENCES n [(…)]] [DESTINATION KEY …] …`
fn element(c: &mut Cursor<'_>) -> Option<GraphTable> {
    let start = c.span();
    let table = c.name()?;
    let alias = if c.eat(&["AS"]).is_some() { c.name() } else { None };
    let mut element =
        GraphTable { table, alias, key: Vec::new(), source: None, destination: None, span: start };
    loop {
        if c.looking_at(&["KEY"]) && c.is_mark(1, "(") {
            c.bump();
            element.key = names(c)?;
        } else if c.looking_at(&["SOURCE", "KEY"]) {
            element.source = end(c);
        } else if c.looking_at(&["DESTINATION", "KEY"]) {
            element.destination = end(c);
        } else {
            break;
        }
    }
    element.span = start.to(c.last_span());
    Some(element)
}

/// `{SOURCE | DESTINATION} KEY (…) REFERENCES n [(…)]`
fn end(c: &mut Cursor<'_>) -> Option<GraphEnd> {
    let start = c.bump();
    c.bump();
    let columns = names(c)?;
    c.eat(&["REFERENCES"])?;
    let node = c.name()?;
    let referenced = if c.at_mark("(") { names(c)? } else { Vec::new() };
    Some(GraphEnd { span: start.to(c.last_span()), columns, node, referenced })
}

/// `( c, … )`; `None`, behind the bracket, if it holds anything else.
fn names(c: &mut Cursor<'_>) -> Option<Vec<Name>> {
    let close = c.at_mark("(").then(|| c.closing_place()).flatten()?;
    c.bump();
    let mut names = Vec::new();
    let mut plain = true;
    while c.place() < close {
        match c.name() {
            Some(name) => names.push(name),
            None => plain = false,
        }
        plain &= c.place() >= close || c.at_mark(",");
        c.skip_until(|c| c.at_mark(",") || c.place() >= close);
        let _ = c.eat_mark(",");
    }
    c.back_to(close + 1);
    plain.then_some(names)
}
