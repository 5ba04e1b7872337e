//! Text to tokens that tile it. Plain text is read the short way, all else by the tokenizer. What
//! that cannot read becomes one `Unknown` token, an error says where, and reading goes on at the
//! next line that starts a statement.

use super::dialect::{Language, Marks};
use super::simple;
use super::tree::{Dialect, SyntaxError, TokenKind, Tokens};
use crate::text::{Span, at};
use sqlparser::keywords::Keyword;
use sqlparser::tokenizer::{
    Location, Token as Lexeme, TokenWithSpan, Tokenizer, TokenizerError, Whitespace, Word,
};

/// What lexing gives.
#[derive(Debug, Default)]
pub(super) struct Lexed {
    /// Tokens that tile the text.
    pub(super) tokens: Tokens,
    /// Where the tokenizer stopped.
    pub(super) errors: Vec<SyntaxError>,
    /// What opened and was not closed: there alone reading depends on text further down.
    pub(super) opens: Vec<Open>,
}

/// A quote or a comment that was not closed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Open {
    /// From where it opens to where reading went on.
    pub(super) span: Span,
    /// Nothing behind the place where reading went on could have closed it.
    pub(super) local: bool,
}

/// How often over the whole text may be handed to the tokenizer before the rest is given up.
/// Ordinary text needs once, an open comment twice; only hostile text needs more.
pub(super) const WORK_FACTOR_MAX: usize = 16;

/// Allowance for short texts, in bytes handed to the tokenizer.
pub(super) const WORK_BYTES_MIN: usize = 4 * 1024;

/// Bytes of a line that are handed over at once. The tokenizer keeps some 70 bytes a token until it
/// ends, which for a line of megabytes would be more than all else takes.
const LINE_BYTES: usize = 16 * 1024;

/// Splits `text` into tokens from a byte on, plain text the short way, the rest by the tokenizer,
/// and adds them to `out`. Nothing that stands above is joined with what is read here: it ends with
/// a line, or with rows of COPY.
pub(super) fn lex(text: &str, from: usize, dialect: Dialect, out: &mut Lexed) {
    let windows = Windows { bytes_min: 0, line_bytes: LINE_BYTES, simple: true };
    lex_in_windows(text, from, dialect, windows, out);
}

/// What of a text is handed to the tokenizer at a time.
#[derive(Clone, Copy, Debug)]
pub(super) struct Windows {
    /// Least bytes of a window.
    pub(super) bytes_min: usize,
    /// A longer line is cut.
    pub(super) line_bytes: usize,
    /// Simple tokens are read without it.
    pub(super) simple: bool,
}

/// Splits `text` into tokens. The tokenizer is given what is left of the line and at least as many
/// bytes as a window has, of a long line a part; more when a token does not end there.
pub(super) fn lex_in_windows(
    text: &str,
    from: usize,
    dialect: Dialect,
    windows: Windows,
    out: &mut Lexed,
) {
    let mut lexer = Lexer { text, dialect, at: from, out, spent: Vec::new() };
    let Windows { bytes_min, line_bytes, simple } = windows;
    let mut ahead = bytes_min;
    let mut work = 0;
    let work_max = (text.len() - from).saturating_mul(WORK_FACTOR_MAX) + WORK_BYTES_MIN;
    loop {
        if simple {
            lexer.read_simple();
        }
        if lexer.at >= text.len() {
            return;
        }
        let line_end = line_end_after(text, lexer.at + ahead);
        let end = cut_before(text, lexer.at.saturating_add(ahead.max(line_bytes)), line_end);
        work += end - lexer.at;
        if work > work_max {
            lexer.give_up();
            return;
        }
        match lexer.read(end, end < line_end) {
            Read::Whole => ahead = bytes_min,
            Read::Stopped { may_go_on: true } if end < text.len() => ahead = (end - lexer.at) * 2,
            Read::Stopped { .. } => {
                lexer.skip_unreadable();
                ahead = bytes_min;
            }
        }
    }
}

/// How a window was read.
enum Read {
    /// To its end.
    Whole,
    /// Up to a token that is not closed in it; a longer window may hold its end.
    Stopped { may_go_on: bool },
}

