//! The split simulator: load in, splits and servers over time out.
//!
//! Knows nothing of SQL, schemas or rules: objects are intervals of one key axis with streams of
//! load on them. Time is whole seconds. One step does, in this order:
//!
//! 1. A new column draws new noise for the rate of every class.
//! 2. Tails that have left their split are found in the next one.
//! 3. Every [`model::CONTROL_SECONDS`] the database reacts to the load without noise: hot and
//!    large splits are cut, cold neighbours merged, splits moved.
//! 4. What each server serves of the load is worked out.
//! 5. Backlogs, utilisation, rows served and latencies are added up until the next second at
//!    which any of this may change.
//!
//! Model: load is a fluid. A split is served by one server and takes no more than it. Queues
//! form at servers, so a hot split hurts its neighbours. What an overloaded server cannot serve
//! waits at the client once [`Knobs::in_flight_max`] commits are under way.

mod control;
mod finder;
mod flow;
mod latency;
mod layout;
pub mod model;

use crate::schema::limits::WRITES_PER_NODE;
use crate::workload::load::{Keys, Load, ObjectId, count, whole};
use control::Control;
use flow::{Shares, Spread, Work};
use latency::{Latency, Mix, Wait};
use layout::Layout;
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};

/// What a run is set to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Knobs {
    /// Nodes: processing units / 1000. Servers are this, rounded up, and share it evenly.
    pub nodes: f64,
    /// Minutes simulated.
    pub minutes: u32,
    /// Commits in flight at one server at most.
    pub in_flight_max: f64,
    /// Writes per second that one node takes; scales every cost.
    pub writes_per_node: f64,
}

/// Why a hot split cannot be split, as `SPANNER_SYS.SPLIT_STATS_TOP_MINUTE` says it.
///
/// `LARGE_SCAN_HOT_SPOT` and `UNISOLATABLE_HOT_ROW` need reads, which are not simulated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Reason {
    /// The load is on one row.
    HotRow,
    /// The load moves on before the split is split.
    MovingHotSpot,
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
/// percentiles are over all commits of that half.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Summary {
    /// Rows of tables per second that the load asks to write, index entries not counted.
    pub offered: f64,
    /// Rows of tables per second written.
    pub served: f64,
    /// Rows per second that the layout at the end takes without a server above its capacity, all
    /// rates scaled alike.
    pub sustainable: f64,
    /// Median commit latency at the server, ms.
    pub p50_ms: f64,
    /// 99th percentile of commit latency at the server, ms.
    pub p99_ms: f64,
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
    /// Seconds until no server was above its capacity for the rest of the run; `None` if one
    /// still was at the end.
    pub seconds_to_balance: Option<f64>,
}

/// Where the work of a run went, in server-seconds: what was asked for is what was served, held
/// back, shed and left waiting.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Totals {
    /// Asked for.
    pub offered: f64,
    /// Done.
    pub served: f64,
    /// Not sent, because another participant of the commit was overloaded.
    pub held_back: f64,
    /// Not accepted, because too many commits were in flight.
    pub shed: f64,
    /// Accepted and not done at the end.
    pub waiting: f64,
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
    /// Utilisation, 0 to 1: server by server, each by column.
    pub utilisation: Vec<f32>,
    /// Rows per second written: component by component in the order of the load, each by column.
    pub component_served: Vec<f32>,
    /// Touches per second that reach their splits: stream by stream, each by column.
    pub stream_wanted: Vec<f32>,
    /// Share of a server that one touch per second takes, by stream.
    pub stream_cost: Vec<f64>,
    /// Splits at the end, in the order of their keys.
    pub splits: Vec<SplitAtEnd>,
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
}

/// Runs `load` as `knobs` say. The same arguments give the same bytes on every machine.
#[must_use]
pub fn simulate(load: &Load, knobs: &Knobs, seed: u64) -> Run {
    let mut notes = Vec::new();
    let knobs = knobs.limited(&mut notes);
    let mut state = State::new(load, &knobs, seed);
    state.run.notes = notes;
    while state.second < state.run.seconds {
        state.step();
    }
    state.finish(load)
}

impl Default for Knobs {
    fn default() -> Self {
        Self {
            nodes: 10.0,
            minutes: 60,
            in_flight_max: model::IN_FLIGHT_MAX,
            writes_per_node: WRITES_PER_NODE,
        }
    }
}

