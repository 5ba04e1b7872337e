//! How much room each key leaves for more load: what rules judge by.

/// How much room each key leaves: what rules judge by.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Headroom {
    /// One per table, by [`TableId`](crate::schema::TableId); `None` where nothing of it stays in one place.
    pub tables: Vec<Option<Pressure>>,
    /// One per index, by [`IndexId`](crate::schema::IndexId).
    pub indexes: Vec<Option<Pressure>>,
    /// Nodes that a share is judged by: those there are or may be, and [`NODES_DEFAULT`](crate::base::bounds::NODES_DEFAULT) at least.
    pub nodes: f64,
    /// A rate of the whole schema is given, or every rate is stated or follows from what is.
    pub rate_stated: bool,
    /// Rows written per second over the whole schema that it was worked out at.
    pub writes_per_second: f64,
}

/// What a table or index puts on one split: its heaviest tail or row.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pressure {
    /// Writes per second over the whole schema at which that split is full, whatever the nodes.
    /// `None` where no guessed rate has a part in it and the known ones do not fill it.
    pub ceiling: Option<f64>,
    /// Its share of all work, 0 to 1. Up to one over this many nodes it does no harm.
    pub share: f64,
    /// The same if the guessed rate behind it, or that of one of a few values in front of it, were
    /// ten times too low.
    pub share_if_busier: f64,
    /// Its work over what a split can take; of use where the rates are known.
    pub load: f64,
    /// Rows per second written there, interleaved rows included; likewise.
    pub rows_per_second: f64,
    /// The rates behind it don't grow with the guess: they are stated, follow from what is stated, or
    /// are what a lookup takes at most.
    pub known: bool,
    /// Somebody stated them, or what they follow from.
    pub stated: bool,
}

impl Pressure {
    /// Nodes up to which it does no harm.
    #[must_use]
    pub fn nodes_harmless(&self) -> f64 {
        1.0 / self.share.max(f64::MIN_POSITIVE)
    }
}
