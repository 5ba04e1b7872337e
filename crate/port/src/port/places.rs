//! The way back from a port to its source: where what is said of the port is in the dump.

use super::Port;
use crate::source::Source;
use crate::text::{Span, order};

/// Finds places of a port in its source.
pub struct Places<'a> {
    source: &'a Source<'a>,
    port: &'a Port,
    /// By where they are in the port. Parts of the port do not overlap.
    pieces: Vec<Piece>,
}

/// A part of the port, and a part of the source that is in it.
#[derive(Clone, Copy)]
struct Piece {
    target: Span,
    source: Span,
}

impl<'a> Places<'a> {
    /// Prepares the places of a port.
    #[must_use]
    pub fn new(source: &'a Source<'a>, port: &'a Port) -> Self {
        let piece = |&(source, target): &(Span, Option<Span>)| {
            let target = target?;
            let at = port.statements.partition_point(|it| it.end < target.end);
            // What stands for a table with all its indexes says nothing of a place in it.
            let inside = port.statements.get(at).is_some_and(|it| it.contains(target));
            inside.then_some(Piece { target, source })
        };
        let mut pieces: Vec<Piece> = port.map.iter().filter_map(piece).collect();
        // Those with one target stay in the order of the source.
        order::by_key(&mut pieces, |piece| piece.target);
        Self { source, port, pieces }
    }

    /// The part of the source for a part of the port: the same word where there is one, else the
    /// clauses that the part was written from.
    #[must_use]
    pub fn source_of(&self, target: Span) -> Span {
        let group = self.group_at(target.start);
        let Some(first) = group.first() else { return Span::new(0, 0) };
        if let Some(found) = self.same_word(target, group) {
            return found;
        }
        let statement = self.statement_of(first.source);
        let here = group.iter().filter(|piece| statement.contains(piece.source));
        let mut end = here.map(|piece| piece.source.end).max().unwrap_or(first.source.end);
        if target.end > first.target.end {
            let last = self.group_at(target.end.saturating_sub(1));
            let inside = last.iter().filter(|piece| statement.contains(piece.source));
            end = end.max(inside.map(|piece| piece.source.end).max().unwrap_or(end));
        }
        Span::new(first.source.start, end.max(first.source.end))
    }

    /// The pieces of the part of the port that holds an offset; where none does, those before it in
    /// its statement, or the next.
    fn group_at(&self, offset: u32) -> &[Piece] {
        let statements = &self.port.statements;
        let at = statements.partition_point(|it| it.end <= offset);
        let from = statements.get(at).map_or(offset, |it| it.start.min(offset));
        let next = self.pieces.partition_point(|piece| piece.target.start <= offset);
        let before = next.checked_sub(1).filter(|&it| self.pieces[it].target.start >= from);
        let Some(found) = before.or((next < self.pieces.len()).then_some(next)) else {
            return &[];
        };
        let target = self.pieces[found].target;
        let start = self.pieces.partition_point(|piece| piece.target < target);
        let len = self.pieces[start..].iter().take_while(|piece| piece.target == target).count();
        &self.pieces[start..start + len]
    }

    /// A name of the port in the clauses that it was written from.
    fn same_word(&self, target: Span, group: &[Piece]) -> Option<Span> {
        let word = target.of(&self.port.text).trim_matches(['`', '"']);
        let is_word = |c: char| c.is_alphanumeric() || c == '_';
        if word.is_empty() || !word.chars().all(is_word) {
            return None;
        }
        group.iter().find_map(|piece| {
            let said = piece.source.of(self.source.text);
            let mut from = 0;
            while let Some(candidate) = said.get(from..)?.find(is_word) {
                let start = from + candidate;
                let rest = &said[start..];
                let len = rest.find(|c| !is_word(c)).unwrap_or(rest.len());
                if rest[..len].eq_ignore_ascii_case(word) {
                    let start = piece.source.start + crate::text::at(start);
                    return Some(Span::new(start, start + crate::text::at(len)));
                }
                from = start + len;
            }
            None
        })
    }

    /// The statement of the source that a part of it is in.
    fn statement_of(&self, part: Span) -> Span {
        let statements = &self.source.statements;
        let at = statements.partition_point(|it| it.span.end < part.end);
        statements.get(at).map(|it| it.span).filter(|it| it.contains(part)).unwrap_or(part)
    }
}
