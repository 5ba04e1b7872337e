//! Application code for rules of a rollout: it parses in its language, holds the statements as
//! they are, and the code of one rule calls what that of another defines.

mod compiled;
mod played;

use std::collections::BTreeSet;

use hotsplit_engine::fixes::rollout::plan::{Shape, Supplied};
use hotsplit_engine::fixes::rollout::shapes::{Asked, Moved, Moves, Parameter, shapes};
use hotsplit_engine::syntax::tree::Dialect;
use proptest::prelude::*;
use tree_sitter::{Node, Parser};

/// A rule whose key is columns with their types.
fn rule(table: &str, dialect: Dialect, key: &[(&str, &str)]) -> Asked {
    let name = |at: usize, column: &str| match dialect {
        Dialect::GoogleSql => column.to_owned(),
        Dialect::PostgreSql => format!("p{}", at + 1),
    };
    let parameter = |(at, (column, ty)): (usize, &(&str, &str))| Parameter {
        column: (*column).to_owned(),
        name: name(at, column),
        ty: (*ty).to_owned(),
    };
    Asked {
        table: table.to_owned(),
        dialect,
        key: key.iter().enumerate().map(parameter).collect(),
        after_write: Vec::new(),
        first: Vec::new(),
        before_delete: Vec::new(),
        cascades: Vec::new(),
        moves: None,
        timestamps: Vec::new(),
        set_timestamps: Vec::new(),
        supplied: Vec::new(),
    }
}

/// The rule with statements: behind a write, before a delete, queries of rows below.
fn with(mut asked: Asked, after: &[&str], before: &[&str], cascades: &[(&str, &str)]) -> Asked {
    let owned = |it: &[&str]| it.iter().map(|sql| (*sql).to_owned()).collect();
    asked.after_write = owned(after);
    asked.before_delete = owned(before);
    asked.cascades =
        cascades.iter().map(|(table, sql)| ((*table).to_owned(), (*sql).to_owned())).collect();
    asked
}

const REFRESH: &str = "INSERT OR UPDATE INTO Transactions_new (ShardId, TxnId, Amount)\n\
                       SELECT MOD(FARM_FINGERPRINT(TxnId), 16), TxnId, Amount\n\
                       FROM Transactions WHERE TxnId = @TxnId";
const REMOVE: &str = "DELETE FROM Transactions_new WHERE TxnId = @TxnId";
const BELOW: &str = "SELECT TxnId, Line FROM Postings WHERE TxnId = @TxnId";

/// A row tree of three levels, the last of which refers to itself.
fn ledger() -> Vec<Asked> {
    use Dialect::GoogleSql;
    let transactions = rule("Transactions", GoogleSql, &[("TxnId", "STRING(26)")]);
    let postings = rule("Postings", GoogleSql, &[("TxnId", "STRING(26)"), ("Line", "INT64")]);
    let notes = [("TxnId", "STRING(26)"), ("Line", "INT64"), ("At", "TIMESTAMP")];
    let again = "SELECT TxnId, Line, At FROM Notes WHERE ReplyTo = @At";
    vec![
        with(transactions, &[REFRESH], &[REMOVE], &[("Postings", BELOW)]),
        with(
            postings,
            &[REFRESH, "INSERT OR UPDATE INTO Postings_new (Line) SELECT @Line"],
            &["DELETE FROM Postings_new WHERE TxnId = @TxnId AND Line = @Line"],
            &[
                ("Notes", "SELECT TxnId, Line, At FROM Notes WHERE Line = @Line"),
                ("Notes", "SELECT TxnId, Line, At FROM Notes WHERE AlsoLine = @Line"),
            ],
        ),
        with(
            rule("Notes", GoogleSql, &notes),
            &["INSERT OR UPDATE INTO Notes_new (At) SELECT @At"],
            &["DELETE FROM Notes_new WHERE At = @At"],
            &[("Notes", again)],
        ),
    ]
}

/// The rule with statements that come before those of the rows below.
fn first(mut asked: Asked, first: &[&str]) -> Asked {
    asked.first = first.iter().map(|sql| (*sql).to_owned()).collect();
    asked
}

