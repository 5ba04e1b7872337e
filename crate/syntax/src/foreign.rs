//! Text among SQL that is none: templates that other tools fill in, and the rows behind
//! `COPY … FROM stdin`. It must not cost the statements around it.

use super::lex::{self, Lexed};
use super::tree::{Dialect, Note, NoteKind, Token, TokenKind, Tokens};
use crate::text::{Span, at};
use std::borrow::Cow;
use std::ops::Range;

/// Splits `text` into tokens. Rows of COPY are one `Unknown` token each block, whatever the dialect:
/// a dump is pasted as it is, and its rows are no SQL of either.
pub(super) fn lex(text: &str, dialect: Dialect) -> Lexed {
    let mut out = Lexed::default();
    // Text has a token for every three bytes or more; growing by doubling copies them all again.
    out.tokens.reserve(text.len() / 3);
    let mut from = 0;
    for Range { start, end } in copied_rows(text) {
        lex::lex(&text[..start], from, dialect, &mut out);
        out.tokens.push(TokenKind::Unknown, at(end));
        from = end;
    }
    lex::lex(text, from, dialect, &mut out);
    out
}

/// The text without the rows of COPY, whose words say nothing of its dialect.
pub(super) fn without_rows(text: &str) -> Cow<'_, str> {
    let rows = copied_rows(text);
    if rows.is_empty() {
        return Cow::Borrowed(text);
    }
    let mut out = String::new();
    let mut from = 0;
    for Range { start, end } in rows {
        out.push_str(&text[from..start]);
        from = end;
    }
    out.push_str(&text[from..]);
    Cow::Owned(out)
}

/// The line that ends the rows of COPY.
const ROWS_END: &str = "\\.";

// All of a long text is looked through for what it hardly ever has. Looking for one letter is many
// times as fast as looking for two.

/// Whether `${`, `{{` or `{%` is in a text, which open templates.
fn opens_template(text: &str) -> bool {
    let bytes = text.as_bytes();
    text.match_indices('{').any(|(brace, _)| {
        text[..brace].ends_with('$') || matches!(bytes.get(brace + 1), Some(b'{' | b'%'))
    })
}

/// Whether [`ROWS_END`] is in a text.
fn may_end_rows(text: &str) -> bool {
    text.match_indices('\\').any(|(at, _)| text[at..].starts_with(ROWS_END))
}

/// Whether something in `text` may reach from one statement into another: the rows of COPY and
/// templates are found in the whole text.
pub(super) fn reaches_across(text: &str) -> bool {
    opens_template(text) || !copied_rows(text).is_empty()
}

/// The blocks of rows in order: each from the line after `COPY … FROM stdin;` to the `\.` that ends
/// it. A COPY whose rows were left out has no end of its own and hides nothing: the end belongs to
/// the last COPY above it.
fn copied_rows(text: &str) -> Vec<Range<usize>> {
    let mut blocks = Vec::new();
    if !may_end_rows(text) {
        return blocks;
    }
    // Where the COPY starts that is being said, and where the rows of the last one start.
    let (mut copy, mut rows): (Option<usize>, Option<usize>) = (None, None);
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let next = start + line.len();
        if line.trim_end() == ROWS_END {
            if let Some(rows) = rows.take() {
                blocks.push(rows..start + ROWS_END.len());
            }
            copy = None;
        } else {
            if opens_copy(line) {
                copy = Some(start);
            }
            let said = copy.map(|copy| &text[copy..next]);
            // What is longer than any COPY is none.
            if let Some(said) = said.filter(|said| said.len() <= COPY_BYTES_MAX) {
                if ends_copy(said) {
                    if is_from_stdin(said) {
                        rows = Some(next);
                    }
                    copy = None;
                }
            } else {
                copy = None;
            }
        }
        start = next;
    }
    blocks
}

/// Whether an `Unknown` token is a block of rows.
pub(super) fn is_rows(said: &str) -> bool {
    said == "\\." || said.ends_with("\n\\.")
}

/// Bytes of the longest `COPY t (…) FROM stdin …;` that is looked for: a thousand columns of
/// Spanner's longest names would fit (our assumption).
const COPY_BYTES_MAX: usize = 128 * 1024;

/// Whether a line starts with `COPY`, or with the `\copy` of a client.
fn opens_copy(line: &str) -> bool {
    let line = line.trim_start();
    let line = line.strip_prefix('\\').unwrap_or(line);
    let (verb, rest) = line.split_at_checked(4).unwrap_or(("", ""));
    verb.eq_ignore_ascii_case("COPY") && rest.starts_with(char::is_whitespace)
}

/// Whether what began as a COPY ends with this line; the client's ends with its own.
fn ends_copy(said: &str) -> bool {
    said.trim_start().starts_with('\\') || said.trim_end().ends_with(';')
}

/// Whether a COPY says `FROM STDIN`, outside of which it says nothing of rows.
fn is_from_stdin(said: &str) -> bool {
    let apart = |c: char| c.is_whitespace() || c == ';';
    let words: Vec<&str> = said.split(apart).filter(|word| !word.is_empty()).collect();
    words.windows(2).any(|pair| {
        let from = pair[0].rsplit(')').next().unwrap_or_default();
        from.eq_ignore_ascii_case("FROM") && pair[1].eq_ignore_ascii_case("STDIN")
    })
}

/// Joins each template with the word it touches: `${prefix}Users` and `{{ table }}` become one
/// word, and what a template does between `{%` and `%}` is left out like an elision.
pub(super) fn join_templates(text: &str, tokens: &mut Tokens) -> Option<Note> {
    if !opens_template(text) {
        return None;
    }
    let mut first = None;
    let mut out = Tokens::default();
    out.reserve(tokens.len());
    let mut i = 0;
    while let Some(token) = tokens.get(i) {
        let last = out.last();
        let Some((kind, end)) = template_at(text, tokens, i) else {
            let touches = token.kind == TokenKind::Word || token.kind == TokenKind::Number;
            if touches && last.is_some_and(|last| is_template(last, text)) {
                out.extend_last(TokenKind::Word, token.span.end);
            } else {
                out.push(token.kind, token.span.end);
            }
            i += 1;
            continue;
        };
        first.get_or_insert(Span::new(token.span.start, end));
        // `Users_{{ suffix }}`
        if kind == TokenKind::Word && last.is_some_and(|last| last.kind == TokenKind::Word) {
            out.extend_last(kind, end);
        } else {
            out.push(kind, end);
        }
        while tokens.get(i).is_some_and(|token| token.span.start < end) {
            i += 1;
        }
    }
    *tokens = out;
    let message = "a template placeholder: its value is not known, so it is read as a name";
    first.map(|span| Note { message: message.to_owned(), span, kind: NoteKind::Other })
}

fn is_template(token: Token, text: &str) -> bool {
    token.kind == TokenKind::Word && token.span.of(text).ends_with('}')
}

/// Tokens that a template may hold. One that is longer is none.
const TEMPLATE_TOKENS_MAX: usize = 64;

/// The template that starts at a token: what it becomes, and where it ends.
fn template_at(text: &str, tokens: &Tokens, start: usize) -> Option<(TokenKind, u32)> {
    let first = tokens.get(start)?;
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
    let ends = |token: &Token| {
        let said = first.span.to(token.span).of(text);
        said.len() > close.len() + 1 && said.ends_with(close)
    };
    let last = tokens.len().min(start + TEMPLATE_TOKENS_MAX);
    let span = first.span.to(tokens.range(start..last).find(ends)?.span);
    (!span.of(text).contains('\n')).then_some((kind, span.end))
}
