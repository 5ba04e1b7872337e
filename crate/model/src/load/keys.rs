//! Ranges of keys.

use super::number::whole;

/// A half-open range of keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Keys {
    /// The first key.
    pub lo: u64,
    /// One past the last key.
    pub hi: u64,
}

impl Keys {
    /// How many keys.
    #[must_use]
    pub fn len(self) -> u64 {
        self.hi.saturating_sub(self.lo)
    }

    /// Whether there is no key.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.hi <= self.lo
    }

    /// Whether `key` lies inside.
    #[must_use]
    pub fn contains(self, key: u64) -> bool {
        self.lo <= key && key < self.hi
    }

    /// The key at a share of the range, 0 to 1; never one past the end.
    #[must_use]
    pub fn at(self, share: f64) -> u64 {
        let offset = whole(self.len() as f64 * share);
        (self.lo + offset).min(self.hi.saturating_sub(1)).max(self.lo)
    }

    /// The share of the range that lies before `key`, 0 to 1.
    #[must_use]
    pub fn share_before(self, key: u64) -> f64 {
        if self.is_empty() {
            return 0.0;
        }
        (key.clamp(self.lo, self.hi) - self.lo) as f64 / self.len() as f64
    }

    /// Piece `number` of `pieces` equal pieces.
    #[must_use]
    pub fn piece(self, number: u32, pieces: u32) -> Self {
        let pieces = u64::from(pieces.max(1));
        let number = u64::from(number);
        // The axis has 63 bits and pieces 32, so the product needs more than 64.
        let edge = |i: u64| {
            let scaled = u128::from(self.len()) * u128::from(i) / u128::from(pieces);
            self.lo + u64::try_from(scaled).expect("a share of a length fits where it fits")
        };
        Self { lo: edge(number), hi: edge(number + 1) }
    }

    /// The keys in both.
    #[must_use]
    pub fn overlap(self, other: Self) -> Self {
        let lo = self.lo.max(other.lo);
        Self { lo, hi: self.hi.min(other.hi).max(lo) }
    }
}
