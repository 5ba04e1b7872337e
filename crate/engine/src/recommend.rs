//! Recommends fixes: of each finding the best one on offer, and of all of them those that go
//! together.

use crate::fixes::{self, Fix, Parameters, Pick, Stage};
use crate::offer::{propose, ranked};
use crate::read::Reading;
use crate::rewrite::{Choice, Rewritten, by_itself, rewrite};
use crate::rules::Finding;

/// A fix that is recommended for a finding: it is proven, and nobody has chosen it.
#[derive(Clone, Debug, PartialEq)]
pub struct Recommendation {
    /// The finding's key.
    pub finding: String,
    /// The fix's id.
    pub fix: &'static str,
    /// Its short form.
    pub short: &'static str,
    /// What it does to what.
    pub title: String,
}

/// The best fix on offer for a finding: one that may be chosen without asking, or else the best of
/// the others. None that accepts the finding or only says how to get to a new key.
#[must_use]
pub fn recommend(
    reading: &Reading,
    finding: &Finding,
    parameters: &Parameters,
) -> Option<Recommendation> {
    let (own, asked): (Vec<&Fix>, Vec<&Fix>) = ranked(reading, finding)
        .into_iter()
        .filter(|fix| changes_schema(fix))
        .partition(|fix| fix.pick != Pick::Manually && by_itself(finding, fix));
    own.into_iter().chain(asked).find_map(|fix| {
        let plan = propose(reading, finding, fix, parameters).ok()?.plan;
        let object = fixes::object_name(&reading.schema, finding.object);
        Some(Recommendation {
            finding: reading.key_of(finding),
            fix: fix.id,
            short: fix.short,
            title: fix.headline_for(object, &plan),
        })
    })
}

/// Whether a fix changes the schema; others write words, as what accepts a finding and what says
/// how a live database gets to a new key.
fn changes_schema(fix: &Fix) -> bool {
    fix.stage != Stage::Words
}

/// Those of the recommendations that go together: the rewrite with all of them refuses none. One
/// that another makes needless is left out.
#[must_use]
pub fn together(
    reading: &Reading,
    recommended: &[Recommendation],
    parameters: &Parameters,
) -> Vec<Choice> {
    let mut choices: Vec<Choice> = recommended
        .iter()
        .map(|it| Choice {
            finding: it.finding.clone(),
            fix: it.fix.to_owned(),
            parameters: parameters.clone(),
        })
        .collect();
    // Each round leaves one out at least.
    loop {
        let Rewritten { refused, .. } = rewrite(reading, &choices);
        if refused.is_empty() {
            return choices;
        }
        choices.retain(|choice| refused.iter().all(|(other, _)| other != choice));
    }
}
