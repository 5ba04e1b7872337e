//! Text to tree: each clause, recovery, comments, directives, and whole corpora.

use std::path::{Path, PathBuf};

use crate::outline::printed;
use crate::shared;

use hotsplit_syntax::text::{LineIndex, Span};
use hotsplit_syntax::tree::{
    AlterAction, Dialect, Element, ElementKind, Expr, ExprKind, Statement, StatementKind,
    TokenKind, Tree,
};
use hotsplit_syntax::{NESTING_MAX, STATEMENTS_MAX, detect, parse};
use proptest::prelude::*;

/// Reads `text` and prints what was read, for people.
fn check(text: &str) -> String {
    let tree = parse(text, None);
    assert_sound(text, &tree);
    printed(text, &tree)
}

/// The errors of `text`, one a line, each with its place and what it points at.
fn errors(text: &str) -> String {
    let tree = parse(text, None);
    assert_sound(text, &tree);
    let lines = LineIndex::new(text);
    let said = |span: Span| span.of(text).to_owned();
    let line = |error: &hotsplit_syntax::tree::SyntaxError| {
        let place = lines.line_column(error.span.start);
        format!("{}:{} {} [{}]", place.line, place.column, error.message, said(error.span))
    };
    tree.errors.iter().map(line).collect::<Vec<_>>().join("\n")
}

/// What holds of every tree, whatever the text.
fn assert_sound(text: &str, tree: &Tree) {
    let mut end = 0;
    for token in &tree.tokens {
        assert_eq!(token.span.start, end, "expected tokens that tile the text");
        assert!(!token.span.is_empty(), "expected no empty token at {end}");
        end = token.span.end;
    }
    assert_eq!(end as usize, text.len(), "expected tokens to the end of the schema");
    let mut end = 0;
    for statement in &tree.statements {
        assert!(statement.span.start >= end, "expected statements in order, apart");
        assert!(!statement.span.is_empty(), "expected no empty statement");
        end = statement.semicolon.map_or(statement.span.end, |semicolon| {
            assert!(semicolon.start >= statement.span.end);
            semicolon.end
        });
        assert_nested(statement);
    }
    let inside = |span: Span| span.end as usize <= text.len() && text.get(range(span)).is_some();
    assert!(tree.errors.iter().all(|error| inside(error.span)));
    assert!(tree.notes.iter().all(|note| inside(note.span)));
    assert!(tree.errors.is_sorted_by_key(|error| error.span));
}

fn range(span: Span) -> std::ops::Range<usize> {
    span.start as usize..span.end as usize
}

/// Parts lie inside what they are parts of.
fn assert_nested(statement: &Statement) {
    match &statement.kind {
        StatementKind::CreateTable(table) => {
            assert!(statement.span.contains(table.name.span));
            assert!(statement.span.contains(table.body));
            let mut end = table.body.start;
            for element in &table.elements {
                assert!(element.span.start >= end, "expected elements in order, apart");
                assert!(table.body.contains(element.span));
                end = element.comma.map_or(element.span.end, |comma| comma.end);
                assert_element_nested(element);
            }
            if let Some(key) = &table.primary_key {
                assert!(statement.span.contains(key.span) && key.span.contains(key.list));
                assert!(key.parts.iter().all(|part| key.list.contains(part.span)));
            }
        }
        StatementKind::CreateIndex(index) => {
            assert!(statement.span.contains(index.keys_list));
            assert!(index.keys.iter().all(|part| index.keys_list.contains(part.span)));
        }
        StatementKind::Query(query) => {
            assert!(query.tables.iter().all(|table| statement.span.contains(table.name.span)));
            assert!(query.columns.iter().all(|column| statement.span.contains(column.name.span)));
            assert!(query.order_by.iter().all(|part| statement.span.contains(part.span)));
        }
        StatementKind::AlterTable(alter) => {
            if let AlterAction::AddColumn(element) = &alter.action {
                assert!(statement.span.contains(element.span));
                assert_element_nested(element);
            }
        }
        _ => {}
    }
}

fn assert_element_nested(element: &Element) {
    match &element.kind {
        ElementKind::Column(column) => {
            assert!(element.span.contains(column.name.span));
            assert!(column.ty.as_ref().is_none_or(|ty| element.span.contains(ty.span)));
            let exprs = column.default.as_deref().into_iter().chain(column.on_update.as_deref());
            for expr in exprs.chain(column.generated.iter().map(|g| &g.expr)) {
                assert!(element.span.contains(expr.span));
                assert_expr_nested(expr);
            }
        }
        ElementKind::ForeignKey(key) => assert!(element.span.contains(key.span)),
        ElementKind::Check(check) => assert_expr_nested(&check.expr),
        _ => {}
    }
}

