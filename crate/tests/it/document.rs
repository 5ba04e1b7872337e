//! A text that is edited: whatever the edits, the tree is that of the whole text read anew, and
//! what an edit does not touch is not read again.

#[path = "../../benches/support/schema.rs"]
pub(crate) mod generated;

use generated::generate;
use hotsplit::schema::build;
use hotsplit::syntax::document::Document;
use hotsplit::syntax::parse;
use hotsplit::syntax::tree::{Dialect, Tree};
use hotsplit::text::{Edit, Span, at};
use proptest::prelude::*;
use std::path::Path;
use std::sync::LazyLock;

/// What people type, and what breaks readers.
const INSERTS: &[&str] = &[
    "",
    "x",
    " ",
    "\n",
    "\n\n",
    "\r\n",
    ";",
    "; ",
    "(",
    ")",
    ",",
    ".",
    "'",
    "\"",
    "`",
    "'''",
    "--",
    "-- c\n",
    "-- hotsplit: random\n",
    "#",
    "/*",
    "*/",
    "/* c */",
    "$$",
    "$",
    "```\n",
    "\\",
    "...",
    "é",
    "\u{feff}",
    "DROP TABLE T;\n",
    "CREATE TABLE U (a INT64) PRIMARY KEY (a);",
    "CREATE TABLE ",
    "CREATE ",
    "\nCREATE INDEX i ON t (a)",
    "bigint ",
    "INT64",
    "SELECT 'it''s'",
    "SELECT a FROM t WHERE b = @c ORDER BY d;\n",
    "/*@ FORCE_INDEX = i */",
    ";;",
    "\n;\n",
    "r'",
    "E'\\",
    "[",
    "}",
    "\u{2026}",
    "don't ",
    "\\.\n",
    "\nCOPY t FROM stdin;\n1\tit's\n\\.\n",
];

/// Texts to start from: our own test files, schemas that were generated, and hand-made ones.
pub(crate) static TEXTS: LazyLock<Vec<String>> = LazyLock::new(|| {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/syntax");
    let mut files: Vec<_> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "sql"))
        .collect();
    files.sort();
    let mut texts: Vec<String> =
        files.iter().map(|file| std::fs::read_to_string(file).unwrap()).collect();
    for seed in 0..4 {
        let schema = generate(3_000, seed);
        texts.extend([schema.googlesql, schema.postgresql]);
    }
    texts.push(
        "CREATE TABLE A (a INT64) PRIMARY KEY (a);\nCOPY a (a,\n b) FROM stdin;\n1\tit's `\n\\.\n\
         CREATE TABLE B (b INT64) PRIMARY KEY (b);\nCOPY b FROM stdin;\nDROP TABLE A;\n\
         CREATE TABLE c (c bigint PRIMARY KEY);\n\\.\nDROP TABLE c;\n"
            .repeat(2),
    );
    texts.push("A;\n-- above\n\nB; -- after\n-- of C\nC;\n/* long\n */ D;\nE; F;\n".repeat(3));
    texts
});

/// An edit: where it starts and how long it is, in thousandths of the text, and what it inserts.
pub(crate) fn edit() -> impl Strategy<Value = (usize, usize, &'static str)> {
    let length = prop_oneof![4 => Just(0_usize), 3 => 1..4_usize, 1 => 4..400_usize];
    (0..=10_000_usize, length, prop::sample::select(INSERTS))
}

/// The edit at a place that can be edited.
pub(crate) fn placed(text: &str, (start, length, insert): (usize, usize, &str)) -> Edit {
    let bounded = |mut offset: usize| {
        offset = offset.min(text.len());
        while !text.is_char_boundary(offset) {
            offset -= 1;
        }
        offset
    };
    let start = bounded(text.len() * start / 10_000);
    let end = bounded(start + length).max(start);
    Edit::replace(Span::new(at(start), at(end)), insert)
}

