//! Text to tree. Parsing never fails: it returns a tree with holes and the errors met on the way.
//!
//! Tokens come from sqlparser's tokenizer, behind a dialect type of our own so that nothing of
//! its parser reaches the WebAssembly. The grammar above the tokens is ours.
#![doc = include_str!("../README.md")]

pub use hotsplit_text as text;
pub use text::{base, order};

mod alone;
pub mod attach;
pub mod boxed;
mod check;
pub mod comment;
mod detect;
mod dialect;
mod directive;
pub mod document;
mod foreign;
mod grammar;
mod left_out;
mod lex;
pub mod limits;
mod parsed;
mod read;
pub mod reserved;
mod shift;
mod simple;
pub mod source;
mod split;
pub mod tree;

pub use detect::detect;
pub use limits::{INPUT_BYTES_MAX, NESTING_MAX, STATEMENTS_MAX};
pub use parsed::Parsed;
pub use read::read;

use lex::{Lexed, Windows};
use tree::{Dialect, Tree};

/// Reads `text`. Without a dialect it is told from the text.
#[must_use]
pub fn parse(text: &str, dialect: Option<Dialect>) -> Tree {
    read(text, dialect).tree
}

/// Tokens, errors and open quotes of a text, printed: as they are read, or as the tokenizer alone
/// finds them in windows of at least so many bytes and at most so many of a line. All are the same,
/// which tests hold them to.
#[doc(hidden)]
#[must_use]
pub fn lexed(text: &str, dialect: Dialect, alone: Option<(usize, usize)>) -> String {
    let mut out = Lexed::default();
    match alone {
        None => lex::lex(text, 0, dialect, &mut out),
        Some((bytes_min, line_bytes)) => {
            let windows = Windows { bytes_min, line_bytes, simple: false };
            lex::lex_in_windows(text, 0, dialect, windows, &mut out);
        }
    }
    format!("{:?}\n{:?}\n{:?}", out.tokens, out.errors, out.opens)
}
