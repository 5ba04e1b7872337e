//! The picture on the wire: how it is painted, and what is under a point of it.

use serde::{Deserialize, Serialize};
#[cfg(target_arch = "wasm32")]
use tsify::Tsify;

use super::runs::Which;
use crate::{Simulated, heat};

/// How a heatmap is painted.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct PaintAsk {
    /// Which run.
    pub which: Which,
    /// `keys` for the heatmap, `servers` for one row a server.
    pub view: PaintView,
    /// Width in device pixels; at most [`PAINT_PIXELS_MAX`] with the height.
    pub width: u32,
    /// Height in device pixels.
    pub height: u32,
    /// `inferno` or `cividis`.
    pub palette: Palette,
    /// Logarithmic brightness.
    pub log: bool,
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
}

/// Colours from idle to saturated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "lowercase")]
pub enum Palette {
    /// Inferno.
    Inferno,
    /// Cividis.
    Cividis,
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
    /// Server that serves it.
    pub server: u32,
    /// Utilisation of that server, 0 to 1.
    pub server_utilisation: f64,
    /// Why its split cannot be split further, where it is hot.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

/// The pixels of a heatmap or of the servers, and their size; `None` when the run is not there or
/// the size is beyond [`PAINT_PIXELS_MAX`].
#[must_use]
pub fn pixels(done: &Simulated, ask: &PaintAsk) -> Option<Vec<u8>> {
    let side = done.side(ask.which == Which::After)?;
    let fits = u64::from(ask.width) * u64::from(ask.height) <= u64::from(PAINT_PIXELS_MAX);
    if !fits || ask.width == 0 || ask.height == 0 {
        return None;
    }
    let view = heat::View { left: ask.left, right: ask.right, top: ask.top, bottom: ask.bottom };
    let size = heat::Size { width: ask.width, height: ask.height };
    let palette = match ask.palette {
        Palette::Inferno => heat::Palette::Inferno,
        Palette::Cividis => heat::Palette::Cividis,
    };
    let ink = heat::Ink { palette, log: ask.log };
    Some(match ask.view {
        PaintView::Keys => heat::paint(heat::share(&side.grid), &view, size, ink),
        PaintView::Servers => heat::paint_servers(&side.run, &view, size, ink),
    })
}

/// What is under a point; `None` outside the grid.
#[must_use]
pub fn probe(done: &Simulated, ask: &ProbeAsk) -> Option<Probe> {
    let side = done.side(ask.which == Which::After)?;
    let found = heat::probe(&side.load, &side.run, &side.grid, ask.column, ask.row)?;
    Some(Probe {
        seconds: found.seconds,
        object: side.load.object(found.object).name.clone(),
        key_range: found.key_range,
        writes_per_second: found.writes_per_second,
        share_of_split: found.share_of_split,
        server: found.server,
        server_utilisation: found.server_utilisation,
        reason: found.reason.map(|reason| reason.as_str().to_owned()),
    })
}
