//! Draws of a seeded generator, and the histogram that latencies are put into.

use rand::Rng;
use rand::rngs::StdRng;

/// Buckets of the histogram for each factor of e.
const BUCKETS: f64 = 200.0;

/// Latencies by their logarithm.
#[derive(Clone)]
pub(crate) struct Histogram(Vec<u32>);

impl Histogram {
    pub(crate) fn new() -> Self {
        Self(vec![0; 4_000])
    }

    pub(crate) fn add(&mut self, ms: f64) {
        let bucket = index((libm::log(ms) + 5.0) * BUCKETS);
        let last = self.0.len() - 1;
        self.0[bucket.min(last)] += 1;
    }

    /// The 99th percentile in ms; 0 where nothing was added.
    pub(crate) fn p99_ms(&self) -> f64 {
        let all: u32 = self.0.iter().sum();
        let (mut slower, mut bucket) = (0, self.0.len());
        while bucket > 0 && f64::from(slower) < 0.01 * f64::from(all) {
            bucket -= 1;
            slower += self.0[bucket];
        }
        if all == 0 { 0.0 } else { libm::exp((bucket as f64 + 0.5) / BUCKETS - 5.0) }
    }
}

/// A number between 0 and 1, never either.
pub(crate) fn fraction(random: &mut StdRng) -> f64 {
    ((random.next_u64() >> 11) as f64 + 0.5) / (1_u64 << 53) as f64
}

/// A number below `count`.
pub(crate) fn below(random: &mut StdRng, count: usize) -> usize {
    index(fraction(random) * count as f64)
}

pub(crate) fn exponential(random: &mut StdRng, mean: f64) -> f64 {
    -mean * libm::log(fraction(random))
}

/// A time with no load: its 99th percentile is three times the median.
pub(crate) fn unloaded_ms(random: &mut StdRng, median_ms: f64) -> f64 {
    // The 99th percentile of a normal lies so many deviations above its median.
    let sigma = libm::log(3.0) / 2.326_348;
    median_ms * libm::exp(sigma * normal(random))
}

/// Box and Muller's pair, of which one is used.
fn normal(random: &mut StdRng) -> f64 {
    let radius = (-2.0 * libm::log(fraction(random))).sqrt();
    radius * libm::cos(2.0 * std::f64::consts::PI * fraction(random))
}

/// A float as an index.
#[expect(clippy::cast_possible_truncation, reason = "saturates, and the caller clamps it")]
fn index(value: f64) -> usize {
    value as usize
}
