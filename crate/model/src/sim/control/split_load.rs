//! How much of the load reaches a split or a range of keys.

use crate::load::Keys;
use crate::sim::layout::Layout;
use crate::sim::prepared::PreparedLoad;
use crate::sim::shares::Shares;

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
pub(super) fn load_of_part(prepared: &PreparedLoad, unhindered: &Shares, part: usize) -> SplitLoad {
    let rate = unhindered.reaching(prepared, part);
    let growth = prepared.growth[prepared.parts[part].stream];
    SplitLoad {
        load: rate * prepared.cost[part],
        rate,
        growth: rate * unhindered.part_share[part] * growth,
    }
}

pub(super) fn part_load(prepared: &PreparedLoad, unhindered: &Shares, part: usize) -> f64 {
    unhindered.reaching(prepared, part) * prepared.cost[part]
}

pub(super) fn load_in(
    prepared: &PreparedLoad,
    unhindered: &Shares,
    keys: Keys,
    second: u32,
) -> f64 {
    inside(prepared, keys, second, |part| part_load(prepared, unhindered, part))
}

pub(super) fn rate_in(
    prepared: &PreparedLoad,
    unhindered: &Shares,
    keys: Keys,
    second: u32,
) -> f64 {
    inside(prepared, keys, second, |part| unhindered.reaching(prepared, part))
}

/// Load of each stream that reaches `keys`.
pub(in crate::sim) fn load_by_stream(
    prepared: &PreparedLoad,
    unhindered: &Shares,
    keys: Keys,
    second: u32,
) -> Vec<(usize, f64)> {
    prepared.in_root[Layout::root_of(keys.lo)]
        .iter()
        .map(|&part| {
            let load =
                part_load(prepared, unhindered, part) * prepared.share_in(part, keys, second);
            (prepared.parts[part].stream, load)
        })
        .collect()
}

/// Adds up `of_part` over what lands in `keys`.
fn inside(prepared: &PreparedLoad, keys: Keys, second: u32, of_part: impl Fn(usize) -> f64) -> f64 {
    prepared.in_root[Layout::root_of(keys.lo)]
        .iter()
        .map(|&part| of_part(part) * prepared.share_in(part, keys, second))
        .sum()
}
