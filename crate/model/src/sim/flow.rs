//! The load spread over splits and servers: which part lies in which split, and who serves it.

use super::clock::Clock;
use super::commit_time;
use super::costs::{self, Prices};
use super::knobs::Knobs;
use super::layout::Layout;
use super::model::{self, Constants};
use super::scan::Scans;
use super::servers::Servers;
use crate::load::{ClassKind, ComponentKind, Direction, Keys, Load, Stream, count, whole};
use std::collections::BTreeMap;
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
pub(super) struct Work {
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
    scan_costs: Vec<(f64, f64)>,
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

/// A share of a part that lies in one split.
#[derive(Clone, Copy, Debug)]
pub(super) struct Piece {
    /// The part.
    pub(super) part: usize,
    /// The split.
    pub(super) split: usize,
    /// Its share of what the part costs.
    pub(super) weight: f64,
    /// Share of the touches that reach it; those of a range read may reach several.
    pub(super) touches: f64,
}

/// A share of a part that one server bears. Kept small: these are read in every step.
#[derive(Clone, Copy, Debug)]
pub(super) struct Flow {
    /// The share of what the part costs, 0 to 1. Of single rows it is that of the touches too.
    pub(super) weight: f64,
    /// The server.
    pub(super) server: u32,
    /// The split, where splits are told apart.
    pub(super) split: u32,
}

/// What range reads make of a flow.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scanned {
    /// Touches of its splits for each touch of the part.
    pub(super) touches: f64,
    /// What one of these costs, as a multiple of a touch of the part.
    pub(super) dear: f64,
}

/// A part that lies in one split for now.
#[derive(Clone, Copy, Debug)]
pub(super) struct Point {
    /// The part.
    pub(super) part: usize,
    /// The split.
    pub(super) split: usize,
    /// Its only flow.
    flow: usize,
    /// The second at which it leaves the split.
    leaves: u32,
}

/// Where every part lies at a moment.
#[derive(Debug, Default)]
pub(super) struct Spread {
    /// Of parts that lie in several splits.
    pub(super) pieces: Vec<Piece>,
    /// Which pieces belong to a part.
    pieces_of: Vec<Range<usize>>,
    /// Parts that have pieces, in order.
    pub(super) wide: Vec<usize>,
    /// The other parts.
    pub(super) points: Vec<Point>,
    /// By part, in order.
    pub(super) flows: Vec<Flow>,
    /// The part of each flow; the first of those that share it.
    pub(super) part_of: Vec<usize>,
    /// Of each flow; 1 for what touches single rows, as shares of the weight.
    pub(super) scanned: Vec<Scanned>,
    /// Which flows belong to a part. Parts that lie evenly on the same keys share them, unless
    /// rows or splits may hold them up, each in its own way.
    pub(super) flows_of: Vec<Range<usize>>,
    /// How many splits each part lies in.
    splits_of: Vec<u32>,
    /// How many splits each touch of a part reaches.
    touched: Vec<f64>,
    /// The second at which a tail first leaves its split.
    pub(super) crossing: u32,
    /// The second at which range reads at a tail reach the next split or leave the last.
    sliding: u32,
}

/// What became of points that left their splits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Crossed {
    /// They are in other splits of the same servers.
    Splits,
    /// Other servers serve them.
    Servers,
    /// Range reads at tails are among them; each lies in one split again.
    Reads,
    /// More has changed: the load must be spread again.
    More,
}

