//! T28: how the key of a table that holds rows is changed: by a copy. It is no fix of its own: a fix
//! gives the new key, and the rollout of that fix copies the table. Its page tells how.

use super::{Family, Fix, FixContext, Parameters, Pick, Plan, Refusal, Stage, ranking, refuse};
use crate::rules::Finding;

/// The page, under the id by which links and stored choices know it. No rule lists it.
pub static FIX: Fix = Fix {
    id: "T28",
    name: "live-rekey",
    title: "Migrate to a new key (copy the table)",
    #[cfg(feature = "pages")]
    page: include_str!("live_rekey.md"),
    changes_key: true,
    stage: Stage::Others,
    family: Family::Key,
    pick: Pick::ByHand,
    plan,
};

/// Says which fixes give a new key instead.
fn plan(_: &FixContext<'_>, finding: &Finding, _: &Parameters) -> Result<Plan, Refusal> {
    let listed = ranking::listed(finding).into_iter().filter_map(super::find);
    let keys: Vec<&str> = listed.filter(|fix| fix.changes_key).map(|fix| fix.id).collect();
    let which = match keys.as_slice() {
        [] => "no fix of this finding changes a key, so there is nothing to migrate".to_owned(),
        [only] => format!("choose {only}, which gives the new key"),
        [first @ .., last] => {
            format!("choose the fix that gives the new key ({} or {last})", first.join(", "))
        }
    };
    Err(refuse(format!(
        "copying the table is how the new key gets onto a live database, not a fix of its own: \
         {which}; its plan for a live database is this migration"
    )))
}