fn assert_expr_nested(expr: &Expr) {
    for part in parts(expr) {
        assert!(expr.span.contains(part.span), "expected {:?} inside {:?}", part.span, expr.span);
        assert_expr_nested(part);
    }
}

fn parts(expr: &Expr) -> Vec<&Expr> {
    match &expr.kind {
        ExprKind::Call(_, parts) | ExprKind::Case(parts) => parts.iter().collect(),
        ExprKind::Cast(inner, _) | ExprKind::Unary(_, inner) => vec![inner],
        ExprKind::Binary(_, a, b) => vec![a, b],
        ExprKind::In(first, rest) => std::iter::once(&**first).chain(rest).collect(),
        ExprKind::Between(a, b, c) => vec![a, b, c],
        _ => Vec::new(),
    }
}

#[test]
fn commas_in_a_row_are_one_mistake() {
    assert_eq!(
        errors("CREATE TABLE T (a INT64,, , /* b */ ,b INT64,) PRIMARY KEY (a,,b);"),
        "1:25 expected a column or a constraint, found `,` [, , /* b */ ,]\n\
         1:63 expected a column, found `,` [,]"
    );
    let apart = errors("CREATE TABLE T (a INT64,,b INT64,,) PRIMARY KEY (a);");
    assert_eq!(apart.lines().count(), 2, "{apart}");
}

#[test]
fn errors_of_the_same_words_share_them() {
    let text = format!("CREATE TABLE T ({}) PRIMARY KEY (a);", "a, 1, ".repeat(50));
    let errors = parse(&text, None).errors;
    let places: std::collections::BTreeSet<_> =
        errors.iter().map(|error| error.message.as_ptr()).collect();
    assert_eq!((errors.len(), places.len()), (100, 2), "{:?}", &errors[..4]);
}

#[test]
fn files_are_read_as_their_snapshots_say() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/syntax");
    let files = shared::sql_files(&folder);
    assert!(files.len() >= 15, "expected the files of {}", folder.display());
    for file in files {
        let name = file.file_stem().unwrap().to_string_lossy().into_owned();
        let text = std::fs::read_to_string(&file).unwrap();
        let mut settings = insta::Settings::clone_current();
        settings.set_snapshot_path(&folder);
        settings.set_prepend_module_to_snapshot(false);
        settings.set_omit_expression(true);
        settings.bind(|| insta::assert_snapshot!(name, check(&text)));
    }
}

#[test]
fn an_unclosed_quote_points_at_itself_and_costs_one_statement() {
    let text =
        "CREATE TABLE A (Id INT64 DEFAULT ('x);\nCREATE TABLE B (Id INT64) PRIMARY KEY (Id);";
    assert_eq!(errors(text), "1:35 expected a closing `'`, found the end of the line ['x);]");
    assert!(check(text).contains("table B\n  Id int64\n  key (Id)"));
}

#[test]
fn odd_blanks_are_blanks() {
    let text =
        "\u{feff}CREATE\u{a0}TABLE T (\r\n\tId INT64,\u{2003}-- of Id\r\n) PRIMARY KEY (Id);\r\n";
    assert_eq!(errors(text), "");
    assert_eq!(check(text), "GoogleSql\ntable T\n  Id int64\n    ~ of Id\n  key (Id)\n",);
}

#[test]
fn the_dialect_is_told_from_the_words() {
    let is = |text: &str| format!("{:?}", detect(text));
    assert_eq!(is(""), "GoogleSql");
    assert_eq!(is("CREATE TABLE t (id bigint PRIMARY KEY)"), "PostgreSql");
    assert_eq!(is("CREATE TABLE t (id INT64) PRIMARY KEY (id)"), "GoogleSql");
    assert_eq!(is("-- varchar, it's bigint\nCREATE TABLE t (a STRING(MAX))"), "GoogleSql");
    assert_eq!(is("CREATE TABLE t (a STRING(MAX) DEFAULT ('bigint varchar text'))"), "GoogleSql");
    assert_eq!(is("-- hotsplit: file dialect=pg\nCREATE TABLE t (a INT64)"), "PostgreSql");
}

