//! Where rows and load lie on the key axis: what the rows of a picture are cut by.
//!
//! Rows held are those at the start, spread evenly, and what the streams wrote by then. Changes
//! of rows neither add nor take away.

use crate::load::{Component, ComponentKind, Keys, Load, ObjectId, whole};
use crate::sim::Run;
use crate::trace::{passed, stretch};
use hotsplit_base::order;

/// Pieces into which the way of a tail is cut: its rate may change along it.
const STRETCHES: u32 = 60;

/// Stretches of all the tails of a stream together, about.
const STRETCHES_MAX: usize = 4096;

/// Fewer keys than this count as one: their density would drown all others.
const POINT_KEYS: u64 = 1024;

/// How much lies where, over the keys of one object.
#[derive(Debug)]
pub(super) struct Density {
    keys: Keys,
    /// By how much the density changes at a key, counted from the first.
    changes: Vec<(u64, f64)>,
    /// What lies at one key.
    points: Vec<(u64, f64)>,
    /// The sum, nothing negative counted.
    total: f64,
}

impl Density {
    /// Nothing anywhere.
    pub(super) fn new(keys: Keys) -> Self {
        Self { keys, changes: Vec::new(), points: Vec::new(), total: 0.0 }
    }

    /// Adds `mass` evenly over `keys`.
    pub(super) fn add(&mut self, keys: Keys, mass: f64) {
        let keys = keys.overlap(self.keys);
        if keys.is_empty() || mass == 0.0 || !mass.is_finite() {
            return;
        }
        self.total += mass;
        let (lo, hi) = (keys.lo - self.keys.lo, keys.hi - self.keys.lo);
        if hi - lo < POINT_KEYS {
            self.points.push((lo, mass));
        } else {
            let density = mass / (hi - lo) as f64;
            self.changes.push((lo, density));
            self.changes.push((hi, -density));
        }
    }

    /// All of it.
    pub(super) fn total(&self) -> f64 {
        self.total.max(0.0)
    }

    /// The first keys of at most `rows` ranges that hold about the same each; the first is the
    /// first of all.
    pub(super) fn quantiles(mut self, rows: u32) -> Vec<u64> {
        let mut edges = vec![self.keys.lo];
        let points = self.points.into_iter().map(|(key, mass)| (key, 0.0, mass));
        let mut steps: Vec<(u64, f64, f64)> =
            self.changes.drain(..).map(|(key, change)| (key, change, 0.0)).chain(points).collect();
        order::by(&mut steps, |a, b| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)));
        let step = positive_sum(&steps) / f64::from(rows.max(1));
        if step <= 0.0 {
            return pieces(self.keys, rows);
        }
        let (mut at, mut sum, mut density) = (0_u64, 0.0, 0.0_f64);
        let mut next = step;
        for (key, change, mass) in steps {
            let stretch = density.max(0.0) * (key - at) as f64;
            while stretch > 0.0 && next <= sum + stretch && edges.len() < rows as usize {
                let offset = at + whole((next - sum) / density);
                push(&mut edges, self.keys.lo + offset.min(key), self.keys);
                next += step;
            }
            sum += stretch + mass.max(0.0);
            if mass > 0.0 && next <= sum && edges.len() < rows as usize {
                // What lies at one key gets a row of its own, however many it would fill.
                push(&mut edges, self.keys.lo + key, self.keys);
                push(&mut edges, self.keys.lo + key + 1, self.keys);
                next = ((sum / step).floor() + 1.0) * step;
            }
            (at, density) = (key, density + change);
        }
        edges.truncate(rows.max(1) as usize);
        edges
    }
}

fn push(edges: &mut Vec<u64>, key: u64, keys: Keys) {
    if edges.last().is_some_and(|&last| last < key) && key < keys.hi {
        edges.push(key);
    }
}

fn positive_sum(steps: &[(u64, f64, f64)]) -> f64 {
    let (mut at, mut sum, mut density) = (0_u64, 0.0, 0.0_f64);
    for &(key, change, mass) in steps {
        sum += density.max(0.0) * (key - at) as f64 + mass.max(0.0);
        (at, density) = (key, density + change);
    }
    sum
}

/// The first keys of equal pieces.
pub(super) fn pieces(keys: Keys, rows: u32) -> Vec<u64> {
    let rows = rows.max(1);
    let step = u128::from(keys.len());
    (0..rows)
        .map(|row| {
            let offset = step * u128::from(row) / u128::from(rows);
            keys.lo + u64::try_from(offset).expect("a share of a length fits where it fits")
        })
        .collect()
}

