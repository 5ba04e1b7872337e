//! What is asked for in a column, with noise and without, and what servers serve of it.

use super::chance::fraction;
use super::{State, asked_in};
use crate::load::{greater, lesser};
use crate::sim::closed::{self, Users};
use crate::sim::{model, noise};

impl State {
    pub(super) fn open_column(&mut self) {
        let column = self.second / self.run.seconds_per_column;
        self.stale = true;
        let seconds = f64::from(self.second)..f64::from(self.run.end_of(column));
        let pace = self.knobs.pace.at((seconds.start + seconds.end) / 2.0);
        if pace != self.pace {
            self.pace = pace;
            self.unhindered_stale = true;
        }
        for (asked, added) in self.asked.iter_mut().zip(&self.added) {
            let now = asked_in(*added, &seconds);
            self.unhindered_stale |= now != *asked;
            *asked = now;
        }
    }

    /// New noise for the rate of every class.
    pub(super) fn draw_noise(&mut self) {
        // The noise of two columns cancels, so that means come out as what was asked for.
        let even = (self.second / self.run.seconds_per_column).is_multiple_of(2);
        // Users who wait for answers have only a mix that could be off: what is full stays full.
        let width = match self.users() {
            Some(_) => model::NOISE,
            None => {
                let distances = self.unhindered.server_load.iter().map(|load| (1.0 - load).abs());
                noise::noise_width(distances.fold(f64::INFINITY, lesser))
            }
        };
        let steady = self.noise.iter_mut().zip(&self.added).filter(|(_, added)| added.is_none());
        for (noise, _) in steady {
            *noise = match even {
                true => 1.0 + width * (2.0 * fraction(&mut self.random) - 1.0),
                false => 2.0 - *noise,
            };
        }
        self.stale = true;
    }

    fn settle(&self, users: Users, mix: &[f64]) -> closed::Settled {
        closed::settle(&self.prepared, &self.spread, &self.latency, mix, self.layout.servers, users)
    }

    /// What servers serve of the rates of this column.
    pub(super) fn serve_now(&mut self) {
        let mut multiple = self.pace;
        if let Some(users) = self.users() {
            let mix: Vec<f64> =
                self.noise.iter().zip(&self.asked).map(|(noise, asked)| noise * asked).collect();
            let settled = self.settle(users, &mix);
            multiple = settled.multiple;
            self.wish = if multiple > 0.0 { (settled.wish / multiple).max(1.0) } else { 1.0 };
            self.settled = Some(settled.waits);
        }
        for (class, demand) in self.demand.iter_mut().enumerate() {
            *demand = self.noise[class] * multiple * self.asked[class];
        }
        self.now.solve(&self.prepared, &self.spread, &self.demand);
        self.now.join_bursts(&self.prepared, &self.spread);
        self.count_in_service();
    }

    pub(super) fn solve_unhindered(&mut self) {
        let multiple = match self.users() {
            Some(users) => self.settle(users, &self.asked).multiple,
            None => self.pace,
        };
        let even: Vec<f64> = self.asked.iter().map(|asked| asked * multiple).collect();
        self.unhindered.solve(&self.prepared, &self.spread, &even);
    }

    /// Works out [`State::in_service`] where the limit of requests in flight matters.
    fn count_in_service(&mut self) {
        self.in_service.fill(0.0);
        if self.settled.is_some() || self.places().is_infinite() {
            return;
        }
        let base = |class: usize| self.latency.base(class) / 1000.0;
        let longest = (0..self.prepared.requests.len()).map(base).fold(0.0, greater);
        let limited = |server: usize| {
            let full = self.places() * self.cost_mean(server) - longest;
            let wait = self.now.server_burst[server] * self.prepared.constants.burstiness;
            let free = greater(1.0 - self.now.server_load[server], 1e-9);
            self.backlog[server] > 0.0 || wait / free * self.prepared.slowest > full
        };
        if !(0..self.backlog.len()).any(limited) {
            return;
        }
        let mut touches = vec![0.0; self.backlog.len()];
        for part in 0..self.prepared.parts.len() {
            let class = self.prepared.class_of[self.prepared.parts[part].stream];
            let (rate, seconds) = (self.now.reaching(&self.prepared, part), base(class));
            for index in self.spread.flows_of[part].clone() {
                let server = self.spread.flows[index].server as usize;
                let here = rate * self.spread.scanned[index].touches * self.now.through(index);
                touches[server] += here;
                self.in_service[server] += here * seconds;
            }
        }
        for (sum, touches) in self.in_service.iter_mut().zip(touches) {
            *sum /= greater(touches, f64::MIN_POSITIVE);
        }
    }
}
