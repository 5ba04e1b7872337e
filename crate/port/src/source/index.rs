//! Indexes: inline in CREATE TABLE, and CREATE INDEX.

use super::cursor::Cursor;
use super::name::Name;
use super::schema::{Clause, Index, IndexKind, Part, PartOf};
use hotsplit_syntax::tree::TokenKind;

impl Cursor<'_> {
    /// KEY, INDEX, UNIQUE, FULLTEXT or SPATIAL among the elements of a table.
    pub(super) fn inline_index(&mut self, start: u32, name: Option<Name>) -> Option<Index> {
        let from = self.at;
        let mut index = Index { name, ..Index::default() };
        if self.eat("unique") {
            index.unique = true;
            index.constraint = true;
            self.eat_any(&["key", "index"]);
        } else if self.mysql() && self.eat_any(&["fulltext", "spatial"]) {
            let word = self.tokens[self.at - 1].span.of(self.text);
            let full = word.eq_ignore_ascii_case("fulltext");
            index.kind = if full { IndexKind::FullText } else { IndexKind::Spatial };
            self.eat_any(&["key", "index"]);
        } else if !self.mysql() || !self.eat_any(&["key", "index"]) {
            return None;
        }
        if !self.is("(") && !self.any(&["using", "nulls"]) {
            let named = self.name();
            index.name = index.name.or(named);
        }
        self.index_options(&mut index);
        if !self.is("(") {
            // A column may be called `key`.
            self.at = from;
            return None;
        }
        index.parts = self.key_parts();
        self.index_options(&mut index);
        index.span = self.since(start);
        Some(index)
    }

    /// Options before and behind the key of an index.
    pub(super) fn index_options(&mut self, index: &mut Index) {
        loop {
            let start = self.start();
            if self.is("using") && !self.is_at(1, "index") {
                self.at += 1;
                let method = self.word().map_or_else(String::new, |(word, _)| word.to_lowercase());
                index.method = Some((method, self.since(start)));
            } else if self.eat("include") {
                let parts = self.key_parts();
                index.include.extend(parts.into_iter().filter_map(|part| match part.of {
                    PartOf::Column(name) => Some((name, part.span)),
                    PartOf::Expr(_) => None,
                }));
            } else if self.eat("where") {
                let expr = self.expr();
                index.filter = Some(Clause { expr, span: self.since(start) });
            } else if self.eat("nulls not distinct") {
                index.nulls_not_distinct = true;
            } else if self.eat_any(&["not deferrable", "initially immediate", "nulls distinct"])
                || self.eat_any(&["visible", "clustered", "nonclustered"])
            {
                index.ignored.push(self.since(start));
            } else if self.eat_any(&["deferrable", "initially deferred"]) {
                let span = self.since(start);
                index.deferrable = Some(index.deferrable.map_or(span, |it| it.to(span)));
            } else if self.eat_any(&["comment", "key_block_size", "with parser", "tablespace"])
                || self.eat_any(&["using index tablespace", "using index", "algorithm", "lock"])
            {
                self.eat("=");
                if !self.any(&[",", ")", "("]) {
                    self.at = (self.at + 1).min(self.tokens.len());
                }
                index.ignored.push(self.since(start));
            } else if self.are("with (") {
                self.at += 1;
                self.skip_group();
                index.ignored.push(self.since(start));
            } else {
                return;
            }
        }
    }

    /// The parts of a key, in parentheses.
    pub(super) fn key_parts(&mut self) -> Vec<Part> {
        let mut parts = Vec::new();
        if !self.eat("(") {
            return parts;
        }
        while !self.done() && !self.eat(")") {
            parts.push(self.key_part());
            self.eat(",");
        }
        parts
    }

    fn key_part(&mut self) -> Part {
        let start = self.start();
        let kind = self.token(0).map(|token| token.kind);
        let named = matches!(kind, Some(TokenKind::Word | TokenKind::QuotedName));
        let sized = self.mysql()
            && self.is_at(1, "(")
            && self.token(2).is_some_and(|it| it.kind == TokenKind::Number);
        let ends = [",", ")", "asc", "desc", "nulls", "collate"].iter().any(|it| self.is_at(1, it));
        // An operator class is a word of its own behind the column.
        let class = self.token(1).is_some_and(|it| it.kind == TokenKind::Word)
            && !self.mysql()
            && !["is", "in", "and", "or", "like", "not", "at"].iter().any(|it| self.is_at(1, it));
        let mut prefix = None;
        let of = if named && (ends || sized || class) {
            let name = self.word().map_or_else(String::new, |(name, _)| name);
            if sized {
                self.at += 1;
                prefix = self.number();
                self.eat(")");
            }
            PartOf::Column(name)
        } else {
            let from = self.at;
            match self.expr_in_parens() {
                Some(expr) if self.ends_part() => PartOf::Expr(expr),
                _ => {
                    self.at = from;
                    PartOf::Expr(self.expr())
                }
            }
        };
        let (mut descending, mut nulls_first, mut ignored) =
            (false, None, None::<crate::text::Span>);
        while !self.done() && !self.any(&[",", ")"]) {
            let start = self.start();
            if self.eat("asc") {
                continue;
            }
            if self.eat("desc") {
                descending = true;
            } else if self.eat("nulls first") {
                nulls_first = Some(true);
            } else if self.eat("nulls last") {
                nulls_first = Some(false);
            } else {
                if self.skip_group().is_none() {
                    self.at += 1;
                }
                let span = self.since(start);
                ignored = Some(ignored.map_or(span, |before| before.to(span)));
            }
        }
        Part { of, descending, prefix, nulls_first, ignored, span: self.since(start) }
    }

    fn ends_part(&self) -> bool {
        let kind = self.token(0).map(|token| token.kind);
        self.any(&[",", ")"]) || kind == Some(TokenKind::Word)
    }

    /// CREATE [UNIQUE] INDEX was read up to INDEX; gives the table too.
    pub(super) fn create_index(&mut self, start: u32, mut index: Index) -> Option<(Name, Index)> {
        self.eat("concurrently");
        self.eat("if not exists");
        if !self.is("on") {
            index.name = self.name();
        }
        self.index_options(&mut index);
        if !self.eat("on") {
            return None;
        }
        self.eat("only");
        let table = self.name()?;
        self.index_options(&mut index);
        if !self.is("(") {
            return None;
        }
        index.parts = self.key_parts();
        self.index_options(&mut index);
        index.span = self.since(start);
        Some((table, index))
    }
}
