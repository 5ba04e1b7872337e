//! Carries over what the syntax remarked: notes, comments, split points.

use crate::catalog::Catalog;
use crate::problem::{ProblemKind, SchemaProblem};
use crate::remarks::{OtherDialect, SplitPoints};
use crate::replay::other_dialect::note_other_dialect;
use crate::syntax::INPUT_BYTES_MAX;
use crate::syntax::comment::comments;
use crate::syntax::tree::{Note, NoteKind, Tree};
use crate::text::{Span, at};
use std::collections::BTreeSet;

/// Words that a note on a statement of the other dialect repeats.
const LEADING_BYTES_MAX: u32 = 60;

/// Carries over what the syntax remarked and a rule speaks of.
pub(crate) fn carry_notes(catalog: &mut Catalog<'_>, notes: &[Note]) {
    for note in notes {
        match note.kind {
            NoteKind::Elision => catalog.schema.elisions.push(note.span),
            NoteKind::Directive => {
                let (message, span) = (note.message.clone(), note.span);
                let problem = SchemaProblem::new(ProblemKind::Outside, message, span);
                catalog.schema.unread_directives.push(problem);
            }
            NoteKind::OtherDialect => {
                let line = note.span.of(catalog.text).lines().next().unwrap_or_default();
                let head = line.split('(').next().unwrap_or_default().trim_end();
                let span = Span::new(note.span.start, note.span.start + at(head.len()));
                let short = span.len() <= LEADING_BYTES_MAX;
                let said = if short { head.to_owned() } else { String::new() };
                note_other_dialect(catalog, OtherDialect { said, span, statement: true });
            }
            NoteKind::OpenDialect | NoteKind::Other => {}
        }
    }
}

/// Counts the bytes of comments where only a part of the text is read.
pub(crate) fn count_comments(catalog: &mut Catalog<'_>, tree: &Tree) {
    if catalog.text.len() > INPUT_BYTES_MAX {
        catalog.schema.comment_bytes = comments(&tree.tokens).map(Span::len).sum();
    }
}

/// Counts the split points of a client command, if it is one.
pub(crate) fn count_split_points(catalog: &mut Catalog<'_>, span: Span) {
    let said = span.of(catalog.text);
    let mut words = said.split(|c: char| c.is_whitespace() || c == '(');
    let command = ["ADD", "SPLIT", "POINTS"];
    let is =
        |word: Option<&str>, other: &str| word.is_some_and(|word| word.eq_ignore_ascii_case(other));
    if !command.iter().all(|word| is(words.next(), word)) {
        return;
    }
    let points = words.filter(|word| is(Some(word), "TABLE") || is(Some(word), "INDEX"));
    let count = at(points.count());
    catalog.schema.split_points.push(SplitPoints { count, span });
}

/// Notes the tables for which comments hold the lines of a splits file: `-- TABLE T ('…')`.
pub(crate) fn note_split_files(catalog: &mut Catalog<'_>, tree: &Tree) {
    let mut seen = BTreeSet::new();
    for comment in comments(&tree.tokens) {
        let words = comment.of(catalog.text).trim_start_matches(['-', '#']).trim_start();
        let named = words.strip_prefix("TABLE ").and_then(|rest| rest.split_once(" ("));
        let table = named.and_then(|(name, _)| catalog.schema.find_table(name.trim()));
        if let Some(table) = table.filter(|&table| seen.insert(table)) {
            catalog.schema.split_files.push(table);
        }
    }
}
