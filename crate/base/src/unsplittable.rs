//! Why Spanner cannot split a hot split: rules foresee it, and the simulator finds it.

/// Why a hot split cannot be split, as `SPANNER_SYS.SPLIT_STATS_TOP_MINUTE` says it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum UnsplittableReason {
    /// The load is on one row.
    HotRow,
    /// A row bears much of the load, and cannot be parted from its neighbours: reads pass from
    /// them to it.
    UnisolatableHotRow,
    /// The load moves on before the split is split.
    MovingHotSpot,
    /// Range reads pass every key at which the split could be cut.
    LargeScanHotSpot,
    /// Anything else.
    Unspecified,
}

impl UnsplittableReason {
    /// As Spanner says it.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::HotRow => "HOT_ROW",
            Self::UnisolatableHotRow => "UNISOLATABLE_HOT_ROW",
            Self::MovingHotSpot => "MOVING_HOT_SPOT",
            Self::LargeScanHotSpot => "LARGE_SCAN_HOT_SPOT",
            Self::Unspecified => "UNSPECIFIED",
        }
    }
}
