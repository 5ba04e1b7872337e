//! Text to tree. Parsing never fails: it returns a tree with holes and the errors met on the way.
//!
//! Tokens come from sqlparser's tokenizer, behind a dialect type of our own so that nothing of
//! its parser reaches the WebAssembly. The grammar above the tokens is ours.
//!
#![doc = include_str!("../README.md")]

pub use hotsplit_text as text;
pub use text::{base, order};

pub mod attach;
mod check;
pub mod comment;
mod dialect;
mod directive;
pub mod document;
pub mod few;
mod foreign;
mod grammar;
mod lex;
pub mod parts;
mod plain;
pub mod rare;
pub mod reserved;
mod shift;
mod split;
pub mod tree;

use crate::text::{Span, at};
use lex::{Lexed, Open};
use parts::Parts;
use std::cmp::Ordering;
use tree::{
    Dialect, Note, NoteKind, Statement, StatementKind, SyntaxError, TokenKind, Tokens, Tree,
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

/// Tokens, errors and open quotes of a text, printed: as they are read, or as the tokenizer alone
/// finds them in windows of so many bytes. The two are the same, which tests hold them to.
#[doc(hidden)]
#[must_use]
pub fn lexed(text: &str, dialect: Dialect, alone: Option<usize>) -> String {
    let mut out = Lexed::default();
    match alone {
        None => lex::lex(text, 0, dialect, &mut out),
        Some(window) => lex::lex_in_windows(text, 0, dialect, (window, false), &mut out),
    }
    format!("{:?}\n{:?}\n{:?}", out.tokens, out.errors, out.opens)
}

impl Parsed {
    /// Nothing is read yet; the first token will start at a byte.
    fn starting_at(start: usize, dialect: Dialect) -> Self {
        let tree = Tree { dialect, tokens: Tokens::starting_at(at(start)), ..Tree::default() };
        Self { tree, opens: Vec::new() }
    }

    /// How much is read.
    fn mark(&self) -> Mark {
        let tree = &self.tree;
        Mark {
            tokens: tree.tokens.len(),
            statements: tree.statements.len(),
            errors: tree.errors.len(),
            notes: tree.notes.len(),
            directives: tree.directives.len(),
            opens: self.opens.len(),
        }
    }

    /// Takes out what was read since.
    fn back_to(&mut self, mark: Mark) {
        let tree = &mut self.tree;
        tree.tokens.truncate(mark.tokens);
        tree.statements.truncate(mark.statements);
        tree.errors.truncate(mark.errors);
        tree.notes.truncate(mark.notes);
        tree.directives.truncate(mark.directives);
        self.opens.truncate(mark.opens);
    }
}

/// How much was read: how many there were of each.
#[derive(Clone, Copy, Debug)]
struct Mark {
    tokens: usize,
    statements: usize,
    errors: usize,
    notes: usize,
    directives: usize,
    opens: usize,
}

/// Reads a text as a whole. A dialect that was forced holds for every statement.
fn parse_whole(text: &str, dialect: Dialect, forced: bool) -> Parsed {
    let mut lexed = foreign::lex(text, dialect);
    let template = foreign::join_templates(text, &mut lexed.tokens);
    let mut parsed = Parsed::starting_at(0, dialect);
    understand(&mut parsed, text, lexed, (0, template), forced);
    parsed
}

/// Reads `text` from where the tokens of `into` end, and adds what is found to it. That is a part of
/// a text, which [`document`] knows to stand alone, and in which nothing
/// [reaches across](foreign::reaches_across) statements.
fn parse_part(into: &mut Parsed, text: &str, forced: bool) {
    let tokens = std::mem::take(&mut into.tree.tokens);
    let (first, from) = (tokens.len(), tokens.end() as usize);
    let mut lexed = Lexed { tokens, ..Lexed::default() };
    lex::lex(text, from, into.tree.dialect, &mut lexed);
    understand(into, text, lexed, (first, None), forced);
}

/// Reads the tokens from the number `first` on, and adds what they say to `into`.
fn understand(
    into: &mut Parsed,
    text: &str,
    mut lexed: Lexed,
    (first, template): (usize, Option<Note>),
    forced: bool,
) {
    let tree = &mut into.tree;
    let split = split::split(text, &lexed.tokens, first);
    let above = tree.statements.len();
    let kind = (tree.dialect, forced);
    let remarks = grammar::parse(text, kind, &lexed.errors, &split, &mut tree.statements);
    let statements = &mut tree.statements[above..];
    let grammar::Remarks { mut errors, mut notes } = remarks;
    notes.extend(template);
    errors.extend(worth_saying(lexed.errors, statements, &lexed.tokens));
    if let Some(rest) = split.left_out {
        let message = format!("only the first {STATEMENTS_MAX} statements are read");
        notes.push(Note { message, span: rest, kind: NoteKind::Other });
    }
    directive::collect(text, &split.comments, &mut tree.directives, &mut notes);
    attach::attach(text, statements, &split.comments);
    errors.sort_by_key(|error| error.span);
    notes.sort_by_key(|note| note.span);
    tree.errors.append(&mut errors);
    tree.notes.append(&mut notes);
    tree.tokens = lexed.tokens;
    into.opens.append(&mut lexed.opens);
}

/// Tells the dialect from the text; GoogleSQL when nothing speaks for either.
#[must_use]
pub fn detect(text: &str) -> Dialect {
    tell(text).dialect
}

/// A dialect that was told from a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Told {
    dialect: Dialect,
    /// Nothing in the text speaks for either dialect, and it reads the same in both.
    open: bool,
}

