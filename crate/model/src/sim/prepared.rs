//! The load with everything that does not change during a run worked out: rates, costs, limits.

use super::clock::Clock;
use super::commit_time;
use super::costs::{self, Prices};
use super::knobs::Knobs;
use super::layout::Layout;
use super::model::{self, Constants};
use super::scan::Scans;
use super::servers::Servers;
use crate::load::{ClassKind, ComponentKind, Direction, Keys, Load, Stream, whole};
use std::ops::Range;

/// A component of a stream, all in one list.
#[derive(Clone, Copy, Debug)]
pub(super) struct Part {
    /// The stream.
    pub(super) stream: usize,
    /// Its share of the stream.
    pub(super) weight: f64,
    /// Where it lands.
    pub(super) kind: ComponentKind,
    /// Keys that each touch passes, 0 for single rows.
    pub(super) span: u64,
}

/// The load with everything that does not change during a run worked out.
#[derive(Debug)]
pub(super) struct PreparedLoad {
    /// Components of all streams in order.
    pub(super) parts: Vec<Part>,
    /// Which parts belong to a stream.
    pub(super) parts_of: Vec<Range<usize>>,
    /// Which parts lie in a row tree, by its number.
    pub(super) in_root: Vec<Vec<usize>>,
    /// The class of each stream.
    pub(super) class_of: Vec<usize>,
    /// Which streams belong to a class.
    pub(super) streams_of: Vec<Vec<usize>>,
    /// Share of the class's commits that touch the stream.
    pub(super) share: Vec<f64>,
    /// What the stream touches lies in a split of its own.
    pub(super) apart: Vec<bool>,
    /// Touches per second asked for.
    pub(super) rate: Vec<f64>,
    /// Server-seconds that one touch of a part costs the servers of its splits, beside
    /// `spread_cost`.
    pub(super) cost: Vec<f64>,
    /// Server-seconds that one touch of a part costs every server, because it is replicated.
    pub(super) spread_cost: Vec<f64>,
    /// Touches per second that a part takes at most: changes of one row follow one another.
    pub(super) row_cap: Vec<f64>,
    /// Load that a split takes at most, in servers.
    pub(super) ceiling: f64,
    /// A row or a split may take less than its server would.
    pub(super) limited: bool,
    /// Streams that write many rows anywhere: what they cost depends on how many splits there
    /// are.
    scattered: Vec<(usize, Stream)>,
    /// By stream, for range reads: node-seconds for each split touched, and for all else.
    pub(super) scan_costs: Vec<(f64, f64)>,
    /// Parts that are range reads.
    scanning: Vec<usize>,
    prices: Prices,
    server: Servers,
    /// Logarithm of [`model::SLOWEST_IN`]: the 99th percentile of an exponential, in means.
    pub(super) slowest: f64,
    pub(super) constants: Constants,
    /// Bytes by which one touch grows the object.
    pub(super) growth: Vec<f64>,
    /// Requests per second asked for, by class.
    pub(super) requests: Vec<f64>,
    /// The class only reads.
    pub(super) reads: Vec<bool>,
    /// Seconds of the run.
    pub(super) seconds: f64,
    /// How time passes for tails.
    pub(super) clock: Clock,
}

