//! Application code for a rule of a rollout: how a transaction changes a row of a table, and with
//! it the rows that follow, in four languages.
//!
//! Pure functions from a rule to text. They know the client libraries' calls and how a string is
//! written in each language; they do not know where the statements of the rule come from.

mod go;
mod java;
mod javascript;
mod python;

use super::plan::{Shape, Supplied};
use crate::syntax::tree::Dialect;

/// A parameter of a statement: one column of a key.
#[derive(Clone, Debug, PartialEq)]
pub struct Parameter {
    /// The column.
    pub column: String,
    /// Its name as a parameter: the name behind the `@`, or in PostgreSQL `p1` for `$1`.
    pub name: String,
    /// Its Spanner type as the schema writes it: `STRING(26)`, `bigint`.
    pub ty: String,
}

/// What the application does in a transaction that changes a row of `table`.
#[derive(Clone, Debug, PartialEq)]
pub struct Asked {
    /// The table that the application writes.
    pub table: String,
    /// The dialect of the statements.
    pub dialect: Dialect,
    /// The primary key. Each statement is run with all of these parameters; Spanner accepts
    /// parameters that a statement does not use.
    pub key: Vec<Parameter>,
    /// Statements to run behind an INSERT or UPDATE of a row.
    pub after_write: Vec<String>,
    /// Statements to run before the DELETE of a row and before those of the rows it takes with it.
    pub first: Vec<String>,
    /// Statements to run before the DELETE of a row.
    pub before_delete: Vec<String>,
    /// Rows that a DELETE takes with it: their table, and the query of their keys.
    pub cascades: Vec<(String, String)>,
    /// What an UPDATE of some columns needs besides.
    pub moves: Option<Moves>,
    /// Columns that are set to the commit timestamp behind all else.
    pub timestamps: Vec<String>,
    /// Statements that set them in the rows that follow.
    pub set_timestamps: Vec<String>,
    /// Columns that the application gives.
    pub supplied: Vec<Supplied>,
}

/// An UPDATE that gives the rows that follow another key.
#[derive(Clone, Debug, PartialEq)]
pub struct Moves {
    /// The columns that it sets.
    pub columns: Vec<String>,
    /// Statements to run before it.
    pub before: Vec<String>,
    /// Rows of other tables that move with the row.
    pub rows: Vec<Moved>,
}

impl Moves {
    /// What a change is that moves a row, and what is done with it.
    fn what(&self) -> String {
        let columns = listed(&self.columns, "or");
        let rows = if self.rows.is_empty() { "" } else { " and each row that moves with it" };
        format!(
            "an UPDATE of {columns} in the row with this key, which changes the key of the rows \
             that follow it. It first removes the rows that follow the row{rows}, and writes them \
             again after the change, in one transaction. The change has to be DML."
        )
    }
}

/// Rows of a table that move with a row of another.
#[derive(Clone, Debug, PartialEq)]
pub struct Moved {
    /// Their table.
    pub table: String,
    /// The query of their keys.
    pub query: String,
    /// Their table has statements to run first before a DELETE.
    pub first: bool,
    /// Their table has statements to run before a DELETE.
    pub before_delete: bool,
}

/// The code of a rule in each language; none where the rule asks for nothing.
///
/// Functions are named after the table, in the style of the language, so that the code of one rule
/// calls that of another. Tables whose names differ in letter case and underscores alone would get
/// the same names.
#[must_use]
pub fn shapes(asked: &Asked) -> Vec<Shape> {
    if !asked.writes() && !asked.deletes() {
        return Vec::new();
    }
    vec![
        Shape { language: "go", code: go::code(asked) },
        Shape { language: "java", code: java::code(asked) },
        Shape { language: "python", code: python::code(asked) },
        Shape { language: "javascript", code: javascript::code(asked) },
    ]
}

impl Asked {
    /// Whether an INSERT or UPDATE needs anything.
    fn writes(&self) -> bool {
        !self.after_write.is_empty() || self.checks()
    }

    /// Whether a DELETE needs anything before it.
    fn deletes(&self) -> bool {
        !self.first.is_empty() || !self.before_delete.is_empty() || !self.cascades.is_empty()
    }