struct Lexer<'a> {
    text: &'a str,
    dialect: Dialect,
    /// Everything before this byte is in `out`.
    at: usize,
    out: &'a mut Lexed,
    /// Where the tokenizer puts what was read already; kept for its memory.
    spent: Vec<TokenWithSpan>,
}

impl Lexer<'_> {
    /// Reads from here as far as the text is plain.
    fn read_simple(&mut self) {
        let bytes = self.text.as_bytes();
        while let Some((kind, len)) = simple::token(&bytes[self.at..]) {
            self.at += len;
            add(&mut self.out.tokens, self.text, kind, at(self.at));
        }
    }

    /// Reads from here to `end`, a line end or a place where a line was `cut`, as far as the tokenizer
    /// goes.
    fn read(&mut self, end: usize, cut: bool) -> Read {
        let piece = &self.text[self.at..end];
        let mut places = Places::new(piece);
        let base = self.at;
        let (mut broken, mut cut_short) = (false, false);
        let mut read = base;
        let out = &mut self.out.tokens;
        let (text, dialect) = (self.text, self.dialect);
        let marks = Marks(Language::Spanner(dialect));
        self.spent.clear();
        let result: Result<(), TokenizerError> = Tokenizer::new(&marks, piece)
            .with_unescape(false)
            .tokenize_with_location_into_buf_with_mapper(&mut self.spent, |lexeme| {
                if !broken && !cut_short {
                    let start = places.at;
                    let end = places.byte_of(lexeme.span.end);
                    broken = is_open(&piece[start..end], dialect);
                    cut_short = cut && end == piece.len() && ends_at_line_end(&lexeme.token);
                    if !broken && !cut_short {
                        push(out, text, base + start, end - start, &lexeme.token);
                        read = base + end;
                    }
                }
                emptied(lexeme)
            });
        self.at = read;
        if broken {
            return Read::Stopped { may_go_on: false };
        }
        match result {
            _ if cut_short => Read::Stopped { may_go_on: true },
            Ok(()) => Read::Whole,
            Err(_) if cut => Read::Stopped { may_go_on: closing(&self.text[read..]).is_some() },
            Err(_) => Read::Stopped { may_go_on: may_span_lines(&self.text[read..], dialect) },
        }
    }

    /// Takes what the tokenizer stopped at as one `Unknown` token and says so.
    fn skip_unreadable(&mut self) {
        let rest = &self.text[self.at..];
        let line = line_len(rest);
        // A fence of Markdown around pasted DDL is no DDL and no mistake.
        if rest.starts_with("```") {
            self.unknown(line);
            return;
        }
        // The tokenizer refuses `._x` after anything but a word; the dot alone is readable.
        if rest.starts_with('.') {
            push(&mut self.out.tokens, self.text, self.at, 1, &Lexeme::Period);
            self.at += 1;
            return;
        }
        let Some(closing) = closing(rest) else {
            // A `$` far below would have made this a quote.
            if rest.starts_with('$') {
                self.opened(1, false);
            }
            let first = rest.chars().next().map_or(1, char::len_utf8);
            self.unknown(first);
            return;
        };
        let resume = statement_start(rest);
        let found = if ends_with_line(rest, self.dialect) && line < rest.len() {
            "the end of the line"
        } else if resume < rest.len() {
            "the start of a statement"
        } else {
            "the end of the schema"
        };
        let closing = match closing {
            "`" => "backtick".to_owned(),
            mark => format!("`{mark}`"),
        };
        let message = format!("expected a closing {closing}, found {found}").into();
        let shown = rest[..line].trim_end().len();
        let span = Span::new(at(self.at), at(self.at + shown));
        self.out.errors.push(SyntaxError { message, span, cure: None });
        // A closing quote behind the start of a statement would have been taken for another's.
        let quote = unprefixed(rest);
        let triple = quote.starts_with("'''") || quote.starts_with("\"\"\"");
        self.opened(resume, quote.starts_with(['\'', '"', '`']) && !triple);
        self.unknown(resume);
    }

    /// Remembers that what opens here was not closed in `len` bytes.
    fn opened(&mut self, len: usize, local: bool) {
        let span = Span::new(at(self.at), at(self.at + len));
        self.out.opens.push(Open { span, local });
    }

    /// One token of `len` bytes, the blanks at its end apart.
    fn unknown(&mut self, len: usize) {
        let said = self.text[self.at..self.at + len].trim_end().len();
        for (kind, len) in [(TokenKind::Unknown, said), (TokenKind::Blank, len - said)] {
            if len > 0 {
                self.at += len;
                add(&mut self.out.tokens, self.text, kind, at(self.at));
            }
        }
    }

    /// The rest becomes one token: the text opens more quotes than is worth reading.
    fn give_up(&mut self) {
        let line = line_len(&self.text[self.at..]);
        let span = Span::new(at(self.at), at(self.at + line));
        let message = "expected quotes and comments to be closed, found too many that are not: \
                       everything from here on is ignored";
        self.out.errors.push(SyntaxError { message: message.into(), span, cure: None });
        self.opened(self.text.len() - self.at, false);
        self.unknown(self.text.len() - self.at);
    }
}

