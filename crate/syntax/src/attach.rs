//! Which element or statement a comment speaks of, told from where it stands.

use super::comment::cleaned;
use super::directive::is_directive;
use super::tree::{AlterAction, Comment, CreateTable, Statement, StatementKind};
use crate::text::Span;

/// What a comment belongs to. Numbers count statements, and elements within one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Owner {
    /// An element of a table's list.
    Element(usize, usize),
    /// A statement, inside which it stands.
    Inside(usize),
    /// A table: it stands in the list, but next to no element.
    Loose(usize),
    /// A statement that starts below it.
    Before(usize),
    /// A statement that ends on its line.
    After(usize),
    /// Nothing: blank lines are around it.
    Nobody,
}

/// Gives every comment to what it belongs to. Directives are kept apart: they are
/// statements of fact, not evidence to be weighed.
pub(super) fn attach(text: &str, statements: &mut [Statement], comments: &[Span]) {
    let owners = owners(text, statements, comments);
    for (&span, owner) in comments.iter().zip(owners) {
        let words = cleaned(span.of(text));
        if words.is_empty() || is_directive(&words) {
            continue;
        }
        give(statements, owner, Comment { text: words.into(), span });
    }
}

fn give(statements: &mut [Statement], owner: Owner, comment: Comment) {
    match owner {
        Owner::Element(at, element) => match &mut statements[at].kind {
            StatementKind::CreateTable(table) => table.elements[element].comments.push(comment),
            StatementKind::AlterTable(alter) => {
                if let AlterAction::AddColumn(element) = &mut alter.action {
                    element.comments.push(comment);
                }
            }
            _ => {}
        },
        Owner::Inside(at) => match &mut statements[at].kind {
            StatementKind::CreateIndex(index) => index.comments.push(comment),
            _ => statements[at].comments.before.push(comment),
        },
        Owner::Before(at) => statements[at].comments.before.push(comment),
        Owner::After(at) => {
            // There is room for one; a second is none the less of the statement.
            match statements[at].comments.after {
                None => statements[at].comments.after = Some(comment),
                Some(_) => statements[at].comments.before.push(comment),
            }
        }
        Owner::Loose(_) | Owner::Nobody => {}
    }
}

/// The owner of each comment. `comments` are all comments of the text, in order.
#[must_use]
pub fn owners(text: &str, statements: &[Statement], comments: &[Span]) -> Vec<Owner> {
    let mut owners = Vec::with_capacity(comments.len());
    // From the last to the first: whether a comment stands directly above something depends on
    // the comment below it.
    let mut below: Option<(Span, Owner)> = None;
    let mut next = statements.len();
    for &comment in comments.iter().rev() {
        while next > 0 && statements[next - 1].span.start > comment.start {
            next -= 1;
        }
        let inside = next.checked_sub(1).filter(|&i| statements[i].span.contains(comment));
        let owner = match inside {
            Some(i) => inside_owner(text, i, &statements[i], comment, below),
            None => outside_owner(text, statements, next, comment, below),
        };
        owners.push(owner);
        below = Some((comment, owner));
    }
    owners.reverse();
    owners
}

/// The owner of a comment between statements; `next` is the statement below.
fn outside_owner(
    text: &str,
    statements: &[Statement],
    next: usize,
    comment: Span,
    below: Option<(Span, Owner)>,
) -> Owner {
    if let Some(last) = next.checked_sub(1) {
        let statement = &statements[last];
        let same_line = |end: u32| is_one_line(text, end, comment.start);
        // Between the last word and the semicolon it can be of nothing else.
        let by_semicolon =
            |s: Span| comment.start < s.start || (s.end <= comment.start && same_line(s.end));
        if same_line(statement.span.end) || statement.semicolon.is_some_and(by_semicolon) {
            return Owner::After(last);
        }
    }
    let Some(statement) = statements.get(next) else { return Owner::Nobody };
    let owner = Owner::Before(next);
    match below {
        Some((comment_below, of)) if comment_below.start < statement.span.start => {
            if of == owner && is_adjacent(text, comment.end, comment_below.start) {
                owner
            } else {
                Owner::Nobody
            }
        }
        _ if is_adjacent(text, comment.end, statement.span.start) => owner,
        _ => Owner::Nobody,
    }
}

/// The owner of a comment inside a statement.
fn inside_owner(
    text: &str,
    at: usize,
    statement: &Statement,
    comment: Span,
    below: Option<(Span, Owner)>,
) -> Owner {
    match &statement.kind {
        StatementKind::CreateTable(table) if table.body.contains(comment) => {
            in_list(text, at, table, comment, below)
        }
        // Behind the list of a table with one column, on its line, it can mean no other column.
        StatementKind::CreateTable(table) => match table.elements.as_slice() {
            [only]
                if only.span.end <= comment.start
                    && is_one_line(text, only.span.end, comment.start) =>
            {
                Owner::Element(at, 0)
            }
            _ => Owner::Inside(at),
        },
        StatementKind::AlterTable(alter) => match &alter.action {
            AlterAction::AddColumn(_) => Owner::Element(at, 0),
            _ => Owner::Inside(at),
        },
        _ => Owner::Inside(at),
    }
}

/// The owner of a comment inside a table's list.
fn in_list(
    text: &str,
    at: usize,
    table: &CreateTable,
    comment: Span,
    below: Option<(Span, Owner)>,
) -> Owner {
    let next = table.elements.partition_point(|e| e.span.start <= comment.start);
    let above = next.checked_sub(1).map(|i| (i, &table.elements[i]));
    let start_below = table.elements.get(next).map(|e| e.span.start);
    if let Some((i, element)) = above
        && is_one_line(text, element.span.end.min(comment.start), comment.start)
    {
        // `a INT64, /* of b */ b INT64`: behind the comma and before a column, it is of the latter.
        let passed = element.comma.is_some_and(|comma| comma.end <= comment.start);
        let leads = start_below.is_some_and(|start| is_one_line(text, comment.end, start));
        return if passed && leads { Owner::Element(at, next) } else { Owner::Element(at, i) };
    }
    // Behind the opening parenthesis it speaks of the table.
    let opens = above.is_none() && is_one_line(text, table.body.start, comment.start);
    if opens && !start_below.is_some_and(|start| is_one_line(text, comment.end, start)) {
        return Owner::Inside(at);
    }
    let Some(start) = start_below else { return Owner::Loose(at) };
    let owner = Owner::Element(at, next);
    let touches = match below {
        Some((comment_below, of)) if comment_below.start < start => {
            of == owner && is_adjacent(text, comment.end, comment_below.start)
        }
        _ => is_adjacent(text, comment.end, start),
    };
    if touches { owner } else { Owner::Loose(at) }
}

/// Whether two places are on one line.
fn is_one_line(text: &str, from: u32, to: u32) -> bool {
    !text.as_bytes()[from as usize..to as usize].contains(&b'\n')
}

/// Whether no blank line is between two places.
#[expect(clippy::naive_bytecount, reason = "what lies between is short: no crate is worth it")]
fn is_adjacent(text: &str, from: u32, to: u32) -> bool {
    let between = &text.as_bytes()[from as usize..to as usize];
    between.iter().filter(|&&b| b == b'\n').count() < 2
}
