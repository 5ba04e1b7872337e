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
mod cells;
mod column;
mod even;
mod hot_rows;
mod hot_table;
mod look;
mod moving;
mod moving_index;
mod periodic;
mod pinned;
mod points;
mod recovery;
mod scene;
mod splitting;
mod step;
mod sweep;
mod tails;
mod triangle;

use super::grid::Grid;
use super::pattern::{Evidence, Pattern};
use crate::load::Load;
use hotsplit_base::order;
use look::Look;
use scene::{Found, Scene, Shape};

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

/// See [`super::patterns`].
pub(super) fn patterns(load: &Load, grid: &Grid) -> Vec<Pattern> {
    let looks: Vec<Look> = (0..grid.bands.len()).map(|band| Look::at(grid, band)).collect();
    let scene = Scene { grid, load, looks: &looks };
    let mut found = Vec::new();
    // What is folded is even, or cold: it has no shape.
    let drawn = |look: &&Look| look.total > 0.0 && grid.bands[look.band].folded == 0;
    for look in looks.iter().filter(drawn) {
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
    let busiest = looks.iter().filter(drawn);
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
            .map(|(name, value)| Evidence { name, value })
            .collect(),
        rows: (first + found.rows.0, first + found.rows.1),
        columns: found.columns,
    }
}
