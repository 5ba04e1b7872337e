//! `PRIMARY KEY (…)` and the parts of keys, of tables and of indexes.

use super::cursor::Cursor;
use crate::check::KEY_REFUSED;
use crate::text::Span;
use crate::tree::{KeyPart, PrimaryKey};

/// `PRIMARY KEY ( … )`; a second one is an error, and the first counts.
pub(super) fn set_key(c: &mut Cursor<'_>, key: &mut Option<PrimaryKey>) {
    let Some(start) = c.eat(&["PRIMARY", "KEY"]) else { return };
    if key.is_some() {
        c.expected_at("one primary key", start, ": the first counts");
    }
    let (parts, list) = key_parts(c);
    if !c.googlesql()
        && let Some(part) = parts.iter().find(|part| part.span != part.name.span)
    {
        let order = Span::new(part.name.span.end, part.span.end);
        let start = part.span.end - len(order.of(c.text).trim_start());
        let cure = ": in the PostgreSQL dialect keys are ascending; an index can be descending";
        c.expected_at("`,` or `)`", Span::new(start, part.span.end), cure);
    }
    let read = PrimaryKey { span: start.to(c.last_span()), list, parts };
    key.get_or_insert(read);
}

fn len(text: &str) -> u32 {
    crate::text::at(text.len())
}

/// `( c [ASC|DESC], … )`
pub(super) fn key_parts(c: &mut Cursor<'_>) -> (Vec<KeyPart>, Span) {
    let mut parts = Vec::new();
    if !c.googlesql() && c.at_mark("(") && c.is_mark(1, ")") {
        let open = c.bump();
        c.expected("a column");
        c.bump();
        return (parts, Span::empty(open.end));
    }
    // The emulator takes no comma behind the last part, and other readers of GoogleSQL do.
    let list = c.list_with(c.googlesql(), |c| {
        let place = c.place();
        key_part(c, place, &mut parts);
    });
    parts.shrink_to_fit();
    (parts, list)
}

/// `[NULLS FIRST|LAST]`: whether it changes where NULLs stand. They are the smallest values in
/// GoogleSQL and the largest in PostgreSQL.
fn nulls_moved(c: &mut Cursor<'_>, desc: bool) -> bool {
    if c.googlesql() && c.at_word("NULLS") {
        let what = "`,` or `)`";
        c.expected_at(what, c.span(), ": in GoogleSQL NULL is the smallest value; leave this out");
    }
    let first_by_default = c.googlesql() != desc;
    if c.eat(&["NULLS", "FIRST"]).is_some() {
        return !first_by_default;
    }
    c.eat(&["NULLS", "LAST"]).is_some() && first_by_default
}

/// `c [ASC|DESC]`, at the place where it starts.
fn key_part(c: &mut Cursor<'_>, place: usize, parts: &mut Vec<KeyPart>) {
    if !c.is_mark(1, "(") {
        c.refuse_reserved("a column");
    }
    match c.name() {
        Some(name) if !c.at_mark("(") => {
            let start = name.span;
            let desc = c.eat(&["DESC"]).is_some();
            if !desc {
                let _ = c.eat(&["ASC"]);
            }
            let nulls_moved = nulls_moved(c, desc);
            parts.push(KeyPart { name, desc, nulls_moved, span: start.to(c.last_span()) });
            if !c.refuse(KEY_REFUSED) && c.at_name() && !c.on_new_line() && !c.googlesql() {
                let cure = ": Spanner has no operator classes; leave this out";
                c.expected_at("`,` or `)`", c.span(), cure);
                c.bump();
            }
        }
        Some(_) => {
            c.back_to(place);
            let cure = ": Spanner indexes columns only; generate one from the expression";
            c.expected_at("a column", c.span(), cure);
            c.skip_until(|c| c.at_mark(",") || c.at_mark(")"));
        }
        None => {
            let span = c.span();
            let cure = if c.at_mark("(") {
                ": Spanner indexes columns only; generate one from the expression"
            } else {
                ""
            };
            c.expected_at("a column", span, cure);
            c.skip_until(|c| c.at_mark(",") || c.at_mark(")"));
        }
    }
}
