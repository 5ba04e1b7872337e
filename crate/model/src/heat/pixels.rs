//! Cells to pixels: the greatest cell under each pixel, one colour scale for all pictures.

use super::palette::{self, NO_KEYS, NO_KEYS_LINE, diverging};
use super::{BINS, Brush, Difference, Histogram, Pool, Shares, Size, View};
use crate::load::whole;

/// Level of what has no keys; it has a colour of its own.
const LEVEL_NO_KEYS: u8 = 0;
/// Level of an idle key range.
const LEVEL_IDLE: f64 = 20.0;
/// Level of a split that is just full.
const LEVEL_FULL: f64 = 160.0;
/// Least level of more than a split can take, apart from [`LEVEL_FULL`] at a glance.
const LEVEL_OVER: f64 = 184.0;
/// Greatest level.
const LEVEL_MAX: f64 = 255.0;
/// From this share on a cell counts as saturated: rounding leaves a full server just below 1.
const SATURATED: f32 = 0.9995;
/// On the logarithmic scale one step in this many of a split is as dark as idle.
const LOG_RANGE: f64 = 1024.0;
/// Cells at least this wide and high in pixels get a hatch when they are saturated.
const HATCH_CELL: f64 = 4.0;
/// Pixels from one hatch line to the next.
const HATCH_STEP: u32 = 6;

/// Lines of saturated pixels above one that is hatched where cells are small, so that a thin line
/// stays whole.
const HATCH_DEPTH: u8 = 3;
/// Set beside the level of a pixel that is saturated, whatever the handles of the scale are at.
const FULL: u16 = 0x100;

/// See [`super::paint_with`].
pub(super) fn paint(shares: Shares<'_>, view: &View, size: Size, brush: Brush) -> Vec<u8> {
    let (width, height) = (size.width as usize, size.height as usize);
    let mut pixels = Vec::with_capacity(width * height * 4);
    let across = spans(shares.columns, view.left, view.right, size.width);
    let down = spans(shares.rows, view.top, view.bottom, size.height);
    let cell_width = f64::from(size.width) / (visible(shares.columns, view.left, view.right));
    let cell_height = f64::from(size.height) / (visible(shares.rows, view.top, view.bottom));
    let large = cell_width >= HATCH_CELL && cell_height >= HATCH_CELL;
    let depth = if large { 1 } else { HATCH_DEPTH + 1 };
    let scale = Scale::new(brush);
    let mut line = Line::default();
    let mut deep = vec![0_u8; width];
    let mut before: Option<(usize, usize)> = None;
    for (y, &rows) in (0..size.height).zip(&down) {
        if before != Some(rows) {
            line = Line::of(shares, rows, &across, &scale);
            before = Some(rows);
        } else if !line.hatched {
            pixels.extend_from_within(pixels.len() - width * 4..);
            continue;
        }
        for &level in &line.levels {
            pixels.extend_from_slice(&scale.colours[usize::from(level & 0xff)]);
        }
        if line.hatched {
            let start = pixels.len() - width * 4;
            hatch_line(&mut pixels[start..], &line.levels, &mut deep, (y, depth));
        } else {
            deep.fill(0);
        }
    }
    pixels
}

/// Darkens every so many saturated pixels of a line, one further left on each line: lines at 45°.
/// What has no keys gets lines the other way.
fn hatch_line(pixels: &mut [u8], levels: &[u16], deep: &mut [u8], (y, depth): (u32, u8)) {
    let cells = pixels.chunks_exact_mut(4).zip(levels).zip(deep);
    for (x, ((pixel, &level), deep)) in (0_u32..).zip(cells) {
        *deep = if level & FULL == 0 { 0 } else { deep.saturating_add(1) };
        if *deep >= depth && (x + y).is_multiple_of(HATCH_STEP) {
            for channel in &mut pixel[..3] {
                *channel /= 3;
            }
        }
        let other_way = x + HATCH_STEP / 2 + (HATCH_STEP - 1) * (y % HATCH_STEP);
        if level == u16::from(LEVEL_NO_KEYS) && other_way.is_multiple_of(HATCH_STEP) {
            pixel.copy_from_slice(&NO_KEYS_LINE);
        }
    }
}

