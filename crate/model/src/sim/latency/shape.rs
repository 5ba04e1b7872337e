//! How times with no load are spread, and with each mean wait added: the tables that latencies are
//! read from.

use super::grid::{POINT_FIRST_MS, POINT_RATIO, POINTS, WAITS, wait_ms};
use super::normal::normal_quantile;

/// Equal-probability steps of the lognormal below its tail; the tail is cut finer.
const BODY_STEPS: u32 = 20;

/// Steps of the tail, each half as likely as the one before.
const TAIL_STEPS: u32 = 12;

/// How times with no load are spread, with the median of a commit: the slowest of some lognormals
/// with one spread.
#[derive(Debug)]
pub(super) struct Shape {
    /// Spread of the logarithm.
    pub(super) sigma: f64,
    /// How many.
    pub(super) of: f64,
    /// Share of commits slower than each point: by point, then by mean wait. No wait first.
    pub(super) slower: Vec<[f64; 1 + WAITS]>,
    /// The mean, ms.
    pub(super) mean_ms: f64,
}

/// Spread of the logarithm of a time: the 99th percentile lies 2.326 of it above the median.
pub(super) fn sigma(p99_over_median: f64) -> f64 {
    libm::log(p99_over_median) / normal_quantile(0.99)
}

/// Times of equal or known probability of the slowest of `of` lognormals.
pub(super) fn steps(median_ms: f64, sigma: f64, of: f64) -> Vec<(f64, f64)> {
    let median = libm::log(median_ms);
    quantile_steps()
        .into_iter()
        .map(|(middle, share)| {
            let each = if of > 1.0 { libm::pow(middle, 1.0 / of) } else { middle };
            (libm::exp(median + sigma * normal_quantile(each)), share)
        })
        .collect()
}

/// Share of commits slower than each point, with no wait and with each mean wait.
pub(super) fn tables(
    median_ms: f64,
    sigma: f64,
    of: f64,
    steps: &[(f64, f64)],
) -> Vec<[f64; 1 + WAITS]> {
    let median = libm::log(median_ms);
    let points: Vec<f64> = (0..POINTS)
        .map(|i| POINT_FIRST_MS * libm::exp(libm::log(POINT_RATIO) * i as f64))
        .collect();
    let mut tables = vec![[0.0; 1 + WAITS]; POINTS];
    for (slower, point) in tables.iter_mut().zip(&points) {
        let z = (libm::log(*point) - median) / sigma;
        slower[0] = 0.5 * libm::erfc(z / std::f64::consts::SQRT_2);
        if of > 1.0 {
            slower[0] = 1.0 - libm::pow(1.0 - slower[0], of);
        }
    }
    for wait in 0..WAITS {
        let mean = wait_ms(wait);
        for (slower, with) in tables.iter_mut().zip(with_wait(&points, steps, mean)) {
            slower[1 + wait] = with;
        }
    }
    tables
}

/// The lognormal's steps plus an exponential wait: shares slower than each point. Going up the
/// axis, what has waited decays and what has just begun to wait joins it.
fn with_wait(points: &[f64], steps: &[(f64, f64)], mean: f64) -> [f64; POINTS] {
    let mut slower = [0.0; POINTS];
    let mut next = 0;
    let mut waiting = 0.0;
    let mut not_started = 1.0;
    let mut before = 0.0;
    for (slower, &point) in slower.iter_mut().zip(points) {
        waiting *= libm::exp(-(point - before) / mean);
        while next < steps.len() && steps[next].0 <= point {
            waiting += steps[next].1 * libm::exp(-(point - steps[next].0) / mean);
            not_started -= steps[next].1;
            next += 1;
        }
        *slower = waiting + not_started.max(0.0);
        before = point;
    }
    slower
}

/// Steps of probability with their middles: even below 0.9, then ever finer.
fn quantile_steps() -> Vec<(f64, f64)> {
    let mut steps = Vec::new();
    let body = 0.9 / f64::from(BODY_STEPS);
    for i in 0..BODY_STEPS {
        steps.push((body * (f64::from(i) + 0.5), body));
    }
    let (mut from, mut rest) = (0.9, 1.0 - 0.9);
    for i in 0..TAIL_STEPS {
        let share = if i + 1 == TAIL_STEPS { rest } else { rest / 2.0 };
        steps.push((from + share / 2.0, share));
        from += share;
        rest -= share;
    }
    steps
}