/// The rule with rows that move, commit timestamps and columns to give.
fn with_all(mut asked: Asked, columns: &[&str], sql: [&str; 5]) -> Asked {
    let columns: Vec<String> = columns.iter().map(|it| (*it).to_owned()).collect();
    let [before, query, timestamps, expression, missing] = sql.map(str::to_owned);
    let rows = [(true, true), (true, false), (false, false)].map(|(first, before_delete)| Moved {
        table: asked.table.clone(),
        query: query.clone(),
        first,
        before_delete,
    });
    asked.first.push("SELECT 'first'".to_owned());
    asked.moves =
        Some(Moves { columns: columns.clone(), before: vec![before], rows: rows.to_vec() });
    asked.timestamps.clone_from(&columns);
    asked.set_timestamps = vec![timestamps];
    let supplied = |column: &String| Supplied {
        column: column.clone(),
        expression: expression.clone(),
        reads: columns[1..].to_vec(),
        missing: Some(missing.clone()),
    };
    asked.supplied = columns.iter().map(supplied).collect();
    asked
}

/// A table with rows that move along, a commit timestamp and a column to give.
fn moving() -> Asked {
    let mut asked = with(
        rule("Audit", Dialect::GoogleSql, &[("SeenAt", "TIMESTAMP")]),
        &["INSERT OR UPDATE INTO Audit_new (SeenAt) SELECT @SeenAt"],
        &["DELETE FROM Audit_new WHERE SeenAt = @SeenAt"],
        &[],
    );
    let query = "SELECT c.SeenAt, c.Part\nFROM Parts AS c\nWHERE c.SeenAt = @SeenAt";
    let rows = Moved {
        table: "Parts".to_owned(),
        query: query.to_owned(),
        first: false,
        before_delete: true,
    };
    asked.moves = Some(Moves {
        columns: vec!["TenantId".to_owned(), "Zone".to_owned()],
        before: asked.before_delete.clone(),
        rows: vec![rows],
    });
    let stamp = "UPDATE Audit_new SET Stamp = PENDING_COMMIT_TIMESTAMP() WHERE SeenAt = @SeenAt";
    asked.timestamps = vec!["Stamp".to_owned()];
    asked.set_timestamps = vec![stamp.to_owned()];
    asked.supplied = vec![Supplied {
        column: "CallerId".to_owned(),
        expression: "(SELECT p.CallerId FROM Calls AS p WHERE p.CallId = o.CallId)".to_owned(),
        reads: vec!["CallId".to_owned()],
        missing: Some("SELECT 1 FROM Audit AS o WHERE o.CallerId IS NULL".to_owned()),
    }];
    asked
}

