//! One round: splits that are hot or full are cut, or else cold ones merged, or else some moved.

use super::Control;
use crate::sim::layout::{Layout, Split};
use crate::sim::prepared::PreparedLoad;
use crate::sim::shares::Shares;

impl Control {
    /// One round; whether the layout changed.
    pub(in crate::sim) fn round(
        &mut self,
        prepared: &PreparedLoad,
        layout: &mut Layout,
        unhindered: &Shares,
        second: u32,
    ) -> bool {
        self.moved.clear();
        self.watch(layout, second);
        let mut cuts = self.size_cuts(prepared, layout, unhindered, second);
        cuts.extend(self.load_cuts(prepared, layout, unhindered, second));
        cuts.sort_by_key(|cut| cut.split);
        cuts.dedup_by_key(|cut| cut.split);
        let mut changed = self.apply(prepared, layout, unhindered, cuts, second);
        let mut changed_hot = false;
        // After a cut the loads of splits are stale; merging and moving wait for the next round.
        if !changed {
            changed = self.merge(layout, second);
        }
        if !changed {
            changed = self.balance(layout, second);
            // Those that are hot are in order.
            let is_known = |split: &usize| self.hot.binary_search(split).is_ok();
            let hot = |split: &usize| self.is_hot(layout, *split) && !is_known(split);
            // What balancing could not move is hot from the next round on.
            changed_hot = !changed && self.bearing().iter().any(hot);
        }
        self.idle_until = if changed || changed_hot { 0 } else { self.next_action(layout) };
        changed
    }

    /// When a round may do something after one that did nothing, with the same load: what could
    /// not be moved then cannot be later.
    fn next_action(&self, layout: &Layout) -> u32 {
        let learned = self.hot.iter().map(|&split| {
            let Split { hot_since, retry_at, .. } = layout.splits[split];
            (hot_since.unwrap_or(0) + self.constants.learn_seconds).max(retry_at)
        });
        learned.min().unwrap_or(u32::MAX).min(self.full_at).min(self.merge_at)
    }

    /// Which splits are hot, and since when.
    fn watch(&mut self, layout: &mut Layout, second: u32) {
        for split in std::mem::take(&mut self.hot) {
            if !self.is_hot(layout, split) {
                layout.splits[split].hot_since = None;
            }
        }
        let cold = |split: &&usize| !self.is_warm[**split];
        let bearing = self.warm.iter().chain(self.pointed.iter().filter(cold));
        let mut hot: Vec<usize> =
            bearing.copied().filter(|&split| self.is_hot(layout, split)).collect();
        hot.sort_unstable();
        for &split in &hot {
            layout.splits[split].hot_since.get_or_insert(second);
        }
        self.hot = hot;
    }
}
