//! Which server serves each cell: the hue of a picture whose lightness is load.
//!
//! The history of a run is gone through once, column by column. [`Run::serving`] answers the same
//! for one key and one column, and searches the history for it: for a million cells that is too
//! slow. Tests hold one to the other.

use super::grid::{Band, Grid};
use crate::load::{Component, ComponentKind, Keys, Load, ObjectId};
use crate::sim::{Change, Run};
use hotsplit_base::order;
use std::collections::BTreeMap;
use std::ops::Range;

/// A cell that nobody serves, or nobody knows who does.
pub(super) const NOBODY: u16 = u16::MAX;

/// The server of each cell at the end of its column.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Owners {
    /// Row by row, each by column.
    cells: Vec<u16>,
    columns: u32,
}

impl Owners {
    /// The server of a cell. None where objects are folded, where there are no keys, and in
    /// columns that are not simulated yet.
    #[must_use]
    pub fn at(&self, row: u32, column: u32) -> Option<u32> {
        served_by(self.cells[row as usize * self.columns as usize + column as usize])
    }

    /// Each row has its own number: the picture of servers.
    pub(super) fn of_rows(rows: u32, columns: u32) -> Self {
        let row = |row| std::iter::repeat_n(number(row), columns as usize);
        Self { cells: (0..rows).flat_map(row).collect(), columns }
    }

    /// The servers of a row.
    pub(super) fn row(&self, row: usize) -> &[u16] {
        let columns = self.columns as usize;
        &self.cells[row * columns..(row + 1) * columns]
    }
}

/// See [`owners`](super::owners()).
pub(super) fn owners(load: &Load, run: &Run, grid: &Grid) -> Owners {
    let columns = grid.columns as usize;
    let mut cells = vec![NOBODY; grid.rows as usize * columns];
    let mut now = Now::new(grid);
    let mut points = Points::new(load, run, grid);
    let mut known = 0;
    for column in 0..run.columns_done.min(grid.columns) {
        let end = run.end_of(column).max(1);
        while let Some(change) = run.history.get(known).filter(|change| change.second < end) {
            now.change(change);
            known += 1;
        }
        let at = column as usize;
        for (row, &server) in cells.chunks_exact_mut(columns).zip(&now.rows) {
            row[at] = server;
        }
        points.each(column, |row, key| cells[row * columns + at] = now.at(key));
    }
    blank(&mut cells, grid);
    Owners { cells, columns: grid.columns }
}

/// The key of a row that its server is told by: where the heaviest point in it stands when the
/// column ends, or its middle.
pub(super) fn key_of(load: &Load, run: &Run, object: ObjectId, keys: Keys, column: u32) -> u64 {
    let mut heaviest = (0.0, keys.at(0.5));
    for (index, stream) in load.streams.iter().enumerate().filter(|(_, it)| it.object == object) {
        for part in &stream.components {
            let Some(key) = stands(run, part, column).filter(|&key| keys.contains(key)) else {
                continue;
            };
            let load = asked(run, index, column) * weight(run, index, part);
            if load > heaviest.0 {
                heaviest = (load, key);
            }
        }
    }
    heaviest.1
}

/// Where a point stands when a column ends; even load stands nowhere.
fn stands(run: &Run, part: &Component, column: u32) -> Option<u64> {
    match part.kind {
        ComponentKind::Uniform(_) => None,
        ComponentKind::Atom { at } => Some(at),
        ComponentKind::Tail(tail) => {
            let second = run.paced(&tail, f64::from(run.end_of(column)));
            Some(tail.position(second, f64::from(run.seconds)))
        }
    }
}

/// Touches per second that a stream asks for in a column.
fn asked(run: &Run, stream: usize, column: u32) -> f64 {
    f64::from(run.stream_wanted[stream * run.columns as usize + column as usize])
}

/// What one touch per second of a stream asks of a split through one of its parts.
fn weight(run: &Run, stream: usize, part: &Component) -> f64 {
    part.weight * run.stream_cost[stream]
}

/// A server's number as it is kept.
fn number(server: u32) -> u16 {
    u16::try_from(server).unwrap_or(NOBODY)
}

/// The server of a number that is kept.
pub(super) fn served_by(number: u16) -> Option<u32> {
    (number != NOBODY).then_some(u32::from(number))
}

/// No server where there are no keys or several objects.
fn blank(cells: &mut [u16], grid: &Grid) {
    let columns = grid.columns as usize;
    for band in &grid.bands {
        for row in band.first_row..band.first_row + band.rows {
            if grid.keys_of(row).is_none_or(Keys::is_empty) {
                cells[grid.at(row, 0)..][..columns].fill(NOBODY);
            }
        }
    }
    for (server, share) in cells.iter_mut().zip(&grid.shares) {
        if share.is_nan() {
            *server = NOBODY;
        }
    }
}

