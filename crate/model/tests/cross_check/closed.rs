//! Users who wait for an answer and think before they send again: whoever sends next is followed
//! next.
//!
//! Users do not come in bursts, so it is costs that are bursty here. The model takes every wait for
//! that of requests which come no matter how many wait already, which holds for many users who think
//! for long, and for a line of one length once a server is full.

use crate::chance::{Histogram, exponential, unloaded_ms};
use crate::follow::{Bursty, Followed, Line, Places, commit, sender};
use crate::in_turn::Lock;
use crate::{Case, open, participants};
use hotsplit_model::sim::Sending;
use rand::SeedableRng;
use rand::rngs::StdRng;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Share of the requests that go by before anything is counted.
const SETTLING: f64 = 0.2;

/// Nanoseconds, which have an order.
fn ticks(seconds: f64) -> u64 {
    hotsplit_model::load::whole(1e9 * seconds)
}

/// Follows users, whoever sends next first.
pub(crate) fn follow(
    case: &Case,
    places: &Places,
    (users, think_ms): (f64, f64),
    seed: u64,
) -> Followed {
    let mut random = StdRng::seed_from_u64(seed);
    let mut lines = vec![Line::default(); case.servers()];
    let mut histograms = [Histogram::new(), Histogram::new()];
    let mut lock = Lock::default();
    let mut next = BinaryHeap::new();
    for _ in 0..hotsplit_model::load::whole(users) {
        next.push(Reverse(ticks(exponential(&mut random, think_ms / 1000.0))));
    }
    let (mut sent, mut from, mut clock) = (0.0, 0.0, 0.0);
    let mut servers = Vec::new();
    while sent < case.requests {
        let Reverse(now) = next.pop().unwrap();
        clock = now as f64 / 1e9;
        if sent < SETTLING * case.requests && sent + 1.0 >= SETTLING * case.requests {
            from = clock;
            lines.iter_mut().for_each(|line| line.busy = 0.0);
        }
        sent += 1.0;
        let sender = sender(case, &mut random);
        let share = sent / case.requests;
        servers.clear();
        servers.extend(sender.touches.iter().map(|at| places.draw(at, share, &mut random).1));
        let base = unloaded_ms(&mut random, sender.median_ms) / 1000.0;
        let seconds = if case.knobs.read_modify_write {
            let takes = exponential(&mut random, sender.touches[0].takes(1.0));
            let turn = lock.take(clock, base, (&mut lines[servers[0]], takes));
            // The model knows of users only that they do not think, so that the round trip of the
            // read is part of their wait.
            turn.until - clock
        } else {
            base + commit(sender, &servers, &mut lines, clock, case, &mut random)
        };
        if from > 0.0 {
            histograms[usize::from(sender.reads)].add(1000.0 * seconds);
        }
        let thinks = exponential(&mut random, think_ms / 1000.0);
        next.push(Reverse(ticks(clock + seconds + thinks)));
    }
    let took = clock - from;
    Followed {
        utilisation: lines.iter().map(|line| line.busy / took).collect(),
        p99_ms: histograms.map(|histogram| histogram.p99_ms()),
        per_second: (1.0 - SETTLING) * case.requests / took,
        given_up: None,
        note: String::new(),
    }
}

/// The requests of a case, sent by so many users instead, in the same proportions.
pub(crate) fn sent_by(users: f64, think_ms: f64, case: Case) -> Case {
    let mut case = case.bursty(Bursty::Costs);
    case.knobs.sending = Sending::Closed { users, think_ms };
    case
}

pub(crate) fn cases() -> Vec<Case> {
    let second = 1_000.0;
    let even = |name, nodes| open::even(name, nodes, 0.5, 3e6);
    let read = |name| open::written_and_read(name, 1, (1_500.0, 10_000.0), 3e6);
    let five = |name| open::shards(name, 4, 5, 100.0, 3e6);
    let two = participants::entries("users who write an entry, too", (8, 1), 100.0, 1.44, 3e6);
    vec![
        sent_by(1_000.0, second, even("a thousand users", 1)),
        sent_by(30_000.0, 10.0 * second, even("users who think for long", 1)),
        // At 95 % a line of hundreds is missing among those who think: even of 100,000 users who think
        // for half a minute the 99th percentile is 4 % below the model's.
        sent_by(94_500.0, 30.0 * second, even("users who leave a tenth", 1).requests(6e6)),
        sent_by(11_000.0, second, even("users of four nodes", 4)),
        sent_by(75_000.0, 10.0 * second, five("users of five shards on four nodes").requests(6e6)),
        sent_by(10_000.0, second, read("users who write and read")),
        sent_by(30_000.0, 5.0 * second, two),
        // Where users queue the model has a wait of one length. It is the sum of as many turns as
        // there are users in line, n, with Cs² = 2b - 1 = 7 each, so that the 99th percentile is
        // 2.33 · √(7 / n) longer: 3 % with 36,000.
        sent_by(40_000.0, second, even("more users than a node takes", 1)),
        sent_by(20_000.0, 0.0, even("users who do not think", 1)),
        sent_by(40_000.0, second, five("more users than one of four nodes takes")),
        sent_by(150_000.0, second, read("more users than a node takes, who write and read")),
        // Where users are about as many as a server takes, those in line are missing among those
        // who think. Their number is about normal, cut off at 0: the mean is users less rate · time
        // elsewhere, the variance b · rate · that time. The model has an exponential wait whatever
        // the number of users, as long as the server is not full, so that its 99th percentile is
        // too long: 95 % busy it takes 105 ms for 72, and with n = 480 ± 119 in line 697 for 230.
        sent_by(3_400.0, second, even("as many users as a node takes", 1)).p99_within(0.0, 0.6),
        sent_by(4_000.0, second, even("a few more users than a node takes", 1))
            .p99_within(0.0, 2.2),
    ]
}
