//! How much of the load reaches a split or a range of keys.

use crate::load::Keys;
use crate::sim::layout::Layout;
use crate::sim::shares::Shares;
use crate::sim::work::Work;

/// The load that reaches a split.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct SplitLoad {
    /// In servers.
    pub(super) load: f64,
    /// Touches per second.
    pub(super) rate: f64,
    /// Bytes by which it grows in a second.
    pub(super) growth: f64,
}

/// What a part brings to its splits.
pub(super) fn load_of_part(work: &Work, unhindered: &Shares, part: usize) -> SplitLoad {
    let rate = unhindered.reaching(work, part);
    let growth = work.growth[work.parts[part].stream];
    SplitLoad {
        load: rate * work.cost[part],
        rate,
        growth: rate * unhindered.part_share[part] * growth,
    }
}

pub(super) fn part_load(work: &Work, unhindered: &Shares, part: usize) -> f64 {
    unhindered.reaching(work, part) * work.cost[part]
}

pub(super) fn load_in(work: &Work, unhindered: &Shares, keys: Keys, second: u32) -> f64 {
    inside(work, keys, second, |part| part_load(work, unhindered, part))
}

pub(super) fn rate_in(work: &Work, unhindered: &Shares, keys: Keys, second: u32) -> f64 {
    inside(work, keys, second, |part| unhindered.reaching(work, part))
}

/// Load of each stream that reaches `keys`.
pub(in crate::sim) fn load_by_stream(
    work: &Work,
    unhindered: &Shares,
    keys: Keys,
    second: u32,
) -> Vec<(usize, f64)> {
    work.in_root[Layout::root_of(keys.lo)]
        .iter()
        .map(|&part| {
            let load = part_load(work, unhindered, part) * work.share_in(part, keys, second);
            (work.parts[part].stream, load)
        })
        .collect()
}

/// Adds up `of_part` over what lands in `keys`.
fn inside(work: &Work, keys: Keys, second: u32, of_part: impl Fn(usize) -> f64) -> f64 {
    work.in_root[Layout::root_of(keys.lo)]
        .iter()
        .map(|&part| of_part(part) * work.share_in(part, keys, second))
        .sum()
}
