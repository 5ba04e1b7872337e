//! Statements from tokens, by recursive descent: one function per clause, one dispatch here.
//!
//! No function here fails: it takes what it can read, notes what it expected where it could not,
//! and leaves the cursor where reading can go on.

mod alter;
mod clause_comma;
mod column;
mod constraint;
mod cursor;
mod drop;
mod element_start;
mod expr;
mod foreign_key;
mod graph;
mod index;
mod interleave;
mod key;
mod malformed;
mod object_name;
mod objects;
mod options;
mod query;
mod roles;
mod sequence;
mod stream;
mod strings;
mod table;
mod ttl;
mod types;
mod view;
mod words;

use super::boxed::Boxed;
use super::check::KIND_REFUSED;
use super::split::{Piece, Split};
use super::tree::{
    Dialect, Name, Note, NoteKind, Statement, StatementKind, SyntaxError, TokenKind,
};
use super::{check, dialect};
use cursor::Cursor;

/// What the grammar says of statements besides what they say.
#[derive(Debug, Default)]
pub(super) struct Remarks {
    /// What was expected and not found.
    pub(super) errors: Vec<SyntaxError>,
    /// Skipped statements, elisions.
    pub(super) notes: Vec<Note>,
}

/// Reads every statement of `split`, and adds it to `statements`. A dialect that was forced holds
/// for every one; `unreadable` is what the lexer reported.
pub(super) fn parse(
    text: &str,
    dialect: Dialect,
    forced: bool,
    unreadable: &[SyntaxError],
    split: &Split,
    statements: &mut Vec<Statement>,
) -> Remarks {
    let mut cursor = Cursor::new(text, dialect, unreadable, split);
    statements.reserve(split.pieces.len());
    for (i, piece) in split.pieces.iter().enumerate() {
        cursor.dialect = dialect;
        let before = Counts { errors: cursor.errors.len(), notes: cursor.notes.len() };
        let mut read = one(&mut cursor, piece);
        if !forced && cursor.errors.len() > before.errors {
            read = in_other_dialect(&mut cursor, piece, read, before);
        }
        let ddl = !matches!(read.kind, StatementKind::Skipped | StatementKind::Query(_));
        if ddl && piece.semicolon.is_none() && i + 1 < split.pieces.len() {
            cursor.missing_semicolon(split.pieces[i + 1].start);
        }
        statements.push(read);
    }
    Remarks { errors: cursor.errors, notes: cursor.notes }
}

/// Reads one statement, and checks what it says if it could be read whole.
fn one(c: &mut Cursor<'_>, piece: &Piece) -> Statement {
    c.enter(piece);
    let span = c.rest_span();
    let kind = statement(c);
    let statement =
        Statement { span, semicolon: piece.semicolon, kind, comments: Boxed::default() };
    if !check::is_broken(&statement, &c.errors) {
        let found = check::statement(c.text, c.dialect, &statement.kind);
        c.errors.extend(found.errors);
        c.notes.extend(found.notes);
    }
    statement
}

/// How many errors and notes there are.
#[derive(Clone, Copy, Debug)]
struct Counts {
    errors: usize,
    notes: usize,
}

/// A statement that does not fit the file's dialect may fit the other: then it is read so, and a
/// note says so. `before` counts the errors and notes from before the first try.
fn in_other_dialect(
    c: &mut Cursor<'_>,
    piece: &Piece,
    first: Statement,
    before: Counts,
) -> Statement {
    let (other, name) = match c.dialect {
        Dialect::GoogleSql => (Dialect::PostgreSql, "PostgreSQL"),
        Dialect::PostgreSql => (Dialect::GoogleSql, "GoogleSQL"),
    };
    if dialect::detect(first.span.of(c.text)) != other {
        return first;
    }
    let (errors, notes) = (c.errors.split_off(before.errors), c.notes.split_off(before.notes));
    c.dialect = other;
    let second = one(c, piece);
    if c.errors.len() > before.errors {
        c.errors.truncate(before.errors);
        c.notes.truncate(before.notes);
        c.errors.extend(errors);
        c.notes.extend(notes);
        return first;
    }
    let message = format!("the file mixes dialects: this statement is read as {name}");
    c.note_of(NoteKind::OtherDialect, message, second.span);
    second
}

