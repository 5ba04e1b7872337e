//! Cells filled from the distributions of the load, for any rows and any metric.

use super::axis::axis;
use super::grid::{Band, Grid, Layout, Place, RowsBy};
use super::held::{Cuts, Past, for_each_row};
use super::hot_first::lanes;
use super::ranges;
use crate::load::{Component, ComponentKind, Direction, Keys, Load, ObjectId, Stream, Tail};
use crate::sim::{EventKind, Run, recorded};
use crate::trace::passed;
use std::borrow::Cow;
use std::ops::Range;

/// Range reads over less than this share of a band are drawn where they start.
const SPAN_MIN: f64 = 1e-6;

/// The grid of a run; `first` come first where what is hot does.
pub(super) fn grid(load: &Load, run: &Run, layout: Layout, first: &[ObjectId]) -> Grid {
    let past = Past::new(load, run);
    let axis = axis(&past, layout, first);
    let rows = axis.bands.last().map_or(0, |band| band.first_row + band.rows);
    let columns = run.columns;
    let mut grid = Grid {
        rows,
        columns,
        shares: vec![0.0; rows as usize * columns as usize],
        bands: axis.bands,
        left_out: axis.left_out,
        edges: axis.edges,
        folded: axis.folded,
        folded_hot: axis.folded_hot,
        layout,
        births: Vec::new(),
    };
    if layout.rows != RowsBy::Ranges {
        mark_empty(load, &mut grid);
    }
    let mut shares = std::mem::take(&mut grid.shares);
    let strips = strips(load, &grid);
    let mut wanted = Vec::new();
    for (index, stream) in load.streams.iter().enumerate() {
        let Some(strip) = &strips[stream.object.0 as usize] else { continue };
        let cost = run.stream_cost[index] * strip.shown;
        let asked = &run.stream_wanted[index * columns as usize..][..columns as usize];
        let spread = Spread::new(run, stream, strip);
        for part in &stream.components {
            wanted.clear();
            wanted.extend(asked.iter().map(|&asked| f64::from(asked) * part.weight * cost));
            spread.each(part, 0..columns, |row, at, _, most| {
                add(&mut shares, row * columns as usize, at, &wanted, most);
            });
        }
    }
    drop(strips);
    grid.shares = shares;
    if layout.rows == RowsBy::Ranges {
        ranges::cut(&past, &mut grid);
    }
    births(run, &mut grid);
    grid
}

/// Adds a share of what there is in some columns to the cells of a row, the first of which is
/// given.
#[inline]
fn add(cells: &mut [f32], first: usize, columns: Range<usize>, amounts: &[f64], share: f64) {
    let cells = &mut cells[first + columns.start..first + columns.end];
    for (cell, amount) in cells.iter_mut().zip(&amounts[columns]) {
        *cell += recorded(amount * share);
    }
}

/// Cells by what each touch of a stream counts, per second.
pub(super) fn per_second(
    load: &Load,
    run: &Run,
    grid: &Grid,
    counts: impl Fn(&Stream) -> f64,
) -> Vec<f32> {
    let columns = run.columns as usize;
    let (mut cells, mut done) = (vec![0.0; grid.shares.len()], Vec::new());
    for_each_part(load, run, grid, |spread, part, stream, served| {
        let each = counts(stream);
        if each > 0.0 {
            done.clear();
            done.extend(served.iter().map(|&served| f64::from(served) * each));
            spread.each(part, 0..run.columns, |row, at, share, _| {
                add(&mut cells, row * columns, at, &done, share);
            });
        }
    });
    blank(&mut cells, &grid.shares);
    cells
}

/// Rows written per second in one cell.
pub(super) fn written_at(load: &Load, run: &Run, grid: &Grid, row: u32, column: u32) -> f64 {
    let mut sum = 0.0;
    for_each_part(load, run, grid, |spread, part, stream, served| {
        let each = f64::from(served[column as usize]) * stream.rows;
        if each > 0.0 && spread.rows().contains(&(row as usize)) {
            spread.each(part, column..column + 1, |here, _, share, _| {
                sum += if here == row as usize { each * share } else { 0.0 };
            });
        }
    });
    sum
}

