//! Cells to pixels: the greatest cell under each pixel, one colour scale for all pictures.

use super::brush::{BINS, Brush, Difference, Histogram, Palette, Pool, Shares, Size, View};
use super::owners::{NOBODY, Owners, served_by};
use super::palette::{self, NO_KEYS, NO_KEYS_LINE, diverging};

use crate::load::whole;
use std::ops::Range;

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
/// Steps of the axis of the colours: from idle to full, and on to the greatest.
const STEPS_FULL: f64 = LEVEL_FULL - LEVEL_IDLE;
const STEPS: f64 = STEPS_FULL + LEVEL_MAX - LEVEL_OVER;
/// Least part of the axis between the handles.
const HANDLES_MIN: f64 = 0.02;
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

/// See [`super::paint_with`], and [`super::paint_owned`] where there are owners.
pub(super) fn paint(
    shares: Shares<'_>,
    owners: Option<&Owners>,
    view: &View,
    size: Size,
    brush: Brush,
) -> Vec<u8> {
    let owners = owners.filter(|_| brush.ink.palette == Palette::Servers);
    let (width, height) = (size.width as usize, size.height as usize);
    let mut pixels: Vec<[u8; 4]> = Vec::with_capacity(width * height);
    let across = Across::new(spans(shares.columns, view.left, view.right, size.width));
    let down = spans(shares.rows, view.top, view.bottom, size.height);
    let cell_width = f64::from(size.width) / (visible(shares.columns, view.left, view.right));
    let cell_height = f64::from(size.height) / (visible(shares.rows, view.top, view.bottom));
    let large = cell_width >= HATCH_CELL && cell_height >= HATCH_CELL;
    let depth = if large { 1 } else { HATCH_DEPTH + 1 };
    let depth = if brush.hatch { depth } else { u8::MAX };
    let scale = Scale::new(brush);
    let mut line = Line::default();
    let mut deep = vec![0_u8; across.spans.len()];
    let mut before = None;
    for (y, rows) in (0..size.height).zip(&down) {
        if before != Some(rows) {
            line = match owners {
                None => Line::of(shares, rows.clone(), &across.spans, &scale),
                Some(owners) => Line::owned(shares, owners, rows.clone(), &across.spans, &scale),
            };
            before = Some(rows);
        } else if !line.hatched {
            pixels.extend_from_within(pixels.len() - width..);
            continue;
        }
        pixels.extend(across.of.iter().map(|&span| line.colours[span as usize]));
        if line.hatched {
            let start = pixels.len() - width;
            line.deepen(&mut deep);
            line.hatch(&mut pixels[start..], &across.of, &deep, y, depth);
        } else {
            deep.fill(0);
        }
    }
    pixels.into_flattened()
}

/// The columns under each pixel of a line, said once for pixels beside each other that have the
/// same: a line is worked out by these, and only its colours are laid down pixel by pixel.
struct Across {
    /// Ranges of columns.
    spans: Vec<Range<usize>>,
    /// Of each pixel its place among them.
    of: Vec<u32>,
}

