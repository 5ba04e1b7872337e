//! Random numbers of a run.

use crate::load::whole;
use rand::Rng;
use rand::rngs::StdRng;

/// Server numbers in a random order.
pub(super) fn shuffled(servers: usize, random: &mut StdRng) -> Vec<usize> {
    let mut order: Vec<usize> = (0..servers).collect();
    for last in (1..servers).rev() {
        let other = usize::try_from(whole(fraction(random) * (last + 1) as f64));
        order.swap(last, other.unwrap_or(last).min(last));
    }
    order
}

/// A number from 0 up to and without 1, from the upper 53 bits of a draw.
pub(super) fn fraction(random: &mut StdRng) -> f64 {
    (random.next_u64() >> 11) as f64 / (1_u64 << 53) as f64
}