/// Compares a document with its text read anew.
fn assert_same(document: &Document, asked: Option<Dialect>) {
    let anew = parse(document.text(), asked);
    let tree = document.tree();
    assert_eq!(tree.dialect, anew.dialect);
    assert_eq!(tree.tokens, anew.tokens, "in {:?}", document.text());
    assert_eq!(tree.errors, anew.errors, "in {:?}", document.text());
    assert_eq!(tree.notes, anew.notes, "in {:?}", document.text());
    let shown = |tree: &hotsplit::syntax::tree::Tree| {
        format!("{:#?}\n{:#?}", tree.statements, tree.directives)
    };
    assert_eq!(shown(tree), shown(&anew), "in {:?}", document.text());
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn edits_give_the_tree_of_the_whole(
        number in 0..TEXTS.len(),
        asked in prop::sample::select(
            vec![None, Some(Dialect::GoogleSql), Some(Dialect::PostgreSql)],
        ),
        edits in prop::collection::vec(edit(), 1..6),
    ) {
        let mut document = Document::new(&TEXTS[number], asked);
        for edit in edits {
            let edit = placed(document.text(), edit);
            document.edit(&edit);
            assert_same(&document, asked);
        }
    }

    #[test]
    fn a_new_text_is_one_edit(
        number in 0..TEXTS.len(),
        first in edit(),
        second in edit(),
    ) {
        let mut document = Document::new(&TEXTS[number], None);
        let mut text = document.text().to_owned();
        for edit in [first, second] {
            let edit = placed(&text, edit);
            text.replace_range(edit.span.start as usize..edit.span.end as usize, &edit.insert);
        }
        document.set_text(&text);
        assert_eq!(document.text(), text);
        assert_same(&document, None);
    }
}

/// Typing inside a statement reads that statement, and a quote that opens reads little more.
#[test]
fn an_edit_reads_little_again() {
    let text = generate(200_000, 7).googlesql;
    let middle = text[..text.len() / 2].rfind("CREATE TABLE").unwrap() + 20;
    for insert in ["x", "'", "`", "(", "\n", "--", ";"] {
        let mut document = Document::new(&text, None);
        let read = document.edit(&Edit::insert(at(middle), insert)).span;
        assert_same(&document, None);
        assert!(read.len() < 4_000, "expected a few statements for {insert:?}, found {read:?}");
        let back = Span::new(at(middle), at(middle + insert.len()));
        let back = document.edit(&Edit::delete(back)).span;
        assert_same(&document, None);
        assert!(back.len() < 4_000, "expected a few statements for {insert:?}, found {back:?}");
    }
}

/// A comment that opens swallows the rest, and gives it back when it is closed.
#[test]
fn an_open_comment_is_closed_again() {
    let text = generate(20_000, 8).googlesql;
    let middle = text[..text.len() / 2].rfind("CREATE TABLE").unwrap();
    let mut document = Document::new(&text, None);
    document.edit(&Edit::insert(at(middle), "/* "));
    assert_same(&document, None);
    document.edit(&Edit::insert(at(middle + 3), "*/"));
    assert_same(&document, None);
    assert!(document.tree().statements.len() > 10, "expected what was swallowed back");
}