/// Reads `text`, a statement of another database, as far as the tokenizer goes. Gives the byte it
/// reached: the end, or that of a quote or comment which does not end in the text.
pub(super) fn lex_window(
    text: &str,
    (from, end): (usize, usize),
    language: Language,
    out: &mut Tokens,
    spent: &mut Vec<TokenWithSpan>,
) -> usize {
    let piece = &text[from..end];
    let mut places = Places::new(piece);
    let mut reached = from;
    spent.clear();
    let marks = Marks(language);
    // What it stops at is the caller's to take as it is.
    let _ = Tokenizer::new(&marks, piece)
        .with_unescape(false)
        .tokenize_with_location_into_buf_with_mapper(spent, |lexeme| {
            let start = places.at;
            let end = places.byte_of(lexeme.span.end);
            push(out, text, from + start, end - start, &lexeme.token);
            reached = from + end;
            emptied(lexeme)
        });
    reached
}

/// Frees the text of a lexeme that was read; the tokenizer only asks whether it was a word.
fn emptied(lexeme: TokenWithSpan) -> TokenWithSpan {
    let token = match lexeme.token {
        Lexeme::Word(_) => Lexeme::Word(Word {
            value: String::new(),
            quote_style: None,
            keyword: Keyword::NoKeyword,
        }),
        _ => Lexeme::Comma,
    };
    TokenWithSpan { token, span: lexeme.span }
}

/// Turns the tokenizer's lines and columns, asked in rising order, into bytes.
struct Places<'a> {
    piece: &'a str,
    /// Columns are bytes: no character has more than one.
    ascii: bool,
    /// The byte reached.
    at: usize,
    line: u64,
    column: u64,
}

impl<'a> Places<'a> {
    fn new(piece: &'a str) -> Self {
        Self { piece, ascii: piece.is_ascii(), at: 0, line: 1, column: 1 }
    }

    fn byte_of(&mut self, place: Location) -> usize {
        let rest = &self.piece.as_bytes()[self.at..];
        if self.ascii && place.line == self.line {
            let ahead = place.column.saturating_sub(self.column);
            let ahead = usize::try_from(ahead).unwrap_or(rest.len()).min(rest.len());
            self.at += ahead;
            self.column += ahead as u64;
            return self.at;
        }
        let mut chars = self.piece[self.at..].chars();
        while (self.line, self.column) < (place.line, place.column) {
            match chars.next() {
                None => break,
                Some('\n') => (self.line, self.column) = (self.line + 1, 1),
                Some(_) => self.column += 1,
            }
        }
        self.at = self.piece.len() - chars.as_str().len();
        self.at
    }
}

/// Adds one lexeme of `len` bytes, joined with what stands before it where the two are one token.
fn push(out: &mut Tokens, text: &str, start: usize, len: usize, lexeme: &Lexeme) {
    let said = &text[start..start + len];
    // A carriage return at the end of a comment belongs to the line end.
    let words = match lexeme {
        Lexeme::Whitespace(Whitespace::SingleLineComment { .. }) => said.trim_end_matches('\r'),
        _ => said,
    };
    add(out, text, kind_of(words, lexeme), at(start + words.len()));
    if words.len() < len {
        add(out, text, TokenKind::Blank, at(start + len));
    }
}

