//! A part of the writes that are shared among the tables of a schema.

use crate::roles::rate::Rate;

/// A rate that is known, or a part of what is shared.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Part {
    /// Stated, or it follows from what is stated.
    Known(Rate),
    /// A weight.
    Open(f64),
}

impl Part {
    pub(super) const NONE: Self = Self::Known(Rate { per_second: 0.0, stated: false, open: false });

    pub(super) fn stated(per_second: f64) -> Self {
        Self::Known(Rate { per_second, stated: true, open: false })
    }

    pub(super) fn times(self, factor: f64) -> Self {
        match self {
            Self::Known(rate) => Self::Known(Rate {
                per_second: rate.per_second * factor,
                stated: false,
                open: false,
            }),
            Self::Open(weight) => Self::Open(weight * factor),
        }
    }

    /// Lowers a guess to `most` per second; says whether it was above.
    pub(super) fn cap(&mut self, scale: f64, most: f64) -> bool {
        match *self {
            Self::Open(weight) if weight * scale > most => {
                *self = Self::Known(Rate { per_second: most, stated: false, open: false });
                true
            }
            _ => false,
        }
    }

    pub(super) fn known(self) -> f64 {
        if let Self::Known(rate) = self { rate.per_second } else { 0.0 }
    }

    pub(super) fn weight(self) -> f64 {
        if let Self::Open(weight) = self { weight } else { 0.0 }
    }

    pub(super) fn rate(self, scale: f64) -> Rate {
        match self {
            Self::Known(rate) => rate,
            Self::Open(weight) => {
                Rate { per_second: weight * scale, stated: false, open: weight > 0.0 }
            }
        }
    }
}

/// Parts of a table's rates.
pub(super) struct Parts {
    pub(super) inserts: Part,
    pub(super) updates: Part,
    pub(super) deletes: Part,
}
