//! The split simulator: load in, splits and servers over time out.
//!
//! Knows nothing of SQL, schemas or rules: objects are intervals of one key axis with streams of
//! load on them. Time is whole seconds. One step does, in this order:
//!
//! 1. Tails that have left their split are found in the next one.
//! 2. A new column draws new noise for the rate of every class.
//! 3. Every [`model::CONTROL_SECONDS`] the database reacts to the load without noise: hot and
//!    large splits are cut, cold neighbours merged, splits moved.
//! 4. What each server serves of the load is worked out.
//! 5. Backlogs, utilisation, rows served and latencies are added up until the next second at
//!    which any of this may change.
//!
//! Model: load is a fluid. A split is served by one server and takes no more than it. Queues
//! form at servers, so a hot split hurts its neighbours. What becomes of requests that an
//! overloaded server cannot take at once is up to the clients: see [`Sending`].

pub mod answers;
pub mod assumptions;
pub mod clock;
mod closed;
pub mod constants;
mod control;
mod finder;
mod flow;
pub mod headroom;
pub mod input;
mod joint;
mod latency;
mod layout;
pub mod model;
mod points;
pub mod ranges;
mod scan;
mod shares;
mod state;

use crate::load::{Keys, Load, ObjectId, Tail};
use clock::Clock;
use hotsplit_base::bounds::{MINUTES_DEFAULT, NODES_DEFAULT};
use hotsplit_base::limits::{STORAGE_BYTES_PER_NODE, WRITES_PER_NODE, nodes_offered};
use model::{Constants, Prices};
use ranges::Measured;

/// What a run is set to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Knobs {
    /// Nodes: processing units / 1000. What Spanner does not offer is rounded up, see
    /// [`nodes_offered`]; at most [`model::NODES_MAX`] are simulated.
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
    /// The table whose commits are told apart in [`Summary::watched_p99_ms`].
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

/// Why a hot split cannot be split, as `SPANNER_SYS.SPLIT_STATS_TOP_MINUTE` says it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Reason {
    /// The load is on one row.
    HotRow,
    /// A row bears much of the load, and cannot be parted from its neighbours: reads pass from
    /// them to it.
    UnisolatableHotRow,
    /// The load moves on before the split is split.
    MovingHotSpot,
    /// Range reads pass every key at which the split could be cut.
    LargeScanHotSpot,
    /// Anything else.
    Unspecified,
}

/// What happened to a split.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EventKind {
    /// It was split because of its load.
    Split,
    /// It was split because of its size.
    SizeSplit,
    /// It moved to another server.
    Move,
    /// It was merged with the one before it.
    Merge,
}

/// Something that happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Event {
    /// Seconds from the start.
    pub second: u32,
    /// What.
    pub kind: EventKind,
    /// The boundary made or taken away; the first key of a split that moved.
    pub key: u64,
    /// The root of the row tree, or the free-standing index.
    pub object: ObjectId,
    /// The server of the part made or moved.
    pub server: u32,
}

/// A hot split that could not be split, at the end of the run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Unsplittable {
    /// The object that bears most of its load.
    pub object: ObjectId,
    /// Its keys.
    pub keys: Keys,
    /// Why.
    pub reason: Reason,
    /// `CPU_USAGE_SCORE`, 0 to 100.
    pub score: f64,
}

/// A split at the end of the run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SplitAtEnd {
    /// Its keys.
    pub keys: Keys,
    /// Its server.
    pub server: u32,
    /// The load that reaches it, in servers.
    pub load: f64,
    /// What it holds.
    pub bytes: f64,
}

