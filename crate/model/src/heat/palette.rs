//! Colours: palettes of a few stops each, lightness only rising, and what has no keys.

use super::Palette;

/// What there is no key for.
pub(super) const NO_KEYS: [u8; 4] = [0x80, 0x80, 0x84, 0xff];
/// The lines across it, so that it is told from a mid-grey.
pub(super) const NO_KEYS_LINE: [u8; 4] = [0x58, 0x58, 0x5c, 0xff];

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

/// Viridis in 17 steps (S. van der Walt, N. Smith and E. Firing, CC0).
const VIRIDIS: [u32; 17] = [
    0x440154, 0x481a6c, 0x472f7d, 0x414487, 0x39568c, 0x31688e, 0x2a788e, 0x23888e, 0x1f988b,
    0x22a884, 0x35b779, 0x54c568, 0x7ad151, 0xa5db36, 0xd2e21b, 0xf1e51d, 0xfde725,
];

/// Greys, for print.
const GREYS: [u32; 17] = [
    0x000000, 0x101010, 0x202020, 0x303030, 0x404040, 0x505050, 0x606060, 0x707070, 0x808080,
    0x909090, 0xa0a0a0, 0xb0b0b0, 0xc0c0c0, 0xd0d0d0, 0xe0e0e0, 0xf0f0f0, 0xffffff,
];

/// Less, the same, more: lightness falls to either side.
const DIVERGING: [u32; 9] =
    [0x053061, 0x2166ac, 0x4393c3, 0x92c5de, 0xf2f2f0, 0xfdb863, 0xe08214, 0xb35806, 0x7f3b08];

/// The stops of a palette, from idle to the most.
pub(super) fn stops(palette: Palette) -> &'static [u32; 17] {
    match palette {
        Palette::Inferno => &INFERNO,
        Palette::Cividis => &CIVIDIS,
        Palette::Viridis => &VIRIDIS,
        Palette::Greys => &GREYS,
    }
}

/// 257 colours from much less to much more; the one in the middle is for no change.
pub(super) fn diverging() -> Vec<[u8; 4]> {
    (0..=256_usize)
        .map(|level| {
            let stop = (level / 32).min(DIVERGING.len() - 2);
            let way = (level - stop * 32) as f64 / 32.0;
            let (low, high) = (DIVERGING[stop].to_be_bytes(), DIVERGING[stop + 1].to_be_bytes());
            let channel = |at: usize| {
                let (low, high) = (f64::from(low[at]), f64::from(high[at]));
                let value = low + (high - low) * way + 0.5;
                u8::try_from(crate::load::whole(value)).unwrap_or(u8::MAX)
            };
            [channel(1), channel(2), channel(3), 0xff]
        })
        .collect()
}
