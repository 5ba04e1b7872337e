//! Which database a text is from: by the headers that dump programs write, then by words that only
//! one of them has. A text that Spanner takes as it is, is Spanner's.

use super::Source as Database;
use super::other::{Other, POINTS_MIN, SIGNS};

/// What a text is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Detected {
    /// A schema of a database that hotsplit ports from.
    Source(Database),
    /// A schema of a database that it does not read.
    Other(Other),
    /// A schema of Spanner.
    Spanner,
    /// Nothing in the text tells.
    Unknown,
}

/// Bytes of the code of a text that are looked at.
const CODE_BYTES_MAX: usize = 512 * 1024;
/// Bytes at the start of a text in which a header is searched.
const HEADER_BYTES_MAX: usize = 4096;
/// How often a mark counts at most, so that one habit does not outvote all others.
const COUNT_MAX: u32 = 20;

const MYSQL_HEADERS: &[&str] = &[
    "-- MySQL dump",
    "-- MariaDB dump",
    "phpMyAdmin SQL Dump",
    "Target Server Type    : MySQL",
    "Target Server Type : MySQL",
];
const POSTGRESQL_HEADERS: &[&str] = &["-- PostgreSQL database dump", "pg_catalog.set_config"];

/// What only Spanner has: words in a row, apart by blanks.
const SPANNER: &[&str] = &[
    "interleave in",
    "bit_reversed_positive",
    "default_sequence_kind",
    "spanner .",
    "change stream",
    "ttl interval",
    "row deletion policy",
    "string (",
    "int64",
    "float64",
    "float32",
    "bytes (",
    "null_filtered",
    "allow_commit_timestamp",
    "property graph",
    "tokenlist",
    "array <",
    "get_next_sequence_value",
    "generate_uuid (",
    "create search index",
    "create vector index",
    "new_uuid (",
    "create placement",
    "create locality group",
    "create proto bundle",
    "spanner_commit_timestamp",
    "ttl_duration",
    "storing (",
    "older_than (",
    "create model",
    "start batch ddl",
    "run batch",
    "to spanner",
    "skip range",
    "start counter with",
    "spanner_commit_ts",
];

/// What MySQL has and neither Spanner nor PostgreSQL. `T` stands where a column has its type, `Q`
/// for a name in backquotes, `W` for a word, `S` for a string, `N` for a number.
const MYSQL: &[&str] = &[
    "engine =",
    "auto_increment",
    "/*!",
    "lock tables",
    "unsigned",
    "T datetime",
    "T tinyint",
    "T longtext",
    "T mediumtext",
    "T tinytext",
    "T blob",
    "T tinyblob",
    "T mediumblob",
    "T longblob",
    "T mediumint",
    "T varbinary",
    "T int ( N )",
    "T bigint ( N )",
    "T smallint ( N )",
    "T enum (",
    "Q int",
    "Q bigint",
    "Q varchar",
    "Q char",
    "Q text",
    "Q decimal",
    "Q double",
    "Q date ,",
    "insert into Q",
    "drop table if exists Q",
    "comment S",
    "comment = S",
    "on update current_timestamp",
    "default charset",
    "charset =",
    "fulltext key",
    "fulltext index",
    "unique key",
    ") , key W (",
    ") , key Q (",
    "on duplicate key",
    "insert ignore",
    "replace into",
    "set @",
    "set names",
    "foreign_key_checks",
    "delimiter",
];

/// What PostgreSQL has and neither Spanner nor MySQL.
const POSTGRESQL: &[&str] = &[
    "alter table only",
    "owner to",
    ":: regclass",
    "T int2",
    "T int4",
    "T citext",
    "T inet",
    "T cidr",
    "T macaddr",
    "T hstore",
    "T tsvector",
    "T money",
    "T bpchar",
    "T serial",
    "T bigserial",
    "T serial4",
    "T serial8",
    "T smallserial",
    "create type",
    "create domain",
    "create extension",
    "create aggregate",
    "create policy",
    "comment on",
    "partition of",
    "attach partition",
    "inherits (",
    "generated always as identity",
    "using gin",
    "using gist",
    "using brin",
    "without time zone",
    "time zone S",
    "initially deferred",
    "plpgsql",
    "exclude using",
    "unlogged",
    "not valid",
    "uuid_generate_v4",
    "gin_trgm_ops",
    "text_pattern_ops",
    "concurrently",
    "row level security",
    "from stdin",
    "pg_catalog .",
    "$$",
    "\\",
];

