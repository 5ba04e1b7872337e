//! Fixes of a finding: what each changes, what it costs, and what may be set of it.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
#[cfg(target_arch = "wasm32")]
use tsify::Tsify;

use crate::ranges;
use crate::text::{DialectChoice, Positions, TextEdit};
use crate::workload::Workload;
use hotsplit_engine::{Card, Reading, facts, fixes, rules};

/// "Which fixes are there for this finding?"
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct CardsAsk {
    /// The text.
    pub text: String,
    /// The dialect.
    pub dialect: DialectChoice,
    /// What the person has set.
    pub workload: Workload,
    /// The finding's key.
    pub finding: String,
    /// What the person set, by fix and then by the names that its card asks by.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    #[cfg_attr(
        target_arch = "wasm32",
        tsify(optional, type = "Record<string, Record<string, string>>")
    )]
    pub set: BTreeMap<String, BTreeMap<String, String>>,
}

/// A fix, worked out for one finding.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct FixCard {
    /// As in `hash-shard-prefix`.
    pub id: String,
    /// A short form of the id for people, as in `T5`.
    pub short: String,
    /// What it does.
    pub title: String,
    /// Why it is not offered, with what would make it possible; the rest is empty then.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refused: Option<String>,
    /// The key that comes out.
    pub resulting_key: String,
    /// Most writes/s the result can take, by the model, on the nodes set; absent when the fix
    /// changes no key.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ceiling_writes_per_second: Option<f64>,
    /// The least and the most that it may be; absent where what a split takes is not the limit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ceiling_between: Option<ranges::Between>,
    /// What it costs.
    pub costs: Vec<String>,
    /// What else changes.
    pub cascade: Vec<Change>,
    /// What the application must change.
    pub application: Vec<String>,
    /// Shards, where the fix has any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shards: Option<u32>,
    /// What the person may choose, in the order to ask; what is to be chosen first, where the fix
    /// is rejected for that.
    pub asks: Vec<FixAsk>,
    /// What reads cost before and after, where the fix changes a key or an index.
    pub reads: Vec<ReadCost>,
    /// Bytes that a row takes with its keys, in its table and in all its indexes; absent where the
    /// fix changes neither.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bytes: Option<RowBytes>,
    /// The edits of the text.
    pub edits: Vec<TextEdit>,
}

/// Something a person may choose about a fix.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct FixAsk {
    /// The name it is set by, in `set` of `Chosen`.
    pub name: String,
    /// What is asked.
    pub label: String,
    /// `number`, `choice` or `list` (words with commas between).
    pub kind: String,
    /// The least, for a number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub least: Option<u32>,
    /// The most, for a number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub most: Option<u32>,
    /// What may be chosen, for a choice.
    pub choices: Vec<AskChoice>,
    /// The value in use.
    pub value: String,
    /// What to know before choosing, one line each.
    pub notes: Vec<String>,
}

/// One of a few values.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct AskChoice {
    /// What is set.
    pub value: String,
    /// What the person reads.
    pub label: String,
}

/// Bytes of a row before and after, by the model's sizes.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct RowBytes {
    /// As it is.
    pub before: f64,
    /// With the fix.
    pub after: f64,
}

/// What one way of reading costs before and after, with its query.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct ReadCost {
    /// The table or index that is read.
    pub object: String,
    /// `point`, `entity`, `newest`, `lastHour` or `full`.
    pub shape: String,
    /// The way of reading, in words: `one Txn`, `the newest 50`.
    pub label: String,
    /// What it takes as the schema is.
    pub before: ReadScans,
    /// What it takes with the fix.
    pub after: ReadScans,
}

/// What a read takes on one schema.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct ReadScans {
    /// Ranges of keys that are read; absent where every row is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ranges: Option<u32>,
    /// In words: `1 scan`, `16 scans and a merge`, `every row`.
    pub words: String,
    /// The query.
    pub query: String,
}

/// One object a fix changes on the way.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Change {
    /// The object.
    pub object: String,
    /// `table`, `index`, `foreign key`.
    pub kind: String,
    /// What changes.
    pub what: String,
}

