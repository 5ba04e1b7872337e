//! Application code for a rule of a rollout: how a transaction changes a row of a table, and with
//! it the rows that follow, in four languages.
//!
//! Pure functions from a rule to text. They know the client libraries' calls and how a string is
//! written in each language; they do not know where the statements of the rule come from.

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
}

/// Code in one language.
#[derive(Clone, Debug, PartialEq)]
pub struct Shape {
    /// `go`, `java`, `python` or `javascript`.
    pub language: &'static str,
    /// A file, or what can be pasted into one.
    pub code: String,
}

/// The code of a rule in each language; none where the rule asks for nothing.
///
/// Functions are named after the table, in the style of the language, so that the code of one rule
/// calls that of another. Tables whose names differ in letter case and underscores alone would get
/// the same names.
#[must_use]
pub fn shapes(asked: &Asked) -> Vec<Shape> {
    if asked.after_write.is_empty() && !asked.deletes() {
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
    /// Whether a DELETE needs anything before it.
    fn deletes(&self) -> bool {
        !self.first.is_empty() || !self.before_delete.is_empty() || !self.cascades.is_empty()
    }

    /// Each cascade with the table's words and the words of a name for its query. Two foreign keys
    /// of one table give two cascades, so names are numbered.
    fn queries(&self) -> Vec<Cascade<'_>> {
        let mut out: Vec<Cascade<'_>> = Vec::new();
        for (table, sql) in &self.cascades {
            let child = words(table, "table");
            let same = out.iter().filter(|it| it.child == child).count();
            let mut name = words(&self.table, "table");
            name.push("to".to_owned());
            name.extend(child.iter().cloned());
            if same > 0 {
                name.push((same + 1).to_string());
            }
            out.push(Cascade { child, name, sql });
        }
        out
    }
}

/// Rows of another table that a DELETE takes with it.
struct Cascade<'a> {
    /// The words of the table's name.
    child: Vec<String>,
    /// The words of a name for the query.
    name: Vec<String>,
    /// The query of their keys.
    sql: &'a str,
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
    let plain = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | '-' | ' ');
    name.chars().map(|c| if plain(c) { c } else { '?' }).collect()
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
fn is_plain(c: char) -> bool {
    let turns =
        matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    !c.is_control() && !turns && !matches!(c, '\u{2028}' | '\u{2029}' | '\u{feff}')
}

