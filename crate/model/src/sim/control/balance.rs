//! Moving splits from busy servers to idle ones.

use super::Control;
use crate::load::lesser;
use crate::sim::events::EventKind;
use crate::sim::layout::Layout;
use crate::sim::model;

impl Control {
    /// Moves splits from the busiest server to the idlest, the best fit first.
    pub(super) fn balance(&mut self, layout: &mut Layout, second: u32) -> bool {
        let mut moves = (self.server_load.len() / 4).max(1);
        let mut changed = false;
        // A server that a single split keeps hot cannot be relieved; the others still can.
        let mut stuck = vec![false; self.server_load.len()];
        self.unrelieved.clear();
        self.unrelieved.resize(self.server_load.len(), false);
        // By server, once there is something to move.
        let mut on_server: Vec<Vec<usize>> = Vec::new();
        while moves > 0 {
            let Some((from, to)) = self.extremes(&stuck) else { break };
            let gap = self.server_load[from] - self.server_load[to];
            if gap < self.constants.balance_tolerance {
                break;
            }
            if on_server.is_empty() {
                on_server.resize(self.server_load.len(), Vec::new());
                for split in self.bearing() {
                    on_server[layout.splits[split].server].push(split);
                }
            }
            let Some(index) = self.best_to_move(layout, &on_server[from], gap, second) else {
                stuck[from] = true;
                // What would be no hot split is no hot server either.
                self.unrelieved[from] = self.server_load[from] > self.constants.hot_load;
                continue;
            };
            moves -= 1;
            let load = self.loads[index].load;
            self.server_load[from] -= load;
            self.server_load[to] += load;
            layout.splits[index].server = to;
            on_server[from].retain(|&split| split != index);
            let place = on_server[to].partition_point(|&split| split < index);
            on_server[to].insert(place, index);
            layout.remember(index, second);
            self.moves += 1;
            self.moved.push(self.loads[index].rate);
            let key = layout.splits[index].keys.lo;
            self.note(second, EventKind::Move, key, to);
            changed = true;
        }
        changed
    }

    /// Which of `splits` narrows a gap between two servers the most, if any does.
    fn best_to_move(
        &self,
        layout: &Layout,
        splits: &[usize],
        gap: f64,
        second: u32,
    ) -> Option<usize> {
        let mut best: Option<(bool, f64, f64, usize)> = None;
        for &index in splits {
            let load = self.loads[index].load;
            let gain = lesser(load, gap - load);
            let is_new = layout.splits[index].stays_until > second;
            // What has just been placed goes last.
            let better = best.is_none_or(|(new, most, least, _)| match (is_new, new) {
                (false, true) => true,
                (true, false) => false,
                _ => gain > most + 1e-12 || (gain > most - 1e-12 && load < least),
            });
            if gain >= model::MOVE_GAIN_MIN && better {
                best = Some((is_new, gain, load, index));
            }
        }
        best.map(|(.., index)| index)
    }

    /// The most loaded server that is not stuck, and the least loaded one.
    fn extremes(&self, stuck: &[bool]) -> Option<(usize, usize)> {
        let servers = 0..self.server_load.len();
        let most = servers.clone().filter(|&server| !stuck[server]).reduce(|best, next| {
            if self.server_load[next] > self.server_load[best] { next } else { best }
        })?;
        let least = servers.reduce(|best, next| {
            if self.server_load[next] < self.server_load[best] { next } else { best }
        })?;
        (most != least).then_some((most, least))
    }
}
