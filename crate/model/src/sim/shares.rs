//! Who serves how much of the load, and what overload leaves of it.

use super::flow::{Flow, Scanned, Spread};
use super::joint;
use super::latency::Wait;
use super::prepared::{Part, PreparedLoad};

/// Rounds of the search for what an overloaded layout serves.
const ROUNDS_MAX: u32 = 30;

/// The search ends when no share changes by more than this.
const ROUND_CHANGE: f64 = 1e-9;

/// What comes of offered load on a layout.
#[derive(Clone, Debug)]
pub(super) struct Shares {
    /// Load that reaches each server, in servers; above 1 it is overloaded.
    pub(super) server_load: Vec<f64>,
    /// Touches per second that reach each server.
    pub(super) server_rate: Vec<f64>,
    /// Server-seconds that a request costs each server on average, weighted by what it costs: what
    /// others wait for is more often a dear one. Several touches of one request count as one.
    pub(super) server_burst: Vec<f64>,
    /// Share each server serves of what reaches it.
    pub(super) server_share: Vec<f64>,
    /// Share served of each part that reaches its servers.
    pub(super) part_share: Vec<f64>,
    /// The same by stream.
    pub(super) stream_share: Vec<f64>,
    /// Share of each stream's offered touches that reach its servers; the rest is held back
    /// because another participant of the commit is overloaded.
    pub(super) reach: Vec<f64>,
    /// Share served of each class's requests.
    pub(super) class_share: Vec<f64>,
    /// Share of each flow that its row and its split let through to the server; empty where
    /// nothing holds anything up.
    pub(super) through: Vec<f64>,
    /// Load of each stream's touches per second that reach their splits and are not served, on
    /// all servers together: what replicating them would have cost.
    pub(super) unspread: f64,
    /// Touches per second that each stream is asked for, after what is held back; kept from one
    /// step to the next for its room.
    asked: Vec<f64>,
    /// What reaches each server; likewise.
    sums: Vec<Reached>,
}

/// What a part asks for.
#[derive(Clone, Copy, Debug)]
struct Asks {
    /// Touches per second.
    rate: f64,
    /// What one costs, in server-seconds.
    cost: f64,
}

/// What reaches a server.
#[derive(Clone, Copy, Debug, Default)]
struct Reached {
    /// See [`Shares::server_load`].
    load: f64,
    /// See [`Shares::server_rate`].
    rate: f64,
    /// See [`Shares::server_burst`], times the load.
    burst: f64,
}
impl Shares {
    /// Works out what servers serve of the load when class `c` asks for `demand[c]` times its rate.
    ///
    /// Model: a commit needs all its participants, so the share served of a class is that of its
    /// most constrained participant, and the others see no more than that. The shares are found
    /// by rounds: server loads give shares, shares hold load back, less load gives new shares.
    pub(super) fn solve(&mut self, prepared: &PreparedLoad, spread: &Spread, demand: &[f64]) {
        self.forget();
        if prepared.limited {
            self.through.resize(spread.flows.len(), 1.0);
        }
        self.load_servers(prepared, spread, demand);
        let free = self.through.iter().all(|&through| through >= 1.0);
        if free && self.server_load.iter().all(|&load| load <= 1.0) {
            return;
        }
        for _ in 0..ROUNDS_MAX {
            let change = self.serve(prepared, spread);
            // The loads are always those of the last reach, so that no work is lost on the way.
            self.load_servers(prepared, spread, demand);
            if change < ROUND_CHANGE {
                break;
            }
        }
    }

    /// Adds to bursts what requests of several streams bring to a server at once; once after each
    /// time that loads are worked out and waits are asked for.
    pub(super) fn join_bursts(&mut self, prepared: &PreparedLoad, spread: &Spread) {
        if prepared.streams_of.iter().all(|streams| streams.len() < 2) {
            return;
        }
        let mut bursts = vec![0.0; self.server_burst.len()];
        let through = |flow: usize| self.through(flow);
        joint::add_bursts(prepared, spread, through, &self.asked, &mut bursts);
        for ((burst, more), sum) in self.server_burst.iter_mut().zip(bursts).zip(&self.sums) {
            *burst += if sum.load > 0.0 { more / sum.load } else { 0.0 };
        }
    }

    fn untried(prepared: &PreparedLoad, servers: usize) -> Self {
        Self {
            server_load: vec![0.0; servers],
            server_rate: vec![0.0; servers],
            server_burst: vec![0.0; servers],
            server_share: vec![1.0; servers],
            part_share: vec![1.0; prepared.parts.len()],
            stream_share: vec![1.0; prepared.rate.len()],
            reach: vec![1.0; prepared.rate.len()],
            class_share: vec![1.0; prepared.requests.len()],
            through: Vec::new(),
            unspread: 0.0,
            asked: vec![0.0; prepared.rate.len()],
            sums: vec![Reached::default(); servers],
        }
    }

