//! A place among the tokens of one statement, and the small questions asked there.

use crate::base::room;
use crate::limits::NESTING_MAX;
use crate::reserved::is_reserved;
use crate::split::{NONE, Piece, Split};
use crate::text::{Edit, Span};
use crate::tree::{Dialect, Name, Note, NoteKind, SyntaxError, Token, TokenKind};
use smol_str::{SmolStr, StrExt, format_smolstr};

/// Where the grammar reads.
pub(super) struct Cursor<'a> {
    /// The whole text.
    pub(super) text: &'a str,
    /// The dialect read.
    pub(super) dialect: Dialect,
    /// What was expected and not found.
    pub(super) errors: Vec<SyntaxError>,
    /// Remarks.
    pub(super) notes: Vec<Note>,
    /// Operators read in the expression at hand; they bound its depth.
    pub(super) operators: usize,
    /// A reserved word that was taken for a name, and said to be none.
    reserved: Span,
    /// The first half of a `>>` was taken.
    half_closed: bool,
    /// What the lexer could not read.
    unreadable: &'a [SyntaxError],
    split: &'a Split,
    /// All words up to the statement's last.
    words: &'a [Token],
    /// The next one.
    next: usize,
    unbalanced: bool,
    depth: usize,
    /// The nesting limit was reached in this statement, and said.
    too_deep: bool,
}

/// Characters of a token that a message repeats.
const FOUND_CHARS_MAX: usize = 32;

/// Errors among which one of the same words is looked for (our assumption: what repeats is near).
const SHARED_AMONG: usize = 8;

impl<'a> Cursor<'a> {
    /// A cursor before the first statement.
    pub(super) fn new(
        text: &'a str,
        dialect: Dialect,
        unreadable: &'a [SyntaxError],
        split: &'a Split,
    ) -> Self {
        Self {
            text,
            dialect,
            errors: Vec::new(),
            notes: Vec::new(),
            operators: 0,
            reserved: Span::default(),
            half_closed: false,
            unreadable,
            split,
            words: &[],
            next: 0,
            unbalanced: false,
            depth: 0,
            too_deep: false,
        }
    }

    /// Goes to the start of a statement.
    pub(super) fn enter(&mut self, piece: &Piece) {
        self.next = piece.start;
        self.words = &self.split.words[..piece.end];
        self.unbalanced = piece.unbalanced;
        self.depth = 0;
        self.too_deep = false;
        self.half_closed = false;
    }

    /// Whether the text is in GoogleSQL.
    pub(super) fn googlesql(&self) -> bool {
        self.dialect == Dialect::GoogleSql
    }

    // Looking.

    #[inline]
    fn token(&self, ahead: usize) -> Option<Token> {
        self.words.get(self.next + ahead).copied()
    }

    /// Kind of the next token; `None` at the end of the statement.
    pub(super) fn kind(&self) -> Option<TokenKind> {
        self.kind_ahead(0)
    }

    /// Kind of the token `ahead` tokens on.
    pub(super) fn kind_ahead(&self, ahead: usize) -> Option<TokenKind> {
        self.token(ahead).map(|token| token.kind)
    }

