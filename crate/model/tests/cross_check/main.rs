//! The simulator against one that follows every request: keys are drawn and spelled out as bytes,
//! routed to the split that holds them, and wait in line at its server.
//!
//! Nothing of `sim` is used but the layout it ends with, spelled as keys too. The clock of every
//! request runs on its own: requests come in bursts (a Poisson process of bursts, each of a
//! geometric number of neighbouring keys), a server takes an exponential time for each, first come
//! first served, and the commit takes its own lognormal time besides. The mean burst is as many as
//! the model's burstiness: bursts of b with exponential times make (Ca² + Cs²) / 2 = b.
//!
//! So do requests that come one by one, of which one in b takes the time of a whole burst. Then the
//! model's wait is exact: none for a share 1 - ρ, exponential for the rest. In a burst most wait for
//! others of it, and a share of (1 - ρ) / b alone does not wait: the 99th percentile is up to 8 %
//! above the model's where servers are half busy, and hardly at all where they are full.
//!
//! Servers are up to 95 % busy on average. The noise on rates is that of the model, which shrinks
//! near capacity. A queue needs about b·c / (1 - ρ)², 0.5 s at 95 %, to settle, and the columns
//! followed last longer: the model takes every column for settled. Chance moves the 99th percentile
//! of what is followed by a few hundredths there.

#![expect(clippy::unwrap_used, reason = "a test stops at the first surprise")]
#![expect(clippy::print_stdout, reason = "each comparison is a line to read")]

mod batches;
mod chance;
mod closed;
mod follow;
mod in_turn;
mod open;
mod participants;
#[path = "../plain/mod.rs"]
mod plain;
mod uneven;

use follow::{Bursty, Followed, Places, Sender};
use hotsplit_model::load::Load;
use hotsplit_model::sim::{Knobs, Run, Sending, model, noise, simulate};

/// Utilisation of a server may differ by this share of it, and so may the rate of answers.
const UTILISATION_WITHIN: f64 = 0.02;
/// The 99th percentile may differ by this share of it.
const P99_WITHIN: f64 = 0.08;

/// One comparison.
pub(crate) struct Case {
    name: &'static str,
    nodes: u32,
    load: Load,
    knobs: Knobs,
    senders: Vec<Sender>,
    bursty: Bursty,
    /// Requests followed.
    requests: f64,
    /// Least and greatest difference of the 99th percentile, as shares of it.
    p99_within: (f64, f64),
}

impl Case {
    /// No split fills up: the layout at the end is that of the whole second half.
    fn new(
        name: &'static str,
        nodes: u32,
        mut load: Load,
        senders: Vec<Sender>,
        requests: f64,
    ) -> Self {
        load.streams.iter_mut().for_each(|stream| stream.growth_bytes = 0.0);
        let knobs = Knobs { nodes: f64::from(nodes), ..Knobs::default() };
        let (bursty, p99_within) = (Bursty::Arrivals, (-P99_WITHIN, P99_WITHIN));
        Self { name, nodes, load, knobs, senders, bursty, requests, p99_within }
    }

    /// With as many split points as are advised, so that even load is spread from the start.
    fn with_points(mut self) -> Self {
        self.knobs.split_points_per_node = model::SPLIT_POINTS_ADVISED;
        self
    }

    fn requests(self, requests: f64) -> Self {
        Self { requests, ..self }
    }

    fn bursty(self, bursty: Bursty) -> Self {
        Self { bursty, ..self }
    }

    /// The difference of the 99th percentile has a bound of its own, for a reason that stands by
    /// the case.
    fn p99_within(self, least: f64, greatest: f64) -> Self {
        Self { p99_within: (least, greatest), ..self }
    }

    fn servers(&self) -> usize {
        self.nodes as usize
    }
}

