//! How commits and reads wait in a step, and the latencies that come of it.

use super::State;
use crate::sim::joint::{self, Slowest};
use crate::sim::knobs::Sending;
use crate::sim::latency::{Logged, Spot, Wait};
use crate::sim::{model, shares};

impl State {
    /// Adds the latencies of the commits served in `seconds`.
    #[expect(clippy::too_many_lines, reason = "one pass over the servers, step by step")]
    pub(super) fn add_latency(&mut self, seconds: f64) {
        let servers = 0..self.backlog.len();
        let waits: Vec<Wait> = servers.clone().map(|server| self.wait(server)).collect();
        // What clients wait before they may send: as it is in the middle of the step.
        let first: Vec<f64> = servers
            .map(|server| {
                let then = self.queued(server, seconds).there;
                1000.0 * (self.at_clients[server] + then) / 2.0
            })
            .collect();
        let mut waiting = std::mem::take(&mut self.column.waiting);
        let mut reading = std::mem::take(&mut self.column.reading);
        let mut slower_of = Vec::new();
        // Of servers, by factor, where anything waits for several.
        let mut spots: Vec<Vec<Spot>> = vec![Vec::new(); self.latency.factors()];
        let logged: Vec<Logged> = waits.iter().map(|&wait| Logged::of(wait)).collect();
        waiting.fill(0.0);
        reading.fill(0.0);
        let all_served = self.now.server_share.iter().all(|&share| share >= 1.0);
        let mut watched = vec![0.0; if self.watched.contains(&true) { waiting.len() } else { 0 }];
        for class in 0..self.prepared.streams_of.len() {
            let asked = self.prepared.requests[class] * self.demand[class] * seconds;
            let commits = asked * self.now.class_share[class];
            let wait_of = |flow: usize| {
                self.flow_wait(flow, &waits)
                    .unwrap_or_else(|| waits[self.spread.flows[flow].server as usize])
            };
            let slowest = self.now.slowest(&self.prepared, &self.spread, class, wait_of);
            let Some(stream) = slowest else { continue };
            let served = self.now.stream_share[stream];
            if served <= 0.0 {
                continue;
            }
            let (base, reads) = (self.latency.factor(class), self.prepared.reads[class]);
            if self.prepared.streams_of[class].len() > 1 {
                if spots[base].is_empty() {
                    spots[base] = logged.iter().map(|&it| self.latency.spot(base, it)).collect();
                }
                let unlimited = self.now.through.is_empty();
                let blocked = |flow| if unlimited { None } else { self.flow_wait(flow, &waits) };
                let spot_of = |flow: usize, server: usize| match blocked(flow) {
                    Some(wait) => self.latency.spot(base, Logged::of(wait)),
                    None => spots[base][server],
                };
                let more = joint::slower(
                    &self.prepared,
                    &self.spread,
                    &self.latency,
                    Slowest { class, stream },
                    waits.len(),
                    spot_of,
                );
                slower_of.extend(more.map(|more| (class, more, commits)));
            }
            let each = commits / served;
            let sums = if reads { &mut reading } else { &mut waiting };
            let own = base * waits.len()..(base + 1) * waits.len();
            let sums = &mut sums[own.clone()];
            let others = self.watched[class].then(|| sums.to_vec());
            for part in self.prepared.parts_of[stream].clone() {
                let each = each * self.prepared.parts[part].weight;
                let flows = self.spread.flows_of[part].clone();
                if self.now.through.is_empty() {
                    let shares = (!all_served).then_some(&self.now.server_share[..]);
                    shares::share_out(&self.spread.flows[flows], each, shares, sums);
                    continue;
                }
                for index in flows {
                    let flow = self.spread.flows[index];
                    let server = flow.server as usize;
                    let share = flow.weight * self.now.server_share[server];
                    let commits = each * share * self.now.through(index);
                    match self.flow_wait(index, &waits) {
                        None => sums[server] += commits,
                        Some(wait) if reads => {
                            self.latency.add_with(&mut self.column.reads, base, wait, commits);
                        }
                        Some(wait) => self.add_blocked(base, index, wait, commits),
                    }
                }
            }
            for (at, others) in others.into_iter().flatten().enumerate() {
                watched[own.start + at] += sums[at] - others;
            }
        }
        let mixes = &mut self.column.mixes;
        if first.iter().any(|&ms| ms > 0.0) {
            mixes.tell_apart();
        }
        self.latency.add_all(&mut self.column.reads, &reading, &logged);
        self.latency.add_all(&mut mixes.server, &waiting, &logged);
        self.latency.add_all(&mut self.column.watched, &watched, &logged);
        if mixes.differ {
            let seen = waits.iter().zip(&first).map(|(wait, &ms)| Logged::of(wait.after(ms)));
            let seen: Vec<Logged> = seen.collect();
            self.latency.add_all(&mut mixes.client, &waiting, &seen);
        }
        for (class, more, commits) in slower_of {
            let factor = self.latency.factor(class);
            if self.prepared.reads[class] {
                self.latency.add_slower(&mut self.column.reads, factor, &more, commits);
                continue;
            }
            self.latency.add_slower(&mut mixes.server, factor, &more, commits);
            if self.watched[class] {
                self.latency.add_slower(&mut self.column.watched, factor, &more, commits);
            }
            if mixes.differ {
                self.latency.add_slower(&mut mixes.client, factor, &more, commits);
            }
        }
        self.column.waiting = waiting;
        self.column.reading = reading;
    }