impl Knobs {
    /// The knobs within their limits; each limit reached is noted.
    fn limited(&self, notes: &mut Vec<String>) -> Self {
        let mut note = |what: &str, asked: f64, given: f64| {
            if asked != given {
                notes.push(format!("{what}: {asked} was asked for, {given} is simulated."));
            }
        };
        let positive = |value: f64, or: f64| if value > 0.0 { value } else { or };
        let nodes = self.nodes.clamp(model::NODES_MIN, model::NODES_MAX);
        let nodes = positive(nodes, model::NODES_MIN);
        note("Nodes", self.nodes, nodes);
        let minutes = self.minutes.clamp(1, model::MINUTES_MAX);
        note("Minutes", f64::from(self.minutes), f64::from(minutes));
        Self {
            nodes,
            minutes,
            in_flight_max: positive(self.in_flight_max, model::IN_FLIGHT_MAX),
            writes_per_node: positive(self.writes_per_node, WRITES_PER_NODE),
        }
    }
}

impl Reason {
    /// As Spanner says it.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::HotRow => "HOT_ROW",
            Self::MovingHotSpot => "MOVING_HOT_SPOT",
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

/// A run under way.
struct State {
    work: Work,
    layout: Layout,
    spread: Spread,
    control: Control,
    latency: Latency,
    random: StdRng,
    in_flight_max: f64,
    second: u32,
    /// Rate of each class in this column, as a multiple of what it asks for.
    noise: Vec<f64>,
    /// What servers serve without noise; the database reacts to this.
    calm: Shares,
    /// What servers serve in this column.
    now: Shares,
    /// `now` no longer holds.
    stale: bool,
    /// `calm` no longer holds.
    calm_stale: bool,
    /// Seconds of accepted work that wait at each server.
    backlog: Vec<f64>,
    overloaded_until: u32,
    column: Column,
    half: Half,
    run: Run,
}

/// What is added up over a column, in amounts (rates times seconds).
struct Column {
    offered: f64,
    served: f64,
    busy: Vec<f64>,
    components: Vec<f64>,
    wanted: Vec<f64>,
    mix: Mix,
    /// Commits by factor class and server, of one step.
    waiting: Vec<(usize, usize, f64)>,
}

/// What is added up over the second half of the run.
struct Half {
    seconds: f64,
    offered: f64,
    served: f64,
    /// Server-seconds of the busiest server of each column.
    busiest: f64,
    /// Server-seconds of all servers.
    busy: f64,
    mix: Mix,
}

impl Column {
    fn new(work: &Work, servers: usize, mix: Mix) -> Self {
        Self {
            offered: 0.0,
            served: 0.0,
            busy: vec![0.0; servers],
            components: vec![0.0; work.parts.len()],
            wanted: vec![0.0; work.rate.len()],
            mix,
            waiting: Vec::new(),
        }
    }

    /// Starts the next column.
    fn clear(&mut self) {
        self.offered = 0.0;
        self.served = 0.0;
        self.busy.fill(0.0);
        self.components.fill(0.0);
        self.wanted.fill(0.0);
        self.mix.clear();
    }
}

impl Half {
    fn new(mix: Mix) -> Self {
        Self { seconds: 0.0, offered: 0.0, served: 0.0, busiest: 0.0, busy: 0.0, mix }
    }

