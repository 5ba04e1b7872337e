//! The picture on the wire: how it is painted, what its brightness stands for, what is under a point
//! of it, and where its rows are in the picture of the other run.

use serde::{Deserialize, Serialize};
#[cfg(target_arch = "wasm32")]
use tsify::Tsify;

use crate::which::Which;
use hotsplit_engine::rules::severity::number;
use hotsplit_engine::workload::load::{Keys, ObjectId};
use hotsplit_engine::{Side, Simulated, heat};

/// How a heatmap is painted.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct PaintAsk {
    /// Which run; for a difference, whose rows it has.
    pub which: Which,
    /// What of it.
    pub view: PaintView,
    /// What brightness stands for; CPU as usual, and for servers always.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub metric: Option<Metric>,
    /// Width in device pixels; at most [`PAINT_PIXELS_MAX`] with the height.
    pub width: u32,
    /// Height in device pixels.
    pub height: u32,
    /// The colours; a difference has its own.
    pub palette: Palette,
    /// Logarithmic brightness.
    pub log: bool,
    /// Place on the legend, 0 to 1, up to which all is as dark as idle; 0 as usual.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub black: Option<f64>,
    /// Place from which on all is as bright as can be; 1 as usual.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub white: Option<f64>,
    /// What is full is hatched; it is as usual.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hatch: Option<bool>,
    /// Visible part, as fractions of the whole: left, right, top, bottom.
    pub left: f64,
    /// See `left`.
    pub right: f64,
    /// See `left`.
    pub top: f64,
    /// See `left`.
    pub bottom: f64,
}

/// Pixels a heatmap may have at most (8192 × 4096; a 4K screen has a quarter).
pub const PAINT_PIXELS_MAX: u32 = 8192 * 4096;

/// What is painted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "lowercase")]
pub enum PaintView {
    /// Key ranges over time.
    Keys,
    /// Servers over time.
    Servers,
    /// Key ranges over time, after less before: blue for less, orange for more.
    Difference,
}

/// Colours from idle to saturated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "lowercase")]
pub enum Palette {
    /// Health: cool below half a split, warm up to all of it, red above, on a linear scale.
    Health,
    /// Inferno: the widest range.
    Inferno,
    /// Cividis: the same to most colour-blind eyes.
    Cividis,
    /// Viridis.
    Viridis,
    /// Greys, for print.
    Greys,
    /// Hue is the server that serves the greatest cell under a pixel when its column ends,
    /// lightness the load; twelve hues, which repeat.
    Servers,
}

/// What brightness stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum Metric {
    /// What a key range asks of one split, as a share of what a split can take.
    Cpu,
    /// Rows written per second.
    RowsWritten,
    /// Bytes written per second.
    BytesWritten,
    /// Rows read per second.
    RowsRead,
    /// Stored bytes.
    BytesHeld,
}

/// A metric that may be chosen, with its scale.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct MetricEntry {
    /// The metric.
    pub metric: Metric,
    /// What it is called: `Rows written`.
    pub name: String,
    /// Its unit: `rows/s`.
    pub unit: String,
    /// What 100 % of the scale is, in the unit.
    pub full: f64,
    /// What that is, in words: `the size at which a split is divided`.
    pub full_in_words: String,
    /// The load has something of it; without, its picture is dark.
    pub present: bool,
}

/// "How many cells are how bright?" Cells of both runs are counted.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct HistogramAsk {
    /// What brightness stands for; CPU as usual.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub metric: Option<Metric>,
    /// Logarithmic brightness.
    pub log: bool,
}

/// Cells by brightness.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Histogram {
    /// Cells by place on the legend, cut into equal bins.
    pub bins: Vec<u32>,
    /// Cells without keys.
    pub no_keys: u32,
    /// Cells at what a split can take, or above.
    pub full: u32,
}

/// "What is under this point?"
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct ProbeAsk {
    /// Which run.
    pub which: Which,
    /// Column of the grid.
    pub column: u32,
    /// Row of the grid.
    pub row: u32,
    /// What else is told of it, beside its writes and its share of a split.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub metric: Option<Metric>,
}

/// What is under a point of the heatmap.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Probe {
    /// Seconds from the start.
    pub seconds: f64,
    /// The table or index.
    pub object: String,
    /// The key range in words: `Transactions, ShardId 3, 40–41 % of TxnId`.
    pub key_range: String,
    /// Rows written per second in this range.
    pub writes_per_second: f64,
    /// Share of what one split can take.
    pub share_of_split: f64,
    /// The metric that was asked for, in its unit; absent where none was, and where there are no
    /// keys.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<f64>,
    /// Server that serves it.
    pub server: u32,
    /// Utilisation of that server, 0 to 1.
    pub server_utilisation: f64,
    /// Why its split cannot be split further, where it is hot.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

