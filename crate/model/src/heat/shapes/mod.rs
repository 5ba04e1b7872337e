//! Shapes in the picture, found from its cells alone. Names are all that comes from the load.
//!
//! A detector is one file with one `SHAPE`, and one line in a list below. Of those that say where
//! in the key space load is, a band shows the first that fits; those that say when, and those
//! over the whole picture, stand beside it.
//!
//! Documented shapes and their detectors: an even mix (`even`); a falling diagonal (`moving`);
//! a triangle with a flat top (`triangle`); a diagonal in an index (`moving_index`); bright
//! horizontal bands (`hot_rows`); bands that come and go (`periodic`); a sudden increase (`step`);
//! a vertical band over all keys (`all_keys`); a cascade of short diagonals (`sweep`); a hot range
//! that is split again and again (`splitting`); one hot table (`hot_table`). Of our own: parallel
//! diagonals (`tails`); a line pinned to an edge (`pinned`); a point that becomes even load
//! (`recovery`).
//!
//! One documented shape cannot occur: a large bright area at little load, which is what a scale
//! relative to the picture's own maximum makes of it. Here brightness is a share of what one split
//! can take, so an area is bright because its ranges are hot.

mod all_keys;
mod even;
mod hot_rows;
mod hot_table;
mod look;
mod moving;
mod moving_index;
mod periodic;
mod pinned;
mod recovery;
mod splitting;
mod step;
mod sweep;
mod tails;
mod triangle;

use super::{Grid, HOT_SHARE, Pattern};
use crate::load::{Load, ObjectKind};
use hotsplit_base::order;
use look::Look;

/// What is said of a shape in one band, or in the whole picture.
struct Shape {
    /// Its id: `moving-hot-spot`.
    id: &'static str,
    /// Looks for it.
    find: fn(&Scene<'_>, &Look) -> Option<Found>,
}

/// Where load is: the first that fits.
const WHERE: &[&Shape] = &[
    &triangle::SHAPE,
    &recovery::SHAPE,
    &moving_index::SHAPE,
    &moving::SHAPE,
    &sweep::SHAPE,
    &tails::SHAPE,
    &pinned::SHAPE,
    &hot_rows::SHAPE,
    &even::SHAPE,
];

/// When load is there, and what came of it: all that fit.
const WHEN: &[&Shape] = &[&step::SHAPE, &periodic::SHAPE, &splitting::SHAPE, &hot_table::SHAPE];

/// Over all bands; looked for once, with the busiest.
const WHOLE: &[&Shape] = &[&all_keys::SHAPE];

/// Ids, worst first.
pub(super) const RANKS: &[&str] = &[
    "moving-hot-spot",
    "moving-index",
    "growing-triangle",
    "pinned-edge",
    "hot-row",
    "repeated-sweep",
    "parallel-tails",
    "split-chase",
    "sudden-increase",
    "all-keys-at-once",
    "periodic",
    "hot-table",
    "recovery",
    "even",
];

/// A picture and all of its bands.
struct Scene<'a> {
    grid: &'a Grid,
    load: &'a Load,
    looks: &'a [Look],
}

/// A shape that was found.
struct Found {
    label: String,
    say: String,
    confidence: f64,
    evidence: Vec<(&'static str, f64)>,
    /// First row and one past the last, from the band's first.
    rows: (u32, u32),
    /// First column and one past the last.
    columns: (u32, u32),
}

/// See [`super::patterns`].
pub(super) fn patterns(load: &Load, grid: &Grid) -> Vec<Pattern> {
    let looks: Vec<Look> = (0..grid.bands.len()).map(|band| Look::at(grid, band)).collect();
    let scene = Scene { grid, load, looks: &looks };
    let mut found = Vec::new();
    for look in looks.iter().filter(|look| look.total > 0.0) {
        let mut add = |shape: &&&Shape| {
            let hit = (shape.find)(&scene, look);
            let any = hit.is_some();
            found.extend(hit.map(|hit| pattern(&scene, shape.id, look, hit)));
            any
        };
        let _first = WHERE.iter().find(&mut add);
        WHEN.iter().for_each(|shape| {
            add(&shape);
        });
    }
    let busiest = looks.iter().filter(|look| look.total > 0.0);
    if let Some(look) = busiest.max_by(|a, b| a.total.total_cmp(&b.total)) {
        for shape in WHOLE {
            let hit = (shape.find)(&scene, look);
            found.extend(hit.map(|hit| {
                let rows = (0, grid.rows);
                Pattern { rows, ..pattern(&scene, shape.id, look, hit) }
            }));
        }
    }
    let rank = |id: &str| RANKS.iter().position(|known| *known == id);
    order::by_key(&mut found, |pattern| rank(pattern.id).unwrap_or(usize::MAX));
    found
}

/// A load over what one split can take, for people.
fn of_limit(load: f64) -> String {
    if load >= 1.0 {
        format!("{load:.1}× a split's limit")
    } else {
        format!("{:.0} % of a split's limit", load * 100.0)
    }
}

fn pattern(scene: &Scene<'_>, id: &'static str, look: &Look, found: Found) -> Pattern {
    let first = scene.grid.bands[look.band].first_row;
    Pattern {
        id,
        label: found.label,
        band: look.band,
        say: found.say,
        confidence: found.confidence.clamp(0.0, 1.0),
        evidence: found
            .evidence
            .into_iter()
            .map(|(name, value)| super::Evidence { name, value })
            .collect(),
        rows: (first + found.rows.0, first + found.rows.1),
        columns: found.columns,
    }
}

impl Scene<'_> {
    /// The key part that moves or stands out in a band.
    fn part(&self, look: &Look) -> &str {
        &self.load.object(self.grid.bands[look.band].object).rest
    }

    /// The name of a band's object.
    fn name(&self, look: &Look) -> &str {
        &self.load.object(self.grid.bands[look.band].object).name
    }

    /// Whether a band is that of an index whose table is there and not hot itself.
    fn index_of_quiet_table(&self, look: &Look) -> bool {
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
