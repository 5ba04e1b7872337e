//! `CREATE TABLE`: its list of elements and the clauses after it.

use super::clause_comma::{check_comma, trailing_comma};
use super::column::column;
use super::constraint::{constraint, constraint_name};
use super::cursor::Cursor;
use super::element_start::{at_element_end, at_primary_key, starts_element};
use super::interleave::interleave;
use super::key::set_key;
use super::object_name::{refuse_catalog, refuse_prefix};
use super::options::{option_list, storage_clause};
use super::ttl::ttl;
use crate::check::{CONSTRAINT_REFUSED, ELEMENT_REFUSED, TABLE_REFUSED};
use crate::text::{Edit, Span};
use crate::tree::{CreateTable, Element, ElementKind, PrimaryKey, StatementKind};

/// How GoogleSQL orders the clauses behind the list, by the words that open them.
const ORDER: &[&[&str]] = &[&["PRIMARY"], &["INTERLEAVE"], &["ROW"], &["OPTIONS"]];

/// How PostgreSQL orders them.
const PG_ORDER: &[&[&str]] = &[&["WITH"], &["LOCALITY"], &["COLUMNAR"], &["INTERLEAVE"], &["TTL"]];

/// `CREATE TABLE [IF NOT EXISTS] t ( … ) …`
pub(super) fn create_table(c: &mut Cursor<'_>) -> Option<StatementKind> {
    c.eat(&["CREATE"])?;
    if !c.at_word("TABLE") {
        let cure = ": Spanner has no temporary tables; delete rows with `TTL`";
        c.expected_at("`TABLE`", c.span(), cure);
        c.bump();
    }
    c.eat(&["TABLE"])?;
    let if_not_exists = c.if_not_exists();
    let Some(name) = c.expect_name("a table name") else {
        c.skip_until(Cursor::at_end);
        return Some(StatementKind::Skipped);
    };
    refuse_catalog(c, &name);
    refuse_prefix(c, &name, "table");
    c.refuse(TABLE_REFUSED);
    let mut table = CreateTable {
        name,
        if_not_exists,
        body: Span::empty(c.span().start),
        elements: Vec::new(),
        primary_key: None,
        interleave: None,
        ttl: None,
        options: Vec::new(),
    };
    elements(c, &mut table);
    table.elements.shrink_to_fit();
    let mut reached = 0;
    let order = if c.googlesql() { ORDER } else { PG_ORDER };
    loop {
        if c.at_mark(",") {
            let place = c.place();
            c.bump();
            c.check_order(order, &mut reached);
            c.back_to(place);
        } else {
            c.check_order(order, &mut reached);
        }
        if !clause(c, &mut table) {
            break;
        }
    }
    Some(StatementKind::CreateTable(Box::new(table)))
}

/// The list in parentheses.
fn elements(c: &mut Cursor<'_>, table: &mut CreateTable) {
    let Some(open) = c.expect_mark("(") else { return };
    loop {
        table.body = Span::new(open.end, c.span().start.max(open.end));
        if c.at_mark(")") && table.elements.is_empty() && !c.googlesql() {
            c.expected("a column or a constraint");
        }
        if c.eat_mark(")").is_some() {
            return;
        }
        if c.at_end() {
            c.expected("`)`");
            return;
        }
        if c.at_mark(",") {
            // Around an elision a comma is as good as none.
            let after_elision = table.elements.last().is_some_and(is_elision);
            if !after_elision {
                c.expected("a column or a constraint");
            }
            c.bump();
            continue;
        }
        let start = c.span();
        let kind = element(c, &mut table.primary_key);
        let span = start.to(c.last_span());
        let broken = !at_element_end(c);
        if broken {
            c.expected("`,` or `)`");
            c.skip_until(at_element_end);
        }
        let comma = c.eat_mark(",");
        if comma.is_none() && !broken && starts_element(c) && !is_left_out(&kind) {
            let edits = vec![Edit::insert(span.end, ",")];
            c.curable("`,`", c.span(), "", "Insert a comma before it", edits);
        }
        if let Some(comma) = comma
            && !c.googlesql()
            && c.at_mark(")")
        {
            let edits = vec![Edit::delete(comma)];
            let cure = ": the PostgreSQL dialect has no `,` after the last column";
            c.curable("a column or a constraint", c.span(), cure, "Remove the comma", edits);
        }
        table.elements.push(Element { span, comma, comments: Vec::new(), kind });
    }
}