/// "Where did these rows go?", or, of the run after, where they came from.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct RowTraceAsk {
    /// The run whose picture they are pointed at in.
    pub which: Which,
    /// First row of the grid.
    pub first_row: u32,
    /// Rows, of one table or index: what lies beyond it is left out.
    pub rows: u32,
}

/// Where rows of one run are in the other.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct RowTrace {
    /// In a sentence.
    pub say: String,
    /// They lie in these ranges, and nothing else does; otherwise they lie among others, and the
    /// shares are what is expected of random keys.
    pub exact: bool,
    /// Ranges of the other picture, top to bottom; none where it does not have the object.
    pub ranges: Vec<RowTraceRange>,
}

/// Rows of the other picture beside each other.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct RowTraceRange {
    /// First row of the other grid.
    pub first_row: u32,
    /// Rows.
    pub rows: u32,
    /// Part of what was asked about; all add up to 1.
    pub share: f64,
    /// The key range in words.
    pub key_range: String,
}

/// Metrics of both runs that were asked for last, and who serves what, once that was asked for: a
/// picture that moves is not reckoned anew.
#[derive(Debug, Default)]
pub struct Gallery {
    before: Option<Kept>,
    after: Option<Kept>,
    /// Before, after.
    owners: [Option<heat::Owners>; 2],
}

#[derive(Debug)]
struct Kept {
    metric: heat::Metric,
    cells: Vec<f32>,
}

impl Gallery {
    /// The runs are others now.
    pub fn clear(&mut self) {
        *self = Self::default();
    }

    /// Reckons a metric of a run, unless it is kept.
    fn keep(&mut self, side: &Side, which: Which, metric: heat::Metric) {
        let kept = match which {
            Which::Before => &mut self.before,
            Which::After => &mut self.after,
        };
        let there = kept.as_ref().is_some_and(|kept| kept.metric == metric);
        if metric == heat::Metric::Cpu || there {
            return;
        }
        let field = heat::field(&side.load, &side.run, &side.grid, metric);
        *kept = Some(Kept { metric, cells: field.cells.into_owned() });
    }

    /// What was kept of a run; its shares of a split where nothing else was.
    fn shares<'a>(
        &'a self,
        side: &'a Side,
        which: Which,
        metric: heat::Metric,
    ) -> heat::Shares<'a> {
        let kept = match which {
            Which::Before => &self.before,
            Which::After => &self.after,
        };
        let kept = kept.as_ref().filter(|kept| kept.metric == metric);
        match kept.filter(|_| metric != heat::Metric::Cpu) {
            Some(kept) => heat::Shares { cells: &kept.cells, ..heat::share(&side.grid) },
            None => heat::share(&side.grid),
        }
    }

    /// Paints key ranges, with that palette in the hues of who serves them.
    fn paint(
        &mut self,
        side: &Side,
        ask: &PaintAsk,
        view: &heat::View,
        size: heat::Size,
        brush: heat::Brush,
    ) -> Vec<u8> {
        let metric = ask.metric.map_or(heat::Metric::Cpu, Into::into);
        self.keep(side, ask.which, metric);
        if ask.palette != Palette::Servers {
            return heat::paint_with(self.shares(side, ask.which, metric), view, size, brush);
        }
        let of = || heat::owners(&side.load, &side.run, &side.grid);
        let place = usize::from(ask.which == Which::After);
        self.owners[place].get_or_insert_with(of);
        let shares = self.shares(side, ask.which, metric);
        match &self.owners[place] {
            Some(owners) => heat::paint_owned(shares, owners, view, size, brush),
            None => heat::paint_with(shares, view, size, brush),
        }
    }

    /// A metric of a run, ready to paint.
    fn of<'a>(
        &'a mut self,
        side: &'a Side,
        which: Which,
        metric: Option<Metric>,
    ) -> heat::Shares<'a> {
        let metric = metric.map_or(heat::Metric::Cpu, Into::into);
        self.keep(side, which, metric);
        self.shares(side, which, metric)
    }
}

impl From<Metric> for heat::Metric {
    fn from(metric: Metric) -> Self {
        match metric {
            Metric::Cpu => Self::Cpu,
            Metric::RowsWritten => Self::RowsWritten,
            Metric::BytesWritten => Self::BytesWritten,
            Metric::RowsRead => Self::RowsRead,
            Metric::BytesHeld => Self::BytesHeld,
        }
    }
}

