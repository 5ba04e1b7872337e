//! `CREATE PROPERTY GRAPH`: the tables of its nodes and edges, and the keys that tie them.
//!
//! Labels and properties are read over.

use super::cursor::Cursor;
use super::malformed;
use super::options::option_list;
use crate::tree::{CreatePropertyGraph, GraphEnd, GraphTable, StatementKind};

/// `[IF NOT EXISTS] g [OPTIONS (…)] NODE TABLES (…) [EDGE TABLES (…)]`
pub(super) fn create(c: &mut Cursor<'_>, or_replace: bool) -> Option<StatementKind> {
    c.if_not_exists();
    let name = c.expect_name("a name for the graph")?;
    if c.eat(&["OPTIONS"]).is_some() {
        option_list(c);
    }
    c.expect(&["NODE", "TABLES"])?;
    let nodes = tables(c, false)?;
    let mut edges = Vec::new();
    if c.eat(&["EDGE"]).is_some() {
        c.expect(&["TABLES"])?;
        edges = tables(c, true)?;
    }
    let graph = CreatePropertyGraph { name, or_replace, nodes, edges };
    Some(StatementKind::CreatePropertyGraph(Box::new(graph)))
}

/// `( element, … )`, at least one. What is strange in an element costs that element alone.
fn tables(c: &mut Cursor<'_>, edges: bool) -> Option<Vec<GraphTable>> {
    let close = c.closing_place();
    c.expect_mark("(")?;
    let mut tables = Vec::with_capacity(1);
    loop {
        if c.elision() {
            let _ = c.eat_mark(",");
        } else {
            let said = c.errors.len();
            tables.extend(element(c, edges));
            if c.errors.len() > said {
                c.skip_until(|c| c.at_mark(",") || close.is_some_and(|close| c.place() >= close));
            }
            if c.eat_mark(",").is_some() && !c.at_mark(")") {
                continue;
            }
        }
        if c.at_elision() {
            continue;
        }
        c.expect_mark(")")?;
        return Some(tables);
    }
}

/// `t [AS a] [KEY (…)] [SOURCE KEY (…) REFERENCES n [(…)] DESTINATION KEY …] [label …]`
fn element(c: &mut Cursor<'_>, edge: bool) -> Option<GraphTable> {
    let start = c.span();
    let table = c.expect_name("a table name")?;
    let alias = if c.eat(&["AS"]).is_some() { c.expect_name("another name") } else { None };
    let mut element =
        GraphTable { table, alias, key: Vec::new(), source: None, destination: None, span: start };
    if c.eat(&["KEY"]).is_some() {
        element.key = c.some_names("a column").0;
    }
    if edge {
        element.source = end(c, "SOURCE");
        element.destination = end(c, "DESTINATION");
    }
    element.span = start.to(c.last_span());
    let _ = properties(c);
    while label(c).is_some() {
        let _ = properties(c);
    }
    Some(element)
}

/// `{SOURCE | DESTINATION} KEY (…) REFERENCES n [(…)]`
fn end(c: &mut Cursor<'_>, side: &str) -> Option<GraphEnd> {
    let start = c.span();
    c.expect(&[side, "KEY"])?;
    let columns = c.some_names("a column").0;
    c.expect(&["REFERENCES"])?;
    let node = c.expect_name("a node table")?;
    let referenced = if c.at_mark("(") { c.some_names("a column").0 } else { Vec::new() };
    Some(GraphEnd { span: start.to(c.last_span()), columns, node, referenced })
}

/// `LABEL l`, `DEFAULT LABEL`, `DYNAMIC LABEL (c)`, if it is next.
fn label(c: &mut Cursor<'_>) -> Option<()> {
    if c.eat(&["DYNAMIC"]).is_some() {
        if c.eat(&["LABEL"]).is_none() && c.eat(&["PROPERTIES"]).is_none() {
            c.expected("`LABEL` or `PROPERTIES`");
        }
        c.some_names("a column");
        return Some(());
    }
    if c.eat(&["DEFAULT"]).is_some() {
        return c.expect(&["LABEL"]).map(|_| ());
    }
    c.eat(&["LABEL"])?;
    c.expect_name("a label").map(|_| ())
}

/// `expression [AS n]`
fn property(c: &mut Cursor<'_>) {
    let place = c.place();
    c.skip_until(|c| c.at_mark(",") || c.at_mark(")") || c.at_word("AS"));
    let end = c.place();
    c.back_to(place);
    malformed::check(c, end);
    c.back_to(end);
    if c.eat(&["AS"]).is_some() {
        c.expect_name("a name for the property");
    }
}

/// `NO PROPERTIES`, `PROPERTIES [ARE] ALL COLUMNS [EXCEPT (…)]` or `PROPERTIES (expression [AS n],
/// …)`, if it is next.
fn properties(c: &mut Cursor<'_>) -> Option<()> {
    if c.eat(&["NO"]).is_some() {
        return c.expect(&["PROPERTIES"]).map(|_| ());
    }
    c.eat(&["PROPERTIES"])?;
    if c.at_mark("(") {
        if c.is_mark(1, ")") {
            c.bump();
            c.expected("a property");
            c.bump();
            return Some(());
        }
        c.list(property);
        return Some(());
    }
    let _ = c.eat(&["ARE"]);
    c.expect(&["ALL", "COLUMNS"])?;
    if c.eat(&["EXCEPT"]).is_some() {
        c.some_names("a column");
    }
    Some(())
}