/// Whether SQL can be written over several lines as it is.
fn is_plain_text(sql: &str) -> bool {
    sql.chars().all(|c| is_plain(c) || c == '\n')
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
            c if is_plain(c) => out.push(c),
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

mod go {
    //! Go, with `cloud.google.com/go/spanner`.

    use super::{Asked, Cascade, Kind, camel, fill, is_plain_text, kind, list, one_line, pascal};
    use super::{shown, words};

    /// Words that Go writes in capitals.
    const INITIALISMS: &[&str] = &["api", "id", "ip", "sql", "url", "uuid"];

    pub(super) fn code(asked: &Asked) -> String {
        let table = words(&asked.table, "table");
        let fields = fields(asked);
        let values = [
            ("table", shown(&asked.table)),
            ("name", camel(&table)),
            ("Name", pascal(&table)),
            ("fields", struct_body(&fields)),
            ("params", params(asked, &fields)),
            ("reads", reads(&fields)),
            ("after", list(&asked.after_write, "\t", literal)),
            ("first", list(&asked.first, "\t\t", literal)),
            ("before", list(&asked.before_delete, "\t", literal)),
        ];
        let values: Vec<(&str, &str)> = values.iter().map(|(n, v)| (*n, v.as_str())).collect();
        let mut out = imports(asked);
        out.push_str(&fill(KEY, &values));
        if !asked.after_write.is_empty() {
            out.push_str(&fill(UPDATE, &values));
        }
        if asked.deletes() {
            out.push_str(&fill(READ, &values));
            for query in asked.queries() {
                let name = camel(&query.name);
                let sql = literal(query.sql).replace("\n\t\t\"", "\n\t\"");
                out.push_str(&format!("\nconst {name} = {sql}\n"));
            }
            if !asked.before_delete.is_empty() {
                out.push_str(&fill(BEFORE_DELETE, &values));
            }
            out.push_str(&fill(DELETE, &values));
            if !asked.first.is_empty() {
                out.push_str(&fill(FIRST, &values));
            }
            out.extend(asked.queries().iter().map(cascade));
            let end = if asked.before_delete.is_empty() { NO_STATEMENTS } else { STATEMENTS };
            out.push_str(&fill(end, &values));
        }
        out
    }

    fn imports(asked: &Asked) -> String {
        let kinds: Vec<Kind> = asked.key.iter().map(|it| kind(&it.ty, asked.dialect)).collect();
        let imports = [
            (true, "context"),
            (asked.deletes(), "fmt"),
            (kinds.contains(&Kind::Numeric), "math/big"),
            (kinds.contains(&Kind::Timestamp), "time"),
            (true, ""),
            (kinds.contains(&Kind::Date), "cloud.google.com/go/civil"),
            (true, "cloud.google.com/go/spanner"),
            (kinds.contains(&Kind::Uuid), "github.com/google/uuid"),
        ];
        let line = |path: &str| match path {
            "" => "\n".to_owned(),
            path => format!("\t\"{path}\"\n"),
        };
        let lines: String =
            imports.iter().filter(|(used, _)| *used).map(|(_, path)| line(path)).collect();
        format!("package store\n\nimport (\n{lines})\n")
    }

    /// Name and type of each field of the key. Exported, so that no keyword is among them.
    fn fields(asked: &Asked) -> Vec<(String, &'static str)> {
        let mut out: Vec<(String, &'static str)> = Vec::new();
        for it in &asked.key {
            let capital = |word: &String| {
                let initialism = INITIALISMS.contains(&word.as_str());
                if initialism {
                    word.to_ascii_uppercase()
                } else {
                    pascal(std::slice::from_ref(word))
                }
            };
            let name: String = words(&it.column, "column").iter().map(capital).collect();
            let same = out.iter().filter(|(its, _)| its.trim_end_matches('_') == name).count();
            out.push((name + &"_".repeat(same), go_type(kind(&it.ty, asked.dialect))));
        }
        out
    }

    fn go_type(kind: Kind) -> &'static str {
        match kind {
            Kind::Bool => "bool",
            Kind::Bytes => "[]byte",
            Kind::Date => "civil.Date",
            Kind::Float32 => "float32",
            Kind::Float64 => "float64",
            Kind::Int64 => "int64",
            Kind::Numeric => "big.Rat",
            Kind::PgNumeric => "spanner.PGNumeric",
            Kind::String => "string",
            Kind::Timestamp => "time.Time",
            Kind::Uuid => "uuid.UUID",
            Kind::Other => "spanner.GenericColumnValue",
        }
    }

    /// In columns, as gofmt sets them.
    fn struct_body(fields: &[(String, &str)]) -> String {
        let width = fields.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
        let lines: String =
            fields.iter().map(|(name, ty)| format!("\t{name:width$} {ty}\n")).collect();
        if lines.is_empty() { "struct{}".to_owned() } else { format!("struct {{\n{lines}}}") }
    }

    fn reads(fields: &[(String, &str)]) -> String {
        let targets: Vec<String> = fields.iter().map(|(name, _)| format!("&key.{name}")).collect();
        targets.join(", ")
    }

    fn params(asked: &Asked, fields: &[(String, &str)]) -> String {
        let names = asked.key.iter().map(|it| one_line(&it.name, '"') + ":");
        let pairs: Vec<(String, &String)> =
            names.zip(fields).map(|(name, (field, _))| (name, field)).collect();
        if let [(name, field)] = pairs.as_slice() {
            return format!("{name} key.{field}");
        }
        let width = pairs.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0);
        let lines: String =
            pairs.iter().map(|(name, field)| format!("\t\t{name:width$} key.{field},\n")).collect();
        if lines.is_empty() { lines } else { format!("\n{lines}\t") }
    }

    /// A raw string where it reads better and can hold the text.
    fn literal(sql: &str) -> String {
        let raw = is_plain_text(sql) && !sql.contains('`');
        if raw && sql.contains(['\n', '"', '\\']) {
            return format!("`{sql}`");
        }
        super::by_lines(sql, " +\n\t\t")
    }

    fn cascade(query: &Cascade<'_>) -> String {
        let (child, name) = (camel(&query.child), camel(&query.name));
        fill(CASCADE, &[("child", &child), ("Child", &pascal(&query.child)), ("query", &name)])
    }

    const KEY: &str = r#"
// <<name>>Key is the primary key of a row of <<table>>.
type <<name>>Key <<fields>>

// statement returns sql with the key as parameters.
func (key <<name>>Key) statement(sql string) spanner.Statement {
	return spanner.Statement{SQL: sql, Params: map[string]any{<<params>>}}
}
"#;

    const UPDATE: &str = r#"
// <<name>>AfterWrite refreshes the rows that follow a row of <<table>>, in this order.
var <<name>>AfterWrite = []string{
<<after>>}

// update<<Name>> runs change, an INSERT or UPDATE of the row with this key, and refreshes the
// rows that follow it, in one transaction. change has to be DML: mutations are applied at commit,
// when the refresh has already read the row.
func update<<Name>>(ctx context.Context, client *spanner.Client, key <<name>>Key, change spanner.Statement) error {
	statements := []spanner.Statement{change}
	for _, sql := range <<name>>AfterWrite {
		statements = append(statements, key.statement(sql))
	}
	_, err := client.ReadWriteTransaction(ctx, func(ctx context.Context, txn *spanner.ReadWriteTransaction) error {
		// Called again when Spanner aborts the transaction: no side effects in here.
		_, err := txn.BatchUpdate(ctx, statements)
		return err
	})
	return err
}
"#;

    const READ: &str = r#"
// read takes the key from a row of a query that selects its columns in their order.
func (key *<<name>>Key) read(row *spanner.Row) error {
	return row.Columns(<<reads>>)
}
"#;

    const BEFORE_DELETE: &str = r#"
// <<name>>BeforeDelete removes the rows that follow a row of <<table>>.
var <<name>>BeforeDelete = []string{
<<before>>}
"#;

    const DELETE: &str = r#"
// delete<<Name>> runs remove, the DELETE of the row with this key, behind the removal of the rows
// that follow it, in one transaction. remove has to be DML, as mutations are applied at commit.
func delete<<Name>>(ctx context.Context, client *spanner.Client, key <<name>>Key, remove spanner.Statement) error {
	_, err := client.ReadWriteTransaction(ctx, func(ctx context.Context, txn *spanner.ReadWriteTransaction) error {
		// Called again when Spanner aborts the transaction: no side effects in here.
		if err := beforeDelete<<Name>>(ctx, txn, key, map[string]bool{}); err != nil {
			return err
		}
		_, err := txn.Update(ctx, remove)
		return err
	})
	return err
}

// beforeDelete<<Name>> removes what follows the row with this key and the rows that its DELETE
// takes with it. visited holds the rows that were seen, as rows may refer to each other in a circle.
func beforeDelete<<Name>>(ctx context.Context, txn *spanner.ReadWriteTransaction, key <<name>>Key, visited map[string]bool) error {
	id := fmt.Sprintf("%#v", key)
	if visited[id] {
		return nil
	}
	visited[id] = true
"#;

    const FIRST: &str = r#"
	for _, sql := range []string{
<<first>>	} {
		if _, err := txn.Update(ctx, key.statement(sql)); err != nil {
			return err
		}
	}
"#;

    const CASCADE: &str = r#"
	var <<query>>Keys []<<child>>Key
	if err := txn.Query(ctx, key.statement(<<query>>)).Do(func(row *spanner.Row) error {
		var found <<child>>Key
		if err := found.read(row); err != nil {
			return err
		}
		<<query>>Keys = append(<<query>>Keys, found)
		return nil
	}); err != nil {
		return err
	}
	for _, found := range <<query>>Keys {
		if err := beforeDelete<<Child>>(ctx, txn, found, visited); err != nil {
			return err
		}
	}
"#;

    const STATEMENTS: &str = r#"
	var statements []spanner.Statement
	for _, sql := range <<name>>BeforeDelete {
		statements = append(statements, key.statement(sql))
	}
	_, err := txn.BatchUpdate(ctx, statements)
	return err
}
"#;

    const NO_STATEMENTS: &str = "\treturn nil\n}\n";
}

