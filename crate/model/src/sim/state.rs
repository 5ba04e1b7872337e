//! The state of a run under way: where the load lies, what servers serve of it, and what has been
//! added up so far.

mod chance;
mod queues;
mod rates;
mod record;
mod report;
mod step;
mod sums;
mod waits;

use super::clock::Clock;
use super::closed::Users;
use super::control::{Control, Elsewhere};
use super::flow::Spread;
use super::knobs::{Knobs, Sending};
use super::latency::{Latency, Wait};
use super::layout::Layout;
use super::prepared::PreparedLoad;
use super::run::Run;
use super::servers::Servers;
use super::shares::Shares;
use super::{costs, model, room};
use crate::load::{Added, ClassKind, Load, ObjectId, count, greater, lesser};
use chance::shuffled;
use rand::SeedableRng;
use rand::rngs::StdRng;
use std::ops::Range;
use sums::{Column, Half};

/// A run under way.
#[derive(Debug)]
pub(super) struct State {
    knobs: Knobs,
    prepared: PreparedLoad,
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
    unhindered: Shares,
    /// What servers serve in this column.
    now: Shares,
    /// `now` no longer holds.
    stale: bool,
    /// `unhindered` no longer holds.
    unhindered_stale: bool,
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

/// What the end of a run needs to know of the objects of the load.
#[derive(Debug)]
pub(super) struct Objects {
    /// The object of each stream.
    pub(super) of_stream: Vec<ObjectId>,
    /// How many there are.
    pub(super) count: usize,
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
        let mut prepared = PreparedLoad::new(load, knobs, servers, clock.clone());
        let order = shuffled(servers.count, &mut random);
        let layout = Layout::fresh(load, points, &order, knobs.constants.split_bytes_max);
        let spread = Spread::of(&prepared, &layout, None, 0);
        prepared.recost(&spread.splits_of, &spread.touched);
        let noise = vec![1.0; load.classes.len()];
        let added: Vec<Option<Added>> = load.classes.iter().map(|class| class.added).collect();
        let last = f64::from((columns - 1) * seconds_per_column)..f64::from(seconds);
        let asked_last: Vec<f64> = added.iter().map(|&added| asked_in(added, &last)).collect();
        let unhindered = Shares::unhindered(&prepared, &spread, servers.count, &noise);
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
            component_served: columns_of(prepared.parts.len()),
            stream_wanted: columns_of(prepared.rate.len()),
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
            column: Column::new(&prepared, servers.count, &latency),
            half: Half::new(servers.count, &latency),
            now: unhindered.clone(),
            control: Control::new(load, knobs),
            in_service: vec![0.0; servers.count],
            backlog: vec![0.0; servers.count],
            at_clients: vec![0.0; servers.count],
            second: 0,
            stale: true,
            unhindered_stale: true,
            look_stale: true,
            elsewhere: Elsewhere::All,
            overloaded_until: 0,
            prepared,
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
            unhindered,
            run,
        }
    }

    /// Columns of the whole run.
    pub(super) fn columns(&self) -> u32 {
        self.run.columns
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

    /// Seconds that a request waits at most before the server works on it: as long as all places but
    /// those of requests in service take.
    ///
    /// Model: where there are fewer places than a full server has in service, it would idle; here it
    /// is full without a backlog.
    fn wait_max(&self, server: usize) -> f64 {
        let full = self.places() * self.cost_mean(server) - self.in_service[server];
        lesser(greater(full, 0.0), model::OPEN_WAIT_SECONDS)
    }

    /// How many commits may be under way at a server.
    fn places(&self) -> f64 {
        match self.knobs.sending {
            Sending::Open => f64::INFINITY,
            Sending::PartlyOpen => self.knobs.in_flight_max,
            Sending::Closed { users, .. } => users * self.pace,
        }
    }

    /// Server-seconds that a touch costs a server on average.
    fn cost_mean(&self, server: usize) -> f64 {
        let rate = self.now.server_rate[server];
        if rate > 0.0 { self.now.server_load[server] / rate } else { 0.0 }
    }
}

/// The share of the time between two seconds in which a class is asked for.
fn asked_in(added: Option<Added>, seconds: &Range<f64>) -> f64 {
    added.map_or(1.0, |added| added.share_of(seconds.start, seconds.end))
}
