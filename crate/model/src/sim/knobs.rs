//! What a run is set to: the instance, the clients, the pace of the load, and the constants of the
//! model.

use super::measured::Measured;
use super::model::{self, Constants};
use crate::load::ObjectId;
use hotsplit_base::bounds::{MINUTES_DEFAULT, NODES_DEFAULT};
use hotsplit_base::limits::WRITES_PER_NODE;

/// What a run is set to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Knobs {
    /// Nodes: processing units / 1000. What Spanner does not offer is rounded up; at most
    /// [`model::NODES_MAX`] are simulated.
    pub nodes: f64,
    /// Minutes simulated.
    pub minutes: u32,
    /// Commits in flight at one server at most, where [`Sending`] keeps to it.
    pub in_flight_max: f64,
    /// Writes per second that one node takes in a regional instance; scales every cost.
    pub writes_per_node: f64,
    /// How clients send.
    pub sending: Sending,
    /// Where the replicas are.
    pub region: Region,
    /// See [`model::LEADER_SHARE`].
    pub leader_share: f64,
    /// Commits of one split that share an overhead: 1, or more with a commit delay
    /// ("throughput-optimised writes").
    pub commit_batch: f64,
    /// How the rates of the load change over the run.
    pub pace: Pace,
    /// Split points added before the run for each node, spread over the objects by their load;
    /// beside those of the load.
    pub split_points_per_node: f64,
    /// Updates read the row they change, so that changes of one row follow one another.
    pub read_modify_write: bool,
    /// Constants of the model.
    pub constants: Constants,
    /// Those of them that somebody has measured.
    pub measured: Measured,
    /// The table whose commits have a latency of their own in the summary.
    pub watched: Option<ObjectId>,
}

/// How clients send.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Sending {
    /// Requests come as the load says and wait at the server, however many they are.
    Open,
    /// Requests come as the load says; once [`Knobs::in_flight_max`] are under way at a server,
    /// more wait at the client, and are given up after [`Constants::client_wait_seconds`].
    PartlyOpen,
    /// So many users, each of whom sends, waits for the answer, thinks and sends again. The load
    /// gives only the mix; its rates have no effect.
    Closed {
        /// How many.
        users: f64,
        /// Between an answer and the next request, ms.
        think_ms: f64,
    },
}

/// Where the replicas are.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Region {
    /// In one region.
    Regional,
    /// In several: a node takes fewer reads and writes, and a commit waits for a second region.
    MultiRegion {
        /// From the leader to the next nearest region and back, ms: what a commit waits longer.
        quorum_ms: f64,
    },
}

/// How the rates of a load change over a run: what they are multiplied with, column by column.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Pace {
    /// They stay as they are.
    Steady,
    /// They jump.
    Step {
        /// Multiple before.
        before: f64,
        /// The second of the jump; the multiple is 1 from then on.
        second: u32,
    },
    /// They rise or fall evenly, then stay as they are.
    Ramp {
        /// Multiple at the start.
        from: f64,
        /// Seconds until it is 1.
        seconds: u32,
    },
    /// They grow by a factor time after time until they are as the load says: "500/50/5" is 500
    /// operations per second, half as many again every 5 minutes.
    Growth {
        /// Multiple at the start.
        from: f64,
        /// What it is multiplied with.
        factor: f64,
        /// Seconds between two times.
        every: u32,
    },
}

impl Default for Knobs {
    fn default() -> Self {
        Self {
            nodes: NODES_DEFAULT,
            minutes: MINUTES_DEFAULT,
            in_flight_max: model::IN_FLIGHT_MAX,
            writes_per_node: WRITES_PER_NODE,
            sending: Sending::PartlyOpen,
            region: Region::Regional,
            leader_share: model::LEADER_SHARE,
            commit_batch: 1.0,
            pace: Pace::Steady,
            split_points_per_node: 0.0,
            read_modify_write: false,
            constants: Constants::default(),
            measured: Measured::default(),
            watched: None,
        }
    }
}

impl Knobs {
    /// Utilisation that a server should not pass.
    #[must_use]
    pub fn recommended(&self) -> f64 {
        match self.region {
            Region::Regional => model::HOT_SERVER,
            Region::MultiRegion { .. } => model::HOT_SERVER_MULTI_REGION,
        }
    }
}

impl Region {
    /// What a commit waits longer, ms.
    #[must_use]
    pub fn quorum_ms(self) -> f64 {
        match self {
            Self::Regional => 0.0,
            Self::MultiRegion { quorum_ms } => quorum_ms,
        }
    }
}

impl Pace {
    /// What rates are multiplied with at a second.
    #[must_use]
    pub fn at(self, second: f64) -> f64 {
        match self {
            Self::Steady => 1.0,
            Self::Step { before, second: jump } if second < f64::from(jump) => before,
            Self::Step { .. } => 1.0,
            Self::Ramp { from, seconds } => {
                let way = (second / f64::from(seconds)).min(1.0);
                from + (1.0 - from) * way
            }
            Self::Growth { from, factor, every } => {
                let times = (second / f64::from(every)).floor();
                (from * libm::pow(factor, times)).min(1.0)
            }
        }
    }
}
