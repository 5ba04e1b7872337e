//! DESC on a moving key: a hot head instead of a hot tail.
//!
//! This rule never speaks alone. The findings on moving keys attach it where their part says
//! DESC, so that nobody takes the direction for a cure.

use crate::finding::Severity;
use crate::report::Report;
use crate::rule::{Context, Reach, Rule};

/// The rule.
pub static RULE: Rule = Rule {
    id: "key-desc-no-cure",
    severity: Severity::Info,
    reach: Reach::Family,
    page: page!("key_desc_no_cure.md"),
    fixes: &[],
    replaces: &[],
    check,
};

fn check(_: &Context<'_>, _: &mut Report<'_>) {}
