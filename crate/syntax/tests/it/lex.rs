//! The short way of reading tokens against the tokenizer alone: the same tokens, errors and open
//! quotes.

use hotsplit_syntax::lexed;
use hotsplit_syntax::tree::Dialect;
use proptest::prelude::*;
use std::path::{Path, PathBuf};

use crate::shared;

const DIALECTS: [Dialect; 2] = [Dialect::GoogleSql, Dialect::PostgreSql];

/// Bytes of a window of the tokenizer alone: many lines, so that windows are put to the test too.
const WINDOW_BYTES: usize = 4 * 1024;

/// Ways to hand a text to the tokenizer alone: whole lines, and lines that are cut wherever they may
/// be, or now and then.
const ALONE: [(usize, usize); 3] = [(WINDOW_BYTES, usize::MAX), (0, 1), (0, 40)];

/// What the short way finds, and what the tokenizer alone does, each way.
fn all(text: &str, dialect: Dialect) -> (String, [String; 3]) {
    (lexed(text, dialect, None), ALONE.map(|alone| lexed(text, dialect, Some(alone))))
}

fn is_same(text: &str) -> bool {
    DIALECTS.into_iter().all(|dialect| {
        let (plain, alone) = all(text, dialect);
        alone.iter().all(|one| *one == plain)
    })
}

fn assert_same(text: &str) {
    for dialect in DIALECTS {
        let (plain, alone) = all(text, dialect);
        for (one, windows) in alone.iter().zip(ALONE) {
            assert_eq!(plain, *one, "{dialect:?}, windows of {windows:?}: {text:?}");
        }
    }
}

/// Every mark and prefix before and behind every other, touching and apart.
#[test]
fn neighbours_do_not_change_tokens() {
    let mut pieces: Vec<String> = (0..128_u8).map(|byte| char::from(byte).to_string()).collect();
    let more =
        ["rb", "U&", "--", "/*", "*/", "0x", "1e", "1.", "._", "é", "٣", "\u{a0}", "…", "'''"];
    pieces.extend(more.map(str::to_owned));
    for first in &pieces {
        for second in &pieces {
            assert_same(&format!("{first}{second}"));
            assert_same(&format!("a{first}{second}b 1{first}{second}2\n{second}'{first}' c"));
        }
    }
}

#[test]
fn schemas_have_the_same_tokens() {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files = shared::sql_below(&package.join("tests/syntax"));
    assert!(!files.is_empty());
    match shared::found("corpus") {
        Some(folder) => files.extend(shared::sql_below(&folder)),
        None => shared::say("../shared/corpus is not here: only our own files are compared"),
    }
    let differ = |file: &PathBuf| std::fs::read_to_string(file).is_ok_and(|text| !is_same(&text));
    files.retain(differ);
    assert!(files.is_empty(), "expected the same tokens: {files:?}");
}

/// Pieces that change what stands around them, and plain ones between.
fn piece() -> impl Strategy<Value = String> {
    let chosen = prop::sample::select(vec![
        "CREATE TABLE ",
        "T",
        "a_1",
        "r",
        "b",
        "rb",
        "e",
        "U&",
        "x",
        "n",
        "'",
        "\"",
        "`",
        "'''",
        "\"\"\"",
        "$",
        "$$",
        "$t$",
        "--",
        "#",
        "/*",
        "*/",
        "\n",
        "\r",
        "\r\n",
        " ",
        "\t",
        "0",
        "12",
        "0x",
        "1.5",
        "e5",
        ".",
        "._",
        "...",
        "<",
        ">",
        "snip",
        "=",
        "!",
        "|",
        ":",
        "::",
        "@",
        "?",
        "&",
        "\\",
        "(",
        ")",
        "[",
        "]",
        "{",
        "}",
        ",",
        ";",
        "+",
        "-",
        "*",
        "/",
        "%",
        "^",
        "~",
        "é",
        "\u{feff}",
        "…",
        "\u{a0}",
        "٣",
    ]);
    prop_oneof![8 => chosen.prop_map(str::to_owned), 1 => "\\PC{1,4}"]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_text_has_the_same_tokens(pieces in prop::collection::vec(piece(), 0..40)) {
        assert_same(&pieces.concat());
    }
}
