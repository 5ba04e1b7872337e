//! Load that cannot be split: what it costs, and what it can take.

use crate::load::{Component, ComponentKind, GuessId, OBJECT_KEYS, ObjectId, Stream};
use crate::sim::place::Place;

/// Share of a row tree's keys from which on a range read passes several splits (our assumption:
/// a busy table has a hundred).
const SCAN_DIVIDED: f64 = 0.01;

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
    pub(super) guesses: Vec<(GuessId, f64)>,
    /// What it costs more for each write to a log that a participant needs more, as a share.
    pub(super) log_share: f64,
    /// What it can take, as a multiple of its cost, if one transaction after another changes the row.
    pub(super) in_turn: Option<f64>,
}

/// What a stream does in one place.
pub(super) struct Touch {
    pub(super) object: ObjectId,
    pub(super) guess: Option<GuessId>,
    pub(super) cost: f64,
    /// What it costs more with one more write to the log of each participant.
    pub(super) log_cost: f64,
    pub(super) rows: f64,
    /// Share of time in which its lock is held by changes that follow one another.
    pub(super) held: f64,
}

/// A unit that is being added up.
#[derive(Default)]
pub(super) struct Drafted {
    objects: Vec<(ObjectId, f64)>,
    cost_known: f64,
    cost_guessed: f64,
    log_cost: f64,
    rows: f64,
    held: f64,
    guesses: Vec<(GuessId, f64)>,
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

impl Drafted {
    pub(super) fn add(&mut self, touch: &Touch) {
        match self.objects.iter_mut().find(|(object, _)| *object == touch.object) {
            Some((_, cost)) => *cost += touch.cost,
            None => {
                // Most have one, and room is made for four at once.
                if self.objects.is_empty() {
                    self.objects.reserve_exact(1);
                }
                self.objects.push((touch.object, touch.cost));
            }
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
            None => {
                if self.guesses.is_empty() {
                    self.guesses.reserve_exact(1);
                }
                self.guesses.push((guess, touch.cost));
            }
        }
    }

    pub(super) fn done(mut self, place: Place, split_takes: f64) -> Unit {
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

/// A range read that starts at one key and passes so many that splits end among them.
pub(super) fn is_long(stream: &Stream, part: &Component) -> bool {
    let starts_at_a_row = matches!(part.kind, ComponentKind::Atom { .. });
    starts_at_a_row && stream.span as f64 >= SCAN_DIVIDED * OBJECT_KEYS as f64
}