/// The dispatch: one statement, told by its leading words.
fn statement(c: &mut Cursor<'_>) -> StatementKind {
    let read = if c.looking_at(&["CREATE"]) {
        create(c)
    } else if c.looking_at(&["ALTER", "TABLE"]) {
        alter::alter_table(c)
    } else if c.looking_at(&["ALTER", "DATABASE"]) {
        alter::alter_database(c)
    } else if c.looking_at(&["GRANT"]) || c.looking_at(&["REVOKE"]) {
        roles::grant(c)
    } else if c.looking_at(&["ANALYZE"]) {
        c.bump();
        Some(StatementKind::other("ANALYZE", None))
    } else if c.looking_at(&["ALTER"]) {
        objects::alter(c).or_else(|| alter::alter_other(c))
    } else if c.looking_at(&["DROP"]) {
        drop::drop_object(c)
    } else if c.looking_at(&["RENAME"]) && c.googlesql() {
        drop::rename_tables(c)
    } else {
        query::query(c)
    };
    match read {
        Some(kind) => {
            while !c.googlesql() && c.refuse(check::CONSTRAINT_REFUSED) {}
            c.expect_end();
            kind
        }
        None => other(c),
    }
}

/// `CREATE …`; `None` for what this version does not read, with the cursor where it was.
fn create(c: &mut Cursor<'_>) -> Option<StatementKind> {
    let is = |c: &Cursor<'_>, words: &[&str]| c.looking_at(words);
    let temporary = ["TEMP", "TEMPORARY", "UNLOGGED"].iter().any(|word| c.is_word(1, word));
    if is(c, &["CREATE", "TABLE"]) || (temporary && c.is_word(2, "TABLE")) {
        table::create_table(c)
    } else if is(c, &["CREATE", "INDEX"])
        || is(c, &["CREATE", "UNIQUE"])
        || is(c, &["CREATE", "NULL_FILTERED"])
    {
        index::create_index(c)
    } else if is(c, &["CREATE", "SEQUENCE"]) {
        sequence::create_sequence(c)
    } else if is(c, &["CREATE", "SEARCH"]) || is(c, &["CREATE", "VECTOR"]) {
        index::create_special(c)
    } else {
        objects::create(c)
    }
}

/// First words of statements that define something.
const VERBS: &[&str] = &["CREATE", "ALTER", "DROP", "RENAME", "GRANT", "REVOKE", "ANALYZE"];

/// Words of DDL that begin no statement: one that does has lost its verb. In capitals alone, for
/// prose may begin with any of them.
const NO_VERBS: &[&str] = &[
    "ACTION",
    "ALL",
    "AS",
    "ASC",
    "BUNDLE",
    "BY",
    "CASCADE",
    "CHANGE",
    "CHECK",
    "COLUMN",
    "CONSTRAINT",
    "DATABASE",
    "DEFAULT",
    "DESC",
    "EXISTS",
    "FOREIGN",
    "FUNCTION",
    "GRAPH",
    "GROUP",
    "HIDDEN",
    "IN",
    "INCLUDE",
    "INDEX",
    "INTERLEAVE",
    "INTERVAL",
    "IS",
    "KEY",
    "LOCALITY",
    "MODEL",
    "NO",
    "NOT",
    "NULL",
    "NULL_FILTERED",
    "ON",
    "OPTIONS",
    "OR",
    "ORDER",
    "PARENT",
    "PARTITION",
    "PLACEMENT",
    "POLICY",
    "PRIMARY",
    "PROPERTY",
    "PROTO",
    "RANGE",
    "REFERENCES",
    "REMOTE",
    "RESTRICT",
    "ROLE",
    "ROW",
    "SCHEMA",
    "SEARCH",
    "SECURITY",
    "SEQUENCE",
    "SKIP",
    "SQL",
    "STATISTICS",
    "STORED",
    "STORING",
    "STREAM",
    "SYNONYM",
    "TABLE",
    "TO",
    "TTL",
    "UNIQUE",
    "VECTOR",
    "VIEW",
    "WHERE",
];

/// Kinds of two words, and what takes their place where the second is missing.
const PAIRS: &[[&str; 2]] = &[
    ["CHANGE", "STREAM"],
    ["LOCALITY", "GROUP"],
    ["PROTO", "BUNDLE"],
    ["PROPERTY", "GRAPH"],
    ["SEARCH", "INDEX"],
    ["VECTOR", "INDEX"],
];

