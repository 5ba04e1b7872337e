//! A run under way: the steps that `mod.rs` tells, and what is added up on the way.

mod told;

use super::clock::Clock;
use super::closed::{self, Users};
use super::control::{Control, Elsewhere};
use super::costs;
use super::flow::{Crossed, Spread, Work};
use super::joint;
use super::knobs::{Knobs, Sending};
use super::latency::{Latency, Logged, Mix, Spot, Wait};
use super::layout::Layout;
use super::noise;
use super::run::{Run, recorded};
use super::servers::Servers;
use super::shares::{self, Shares};
use super::{model, room};
use crate::load::{Added, ClassKind, Load, count, greater, lesser, whole};
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};

/// A run under way.
#[derive(Debug)]
pub(super) struct State {
    knobs: Knobs,
    work: Work,
    layout: Layout,
    spread: Spread,
    control: Control,
    latency: Latency,
    random: StdRng,
    second: u32,
    /// Rate of each class in this column, as a multiple of what it asks for without noise.
    noise: Vec<f64>,
    /// What the pace makes of all rates in this column.
    pace: f64,
    /// Share of this column in which each class is asked for: 1 but for load that was added.
    asked: Vec<f64>,
    /// From when to when each class is asked for, where that is not all the time.
    added: Vec<Option<Added>>,
    /// The same of the last column.
    asked_last: Vec<f64>,
    /// The multiple of the load of the last column that the instance serves, where that does not
    /// depend on its splits.
    room: Option<f64>,
    /// Rate of each class in this column, as a multiple of what the load says.
    demand: Vec<f64>,
    /// What `demand` would be if users had not to wait for answers, as a multiple of it.
    wish: f64,
    /// How commits wait at each server, if users have settled on a rate.
    settled: Option<Vec<Wait>>,
    /// What servers serve without noise; the database reacts to this.
    calm: Shares,
    /// What servers serve in this column.
    now: Shares,
    /// `now` no longer holds.
    stale: bool,
    /// `calm` no longer holds.
    calm_stale: bool,
    /// The database has not looked at the load since points have left their splits.
    look_stale: bool,
    /// What has come into other splits since then.
    elsewhere: Elsewhere,
    /// Seconds that a request at each server takes beside its wait there, mean; 0 for all while no
    /// server is near the limit of requests in flight.
    in_service: Vec<f64>,
    /// Seconds of accepted work that wait at each server.
    backlog: Vec<f64>,
    /// Seconds of work for each server that wait at clients.
    at_clients: Vec<f64>,
    overloaded_until: u32,
    /// Which classes are those of the watched object.
    watched: Vec<bool>,
    column: Column,
    half: Half,
    run: Run,
}

/// Latencies at servers, and as clients see them once these differ.
#[derive(Debug)]
struct Mixes {
    server: Mix,
    client: Mix,
    differ: bool,
}

/// What is added up over a column, in amounts (rates times seconds).
#[derive(Debug)]
struct Column {
    offered: Both,
    served: Both,
    busy: Vec<f64>,
    components: Vec<f64>,
    wanted: Vec<f64>,
    mixes: Mixes,
    /// Of the watched object's commits alone.
    watched: Mix,
    /// Reads, at servers.
    reads: Mix,
    /// Commits by factor and, for each, by server, of one step.
    waiting: Vec<f64>,
    /// Reads, likewise.
    reading: Vec<f64>,
}

/// Rows written, and requests that only read.
#[derive(Clone, Copy, Debug, Default)]
struct Both {
    rows: f64,
    reads: f64,
}

/// What is added up over the second half of the run.
#[derive(Debug)]
struct Half {
    seconds: f64,
    offered: Both,
    served: Both,
    /// Server-seconds of the busiest server of each column.
    busiest: f64,
    /// Server-seconds of each server.
    busy: Vec<f64>,
    mixes: Mixes,
    watched: Mix,
    reads: Mix,
}

