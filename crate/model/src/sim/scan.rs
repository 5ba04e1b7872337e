//! Range reads on the key axis: which keys they pass, and how many touch a range.

use crate::load::Keys;

/// Range reads that start at any key of a range, each as likely as the other.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scans {
    /// Where they start.
    pub(super) starts: Keys,
    /// Keys that each passes.
    pub(super) span: u64,
    /// One past the last key there is.
    pub(super) end: u64,
}

impl Scans {
    /// The keys that any of them passes.
    pub(super) fn keys(&self) -> Keys {
        let hi = self.starts.hi.saturating_add(self.span - 1).min(self.end);
        Keys { lo: self.starts.lo, hi: hi.max(self.starts.lo + 1) }
    }

    /// Share of the reads that pass a key of `keys`.
    pub(super) fn touching(&self, keys: Keys) -> f64 {
        let inside = self.keys().overlap(keys);
        if inside.is_empty() {
            return 0.0;
        }
        let first = (inside.lo + 1).saturating_sub(self.span);
        let starts = Keys { lo: first, hi: inside.hi }.overlap(self.starts);
        starts.len() as f64 / self.starts.len() as f64
    }

    /// Share of the reads that pass both `key` and the key before it.
    pub(super) fn across(&self, key: u64) -> f64 {
        if self.span < 2 || key >= self.end {
            return 0.0;
        }
        let starts = Keys { lo: (key + 1).saturating_sub(self.span), hi: key };
        starts.overlap(self.starts).len() as f64 / self.starts.len() as f64
    }

    /// Share of the keys passed that lie in `keys`.
    pub(super) fn rows(&self, keys: Keys) -> f64 {
        let all = self.keys();
        self.passed(all.overlap(keys)) / self.passed(all)
    }

    /// Keys of `keys` passed, over all starts.
    fn passed(&self, keys: Keys) -> f64 {
        // How many reads pass a key rises evenly, stays and falls evenly between these.
        let Keys { lo, hi } = self.starts;
        let mut edges = [
            keys.lo,
            hi.clamp(keys.lo, keys.hi),
            lo.saturating_add(self.span).clamp(keys.lo, keys.hi),
            hi.saturating_add(self.span - 1).clamp(keys.lo, keys.hi),
            keys.hi,
        ];
        edges.sort_unstable();
        let mut sum = 0.0;
        for pair in edges.windows(2).filter(|pair| pair[0] < pair[1]) {
            let ends = self.over(pair[0]) as f64 + self.over(pair[1] - 1) as f64;
            sum += ends / 2.0 * (pair[1] - pair[0]) as f64;
        }
        sum
    }

    /// How many starts pass `key`.
    fn over(&self, key: u64) -> u64 {
        Keys { lo: (key + 1).saturating_sub(self.span), hi: key + 1 }.overlap(self.starts).len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Against counting, key by key.
    #[test]
    fn shares_are_what_counting_gives() {
        for (lo, hi, span, end) in [(5, 9, 3, 40), (0, 20, 1, 20), (2, 4, 30, 25), (7, 8, 5, 10)] {
            let scans = Scans { starts: Keys { lo, hi }, span, end };
            let reads: Vec<Keys> =
                (lo..hi).map(|at| Keys { lo: at, hi: (at + span).min(end) }).collect();
            let all: u64 = reads.iter().map(|read| read.len()).sum();
            for from in 0..end {
                let across = reads.iter().filter(|read| read.lo < from && from < read.hi).count();
                assert!((scans.across(from) - across as f64 / reads.len() as f64).abs() < 1e-12);
                for to in from + 1..=end {
                    let keys = Keys { lo: from, hi: to };
                    let inside = reads.iter().map(|read| read.overlap(keys).len());
                    let rows: u64 = inside.clone().sum();
                    let touching = inside.filter(|&rows| rows > 0).count();
                    let shares = (scans.rows(keys), scans.touching(keys));
                    let counted = (rows as f64 / all as f64, touching as f64 / reads.len() as f64);
                    assert!((shares.0 - counted.0).abs() < 1e-12, "{scans:?} {keys:?}");
                    assert!((shares.1 - counted.1).abs() < 1e-12, "{scans:?} {keys:?}");
                }
            }
        }
    }
}
