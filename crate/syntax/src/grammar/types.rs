//! Types of both dialects. The names of either are taken in both: a table with one type that its
//! dialect lacks is still worth looking at.

use super::cursor::Cursor;
use crate::tree::{TokenKind, Type, TypeRef};
use smol_str::StrExt;

/// What a one-word type name means.
#[derive(Clone, Copy)]
enum Simple {
    Bool,
    Int64,
    Float32,
    Float64,
    Numeric,
    String,
    Bytes,
    Date,
    Timestamp,
    Uuid,
    Json,
}

/// Type names of one word. PostgreSQL's `int` is eight bytes in Spanner.
const NAMES: &[(&str, Simple)] = &[
    ("INT64", Simple::Int64),
    ("STRING", Simple::String),
    ("TIMESTAMP", Simple::Timestamp),
    ("BOOL", Simple::Bool),
    ("BYTES", Simple::Bytes),
    ("DATE", Simple::Date),
    ("FLOAT64", Simple::Float64),
    ("FLOAT32", Simple::Float32),
    ("NUMERIC", Simple::Numeric),
    ("JSON", Simple::Json),
    ("UUID", Simple::Uuid),
    ("BIGINT", Simple::Int64),
    ("VARCHAR", Simple::String),
    ("TEXT", Simple::String),
    ("TIMESTAMPTZ", Simple::Timestamp),
    ("BOOLEAN", Simple::Bool),
    ("BYTEA", Simple::Bytes),
    ("JSONB", Simple::Json),
    ("INTEGER", Simple::Int64),
    ("INT", Simple::Int64),
    ("INT8", Simple::Int64),
    ("INT4", Simple::Int64),
    ("INT2", Simple::Int64),
    ("SMALLINT", Simple::Int64),
    ("SERIAL", Simple::Int64),
    ("BIGSERIAL", Simple::Int64),
    ("SMALLSERIAL", Simple::Int64),
    ("SERIAL2", Simple::Int64),
    ("SERIAL4", Simple::Int64),
    ("SERIAL8", Simple::Int64),
    ("FLOAT8", Simple::Float64),
    ("FLOAT4", Simple::Float32),
    ("REAL", Simple::Float32),
    ("FLOAT", Simple::Float64),
    ("DECIMAL", Simple::Numeric),
    ("CHAR", Simple::String),
];

/// The type of a column; says so when it is missing, or lacks its length.
pub(super) fn column_type(c: &mut Cursor<'_>) -> Option<TypeRef> {
    const CLAUSES: &[&str] = &[
        "NOT",
        "NULL",
        "DEFAULT",
        "AS",
        "OPTIONS",
        "PRIMARY",
        "GENERATED",
        "HIDDEN",
        "CHECK",
        "REFERENCES",
        "ON",
        "CONSTRAINT",
        "PLACEMENT",
    ];
    if !c.at_name() || c.at_any(CLAUSES) {
        c.expected("a type");
        return None;
    }
    stored_type(c)
}

/// Any type whose strings and bytes say how long they may be, as GoogleSQL asks of what is stored.
pub(super) fn stored_type(c: &mut Cursor<'_>) -> Option<TypeRef> {
    // `ARRAY < STRING`
    let inner = if c.at_word("ARRAY") { 2 } else { 0 };
    let sized = c.is_word(inner, "STRING") || c.is_word(inner, "BYTES");
    let bare = sized && !c.is_mark(inner + 1, "(");
    let (place, errors) = (c.place(), c.errors.len());
    let mut ty = any_type(c);
    // A type that could not be read whole is none, rather than one without a length.
    if c.errors.len() > errors {
        ty = None;
    }
    if bare && c.googlesql() {
        let end = c.place();
        c.back_to(place + inner + 1);
        c.expected("a length such as `(MAX)`");
        c.back_to(end);
    }
    ty
}

/// Any type.
pub(super) fn any_type(c: &mut Cursor<'_>) -> Option<TypeRef> {
    let start = c.span();
    let mut kind = c.deeper(element_type)?;
    // `integer ARRAY[]`, the spelling of the standard.
    if !c.googlesql() && c.at_word("ARRAY") {
        c.bump();
        if !c.at_mark("[") {
            kind = Type::Array(Box::new(kind));
        }
    }
    // `text[]`, and PostgreSQL's `text[3]`; one level is all Spanner has.
    while c.at_mark("[") && (c.is_mark(1, "]") || c.is_mark(2, "]")) {
        c.skip_one();
        if !matches!(kind, Type::Array(_)) {
            kind = Type::Array(Box::new(kind));
        }
    }
    let span = start.to(c.last_span());
    if matches!(&kind, Type::Array(of) if **of == Type::CommitTimestamp) {
        c.expected_at("a type", span, ": Spanner has no arrays of commit timestamps");
    }
    Some(TypeRef { kind, span })
}