    /// Text of the next token; empty at the end.
    pub(super) fn word(&self) -> &'a str {
        self.word_ahead(0)
    }

    /// Text of the token `ahead` tokens on.
    pub(super) fn word_ahead(&self, ahead: usize) -> &'a str {
        self.token(ahead).map_or("", |token| token.span.of(self.text))
    }

    /// Whether the next token is this keyword.
    pub(super) fn at_word(&self, word: &str) -> bool {
        self.is_word(0, word)
    }

    /// Whether the token `ahead` tokens on is this keyword.
    pub(super) fn is_word(&self, ahead: usize, word: &str) -> bool {
        self.token(ahead).is_some_and(|token| self.says(token, word))
    }

    /// Whether the next token is one of these keywords.
    pub(super) fn at_any(&self, words: &[&str]) -> bool {
        self.token(0).is_some_and(|token| words.iter().any(|word| self.says(token, word)))
    }

    /// Whether a token is this keyword. Asked a dozen times of every word: the length and the
    /// first letter settle nearly all.
    #[inline]
    fn says(&self, token: Token, word: &str) -> bool {
        if token.span.len() as usize != word.len() || token.kind != TokenKind::Word {
            return false;
        }
        let said = &self.text.as_bytes()[token.span.start as usize..token.span.end as usize];
        said[0].eq_ignore_ascii_case(&word.as_bytes()[0])
            && said.eq_ignore_ascii_case(word.as_bytes())
    }

    /// Whether the next token is this mark.
    pub(super) fn at_mark(&self, mark: &str) -> bool {
        self.is_mark(0, mark)
    }

    /// Whether the token `ahead` tokens on is this mark.
    pub(super) fn is_mark(&self, ahead: usize, mark: &str) -> bool {
        self.token(ahead).is_some_and(|token| {
            token.kind == TokenKind::Mark
                && self.text.as_bytes()[token.span.start as usize..token.span.end as usize]
                    == *mark.as_bytes()
        })
    }

    /// Whether the next tokens are these keywords.
    pub(super) fn looking_at(&self, words: &[&str]) -> bool {
        words.iter().enumerate().all(|(ahead, word)| self.is_word(ahead, word))
    }

    /// Whether the next token can be a name.
    pub(super) fn at_name(&self) -> bool {
        self.is_name(0)
    }

    /// Whether the token `ahead` tokens on can be a name.
    pub(super) fn is_name(&self, ahead: usize) -> bool {
        matches!(self.kind_ahead(ahead), Some(TokenKind::Word | TokenKind::QuotedName))
    }

    /// Whether nothing is left of the statement.
    pub(super) fn at_end(&self) -> bool {
        self.next >= self.words.len()
    }

    /// Whether the next token stands on another line than the one before it.
    pub(super) fn on_new_line(&self) -> bool {
        match (self.next.checked_sub(1), self.token(0)) {
            (Some(before), Some(token)) => {
                let end = self.words[before].span.end;
                Span::new(end, token.span.start).of(self.text).contains('\n')
            }
            _ => true,
        }
    }

    /// Span of the next token; empty, behind the last token, at the end of the statement.
    pub(super) fn span(&self) -> Span {
        self.token(0).map_or_else(|| Span::empty(self.last_span().end), |token| token.span)
    }

    /// Span of the token read last.
    pub(super) fn last_span(&self) -> Span {
        let before = self.next.saturating_sub(1);
        self.words[before].span
    }

    /// From the next token to the end of the statement.
    pub(super) fn rest_span(&self) -> Span {
        let Some(first) = self.token(0) else { return self.span() };
        first.span.to(self.words[self.words.len() - 1].span)
    }

    /// From the next token to before the one at `place`; empty where nothing is between the two.
    pub(super) fn span_to(&self, place: usize) -> Span {
        if place <= self.next {
            return Span::empty(self.last_span().end);
        }
        self.span().to(self.words[place - 1].span)
    }

    /// Comments between the token read last and the next one, marks included.
    pub(super) fn comments_here(&self) -> impl Iterator<Item = Span> + use<'a> {
        let Split { words, comments, .. } = self.split;
        let from = self.next.checked_sub(1).map_or(0, |before| words[before].span.end);
        let to = words.get(self.next).map_or(u32::MAX, |next| next.span.start);
        let first = comments.partition_point(|comment| comment.start < from);
        comments[first..].iter().copied().take_while(move |comment| comment.start < to)
    }

    /// Tokens of the statement that stand inside `span`.
    pub(super) fn tokens_in(&self, span: Span) -> impl Iterator<Item = Token> + use<'a> {
        let words = &self.words;
        let first = words.partition_point(|word| word.span.start < span.start);
        words[first..].iter().copied().take_while(move |token| token.span.end <= span.end)
    }

    /// Whether the lexer reported anything inside `span`.
    pub(super) fn has_unreadable(&self, span: Span) -> bool {
        let next = self.unreadable.partition_point(|error| error.span.start < span.start);
        self.unreadable.get(next).is_some_and(|error| error.span.start < span.end)
    }

    /// Where the cursor is, to come back to.
    pub(super) fn place(&self) -> usize {
        self.next
    }

    /// Goes back to a place.
    pub(super) fn back_to(&mut self, place: usize) {
        self.next = place;
    }

    // Taking.

    /// Takes the next token.
    pub(super) fn bump(&mut self) -> Span {
        let span = self.span();
        if self.next < self.words.len() {
            self.next += 1;
        }
        span
    }

    /// Takes these keywords if they are next.
    pub(super) fn eat(&mut self, words: &[&str]) -> Option<Span> {
        if !self.looking_at(words) {
            return None;
        }
        let start = self.span();
        self.next += words.len();
        Some(start.to(self.last_span()))
    }

    /// Takes this mark if it is next.
    pub(super) fn eat_mark(&mut self, mark: &str) -> Option<Span> {
        self.at_mark(mark).then(|| self.bump())
    }

    /// Takes this mark, or says that it was expected.
    pub(super) fn expect_mark(&mut self, mark: &str) -> Option<Span> {
        let found = self.eat_mark(mark);
        if found.is_none() {
            self.expected(&format!("`{mark}`"));
        }
        found
    }

    /// Takes `IF EXISTS`, before the name of what is there; true if it was begun.
    pub(super) fn if_exists(&mut self) -> bool {
        self.condition(&["IF", "EXISTS"])
    }

    /// Takes `IF NOT EXISTS`, before the name of what is new; true if it was begun.
    pub(super) fn if_not_exists(&mut self) -> bool {
        self.condition(&["IF", "NOT", "EXISTS"])
    }

    /// In PostgreSQL a thing may be called `if`.
    fn condition(&mut self, words: &[&str]) -> bool {
        let has_if = self.at_word("IF")
            && (self.googlesql() || self.is_word(1, "NOT") || self.is_word(1, "EXISTS"));
        if has_if && self.expect(words).is_none() {
            // The other one of the two, or half of it.
            while self.eat(&["NOT"]).or_else(|| self.eat(&["EXISTS"])).is_some() {}
        }
        has_if
    }

    /// A name, schema-qualified or not; `None`, and nothing said, if none is next.
    pub(super) fn name(&mut self) -> Option<Name> {
        if !self.at_name() {
            return None;
        }
        let mut span = self.span();
        let mut text = self.unquoted();
        self.bump();
        while self.at_mark(".") && self.is_name(1) {
            self.bump();
            text = format_smolstr!("{text}.{}", self.unquoted());
            span = span.to(self.bump());
        }
        Some(Name { text, span })
    }

    /// A name, or a remark that it was expected.
    ///
    /// A reserved word is taken for the name that it was meant to be.
    pub(super) fn expect_name(&mut self, what: &str) -> Option<Name> {
        self.refuse_reserved(what);
        let name = self.name();
        if name.is_none() {
            self.expected(what);
        } else if self.eat_mark(".").is_some() {
            self.expected("a name after the `.`");
        }
        name
    }

    /// Says so where the next token is a word that names nothing unless it is quoted.
    pub(super) fn refuse_reserved(&mut self, what: &str) {
        if self.kind() == Some(TokenKind::Word) && is_reserved(self.dialect, self.word()) {
            let cure = match self.dialect {
                Dialect::GoogleSql => ": a reserved word, which is a name only in backticks",
                Dialect::PostgreSql => ": a reserved word, which is a name only in double quotes",
            };
            self.expected_at(what, self.span(), cure);
            self.reserved = self.span();
        }
    }

    /// The next token without the quotes of a quoted name.
    fn unquoted(&self) -> SmolStr {
        let said = self.word();
        if self.kind() != Some(TokenKind::QuotedName) {
            return said.into();
        }
        let quote = &said[..1];
        said[1..said.len() - 1].replace_smolstr(&quote.repeat(2), quote)
    }

    /// Whether the next token is a number without a point or an exponent.
    pub(super) fn at_whole_number(&self) -> bool {
        let hex = self.word().starts_with("0x") || self.word().starts_with("0X");
        self.kind() == Some(TokenKind::Number)
            && (hex || self.word().bytes().all(|byte| byte.is_ascii_digit()))
    }

    /// A whole number, decimal or hexadecimal.
    pub(super) fn number(&mut self) -> Option<u32> {
        if self.kind() != Some(TokenKind::Number) {
            return None;
        }
        let said = self.word();
        self.bump();
        match said.strip_prefix("0x").or_else(|| said.strip_prefix("0X")) {
            Some(hex) => u32::from_str_radix(hex, 16).ok(),
            None => said.parse().ok(),
        }
    }

    // Brackets.

    /// Takes a `>`, or half of a `>>`.
    pub(super) fn eat_angle(&mut self) -> bool {
        if self.half_closed {
            self.half_closed = false;
            self.bump();
            return true;
        }
        self.half_closed = self.at_mark(">>");
        self.half_closed || self.eat_mark(">").is_some()
    }

    /// The place of the bracket that closes the one here, if this is one and it is closed.
    pub(super) fn closing_place(&self) -> Option<usize> {
        let close = *self.split.close.get(self.next)?;
        (self.next < self.words.len() && close != NONE && (close as usize) < self.words.len())
            .then_some(close as usize)
    }

    /// Whether more brackets open than close in this statement: then a closing one may belong to
    /// an outer list, and no bracket is trusted to swallow what follows.
    pub(super) fn is_unbalanced(&self) -> bool {
        self.unbalanced
    }

    /// Takes one token, or a whole bracket.
    pub(super) fn skip_one(&mut self) {
        match self.closing_place() {
            Some(close) => self.next = close + 1,
            None => {
                self.bump();
            }
        }
    }

    /// Skips to the next token for which `stop` holds, over whole brackets.
    pub(super) fn skip_until(&mut self, stop: impl Fn(&Self) -> bool) {
        while !self.at_end() && !stop(self) {
            self.skip_one();
        }
    }

    /// One level deeper; `None` where the limit is reached.
    pub(super) fn deeper<T>(&mut self, read: impl FnOnce(&mut Self) -> Option<T>) -> Option<T> {
        if self.depth >= NESTING_MAX {
            if !self.too_deep {
                self.too_deep = true;
                let message = format!("nested more than {NESTING_MAX} deep: not analysed");
                self.note(message, self.span());
            }
            return None;
        }
        self.depth += 1;
        let out = read(self);
        self.depth -= 1;
        out
    }

    /// `( name, … )` and the span between the parentheses.
    pub(super) fn name_list(&mut self, what: &str) -> (Vec<Name>, Span) {
        let mut names = Vec::new();
        let span = self.list(|c| match c.expect_name(what) {
            Some(name) => names.push(name),
            None => c.skip_until(|c| c.at_mark(",") || c.at_mark(")")),
        });
        names.shrink_to_fit();
        (names, span)
    }

    /// `( item, … )` with elisions, around which a comma is as good as none; the span between the
    /// parentheses. The list may be empty; `item` says what it expected where there is none.
    pub(super) fn list(&mut self, item: impl FnMut(&mut Self)) -> Span {
        self.list_with(false, item)
    }

    /// The same; a comma may stand behind the last item, or none.
    pub(super) fn list_with(
        &mut self,
        comma_behind: bool,
        mut item: impl FnMut(&mut Self),
    ) -> Span {
        let Some(open) = self.expect_mark("(") else { return Span::empty(self.span().start) };
        let inner = |end: u32| Span::new(open.end, end.max(open.end));
        let mut follows_comma = false;
        loop {
            if !follows_comma && let Some(close) = self.eat_mark(")") {
                return inner(close.start);
            }
            follows_comma = false;
            if self.at_end() {
                self.expected("`)`");
                return inner(self.span().start);
            }
            if self.elision() {
                let _ = self.eat_mark(",");
                continue;
            }
            item(self);
            if !(self.at_mark(",") || self.at_mark(")") || self.at_elision()) {
                self.expected("`,` or `)`");
                self.skip_until(|c| c.at_mark(",") || c.at_mark(")"));
            }
            let comma = self.eat_mark(",").is_some();
            follows_comma = comma && !comma_behind && !self.at_elision();
        }
    }

    /// Whether something is left out here.
    pub(super) fn at_elision(&self) -> bool {
        self.kind() == Some(TokenKind::Elision)
    }

    /// Takes an elision, and says so.
    pub(super) fn elision(&mut self) -> bool {
        if !self.at_elision() {
            return false;
        }
        let span = self.bump();
        let said = span.of(self.text);
        self.note_of(
            NoteKind::Elision,
            format!("part of the statement is left out here: `{said}`"),
            span,
        );
        true
    }

    // Saying.

    /// Adds a remark.
    pub(super) fn note(&mut self, message: String, span: Span) {
        self.note_of(NoteKind::Other, message, span);
    }

    /// Adds a remark of a kind.
    pub(super) fn note_of(&mut self, kind: NoteKind, mut message: String, span: Span) {
        message.shrink_to_fit();
        room::push(&mut self.notes, Note { message, span, kind });
    }

    /// Says what was expected instead of the next token.
    pub(super) fn expected(&mut self, what: &str) {
        self.expected_at(what, self.span(), "");
    }

    /// Says what was expected instead of what stands at `span`, and how to cure it.
    pub(super) fn expected_at(&mut self, what: &str, span: Span, cure: &str) {
        // What the tokenizer could not read was reported where it stands.
        if self.in_unreadable(span) || self.errors.last().is_some_and(|last| last.span == span) {
            return;
        }
        // Where a name is missing, a word of the next clause was taken for it.
        if self.next > 0 && self.reserved == self.last_span() && span == self.span() {
            return;
        }
        if self.extends_commas(span) {
            return;
        }
        let found = if span.is_empty() {
            "the end of the statement".to_owned()
        } else {
            let said = span.of(self.text);
            let short: String = said.chars().take(FOUND_CHARS_MAX).collect();
            let dots = if short.len() < said.len() { "…" } else { "" };
            format!("`{short}{dots}`")
        };
        let message = self.shared(&format!("expected {what}, found {found}{cure}"));
        room::push(&mut self.errors, SyntaxError { message, span, cure: None });
    }

    /// A message in the memory of one of the last errors, if they say the same.
    fn shared(&self, message: &str) -> SmolStr {
        let mut last = self.errors.iter().rev().take(SHARED_AMONG).map(|error| &error.message);
        last.find(|last| *last == message).cloned().unwrap_or_else(|| message.into())
    }

    /// Whether `span` is a comma right behind one that was reported: all of them are one mistake.
    fn extends_commas(&mut self, span: Span) -> bool {
        let (text, before) = (self.text, self.last_span());
        let Some(last) = self.errors.last_mut() else { return false };
        let is_more = last.span.end == before.end
            && [span.start, before.start, last.span.start]
                .iter()
                .all(|start| text.as_bytes().get(*start as usize) == Some(&b','));
        if is_more {
            last.span = last.span.to(span);
        }
        is_more
    }

    /// Whether `span` is text that the lexer gave up on, or the end that such text left behind.
    fn in_unreadable(&self, span: Span) -> bool {
        let before = || self.words.last();
        match self.token(0) {
            Some(token) => token.span == span && self.is_unreadable(token.span),
            None => before().is_some_and(|last| self.is_unreadable(last.span)),
        }
    }

    /// Whether the lexer reported this token.
    pub(super) fn is_unreadable(&self, span: Span) -> bool {
        self.unreadable.binary_search_by_key(&span.start, |error| error.span.start).is_ok()
    }

    /// Says that something follows the end of the statement, and skips it.
    pub(super) fn expect_end(&mut self) {
        while self.elision() {}
        if !self.at_end() {
            self.expected("the end of the statement");
            self.next = self.words.len();
        }
    }

    /// Says that a statement ended without its semicolon, at the word that starts the next.
    pub(super) fn missing_semicolon(&mut self, word: usize) {
        // An open quote swallowed the semicolon, and was reported.
        if self.is_unreadable(self.last_span()) {
            return;
        }
        let span = self.split.words[word].span;
        let edits = vec![Edit::insert(self.last_span().end, ";")];
        let label = "Insert the semicolon";
        self.curable("`;` between two statements", span, "", label, edits);
    }
}