impl Both {
    /// Adds an amount of a class.
    fn add(&mut self, reads: bool, amount: f64) {
        *(if reads { &mut self.reads } else { &mut self.rows }) += amount;
    }

    /// Takes in another.
    fn merge(&mut self, other: Self) {
        self.rows += other.rows;
        self.reads += other.reads;
    }
}

/// What becomes of the work of one server in a step, in server-seconds.
#[derive(Clone, Copy, Debug)]
struct Queued {
    served: f64,
    /// Left waiting at the server.
    here: f64,
    /// Left waiting at clients.
    there: f64,
    shed: f64,
}

impl Mixes {
    fn new(latency: &Latency) -> Self {
        Self { server: latency.empty(), client: latency.empty(), differ: false }
    }

    /// From here on clients see something else than servers.
    fn tell_apart(&mut self) {
        if !self.differ {
            self.client.clone_from(&self.server);
            self.differ = true;
        }
    }

    /// What clients see.
    fn seen(&self) -> &Mix {
        if self.differ { &self.client } else { &self.server }
    }

    fn merge(&mut self, other: &Self) {
        if other.differ {
            self.tell_apart();
        }
        if self.differ {
            self.client.merge(other.seen());
        }
        self.server.merge(&other.server);
    }

    fn clear(&mut self) {
        self.server.clear();
        self.differ = false;
    }
}

impl Column {
    fn new(work: &Work, servers: usize, latency: &Latency) -> Self {
        Self {
            offered: Both::default(),
            served: Both::default(),
            busy: vec![0.0; servers],
            components: vec![0.0; work.parts.len()],
            wanted: vec![0.0; work.rate.len()],
            mixes: Mixes::new(latency),
            watched: latency.empty(),
            reads: latency.empty(),
            waiting: vec![0.0; servers * latency.factors()],
            reading: vec![0.0; servers * latency.factors()],
        }
    }

    /// Starts the next column.
    fn clear(&mut self) {
        self.offered = Both::default();
        self.served = Both::default();
        self.busy.fill(0.0);
        self.components.fill(0.0);
        self.wanted.fill(0.0);
        self.mixes.clear();
        self.watched.clear();
        self.reads.clear();
    }
}

impl Half {
    fn new(servers: usize, latency: &Latency) -> Self {
        Self {
            seconds: 0.0,
            offered: Both::default(),
            served: Both::default(),
            busiest: 0.0,
            busy: vec![0.0; servers],
            mixes: Mixes::new(latency),
            watched: latency.empty(),
            reads: latency.empty(),
        }
    }

    /// Takes in a column.
    fn add(&mut self, column: &Column, seconds: f64) {
        self.seconds += seconds;
        self.offered.merge(column.offered);
        self.served.merge(column.served);
        self.busiest += column.busy.iter().copied().fold(0.0, greater);
        for (sum, busy) in self.busy.iter_mut().zip(&column.busy) {
            *sum += busy;
        }
        self.mixes.merge(&column.mixes);
        self.watched.merge(&column.watched);
        self.reads.merge(&column.reads);
    }
}