mod java {
    //! Java, with `com.google.cloud:google-cloud-spanner`; text blocks need Java 15.

    use super::{
        Asked, Cascade, Kind, camel, columns, fill, is_plain_text, kind, one_line, pascal,
    };
    use super::{shown, snake, words};

    /// Words that cannot name a parameter.
    const RESERVED: &str = "_ abstract assert boolean break byte case catch char class const \
        continue default do double else enum extends false final finally float for goto if implements import \
        instanceof int interface long native new null package private protected public record \
        return short static strictfp super switch synchronized this throw throws transient true \
        try var void volatile when while yield";

    /// How long parameters may get on the line of their function.
    const LINE: usize = 60;

    pub(super) fn code(asked: &Asked) -> String {
        let table = words(&asked.table, "table");
        let values = [
            ("table", shown(&asked.table)),
            ("Name", pascal(&table)),
            ("label", one_line(&asked.table, '"')),
            ("columns", columns(asked)),
            ("parameters", parameters(asked)),
            ("values", values_of(asked)),
            ("binds", binds(asked)),
            ("after", list(&asked.after_write)),
            ("first", list(&asked.first)),
            ("before", list(&asked.before_delete)),
        ];
        let values: Vec<(&str, &str)> = values.iter().map(|(n, v)| (*n, v.as_str())).collect();
        let mut out = imports(asked);
        out.push_str(&fill(CLASS, &values));
        if !asked.after_write.is_empty() {
            out.push_str(&fill(AFTER_WRITE, &values));
        }
        if !asked.before_delete.is_empty() {
            out.push_str(&fill(BEFORE_DELETE, &values));
        }
        for query in asked.queries() {
            let (name, sql) = (constant(&query), literal(query.sql));
            out.push_str(&format!("\n  private static final String {name} =\n      {sql};\n"));
        }
        out.push_str(&fill(KEY, &values));
        if !asked.after_write.is_empty() {
            out.push_str(&fill(UPDATE, &values));
        }
        if asked.deletes() {
            out.push_str(&fill(DELETE, &values));
            if !asked.first.is_empty() {
                out.push_str(&fill(FIRST, &values));
            }
            out.extend(asked.queries().iter().map(cascade));
            let end = if asked.before_delete.is_empty() { "  }\n" } else { STATEMENTS };
            out.push_str(end);
        }
        out.push_str(&fill(BOUND, &values));
        if !asked.cascades.is_empty() {
            out.push_str(ROWS);
        }
        out + "}\n"
    }