#[test]
fn deep_nesting_is_opaque_and_said() {
    let deep = NESTING_MAX * 4;
    let text = format!(
        "CREATE TABLE T (A INT64 AS ({}1{}), B BOOL) PRIMARY KEY (A);",
        "(".repeat(deep),
        ")".repeat(deep)
    );
    assert_eq!(errors(&text), "");
    let read = check(&text);
    assert!(read.contains(" B bool"), "{read}");
    assert_eq!(read.matches("nested more than 64 deep").count(), 1, "{read}");
    // A long chain nests on the left without a single parenthesis.
    let chain = format!("CREATE TABLE T (A INT64 AS (1{}))", " + 1".repeat(100_000));
    assert!(check(&chain).contains("as ‹1 + 1"));
    let casts = format!("CREATE TABLE t (a bigint DEFAULT 1{})", "::bigint".repeat(100_000));
    assert!(check(&casts).starts_with("PostgreSql\ntable t"));
    let types = format!("CREATE TABLE T (A {}INT64)", "ARRAY<".repeat(100_000));
    assert!(check(&types).starts_with("GoogleSql\ntable T"));
}

#[test]
fn limits_are_kept_and_said() {
    let many = "SELECT 1;\n".repeat(STATEMENTS_MAX + 10);
    let tree = parse(&many, None);
    assert_eq!(tree.statements.len(), STATEMENTS_MAX);
    assert!(
        tree.notes.iter().any(|note| note.message == "only the first 50000 statements are read")
    );
    let long = format!("CREATE TABLE T (Id INT64) PRIMARY KEY (Id);{}", "é".repeat(6 << 20));
    let tree = parse(&long, None);
    assert_sound(&long, &tree);
    assert!(tree.notes.iter().any(|note| note.message == "only the first 10 MiB are read"));
}

/// Work grows with the text and not with its square: open quotes are the classic trap.
#[test]
fn hostile_texts_end() {
    let pieces = [
        "CREATE \\'",
        "'\n",
        "'",
        "/*",
        "/* \nCREATE TABLE t (",
        "`\nCREATE TABLE ",
        "$a$\n",
        "(",
        ")",
        "((((a,",
        "...",
        "._",
        "\"\"\"",
        "CREATE TABLE a (b 'c\n",
        "-- hotsplit: (",
        "a INT64 -- c\n",
        "CASE WHEN ",
        "NOT ",
        "- ",
        "ARRAY<",
        "CREATE TABLE t (a INT64 AS (f(",
    ];
    for dialect in [Dialect::GoogleSql, Dialect::PostgreSql] {
        for piece in pieces {
            let text = piece.repeat(20_000);
            let tree = parse(&text, Some(dialect));
            assert_sound(&text, &tree);
        }
    }
}

#[test]
fn tokens_know_literals_from_marks() {
    let kinds = |text: &str, dialect| {
        let tree = parse(text, Some(dialect));
        let words = tree.tokens.iter().filter(|token| token.kind != TokenKind::Blank);
        words
            .map(|token| format!("{:?} {}", token.kind, token.span.of(text)))
            .collect::<Vec<_>>()
            .join(" | ")
    };
    assert_eq!(
        kinds("rb'x' B\"y\" '''a'b''' `q` 0x1F 1.5e3 .. ... … <snip> # end", Dialect::GoogleSql),
        "String rb'x' | String B\"y\" | String '''a'b''' | QuotedName `q` | Number 0x1F | \
         Number 1.5e3 | Mark . | Mark . | Elision ... | Elision … | Elision <snip> | Comment # end"
    );
    assert_eq!(
        kinds("E'a\\'b' \"Q\" $t$ ; $t$ a::b /* /* */ */ 'x''y' \\", Dialect::PostgreSql),
        "String E'a\\'b' | QuotedName \"Q\" | String $t$ ; $t$ | Word a | Mark :: | Word b | \
         Comment /* /* */ */ | String 'x''y' | Mark \\"
    );
}

proptest! {
    #[test]
    fn any_text_is_read(text in "\\PC*") {
        for dialect in [None, Some(Dialect::GoogleSql), Some(Dialect::PostgreSql)] {
            assert_sound(&text, &parse(&text, dialect));
        }
    }

    #[test]
    fn any_words_are_read(words in prop::collection::vec(word(), 0..60)) {
        let text = words.concat();
        for dialect in [None, Some(Dialect::GoogleSql), Some(Dialect::PostgreSql)] {
            assert_sound(&text, &parse(&text, dialect));
        }
    }
}

