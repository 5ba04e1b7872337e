//! Colours: palettes of a few stops each, lightness only rising, and what has no keys.
//!
//! The hues of servers are all of the same lightness at each stop, so that which server it is says
//! nothing of the load. They stand here as stops, worked out once, and a test works them out again.

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

/// Hues there are for servers; with more servers they repeat (a drawing choice of ours: with twice
/// as many, those beside each other are hard to tell apart).
pub(super) const HUES: usize = 12;

/// As light as the hues of servers, and none of them.
const UNSERVED: [u32; 17] = [
    0x060606, 0x0e0e0e, 0x181818, 0x222222, 0x2d2d2d, 0x383838, 0x444444, 0x505050, 0x5c5c5c,
    0x696969, 0x757575, 0x828282, 0x909090, 0x9d9d9d, 0xababab, 0xb9b9b9, 0xc7c7c7,
];

/// The hues of the first servers, in their order: red, jade, magenta, olive, blue, orange, cyan,
/// rose, green, violet, ochre, sky. Two servers of neighbouring numbers are five steps of twelve
/// apart on the circle.
///
/// In OKLCH (B. Ottosson, 2020): lightness rises evenly from 0.12 to 0.83, chroma is 96 % of what
/// sRGB has there and 0.17 at most. All three are drawing choices of ours: darker would not be told
/// from black, and lighter would have no room left for a hue.
pub(super) const SERVERS: [[u32; 17]; HUES] = [
    [
        0x130001, 0x230102, 0x350104, 0x470307, 0x5a040b, 0x6d060f, 0x820914, 0x970c19, 0xa72025,
        0xb63132, 0xc6403f, 0xd54f4c, 0xe55d59, 0xf56c66, 0xfc817a, 0xfd9a92, 0xfdb1aa,
    ],
    [
        0x000804, 0x01120b, 0x011e14, 0x022a1e, 0x033628, 0x054332, 0x07513c, 0x0a5e47, 0x0d6c52,
        0x107b5d, 0x148a69, 0x179975, 0x1aa881, 0x1eb88d, 0x21c89a, 0x25d8a6, 0x28e8b3,
    ],
    [
        0x0f0010, 0x1d011e, 0x2c012d, 0x3c023d, 0x4c044e, 0x5d0660, 0x6f0b71, 0x7d1e7f, 0x8b2e8d,
        0x993c9a, 0xa74aa8, 0xb657b7, 0xc465c5, 0xd373d4, 0xe281e2, 0xf18ff1, 0xfda1fd,
    ],
    [
        0x050700, 0x0d1000, 0x171a01, 0x212602, 0x2b3103, 0x363d04, 0x414906, 0x4d5608, 0x59630a,
        0x65710d, 0x717e10, 0x7e8c13, 0x8a9a16, 0x98a919, 0xa5b71c, 0xb2c629, 0xc0d53e,
    ],
    [
        0x010123, 0x03013a, 0x060354, 0x0a056e, 0x0f1680, 0x16268e, 0x1f359d, 0x2943ab, 0x3450ba,
        0x3f5ec9, 0x4b6cd8, 0x577ae7, 0x6488f7, 0x7597fb, 0x89a7fc, 0x9db7fc, 0xb1c6fd,
    ],
    [
        0x0e0300, 0x1b0900, 0x291001, 0x381901, 0x482102, 0x582a04, 0x693405, 0x7a3d07, 0x8c470a,
        0x9e510d, 0xb15b10, 0xc46612, 0xd77015, 0xeb7b19, 0xfb892b, 0xfc9f5f, 0xfdb586,
    ],
    [
        0x000709, 0x011114, 0x011c20, 0x02282c, 0x033439, 0x054047, 0x074d55, 0x0a5b63, 0x0d6872,
        0x107681, 0x138590, 0x1793a0, 0x1aa2b0, 0x1db1c0, 0x21c1d1, 0x24d0e2, 0x28e0f3,
    ],
    [
        0x120007, 0x210110, 0x32011b, 0x430226, 0x550431, 0x68063d, 0x7b0849, 0x8f0c56, 0x9e2163,
        0xad316f, 0xbd407c, 0xcc4e8a, 0xdb5c97, 0xeb6aa5, 0xfb78b3, 0xfd92bf, 0xfdabcc,
    ],
    [
        0x000900, 0x011301, 0x011f02, 0x022b03, 0x033804, 0x054607, 0x07530a, 0x0a620d, 0x0d7011,
        0x107f14, 0x238d24, 0x349b33, 0x44a942, 0x53b750, 0x62c65e, 0x70d46c, 0x7fe37a,
    ],
    [
        0x0a0019, 0x15012c, 0x210240, 0x2e0355, 0x3b056c, 0x490d81, 0x541f8f, 0x602e9d, 0x6d3cab,
        0x794aba, 0x8658c9, 0x9465d8, 0xa173e7, 0xaf81f6, 0xba93fc, 0xc5a7fc, 0xd1bafd,
    ],
    [
        0x090500, 0x150d00, 0x211601, 0x2e2002, 0x3b2a02, 0x493504, 0x574005, 0x664b08, 0x75570a,
        0x84630d, 0x946f10, 0xa47b13, 0xb58816, 0xc59519, 0xd6a21c, 0xe8af1f, 0xf9bd22,
    ],
    [
        0x00070e, 0x01101c, 0x011a2b, 0x02253a, 0x03314a, 0x053d5b, 0x07496c, 0x09567e, 0x0c6291,
        0x0f70a3, 0x127db6, 0x168bca, 0x1999de, 0x1ca8f2, 0x43b6fc, 0x6ec3fc, 0x90d0fd,
    ],
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
        Palette::Servers => &UNSERVED,
    }
}