    /// The queries of rows that a DELETE takes with it.
    fn cascades(&self) -> Vec<Query<'_>> {
        self.queries("to", self.cascades.iter().map(|(table, sql)| (table, sql)))
    }

    /// The queries of rows that move with a row.
    fn moved(&self) -> Vec<Query<'_>> {
        let rows = self.moves.iter().flat_map(|moves| &moves.rows);
        let mut out = self.queries("moves", rows.clone().map(|it| (&it.table, &it.query)));
        for (query, it) in out.iter_mut().zip(rows) {
            let lists = [(it.first, FIRST), (it.before_delete, BEFORE_DELETE)];
            query.removes = lists.iter().filter(|(has, _)| *has).map(|(_, list)| *list).collect();
        }
        out
    }

    /// Queries with names: `between` stands between the tables. Two foreign keys of one table give
    /// two queries, so names are numbered.
    fn queries<'s>(
        &'s self,
        between: &str,
        all: impl Iterator<Item = (&'s String, &'s String)>,
    ) -> Vec<Query<'s>> {
        let mut out: Vec<Query<'_>> = Vec::new();
        for (table, sql) in all {
            let child = words(table, "table");
            let same = out.iter().filter(|it| it.child == child).count();
            let mut name = self.name(&[between]);
            name.extend(child.iter().cloned());
            if same > 0 {
                name.push((same + 1).to_string());
            }
            out.push(Query { child, name, sql, removes: Vec::new() });
        }
        out
    }

    /// The words of a name that begins with the table's.
    fn name(&self, rest: &[&str]) -> Vec<String> {
        let mut out = words(&self.table, "table");
        out.extend(rest.iter().map(|word| (*word).to_owned()));
        out
    }

    /// The lists of statements that are not empty.
    fn lists(&self) -> Vec<List> {
        let before = self.moves.as_ref().map(|moves| moves.before.clone()).unwrap_or_default();
        let missing = self.supplied.iter().filter_map(|it| it.missing.clone()).collect();
        let all = [
            (
                AFTER_WRITE,
                "refreshes the rows that follow a row of <>, in this order",
                &self.after_write,
            ),
            (
                FIRST,
                "removes the rows that follow a row of <>, before everything else that a DELETE \
                 needs",
                &self.first,
            ),
            (BEFORE_DELETE, "removes the rows that follow a row of <>", &self.before_delete),
            (BEFORE_MOVE, "removes the rows that follow a row of <> from where it was", &before),
            (
                SET_TIMESTAMPS,
                "sets commit timestamps in the rows that follow a row of <>",
                &self.set_timestamps,
            ),
            (MISSING, "finds a row of <> for which no row has the value", &missing),
        ];
        let table = shown(&self.table);
        let list = |(name, does, statements): (ListName, &str, &Vec<String>)| List {
            name,
            does: does.replace("<>", &table),
            statements: statements.clone(),
        };
        all.into_iter().filter(|(.., statements)| !statements.is_empty()).map(list).collect()
    }

    /// The columns that the application gives, each with the words of a name for its value.
    fn values(&self) -> Vec<(Vec<String>, &Supplied)> {
        let mut out: Vec<(Vec<String>, &Supplied)> = Vec::new();
        for it in &self.supplied {
            let mut name = self.name(&["value", "of"]);
            name.extend(words(&it.column, "column"));
            while out.iter().any(|(other, _)| *other == name) {
                name.push("2".to_owned());
            }
            out.push((name, it));
        }
        out
    }

    /// What a column that the application gives is set to.
    fn value_means(it: &Supplied) -> String {
        format!("the value of {} in an INSERT, where o is the new row", shown(&it.column))
    }

    /// What an INSERT or UPDATE does besides.
    fn then(&self) -> &'static str {
        match self.after_write.is_empty() {
            true => "checks the values that it gives",
            false => "refreshes the rows that follow it",
        }
    }

    /// Whether an INSERT or UPDATE is checked.
    fn checks(&self) -> bool {
        self.supplied.iter().any(|it| it.missing.is_some())
    }

    /// What the error says where a value is missing.
    fn message(&self) -> String {
        let checked = self.supplied.iter().filter(|it| it.missing.is_some());
        let columns: Vec<&str> = checked.map(|it| it.column.as_str()).collect();
        format!("no row gives {} of {} its value", listed(&columns, "and"), shown(&self.table))
    }

    /// What to know of an INSERT or UPDATE besides, in sentences. `change` and `stamp` are the
    /// parameters as a comment writes them, `mover` the function that moves a row.
    fn notes(
        &self,
        change: &str,
        stamp: &str,
        mover: Option<&str>,
        style: fn(&[String]) -> String,
    ) -> String {
        let mut out = String::new();
        if let (Some(moves), Some(mover)) = (&self.moves, mover) {
            out.push_str(&format!(" An UPDATE of {} takes {mover}.", listed(&moves.columns, "or")));
        }
        if !self.timestamps.is_empty() {
            let them = if self.timestamps.len() == 1 { "it" } else { "all of them" };
            out.push_str(&format!(
                " {change} leaves out {} (an INSERT sets one that is NOT NULL to a fixed time in \
                 the past); {stamp}, if given, sets {them} in the row with an UPDATE after \
                 everything else, if {change} has written the row.",
                listed(&self.timestamps, "and")
            ));
            if mover.is_some() {
                let more = " sets another column to itself.";
                out.push_str(&format!(" If nothing else changes, {change}{more}"));
            }
        }
        for (name, it) in self.values() {
            let in_key = |name: &String| self.key.iter().any(|part| part.column == *name);
            let reads: Vec<&String> = it.reads.iter().filter(|name| !in_key(name)).collect();
            let update = match reads.as_slice() {
                [] => " sets".to_owned(),
                reads => format!(" and an UPDATE of {} set", listed(reads, "or")),
            };
            let (column, name) = (shown(&it.column), style(&name));
            out.push_str(&format!(" An INSERT{update} {column} as {name} says."));
            if in_key(&it.column) {
                out.push_str(" The key holds that value, too.");
            }
        }
        out
    }
}