/// What is missing of a kind behind the verb, if it was begun or is its second half.
fn half_kind(c: &Cursor<'_>) -> Option<&'static [&'static str; 2]> {
    PAIRS
        .iter()
        .find(|[first, second]| c.at_word(first) || (*second != "INDEX" && c.at_word(second)))
}

/// Words that may stand between the verb and the name of a thing.
const OBJECT_WORDS: &[&str] = &[
    "OR",
    "REPLACE",
    "TABLE",
    "UNIQUE",
    "NULL_FILTERED",
    "INDEX",
    "SEARCH",
    "VECTOR",
    "CHANGE",
    "STREAM",
    "SEQUENCE",
    "VIEW",
    "ROLE",
    "SCHEMA",
    "DATABASE",
    "PROPERTY",
    "GRAPH",
    "MODEL",
    "PROTO",
    "BUNDLE",
    "LOCALITY",
    "GROUP",
    "PLACEMENT",
    "FUNCTION",
    "STATISTICS",
    "FOREIGN",
];

/// Any other statement: kept by its leading words if it defines something, skipped if not.
fn other(c: &mut Cursor<'_>) -> StatementKind {
    let span = c.rest_span();
    let first = c.word().to_ascii_uppercase();
    if !c.googlesql() && c.word() == "TABLE" {
        c.bump();
        let _ = c.name();
        let cure = ": `TABLE t` is a query; for DDL write `CREATE`, `ALTER` or `DROP` before it";
        c.expected_at("the end of the statement", c.span(), cure);
        return StatementKind::Skipped;
    }
    if !VERBS.contains(&first.as_str()) && NO_VERBS.contains(&c.word()) {
        c.expected("`CREATE`, `ALTER`, `DROP` or another verb that begins a statement");
        return StatementKind::Skipped;
    }
    if c.kind() != Some(TokenKind::Word) || !VERBS.contains(&first.as_str()) {
        if !c.is_unreadable(c.span()) {
            let said = shortened(span.of(c.text));
            c.note(format!("skipped, not a definition: `{said}`"), span);
        }
        return StatementKind::Skipped;
    }
    let mut words = first;
    c.bump();
    if words == "CREATE" && c.at_word("OR") && !c.is_word(1, "REPLACE") {
        c.bump();
        c.expected("`REPLACE`");
        return StatementKind::other(words, None);
    }
    let has_replace = words == "CREATE" && c.eat(&["OR", "REPLACE"]).is_some();
    if matches!(words.as_str(), "CREATE" | "ALTER" | "DROP") && c.refuse(KIND_REFUSED) {
        return StatementKind::Skipped;
    }
    if words == "DROP" && c.at_word("DATABASE") {
        let cure = ": no statement drops a database; use `gcloud spanner databases delete`";
        c.expected_at("a kind of object inside the database", c.span(), cure);
        return StatementKind::Skipped;
    }
    if let Some([first, second]) = half_kind(c) {
        if c.eat(&[first]).is_some() {
            c.expected(&format!("`{second}`"));
        } else {
            c.expected(&format!("`{first} {second}`"));
        }
        return StatementKind::other(format!("{words} {first} {second}"), None);
    }
    if has_replace {
        words.push_str(" OR REPLACE");
    }
    // A word that stands before a kind of object, and does not before this one.
    let after_modifier =
        ["OR", "REPLACE", "UNIQUE", "NULL_FILTERED"].iter().any(|it| c.at_word(it));
    if after_modifier || (words == "RENAME" && !c.googlesql()) {
        c.expected("`TABLE`, `INDEX`, `SEQUENCE` or another kind of object");
        return StatementKind::other(words, None);
    }
    let verb = words.len();
    while OBJECT_WORDS.iter().any(|word| c.at_word(word)) {
        words.push(' ');
        words.push_str(&c.word().to_ascii_uppercase());
        c.bump();
    }
    let named = words.len() > verb;
    if !named && !matches!(words.as_str(), "GRANT" | "REVOKE" | "ANALYZE") {
        c.expected("`TABLE`, `INDEX`, `SEQUENCE` or another kind of object");
        return StatementKind::other(words, None);
    }
    let _ = c.eat(&["IF", "NOT", "EXISTS"]).or_else(|| c.eat(&["IF", "EXISTS"]));
    let object = if named { c.expect_name("a name") } else { None };
    let shown = object.as_ref().map_or(String::new(), |name: &Name| format!(" `{}`", name.text));
    c.note(format!("kept as is, not analysed: {words}{shown}"), span);
    StatementKind::other(words, object)
}

/// Characters of a skipped statement that its note repeats.
const SHOWN_CHARS_MAX: usize = 40;

/// The first line, or as much of it as fits a message.
fn shortened(said: &str) -> String {
    let line = said.lines().next().unwrap_or_default().trim_end();
    if line.chars().count() <= SHOWN_CHARS_MAX && line.len() == said.len() {
        return line.to_owned();
    }
    let mut short: String = line.chars().take(SHOWN_CHARS_MAX).collect();
    short.push('…');
    short
}
