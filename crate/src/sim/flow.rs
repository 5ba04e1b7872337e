//! Who serves how much: the load spread over splits and servers, and what overload leaves of it.

use super::layout::Layout;
use super::model;
use crate::workload::load::{ComponentKind, Direction, Keys, Load};
use std::ops::Range;

/// Rounds of the search for what an overloaded layout serves.
const ROUNDS_MAX: u32 = 30;

/// The search ends when no share changes by more than this.
const ROUND_CHANGE: f64 = 1e-9;

/// A component of a stream, all in one list.
#[derive(Clone, Copy, Debug)]
pub(super) struct Part {
    /// The stream.
    pub(super) stream: usize,
    /// Its share of the stream.
    pub(super) weight: f64,
    /// Where it lands.
    pub(super) kind: ComponentKind,
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
    /// Touches per second asked for.
    pub(super) rate: Vec<f64>,
    /// Server-seconds that one touch costs.
    pub(super) cost: Vec<f64>,
    /// Bytes by which one touch grows the object.
    pub(super) growth: Vec<f64>,
    /// Commits per second asked for, by class.
    pub(super) commits: Vec<f64>,
    /// Seconds of the run.
    pub(super) seconds: f64,
}

/// A share of a part that lies in one split.
#[derive(Clone, Copy, Debug)]
struct Piece {
    part: usize,
    split: usize,
    weight: f64,
}

/// A share of a part that one server bears.
#[derive(Clone, Copy, Debug)]
pub(super) struct Flow {
    /// The part.
    pub(super) part: usize,
    /// The server.
    pub(super) server: usize,
    /// The share, 0 to 1.
    pub(super) weight: f64,
}

/// Where every part lies at a moment.
#[derive(Debug, Default)]
pub(super) struct Spread {
    pieces: Vec<Piece>,
    points: Vec<(usize, usize)>,
    /// By part, in order.
    pub(super) flows: Vec<Flow>,
    /// Which flows belong to a part.
    pub(super) flows_of: Vec<Range<usize>>,
    /// The second at which a tail first leaves its split.
    pub(super) crossing: u32,
}

/// What comes of offered load on a layout.
#[derive(Clone, Debug)]
pub(super) struct Shares {
    /// Load that reaches each server, in servers; above 1 it is overloaded.
    pub(super) server_load: Vec<f64>,
    /// Touches per second that reach each server.
    pub(super) server_rate: Vec<f64>,
    /// Share each server serves of what reaches it.
    pub(super) server_share: Vec<f64>,
    /// Share served of each part that reaches its servers.
    pub(super) part_share: Vec<f64>,
    /// The same by stream.
    pub(super) stream_share: Vec<f64>,
    /// Share of each stream's offered touches that reach its servers; the rest is held back
    /// because another participant of the commit is overloaded.
    pub(super) reach: Vec<f64>,
    /// Share served of each class's commits.
    pub(super) class_share: Vec<f64>,
}

impl Work {
    /// Works out `load` for servers of `capacity` nodes each.
    pub(super) fn new(load: &Load, capacity: f64, seconds: u32) -> Self {
        let costs = model::touch_costs(load);
        let streams = load.streams.len();
        let mut work = Self {
            parts: Vec::new(),
            parts_of: Vec::with_capacity(streams),
            in_root: vec![Vec::new(); load.roots()],
            class_of: load.streams.iter().map(|stream| stream.class.0 as usize).collect(),
            streams_of: vec![Vec::new(); load.classes.len()],
            share: load.streams.iter().map(|stream| stream.share).collect(),
            rate: Vec::with_capacity(streams),
            cost: costs.iter().map(|cost| cost / capacity).collect(),
            growth: load.streams.iter().map(|stream| stream.growth_bytes).collect(),
            commits: load.classes.iter().map(|class| class.commits_per_second).collect(),
            seconds: f64::from(seconds),
        };
        for (index, stream) in load.streams.iter().enumerate() {
            work.rate.push(work.commits[work.class_of[index]] * stream.share);
            work.streams_of[work.class_of[index]].push(index);
            let first = work.parts.len();
            for component in &stream.components {
                let (weight, kind) = (component.weight, component.kind);
                let root = Layout::root_of(kind.keys().lo);
                work.in_root[root].push(work.parts.len());
                work.parts.push(Part { stream: index, weight, kind });
            }
            work.parts_of.push(first..work.parts.len());
        }
        work
    }

    /// The key at which a tail or atom stands; `None` for a uniform part.
    pub(super) fn point(&self, part: usize, second: u32) -> Option<u64> {
        match self.parts[part].kind {
            ComponentKind::Uniform(_) => None,
            ComponentKind::Tail(tail) => Some(tail.position(f64::from(second), self.seconds)),
            ComponentKind::Atom { at } => Some(at),
        }
    }

    /// Second at which a part's point leaves `keys`, at the earliest the next one.
    fn leaves(&self, part: usize, keys: Keys, second: u32) -> u32 {
        let ComponentKind::Tail(tail) = self.parts[part].kind else { return u32::MAX };
        let at = tail.position(f64::from(second), self.seconds);
        let way = match tail.direction {
            Direction::Up => tail.keys.hi.min(keys.hi).saturating_sub(at),
            Direction::Down => at.saturating_sub(tail.keys.lo.max(keys.lo)) + 1,
        };
        let speed = tail.speed(self.seconds);
        if speed <= 0.0 {
            return u32::MAX;
        }
        let wait = (way as f64 / speed).min(f64::from(u32::MAX / 2)).max(1.0);
        second + u32::try_from(crate::workload::load::whole(wait)).unwrap_or(u32::MAX / 2)
    }
}