impl State {
    /// The database at the start, with the split points `points`. `run` has what is known of the
    /// run before.
    pub(super) fn new(load: &Load, knobs: &Knobs, points: &[u64], seed: u64, run: Run) -> Self {
        let mut random = StdRng::seed_from_u64(seed);
        let servers = Servers::of(knobs);
        let seconds = knobs.minutes * 60;
        let seconds_per_column = seconds.div_ceil(model::COLUMNS);
        let columns = seconds.div_ceil(seconds_per_column);
        assert!(columns <= model::COLUMNS_MAX, "expected few columns, found {columns}");
        let clock = Clock::new(knobs.pace, seconds, seconds_per_column);
        let mut work = Work::new(load, knobs, servers, clock.clone());
        let order = shuffled(servers.count, &mut random);
        let layout = Layout::fresh(load, points, &order, knobs.constants.split_bytes_max);
        let spread = Spread::of(&work, &layout, None, 0);
        work.recost(&spread);
        let noise = vec![1.0; load.classes.len()];
        let added: Vec<Option<Added>> = load.classes.iter().map(|class| class.added).collect();
        let last = (f64::from((columns - 1) * seconds_per_column), f64::from(seconds));
        let asked_last: Vec<f64> = added.iter().map(|&added| asked_in(added, last)).collect();
        let calm = Shares::unhindered(&work, &spread, servers.count, &noise);
        let (participants, places) = (costs::participants(load), costs::places_read(load));
        let quorum_ms = knobs.region.quorum_ms();
        let latency = Latency::new(&participants, &places, &knobs.constants, quorum_ms);
        let columns_of = |rows: usize| vec![0.0; rows * columns as usize];
        let run = Run {
            seconds,
            seconds_per_column,
            columns,
            clock,
            servers: count(servers.count),
            server_nodes: servers.nodes,
            utilisation: columns_of(servers.count),
            component_served: columns_of(work.parts.len()),
            stream_wanted: columns_of(work.rate.len()),
            split_points: count(points.len()),
            ..run
        };
        Self {
            knobs: *knobs,
            watched: load
                .classes
                .iter()
                .map(|class| class.kind != ClassKind::Read && Some(class.object) == knobs.watched)
                .collect(),
            column: Column::new(&work, servers.count, &latency),
            half: Half::new(servers.count, &latency),
            now: calm.clone(),
            control: Control::new(load, knobs),
            in_service: vec![0.0; servers.count],
            backlog: vec![0.0; servers.count],
            at_clients: vec![0.0; servers.count],
            second: 0,
            stale: true,
            calm_stale: true,
            look_stale: true,
            elsewhere: Elsewhere::All,
            overloaded_until: 0,
            work,
            layout,
            spread,
            latency,
            random,
            demand: noise.clone(),
            asked: noise.clone(),
            added,
            room: room::room(load, knobs, &asked_last),
            asked_last,
            noise,
            pace: 1.0,
            wish: 1.0,
            settled: None,
            calm,
            run,
        }
    }

    /// Steps through so many columns, or as many as are left; gives how many are done.
    pub(super) fn advance(&mut self, columns: u32) -> u32 {
        let goal = self.run.columns_done.saturating_add(columns).min(self.run.columns);
        while self.run.columns_done < goal {
            self.step();
        }
        self.run.columns_done
    }

    /// Columns of the whole run.
    pub(super) fn columns(&self) -> u32 {
        self.run.columns
    }

    /// One step, as told at the top of `mod.rs`.
    fn step(&mut self) {
        let opens = self.second.is_multiple_of(self.run.seconds_per_column);
        if opens {
            self.open_column();
        }
        if self.second >= self.spread.crossing {
            self.cross();
        }
        self.refresh_calm();
        if opens {
            self.draw_noise();
        }
        // Columns begin at seconds of a round too: one that would do nothing is left out all the
        // same.
        let round = self.second.is_multiple_of(model::CONTROL_SECONDS);
        if round && self.second >= self.control.idle_until {
            self.react();
        }
        if self.stale {
            self.serve_now();
            self.stale = false;
        }
        let next = self.next_second();
        let seconds = f64::from(next - self.second);
        self.add_latency(seconds);
        self.serve(seconds);
        let held_back = self.calm.through.iter().any(|&through| through < 1.0 - 1e-9);
        if held_back || self.calm.server_load.iter().any(|&load| load > 1.0 + 1e-9) {
            self.overloaded_until = next;
        }
        self.second = next;
        if next.is_multiple_of(self.run.seconds_per_column) || next == self.run.seconds {
            self.close_column();
        }
    }

    fn open_column(&mut self) {
        let column = self.second / self.run.seconds_per_column;
        self.stale = true;
        let (from, to) = (f64::from(self.second), f64::from(self.run.end_of(column)));
        let pace = self.knobs.pace.at((from + to) / 2.0);
        if pace != self.pace {
            self.pace = pace;
            self.calm_stale = true;
        }
        for (asked, added) in self.asked.iter_mut().zip(&self.added) {
            let now = asked_in(*added, (from, to));
            self.calm_stale |= now != *asked;
            *asked = now;
        }
    }