fn is_elision(element: &Element) -> bool {
    is_left_out(&element.kind)
}

fn is_left_out(kind: &ElementKind) -> bool {
    matches!(kind, ElementKind::Elision)
}

/// One element of the list.
fn element(c: &mut Cursor<'_>, key: &mut Option<PrimaryKey>) -> ElementKind {
    if c.elision() {
        return ElementKind::Elision;
    }
    let start = c.span();
    let name = constraint_name(c);
    if at_primary_key(c) {
        if let Some(name) = name {
            let cure = ": Spanner has no name for a primary key; leave out `CONSTRAINT` and its \
                        name";
            c.expected_at("`PRIMARY KEY`", start.to(name.span), cure);
        }
        set_key(c, key);
        while c.refuse(CONSTRAINT_REFUSED) {}
        return ElementKind::PrimaryKey;
    }
    if let Some(constraint) = constraint(c, start, name) {
        return constraint;
    }
    if c.at_word("SYNONYM") && c.is_mark(1, "(") {
        c.note("kept as is, not analysed: SYNONYM".to_owned(), c.span());
        c.bump();
        c.bump();
        let _ = c.expect_name("a name");
        c.expect_mark(")");
        return ElementKind::Other;
    }
    let refused = c.is_mark(1, "(") || c.at_word("EXCLUDE") || c.is_word(1, "USING");
    if (refused || (c.at_word("LIKE") && c.is_name(1) && !c.googlesql()))
        && c.refuse(ELEMENT_REFUSED)
    {
        return ElementKind::Other;
    }
    column(c, "`,` or `)`")
}

/// One clause after the list; false when none is next.
fn clause(c: &mut Cursor<'_>, table: &mut CreateTable) -> bool {
    let comma = c.eat_mark(",");
    if c.elision() {
        return true;
    }
    if at_primary_key(c) {
        if let Some(comma) = comma {
            let cure = ": remove this comma";
            let edits = vec![Edit::delete(comma)];
            let what = "`PRIMARY KEY` right after the `)`";
            c.curable(what, comma, cure, "Remove the comma", edits);
        }
        let start = c.span();
        set_key(c, &mut table.primary_key);
        if !c.googlesql() {
            key_inside(c, table, start.to(c.last_span()));
        }
    } else if c.looking_at(&["INTERLEAVE", "IN"]) {
        check_comma(c, comma, "INTERLEAVE");
        table.interleave = interleave(c).map(Box::new);
    } else if c.looking_at(&["ROW", "DELETION"]) || c.looking_at(&["TTL"]) {
        let word = if c.at_word("TTL") { "TTL" } else { "ROW DELETION POLICY" };
        check_comma(c, comma, word);
        table.ttl = ttl(c).map(Box::new);
    } else if c.at_word("OPTIONS") || (c.at_word("WITH") && c.is_mark(1, "(")) {
        c.bump();
        table.options.extend(option_list(c));
    } else if let Some(item) = storage_clause(c) {
        table.options.push(item);
    } else {
        if let Some(comma) = comma {
            trailing_comma(c, comma);
        }
        return c.refuse(TABLE_REFUSED);
    }
    true
}

/// The PostgreSQL dialect has the key inside the list, where an edit can put it.
fn key_inside(c: &mut Cursor<'_>, table: &CreateTable, key: Span) {
    let from = table.elements.last().map_or(table.body.start, |element| element.span.end);
    let comma = if table.elements.is_empty() { "" } else { ", " };
    let edits = vec![Edit::insert(from, format!("{comma}{}", key.of(c.text))), Edit::delete(key)];
    let what = "the end of the statement";
    let cure = ": in the PostgreSQL dialect the key is declared in the list of columns";
    c.curable(what, key, cure, "Move the key into the list", edits);
}
