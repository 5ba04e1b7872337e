//! Runs on the wire: what to simulate, and the numbers and words of what came of it.

use serde::{Deserialize, Serialize};
#[cfg(target_arch = "wasm32")]
use tsify::Tsify;

use crate::knobs::{RunKnobs, Used};
use crate::run_answer::{RunAnswer, run_answer};
use crate::text::DialectChoice;
use crate::verdict::{self, SchemaVerdict};
use crate::workload::Workload;
use hotsplit_engine::sim::assumptions;
use hotsplit_engine::{Scenario, Simulated, facts, heat};

/// "Run both schemas."
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct SimulateAsk {
    /// The schema as it is.
    pub before: String,
    /// The schema with fixes; the same workload runs on it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub after: Option<String>,
    /// The dialect.
    pub dialect: DialectChoice,
    /// Nodes of the instance.
    pub nodes: f64,
    /// Rows written per second over the whole schema; without it, what the nodes should take if
    /// every key were spread.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub writes_per_second: Option<f64>,
    /// Minutes simulated.
    pub minutes: u32,
    /// Seed; the same seed gives the same picture.
    pub seed: u32,
    /// All else.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub knobs: Option<RunKnobs>,
    /// What the rows of the grid are; equal ranges of keys as usual.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rows_by: Option<RowsBy>,
    /// With rows by `hot`: even tables and indexes are shown one by one; folded as usual.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub open_folded: Option<bool>,
}

/// How keys are cut into the rows of a grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "lowercase")]
pub enum RowsBy {
    /// Equal ranges of keys: an ascending key falls as a diagonal.
    Keys,
    /// The same; what is hot comes first, the hottest on top and all equally high, and what is even
    /// shares one band at the bottom.
    Hot,
    /// Ranges that hold the same number of rows at the end of the run.
    Held,
    /// Ranges that bear about the same load: hot ones are seen enlarged.
    Load,
    /// As Key Visualizer has them: ranges of the same number of rows, cut anew each minute.
    Ranges,
}

/// What came of a simulation. Grids and series are asked for apart.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct SimulationAnswer {
    /// How much of the runs is simulated, 0 to 1; below 1 all that follows is of that part, and
    /// numbers are 0 until half of it is done.
    pub progress: f64,
    /// A few sentences: what happens, and what the change buys.
    pub headline: String,
    /// A rate of the whole schema is given, or one of every table is stated; otherwise the runs
    /// are at what the nodes should take if every key were spread.
    pub rate_stated: bool,
    /// The schema as it is.
    pub before: RunAnswer,
    /// The schema with fixes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub after: Option<RunAnswer>,
    /// What the runs were set to, with what the text says.
    pub used: Used,
    /// What is assumed, one line each.
    pub assumptions: Vec<String>,
    /// What the model leaves out, one line each.
    pub left_out: Vec<String>,
    /// What the schema as it is comes to, in a few sentences.
    pub verdict: SchemaVerdict,
    /// The same for the schema with fixes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub verdict_after: Option<SchemaVerdict>,
}

impl From<RowsBy> for heat::RowsBy {
    fn from(rows: RowsBy) -> Self {
        match rows {
            RowsBy::Keys => Self::Keys,
            RowsBy::Hot => Self::Hot,
            RowsBy::Held => Self::Held,
            RowsBy::Load => Self::Load,
            RowsBy::Ranges => Self::Ranges,
        }
    }
}

/// What to simulate.
#[must_use]
pub fn scenario(ask: &SimulateAsk) -> Scenario {
    let set = Workload { nodes: Some(ask.nodes), writes_per_second: ask.writes_per_second };
    let settings = facts::Settings::from(&set);
    Scenario {
        before: ask.before.clone(),
        after: ask.after.clone(),
        dialect: ask.dialect.forced(),
        nodes: settings.nodes,
        writes_per_second: settings.writes_per_second,
        minutes: ask.minutes,
        seed: ask.seed,
        knobs: ask.knobs.clone().unwrap_or_default().knobs(),
        added: ask.knobs.iter().flat_map(|knobs| &knobs.added).flatten().map(Into::into).collect(),
        layout: heat::Layout {
            rows: ask.rows_by.map_or(heat::RowsBy::Keys, Into::into),
            fold: ask.rows_by == Some(RowsBy::Hot) && ask.open_folded != Some(true),
            ..heat::Layout::default()
        },
    }
}

/// Runs, for the page.
#[must_use]
pub fn simulation(done: &Simulated) -> SimulationAnswer {
    let before = run_answer(&done.before);
    let after = done.after.as_ref().map(run_answer);
    let sides = done.after.as_ref().zip(after.as_ref());
    SimulationAnswer {
        verdict: verdict::of_side(&done.before, &before.headroom),
        verdict_after: sides.map(|(side, answer)| verdict::of_side(side, &answer.headroom)),
        progress: f64::from(done.before.run.columns_done) / f64::from(done.before.run.columns),
        headline: crate::headline::of(done),
        rate_stated: done.before.reading.facts.headroom.rate_stated,
        before,
        after,
        used: crate::knobs::used(done),
        assumptions: crate::headline::assumptions(done),
        left_out: assumptions::LEFT_OUT.iter().map(|&line| line.to_owned()).collect(),
    }
}
