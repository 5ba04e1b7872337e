//! Cells to pixels: the greatest cell under each pixel, one colour scale for all pictures.

use super::{Ink, Palette, Shares, Size, View};
use crate::workload::load::whole;

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
/// What there is no key for.
const NO_KEYS: [u8; 4] = [0x80, 0x80, 0x84, 0xff];

/// Inferno in 17 steps (S. van der Walt and N. Smith, CC0).
const INFERNO: [u32; 17] = [
    0x000004, 0x0b0724, 0x210c4a, 0x3d0965, 0x57106e, 0x71196e, 0x8a226a, 0xa32c61, 0xbc3754,
    0xd24644, 0xe45a31, 0xf1731d, 0xf98e09, 0xfcac11, 0xf9cb35, 0xf2ea69, 0xfcffa4,
];

/// Cividis in 17 steps (J. Nuñez, C. Anderton, R. Renslow, CC0).
const CIVIDIS: [u32; 17] = [
    0x002051, 0x012b65, 0x12376c, 0x27426e, 0x3d4d6e, 0x51596e, 0x63646f, 0x727071, 0x807c75,
    0x8d8877, 0x9b9578, 0xaaa276, 0xbcaf71, 0xcfbd67, 0xe3cc5b, 0xf4db4e, 0xfdea45,
];

/// See [`super::paint`].
pub(super) fn paint(shares: Shares<'_>, view: &View, size: Size, ink: Ink) -> Vec<u8> {
    let (width, height) = (size.width as usize, size.height as usize);
    let mut pixels = Vec::with_capacity(width * height * 4);
    let across = spans(shares.columns, view.left, view.right, size.width);
    let down = spans(shares.rows, view.top, view.bottom, size.height);
    let cell_width = f64::from(size.width) / (visible(shares.columns, view.left, view.right));
    let cell_height = f64::from(size.height) / (visible(shares.rows, view.top, view.bottom));
    let hatch = cell_width >= HATCH_CELL && cell_height >= HATCH_CELL;
    let scale = Scale::new(ink);
    let mut line: Vec<u8> = Vec::new();
    let mut before: Option<(usize, usize)> = None;
    for (y, &rows) in (0..size.height).zip(&down) {
        if before != Some(rows) {
            line = pooled(shares, rows, &across, &scale);
            before = Some(rows);
        } else if !hatch {
            pixels.extend_from_within(pixels.len() - width * 4..);
            continue;
        }
        let start = pixels.len();
        pixels.resize(start + width * 4, 0);
        for (pixel, &level) in pixels[start..].chunks_exact_mut(4).zip(&line) {
            pixel.copy_from_slice(&scale.colours[usize::from(level)]);
        }
        if hatch {
            hatch_line(&mut pixels[start..], &line, y);
        }
    }
    pixels
}

/// Darkens every so many saturated pixels of a line, one further left on each line: lines at 45°.
fn hatch_line(pixels: &mut [u8], levels: &[u8], y: u32) {
    for (x, (pixel, &level)) in (0_u32..).zip(pixels.chunks_exact_mut(4).zip(levels)) {
        if f64::from(level) >= LEVEL_OVER && (x + y).is_multiple_of(HATCH_STEP) {
            for channel in &mut pixel[..3] {
                *channel /= 3;
            }
        }
    }
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

/// The level of the greatest share under each pixel of a line. Levels rise with shares, so the
/// greatest level is the level of the greatest share.
fn pooled(
    shares: Shares<'_>,
    rows: (usize, usize),
    across: &[(usize, usize)],
    scale: &Scale,
) -> Vec<u8> {
    let columns = shares.columns as usize;
    let mut most = vec![f32::NAN; columns];
    for row in rows.0..rows.1.min(shares.rows as usize) {
        // `max` of a number and no number is the number.
        for (most, &cell) in most.iter_mut().zip(&shares.cells[row * columns..(row + 1) * columns])
        {
            *most = most.max(cell);
        }
    }
    let levels: Vec<u8> = most.iter().map(|&share| scale.level(share)).collect();
    across
        .iter()
        .map(|&(from, to)| &levels[from.min(columns)..to.min(columns)])
        .map(|levels| levels.iter().copied().max().unwrap_or(LEVEL_NO_KEYS))
        .collect()
}

/// From a share to a level, and from a level to a colour.
struct Scale {
    colours: [[u8; 4]; 256],
    /// Levels below a full split, by the upper half of the share's bits: a sign, eight bits of
    /// exponent and seven of fraction, finer than the levels are.
    levels: Vec<u8>,
}

impl Scale {
    fn new(ink: Ink) -> Self {
        let stops = match ink.palette {
            Palette::Inferno => &INFERNO,
            Palette::Cividis => &CIVIDIS,
        };
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
        Self { colours, levels: levels(ink.log) }
    }

    fn level(&self, share: f32) -> u8 {
        if share.is_nan() {
            LEVEL_NO_KEYS
        } else if share >= SATURATED {
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
