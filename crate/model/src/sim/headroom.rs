//! Headroom: how much a schema can be written to before the first of its hotspots is full,
//! whatever the nodes, and how much of that is guesswork.
//!
//! A unit is load that Spanner cannot split: a moving tail, a row, or points that move together.
//! Everything here is linear in the rates, so nothing is simulated. With `cost(u)` the work of a
//! unit in node-seconds per second, `K` the work of the whole load, `W` its writes per second and
//! `c` what a split can take:
//!
//! - the ceiling of a unit is `W · c / cost(u)` in writes per second over the whole schema. Where
//!   some rates are stated only the guessed part grows: `c = known + s · guessed`, and the ceiling is
//!   `W_known + s · W_guessed`;
//! - its share is `cost(u) / K`: up to `1 / share` nodes it does no harm;
//! - if all load were even, `n` nodes could take `n · W / K`.
//!
//! None of the first two depends on how many writes are simulated.

mod draws;
mod uncertainty;
mod unit;

pub use draws::{DRAWS, GUESS_FACTOR};
pub use unit::Unit;

use super::knobs::Knobs;
use super::place::Place;
use super::ranges::Range;
use super::servers::Servers;
use super::{commit_time, costs};
use crate::load::{ClassKind, GuessId, Load};
use draws::{Open, TAIL_SHARE};
use std::collections::BTreeMap;
use unit::{Drafted, Touch, is_long};

/// What a load leaves room for.
#[derive(Clone, Debug, PartialEq)]
pub struct Headroom {
    /// Rows of tables written per second, stated or following from what is stated.
    pub writes_known: f64,
    /// Rows of tables written per second that are guessed.
    pub writes_guessed: f64,
    /// Work of all known load, in node-seconds per second.
    pub cost_known: f64,
    /// Work of all guessed load, in node-seconds per second.
    pub cost_guessed: f64,
    /// Work of all load that one more write to the log of each participant adds.
    log_cost: f64,
    /// What one split can take, in node-seconds per second.
    pub split_takes: f64,
    /// Node-seconds per second that one node has.
    pub node_takes: f64,
    /// Load that cannot be split, heaviest first.
    pub units: Vec<Unit>,
    /// Writes and work of each guess, by [`GuessId`].
    guesses: Vec<Part>,
    /// What is not known of the model.
    open: Open,
}

/// How sure the ceilings are.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Uncertainty {
    /// Of the lowest ceiling; none where nothing holds the schema back.
    pub ceiling: Option<Range>,
    /// Of each unit, in the order of [`Headroom::units`].
    pub units: Vec<Option<Range>>,
    /// Share of the draws in which the unit is the first to be full, in the same order.
    pub first: Vec<f64>,
    /// The guess whose true rate would narrow the range of the lowest ceiling most.
    pub narrows_most: Option<GuessId>,
}

/// Writes and work of one guess.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Part {
    writes: f64,
    cost: f64,
}

impl Headroom {
    /// The headroom of a load. What a person added to it on the map is left out.
    #[must_use]
    pub fn of(load: &Load, knobs: &Knobs) -> Self {
        let servers = Servers::of(&Knobs { nodes: knobs.nodes.min(1.0), ..*knobs });
        let split_takes = servers.capacity * knobs.constants.split_ceiling / servers.leader_share;
        let node_takes = knobs.writes_per_node / hotsplit_base::limits::WRITES_PER_NODE;
        let mut headroom = Self {
            writes_known: 0.0,
            writes_guessed: 0.0,
            cost_known: 0.0,
            cost_guessed: 0.0,
            log_cost: 0.0,
            split_takes,
            node_takes,
            units: Vec::new(),
            guesses: Vec::new(),
            open: Open::of(knobs),
        };
        headroom.add_writes(load);
        headroom.add_costs(load, knobs);
        headroom.units.sort_by(|a, b| b.cost().total_cmp(&a.cost()));
        headroom
    }

    /// Rows of tables written per second.
    #[must_use]
    pub fn writes(&self) -> f64 {
        self.writes_known + self.writes_guessed
    }

    /// Work of the whole load, in node-seconds per second.
    #[must_use]
    pub fn cost(&self) -> f64 {
        self.cost_known + self.cost_guessed
    }

    /// Writes per second over the whole schema at which a unit is full. `None` where the guessed
    /// rates have no part in it and the known ones do not fill it.
    #[must_use]
    pub fn ceiling(&self, unit: &Unit) -> Option<f64> {
        if self.cost_guessed <= 0.0 {
            // Nothing is guessed: all rates grow together.
            return Some(self.writes() * unit.takes / unit.cost());
        }
        if unit.cost_guessed <= 0.0 {
            return (unit.cost() > unit.takes).then(|| self.writes() * unit.takes / unit.cost());
        }
        let grown = (unit.takes - unit.cost_known) / unit.cost_guessed;
        Some((self.writes_known + grown * self.writes_guessed).max(0.0))
    }

    /// The lowest ceiling of all units, with its unit.
    #[must_use]
    pub fn lowest(&self) -> Option<(usize, f64)> {
        let ceilings = self.units.iter().enumerate();
        let ceilings = ceilings.filter_map(|(at, unit)| Some((at, self.ceiling(unit)?)));
        ceilings.reduce(|best, next| if next.1 < best.1 { next } else { best })
    }