/// See [`super::paint_difference`].
pub(super) fn paint_difference(
    before: Shares<'_>,
    after: Shares<'_>,
    view: &View,
    size: Size,
    scale: Difference,
) -> Vec<u8> {
    let colours = diverging();
    let spans_of = |shares: Shares<'_>| {
        let across = spans(shares.columns, view.left, view.right, size.width);
        (across, spans(shares.rows, view.top, view.bottom, size.height))
    };
    let ((across_one, down_one), (across_other, down_other)) = (spans_of(before), spans_of(after));
    let mut pixels = Vec::with_capacity(size.width as usize * size.height as usize * 4);
    let mut last = None;
    let (mut one, mut other) = (Vec::new(), Vec::new());
    for (y, rows) in (0..size.height).zip(down_one.into_iter().zip(down_other)) {
        if last != Some(rows) {
            one = greatest(before, rows.0, &across_one);
            other = greatest(after, rows.1, &across_other);
            last = Some(rows);
        }
        for (x, (one, other)) in (0_u32..).zip(one.iter().zip(&other)) {
            let line = x + HATCH_STEP / 2 + (HATCH_STEP - 1) * (y % HATCH_STEP);
            let colour = match (one.is_nan() && other.is_nan(), line.is_multiple_of(HATCH_STEP)) {
                (true, true) => NO_KEYS_LINE,
                (true, false) => NO_KEYS,
                // `max` of a number and no number is the number.
                _ => colours[scale.level(other.max(0.0) - one.max(0.0))],
            };
            pixels.extend_from_slice(&colour);
        }
    }
    pixels
}

impl Difference {
    /// The place of a difference among the colours.
    fn level(self, difference: f32) -> usize {
        let full = f64::from(self.full).max(1e-9);
        let share = (f64::from(difference) / full).clamp(-1.0, 1.0);
        let way = if self.log {
            libm::log(1.0 + share.abs() * (LOG_RANGE - 1.0)) / libm::log(LOG_RANGE)
        } else {
            share.abs()
        };
        let side = if share < 0.0 { -way } else { way };
        usize::try_from(whole((1.0 + side) * 128.0 + 0.5)).unwrap_or(128).min(256)
    }
}

/// The greatest share under each pixel of a line; not a number where there are no keys.
fn greatest(shares: Shares<'_>, rows: (usize, usize), across: &[(usize, usize)]) -> Vec<f32> {
    let most = greatest_of_columns(shares, rows);
    let none = f32::NAN;
    across
        .iter()
        .map(|&(from, to)| &most[from.min(most.len())..to.min(most.len())])
        .map(|cells| cells.iter().copied().fold(none, f32::max))
        .collect()
}

fn greatest_of_columns(shares: Shares<'_>, rows: (usize, usize)) -> Vec<f32> {
    let columns = shares.columns as usize;
    let mut most = vec![f32::NAN; columns];
    for row in rows.0..rows.1.min(shares.rows as usize) {
        // `max` of a number and no number is the number.
        for (most, &cell) in most.iter_mut().zip(&shares.cells[row * columns..(row + 1) * columns])
        {
            *most = most.max(cell);
        }
    }
    most
}

/// See [`super::histogram`].
pub(super) fn histogram(shares: Shares<'_>, brush: Brush) -> Histogram {
    let scale = Scale::new(brush);
    let mut histogram = Histogram { bins: [0; BINS], no_keys: 0, full: 0 };
    for &share in shares.cells {
        if share.is_nan() {
            histogram.no_keys += 1;
        } else {
            let at = scale.position(share) * BINS as f64;
            let bin = usize::try_from(whole(at)).unwrap_or(0).min(BINS - 1);
            histogram.bins[bin] += 1;
            histogram.full += u32::from(share >= SATURATED);
        }
    }
    histogram
}

/// See [`super::position`].
pub(super) fn position(share: f32, brush: Brush) -> f64 {
    Scale::new(brush).position(share)
}

/// Cells that a view shows of `cells`.
fn visible(cells: u32, from: f64, to: f64) -> f64 {
    ((to - from) * f64::from(cells)).max(1e-9)
}

/// The half-open range of cells under each pixel, at least one.
fn spans(cells: u32, from: f64, to: f64, pixels: u32) -> Vec<(usize, usize)> {
    let all = f64::from(cells);
    let edge = |i: u32| {
        let share = from + (to - from) * f64::from(i) / f64::from(pixels.max(1));
        (share * all).clamp(0.0, all)
    };
    let index = |at: f64| usize::try_from(whole(at)).unwrap_or(0);
    (0..pixels)
        .map(|i| {
            let first = index(edge(i).floor()).min((cells as usize).saturating_sub(1));
            // An edge that is a whole number but for rounding does not touch the next cell.
            let last = index((edge(i + 1) - 1e-9).ceil().max(0.0));
            (first, last.clamp(first + 1, (cells as usize).max(first + 1)))
        })
        .collect()
}

/// The levels of a line of pixels.
#[derive(Default)]
struct Line {
    levels: Vec<u16>,
    /// Some are saturated or have no keys.
    hatched: bool,
}

impl Line {
    fn of(
        shares: Shares<'_>,
        rows: (usize, usize),
        across: &[(usize, usize)],
        scale: &Scale,
    ) -> Self {
        let levels = match scale.brush.pool {
            Pool::Max => pooled(shares, rows, across, scale),
            Pool::Mean => averaged(shares, rows, across, scale),
        };
        let plain = |level: &u16| level & FULL == 0 && *level != u16::from(LEVEL_NO_KEYS);
        let hatched = !levels.iter().all(plain);
        Self { levels, hatched }
    }
}

