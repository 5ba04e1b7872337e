//! How far the numbers of a run may be off because constants of the model are not known: each such
//! constant has a range, and the run is repeated with values drawn from all of them at once.
//!
//! A constant that a person has set, or measured on a database of their own, is not drawn. The same
//! draws serve both schemas of a comparison, so that what they have in common cancels out.

use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};

pub use super::measured::Measured;

use super::knobs::Knobs;
use super::model;
use crate::load::whole;

/// Draws of all constants that a run is repeated with; what is told is the least and the most that
/// they give (of nine, four fifths of all draws lie between them on average).
pub const DRAWS: usize = 9;

/// Seed of the draws: the same for every run.
const SEED: u64 = 1;

/// A constant that is not known, with the range that it is taken to lie in.
#[derive(Clone, Copy, Debug)]
pub struct Uncertain {
    /// As in [`model::Constants`].
    pub name: &'static str,
    /// Least value that is plausible.
    pub low: f64,
    /// Greatest.
    pub high: f64,
    /// Why these; what no source bears out is an assumption of ours.
    pub why: &'static str,
    place: Place,
}

/// Where a constant is kept.
#[derive(Clone, Copy, Debug)]
enum Place {
    Number(fn(&mut Knobs) -> &mut f64),
    Whole(fn(&mut Knobs) -> &mut u32),
    /// A multiple of what is usual in the region, unless it is set.
    OfRegion(fn(&mut Knobs) -> &mut Option<f64>),
}

/// A line of the table.
macro_rules! uncertain {
    ($place:ident $name:ident, $low:expr, $high:expr, $why:literal) => {
        Uncertain {
            name: stringify!($name),
            low: $low,
            high: $high,
            why: $why,
            place: Place::$place(|knobs| &mut knobs.constants.$name),
        }
    };
}

/// Every constant that is not known and changes a number of a run.
pub const UNCERTAIN: &[Uncertain] = &[
    uncertain!(
        Number split_ceiling, 0.8, 1.1,
        "35 % of 3 nodes and 20 % of 5 are 0.98 to 1.13 nodes; that a server may give its hottest \
         split a fifth less is an assumption"
    ),
    uncertain!(
        Number participant_logs, 1.5, 2.5,
        "assumption: log writes of one server may share work, or cost more than those of a commit alone"
    ),
    uncertain!(
        OfRegion hot_server, 0.5, 0.8,
        "assumption: around the recommended maximum of CPU"
    ),
    uncertain!(
        Number hot_load, 0.06, 0.25,
        "similar databases lie a factor of two apart; as far again beyond them"
    ),
    uncertain!(Number hot_load_min, 0.025, 0.1, "assumption: half to double"),
    uncertain!(Whole learn_seconds, 60.0, 300.0, "\"a few minutes\": 1 to 5"),
    uncertain!(Number side_share_min, 0.01, 0.04, "assumption: half to double"),
    uncertain!(Number side_load_min, 0.005, 0.02, "assumption: half to double"),
    uncertain!(
        Number split_bytes_max,
        model::SPLIT_BYTES_MAX / 2.0,
        model::SPLIT_BYTES_MAX * 2.0,
        "the published number was taken back in 2026: half to double"
    ),
    uncertain!(Number balance_tolerance, 0.02, 0.1, "assumption: half to double"),
    uncertain!(Number move_seconds, 0.5, 8.0, "\"a few seconds\" for 50 MB in 2012"),
    uncertain!(
        Number merge_load_max,
        model::MERGE_LOAD_MAX / 2.0,
        model::MERGE_LOAD_MAX * 2.0,
        "assumption: half to double"
    ),
    uncertain!(
        Whole merge_seconds, 300.0, 7_200.0,
        "five minutes in a similar database; assumption: up to two hours"
    ),
    uncertain!(
        Number commit_median_ms, 3.0, 8.0,
        "a commit of one participant took 3.2 ms on average in 2023; \"a handful\" is less than ten"
    ),
    uncertain!(
        Number commit_p99_ms, 9.0, 30.0,
        "three times the least median; twice what was told of a ledger"
    ),
    uncertain!(
        Number read_median_ms, 1.4, 4.5,
        "1.4 ms in 2012 (Spanner, OSDI 2012, table 3); clients see 4 to 5 ms"
    ),
    uncertain!(Number read_p99_ms, 5.0, 18.0, "as far above the median as that of a commit"),
    uncertain!(
        Number scan_row_seconds, 1e-6, 1e-5,
        "assumption: a fourth to a fortieth of a read by key"
    ),
    uncertain!(
        Number row_changes_per_second, 50.0, 250.0,
        "58 changes/s were measured with eight clients; 250 leave 4 ms for the read and the commit"
    ),
    uncertain!(Number burstiness, 1.0, 8.0, "even arrivals to bursts of eight (assumption)"),
    uncertain!(Number client_wait_seconds, 2.0, 60.0, "assumption: deadlines of clients differ"),
    Uncertain {
        name: "in_flight_max",
        low: 400.0,
        high: 4_000.0,
        why: "the sessions of one client to those of ten (assumption)",
        place: Place::Number(|knobs| &mut knobs.in_flight_max),
    },
];