/// The numbers of a run. Rates and utilisations are means over the second half of the run,
/// percentiles are over all commits of that half, or over all reads of it.
///
/// What is told of rows written is 0 for a load that only reads, and what is told of reads is 0
/// for one that only writes.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Summary {
    /// Rows of tables per second that the load asks to write, index entries not counted.
    pub offered: f64,
    /// Rows of tables per second written. Model: what is done of earlier requests, that waited
    /// while a server was overloaded, is in [`Run::utilisation`] and [`Totals::served`] alone.
    pub served: f64,
    /// Rows per second that the instance serves without a server above its capacity once all that
    /// can be divided is spread, all rates scaled alike, those of reads too. It does not depend on
    /// how much is offered. Where costs depend on how many splits there are (long range reads,
    /// commits of many rows anywhere) it is [`Summary::sustainable_as_split`].
    pub sustainable: f64,
    /// The same with the splits and their servers as they are at the end, which are those of the
    /// load offered: less while the database has had no reason or no time to split.
    pub sustainable_as_split: f64,
    /// The same with no server above the recommended maximum: 65 % regional, 45 % multi-region.
    pub recommended: f64,
    /// Median commit latency at the server, ms.
    pub p50_ms: f64,
    /// 99th percentile of commit latency at the server, ms.
    pub p99_ms: f64,
    /// Mean commit latency at the server, ms.
    pub mean_ms: f64,
    /// Median latency as a client sees it, with the wait for a free place, ms.
    pub client_p50_ms: f64,
    /// 99th percentile of latency as a client sees it, ms. Requests that were given up are not in
    /// it.
    pub client_p99_ms: f64,
    /// 99th percentile of commit latency at the server of the commits of [`Knobs::watched`]
    /// alone, ms. Commits that wait for their row or their split are not in it.
    pub watched_p99_ms: Option<f64>,
    /// Requests per second that ask only to read.
    pub reads_offered: f64,
    /// Those that are answered.
    pub reads_served: f64,
    /// Requests per second that only read which the instance serves beside
    /// [`Summary::sustainable`] rows.
    pub reads_sustainable: f64,
    /// Median latency of a request that only reads, at the server, ms.
    pub read_p50_ms: f64,
    /// Its 99th percentile at the server, ms.
    pub read_p99_ms: f64,
    /// Its mean at the server, ms.
    pub read_mean_ms: f64,
    /// Requests under way at servers at a time, mean.
    pub in_flight: f64,
    /// Utilisation of the server that is the busiest in its column, 0 to 1.
    pub utilisation_max: f64,
    /// Mean utilisation of all servers, 0 to 1.
    pub utilisation_mean: f64,
    /// Splits at the end.
    pub splits: u32,
    /// Splits moved.
    pub moves: u32,
    /// Splits made for size.
    pub size_splits: u32,
    /// Splits made for load.
    pub load_splits: u32,
    /// Splits merged with the one before them.
    pub merges: u32,
    /// Seconds until the served rate stayed within 5 % of what was offered or of its end value.
    pub seconds_to_saturation: f64,
    /// Seconds until no server, split or row was asked for more than it takes for the rest of the run;
    /// `None` if one still was at the end.
    pub seconds_to_balance: Option<f64>,
}

/// Where the work of a run went, in server-seconds: what was asked for is what was served, held
/// back, shed, not sent and left waiting.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Totals {
    /// Asked for.
    pub offered: f64,
    /// Done.
    pub served: f64,
    /// Kept from its server, because another participant of the commit was overloaded, or the row
    /// or the split took no more.
    pub held_back: f64,
    /// Given up, because it had waited too long for a place.
    pub shed: f64,
    /// Never sent by users who were waiting for an answer (closed sending only). What they would
    /// have sent is what they send with no load.
    pub not_sent: f64,
    /// Accepted and not done at the end.
    pub waiting: f64,
    /// Waiting at clients at the end.
    pub client_waiting: f64,
}

/// From a second on, keys are served by a server.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Change {
    /// The second.
    pub second: u32,
    /// The keys.
    pub keys: Keys,
    /// The server.
    pub server: u32,
    /// Why the split cannot be split, if it is hot and cannot.
    pub reason: Option<Reason>,
}

