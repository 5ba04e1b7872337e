//! Recommended fixes on the wire: for each hot key the best, and those that go together.

use serde::{Deserialize, Serialize};
#[cfg(target_arch = "wasm32")]
use tsify::Tsify;

use crate::cards::parameters;
use crate::headroom;
use crate::hot_keys::HotKey;
use crate::rewrites::Chosen;
use crate::text::DialectChoice;
use crate::workload::Workload;
use hotsplit_engine::{Reading, Recommendation, recommend, together};
use std::collections::BTreeMap;

/// Hot keys that get a recommendation at most: each takes some readings of the whole text.
pub const RECOMMENDED_MAX: usize = 50;

/// "Which fixes are recommended for the hot keys?"
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct RecommendedAsk {
    /// The text.
    pub text: String,
    /// The dialect.
    pub dialect: DialectChoice,
    /// What the person has set.
    pub workload: Workload,
}

/// Fixes for hot keys. They are for a preview: nobody has chosen them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct RecommendedFixes {
    /// Those that go together, for `rewrite`: none of them is rejected.
    pub choices: Vec<Chosen>,
    /// The best fix of each hot key that has one, keys that are full first in front.
    pub keys: Vec<Recommended>,
}

/// The fix that is recommended for a hot key.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Recommended {
    /// The hot key, as `HotKey.object`.
    pub object: String,
    /// Key of the finding that it removes.
    pub finding: String,
    /// Id of the fix: `hash-shard-prefix`.
    pub fix: String,
    /// A short form of the id for people, as in `T5`.
    pub short: String,
    /// What it does to what, for a button: ``Add a hash shard to `Transactions` ``.
    pub title: String,
}

/// What is recommended for the hot keys of a text about which a finding stands, the first
/// [`RECOMMENDED_MAX`].
#[must_use]
pub fn recommended(reading: &Reading, workload: &Workload) -> RecommendedFixes {
    let parameters = parameters(workload);
    let report = headroom::of_reading(reading);
    let mut found: Vec<(String, Recommendation)> = Vec::new();
    let hot = report.keys.iter().filter(|key| key.is_hot && key.finding.is_some());
    for HotKey { object, finding, .. } in hot.take(RECOMMENDED_MAX) {
        let Some(finding) = finding.as_deref().and_then(|key| reading.find(key)) else { continue };
        // Keys that share a split share the finding.
        let known = found.iter().find(|(_, it)| it.finding == reading.key_of(finding));
        let best =
            known.map(|(_, it)| it.clone()).or_else(|| recommend(reading, finding, &parameters));
        found.extend(best.map(|best| (object.clone(), best)));
    }
    let mut each: Vec<Recommendation> = Vec::new();
    for (_, recommendation) in &found {
        if !each.contains(recommendation) {
            each.push(recommendation.clone());
        }
    }
    let choices = together(reading, &each, &parameters).into_iter();
    let chosen = |choice: hotsplit_engine::Choice| Chosen {
        finding: choice.finding,
        fix: choice.fix,
        set: BTreeMap::new(),
    };
    let key = |(object, it): (String, Recommendation)| Recommended {
        object,
        finding: it.finding,
        fix: it.fix.to_owned(),
        short: it.short.to_owned(),
        title: it.title,
    };
    RecommendedFixes {
        choices: choices.map(chosen).collect(),
        keys: found.into_iter().map(key).collect(),
    }
}
