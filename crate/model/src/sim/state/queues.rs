//! What is offered, served and left waiting in a step.

use super::State;
use crate::load::{greater, lesser};
use crate::sim::knobs::Sending;

/// What becomes of the work of one server in a step, in server-seconds.
#[derive(Clone, Copy, Debug)]
pub(super) struct Queued {
    pub(super) served: f64,
    /// Left waiting at the server.
    pub(super) here: f64,
    /// Left waiting at clients.
    pub(super) there: f64,
    pub(super) shed: f64,
}

impl State {
    /// Adds what is offered, served and left waiting in `seconds`.
    pub(super) fn serve(&mut self, seconds: f64) {
        for (class, &requests) in self.prepared.requests.iter().enumerate() {
            let asked = requests * self.demand[class] * seconds;
            let reads = self.prepared.reads[class];
            self.column.offered.add(reads, asked * self.wish);
            self.column.served.add(reads, asked * self.now.class_share[class]);
        }
        let totals = &mut self.run.totals;
        let servers = self.backlog.len() as f64;
        for (stream, wanted) in self.column.wanted.iter_mut().enumerate() {
            let demand = self.demand[self.prepared.class_of[stream]];
            let asked = self.prepared.rate[stream] * demand * seconds;
            let reached = asked * self.now.reach[stream];
            *wanted += reached;
            for part in self.prepared.parts_of[stream].clone() {
                let weight = self.prepared.parts[part].weight;
                let cost = self.prepared.cost[part] + servers * self.prepared.spread_cost[part];
                let through = reached * self.now.part_through(&self.spread, part);
                totals.offered += asked * self.wish * weight * cost;
                totals.not_sent += asked * (self.wish - 1.0) * weight * cost;
                totals.held_back += (asked - through) * weight * cost;
                self.column.components[part] += reached * weight * self.now.part_share[part];
            }
        }
        totals.held_back += self.now.unspread * seconds;
        for server in 0..self.backlog.len() {
            let queued = self.queued(server, seconds);
            self.run.totals.served += queued.served;
            self.run.totals.shed += queued.shed;
            self.backlog[server] = queued.here;
            self.at_clients[server] = queued.there;
            self.column.busy[server] += queued.served;
        }
    }

    /// What becomes of the work of a server in `seconds`.
    pub(super) fn queued(&self, server: usize, seconds: f64) -> Queued {
        let waiting = self.backlog[server] + self.at_clients[server];
        let load = self.now.server_load[server];
        if waiting <= 0.0 && load <= 1.0 {
            return Queued { served: load * seconds, here: 0.0, there: 0.0, shed: 0.0 };
        }
        let due = waiting + load * seconds;
        let served = lesser(due, seconds);
        let left = due - served;
        let most = greater(self.wait_max(server), self.backlog[server] - seconds);
        let here = lesser(left, most);
        let patience = match self.knobs.sending {
            Sending::PartlyOpen => self.knobs.constants.client_wait_seconds,
            Sending::Open | Sending::Closed { .. } => 0.0,
        };
        let there = lesser(left - here, patience);
        Queued { served, here, there, shed: left - here - there }
    }
}
