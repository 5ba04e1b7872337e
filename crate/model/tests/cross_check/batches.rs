//! Commits of a split that share an overhead: they wait until there are enough of them, and take one
//! turn together.
//!
//! A commit costs the model a share of the overhead, and its row. A batch takes an exponential time
//! for its overhead and one for each row, which has the same mean. Its variance makes Cs² = 1.5 for
//! a commit in a batch of four and 1.6 in one of sixteen instead of 1, so that (Ca² + Cs²) / 2 is
//! 4.3 and waits are 7 % longer than in the model.
//!
//! The wait for a batch to fill is not in the model, which has no longest commit delay: the 99th
//! percentile is that from a full batch on. What it is with that wait is printed beside it.

use crate::chance::{Histogram, exponential, fraction, unloaded_ms};
use crate::follow::{Arrivals, Followed, Line, Places, sender};
use crate::{Case, open};
use hotsplit_model::sim::model;
use rand::SeedableRng;
use rand::rngs::StdRng;

/// Follows commits that are gathered split by split.
pub(crate) fn follow(case: &Case, places: &Places, width: f64, seed: u64) -> Followed {
    let mut random = StdRng::seed_from_u64(seed);
    let mut lines = vec![Line::default(); case.servers()];
    // When each commit has come that waits for its batch, by split.
    let mut batches = vec![Vec::new(); places.count()];
    let (mut histogram, mut whole) = (Histogram::new(), Histogram::new());
    let mut answered = 0.0;
    let mut arrivals = Arrivals::new(case, width, model::BURSTINESS);
    while arrivals.next(&mut random) {
        let sender = sender(case, &mut random);
        let touch = &sender.touches[0];
        let (split, server) = places.draw(touch, arrivals.share(), &mut random);
        let batch = &mut batches[split];
        loop {
            batch.push(arrivals.clock);
            if batch.len() as f64 >= case.knobs.commit_batch {
                let (log, row) = touch.parts();
                let rows: f64 = batch.iter().map(|_| exponential(&mut random, row)).sum();
                let takes = exponential(&mut random, log) + rows;
                let waited = 1000.0 * lines[server].take(arrivals.clock, takes);
                for since in batch.drain(..) {
                    let ms = waited + unloaded_ms(&mut random, sender.median_ms);
                    histogram.add(ms);
                    whole.add(ms + 1000.0 * (arrivals.clock - since));
                    answered += 1.0;
                }
            }
            if fraction(&mut random) < 1.0 / model::BURSTINESS {
                break;
            }
        }
    }
    Followed {
        utilisation: lines.iter().map(|line| line.busy / arrivals.end).collect(),
        p99_ms: [histogram.p99_ms(), 0.0],
        per_second: answered / arrivals.end,
        given_up: None,
        note: format!(", {:.1} ms with the wait for a full batch", whole.p99_ms()),
    }
}

pub(crate) fn cases() -> Vec<Case> {
    let case = |name, nodes, batch: f64, per_second, requests| {
        let mut case = open::even_at(name, nodes, per_second, requests);
        case.knobs.commit_batch = batch;
        case
    };
    vec![
        case("batches of four, half busy", 1, 4.0, 4_770.0, 1e6),
        case("batches of four", 1, 4.0, 7_640.0, 2e6),
        case("batches of four with a twentieth left", 1, 4.0, 9_070.0, 1e7),
        case("batches of two", 2, 2.0, 10_900.0, 6e6),
        case("batches of sixteen", 2, 16.0, 28_500.0, 6e6),
    ]
}
