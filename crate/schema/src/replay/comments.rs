//! Comments around a statement.

use crate::syntax::tree::{Comment, Statement};

/// Comments before and after a statement, in order.
pub(crate) fn comments_around(statement: &Statement) -> impl Iterator<Item = &Comment> {
    statement.comments_before.iter().chain(&statement.comment_after)
}