/// The words of the name of a list, behind the table's.
type ListName = &'static [&'static str];

const AFTER_WRITE: ListName = &["after", "write"];
const FIRST: ListName = &["first"];
const BEFORE_DELETE: ListName = &["before", "delete"];
const BEFORE_MOVE: ListName = &["before", "move"];
const SET_TIMESTAMPS: ListName = &["set", "timestamps"];
const MISSING: ListName = &["missing"];

/// Statements under a name.
struct List {
    name: ListName,
    /// What they do, as a verb with its object.
    does: String,
    statements: Vec<String>,
}

/// A query of rows of another table.
struct Query<'a> {
    /// The words of the table's name.
    child: Vec<String>,
    /// The words of a name for the query.
    name: Vec<String>,
    /// The query of their keys.
    sql: &'a str,
    /// The lists of the table that remove what follows a row that moves.
    removes: Vec<ListName>,
}

/// The words of the name of a list of another table.
fn of_child(query: &Query<'_>, list: ListName) -> Vec<String> {
    let mut out = query.child.clone();
    out.extend(list.iter().map(|word| (*word).to_owned()));
    out
}

/// Names as a comment lists them.
fn listed<S: AsRef<str>>(names: &[S], word: &str) -> String {
    let names: Vec<String> = names.iter().map(|name| shown(name.as_ref())).collect();
    match names.as_slice() {
        [all @ .., last] if !all.is_empty() => format!("{} {word} {last}", all.join(", ")),
        _ => names.concat(),
    }
}

/// Text with a capital letter in front and a full stop behind.
fn sentence(text: &str) -> String {
    format!("{}{}.", text[..1].to_ascii_uppercase(), &text[1..])
}

/// Text as a comment between `/**` and `*/`, on one line where it fits.
fn block(text: &str, indent: &str) -> String {
    let line = format!("{indent}/** {text} */\n");
    if line.chars().count() <= WIDTH + 1 {
        return line;
    }
    format!("{indent}/**\n{}{indent} */\n", comment(text, &format!("{indent} * ")))
}

/// How long the lines of a comment get.
const WIDTH: usize = 100;

/// Text as lines of a comment.
fn comment(text: &str, prefix: &str) -> String {
    let mut out = String::new();
    let mut width = usize::MAX;
    for word in text.split(' ') {
        let more = word.chars().count() + 1;
        if width.saturating_add(more) > WIDTH {
            out.push_str(if out.is_empty() { "" } else { "\n" });
            out.push_str(prefix);
            width = prefix.len() - 1;
        } else {
            out.push(' ');
        }
        out.push_str(word);
        width += more;
    }
    out.push('\n');
    out
}

/// Spanner's types of key columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Bool,
    Bytes,
    Date,
    Float32,
    Float64,
    Int64,
    Numeric,
    PgNumeric,
    String,
    Timestamp,
    Uuid,
    /// A type that is not known here, such as a protocol buffer enum.
    Other,
}

/// The type that a schema writes as `ty`.
fn kind(ty: &str, dialect: Dialect) -> Kind {
    let base = ty.split('(').next().unwrap_or(ty).trim().to_ascii_lowercase();
    match base.as_str() {
        "bool" | "boolean" => Kind::Bool,
        "bytes" | "bytea" => Kind::Bytes,
        "date" => Kind::Date,
        "float32" | "float4" | "real" => Kind::Float32,
        "float64" | "float8" | "double precision" => Kind::Float64,
        "int64" | "int8" | "bigint" | "int" | "int4" | "integer" | "bigserial" | "serial"
        | "serial8" => Kind::Int64,
        "numeric" | "decimal" if dialect == Dialect::PostgreSql => Kind::PgNumeric,
        "numeric" => Kind::Numeric,
        "string" | "varchar" | "character varying" | "text" => Kind::String,
        "timestamp" | "timestamptz" | "timestamp with time zone" | "spanner.commit_timestamp" => {
            Kind::Timestamp
        }
        "uuid" => Kind::Uuid,
        _ => Kind::Other,
    }
}

