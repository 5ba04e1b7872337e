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

use super::commit_time;
use super::costs;
use super::knobs::Knobs;
use super::place::Place;
use super::ranges::{self, Range, Uncertain};
use super::servers::Servers;
use crate::load::{
    ClassKind, Component, ComponentKind, GuessId, Load, OBJECT_KEYS, ObjectId, Stream, whole,
};
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};
use std::collections::BTreeMap;

/// Draws that tell how far the ceiling may be off.
pub const DRAWS: usize = 400;

/// A guessed rate may be this many times too low or too high (assumption of ours; over sixty
/// schemas written to test it the range of the ceiling spans a factor of five).
pub const GUESS_FACTOR: f64 = 10.0;

/// Equally likely factors that are drawn from, spaced evenly on a logarithmic scale.
const FACTORS: u32 = 64;

/// Share of a row tree's keys from which on a range read passes several splits (assumption of ours:
/// a busy table has a hundred).
const SCAN_DIVIDED: f64 = 0.01;

/// Units whose ceiling is varied at most: those with the lowest.
const UNITS_VARIED_MAX: usize = 256;

/// Units that are looked at for the guess to ask for, at most: those with the lowest ceilings.
const UNITS_ASKED_MAX: usize = 32;

/// Guesses that are tried as the one to ask for, at most.
const ASKED_MAX: usize = 8;

/// Keeps the draws of constants apart from those of rates.
const CONSTANTS_SEED: u64 = 0x5eed_c057;

/// Share of draws below the low end of a range, and above its high end.
const TAIL_SHARE: f64 = 0.1;

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

