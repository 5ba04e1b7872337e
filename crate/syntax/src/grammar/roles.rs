//! `CREATE ROLE`, `GRANT` and `REVOKE`.

use super::cursor::Cursor;
use crate::tree::StatementKind;

/// What may be granted. `ALL` is PostgreSQL's.
const PRIVILEGES: &[&str] = &["SELECT", "INSERT", "UPDATE", "DELETE", "EXECUTE", "USAGE"];

/// Kinds of things on which privileges are granted.
const OBJECTS: &[&[&str]] = &[
    &["TABLE", "FUNCTION"],
    &["TABLE"],
    &["VIEW"],
    &["CHANGE", "STREAM"],
    &["SEQUENCE"],
    &["FUNCTION"],
    &["LOCALITY", "GROUP"],
];

/// The same, all of a schema.
const ALL_OBJECTS: &[&[&str]] = &[
    &["TABLES"],
    &["VIEWS"],
    &["CHANGE", "STREAMS"],
    &["SEQUENCES"],
    &["FUNCTIONS"],
    &["TABLE", "FUNCTIONS"],
];

/// `GRANT …` or `REVOKE …`
pub(super) fn grant(c: &mut Cursor<'_>) -> Option<StatementKind> {
    let (words, to) = if c.eat(&["GRANT"]).is_some() {
        ("GRANT", "TO")
    } else {
        c.eat(&["REVOKE"])?;
        ("REVOKE", "FROM")
    };
    if body(c, to).is_none() {
        c.skip_until(Cursor::at_end);
    }
    Some(StatementKind::other(words, None))
}

fn body(c: &mut Cursor<'_>, to: &str) -> Option<()> {
    if c.googlesql() && c.eat(&["ROLE"]).is_some() {
        c.names("a role")?;
        return receivers(c, to);
    }
    if !c.googlesql() && grants_roles(c) {
        c.names("a role")?;
        return receivers(c, to);
    }
    loop {
        privilege(c)?;
        if c.eat_mark(",").is_none() {
            break;
        }
    }
    c.expect(&["ON"])?;
    objects(c)?;
    receivers(c, to)
}

/// Whether only names stand before `TO` or `FROM`: PostgreSQL grants roles without the word.
fn grants_roles(c: &Cursor<'_>) -> bool {
    let mut ahead = 0;
    while c.is_name(ahead) && c.is_mark(ahead + 1, ",") {
        ahead += 2;
    }
    c.is_name(ahead) && (c.is_word(ahead + 1, "TO") || c.is_word(ahead + 1, "FROM"))
}

/// `SELECT [(columns)]`
fn privilege(c: &mut Cursor<'_>) -> Option<()> {
    if !c.googlesql() && c.eat(&["ALL"]).is_some() {
        let _ = c.eat(&["PRIVILEGES"]);
        return Some(());
    }
    if !PRIVILEGES.iter().any(|word| c.eat(&[word]).is_some()) {
        c.expected("`SELECT`, `INSERT`, `UPDATE`, `DELETE`, `EXECUTE` or `USAGE`");
        return None;
    }
    if c.at_mark("(") {
        c.some_names("a column");
    }
    Some(())
}

/// What stands behind `ON`.
fn objects(c: &mut Cursor<'_>) -> Option<()> {
    if c.at_word("ALL") && !c.is_mark(1, ",") && !c.is_word(1, "TO") && !c.is_word(1, "FROM") {
        c.bump();
        if !ALL_OBJECTS.iter().any(|words| c.eat(words).is_some()) {
            c.expected("`TABLES`, `VIEWS`, `SEQUENCES` or `CHANGE STREAMS`");
            return None;
        }
        c.expect(&["IN", "SCHEMA"])?;
    } else if !c.googlesql() && (c.is_mark(1, ",") || c.is_word(1, "TO") || c.is_word(1, "FROM")) {
        // A table that is called like a kind of thing.
    } else if c.eat(&["SCHEMA"]).is_none()
        && !OBJECTS.iter().any(|words| c.eat(words).is_some())
        && c.googlesql()
    {
        c.expected("`TABLE`, `VIEW`, `SCHEMA` or another kind of object");
        return None;
    }
    loop {
        if c.eat(&["DEFAULT"]).is_none() {
            c.expect_name("a name")?;
        }
        if c.at_mark("(") {
            c.brackets()?;
        }
        if c.eat_mark(",").is_none() {
            return Some(());
        }
    }
}

/// `TO ROLE r, …`; PostgreSQL has no `ROLE`.
fn receivers(c: &mut Cursor<'_>, to: &str) -> Option<()> {
    c.expect(&[to])?;
    if c.googlesql() {
        c.expect(&["ROLE"])?;
    }
    c.names("a role")?;
    Some(())
}
