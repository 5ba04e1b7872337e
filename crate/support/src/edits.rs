//! Texts to edit, and edits of them, for laws that hold whatever is typed.

#[path = "../../bench/support/schema.rs"]
pub mod generated;

use generated::generate;
use hotsplit_syntax::text::{Edit, Span, at};
use hotsplit_syntax::tree::Dialect;
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
pub static TEXTS: LazyLock<Vec<String>> = LazyLock::new(|| {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../syntax/tests/syntax");
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

/// An edit of a text that is not known yet.
#[derive(Clone, Copy, Debug)]
pub struct RandomEdit {
    /// Where it starts, in ten-thousandths of the text.
    pub start: usize,
    /// How many bytes it replaces.
    pub length: usize,
    /// What it inserts.
    pub insert: &'static str,
}

/// An edit anywhere in a text.
pub fn edit() -> impl Strategy<Value = RandomEdit> {
    let length = prop_oneof![4 => Just(0_usize), 3 => 1..4_usize, 1 => 4..400_usize];
    (0..=10_000_usize, length, prop::sample::select(INSERTS))
        .prop_map(|(start, length, insert)| RandomEdit { start, length, insert })
}

/// The edit at a place that can be edited.
#[must_use]
pub fn edit_within(text: &str, edit: RandomEdit) -> Edit {
    let RandomEdit { start, length, insert } = edit;
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

/// A long text with damage at one place.
pub struct Damaged {
    /// The text.
    pub text: String,
    /// Its dialect.
    pub dialect: Dialect,
    /// What was done to it, for messages.
    pub description: String,
}

/// Long texts with damage of all kinds, at places where parts end, too.
pub fn damaged_texts() -> impl Iterator<Item = Damaged> {
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
    [(1, Dialect::GoogleSql), (2, Dialect::PostgreSql)].into_iter().flat_map(|(seed, dialect)| {
        let texts = generate(200_000, seed);
        let sound = match dialect {
            Dialect::GoogleSql => texts.googlesql,
            Dialect::PostgreSql => texts.postgresql,
        };
        (1_usize..).zip(DAMAGE.iter().flat_map(|hurt| [hurt; 4])).map(move |(turn, hurt)| {
            let mut text = sound.clone();
            let middle = text.floor_char_boundary(turn * 7_919 * 13 % text.len());
            text.insert_str(middle, hurt);
            let description = format!("{hurt:?} at {middle} of {}", text.len());
            Damaged { text, dialect, description }
        })
    })
}
