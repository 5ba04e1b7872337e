//! Choices of an exam, from its seed.

use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};

/// Choices, the same for the same seed.
pub(super) struct Chance(StdRng);

impl Chance {
    pub(super) fn new(seed: u32) -> Self {
        Self(StdRng::seed_from_u64(u64::from(seed)))
    }

    /// A number below `end`, which is at least 1.
    pub(super) fn below(&mut self, end: usize) -> usize {
        // The few choices of an exam make the bias of a remainder one in 10^18.
        let drawn = self.0.next_u64() % (end.max(1) as u64);
        usize::try_from(drawn).unwrap_or(0)
    }

    /// One of several.
    pub(super) fn pick<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.below(all.len())]
    }

    /// Whether it comes up heads.
    pub(super) fn heads(&mut self) -> bool {
        self.below(2) == 0
    }

    /// The same in a random order.
    pub(super) fn shuffle<T>(&mut self, all: &mut [T]) {
        for last in (1..all.len()).rev() {
            all.swap(last, self.below(last + 1));
        }
    }
}
