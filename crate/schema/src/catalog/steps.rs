//! A bound on looking through what depends on what a statement drops or changes.
//!
//! What a statement drops may be used by anything before it, so that thousands of statements over
//! thousands of dependents take time with the square of the text.

use crate::past::STEPS_MAX;
use crate::text::Span;
use std::cell::Cell;

/// What is left of [`STEPS_MAX`].
pub(crate) struct Steps {
    left: Cell<usize>,
    /// The statement that is replayed, and the first for which steps were missing.
    statement: Cell<usize>,
    ended: Cell<Option<usize>>,
}

impl Default for Steps {
    fn default() -> Self {
        Self { left: Cell::new(STEPS_MAX), statement: Cell::new(0), ended: Cell::new(None) }
    }
}

impl Steps {
    /// Takes steps for what is to be looked at; where not enough are left, there are none from then on.
    pub(crate) fn take(&self, steps: usize) -> bool {
        let left = self.left.get().checked_sub(steps);
        self.left.set(left.unwrap_or(0));
        if left.is_none() && self.ended.get().is_none() {
            self.ended.set(Some(self.statement.get()));
        }
        left.is_some()
    }

    /// All of a list, or nothing where not enough steps are left to look at each.
    pub(crate) fn all_of<'l, T>(&self, list: &'l [T]) -> &'l [T] {
        if self.take(list.len()) { list } else { &[] }
    }

    /// Goes on with a statement, by its number.
    pub(crate) fn begin(&self, statement: usize) {
        self.statement.set(statement);
    }

    /// The number of the first statement for which steps were missing.
    pub(crate) fn ended(&self) -> Option<usize> {
        self.ended.get()
    }
}

/// Steps for looking through an expression or a query.
pub(crate) fn steps_of(span: Span) -> usize {
    (span.end - span.start) as usize / 8
}
