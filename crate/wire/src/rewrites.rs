//! Fixes that were chosen together: the text they give, and what it cannot have.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
#[cfg(target_arch = "wasm32")]
use tsify::Tsify;

use crate::analysis::{Analysis, FixName, analysis, fix_name};
use crate::cards::{ReadCost, parameters, read_cost};
use crate::text::{DialectChoice, Positions, Range};
use crate::workload::Workload;
use hotsplit_engine::{Rewritten, fixes};

/// A fix a person has chosen.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Chosen {
    /// The finding's key.
    pub finding: String,
    /// The fix's id, or its short form.
    pub fix: String,
    /// What the person set, by the names that the card asks by: `shards`, `reason`, `column`.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional, type = "Record<string, string>"))]
    pub set: BTreeMap<String, String>,
}

/// "What does the text look like with these fixes?"
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct RewriteAsk {
    /// The text.
    pub text: String,
    /// The dialect.
    pub dialect: DialectChoice,
    /// What the person has set.
    pub workload: Workload,
    /// The fixes, in the order chosen.
    pub chosen: Vec<Chosen>,
}

/// The text with fixes applied.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Rewrite {
    /// The new text.
    pub text: String,
    /// Which fix made which part of it.
    pub hunks: Vec<Hunk>,
    /// Choices that could not be applied, with the reason.
    pub refused: Vec<Refused>,
    /// What reads of the tables and indexes that changed cost before and after.
    pub reads: Vec<ReadCost>,
    /// What is found in the new text.
    pub analysis: Analysis,
}

/// "How do I get there?" Fields are those of `RewriteAsk`.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct RolloutAsk {
    /// The text.
    pub text: String,
    /// The dialect.
    pub dialect: DialectChoice,
    /// What the person has set.
    pub workload: Workload,
    /// The fixes, in the order chosen.
    pub chosen: Vec<Chosen>,
    /// Whether a database with this schema holds data already.
    pub deployed: bool,
}

/// A part of a rewritten text that a fix made.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Hunk {
    /// Where, in the new text.
    pub range: Range,
    /// The fix.
    pub fix: FixName,
    /// The finding it cures.
    pub finding: String,
}

/// A choice that could not be applied.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Refused {
    /// The finding.
    pub finding: String,
    /// The fix's id.
    pub fix: String,
    /// Why.
    pub why: String,
}

/// The choices of a question for a rewrite.
#[must_use]
pub fn choices(ask: &RewriteAsk) -> Vec<hotsplit_engine::Choice> {
    chosen(&ask.chosen, &ask.workload)
}

/// The choices of a question for a rollout.
#[must_use]
pub fn rollout_choices(ask: &RolloutAsk) -> Vec<hotsplit_engine::Choice> {
    chosen(&ask.chosen, &ask.workload)
}

/// Choices with what is set beside them.
pub(super) fn chosen(chosen: &[Chosen], workload: &Workload) -> Vec<hotsplit_engine::Choice> {
    let base = parameters(workload);
    chosen
        .iter()
        .map(|chosen| {
            let set = chosen.set.iter();
            let parameters =
                set.fold(base.clone(), |parameters, (name, value)| parameters.with(name, value));
            hotsplit_engine::Choice::new(&*chosen.finding, &chosen.fix, parameters)
        })
        .collect()
}

/// A fix that is in no list.
fn unknown(id: &str) -> FixName {
    FixName { id: id.to_owned(), short: id.to_owned(), title: String::new() }
}

/// A rewritten text, for the page.
#[must_use]
pub fn rewrite(rewritten: &Rewritten) -> Rewrite {
    let at = Positions::new(&rewritten.reading.text);
    let name = |id: &str| fixes::find(id).map_or_else(|| unknown(id), fix_name);
    Rewrite {
        text: rewritten.reading.text.clone(),
        reads: rewritten.reads.iter().map(read_cost).collect(),
        hunks: rewritten
            .hunks
            .iter()
            .map(|&(span, by)| {
                let (choice, _) = &rewritten.applied[by];
                Hunk {
                    range: at.range(span),
                    fix: name(&choice.fix),
                    finding: choice.finding.clone(),
                }
            })
            .collect(),
        refused: rewritten
            .refused
            .iter()
            .map(|(choice, refusal)| Refused {
                finding: choice.finding.clone(),
                fix: choice.fix.clone(),
                why: refusal.why.clone(),
            })
            .collect(),
        analysis: analysis(&rewritten.reading),
    }
}