/// What Spanner refuses and both others have.
const BOTH: &[&str] = &[
    "T char (",
    "T character (",
    "T numeric (",
    "T decimal (",
    "T smallint",
    "T int",
    "T integer",
    "T timestamp",
    "T json",
    "set null",
    "on delete restrict",
    ", unique (",
    "unique ,",
    "unique )",
    "not null unique",
    "partition by",
];

/// What PostgreSQL and Spanner have and MySQL has not.
const NOT_MYSQL: &[&str] = &[
    "T timestamptz",
    "T bytea",
    "T jsonb",
    "T uuid",
    "T boolean default true",
    "character varying",
    "with time zone",
    "::",
    "nextval (",
    "create sequence",
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
    let code = Code::of(text);
    if code.count(SPANNER) > 0 || code.has_key_behind_columns() {
        return Detected::Spanner;
    }
    // SQL Server and SQLite share words with MySQL and PostgreSQL, and have signs of their own.
    if let Some(other) = code.other() {
        return Detected::Other(other);
    }
    let mysql = code.count(MYSQL);
    let postgresql = code.count(POSTGRESQL);
    match mysql.cmp(&postgresql) {
        std::cmp::Ordering::Greater => Detected::Source(Database::MySql),
        std::cmp::Ordering::Less => Detected::Source(Database::PostgreSql),
        std::cmp::Ordering::Equal if mysql == 0 => {
            let refused = code.count(BOTH) > 0 || code.has_named_key();
            if refused && (code.count(NOT_MYSQL) > 0 || code.has_partial_index()) {
                Detected::Source(Database::PostgreSql)
            } else {
                Detected::Unknown
            }
        }
        std::cmp::Ordering::Equal => Detected::Unknown,
    }
}

impl Detected {
    /// What the database is called, unless it is Spanner or not known.
    #[must_use]
    pub fn other_name(self) -> Option<&'static str> {
        Some(match self {
            Self::Source(Database::MySql) => "MySQL",
            Self::Source(Database::PostgreSql) => "PostgreSQL",
            Self::Other(Other::SqlServer) => "SQL Server",
            Self::Other(Other::Oracle) => "Oracle",
            Self::Other(Other::Sqlite) => "SQLite",
            Self::Spanner | Self::Unknown => return None,
        })
    }
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

/// The words and marks of a text: comments, rows of COPY and what is quoted left out.
struct Code<'a> {
    tokens: Vec<&'a str>,
}

impl<'a> Code<'a> {
    fn of(text: &'a str) -> Self {
        let text = &text[..text.floor_char_boundary(CODE_BYTES_MAX)];
        let mut tokens = Vec::with_capacity(text.len() / 8);
        let mut at = 0;
        while at < text.len() {
            let (token, len) = token(&text[at..], at == 0 || text.as_bytes()[at - 1] == b'\n');
            at += len;
            tokens.extend(token);
            let copy = token == Some(";")
                && tokens.len() > 2
                && tokens[tokens.len() - 2].eq_ignore_ascii_case("stdin");
            if copy {
                at = text[at..].find("\n\\.").map_or(text.len(), |end| at + end + 3);
            }
        }
        Self { tokens }
    }

    /// The database of most signs, where they suffice; the first of several alike.
    fn other(&self) -> Option<Other> {
        let has = |marks: &[&str]| {
            marks.iter().map(|mark| u32::from(self.count_of(mark) > 0)).sum::<u32>()
        };
        let all = SIGNS.iter().map(|it| (2 * has(it.certain) + has(it.likely), it.database));
        let best = all.reduce(|best, next| if next.0 > best.0 { next } else { best });
        best.filter(|(points, _)| *points >= POINTS_MIN).map(|(_, database)| database)
    }

    fn is(&self, at: usize, word: &str) -> bool {
        self.tokens.get(at).is_some_and(|token| token.eq_ignore_ascii_case(word))
    }

    /// How often marks are in it, each a limited number of times.
    fn count(&self, marks: &[&str]) -> u32 {
        marks.iter().map(|mark| self.count_of(mark)).sum()
    }

    fn count_of(&self, mark: &str) -> u32 {
        let (typed, words) = match mark.strip_prefix("T ") {
            Some(words) => (true, words),
            None => (false, mark),
        };
        let first = words.split(' ').next().unwrap_or(words);
        let mut count = 0;
        for at in 0..self.tokens.len() {
            let found = self.matches(at, first)
                && words.split(' ').enumerate().all(|(n, word)| self.matches(at + n, word))
                && (!typed || self.is_type(at));
            count += u32::from(found);
            if count == COUNT_MAX {
                break;
            }
        }
        count
    }