    fn imports(asked: &Asked) -> String {
        let kinds: Vec<Kind> = asked.key.iter().map(|it| kind(&it.ty, asked.dialect)).collect();
        let (writes, deletes) = (!asked.after_write.is_empty(), asked.deletes());
        let cascades = !asked.cascades.is_empty();
        let statements = writes || !asked.before_delete.is_empty();
        let imports = [
            (kinds.contains(&Kind::Bytes), "com.google.cloud.ByteArray"),
            (kinds.contains(&Kind::Date), "com.google.cloud.Date"),
            (kinds.contains(&Kind::Timestamp), "com.google.cloud.Timestamp"),
            (true, "com.google.cloud.spanner.DatabaseClient"),
            (cascades, "com.google.cloud.spanner.ResultSet"),
            (true, "com.google.cloud.spanner.Statement"),
            (deletes, "com.google.cloud.spanner.TransactionContext"),
            (true, "com.google.cloud.spanner.Value"),
            (kinds.contains(&Kind::Numeric), "java.math.BigDecimal"),
            (statements || cascades, "java.util.ArrayList"),
            (deletes, "java.util.HashSet"),
            (true, "java.util.List"),
            (deletes, "java.util.Set"),
            (kinds.contains(&Kind::Uuid), "java.util.UUID"),
            (cascades, "java.util.stream.IntStream"),
        ];
        let used = imports.iter().filter(|(used, _)| *used);
        used.map(|(_, name)| format!("import {name};\n")).collect()
    }

    /// The name of each parameter that holds a column of the key.
    fn names(asked: &Asked) -> Vec<String> {
        let mut out: Vec<String> = Vec::new();
        for it in &asked.key {
            let name = camel(&words(&it.column, "column"));
            let same = out.iter().filter(|its| its.trim_end_matches('_') == name).count();
            let more = same + usize::from(RESERVED.split(' ').any(|word| word == name));
            out.push(name + &"_".repeat(more));
        }
        out
    }

    fn parameters(asked: &Asked) -> String {
        let ty = |it: &super::Parameter| java_type(kind(&it.ty, asked.dialect)).0;
        let pairs = asked.key.iter().map(ty).zip(names(asked));
        let parameters: Vec<String> = pairs.map(|(ty, name)| format!("{ty} {name}")).collect();
        wrapped(&parameters)
    }

    /// On one line, or each on one of its own where that would be long.
    fn wrapped(parts: &[String]) -> String {
        let line = parts.join(", ");
        if line.len() <= LINE { line } else { format!("\n        {}", parts.join(",\n        ")) }
    }

    fn values_of(asked: &Asked) -> String {
        let maker = |it: &super::Parameter| java_type(kind(&it.ty, asked.dialect)).1;
        let pairs = asked.key.iter().map(maker).zip(names(asked));
        let value = |(maker, name): (&str, String)| match maker {
            "" => name,
            maker => format!("Value.{maker}({name})"),
        };
        wrapped(&pairs.map(value).collect::<Vec<_>>())
    }

    /// The type of a column, which may be null, and the function of `Value` that takes it.
    fn java_type(kind: Kind) -> (&'static str, &'static str) {
        match kind {
            Kind::Bool => ("Boolean", "bool"),
            Kind::Bytes => ("ByteArray", "bytes"),
            Kind::Date => ("Date", "date"),
            Kind::Float32 => ("Float", "float32"),
            Kind::Float64 => ("Double", "float64"),
            Kind::Int64 => ("Long", "int64"),
            Kind::Numeric => ("BigDecimal", "numeric"),
            Kind::PgNumeric => ("String", "pgNumeric"),
            Kind::String => ("String", "string"),
            Kind::Timestamp => ("Timestamp", "timestamp"),
            Kind::Uuid => ("UUID", "uuid"),
            Kind::Other => ("Value", ""),
        }
    }

