//! Commit latency: a lognormal time with no load, plus waiting at the busiest participant.
//!
//! Model: waiting at a server below capacity is nothing for the share of time that the server is
//! free and exponential otherwise; above capacity it is the server's backlog. What clients wait
//! before they may send is not in it.

use super::model;

/// Points of the latency axis.
const POINTS: usize = 144;
/// First point, ms.
const POINT_FIRST_MS: f64 = 0.25;
/// Ratio of two points.
const POINT_RATIO: f64 = 1.1;
/// Mean waits that the table is worked out for.
const WAITS: usize = 48;
/// First of these, ms.
const WAIT_FIRST_MS: f64 = 0.1;
/// Ratio of two of them.
const WAIT_RATIO: f64 = 1.25;
/// Equal-probability steps of the lognormal below its tail; the tail is cut finer.
const BODY_STEPS: u32 = 20;
/// Steps of the tail, each half as likely as the one before.
const TAIL_STEPS: u32 = 12;
/// Halvings that find a percentile: the axis spans a factor of 10⁶.
const HALVINGS: u32 = 18;
/// Differing backlogs kept apart in one mix.
const BACKLOGS_MAX: usize = 512;

/// The tables, worked out once.
#[derive(Debug)]
pub(super) struct Latency {
    /// Share of commits slower than each point: by mean wait, then by point. No wait first.
    slower: Vec<[f64; POINTS]>,
    /// Logarithms of the factors that participants put on the time with no load.
    factors: Vec<f64>,
    /// Which factor each class has.
    factor_of: Vec<usize>,
}

/// How commits wait at a server.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Wait {
    /// With probability `busy` for an exponential time with this mean.
    Queue {
        /// Share of commits that wait.
        busy: f64,
        /// Mean of their wait, ms.
        mean_ms: f64,
    },
    /// For the whole backlog, ms.
    Backlog(f64),
}

/// Commits by how they wait.
#[derive(Clone, Debug)]
pub(super) struct Mix {
    total: f64,
    /// By factor.
    free: Vec<f64>,
    /// By factor and mean wait.
    queued: Vec<[f64; WAITS]>,
    /// Factor, backlog in ms, weight.
    behind: Vec<(usize, f64, f64)>,
}

impl Wait {
    /// The mean, ms.
    pub(super) fn mean(self) -> f64 {
        match self {
            Self::Queue { busy, mean_ms } => busy * mean_ms,
            Self::Backlog(ms) => ms,
        }
    }
}

impl Latency {
    /// Tables for classes with this many participants each.
    pub(super) fn new(participants: &[f64]) -> Self {
        let mut factors: Vec<f64> = Vec::new();
        let mut factor_of = Vec::new();
        for &count in participants {
            // Steps of a fiftieth keep the number of tables small and cost 1 %.
            let factor = (model::latency_factor(count) * 50.0).floor() / 50.0;
            let log = libm::log(factor.max(1.0));
            let found = factors.iter().position(|&known| known == log);
            factor_of.push(found.unwrap_or(factors.len()));
            if found.is_none() {
                factors.push(log);
            }
        }
        if factors.is_empty() {
            factors.push(0.0);
        }
        Self { slower: tables(), factors, factor_of }
    }

    /// No commits.
    pub(super) fn empty(&self) -> Mix {
        Mix {
            total: 0.0,
            free: vec![0.0; self.factors.len()],
            queued: vec![[0.0; WAITS]; self.factors.len()],
            behind: Vec::new(),
        }
    }

    /// Which factor the commits of a class have.
    pub(super) fn factor(&self, class: usize) -> usize {
        self.factor_of[class]
    }

    /// Adds commits given by factor, server and number; `waits` are those of the servers.
    pub(super) fn add_all(&self, mix: &mut Mix, commits: &[(usize, usize, f64)], waits: &[Wait]) {
        let mut sums = vec![0.0; self.factors.len() * waits.len()];
        for &(factor, server, weight) in commits {
            sums[factor * waits.len() + server] += weight;
        }
        for (at, &weight) in sums.iter().enumerate() {
            if weight > 0.0 {
                self.add_with(mix, at / waits.len(), waits[at % waits.len()], weight);
            }
        }
    }

