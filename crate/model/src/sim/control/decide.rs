//! Which splits to cut and where: those that have been hot for long, and those that are full.

use super::Control;
use super::growth::growing_tail;
use super::split_load::part_load;
use crate::sim::finder::{self, Verdict};
use crate::sim::layout::Layout;
use crate::sim::model;
use crate::sim::prepared::PreparedLoad;
use crate::sim::shares::Shares;
use hotsplit_base::unsplittable::UnsplittableReason;

/// A decision to cut one split.
pub(super) struct Cut {
    pub(super) split: usize,
    pub(super) keys: Vec<u64>,
    pub(super) by_size: bool,
    /// Why the heavier part stays hot all the same.
    pub(super) reason: Option<UnsplittableReason>,
}

impl Control {
    pub(super) fn load_cuts(
        &mut self,
        prepared: &PreparedLoad,
        layout: &mut Layout,
        unhindered: &Shares,
        second: u32,
    ) -> Vec<Cut> {
        let mut cuts = Vec::new();
        for &index in &self.hot {
            let split = &layout.splits[index];
            let Some(since) = split.hot_since else { continue };
            if second < since + self.constants.learn_seconds || second < split.retry_at {
                continue;
            }
            let verdict = finder::find(prepared, split.keys, second, |part| {
                part_load(prepared, unhindered, part)
            });
            match verdict {
                Verdict::At(keys, reason)
                    if layout.splits.len() + cuts.len() < model::SPLITS_MAX =>
                {
                    cuts.push(Cut { split: index, keys, by_size: false, reason });
                }
                Verdict::At(..) => self.full = true,
                Verdict::Not(reason) => {
                    let hot = self.is_hot_alone(layout, index);
                    let split = &mut layout.splits[index];
                    split.retry_at = second + self.constants.learn_seconds;
                    if hot && split.reason != Some(reason) {
                        split.reason = Some(reason);
                        layout.remember(index, second);
                    }
                }
            }
        }
        cuts
    }

    pub(super) fn size_cuts(
        &mut self,
        prepared: &PreparedLoad,
        layout: &mut Layout,
        unhindered: &Shares,
        second: u32,
    ) -> Vec<Cut> {
        let mut cuts = Vec::new();
        if second < self.full_at {
            return cuts;
        }
        self.settle(layout, second);
        self.full_at = u32::MAX;
        for split in 0..layout.splits.len() {
            self.look_out_for_full(layout, split);
        }
        for (index, split) in layout.splits.iter().enumerate() {
            // A full split that has stopped growing is left alone.
            let full =
                split.bytes >= self.constants.split_bytes_max && self.loads[index].growth > 0.0;
            if !full || split.keys.len() < 2 {
                continue;
            }
            if layout.splits.len() + cuts.len() >= model::SPLITS_MAX {
                self.full = true;
                continue;
            }
            let tail = growing_tail(prepared, unhindered, split.keys, second);
            let key = tail.map(|tail| tail.boundary).unwrap_or_else(|| {
                finder::middle(prepared, split.keys, second, |part| {
                    part_load(prepared, unhindered, part)
                })
            });
            if split.keys.lo < key && key < split.keys.hi {
                cuts.push(Cut { split: index, keys: vec![key], by_size: true, reason: None });
            }
        }
        cuts
    }
}