    fn binds(asked: &Asked) -> String {
        let bind = |(at, it): (usize, &super::Parameter)| {
            format!("\n        .bind({})\n        .to(key.get({at}))", one_line(&it.name, '"'))
        };
        asked.key.iter().enumerate().map(bind).collect()
    }

    fn list(statements: &[String]) -> String {
        let literals: Vec<String> = statements.iter().map(|sql| literal(sql)).collect();
        literals.join(",\n          ")
    }

    /// A text block, unless it would lose blanks at the start or the end of lines, or holds what
    /// some highlighters take for a comment.
    fn literal(sql: &str) -> String {
        let indent = "          ";
        let blanks = [' ', '\t'];
        let keeps = is_plain_text(sql)
            && sql.contains('\n')
            && sql.lines().all(|line| !line.is_empty() && !line.ends_with(blanks))
            && sql.lines().any(|line| !line.starts_with(char::is_whitespace))
            && !sql.ends_with('\n')
            && !sql.contains("/*")
            && !sql.contains("//");
        if !keeps {
            return super::by_lines(sql, &format!("\n{indent}    + "));
        }
        let mut text = sql.replace('\\', "\\\\");
        if text.contains("\"\"\"") || text.ends_with('"') {
            text = text.replace('"', "\\\"");
        }
        format!("\"\"\"\n{indent}{}\"\"\"", text.replace('\n', &format!("\n{indent}")))
    }

    /// The name of the constant of a query.
    fn constant(query: &Cascade<'_>) -> String {
        snake(&query.name).to_ascii_uppercase()
    }

    fn cascade(query: &Cascade<'_>) -> String {
        fill(CASCADE, &[("Child", &pascal(&query.child)), ("QUERY", &constant(query))])
    }

    const CLASS: &str = r#"
/** Changes rows of <<table>> together with the rows that follow them. */
final class <<Name>>Changes {
"#;

    const AFTER_WRITE: &str = r#"
  /** Refreshes the rows that follow a row, in this order. */
  private static final List<String> AFTER_WRITE =
      List.of(
          <<after>>);
"#;

    const BEFORE_DELETE: &str = r#"
  /** Removes the rows that follow a row. */
  private static final List<String> BEFORE_DELETE =
      List.of(
          <<before>>);
"#;

    const KEY: &str = r#"
  private <<Name>>Changes() {}

  /** The primary key of a row: <<columns>>. */
  static List<Value> key(<<parameters>>) {
    return List.of(<<values>>);
  }
"#;

    const UPDATE: &str = r#"
  /**
   * Runs {@code change}, an INSERT or UPDATE of the row with this key, and refreshes the rows that
   * follow it, in one transaction. The change has to be DML: mutations are applied at commit, when
   * the refresh has already read the row.
   */
  static void update(DatabaseClient client, List<Value> key, Statement change) {
    List<Statement> statements = new ArrayList<>();
    statements.add(change);
    AFTER_WRITE.forEach(sql -> statements.add(bound(sql, key)));
    client
        .readWriteTransaction()
        // Called again when Spanner aborts the transaction: no side effects in here.
        .run(transaction -> transaction.batchUpdate(statements));
  }
"#;

    const DELETE: &str = r#"
  /**
   * Runs {@code remove}, the DELETE of the row with this key, behind the removal of the rows that
   * follow it, in one transaction. It has to be DML, as mutations are applied at commit.
   */
  static void delete(DatabaseClient client, List<Value> key, Statement remove) {
    client
        .readWriteTransaction()
        // Called again when Spanner aborts the transaction: no side effects in here.
        .run(
            transaction -> {
              beforeDelete(transaction, key, new HashSet<>());
              return transaction.executeUpdate(remove);
            });
  }

  /**
   * Removes what follows the row with this key and the rows that its DELETE takes with it.
   *
   * @param visited the rows that were seen, as rows may refer to each other in a circle
   */
  static void beforeDelete(
      TransactionContext transaction, List<Value> key, Set<List<Object>> visited) {
    if (!visited.add(List.of(<<label>>, key))) {
      return;
    }
"#;

    const FIRST: &str = r#"    for (String sql :
        List.of(
          <<first>>)) {
      transaction.executeUpdate(bound(sql, key));
    }
"#;

    const CASCADE: &str = r#"    for (List<Value> row : rows(transaction, bound(<<QUERY>>, key))) {
      <<Child>>Changes.beforeDelete(transaction, row, visited);
    }
"#;

    const STATEMENTS: &str = r#"    List<Statement> statements = new ArrayList<>();
    BEFORE_DELETE.forEach(sql -> statements.add(bound(sql, key)));
    transaction.batchUpdate(statements);
  }
