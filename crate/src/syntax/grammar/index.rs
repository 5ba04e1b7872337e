//! `CREATE [UNIQUE] [NULL_FILTERED] INDEX`.

use super::cursor::Cursor;
use super::options::option_list;
use super::table::{check_comma, interleave, key_parts, storage_clause, trailing_comma};
use crate::syntax::tree::{CreateIndex, Name, StatementKind};
use crate::text::Span;

/// `CREATE [UNIQUE] [NULL_FILTERED] INDEX [IF NOT EXISTS] i ON t ( … ) …`
pub(super) fn create_index(c: &mut Cursor<'_>) -> Option<StatementKind> {
    let start = c.place();
    c.eat(&["CREATE"])?;
    let unique = c.eat(&["UNIQUE"]).is_some();
    let null_filtered = c.eat(&["NULL_FILTERED"]);
    if c.eat(&["INDEX"]).is_none() {
        c.back_to(start);
        return None;
    }
    let _ = c.eat(&["CONCURRENTLY"]);
    c.skip_if_exists();
    let name = index_name(c);
    let table = on_table(c);
    let (Some(name), Some(table)) = (name, table) else {
        c.skip_until(Cursor::at_end);
        return Some(StatementKind::Skipped);
    };
    let _ = c.eat(&["USING"]).and_then(|_| c.name());
    let (keys, keys_list) = key_parts(c);
    let mut index = CreateIndex {
        name,
        unique,
        null_filtered,
        table,
        keys,
        keys_list,
        storing: Vec::new(),
        where_not_null: Vec::new(),
        interleave: None,
        comments: Vec::new(),
    };
    while clause(c, &mut index) {}
    Some(StatementKind::CreateIndex(index))
}

/// The name; an empty one where it was forgotten, so that the keys are still looked at.
fn index_name(c: &mut Cursor<'_>) -> Option<Name> {
    if c.at_word("ON") && !c.is_word(1, "ON") {
        c.expected("a name for the index");
        return Some(Name { text: String::new(), span: Span::empty(c.span().start) });
    }
    c.expect_name("a name for the index")
}

/// `ON t`
fn on_table(c: &mut Cursor<'_>) -> Option<Name> {
    if c.eat(&["ON"]).is_none() {
        c.expected("`ON`");
        return None;
    }
    if c.at_word("ONLY") && c.is_name(1) {
        c.bump();
    }
    c.expect_name("a table name")
}

/// One clause after the keys; false when none is next.
fn clause(c: &mut Cursor<'_>, index: &mut CreateIndex) -> bool {
    let comma = c.eat_mark(",");
    if c.elision() {
        return true;
    }
    if c.looking_at(&["INTERLEAVE", "IN"]) {
        check_comma(c, comma, "INTERLEAVE");
        index.interleave = interleave(c);
        return true;
    }
    if let Some(comma) = comma {
        trailing_comma(c, comma);
    }
    if c.eat(&["STORING"]).is_some() || c.eat(&["INCLUDE"]).is_some() {
        index.storing.extend(c.name_list("a column").0);
    } else if c.eat(&["WHERE"]).is_some() {
        where_not_null(c, &mut index.where_not_null);
    } else if c.at_word("OPTIONS") || (c.at_word("WITH") && c.is_mark(1, "(")) {
        c.bump();
        option_list(c);
    } else {
        return storage_clause(c).is_some();
    }
    true
}

/// `c IS NOT NULL AND …`
fn where_not_null(c: &mut Cursor<'_>, columns: &mut Vec<Name>) {
    loop {
        let mut open = 0;
        while c.eat_mark("(").is_some() {
            open += 1;
        }
        let Some(name) = c.expect_name("a column") else { return };
        if c.eat(&["IS", "NOT", "NULL"]).is_none() {
            c.expected("`IS NOT NULL`");
            // Any other filter is no DDL of Spanner's; what follows it still may be.
            c.skip_until(|c| c.at_mark(",") || c.at_word("INTERLEAVE") || c.at_word("OPTIONS"));
            return;
        }
        columns.push(name);
        while open > 0 && c.eat_mark(")").is_some() {
            open -= 1;
        }
        if c.eat(&["AND"]).is_none() {
            return;
        }
    }
}