/// A long text is read in parts, one with a template as a whole: both give one tree. Damage of all
/// kinds falls on the places where parts end, too.
#[test]
fn a_long_text_is_read_in_parts_as_a_whole() {
    const TEMPLATE: &str = "\n-- ${x}\n";
    const DAMAGE: &[&str] = &[
        "",
        ";",
        "'",
        "\"",
        "`",
        "/*",
        "*/",
        "--",
        "(",
        ")",
        "\n",
        ";\n",
        "-- hotsplit: ulid\n",
        "é",
    ];
    for (seed, dialect) in [(1, Dialect::GoogleSql), (2, Dialect::PostgreSql)] {
        let texts = generate(200_000, seed);
        let sound = match dialect {
            Dialect::GoogleSql => texts.googlesql,
            Dialect::PostgreSql => texts.postgresql,
        };
        for (turn, hurt) in (1_usize..).zip(DAMAGE.iter().flat_map(|hurt| [hurt; 4])) {
            let mut text = sound.clone();
            let middle = text.floor_char_boundary(turn * 7_919 * 13 % text.len());
            text.insert_str(middle, hurt);
            let parts = parse(&text, Some(dialect));
            let whole = parse(&format!("{text}{TEMPLATE}"), Some(dialect));
            let told = format!("{hurt:?} at {middle} of {}", text.len());
            assert_replayed_in_parts(&text, dialect, &told);
            // What is open may swallow the template; the rest is the same.
            let end = parts.tokens.len().saturating_sub(2);
            assert!(parts.tokens.iter().take(end).eq(whole.tokens.iter().take(end)), "{told}");
            let end = parts.statements.len().saturating_sub(1);
            let shown = |tree: &Tree| format!("{:?}", &tree.statements[..end]);
            assert!(shown(&parts) == shown(&whole), "{told}");
            assert!(whole.statements.len() - parts.statements.len() < 2, "{told}");
            assert!(parts.errors.iter().all(|error| whole.errors.contains(error)), "{told}");
            let directives = |tree: &Tree| format!("{:?}", tree.directives);
            assert!(
                directives(&whole).starts_with(directives(&parts).trim_end_matches(']')),
                "{told}"
            );
        }
    }
}

/// What is read and replayed in parts is what is read first and replayed then.
fn assert_replayed_in_parts(text: &str, dialect: Dialect, told: &str) {
    let (read, schema) = build::read(text, Some(dialect));
    let tree = parse(text, Some(dialect));
    assert!(format!("{:?}", read.tree) == format!("{tree:?}"), "tree of {told}");
    assert!(format!("{schema:?}") == format!("{:?}", build::build(&tree, text)), "{told}");
}

/// Statements of the first part speak of the last one, and those of the last of the first.
#[test]
fn parts_are_replayed_onto_one_schema() {
    const FIRST: &str = "
CREATE TABLE First (Id INT64 NOT NULL, A text, B uuid,
  CONSTRAINT ToLast FOREIGN KEY (Id) REFERENCES Last (Id)) PRIMARY KEY (Id);
CREATE TABLE Second (Id INT64 NOT NULL, A STRING(9)) PRIMARY KEY (Id);
CREATE CHANGE STREAM Watches FOR Second(A);
CREATE VIEW Reads SQL SECURITY INVOKER AS SELECT Second.Id FROM Second;
CREATE SEARCH INDEX Finds ON Second(A);
CREATE PROPERTY GRAPH G NODE TABLES (Second);
";
    const LAST: &str = "
ALTER TABLE First ADD COLUMN C boolean;
CREATE TABLE Last (Id INT64 NOT NULL) PRIMARY KEY (Id);
ALTER CHANGE STREAM Watches SET FOR Second, Last;
DROP TABLE Second;
DROP CHANGE STREAM Watches;
ALTER TABLE First DROP CONSTRAINT ToLast;
ALTER TABLE Last ADD FOREIGN KEY (Id) REFERENCES First (Id);
RENAME TABLE First TO Primus;
";
    let middle = generate(300_000, 3).googlesql;
    let text = format!("{FIRST}{middle}{LAST}");
    assert_replayed_in_parts(&text, Dialect::GoogleSql, "one schema");
    let (_, schema) = build::read(&text, Some(Dialect::GoogleSql));
    let primus = schema.table(schema.find_table("Primus").unwrap());
    assert_eq!(primus.columns.len(), 4, "the column that the last part adds");
    assert!(primus.foreign_keys.is_empty(), "the constraint that the last part drops");
    let last = schema.table(schema.find_table("Last").unwrap());
    assert_eq!(last.foreign_keys[0].table, schema.find_table("Primus"));
    assert!(schema.streams.is_empty() && schema.views.len() == 1);
    // Where no part ends alone, all is read anew as a whole, after some parts were replayed.
    let open = format!("{text}-- open: '\n/* {}", " x".repeat(2_000_000));
    assert_replayed_in_parts(&open, Dialect::GoogleSql, "open end");
}