    /// Commits of a flow that wait for their row or split and not for a server.
    fn add_blocked(&mut self, base: usize, flow: usize, wait: Wait, commits: f64) {
        if commits <= 0.0 {
            return;
        }
        let patience = self.knobs.constants.client_wait_seconds * 1000.0;
        let partly = self.knobs.sending == Sending::PartlyOpen;
        let first = if partly && self.now.through(flow) < 1.0 { patience } else { 0.0 };
        let mixes = &mut self.column.mixes;
        if first > 0.0 {
            mixes.tell_apart();
        }
        self.latency.add_with(&mut mixes.server, base, wait, commits);
        if mixes.differ {
            self.latency.add_with(&mut mixes.client, base, wait.after(first), commits);
        }
    }

    /// How the commits of a flow wait for their row or split, if that is longer than for the
    /// server.
    fn flow_wait(&self, index: usize, waits: &[Wait]) -> Option<Wait> {
        if self.now.through.is_empty() {
            return None;
        }
        let (flow, part) = (&self.spread.flows[index], self.spread.part_of[index]);
        let through = self.now.through(index);
        let row = self.now.row_use(&self.prepared, part, &self.demand);
        // What is in service takes places, too.
        let class = self.prepared.class_of[self.prepared.parts[part].stream];
        let base = self.latency.base(class) / 1000.0;
        let wait = if through < 1.0 {
            let part = &self.prepared.parts[part];
            let demand = self.demand[self.prepared.class_of[part.stream]];
            let reached = self.prepared.rate[part.stream] * demand * self.now.reach[part.stream];
            let touches = reached * part.weight * flow.weight * through;
            let most = model::OPEN_WAIT_SECONDS;
            let full = self.places() / touches.max(1e-9) - base;
            Wait::Backlog(1000.0 * full.clamp(0.0, most))
        } else {
            let (busy, per_second) = row?;
            let each = 1000.0 / per_second;
            let full = self.places() * each - 1000.0 * base;
            let most = full.clamp(0.0, 1000.0 * model::OPEN_WAIT_SECONDS);
            Wait::queue(busy, each, most / self.prepared.slowest)
        };
        (wait.mean() > waits[flow.server as usize].mean()).then_some(wait)
    }

    /// How commits wait at a server now.
    fn wait(&self, server: usize) -> Wait {
        if let Some(settled) = &self.settled {
            return settled[server];
        }
        let load = self.now.server_load[server];
        // Clients keep so many commits in flight and no more, so the slowest in a hundred wait
        // no longer than the full backlog: an exponential has its 99th percentile at ln 100.
        let most = 1000.0 * self.wait_max(server) / self.prepared.slowest;
        let burst_ms = 1000.0 * self.now.server_burst[server] * self.prepared.constants.burstiness;
        let queue = Wait::queue(load, burst_ms, most);
        let backlog = Wait::Backlog(1000.0 * self.backlog[server]);
        if backlog.mean() > queue.mean() { backlog } else { queue }
    }

    /// Adds the latencies of requests whose split has moved, shared out among commits and reads
    /// as these share out the requests.
    pub(super) fn add_moved(&mut self) {
        let (all, reads) = self.prepared.requests_by_kind(&self.asked);
        if all <= 0.0 {
            return;
        }
        let of = |reads: bool| self.prepared.reads.iter().position(|&known| known == reads);
        for rate in &self.control.moved {
            // No more can wait than may be in flight.
            let waiting = (rate * self.knobs.constants.move_seconds).min(self.places());
            let mixes = &mut self.column.mixes;
            if let Some(class) = of(false) {
                let waiting = waiting * (1.0 - reads / all);
                self.latency.add_moved(&mut mixes.server, class, waiting);
                if mixes.differ {
                    self.latency.add_moved(&mut mixes.client, class, waiting);
                }
            }
            if let Some(class) = of(true) {
                self.latency.add_moved(&mut self.column.reads, class, waiting * reads / all);
            }
        }
    }
}
