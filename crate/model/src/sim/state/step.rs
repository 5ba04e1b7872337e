//! The steps of a run, in the order that `sim/mod.rs` describes.

use super::State;
use crate::sim::control::Elsewhere;
use crate::sim::flow::{Crossed, Spread};
use crate::sim::model;

impl State {
    /// Steps through so many columns, or as many as are left; gives how many are done.
    pub(in crate::sim) fn advance(&mut self, columns: u32) -> u32 {
        let goal = self.run.columns_done.saturating_add(columns).min(self.run.columns);
        while self.run.columns_done < goal {
            self.step();
        }
        self.run.columns_done
    }

    /// One step, as described at the top of `sim/mod.rs`.
    fn step(&mut self) {
        let opens = self.second.is_multiple_of(self.run.seconds_per_column);
        if opens {
            self.open_column();
        }
        if self.second >= self.spread.crossing {
            self.cross();
        }
        self.refresh_unhindered();
        if opens {
            self.draw_noise();
        }
        // Columns begin at seconds of a round too: one that would do nothing is left out all the
        // same.
        let round = self.second.is_multiple_of(model::CONTROL_SECONDS);
        if round && self.second >= self.control.idle_until {
            self.react();
        }
        if self.stale {
            self.serve_now();
            self.stale = false;
        }
        let next = self.next_second();
        let seconds = f64::from(next - self.second);
        self.add_latency(seconds);
        self.serve(seconds);
        let held_back = self.unhindered.through.iter().any(|&through| through < 1.0 - 1e-9);
        if held_back || self.unhindered.server_load.iter().any(|&load| load > 1.0 + 1e-9) {
            self.overloaded_until = next;
        }
        self.second = next;
        if next.is_multiple_of(self.run.seconds_per_column) || next == self.run.seconds {
            self.close_column();
        }
    }

    /// The next second at which anything may change.
    fn next_second(&self) -> u32 {
        let edge = |every: u32| (self.second / every + 1) * every;
        // Rounds that would do nothing are left out.
        let idle = self.control.idle_until.div_ceil(model::CONTROL_SECONDS);
        let round = edge(model::CONTROL_SECONDS).max(idle.saturating_mul(model::CONTROL_SECONDS));
        let next = edge(self.run.seconds_per_column)
            .min(round)
            .min(self.spread.crossing)
            .min(self.run.seconds);
        let settling = (0..self.backlog.len()).any(|server| {
            let (load, waiting) = (self.now.server_load[server], self.backlog[server]);
            if load > 1.0 {
                waiting < self.wait_max(server)
            } else {
                waiting > 0.0 && self.at_clients[server] <= 0.0
            }
        });
        if settling { self.second + 1 } else { next.max(self.second + 1) }
    }

    /// Tails that have left their split are found in the next one.
    fn cross(&mut self) {
        let crossed = self.spread.cross(&self.prepared, &self.layout, self.second);
        match crossed {
            Crossed::More => {
                let spread =
                    Spread::of(&self.prepared, &self.layout, Some(&self.spread), self.second);
                self.replace_spread(spread);
            }
            Crossed::Servers => {
                self.stale = true;
                self.unhindered_stale = true;
            }
            Crossed::Reads => {
                self.elsewhere = self.elsewhere.max(Elsewhere::Reads);
                self.stale = true;
                self.unhindered_stale = true;
            }
            Crossed::Splits => {
                self.stale |= self.prepared.limited;
                self.unhindered_stale |= self.prepared.limited;
                self.look_stale = true;
            }
        }
    }

    /// Takes over where the load lies now.
    fn replace_spread(&mut self, spread: Spread) {
        self.elsewhere = Elsewhere::All;
        self.spread = spread;
        self.prepared.recost(&self.spread.splits_of, &self.spread.touched);
        self.stale = true;
        self.unhindered_stale = true;
    }

    fn refresh_unhindered(&mut self) {
        if self.unhindered_stale {
            self.solve_unhindered();
        }
        if self.unhindered_stale || self.look_stale {
            self.control.look(
                &self.prepared,
                &mut self.layout,
                &self.spread,
                &self.unhindered,
                self.elsewhere,
                self.second,
            );
            self.unhindered_stale = false;
            self.look_stale = false;
            self.elsewhere = Elsewhere::Points;
        }
    }

    fn react(&mut self) {
        if self.control.round(&self.prepared, &mut self.layout, &self.unhindered, self.second) {
            self.replace_spread(Spread::of(&self.prepared, &self.layout, None, self.second));
            self.refresh_unhindered();
            self.add_moved();
        }
    }
}
