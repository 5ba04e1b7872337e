//! Code of an application for a rule.

use super::plan::{Rule, Shape};

/// The code.
pub(super) fn of_rule(_rule: &Rule, _google: bool) -> Vec<Shape> {
    Vec::new()
}
