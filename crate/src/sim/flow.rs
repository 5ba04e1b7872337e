//! Who serves how much: the load spread over splits and servers, and what overload leaves of it.

use super::Knobs;
use super::latency::Wait;
use super::layout::Layout;
use super::model::{self, Constants, Prices};
use super::state::Servers;
use crate::workload::load::{ClassKind, ComponentKind, Direction, Keys, Load, Stream};
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
    /// Server-seconds that one touch costs the server of its split, beside `spread_cost`.
    pub(super) cost: Vec<f64>,
    /// Server-seconds that one touch costs every server, because it is replicated.
    pub(super) spread_cost: Vec<f64>,
    /// Touches per second that a part takes at most: changes of one row follow one another.
    row_cap: Vec<f64>,
    /// Load that a split takes at most, in servers.
    ceiling: f64,
    /// A row or a split may take less than its server would.
    limited: bool,
    /// Streams that write many rows anywhere: what they cost depends on how many splits there
    /// are.
    scattered: Vec<(usize, Stream)>,
    prices: Prices,
    server: Servers,
    pub(super) constants: Constants,
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
    /// The split, where splits are told apart.
    split: usize,
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
    /// How many splits each part lies in.
    splits_of: Vec<u32>,
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
    /// Share of each flow that its row and its split let through to the server; empty where
    /// nothing holds anything up.
    pub(super) through: Vec<f64>,
    /// Load of each stream's touches per second that reach their splits and are not served, on
    /// all servers together: what replicating them would have cost.
    pub(super) unspread: f64,
    /// What all rates were multiplied with, if with one number.
    pub(super) multiple: f64,
}

impl Work {
    /// Works out `load` for the servers of a run.
    pub(super) fn new(load: &Load, knobs: &Knobs, server: Servers, seconds: u32) -> Self {
        let prices = knobs.prices();
        let costs = model::touch_costs(load, &prices);
        let streams = load.streams.len();
        let scattered = load.streams.iter().enumerate().filter(|(_, s)| model::is_scattered(s));
        let ceiling = knobs.constants.split_ceiling / server.nodes;
        let mut work = Self {
            parts: Vec::new(),
            parts_of: Vec::with_capacity(streams),
            in_root: vec![Vec::new(); load.roots()],
            class_of: load.streams.iter().map(|stream| stream.class.0 as usize).collect(),
            streams_of: vec![Vec::new(); load.classes.len()],
            share: load.streams.iter().map(|stream| stream.share).collect(),
            rate: Vec::with_capacity(streams),
            cost: vec![0.0; streams],
            spread_cost: vec![0.0; streams],
            row_cap: Vec::new(),
            ceiling: if ceiling < 1.0 { ceiling } else { f64::INFINITY },
            limited: ceiling < 1.0,
            scattered: scattered.map(|(index, stream)| (index, stream.clone())).collect(),
            prices,
            server,
            constants: knobs.constants,
            growth: load.streams.iter().map(|stream| stream.growth_bytes).collect(),
            commits: load.classes.iter().map(|class| class.commits_per_second).collect(),
            seconds: f64::from(seconds),
        };
        for (stream, cost) in costs.into_iter().enumerate() {
            work.set_cost(stream, cost);
        }
        for (index, stream) in load.streams.iter().enumerate() {
            work.rate.push(work.commits[work.class_of[index]] * stream.share);
            work.streams_of[work.class_of[index]].push(index);
            let first = work.parts.len();
            for component in &stream.components {
                let (weight, kind) = (component.weight, component.kind);
                let root = Layout::root_of(kind.keys().lo);
                work.in_root[root].push(work.parts.len());
                work.parts.push(Part { stream: index, weight, kind });
                let one_row = matches!(kind, ComponentKind::Atom { .. }) && stream.rows > 0.0;
                let changes = load.class(stream.class).kind == ClassKind::Update;
                let in_turn = knobs.read_modify_write && one_row && changes;
                work.limited |= in_turn;
                let most = knobs.constants.row_changes_per_second;
                work.row_cap.push(if in_turn { most } else { f64::INFINITY });
            }
            work.parts_of.push(first..work.parts.len());
        }
        work
    }

