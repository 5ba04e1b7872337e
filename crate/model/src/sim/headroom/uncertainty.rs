//! How sure the ceilings are: each guess and each constant is varied over its range.

use super::draws::{DRAWS, Draws, Factors, Open, range};
use super::unit::Unit;
use super::{Headroom, Uncertainty};
use crate::load::GuessId;

/// Units whose ceiling is varied at most: those with the lowest.
const UNITS_VARIED_MAX: usize = 256;

/// Units that are looked at for the guess to ask for, at most: those with the lowest ceilings.
const UNITS_ASKED_MAX: usize = 32;

/// Guesses that are tried as the one to ask for, at most.
const ASKED_MAX: usize = 8;

impl Headroom {
    /// How far the ceilings may be off: each guess is varied by up to
    /// [`GUESS_FACTOR`](super::GUESS_FACTOR) either way, and each constant that nobody has set over its
    /// range (see [`ranges`](crate::sim::ranges)).
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