/// Calls `each` with every component that is drawn: how it spreads, its stream, and its touches
/// per second by column.
fn for_each_part(
    load: &Load,
    run: &Run,
    grid: &Grid,
    mut each: impl FnMut(&Spread<'_>, &Component, &Stream, &[f32]),
) {
    let columns = run.columns as usize;
    let strips = strips(load, grid);
    let mut first = 0;
    for stream in &load.streams {
        let strip = strips[stream.object.0 as usize].as_ref();
        let spread = strip.map(|strip| Spread::new(run, stream, strip));
        for part in &stream.components {
            if let Some(spread) = &spread {
                each(spread, part, stream, &run.component_served[first..first + columns]);
            }
            first += columns;
        }
    }
}

/// Stored bytes in each cell at the end of its column.
pub(super) fn bytes_held(load: &Load, run: &Run, grid: &Grid) -> Vec<f32> {
    let past = Past::new(load, run);
    let mut cells = vec![0.0; grid.shares.len()];
    for Strip { band, edges, .. } in strips(load, grid).into_iter().flatten() {
        let count = run.columns.max(1) as usize;
        let cuts = Cuts { per_cut: 1, count, edges: &edges };
        let row_bytes = load.object(band.object).row_bytes;
        let first = grid.at(band.first_row, 0);
        let held = past.held_over_time(band.object, &cuts);
        for (cell, rows) in cells[first..].iter_mut().zip(held) {
            *cell += recorded(rows.max(0.0) * row_bytes);
        }
    }
    blank(&mut cells, &grid.shares);
    cells
}

/// No number where there are no keys.
fn blank(cells: &mut [f32], shares: &[f32]) {
    for (cell, share) in cells.iter_mut().zip(shares) {
        if share.is_nan() {
            *cell = f32::NAN;
        }
    }
}

/// Rows in which an object is drawn.
struct Strip<'a> {
    band: Band,
    /// First keys of its rows.
    edges: Cow<'a, [u64]>,
    /// Part of its load that its rows show; all of it, but for what is folded.
    shown: f64,
}

/// The rows of each object; what is folded has none, but for the lanes of what is even.
fn strips<'a>(load: &Load, grid: &'a Grid) -> Vec<Option<Strip<'a>>> {
    let mut strips: Vec<Option<Strip<'a>>> = Vec::new();
    strips.resize_with(load.objects.len(), || None);
    for &band in grid.bands.iter().filter(|band| band.folded == 0) {
        let edges = Cow::Borrowed(grid.edges_of(&band));
        strips[band.object.0 as usize] = Some(Strip { band, edges, shown: 1.0 });
    }
    for lane in lanes(load, grid) {
        let edges = Cow::Owned(lane.edges);
        let strip = Strip { band: lane.band, edges, shown: lane.shown };
        strips[lane.band.object.0 as usize] = Some(strip);
    }
    strips
}

/// Where splits were made because of their load.
fn births(run: &Run, grid: &mut Grid) {
    let births = run.events.iter().filter(|event| event.kind == EventKind::Split);
    grid.births = births
        .filter_map(|event| {
            let row = grid.row_of(event.object, event.key)?;
            let column = (event.second / run.seconds_per_column.max(1)).min(run.columns - 1);
            Some(Place { row, column })
        })
        .collect();
}

/// Marks rows that no key can fall into, where an object's load says where its keys are.
fn mark_empty(load: &Load, grid: &mut Grid) {
    let mut ranges: Vec<Vec<Keys>> = vec![Vec::new(); load.objects.len()];
    for stream in &load.streams {
        let all = load.object(stream.object).keys;
        ranges[stream.object.0 as usize].extend(stream.components.iter().map(|part| {
            let keys = part.kind.keys();
            // A range read passes keys beside those it starts at.
            let before = if matches!(part.kind, ComponentKind::Tail(_)) { stream.span } else { 0 };
            let hi = keys.hi.saturating_add(stream.span).min(all.hi.max(keys.hi));
            Keys { lo: keys.lo.saturating_sub(before).max(all.lo.min(keys.lo)), hi }
        }));
    }
    for band in grid.bands.clone().iter().filter(|band| band.folded == 0) {
        let ranges = &ranges[band.object.0 as usize];
        // A single hot row says nothing about where the other rows are.
        if ranges.iter().all(|keys| keys.len() <= 1) {
            continue;
        }
        let mut has_keys = vec![false; band.rows as usize];
        let edges = &grid.edges[band.first_row as usize..][..band.rows as usize];
        for &keys in ranges {
            for_each_row(edges, band.keys, keys, |row, share| has_keys[row] |= share > 0.0);
        }
        for (row, _) in has_keys.iter().enumerate().filter(|(_, has)| !**has) {
            let start = (band.first_row as usize + row) * grid.columns as usize;
            grid.shares[start..start + grid.columns as usize].fill(f32::NAN);
        }
    }
}