/// The level of the greatest share under each pixel of a line. Levels rise with shares, so the
/// greatest level is the level of the greatest share.
fn pooled(
    shares: Shares<'_>,
    rows: (usize, usize),
    across: &[(usize, usize)],
    scale: &Scale,
) -> Vec<u16> {
    let most = greatest_of_columns(shares, rows);
    let levels: Vec<u16> = most.iter().map(|&share| scale.marked(share)).collect();
    across
        .iter()
        .map(|&(from, to)| &levels[from.min(levels.len())..to.min(levels.len())])
        .map(|levels| levels.iter().copied().max().unwrap_or(u16::from(LEVEL_NO_KEYS)))
        .collect()
}

/// The level of the mean share under each pixel of a line.
fn averaged(
    shares: Shares<'_>,
    rows: (usize, usize),
    across: &[(usize, usize)],
    scale: &Scale,
) -> Vec<u16> {
    let columns = shares.columns as usize;
    let mut sums = vec![(0.0_f32, 0.0_f32); columns];
    for row in rows.0..rows.1.min(shares.rows as usize) {
        let cells = &shares.cells[row * columns..(row + 1) * columns];
        for (sum, &cell) in sums.iter_mut().zip(cells).filter(|(_, cell)| !cell.is_nan()) {
            *sum = (sum.0 + cell, sum.1 + 1.0);
        }
    }
    across
        .iter()
        .map(|&(from, to)| &sums[from.min(columns)..to.min(columns)])
        .map(|sums| sums.iter().fold((0.0, 0.0), |all, sum| (all.0 + sum.0, all.1 + sum.1)))
        // No cells give no number.
        .map(|(sum, cells)| scale.marked(sum / cells))
        .collect()
}

/// From a share to a level, and from a level to a colour.
struct Scale {
    brush: Brush,
    /// Between the handles.
    range: f32,
    colours: [[u8; 4]; 256],
    /// Levels below a full split, by the upper half of the share's bits: a sign, eight bits of
    /// exponent and seven of fraction, finer than the levels are.
    levels: Vec<u8>,
}

impl Scale {
    fn new(brush: Brush) -> Self {
        let stops = palette::stops(brush.ink.palette);
        let mut colours = [[0, 0, 0, 0xff]; 256];
        for (level, colour) in colours.iter_mut().enumerate() {
            let at = level as f64 / 255.0 * 16.0;
            let stop = (level * 16 / 255).min(15);
            let way = at - stop as f64;
            let (low, high) = (stops[stop].to_be_bytes(), stops[stop + 1].to_be_bytes());
            for channel in 0..3 {
                let (low, high) = (f64::from(low[channel + 1]), f64::from(high[channel + 1]));
                colour[channel] = byte(low + (high - low) * way + 0.5);
            }
        }
        colours[usize::from(LEVEL_NO_KEYS)] = NO_KEYS;
        let range = (brush.white - brush.black).max(f32::MIN_POSITIVE);
        Self { brush, range, colours, levels: levels(brush.ink.log) }
    }

    /// The level of a share, and whether it is saturated.
    fn marked(&self, share: f32) -> u16 {
        let full = if share >= SATURATED { FULL } else { 0 };
        u16::from(self.level(share)) | full
    }

    /// Where a share stands on the axis of the colours, 0 to 1.
    fn position(&self, share: f32) -> f64 {
        ((f64::from(self.level(share)) - LEVEL_IDLE) / (LEVEL_MAX - LEVEL_IDLE)).max(0.0)
    }

    fn level(&self, share: f32) -> u8 {
        if share.is_nan() {
            return LEVEL_NO_KEYS;
        }
        let share = (share - self.brush.black) / self.range;
        if share >= SATURATED {
            let over = 1.0 - 1.0 / f64::from(share).max(1.0);
            byte(LEVEL_OVER + (LEVEL_MAX - LEVEL_OVER) * over)
        } else {
            let bits = (share.max(0.0).to_bits() >> 16) as usize;
            self.levels.get(bits).copied().unwrap_or(LEVEL_NO_KEYS)
        }
    }
}

/// The level of every share below 1 that has no bits in its lower half.
fn levels(log: bool) -> Vec<u8> {
    let steps = LEVEL_FULL - LEVEL_IDLE;
    let least = |step: f64| {
        let level = step / steps;
        if log { (libm::pow(LOG_RANGE, level) - 1.0) / (LOG_RANGE - 1.0) } else { level }
    };
    let mut step = 0.0;
    (0..=1.0_f32.to_bits() >> 16)
        .map(|bits| {
            while step < steps && least(step + 1.0) <= f64::from(f32::from_bits(bits << 16)) {
                step += 1.0;
            }
            byte(LEVEL_IDLE + step)
        })
        .collect()
}

/// A number rounded down to a byte.
fn byte(value: f64) -> u8 {
    u8::try_from(whole(value)).unwrap_or(u8::MAX)
}
