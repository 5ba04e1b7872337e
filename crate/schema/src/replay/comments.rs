//! Comments around a statement.

use crate::syntax::tree::{Comment, Statement};

/// Comments before and after a statement, in order.
pub(crate) fn comments_around(statement: &Statement) -> impl Iterator<Item = &Comment> {
    let around = &statement.comments;
    around.before.iter().chain(&around.after)
}