/// How the components of a stream spread over the rows of a band.
struct Spread<'a> {
    run: &'a Run,
    all: Keys,
    /// The band's first row.
    first: usize,
    edges: &'a [u64],
    span: u64,
}

impl<'a> Spread<'a> {
    fn new(run: &'a Run, stream: &Stream, strip: &'a Strip<'_>) -> Self {
        let (band, edges) = (&strip.band, &strip.edges[..]);
        let first = band.first_row as usize;
        let drawn = stream.span as f64 >= SPAN_MIN * band.keys.len() as f64;
        let span = if drawn && stream.rows <= 0.0 { stream.span } else { 0 };
        Self { run, all: band.keys, first, edges, span: span.min(band.keys.len()) }
    }

    /// The rows of the band.
    fn rows(&self) -> Range<usize> {
        self.first..self.first + self.edges.len()
    }

    /// Calls `put` with the rows that a component touches in some columns: the row; the columns;
    /// the share that falls into it; and the most that it asks of one split, as a share of all.
    fn each(
        &self,
        part: &Component,
        columns: Range<u32>,
        mut put: impl FnMut(usize, Range<usize>, f64, f64),
    ) {
        let all = columns.start as usize..columns.end as usize;
        let mut row = |row: usize, share: f64| put(self.first + row, all.clone(), share, share);
        match part.kind {
            ComponentKind::Uniform(keys) => self.even(keys, row),
            ComponentKind::Atom { at } if self.span > 0 => {
                let hi = at.saturating_add(self.span).min(self.all.hi);
                for_each_row(self.edges, self.all, Keys { lo: at, hi }, row);
            }
            ComponentKind::Atom { at } => {
                row(self.edges.partition_point(|&edge| edge <= at).saturating_sub(1), 1.0);
            }
            ComponentKind::Tail(tail) => {
                for column in columns {
                    let at = column as usize;
                    self.tail(&tail, column, |row, share, most| {
                        put(self.first + row, at..at + 1, share, most);
                    });
                }
            }
        }
    }

    /// Rows over which even load lies, each with its share.
    fn even(&self, keys: Keys, mut each: impl FnMut(usize, f64)) {
        if self.span == 0 {
            for_each_row(self.edges, self.all, keys, each);
            return;
        }
        // Range reads that start anywhere in `keys` and go up: the density rises over their
        // length, stays, and falls. What would lie past the end is spread over the rest.
        let unit = self.all.len() as f64;
        let at = |key: u64| (key.saturating_sub(self.all.lo)) as f64 / unit;
        let (lo, hi, span) = (at(keys.lo), at(keys.hi), self.span as f64 / unit);
        let half = |x: f64| if x > 0.0 { x * x / 2.0 } else { 0.0 };
        let before =
            |x: f64| half(x - lo) - half(x - hi) - half(x - lo - span) + half(x - hi - span);
        let total = before(1.0);
        if total <= 0.0 {
            for_each_row(self.edges, self.all, keys, each);
            return;
        }
        for (row, &edge) in self.edges.iter().enumerate() {
            let end = self.edges.get(row + 1).map_or(self.all.hi, |&edge| edge);
            let share = (before(at(end)) - before(at(edge))) / total;
            if share > 0.0 {
                each(row, share);
            }
        }
    }

    /// Rows that a tail passes within a column, each with its share of the column; a range read
    /// that ends at the tail reaches over the rows behind it.
    fn tail(&self, tail: &Tail, column: u32, mut each: impl FnMut(usize, f64, f64)) {
        let from = self.run.paced(tail, f64::from(self.run.second_of(column)));
        let to = self.run.paced(tail, f64::from(self.run.end_of(column)));
        for (keys, part) in passed(tail, from, to, f64::from(self.run.seconds)) {
            if self.span == 0 {
                for_each_row(self.edges, self.all, keys, |row, share| {
                    each(row, share * part, 1.0);
                });
                continue;
            }
            let keys = match tail.direction {
                Direction::Up => Keys { lo: keys.lo.saturating_sub(self.span), hi: keys.hi },
                Direction::Down => Keys { lo: keys.lo, hi: keys.hi.saturating_add(self.span) },
            };
            // At a time it lies over no more keys than it has.
            let keys = keys.overlap(self.all);
            let more = (keys.len() as f64 / self.span.min(keys.len().max(1)) as f64).max(1.0);
            for_each_row(self.edges, self.all, keys, |row, share| {
                each(row, share * part, (share * more).min(1.0));
            });
        }
    }
}
