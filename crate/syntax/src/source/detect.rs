//! Which database a text is from: by the headers that dump programs write, then by words that only
//! one of them has. A text that Spanner takes as it is, is Spanner's.

use super::Source as Database;

/// What a text is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Detected {
    /// A schema of another database.
    Source(Database),
    /// A schema of Spanner.
    Spanner,
    /// Nothing in the text tells.
    Unknown,
}

/// Bytes of the code of a text that are looked at.
const CODE_BYTES_MAX: usize = 1024 * 1024;
/// Bytes at the start of a text in which a header is searched.
const HEADER_BYTES_MAX: usize = 4096;

const MYSQL_HEADERS: &[&str] = &[
    "-- MySQL dump",
    "-- MariaDB dump",
    "phpMyAdmin SQL Dump",
    "Target Server Type    : MySQL",
    "Target Server Type : MySQL",
];
const POSTGRESQL_HEADERS: &[&str] = &["-- PostgreSQL database dump", "pg_catalog.set_config"];

/// What only Spanner has.
const SPANNER: &[&str] = &[
    "interleave in",
    "bit_reversed_positive",
    "default_sequence_kind",
    "spanner.",
    "change stream",
    "ttl interval",
    "row deletion policy",
    "string(",
    "string (",
    "int64",
    "float64",
    "float32",
    "bytes(",
    "bytes (",
    "null_filtered",
    "allow_commit_timestamp",
    "property graph",
    "tokenlist",
    "array<",
    "get_next_sequence_value",
    "generate_uuid()",
    "create search index",
    "create vector index",
    "new_uuid()",
    "create placement",
    "create locality group",
    "create proto bundle",
    "spanner_commit_timestamp",
    "ttl_duration",
    "storing (",
    "storing(",
    "older_than(",
    "create model",
    "alter index",
    "start batch ddl",
    "run batch",
    "to spanner",
    "skip range",
    "start counter with",
    "spanner.commit_timestamp",
    "spanner_commit_ts",
];

/// What MySQL has and neither Spanner nor PostgreSQL.
const MYSQL: &[&str] = &[
    "engine=",
    "engine =",
    "auto_increment",
    "/*!",
    "lock tables",
    "unsigned",
    "datetime",
    "tinyint",
    "longtext",
    "mediumtext",
    "tinytext",
    "mediumblob",
    "longblob",
    "mediumint",
    "comment ''",
    "comment=''",
    "comment = ''",
    "on update current_timestamp",
    "default charset",
    "varbinary",
    "fulltext key",
    "on duplicate key",
];

/// What MySQL has, where nothing speaks for PostgreSQL: a column may have such a name.
const MYSQL_WEAK: &[&str] =
    &[", key ", ", unique key", ", index ", "delimiter ", "enum (''", "enum(''"];

/// What PostgreSQL has and Spanner's PostgreSQL dialect refuses.
const POSTGRESQL: &[&str] = &[
    "alter table only",
    "owner to",
    "::regclass",
    "int2",
    "int4",
    "smallint",
    "numeric(",
    "numeric (",
    "char(",
    "character(",
    "bpchar",
    "citext",
    "inet",
    "cidr",
    "macaddr",
    "hstore",
    "tsvector",
    "money",
    "create type",
    "create domain",
    "create extension",
    "comment on",
    "partition by",
    "partition of",
    "attach partition",
    "inherits",
    "serial",
    "bigserial",
    "serial4",
    "serial8",
    "smallserial",
    "generated always as identity",
    "using gin",
    "using gist",
    "using hash",
    "timestamp without",
    "without time zone",
    "set null",
    "initially deferred",
    "language plpgsql",
    "exclude using",
    "unlogged",
    "not valid",
    "uuid_generate_v4",
    "plpgsql",
    "gin_trgm_ops",
    "concurrently",
    "tablespace",
    "create aggregate",
    "timestamp(",
    "time zone 'utc'",
    "row level security",
    "create policy",
];

/// Tells what a text is.
#[must_use]
pub fn detect(text: &str) -> Detected {
    if let Some(stated) = stated(text) {
        return stated;
    }
    let head = &text[..text.floor_char_boundary(HEADER_BYTES_MAX)];
    if MYSQL_HEADERS.iter().any(|header| head.contains(header)) {
        return Detected::Source(Database::MySql);
    }
    if POSTGRESQL_HEADERS.iter().any(|header| head.contains(header)) {
        return Detected::Source(Database::PostgreSql);
    }
    let code = code_of(text);
    if SPANNER.iter().any(|mark| has(&code, mark)) {
        return Detected::Spanner;
    }
    if MYSQL.iter().any(|mark| has(&code, mark)) {
        return Detected::Source(Database::MySql);
    }
    if POSTGRESQL.iter().any(|mark| has(&code, mark))
        || has_unique_constraint(&code)
        || has_named_key(&code)
        || has_zoneless_timestamp(&code)
    {
        return Detected::Source(Database::PostgreSql);
    }
    if MYSQL_WEAK.iter().any(|mark| has(&code, mark)) {
        return Detected::Source(Database::MySql);
    }
    Detected::Unknown
}

