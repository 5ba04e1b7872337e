//! A text that is edited, and its tree: after an edit only the statements it touches are read
//! again, and the tree is that of the whole text read anew.
//!
//! The text is cut where a statement that ended with its semicolon and the line after it part:
//! what stands before such a cut says nothing of what stands behind it. The part between two cuts
//! around the edit is read by the ordinary functions, as a text of its own; what stands behind is
//! moved. A quote or a comment that is open may be closed anywhere below, so with one of those
//! more is read, up to the whole. Rows of COPY and templates are found in the whole text: where
//! there are any, all of it is read again.

use super::foreign;
use super::lex::Open;
use super::shift::Shift;
use super::tree::{Dialect, NoteKind, Tree};
use crate::alone::{OPENS_MAX, parting, stands_alone};
use crate::detect::{Detected, tell};
use crate::limits::{INPUT_BYTES_MAX, STATEMENTS_MAX};
use crate::parsed::{Parsed, parse_part};
use crate::read::read;
use crate::text::{Edit, Span, at};
use std::ops::Range;

/// A text and its tree.
///
/// Invariant: the tree is what [`super::parse`] gives for the text.
#[derive(Clone, Debug)]
pub struct Document {
    text: String,
    asked: Option<Dialect>,
    tree: Tree,
    opens: Vec<Open>,
}

/// What an edit made the document read again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reread {
    /// The part of the new text.
    pub span: Span,
    /// The statements that stood there before, by their place in the old tree.
    pub before: Range<usize>,
    /// Those that stand there now, by their place in the new tree.
    pub after: Range<usize>,
    /// Bytes by which everything behind moved.
    pub grown: i64,
}

/// A place between two statements where the text can be cut: of the text before the edit.
#[derive(Clone, Copy)]
struct Cut {
    /// Where: the start of a token.
    at: u32,
    /// The token that starts there.
    token: usize,
    /// The statement that starts there or below.
    statement: usize,
}

impl Document {
    /// Reads a text. Without a dialect it is told from the text, after each edit anew.
    #[must_use]
    pub fn new(text: &str, dialect: Option<Dialect>) -> Self {
        Self::of(text, dialect, read(text, dialect))
    }

    /// A text that was read already, in the dialect that was asked for.
    #[must_use]
    pub fn of(text: &str, dialect: Option<Dialect>, read: Parsed) -> Self {
        let Parsed { tree, opens } = read;
        Self { text: text.to_owned(), asked: dialect, tree, opens }
    }

    /// Text and tree, taken out; what is left is of no use until [`Document::put_back`].
    pub fn take(&mut self) -> (String, Tree) {
        (std::mem::take(&mut self.text), std::mem::take(&mut self.tree))
    }

    /// Puts back what [`Document::take`] gave.
    pub fn put_back(&mut self, text: String, tree: Tree) {
        (self.text, self.tree) = (text, tree);
    }

    /// The dialect that was asked for.
    #[must_use]
    pub fn asked(&self) -> Option<Dialect> {
        self.asked
    }

    /// The text as it is now.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Its tree.
    #[must_use]
    pub fn tree(&self) -> &Tree {
        &self.tree
    }

    /// Makes the text `text`, by one edit of what differs. Gives what was read again.
    pub fn set_text(&mut self, text: &str) -> Reread {
        let (old, new) = (self.text.as_bytes(), text.as_bytes());
        let mut start = common(old.iter(), new.iter());
        while !(self.text.is_char_boundary(start) && text.is_char_boundary(start)) {
            start -= 1;
        }
        let mut same = common(old[start..].iter().rev(), new[start..].iter().rev());
        while !self.text.is_char_boundary(old.len() - same)
            || !text.is_char_boundary(new.len() - same)
        {
            same -= 1;
        }
        let span = Span::new(at(start), at(old.len() - same));
        self.edit(&Edit::replace(span, &text[start..new.len() - same]))
    }

    /// Makes one edit. Gives what was read again.
    pub fn edit(&mut self, edit: &Edit) -> Reread {
        let grown = i64::from(at(edit.insert.len())) - i64::from(edit.span.len());
        let known = self.opens.len() <= OPENS_MAX
            && self.text.len() <= INPUT_BYTES_MAX
            && self.tree.statements.len() < STATEMENTS_MAX;
        let left = self.cut_before(edit.span.start);
        let range = edit.span.start as usize..edit.span.end as usize;
        let from = self.tree.statements.partition_point(|s| s.span.start < edit.span.end);
        // A line end between the edit and the cut parts them, whatever was inserted.
        let end = edit.span.end as usize;
        let line = self.text[end..].find('\n').map_or(u32::MAX, |line| at(end + line));
        let mut text = self.text.clone();
        text.replace_range(range, &edit.insert);
        let old = std::mem::replace(&mut self.text, text);
        let same = self.text.len() <= INPUT_BYTES_MAX
            && self.asked.is_none_or(|asked| asked == self.tree.dialect)
            && self.detected() == Detected { dialect: self.tree.dialect, open: false }
            && self.tree.notes.iter().all(|note| note.kind != NoteKind::OpenDialect)
            && !foreign::reaches_across(&old)
            && !foreign::reaches_across(&self.text);
        if known && same {
            let mut statement = from;
            let mut step = 1;
            while statement < self.tree.statements.len() {
                let right = self.cut(&old, statement).filter(|right| right.at > line);
                if let Some(right) = right
                    && let Some(read) = self.reread(left, Some(right), grown)
                {
                    return read;
                }
                // What is open may be closed far below: look ever further.
                statement += if right.is_some() { step } else { 1 };
                step *= if right.is_some() { 2 } else { 1 };
            }
            if let Some(read) = self.reread(left, None, grown) {
                return read;
            }
        }
        let before = 0..self.tree.statements.len();
        let Parsed { tree, opens } = read(&self.text, self.asked);
        (self.tree, self.opens) = (tree, opens);
        let after = 0..self.tree.statements.len();
        Reread { span: Span::new(0, at(self.text.len())), before, after, grown }
    }

