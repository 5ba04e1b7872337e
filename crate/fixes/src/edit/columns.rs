//! Keys, defaults and types of columns, where a table says them and where later statements do.

use super::lines::with_blanks_before;
use super::{Draft, TextStyle};
use crate::schema::{Altered, AlteredPart, Column, ColumnId, Table, TableId};
use crate::syntax::tree::Token;
use crate::text::{Edit, Span};

impl Draft<'_> {
    /// Takes `PRIMARY KEY` off a column and writes the key as a clause, or writes the clause
    /// that stands there anew.
    pub(crate) fn set_key(&mut self, id: TableId, parts: &[String]) {
        let table = self.schema.table(id);
        if let Some(clause) = &table.key_clause {
            self.list_set(clause.list, parts);
            return;
        }
        let text_style = TextStyle::of_table(self.text, self.schema, table);
        for column in &table.columns {
            if let Some(span) = column.inline_key {
                self.edits.push(Edit::delete(with_blanks_before(self.text, span)));
            }
        }
        let clause = format!("{} ({})", text_style.word("PRIMARY KEY"), parts.join(", "));
        if text_style.google() {
            self.edits.push(Edit::insert(self.behind_list(table.body), format!(" {clause}")));
        } else {
            self.element(id, clause);
        }
    }

    /// Gives a column a default (the whole clause), in place of a default or identity it has:
    /// wherever it says one, for all of them have to fit the column, and where it counts.
    pub(crate) fn set_default(&mut self, column: &Column, clause: &str) {
        if let Some(identity) = &column.identity
            && !column.defined_type().contains(identity.span)
        {
            self.edits.push(Edit::delete(with_blanks_before(self.text, identity.span)));
        }
        for change in column.altered.iter().filter(|c| c.part == AlteredPart::Identity) {
            self.remove_change(change);
        }
        let counts = column.altered.iter().rfind(|change| {
            matches!(
                change.part,
                AlteredPart::Whole | AlteredPart::Default | AlteredPart::DropDefault
            )
        });
        match column.defined_default() {
            Some(old) => self.replace_default(column.span, old, clause),
            None if counts.is_none() => {
                self.insert_default(column.span, column.defined_type(), clause);
            }
            None => {}
        }
        for change in &column.altered {
            if let Some(old) = change.default {
                self.replace_default(self.reach(change), old, clause);
            }
        }
        let Some(last) = counts.filter(|change| change.default.is_none()) else { return };
        match (last.part, last.ty) {
            (AlteredPart::Whole, Some(ty)) => self.insert_default(self.reach(last), ty, clause),
            // `DROP DEFAULT`
            _ => {
                let tokens = self.tokens(self.reach(last));
                if let [_, drop, .., end] = tokens.as_slice() {
                    let set =
                        TextStyle::of(self.text, self.schema, last.statement, None).word("SET");
                    let text = format!("{set} {clause}");
                    self.edits.push(Edit::replace(drop.span.to(end.span), text));
                }
            }
        }
    }

    /// In PostgreSQL a column of the key is NOT NULL by that alone; one that leaves it has to say
    /// so.
    pub(crate) fn keep_not_null(&mut self, table: &Table, column: ColumnId) {
        let text_style = TextStyle::of_table(self.text, self.schema, table);
        let column = table.column(column);
        if !text_style.google() && self.not_null(column.span).is_none() {
            self.edits.push(Edit::insert(column.defined_type().end, text_style.word(" NOT NULL")));
        }
    }

    /// The same for every column of the key.
    pub(crate) fn keep_key_not_null(&mut self, table: &Table) {
        for part in &table.key {
            self.keep_not_null(table, part.column);
        }
    }

    /// Gives a column a default or an identity where it is defined, in place of either that it has
    /// there; what later statements say of it stays.
    pub(crate) fn define_default(&mut self, column: &Column, clause: &str) {
        if let Some(identity) = &column.identity
            && !column.defined_type().contains(identity.span)
        {
            self.edits.push(Edit::replace(identity.span, clause));
            return;
        }
        match column.defined_default() {
            Some(old) => self.replace_default(column.span, old, clause),
            None => self.insert_default(column.span, column.defined_type(), clause),
        }
    }

    /// Puts a clause in place of the one in `place` whose expression stands at `old`.
    fn replace_default(&mut self, place: Span, old: Span, clause: &str) {
        let tokens = self.tokens(place);
        let word = tokens
            .iter()
            .rposition(|t| t.span.end <= old.start && self.is_word(t, "DEFAULT"))
            .unwrap_or(0);
        let inside = |t: &&Token| t.span.start < old.start;
        let opened = tokens[word + 1..].iter().filter(inside).filter(|t| self.is(t, "(")).count();
        let closing = tokens.iter().filter(|t| t.span.start >= old.end);
        let end = closing.take(opened).last().map_or(old.end, |t| t.span.end);
        self.edits.push(Edit::replace(Span::new(tokens[word].span.start, end), clause));
    }

    /// Puts a clause behind the type and the `NOT NULL` of a definition.
    fn insert_default(&mut self, definition: Span, ty: Span, clause: &str) {
        let at = self.not_null(definition).map_or(ty.end, |span| span.end);
        self.edits.push(Edit::insert(at, format!(" {clause}")));
    }

    /// Gives a column a type, wherever it says one.
    pub(crate) fn set_type(&mut self, column: &Column, ty: &str) {
        let later = column.altered.iter().filter_map(|change| change.ty);
        for span in std::iter::once(column.defined_type()).chain(later) {
            self.edits.push(Edit::replace(span, ty));
        }
    }

    /// What a later statement says of a column: from its name to the next action or the end.
    fn reach(&self, change: &Altered) -> Span {
        let rest = Span::new(change.name.start, change.statement.end);
        let mut depth = 0_u32;
        let mut end = change.name.end;
        for token in self.tokens(rest) {
            match token.span.of(self.text) {
                "(" | "[" => depth += 1,
                ")" | "]" => depth = depth.saturating_sub(1),
                "," if depth == 0 => break,
                _ => {}
            }
            end = token.span.end;
        }
        Span::new(change.name.start, end)
    }

    /// Takes out a later change of a column: its statement, or its part of one.
    pub(crate) fn remove_change(&mut self, change: &Altered) {
        let end = self.reach(change).end;
        let before = self.tokens(Span::new(change.statement.start, change.name.start));
        let behind = self.tokens(Span::new(end, change.statement.end));
        let alter = before.iter().rposition(|token| self.is_word(token, "ALTER"));
        let start = alter.map_or(change.name.start, |at| before[at].span.start);
        let comma = alter.and_then(|at| before[..at].last()).filter(|token| self.is(token, ","));
        match (comma, behind.as_slice()) {
            (Some(comma), _) => self.edits.push(Edit::delete(Span::new(comma.span.start, end))),
            (None, [_, next, ..]) => {
                self.edits.push(Edit::delete(Span::new(start, next.span.start)));
            }
            (None, _) => self.remove_statement(change.statement),
        }
    }

    /// `NOT NULL` as a definition says it.
    pub(crate) fn not_null(&self, definition: Span) -> Option<Span> {
        let tokens = self.tokens(definition);
        let mut depth = 0_u32;
        for pair in tokens.windows(2) {
            if self.is(&pair[0], "(") {
                depth += 1;
            } else if self.is(&pair[0], ")") {
                depth = depth.saturating_sub(1);
            } else if depth == 0 && self.is_word(&pair[0], "NOT") && self.is_word(&pair[1], "NULL")
            {
                return Some(pair[0].span.to(pair[1].span));
            }
        }
        None
    }
}
