//! Rows handed out so that what is hot comes first and is high enough to be named; what is even
//! shares one band at the bottom.

use super::asked::Asked;
use super::drawn::Drawn;
use super::grid::{Band, Grid, HOT_SHARE, OBJECT_ROWS_MIN, ROWS_MAX, RowsBy};
use super::held::pieces;
use crate::load::{Load, ObjectId, count};
use hotsplit_base::order;
use std::collections::BTreeMap;

/// Rows of the band of even objects at most, an eighth of a picture (a drawing choice of ours).
const FOLDED_ROWS_MAX: u32 = ROWS_MAX / 8;

/// Objects that are shown one by one where none is hot: the busiest.
const BUSIEST_SHOWN: usize = 12;

/// Hot objects that are shown one by one while others are folded: the hottest. At 40 pixels each,
/// enough for a name, they are 2,400 pixels high (a drawing choice of ours).
pub const HOT_SHOWN_MAX: usize = 60;

/// The bands of a picture, top to bottom.
pub(super) struct HotFirst {
    /// Objects with a band of their own.
    pub(super) shown: Vec<usize>,
    /// Rows of each of them.
    pub(super) rows: Vec<u32>,
    /// Objects that share the last band.
    pub(super) folded: Vec<ObjectId>,
    /// How many of them are hot.
    pub(super) folded_hot: u32,
    /// Rows of that band.
    pub(super) folded_rows: u32,
    /// Objects there is no room for.
    pub(super) left_out: u32,
}

/// Hands out rows to what is asked of objects; `fold` gives even ones one band together. `first`
/// are shown like hot ones, before these.
pub(super) fn hot_first(asked: &[Asked], fold: bool, first: &[ObjectId]) -> HotFirst {
    let mut is_first = vec![false; asked.len()];
    let mut shown: Vec<usize> = first.iter().map(|object| object.0 as usize).collect();
    for &object in &shown {
        is_first[object] = true;
    }
    let others = (0..asked.len()).filter(|&object| !is_first[object]);
    let (mut hotspots, mut even): (Vec<usize>, Vec<usize>) =
        others.partition(|&object| is_hot(&asked[object]));
    order::by(&mut hotspots, |&a, &b| {
        let hotter = asked[b].pointed.total_cmp(&asked[a].pointed);
        hotter.then(a.cmp(&b))
    });
    shown.append(&mut hotspots);
    let hot = shown.len();
    if hot == 0 {
        let mut busiest = even.clone();
        order::by(&mut busiest, |&a, &b| asked[b].rows.total_cmp(&asked[a].rows).then(a.cmp(&b)));
        busiest.truncate(BUSIEST_SHOWN);
        order::ascending(&mut busiest);
        even.retain(|object| !busiest.contains(object));
        shown = busiest;
    }
    // One object alone is named.
    if !fold || even.len() == 1 {
        shown.append(&mut even);
    }
    let all = ROWS_MAX as usize;
    let room = if even.is_empty() && shown.len() <= all { all } else { all - usize::from(fold) };
    let room = if fold { room.min(HOT_SHOWN_MAX.max(first.len())) } else { room };
    let beyond = shown.split_off(shown.len().min(room));
    let mut left_out = 0;
    let mut folded_hot = 0;
    if fold {
        // More than can be named join the others, the least hot first.
        folded_hot = count(hot.saturating_sub(shown.len()));
        even.extend(beyond);
        order::ascending(&mut even);
    } else {
        left_out = count(beyond.len());
    }
    let folded_rows = match even.len() {
        0 => 0,
        _ => (ROWS_MAX / (count(shown.len()) + 1)).clamp(1, FOLDED_ROWS_MAX),
    };
    let rows = rows(shown.len(), hot.min(shown.len()), ROWS_MAX - folded_rows);
    let folded = even.into_iter().map(|object| ObjectId(count(object))).collect();
    HotFirst { shown, rows, folded, folded_hot, folded_rows, left_out }
}

