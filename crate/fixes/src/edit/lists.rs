//! Lists with commas between: items in, out, in another order.

use super::lines::{indent_of, lead_start, line_start, line_tail, next_line, with_blanks_before};
use super::{Draft, TextStyle};
use crate::syntax::tree::Token;
use crate::text::{Edit, Span, at};

impl Draft<'_> {
    /// The items of a list, each from its first to its last token.
    pub(crate) fn items(&self, list: Span) -> Vec<Span> {
        let mut items: Vec<Span> = Vec::new();
        let mut open = true;
        let mut depth = 0_u32;
        for token in self.tokens(list) {
            match token.span.of(self.text) {
                "," if depth == 0 => {
                    open = true;
                    continue;
                }
                "(" => depth += 1,
                ")" => depth = depth.saturating_sub(1),
                _ => {}
            }
            match items.last_mut() {
                Some(item) if !open => *item = item.to(token.span),
                _ => items.push(token.span),
            }
            open = false;
        }
        items
    }

    /// Behind the parenthesis that closes a list. Where the statement lacks it, this is the end of
    /// the list, and [`unfinished`](crate::unfinished) refuses what is inserted there.
    pub(crate) fn behind_list(&self, list: Span) -> u32 {
        let closed = self.text[list.end as usize..].starts_with(')');
        list.end + u32::from(closed)
    }

    /// What `statement` has behind a list and its parenthesis.
    pub(crate) fn after_list(&self, list: Span, statement: Span) -> Span {
        let start = self.behind_list(list);
        Span::new(start, statement.end.max(start))
    }

    /// Between the first parentheses under `span`.
    pub(crate) fn parenthesis_in(&self, span: Span) -> Option<Span> {
        let tokens = self.tokens(span);
        let open = tokens.iter().position(|token| self.is(token, "("))?;
        let mut depth = 0_u32;
        for token in &tokens[open..] {
            match token.span.of(self.text) {
                "(" => depth += 1,
                ")" if depth == 1 => {
                    return Some(Span::new(tokens[open].span.end, token.span.start));
                }
                ")" => depth -= 1,
                _ => {}
            }
        }
        None
    }

    /// Between the parentheses that stand directly behind `offset`.
    pub(crate) fn parenthesis_after(&self, offset: u32) -> Option<Span> {
        let list = self.parenthesis_in(Span::new(offset, at(self.text.len())))?;
        Span::new(offset, list.start).of(self.text).trim().eq("(").then_some(list)
    }

    /// `KEY (…)` of a graph element, not that of an end of an edge.
    pub(crate) fn own_key_list(&self, element: Span) -> Option<Span> {
        let tokens = self.tokens(element);
        let key = tokens.iter().position(|token| self.is_word(token, "KEY"))?;
        let before = key.checked_sub(1).map(|before| &tokens[before])?;
        let of_end = self.is_word(before, "SOURCE") || self.is_word(before, "DESTINATION");
        if of_end {
            return None;
        }
        self.parenthesis_after(tokens[key].span.end)
    }

    /// Where the words end that stand in `span` one behind the other.
    pub(crate) fn words_end(&self, span: Span, words: &[&str]) -> Option<u32> {
        let tokens = self.tokens(span);
        let found = tokens.windows(words.len()).find(|window| {
            window.iter().zip(words).all(|(token, word)| self.is_word(token, word))
        })?;
        found.last().map(|token| token.span.end)
    }

    /// A list without parentheses: what stands in `span` before one of the words.
    pub(crate) fn list_until(&self, span: Span, words: &[&str]) -> Span {
        let mut end = span.start;
        for token in self.tokens(span) {
            if words.iter().any(|word| self.is_word(&token, word)) {
                break;
            }
            // A comma in front of the next clause is no part of the list.
            if !self.is(&token, ",") {
                end = token.span.end;
            }
        }
        Span::new(span.start, end)
    }

    /// Puts `item` into a list so that it becomes number `index`.
    pub(crate) fn list_insert(&mut self, list: Span, index: usize, item: &str) {
        let items = self.items(list);
        let edit = match (items.get(index), items.last()) {
            (Some(next), _) => {
                let separator = match indent_of(self.text, next.start) {
                    Some(indent) => format!(",{}{indent}", self.newline()),
                    None => self.separator(&items).to_owned(),
                };
                Edit::insert(next.start, format!("{item}{separator}"))
            }
            (None, Some(last)) => {
                Edit::insert(last.end, format!("{}{item}", self.separator(&items)))
            }
            (None, None) => Edit::insert(list.start, item),
        };
        self.edits.push(edit);
    }

    /// Puts `item` in place of number `index` of a list.
    pub(crate) fn list_replace(&mut self, list: Span, index: usize, item: &str) {
        if let Some(&old) = self.items(list).get(index) {
            self.edits.push(Edit::replace(old, item));
        }
    }

    /// Makes number `index` of a list of key parts descend.
    pub(crate) fn list_descend(&mut self, list: Span, index: usize, text_style: &TextStyle) {
        let Some(&item) = self.items(list).get(index) else { return };
        let tokens = self.tokens(item);
        match tokens.iter().find(|token| self.is_word(token, "ASC")) {
            Some(asc) => self.edits.push(Edit::replace(asc.span, text_style.word("DESC"))),
            None => {
                let name = tokens.first().map_or(item.end, |token| token.span.end);
                self.edits.push(Edit::insert(name, text_style.word(" DESC")));
            }
        }
    }

    /// What stands between two items on one line of a list.
    fn separator(&self, items: &[Span]) -> &'static str {
        match items {
            [first, second, ..] if Span::new(first.end, second.start).of(self.text) == "," => ",",
            _ => ", ",
        }
    }

    /// Puts the items of a list into another order: `order[i]` is the old number of item `i`.
    pub(crate) fn list_permute(&mut self, list: Span, order: &[usize]) {
        let items = self.items(list);
        for (i, &from) in order.iter().enumerate() {
            if let (Some(&there), Some(&item)) = (items.get(i), items.get(from))
                && i != from
            {
                self.edits.push(Edit::replace(there, item.of(self.text)));
            }
        }
    }

    /// Takes items out of a list, by their numbers; at least one stays.
    pub(crate) fn list_remove(&mut self, list: Span, numbers: &[usize]) {
        let items = self.items(list);
        let mut kept_before = false;
        for (i, item) in items.iter().enumerate() {
            if !numbers.contains(&i) {
                kept_before = true;
            } else if kept_before {
                self.edits.push(Edit::delete(Span::new(items[i - 1].end, item.end)));
            } else if let Some(next) = items.get(i + 1) {
                self.edits.push(Edit::delete(Span::new(item.start, next.start)));
            }
        }
    }

    /// Takes an element out of the list of a table: its lines if it has them to itself, with the
    /// comments that belong to it.
    pub(crate) fn element_remove(&mut self, items: &[Span], number: usize) {
        let item = items[number];
        let end = items.get(number + 1).map_or_else(
            || {
                let rest = &self.text[item.end as usize..];
                let comma = rest.trim_start().starts_with(',');
                let blanks = at(rest.len() - rest.trim_start().len());
                item.end + if comma { blanks + 1 } else { 0 }
            },
            |next| {
                let comma = Span::new(item.end, next.start).of(self.text).find(',');
                item.end + comma.map_or(0, |comma| at(comma + 1))
            },
        );
        let tail = line_tail(self.text, end);
        let line = Span::new(tail, next_line(self.text, tail));
        let alone =
            indent_of(self.text, item.start).is_some() && line.of(self.text).trim().is_empty();
        let last = number + 1 == items.len();
        if alone {
            let start = line_start(self.text, lead_start(self.text, item.start));
            self.edits.push(Edit::delete(Span::new(start, line.end)));
        } else if let Some(next) = items.get(number + 1) {
            self.edits.push(Edit::delete(Span::new(item.start, next.start)));
        }
        // Nothing may stand behind the last comma in PostgreSQL.
        if let Some(before) = number.checked_sub(1).map(|before| items[before]).filter(|_| last) {
            let comma = Span::new(before.end, item.start).of(self.text).find(',');
            let comma = comma.map(|comma| before.end + at(comma));
            match comma {
                Some(comma) if alone => self.edits.push(Edit::delete(Span::new(comma, comma + 1))),
                _ if !alone => self.edits.push(Edit::delete(Span::new(before.end, item.end))),
                _ => {}
            }
        }
    }

    /// The list in parentheses behind a word, with the whole clause: `STORING (…)`.
    pub(crate) fn list_behind(&self, span: Span, word: &str) -> Option<(Span, Span)> {
        let tokens = self.tokens(span);
        let pair = |pair: &[Token]| self.is_word(&pair[0], word) && self.is(&pair[1], "(");
        let at = tokens.windows(2).position(pair)?;
        let mut depth = 0_u32;
        let close = tokens[at + 1..].iter().find(|token| {
            match token.span.of(self.text) {
                "(" => depth += 1,
                ")" => depth = depth.saturating_sub(1),
                _ => {}
            }
            depth == 0
        })?;
        let list = Span::new(tokens[at + 1].span.end, close.span.start);
        Some((tokens[at].span.to(close.span), list))
    }

    /// The first token of `span` that is this word.
    pub(crate) fn find_word(&self, span: Span, word: &str) -> Option<Span> {
        let tokens = self.tokens(span);
        tokens.iter().find(|token| self.is_word(token, word)).map(|token| token.span)
    }

    /// Takes out words with the blanks before them.
    pub(crate) fn remove_words(&mut self, span: Span) {
        self.edits.push(Edit::delete(with_blanks_before(self.text, span)));
    }

    /// Writes a list anew.
    pub(crate) fn list_set(&mut self, list: Span, items: &[String]) {
        let old = self.items(list);
        let span = match (old.first(), old.last()) {
            (Some(first), Some(last)) => first.to(*last),
            _ => list,
        };
        self.edits.push(Edit::replace(span, items.join(", ")));
    }
}