/// The parts of a run that pictures ask for again and again.
pub(super) struct Past<'a> {
    pub(super) load: &'a Load,
    pub(super) run: &'a Run,
    /// Number of each stream's first component.
    pub(super) firsts: Vec<usize>,
}

impl<'a> Past<'a> {
    pub(super) fn new(load: &'a Load, run: &'a Run) -> Self {
        let mut next = 0;
        let firsts = load
            .streams
            .iter()
            .map(|stream| {
                let first = next;
                next += stream.components.len();
                first
            })
            .collect();
        Self { load, run, firsts }
    }

    /// Seconds of a column.
    pub(super) fn seconds(&self, column: u32) -> f64 {
        f64::from(self.run.end_of(column)) - f64::from(self.run.second_of(column))
    }

    /// Touches of a component in a column.
    fn touches(&self, component: usize, column: u32) -> f64 {
        let at = component * self.run.columns as usize + column as usize;
        f64::from(self.run.component_served[at]) * self.seconds(column)
    }

    /// Streams that add rows to an object or take some away: which, and how many a touch.
    fn growing(&self, object: ObjectId) -> impl Iterator<Item = (usize, f64)> + use<'_, 'a> {
        self.load.streams.iter().enumerate().filter_map(move |(index, stream)| {
            let changes = stream.growth_bytes != 0.0 && stream.rows > 0.0;
            let sign = if stream.growth_bytes < 0.0 { -1.0 } else { 1.0 };
            (stream.object == object && changes).then_some((index, sign * stream.rows))
        })
    }

    /// Rows that an object holds at the end.
    pub(super) fn held(&self, object: ObjectId) -> Density {
        let mut held = self.start(object);
        for (index, rows) in self.growing(object) {
            let parts = &self.load.streams[index].components;
            for (number, part) in parts.iter().enumerate() {
                let component = self.firsts[index] + number;
                self.written(part, component, rows, parts.len(), &mut |keys, _, mass| {
                    held.add(keys, mass);
                });
            }
        }
        held
    }

    /// Rows that an object holds at the start: evenly over its keys, as the load says, but behind
    /// its moving points where those start with something behind them.
    fn start(&self, object: ObjectId) -> Density {
        let it = self.load.object(object);
        let mut held = Density::new(it.keys);
        for (keys, share) in self.start_ranges(object) {
            held.add(keys, it.rows * share);
        }
        held
    }

    fn start_ranges(&self, object: ObjectId) -> Vec<(Keys, f64)> {
        let it = self.load.object(object);
        let grows = |index: &usize| self.load.streams[*index].growth_bytes > 0.0;
        let inserts = self.growing(object).map(|(index, _)| index).find(grows);
        let parts = inserts.map_or(&[][..], |index| &self.load.streams[index].components[..]);
        let behind = |part: &Component| match part.kind {
            ComponentKind::Tail(tail) if tail.start > 0.0 && tail.wraps_seconds.is_none() => {
                Some((stretch(&tail, 0.0, tail.start), part.weight))
            }
            _ => None,
        };
        let behind: Option<Vec<(Keys, f64)>> = parts.iter().map(behind).collect();
        match behind.filter(|ranges| !ranges.is_empty()) {
            Some(ranges) => ranges,
            None => vec![(it.keys, 1.0)],
        }
    }

    /// Calls `each` with the ranges that a component writes, the column by whose end it has, and
    /// how many rows.
    fn written(
        &self,
        part: &Component,
        component: usize,
        rows: f64,
        beside: usize,
        each: &mut impl FnMut(Keys, u32, f64),
    ) {
        let columns = self.run.columns;
        let sum = |from: u32, to: u32| -> f64 {
            (from..to).map(|column| self.touches(component, column)).sum::<f64>() * rows
        };
        let run_seconds = f64::from(self.run.seconds);
        match part.kind {
            ComponentKind::Uniform(keys) => each(keys, columns, sum(0, columns)),
            ComponentKind::Atom { at } => {
                // However often, it is one row.
                each(Keys { lo: at, hi: at + 1 }, columns, sum(0, columns).clamp(-1.0, 1.0));
            }
            ComponentKind::Tail(tail) => {
                let room = u32::try_from(STRETCHES_MAX / beside.max(1)).unwrap_or(u32::MAX);
                let steps = STRETCHES.min(room).min(columns).max(1);
                for step in 0..steps {
                    let (from, to) = (columns * step / steps, columns * (step + 1) / steps);
                    if to == from {
                        continue;
                    }
                    let ends = (self.run.second_of(from), self.run.end_of(to - 1));
                    let a = self.run.paced(&tail, f64::from(ends.0));
                    let b = self.run.paced(&tail, f64::from(ends.1));
                    let mass = sum(from, to);
                    for (keys, share) in passed(&tail, a, b, run_seconds) {
                        each(keys, to, mass * share);
                    }
                }
            }
        }
    }

