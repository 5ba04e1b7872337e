//! What is added up over a column, and over the second half of the run.

use crate::load::greater;
use crate::sim::latency::{Latency, Mix};
use crate::sim::prepared::PreparedLoad;

/// What is added up over a column, in amounts (rates times seconds).
#[derive(Debug)]
pub(super) struct Column {
    pub(super) offered: Both,
    pub(super) served: Both,
    pub(super) busy: Vec<f64>,
    pub(super) components: Vec<f64>,
    pub(super) wanted: Vec<f64>,
    pub(super) mixes: Mixes,
    /// Of the watched object's commits alone.
    pub(super) watched: Mix,
    /// Reads, at servers.
    pub(super) reads: Mix,
    /// Commits by factor and, for each, by server, of one step.
    pub(super) waiting: Vec<f64>,
    /// Reads, likewise.
    pub(super) reading: Vec<f64>,
}

/// What is added up over the second half of the run.
#[derive(Debug)]
pub(super) struct Half {
    pub(super) seconds: f64,
    pub(super) offered: Both,
    pub(super) served: Both,
    /// Server-seconds of the busiest server of each column.
    pub(super) busiest: f64,
    /// Server-seconds of each server.
    pub(super) busy: Vec<f64>,
    pub(super) mixes: Mixes,
    pub(super) watched: Mix,
    pub(super) reads: Mix,
}

/// Latencies at servers, and as clients see them once these differ.
#[derive(Debug)]
pub(super) struct Mixes {
    pub(super) server: Mix,
    pub(super) client: Mix,
    pub(super) differ: bool,
}

/// Rows written, and requests that only read.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Both {
    pub(super) rows: f64,
    pub(super) reads: f64,
}

impl Column {
    pub(super) fn new(prepared: &PreparedLoad, servers: usize, latency: &Latency) -> Self {
        Self {
            offered: Both::default(),
            served: Both::default(),
            busy: vec![0.0; servers],
            components: vec![0.0; prepared.parts.len()],
            wanted: vec![0.0; prepared.rate.len()],
            mixes: Mixes::new(latency),
            watched: latency.empty(),
            reads: latency.empty(),
            waiting: vec![0.0; servers * latency.factors()],
            reading: vec![0.0; servers * latency.factors()],
        }
    }

    /// Starts the next column.
    pub(super) fn clear(&mut self) {
        self.offered = Both::default();
        self.served = Both::default();
        self.busy.fill(0.0);
        self.components.fill(0.0);
        self.wanted.fill(0.0);
        self.mixes.clear();
        self.watched.clear();
        self.reads.clear();
    }
}

impl Half {
    pub(super) fn new(servers: usize, latency: &Latency) -> Self {
        Self {
            seconds: 0.0,
            offered: Both::default(),
            served: Both::default(),
            busiest: 0.0,
            busy: vec![0.0; servers],
            mixes: Mixes::new(latency),
            watched: latency.empty(),
            reads: latency.empty(),
        }
    }

    /// Takes in a column.
    pub(super) fn add(&mut self, column: &Column, seconds: f64) {
        self.seconds += seconds;
        self.offered.merge(column.offered);
        self.served.merge(column.served);
        self.busiest += column.busy.iter().copied().fold(0.0, greater);
        for (sum, busy) in self.busy.iter_mut().zip(&column.busy) {
            *sum += busy;
        }
        self.mixes.merge(&column.mixes);
        self.watched.merge(&column.watched);
        self.reads.merge(&column.reads);
    }
}

impl Mixes {
    pub(super) fn new(latency: &Latency) -> Self {
        Self { server: latency.empty(), client: latency.empty(), differ: false }
    }

    /// From here on clients see something else than servers.
    pub(super) fn tell_apart(&mut self) {
        if !self.differ {
            self.client.clone_from(&self.server);
            self.differ = true;
        }
    }

    /// What clients see.
    pub(super) fn seen(&self) -> &Mix {
        if self.differ { &self.client } else { &self.server }
    }

    pub(super) fn merge(&mut self, other: &Self) {
        if other.differ {
            self.tell_apart();
        }
        if self.differ {
            self.client.merge(other.seen());
        }
        self.server.merge(&other.server);
    }

    pub(super) fn clear(&mut self) {
        self.server.clear();
        self.differ = false;
    }
}

impl Both {
    /// Adds an amount of a class.
    pub(super) fn add(&mut self, reads: bool, amount: f64) {
        *(if reads { &mut self.reads } else { &mut self.rows }) += amount;
    }

    /// Takes in another.
    pub(super) fn merge(&mut self, other: Self) {
        self.rows += other.rows;
        self.reads += other.reads;
    }
}
