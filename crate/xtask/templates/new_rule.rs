//! To write: what the rule `new-rule` looks for, in one sentence.

use crate::finding::Severity;
use crate::report::Report;
use crate::rule::{Context, Reach, Rule};

/// The rule.
pub static RULE: Rule = Rule {
    id: "new-rule",
    severity: Severity::Warn,
    reach: Reach::Family,
    page: page!("new_rule.md"),
    // Best first.
    fixes: &[],
    replaces: &[],
    check,
};

/// Finds nothing yet, so the page's bad example fails its test.
fn check(_context: &Context<'_>, _out: &mut Report<'_>) {}