    /// Takes in a column.
    fn add(&mut self, column: &Column, seconds: f64) {
        self.seconds += seconds;
        self.offered += column.offered;
        self.served += column.served;
        self.busiest += column.busy.iter().copied().fold(0.0, f64::max);
        self.busy += column.busy.iter().sum::<f64>();
        self.mix.merge(&column.mix);
    }
}

impl State {
    fn new(load: &Load, knobs: &Knobs, seed: u64) -> Self {
        let mut random = StdRng::seed_from_u64(seed);
        let server_count = usize::try_from(whole(knobs.nodes.ceil())).expect("nodes are limited");
        let server_nodes = knobs.nodes / server_count as f64;
        let seconds = knobs.minutes * 60;
        let seconds_per_column = seconds.div_ceil(model::COLUMNS);
        let columns = seconds.div_ceil(seconds_per_column);
        assert!(columns <= model::COLUMNS_MAX, "expected few columns, found {columns}");
        let capacity = server_nodes * knobs.writes_per_node / WRITES_PER_NODE;
        let work = Work::new(load, capacity, seconds);
        let layout = Layout::fresh(load, &shuffled(server_count, &mut random));
        let spread = Spread::of(&work, &layout, 0);
        let noise = vec![1.0; load.classes.len()];
        let calm = Shares::solve(&work, &spread, server_count, &noise);
        let latency = Latency::new(&model::participants(load));
        let columns_of = |rows: usize| vec![0.0; rows * columns as usize];
        let run = Run {
            seconds,
            seconds_per_column,
            columns,
            servers: count(server_count),
            server_nodes,
            utilisation: columns_of(server_count),
            component_served: columns_of(work.parts.len()),
            stream_wanted: columns_of(work.rate.len()),
            stream_cost: work.cost.clone(),
            ..Run::default()
        };
        Self {
            column: Column::new(&work, server_count, latency.empty()),
            half: Half::new(latency.empty()),
            now: calm.clone(),
            control: Control::new(load),
            backlog: vec![0.0; server_count],
            in_flight_max: knobs.in_flight_max,
            second: 0,
            stale: true,
            calm_stale: true,
            overloaded_until: 0,
            work,
            layout,
            spread,
            latency,
            random,
            noise,
            calm,
            run,
        }
    }

    /// One step, as told at the top of this file.
    fn step(&mut self) {
        if self.second.is_multiple_of(self.run.seconds_per_column) {
            // The noise of two columns cancels, so that means come out as what was asked for.
            let even = (self.second / self.run.seconds_per_column).is_multiple_of(2);
            for noise in &mut self.noise {
                *noise = match even {
                    true => 1.0 + model::NOISE * (2.0 * fraction(&mut self.random) - 1.0),
                    false => 2.0 - *noise,
                };
            }
            self.stale = true;
        }
        if self.second >= self.spread.crossing {
            self.respread();
        }
        self.refresh_calm();
        if self.second.is_multiple_of(model::CONTROL_SECONDS) {
            self.react();
        }
        if self.stale {
            let servers = self.layout.servers;
            self.now = Shares::solve(&self.work, &self.spread, servers, &self.noise);
            self.stale = false;
        }
        let next = self.next_second();
        let seconds = f64::from(next - self.second);
        self.add_latency(seconds);
        self.serve(seconds);
        if self.calm.server_load.iter().any(|&load| load > 1.0 + 1e-9) {
            self.overloaded_until = next;
        }
        self.second = next;
        if next.is_multiple_of(self.run.seconds_per_column) || next == self.run.seconds {
            self.close_column();
        }
    }

    fn respread(&mut self) {
        self.spread = Spread::of(&self.work, &self.layout, self.second);
        self.stale = true;
        self.calm_stale = true;
    }

    fn refresh_calm(&mut self) {
        if self.calm_stale {
            let even = vec![1.0; self.noise.len()];
            self.calm = Shares::solve(&self.work, &self.spread, self.layout.servers, &even);
            self.control.look(&self.work, &self.layout, &self.spread, &self.calm);
            self.calm_stale = false;
        }
    }

    fn react(&mut self) {
        if self.second > 0 {
            self.control.grow(&mut self.layout, model::CONTROL_SECONDS);
        }
        if self.control.round(&self.work, &mut self.layout, &self.calm, self.second) {
            self.respread();
            self.refresh_calm();
            for rate in &self.control.moved {
                // No more can wait than may be in flight.
                let waiting = (rate * model::MOVE_SECONDS).min(self.in_flight_max);
                self.latency.add_moved(&mut self.column.mix, waiting);
            }
        }
    }

    /// The next second at which anything may change.
    fn next_second(&self) -> u32 {
        let edge = |every: u32| (self.second / every + 1) * every;
        let next = edge(self.run.seconds_per_column)
            .min(edge(model::CONTROL_SECONDS))
            .min(self.spread.crossing)
            .min(self.run.seconds);
        let settling = (0..self.backlog.len()).any(|server| {
            let (load, waiting) = (self.now.server_load[server], self.backlog[server]);
            if load > 1.0 { waiting < self.backlog_max(server) } else { waiting > 0.0 }
        });
        if settling { self.second + 1 } else { next.max(self.second + 1) }
    }

