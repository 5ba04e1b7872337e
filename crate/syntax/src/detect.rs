//! Which dialect a text is in.

use std::cmp::Ordering;

use crate::parsed::parse_whole;
use crate::tree::{Dialect, Note, NoteKind, Statement, StatementKind, Tree};
use crate::{dialect, foreign};

/// Tells the dialect from the text; GoogleSQL when nothing speaks for either.
#[must_use]
pub fn detect(text: &str) -> Dialect {
    tell(text).dialect
}

/// A dialect that was told from a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Detected {
    pub(crate) dialect: Dialect,
    /// Nothing in the text speaks for either dialect, and it reads the same in both.
    pub(crate) open: bool,
}

/// Bytes of a text of which the words leave doubt that are read in both dialects.
pub(crate) const TRIED_BYTES_MAX: usize = 16 * 1024;

/// Tells the dialect from the words of the text, and where they leave doubt by reading it in both:
/// the one with fewer errors, then the one with more words of its own.
pub(crate) fn tell(text: &str) -> Detected {
    let text = foreign::without_rows(text);
    let signs = dialect::signs(&text);
    let more = signs.more();
    if signs.clear() {
        return Detected { dialect: more.unwrap_or_default(), open: false };
    }
    let read = match text.len() {
        ..=TRIED_BYTES_MAX => text.len(),
        _ => {
            text[..text.floor_char_boundary(TRIED_BYTES_MAX)].rfind(";\n").map_or(0, |end| end + 1)
        }
    };
    let [google, postgres] = [Dialect::GoogleSql, Dialect::PostgreSql]
        .map(|dialect| parse_whole(&text[..read], dialect, true).tree);
    let dialect = match google.errors.len().cmp(&postgres.errors.len()) {
        Ordering::Less => Dialect::GoogleSql,
        Ordering::Greater => Dialect::PostgreSql,
        Ordering::Equal => more.unwrap_or_default(),
    };
    let says = |statement: &Statement| !matches!(statement.kind, StatementKind::Skipped);
    let open = more.is_none()
        && google.errors.is_empty()
        && postgres.errors.is_empty()
        && google.statements.iter().any(says);
    Detected { dialect, open }
}

/// What is said where nothing tells the dialect.
pub(crate) fn left_open(tree: &mut Tree) {
    let Some(first) = tree.statements.iter().find(|it| !matches!(it.kind, StatementKind::Skipped))
    else {
        return;
    };
    let message = "the dialect is not clear from this schema; it is read as GoogleSQL (to change \
                   this, add `-- hotsplit: file dialect=pg`)";
    let note = Note { message: message.to_owned(), span: first.span, kind: NoteKind::OpenDialect };
    let at = tree.notes.partition_point(|it| it.span <= note.span);
    tree.notes.insert(at, note);
}
