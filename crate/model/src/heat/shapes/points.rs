//! Points of a band, and the line along which they move.

use super::column::Column;
use crate::load::greater;

/// Share of the variance that a straight line must explain.
pub(super) const STRAIGHT: f64 = 0.9;

/// Steps of a line that is bent, and the share of its way that leads one way, at least.
const BENT_STEPS_MIN: u32 = 12;

/// See [`BENT_STEPS_MIN`].
const BENT_ONE_WAY: f64 = 0.95;

/// Share of the steps of a point that goes around and around that lead one way.
const ONE_WAY: f64 = 0.8;

/// Few thin clusters in most columns.
pub(super) struct Points<'a> {
    /// How many.
    pub(super) count: u32,
    /// The columns that show them.
    pub(super) same: Vec<&'a Column>,
    /// Share of all columns.
    pub(super) steady: f64,
    /// Mean of the brightest cells.
    pub(super) peak: f64,
}

/// A straight line through points.
#[derive(Clone, Copy, Debug)]
pub(super) struct Line {
    /// Rows from the first column to the last.
    pub(super) travel: f64,
    /// Share of the variance that it explains.
    pub(super) r2: f64,
}

impl Points<'_> {
    /// The line along which they move, if they do: one point passes a twentieth of its band, and
    /// many each half a row at least. It may bend, as it does where the pace changes, but not turn.
    pub(super) fn line(&self, rows: u32) -> Option<Line> {
        let line = line(self.same.iter().map(|column| (f64::from(column.column), column.row)));
        let least = if self.count == 1 { (f64::from(rows) * 0.05).max(1.0) } else { 0.5 };
        let moves = line.filter(|line| line.travel.abs() > least);
        moves.filter(|line| line.r2 > STRAIGHT || self.goes_one_way())
    }

    /// Whether nearly all steps lead one way, and none of them most of it.
    fn goes_one_way(&self) -> bool {
        let steps = self.same.windows(2).map(|pair| pair[1].row - pair[0].row);
        let (mut many, mut way, mut net, mut most) = (0_u32, 0.0, 0.0_f64, 0.0);
        for step in steps.filter(|step| step.abs() > 1e-6) {
            many += 1;
            way += step.abs();
            net += step;
            most = greater(most, step.abs());
        }
        many >= BENT_STEPS_MIN && net.abs() >= BENT_ONE_WAY * way && most <= way / 2.0
    }

    /// How often they pass the band, if they start over again and again: nearly all steps one
    /// way, and further in all than the band is high. Negative upwards.
    pub(super) fn passes(&self, rows: u32) -> Option<f64> {
        let steps = self.same.windows(2).map(|pair| pair[1].row - pair[0].row);
        let (mut up, mut down, mut way) = (0_u32, 0_u32, 0.0);
        for step in steps.filter(|step| step.abs() > 1e-6) {
            // A jump back is the start of the next pass.
            if step.abs() < f64::from(rows) / 2.0 {
                way += step.abs();
            }
            if step > 0.0 { up += 1 } else { down += 1 }
        }
        let one_way = f64::from(up.max(down)) >= ONE_WAY * f64::from(up + down);
        let passes = way / f64::from(rows.max(1));
        let found = up + down >= 4 && one_way && passes > 1.2;
        found.then_some(if up > down { passes } else { -passes })
    }
}

/// The straight line that fits best.
pub(super) fn line(points: impl Iterator<Item = (f64, f64)> + Clone) -> Option<Line> {
    let n = points.clone().count() as f64;
    if n < 4.0 {
        return None;
    }
    let mean_x = points.clone().map(|point| point.0).sum::<f64>() / n;
    let mean_y = points.clone().map(|point| point.1).sum::<f64>() / n;
    let (mut xx, mut xy, mut yy) = (0.0, 0.0, 0.0);
    let (mut first, mut last) = (f64::INFINITY, f64::NEG_INFINITY);
    for (x, y) in points {
        (first, last) = (first.min(x), last.max(x));
        let (x, y) = (x - mean_x, y - mean_y);
        xx += x * x;
        xy += x * y;
        yy += y * y;
    }
    (xx > 0.0 && yy > 1e-9)
        .then(|| Line { travel: xy / xx * (last - first), r2: xy * xy / (xx * yy) })
}
