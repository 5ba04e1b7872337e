//! Text to tree. Parsing never fails: it returns a tree with holes and the errors met on the way.
//!
//! Tokens come from sqlparser's tokenizer, behind a dialect type of our own so that nothing of
//! its parser reaches the WebAssembly. The grammar above the tokens is ours.

pub mod tree;

use tree::{Dialect, Tree};

/// Bytes of text that are read; what follows is left out and said so.
pub const INPUT_BYTES_MAX: usize = 10 * 1024 * 1024;

/// Statements that are read; what follows is left out and said so.
pub const STATEMENTS_MAX: usize = 50_000;

/// Parentheses inside parentheses that are read as an expression; deeper ones stay opaque.
pub const NESTING_MAX: usize = 64;

/// Reads `text`. Without a dialect it is told from the text.
#[must_use]
pub fn parse(text: &str, dialect: Option<Dialect>) -> Tree {
    let _ = text;
    Tree { dialect: dialect.unwrap_or_default(), ..Tree::default() }
}