"#;

    const BOUND: &str = r#"
  private static Statement bound(String sql, List<Value> key) {
    return Statement.newBuilder(sql)<<binds>>
        .build();
  }
"#;

    const ROWS: &str = r#"
  private static List<List<Value>> rows(TransactionContext transaction, Statement query) {
    List<List<Value>> rows = new ArrayList<>();
    try (ResultSet answer = transaction.executeQuery(query)) {
      while (answer.next()) {
        rows.add(IntStream.range(0, answer.getColumnCount()).mapToObj(answer::getValue).toList());
      }
    }
    return rows;
  }
"#;
}

mod python {
    //! Python, with `google-cloud-spanner`.

    use super::{Asked, Cascade, Kind, fill, is_plain_text, kind, list, one_line, shown};
    use super::{snake, words};

    pub(super) fn code(asked: &Asked) -> String {
        let table = snake(&words(&asked.table, "table"));
        let values = [
            ("table", shown(&asked.table)),
            ("name", table.clone()),
            ("NAME", table.to_ascii_uppercase()),
            ("label", one_line(&asked.table, '"')),
            ("types", types(asked)),
            ("known", known(asked, &table)),
            ("after", list(&asked.after_write, "    ", literal)),
            ("first", list(&asked.first, "        ", literal)),
            ("before", list(&asked.before_delete, "    ", literal)),
        ];
        let values: Vec<(&str, &str)> = values.iter().map(|(n, v)| (*n, v.as_str())).collect();
        let mut out = fill(KEY, &values);
        if !asked.after_write.is_empty() {
            out.push_str(&fill(AFTER_WRITE, &values));
        }
        if !asked.before_delete.is_empty() {
            out.push_str(&fill(BEFORE_DELETE, &values));
        }
        for query in asked.queries() {
            out.push_str(&format!("\n{} = {}\n", constant(&query), literal(query.sql)));
        }
        if !asked.after_write.is_empty() {
            out.push_str(&fill(UPDATE, &values));
        }
        if asked.deletes() {
            out.push_str(&fill(DELETE, &values));
            if !asked.first.is_empty() {
                out.push_str(&fill(FIRST, &values));
            }
            for query in asked.queries() {
                let (child, query) = (snake(&query.child), constant(&query));
                let names = [("child", child.as_str()), ("QUERY", &query)];
                out.push_str(&fill(CASCADE, &names));
            }
            if !asked.before_delete.is_empty() {
                out.push_str(&fill(STATEMENTS, &values));
            }
        }
        out + &fill(BOUND, &values)
    }

    fn types(asked: &Asked) -> String {
        let pair = |it: &super::Parameter| {
            let ty = python_type(kind(&it.ty, asked.dialect));
            let note = if it.name == it.column { String::new() } else { shown(&it.column) };
            let note = if note.is_empty() { note } else { format!("  # {note}") };
            format!("    {}: {ty},{note}\n", one_line(&it.name, '"'))
        };
        asked.key.iter().map(pair).collect()
    }

    /// The types of the parameters, without those that are not known.
    fn known(asked: &Asked, table: &str) -> String {
        let name = format!("{}_KEY", table.to_ascii_uppercase());
        let known = asked.key.iter().all(|it| kind(&it.ty, asked.dialect) != Kind::Other);
        if known { name } else { format!("{{name: ty for name, ty in {name}.items() if ty}}") }
    }

    fn python_type(kind: Kind) -> &'static str {
        match kind {
            Kind::Bool => "param_types.BOOL",
            Kind::Bytes => "param_types.BYTES",
            Kind::Date => "param_types.DATE",
            Kind::Float32 => "param_types.FLOAT32",
            Kind::Float64 => "param_types.FLOAT64",
            Kind::Int64 => "param_types.INT64",
            Kind::Numeric => "param_types.NUMERIC",
            Kind::PgNumeric => "param_types.PG_NUMERIC",
            Kind::String => "param_types.STRING",
            Kind::Timestamp => "param_types.TIMESTAMP",
            Kind::Uuid => "param_types.UUID",
            Kind::Other => "None",
        }
    }

    fn literal(sql: &str) -> String {
        if !is_plain_text(sql) || !sql.contains('\n') {
            return one_line(sql, '"');
        }
        let mut text = sql.replace('\\', "\\\\");
        if text.contains("\"\"\"") || text.ends_with('"') {
            text = text.replace('"', "\\\"");
        }
        format!("\"\"\"{text}\"\"\"")
    }

    /// The name of the constant of a query.
    fn constant(query: &Cascade<'_>) -> String {
        snake(&query.name).to_ascii_uppercase()
    }

    const KEY: &str = r#"from google.cloud.spanner_v1 import param_types

