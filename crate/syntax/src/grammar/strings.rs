//! What a string literal says, without its quotes and escapes.

use crate::tree::Dialect;

/// The value of a literal as written, prefix and quotes included.
pub(super) fn unquoted(said: &str, dialect: Dialect) -> String {
    let prefix =
        said.len() - said.trim_start_matches(|c: char| c.is_ascii_alphabetic() || c == '&').len();
    let (prefix, quoted) = said.split_at(prefix);
    let has = |letter: char| prefix.chars().any(|c| c.eq_ignore_ascii_case(&letter));
    if let Some(body) = dollar_quoted(quoted) {
        return body.to_owned();
    }
    // What the tokenizer takes for a literal may begin with a letter that is no prefix.
    if !quoted.starts_with(['\'', '"', '`']) {
        return said.to_owned();
    }
    let (width, quote) = match quoted.get(..3) {
        Some(triple @ ("'''" | "\"\"\"")) if quoted.len() >= 6 => (3, &triple[..1]),
        _ => (1, quoted.get(..1).unwrap_or_default()),
    };
    if quoted.len() < 2 * width {
        return quoted.to_owned();
    }
    // Where no quote closes it, a letter may stand across the place of one.
    let Some(body) = quoted.get(width..quoted.len() - width) else {
        return said.to_owned();
    };
    let escapes = match dialect {
        Dialect::GoogleSql => !has('r'),
        Dialect::PostgreSql => has('e'),
    };
    let body = if dialect == Dialect::PostgreSql {
        body.replace(&quote.repeat(2), quote)
    } else {
        body.to_owned()
    };
    if escapes && body.contains('\\') { unescaped(&body) } else { body }
}

/// The body of `$tag$…$tag$`.
fn dollar_quoted(said: &str) -> Option<&str> {
    let tag = said.strip_prefix('$')?.find('$')? + 2;
    said.get(tag..said.len().checked_sub(tag)?)
}

fn unescaped(body: &str) -> String {
    let mut out = String::with_capacity(body.len());
    let mut rest = body.chars();
    while let Some(c) = rest.next() {
        if c != '\\' {
            out.push(c);
            continue;
        }
        match rest.next() {
            Some('n') => out.push('\n'),
            Some('r') => out.push('\r'),
            Some('t') => out.push('\t'),
            Some('a') => out.push('\u{7}'),
            Some('b') => out.push('\u{8}'),
            Some('f') => out.push('\u{c}'),
            Some('v') => out.push('\u{b}'),
            Some('x' | 'X') => push_code(&mut out, &mut rest, 2, 16),
            Some('u') => push_code(&mut out, &mut rest, 4, 16),
            Some('U') => push_code(&mut out, &mut rest, 8, 16),
            Some(other) => out.push(other),
            None => {}
        }
    }
    out
}

/// The character of a code of `digits` digits; nothing when it is none.
fn push_code(out: &mut String, rest: &mut std::str::Chars<'_>, digits: usize, radix: u32) {
    let code: String = rest.as_str().chars().take(digits).collect();
    if let Some(c) = u32::from_str_radix(&code, radix).ok().and_then(char::from_u32) {
        out.push(c);
        rest.nth(digits - 1);
    }
}