impl Spread {
    /// Finds the split and server of every part.
    pub(super) fn of(work: &Work, layout: &Layout, second: u32) -> Self {
        let mut spread = Self { crossing: u32::MAX, ..Self::default() };
        let mut on_server = vec![0.0; layout.servers];
        let mut touched: Vec<usize> = Vec::new();
        for part in 0..work.parts.len() {
            let first = spread.flows.len();
            if let Some(at) = work.point(part, second) {
                let split = layout.find(at);
                spread.points.push((part, split));
                spread.crossing =
                    spread.crossing.min(work.leaves(part, layout.splits[split].keys, second));
                let server = layout.splits[split].server;
                spread.flows.push(Flow { part, server, weight: 1.0 });
            } else if let ComponentKind::Uniform(keys) = work.parts[part].kind {
                spread.add_uniform(part, keys, layout, &mut on_server, &mut touched);
            }
            spread.flows_of.push(first..spread.flows.len());
        }
        spread
    }

    fn add_uniform(
        &mut self,
        part: usize,
        keys: Keys,
        layout: &Layout,
        on_server: &mut [f64],
        touched: &mut Vec<usize>,
    ) {
        let mut split = layout.find(keys.lo);
        while split < layout.splits.len() && layout.splits[split].keys.lo < keys.hi {
            let overlap = layout.splits[split].keys.overlap(keys);
            let weight = overlap.len() as f64 / keys.len() as f64;
            self.pieces.push(Piece { part, split, weight });
            let server = layout.splits[split].server;
            if on_server[server] == 0.0 {
                touched.push(server);
            }
            on_server[server] += weight;
            split += 1;
        }
        touched.sort_unstable();
        for &server in touched.iter() {
            self.flows.push(Flow { part, server, weight: on_server[server] });
            on_server[server] = 0.0;
        }
        touched.clear();
    }

    /// Adds up `of_part` over the splits: `of_part` gives a part's amount per second.
    pub(super) fn by_split(&self, splits: usize, of_part: impl Fn(usize) -> f64) -> Vec<f64> {
        let mut sums = vec![0.0; splits];
        for piece in &self.pieces {
            sums[piece.split] += of_part(piece.part) * piece.weight;
        }
        for &(part, split) in &self.points {
            sums[split] += of_part(part);
        }
        sums
    }
}

impl Shares {
    /// What servers serve of the load when class `c` asks for `demand[c]` times its rate.
    ///
    /// Model: a commit needs all its participants, so the share served of a class is that of its
    /// most constrained participant, and the others see no more than that. The shares are found
    /// by rounds: server loads give shares, shares hold load back, less load gives new shares.
    pub(super) fn solve(work: &Work, spread: &Spread, servers: usize, demand: &[f64]) -> Self {
        let mut shares = Self {
            server_load: vec![0.0; servers],
            server_rate: vec![0.0; servers],
            server_share: vec![1.0; servers],
            part_share: vec![1.0; work.parts.len()],
            stream_share: vec![1.0; work.rate.len()],
            reach: vec![1.0; work.rate.len()],
            class_share: vec![1.0; work.commits.len()],
        };
        shares.load_servers(work, spread, demand);
        if shares.server_load.iter().all(|&load| load <= 1.0) {
            return shares;
        }
        for _ in 0..ROUNDS_MAX {
            let change = shares.serve(work, spread);
            // The loads are always those of the last reach, so that no work is lost on the way.
            shares.load_servers(work, spread, demand);
            if change < ROUND_CHANGE {
                break;
            }
        }
        shares
    }

    fn load_servers(&mut self, work: &Work, spread: &Spread, demand: &[f64]) {
        self.server_load.fill(0.0);
        self.server_rate.fill(0.0);
        for flow in &spread.flows {
            let part = &work.parts[flow.part];
            let stream = part.stream;
            let asked = work.rate[stream] * demand[work.class_of[stream]] * self.reach[stream];
            let rate = asked * part.weight * flow.weight;
            self.server_rate[flow.server] += rate;
            self.server_load[flow.server] += rate * work.cost[stream];
        }
        for (share, &load) in self.server_share.iter_mut().zip(&self.server_load) {
            *share = if load > 1.0 { 1.0 / load } else { 1.0 };
        }
    }

    /// Shares of parts, streams and classes from the shares of servers; the greatest change.
    fn serve(&mut self, work: &Work, spread: &Spread) -> f64 {
        for (part, flows) in spread.flows_of.iter().enumerate() {
            let flows = &spread.flows[flows.clone()];
            self.part_share[part] =
                flows.iter().map(|flow| flow.weight * self.server_share[flow.server]).sum();
        }
        for (stream, parts) in work.parts_of.iter().enumerate() {
            self.stream_share[stream] =
                parts.clone().map(|part| work.parts[part].weight * self.part_share[part]).sum();
        }
        let mut change: f64 = 0.0;
        for (class, streams) in work.streams_of.iter().enumerate() {
            let served = streams
                .iter()
                .map(|&s| 1.0 - work.share[s] * (1.0 - self.stream_share[s]))
                .fold(1.0, f64::min);
            self.class_share[class] = served;
            for &stream in streams {
                let reach = if self.stream_share[stream] > 0.0 {
                    (served / self.stream_share[stream]).min(1.0)
                } else {
                    1.0
                };
                change = change.max((reach - self.reach[stream]).abs());
                self.reach[stream] = reach;
            }
        }
        change
    }

    /// Touches per second that reach the servers of a part.
    pub(super) fn reaching(&self, work: &Work, part: usize) -> f64 {
        let part = &work.parts[part];
        work.rate[part.stream] * self.reach[part.stream] * part.weight
    }
}