/// Follows a case and compares; gives the line to print, and whether anything is out of bounds.
fn compare(case: &Case, seed: u64) -> (String, bool) {
    let run = simulate(&case.load, &case.knobs, 1);
    let followed = followed(case, &run, seed);
    let worst = run
        .server_mean
        .iter()
        .zip(&followed.utilisation)
        .map(|(one, other)| (one - other).abs() / other.max(0.05))
        .fold(0.0, f64::max);
    let served = run.summary.served + run.summary.reads_served;
    let rate = served / followed.per_second - 1.0;
    let mut line = format!(
        "{}: utilisation {:.1} % apart, {served:.0}/s, followed {:.0}/s: {:+.1} %",
        case.name,
        100.0 * worst,
        followed.per_second,
        100.0 * rate
    );
    let mut off = worst > UTILISATION_WITHIN || rate.abs() > UTILISATION_WITHIN;
    let found = [run.summary.p99_ms, run.summary.read_p99_ms];
    for (kind, (ours, theirs)) in ["", " of reads"].iter().zip(found.iter().zip(followed.p99_ms)) {
        if *ours > 0.0 || theirs > 0.0 {
            let apart = ours / theirs - 1.0;
            let percent = 100.0 * apart;
            line += &format!(", p99{kind} {ours:.1} ms, followed {theirs:.1} ms: {percent:+.1} %");
            let (least, greatest) = case.p99_within;
            off |= apart < least || apart > greatest;
        }
    }
    line += &followed.note;
    if let Some(theirs) = followed.given_up {
        let ours = run.summary.offered - run.summary.served;
        line += &format!(", {ours:.0}/s given up, followed {theirs:.0}/s");
        off |= (ours - theirs).abs() > UTILISATION_WITHIN * run.summary.offered;
    }
    if case.knobs.commit_batch > 1.0 {
        let busy: f64 = followed.utilisation.iter().sum();
        let (ours, theirs) =
            (run.summary.sustainable, followed.per_second / busy * f64::from(case.nodes));
        line += &format!(", full at {ours:.0}/s, followed {theirs:.0}/s");
        off |= (ours / theirs - 1.0).abs() > UTILISATION_WITHIN;
    }
    (line, off)
}

fn followed(case: &Case, run: &Run, seed: u64) -> Followed {
    let distances = run.server_mean.iter().map(|busy| (1.0 - busy).abs());
    let width = noise::noise_width(distances.fold(f64::INFINITY, f64::min));
    let places = Places::of(run);
    match case.knobs.sending {
        Sending::Closed { users, think_ms } => {
            closed::follow(case, &places, (users, think_ms), seed)
        }
        _ if case.knobs.read_modify_write => in_turn::follow(case, &places, width, seed),
        _ if case.knobs.commit_batch > 1.0 => batches::follow(case, &places, width, seed),
        _ => follow::follow(case, &places, width, seed),
    }
}

/// Compares every second case of a list, with `HOTSPLIT_WHOLE` all of them; each has its own seed.
fn compare_all(cases: Vec<Case>) {
    let nth = if std::env::var_os("HOTSPLIT_WHOLE").is_some() { 1 } else { 2 };
    let mut wrong = String::new();
    for (case, seed) in cases.into_iter().zip(1..).step_by(nth) {
        let (line, off) = compare(&case, seed);
        println!("{line}");
        if off {
            wrong += &line;
            wrong += "\n";
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn following_every_request_comes_to_the_same() {
    compare_all(open::cases());
}

#[test]
fn following_requests_to_unequal_servers_comes_to_the_same() {
    compare_all(uneven::cases());
}

#[test]
fn following_commits_of_several_participants_comes_to_the_same() {
    compare_all(participants::cases());
}

#[test]
fn following_users_who_wait_for_answers_comes_to_the_same() {
    compare_all(closed::cases());
}

#[test]
fn following_batches_of_commits_comes_to_the_same() {
    compare_all(batches::cases());
}

#[test]
fn following_changes_of_a_row_in_turn_comes_to_the_same() {
    compare_all(in_turn::cases());
}
