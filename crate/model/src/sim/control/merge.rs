//! Merging neighbours that have been cold for long.

use super::Control;
use crate::sim::events::EventKind;
use crate::sim::layout::Layout;

impl Control {
    /// Merges neighbours that have been cold for long; never over the border of a row tree or a
    /// split point that was asked for.
    pub(super) fn merge(&mut self, layout: &mut Layout, second: u32) -> bool {
        let merged = match self.changed.take() {
            Some(changed) if second < self.merge_at => {
                for split in changed.into_iter().flat_map(|split| [split, split + 1]) {
                    if (1..layout.splits.len()).contains(&split) {
                        self.look_for_cold(layout, split, second);
                    }
                }
                self.changed = Some(Vec::new());
                return false;
            }
            _ => self.long_cold(layout, second),
        };
        self.changed = Some(Vec::new());
        for &index in merged.iter().rev() {
            let gone = layout.splits.remove(index);
            let kept = &mut layout.splits[index - 1];
            kept.keys.hi = gone.keys.hi;
            kept.bytes += gone.bytes;
            kept.reason = None;
            let (key, server) = (gone.keys.lo, kept.server);
            layout.remember(index - 1, second);
            self.merges += 1;
            self.note(second, EventKind::Merge, key, server);
        }
        !merged.is_empty()
    }

    /// All splits that have been cold with the one before them for long.
    fn long_cold(&mut self, layout: &mut Layout, second: u32) -> Vec<usize> {
        self.settle(layout, second);
        self.merge_at = u32::MAX;
        let mut merged = Vec::new();
        for index in 1..layout.splits.len() {
            let since = self.look_for_cold(layout, index, second);
            let old = since.is_some_and(|since| second >= since + self.constants.merge_seconds);
            // Pairs do not overlap, so that one round never merges three.
            if old && merged.last() != Some(&(index - 1)) {
                merged.push(index);
            }
        }
        merged
    }

    /// Since when a split and the one before it have been cold enough to be merged.
    fn look_for_cold(&mut self, layout: &mut Layout, index: usize, second: u32) -> Option<u32> {
        let (before, split) = (&layout.splits[index - 1], &layout.splits[index]);
        let (one, other) = (self.loads[index - 1], self.loads[index]);
        let bytes = before.bytes_by(one.growth, second) + split.bytes_by(other.growth, second);
        let cold = !split.pinned
            && Layout::root_of(before.keys.lo) == Layout::root_of(split.keys.lo)
            && one.load + other.load < self.constants.merge_load_max
            && bytes < self.constants.split_bytes_max;
        let since = cold.then_some(split.cold_since.unwrap_or(second));
        layout.splits[index].cold_since = since;
        if let Some(since) = since {
            self.merge_at = self.merge_at.min(since + self.constants.merge_seconds);
        }
        since
    }
}