    /// New noise for the rate of every class.
    fn draw_noise(&mut self) {
        // The noise of two columns cancels, so that means come out as what was asked for.
        let even = (self.second / self.run.seconds_per_column).is_multiple_of(2);
        // Users who wait for answers have only a mix that could be off: what is full stays full.
        let width = match self.users() {
            Some(_) => model::NOISE,
            None => {
                let distances = self.calm.server_load.iter().map(|load| (1.0 - load).abs());
                noise::noise_width(distances.fold(f64::INFINITY, lesser))
            }
        };
        let steady = self.noise.iter_mut().zip(&self.added).filter(|(_, added)| added.is_none());
        for (noise, _) in steady {
            *noise = match even {
                true => 1.0 + width * (2.0 * fraction(&mut self.random) - 1.0),
                false => 2.0 - *noise,
            };
        }
        self.stale = true;
    }

    /// Who sends, if users wait for answers.
    fn users(&self) -> Option<Users> {
        match self.knobs.sending {
            Sending::Closed { users, think_ms } => {
                Some(Users { count: users * self.pace, think_ms })
            }
            Sending::Open | Sending::PartlyOpen => None,
        }
    }

    fn settle(&self, users: Users, mix: &[f64]) -> closed::Settled {
        closed::settle(&self.work, &self.spread, &self.latency, mix, self.layout.servers, users)
    }

    /// What servers serve of the rates of this column.
    fn serve_now(&mut self) {
        let mut multiple = self.pace;
        if let Some(users) = self.users() {
            let mix: Vec<f64> =
                self.noise.iter().zip(&self.asked).map(|(noise, asked)| noise * asked).collect();
            let settled = self.settle(users, &mix);
            multiple = settled.multiple;
            self.wish = if multiple > 0.0 { (settled.wish / multiple).max(1.0) } else { 1.0 };
            self.settled = Some(settled.waits);
        }
        for (class, demand) in self.demand.iter_mut().enumerate() {
            *demand = self.noise[class] * multiple * self.asked[class];
        }
        self.now.solve(&self.work, &self.spread, &self.demand);
        self.now.join_bursts(&self.work, &self.spread);
        self.count_in_service();
    }

    /// Works out [`State::in_service`] where the limit of requests in flight matters.
    fn count_in_service(&mut self) {
        self.in_service.fill(0.0);
        if self.settled.is_some() || self.places().is_infinite() {
            return;
        }
        let base = |class: usize| self.latency.base(class) / 1000.0;
        let longest = (0..self.work.requests.len()).map(base).fold(0.0, greater);
        let limited = |server: usize| {
            let full = self.places() * self.cost_mean(server) - longest;
            let wait = self.now.server_burst[server] * self.work.constants.burstiness;
            let free = greater(1.0 - self.now.server_load[server], 1e-9);
            self.backlog[server] > 0.0 || wait / free * self.work.slowest > full
        };
        if !(0..self.backlog.len()).any(limited) {
            return;
        }
        let mut touches = vec![0.0; self.backlog.len()];
        for part in 0..self.work.parts.len() {
            let class = self.work.class_of[self.work.parts[part].stream];
            let (rate, seconds) = (self.now.reaching(&self.work, part), base(class));
            for index in self.spread.flows_of[part].clone() {
                let server = self.spread.flows[index].server as usize;
                let here = rate * self.spread.scanned[index].touches * self.now.through(index);
                touches[server] += here;
                self.in_service[server] += here * seconds;
            }
        }
        for (sum, touches) in self.in_service.iter_mut().zip(touches) {
            *sum /= greater(touches, f64::MIN_POSITIVE);
        }
    }