    /// Seconds of work that may wait at a server.
    fn backlog_max(&self, server: usize) -> f64 {
        self.in_flight_max * self.cost_mean(server)
    }

    /// Server-seconds that a touch costs a server on average.
    fn cost_mean(&self, server: usize) -> f64 {
        let rate = self.now.server_rate[server];
        if rate > 0.0 { self.now.server_load[server] / rate } else { 0.0 }
    }

    /// Adds what is offered, served and left waiting in `seconds`.
    fn serve(&mut self, seconds: f64) {
        for (class, &commits) in self.work.commits.iter().enumerate() {
            let offered = commits * self.noise[class] * seconds;
            self.column.offered += offered;
            self.column.served += offered * self.now.class_share[class];
        }
        for (stream, wanted) in self.column.wanted.iter_mut().enumerate() {
            let asked = self.work.rate[stream] * self.noise[self.work.class_of[stream]] * seconds;
            let reached = asked * self.now.reach[stream];
            *wanted += reached;
            let cost = self.work.cost[stream];
            self.run.totals.offered += asked * cost;
            self.run.totals.held_back += (asked - reached) * cost;
            for part in self.work.parts_of[stream].clone() {
                let weight = self.work.parts[part].weight;
                self.column.components[part] += reached * weight * self.now.part_share[part];
            }
        }
        for server in 0..self.backlog.len() {
            let arrived = self.now.server_load[server] * seconds;
            let due = self.backlog[server] + arrived;
            let served = due.min(seconds);
            let left = due - served;
            let kept = left.min(self.backlog_max(server).max(self.backlog[server] - seconds));
            self.run.totals.served += served;
            self.run.totals.shed += left - kept;
            self.backlog[server] = kept;
            self.column.busy[server] += served;
        }
    }

    /// Adds the latencies of the commits served in `seconds`.
    fn add_latency(&mut self, seconds: f64) {
        let waits: Vec<Wait> = (0..self.backlog.len()).map(|server| self.wait(server)).collect();
        let waiting = &mut self.column.waiting;
        waiting.clear();
        for (class, streams) in self.work.streams_of.iter().enumerate() {
            let offered = self.work.commits[class] * self.noise[class] * seconds;
            let commits = offered * self.now.class_share[class];
            // The participant that waits longest sets the time; of equals the first.
            let mut slowest: Option<(f64, usize)> = None;
            for &stream in streams {
                let mut mean = 0.0;
                for part in self.work.parts_of[stream].clone() {
                    for flow in &self.spread.flows[self.spread.flows_of[part].clone()] {
                        let share = self.work.parts[part].weight * flow.weight;
                        mean += share * waits[flow.server].mean();
                    }
                }
                if slowest.is_none_or(|(most, _)| self.work.share[stream] * mean > most) {
                    slowest = Some((self.work.share[stream] * mean, stream));
                }
            }
            let Some((_, stream)) = slowest else { continue };
            let served = self.now.stream_share[stream];
            if served <= 0.0 {
                continue;
            }
            for part in self.work.parts_of[stream].clone() {
                for flow in &self.spread.flows[self.spread.flows_of[part].clone()] {
                    let share = self.work.parts[part].weight * flow.weight;
                    let share = share * self.now.server_share[flow.server] / served;
                    waiting.push((self.latency.factor(class), flow.server, commits * share));
                }
            }
        }
        self.latency.add_all(&mut self.column.mix, waiting, &waits);
    }

    /// How commits wait at a server now.
    fn wait(&self, server: usize) -> Wait {
        let load = self.now.server_load[server];
        let cost_ms = 1000.0 * self.cost_mean(server);
        // Clients keep so many commits in flight and no more, so the slowest in a hundred wait
        // no longer than the full backlog: an exponential has its 99th percentile at ln 100.
        let most = self.in_flight_max * cost_ms / libm::log(100.0);
        let free = (1.0 - load).max(1e-9);
        let queue = Wait::Queue {
            busy: load.min(1.0),
            mean_ms: (cost_ms * model::BURSTINESS / free).min(most),
        };
        let backlog = Wait::Backlog(1000.0 * self.backlog[server]);
        if backlog.mean() > queue.mean() { backlog } else { queue }
    }

