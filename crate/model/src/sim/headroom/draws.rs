//! What is drawn to tell how far a ceiling may be off: guessed rates, and constants that are not
//! known.

use crate::load::{GuessId, whole};
use crate::sim::knobs::Knobs;
use crate::sim::ranges::{self, Range, Uncertain};
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};

/// Draws that tell how far the ceiling may be off.
pub const DRAWS: usize = 400;

/// Equally likely factors that are drawn from, spaced evenly on a logarithmic scale.
const FACTORS: u32 = 64;

/// Keeps the draws of constants apart from those of rates.
const CONSTANTS_SEED: u64 = 0x5eed_c057;

/// Share of draws below the low end of a range, and above its high end.
pub(super) const TAIL_SHARE: f64 = 0.1;

/// A guessed rate may be this many times too low or too high (our assumption; over sixty
/// schemas written to test it the range of the ceiling spans a factor of five).
pub const GUESS_FACTOR: f64 = 10.0;

/// Constants that a ceiling rests on and that nobody has set, each with its value.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Open {
    pub(super) split_ceiling: Option<(f64, &'static Uncertain)>,
    pub(super) participant_logs: Option<(f64, &'static Uncertain)>,
    pub(super) row_changes_per_second: Option<(f64, &'static Uncertain)>,
}

/// What is drawn: rates that are guessed, and constants.
pub(super) struct Draws {
    pub(super) factors: Factors,
    pub(super) constants: Vec<Constants>,
}

/// Constants of a draw, beside those of the middle.
#[derive(Clone, Copy)]
pub(super) struct Constants {
    /// Multiple of what a split takes.
    pub(super) split: f64,
    /// Writes to a participant's log, more or fewer.
    pub(super) more_logs: f64,
    /// Multiple of the changes of one row a second.
    pub(super) turns: f64,
}

/// What each guess is multiplied with, draw by draw.
pub(super) struct Factors {
    table: Vec<f64>,
    /// Places in `table`, one row of guesses a draw.
    drawn: Vec<u8>,
    guesses: usize,
}

impl PartialEq for Open {
    fn eq(&self, other: &Self) -> bool {
        self.values() == other.values()
    }
}

impl Open {
    pub(super) fn of(knobs: &Knobs) -> Self {
        let constants = &knobs.constants;
        let open = |name: &str, value: f64| {
            let found = ranges::of(name).filter(|one| one.is_open(knobs))?;
            Some((value, found))
        };
        Self {
            split_ceiling: open("split_ceiling", constants.split_ceiling),
            participant_logs: open("participant_logs", constants.participant_logs),
            row_changes_per_second: open(
                "row_changes_per_second",
                constants.row_changes_per_second,
            ),
        }
    }

    fn values(&self) -> [Option<f64>; 3] {
        [self.split_ceiling, self.participant_logs, self.row_changes_per_second]
            .map(|open| open.map(|(value, _)| value))
    }

    pub(super) fn draw(&self, seed: u64) -> Vec<Constants> {
        let mut random = StdRng::seed_from_u64(seed ^ CONSTANTS_SEED);
        let mut one = |open: &Option<(f64, &'static Uncertain)>| {
            let share = (random.next_u64() >> 11) as f64 / (1_u64 << 53) as f64;
            open.map(|(value, of)| (value, of.at(share)))
        };
        let times = |open: Option<(f64, f64)>| open.map_or(1.0, |(value, drawn)| drawn / value);
        let constants = |_| Constants {
            split: times(one(&self.split_ceiling)),
            more_logs: one(&self.participant_logs).map_or(0.0, |(value, drawn)| drawn - value),
            turns: times(one(&self.row_changes_per_second)),
        };
        (0..DRAWS).map(constants).collect()
    }
}

impl Factors {
    pub(super) fn draw(guesses: usize, seed: u64) -> Self {
        let step = |at: u32| 2.0 * (f64::from(at) + 0.5) / f64::from(FACTORS) - 1.0;
        let table = (0..FACTORS).map(|at| libm::pow(GUESS_FACTOR, step(at))).collect();
        let mut random = StdRng::seed_from_u64(seed);
        let mut one = || {
            let share = (random.next_u64() >> 11) as f64 / (1_u64 << 53) as f64;
            u8::try_from(whole(share * f64::from(FACTORS))).expect("factors are few")
        };
        let drawn = (0..DRAWS * guesses).map(|_| one()).collect();
        Self { table, drawn, guesses }
    }

    pub(super) fn of(&self, draw: usize, guess: usize, known: Option<GuessId>) -> f64 {
        if known.is_some_and(|known| known.0 as usize == guess) {
            return 1.0;
        }
        self.table[usize::from(self.drawn[draw * self.guesses + guess])]
    }
}

/// The 10 to 90 % range of numbers.
pub(super) fn range(numbers: &mut [f64]) -> Option<Range> {
    if numbers.is_empty() {
        return None;
    }
    numbers.sort_by(f64::total_cmp);
    let last = numbers.len() - 1;
    let at = |share: f64| usize::try_from(whole(share * last as f64 + 0.5)).unwrap_or(last);
    Some(Range { low: numbers[at(TAIL_SHARE)], high: numbers[at(1.0 - TAIL_SHARE).min(last)] })
}
