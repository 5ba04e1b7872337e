//! Whole statements, comments, clauses and directives: put in and taken out.

use super::Draft;
use super::lines::{indent_of, lead_start, line_start, line_tail, next_line, with_blanks_before};
use crate::schema::Place;
use crate::syntax;
use crate::syntax::tree::Target;
use crate::text::{Edit, Span, at};

impl Draft<'_> {
    /// Puts a statement, without its semicolon, before another and its comments.
    pub(crate) fn statement_before(&mut self, statement: Span, text: &str) {
        let edit = match indent_of(self.text, statement.start) {
            Some(indent) => Edit::insert(
                lead_start(self.text, statement.start),
                format!("{text};{0}{0}{indent}", self.newline()),
            ),
            None => Edit::insert(statement.start, format!("{text}; ")),
        };
        self.edits.push(edit);
    }

    /// Puts a statement, without its semicolon, after another.
    pub(crate) fn statement_after(&mut self, statement: Span, text: String) {
        self.after.push((statement.end, text));
    }

    /// Puts the statements that wait for it, without their semicolons, after others.
    pub(super) fn place_statements(&mut self) {
        let newline = self.newline();
        let mut closed = Vec::new();
        for (end, text) in std::mem::take(&mut self.after) {
            let semicolon = self.semicolon_after(end);
            if semicolon.is_none() && !closed.contains(&end) {
                self.edits.push(Edit::insert(end, ";"));
                closed.push(end);
            }
            let after = line_tail(self.text, semicolon.map_or(end, |semicolon| semicolon.end));
            self.edits.push(Edit::insert(after, format!("{newline}{text};")));
        }
    }

    /// Puts a comment line of its own before a statement, so that nothing stands between.
    pub(crate) fn comment_before(&mut self, statement: Span, comment: &str) {
        let newline = self.newline();
        let start = statement.start;
        let edit = match indent_of(self.text, start) {
            Some(indent) => Edit::insert(start, format!("{comment}{newline}{indent}")),
            None => {
                let before = &self.text[..start as usize];
                let kept = at(before.trim_end_matches([' ', '\t']).len());
                let text = format!("{newline}{comment}{newline}");
                Edit::replace(Span::new(kept, start), text)
            }
        };
        self.edits.push(edit);
    }

    /// Takes an element out of a list that is written over several lines or on one, with its comma
    /// and the comments that stand above it.
    pub(crate) fn remove_element(&mut self, list: Span, inside: Span) {
        let items = self.items(list);
        let Some(&item) = items.iter().find(|item| item.contains(inside)) else { return };
        let tokens = self.tokens(list);
        let before = tokens.iter().rfind(|t| t.span.end <= item.start).map(|t| t.span);
        let behind = tokens.iter().find(|t| t.span.start >= item.end).map(|t| t.span);
        let comma = |span: &Span| span.of(self.text) == ",";
        let (before, behind) = (before.filter(comma), behind.filter(comma));
        // What ends the line stays: the element's own comment goes, the line break of the last
        // element is the one before the closing parenthesis.
        let end = line_tail(self.text, behind.map_or(item.end, |comma| comma.end));
        let line = lead_start(self.text, item.start);
        match (indent_of(self.text, line), before, behind) {
            // A line of its own, which ends in a comma.
            (Some(_), _, Some(_)) => self.remove_lines(line, end),
            // The last of the list: the comma of the element before goes too.
            (Some(_), Some(before), None) => {
                self.edits.push(Edit::delete(before));
                self.remove_lines(line, end);
            }
            // The line starts with the comma, or several elements share it.
            (None, Some(before), _) => {
                let end = if behind.is_some() { item.end } else { end.max(item.end) };
                match indent_of(self.text, before.start) {
                    Some(_) => self.remove_lines(before.start, end),
                    None => self.edits.push(Edit::delete(Span::new(before.start, item.end))),
                }
            }
            (_, None, Some(behind)) => {
                let rest = &self.text[behind.end as usize..];
                let blanks = rest.len() - rest.trim_start_matches([' ', '\t']).len();
                let end = behind.end + at(blanks);
                self.edits.push(Edit::delete(Span::new(item.start, end)));
            }
            (_, None, None) => self.edits.push(Edit::delete(item)),
        }
    }

    /// Deletes from the line that `start` is on to the end of the line that `end` is on, where
    /// nothing else stands behind it.
    fn remove_lines(&mut self, start: u32, end: u32) {
        let start = line_start(self.text, start);
        let next = next_line(self.text, end);
        let rest = Span::new(end, next).of(self.text).trim();
        let end = if rest.is_empty() { next } else { end };
        self.edits.push(Edit::delete(Span::new(start, end)));
    }

    /// Takes a clause out of a statement, with the comma before it.
    pub(crate) fn remove_clause(&mut self, statement: Span, clause: Span) {
        let before = self.tokens(Span::new(statement.start, clause.start));
        let comma = before.last().filter(|token| self.is(token, ",")).map(|token| token.span);
        let mut clause = with_blanks_before(self.text, clause);
        match comma {
            Some(comma) if comma.end == clause.start => clause.start = comma.start,
            Some(comma) => self.edits.push(Edit::delete(comma)),
            None => {}
        }
        self.edits.push(Edit::delete(clause));
    }

    /// The statement that says `part` and nothing else, with `word` in front of it.
    pub(crate) fn statement_of_one(&self, part: Span, word: &str) -> Option<Span> {
        let tree = syntax::parse(self.text, Some(self.schema.dialect));
        let statement = tree.statements.iter().find(|one| one.span.contains(part))?.span;
        let part = self.named_constraint(statement, part);
        let before = self.tokens(Span::new(statement.start, part.start));
        let last = before.last().is_some_and(|token| self.is_word(token, word));
        let several = before.iter().any(|token| self.is(token, ","));
        let behind = self.tokens(Span::new(part.end, statement.end));
        (last && !several && behind.is_empty()).then_some(statement)
    }

    /// Statements `ALTER TABLE table …` that end in those words, and one more.
    pub(crate) fn statements_like(&self, table: &str, words: &[&str]) -> Vec<Span> {
        let tree = syntax::parse(self.text, Some(self.schema.dialect));
        let spans = tree.statements.iter().map(|statement| statement.span);
        spans
            .filter(|&span| {
                let tokens = self.tokens(span);
                let alters = tokens.len() > 3
                    && self.is_word(&tokens[0], "ALTER")
                    && self.is_word(&tokens[1], "TABLE");
                let name = super::names::last_part(table);
                alters && self.names(span, name) && self.words_end(span, words).is_some()
            })
            .collect()
    }

    /// Puts comment lines below a statement, apart from what follows, so that they are nobody's.
    pub(crate) fn comments_below(&mut self, statement: Span, lines: &[String]) {
        let newline = self.newline();
        let end = self.semicolon_after(statement.end).map_or(statement.end, |s| s.end);
        let end = line_tail(self.text, end);
        let rest = &self.text[end as usize..];
        let (line, below) = rest.split_once('\n').unwrap_or((rest, ""));
        let next = below.split_once('\n').map_or(below, |(next, _)| next);
        let mut text: String = lines.iter().map(|line| format!("{newline}{line}")).collect();
        if !line.trim().is_empty() {
            text.push_str(newline);
            text.push_str(newline);
        } else if !next.trim().is_empty() {
            text.push_str(newline);
        }
        self.edits.push(Edit::insert(end, text));
    }

    /// Takes out a statement with its semicolon and the comments that belong to it.
    pub(crate) fn remove_statement(&mut self, statement: Span) {
        let end = self.semicolon_after(statement.end).map_or(statement.end, |s| s.end);
        let mut start = lead_start(self.text, statement.start);
        let mut end = line_tail(self.text, end);
        // A directive that names what it speaks of does not go with the statement below it.
        for located in &self.schema.directives {
            let directive = &located.directive;
            let above = Span::new(start, statement.start).contains(directive.span);
            if above && directive.target != Target::Here {
                start = next_line(self.text, directive.span.end);
            }
        }
        let alone = Span::new(end, next_line(self.text, end)).of(self.text).trim().is_empty();
        if indent_of(self.text, start).is_some() && !alone {
            // Another statement stands behind it on its line.
            let rest = &self.text[end as usize..];
            end += at(rest.len() - rest.trim_start_matches([' ', '\t']).len());
        } else if indent_of(self.text, start).is_some() {
            // Whole lines go, and one of the empty lines around them.
            start = line_start(self.text, start);
            end = next_line(self.text, end);
            let blank_after = next_line(self.text, end);
            if Span::new(end, blank_after).of(self.text).trim().is_empty() {
                end = blank_after;
            }
        }
        self.edits.push(Edit::delete(Span::new(start, end)));
    }

    fn semicolon_after(&self, end: u32) -> Option<Span> {
        // A statement ends at its semicolon: the first token that follows is it, or there is none.
        let rest = &self.text[end as usize..];
        let next = rest.trim_start();
        if next.starts_with(';') {
            let start = end + at(rest.len() - next.len());
            return Some(Span::new(start, start + 1));
        }
        // Only a comment may stand between, and to read on takes long where no semicolon is near.
        if !next.starts_with(['-', '/', '#']) {
            return None;
        }
        let stop = rest.find(';')?;
        let first = self.tokens(Span::new(end, end + at(stop + 1))).into_iter().next()?;
        self.is(&first, ";").then_some(first.span)
    }

    /// Takes out the directives that speak of `place` by its name: it goes.
    pub(crate) fn drop_directives(&mut self, place: Place) {
        let named = self.schema.directives.iter().filter(|located| {
            located.place == Some(place) && located.directive.target != Target::Here
        });
        let spans: Vec<Span> = named.map(|located| located.directive.span).collect();
        for comment in spans {
            self.remove_comment(comment);
        }
    }

    /// Takes out a comment, with its line if nothing else stands there.
    fn remove_comment(&mut self, comment: Span) {
        let span = if indent_of(self.text, comment.start).is_some() {
            let start = line_start(self.text, comment.start);
            Span::new(start, next_line(self.text, comment.end))
        } else {
            with_blanks_before(self.text, comment)
        };
        self.edits.push(Edit::delete(span));
    }

    /// Takes back what directives say of `place`, if it is one of `facts`: the fix makes it false.
    pub(crate) fn drop_facts(&mut self, place: Place, facts: &[&str]) {
        for located in self.schema.directives.iter().filter(|d| d.place == Some(place)) {
            let all = &located.directive.facts;
            let stale: Vec<usize> = (0..all.len())
                .filter(|&i| facts.iter().any(|f| f.eq_ignore_ascii_case(&all[i].name)))
                .collect();
            if stale.is_empty() {
                continue;
            }
            if stale.len() == all.len() {
                self.remove_comment(located.directive.span);
                continue;
            }
            for i in stale {
                let span = match all.get(i + 1) {
                    Some(next) => Span::new(all[i].span.start, next.span.start),
                    None => Span::new(all[i - 1].span.end, all[i].span.end),
                };
                self.edits.push(Edit::delete(span));
            }
        }
    }
}
