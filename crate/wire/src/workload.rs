//! What a person sets beside the text, and what the text states of it.

use serde::{Deserialize, Serialize};
#[cfg(target_arch = "wasm32")]
use tsify::Tsify;

use hotsplit_engine::{Reading, facts};

/// What the person has set beside the text. Directives in the text win over these.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Workload {
    /// Nodes of the instance.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nodes: Option<f64>,
    /// Rows written per second over the whole schema.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub writes_per_second: Option<f64>,
}

impl From<&Workload> for facts::Settings {
    fn from(workload: &Workload) -> Self {
        Self { nodes: workload.nodes, writes_per_second: workload.writes_per_second }
    }
}

/// What directives say of the workload.
pub(crate) fn stated(reading: &Reading) -> Workload {
    let tables = &reading.facts.tables;
    let all = !tables.is_empty() && tables.iter().all(|table| table.writes_stated);
    let total: f64 = tables.iter().filter_map(|table| table.writes_per_second).sum();
    Workload {
        nodes: reading.facts.file.nodes.filter(|_| reading.says("nodes") || reading.says("pu")),
        writes_per_second: all.then_some(total),
    }
}