    /// The dialect as it was asked for, or told.
    fn detected(&self) -> Detected {
        self.asked.map_or_else(|| tell(&self.text), |dialect| Detected { dialect, open: false })
    }

    /// The last cut before an edit that starts at `start`, open quotes above it left alone.
    fn cut_before(&self, start: u32) -> Cut {
        let first = Cut { at: 0, token: 0, statement: 0 };
        let statements = self.tree.statements.partition_point(|s| s.span.start < start);
        // What is open and may be closed by the edit is read again, with all that it swallowed.
        let alone = |cut: &Cut| {
            self.opens
                .iter()
                .all(|open| open.span.start >= cut.at || (open.local && open.span.end < cut.at))
        };
        let cuts = (0..=statements).rev().filter_map(|statement| self.cut(&self.text, statement));
        cuts.filter(|cut| cut.at < start).find(alone).unwrap_or(first)
    }

    /// The cut above a statement, if there is one; `text` is the one of the tree.
    fn cut(&self, text: &str, statement: usize) -> Option<Cut> {
        let above = self.tree.statements.get(statement.checked_sub(1)?)?;
        let tokens = &self.tree.tokens;
        let end = above.semicolon?.end;
        let first = tokens.first_from(end);
        self.tree.statements.get(statement)?;
        let token = first + parting(text, tokens.range(first..tokens.len()))?;
        let at = tokens.get(token)?.span.start;
        Some(Cut { at, token, statement })
    }

    /// Reads what stands between two cuts, the right one of the old text. `None`, and nothing
    /// done, when that does not stand alone.
    fn reread(&mut self, left: Cut, right: Option<Cut>, grown: i64) -> Option<Reread> {
        let mut span = Span::new(left.at, at(self.text.len()));
        if let Some(right) = right {
            let end = i64::from(right.at) + grown;
            span.end = u32::try_from(end).expect("a cut behind the edit is in the new text");
        }
        let text = &self.text[..span.end as usize];
        let read = parse_part(text, left.at as usize, self.tree.dialect, self.asked.is_some());
        if right.is_some() && !stands_alone(text, &read) {
            return None;
        }
        let Parsed { tree: read, opens } = read;
        let tree = &mut self.tree;
        let right = right.unwrap_or(Cut {
            at: u32::MAX,
            token: tree.tokens.len(),
            statement: tree.statements.len(),
        });
        let statements = tree.statements.len() - (right.statement - left.statement);
        let kept = self.opens.iter().filter(|o| o.span.start < left.at || o.span.start >= right.at);
        if statements + read.statements.len() >= STATEMENTS_MAX
            || kept.count() + opens.len() > OPENS_MAX
        {
            return None;
        }
        let before = left.statement..right.statement;
        let after = left.statement..left.statement + read.statements.len();
        tree.tokens.splice(left.token..right.token, &read.tokens, grown);
        splice(&mut tree.statements, left.statement..right.statement, read.statements, grown);
        let cut = left.at..right.at;
        let range = between(&tree.errors, |error| error.span, &cut);
        splice(&mut tree.errors, range, read.errors, grown);
        let range = between(&tree.notes, |note| note.span, &cut);
        splice(&mut tree.notes, range, read.notes, grown);
        let range = between(&tree.directives, |directive| directive.span, &cut);
        splice(&mut tree.directives, range, read.directives, grown);
        let range = between(&self.opens, |open| open.span, &cut);
        splice(&mut self.opens, range, opens, grown);
        Some(Reread { span, before, after, grown })
    }
}

/// Which of a list, in the order of the text, start between two cuts.
fn between<T>(list: &[T], span: impl Fn(&T) -> Span, cut: &Range<u32>) -> Range<usize> {
    let before = |end: u32| list.partition_point(|of| span(of).start < end);
    before(cut.start)..before(cut.end)
}

/// Puts `new` in place of a range, and moves what stands behind it.
fn splice<T: Shift>(list: &mut Vec<T>, range: Range<usize>, new: Vec<T>, grown: i64) {
    let behind = range.start + new.len();
    list.splice(range, new);
    if grown != 0 {
        list[behind..].shift(grown);
    }
}

/// How many pairs are the same, from the first on.
fn common<'a>(a: impl Iterator<Item = &'a u8>, b: impl Iterator<Item = &'a u8>) -> usize {
    a.zip(b).take_while(|(a, b)| a == b).count()
}