/// Bytes of a text of which the words leave doubt that are read in both dialects.
const TRIED_BYTES_MAX: usize = 16 * 1024;

/// Tells the dialect from the words of the text, and where they leave doubt by reading it in both:
/// the one with fewer errors, then the one with more words of its own.
fn tell(text: &str) -> Told {
    let text = foreign::without_rows(text);
    let signs = dialect::signs(&text);
    let more = signs.more();
    if signs.clear() {
        return Told { dialect: more.unwrap_or_default(), open: false };
    }
    let read = match text.len() {
        ..=TRIED_BYTES_MAX => text.len(),
        _ => {
            text[..text.floor_char_boundary(TRIED_BYTES_MAX)].rfind(";\n").map_or(0, |end| end + 1)
        }
    };
    let [google, postgres] = [Dialect::GoogleSql, Dialect::PostgreSql]
        .map(|dialect| parse_whole(&text[..read], dialect, true).tree);
    let dialect = match google.errors.len().cmp(&postgres.errors.len()) {
        Ordering::Less => Dialect::GoogleSql,
        Ordering::Greater => Dialect::PostgreSql,
        Ordering::Equal => more.unwrap_or_default(),
    };
    let says = |statement: &Statement| !matches!(statement.kind, StatementKind::Skipped);
    let open = more.is_none()
        && google.errors.is_empty()
        && postgres.errors.is_empty()
        && google.statements.iter().any(says);
    Told { dialect, open }
}

/// What is said where nothing tells the dialect.
fn left_open(tree: &mut Tree) {
    let Some(first) = tree.statements.iter().find(|it| !matches!(it.kind, StatementKind::Skipped))
    else {
        return;
    };
    let message = "nothing here tells GoogleSQL from PostgreSQL; it is read as GoogleSQL, and \
                   `-- hotsplit: file dialect=pg` says otherwise";
    let note = Note { message: message.to_owned(), span: first.span, kind: NoteKind::OpenDialect };
    let at = tree.notes.partition_point(|it| it.span <= note.span);
    tree.notes.insert(at, note);
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
    tree.tokens.push(TokenKind::Unknown, span.end);
    let mib = INPUT_BYTES_MAX / 1024 / 1024;
    let message = format!("only the first {mib} MiB are read");
    tree.notes.push(Note { message, span, kind: NoteKind::Other });
}

/// Open quotes in prose and in queries are nobody's mistake: those statements are skipped anyway.
fn worth_saying(
    errors: Vec<SyntaxError>,
    statements: &[Statement],
    tokens: &Tokens,
) -> impl Iterator<Item = SyntaxError> {
    errors.into_iter().filter(|error| {
        let next = statements.partition_point(|s| s.span.start <= error.span.start);
        let Some(statement) = next.checked_sub(1).and_then(|i| statements.get(i)) else {
            return true;
        };
        let first = tokens.get(tokens.first_from(statement.span.start));
        !(matches!(statement.kind, StatementKind::Skipped)
            && error.span.start < statement.span.end
            && first.is_some_and(|first| first.kind == TokenKind::Word))
    })
}
