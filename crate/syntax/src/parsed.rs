//! A text or a part of it, read from tokens to statements.

use crate::lex::{self, Lexed, Open};
use crate::limits::STATEMENTS_MAX;
use crate::text::at;
use crate::tree::{
    Dialect, Note, NoteKind, Statement, StatementKind, SyntaxError, TokenKind, Tokens, Tree,
};
use crate::{attach, directive, foreign, grammar, split};

/// A tree, and what its text opened and did not close.
#[derive(Clone, Debug, Default)]
pub struct Parsed {
    /// The tree.
    pub tree: Tree,
    pub(crate) opens: Vec<Open>,
}

impl Parsed {
    /// Nothing is read yet; the first token will start at a byte.
    pub(crate) fn starting_at(start: usize, dialect: Dialect) -> Self {
        let tree = Tree { dialect, tokens: Tokens::starting_at(at(start)), ..Tree::default() };
        Self { tree, opens: Vec::new() }
    }
}

/// Reads a text as a whole. A dialect that was forced holds for every statement.
pub(crate) fn parse_whole(text: &str, dialect: Dialect, forced: bool) -> Parsed {
    let mut lexed = foreign::lex(text, dialect);
    let template = foreign::join_templates(text, &mut lexed.tokens);
    let mut parsed = Parsed::starting_at(0, dialect);
    understand(&mut parsed, text, lexed, template, forced);
    parsed
}

/// Reads `text` from a byte on. That is a part of a text, which [`document`](crate::document) knows to
/// stand alone, and in which nothing [reaches across](foreign::reaches_across) statements.
pub(crate) fn parse_part(text: &str, from: usize, dialect: Dialect, forced: bool) -> Parsed {
    let mut parsed = Parsed::starting_at(from, dialect);
    let tokens = std::mem::take(&mut parsed.tree.tokens);
    let mut lexed = Lexed { tokens, ..Lexed::default() };
    lex::lex(text, from, dialect, &mut lexed);
    understand(&mut parsed, text, lexed, None, forced);
    parsed
}

/// Reads the tokens, and adds what they say to `into`, of which nothing is read.
fn understand(into: &mut Parsed, text: &str, lexed: Lexed, template: Option<Note>, forced: bool) {
    let tree = &mut into.tree;
    let split = split::split(text, &lexed.tokens);
    let dialect = tree.dialect;
    let statements = &mut tree.statements;
    let remarks = grammar::parse(text, dialect, forced, &lexed.errors, &split, statements);
    let grammar::Remarks { mut errors, mut notes } = remarks;
    notes.extend(template);
    errors.extend(worth_saying(lexed.errors, &tree.statements, &lexed.tokens));
    if let Some(rest) = split.left_out {
        let message = format!("only the first {STATEMENTS_MAX} statements are read");
        notes.push(Note { message, span: rest, kind: NoteKind::Other });
    }
    directive::collect(text, &split.comments, &mut tree.directives, &mut notes);
    attach::attach(text, &mut tree.statements, &split.comments);
    errors.sort_by_key(|error| error.span);
    notes.sort_by_key(|note| note.span);
    tree.errors = errors;
    tree.notes = notes;
    tree.tokens = lexed.tokens;
    into.opens = lexed.opens;
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