    /// All is served, before loads are known.
    fn forget(&mut self) {
        let shares = [&mut self.server_share, &mut self.part_share, &mut self.stream_share];
        shares.into_iter().for_each(|shares| shares.fill(1.0));
        self.reach.fill(1.0);
        self.class_share.fill(1.0);
        self.through.clear();
    }

    /// Loads as if servers, splits and rows took all that `demand` asks for.
    pub(super) fn unhindered(
        prepared: &PreparedLoad,
        spread: &Spread,
        servers: usize,
        demand: &[f64],
    ) -> Self {
        let mut shares = Self::untried(prepared, servers);
        shares.load_servers(prepared, spread, demand);
        shares.join_bursts(prepared, spread);
        shares
    }

    /// The multiple of the unhindered `demand` at which a server, split or row is first full.
    pub(super) fn room(&self, prepared: &PreparedLoad, spread: &Spread, demand: &[f64]) -> f64 {
        let busiest = self.server_load.iter().copied().fold(0.0, f64::max);
        let mut room = if busiest > 0.0 { 1.0 / busiest } else { 0.0 };
        if prepared.limited {
            for load in self.split_loads(prepared, spread, demand) {
                room = room.min(prepared.ceiling / load.max(f64::MIN_POSITIVE));
            }
            for (flow, &part) in spread.flows.iter().zip(&spread.part_of) {
                let asked = self.asked(prepared, part, demand) * flow.weight;
                room = room.min(prepared.row_cap[part] / asked.max(f64::MIN_POSITIVE));
            }
        }
        room
    }

    fn load_servers(&mut self, prepared: &PreparedLoad, spread: &Spread, demand: &[f64]) {
        if !self.through.is_empty() {
            self.let_through(prepared, spread, demand);
        }
        for (stream, asked) in self.asked.iter_mut().enumerate() {
            *asked = prepared.rate[stream] * demand[prepared.class_of[stream]] * self.reach[stream];
        }
        self.sums.fill(Reached::default());
        let (mut on_all, mut not_on_all) = (0.0, 0.0);
        let serves_single_rows = |shares: &Self, part: usize| {
            shares.through.is_empty()
                && prepared.spread_cost[part] <= 0.0
                && prepared.parts[part].span == 0
        };
        // With many tables on many servers this is where the time goes: two parts that share their
        // flows, as inserts and reads of a table do, are added in one way over them.
        let mut next = 0;
        while next < spread.flows_of.len() {
            let (part, flows) = (next, spread.flows_of[next].clone());
            let asks = self.asks(prepared, part);
            next += 1;
            if serves_single_rows(self, part) {
                let also =
                    spread.flows_of.get(next) == Some(&flows) && serves_single_rows(self, next);
                let other = also.then(|| self.asks(prepared, next));
                next += usize::from(also);
                add_single_rows(&mut self.sums, &spread.flows[flows], asks, other);
                continue;
            }
            let copied = prepared.spread_cost[part];
            let here = spread.flows[flows.clone()].iter().zip(&spread.scanned[flows.clone()]);
            let through = self.through.get(flows);
            for (at, (flow, scanned)) in here.enumerate() {
                let through = through.map_or(1.0, |through| through[at]);
                let server = flow.server as usize;
                let rate = self.sums[server].add_through(flow, scanned, asks, through);
                if copied > 0.0 {
                    let copies = rate * copied;
                    on_all += copies * self.server_share[server];
                    not_on_all += copies * (1.0 - self.server_share[server]);
                }
            }
        }
        self.unspread = not_on_all * self.server_load.len() as f64;
        for (server, Reached { load, rate, burst }) in self.sums.iter().enumerate() {
            self.server_rate[server] = *rate;
            self.server_burst[server] = if *load > 0.0 { burst / load } else { 0.0 };
            let load = load + on_all;
            self.server_load[server] = load;
            self.server_share[server] = if load > 1.0 { 1.0 / load } else { 1.0 };
        }
    }

    /// What a part asks of its servers.
    fn asks(&self, prepared: &PreparedLoad, part: usize) -> Asks {
        let Part { stream, weight, .. } = prepared.parts[part];
        Asks { rate: self.asked[stream] * weight, cost: prepared.cost[part] }
    }