/// Adds a token that ends at a byte, joined with what stands before it where the two are one.
#[inline]
fn add(out: &mut Tokens, text: &str, kind: TokenKind, end: u32) {
    let joins = match kind {
        TokenKind::Blank | TokenKind::Mark | TokenKind::String => out.last(),
        _ => None,
    };
    if let Some(last) = joins {
        let said = || &text[last.span.end as usize..end as usize];
        let joined = match kind {
            TokenKind::Blank => last.kind == TokenKind::Blank,
            TokenKind::Mark => {
                last.kind == TokenKind::Elision
                    && said() == "."
                    && last.span.of(text).ends_with('.')
            }
            // A word of two letters that touches a string can only be its prefix, as in `rb'…'`.
            _ => last.kind == TokenKind::Word && last.span.len() == 2,
        };
        if joined {
            let kind = if kind == TokenKind::String { kind } else { last.kind };
            out.extend_last(kind, end);
            return;
        }
    }
    out.push(kind, end);
    if kind == TokenKind::Mark && matches!(text.as_bytes()[end as usize - 1], b'.' | b'>') {
        join_elision(out, text, end);
    }
}

/// Makes the last three tokens one where they are how documentation leaves something out.
fn join_elision(out: &mut Tokens, text: &str, end: u32) {
    let Some(first) = out.len().checked_sub(3).and_then(|number| out.get(number)) else { return };
    if is_elision(Span::new(first.span.start, end).of(text)) {
        out.truncate(out.len() - 2);
        out.extend_last(TokenKind::Elision, end);
    }
}

/// Whether three tokens together are how documentation leaves something out.
fn is_elision(said: &str) -> bool {
    said == "..." || said.eq_ignore_ascii_case("<snip>")
}

fn kind_of(said: &str, lexeme: &Lexeme) -> TokenKind {
    match lexeme {
        Lexeme::Word(word) if word.quote_style.is_some() => TokenKind::QuotedName,
        Lexeme::Word(_) => TokenKind::Word,
        Lexeme::Number(..) => TokenKind::Number,
        Lexeme::HexStringLiteral(_) if said.starts_with('0') => TokenKind::Number,
        Lexeme::Whitespace(
            Whitespace::SingleLineComment { .. } | Whitespace::MultiLineComment(_),
        ) => TokenKind::Comment,
        Lexeme::Whitespace(_) => TokenKind::Blank,
        Lexeme::Char('…') => TokenKind::Elision,
        Lexeme::Char(c) if is_invisible(*c) => TokenKind::Blank,
        Lexeme::Char(_) => TokenKind::Unknown,
        Lexeme::DollarQuotedString(_) => TokenKind::String,
        _ if said.ends_with(['\'', '"']) => TokenKind::String,
        _ => TokenKind::Mark,
    }
}

/// Characters that pasted text carries and nobody sees: the byte order mark, zero-width spaces.
fn is_invisible(c: char) -> bool {
    matches!(c, '\u{feff}' | '\u{200b}'..='\u{200d}' | '\u{2060}')
}

/// Whether a token that the tokenizer closed swallowed more than its author meant: a quote that
/// may not cross a line does, or a PostgreSQL quote crosses the start of a statement.
fn is_open(said: &str, dialect: Dialect) -> bool {
    if !said.contains('\n') || !unprefixed(said).starts_with(['\'', '"', '`']) {
        return false;
    }
    ends_with_line(said, dialect)
        || (dialect == Dialect::PostgreSql && statement_start(said) < said.len())
}

/// Whether what the tokenizer could not close may be closed on a later line.
fn may_span_lines(rest: &str, dialect: Dialect) -> bool {
    closing(rest).is_some() && !ends_with_line(rest, dialect)
}

/// A literal without its `r`, `b`, `rb`, `E`, `U&` in front.
fn unprefixed(said: &str) -> &str {
    let rest = said.trim_start_matches(|c: char| c.is_ascii_alphabetic() || c == '&');
    if said.len() - rest.len() <= 2 { rest } else { said }
}

