//! What the database sees of the load: what reaches each split, added up again where it has changed.

use super::split_load::{SplitLoad, load_of_part};
use super::{Control, Elsewhere};
use crate::sim::flow::Spread;
use crate::sim::layout::Layout;
use crate::sim::model;
use crate::sim::prepared::PreparedLoad;
use crate::sim::shares::Shares;

impl Control {
    /// Updates the loads of splits and servers after the load or the layout has changed.
    pub(in crate::sim) fn look(
        &mut self,
        prepared: &PreparedLoad,
        layout: &mut Layout,
        spread: &Spread,
        unhindered: &Shares,
        elsewhere: Elsewhere,
        second: u32,
    ) {
        let wide_of = spread.wide.iter().map(|&part| load_of_part(prepared, unhindered, part));
        if elsewhere == Elsewhere::All || !wide_of.clone().eq(self.wide_of.iter().copied()) {
            self.settle(layout, second);
            self.wide_of = wide_of.collect();
            self.look_at_all(layout, spread);
            self.look_at_wide(layout);
        } else if elsewhere == Elsewhere::Reads {
            self.settle_growing(layout, second);
            self.look_at_wide(layout);
        }
        self.look_at_points(prepared, layout, spread, unhindered, second);
        self.server_load.clone_from(&unhindered.server_load);
        self.idle_until = 0;
    }

    /// Adds up what all splits bear of wide load.
    fn look_at_all(&mut self, layout: &Layout, spread: &Spread) {
        let splits = layout.splits.len();
        self.wide.clear();
        self.wide.resize(splits, SplitLoad::default());
        let (mut at, mut of_part) = (0, SplitLoad::default());
        for (index, piece) in spread.pieces.iter().enumerate() {
            if index == 0 || spread.wide[at] != piece.part {
                at += usize::from(index > 0);
                of_part = self.wide_of[at];
            }
            let sum = &mut self.wide[piece.split];
            sum.load += of_part.load * piece.weight;
            sum.rate += of_part.rate * piece.touches;
            sum.growth += of_part.growth * piece.weight;
        }
        self.loads.clone_from(&self.wide);
        self.growing.clear();
        self.growing.extend((0..splits).filter(|&split| self.wide[split].growth != 0.0));
        self.pointed.clear();
        let least = self.constants.hot_load_min.min(model::MOVE_GAIN_MIN);
        self.is_warm.clear();
        self.is_warm.extend(self.wide.iter().map(|sum| sum.load >= least));
        self.warm.clear();
        self.warm.extend((0..splits).filter(|&split| self.is_warm[split]));
        self.hot.clear();
        self.hot.extend((0..splits).filter(|&split| layout.splits[split].hot_since.is_some()));
    }

    /// Starts from what splits bear of wide load, points aside.
    fn look_at_wide(&mut self, layout: &Layout) {
        for split in std::mem::take(&mut self.pointed) {
            self.loads[split] = self.wide[split];
        }
        self.changed = None;
        self.full_at = u32::MAX;
        for at in 0..self.growing.len() {
            self.look_out_for_full(layout, self.growing[at]);
        }
    }

    fn look_at_points(
        &mut self,
        prepared: &PreparedLoad,
        layout: &mut Layout,
        spread: &Spread,
        unhindered: &Shares,
        second: u32,
    ) {
        let mut touched = std::mem::take(&mut self.pointed);
        touched.extend(spread.points.iter().map(|point| point.split));
        // Stable sorts make use of the order of points, which stands in it stream by stream.
        touched.sort();
        touched.dedup();
        for &split in &touched {
            layout.splits[split].settle(self.loads[split].growth, second);
            self.loads[split] = self.wide[split];
        }
        for point in &spread.points {
            let (sum, of_part) =
                (&mut self.loads[point.split], load_of_part(prepared, unhindered, point.part));
            sum.load += of_part.load;
            sum.rate += of_part.rate;
            sum.growth += of_part.growth;
        }
        for &split in &touched {
            self.look_out_for_full(layout, split);
        }
        if let Some(changed) = &mut self.changed {
            changed.extend(&touched);
        }
        self.pointed.extend(spread.points.iter().map(|point| point.split));
        self.pointed.sort();
        self.pointed.dedup();
    }

    /// Lets those splits grow that do.
    fn settle_growing(&self, layout: &mut Layout, second: u32) {
        for &split in self.growing.iter().chain(&self.pointed) {
            layout.splits[split].settle(self.loads[split].growth, second);
        }
    }
}