/// Constants that are known too little as well and stay as they are in every draw, with the reason.
pub const NOT_DRAWN: &[(&str, &str)] = &[
    ("LEADER_SHARE", "only its ratio to the split ceiling decides what a hot split takes"),
    ("CANDIDATES", "which keys a split is cut at changes by less than one split"),
    ("ONE_SIDED", "a threshold of a search whose outcome is drawn with HOT_LOAD"),
    ("POPULAR_KEY", "as ONE_SIDED"),
    ("CONTAINED", "as ONE_SIDED"),
    ("CONTROL_SECONDS", "a step of the program, a twelfth of LEARN_SECONDS"),
    ("MOVE_GAIN_MIN", "below BALANCE_TOLERANCE, which is drawn"),
    ("COMMIT_MEAN_MS", "follows from the median and the 99th percentile"),
    ("ROUND_TRIP_MS", "part of ROW_CHANGES_PER_SECOND, which is drawn"),
    ("SLOWEST_IN", "how a wait is read, and no property of Spanner"),
    ("OPEN_WAIT_SECONDS", "an end of the axis"),
    ("SATURATED_WITHIN", "how the time to settle is read"),
    ("SATURATED_DIP", "as SATURATED_WITHIN"),
    ("PARTICIPANT_LATENCY", "measured point by point; its ranges were not published"),
    ("NOISE", "moves no mean"),
    ("NOISE_ROOM", "as NOISE"),
];

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

    /// Whether nobody has set it to anything.
    #[must_use]
    pub fn is_open(&self, knobs: &Knobs) -> bool {
        let mut usual = Knobs::default();
        let mut set = *knobs;
        let as_usual = match self.place {
            Place::Number(place) => *place(&mut set) == *place(&mut usual),
            Place::Whole(place) => *place(&mut set) == *place(&mut usual),
            Place::OfRegion(place) => place(&mut set).is_none(),
        };
        as_usual && !knobs.measured.has(self.name)
    }

    /// Brings its value within a range, given the usual one too; `None` stays the region's.
    pub(super) fn within(&self, knobs: &mut Knobs, mut to: impl FnMut(f64, f64) -> f64) {
        let mut usual = Knobs::default();
        match self.place {
            Place::Number(place) => *place(knobs) = to(*place(knobs), *place(&mut usual)),
            Place::Whole(place) => {
                let value = to(f64::from(*place(knobs)), f64::from(*place(&mut usual)));
                *place(knobs) = u32::try_from(whole(libm::round(value))).unwrap_or(u32::MAX);
            }
            Place::OfRegion(place) => {
                let share = place(knobs).map(|share| to(share, model::HOT_SERVER));
                *place(knobs) = share;
            }
        }
    }

    fn set(&self, knobs: &mut Knobs, value: f64) {
        let of_region = knobs.recommended() / model::HOT_SERVER;
        match self.place {
            Place::Number(place) => *place(knobs) = value,
            Place::Whole(place) => {
                *place(knobs) = u32::try_from(whole(libm::round(value))).unwrap_or(u32::MAX);
            }
            Place::OfRegion(place) => *place(knobs) = Some(value * of_region),
        }
    }
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