    /// Seconds that a request waits at most before the server works on it: as long as all places but
    /// those of requests in service take.
    ///
    /// Model: where there are fewer places than a full server has in service, it would idle; here it
    /// is full without a backlog.
    fn wait_max(&self, server: usize) -> f64 {
        let full = self.places() * self.cost_mean(server) - self.in_service[server];
        lesser(greater(full, 0.0), model::OPEN_WAIT_SECONDS)
    }

    /// Tails that have left their split are found in the next one.
    fn cross(&mut self) {
        let crossed = self.spread.cross(&self.work, &self.layout, self.second);
        match crossed {
            Crossed::More => {
                let spread = Spread::of(&self.work, &self.layout, Some(&self.spread), self.second);
                self.take(spread);
            }
            Crossed::Servers => {
                self.stale = true;
                self.calm_stale = true;
            }
            Crossed::Reads => {
                self.elsewhere = self.elsewhere.max(Elsewhere::Reads);
                self.stale = true;
                self.calm_stale = true;
            }
            Crossed::Splits => {
                self.stale |= self.work.limited;
                self.calm_stale |= self.work.limited;
                self.look_stale = true;
            }
        }
    }

    /// The load lies elsewhere.
    fn take(&mut self, spread: Spread) {
        self.elsewhere = Elsewhere::All;
        self.spread = spread;
        self.work.recost(&self.spread);
        self.stale = true;
        self.calm_stale = true;
    }

    fn refresh_calm(&mut self) {
        if self.calm_stale {
            self.solve_calm();
        }
        if self.calm_stale || self.look_stale {
            let when = (self.elsewhere, self.second);
            self.control.look(&self.work, &mut self.layout, &self.spread, &self.calm, when);
            self.calm_stale = false;
            self.look_stale = false;
            self.elsewhere = Elsewhere::Points;
        }
    }

    fn solve_calm(&mut self) {
        let multiple = match self.users() {
            Some(users) => self.settle(users, &self.asked).multiple,
            None => self.pace,
        };
        let even: Vec<f64> = self.asked.iter().map(|asked| asked * multiple).collect();
        self.calm.solve(&self.work, &self.spread, &even);
    }

    fn react(&mut self) {
        if self.control.round(&self.work, &mut self.layout, &self.calm, self.second) {
            self.take(Spread::of(&self.work, &self.layout, None, self.second));
            self.refresh_calm();
            self.add_moved();
        }
    }