impl Work {
    /// Works out `load` for the servers of a run.
    pub(super) fn new(load: &Load, knobs: &Knobs, server: Servers, clock: Clock) -> Self {
        let prices = knobs.prices();
        let streams = load.streams.len();
        let scattered = load.streams.iter().enumerate().filter(|(_, s)| costs::is_scattered(s));
        let ceiling = knobs.constants.split_ceiling / server.nodes;
        let mut work = Self {
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
            let class = work.class_of[index];
            work.rate.push(work.requests[class] * stream.share);
            work.streams_of[class].push(index);
            work.apart.push(stream.participant || work.reads[class]);
            let seek = costs::seek_cost(stream, &prices);
            work.scan_costs.push((seek, (cost - seek).max(0.0)));
            let most = commit_time::row_changes(knobs, participants[class]);
            let read_first =
                knobs.read_modify_write && load.class(stream.class).kind == ClassKind::Update;
            work.add_parts(stream, index, read_first.then_some(most));
            for part in work.parts_of[index].clone() {
                work.set_cost(part, cost);
            }
        }
        work
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

    /// Works out again what depends on how many splits there are.
    pub(super) fn recost(&mut self, spread: &Spread) {
        let scattered = std::mem::take(&mut self.scattered);
        for (index, stream) in &scattered {
            let splits: u32 = spread.splits_of[self.parts_of[*index].clone()].iter().sum();
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
            self.set_cost(part, seek * spread.touched[part] + rest);
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
    fn shares_flows(&self, part: usize) -> bool {
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
    fn split_of(
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
    fn leaves(&self, part: usize, keys: Keys, second: u32) -> u32 {
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

impl Spread {
    /// Finds the split and server of every part. `old` is what was found before on the same layout,
    /// if anything was: parts that lie evenly on their keys are still where they were.
    pub(super) fn of(work: &Work, layout: &Layout, old: Option<&Self>, second: u32) -> Self {
        let mut spread = Self { crossing: u32::MAX, sliding: u32::MAX, ..Self::default() };
        spread.pieces.reserve(old.map_or(0, |old| old.pieces.len()));
        let mut by_server = ByServer::new(layout.servers);
        let mut shared = BTreeMap::new();
        for part in 0..work.parts.len() {
            let (first, before) = (spread.flows.len(), spread.pieces.len());
            let (mut touched, mut flows) = (1.0, None);
            if let Some(split) = work.split_of(part, second, |key| layout.find(key), layout) {
                spread.add_point(work, layout, part, split, second);
            } else {
                let even = matches!(work.parts[part].kind, ComponentKind::Uniform(_));
                let old = old.filter(|_| even);
                match (old, work.scans(part, second)) {
                    (Some(old), _) => {
                        spread.pieces.extend_from_slice(&old.pieces[old.pieces_of[part].clone()]);
                        touched = old.touched[part];
                    }
                    (None, Some(scans)) => touched = spread.add_scans(work, layout, part, &scans),
                    (None, None) => spread.add_pieces(part, work.parts[part].kind.keys(), layout),
                }
                if work.point(part, second).is_some() {
                    spread.slides(work, layout, part, second);
                }
                spread.wide.push(part);
                let keys = work.parts[part].kind.keys();
                let known = shared.get(&(keys.lo, keys.hi)).filter(|_| work.shares_flows(part));
                match (known, old) {
                    (Some(&of), _) => flows = Some(Range::clone(&spread.flows_of[of])),
                    (None, Some(old)) => spread.add_flows_of(old, part),
                    (None, None) if work.ceiling.is_finite() => spread.add_by_split(layout, before),
                    (None, None) => spread.add_by_server(layout, before, &mut by_server),
                }
                if work.shares_flows(part) {
                    shared.entry((keys.lo, keys.hi)).or_insert(part);
                }
            }
            let pieces = spread.pieces.len() - before;
            spread.pieces_of.push(before..spread.pieces.len());
            spread.splits_of.push(count(pieces.max(1)));
            spread.touched.push(touched);
            spread.flows_of.push(flows.unwrap_or(first..spread.flows.len()));
        }
        spread
    }

    fn add_point(&mut self, work: &Work, layout: &Layout, part: usize, split: usize, second: u32) {
        let leaves = work.leaves(part, layout.splits[split].keys, second);
        self.crossing = self.crossing.min(leaves);
        self.points.push(Point { part, split, flow: self.flows.len(), leaves });
        self.add_flow(part, layout.splits[split].server, split, (1.0, 1.0));
    }

    /// The flows of a part as they were before.
    fn add_flows_of(&mut self, old: &Self, part: usize) {
        let flows = old.flows_of[part].clone();
        self.flows.extend_from_slice(&old.flows[flows.clone()]);
        self.scanned.extend_from_slice(&old.scanned[flows.clone()]);
        self.part_of.extend_from_slice(&old.part_of[flows]);
    }

    /// A flow of a part, given the weight and the touches.
    fn add_flow(
        &mut self,
        part: usize,
        server: usize,
        split: usize,
        (weight, touches): (f64, f64),
    ) {
        self.flows.push(Flow { weight, server: count(server), split: count(split) });
        self.scanned.push(Scanned { touches, dear: weight / touches });
        self.part_of.push(part);
    }

    /// Range reads at a tail lie in several splits: what each bears changes as the tail moves on.
    fn slides(&mut self, work: &Work, layout: &Layout, part: usize, second: u32) {
        if matches!(work.parts[part].kind, ComponentKind::Tail(_)) {
            let at = work.point(part, second).expect("a tail stands somewhere");
            let leaves = work.leaves(part, layout.splits[layout.find(at)].keys, second);
            self.sliding = self.sliding.min(leaves).min(second + model::CONTROL_SECONDS);
            self.crossing = self.crossing.min(self.sliding);
        }
    }

    /// Finds the splits of points that have left theirs.
    pub(super) fn cross(&mut self, work: &Work, layout: &Layout, second: u32) -> Crossed {
        let left = |point: &Point| point.leaves <= second;
        let reads = self.points.iter().any(|point| left(point) && work.parts[point.part].span > 0);
        if self.sliding <= second || reads && self.sliding < u32::MAX {
            return Crossed::More;
        }
        let mut crossed = if reads { Crossed::Reads } else { Crossed::Splits };
        let mut next = self.sliding;
        for index in 0..self.points.len() {
            let point = self.points[index];
            // With range reads all points are found anew, as they are when the load is spread.
            if !reads && !left(&point) {
                next = next.min(point.leaves);
                continue;
            }
            let Point { part, split: old, flow, .. } = point;
            let near = |key| layout.find_near(key, old);
            let Some(split) = work.split_of(part, second, near, layout) else {
                return Crossed::More;
            };
            let leaves = work.leaves(part, layout.splits[split].keys, second);
            next = next.min(leaves);
            self.points[index] = Point { part, split, flow, leaves };
            if split != old {
                let server = count(layout.splits[split].server);
                if server != self.flows[flow].server && !reads {
                    crossed = Crossed::Servers;
                }
                self.flows[flow].server = server;
                self.flows[flow].split = count(split);
            }
        }
        self.crossing = next;
        crossed
    }

    fn add_pieces(&mut self, part: usize, keys: Keys, layout: &Layout) {
        let mut split = layout.find(keys.lo);
        while split < layout.splits.len() && layout.splits[split].keys.lo < keys.hi {
            let overlap = layout.splits[split].keys.overlap(keys);
            let weight = overlap.len() as f64 / keys.len() as f64;
            self.pieces.push(Piece { part, split, weight, touches: weight });
            split += 1;
        }
    }

    /// Pieces of range reads: each split bears a seek for every read that touches it, and the rest
    /// by the rows that are read in it. Gives how many splits a read touches.
    fn add_scans(&mut self, work: &Work, layout: &Layout, part: usize, scans: &Scans) -> f64 {
        let keys = scans.keys();
        let (seek, rest) = work.scan_costs[work.parts[part].stream];
        let first = self.pieces.len();
        let mut split = layout.find(keys.lo);
        let (mut seeks, mut all) = (0.0, 0.0);
        while split < layout.splits.len() && layout.splits[split].keys.lo < keys.hi {
            let here = layout.splits[split].keys;
            let touches = scans.touching(here);
            let weight = seek * touches + rest * scans.rows(here);
            self.pieces.push(Piece { part, split, weight, touches });
            seeks += touches;
            all += weight;
            split += 1;
        }
        for piece in &mut self.pieces[first..] {
            piece.weight /= all;
        }
        seeks
    }

    /// Flows of the pieces from `first` on, one for each server.
    fn add_by_server(&mut self, layout: &Layout, first: usize, by_server: &mut ByServer) {
        let Some(&Piece { part, split, .. }) = self.pieces.get(first) else { return };
        let ByServer { sums, touched } = by_server;
        for piece in &self.pieces[first..] {
            let server = layout.splits[piece.split].server;
            if sums[server].0 == 0.0 {
                touched.push(server);
            }
            sums[server].0 += piece.weight;
            sums[server].1 += piece.touches;
        }
        touched.sort_unstable();
        for &server in touched.iter() {
            self.add_flow(part, server, split, sums[server]);
            sums[server] = (0.0, 0.0);
        }
        touched.clear();
    }

    /// Flows of the pieces from `first` on, one for each split.
    fn add_by_split(&mut self, layout: &Layout, first: usize) {
        for at in first..self.pieces.len() {
            let Piece { part, split, weight, touches } = self.pieces[at];
            self.add_flow(part, layout.splits[split].server, split, (weight, touches));
        }
    }
}

/// Sums by server of one part at a time.
struct ByServer {
    sums: Vec<(f64, f64)>,
    touched: Vec<usize>,
}

impl ByServer {
    fn new(servers: usize) -> Self {
        Self { sums: vec![(0.0, 0.0); servers], touched: Vec::new() }
    }
}