    /// Adds commits with one participant, whose split was moving.
    pub(super) fn add_moved(&self, mix: &mut Mix, weight: f64) {
        if weight > 0.0 {
            let wait = Wait::Backlog(model::MOVE_SECONDS * 1000.0 / 2.0);
            self.add_with(mix, 0, wait, weight);
        }
    }

    fn add_with(&self, mix: &mut Mix, factor: usize, wait: Wait, weight: f64) {
        mix.total += weight;
        match wait {
            Wait::Queue { busy, mean_ms } => {
                let scaled = mean_ms / libm::exp(self.factors[factor]);
                let at = libm::log(scaled / WAIT_FIRST_MS) / libm::log(WAIT_RATIO);
                let busy = busy.clamp(0.0, 1.0);
                if scaled <= 0.0 || at <= 0.0 {
                    mix.free[factor] += weight;
                    return;
                }
                mix.free[factor] += weight * (1.0 - busy);
                let (low, part) = below(at, WAITS);
                mix.queued[factor][low] += weight * busy * (1.0 - part);
                mix.queued[factor][low + 1] += weight * busy * part;
            }
            Wait::Backlog(ms) => mix.add_behind(factor, ms, weight),
        }
    }

    /// The latency that a share `1 - slower` of commits stays below, ms; 0 without commits.
    pub(super) fn percentile(&self, mix: &Mix, slower: f64) -> f64 {
        if mix.total <= 0.0 {
            return 0.0;
        }
        let span = libm::log(POINT_RATIO) * (POINTS - 1) as f64;
        let first = libm::log(POINT_FIRST_MS);
        let (mut low, mut high) = (first, first + span);
        for _ in 0..HALVINGS {
            let middle = (low + high) / 2.0;
            if self.slower_than(mix, middle) > slower * mix.total {
                low = middle;
            } else {
                high = middle;
            }
        }
        libm::exp((low + high) / 2.0)
    }

    /// Weight of the commits slower than a time given by its logarithm.
    fn slower_than(&self, mix: &Mix, log_ms: f64) -> f64 {
        let step = libm::log(POINT_RATIO);
        let first = libm::log(POINT_FIRST_MS);
        let mut sum = 0.0;
        for (factor, log_factor) in self.factors.iter().enumerate() {
            let (low, part) = below((log_ms - log_factor - first) / step, POINTS);
            let read = |row: &[f64; POINTS]| row[low] * (1.0 - part) + row[low + 1] * part;
            sum += mix.free[factor] * read(&self.slower[0]);
            for (wait, &weight) in mix.queued[factor].iter().enumerate() {
                if weight > 0.0 {
                    sum += weight * read(&self.slower[wait + 1]);
                }
            }
        }
        let ms = if mix.behind.is_empty() { 0.0 } else { libm::exp(log_ms) };
        for &(factor, backlog, weight) in &mix.behind {
            let rest = ms - backlog;
            sum += weight
                * if rest <= 0.0 {
                    1.0
                } else {
                    let at = (libm::log(rest) - self.factors[factor] - first) / step;
                    let (low, part) = below(at, POINTS);
                    self.slower[0][low] * (1.0 - part) + self.slower[0][low + 1] * part
                };
        }
        sum
    }
}

impl Mix {
    /// Takes in another mix of the same tables.
    pub(super) fn merge(&mut self, other: &Self) {
        self.total += other.total;
        for (sum, more) in self.free.iter_mut().zip(&other.free) {
            *sum += more;
        }
        for (sums, more) in self.queued.iter_mut().zip(&other.queued) {
            for (sum, more) in sums.iter_mut().zip(more) {
                *sum += more;
            }
        }
        for &(factor, ms, weight) in &other.behind {
            self.add_behind(factor, ms, weight);
        }
    }

    /// Forgets all.
    pub(super) fn clear(&mut self) {
        self.total = 0.0;
        self.free.fill(0.0);
        self.queued.fill([0.0; WAITS]);
        self.behind.clear();
    }

    fn add_behind(&mut self, factor: usize, ms: f64, weight: f64) {
        let near = |known: f64| (known - ms).abs() <= 1e-9 * ms;
        let full = self.behind.len() >= BACKLOGS_MAX;
        let found = self.behind.iter_mut().rev().find(|known| {
            known.0 == factor && (near(known.1) || (full && (known.1 - ms).abs() < 0.02 * ms))
        });
        match found {
            Some(known) => known.2 += weight,
            None => self.behind.push((factor, ms, weight)),
        }
    }
}

