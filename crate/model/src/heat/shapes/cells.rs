//! The cells of a band added up on one way down its rows: columns, rows, and clusters of bright
//! cells.

use super::column::Column;
use wide::f32x4;

/// A cell is bright from this share of its column's brightest on.
pub(super) const BRIGHT: f32 = 0.25;

/// Points cover less than this share of the rows that have keys.
pub(super) const THIN: f64 = 0.4;

/// Share of the columns that makes a picture of points, or of all else, a mixed one.
const MIXED: f64 = 0.05;

/// Cells that are looked at together: a group of dark ones is passed at once.
const GROUP: usize = 16;

/// Rows that are looked at together: what is known of a column is fetched once for all of them.
const ROWS: usize = 4;

/// Columns that are added together: as many as fit into registers, with that many rows.
const LANES: usize = 4;

/// Rows that follow each other and are alike: even load makes many.
#[derive(Clone, Copy)]
pub(super) struct Alike<'a> {
    /// The first of them.
    row: u32,
    /// How many.
    times: u32,
    /// The cells of each.
    cells: &'a [f32],
}

/// The cells of a band put together.
pub(super) struct Parts {
    /// See [`Look::lit`](super::look::Look::lit).
    pub(super) lit: Vec<Column>,
    /// See [`Look::load`](super::look::Look::load).
    pub(super) load: Vec<f64>,
    /// See [`Look::mixed`](super::look::Look::mixed).
    pub(super) mixed: bool,
    /// See [`Look::row_sums`](super::look::Look::row_sums).
    pub(super) row_sums: Vec<Option<f64>>,
}

/// What is known of the columns and rows of a band after one way down.
struct Sums {
    /// The brightest cell of each column.
    peaks: Vec<f32>,
    /// All cells of each column.
    sums: Vec<f64>,
    /// First and last row with keys, of each column.
    held: Vec<Option<(u32, u32)>>,
    /// See [`Look::row_sums`](super::look::Look::row_sums).
    row_sums: Vec<Option<f64>>,
}

/// Clusters of each column on the way down its rows.
struct Clusters {
    count: Vec<u32>,
    covered: Vec<u32>,
    middles: Vec<f64>,
    /// Load of the cluster that has not ended, 0 where there is none, and its moment.
    load: Vec<f64>,
    moment: Vec<f64>,
    /// The brightest cell of the cluster, and the sum of those of all clusters.
    top: Vec<f32>,
    peaks: Vec<f64>,
    /// First and last bright row, where there is a cluster.
    first: Vec<u32>,
    last: Vec<u32>,
    /// Columns in whose last row there was a cluster.
    open: Vec<usize>,
}

/// The rows of a band of so many columns.
pub(super) fn alike(cells: &[f32], width: usize) -> Vec<Alike<'_>> {
    let mut all: Vec<Alike<'_>> = Vec::new();
    for (row, cells) in (0..).zip(cells.chunks_exact(width.max(1))) {
        match all.last_mut() {
            Some(last) if is_same(last.cells, cells) => last.times += 1,
            _ => all.push(Alike { row, times: 1, cells }),
        }
    }
    all
}

impl Alike<'_> {
    /// The last of them.
    fn last(&self) -> u32 {
        self.row + self.times - 1
    }

    /// The sum of their numbers.
    fn sum(&self) -> f64 {
        f64::from(self.times) * f64::from(self.row + self.last()) / 2.0
    }
}

