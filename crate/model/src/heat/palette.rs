//! Colours: palettes of a few stops each, lightness only rising, and what has no keys.
//!
//! The hues of servers are all of the same lightness at each stop, so that which server it is says
//! nothing of the load. They stand here as stops, worked out once, and a test works them out again.

use super::brush::Palette;

/// What there is no key for.
pub(super) const NO_KEYS: [u8; 4] = [0x80, 0x80, 0x84, 0xff];
/// The lines across it, so that it is told from a mid-grey.
pub(super) const NO_KEYS_LINE: [u8; 4] = [0x58, 0x58, 0x5c, 0xff];

/// Health: cool below half of what a split can take, warm from there to all of it, red above. A
/// split is half full between stops 5 and 6, and full at stop 10 on the linear scale.
///
/// In OKLCH (B. Ottosson, 2020), a drawing choice of ours: luminance only rises, so that the order
/// holds in grey and for every kind of colour vision, and red is the lightest.
const HEALTH: [u32; 17] = [
    0x050c1e, 0x0b1a49, 0x162671, 0x232d8f, 0x3737a3, 0x4f3eae, 0x8f620a, 0x9a670c, 0xa46b0d,
    0xac6d0e, 0xb66e0f, 0xfb5b43, 0xfd7469, 0xfd8b85, 0xfda6a4, 0xfebebd, 0xfed6d6,
];

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
    0x060606, 0x0e0e0e, 0x171717, 0x212121, 0x2b2b2b, 0x363636, 0x414141, 0x4c4c4c, 0x585858,
    0x646464, 0x707070, 0x7c7c7c, 0x898989, 0x969696, 0xa3a3a3, 0xb0b0b0, 0xbebebe,
];