/// Rules with what gets into the way of a language: quotes, backticks, keywords, escapes,
/// interpolation, letters outside of ASCII, other parts left empty.
fn hostile() -> Vec<Asked> {
    use Dialect::{GoogleSql, PostgreSql};
    let every = [
        ("bool", "BOOL"),
        ("bytes", "BYTES(16)"),
        ("date", "DATE"),
        ("float", "FLOAT32"),
        ("double", "FLOAT64"),
        ("int", "INT64"),
        ("numeric", "NUMERIC"),
        ("string", "STRING(MAX)"),
        ("time", "TIMESTAMP"),
        ("uuid", "UUID"),
        ("enum", "shop.Kind"),
    ];
    let postgres = [
        ("id", "bigint"),
        ("name", "character varying(36)"),
        ("at", "timestamp with time zone"),
        ("amount", "numeric(10, 2)"),
        ("uid", "uuid"),
        ("raw", "bytea"),
    ];
    vec![
        with(
            rule("Order", GoogleSql, &[("Group", "INT64"), ("Select", "STRING(36)")]),
            &["INSERT OR UPDATE INTO `Order_new` (`Group`)\nSELECT `Group` FROM `Order`"],
            &["DELETE FROM `Order_new` WHERE `Group` = @Group"],
            &[("class", "SELECT `Group`\nFROM `class`\nWHERE `Group` = @Group")],
        ),
        with(
            rule("class", GoogleSql, &[("def", "INT64"), ("class", "BOOL"), ("var", "DATE")]),
            &["SELECT '''three'''", "SELECT \"\"\"three\nlines\"\"\"", "SELECT \"\"\"\""],
            &["SELECT r'\\d+${x}\\u0041'\nFROM T", "SELECT '\\\\u002a/ */ ${x}'"],
            &[],
        ),
        with(
            rule("sales.OrderItems", PostgreSql, &postgres),
            &["INSERT INTO \"sales\".\"Copy\" VALUES ($1)\nON CONFLICT (id) DO UPDATE SET id = $1"],
            &["DELETE FROM \"sales\".\"Copy\"\nWHERE \"Id\" = $1 AND n = \"Name\""],
            &[("sales.OrderItems", "SELECT id FROM \"sales\".\"OrderItems\" WHERE up = $1")],
        ),
        with(rule("every", GoogleSql, &every), &["SELECT 1"], &["SELECT 2"], &[]),
        moving(),
        with_all(
            with(rule("Every", GoogleSql, &every), &["SELECT @bool"], &[], &[]),
            &["*/ \"\"\" ${x}\n//", "class", "a_b", "aB"],
            ["SELECT '''\n'''", "SELECT `\n", "\"\"\"", "(SELECT\\u002a/ p.a)", "SELECT 1\n /*"],
        ),
        with_all(
            rule("OnlyGiven", GoogleSql, &[("a", "INT64")]),
            &["b"],
            ["SELECT 1", "SELECT 2", "SELECT 3", "SELECT 4", "SELECT 5"],
        ),
        first(
            rule("OnlyFirst", GoogleSql, &[("a", "INT64")]),
            &["DELETE FROM T\nWHERE a = @a", "SELECT '\"\"\"${x}`\\'"],
        ),
        with(rule("OnlyWritten", GoogleSql, &[("a", "INT64")]), &["SELECT @a"], &[], &[]),
        with(rule("OnlyDeleted", GoogleSql, &[("a", "INT64")]), &[], &["SELECT @a"], &[]),
        with(
            rule("OnlyAbove", GoogleSql, &[("a", "INT64")]),
            &[],
            &[],
            &[("OnlyWritten", "SELECT a\n  FROM b"), ("OnlyDeleted", " SELECT a\n  FROM b")],
        ),
        with(rule("Single", GoogleSql, &[]), &["SELECT 1"], &["SELECT 2"], &[]),
        with(
            rule("*/ } `\"'\\u000a\n\"\"\" ${x} Größe 表", GoogleSql, &[("ÄÖ */ \\", "INT64")]),
            &["SELECT 'é\u{202e}\u{feff}\u{0}\r\n\t表'", "SELECT 1 \n \n  FROM T\n", ""],
            &["SELECT `a`, \"b\", 'c' -- \\\nFROM T", "\n\n", "\"", "\\", "a\\\nb\\"],
            &[("1st", "SELECT \"\"\"a\"\"\nb\"\"")],
        ),
        with(
            rule("1st", GoogleSql, &[("a_b", "INT64"), ("aB", "INT64"), ("1", "INT64")]),
            &["SELECT 1"],
            &["SELECT 2"],
            &[],
        ),
    ]
}

fn parser(language: &str) -> Parser {
    let grammar = match language {
        "go" => tree_sitter_go::LANGUAGE,
        "java" => tree_sitter_java::LANGUAGE,
        "python" => tree_sitter_python::LANGUAGE,
        "javascript" => tree_sitter_javascript::LANGUAGE,
        other => panic!("no grammar for {other}"),
    };
    let mut parser = Parser::new();
    parser.set_language(&grammar.into()).unwrap();
    parser
}

/// What the code of a shape says, read by its language's grammar.
#[derive(Debug, Default)]
struct Read {
    /// Its strings, decoded; those that are added together are one.
    strings: Vec<String>,
    /// Functions that it defines: `Class.name` in Java, `(receiver).name` for a method in Go,
    /// `outer.inner` for one within another in Python.
    defined: Vec<String>,
    /// Functions and methods that it calls, likewise.
    called: Vec<String>,
}

fn read(shape: &Shape) -> Read {
    let tree = parser(shape.language).parse(&shape.code, None).unwrap();
    let root = tree.root_node();
    assert!(!root.has_error(), "{}: {}\n{}", shape.language, root.to_sexp(), shape.code);
    let mut read = Read::default();
    walk(root, shape, "", &mut read);
    read
}

fn walk(node: Node<'_>, shape: &Shape, class: &str, read: &mut Read) {
    if let Some(text) = string(node, shape) {
        read.strings.push(text);
        return;
    }
    let text = |name: &str| {
        let child = node.child_by_field_name(name);
        child.map(|child| child.utf8_text(shape.code.as_bytes()).unwrap().to_owned())
    };
    let inside = |name: String| match text("receiver") {
        Some(receiver) => format!("{receiver}.{name}"),
        None if class.is_empty() => name,
        None => format!("{class}.{name}"),
    };
    let mut within = class.to_owned();
    let children = children(node);
    if node.kind() == "expression_statement" && children.iter().all(|it| it.kind() == "string") {
        // What a function in Python is for.
        return;
    }
    match node.kind() {
        "class_declaration" => within = text("name").unwrap(),
        "function_declaration" | "function_definition" | "method_declaration" => {
            read.defined.extend(text("name").map(inside));
            if node.kind() == "function_definition" {
                within = text("name").unwrap();
            }
        }
        "method_invocation" => {
            let object = text("object").unwrap_or(class.to_owned());
            read.called.push(format!("{object}.{}", text("name").unwrap()));
        }
        "call_expression" | "call" => read.called.extend(text("function")),
        _ => {}
    }
    for child in children {
        walk(child, shape, &within, read);
    }
}