    fn matches(&self, at: usize, word: &str) -> bool {
        let Some(token) = self.tokens.get(at) else { return false };
        match word {
            "Q" => *token == "`",
            "S" => *token == "'",
            "W" => token.starts_with(|c: char| c.is_alphabetic() || c == '_'),
            "N" => token.starts_with(|c: char| c.is_ascii_digit()),
            word => token.len() == word.len() && token.eq_ignore_ascii_case(word),
        }
    }

    /// Whether a token is where a column has its type: behind a name that opens an element.
    fn is_type(&self, at: usize) -> bool {
        at >= 2
            && ["(", ",", "column", "add", "modify", "exists"].iter().any(|it| self.is(at - 2, it))
    }

    /// `) PRIMARY KEY (` outside of all parentheses, as in GoogleSQL.
    fn has_key_behind_columns(&self) -> bool {
        let mut depth = 0_i32;
        self.tokens.iter().enumerate().any(|(at, token)| {
            depth += i32::from(*token == "(") - i32::from(*token == ")");
            depth = if *token == ";" { 0 } else { depth };
            depth == 0 && *token == ")" && self.is(at + 1, "primary") && self.is(at + 2, "key")
        })
    }

    /// `CONSTRAINT name PRIMARY KEY`.
    fn has_named_key(&self) -> bool {
        (0..self.tokens.len()).any(|at| {
            self.is(at, "constraint") && self.is(at + 2, "primary") && self.is(at + 3, "key")
        })
    }

    /// An index with a condition that says more than `IS NOT NULL`: PostgreSQL's alone.
    fn has_partial_index(&self) -> bool {
        let mut index = false;
        (0..self.tokens.len()).any(|at| {
            let opens = self.is(at, "create")
                && (self.is(at + 1, "index")
                    || self.is(at + 1, "unique") && self.is(at + 2, "index"));
            index = opens || index && !self.is(at, ";");
            index
                && self.is(at, "where")
                && (at..self.tokens.len())
                    .take_while(|at| !self.is(*at, ";") && !self.is(*at, "options"))
                    .any(|at| {
                        ["=", "<", ">"].iter().any(|it| self.is(at, it))
                            || self.is(at, "is") && self.is(at + 1, "null")
                    })
        })
    }
}

/// The first token of a text that is not empty, if it has one, and the bytes that it takes.
fn token(text: &str, line_starts: bool) -> (Option<&str>, usize) {
    let bytes = text.as_bytes();
    let line = || text.find('\n').unwrap_or(text.len());
    let word = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 128;
    match bytes[0] {
        b'-' if text.starts_with("--") => (None, line()),
        b'#' if line_starts => (None, line()),
        b'/' if text.starts_with("/*!") => (Some(&text[..3]), 3),
        b'/' if text.starts_with("/*") => (None, text.find("*/").map_or(text.len(), |end| end + 2)),
        b'\'' => (Some(&text[..1]), string(bytes)),
        quote @ (b'"' | b'`') => {
            let end = bytes[1..].iter().position(|&b| b == quote);
            (Some(&text[..1]), end.map_or(bytes.len(), |end| end + 2))
        }
        b'$' => {
            let tag = 1 + bytes[1..].iter().take_while(|&&b| word(b)).count();
            if bytes.get(tag) != Some(&b'$') {
                return (None, 1);
            }
            let mark = &text[..=tag];
            let end = text[tag + 1..].find(mark);
            (Some("$$"), end.map_or(text.len(), |end| 2 * (tag + 1) + end))
        }
        b':' if text.starts_with("::") => (Some(&text[..2]), 2),
        // A command of psql.
        b'\\' if line_starts && bytes.get(1).is_some_and(u8::is_ascii_alphabetic) => {
            (Some(&text[..1]), line())
        }
        byte if word(byte) => {
            let len = bytes.iter().take_while(|&&b| word(b)).count();
            (Some(&text[..len]), len)
        }
        byte if byte.is_ascii_whitespace() => {
            (None, bytes.iter().take_while(|b| b.is_ascii_whitespace()).count())
        }
        _ => (Some(&text[..1]), 1),
    }
}

/// Bytes of a string. A quote behind a backslash ends it only where what follows says so: MySQL
/// writes `'it\'s'`, PostgreSQL `'C:\'`.
fn string(bytes: &[u8]) -> usize {
    let mut at = 1;
    while at < bytes.len() {
        match bytes[at] {
            b'\\' if bytes.get(at + 1) == Some(&b'\'') => {
                let next = bytes[at + 2..].iter().find(|b| !b.is_ascii_whitespace());
                if next.is_none_or(|byte| b",);".contains(byte)) {
                    return at + 2;
                }
                at += 2;
            }
            b'\\' if bytes.get(at + 1) == Some(&b'\\') => at += 2,
            b'\'' => return at + 1,
            _ => at += 1,
        }
    }
    bytes.len()
}