    /// Touches per second that a part is asked for, after what is held back.
    fn asked(&self, prepared: &PreparedLoad, part: usize, demand: &[f64]) -> f64 {
        let part = &prepared.parts[part];
        let stream = part.stream;
        prepared.rate[stream] * demand[prepared.class_of[stream]] * self.reach[stream] * part.weight
    }

    /// The same of each part: with thousands of flows of few parts it is worked out once a part.
    fn asked_of_parts(&self, prepared: &PreparedLoad, demand: &[f64]) -> Vec<f64> {
        (0..prepared.parts.len()).map(|part| self.asked(prepared, part, demand)).collect()
    }

    /// What rows and splits let through of each flow.
    fn let_through(&mut self, prepared: &PreparedLoad, spread: &Spread, demand: &[f64]) {
        let asked_of = self.asked_of_parts(prepared, demand);
        for (index, flow) in spread.flows.iter().enumerate() {
            let part = spread.part_of[index];
            let asked = asked_of[part] * flow.weight;
            let cap = prepared.row_cap[part];
            self.through[index] = if asked > cap { cap / asked } else { 1.0 };
        }
        let on_split = self.split_loads(prepared, spread, demand);
        for (through, flow) in self.through.iter_mut().zip(&spread.flows) {
            if let Some(&load) = on_split.get(flow.split as usize)
                && load > prepared.ceiling
            {
                *through *= prepared.ceiling / load;
            }
        }
    }

    /// Load that each split is asked for, in servers, after what rows let through; empty where a
    /// split takes as much as its server.
    fn split_loads(&self, prepared: &PreparedLoad, spread: &Spread, demand: &[f64]) -> Vec<f64> {
        if prepared.ceiling.is_infinite() {
            return Vec::new();
        }
        let splits = spread.flows.iter().map(|flow| flow.split + 1).max().unwrap_or(0);
        let mut loads = vec![0.0; splits as usize];
        let asked_of = self.asked_of_parts(prepared, demand);
        for (index, flow) in spread.flows.iter().enumerate() {
            let part = spread.part_of[index];
            let asked = asked_of[part] * flow.weight;
            loads[flow.split as usize] += asked * self.through(index) * prepared.cost[part];
        }
        loads
    }

    /// Share of a flow that gets through to its server.
    pub(super) fn through(&self, flow: usize) -> f64 {
        self.through.get(flow).copied().unwrap_or(1.0)
    }

    /// Share of a part's touches at their splits that gets through to servers.
    pub(super) fn part_through(&self, spread: &Spread, part: usize) -> f64 {
        if self.through.is_empty() {
            return 1.0;
        }
        let flows = spread.flows_of[part].clone();
        flows.map(|index| spread.flows[index].weight * self.through[index]).sum()
    }

    /// Which stream of a class waits longest, of equals the first.
    pub(super) fn slowest(
        &self,
        prepared: &PreparedLoad,
        spread: &Spread,
        class: usize,
        wait_of: impl Fn(usize) -> Wait,
    ) -> Option<usize> {
        if let [stream] = prepared.streams_of[class][..] {
            return Some(stream);
        }
        let mut first: Option<(f64, usize)> = None;
        for &stream in &prepared.streams_of[class] {
            let wait = prepared.share[stream] * mean_wait(prepared, spread, stream, &wait_of);
            if first.is_none_or(|(most, _)| wait > most) {
                first = Some((wait, stream));
            }
        }
        first.map(|(_, stream)| stream)
    }

    /// Share of all commits that wait at each server, if nothing hinders any.
    pub(super) fn commit_shares(
        &self,
        prepared: &PreparedLoad,
        spread: &Spread,
        mix: &[f64],
        waits: &[Wait],
    ) -> Vec<f64> {
        let mut sums = vec![0.0; waits.len()];
        let mut total = 0.0;
        for (class, share) in mix.iter().enumerate() {
            let commits = prepared.requests[class] * share;
            total += commits;
            let wait_of = |flow: usize| waits[spread.flows[flow].server as usize];
            let Some(stream) = self.slowest(prepared, spread, class, wait_of) else { continue };
            for part in prepared.parts_of[stream].clone() {
                for flow in &spread.flows[spread.flows_of[part].clone()] {
                    let here = commits * prepared.parts[part].weight;
                    sums[flow.server as usize] += here * flow.weight;
                }
            }
        }
        sums.iter_mut().for_each(|sum| *sum /= total.max(f64::MIN_POSITIVE));
        sums
    }

    /// How far a row is from taking no more changes, 0 to 1, and how many it takes a second.
    pub(super) fn row_use(
        &self,
        prepared: &PreparedLoad,
        part: usize,
        demand: &[f64],
    ) -> Option<(f64, f64)> {
        let cap = prepared.row_cap[part];
        cap.is_finite().then(|| (self.asked(prepared, part, demand) / cap, cap))
    }