fn children(node: Node<'_>) -> Vec<Node<'_>> {
    node.children(&mut node.walk()).collect()
}

/// The text of a string, or of strings that are added together; `None` for any other node.
fn string(node: Node<'_>, shape: &Shape) -> Option<String> {
    let code = node.utf8_text(shape.code.as_bytes()).unwrap();
    match node.kind() {
        "binary_expression" | "binary_operator" => {
            let left = string(node.child_by_field_name("left")?, shape)?;
            Some(left + &string(node.child_by_field_name("right")?, shape)?)
        }
        "raw_string_literal" => Some(code[1..code.len() - 1].to_owned()),
        "string_literal" if code.starts_with("\"\"\"") => Some(text_block(code)),
        "string" if code.starts_with("\"\"\"") => Some(unescaped(&code[3..code.len() - 3])),
        "string" | "string_literal" | "interpreted_string_literal" => {
            assert!(!code.contains('\n'), "{code} goes over several lines");
            Some(unescaped(&code[1..code.len() - 1]))
        }
        "template_string" => {
            let takes = children(node).iter().any(|it| it.kind() == "template_substitution");
            assert!(!takes, "{code} takes in an expression");
            Some(unescaped(&code[1..code.len() - 1]))
        }
        _ => None,
    }
}

/// A text block of Java: the indentation that all lines have and blanks at their ends go first,
/// then escapes are read (Java Language Specification 17, section 3.10.6).
fn text_block(code: &str) -> String {
    let body = code.strip_prefix("\"\"\"\n").unwrap();
    let body = body.strip_suffix("\"\"\"").unwrap();
    let lines: Vec<&str> = body.split('\n').collect();
    let last = lines.len() - 1;
    let counts = |at: usize, line: &str| at == last || !line.trim().is_empty();
    let indents = lines.iter().enumerate().filter(|(at, line)| counts(*at, line));
    let indent = indents.map(|(_, line)| line.len() - line.trim_start().len()).min().unwrap();
    let kept = |line: &&str| line.get(indent..).unwrap_or("").trim_end().to_owned();
    unescaped(&lines.iter().map(kept).collect::<Vec<_>>().join("\n"))
}

/// Escapes that all four languages read alike; any other is an error.
fn unescaped(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text.chars();
    while let Some(c) = rest.next() {
        if c != '\\' {
            out.push(c);
            continue;
        }
        match rest.next().unwrap() {
            'n' => out.push('\n'),
            'r' => out.push('\r'),
            't' => out.push('\t'),
            'u' => {
                let hex: String = rest.by_ref().take(4).collect();
                let c = char::from_u32(u32::from_str_radix(&hex, 16).unwrap()).unwrap();
                // Java reads it before it looks for the string's end.
                assert!(!matches!(c, '\n' | '\r' | '"' | '\\'), "\\u{hex}");
                out.push(c);
            }
            c @ ('\\' | '"' | '\'' | '`' | '$') => out.push(c),
            other => panic!("\\{other} in {text}"),
        }
    }
    out
}

/// The statements of a rule.
fn statements(asked: &Asked) -> impl Iterator<Item = &String> {
    let queries = asked.cascades.iter().map(|(_, sql)| sql);
    let moves = asked.moves.iter();
    let moves = moves.flat_map(|it| it.before.iter().chain(it.rows.iter().map(|row| &row.query)));
    let supplied = asked.supplied.iter();
    let supplied = supplied.flat_map(|it| it.missing.iter().chain([&it.expression]));
    let lists = asked.after_write.iter().chain(&asked.first).chain(&asked.before_delete);
    lists.chain(&asked.set_timestamps).chain(queries).chain(moves).chain(supplied)
}

/// The code of a rule parses in each language, and its strings are the statements, as often as the
/// rule has them, the names of the parameters, the table's name and few fixed words.
fn holds_its_statements(asked: &Asked) {
    const FIXED: &[&str] = &["%#v", "params", "param_types", "no row was deleted"];
    let shapes = shapes(asked);
    let languages: Vec<&str> = shapes.iter().map(|shape| shape.language).collect();
    assert_eq!(languages, ["go", "java", "python", "javascript"]);
    for shape in &shapes {
        let strings = read(shape).strings;
        for sql in statements(asked).chain(asked.key.iter().map(|it| &it.name)) {
            let expected = statements(asked).filter(|it| *it == sql).count();
            let found = strings.iter().filter(|it| *it == sql).count();
            assert!(found >= expected.max(1), "{sql:?}\n{}\n{strings:#?}", shape.code);
        }
        let known = |text: &String| {
            let own = statements(asked).chain(asked.key.iter().map(|it| &it.name));
            let import = shape.language == "go" && !text.contains([' ', '\n']);
            let ty = shape.language == "javascript" && text.chars().all(char::is_alphanumeric);
            let fixed = FIXED.contains(&text.as_str()) || *text == asked.table;
            let fixed = fixed || text.starts_with("no row gives ");
            import || ty || fixed || own.into_iter().any(|it| it == text)
        };
        let other: Vec<&String> = strings.iter().filter(|text| !known(text)).collect();
        assert_eq!(other, [""; 0], "{}", shape.code);
    }
}

#[test]
fn code_parses_and_holds_its_statements() {
    let rules: Vec<Asked> = ledger().into_iter().chain(hostile()).collect();
    assert!(rules.len() >= 12);
    for asked in &rules {
        holds_its_statements(asked);
    }
}

#[test]
fn a_rule_without_statements_needs_no_code() {
    let empty = rule("Transactions", Dialect::GoogleSql, &[("TxnId", "STRING(26)")]);
    assert_eq!(shapes(&empty), []);
}

/// Before the rows below go, the function of their own rule is called, and it is there once.
#[test]
fn the_code_of_one_rule_calls_that_of_another() {
    for at in 0..4 {
        let read: Vec<Read> = ledger().iter().map(|asked| read(&shapes(asked)[at])).collect();
        let defined: Vec<&String> = read.iter().flat_map(|read| &read.defined).collect();
        let once: BTreeSet<&String> = defined.iter().copied().collect();
        assert_eq!(defined.len(), once.len(), "{defined:?}");
        let calls = read.iter().flat_map(|read| &read.called);
        let calls = calls
            .filter(|call| once.contains(call))
            .filter(|call| call.to_lowercase().replace('_', "").contains("beforedelete"));
        // One from each of three deletes, one from each of four cascades.
        assert_eq!(calls.count(), 3 + 4, "{once:?}");
    }
}

#[test]
fn a_row_tree_as_code() {
    insta::assert_snapshot!(print(&ledger()[0]));
}

#[test]
fn rows_that_move_as_code() {
    insta::assert_snapshot!(print(&moving()));
}

#[test]
fn a_key_in_postgresql_as_code() {
    insta::assert_snapshot!(print(&hostile()[2]));
}

fn print(asked: &Asked) -> String {
    let code = |shape: &Shape| format!("=== {}\n{}", shape.language, shape.code);
    shapes(asked).iter().map(code).collect::<Vec<_>>().join("\n")
}

/// Text of the characters that end, escape or interpolate something in one of the languages.
fn text() -> impl Strategy<Value = String> {
    let pieces = prop::sample::select(vec![
        "a", "B", "1", "_", ".", " ", "\n", "\t", "\r", "\\", "\"", "'", "`", "$", "{", "}", "*/",
        "/*", "//", "#", "--", "\"\"\"", "\\u000a", "\\n", "%", "é", "表", "\u{202e}", "\u{2028}",
        "class", "type", "<<", ">>", "<<name>>",
    ]);
    prop::collection::vec(pieces, 0..12).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn any_statement_is_written_so_that_it_is_read_again(
        names in prop::collection::vec(text(), 3),
        sql in prop::collection::vec(text(), 9),
    ) {
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let sql: Vec<&str> = sql.iter().map(String::as_str).collect();
        let key = [(names[0], "INT64"), (names[1], names[2])];
        let asked = rule(names[2], Dialect::PostgreSql, &key);
        let cascades = [(names[0], sql[3])];
        let asked = with(asked, &sql[..1], &sql[1..3], &cascades);
        holds_its_statements(&asked);
        let sql = [sql[4], sql[5], sql[6], sql[7], sql[8]];
        holds_its_statements(&with_all(asked, &names, sql));
    }
}