impl Across {
    fn new(mut spans: Vec<Range<usize>>) -> Self {
        let mut place = 0;
        let mut last = spans.first();
        let place_of = |span| {
            place += u32::from(last.replace(span) != Some(span));
            place
        };
        let of = spans.iter().map(place_of).collect();
        spans.dedup();
        Self { spans, of }
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
        if last.as_ref() != Some(&rows) {
            one = greatest(before, rows.0.clone(), &across_one);
            other = greatest(after, rows.1.clone(), &across_other);
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

/// The greatest share of each range of columns in some rows; not a number where there are no keys.
fn greatest(shares: Shares<'_>, rows: Range<usize>, across: &[Range<usize>]) -> Vec<f32> {
    let columns = shares.columns as usize;
    // No share is greater than what is not a number: those are passed over. Unlike `max`, which has
    // to ask for them, this is one instruction for four cells.
    let greater = |most: f32, cell: f32| if cell > most { cell } else { most };
    let number = |most: f32| if most == f32::NEG_INFINITY { f32::NAN } else { most };
    let mut most = vec![f32::NEG_INFINITY; columns];
    for row in rows.start..rows.end.min(shares.rows as usize) {
        let cells = &shares.cells[row * columns..(row + 1) * columns];
        for (most, &cell) in most.iter_mut().zip(cells) {
            *most = greater(*most, cell);
        }
    }
    let of = |span: &Range<usize>| match &most[within(span, columns)] {
        // As nearly all are where there are more pixels than columns.
        &[cell] => number(cell),
        &[one, other] => number(greater(one, other)),
        cells => number(cells.iter().copied().fold(f32::NEG_INFINITY, greater)),
    };
    across.iter().map(of).collect()
}

/// The same, and the hue of the server of the greatest; of the first where several are.
fn greatest_owned(
    shares: Shares<'_>,
    owners: &Owners,
    rows: Range<usize>,
    across: &[Range<usize>],
) -> Vec<(f32, usize)> {
    let columns = shares.columns as usize;
    let mut most = vec![(f32::NEG_INFINITY, NOBODY); columns];
    for row in rows.start..rows.end.min(shares.rows as usize) {
        let cells = shares.cells[row * columns..(row + 1) * columns].iter().zip(owners.row(row));
        for (most, (&cell, &server)) in most.iter_mut().zip(cells) {
            if cell > most.0 {
                *most = (cell, server);
            }
        }
    }
    let of = |span: &Range<usize>| {
        let cells = most[within(span, columns)].iter().copied();
        let (share, server) =
            cells.reduce(|most, cell| if cell.0 > most.0 { cell } else { most })?;
        (share > f32::NEG_INFINITY).then(|| (share, palette::hue(served_by(server))))
    };
    across.iter().map(|span| of(span).unwrap_or((f32::NAN, palette::HUES))).collect()
}

/// See [`super::histogram`].
pub(super) fn histogram(shares: Shares<'_>, log: bool) -> Histogram {
    let mut histogram = Histogram { bins: [0; BINS], no_keys: 0, full: 0 };
    let bin = |share| usize::try_from(whole(position(share, log) * BINS as f64)).unwrap_or(0);
    // Shares below full, by the upper half of their bits: a logarithm each would take its time.
    let bins: Vec<usize> = (0..=1.0_f32.to_bits() >> 16)
        .map(|bits| bin(f32::from_bits(bits << 16)).min(BINS - 1))
        .collect();
    for &share in shares.cells {
        if share.is_nan() {
            histogram.no_keys += 1;
            continue;
        }
        let bin = match bins.get(upper_half(share)) {
            Some(&bin) if share < SATURATED => bin,
            _ => bin(share).min(BINS - 1),
        };
        histogram.bins[bin] += 1;
        histogram.full += u32::from(share >= SATURATED);
    }
    histogram
}

/// See [`super::position`].
pub(super) fn position(share: f32, log: bool) -> f64 {
    if share >= SATURATED {
        return over(share) / STEPS;
    }
    let share = f64::from(share).max(0.0);
    let way =
        if log { libm::log(1.0 + share * (LOG_RANGE - 1.0)) / libm::log(LOG_RANGE) } else { share };
    way * STEPS_FULL / STEPS
}

/// The step of a saturated share.
fn over(share: f32) -> f64 {
    STEPS_FULL + (STEPS - STEPS_FULL) * (1.0 - 1.0 / f64::from(share).max(1.0))
}

/// Cells that a view shows of `cells`.
fn visible(cells: u32, from: f64, to: f64) -> f64 {
    ((to - from) * f64::from(cells)).max(1e-9)
}

/// The range of cells under each pixel, at least one.
fn spans(cells: u32, from: f64, to: f64, pixels: u32) -> Vec<Range<usize>> {
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
            first..last.clamp(first + 1, (cells as usize).max(first + 1))
        })
        .collect()
}

/// A range of columns, less those that are not there.
fn within(span: &Range<usize>, columns: usize) -> Range<usize> {
    span.start.min(columns)..span.end.min(columns)
}

/// A line of pixels, by its ranges of columns.
#[derive(Default)]
struct Line {
    levels: Vec<u16>,
    colours: Vec<[u8; 4]>,
    /// Some are saturated or have no keys.
    hatched: bool,
}

impl Line {
    fn of(shares: Shares<'_>, rows: Range<usize>, across: &[Range<usize>], scale: &Scale) -> Self {
        let found = match scale.brush.pool {
            Pool::Max => greatest(shares, rows, across),
            Pool::Mean => averages(shares, rows, across),
        };
        let mut hatched = false;
        let marked = |share: f32| {
            let level = scale.marked(share);
            hatched |= level & FULL != 0 || level == u16::from(LEVEL_NO_KEYS);
            (level, scale.colours[usize::from(level & 0xff)])
        };
        let (levels, colours) = found.into_iter().map(marked).unzip();
        Self { levels, colours, hatched }
    }