fn element_type(c: &mut Cursor<'_>) -> Option<Type> {
    if c.at_word("ARRAY") && c.is_mark(1, "<") {
        return array(c);
    }
    if c.at_word("ARRAY") && c.is_mark(1, "<>") {
        c.bump();
        c.expected("a type in `< >`");
        c.bump();
        return Some(Type::Array(Box::new(Type::Other(Box::default()))));
    }
    if c.at_word("STRUCT") && (c.is_mark(1, "<") || c.is_mark(1, "<>")) {
        return structure(c);
    }
    if c.eat(&["DOUBLE", "PRECISION"]).is_some() {
        return Some(Type::Float64);
    }
    if c.eat(&["CHARACTER", "VARYING"]).is_some() {
        return Some(Type::String(length(c)));
    }
    if c.at_word("CHARACTER") {
        let cure = ": Spanner has no fixed-length strings";
        c.expected_at("`varchar`", c.span(), cure);
        c.bump();
        return Some(Type::String(length(c)));
    }
    if c.kind() == Some(TokenKind::Word) && !c.is_mark(1, ".") {
        let word = c.word();
        if let Some(&(_, simple)) = NAMES.iter().find(|(name, _)| name.eq_ignore_ascii_case(word)) {
            c.bump();
            return Some(simple_type(c, simple));
        }
    }
    if !c.at_word("INTERVAL") {
        c.refuse_reserved("a type");
    }
    let name = c.name()?.text.to_ascii_uppercase();
    if c.at_mark("(") && c.kind_ahead(1) == Some(TokenKind::Number) {
        c.skip_one();
    }
    Some(if name == "SPANNER.COMMIT_TIMESTAMP" {
        Type::CommitTimestamp
    } else {
        Type::Other(Box::new(name.into()))
    })
}

fn simple_type(c: &mut Cursor<'_>, simple: Simple) -> Type {
    match simple {
        Simple::String => Type::String(length(c)),
        Simple::Bytes => Type::Bytes(length(c)),
        _ => {
            // `numeric(10, 2)`, `timestamptz(6)`
            if !c.googlesql() && c.at_mark("(") && c.kind_ahead(1) == Some(TokenKind::Number) {
                c.skip_one();
            }
            if c.googlesql() && c.at_mark("(") {
                c.expected("no parentheses after this type");
                if c.closing_place().is_some() && !c.is_unbalanced() {
                    c.skip_one();
                }
            }
            let _ =
                c.eat(&["WITH", "TIME", "ZONE"]).or_else(|| c.eat(&["WITHOUT", "TIME", "ZONE"]));
            match simple {
                Simple::Bool => Type::Bool,
                Simple::Int64 => Type::Int64,
                Simple::Float32 => Type::Float32,
                Simple::Float64 => Type::Float64,
                Simple::Numeric => Type::Numeric,
                Simple::Date => Type::Date,
                Simple::Timestamp => Type::Timestamp,
                Simple::Uuid => Type::Uuid,
                Simple::Json => Type::Json,
                Simple::String | Simple::Bytes => Type::String(None),
            }
        }
    }
}

/// `(n)` or `(MAX)`; `None` for the latter, and when there is none.
fn length(c: &mut Cursor<'_>) -> Option<u32> {
    let close = c.closing_place().filter(|_| !c.is_unbalanced());
    c.eat_mark("(")?;
    let said = c.at_whole_number();
    let length = c.number();
    // A template stands for a number, too.
    if said {
        // One that is too long for us is still a number.
    } else if c.word().ends_with('}') {
        c.bump();
    } else if c.eat(&["MAX"]).is_none() && !c.elision() {
        c.expected("a length or `MAX`");
        if leave(c, close) {
            return length;
        }
    }
    if c.expect_mark(")").is_none() {
        leave(c, close);
    }
    length
}

/// Goes behind the bracket that closes what could not be read; says whether there is one.
fn leave(c: &mut Cursor<'_>, close: Option<usize>) -> bool {
    if let Some(close) = close {
        c.back_to(close + 1);
    }
    close.is_some()
}

/// `ARRAY<T>`, with `(vector_length=>n)`.
fn array(c: &mut Cursor<'_>) -> Option<Type> {
    c.eat(&["ARRAY"])?;
    c.eat_mark("<")?;
    let inner = any_type(c);
    if inner.is_none() {
        c.expected("a type");
    }
    if !c.eat_angle() {
        c.expected("`>`");
        c.skip_until(|c| c.at_mark(">") || c.at_mark(">>") || c.at_mark(",") || c.at_mark(")"));
        c.eat_angle();
    }
    let close = c.closing_place().filter(|_| !c.is_unbalanced());
    if c.googlesql() && c.eat_mark("(").is_some() && vector_length(c).is_none() {
        leave(c, close);
    }
    Some(Type::Array(Box::new(inner.map_or(Type::Other(Box::default()), |ty| ty.kind))))
}

/// `vector_length=>n )`
fn vector_length(c: &mut Cursor<'_>) -> Option<()> {
    c.expect(&["vector_length"])?;
    c.expect_mark("=>")?;
    if c.kind() != Some(TokenKind::Number) {
        c.expected("a length");
        return None;
    }
    c.bump();
    c.expect_mark(")")?;
    Some(())
}

/// `STRUCT<[name] type, …>`, kept as text.
fn structure(c: &mut Cursor<'_>) -> Option<Type> {
    let start = c.bump();
    if c.eat_mark("<>").is_none() {
        c.eat_mark("<")?;
        loop {
            // `name type`, or a type alone.
            if c.is_name(1) && !c.looking_at(&["DOUBLE", "PRECISION"]) {
                c.bump();
            }
            let inner = any_type(c)?;
            if inner.span.of(c.text).ends_with(')') && matches!(inner.kind, Type::Array(_)) {
                c.expected_at("an array without `vector_length`", inner.span, "");
            }
            if c.eat_mark(",").is_none() {
                break;
            }
        }
        if !c.eat_angle() {
            c.expected("`>`");
        }
    }
    let said = start.to(c.last_span()).of(c.text);
    let compact: String = said.split_whitespace().collect::<Vec<_>>().join(" ");
    Some(Type::Other(Box::new(compact.to_ascii_uppercase_smolstr())))
}
