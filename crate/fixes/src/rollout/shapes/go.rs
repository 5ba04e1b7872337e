//! Go, with `cloud.google.com/go/spanner`.

use super::{
    AFTER_WRITE, Asked, BEFORE_DELETE, FIRST, Kind, MISSING, Query, SET_TIMESTAMPS, camel, comment,
    fill, is_literal_text, kind, list, of_child, one_line, pascal, shown, words,
};

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
        ("stamp", if asked.timestamps.is_empty() { "" } else { STAMP }.to_owned()),
        ("moved", asked.moved().iter().map(moved).collect()),
        ("counts", if asked.timestamps.is_empty() { "_" } else { "counts" }.to_owned()),
        ("behind", behind(asked, "0")),
        ("behind move", behind(asked, "len(statements)")),
        ("update", update_doc(asked)),
        ("move", move_doc(asked)),
        ("change", change(asked)),
        ("delete", delete_body(asked)),
    ];
    let values: Vec<(&str, &str)> = values.iter().map(|(n, v)| (*n, v.as_str())).collect();
    let mut out = imports(asked);
    out.push_str(&fill(KEY, &values));
    out.push_str(&constants(asked));
    if asked.writes() {
        out.push_str(&fill(UPDATE, &values));
    }
    if asked.moves.is_some() {
        out.push_str(&fill(MOVE, &values));
    }
    if asked.deletes() {
        out.push_str(&fill(READ, &values));
        out.push_str(&fill(DELETE, &values));
    }
    out
}

/// Lists of statements, queries and values.
fn constants(asked: &Asked) -> String {
    let mut out = String::new();
    for it in asked.lists() {
        let name = camel(&asked.name(it.name));
        let doc = comment(&format!("{name} {}.", it.does), "// ");
        let items = list(&it.statements, "\t", literal);
        out.push_str(&format!("\n{doc}var {name} = []string{{\n{items}}}\n"));
    }
    let one = |sql: &str| literal(sql).replace("\n\t\t\"", "\n\t\"");
    for query in asked.cascades().iter().chain(&asked.moved()) {
        out.push_str(&format!("\nconst {} = {}\n", camel(&query.name), one(query.sql)));
    }
    for (name, it) in asked.values() {
        let name = camel(&name);
        let doc = comment(&format!("{name} is {}.", Asked::value_means(it)), "// ");
        out.push_str(&format!("\n{doc}const {name} = {}\n", one(&it.expression)));
    }
    out
}

fn update_doc(asked: &Asked) -> String {
    let name = pascal(&words(&asked.table, "table"));
    let text = format!(
        "update{name} runs change, an INSERT or UPDATE of the row with this key, and {}, in one \
         transaction. change has to be DML: mutations are applied at commit, when the row has been \
         read already.{}",
        asked.then(),
        asked.notes("change", "stamp", Some(&format!("move{name}")), camel)
    );
    comment(&text, "// ")
}

fn move_doc(asked: &Asked) -> String {
    let Some(moves) = &asked.moves else { return String::new() };
    let name = pascal(&words(&asked.table, "table"));
    let notes = asked.notes("change", "stamp", None, camel);
    comment(&format!("move{name} runs change, {}{notes}", moves.what()), "// ")
}

/// The statements of an update.
fn change(asked: &Asked) -> String {
    let change = "[]spanner.Statement{change}";
    if asked.after_write.is_empty() {
        return change.to_owned();
    }
    format!("append({change}, key.statements({})...)", camel(&asked.name(AFTER_WRITE)))
}

/// What comes behind the statements of an update, of which the change is the one at a place.
fn behind(asked: &Asked, at: &str) -> String {
    let mut out = String::new();
    if asked.checks() {
        let message = one_line(&asked.message(), '"');
        let names = [("missing", camel(&asked.name(MISSING))), ("message", message)];
        out.push_str(&fill(CHECK, &[("missing", &names[0].1), ("message", &names[1].1)]));
    }
    if !asked.timestamps.is_empty() {
        let name = camel(&asked.name(SET_TIMESTAMPS));
        out.push_str(&fill(TIMESTAMPS, &[("timestamps", &name), ("at", at)]));
    }
    out
}

/// What removes the rows that follow a row and those that go with it.
fn delete_body(asked: &Asked) -> String {
    let run = |list| fill(RUN, &[("list", &camel(&asked.name(list)))]);
    let mut out = if asked.first.is_empty() { String::new() } else { run(FIRST) };
    out.extend(asked.cascades().iter().map(cascade));
    if !asked.before_delete.is_empty() {
        out.push_str(&run(BEFORE_DELETE));
    }
    out
}