    /// Adds the latencies of requests whose split has moved, shared out among commits and reads
    /// as these share out the requests.
    fn add_moved(&mut self) {
        let (all, reads) = self.work.requests_by_kind(&self.asked);
        if all <= 0.0 {
            return;
        }
        let of = |reads: bool| self.work.reads.iter().position(|&known| known == reads);
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

    /// How many commits may be under way at a server.
    fn places(&self) -> f64 {
        match self.knobs.sending {
            Sending::Open => f64::INFINITY,
            Sending::PartlyOpen => self.knobs.in_flight_max,
            Sending::Closed { users, .. } => users * self.pace,
        }
    }

    /// The next second at which anything may change.
    fn next_second(&self) -> u32 {
        let edge = |every: u32| (self.second / every + 1) * every;
        // Rounds that would do nothing are left out.
        let idle = self.control.idle_until.div_ceil(model::CONTROL_SECONDS);
        let round = edge(model::CONTROL_SECONDS).max(idle.saturating_mul(model::CONTROL_SECONDS));
        let next = edge(self.run.seconds_per_column)
            .min(round)
            .min(self.spread.crossing)
            .min(self.run.seconds);
        let settling = (0..self.backlog.len()).any(|server| {
            let (load, waiting) = (self.now.server_load[server], self.backlog[server]);
            if load > 1.0 {
                waiting < self.wait_max(server)
            } else {
                waiting > 0.0 && self.at_clients[server] <= 0.0
            }
        });
        if settling { self.second + 1 } else { next.max(self.second + 1) }
    }

    /// Server-seconds that a touch costs a server on average.
    fn cost_mean(&self, server: usize) -> f64 {
        let rate = self.now.server_rate[server];
        if rate > 0.0 { self.now.server_load[server] / rate } else { 0.0 }
    }

    /// Adds what is offered, served and left waiting in `seconds`.
    fn serve(&mut self, seconds: f64) {
        for (class, &requests) in self.work.requests.iter().enumerate() {
            let asked = requests * self.demand[class] * seconds;
            let reads = self.work.reads[class];
            self.column.offered.add(reads, asked * self.wish);
            self.column.served.add(reads, asked * self.now.class_share[class]);
        }
        let totals = &mut self.run.totals;
        let servers = self.backlog.len() as f64;
        for (stream, wanted) in self.column.wanted.iter_mut().enumerate() {
            let demand = self.demand[self.work.class_of[stream]];
            let asked = self.work.rate[stream] * demand * seconds;
            let reached = asked * self.now.reach[stream];
            *wanted += reached;
            for part in self.work.parts_of[stream].clone() {
                let weight = self.work.parts[part].weight;
                let cost = self.work.cost[part] + servers * self.work.spread_cost[part];
                let through = reached * self.now.part_through(&self.spread, part);
                totals.offered += asked * self.wish * weight * cost;
                totals.not_sent += asked * (self.wish - 1.0) * weight * cost;
                totals.held_back += (asked - through) * weight * cost;
                self.column.components[part] += reached * weight * self.now.part_share[part];
            }
        }
        totals.held_back += self.now.unspread * seconds;
        for server in 0..self.backlog.len() {
            let queued = self.queued(server, seconds);
            self.run.totals.served += queued.served;
            self.run.totals.shed += queued.shed;
            self.backlog[server] = queued.here;
            self.at_clients[server] = queued.there;
            self.column.busy[server] += queued.served;
        }
    }

    /// What becomes of the work of a server in `seconds`.
    fn queued(&self, server: usize, seconds: f64) -> Queued {
        let waiting = self.backlog[server] + self.at_clients[server];
        let load = self.now.server_load[server];
        if waiting <= 0.0 && load <= 1.0 {
            return Queued { served: load * seconds, here: 0.0, there: 0.0, shed: 0.0 };
        }
        let due = waiting + load * seconds;
        let served = lesser(due, seconds);
        let left = due - served;
        let most = greater(self.wait_max(server), self.backlog[server] - seconds);
        let here = lesser(left, most);
        let patience = match self.knobs.sending {
            Sending::PartlyOpen => self.knobs.constants.client_wait_seconds,
            Sending::Open | Sending::Closed { .. } => 0.0,
        };
        let there = lesser(left - here, patience);
        Queued { served, here, there, shed: left - here - there }
    }

    /// Adds the latencies of the commits served in `seconds`.
    #[expect(clippy::too_many_lines, reason = "one pass over the servers, step by step")]
    fn add_latency(&mut self, seconds: f64) {
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
        for class in 0..self.work.streams_of.len() {
            let asked = self.work.requests[class] * self.demand[class] * seconds;
            let commits = asked * self.now.class_share[class];
            let wait_of = |flow: usize| {
                self.flow_wait(flow, &waits)
                    .unwrap_or_else(|| waits[self.spread.flows[flow].server as usize])
            };
            let slowest = self.now.slowest(&self.work, &self.spread, class, wait_of);
            let Some(stream) = slowest else { continue };
            let served = self.now.stream_share[stream];
            if served <= 0.0 {
                continue;
            }
            let (base, reads) = (self.latency.factor(class), self.work.reads[class]);
            if self.work.streams_of[class].len() > 1 {
                if spots[base].is_empty() {
                    spots[base] = logged.iter().map(|&it| self.latency.spot(base, it)).collect();
                }
                let plain = self.now.through.is_empty();
                let blocked = |flow| if plain { None } else { self.flow_wait(flow, &waits) };
                let spot_of = |flow: usize, server: usize| match blocked(flow) {
                    Some(wait) => self.latency.spot(base, Logged::of(wait)),
                    None => spots[base][server],
                };
                let (whole, of) = ((&self.work, &self.spread, &self.latency), (class, stream));
                if let Some(more) = joint::slower(whole, of, waits.len(), spot_of) {
                    slower_of.push((class, more, commits));
                }
            }
            let each = commits / served;
            let sums = if reads { &mut reading } else { &mut waiting };
            let own = base * waits.len()..(base + 1) * waits.len();
            let sums = &mut sums[own.clone()];
            let others = self.watched[class].then(|| sums.to_vec());
            for part in self.work.parts_of[stream].clone() {
                let each = each * self.work.parts[part].weight;
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
            if self.work.reads[class] {
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
        let row = self.now.row_use(&self.work, part, &self.demand);
        // What is in service takes places, too.
        let class = self.work.class_of[self.work.parts[part].stream];
        let base = self.latency.base(class) / 1000.0;
        let wait = if through < 1.0 {
            let part = &self.work.parts[part];
            let demand = self.demand[self.work.class_of[part.stream]];
            let reached = self.work.rate[part.stream] * demand * self.now.reach[part.stream];
            let taken = reached * part.weight * flow.weight * through;
            let most = model::OPEN_WAIT_SECONDS;
            let full = self.places() / taken.max(1e-9) - base;
            Wait::Backlog(1000.0 * full.clamp(0.0, most))
        } else {
            let (busy, per_second) = row?;
            let each = 1000.0 / per_second;
            let full = self.places() * each - 1000.0 * base;
            let most = full.clamp(0.0, 1000.0 * model::OPEN_WAIT_SECONDS);
            Wait::queue(busy, each, most / self.work.slowest)
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
        let most = 1000.0 * self.wait_max(server) / self.work.slowest;
        let burst_ms = 1000.0 * self.now.server_burst[server] * self.work.constants.burstiness;
        let queue = Wait::queue(load, burst_ms, most);
        let backlog = Wait::Backlog(1000.0 * self.backlog[server]);
        if backlog.mean() > queue.mean() { backlog } else { queue }
    }

    fn close_column(&mut self) {
        let column = (self.second - 1) / self.run.seconds_per_column;
        let seconds = f64::from(self.second - column * self.run.seconds_per_column);
        let sums = &mut self.column;
        let run = &mut self.run;
        run.offered.push(recorded(sums.offered.rows / seconds));
        run.served.push(recorded(sums.served.rows / seconds));
        run.reads_offered.push(recorded(sums.offered.reads / seconds));
        run.reads_served.push(recorded(sums.served.reads / seconds));
        let percentile = |mix: &Mix, slower: f64, series: &[f32]| {
            // It is mostly close to that of the column before.
            let near = series.last().copied().unwrap_or(0.0);
            recorded(self.latency.percentile(mix, slower, f64::from(near)))
        };
        let median = |mix: &Mix, series: &mut Vec<f32>| series.push(percentile(mix, 0.5, series));
        let slowest = |mix: &Mix, series: &mut Vec<f32>| series.push(percentile(mix, 0.01, series));
        median(&sums.mixes.server, &mut run.p50_ms);
        slowest(&sums.mixes.server, &mut run.p99_ms);
        if sums.mixes.differ {
            median(&sums.mixes.client, &mut run.client_p50_ms);
            slowest(&sums.mixes.client, &mut run.client_p99_ms);
        } else {
            run.client_p50_ms.extend(run.p50_ms.last());
            run.client_p99_ms.extend(run.p99_ms.last());
        }
        median(&sums.reads, &mut run.read_p50_ms);
        slowest(&sums.reads, &mut run.read_p99_ms);
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
        run.columns_done = column + 1;
    }
}

/// The share of the time between two seconds in which a class is asked for.
fn asked_in(added: Option<Added>, (from, to): (f64, f64)) -> f64 {
    added.map_or(1.0, |added| added.share_of(from, to))
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
