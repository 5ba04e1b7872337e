//! `CREATE CHANGE STREAM`.

use super::cursor::Cursor;
use super::object_name::refuse_catalog;
use super::options::option_list;
use crate::check;
use crate::text::{Edit, Span};
use crate::tree::{
    CreateChangeStream, Name, OptionItem, StatementKind, StreamAction, Watched, WatchedTable,
};

/// What follows `CREATE CHANGE STREAM`.
pub(super) fn create(c: &mut Cursor<'_>) -> Option<StatementKind> {
    c.if_not_exists();
    let name = c.expect_name("a name for the change stream")?;
    refuse_catalog(c, &name);
    let watched = if c.eat(&["FOR"]).is_some() { watched(c)? } else { Watched::Nothing };
    let options = options(c);
    Some(StatementKind::CreateChangeStream(Box::new(CreateChangeStream { name, watched, options })))
}

/// `OPTIONS (…)`, in PostgreSQL `WITH (…)`.
fn options(c: &mut Cursor<'_>) -> Vec<OptionItem> {
    if c.googlesql() && c.eat(&["OPTIONS"]).is_some() {
        return option_list(c);
    }
    if !c.googlesql() && c.eat(&["WITH"]).is_some() {
        return option_list(c);
    }
    Vec::new()
}

/// What follows `FOR`: `ALL`, or tables with their columns.
pub(super) fn watched(c: &mut Cursor<'_>) -> Option<Watched> {
    if c.eat(&["ALL"]).is_some() {
        return Some(Watched::All);
    }
    let mut tables = Vec::with_capacity(1);
    loop {
        if c.at_word("ALL") {
            c.expected("a table name, or `ALL` alone");
            return None;
        }
        let table = c.expect_name("`ALL` or a table name")?;
        let columns = c.at_mark("(").then(|| columns(c));
        tables.push(WatchedTable { table, columns });
        if c.eat_mark(",").is_none() {
            return Some(Watched::Tables(tables));
        }
    }
}

/// `( c, … )`, which may be empty.
fn columns(c: &mut Cursor<'_>) -> Vec<Name> {
    let mut names = Vec::new();
    c.list(|c| {
        if c.at_word("ALL") {
            c.expected("a column");
            c.bump();
            return;
        }
        match c.expect_name("a column") {
            Some(name) => names.push(name),
            None => c.skip_until(|c| c.at_mark(",") || c.at_mark(")")),
        }
    });
    names
}

/// What follows `ALTER CHANGE STREAM s`.
pub(super) fn alter(c: &mut Cursor<'_>) -> Option<StreamAction> {
    if c.eat(&["DROP"]).is_some() {
        return c.expect(&["FOR", "ALL"]).map(|_| StreamAction::Watch(Watched::Nothing));
    }
    if !c.googlesql() && c.eat(&["RESET"]).is_some() {
        let names = c.some_names("an option").0;
        let known = |name: &&Name| check::CHANGE_STREAM.iter().any(|(key, _)| name.text == *key);
        if let Some(name) = names.iter().find(|name| !known(name)) {
            c.expected_at("an option of a change stream", name.span, "");
        }
        return Some(StreamAction::ResetOptions(names));
    }
    if c.looking_at(&["FOR", "ALL", "SET"]) {
        // Google's pages say both in one statement; the options are what they mean to change.
        let span = c.eat(&["FOR", "ALL"])?;
        let edits = vec![Edit::delete(Span::new(span.start, c.span().start))];
        let cure = ": write each in a separate statement";
        c.curable("`SET` or `DROP FOR ALL`", span, cure, "Remove `FOR ALL`", edits);
    } else if c.at_word("FOR") {
        let edits = vec![Edit::insert(c.span().start, "SET ")];
        let what = "`SET` or `DROP FOR ALL`";
        c.curable(what, c.span(), ": write SET before FOR", "Insert `SET`", edits);
        return None;
    }
    if c.eat(&["SET"]).is_none() {
        c.expected("`SET` or `DROP FOR ALL`");
        return None;
    }
    if c.eat(&["FOR"]).is_some() {
        return watched(c).map(StreamAction::Watch);
    }
    if c.googlesql() {
        if c.eat(&["OPTIONS"]).is_none() {
            c.expected("`FOR` or `OPTIONS`");
            return None;
        }
        let items = option_list(c);
        c.errors.extend(check::options(c.text, check::CHANGE_STREAM, &items));
        return Some(StreamAction::SetOptions(items));
    }
    if !c.at_mark("(") {
        c.expected("`FOR` or `(`");
        return None;
    }
    let items = option_list(c);
    c.errors.extend(check::options(c.text, check::CHANGE_STREAM, &items));
    Some(StreamAction::SetOptions(items))
}