/// Whether what opens here must be closed on its line.
fn ends_with_line(said: &str, dialect: Dialect) -> bool {
    let said = unprefixed(said);
    let triple = said.starts_with("'''") || said.starts_with("\"\"\"");
    dialect == Dialect::GoogleSql && !triple && said.starts_with(['\'', '"', '`'])
}

/// What would close the token that opens here; `None` when nothing opens.
fn closing(rest: &str) -> Option<&str> {
    let open = unprefixed(rest);
    if open.starts_with("/*") {
        return Some("*/");
    }
    if let Some(tag) = open.strip_prefix('$') {
        return tag.find('$').map(|end| &open[..end + 2]);
    }
    ["'''", "\"\"\"", "'", "\"", "`"].into_iter().find(|quote| open.starts_with(quote))
}

fn line_len(text: &str) -> usize {
    text.find('\n').unwrap_or(text.len())
}

/// The end of the line that holds byte `from`, its line feed included.
fn line_end_after(text: &str, from: usize) -> usize {
    let from = from.min(text.len());
    let rest = &text.as_bytes()[from..];
    rest.iter().position(|&b| b == b'\n').map_or(text.len(), |end| from + end + 1)
}

/// Where a window ends: at `line_end` or, in a longer line, before the first byte from `from` on that
/// is within no word, number or operator. Quotes and comments may hold it: they are read on.
fn cut_before(text: &str, from: usize, line_end: usize) -> usize {
    if from >= line_end {
        return line_end;
    }
    let ends_token = |byte: &u8| matches!(byte, b' ' | b'\t' | b'(' | b')' | b',' | b';');
    let rest = &text.as_bytes()[from..line_end];
    rest.iter().position(ends_token).map_or(line_end, |at| from + at)
}

/// Whether a token is a comment that only the end of its line ends.
fn ends_at_line_end(lexeme: &Lexeme) -> bool {
    matches!(lexeme, Lexeme::Whitespace(Whitespace::SingleLineComment { .. }))
}

/// Where the next statement starts after the first byte: at the start of a line, or after a `;`.
fn statement_start(text: &str) -> usize {
    let bytes = text.as_bytes();
    for (i, &byte) in bytes.iter().enumerate() {
        let from = match byte {
            b'\n' => i + 1,
            b';' => {
                let rest = &bytes[i + 1..];
                i + 1 + rest.iter().take_while(|b| matches!(b, b' ' | b'\t')).count()
            }
            _ => continue,
        };
        if starts_statement(&text[from..]) {
            return from;
        }
    }
    text.len()
}

/// Whether the text opens with words that only a statement opens with.
fn starts_statement(text: &str) -> bool {
    if !text.starts_with(|c: char| c.is_ascii_alphabetic()) {
        return false;
    }
    let mut words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    let first = words.next().unwrap_or_default();
    // A few characters ahead are enough: words stand one blank apart.
    let second = words.take(8).find(|word| !word.is_empty()).unwrap_or_default();
    is_statement_start(first, second)
}

/// Whether two words in a row, at the start of a line, start a statement.
pub(super) fn is_statement_start(first: &str, second: &str) -> bool {
    let is = |word: &str, list: &[&str]| list.iter().any(|w| w.eq_ignore_ascii_case(word));
    if is(first, &["CREATE", "ALTER", "DROP"]) {
        return is(second, OBJECTS)
            || (first.eq_ignore_ascii_case("CREATE")
                && is(second, &["OR", "UNIQUE", "NULL_FILTERED"]));
    }
    (is(first, &["START", "RUN"]) && is(second, &["BATCH"]))
        || (is(first, &["INSERT"]) && is(second, &["INTO", "OR"]))
        || (is(first, &["RENAME"]) && is(second, &["TABLE"]))
}

/// First words of the names of things that statements create, alter and drop.
const OBJECTS: &[&str] = &[
    "TABLE",
    "INDEX",
    "SEQUENCE",
    "VIEW",
    "CHANGE",
    "SEARCH",
    "VECTOR",
    "ROLE",
    "SCHEMA",
    "DATABASE",
    "PROPERTY",
    "MODEL",
    "PROTO",
    "LOCALITY",
    "PLACEMENT",
    "FUNCTION",
    "STATISTICS",
];