fn imports(asked: &Asked) -> String {
    let kinds: Vec<Kind> = asked.key.iter().map(|it| kind(&it.ty, asked.dialect)).collect();
    let imports = [
        (true, "context"),
        (asked.checks() || asked.deletes(), "errors"),
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
            if initialism { word.to_ascii_uppercase() } else { pascal(std::slice::from_ref(word)) }
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
    let lines: String = fields.iter().map(|(name, ty)| format!("\t{name:width$} {ty}\n")).collect();
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
    let raw = is_literal_text(sql) && !sql.contains('`');
    if raw && sql.contains(['\n', '"', '\\']) {
        return format!("`{sql}`");
    }
    super::by_lines(sql, " +\n\t\t")
}

fn cascade(query: &Query<'_>) -> String {
    let child = pascal(&query.child);
    fill(CASCADE, &[("Child", &child), ("query", &camel(&query.name))])
}

/// The rows that a query finds move with the row.
fn moved(query: &Query<'_>) -> String {
    let append = |list| {
        let list = camel(&of_child(query, list));
        format!("\t\t\tstatements = append(statements, row.statements({list})...)\n")
    };
    let removes: String = query.removes.iter().copied().map(append).collect();
    let names = [
        ("Child", pascal(&query.child)),
        ("query", camel(&query.name)),
        ("after", camel(&of_child(query, AFTER_WRITE))),
        ("removes", removes),
    ];
    fill(MOVED, &names.each_ref().map(|(name, value)| (*name, value.as_str())))
}

const KEY: &str = r"
// <<name>>Key is the primary key of a row of <<table>>.
type <<name>>Key <<fields>>

// statement returns sql with the key as parameters.
func (key <<name>>Key) statement(sql string) spanner.Statement {
	return spanner.Statement{SQL: sql, Params: map[string]any{<<params>>}}
}

// statements returns each of all with the key as parameters.
func (key <<name>>Key) statements(all []string) []spanner.Statement {
	var statements []spanner.Statement
	for _, sql := range all {
		statements = append(statements, key.statement(sql))
	}
	return statements
}
";

const STAMP: &str = ", stamp ...spanner.Statement";

const UPDATE: &str = r"
<<update>>func update<<Name>>(ctx context.Context, client *spanner.Client, key <<name>>Key, change spanner.Statement<<stamp>>) error {
	_, err := client.ReadWriteTransaction(ctx, func(ctx context.Context, txn *spanner.ReadWriteTransaction) error {
		// Called again when Spanner aborts the transaction: no side effects in here.
		statements := <<change>>
		<<counts>>, err := txn.BatchUpdate(ctx, statements)
		if err != nil {
			return err
		}
<<behind>>		return nil
	})
	return err
}
";

const CHECK: &str = r"		for _, query := range key.statements(<<missing>>) {
			if err := txn.Query(ctx, query).Do(func(*spanner.Row) error {
				return errors.New(<<message>>)
			}); err != nil {
				return err
			}
		}
";

const TIMESTAMPS: &str = r"		if len(stamp) > 0 && counts[<<at>>] > 0 {
			last := append(key.statements(<<timestamps>>), stamp...)
			if _, err := txn.BatchUpdate(ctx, last); err != nil {
				return err
			}
		}
";

const MOVE: &str = r"
<<move>>func move<<Name>>(ctx context.Context, client *spanner.Client, key <<name>>Key, change spanner.Statement<<stamp>>) error {
	_, err := client.ReadWriteTransaction(ctx, func(ctx context.Context, txn *spanner.ReadWriteTransaction) error {
		// Called again when Spanner aborts the transaction: no side effects in here.
		var statements []spanner.Statement
		after := append([]spanner.Statement{change}, key.statements(<<name>>AfterWrite)...)
<<moved>>		statements = append(statements, key.statements(<<name>>BeforeMove)...)
		<<counts>>, err := txn.BatchUpdate(ctx, append(statements, after...))
		if err != nil {
			return err
		}
<<behind move>>		return nil
	})
	return err
}
";

const MOVED: &str = r"		<<query>>Rows, err := read<<Child>>(ctx, txn, key.statement(<<query>>))
		if err != nil {
			return err
		}
		for _, row := range <<query>>Rows {
<<removes>>			after = append(after, row.statements(<<after>>)...)
		}
";

const READ: &str = r"
// read<<Name>> returns the keys that a query of rows of <<table>> finds.
func read<<Name>>(ctx context.Context, txn *spanner.ReadWriteTransaction, query spanner.Statement) ([]<<name>>Key, error) {
	var keys []<<name>>Key
	err := txn.Query(ctx, query).Do(func(row *spanner.Row) error {
		var key <<name>>Key
		if err := row.Columns(<<reads>>); err != nil {
			return err
		}
		keys = append(keys, key)
		return nil
	})
	return keys, err
}
";

const DELETE: &str = r#"
// delete<<Name>> runs remove, the DELETE of the row with this key, after the removal of the rows
// that follow it, in one transaction. remove has to be DML, as mutations are applied at commit. Where
// it deletes no row, nothing is removed and an error says so.
func delete<<Name>>(ctx context.Context, client *spanner.Client, key <<name>>Key, remove spanner.Statement) error {
	_, err := client.ReadWriteTransaction(ctx, func(ctx context.Context, txn *spanner.ReadWriteTransaction) error {
		// Called again when Spanner aborts the transaction: no side effects in here.
		if err := beforeDelete<<Name>>(ctx, txn, key, map[string]bool{}); err != nil {
			return err
		}
		count, err := txn.Update(ctx, remove)
		if err == nil && count == 0 {
			return errors.New("no row was deleted")
		}
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
<<delete>>	return nil
}
"#;

const RUN: &str = r"	if _, err := txn.BatchUpdate(ctx, key.statements(<<list>>)); err != nil {
		return err
	}
";

const CASCADE: &str = r"	<<query>>Rows, err := read<<Child>>(ctx, txn, key.statement(<<query>>))
	if err != nil {
		return err
	}
	for _, row := range <<query>>Rows {
		if err := beforeDelete<<Child>>(ctx, txn, row, visited); err != nil {
			return err
		}
	}
";
