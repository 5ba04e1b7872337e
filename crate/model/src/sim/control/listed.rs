//! Hot splits that could not be split, as the hot split statistics list them.

use super::Control;
use super::split_load::part_load;
use crate::sim::finder::{self, Verdict};
use crate::sim::layout::Layout;
use crate::sim::model;
use crate::sim::prepared::PreparedLoad;
use crate::sim::shares::Shares;
use hotsplit_base::order;
use hotsplit_base::unsplittable::UnsplittableReason;

/// Why a hot split could not be split, for those listed at the end of a run that is at `second`.
///
/// A split that has not been hot for long has no reason yet. Where a tail has just come into it and
/// will be gone before it is split, that is the reason.
pub(in crate::sim) fn listed(
    prepared: &PreparedLoad,
    layout: &Layout,
    unhindered: &Shares,
    control: &Control,
    second: u32,
) -> Vec<(usize, UnsplittableReason, f64)> {
    let mut listed = Vec::new();
    for (index, split) in layout.splits.iter().enumerate() {
        let score = control.score(layout, index);
        if score < model::SCORE_LISTED {
            continue;
        }
        let passing = || {
            let new =
                control.is_hot_alone(layout, index) && second >= prepared.constants.learn_seconds;
            let found = |part| part_load(prepared, unhindered, part);
            let verdict = new.then(|| finder::find(prepared, split.keys, second, found));
            let (Verdict::Not(reason) | Verdict::At(_, Some(reason))) = verdict? else {
                return None;
            };
            (reason == UnsplittableReason::MovingHotSpot).then_some(reason)
        };
        let reason = split.reason.filter(|_| split.hot_since.is_some()).or_else(passing);
        listed.extend(reason.map(|reason| (index, reason, score)));
    }
    order::by(&mut listed, |a, b| b.2.total_cmp(&a.2).then(a.0.cmp(&b.0)));
    listed
}
