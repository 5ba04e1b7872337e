//! What a run is set to, on its way in and on its way out.

use serde::{Deserialize, Serialize};
#[cfg(target_arch = "wasm32")]
use tsify::Tsify;

use crate::added::AddedLoad;
use hotsplit_engine::sim::assumptions::CONSTANTS;
use hotsplit_engine::sim::constants::{constant, name_of, set_constant};
use hotsplit_engine::sim::{self, Knobs, Region};
use hotsplit_engine::{Side, Simulated};

/// What a run is set to beside nodes, writes, minutes and seed. What is absent is as usual.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "camelCase", default)]
pub struct RunKnobs {
    /// How clients send; partly open as usual.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sending: Option<Sending>,
    /// The instance spans regions, and a commit waits so many ms for the second one; absent for
    /// an instance in one region.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub quorum_ms: Option<f64>,
    /// How the rates change over the run; steady as usual.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pace: Option<Pace>,
    /// Commits of one split that share an overhead; 1 as usual.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub commit_batch: Option<f64>,
    /// Split points added before the run for each node; none as usual.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub split_points_per_node: Option<f64>,
    /// Updates read the row they change, so that changes of one row follow one another; not as
    /// usual.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub read_modify_write: Option<bool>,
    /// Constants of the model with other values, tried or measured.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub constants: Option<Vec<ConstantValue>>,
    /// Load added on the maps, as much of it as a run takes; none as usual.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub added: Option<Vec<AddedLoad>>,
}

/// How clients send.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(tag = "kind", rename_all = "kebab-case", rename_all_fields = "camelCase")]
pub enum Sending {
    /// Requests come at the rates set and wait at the server, however many they are.
    Open,
    /// Requests come at the rates set; what finds no place at the server waits at the client.
    PartlyOpen,
    /// So many users, each of whom waits for the answer before sending again.
    Closed {
        /// How many.
        users: f64,
        /// Between an answer and the next request, ms.
        think_ms: f64,
    },
}

/// How the rates change over a run.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(tag = "kind", rename_all = "kebab-case", rename_all_fields = "camelCase")]
pub enum Pace {
    /// They stay as they are.
    Steady,
    /// They jump.
    Step {
        /// Multiple before.
        before: f64,
        /// The second of the jump.
        second: u32,
    },
    /// They rise or fall evenly.
    Ramp {
        /// Multiple at the start.
        from: f64,
        /// Seconds until it is 1.
        seconds: u32,
    },
    /// They grow by a factor time after time.
    Growth {
        /// Multiple at the start.
        from: f64,
        /// What it is multiplied with.
        factor: f64,
        /// Seconds between two times.
        every: u32,
    },
}

/// A constant of the model with a value.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct ConstantValue {
    /// As in `split_ceiling`.
    pub name: String,
    /// The value.
    pub value: f64,
    /// It was measured on the database; otherwise it is tried.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub measured: bool,
}

/// What a pair of runs was set to, with what the text says.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Used {
    /// Nodes of the instance.
    pub nodes: f64,
    /// Rows written per second over the whole schema.
    pub writes_per_second: f64,
    /// Minutes simulated.
    pub minutes: u32,
    /// Seed.
    pub seed: u32,
    /// All else, but for load that was added, which each run tells of; of the constants those that are
    /// not as usual.
    pub knobs: RunKnobs,
    /// What directives in the text decided: `nodes`, `writes`, `region`, `ceiling`.
    pub from_text: Vec<String>,
}

impl RunKnobs {
    /// What a run is set to. A constant that is not known changes nothing.
    #[must_use]
    pub fn knobs(&self) -> Knobs {
        let usual = Knobs::default();
        let mut knobs = Knobs {
            sending: self.sending.map_or(usual.sending, Into::into),
            region: self
                .quorum_ms
                .map_or(Region::Regional, |ms| Region::MultiRegion { quorum_ms: ms.max(0.0) }),
            pace: self.pace.map_or(usual.pace, Into::into),
            commit_batch: self.commit_batch.unwrap_or(usual.commit_batch),
            split_points_per_node: self
                .split_points_per_node
                .unwrap_or(usual.split_points_per_node),
            read_modify_write: self.read_modify_write.unwrap_or(usual.read_modify_write),
            ..usual
        };
        for constant in self.constants.iter().flatten() {
            constant.set_in(&mut knobs);
        }
        knobs
    }
}

impl ConstantValue {
    /// Gives the constant its value; says whether there is one of this name that takes it.
    pub fn set_in(&self, knobs: &mut Knobs) -> bool {
        let set = set_constant(knobs, &self.name, self.value);
        if set && self.measured {
            knobs.measured = knobs.measured.with(&self.name);
        }
        set
    }
}

/// Constants that are not as usual, or that were measured.
#[must_use]
pub fn changed(knobs: &Knobs) -> Vec<ConstantValue> {
    let usual = Knobs::default();
    let names = CONSTANTS.iter().filter_map(name_of);
    names
        .map(|name| (name, knobs.measured.has(name)))
        .filter(|&(name, measured)| measured || constant(knobs, name) != constant(&usual, name))
        .filter_map(|(name, measured)| {
            Some(ConstantValue { name: name.to_owned(), value: constant(knobs, name)?, measured })
        })
        .collect()
}

/// What runs were set to.
#[must_use]
pub fn used(done: &Simulated) -> Used {
    let Side { reading, load, knobs, .. } = &done.before;
    let stated = crate::workload::stated(reading);
    let mut from_text = Vec::new();
    let mut says = |said: bool, what: &str| {
        if said {
            from_text.push(what.to_owned());
        }
    };
    says(stated.nodes.is_some(), "nodes");
    says(stated.writes_per_second.is_some(), "writes");
    says(reading.says("region"), "region");
    says(reading.says("ceiling"), "ceiling");
    Used {
        nodes: knobs.nodes,
        writes_per_second: load.own_commits_per_second(),
        minutes: knobs.minutes,
        seed: done.seed,
        knobs: knobs.into(),
        from_text,
    }
}

impl From<&Knobs> for RunKnobs {
    fn from(knobs: &Knobs) -> Self {
        Self {
            sending: Some(knobs.sending.into()),
            quorum_ms: match knobs.region {
                Region::Regional => None,
                Region::MultiRegion { quorum_ms } => Some(quorum_ms),
            },
            pace: Some(knobs.pace.into()),
            commit_batch: Some(knobs.commit_batch),
            split_points_per_node: Some(knobs.split_points_per_node),
            read_modify_write: Some(knobs.read_modify_write),
            constants: Some(changed(knobs)),
            added: None,
        }
    }
}

/// Conversions both ways between a type of the wire and the model's of the same shape.
macro_rules! same_shape {
    ($name:ident { $($variant:ident $({ $($field:ident),+ })?),+ $(,)? }) => {
        impl From<$name> for sim::$name {
            fn from(value: $name) -> Self {
                match value {
                    $($name::$variant $({ $($field),+ })? => Self::$variant $({ $($field),+ })?,)+
                }
            }
        }

        impl From<sim::$name> for $name {
            fn from(value: sim::$name) -> Self {
                match value {
                    $(sim::$name::$variant $({ $($field),+ })? => Self::$variant $({ $($field),+ })?,)+
                }
            }
        }
    };
}

same_shape!(Sending { Open, PartlyOpen, Closed { users, think_ms } });
same_shape!(Pace {
    Steady,
    Step { before, second },
    Ramp { from, seconds },
    Growth { from, factor, every },
});
