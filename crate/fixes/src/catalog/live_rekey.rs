//! T28: how the key of a table that holds rows is changed: by a copy. It is no fix of its own: a fix
//! gives the new key, and the rollout of that fix copies the table. Its page tells how.

use crate::fix::{Family, Fix, FixContext, Parameters, Pick, Plan, Refusal, Stage, refuse};
use crate::ranking;
use crate::rules::Finding;

/// The page, under the id by which links and stored choices know it. No rule lists it.
pub static FIX: Fix = Fix {
    id: "live-rekey",
    short: "T28",
    title: "Migrate to a new key (copy the table)",
    headline: "Copy {object} to a table with the new key",
    #[cfg(feature = "pages")]
    page: include_str!("live_rekey.md"),
    changes_key: true,
    key_change: None,
    others_follow: true,
    stage: Stage::Others,
    family: Family::Key,
    pick: Pick::Manually,
    plan,
};

/// Says which fix to choose instead: the best that gives a new key.
fn plan(cx: &FixContext<'_>, finding: &Finding, p: &Parameters) -> Result<Plan, Refusal> {
    let mut keys = ranking::ranked(cx, finding).into_iter().filter(|fix| fix.changes_key);
    let which = match keys.find(|fix| (fix.plan)(cx, finding, p).is_ok()) {
        Some(fix) => format!("choose {} or another fix that gives the new key", fix.short),
        None => "choose a fix that gives the new key".to_owned(),
    };
    Err(refuse(format!(
        "copying the table is how a live database gets a new key, not a separate fix: {which}; its \
         plan for a live database is this migration"
    )))
}