# The primary key of <<table>> as parameters, in order.
<<NAME>>_KEY = {
<<types>>}
"#;

    const AFTER_WRITE: &str = r#"
# Refreshes the rows that follow a row of <<table>>, in this order.
<<NAME>>_AFTER_WRITE = [
<<after>>]
"#;

    const BEFORE_DELETE: &str = r#"
# Removes the rows that follow a row of <<table>>.
<<NAME>>_BEFORE_DELETE = [
<<before>>]
"#;

    const UPDATE: &str = r#"

def update_<<name>>(database, key, change):
    """Changes the row with this key and refreshes the rows that follow it.

    `key` is a tuple with a value for each of <<NAME>>_KEY. `change(transaction)` runs one
    INSERT or UPDATE of that row with `execute_update`. It has to be DML: mutations are applied
    at commit, when the refresh has already read the row.
    """

    def run(transaction):
        # Called again when Spanner aborts the transaction: no side effects in here.
        change(transaction)
        for sql in <<NAME>>_AFTER_WRITE:
            transaction.execute_update(sql, **_<<name>>_bound(key))

    database.run_in_transaction(run)
"#;

    const DELETE: &str = r#"

def delete_<<name>>(database, key, remove):
    """Deletes the row with this key behind the rows that follow it.

    `key` is a tuple with a value for each of <<NAME>>_KEY. `remove(transaction)` runs the
    DELETE of that row with `execute_update`. It has to be DML, as mutations are applied at
    commit.
    """

    def run(transaction):
        # Called again when Spanner aborts the transaction: no side effects in here.
        before_delete_<<name>>(transaction, key, visited=set())
        remove(transaction)

    database.run_in_transaction(run)


def before_delete_<<name>>(transaction, key, visited):
    """Removes what follows the row with this key and the rows that its DELETE takes with it.

    `visited` holds the rows that were seen, as rows may refer to each other in a circle.
    """
    row = (<<label>>, *key)
    if row in visited:
        return
    visited.add(row)
    bound = _<<name>>_bound(key)
"#;

    const FIRST: &str = r#"    for sql in [
<<first>>    ]:
        transaction.execute_update(sql, **bound)
"#;

    const CASCADE: &str = r#"    for found in list(transaction.execute_sql(<<QUERY>>, **bound)):
        before_delete_<<child>>(transaction, found, visited)
"#;

    const STATEMENTS: &str = r#"    for sql in <<NAME>>_BEFORE_DELETE:
        transaction.execute_update(sql, **bound)
"#;

    const BOUND: &str = r#"

def _<<name>>_bound(key):
    return {
        "params": dict(zip(<<NAME>>_KEY, key, strict=True)),
        "param_types": <<known>>,
    }
"#;
}

mod javascript {
    //! JavaScript for Node, with `@google-cloud/spanner`.

    use super::{Asked, Kind, camel, fill, is_plain_text, kind, list, one_line, pascal};
    use super::{shown, words};

    pub(super) fn code(asked: &Asked) -> String {
        let table = words(&asked.table, "table");
        let values = [
            ("table", shown(&asked.table)),
            ("name", camel(&table)),
            ("Name", pascal(&table)),
            ("label", one_line(&asked.table, '\'')),
            ("types", types(asked)),
            ("after", list(&asked.after_write, "  ", literal)),
            ("first", list(&asked.first, "    ", literal)),
            ("before", list(&asked.before_delete, "  ", literal)),
        ];
        let values: Vec<(&str, &str)> = values.iter().map(|(n, v)| (*n, v.as_str())).collect();
        let mut out = fill(KEY, &values);
        if !asked.after_write.is_empty() {
            out.push_str(&fill(AFTER_WRITE, &values));
        }
        if !asked.before_delete.is_empty() {
            out.push_str(&fill(BEFORE_DELETE, &values));
        }
        for query in asked.queries() {
            let name = camel(&query.name);
            out.push_str(&format!("\nconst {name} = {};\n", literal(query.sql)));
        }
        if !asked.after_write.is_empty() {
            out.push_str(&fill(UPDATE, &values));
        }
        if asked.deletes() {
            out.push_str(&fill(DELETE, &values));
            if !asked.first.is_empty() {
                out.push_str(&fill(FIRST, &values));
            }
            for query in asked.queries() {
                let (child, query) = (pascal(&query.child), camel(&query.name));
                let names = [("Child", child.as_str()), ("query", &query), ("name", values[1].1)];
                out.push_str(&fill(CASCADE, &names));
            }
            let end = if asked.before_delete.is_empty() { "}\n" } else { STATEMENTS };
            out.push_str(&fill(end, &values));
        }
        out
    }

