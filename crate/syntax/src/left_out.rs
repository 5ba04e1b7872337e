//! What is left out of a text that is too long.

use crate::limits::INPUT_BYTES_MAX;
use crate::text::{Span, at};
use crate::tree::{Note, NoteKind, TokenKind, Tree};

/// The part of the text that is read.
pub(crate) fn within_limit(text: &str) -> &str {
    let mut end = text.len().min(INPUT_BYTES_MAX);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text[..end]
}

/// Text beyond the limit becomes one token, so that the tokens still tile the text.
pub(crate) fn leave_out_rest(tree: &mut Tree, text: &str, read: &str) {
    if read.len() == text.len() {
        return;
    }
    let span = Span::new(at(read.len()), at(text.len()));
    tree.tokens.push(TokenKind::Unknown, span.end);
    let mib = INPUT_BYTES_MAX / 1024 / 1024;
    let message = format!("only the first {mib} MiB are read");
    tree.notes.push(Note { message, span, kind: NoteKind::Other });
}
