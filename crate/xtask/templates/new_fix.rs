//! T0: To write: what the fix does, in one sentence.

use crate::fix::{Family, Fix, FixContext, Parameters, Pick, Plan, Refusal, Stage};
use crate::rules::Finding;

/// The fix.
pub static FIX: Fix = Fix {
    id: "new-fix",
    short: "T0",
    title: "To write: what it does, starting with a verb",
    headline: "To write: what it does to {object}",
    #[cfg(feature = "pages")]
    page: include_str!("new_fix.md"),
    changes_key: false,
    key_change: None,
    others_follow: false,
    stage: Stage::Others,
    family: Family::Others,
    pick: Pick::Freely,
    plan,
};

/// Refuses everything yet, so no card offers it.
fn plan(
    _context: &FixContext<'_>,
    _finding: &Finding,
    _parameters: &Parameters,
) -> Result<Plan, Refusal> {
    Err(Refusal { why: "T0 is not written yet".to_owned(), ..Refusal::default() })
}