    /// The same, each range of columns in the hue of the server of its greatest cell.
    #[inline(never)]
    fn owned(
        shares: Shares<'_>,
        owners: &Owners,
        rows: Range<usize>,
        across: &[Range<usize>],
        scale: &Scale,
    ) -> Self {
        let mut found = greatest_owned(shares, owners, rows.clone(), across);
        if scale.brush.pool == Pool::Mean {
            for (found, mean) in found.iter_mut().zip(averages(shares, rows, across)) {
                found.0 = mean;
            }
        }
        let mut hatched = false;
        let marked = |(share, hue): (f32, usize)| {
            let level = scale.marked(share);
            hatched |= level & FULL != 0 || level == u16::from(LEVEL_NO_KEYS);
            (level, scale.hues[hue][usize::from(level & 0xff)])
        };
        let (levels, colours) = found.into_iter().map(marked).unzip();
        Self { levels, colours, hatched }
    }

    /// Counts of each range how many lines it is saturated for, this one included.
    fn deepen(&self, deep: &mut [u8]) {
        for (deep, &level) in deep.iter_mut().zip(&self.levels) {
            // One below the greatest depth, which is for no hatch at all.
            *deep = if level & FULL == 0 { 0 } else { deep.saturating_add(1).min(u8::MAX - 1) };
        }
    }

    /// Darkens every so many saturated pixels of a line, one further left on each line: lines at
    /// 45°. What has no keys gets lines the other way.
    fn hatch(&self, pixels: &mut [[u8; 4]], of: &[u32], deep: &[u8], y: u32, depth: u8) {
        let at = y % HATCH_STEP;
        // Pixels whose place along the line, with so many added, is a whole number of steps.
        let every = |added: u32| {
            let first = (HATCH_STEP - added % HATCH_STEP) % HATCH_STEP;
            (first as usize..of.len()).step_by(HATCH_STEP as usize)
        };
        for x in every(at) {
            if deep[of[x] as usize] >= depth {
                for channel in &mut pixels[x][..3] {
                    *channel /= 3;
                }
            }
        }
        for x in every(HATCH_STEP / 2 + (HATCH_STEP - 1) * at) {
            if self.levels[of[x] as usize] == u16::from(LEVEL_NO_KEYS) {
                pixels[x] = NO_KEYS_LINE;
            }
        }
    }
}

/// The mean share of each range of columns in some rows; not a number where there are no keys.
fn averages(shares: Shares<'_>, rows: Range<usize>, across: &[Range<usize>]) -> Vec<f32> {
    let columns = shares.columns as usize;
    let mut sums = vec![(0.0_f32, 0.0_f32); columns];
    for row in rows.start..rows.end.min(shares.rows as usize) {
        let cells = &shares.cells[row * columns..(row + 1) * columns];
        for (sum, &cell) in sums.iter_mut().zip(cells).filter(|(_, cell)| !cell.is_nan()) {
            *sum = (sum.0 + cell, sum.1 + 1.0);
        }
    }
    across
        .iter()
        .map(|span| &sums[within(span, columns)])
        .map(|sums| sums.iter().fold((0.0, 0.0), |all, sum| (all.0 + sum.0, all.1 + sum.1)))
        // No cells give no number.
        .map(|(sum, cells)| sum / cells)
        .collect()
}

/// From a share to a level, and from a level to a colour.
struct Scale {
    brush: Brush,
    colours: [[u8; 4]; 256],
    /// The same in each hue of a server, and last without one; none for other palettes.
    hues: Vec<[[u8; 4]; 256]>,
    /// Levels below a full split, by the upper half of the share's bits: a sign, eight bits of
    /// exponent and seven of fraction, finer than the levels are.
    levels: Vec<u8>,
}

impl Scale {
    fn new(brush: Brush) -> Self {
        let palette = brush.ink.palette;
        let hues = if palette == Palette::Servers { hues() } else { Vec::new() };
        Self { brush, colours: mixed(palette::stops(palette)), hues, levels: levels(brush) }
    }