/// What another picture shows by itself of the objects of this load, in its order.
pub(super) fn shown_in(other: Drawn<'_>, load: &Load) -> Vec<ObjectId> {
    let Drawn { grid, load: theirs, .. } = other;
    if grid.layout.rows != RowsBy::Hot || !grid.layout.fold {
        return Vec::new();
    }
    let names = load.objects.iter().enumerate();
    let by_name: BTreeMap<&str, usize> = names.map(|(at, it)| (it.name.as_str(), at)).collect();
    let shown = grid.bands.iter().filter(|band| band.folded == 0);
    let here = shown.filter_map(|band| by_name.get(theirs.object(band.object).name.as_str()));
    here.map(|&object| ObjectId(count(object))).collect()
}

/// Whether some of its load stays in one place.
fn is_hot(asked: &Asked) -> bool {
    asked.pointed > 0.0 || asked.peak >= HOT_SHARE
}

/// Rows of each of so many objects, the first of which are hot: these get the same number, and
/// what is even beside them a few each.
fn rows(shown: usize, hot: usize, room: u32) -> Vec<u32> {
    let even = count(shown - hot);
    let equal = room.checked_div(count(shown)).unwrap_or(0).max(1);
    if hot == 0 || even == 0 {
        return vec![equal; shown];
    }
    let least = OBJECT_ROWS_MIN.min(equal);
    let most = ((room - least * even) / count(hot)).max(1);
    // Half of the picture at most is for a few hot ones, where others are to be seen too.
    let most = most.min((room / 2 / count(hot)).max(room / (count(hot) + 2)).max(equal));
    let others = ((room - most * count(hot)) / even).max(1);
    (0..shown).map(|at| if at < hot { most } else { others.min(most) }).collect()
}

/// A part of the band of folded objects in which one of them is drawn.
#[derive(Clone, Debug)]
pub(super) struct Lane {
    /// The object and the rows that it is drawn in.
    pub(super) band: Band,
    /// First keys of these rows.
    pub(super) edges: Vec<u64>,
    /// Part of its load that a row shows: as many keys as a row has where all objects get the same
    /// number of rows. It has fewer rows than that, and would look hot.
    pub(super) shown: f64,
}

/// The lanes of a picture whose even objects are folded; where there are more of them than rows,
/// several share one.
pub(super) fn lanes(load: &Load, grid: &Grid) -> Vec<Lane> {
    let band = grid.bands.last().filter(|band| band.folded > 0);
    let Some(band) = band.filter(|_| grid.layout.rows == RowsBy::Hot) else { return Vec::new() };
    let objects = u64::from(count(load.objects.len()).max(1));
    let usual = (u64::from(ROWS_MAX) / objects).max(u64::from(OBJECT_ROWS_MIN)) as f64;
    let lanes = count(grid.folded.len());
    let start = |lane: u32| {
        let at = u64::from(lane) * u64::from(band.rows) / u64::from(lanes);
        u32::try_from(at).unwrap_or(u32::MAX)
    };
    let lane = |(at, &object): (u32, &ObjectId)| {
        let first = start(at);
        let rows = start(at + 1).saturating_sub(first).max(1);
        let keys = load.object(object).keys;
        let first_row = band.first_row + first;
        Lane {
            band: Band { object, keys, first_row, rows, split_writes_max: 0.0, folded: 1 },
            edges: pieces(keys, rows),
            shown: f64::from(rows) / usual.max(f64::from(rows)),
        }
    };
    (0..lanes).zip(&grid.folded).map(lane).collect()
}

/// Folded objects that are drawn in a row.
pub(super) fn objects_in(load: &Load, grid: &Grid, row: u32) -> Vec<ObjectId> {
    let here =
        |lane: &Lane| (lane.band.first_row..lane.band.first_row + lane.band.rows).contains(&row);
    lanes(load, grid).into_iter().filter(here).map(|lane| lane.band.object).collect()
}