impl Parts {
    /// Of the rows of a band of so many columns.
    pub(super) fn of(rows: &[Alike<'_>], width: usize) -> Self {
        let sums = Sums::of(rows, width);
        let clusters = Clusters::of(rows, &sums.peaks);
        let thin = THIN * sums.row_sums.iter().flatten().count() as f64;
        let points = |column: usize| f64::from(clusters.covered[column]) < thin;
        let asked = |column: usize| {
            if points(column) { clusters.peaks[column] } else { sums.sums[column] }
        };
        let mut lit = Vec::with_capacity(width);
        lit.extend(
            (0..).zip(0..width).filter_map(|(column, at)| clusters.column(column, at, &sums)),
        );
        let of_points = lit.iter().filter(|column| points(column.column as usize)).count() as f64;
        let least = MIXED * lit.len() as f64;
        let mixed = of_points > least && lit.len() as f64 - of_points > least;
        Self { lit, load: (0..width).map(asked).collect(), mixed, row_sums: sums.row_sums }
    }

    /// Of a band whose rows are all alike: each lit column is one cluster from end to end. It is
    /// what many tables look like, and takes no way down.
    pub(super) fn of_one(rows: &Alike<'_>) -> Self {
        let times = f64::from(rows.times);
        let ends = (rows.row, rows.last());
        let column = |(column, &share): (u32, &f32)| {
            (lit(share) > 0.0).then(|| Column {
                column,
                clusters: 1,
                row: rows.sum() / times,
                covered: rows.times,
                bright: ends,
                held: ends,
                peak: share,
                sum: f64::from(share) * times,
            })
        };
        let any = rows.cells.iter().any(|share| share.is_finite());
        let sum: f64 = rows.cells.iter().map(|&share| f64::from(lit(share))).sum();
        Self {
            lit: (0..).zip(rows.cells).filter_map(column).collect(),
            load: rows.cells.iter().map(|&share| f64::from(lit(share)) * times).collect(),
            mixed: false,
            row_sums: (0..rows.times).map(|_| any.then_some(sum)).collect(),
        }
    }
}

impl Sums {
    /// Of the rows of a band of so many columns.
    fn of(rows: &[Alike<'_>], width: usize) -> Self {
        let mut all = Self {
            peaks: vec![0.0; width],
            sums: vec![0.0; width],
            held: vec![None; width],
            row_sums: Vec::new(),
        };
        // Rows that have keys in all columns.
        let mut whole: Option<(u32, u32)> = None;
        let mut rest = rows;
        while let Some(first) = rest.first() {
            if let Some(next) = rest.first_chunk::<ROWS>()
                && next.iter().all(|it| it.times == 1)
            {
                let sums = all.add(next, 1);
                all.note(next, sums, &mut whole);
                rest = &rest[ROWS..];
            } else {
                let sums = all.add(&[*first], first.times);
                all.note(&[*first], sums, &mut whole);
                rest = &rest[1..];
            }
        }
        if let Some((first, last)) = whole {
            for held in &mut all.held {
                widen(held, first);
                widen(held, last);
            }
        }
        all
    }

    /// Notes what was found of rows: their sums, and whether they have keys in all columns.
    fn note<const N: usize>(
        &mut self,
        rows: &[Alike<'_>; N],
        sums: [(f64, bool); N],
        whole: &mut Option<(u32, u32)>,
    ) {
        for (it, (sum, is_whole)) in rows.iter().zip(sums) {
            let any = if is_whole {
                widen(whole, it.row);
                widen(whole, it.last());
                true
            } else {
                self.hold(it)
            };
            self.row_sums.extend((0..it.times).map(|_| any.then_some(sum)));
        }
    }

    /// Adds rows to their columns, each so many times; gives the sum of each, and whether it has
    /// keys in all columns.
    ///
    /// This runs over every cell of a picture, four at a time. Few cells are added in their own
    /// precision before more in a greater one.
    fn add<const N: usize>(&mut self, rows: &[Alike<'_>; N], times: u32) -> [(f64, bool); N] {
        let times = f64::from(times);
        let mut of_rows = [0.0; N];
        let mut whole = f32x4::splat(0.0).simd_eq(f32x4::splat(0.0));
        let (peaks, last_peaks) = self.peaks.as_chunks_mut::<GROUP>();
        let (sums, last_sums) = self.sums.as_chunks_mut::<GROUP>();
        let groups = rows.map(|it| it.cells.as_chunks::<GROUP>().0);
        for (group, (peaks, sums)) in peaks.iter_mut().zip(sums).enumerate() {
            let mut of_group = [f32x4::splat(0.0); N];
            let peaks = peaks.as_chunks_mut::<LANES>().0;
            for (four, (peaks, sums)) in
                peaks.iter_mut().zip(sums.as_chunks_mut::<LANES>().0).enumerate()
            {
                let (mut peak, mut sum) = (f32x4::new(*peaks), f32x4::splat(0.0));
                for row in 0..N {
                    let cells = f32x4::new(groups[row][group].as_chunks::<LANES>().0[four]);
                    // What is no number is neither above nor below one.
                    let held = cells.simd_lt(f32x4::splat(f32::INFINITY));
                    let lit = cells & held & cells.simd_gt(f32x4::splat(0.0));
                    whole &= held;
                    peak = peak.fast_max(lit);
                    sum += lit;
                    of_group[row] += lit;
                }
                *peaks = peak.to_array();
                for (all, sum) in sums.iter_mut().zip(sum.to_array()) {
                    *all += f64::from(sum) * times;
                }
            }
            for (all, of_group) in of_rows.iter_mut().zip(of_group) {
                *all += f64::from(of_group.reduce_add());
            }
        }
        let mut all_whole = whole.all();
        for (row, it) in rows.iter().enumerate() {
            for (at, &cell) in it.cells.as_chunks::<GROUP>().1.iter().enumerate() {
                let share = lit(cell);
                last_peaks[at] = if share > last_peaks[at] { share } else { last_peaks[at] };
                last_sums[at] += f64::from(share) * times;
                of_rows[row] += f64::from(share);
                all_whole &= cell.is_finite();
            }
        }
        std::array::from_fn(|row| (of_rows[row], all_whole || is_whole(rows[row].cells)))
    }

    /// Notes where rows have keys that have none in some columns; says whether they have any.
    fn hold(&mut self, rows: &Alike<'_>) -> bool {
        let mut any = false;
        for (held, _) in self.held.iter_mut().zip(rows.cells).filter(|(_, cell)| cell.is_finite()) {
            widen(held, rows.row);
            widen(held, rows.last());
            any = true;
        }
        any
    }
}

impl Clusters {
    /// Of the rows of a band, the brightest cells of whose columns are known.
    fn of(rows: &[Alike<'_>], peaks: &[f32]) -> Self {
        let width = peaks.len();
        let mut all = Self {
            count: vec![0; width],
            covered: vec![0; width],
            middles: vec![0.0; width],
            load: vec![0.0; width],
            moment: vec![0.0; width],
            top: vec![0.0; width],
            peaks: vec![0.0; width],
            first: vec![u32::MAX; width],
            last: vec![0; width],
            open: Vec::new(),
        };
        let floors: Vec<f32> = peaks.iter().map(|peak| BRIGHT * peak).collect();
        for it in rows {
            // Even load is bright all over: such rows go on with every column at once. Floors
            // are not below 0.
            let is_bright = |(share, floor): (&f32, &f32)| u32::from(share > floor);
            let bright = || it.cells.iter().zip(&floors).map(is_bright);
            if all.open.len() == width
                && bright().fold(1, |all, bright| all & bright) == 1
                && is_whole(it.cells)
            {
                all.go_on(it);
            } else {
                all.pass(it, &floors);
            }
        }
        for column in std::mem::take(&mut all.open) {
            all.end(column);
        }
        all
    }

    /// Takes in rows in which every column has a bright cell, as in the row before.
    fn go_on(&mut self, rows: &Alike<'_>) {
        let (times, sum) = (f64::from(rows.times), rows.sum());
        for (load, &share) in self.load.iter_mut().zip(rows.cells) {
            *load += f64::from(share) * times;
        }
        for (moment, &share) in self.moment.iter_mut().zip(rows.cells) {
            *moment += f64::from(share) * sum;
        }
        for (top, &share) in self.top.iter_mut().zip(rows.cells) {
            *top = if share > *top { share } else { *top };
        }
        self.covered.iter_mut().for_each(|covered| *covered += rows.times);
        self.last.fill(rows.last());
    }

    /// Takes in rows.
    fn pass(&mut self, rows: &Alike<'_>, floors: &[f32]) {
        let (groups, last) = rows.cells.as_chunks::<GROUP>();
        let (floors, last_floors) = floors.as_chunks::<GROUP>();
        for (group, (cells, floors)) in groups.iter().zip(floors).enumerate() {
            if is_any_above(cells, floors) {
                self.pass_group(group * GROUP, &Alike { cells, ..*rows }, floors);
            }
        }
        self.pass_group(groups.len() * GROUP, &Alike { cells: last, ..*rows }, last_floors);
        let mut open = std::mem::take(&mut self.open);
        open.retain(|&column| {
            let goes_on = self.last[column] == rows.last();
            if !goes_on {
                self.end(column);
            }
            goes_on
        });
        self.open = open;
    }

    /// Takes in the cells of rows from a column on.
    fn pass_group(&mut self, first: usize, rows: &Alike<'_>, floors: &[f32]) {
        for (column, (&share, &floor)) in (first..).zip(rows.cells.iter().zip(floors)) {
            // Floors are not below 0, and nothing is above one that is no number.
            if share.is_finite() && share > floor {
                if self.load[column] <= 0.0 {
                    self.open.push(column);
                }
                self.load[column] += f64::from(share) * f64::from(rows.times);
                self.moment[column] += f64::from(share) * rows.sum();
                self.covered[column] += rows.times;
                self.top[column] = if share > self.top[column] { share } else { self.top[column] };
                self.first[column] = self.first[column].min(rows.row);
                self.last[column] = rows.last();
            }
        }
    }

    /// Ends a cluster.
    fn end(&mut self, column: usize) {
        self.count[column] += 1;
        self.middles[column] += self.moment[column] / self.load[column];
        self.peaks[column] += f64::from(self.top[column]);
        (self.load[column], self.moment[column], self.top[column]) = (0.0, 0.0, 0.0);
    }

    fn column(&self, column: u32, at: usize, sums: &Sums) -> Option<Column> {
        Some(Column {
            column,
            clusters: self.count[at],
            row: self.middles[at] / f64::from(self.count[at].max(1)),
            covered: self.covered[at],
            bright: (self.first[at] < u32::MAX).then(|| (self.first[at], self.last[at]))?,
            held: sums.held[at]?,
            peak: sums.peaks[at],
            sum: sums.sums[at],
        })
    }
}

/// The load of a cell; none where there are no keys.
fn lit(cell: f32) -> f32 {
    if cell > 0.0 && cell.is_finite() { cell } else { 0.0 }
}

/// Whether two rows have the same cells, to the bit.
fn is_same(one: &[f32], other: &[f32]) -> bool {
    let differ = |one: &[f32], other: &[f32]| {
        let bits = one.iter().zip(other).map(|(one, other)| one.to_bits() ^ other.to_bits());
        bits.fold(0, |any, bits| any | bits) != 0
    };
    let (ones, last) = one.as_chunks::<GROUP>();
    let (others, other_last) = other.as_chunks::<GROUP>();
    !ones.iter().zip(others).any(|(one, other)| differ(one, other)) && !differ(last, other_last)
}

/// Whether all cells have keys.
fn is_whole(cells: &[f32]) -> bool {
    let most = |cells: &[f32]| cells.iter().map(|cell| cell.abs().to_bits()).fold(0, u32::max);
    let (groups, last) = cells.as_chunks::<GROUP>();
    groups.iter().map(|group| most(group)).fold(most(last), u32::max) < f32::INFINITY.to_bits()
}

/// Whether a cell of a group is above its floor.
#[inline]
fn is_any_above(cells: &[f32], floors: &[f32]) -> bool {
    let above = cells.iter().zip(floors).map(|(share, floor)| u32::from(share > floor));
    above.fold(0, |any, above| any | above) != 0
}

/// Takes a row into a stretch of rows.
fn widen(rows: &mut Option<(u32, u32)>, row: u32) {
    *rows = Some(rows.map_or((row, row), |(first, last)| (first.min(row), last.max(row))));
}