    fn types(asked: &Asked) -> String {
        let pair = |it: &super::Parameter| {
            let ty = node_type(kind(&it.ty, asked.dialect));
            let note = if it.name == it.column { String::new() } else { shown(&it.column) };
            let note = if note.is_empty() { note } else { format!(" // {note}") };
            format!("  [{}{ty}],{note}\n", one_line(&it.name, '\''))
        };
        asked.key.iter().map(pair).collect()
    }

    fn node_type(kind: Kind) -> &'static str {
        match kind {
            Kind::Bool => ", 'bool'",
            Kind::Bytes => ", 'bytes'",
            Kind::Date => ", 'date'",
            Kind::Float32 => ", 'float32'",
            Kind::Float64 => ", 'float64'",
            Kind::Int64 => ", 'int64'",
            Kind::Numeric => ", 'numeric'",
            Kind::PgNumeric => ", 'pgNumeric'",
            Kind::String => ", 'string'",
            Kind::Timestamp => ", 'timestamp'",
            Kind::Uuid => ", 'uuid'",
            // The library goes by the value.
            Kind::Other => "",
        }
    }

    fn literal(sql: &str) -> String {
        if !is_plain_text(sql) || !sql.contains('\n') {
            return one_line(sql, '\'');
        }
        let text = sql.replace('\\', "\\\\").replace('`', "\\`").replace("${", "\\${");
        format!("`{text}`")
    }

    const KEY: &str = r#"/** The primary key of <<table>>: the name and type of each parameter, in order. */
const <<name>>Key = [
<<types>>];

/** A statement with the key, an array of values in the same order, as parameters. */
function <<name>>Statement(sql, key) {
  return {
    sql,
    params: Object.fromEntries(<<name>>Key.map(([name], at) => [name, key[at]])),
    types: Object.fromEntries(<<name>>Key),
  };
}
"#;

    const AFTER_WRITE: &str = r#"
/** Refreshes the rows that follow a row of <<table>>, in this order. */
const <<name>>AfterWrite = [
<<after>>];
"#;

    const BEFORE_DELETE: &str = r#"
/** Removes the rows that follow a row of <<table>>. */
const <<name>>BeforeDelete = [
<<before>>];
"#;

    const UPDATE: &str = r#"
/**
 * Runs `change`, an INSERT or UPDATE of the row with this key, and refreshes the rows that follow
 * it, in one transaction. It has to be DML: mutations are applied at commit, when the refresh has
 * already read the row.
 */
async function update<<Name>>(database, key, change) {
  const refresh = <<name>>AfterWrite.map(sql => <<name>>Statement(sql, key));
  await database.runTransactionAsync(async transaction => {
    // Called again when Spanner aborts the transaction: no side effects in here.
    try {
      await transaction.batchUpdate([change, ...refresh]);
      await transaction.commit();
    } catch (error) {
      // Frees the locks; the first error is the one that matters.
      await transaction.rollback().catch(() => {});
      throw error;
    }
  });
}
"#;

    const DELETE: &str = r#"
/**
 * Runs `remove`, the DELETE of the row with this key, behind the removal of the rows that follow
 * it, in one transaction. It has to be DML, as mutations are applied at commit.
 */
async function delete<<Name>>(database, key, remove) {
  await database.runTransactionAsync(async transaction => {
    // Called again when Spanner aborts the transaction: no side effects in here.
    try {
      await beforeDelete<<Name>>(transaction, key, new Set());
      await transaction.runUpdate(remove);
      await transaction.commit();
    } catch (error) {
      // Frees the locks; the first error is the one that matters.
      await transaction.rollback().catch(() => {});
      throw error;
    }
  });
}

/**
 * Removes what follows the row with this key and the rows that its DELETE takes with it. `visited`
 * holds the rows that were seen, as rows may refer to each other in a circle.
 */
async function beforeDelete<<Name>>(transaction, key, visited) {
  const id = JSON.stringify([<<label>>, ...key]);
  if (visited.has(id)) return;
  visited.add(id);
"#;

    const FIRST: &str = r#"  for (const sql of [
<<first>>  ]) {
    await transaction.runUpdate(<<name>>Statement(sql, key));
  }
"#;

    const CASCADE: &str = r#"  const [<<query>>Rows] = await transaction.run(
    <<name>>Statement(<<query>>, key),
  );
  for (const row of <<query>>Rows) {
    const found = row.map(({value}) => value);
    await beforeDelete<<Child>>(transaction, found, visited);
  }
"#;

    const STATEMENTS: &str = r#"  await transaction.batchUpdate(
    <<name>>BeforeDelete.map(sql => <<name>>Statement(sql, key)),
  );
}
"#;
}