    /// Shares of parts, streams and classes from the shares of servers; the greatest change.
    fn serve(&mut self, prepared: &PreparedLoad, spread: &Spread) -> f64 {
        for (part, flows) in spread.flows_of.iter().enumerate() {
            // What shares its flows is served alike; it mostly stands right behind.
            if part > 0 && self.through.is_empty() && spread.flows_of[part - 1] == *flows {
                self.part_share[part] = self.part_share[part - 1];
                continue;
            }
            let here = &spread.flows[flows.clone()];
            let served = |flow: &Flow| flow.weight * self.server_share[flow.server as usize];
            self.part_share[part] = if self.through.is_empty() {
                here.iter().map(served).sum()
            } else {
                let through = &self.through[flows.clone()];
                here.iter().zip(through).map(|(flow, through)| served(flow) * through).sum()
            };
        }
        for (stream, parts) in prepared.parts_of.iter().enumerate() {
            self.stream_share[stream] =
                parts.clone().map(|part| prepared.parts[part].weight * self.part_share[part]).sum();
        }
        let mut change: f64 = 0.0;
        for (class, streams) in prepared.streams_of.iter().enumerate() {
            let served = streams.iter().map(|&s| self.served_by(prepared, s)).fold(1.0, f64::min);
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

    /// Share of a class's requests that one of its streams does not hold up. A request that
    /// touches several places needs all of them: of equal places none is held up by the others.
    fn served_by(&self, prepared: &PreparedLoad, stream: usize) -> f64 {
        let served = 1.0 - prepared.share[stream] * (1.0 - self.stream_share[stream]);
        if prepared.share[stream] <= 1.0 {
            return served;
        }
        let shares = prepared.parts_of[stream].clone().map(|part| self.part_share[part]);
        served.max(shares.fold(1.0, f64::min))
    }

    /// Touches per second that reach the servers of a part.
    pub(super) fn reaching(&self, prepared: &PreparedLoad, part: usize) -> f64 {
        let part = &prepared.parts[part];
        self.asked[part.stream] * part.weight
    }
}

/// Adds commits of a part to the sums of the servers that serve them, as far as these do; `None`
/// where they serve all. It stands alone: within a large function its loop would lose its
/// registers.
#[inline(never)]
pub(super) fn share_out(flows: &[Flow], commits: f64, served: Option<&[f64]>, sums: &mut [f64]) {
    let Some(served) = served else {
        flows.iter().for_each(|flow| sums[flow.server as usize] += commits * flow.weight);
        return;
    };
    let served = &served[..sums.len()];
    for flow in flows {
        let server = flow.server as usize;
        let share = flow.weight * served[server];
        sums[server] += commits * share;
    }
}

/// Adds the flows of a part that touches single rows, all of which get through; and those of the
/// next part, if it has the same.
#[inline(never)]
fn add_single_rows(sums: &mut [Reached], flows: &[Flow], asks: Asks, other: Option<Asks>) {
    match other {
        Some(other) => {
            for flow in flows {
                let sum = &mut sums[flow.server as usize];
                sum.add(flow, asks);
                sum.add(flow, other);
            }
        }
        None => flows.iter().for_each(|flow| sums[flow.server as usize].add(flow, asks)),
    }
}

impl Reached {
    /// Adds a flow of touches of single rows.
    fn add(&mut self, flow: &Flow, Asks { rate, cost }: Asks) {
        let rate = rate * flow.weight;
        let load = rate * cost;
        self.rate += rate;
        self.load += load;
        self.burst += load * cost;
    }

    /// Adds any flow, of which not all may get through; gives what does.
    fn add_through(
        &mut self,
        flow: &Flow,
        scanned: &Scanned,
        Asks { rate: asked, cost }: Asks,
        through: f64,
    ) -> f64 {
        let rate = asked * flow.weight * through;
        let load = rate * cost;
        self.rate += asked * scanned.touches * through;
        self.load += load;
        self.burst += load * (cost * scanned.dear);
        rate
    }
}

/// How long the touches of a stream wait on average over their flows, ms.
fn mean_wait(
    prepared: &PreparedLoad,
    spread: &Spread,
    stream: usize,
    wait_of: impl Fn(usize) -> Wait,
) -> f64 {
    let mut sum = 0.0;
    for part in prepared.parts_of[stream].clone() {
        for flow in spread.flows_of[part].clone() {
            let share = prepared.parts[part].weight * spread.flows[flow].weight;
            sum += share * wait_of(flow).mean();
        }
    }
    sum
}