/// A fix card of a finding of `reading`, for the page.
#[must_use]
pub fn card(card: &Card, reading: &Reading, found: &rules::Finding, at: &Positions) -> FixCard {
    let mut out = FixCard {
        id: card.fix.id.to_owned(),
        short: card.fix.short.to_owned(),
        title: card.fix.title.to_owned(),
        refused: None,
        resulting_key: String::new(),
        ceiling_writes_per_second: None,
        ceiling_between: None,
        costs: Vec::new(),
        cascade: Vec::new(),
        application: Vec::new(),
        shards: None,
        asks: Vec::new(),
        reads: Vec::new(),
        bytes: None,
        edits: Vec::new(),
    };
    match &card.outcome {
        Err(refusal) => {
            out.refused = Some(refusal.why.clone());
            out.asks = refusal.asks.iter().map(ask).collect();
        }
        Ok(offer) => {
            let plan = &offer.plan;
            out.resulting_key.clone_from(&plan.resulting_key);
            out.ceiling_writes_per_second = offer.ceiling.map(|(most, _)| most);
            out.ceiling_between = offer.ceiling.and_then(|(_, range)| range).map(Into::into);
            out.costs.clone_from(&plan.costs);
            out.cascade = plan
                .cascade
                .iter()
                .map(|change| Change {
                    object: change.object.clone(),
                    kind: change.kind.to_owned(),
                    what: change.what.clone(),
                })
                .collect();
            out.application.clone_from(&plan.application);
            out.shards = plan.shards;
            out.asks = plan.asks.iter().map(ask).collect();
            out.reads = offer.reads(reading).iter().map(read_cost).collect();
            let bytes = offer.bytes(reading, found);
            out.bytes = bytes.map(|b| RowBytes { before: b.before, after: b.after });
            out.edits = plan.edits.iter().map(|edit| at.edit(edit)).collect();
        }
    }
    out
}

fn ask(ask: &fixes::Ask) -> FixAsk {
    let mut out = FixAsk {
        name: ask.name.to_owned(),
        label: ask.label.clone(),
        kind: "list".to_owned(),
        least: None,
        most: None,
        choices: Vec::new(),
        value: ask.value.clone(),
        notes: ask.notes.clone(),
    };
    match &ask.kind {
        fixes::AskKind::Number { least, most } => {
            out.kind = "number".to_owned();
            out.least = u32::try_from(*least).ok();
            out.most = u32::try_from(*most).ok();
        }
        fixes::AskKind::Choice(choices) => {
            out.kind = "choice".to_owned();
            let one = |(value, label): &(String, String)| AskChoice {
                value: value.clone(),
                label: label.clone(),
            };
            out.choices = choices.iter().map(one).collect();
        }
        fixes::AskKind::List => {}
    }
    out
}

/// What is set beside a fix, from the workload.
#[must_use]
pub fn parameters(workload: &Workload) -> fixes::Parameters {
    let settings = facts::Settings::from(workload);
    fixes::Parameters { nodes: settings.nodes, ..fixes::Parameters::default() }
}

/// What is set for one fix, where cards are asked for.
#[must_use]
pub fn parameters_of(ask: &CardsAsk, fix: &fixes::Fix) -> fixes::Parameters {
    let of_fix = ask.set.iter().filter(|(name, _)| fix.is_called(name));
    let set = of_fix.flat_map(|(_, set)| set);
    set.fold(parameters(&ask.workload), |parameters, (name, value)| parameters.with(name, value))
}

pub(crate) fn read_cost(cost: &fixes::reads::Cost) -> ReadCost {
    let scans = |scans: &fixes::reads::Scans| ReadScans {
        ranges: scans.ranges,
        words: scans.words.clone(),
        query: scans.query.clone(),
    };
    ReadCost {
        object: cost.object.clone(),
        shape: cost.shape.as_str().to_owned(),
        label: cost.label.clone(),
        before: scans(&cost.before),
        after: scans(&cost.after),
    }
}