    /// Sets what one touch of a stream costs, in node-seconds, as shares of servers.
    fn set_cost(&mut self, stream: usize, cost: f64) {
        let cost = cost / self.server.capacity;
        let others = self.server.count as f64 - 1.0;
        if others > 0.0 {
            let spread = cost * (1.0 - self.server.leader_share) / others;
            self.spread_cost[stream] = spread;
            self.cost[stream] = cost * self.server.leader_share - spread;
        } else {
            self.cost[stream] = cost;
        }
    }

    /// Works out again what depends on how many splits there are.
    pub(super) fn recost(&mut self, spread: &Spread) {
        let scattered = std::mem::take(&mut self.scattered);
        for (index, stream) in &scattered {
            let splits: u32 = spread.splits_of[self.parts_of[*index].clone()].iter().sum();
            if splits > 1 {
                let cost = model::scattered_cost(stream, f64::from(splits), &self.prices);
                self.set_cost(*index, cost);
            }
        }
        self.scattered = scattered;
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
            let (first, before) = (spread.flows.len(), spread.pieces.len());
            if let Some(at) = work.point(part, second) {
                let split = layout.find(at);
                spread.points.push((part, split));
                spread.crossing =
                    spread.crossing.min(work.leaves(part, layout.splits[split].keys, second));
                let server = layout.splits[split].server;
                spread.flows.push(Flow { part, server, weight: 1.0, split });
            } else if let ComponentKind::Uniform(keys) = work.parts[part].kind {
                spread.add_pieces(part, keys, layout);
                if work.ceiling.is_finite() {
                    spread.add_by_split(layout, before);
                } else {
                    spread.add_by_server(layout, before, &mut on_server, &mut touched);
                }
            }
            let pieces = spread.pieces.len() - before;
            spread.splits_of.push(crate::workload::load::count(pieces.max(1)));
            spread.flows_of.push(first..spread.flows.len());
        }
        spread
    }

    fn add_pieces(&mut self, part: usize, keys: Keys, layout: &Layout) {
        let mut split = layout.find(keys.lo);
        while split < layout.splits.len() && layout.splits[split].keys.lo < keys.hi {
            let overlap = layout.splits[split].keys.overlap(keys);
            let weight = overlap.len() as f64 / keys.len() as f64;
            self.pieces.push(Piece { part, split, weight });
            split += 1;
        }
    }

    /// Flows of the pieces from `first` on, one for each server.
    fn add_by_server(
        &mut self,
        layout: &Layout,
        first: usize,
        on_server: &mut [f64],
        touched: &mut Vec<usize>,
    ) {
        let Some(&Piece { part, split, .. }) = self.pieces.get(first) else { return };
        for piece in &self.pieces[first..] {
            let server = layout.splits[piece.split].server;
            if on_server[server] == 0.0 {
                touched.push(server);
            }
            on_server[server] += piece.weight;
        }
        touched.sort_unstable();
        for &server in touched.iter() {
            self.flows.push(Flow { part, server, weight: on_server[server], split });
            on_server[server] = 0.0;
        }
        touched.clear();
    }

    /// Flows of the pieces from `first` on, one for each split.
    fn add_by_split(&mut self, layout: &Layout, first: usize) {
        for &Piece { part, split, weight } in &self.pieces[first..] {
            let server = layout.splits[split].server;
            self.flows.push(Flow { part, server, weight, split });
        }
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
        let mut shares = Self::untried(work, servers);
        if work.limited {
            shares.through = vec![1.0; spread.flows.len()];
        }
        shares.load_servers(work, spread, demand);
        let free = shares.through.iter().all(|&through| through >= 1.0);
        if free && shares.server_load.iter().all(|&load| load <= 1.0) {
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

    fn untried(work: &Work, servers: usize) -> Self {
        Self {
            server_load: vec![0.0; servers],
            server_rate: vec![0.0; servers],
            server_share: vec![1.0; servers],
            part_share: vec![1.0; work.parts.len()],
            stream_share: vec![1.0; work.rate.len()],
            reach: vec![1.0; work.rate.len()],
            class_share: vec![1.0; work.commits.len()],
            through: Vec::new(),
            unspread: 0.0,
            multiple: 1.0,
        }
    }

    /// Loads as if servers, splits and rows took all that `demand` asks for.
    pub(super) fn unhindered(work: &Work, spread: &Spread, servers: usize, demand: &[f64]) -> Self {
        let mut shares = Self::untried(work, servers);
        shares.load_servers(work, spread, demand);
        shares
    }

    /// The multiple of the unhindered `demand` at which a server, split or row is first full.
    pub(super) fn room(&self, work: &Work, spread: &Spread, demand: &[f64]) -> f64 {
        let busiest = self.server_load.iter().copied().fold(0.0, f64::max);
        let mut room = if busiest > 0.0 { 1.0 / busiest } else { 0.0 };
        if work.limited {
            for load in self.split_loads(work, spread, demand) {
                room = room.min(work.ceiling / load.max(f64::MIN_POSITIVE));
            }
            for flow in &spread.flows {
                let asked = self.asked(work, flow.part, demand) * flow.weight;
                room = room.min(work.row_cap[flow.part] / asked.max(f64::MIN_POSITIVE));
            }
        }
        room
    }

    fn load_servers(&mut self, work: &Work, spread: &Spread, demand: &[f64]) {
        if !self.through.is_empty() {
            self.let_through(work, spread, demand);
        }
        self.server_load.fill(0.0);
        self.server_rate.fill(0.0);
        let (mut on_all, mut not_on_all) = (0.0, 0.0);
        for (index, flow) in spread.flows.iter().enumerate() {
            let part = &work.parts[flow.part];
            let stream = part.stream;
            let rate = self.asked(work, flow.part, demand) * flow.weight * self.through(index);
            self.server_rate[flow.server] += rate;
            self.server_load[flow.server] += rate * work.cost[stream];
            let copies = rate * work.spread_cost[stream];
            on_all += copies * self.server_share[flow.server];
            not_on_all += copies * (1.0 - self.server_share[flow.server]);
        }
        self.unspread = not_on_all * self.server_load.len() as f64;
        for (share, load) in self.server_share.iter_mut().zip(&mut self.server_load) {
            *load += on_all;
            *share = if *load > 1.0 { 1.0 / *load } else { 1.0 };
        }
    }

    /// Touches per second that a part is asked for, after what is held back.
    fn asked(&self, work: &Work, part: usize, demand: &[f64]) -> f64 {
        let part = &work.parts[part];
        let stream = part.stream;
        work.rate[stream] * demand[work.class_of[stream]] * self.reach[stream] * part.weight
    }

    /// What rows and splits let through of each flow.
    fn let_through(&mut self, work: &Work, spread: &Spread, demand: &[f64]) {
        for (index, flow) in spread.flows.iter().enumerate() {
            let asked = self.asked(work, flow.part, demand) * flow.weight;
            let cap = work.row_cap[flow.part];
            self.through[index] = if asked > cap { cap / asked } else { 1.0 };
        }
        let on_split = self.split_loads(work, spread, demand);
        for (through, flow) in self.through.iter_mut().zip(&spread.flows) {
            if let Some(&load) = on_split.get(flow.split)
                && load > work.ceiling
            {
                *through *= work.ceiling / load;
            }
        }
    }

    /// Load that each split is asked for, in servers, after what rows let through; empty where a
    /// split takes as much as its server.
    fn split_loads(&self, work: &Work, spread: &Spread, demand: &[f64]) -> Vec<f64> {
        if work.ceiling.is_infinite() {
            return Vec::new();
        }
        let splits = spread.flows.iter().map(|flow| flow.split + 1).max().unwrap_or(0);
        let mut loads = vec![0.0; splits];
        for (index, flow) in spread.flows.iter().enumerate() {
            let asked = self.asked(work, flow.part, demand) * flow.weight;
            let cost = work.cost[work.parts[flow.part].stream];
            loads[flow.split] += asked * self.through(index) * cost;
        }
        loads
    }

    /// Share of a flow that gets through to its server.
    pub(super) fn through(&self, flow: usize) -> f64 {
        self.through.get(flow).copied().unwrap_or(1.0)
    }

    /// Share of a stream's touches at their splits that gets through to servers.
    pub(super) fn stream_through(&self, work: &Work, spread: &Spread, stream: usize) -> f64 {
        if self.through.is_empty() {
            return 1.0;
        }
        let parts = work.parts_of[stream].clone();
        parts
            .map(|part| {
                let flows = spread.flows_of[part].clone();
                let through = flows.map(|i| spread.flows[i].weight * self.through[i]);
                work.parts[part].weight * through.sum::<f64>()
            })
            .sum()
    }

    /// Which stream of a class waits longest, of equals the first: it sets the time of the commit.
    pub(super) fn slowest(
        &self,
        work: &Work,
        spread: &Spread,
        class: usize,
        wait_of: impl Fn(usize) -> Wait,
    ) -> Option<usize> {
        if let [only] = work.streams_of[class][..] {
            return Some(only);
        }
        let mut slowest: Option<(f64, usize)> = None;
        for &stream in &work.streams_of[class] {
            let mut mean = 0.0;
            for part in work.parts_of[stream].clone() {
                for flow in spread.flows_of[part].clone() {
                    let share = work.parts[part].weight * spread.flows[flow].weight;
                    mean += share * wait_of(flow).mean();
                }
            }
            if slowest.is_none_or(|(most, _)| work.share[stream] * mean > most) {
                slowest = Some((work.share[stream] * mean, stream));
            }
        }
        slowest.map(|(_, stream)| stream)
    }

    /// Share of all commits that wait at each server, if nothing hinders any.
    pub(super) fn commit_shares(
        &self,
        work: &Work,
        spread: &Spread,
        mix: &[f64],
        waits: &[Wait],
    ) -> Vec<f64> {
        let mut sums = vec![0.0; waits.len()];
        let mut total = 0.0;
        for (class, share) in mix.iter().enumerate() {
            let commits = work.commits[class] * share;
            total += commits;
            let wait_of = |flow: usize| waits[spread.flows[flow].server];
            let Some(stream) = self.slowest(work, spread, class, wait_of) else { continue };
            for part in work.parts_of[stream].clone() {
                for flow in &spread.flows[spread.flows_of[part].clone()] {
                    sums[flow.server] += commits * work.parts[part].weight * flow.weight;
                }
            }
        }
        sums.iter_mut().for_each(|sum| *sum /= total.max(f64::MIN_POSITIVE));
        sums
    }

    /// How far a row is from taking no more changes, 0 to 1, and how many it takes a second.
    pub(super) fn row_use(&self, work: &Work, flow: &Flow, demand: &[f64]) -> Option<(f64, f64)> {
        let cap = work.row_cap[flow.part];
        cap.is_finite().then(|| (self.asked(work, flow.part, demand) / cap, cap))
    }

    /// Shares of parts, streams and classes from the shares of servers; the greatest change.
    fn serve(&mut self, work: &Work, spread: &Spread) -> f64 {
        for (part, flows) in spread.flows_of.iter().enumerate() {
            self.part_share[part] = flows
                .clone()
                .map(|index| {
                    let flow = &spread.flows[index];
                    flow.weight * self.server_share[flow.server] * self.through(index)
                })
                .sum();
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
        work.rate[part.stream] * self.multiple * self.reach[part.stream] * part.weight
    }
}
