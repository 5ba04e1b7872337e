//! How a split grows: the tail that makes most of its growth, and where its bytes lie.

use crate::load::{ComponentKind, Direction, Keys};
use crate::sim::layout::Layout;
use crate::sim::prepared::PreparedLoad;
use crate::sim::shares::Shares;

/// A tail that makes most of a split's growth.
#[derive(Clone, Copy, Debug)]
pub(super) struct Growing {
    pub(super) boundary: u64,
    pub(super) up: bool,
}

pub(super) fn growing_tail(
    prepared: &PreparedLoad,
    unhindered: &Shares,
    keys: Keys,
    second: u32,
) -> Option<Growing> {
    let mut best: Option<(f64, Growing)> = None;
    let mut total = 0.0;
    for &part in &prepared.in_root[Layout::root_of(keys.lo)] {
        let growth = unhindered.reaching(prepared, part)
            * prepared.growth[prepared.parts[part].stream].max(0.0);
        let kind = prepared.parts[part].kind;
        let Some(at) = prepared.point(part, second) else {
            let range = kind.keys();
            total += growth * range.overlap(keys).len() as f64 / range.len() as f64;
            continue;
        };
        if !keys.contains(at) {
            continue;
        }
        total += growth;
        if let ComponentKind::Tail(tail) = kind
            && best.is_none_or(|(most, _)| growth > most)
        {
            let up = tail.direction == Direction::Up;
            best = Some((growth, Growing { boundary: if up { at } else { at + 1 }, up }));
        }
    }
    best.filter(|(growth, _)| 2.0 * growth > total).map(|(_, tail)| tail)
}

/// Share of a split's bytes left of `key`: even load has written everywhere, a tail behind itself.
pub(super) fn bytes_left_of(
    prepared: &PreparedLoad,
    unhindered: &Shares,
    keys: Keys,
    key: u64,
    second: u32,
) -> f64 {
    let (mut left, mut total) = (0.0, 0.0);
    for &part in &prepared.in_root[Layout::root_of(keys.lo)] {
        let growth = unhindered.reaching(prepared, part)
            * prepared.growth[prepared.parts[part].stream].max(0.0);
        let (bytes, share) = match prepared.parts[part].kind {
            ComponentKind::Uniform(range) => {
                let inside = range.overlap(keys);
                (growth * inside.len() as f64 / range.len() as f64, inside.share_before(key))
            }
            ComponentKind::Atom { at } if keys.contains(at) => {
                (growth, f64::from(u8::from(at < key)))
            }
            ComponentKind::Tail(tail) => {
                let at = prepared.point(part, second).expect("a tail stands somewhere");
                let written = match tail.direction {
                    Direction::Up => Keys { lo: tail.keys.lo, hi: at + 1 },
                    Direction::Down => Keys { lo: at, hi: tail.keys.hi },
                };
                let inside = written.overlap(keys);
                let here = if inside.is_empty() { 0.0 } else { growth };
                (here, inside.share_before(key))
            }
            ComponentKind::Atom { .. } => (0.0, 0.0),
        };
        left += bytes * share;
        total += bytes;
    }
    if total > 0.0 { left / total } else { 0.5 }
}
