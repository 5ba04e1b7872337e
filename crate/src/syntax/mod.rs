//! Text to tree. Parsing never fails: it returns a tree with holes and the errors met on the way.
//!
//! Tokens come from sqlparser's tokenizer, behind a dialect type of our own so that nothing of
//! its parser reaches the WebAssembly. The grammar above the tokens is ours.

pub(crate) mod attach;
mod check;
mod dialect;
mod directive;
pub mod document;
pub mod few;
mod foreign;
mod grammar;
mod lex;
mod parts;
mod plain;
mod shift;
mod split;
pub mod tree;

use crate::text::{Span, at};
use lex::Open;
pub(crate) use parts::Parts;
use tree::{
    Dialect, Note, NoteKind, Statement, StatementKind, SyntaxError, Token, TokenKind, Tree,
};

/// Bytes of text that are read; what follows is left out and said so.
pub const INPUT_BYTES_MAX: usize = 10 * 1024 * 1024;

/// Statements that are read; what follows is left out and said so.
pub const STATEMENTS_MAX: usize = 50_000;

/// Parentheses inside parentheses that are read as an expression; deeper ones stay opaque.
pub const NESTING_MAX: usize = 64;

/// A tree, and what its text opened and did not close.
#[derive(Clone, Debug, Default)]
pub struct Parsed {
    /// The tree.
    pub tree: Tree,
    opens: Vec<Open>,
}

/// Reads `text`. Without a dialect it is told from the text.
#[must_use]
pub fn parse(text: &str, dialect: Option<Dialect>) -> Tree {
    Parts::new(text, dialect).finish().tree
}

/// Reads a text, or a part of one that [`document`] knows to stand alone. A dialect that was
/// forced holds for every statement.
fn parse_part(read: &str, dialect: Dialect, forced: bool) -> Parsed {
    let mut lexed = foreign::lex(read, dialect);
    let template = foreign::join_templates(read, &mut lexed.tokens);
    let split = split::split(read, &lexed.tokens);
    let parsed = grammar::parse(read, dialect, forced, &lexed, &split);
    let mut tree = Tree {
        dialect,
        tokens: lexed.tokens,
        statements: parsed.statements,
        errors: parsed.errors,
        notes: parsed.notes,
        directives: Vec::new(),
    };
    tree.notes.extend(template);
    tree.errors.extend(worth_saying(lexed.errors, &tree.statements, &tree.tokens));
    if let Some(rest) = split.left_out {
        let message = format!("only the first {STATEMENTS_MAX} statements are read");
        tree.notes.push(Note { message, span: rest, kind: NoteKind::Other });
    }
    directive::collect(read, &mut tree, &split.comments);
    attach::attach(read, &mut tree, &split.comments);
    tree.errors.sort_by_key(|error| error.span);
    tree.notes.sort_by_key(|note| note.span);
    Parsed { tree, opens: lexed.opens }
}

/// Tells the dialect from the text; GoogleSQL when nothing speaks for either.
#[must_use]
pub fn detect(text: &str) -> Dialect {
    dialect::detect(&foreign::without_rows(text))
}

/// The part of the text that is read.
fn within_limit(text: &str) -> &str {
    let mut end = text.len().min(INPUT_BYTES_MAX);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text[..end]
}

/// Text beyond the limit becomes one token, so that the tokens still tile the text.
fn leave_out_rest(tree: &mut Tree, text: &str, read: &str) {
    if read.len() == text.len() {
        return;
    }
    let span = Span::new(at(read.len()), at(text.len()));
    tree.tokens.push(Token { kind: TokenKind::Unknown, span });
    let mib = INPUT_BYTES_MAX / 1024 / 1024;
    let message = format!("only the first {mib} MiB are read");
    tree.notes.push(Note { message, span, kind: NoteKind::Other });
}

/// Open quotes in prose and in queries are nobody's mistake: those statements are skipped anyway.
fn worth_saying(
    errors: Vec<SyntaxError>,
    statements: &[Statement],
    tokens: &[Token],
) -> impl Iterator<Item = SyntaxError> {
    errors.into_iter().filter(|error| {
        let next = statements.partition_point(|s| s.span.start <= error.span.start);
        let Some(statement) = next.checked_sub(1).and_then(|i| statements.get(i)) else {
            return true;
        };
        let first = tokens.partition_point(|token| token.span.start < statement.span.start);
        !(matches!(statement.kind, StatementKind::Skipped)
            && error.span.start < statement.span.end
            && tokens[first].kind == TokenKind::Word)
    })
}