/// The words of a name in lower case: `OrderItems`, `order_items` and `order.items` have two. What
/// is no ASCII letter or digit is written as its code point, so that the words are legal in an
/// identifier of any language. `empty` stands for a name without words.
fn words(name: &str, empty: &str) -> Vec<String> {
    let letters: Vec<char> = name.chars().filter(|c| !matches!(c, '`' | '"')).collect();
    let mut out: Vec<String> = Vec::new();
    let mut word = String::new();
    for (at, &c) in letters.iter().enumerate() {
        if matches!(c, '_' | '.' | '-' | ' ') {
            out.push(std::mem::take(&mut word));
            continue;
        }
        let before = at.checked_sub(1).map(|at| letters[at]);
        let after = letters.get(at + 1);
        let starts = c.is_ascii_uppercase()
            && before.is_some_and(|before| {
                before.is_ascii_lowercase()
                    || before.is_ascii_digit()
                    || (before.is_ascii_uppercase() && after.is_some_and(char::is_ascii_lowercase))
            });
        if starts {
            out.push(std::mem::take(&mut word));
        }
        if c.is_ascii_alphanumeric() {
            word.push(c.to_ascii_lowercase());
        } else {
            word.push_str(&format!("u{:04x}", u32::from(c)));
        }
    }
    out.push(word);
    out.retain(|word| !word.is_empty());
    let digit = |word: &String| word.starts_with(|c: char| c.is_ascii_digit());
    if out.first().is_none_or(digit) {
        out.insert(0, empty.to_owned());
    }
    out
}

/// `OrderItems`.
fn pascal(words: &[String]) -> String {
    let capital = |word: &String| format!("{}{}", word[..1].to_ascii_uppercase(), &word[1..]);
    words.iter().map(capital).collect()
}

/// `orderItems`.
fn camel(words: &[String]) -> String {
    let (first, rest) = words.split_first().expect("`words` gives at least one");
    format!("{first}{}", pascal(rest))
}

/// `order_items`.
fn snake(words: &[String]) -> String {
    words.join("_")
}

/// A name as a comment may show it: nothing in it ends the comment or is an escape.
fn shown(name: &str) -> String {
    let is_safe = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | '-' | ' ');
    name.chars().map(|c| if is_safe(c) { c } else { '?' }).collect()
}

/// The columns of the key as a comment shows them.
fn columns(asked: &Asked) -> String {
    let columns: Vec<String> = asked.key.iter().map(|it| shown(&it.column)).collect();
    columns.join(", ")
}

/// `template` with each `<<name>>` replaced by its value. Values are taken as they are.
fn fill(template: &str, values: &[(&str, &str)]) -> String {
    let mut out = String::new();
    let mut rest = template;
    while let Some((before, name, after)) = rest
        .split_once("<<")
        .and_then(|(before, tail)| tail.split_once(">>").map(|(name, after)| (before, name, after)))
    {
        let value = values.iter().find(|(its, _)| *its == name).map(|(_, value)| *value);
        out.push_str(before);
        out.push_str(value.expect("each name of a template has a value"));
        rest = after;
    }
    out + rest
}

/// Whether a character stands in a literal as it is: no control character, none that turns the
/// direction of text around, no byte order mark.
fn is_literal(c: char) -> bool {
    let turns =
        matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    !c.is_control() && !turns && !matches!(c, '\u{2028}' | '\u{2029}' | '\u{feff}')
}

/// Whether SQL can be written over several lines as it is.
fn is_literal_text(sql: &str) -> bool {
    sql.chars().all(|c| is_literal(c) || c == '\n')
}

/// `text` between quotes on one line, with the escapes that Go, Java, Python and JavaScript share:
/// `\\`, the quote, `\n`, `\r`, `\t` and `\uXXXX`. A line end is never written as `\u000a`, which
/// Java reads as a line end of the source.
fn one_line(text: &str, quote: char) -> String {
    let mut out = String::from(quote);
    for c in text.chars() {
        match c {
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            c if c == quote => out.extend(['\\', c]),
            c if is_literal(c) => out.push(c),
            c => out.push_str(&format!("\\u{:04x}", u32::from(c))),
        }
    }
    out.push(quote);
    out
}

/// Lines of SQL as strings of their own, which `join` ties together.
fn by_lines(sql: &str, join: &str) -> String {
    let lines: Vec<String> = sql.split_inclusive('\n').map(|line| one_line(line, '"')).collect();
    if lines.is_empty() { "\"\"".to_owned() } else { lines.join(join) }
}

/// A list of literals, one a line.
fn list(statements: &[String], indent: &str, literal: fn(&str) -> String) -> String {
    statements.iter().map(|sql| format!("{indent}{},\n", literal(sql))).collect()
}
