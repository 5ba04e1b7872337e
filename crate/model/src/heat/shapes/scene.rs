//! What a detector is given and what it finds.

use super::look::Look;
use crate::heat::grid::{Grid, HOT_SHARE};
use crate::load::{Load, ObjectKind};

/// What is said of a shape in one band, or in the whole picture.
pub(super) struct Shape {
    /// Its id: `moving-hot-spot`.
    pub(super) id: &'static str,
    /// Looks for it.
    pub(super) find: fn(&Scene<'_>, &Look) -> Option<Found>,
}

/// A picture and all of its bands.
pub(super) struct Scene<'a> {
    pub(super) grid: &'a Grid,
    pub(super) load: &'a Load,
    pub(super) looks: &'a [Look],
}

/// A shape that was found.
pub(super) struct Found {
    pub(super) label: String,
    pub(super) say: String,
    pub(super) confidence: f64,
    pub(super) evidence: Vec<(&'static str, f64)>,
    /// First row and one past the last, from the band's first.
    pub(super) rows: (u32, u32),
    /// First column and one past the last.
    pub(super) columns: (u32, u32),
}

impl Scene<'_> {
    /// The key part that moves or stands out in a band.
    pub(super) fn part(&self, look: &Look) -> &str {
        &self.load.object(self.grid.bands[look.band].object).rest
    }

    /// The name of a band's object.
    pub(super) fn name(&self, look: &Look) -> &str {
        &self.load.object(self.grid.bands[look.band].object).name
    }

    /// Whether a band is that of an index whose table is there and not hot itself.
    pub(super) fn index_of_quiet_table(&self, look: &Look) -> bool {
        let object = self.load.object(self.grid.bands[look.band].object);
        let table = object.table.filter(|_| object.kind != ObjectKind::Table);
        let band = table.and_then(|table| {
            self.grid.bands.iter().position(|band| band.object == table && band.folded == 0)
        });
        band.is_some_and(|band| {
            let peak = self.looks[band].peak;
            peak < HOT_SHARE && peak < look.peak / 2.0
        })
    }
}

/// A load over what one split can take, for people.
pub(super) fn of_limit(load: f64) -> String {
    if load >= 1.0 {
        format!("{load:.1}× a split's limit")
    } else {
        // What there is at all is never 0.
        format!("{:.0} % of a split's limit", (load * 100.0).max(1.0))
    }
}
