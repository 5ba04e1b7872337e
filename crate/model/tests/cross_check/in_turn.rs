//! A row that is read, changed and written, by one transaction after another.

use crate::chance::{Histogram, exponential, fraction, unloaded_ms};
use crate::closed::sent_by;
use crate::follow::{Arrivals, Bursty, Draw, Followed, Line, Places, Touch, commits_of};
use crate::{Case, plain};
use hotsplit_model::load::ClassKind;
use hotsplit_model::sim::model;
use rand::SeedableRng;
use rand::rngs::StdRng;
use std::collections::VecDeque;

/// Share of the time that goes by before anything is counted.
const SETTLING: f64 = 0.2;

/// The lock of the row. A transaction reads the row under it, which takes a round trip, commits,
/// and gives it to the next.
#[derive(Default)]
pub(crate) struct Lock {
    free_at: f64,
}

/// A transaction under the lock.
pub(crate) struct Turn {
    /// Seconds that it has waited for the lock and at the server.
    pub(crate) waited: f64,
    /// When it is done.
    pub(crate) until: f64,
}

impl Lock {
    /// Waits for the lock, and holds it over a commit that takes `base` seconds beside its turn at
    /// the server.
    pub(crate) fn take(&mut self, clock: f64, base: f64, (line, takes): (&mut Line, f64)) -> Turn {
        let begins = self.free_at.max(clock);
        let commits = begins + model::ROUND_TRIP_MS / 1000.0;
        let at_server = line.take(commits, takes);
        self.free_at = commits + at_server + base;
        Turn { waited: begins - clock + at_server, until: self.free_at }
    }
}

/// Follows changes that come without waiting for answers. So many at most are under way; more wait
/// in their clients, which give up in time.
pub(crate) fn follow(case: &Case, places: &Places, width: f64, seed: u64) -> Followed {
    let mut random = StdRng::seed_from_u64(seed);
    let burst = if case.bursty == Bursty::Arrivals { model::BURSTINESS } else { 1.0 };
    let mut lines = vec![Line::default(); case.servers()];
    let (mut lock, mut histogram) = (Lock::default(), Histogram::new());
    let mut under_way = VecDeque::new();
    let mut arrivals = Arrivals::new(case, width, burst);
    let (mut answered, mut given_up, mut from) = (0.0, 0.0, 0.0);
    while arrivals.next(&mut random) {
        let sender = &case.senders[0];
        let touch = &sender.touches[0];
        let server = places.draw(touch, arrivals.share(), &mut random).1;
        if from == 0.0 && arrivals.share() > SETTLING {
            from = arrivals.clock;
            (answered, given_up) = (0.0, 0.0);
            histogram = Histogram::new();
            lines[server].busy = 0.0;
        }
        loop {
            let mut enters = arrivals.clock;
            if under_way.len() as f64 >= case.knobs.in_flight_max {
                enters = enters.max(under_way[0]);
            }
            if enters - arrivals.clock > model::CLIENT_WAIT_SECONDS {
                given_up += 1.0;
            } else {
                if under_way.len() as f64 >= case.knobs.in_flight_max {
                    under_way.pop_front();
                }
                let base = unloaded_ms(&mut random, sender.median_ms) / 1000.0;
                let takes = exponential(&mut random, touch.takes(1.0));
                let turn = lock.take(enters, base, (&mut lines[server], takes));
                under_way.push_back(turn.until);
                histogram.add(1000.0 * (turn.waited + base));
                answered += 1.0;
            }
            if fraction(&mut random) < 1.0 / burst {
                break;
            }
        }
    }
    let took = arrivals.end - from;
    Followed {
        utilisation: lines.iter().map(|line| line.busy / took).collect(),
        p99_ms: [histogram.p99_ms(), 0.0],
        per_second: answered / took,
        given_up: Some(given_up / took),
        note: String::new(),
    }
}

/// A counter, alone on its server.
fn row(name: &'static str, per_second: f64, requests: f64) -> Case {
    let mut load = plain::counter(per_second);
    load.classes[0].kind = ClassKind::Update;
    load.streams[0].reads = 1.0;
    let senders = vec![commits_of(vec![Touch::change(0, Draw::Row)], per_second, 1.0)];
    let mut case = Case::new(name, 1, load, senders, requests);
    case.knobs.read_modify_write = true;
    case
}

pub(crate) fn cases() -> Vec<Case> {
    let second = 1_000.0;
    vec![
        row("three times as many changes as a row takes", 300.0, 1e6),
        // A lock is held for nearly the same time by everyone, Cs² = 0.08, and the model takes the
        // wait for it for that of exponential times and no bursts, with (1 + 1) / 2. It is
        // (1 + 0.08) / 2 times as long where changes come one by one, and (7 + 0.08) / 2 times where
        // they come in bursts of four: the model lies between.
        row("changes of a row, one by one", 70.0, 1e6).bursty(Bursty::Costs).p99_within(0.0, 1.0),
        row("changes of a row in bursts", 70.0, 1e6).p99_within(-0.85, 0.0),
        sent_by(1.0, 0.0, row("a user who changes a row", 1.0, 2e5)),
        // The model has a wait of one length. It is the sum of the commits of seven others, which
        // vary by 2.8 ms each.
        sent_by(8.0, 0.0, row("eight users who change a row", 1.0, 2e5)).p99_within(-0.16, 0.0),
        sent_by(400.0, second, row("more users than change a row", 1.0, 5e5)),
        sent_by(50.0, second, row("few users who change a row", 1.0, 5e5)).p99_within(0.0, 1.0),
    ]
}