    /// Share of all work that a unit has.
    #[must_use]
    pub fn share(&self, unit: &Unit) -> f64 {
        unit.cost() / self.cost().max(f64::MIN_POSITIVE)
    }

    /// The same if the guess that bears most of the unit were too low by [`GUESS_FACTOR`].
    #[must_use]
    pub fn share_if_busier(&self, unit: &Unit) -> f64 {
        let Some((guess, cost)) = unit.main_guess() else { return self.share(unit) };
        let more = GUESS_FACTOR - 1.0;
        let all = self.cost() + more * self.guesses[guess.0 as usize].cost;
        (unit.cost() + more * cost) / all.max(f64::MIN_POSITIVE)
    }

    /// What `nodes` nodes could take if all load were even, in writes per second; none where
    /// nothing is written.
    #[must_use]
    pub fn capacity_even(&self, nodes: f64) -> Option<f64> {
        let cost = self.cost();
        (cost > 0.0 && self.writes() > 0.0).then(|| nodes * self.node_takes * self.writes() / cost)
    }

    /// The 10 to 90 % range of that, as far as it is not known what log writes cost.
    #[must_use]
    pub fn capacity_even_range(&self, nodes: f64) -> Option<Range> {
        let usual = self.capacity_even(nodes)?;
        let (value, logs) = self.open.participant_logs?;
        let at = |share| {
            let more = (logs.at(share) - value) * self.log_cost / self.cost();
            usual / (1.0 + more)
        };
        Some(Range { low: at(1.0 - TAIL_SHARE), high: at(TAIL_SHARE) })
    }

    /// The writes per second over the whole schema whose work is so many node-seconds per second,
    /// the known rates as they are.
    #[must_use]
    pub fn writes_for(&self, cost: f64) -> f64 {
        if self.cost_guessed <= 0.0 {
            return self.writes();
        }
        let grown = (cost - self.cost_known) / self.cost_guessed;
        self.writes_known + grown.max(0.0) * self.writes_guessed
    }

    /// Whether the mix of rates is guessed, so that a range is theirs too. One guess alone scales
    /// everything: no mix is left to be wrong about.
    #[must_use]
    pub fn is_mix_guessed(&self) -> bool {
        let guesses = self.guesses.iter().filter(|part| part.cost > 0.0).count();
        guesses > 1 || (guesses == 1 && self.cost_known > 0.0)
    }

    fn add_writes(&mut self, load: &Load) {
        for class in load.classes.iter().filter(|class| class.added.is_none()) {
            let writes = match class.kind {
                ClassKind::Read => continue,
                _ => class.commits_per_second,
            };
            match class.guess {
                None => self.writes_known += writes,
                Some(guess) => {
                    self.writes_guessed += writes;
                    self.guess(guess).writes += writes;
                }
            }
        }
    }

    fn add_costs(&mut self, load: &Load, knobs: &Knobs) {
        let prices = knobs.prices();
        let costs = costs::touch_costs(load, &prices);
        let one_more = costs::Prices { participant_logs: prices.participant_logs + 1.0, ..prices };
        let costs = costs.into_iter().zip(costs::touch_costs(load, &one_more));
        let participants = costs::participants(load);
        let in_turn = knobs.read_modify_write;
        let mut units: BTreeMap<Place, Drafted> = BTreeMap::new();
        for (stream, (cost, with_one_more)) in load.streams.iter().zip(costs) {
            let class = load.class(stream.class);
            if class.added.is_some() {
                continue;
            }
            let log_share = with_one_more / cost.max(f64::MIN_POSITIVE) - 1.0;
            let rate = class.commits_per_second * stream.share;
            for part in &stream.components {
                let cost = rate * part.weight * cost;
                if cost <= 0.0 {
                    continue;
                }
                self.log_cost += cost * log_share;
                match class.guess {
                    None => self.cost_known += cost,
                    Some(guess) => {
                        self.cost_guessed += cost;
                        self.guess(guess).cost += cost;
                    }
                }
                let Some(place) = Place::of(&part.kind).filter(|_| !is_long(stream, part)) else {
                    continue;
                };
                let held = match in_turn && class.kind == ClassKind::Update {
                    true => {
                        let most =
                            commit_time::row_changes(knobs, participants[stream.class.0 as usize]);
                        rate * part.weight / most
                    }
                    false => 0.0,
                };
                units.entry(place).or_default().add(&Touch {
                    object: stream.object,
                    guess: class.guess,
                    cost,
                    log_cost: cost * log_share,
                    rows: rate * part.weight * stream.rows,
                    held,
                });
            }
        }
        let done = |(place, unit): (Place, Drafted)| unit.done(place, self.split_takes);
        self.units = units.into_iter().map(done).collect();
    }

    fn guess(&mut self, id: GuessId) -> &mut Part {
        let at = id.0 as usize;
        if self.guesses.len() <= at {
            self.guesses.resize(at + 1, Part::default());
        }
        &mut self.guesses[at]
    }
}