/// What came of a simulation.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Run {
    /// Seconds simulated.
    pub seconds: u32,
    /// Seconds a column stands for; the last may stand for fewer.
    pub seconds_per_column: u32,
    /// Columns.
    pub columns: u32,
    /// Columns that have been simulated: fewer than `columns` while a [`Simulation`] is under way.
    /// Series have so many elements; matrices are 0 in columns that are not among them.
    pub columns_done: u32,
    /// How time passes for tails.
    pub clock: Clock,
    /// Nodes that the instance has: those asked for, rounded up to what Spanner offers. The run
    /// simulates [`Run::nodes_simulated`] of them.
    pub nodes: f64,
    /// Servers.
    pub servers: u32,
    /// Nodes a server has: its capacity.
    pub server_nodes: f64,
    /// Rows of tables per second asked for, by column.
    pub offered: Vec<f32>,
    /// Rows of tables per second written, by column.
    pub served: Vec<f32>,
    /// Median commit latency at the server in ms, by column.
    pub p50_ms: Vec<f32>,
    /// 99th percentile of commit latency at the server in ms, by column.
    pub p99_ms: Vec<f32>,
    /// Median latency as a client sees it in ms, by column.
    pub client_p50_ms: Vec<f32>,
    /// 99th percentile of latency as a client sees it in ms, by column.
    pub client_p99_ms: Vec<f32>,
    /// Requests per second that ask only to read, by column.
    pub reads_offered: Vec<f32>,
    /// Those that are answered, by column.
    pub reads_served: Vec<f32>,
    /// Median latency of a request that only reads, at the server in ms, by column.
    pub read_p50_ms: Vec<f32>,
    /// Its 99th percentile at the server in ms, by column.
    pub read_p99_ms: Vec<f32>,
    /// Mean utilisation of each server over the second half of the run, 0 to 1.
    pub server_mean: Vec<f64>,
    /// Utilisation, 0 to 1: server by server, each by column.
    pub utilisation: Vec<f32>,
    /// Touches per second served: component by component in the order of the load, each by column.
    /// A touch writes and reads as many rows as its stream says.
    pub component_served: Vec<f32>,
    /// Touches per second that reach their splits: stream by stream, each by column.
    pub stream_wanted: Vec<f32>,
    /// Share of a server that one touch per second takes, by stream; of a range read, in all its
    /// splits together, as they were at the end.
    pub stream_cost: Vec<f64>,
    /// Splits at the end, in the order of their keys.
    pub splits: Vec<SplitAtEnd>,
    /// Bytes stored at the end, indexes included, each row once.
    pub stored_bytes: f64,
    /// What happened, in order; the first [`model::EVENTS_KEPT_MAX`].
    pub events: Vec<Event>,
    /// Hot splits that could not be split, the worst first.
    pub unsplittable: Vec<Unsplittable>,
    /// The numbers.
    pub summary: Summary,
    /// Where the work went.
    pub totals: Totals,
    /// Who served what since when, in order.
    pub history: Vec<Change>,
    /// Limits that were reached.
    pub notes: Vec<String>,
    /// Split points added before the run.
    pub split_points: u32,
}

/// Runs `load` as `knobs` say. The same arguments give the same bytes on every machine.
#[must_use]
pub fn simulate(load: &Load, knobs: &Knobs, seed: u64) -> Run {
    let mut simulation = Simulation::new(load, knobs, seed);
    simulation.advance(u32::MAX);
    simulation.finish()
}

/// A run that is told in slices, so that what is there can be shown, and the rest be dropped.
///
/// In slices or at once, the bytes are the same.
#[derive(Debug)]
pub struct Simulation {
    state: state::State,
    /// What the end of a run asks of the load: the object of each stream, and how many there are.
    objects: (Vec<ObjectId>, usize),
}

impl Simulation {
    /// Before the first column.
    #[must_use]
    #[inline(never)]
    pub fn new(load: &Load, knobs: &Knobs, seed: u64) -> Self {
        let mut notes = Vec::new();
        let nodes = nodes_offered(knobs.nodes);
        let knobs = knobs.limited(&mut notes);
        let points = points::admitted(load, &knobs, &mut notes);
        let objects = load.streams.iter().map(|stream| stream.object).collect();
        let run = Run { nodes, notes, ..Run::default() };
        Self {
            state: state::State::new(load, &knobs, &points, seed, run),
            objects: (objects, load.objects.len()),
        }
    }

    /// Runs so many columns more, or as many as are left; gives how many are done.
    #[inline(never)]
    pub fn advance(&mut self, columns: u32) -> u32 {
        self.state.advance(columns)
    }

    /// How many columns there are.
    #[must_use]
    pub fn columns(&self) -> u32 {
        self.state.columns()
    }

    /// The run as far as it is: see [`Run::columns_done`]. The summary is that of the columns of
    /// the second half that are done, and 0 before there are any; splits are as they are now.
    #[must_use]
    #[inline(never)]
    pub fn so_far(&self) -> Run {
        self.state.so_far(&self.objects)
    }

    /// The whole run; columns that are left are run first.
    #[must_use]
    #[inline(never)]
    pub fn finish(mut self) -> Run {
        self.state.advance(u32::MAX);
        self.state.finish(&self.objects)
    }
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
    /// What work costs.
    #[must_use]
    pub fn prices(&self) -> Prices {
        let regional = Prices {
            commit_batch: self.commit_batch,
            participant_logs: self.constants.participant_logs,
            scan_row: self.constants.scan_row_seconds,
            ..Prices::default()
        };
        match self.region {
            Region::Regional => regional,
            Region::MultiRegion { .. } => regional.in_many_regions(),
        }
    }

    /// Utilisation that a server should not pass.
    #[must_use]
    pub fn recommended(&self) -> f64 {
        match self.region {
            Region::Regional => model::HOT_SERVER,
            Region::MultiRegion { .. } => model::HOT_SERVER_MULTI_REGION,
        }
    }

