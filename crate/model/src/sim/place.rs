//! Where load is that cannot be split: one row, or points that move together.

use crate::load::{ComponentKind, Direction};

/// Where load is that cannot be split. Points that move alike stay in one split, wherever each of
/// them began.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Place {
    Row(u64),
    Tail { lo: u64, hi: u64, up: bool, wraps_bits: u64 },
}

impl Place {
    /// The place of a component, unless it can be split.
    pub(super) fn of(kind: &ComponentKind) -> Option<Self> {
        match kind {
            ComponentKind::Uniform(_) => None,
            ComponentKind::Atom { at } => Some(Self::Row(*at)),
            ComponentKind::Tail(tail) => Some(Self::Tail {
                lo: tail.keys.lo,
                hi: tail.keys.hi,
                up: tail.direction == Direction::Up,
                wraps_bits: tail.wraps_seconds.unwrap_or(0.0).to_bits(),
            }),
        }
    }
}