impl From<Palette> for heat::Palette {
    fn from(palette: Palette) -> Self {
        match palette {
            Palette::Health => Self::Health,
            Palette::Inferno => Self::Inferno,
            Palette::Cividis => Self::Cividis,
            Palette::Viridis => Self::Viridis,
            Palette::Greys => Self::Greys,
            Palette::Servers => Self::Servers,
        }
    }
}

/// The metrics of a run with their scales, the usual one first.
#[must_use]
pub fn metrics(side: &Side) -> Vec<MetricEntry> {
    let entry = |metric: heat::Metric| {
        let (metric_, name) = match metric {
            heat::Metric::Cpu => (Metric::Cpu, "% of a split"),
            heat::Metric::RowsWritten => (Metric::RowsWritten, "Rows written"),
            heat::Metric::BytesWritten => (Metric::BytesWritten, "Bytes written"),
            heat::Metric::RowsRead => (Metric::RowsRead, "Rows read"),
            heat::Metric::BytesHeld => (Metric::BytesHeld, "Stored bytes"),
        };
        let scale = heat::full_scale(&side.run, metric);
        MetricEntry {
            metric: metric_,
            name: name.to_owned(),
            unit: scale.unit.to_owned(),
            full: scale.full,
            full_in_words: scale.in_words.to_owned(),
            present: heat::bears(&side.load, metric),
        }
    };
    heat::Metric::ALL.into_iter().map(entry).collect()
}

/// The pixels of a picture; `None` when a run is not there or the size is beyond
/// [`PAINT_PIXELS_MAX`].
#[must_use]
pub fn pixels(gallery: &mut Gallery, done: &Simulated, ask: &PaintAsk) -> Option<Vec<u8>> {
    let side = done.side(ask.which == Which::After)?;
    let fits = u64::from(ask.width) * u64::from(ask.height) <= u64::from(PAINT_PIXELS_MAX);
    if !fits || ask.width == 0 || ask.height == 0 {
        return None;
    }
    let view = heat::View { left: ask.left, right: ask.right, top: ask.top, bottom: ask.bottom };
    let size = heat::Size { width: ask.width, height: ask.height };
    let usual = heat::Brush::of(heat::Ink { palette: ask.palette.into(), log: ask.log });
    let brush = heat::Brush {
        black: ask.black.unwrap_or(usual.black),
        white: ask.white.unwrap_or(usual.white),
        hatch: ask.hatch.unwrap_or(usual.hatch),
        ..usual
    };
    match ask.view {
        PaintView::Keys => Some(gallery.paint(side, ask, &view, size, brush)),
        PaintView::Servers => Some(heat::paint_servers(&side.run, &view, size, usual.ink)),
        PaintView::Difference => difference(gallery, done, ask, &view, size),
    }
}

/// After less before, on the rows of the run that is asked for.
fn difference(
    gallery: &mut Gallery,
    done: &Simulated,
    ask: &PaintAsk,
    view: &heat::View,
    size: heat::Size,
) -> Option<Vec<u8>> {
    let metric = ask.metric.map_or(heat::Metric::Cpu, Into::into);
    let (here, there) = (ask.which, ask.which.other());
    let (own, other) = (done.side(here == Which::After)?, done.side(there == Which::After)?);
    gallery.keep(own, here, metric);
    gallery.keep(other, there, metric);
    let shares = gallery.shares(own, here, metric);
    let cells = gallery.shares(other, there, metric);
    let moved = heat::aligned(own.drawn(), other.drawn(), cells);
    let moved = heat::Shares { cells: &moved, ..shares };
    let scale = heat::Difference { full: 1.0, log: ask.log };
    let (before, after) = if here == Which::Before { (shares, moved) } else { (moved, shares) };
    Some(heat::paint_difference(before, after, view, size, scale))
}

/// A metric of a run as shares of its full scale: row by row, each by column; `None` when the run
/// is not there.
#[must_use]
pub fn grid<'a>(
    gallery: &'a mut Gallery,
    done: &'a Simulated,
    which: Which,
    metric: Option<Metric>,
) -> Option<&'a [f32]> {
    let side = done.side(which == Which::After)?;
    Some(gallery.of(side, which, metric).cells)
}

