//! How long commits take with no load, and how many changes of one row a second that leaves room for.

use super::knobs::Knobs;
use super::model::PARTICIPANT_LATENCY;

/// How far the 99th percentile of a normal value lies above its mean, in standard deviations.
const P99_SIGMAS: f64 = 2.326_347_874;

/// Changes per second of one row by transactions that read it first, each of a commit with so many
/// participants.
///
/// Model: each holds the row's lock over one read, a client's round trip, and its commit, which takes
/// longer with more participants and where it waits for a second region; the next waits for it.
#[must_use]
pub fn row_changes(knobs: &Knobs, participants: f64) -> f64 {
    let constants = &knobs.constants;
    let more = latency_factor(participants.max(1.0)) - 1.0;
    let mean_ms = mean_of(constants.commit_median_ms, constants.commit_p99_ms);
    let longer_ms = mean_ms * more + knobs.region.quorum_ms();
    1000.0 / (1000.0 / constants.row_changes_per_second + longer_ms)
}

/// The mean of a lognormal time with this median and 99th percentile.
#[must_use]
pub fn mean_of(median: f64, p99: f64) -> f64 {
    let sigma = libm::log(p99 / median) / P99_SIGMAS;
    median * libm::exp(sigma * sigma / 2.0)
}

/// How much longer a commit takes with `participants` than with one: [`PARTICIPANT_LATENCY`],
/// interpolated over the logarithm of their number.
#[must_use]
pub fn latency_factor(participants: f64) -> f64 {
    let table = PARTICIPANT_LATENCY;
    let mut before = table[0];
    for point in table {
        if participants <= point.0 {
            if point.0 <= before.0 {
                return point.1;
            }
            let way = libm::log(participants / before.0) / libm::log(point.0 / before.0);
            return before.1 + (point.1 - before.1) * way;
        }
        before = point;
    }
    before.1
}