/// A position on a grid of `points` as the point below and the way to the next, kept inside.
fn below(at: f64, points: usize) -> (usize, f64) {
    if at <= 0.0 || at.is_nan() {
        return (0, 0.0);
    }
    let last = points - 2;
    let low = usize::try_from(crate::workload::load::whole(at)).map_or(last, |low| low.min(last));
    (low, (at - low as f64).min(1.0))
}

/// Spread of the logarithm of the time with no load: the 99th percentile lies 2.326 of it above
/// the median.
fn sigma() -> f64 {
    libm::log(model::COMMIT_P99_MS / model::COMMIT_MEDIAN_MS) / normal_quantile(0.99)
}

/// Share of commits slower than each point, with no wait and with each mean wait.
fn tables() -> Vec<[f64; POINTS]> {
    let sigma = sigma();
    let median = libm::log(model::COMMIT_MEDIAN_MS);
    let points: Vec<f64> = (0..POINTS)
        .map(|i| POINT_FIRST_MS * libm::exp(libm::log(POINT_RATIO) * i as f64))
        .collect();
    let mut free = [0.0; POINTS];
    for (slower, point) in free.iter_mut().zip(&points) {
        let z = (libm::log(*point) - median) / sigma;
        *slower = 0.5 * libm::erfc(z / std::f64::consts::SQRT_2);
    }
    let steps: Vec<(f64, f64)> = quantile_steps()
        .into_iter()
        .map(|(middle, share)| (libm::exp(median + sigma * normal_quantile(middle)), share))
        .collect();
    let mut tables = vec![free];
    for wait in 0..WAITS {
        let mean = WAIT_FIRST_MS * libm::exp(libm::log(WAIT_RATIO) * wait as f64);
        tables.push(with_wait(&points, &steps, mean));
    }
    tables
}

/// The lognormal's steps plus an exponential wait: shares slower than each point. Going up the
/// axis, what has waited decays and what has just begun to wait joins it.
fn with_wait(points: &[f64], steps: &[(f64, f64)], mean: f64) -> [f64; POINTS] {
    let mut slower = [0.0; POINTS];
    let mut next = 0;
    let mut waiting = 0.0;
    let mut not_begun = 1.0;
    let mut before = 0.0;
    for (slower, &point) in slower.iter_mut().zip(points) {
        waiting *= libm::exp(-(point - before) / mean);
        while next < steps.len() && steps[next].0 <= point {
            waiting += steps[next].1 * libm::exp(-(point - steps[next].0) / mean);
            not_begun -= steps[next].1;
            next += 1;
        }
        *slower = waiting + not_begun.max(0.0);
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

/// The value that a standard normal stays below with probability `p`, to nine digits: Acklam's
/// rational approximation (published 2003, free of conditions).
fn normal_quantile(p: f64) -> f64 {
    const A: [f64; 6] = [
        -3.969683028665376e1,
        2.209460984245205e2,
        -2.759285104469687e2,
        1.38357751867269e2,
        -3.066479806614716e1,
        2.506628277459239,
    ];
    const B: [f64; 5] = [
        -5.447609879822406e1,
        1.615858368580409e2,
        -1.556989798598866e2,
        6.680131188771972e1,
        -1.328068155288572e1,
    ];
    const C: [f64; 6] = [
        -7.784894002430293e-3,
        -3.223964580411365e-1,
        -2.400758277161838,
        -2.549732539343734,
        4.374664141464968,
        2.938163982698783,
    ];
    const D: [f64; 4] =
        [7.784695709041462e-3, 3.224671290700398e-1, 2.445134137142996, 3.754408661907416];
    let horner = |terms: &[f64], x: f64| terms.iter().fold(0.0, |sum, term| sum * x + term);
    let tail = |p: f64| {
        let q = (-2.0 * libm::log(p)).sqrt();
        horner(&C, q) / (horner(&D, q) * q + 1.0)
    };
    if p < 0.02425 {
        tail(p)
    } else if p > 1.0 - 0.02425 {
        -tail(1.0 - p)
    } else {
        let q = p - 0.5;
        let r = q * q;
        horner(&A, r) * q / (horner(&B, r) * r + 1.0)
    }
}