/// Cells of both runs by brightness.
#[must_use]
pub fn histogram(gallery: &mut Gallery, done: &Simulated, ask: &HistogramAsk) -> Histogram {
    let mut all = Histogram { bins: vec![0; heat::BINS], no_keys: 0, full: 0 };
    for which in [Which::Before, Which::After] {
        let Some(side) = done.side(which == Which::After) else { continue };
        let found = heat::histogram(gallery.of(side, which, ask.metric), ask.log);
        for (sum, bin) in all.bins.iter_mut().zip(found.bins) {
            *sum += bin;
        }
        all.no_keys += found.no_keys;
        all.full += found.full;
    }
    all
}

/// What is under a point; `None` outside the grid.
#[must_use]
pub fn probe(gallery: &mut Gallery, done: &Simulated, ask: &ProbeAsk) -> Option<Probe> {
    let side = done.side(ask.which == Which::After)?;
    let found = heat::probe(&side.load, &side.run, &side.grid, ask.column, ask.row)?;
    let value = ask.metric.map(|metric| {
        let at = side.grid.at(ask.row, ask.column);
        let share = f64::from(gallery.of(side, ask.which, Some(metric)).cells[at]);
        share * heat::full_scale(&side.run, metric.into()).full
    });
    Some(Probe {
        seconds: found.seconds,
        object: side.load.object(found.object).name.clone(),
        key_range: found.key_range,
        writes_per_second: found.writes_per_second,
        share_of_split: found.share_of_split,
        value: value.filter(|value| !value.is_nan()),
        server: found.server,
        server_utilisation: found.server_utilisation,
        reason: found.reason.map(|reason| reason.as_str().to_owned()),
    })
}

/// Where rows of one run are in the other; `None` where there is no other run, and outside the grid.
#[must_use]
pub fn trace(done: &Simulated, ask: &RowTraceAsk) -> Option<RowTrace> {
    let side = done.side(ask.which == Which::After)?;
    let other = done.side(ask.which.other() == Which::After)?;
    let band = side.grid.bands[side.grid.band_of(ask.first_row)?];
    let end = ask.first_row.saturating_add(ask.rows.max(1)).min(band.first_row + band.rows);
    let (first, last) = (side.grid.keys_of(ask.first_row)?, side.grid.keys_of(end - 1)?);
    let keys = Keys { lo: first.lo, hi: last.hi };
    let found = heat::trace_range(side.drawn(), other.drawn(), band.object, keys);
    // Rows beside each other are one range.
    let beside = |a: &(u32, f64), b: &(u32, f64)| a.0 + 1 == b.0;
    let ranges: Vec<RowTraceRange> =
        found.to.chunk_by(beside).filter_map(|rows| range(other, rows)).collect();
    let name = &side.load.object(band.object).name;
    let drawn = other
        .grid
        .bands
        .iter()
        .find(|band| band.folded == 0 && &other.load.object(band.object).name == name);
    let all = drawn.map_or(0, |band| band.rows);
    let is_folded = |id: &ObjectId| &other.load.object(*id).name == name;
    let say = match other.grid.folded.iter().any(is_folded) {
        true if other.grid.folded_hot > 0 => format!("`{name}` is folded in the other map."),
        true => format!("`{name}` has even load in the other run and is folded there."),
        false => in_words(name, &ranges, all, found.exact),
    };
    Some(RowTrace { say, exact: found.exact, ranges })
}

fn range(side: &Side, rows: &[(u32, f64)]) -> Option<RowTraceRange> {
    let (&(first, _), &(last, _)) = (rows.first()?, rows.last()?);
    let (lo, hi) = (side.grid.keys_of(first)?.lo, side.grid.keys_of(last)?.hi);
    let object = side.grid.bands[side.grid.band_of(first)?].object;
    Some(RowTraceRange {
        first_row: first,
        rows: last - first + 1,
        share: rows.iter().map(|(_, share)| share).sum(),
        key_range: heat::label(&side.load, side.run.seconds, object, Keys { lo, hi }),
    })
}

/// Where rows of `name` are, in a sentence; `all` is how many rows of the picture it has.
fn in_words(name: &str, ranges: &[RowTraceRange], all: u32, exact: bool) -> String {
    let covered: u32 = ranges.iter().map(|range| range.rows).sum();
    let others = if exact { "with no other rows there" } else { "among other rows" };
    match ranges {
        [] => format!("The other run has no `{name}`."),
        _ if covered == all => format!("Spread over all keys of `{name}`, {others}."),
        _ => {
            let part = number((f64::from(covered) / f64::from(all.max(1)) * 1000.0).ceil() / 10.0);
            let ranges = match ranges.len() {
                1 => "one range".to_owned(),
                many => format!("{many} ranges"),
            };
            format!("In {ranges} of `{name}`, {part} % of its keys, {others}.")
        }
    }
}