/// The hues of the first servers, in their order: red, jade, magenta, olive, blue, orange, cyan,
/// rose, green, violet, ochre, sky. Two servers of neighbouring numbers are five steps of twelve
/// apart on the circle.
///
/// In OKLCH (B. Ottosson, 2020): lightness rises evenly from 0.12 to 0.80, chroma is 96 % of what
/// sRGB has there and 0.17 at most. All three are drawing choices of ours: darker would not be told
/// from black, and lighter would have no room left for a hue.
pub(super) const SERVERS: [[u32; 17]; HUES] = [
    [
        0x130001, 0x230102, 0x330104, 0x440206, 0x57040a, 0x69060e, 0x7d0813, 0x910b18, 0xa21921,
        0xb02b2d, 0xbf3a39, 0xce4846, 0xdd5652, 0xec645e, 0xfb726b, 0xfc8b83, 0xfda29a,
    ],
    [
        0x000804, 0x01120b, 0x011d14, 0x02281d, 0x033426, 0x054030, 0x074d3a, 0x095a44, 0x0c684e,
        0x0f7559, 0x128364, 0x15926f, 0x19a07b, 0x1caf86, 0x1fbe92, 0x23cd9e, 0x26ddaa,
    ],
    [
        0x0f0010, 0x1c011d, 0x2b012c, 0x3a023b, 0x49044b, 0x5a055c, 0x6b086d, 0x79197b, 0x862988,
        0x933695, 0xa144a3, 0xaf51b0, 0xbd5ebe, 0xcb6bcc, 0xd979da, 0xe886e8, 0xf693f6,
    ],
    [
        0x050700, 0x0d1000, 0x161a01, 0x1f2401, 0x292f02, 0x343a04, 0x3e4605, 0x495207, 0x545f09,
        0x606b0c, 0x6c780f, 0x788612, 0x849315, 0x90a118, 0x9daf1b, 0xaabd1e, 0xb7cb30,
    ],
    [
        0x010123, 0x030139, 0x050351, 0x09046b, 0x0e127e, 0x15238b, 0x1d3199, 0x263ea7, 0x304cb5,
        0x3b59c3, 0x4666d2, 0x5273e0, 0x5d80ef, 0x6a8efb, 0x7d9efb, 0x90adfc, 0xa3bcfc,
    ],
    [
        0x0e0300, 0x1a0800, 0x281001, 0x361801, 0x452002, 0x552803, 0x653105, 0x753a07, 0x864409,
        0x974d0c, 0xa9570e, 0xbb6111, 0xcd6b14, 0xe07517, 0xf2801e, 0xfc9140, 0xfda76c,
    ],
    [
        0x000709, 0x011113, 0x011b1f, 0x02262b, 0x033237, 0x053e44, 0x064a51, 0x09575f, 0x0c646d,
        0x0f717b, 0x127f8a, 0x158c99, 0x189ba8, 0x1ca9b7, 0x1fb7c7, 0x22c6d7, 0x26d5e7,
    ],
    [
        0x120007, 0x210110, 0x30011a, 0x410224, 0x52032f, 0x64053b, 0x760846, 0x890a52, 0x991b5e,
        0xa82b6a, 0xb63a77, 0xc54783, 0xd35590, 0xe2639d, 0xf170aa, 0xfc81b7, 0xfd9bc3,
    ],
    [
        0x000900, 0x011301, 0x011e01, 0x022a03, 0x033604, 0x044306, 0x065009, 0x095d0c, 0x0c6b0f,
        0x0f7913, 0x1a871c, 0x2c942c, 0x3ca23b, 0x4baf48, 0x59bd56, 0x67cb63, 0x75d971,
    ],
    [
        0x0a0019, 0x14012b, 0x20023e, 0x2c0353, 0x390568, 0x46077e, 0x511b8b, 0x5d2a99, 0x6938a7,
        0x7545b4, 0x8152c3, 0x8d5fd1, 0x9a6cdf, 0xa779ee, 0xb487fb, 0xbe9afc, 0xc9adfc,
    ],
    [
        0x090500, 0x140c00, 0x201501, 0x2c1f01, 0x392802, 0x463303, 0x533d05, 0x614807, 0x705309,
        0x7e5e0c, 0x8d6a0f, 0x9d7511, 0xac8114, 0xbc8e17, 0xcc9a1a, 0xdda71d, 0xedb320,
    ],
    [
        0x00070e, 0x000f1b, 0x011929, 0x022438, 0x032f48, 0x043a58, 0x064668, 0x085279, 0x0b5e8a,
        0x0e6b9c, 0x1178ae, 0x1485c1, 0x1792d4, 0x1aa0e7, 0x1eaefa, 0x54bbfc, 0x79c7fc,
    ],
];

/// Less, the same, more: lightness falls to either side.
const DIVERGING: [u32; 9] =
    [0x053061, 0x2166ac, 0x4393c3, 0x92c5de, 0xf2f2f0, 0xfdb863, 0xe08214, 0xb35806, 0x7f3b08];

