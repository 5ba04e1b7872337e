//! How far the numbers of a run may be off because constants of the model are not known: each such
//! constant has a range, and the run is repeated with values drawn from all of them at once.
//!
//! A constant that a person has set, or measured on a database of their own, is not drawn. The same
//! draws serve both schemas of a comparison, so that what they have in common cancels out.

use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};

pub use super::measured::Measured;
pub use super::model::{NOT_DRAWN, UNCERTAIN};
pub use super::table::Uncertain;

use super::constants::{constant, place};
use super::knobs::Knobs;
use super::model;
use super::table::Place;
use crate::load::whole;

/// Draws of all constants that a run is repeated with; shown are the least and the most that
/// they give (of nine, four fifths of all draws lie between them on average).
pub const DRAWS: usize = 9;

/// Seed of the draws: the same for every run.
const SEED: u64 = 1;

/// The least and the most that a number may be.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Range {
    /// The least.
    pub low: f64,
    /// The most.
    pub high: f64,
}

impl Range {
    /// Of a number and what it is in every draw; none until all are there.
    #[must_use]
    pub fn of(usual: f64, drawn: impl Iterator<Item = f64>) -> Option<Self> {
        let mut draws = 0;
        let range = Self::over(usual, drawn.inspect(|_| draws += 1));
        (draws == DRAWS).then_some(range)
    }

    /// Of a number and what it is in some draws.
    #[must_use]
    pub fn over(usual: f64, drawn: impl Iterator<Item = f64>) -> Self {
        drawn.fold(Self { low: usual, high: usual }, |so_far, value| Self {
            low: so_far.low.min(value),
            high: so_far.high.max(value),
        })
    }
}

/// The range of a constant, if it has one.
#[must_use]
pub fn of(name: &str) -> Option<&'static Uncertain> {
    UNCERTAIN.iter().find(|one| one.name == name)
}

impl Uncertain {
    /// The value that a share of the range lies below, on a logarithmic scale.
    #[must_use]
    pub fn at(&self, share: f64) -> f64 {
        self.low * libm::pow(self.high / self.low, share)
    }

    /// Whether nobody has set or measured it.
    #[must_use]
    pub fn is_open(&self, knobs: &Knobs) -> bool {
        constant(knobs, self.name) == constant(&Knobs::default(), self.name)
            && !knobs.measured.has(self.name)
    }

    /// Brings its value within a range: `to` gets the value and the usual one. Where the region
    /// decides it, it still does.
    pub(super) fn within(&self, knobs: &mut Knobs, mut to: impl FnMut(f64, f64) -> f64) {
        let usual = constant(&Knobs::default(), self.name).unwrap_or(model::HOT_SERVER);
        match place(knobs, self.name) {
            Some(Place::Number(place)) => *place = to(*place, usual),
            Some(Place::Whole(place)) => *place = rounded(to(f64::from(*place), usual)),
            Some(Place::OfRegion(place)) => *place = place.map(|share| to(share, usual)),
            None => {}
        }
    }

    fn set(&self, knobs: &mut Knobs, value: f64) {
        let of_region = knobs.recommended() / model::HOT_SERVER;
        match place(knobs, self.name) {
            Some(Place::Number(place)) => *place = value,
            Some(Place::Whole(place)) => *place = rounded(value),
            // A multiple of what is usual in the region.
            Some(Place::OfRegion(place)) => *place = Some(value * of_region),
            None => {}
        }
    }
}

/// The nearest whole number.
fn rounded(value: f64) -> u32 {
    u32::try_from(whole(libm::round(value))).unwrap_or(u32::MAX)
}

/// What a run is set to, repeated with [`DRAWS`] draws of the constants that nobody has set.
///
/// Model: each range is cut into as many equal parts as there are draws, on a logarithmic scale, and
/// each part is drawn once: few draws then reach both ends of every range.
#[must_use]
pub fn draws(knobs: &Knobs) -> Vec<Knobs> {
    let mut random = StdRng::seed_from_u64(SEED);
    let mut drawn = vec![*knobs; DRAWS];
    for one in UNCERTAIN {
        // Drawn for all, so that setting one constant leaves the draws of the others.
        let parts = shuffled(&mut random);
        if one.is_open(knobs) {
            for (knobs, part) in drawn.iter_mut().zip(parts) {
                one.set(knobs, one.at((part as f64 + 0.5) / DRAWS as f64));
            }
        }
    }
    drawn
}

/// The numbers of the draws in an order of chance.
fn shuffled(random: &mut StdRng) -> [usize; DRAWS] {
    let mut parts = [0; DRAWS];
    for at in 0..DRAWS {
        parts[at] = at;
        let other = usize::try_from(random.next_u64() % (at as u64 + 1)).unwrap_or(at);
        parts.swap(at, other);
    }
    parts
}
