//! Rows handed out to objects, and cells filled from the distributions.

use super::{Band, Grid, OBJECT_ROWS_MIN, ROWS_MAX};
use crate::sim::{Run, recorded};
use crate::workload::load::{
    Component, ComponentKind, Direction, Keys, Load, ObjectId, Tail, count, whole,
};

/// The grid of a run.
pub(super) fn grid(load: &Load, run: &Run) -> Grid {
    let (bands, left_out) = bands(load, run);
    let rows = bands.last().map_or(0, |band| band.first_row + band.rows);
    let columns = run.columns;
    let cells = rows as usize * columns as usize;
    let mut grid =
        Grid { rows, columns, cells: vec![0.0; cells], shares: vec![0.0; cells], bands, left_out };
    mark_empty(load, &mut grid);
    let mut component = 0;
    for (index, stream) in load.streams.iter().enumerate() {
        let band = grid.bands.iter().find(|band| band.object == stream.object).copied();
        for part in &stream.components {
            if let Some(band) = band.filter(|_| stream.rows > 0.0) {
                let source = Source { run, stream: index, rows: stream.rows, component };
                source.fill(&mut grid, &band, part);
            }
            component += 1;
        }
    }
    grid
}

/// Rows for every object: some for all, the rest by the rows written into them.
fn bands(load: &Load, run: &Run) -> (Vec<Band>, u32) {
    let mut writes = vec![0.0; load.objects.len()];
    let mut costs = vec![0.0; load.objects.len()];
    for (index, stream) in load.streams.iter().enumerate().filter(|(_, s)| s.rows > 0.0) {
        let rate = load.rows_per_second(stream);
        writes[stream.object.0 as usize] += rate;
        costs[stream.object.0 as usize] += rate * run.stream_cost[index] / stream.rows;
    }
    let shown = shown(&writes);
    let total: f64 = shown.iter().map(|&object| writes[object]).sum();
    let least = if shown.is_empty() {
        0
    } else {
        (ROWS_MAX / count(shown.len())).clamp(1, OBJECT_ROWS_MIN)
    };
    let spare = ROWS_MAX - least * count(shown.len());
    let mut bands = Vec::new();
    let mut first_row = 0;
    for &object in &shown {
        let share = if total > 0.0 { writes[object] / total } else { 1.0 / shown.len() as f64 };
        let extra = u32::try_from(whole(share * f64::from(spare) + 1e-9)).unwrap_or(0);
        let rows = whole_pieces(load, object, least + extra);
        let cost = costs[object];
        bands.push(Band {
            object: ObjectId(count(object)),
            keys: load.objects[object].keys,
            first_row,
            rows,
            split_writes_max: if cost > 0.0 { writes[object] / cost } else { 0.0 },
        });
        first_row += rows;
    }
    (bands, count(load.objects.len() - shown.len()))
}

/// Objects that are drawn: all, or the busiest if there are more than rows.
fn shown(writes: &[f64]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..writes.len()).collect();
    if order.len() > ROWS_MAX as usize {
        order.sort_by(|&a, &b| writes[b].total_cmp(&writes[a]).then(a.cmp(&b)));
        order.truncate(ROWS_MAX as usize);
        order.sort_unstable();
    }
    order
}

/// As many rows as can be had with the same number for every shard or value.
fn whole_pieces(load: &Load, object: usize, rows: u32) -> u32 {
    let mut pieces: u32 = 1;
    for cut in &load.objects[object].cuts {
        let finer = pieces.saturating_mul(cut.pieces.max(1));
        if finer > rows {
            break;
        }
        pieces = finer;
    }
    rows - rows % pieces
}

/// Marks rows that no key can fall into, where an object's load says where its keys are.
fn mark_empty(load: &Load, grid: &mut Grid) {
    for band in grid.bands.clone() {
        let ranges: Vec<Keys> = load
            .streams
            .iter()
            .filter(|stream| stream.object == band.object && stream.rows > 0.0)
            .flat_map(|stream| stream.components.iter().map(|part| part.kind.keys()))
            .collect();
        // A single hot row says nothing about where the other rows are.
        if ranges.iter().all(|keys| keys.len() <= 1) {
            continue;
        }
        let mut has_keys = vec![false; band.rows as usize];
        for keys in ranges {
            let first = (band.row_of(keys.lo) - band.first_row) as usize;
            let last = (band.row_of(keys.hi - 1) - band.first_row) as usize;
            has_keys[first..=last].fill(true);
        }
        for (row, _) in has_keys.iter().enumerate().filter(|(_, has)| !**has) {
            let start = (band.first_row as usize + row) * grid.columns as usize;
            grid.shares[start..start + grid.columns as usize].fill(f32::NAN);
        }
    }
}