    /// The level of a share, and whether it is saturated.
    fn marked(&self, share: f32) -> u16 {
        if share < SATURATED {
            u16::from(self.levels[upper_half(share)])
        } else if share.is_nan() {
            u16::from(LEVEL_NO_KEYS)
        } else {
            let steps = over(share);
            let steps = if moved(self.brush) { between(self.brush, steps) } else { steps };
            u16::from(byte(level_of(steps))) | FULL
        }
    }
}

/// The colour of each level.
pub(super) fn mixed(stops: &[u32; 17]) -> [[u8; 4]; 256] {
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
    colours
}

/// The colour of each level in each hue of a server, and last without one.
#[inline(never)]
fn hues() -> Vec<[[u8; 4]; 256]> {
    palette::SERVERS.iter().chain([palette::stops(Palette::Servers)]).map(mixed).collect()
}

/// The upper half of the bits of a share; less than nothing is nothing. `max` is a call in
/// WebAssembly.
fn upper_half(share: f32) -> usize {
    (if share > 0.0 { share } else { 0.0 }.to_bits() >> 16) as usize
}

/// Whether a person moved a handle.
fn moved(brush: Brush) -> bool {
    brush.black > 0.0 || brush.white < 1.0
}

/// What lies between the handles, as a part of the axis.
fn apart(brush: Brush) -> f64 {
    (brush.white - brush.black).max(HANDLES_MIN)
}

/// A step of the axis after its handles were moved.
fn between(brush: Brush, steps: f64) -> f64 {
    ((steps - brush.black * STEPS) / apart(brush)).clamp(0.0, STEPS)
}

/// The level of a step: there is none between full and over.
fn level_of(steps: f64) -> f64 {
    if steps < STEPS_FULL { LEVEL_IDLE + steps } else { LEVEL_OVER + (steps - STEPS_FULL) }
}

/// The level of every share below 1 that has no bits in its lower half.
fn levels(brush: Brush) -> Vec<u8> {
    // The least share that reaches a step.
    let least = |step: f64| {
        let steps = if moved(brush) { brush.black * STEPS + step * apart(brush) } else { step };
        let way = steps / STEPS_FULL;
        if brush.ink.log { (libm::pow(LOG_RANGE, way) - 1.0) / (LOG_RANGE - 1.0) } else { way }
    };
    let mut step = 0.0;
    let mut next = least(1.0);
    (0..=1.0_f32.to_bits() >> 16)
        .map(|bits| {
            while step < STEPS && next <= f64::from(f32::from_bits(bits << 16)) {
                step += 1.0;
                next = least(step + 1.0);
            }
            byte(level_of(step))
        })
        .collect()
}

/// A number rounded down to a byte.
fn byte(value: f64) -> u8 {
    u8::try_from(whole(value)).unwrap_or(u8::MAX)
}