    fn close_column(&mut self) {
        let column = (self.second - 1) / self.run.seconds_per_column;
        let seconds = f64::from(self.second - column * self.run.seconds_per_column);
        let sums = &mut self.column;
        let run = &mut self.run;
        run.offered.push(recorded(sums.offered / seconds));
        run.served.push(recorded(sums.served / seconds));
        run.p50_ms.push(recorded(self.latency.percentile(&sums.mix, 0.5)));
        run.p99_ms.push(recorded(self.latency.percentile(&sums.mix, 0.01)));
        let record = |rows: &mut [f32], sums: &[f64]| {
            for (row, sum) in sums.iter().enumerate() {
                rows[row * run.columns as usize + column as usize] = recorded(sum / seconds);
            }
        };
        record(&mut run.utilisation, &sums.busy);
        record(&mut run.component_served, &sums.components);
        record(&mut run.stream_wanted, &sums.wanted);
        if 2 * column >= run.columns {
            self.half.add(sums, seconds);
        }
        sums.clear();
    }

    fn finish(mut self, load: &Load) -> Run {
        // The layout is told as it was in the last step: at the very end tails stand on an edge.
        let half = &self.half;
        let overloaded = self.overloaded_until == self.run.seconds;
        self.run.summary = Summary {
            offered: half.offered / half.seconds,
            served: half.served / half.seconds,
            sustainable: self.sustainable(),
            p50_ms: self.latency.percentile(&half.mix, 0.5),
            p99_ms: self.latency.percentile(&half.mix, 0.01),
            utilisation_max: half.busiest / half.seconds,
            utilisation_mean: half.busy / (half.seconds * f64::from(self.run.servers)),
            splits: count(self.layout.splits.len()),
            moves: self.control.moves,
            size_splits: self.control.size_splits,
            seconds_to_balance: (!overloaded).then(|| f64::from(self.overloaded_until)),
        };
        self.run.totals.waiting = self.backlog.iter().sum();
        self.run.unsplittable = control::listed(&self.layout, &self.control)
            .into_iter()
            .map(|(split, reason, score)| {
                let keys = self.layout.splits[split].keys;
                Unsplittable { object: self.heaviest(load, keys), keys, reason, score }
            })
            .collect();
        let ends = self.layout.splits.iter().zip(&self.control.split_load);
        self.run.splits = ends
            .map(|(split, &load)| SplitAtEnd {
                keys: split.keys,
                server: count(split.server),
                load,
                bytes: split.bytes,
            })
            .collect();
        if self.control.full {
            let most = model::SPLITS_MAX;
            self.run.notes.push(format!("Splitting stopped at {most} splits."));
        }
        self.run.events = self.control.events;
        self.run.history = self.layout.history;
        self.run
    }

    /// Rows per second at which the busiest server of the layout is at its capacity.
    fn sustainable(&self) -> f64 {
        let mut loads = vec![0.0; self.layout.servers];
        for flow in &self.spread.flows {
            let part = &self.work.parts[flow.part];
            let rate = self.work.rate[part.stream] * part.weight * flow.weight;
            loads[flow.server] += rate * self.work.cost[part.stream];
        }
        let most = loads.iter().copied().fold(0.0, f64::max);
        if most > 0.0 { self.work.commits.iter().sum::<f64>() / most } else { 0.0 }
    }

    /// The object with the most load in `keys`.
    fn heaviest(&self, load: &Load, keys: Keys) -> ObjectId {
        let loads = control::load_by_stream(&self.work, &self.calm, keys, self.second - 1);
        let mut by_object = vec![0.0; load.objects.len()];
        for (stream, sum) in loads {
            by_object[load.streams[stream].object.0 as usize] += sum;
        }
        let mut best = 0;
        for (object, &sum) in by_object.iter().enumerate() {
            if sum > by_object[best] {
                best = object;
            }
        }
        ObjectId(count(best))
    }
}

/// Server numbers in a random order.
fn shuffled(servers: usize, random: &mut StdRng) -> Vec<usize> {
    let mut order: Vec<usize> = (0..servers).collect();
    for last in (1..servers).rev() {
        let other = usize::try_from(whole(fraction(random) * (last + 1) as f64));
        order.swap(last, other.unwrap_or(last).min(last));
    }
    order
}

/// A number from 0 up to and without 1, from the upper 53 bits of a draw.
fn fraction(random: &mut StdRng) -> f64 {
    (random.next_u64() >> 11) as f64 / (1_u64 << 53) as f64
}