/// Where the numbers of one component come from.
struct Source<'a> {
    run: &'a Run,
    stream: usize,
    rows: f64,
    component: usize,
}

impl Source<'_> {
    /// Rows per second written in a column.
    fn served(&self, column: u32) -> f64 {
        let at = self.component * self.run.columns as usize + column as usize;
        f64::from(self.run.component_served[at]) * self.rows
    }

    /// Share of a split that a component of weight `weight` asks for in a column.
    fn wanted(&self, column: u32, weight: f64) -> f64 {
        let at = self.stream * self.run.columns as usize + column as usize;
        f64::from(self.run.stream_wanted[at]) * weight * self.run.stream_cost[self.stream]
    }

    fn fill(&self, grid: &mut Grid, band: &Band, part: &Component) {
        match part.kind {
            ComponentKind::Uniform(keys) => {
                for (row, share) in overlaps(band, keys) {
                    for column in 0..grid.columns {
                        let wanted = self.wanted(column, part.weight) * share;
                        add(grid, row, column, self.served(column) * share, wanted);
                    }
                }
            }
            ComponentKind::Tail(tail) => {
                for column in 0..grid.columns {
                    let (served, wanted) = (self.served(column), self.wanted(column, part.weight));
                    for (row, share) in self.passed(band, &tail, column) {
                        add(grid, row, column, served * share, wanted);
                    }
                }
            }
            ComponentKind::Atom { at } => {
                let row = band.row_of(at);
                for column in 0..grid.columns {
                    let wanted = self.wanted(column, part.weight);
                    add(grid, row, column, self.served(column), wanted);
                }
            }
        }
    }

    /// Rows that a tail passes within a column, each with its share of the column.
    fn passed(&self, band: &Band, tail: &Tail, column: u32) -> Vec<(u32, f64)> {
        let run_seconds = f64::from(self.run.seconds);
        let (from, to) =
            (f64::from(self.run.second_of(column)), f64::from(self.run.end_of(column)));
        let turns = (to - from) * tail.speed(run_seconds) / tail.keys.len().max(1) as f64;
        if turns >= 1.0 {
            return overlaps(band, tail.keys);
        }
        let start = tail.progress(from, run_seconds);
        // A tail that starts over within the column passes two stretches.
        let stretches = [(start, (start + turns).min(1.0)), (0.0, (start + turns - 1.0).max(0.0))];
        let mut rows: Vec<(u32, f64)> = Vec::new();
        for (from, to) in stretches {
            if to <= from {
                continue;
            }
            let ends = [tail.keys.at(from), tail.keys.at(to).max(tail.keys.at(from) + 1)];
            let keys = match tail.direction {
                Direction::Up => Keys { lo: ends[0], hi: ends[1] },
                Direction::Down => {
                    let mirror = |key: u64| tail.keys.hi - (key - tail.keys.lo);
                    Keys { lo: mirror(ends[1]), hi: mirror(ends[0]) }
                }
            };
            for (row, share) in overlaps(band, keys) {
                rows.push((row, share * (to - from) / turns));
            }
        }
        rows
    }
}

/// Rows that hold keys of a range, each with its share of the range.
fn overlaps(band: &Band, keys: Keys) -> Vec<(u32, f64)> {
    let inside = keys.overlap(band.keys);
    if inside.is_empty() {
        return Vec::new();
    }
    (band.row_of(inside.lo)..=band.row_of(inside.hi - 1))
        .map(|row| {
            let here = band.keys.piece(row - band.first_row, band.rows).overlap(inside);
            (row, here.len() as f64 / inside.len() as f64)
        })
        .collect()
}

fn add(grid: &mut Grid, row: u32, column: u32, served: f64, wanted: f64) {
    let at = grid.at(row, column);
    grid.cells[at] += recorded(served);
    grid.shares[at] += recorded(wanted);
}