/// Constants that a ceiling rests on and that nobody has set, each with its value.
#[derive(Clone, Copy, Debug, Default)]
struct Open {
    split_ceiling: Option<(f64, &'static Uncertain)>,
    participant_logs: Option<(f64, &'static Uncertain)>,
    row_changes_per_second: Option<(f64, &'static Uncertain)>,
}

impl PartialEq for Open {
    fn eq(&self, other: &Self) -> bool {
        self.values() == other.values()
    }
}

/// Load that cannot be split.
#[derive(Clone, Debug, PartialEq)]
pub struct Unit {
    /// The objects whose rows it writes or reads, the one that bears most of its work first.
    pub objects: Vec<ObjectId>,
    /// Work of its known load, in node-seconds per second.
    pub cost_known: f64,
    /// Work of its guessed load.
    pub cost_guessed: f64,
    /// Rows per second written there, rows of tables and index entries.
    pub rows_per_second: f64,
    /// It is a single row or a few; otherwise a point that moves.
    pub is_row: bool,
    /// What it can take; less than a split where one row is changed by one transaction after
    /// another.
    pub takes: f64,
    /// Work of each guess in it.
    guesses: Vec<(GuessId, f64)>,
    /// What it costs more for each write to a log that a participant needs more, as a share.
    log_share: f64,
    /// What it can take, as a multiple of its cost, if one transaction after another changes the row.
    in_turn: Option<f64>,
}

/// Writes and work of one guess.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Part {
    writes: f64,
    cost: f64,
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

    /// How far the ceilings may be off: each guess is varied by up to [`GUESS_FACTOR`] either way, and
    /// each constant that nobody has set over its range (see [`ranges`](super::ranges)).
    #[must_use]
    pub fn uncertainty(&self, seed: u64) -> Uncertainty {
        let mut out = Uncertainty {
            ceiling: None,
            units: vec![None; self.units.len()],
            first: vec![0.0; self.units.len()],
            narrows_most: None,
        };
        if !self.is_mix_guessed() && self.open == Open::default() {
            if let Some((first, _)) = self.lowest() {
                out.first[first] = 1.0;
            }
            return out;
        }
        let varied = self.varied();
        let draws = Draws {
            factors: Factors::draw(self.guesses.len(), seed),
            constants: self.open.draw(seed),
        };
        let mut by_unit: Vec<Vec<f64>> = vec![Vec::new(); varied.len()];
        let mut lowest = Vec::with_capacity(DRAWS);
        let drawn: Vec<f64> =
            (0..DRAWS).map(|draw| self.writes_drawn(&draws.factors, draw)).collect();
        for (draw, &writes) in drawn.iter().enumerate() {
            let mut least: Option<(usize, f64)> = None;
            for (place, &at) in varied.iter().enumerate() {
                let ceiling = self.ceiling_drawn(&self.units[at], &draws, draw, None, writes);
                let Some(ceiling) = ceiling else { continue };
                by_unit[place].push(ceiling);
                if least.is_none_or(|(_, so_far)| ceiling < so_far) {
                    least = Some((at, ceiling));
                }
            }
            if let Some((at, ceiling)) = least {
                out.first[at] += 1.0 / DRAWS as f64;
                lowest.push(ceiling);
            }
        }
        for (place, &at) in varied.iter().enumerate() {
            out.units[at] = range(&mut by_unit[place]);
        }
        out.ceiling = range(&mut lowest);
        if self.is_mix_guessed() {
            out.narrows_most = self.narrows_most(&varied, &draws, &drawn);
        }
        out
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

    /// The units with the lowest ceilings, lowest first.
    fn varied(&self) -> Vec<usize> {
        let mut units: Vec<(usize, f64)> = self
            .units
            .iter()
            .enumerate()
            .filter_map(|(at, unit)| Some((at, self.ceiling(unit)?)))
            .collect();
        units.sort_by(|a, b| a.1.total_cmp(&b.1));
        units.into_iter().take(UNITS_VARIED_MAX).map(|(at, _)| at).collect()
    }

    /// Guessed writes of a draw.
    fn writes_drawn(&self, factors: &Factors, draw: usize) -> f64 {
        let parts = self.guesses.iter().enumerate();
        parts.fold(0.0, |sum, (at, part)| sum + factors.of(draw, at, None) * part.writes)
    }

    fn ceiling_drawn(
        &self,
        unit: &Unit,
        draws: &Draws,
        draw: usize,
        known: Option<GuessId>,
        writes: f64,
    ) -> Option<f64> {
        let Draws { factors, constants } = draws;
        let constants = constants[draw];
        let times = 1.0 + constants.more_logs * unit.log_share;
        let guessed = times
            * unit
                .guesses
                .iter()
                .fold(0.0, |sum, (id, cost)| sum + factors.of(draw, id.0 as usize, known) * cost);
        let known = times * unit.cost_known;
        let in_turn = unit.in_turn.map_or(f64::INFINITY, |most| {
            // What changes follow one another grows with the rate alone, not with what they cost.
            constants.turns * most * times * unit.cost()
        });
        let takes = in_turn.min(constants.split * self.split_takes);
        if self.cost_guessed <= 0.0 {
            return Some(self.writes() * takes / known);
        }
        if guessed <= 0.0 {
            return (known > takes).then(|| self.writes() * takes / known);
        }
        Some((self.writes_known + (takes - known) / guessed * writes).max(0.0))
    }

    /// The guess that, if it were known, would leave the narrowest range.
    fn narrows_most(&self, varied: &[usize], draws: &Draws, drawn: &[f64]) -> Option<GuessId> {
        let mut asked: Vec<GuessId> = Vec::new();
        for &at in varied {
            for (guess, _) in &self.units[at].guesses {
                if asked.len() < ASKED_MAX && !asked.contains(guess) {
                    asked.push(*guess);
                }
            }
        }
        // Tables that spread count as well: what they write is part of the total.
        let busiest = self.guesses.iter().enumerate();
        let busiest =
            busiest.reduce(|best, next| if next.1.writes > best.1.writes { next } else { best });
        if let Some((at, _)) = busiest {
            let guess = GuessId(crate::load::count(at));
            if !asked.contains(&guess) {
                asked.push(guess);
            }
        }
        let spread = |guess: GuessId| {
            let mut lowest: Vec<f64> = (0..DRAWS)
                .filter_map(|draw| {
                    let (at, own) = (guess.0 as usize, &self.guesses[guess.0 as usize]);
                    let writes =
                        drawn[draw] + (1.0 - draws.factors.of(draw, at, None)) * own.writes;
                    let units = varied.iter().take(UNITS_ASKED_MAX).filter_map(|&at| {
                        self.ceiling_drawn(&self.units[at], draws, draw, Some(guess), writes)
                    });
                    units.reduce(f64::min)
                })
                .collect();
            range(&mut lowest).map_or(f64::INFINITY, |range| range.high / range.low.max(1e-9))
        };
        let spreads = asked.into_iter().map(|guess| (guess, spread(guess)));
        let best = spreads.reduce(|best, next| if next.1 < best.1 { next } else { best });
        best.map(|(guess, _)| guess)
    }
}

impl Unit {
    /// Work of it, in node-seconds per second.
    #[must_use]
    pub fn cost(&self) -> f64 {
        self.cost_known + self.cost_guessed
    }

    /// Its work over what it can take: 1 is full.
    #[must_use]
    pub fn load(&self) -> f64 {
        self.cost() / self.takes
    }

    /// The guess that bears most of it, with its work.
    #[must_use]
    pub fn main_guess(&self) -> Option<(GuessId, f64)> {
        let guesses = self.guesses.iter().copied();
        guesses.reduce(|best, next| if next.1 > best.1 { next } else { best })
    }
}

/// A range read that starts at one key and passes so many that splits end among them.
fn is_long(stream: &Stream, part: &Component) -> bool {
    let starts_at_a_row = matches!(part.kind, ComponentKind::Atom { .. });
    starts_at_a_row && stream.span as f64 >= SCAN_DIVIDED * OBJECT_KEYS as f64
}

/// What a stream does in one place.
struct Touch {
    object: ObjectId,
    guess: Option<GuessId>,
    cost: f64,
    /// What it costs more with one more write to the log of each participant.
    log_cost: f64,
    rows: f64,
    /// Share of time in which its lock is held by changes that follow one another.
    held: f64,
}

/// A unit that is being added up.
#[derive(Default)]
struct Drafted {
    objects: Vec<(ObjectId, f64)>,
    cost_known: f64,
    cost_guessed: f64,
    log_cost: f64,
    rows: f64,
    held: f64,
    guesses: Vec<(GuessId, f64)>,
}

impl Drafted {
    fn add(&mut self, touch: &Touch) {
        match self.objects.iter_mut().find(|(object, _)| *object == touch.object) {
            Some((_, cost)) => *cost += touch.cost,
            None => self.objects.push((touch.object, touch.cost)),
        }
        self.log_cost += touch.log_cost;
        self.rows += touch.rows;
        self.held += touch.held;
        let Some(guess) = touch.guess else {
            self.cost_known += touch.cost;
            return;
        };
        self.cost_guessed += touch.cost;
        match self.guesses.iter_mut().find(|(known, _)| *known == guess) {
            Some((_, cost)) => *cost += touch.cost,
            None => self.guesses.push((guess, touch.cost)),
        }
    }

    fn done(mut self, place: Place, split_takes: f64) -> Unit {
        self.objects.sort_by(|a, b| b.1.total_cmp(&a.1));
        let is_row = matches!(place, Place::Row(_));
        let cost = self.cost_known + self.cost_guessed;
        let in_turn = (is_row && self.held > 0.0).then(|| 1.0 / self.held);
        let takes = in_turn.map_or(split_takes, |most| split_takes.min(cost * most));
        Unit {
            objects: self.objects.into_iter().map(|(object, _)| object).collect(),
            cost_known: self.cost_known,
            cost_guessed: self.cost_guessed,
            rows_per_second: self.rows,
            is_row,
            takes,
            guesses: self.guesses,
            log_share: self.log_cost / cost.max(f64::MIN_POSITIVE),
            in_turn,
        }
    }
}

/// What is drawn: rates that are guessed, and constants.
struct Draws {
    factors: Factors,
    constants: Vec<Constants>,
}

/// Constants of a draw, beside those of the middle.
#[derive(Clone, Copy)]
struct Constants {
    /// Multiple of what a split takes.
    split: f64,
    /// Writes to a participant's log, more or fewer.
    more_logs: f64,
    /// Multiple of the changes of one row a second.
    turns: f64,
}

impl Open {
    fn of(knobs: &Knobs) -> Self {
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

    fn draw(&self, seed: u64) -> Vec<Constants> {
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

/// What each guess is multiplied with, draw by draw.
struct Factors {
    table: Vec<f64>,
    /// Places in `table`, one row of guesses a draw.
    drawn: Vec<u8>,
    guesses: usize,
}

impl Factors {
    fn draw(guesses: usize, seed: u64) -> Self {
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

    fn of(&self, draw: usize, guess: usize, known: Option<GuessId>) -> f64 {
        if known.is_some_and(|known| known.0 as usize == guess) {
            return 1.0;
        }
        self.table[usize::from(self.drawn[draw * self.guesses + guess])]
    }
}

/// The 10 to 90 % range of numbers.
fn range(numbers: &mut [f64]) -> Option<Range> {
    if numbers.is_empty() {
        return None;
    }
    numbers.sort_by(f64::total_cmp);
    let last = numbers.len() - 1;
    let at = |share: f64| usize::try_from(whole(share * last as f64 + 0.5)).unwrap_or(last);
    Some(Range { low: numbers[at(TAIL_SHARE)], high: numbers[at(1.0 - TAIL_SHARE).min(last)] })
}
