//! Input checks: every number of a run's settings is clamped to a sensible range, and a note names
//! each one that was changed. The bounds are assumptions of ours, as those of
//! [`hotsplit_base::bounds`].

use super::knobs::{Knobs, Pace, Region, Sending};
use super::model;
use super::ranges::UNCERTAIN;
use hotsplit_base::bounds::{NODES_MAX, NODES_MIN, RATE_MAX, WRITES_PER_NODE_MAX};
use hotsplit_base::limits::{WRITES_PER_NODE, nodes_offered};
use std::ops::RangeInclusive;

/// Multiples of rates.
const MULTIPLES: RangeInclusive<f64> = 0.0..=1_000.0;
/// Shares of a split's work that its leader does: no less than an even share among all nodes that are
/// simulated, since a split takes as many times what its leader does.
const LEADER_SHARES: RangeInclusive<f64> = 1.0 / model::NODES_MAX..=1.0;
/// A constant may be so many times beyond its range.
const BEYOND: f64 = 100.0;

/// A rate of rows or requests, clamped to what is sensible.
#[must_use]
pub fn rate(per_second: f64, notes: &mut Vec<String>) -> f64 {
    Check::new(notes).number("Rate per second", per_second, 0.0..=RATE_MAX, 0.0)
}

/// Nodes of an instance, clamped to what is sensible.
#[must_use]
pub fn nodes(nodes: f64, notes: &mut Vec<String>) -> f64 {
    Check::new(notes).number("Nodes", nodes, NODES_MIN..=NODES_MAX, 1.0)
}

impl Knobs {
    /// The knobs within their limits; each limit reached is noted.
    pub(super) fn limited(&self, notes: &mut Vec<String>) -> Self {
        let knobs = self.within(notes);
        let nodes = knobs.nodes_limited(notes);
        let mut note = |what: &str, asked: f64, simulated: f64| {
            if asked != simulated {
                notes.push(format!("{what}: {asked} was requested, {simulated} is simulated."));
            }
        };
        let minutes = self.minutes.clamp(1, model::MINUTES_MAX);
        note("Minutes", f64::from(self.minutes), f64::from(minutes));
        // A server that leads a split bears no less of it than any other.
        let leader_share = knobs.leader_share.max(1.0 / nodes.ceil());
        note("Leader share", knobs.leader_share, leader_share);
        Self { nodes, minutes, leader_share, constants: knobs.constants.limited(), ..knobs }
    }

    /// The nodes that are simulated. That they are not those asked for is noted.
    fn nodes_limited(&self, notes: &mut Vec<String>) -> f64 {
        let (asked, bought) = (self.nodes, nodes_offered(self.nodes));
        let nodes = bought.min(model::NODES_MAX);
        if bought != asked {
            notes.push(format!(
                "{asked} nodes were requested. Spanner offers multiples of 100 processing units up \
                 to 1 node and whole nodes above it, so the run uses {bought}."
            ));
        }
        if nodes != bought {
            notes.push(format!(
                "{bought} nodes were requested and {nodes} are simulated, the most that this \
                 program runs. Rates, splits and latencies are those of {nodes} nodes."
            ));
        }
        nodes
    }

    /// The knobs with every number clamped to a sensible range; each change is noted.
    #[must_use]
    pub fn within(&self, notes: &mut Vec<String>) -> Self {
        Check::new(notes).knobs(self)
    }
}

/// Clamps numbers and notes those that it changes.
pub(super) struct Check<'a> {
    notes: &'a mut Vec<String>,
}

impl<'a> Check<'a> {
    /// With the list that notes are added to.
    pub(super) fn new(notes: &'a mut Vec<String>) -> Self {
        Self { notes }
    }

    /// `value` clamped to a range; NaN becomes `usual`.
    pub(super) fn number(
        &mut self,
        what: &str,
        value: f64,
        range: RangeInclusive<f64>,
        usual: f64,
    ) -> f64 {
        let (low, high) = range.into_inner();
        let used = if value.is_nan() { usual } else { value.clamp(low, high) };
        if used != value {
            let asked =
                if value.is_finite() { shown(value) } else { "a non-finite number".to_owned() };
            self.notes.push(format!(
                "{what}: expected {} to {}, found {asked}; {} is used.",
                shown(low),
                shown(high),
                shown(used)
            ));
        }
        // Turns -0 into 0.
        used + 0.0
    }

    /// The settings of a run, clamped. What Spanner offers of nodes is checked elsewhere.
    pub(super) fn knobs(&mut self, knobs: &Knobs) -> Knobs {
        let mut within = Knobs {
            nodes: self.number("Nodes", knobs.nodes, 0.0..=NODES_MAX, 1.0),
            in_flight_max: self.number(
                "Commits in flight",
                knobs.in_flight_max,
                1.0..=1e6,
                model::IN_FLIGHT_MAX,
            ),
            writes_per_node: self.number(
                "Writes per node",
                knobs.writes_per_node,
                1.0..=WRITES_PER_NODE_MAX,
                WRITES_PER_NODE,
            ),
            sending: self.sending(knobs.sending),
            region: match knobs.region {
                Region::Regional => Region::Regional,
                Region::MultiRegion { quorum_ms } => Region::MultiRegion {
                    quorum_ms: self.number("Wait for a region, ms", quorum_ms, 0.0..=10_000.0, 0.0),
                },
            },
            commit_batch: self.number("Commits in a batch", knobs.commit_batch, 1.0..=1e4, 1.0),
            pace: self.pace(knobs.pace),
            split_points_per_node: self.number(
                "Split points per node",
                knobs.split_points_per_node,
                0.0..=1e4,
                0.0,
            ),
            leader_share: self.number(
                "Leader share",
                knobs.leader_share,
                LEADER_SHARES,
                model::LEADER_SHARE,
            ),
            ..*knobs
        };
        for one in UNCERTAIN {
            let range = one.low / BEYOND..=one.high * BEYOND;
            one.within(&mut within, |value, usual| {
                self.number(one.name, value, range.clone(), usual)
            });
        }
        within
    }

    fn sending(&mut self, sending: Sending) -> Sending {
        match sending {
            Sending::Closed { users, think_ms } => Sending::Closed {
                users: self.number("Users", users, 1.0..=1e7, 1.0),
                think_ms: self.number("Time to think, ms", think_ms, 0.0..=3.6e6, 0.0),
            },
            as_is => as_is,
        }
    }

    fn pace(&mut self, pace: Pace) -> Pace {
        let mut multiple = |value| self.number("Multiple of the rates", value, MULTIPLES, 1.0);
        match pace {
            Pace::Steady => pace,
            Pace::Step { before, second } => Pace::Step { before: multiple(before), second },
            Pace::Ramp { from, seconds } => {
                Pace::Ramp { from: multiple(from), seconds: seconds.max(1) }
            }
            Pace::Growth { from, factor, every } => Pace::Growth {
                from: multiple(from),
                factor: multiple(factor).max(1.0),
                every: every.max(1),
            },
        }
    }
}

/// A number as it may stand in a sentence, however large or small it is.
fn shown(value: f64) -> String {
    match value.abs() {
        size if size == 0.0 || (1e-6..1e15).contains(&size) => format!("{value}"),
        _ => format!("{value:e}"),
    }
}