    /// Rows that an object holds in each row of a picture at the end of each cut: row by row, each
    /// by cut.
    pub(super) fn held_over_time(&self, object: ObjectId, cuts: &Cuts<'_>) -> Vec<f64> {
        let it = self.load.object(object);
        let mut held = vec![0.0; cuts.edges.len() * cuts.count];
        for (keys, share) in self.start_ranges(object) {
            for_each_row(cuts.edges, it.keys, keys, |row, part| {
                held[row * cuts.count] += it.rows * share * part;
            });
        }
        for (index, rows) in self.growing(object) {
            for (number, part) in self.load.streams[index].components.iter().enumerate() {
                let masses: Vec<f64> = (0..cuts.count)
                    .map(|cut| {
                        let touches = |column| self.touches(self.firsts[index] + number, column);
                        cuts.columns(cut, self.run).map(touches).sum::<f64>() * rows
                    })
                    .collect();
                self.held_of(part, &masses, cuts, it.keys, &mut held);
            }
        }
        for row in held.chunks_exact_mut(cuts.count) {
            let mut sum = 0.0;
            for cut in row {
                sum += *cut;
                *cut = sum;
            }
        }
        held
    }

    /// Adds what a component writes in each cut, `masses`, to the rows it lands in.
    fn held_of(
        &self,
        part: &Component,
        masses: &[f64],
        cuts: &Cuts<'_>,
        all: Keys,
        held: &mut [f64],
    ) {
        match part.kind {
            ComponentKind::Uniform(keys) => for_each_row(cuts.edges, all, keys, |row, share| {
                for (cut, mass) in masses.iter().enumerate() {
                    held[row * cuts.count + cut] += mass * share;
                }
            }),
            ComponentKind::Atom { at } => {
                for_each_row(cuts.edges, all, Keys { lo: at, hi: at + 1 }, |row, _| {
                    held[row * cuts.count] += masses[0].clamp(-1.0, 1.0);
                });
            }
            ComponentKind::Tail(tail) => {
                for (cut, mass) in masses.iter().enumerate() {
                    let columns = cuts.columns(cut, self.run);
                    let from = f64::from(self.run.second_of(columns.start));
                    let to = f64::from(self.run.end_of(columns.end.max(1) - 1));
                    let (from, to) = (self.run.paced(&tail, from), self.run.paced(&tail, to));
                    for (keys, part) in passed(&tail, from, to, f64::from(self.run.seconds)) {
                        for_each_row(cuts.edges, all, keys, |row, share| {
                            held[row * cuts.count + cut] += mass * part * share;
                        });
                    }
                }
            }
        }
    }
}

/// Cuts of the time and of the keys of an object.
pub(super) struct Cuts<'a> {
    /// Columns of each; the last may have fewer.
    pub(super) per_cut: u32,
    /// Cuts of the time.
    pub(super) count: usize,
    /// First keys of the rows.
    pub(super) edges: &'a [u64],
}

impl Cuts<'_> {
    /// The columns of a cut.
    pub(super) fn columns(&self, cut: usize, run: &Run) -> std::ops::Range<u32> {
        let from = u32::try_from(cut).unwrap_or(u32::MAX).saturating_mul(self.per_cut);
        from.min(run.columns)..from.saturating_add(self.per_cut).min(run.columns)
    }
}

/// Calls `each` with every row that holds keys of a range, by its number, and the row's share of
/// what the range has inside `all`. `edges` are the first keys of the rows.
pub(super) fn for_each_row(edges: &[u64], all: Keys, keys: Keys, mut each: impl FnMut(usize, f64)) {
    let inside = keys.overlap(all);
    if inside.is_empty() || edges.is_empty() {
        return;
    }
    let whole = inside.len() as f64;
    let mut row = edges.partition_point(|&edge| edge <= inside.lo).saturating_sub(1);
    let mut at = inside.lo;
    while at < inside.hi {
        let end = edges.get(row + 1).map_or(all.hi, |&edge| edge).min(inside.hi);
        each(row, end.saturating_sub(at) as f64 / whole);
        // Rows without keys, in bands of more rows than keys, have their end at their start.
        at = end;
        row += 1;
        if row >= edges.len() {
            break;
        }
    }
}