/// A word of DDL, whole or broken, with what may stand behind it.
fn word() -> impl Strategy<Value = String> {
    let words = prop::sample::select(vec![
        "CREATE TABLE ",
        "CREATE INDEX ",
        "SELECT ",
        "FROM ",
        "WHERE a = @p ",
        "@{FORCE_INDEX=i} ",
        "ORDER BY a ",
        "ALTER TABLE ",
        "PRIMARY KEY ",
        "INTERLEAVE IN PARENT ",
        "NOT NULL ",
        "DEFAULT ",
        "AS ",
        "STORED ",
        "INT64 ",
        "STRING(MAX) ",
        "ARRAY<",
        ">",
        ">>",
        "STRUCT<",
        "(",
        ")",
        ",",
        ";",
        "T ",
        "a ",
        "'x' ",
        "'",
        "`b` ",
        "`",
        "\"",
        "...",
        "-- c\n",
        "-- hotsplit: random\n",
        "/* c */",
        "/*",
        "*/",
        "\n",
        "\n\n",
        "\u{feff}",
        "é",
        "§",
        ".",
        "::",
        "-",
        "1 ",
        "CASE WHEN ",
        "END ",
        "CHECK ",
        "FOREIGN KEY ",
        "REFERENCES ",
        "OPTIONS ",
        "ROW DELETION POLICY ",
        "TTL INTERVAL '3 days' ON ",
        "WHERE ",
        "IS NOT NULL ",
        "bigint ",
        "$$",
        "\\",
        "ON ",
        "ADD COLUMN ",
        "SEQUENCE ",
        "[",
        "]",
        "{",
        "}",
        "'''",
        "\r\n",
        "\r",
    ]);
    words.prop_map(str::to_owned)
}

// Whole corpora: third-party schemas that stand beside the project on some machines only.

/// Files that a folder's KNOWN_BAD.tsv names.
fn known_bad(folder: &Path) -> Vec<String> {
    let listed = std::fs::read_to_string(folder.join("KNOWN_BAD.tsv")).unwrap_or_default();
    listed.lines().filter_map(|line| line.split('\t').next()).map(str::to_owned).collect()
}

/// The errors of a file that stand in its CREATE TABLE and CREATE INDEX statements.
fn errors_in_tables(text: &str, tree: &Tree) -> Vec<String> {
    let lines = LineIndex::new(text);
    let tables = tree.statements.iter().filter(|statement| {
        matches!(statement.kind, StatementKind::CreateTable(_) | StatementKind::CreateIndex(_))
    });
    let mut found = Vec::new();
    for statement in tables {
        for error in tree.errors.iter().filter(|error| statement.span.contains(error.span)) {
            let line = lines.line(error.span.start);
            found.push(format!("{line}: {}", error.message));
        }
    }
    found
}

#[test]
fn real_schemas_are_read() {
    let Some(corpus) = shared::needed("real_schemas_are_read", "corpus") else { return };
    for folder in ["real", "docs_googlesql", "memefish/ddl", "pg/docs", "pg/real"] {
        let folder_path = corpus.join(folder);
        let bad = known_bad(&folder_path);
        let (mut files, mut clean, mut statements) = (0, 0, 0);
        for file in shared::sql_files(&folder_path) {
            let name = file.file_name().unwrap().to_string_lossy().into_owned();
            let text = String::from_utf8_lossy(&std::fs::read(&file).unwrap()).into_owned();
            let dialect = folder.starts_with("pg").then_some(Dialect::PostgreSql);
            let dialect = dialect.unwrap_or(Dialect::GoogleSql);
            let tree = parse(&text, Some(dialect));
            assert_sound(&text, &tree);
            statements += tree.statements.len();
            // Documents that are broken as written, and the other dialect's, say so by errors.
            if name.starts_with("bad_") || (folder != "real" && bad.contains(&name)) {
                continue;
            }
            files += 1;
            let found = errors_in_tables(&text, &tree);
            if found.is_empty() {
                clean += 1;
            } else {
                println!("{folder}/{name}: {}", found.join("; "));
            }
        }
        println!("{folder}: {clean} of {files} files without errors, {statements} statements");
        assert!(files > 10, "expected the files of {folder}");
        let floor = if folder == "real" { 99 } else { 90 };
        assert!(clean * 100 >= files * floor, "expected {floor} % of {folder} clean");
    }
}

#[test]
fn real_schemas_are_told_apart() {
    let Some(corpus) = shared::needed("real_schemas_are_told_apart", "corpus") else { return };
    for (folder, dialect) in [("real", Dialect::GoogleSql), ("pg/real", Dialect::PostgreSql)] {
        let mut wrong = Vec::new();
        let files = shared::sql_files(&corpus.join(folder));
        for file in &files {
            let text = String::from_utf8_lossy(&std::fs::read(file).unwrap()).into_owned();
            let defines = text.to_ascii_uppercase().contains("CREATE TABLE");
            if defines && detect(&text) != dialect {
                wrong.push(file.file_name().unwrap().to_string_lossy().into_owned());
            }
        }
        println!("{folder}: {} of {} told wrong: {wrong:#?}", wrong.len(), files.len());
        assert!(wrong.len() * 20 <= files.len(), "expected 95 % of {folder} told right");
    }
}