/// The stops of a palette, from idle to the most.
pub(super) fn stops(palette: Palette) -> &'static [u32; 17] {
    match palette {
        Palette::Health => &HEALTH,
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
        let light = 0.12 + (0.80 - 0.12) * number as f64 / 16.0;
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
                let expected = 0.12 + (0.80 - 0.12) * f64::from(level) / 255.0;
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
        for (level, any, neighbours) in [(100, 0.044, 0.15), (160, 0.065, 0.2), (255, 0.05, 0.2)] {
            for one in 0..HUES {
                for other in 0..one {
                    let found = apart(lab(painted(one, level)), lab(painted(other, level)));
                    let least = if one - other == 1 { neighbours } else { any };
                    assert!(found >= least, "{one} and {other} at {level}: {found}");
                }
            }
        }
    }

    /// What people without one kind of cone see, in linear sRGB: deuteranopia, protanopia,
    /// tritanopia (G. Machado, M. Oliveira, L. Fernandes 2009, severity 1).
    const BLIND: [[[f64; 3]; 3]; 3] = [
        [
            [0.367_322, 0.860_646, -0.227_968],
            [0.280_085, 0.672_501, 0.047_413],
            [-0.011_820, 0.042_940, 0.968_881],
        ],
        [
            [0.152_286, 1.052_583, -0.204_868],
            [0.114_503, 0.786_281, 0.099_216],
            [-0.003_882, -0.048_116, 1.051_998],
        ],
        [
            [1.255_528, -0.076_749, -0.178_779],
            [-0.078_411, 0.930_809, 0.147_602],
            [0.004_733, 0.691_367, 0.303_900],
        ],
    ];

    /// Luminance to each channel.
    const GREY: [[f64; 3]; 3] = [[0.2126, 0.7152, 0.0722]; 3];

    /// A colour as it looks through a matrix of linear sRGB.
    fn through(matrix: [[f64; 3]; 3], colour: [f64; 3]) -> [f64; 3] {
        let linear = colour.map(|byte| {
            let x = byte / 255.0;
            if x <= 0.040_45 { x / 12.92 } else { libm::pow((x + 0.055) / 1.055, 2.4) }
        });
        matrix.map(|row| {
            let x: f64 = row.iter().zip(linear).map(|(part, channel)| part * channel).sum();
            let x = x.clamp(0.0, 1.0);
            255.0
                * if x <= 0.003_130_8 { 12.92 * x } else { 1.055 * libm::pow(x, 1.0 / 2.4) - 0.055 }
        })
    }

    /// The colour of a share on the linear scale of the health palette.
    fn health(share: f32) -> [f64; 3] {
        use super::super::brush::{Brush, Ink, Shares, Size, View};
        let brush =
            Brush { hatch: false, ..Brush::of(Ink { palette: Palette::Health, log: false }) };
        let shares = Shares { cells: &[share], rows: 1, columns: 1 };
        let size = Size { width: 1, height: 1 };
        let pixels = super::super::pixels::paint(shares, None, &View::ALL, size, brush);
        [pixels[0], pixels[1], pixels[2]].map(f64::from)
    }

    #[test]
    fn health_is_cool_below_half_warm_to_full_and_red_above() {
        let hue = |share| {
            let [_, a, b] = lab(health(share));
            libm::atan2(b, a).to_degrees().rem_euclid(360.0)
        };
        for share in [0.1, 0.25, 0.4, 0.45] {
            assert!((240.0..320.0).contains(&hue(share)), "{share}: {}", hue(share));
        }
        for share in [0.5, 0.6, 0.75, 0.95] {
            assert!((40.0..90.0).contains(&hue(share)), "{share}: {}", hue(share));
        }
        for share in [1.0, 1.5, 3.0, 100.0] {
            assert!((15.0..40.0).contains(&hue(share)), "{share}: {}", hue(share));
        }
    }

    #[test]
    fn health_is_told_by_every_kind_of_colour_vision_and_in_grey() {
        // Just noticeable is 0.02, about, in OKLab.
        for (matrix, least) in BLIND.into_iter().map(|it| (it, 0.12)).chain([(GREY, 0.12)]) {
            let [cool, warm, full] = [0.25, 0.75, 1.5].map(|it| lab(through(matrix, health(it))));
            assert!(cool[0] < warm[0] && warm[0] < full[0], "{cool:?} {warm:?} {full:?}");
            for (one, other) in [(cool, warm), (warm, full), (cool, full)] {
                assert!(apart(one, other) >= least, "{one:?} {other:?}");
            }
        }
        let shares = (0..=400_u16).map(|step| f32::from(step) / 100.0);
        let grey: Vec<f64> = shares.map(|share| through(GREY, health(share))[0]).collect();
        assert!(grey.windows(2).all(|pair| pair[0] <= pair[1]), "lighter with every share");
    }

    #[test]
    fn hues_repeat_and_nobody_has_none() {
        assert_eq!((hue(Some(0)), hue(Some(11)), hue(Some(12))), (0, 11, 0));
        assert_eq!(hue(None), HUES);
    }
}