impl PreparedLoad {
    /// Works out `load` for the servers of a run.
    pub(super) fn new(load: &Load, knobs: &Knobs, server: Servers, clock: Clock) -> Self {
        let prices = knobs.prices();
        let streams = load.streams.len();
        let scattered = load.streams.iter().enumerate().filter(|(_, s)| costs::is_scattered(s));
        let ceiling = knobs.constants.split_ceiling / server.nodes;
        let mut prepared = Self {
            parts: Vec::new(),
            parts_of: Vec::with_capacity(streams),
            in_root: vec![Vec::new(); load.roots()],
            class_of: load.streams.iter().map(|stream| stream.class.0 as usize).collect(),
            streams_of: vec![Vec::new(); load.classes.len()],
            share: load.streams.iter().map(|stream| stream.share).collect(),
            apart: Vec::with_capacity(streams),
            rate: Vec::with_capacity(streams),
            cost: Vec::new(),
            spread_cost: Vec::new(),
            row_cap: Vec::new(),
            ceiling: if ceiling < 1.0 { ceiling } else { f64::INFINITY },
            limited: ceiling < 1.0,
            scattered: scattered.map(|(index, stream)| (index, stream.clone())).collect(),
            scan_costs: Vec::with_capacity(streams),
            scanning: Vec::new(),
            prices,
            server,
            slowest: libm::log(model::SLOWEST_IN),
            constants: knobs.constants,
            growth: load.streams.iter().map(|stream| stream.growth_bytes).collect(),
            requests: load.classes.iter().map(|class| class.commits_per_second).collect(),
            reads: load.classes.iter().map(|class| class.kind == ClassKind::Read).collect(),
            seconds: f64::from(knobs.minutes * 60),
            clock,
        };
        let participants = costs::participants(load);
        for (index, (stream, cost)) in
            load.streams.iter().zip(costs::touch_costs(load, &prices)).enumerate()
        {
            let class = prepared.class_of[index];
            prepared.rate.push(prepared.requests[class] * stream.share);
            prepared.streams_of[class].push(index);
            prepared.apart.push(stream.participant || prepared.reads[class]);
            let seek = costs::seek_cost(stream, &prices);
            prepared.scan_costs.push((seek, (cost - seek).max(0.0)));
            let most = commit_time::row_changes(knobs, participants[class]);
            let read_first =
                knobs.read_modify_write && load.class(stream.class).kind == ClassKind::Update;
            prepared.add_parts(stream, index, read_first.then_some(most));
            for part in prepared.parts_of[index].clone() {
                prepared.set_cost(part, cost);
            }
        }
        prepared
    }

    /// Adds the parts of a stream; where rows are read before they are changed, `in_turn` is the most
    /// that one row takes.
    fn add_parts(&mut self, stream: &Stream, index: usize, in_turn: Option<f64>) {
        let first = self.parts.len();
        for component in &stream.components {
            let (weight, place, span) = (component.weight, component.kind, stream.span);
            let root = Layout::root_of(place.keys().lo);
            self.in_root[root].push(self.parts.len());
            if span > 0 {
                self.scanning.push(self.parts.len());
            }
            self.parts.push(Part { stream: index, weight, kind: place, span });
            let one_row = matches!(place, ComponentKind::Atom { .. }) && stream.rows > 0.0;
            let most = in_turn.filter(|_| one_row);
            self.limited |= most.is_some();
            self.row_cap.push(most.unwrap_or(f64::INFINITY));
        }
        self.cost.resize(self.parts.len(), 0.0);
        self.spread_cost.resize(self.parts.len(), 0.0);
        self.parts_of.push(first..self.parts.len());
    }

    /// Sets what one touch of a part costs, in node-seconds, as shares of servers.
    fn set_cost(&mut self, part: usize, cost: f64) {
        let cost = cost / self.server.capacity;
        let others = self.server.count as f64 - 1.0;
        // What only reads is not replicated.
        let reads = self.reads[self.class_of[self.parts[part].stream]];
        if others > 0.0 && !reads {
            let spread = cost * (1.0 - self.server.leader_share) / others;
            self.spread_cost[part] = spread;
            self.cost[part] = cost * self.server.leader_share - spread;
        } else {
            self.cost[part] = cost;
        }
    }

    /// Works out again what depends on how many splits there are: how many each part lies in, and
    /// how many each of its touches reaches.
    pub(super) fn recost(&mut self, splits_of: &[u32], touched: &[f64]) {
        let scattered = std::mem::take(&mut self.scattered);
        for (index, stream) in &scattered {
            let splits: u32 = splits_of[self.parts_of[*index].clone()].iter().sum();
            if splits > 1 {
                let cost = costs::scattered_cost(stream, f64::from(splits), &self.prices);
                for part in self.parts_of[*index].clone() {
                    self.set_cost(part, cost);
                }
            }
        }
        self.scattered = scattered;
        for index in 0..self.scanning.len() {
            let part = self.scanning[index];
            let (seek, rest) = self.scan_costs[self.parts[part].stream];
            self.set_cost(part, seek * touched[part] + rest);
        }
    }

    /// Requests per second of all classes, and of those that only read, when class `c` is asked for
    /// in a share of `asked[c]`.
    pub(super) fn requests_by_kind(&self, asked: &[f64]) -> (f64, f64) {
        let (mut all, mut reading) = (0.0, 0.0);
        for ((rate, asked), reads) in self.requests.iter().zip(asked).zip(&self.reads) {
            all += rate * asked;
            reading += if *reads { rate * asked } else { 0.0 };
        }
        (all, reading)
    }