/// Who serves what at a moment of the run.
struct Now {
    /// First key of each range and its server; a range ends where the next begins.
    ranges: BTreeMap<u64, u16>,
    /// The server of the middle of each row.
    rows: Vec<u16>,
    /// The middle of each row.
    middles: Vec<u64>,
    /// Bands by their keys; those of interleaved tables have the same.
    bands: Vec<Band>,
}

impl Now {
    fn new(grid: &Grid) -> Self {
        let middle = |row| grid.keys_of(row).map_or(u64::MAX, |keys| keys.at(0.5));
        let mut bands: Vec<Band> =
            grid.bands.iter().filter(|band| band.folded == 0).copied().collect();
        order::by_key(&mut bands, |band| band.keys.lo);
        Self {
            ranges: BTreeMap::from([(0, NOBODY)]),
            rows: vec![NOBODY; grid.rows as usize],
            middles: (0..grid.rows).map(middle).collect(),
            bands,
        }
    }

    /// The server of a key.
    fn at(&self, key: u64) -> u16 {
        self.ranges.range(..=key).next_back().map_or(NOBODY, |(_, &server)| server)
    }

    /// From now on keys are served by another.
    fn change(&mut self, change: &Change) {
        let (keys, server) = (change.keys, number(change.server));
        let behind = self.at(keys.hi);
        while let Some((&lo, _)) = self.ranges.range(keys.lo..keys.hi).next() {
            self.ranges.remove(&lo);
        }
        self.ranges.insert(keys.lo, server);
        self.ranges.entry(keys.hi).or_insert(behind);
        let first = self.bands.partition_point(|band| band.keys.hi <= keys.lo);
        for band in self.bands[first..].iter().take_while(|band| band.keys.lo < keys.hi) {
            let rows = band.first_row as usize..(band.first_row + band.rows) as usize;
            let middles = &self.middles[rows.clone()];
            let from = middles.partition_point(|&middle| middle < keys.lo);
            let to = middles.partition_point(|&middle| middle < keys.hi);
            self.rows[rows][from..to.max(from)].fill(server);
        }
    }
}

/// A point of the load, and the rows it may stand in.
struct Point<'a> {
    part: &'a Component,
    stream: usize,
    weight: f64,
    keys: Keys,
    rows: Range<usize>,
}

/// The points of a load that are drawn.
struct Points<'a> {
    run: &'a Run,
    edges: &'a [u64],
    points: Vec<Point<'a>>,
    /// The heaviest point of each row, and its key.
    heaviest: Vec<(f64, u64)>,
    /// Rows in which a point stands.
    rows: Vec<usize>,
}

impl<'a> Points<'a> {
    fn new(load: &'a Load, run: &'a Run, grid: &'a Grid) -> Self {
        let mut points = Vec::new();
        for band in grid.bands.iter().filter(|band| band.folded == 0) {
            let rows = band.first_row as usize..(band.first_row + band.rows) as usize;
            let streams = load.streams.iter().enumerate();
            for stream in streams.filter(|(_, stream)| stream.object == band.object) {
                let parts = stream.1.components.iter();
                let parts = parts.filter(|part| !matches!(part.kind, ComponentKind::Uniform(_)));
                points.extend(parts.map(|part| Point {
                    part,
                    stream: stream.0,
                    weight: weight(run, stream.0, part),
                    keys: band.keys,
                    rows: rows.clone(),
                }));
            }
        }
        let heaviest = vec![(0.0, 0); grid.rows as usize];
        Self { run, edges: &grid.edges, points, heaviest, rows: Vec::new() }
    }

    /// Calls `each` with the rows in which points stand when a column ends, and the key of the
    /// heaviest in each.
    fn each(&mut self, column: u32, mut each: impl FnMut(usize, u64)) {
        for point in &self.points {
            let load = asked(self.run, point.stream, column) * point.weight;
            let stands = stands(self.run, point.part, column);
            let Some(key) = stands.filter(|&key| load > 0.0 && point.keys.contains(key)) else {
                continue;
            };
            let edges = &self.edges[point.rows.clone()];
            let row = edges.partition_point(|&edge| edge <= key).saturating_sub(1);
            let row = point.rows.start + row;
            let heaviest = &mut self.heaviest[row];
            if heaviest.0 <= 0.0 {
                self.rows.push(row);
            }
            if load > heaviest.0 {
                *heaviest = (load, key);
            }
        }
        for row in self.rows.drain(..) {
            let (_, key) = std::mem::take(&mut self.heaviest[row]);
            each(row, key);
        }
    }
}