/// What a directive `-- hotsplit: file source=mysql` says.
fn stated(text: &str) -> Option<Detected> {
    let head = &text[..text.floor_char_boundary(HEADER_BYTES_MAX)];
    let line =
        head.lines().find(|line| line.contains("hotsplit: file") && line.contains("source="))?;
    let (_, said) = line.split_once("source=")?;
    if said.starts_with("mysql") {
        Some(Detected::Source(Database::MySql))
    } else if said.starts_with("pg") || said.starts_with("postgresql") {
        Some(Detected::Source(Database::PostgreSql))
    } else {
        None
    }
}

/// Whether a mark is in the code and no part of a longer word.
fn has(code: &str, mark: &str) -> bool {
    let word = |c: Option<char>| c.is_some_and(|c| c.is_ascii_alphanumeric() || c == '_');
    let opens = mark.starts_with(|c: char| c.is_ascii_alphanumeric());
    let closes = mark.ends_with(|c: char| c.is_ascii_alphanumeric() || c == '_');
    code.match_indices(mark).any(|(at, _)| {
        let before = opens && word(code[..at].chars().next_back());
        let behind = closes && word(code[at + mark.len()..].chars().next());
        !before && !behind
    })
}

/// UNIQUE that is no part of CREATE UNIQUE INDEX.
fn has_unique_constraint(code: &str) -> bool {
    code.match_indices("unique").any(|(at, _)| {
        let rest = &code[at + 6..];
        let word = rest.starts_with([' ', ',', ')', '(', ';']) && code[..at].ends_with([' ', ',']);
        word && !rest.starts_with(" index") && !rest.starts_with(" null_filtered")
    })
}

/// `CONSTRAINT name PRIMARY KEY`.
fn has_named_key(code: &str) -> bool {
    code.match_indices("constraint ").any(|(at, _)| {
        let rest = &code[at + 11..];
        let name = rest.find([' ', '(']).unwrap_or(rest.len());
        rest[name..].starts_with(" primary key")
    })
}

/// `timestamp` as a type, in a text that has types of PostgreSQL beside it.
fn has_zoneless_timestamp(code: &str) -> bool {
    let postgresql = ["varchar", "bigint", "text", "integer", "boolean", "uuid", "bytea"];
    postgresql.iter().any(|ty| has(code, ty))
        && code.match_indices(" timestamp").any(|(at, _)| {
            let rest = &code[at + 10..];
            let ends = rest.starts_with([',', ')', ';'])
                || [" not null", " null", " default", " primary"]
                    .iter()
                    .any(|it| rest.starts_with(it));
            ends && !code[..at].ends_with(" as")
        })
}

/// The code of a text in small letters: comments left out, strings emptied, blanks made one.
fn code_of(text: &str) -> String {
    let bytes = text.as_bytes();
    let mut code = String::with_capacity(text.len().min(CODE_BYTES_MAX));
    let mut at = 0;
    while at < bytes.len() && code.len() < CODE_BYTES_MAX {
        let rest = &bytes[at..];
        let line = || rest.iter().position(|&b| b == b'\n').unwrap_or(rest.len());
        match rest[0] {
            b'-' if rest.starts_with(b"--") => at += line(),
            b'#' if at == 0 || bytes[at - 1] == b'\n' => at += line(),
            b'/' if rest.starts_with(b"/*") && !rest.starts_with(b"/*!") => {
                let end = rest.windows(2).position(|two| two == b"*/");
                at += end.map_or(rest.len(), |end| end + 2);
            }
            b'\'' => {
                let end = rest[1..].iter().position(|&b| b == b'\'').map_or(rest.len(), |n| n + 2);
                code.push_str("''");
                at += end;
            }
            byte if byte.is_ascii_whitespace() => {
                if !code.ends_with(' ') {
                    code.push(' ');
                }
                at += 1;
            }
            byte => {
                code.push(if byte.is_ascii() {
                    char::from(byte.to_ascii_lowercase())
                } else {
                    '?'
                });
                at += 1;
            }
        }
    }
    code
}