/// The place of a server's hue among [`SERVERS`]; [`HUES`] where nobody serves.
pub(super) fn hue(server: Option<u32>) -> usize {
    server.map_or(HUES, |server| server as usize % HUES)
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

#[cfg(test)]
mod tests {
    use super::*;

    /// The angle of each hue in degrees, about evenly far from the next as the eye has it.
    const ANGLES: [f64; HUES] =
        [25., 168., 327., 117., 268., 54., 206., 354., 143., 300., 84., 240.];

    /// OKLab to linear sRGB.
    fn linear(light: f64, a: f64, b: f64) -> [f64; 3] {
        let cube = |x: f64| x * x * x;
        let l = cube(light + 0.396_337_777_4 * a + 0.215_803_757_3 * b);
        let m = cube(light - 0.105_561_345_8 * a - 0.063_854_172_8 * b);
        let s = cube(light - 0.089_484_177_5 * a - 1.291_485_548_0 * b);
        [
            4.076_741_662_1 * l - 3.307_711_591_3 * m + 0.230_969_929_2 * s,
            -1.268_438_004_6 * l + 2.609_757_401_1 * m - 0.341_319_396_5 * s,
            -0.004_196_086_3 * l - 0.703_418_614_7 * m + 1.707_614_701_0 * s,
        ]
    }

    /// A colour to OKLab.
    fn lab(colour: [f64; 3]) -> [f64; 3] {
        let back = |x: f64| {
            let x = x / 255.0;
            if x <= 0.040_45 { x / 12.92 } else { libm::pow((x + 0.055) / 1.055, 2.4) }
        };
        let [r, g, b] = colour.map(back);
        let l = libm::cbrt(0.412_221_470_8 * r + 0.536_332_536_3 * g + 0.051_445_992_9 * b);
        let m = libm::cbrt(0.211_903_498_2 * r + 0.680_699_545_1 * g + 0.107_396_956_6 * b);
        let s = libm::cbrt(0.088_302_461_9 * r + 0.281_718_837_6 * g + 0.629_978_700_5 * b);
        [
            0.210_454_255_3 * l + 0.793_617_785_0 * m - 0.004_072_046_8 * s,
            1.977_998_495_1 * l - 2.428_592_205_0 * m + 0.450_593_709_9 * s,
            0.025_904_037_1 * l + 0.782_771_766_2 * m - 0.808_675_766_0 * s,
        ]
    }

    /// The stop of a hue, or of none.
    fn stop(angle: Option<f64>, number: usize) -> u32 {
        let light = 0.12 + (0.83 - 0.12) * number as f64 / 16.0;
        let turn = angle.map(|angle| angle / 180.0 * core::f64::consts::PI);
        let of = |chroma: f64| {
            let (a, b) = turn.map_or((0.0, 0.0), |turn| (libm::cos(turn), libm::sin(turn)));
            linear(light, chroma * a, chroma * b)
        };
        let (mut most, mut beyond) = (0.0, 0.4);
        for _ in 0..30 {
            let middle = (most + beyond) / 2.0;
            let inside = of(middle).iter().all(|channel| (0.0..=1.0).contains(channel));
            if inside { most = middle } else { beyond = middle }
        }
        let chroma = if 0.96 * most < 0.17 { 0.96 * most } else { 0.17 };
        of(chroma).iter().fold(0, |colour, &x| {
            assert!((0.0..=1.0).contains(&x), "{angle:?} {number}: {x}");
            let bent =
                if x <= 0.003_130_8 { 12.92 * x } else { 1.055 * libm::pow(x, 1.0 / 2.4) - 0.055 };
            let byte = u8::try_from(crate::load::whole(bent * 255.0 + 0.5)).unwrap_or(u8::MAX);
            colour << 8 | u32::from(byte)
        })
    }

    /// The colour of a level as it is painted.
    fn painted(hue: usize, level: u8) -> [f64; 3] {
        let colours = super::super::pixels::mixed(&SERVERS[hue]);
        let [r, g, b, _] = colours[usize::from(level)];
        [r, g, b].map(f64::from)
    }

    fn apart(one: [f64; 3], other: [f64; 3]) -> f64 {
        let square = |at: usize| (one[at] - other[at]) * (one[at] - other[at]);
        (square(0) + square(1) + square(2)).sqrt()
    }

    #[test]
    fn hues_of_servers_are_what_their_words_say() {
        for (angle, stops) in ANGLES.iter().zip(&SERVERS) {
            let again: Vec<u32> = (0..17).map(|number| stop(Some(*angle), number)).collect();
            assert_eq!(again, stops, "{angle}");
        }
        assert_eq!((0..17).map(|number| stop(None, number)).collect::<Vec<_>>(), UNSERVED);
    }

    #[test]
    fn lightness_only_rises_and_is_the_same_in_every_hue() {
        for hue in 0..HUES {
            let lights: Vec<f64> = (1..=255).map(|level| lab(painted(hue, level))[0]).collect();
            assert!(lights.windows(2).all(|pair| pair[0] <= pair[1]), "{hue}");
            for (level, light) in (1_u32..).zip(&lights).skip(19) {
                let expected = 0.12 + (0.83 - 0.12) * f64::from(level) / 255.0;
                assert!((light - expected).abs() < 0.015, "{hue} at {level}: {light}");
            }
            for level in 1..=255 {
                let inside = painted(hue, level).iter().all(|channel| *channel <= 254.0);
                assert!(inside, "{hue} at {level} is cut off");
            }
        }
    }

    #[test]
    fn any_two_hues_are_told_apart_and_neighbours_at_a_glance() {
        // Just noticeable is 0.02, about, in OKLab.
        for (level, any, neighbours) in [(100, 0.045, 0.15), (160, 0.065, 0.2), (255, 0.04, 0.16)] {
            for one in 0..HUES {
                for other in 0..one {
                    let found = apart(lab(painted(one, level)), lab(painted(other, level)));
                    let least = if one - other == 1 { neighbours } else { any };
                    assert!(found >= least, "{one} and {other} at {level}: {found}");
                }
            }
        }
    }

    #[test]
    fn hues_repeat_and_nobody_has_none() {
        assert_eq!((hue(Some(0)), hue(Some(11)), hue(Some(12))), (0, 11, 0));
        assert_eq!(hue(None), HUES);
    }
}