    /// The nodes that are simulated. That they are not those asked for is noted.
    fn nodes_limited(&self, notes: &mut Vec<String>) -> f64 {
        let (asked, bought) = (self.nodes, nodes_offered(self.nodes));
        let nodes = bought.min(model::NODES_MAX);
        if bought != asked {
            notes.push(format!(
                "{asked} nodes were requested. Spanner offers multiples of 100 processing units up \
                 to 1 node and whole nodes above it, so the run uses {bought}."
            ));
        }
        if nodes != bought {
            notes.push(format!(
                "{bought} nodes were requested and {nodes} are simulated, the most that this \
                 program runs. Rates, splits and latencies are those of {nodes} nodes."
            ));
        }
        nodes
    }

    /// The knobs within their limits; each limit reached is noted.
    fn limited(&self, notes: &mut Vec<String>) -> Self {
        let knobs = self.within(notes);
        let nodes = knobs.nodes_limited(notes);
        let mut note = |what: &str, asked: f64, given: f64| {
            if asked != given {
                notes.push(format!("{what}: {asked} was asked for, {given} is simulated."));
            }
        };
        let minutes = self.minutes.clamp(1, model::MINUTES_MAX);
        note("Minutes", f64::from(self.minutes), f64::from(minutes));
        // A server that leads a split bears no less of it than any other.
        let leader_share = knobs.leader_share.max(1.0 / nodes.ceil());
        note("Leader share", knobs.leader_share, leader_share);
        Self { nodes, minutes, leader_share, constants: knobs.constants.limited(), ..knobs }
    }

    /// The knobs with every number clamped to a sensible range; each change is noted.
    #[must_use]
    pub fn within(&self, notes: &mut Vec<String>) -> Self {
        input::Check::new(notes).knobs(self)
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

impl Reason {
    /// As Spanner says it.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::HotRow => "HOT_ROW",
            Self::UnisolatableHotRow => "UNISOLATABLE_HOT_ROW",
            Self::MovingHotSpot => "MOVING_HOT_SPOT",
            Self::LargeScanHotSpot => "LARGE_SCAN_HOT_SPOT",
            Self::Unspecified => "UNSPECIFIED",
        }
    }
}

impl EventKind {
    /// As the page says it.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Split => "split",
            Self::SizeSplit => "size-split",
            Self::Move => "move",
            Self::Merge => "merge",
        }
    }
}

impl Run {
    /// Bytes that the nodes of the instance may store.
    #[must_use]
    pub fn storage_max(&self) -> f64 {
        STORAGE_BYTES_PER_NODE * self.nodes
    }

    /// The nodes that are simulated: those of the instance, or [`model::NODES_MAX`].
    #[must_use]
    pub fn nodes_simulated(&self) -> f64 {
        f64::from(self.servers) * self.server_nodes
    }

    /// The seconds to ask a tail with for where it stands at a second of the run.
    #[must_use]
    pub fn paced(&self, tail: &Tail, second: f64) -> f64 {
        self.clock.paced(tail, second)
    }

    /// The second of the run at which a tail stands where [`Run::paced`] gives `paced`; infinite
    /// if it never does.
    #[must_use]
    pub fn when(&self, tail: &Tail, paced: f64) -> f64 {
        self.clock.when(tail, paced)
    }

    /// The second at which a column begins.
    #[must_use]
    pub fn second_of(&self, column: u32) -> u32 {
        column * self.seconds_per_column
    }

    /// The second at which a column ends.
    #[must_use]
    pub fn end_of(&self, column: u32) -> u32 {
        self.second_of(column + 1).min(self.seconds)
    }

    /// Who served `key` in a column, as it was when the column ended.
    #[must_use]
    pub fn serving(&self, key: u64, column: u32) -> Option<&Change> {
        let end = self.end_of(column);
        let known = self.history.partition_point(|change| change.second < end.max(1));
        self.history[..known].iter().rev().find(|change| change.keys.contains(key))
    }

    /// Utilisation of a server in a column.
    #[must_use]
    pub fn server_utilisation(&self, server: u32, column: u32) -> f64 {
        let at = server as usize * self.columns as usize + column as usize;
        f64::from(self.utilisation[at])
    }
}

/// A figure as it is recorded in a series.
#[expect(clippy::cast_possible_truncation, reason = "a picture needs no more than 24 bits")]
#[must_use]
pub fn recorded(value: f64) -> f32 {
    value as f32
}