    /// Server-seconds that one touch of a stream costs all servers together, over those of the
    /// server of its split: the mean over its parts.
    pub(super) fn stream_cost(&self, stream: usize) -> f64 {
        let cost = |part: usize| self.cost[part] + self.spread_cost[part];
        let mut parts = self.parts_of[stream].clone();
        let Some(first) = parts.next() else { return 0.0 };
        if self.parts[first].span == 0 {
            return cost(first);
        }
        self.parts_of[stream].clone().map(|part| self.parts[part].weight * cost(part)).sum()
    }

    /// The key at which a tail or atom stands; `None` for a uniform part.
    pub(super) fn point(&self, part: usize, second: u32) -> Option<u64> {
        match self.parts[part].kind {
            ComponentKind::Uniform(_) => None,
            ComponentKind::Tail(tail) => {
                let paced = self.clock.paced(&tail, f64::from(second));
                Some(tail.position(paced, self.seconds))
            }
            ComponentKind::Atom { at } => Some(at),
        }
    }

    /// The range reads of a part; `None` where it touches single rows.
    pub(super) fn scans(&self, part: usize, second: u32) -> Option<Scans> {
        let Part { kind, span, .. } = self.parts[part];
        if span == 0 {
            return None;
        }
        let tree = Load::root_keys(Layout::root_of(kind.keys().lo));
        Some(match (kind, self.point(part, second)) {
            (ComponentKind::Tail(tail), Some(at)) => {
                let keys = tail.newest(at, span);
                let starts = Keys { lo: keys.lo, hi: keys.lo + 1 };
                Scans { starts, span: keys.len(), end: keys.hi }
            }
            (kind, _) => Scans { starts: kind.keys(), span, end: tree.hi },
        })
    }

    /// Whether what lies evenly on the same keys as a part flows as it does.
    pub(super) fn shares_flows(&self, part: usize) -> bool {
        let Part { kind, span, .. } = self.parts[part];
        span == 0 && !self.limited && matches!(kind, ComponentKind::Uniform(_))
    }

    /// Share of what a part costs that falls into `keys` now; of a range read, of the rows read.
    pub(super) fn share_in(&self, part: usize, keys: Keys, second: u32) -> f64 {
        if let Some(scans) = self.scans(part, second) {
            return scans.rows(keys);
        }
        match self.point(part, second) {
            Some(at) => f64::from(u8::from(keys.contains(at))),
            None => {
                let range = self.parts[part].kind.keys();
                range.overlap(keys).len() as f64 / range.len() as f64
            }
        }
    }

    /// The split in which all of a tail or atom lies, which `find` finds by its first key; `None`
    /// for what lies in several.
    pub(super) fn split_of(
        &self,
        part: usize,
        second: u32,
        find: impl Fn(u64) -> usize,
        layout: &Layout,
    ) -> Option<usize> {
        let at = self.point(part, second)?;
        let Some(scans) = self.scans(part, second) else { return Some(find(at)) };
        let keys = scans.keys();
        let split = find(keys.lo);
        (keys.hi <= layout.splits[split].keys.hi).then_some(split)
    }

    /// Second at which a part's point leaves `keys`, at the earliest the next one.
    pub(super) fn leaves(&self, part: usize, keys: Keys, second: u32) -> u32 {
        let ComponentKind::Tail(tail) = self.parts[part].kind else { return u32::MAX };
        let paced = self.clock.paced(&tail, f64::from(second));
        let at = tail.position(paced, self.seconds);
        let way = match tail.direction {
            Direction::Up => tail.keys.hi.min(keys.hi).saturating_sub(at),
            Direction::Down => at.saturating_sub(tail.keys.lo.max(keys.lo)) + 1,
        };
        let speed = tail.speed(self.seconds);
        if speed <= 0.0 {
            return u32::MAX;
        }
        let wait = self.clock.when(&tail, paced + way as f64 / speed) - f64::from(second);
        let wait = wait.min(f64::from(u32::MAX / 2)).max(1.0);
        second + u32::try_from(whole(wait)).unwrap_or(u32::MAX / 2)
    }
}
