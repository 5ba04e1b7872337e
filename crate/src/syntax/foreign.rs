//! Text among SQL that is none: templates that other tools fill in, and the rows behind
//! `COPY … FROM stdin`. It must not cost the statements around it.

use super::lex::{self, Lexed};
use super::tree::{Dialect, Note, NoteKind, Token, TokenKind};
use crate::text::{Span, at};

/// Splits `text` into tokens. Rows of COPY are one `Unknown` token each block.
pub(super) fn lex(text: &str, dialect: Dialect) -> Lexed {
    if dialect == Dialect::GoogleSql || !text.contains("\\.") {
        return lex::lex(text, dialect);
    }
    let mut out = Lexed::default();
    let mut from = 0;
    while let Some((start, end)) = copied_rows(text, from) {
        append(&mut out, lex::lex(&text[from..start], dialect), from);
        let span = Span::new(at(start), at(end));
        out.tokens.push(Token { kind: TokenKind::Unknown, span });
        from = end;
    }
    append(&mut out, lex::lex(&text[from..], dialect), from);
    out
}

/// What opens a template.
const TEMPLATES: [&str; 3] = ["${", "{{", "{%"];

/// Whether something in `text` may reach from one statement into another: the rows of COPY and
/// templates are found in the whole text.
pub(super) fn reaches_across(text: &str, dialect: Dialect) -> bool {
    (dialect == Dialect::PostgreSql && text.contains("\\."))
        || TEMPLATES.iter().any(|open| text.contains(open))
}

fn append(out: &mut Lexed, mut piece: Lexed, from: usize) {
    let from = at(from);
    let moved = |span: Span| Span::new(span.start + from, span.end + from);
    for token in &mut piece.tokens {
        token.span = moved(token.span);
    }
    for error in &mut piece.errors {
        error.span = moved(error.span);
    }
    out.tokens.append(&mut piece.tokens);
    out.errors.append(&mut piece.errors);
    for open in &mut piece.opens {
        open.span = moved(open.span);
    }
    out.opens.append(&mut piece.opens);
}

/// The next block of rows: from the line after `COPY … FROM stdin;` to the `\.` that ends it.
fn copied_rows(text: &str, from: usize) -> Option<(usize, usize)> {
    let mut line_start = from;
    for line in text[from..].split_inclusive('\n') {
        let next = line_start + line.len();
        if is_copy(line) {
            let end = text[next..].find("\n\\.").map(|end| next + end + "\n\\.".len());
            let end = if text[next..].starts_with("\\.") { Some(next + 2) } else { end };
            if let Some(end) = end {
                return Some((next, end));
            }
        }
        line_start = next;
    }
    None
}

fn is_copy(line: &str) -> bool {
    let line = line.trim();
    line.get(..5).is_some_and(|verb| verb.eq_ignore_ascii_case("COPY "))
        && line.ends_with(';')
        && line.to_ascii_lowercase().contains(" from stdin")
}

/// Joins each template with the word it touches: `${prefix}Users` and `{{ table }}` become one
/// word, and what a template does between `{%` and `%}` is left out like an elision.
pub(super) fn join_templates(text: &str, tokens: &mut Vec<Token>) -> Option<Note> {
    if !TEMPLATES.iter().any(|open| text.contains(open)) {
        return None;
    }
    let mut first = None;
    let mut out: Vec<Token> = Vec::with_capacity(tokens.len());
    let mut i = 0;
    while i < tokens.len() {
        let Some((kind, end)) = template_at(text, tokens, i) else {
            let token = tokens[i];
            let touches = token.kind == TokenKind::Word || token.kind == TokenKind::Number;
            match out.last_mut() {
                Some(last) if touches && is_template(last, text) => last.span.end = token.span.end,
                _ => out.push(token),
            }
            i += 1;
            continue;
        };
        let span = tokens[i].span.to(tokens[end - 1].span);
        first.get_or_insert(span);
        match out.last_mut() {
            // `Users_{{ suffix }}`
            Some(last) if last.kind == TokenKind::Word && kind == TokenKind::Word => {
                last.span.end = span.end;
            }
            _ => out.push(Token { kind, span }),
        }
        i = end;
    }
    *tokens = out;
    let message = "a template: what it stands for is not known, so it is read as a name";
    first.map(|span| Note { message: message.to_owned(), span, kind: NoteKind::Other })
}

fn is_template(token: &Token, text: &str) -> bool {
    token.kind == TokenKind::Word && token.span.of(text).ends_with('}')
}

/// Tokens that a template may hold. One that is longer is none.
const TEMPLATE_TOKENS_MAX: usize = 64;

/// The template that starts at a token: what it becomes, and one past its last token.
fn template_at(text: &str, tokens: &[Token], start: usize) -> Option<(TokenKind, usize)> {
    let first = tokens[start];
    if !matches!(first.kind, TokenKind::Mark | TokenKind::Unknown) {
        return None;
    }
    let rest = &text[first.span.start as usize..];
    let (kind, close) = if rest.starts_with("${") {
        (TokenKind::Word, "}")
    } else if rest.starts_with("{{") {
        (TokenKind::Word, "}}")
    } else if rest.starts_with("{%") {
        (TokenKind::Elision, "%}")
    } else {
        return None;
    };
    let ends = |i: &usize| {
        let said = &text[first.span.start as usize..tokens[*i].span.end as usize];
        said.len() > close.len() + 1 && said.ends_with(close)
    };
    let last = tokens.len().min(start + TEMPLATE_TOKENS_MAX);
    let found = (start..last).find(ends)?;
    let span = first.span.to(tokens[found].span);
    (!span.of(text).contains('\n')).then_some((kind, found + 1))
}
