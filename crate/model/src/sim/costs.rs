//! What work costs the server of a split, in node-seconds: commits, rows, reads, and those who take
//! part in a commit.

use super::knobs::{Knobs, Region};
use super::model::{
    PARTICIPANT_LOGS, READS_PER_NODE, READS_PER_NODE_MULTI_REGION, ROW_BYTES,
    ROWS_APPLIED_PER_NODE, SCAN_ROW_SECONDS,
};
use crate::load::{ClassKind, Component, ComponentKind, Load, Stream};
use hotsplit_base::limits::{WRITES_PER_NODE, WRITES_PER_NODE_MULTI_REGION};

/// What work costs, beside the constants that never change.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Prices {
    /// Writes cost this many times what they do in a regional instance.
    pub writes: f64,
    /// The same for reads.
    pub reads: f64,
    /// Commits of one split that share an overhead.
    pub commit_batch: f64,
    /// See [`PARTICIPANT_LOGS`].
    pub participant_logs: f64,
    /// See [`SCAN_ROW_SECONDS`].
    pub scan_row: f64,
}

impl Default for Prices {
    fn default() -> Self {
        Self {
            writes: 1.0,
            reads: 1.0,
            commit_batch: 1.0,
            participant_logs: PARTICIPANT_LOGS,
            scan_row: SCAN_ROW_SECONDS,
        }
    }
}

impl Knobs {
    /// What work costs.
    #[must_use]
    pub fn prices(&self) -> Prices {
        let regional = Prices {
            commit_batch: self.commit_batch,
            participant_logs: self.constants.participant_logs,
            scan_row: self.constants.scan_row_seconds,
            ..Prices::default()
        };
        match self.region {
            Region::Regional => regional,
            Region::MultiRegion { .. } => regional.in_many_regions(),
        }
    }
}

impl Prices {
    /// What a multi-region instance makes of the prices: it takes fewer reads and writes a node.
    #[must_use]
    pub fn in_many_regions(self) -> Self {
        Self {
            writes: self.writes * WRITES_PER_NODE / WRITES_PER_NODE_MULTI_REGION,
            reads: self.reads * READS_PER_NODE / READS_PER_NODE_MULTI_REGION,
            ..self
        }
    }
}

/// Node-seconds to apply one row of `row_bytes` bytes.
#[must_use]
pub fn row_cost(row_bytes: f64) -> f64 {
    (row_bytes / ROW_BYTES).max(1.0) / ROWS_APPLIED_PER_NODE
}

/// Node-seconds to read one row of `row_bytes` bytes by its key.
#[must_use]
pub fn read_cost(row_bytes: f64) -> f64 {
    (row_bytes / ROW_BYTES).max(1.0) / READS_PER_NODE
}

/// Node-seconds that a range read costs in each split it touches, beside the rows that follow the
/// first.
#[must_use]
pub fn seek_cost(stream: &Stream, prices: &Prices) -> f64 {
    read_cost(stream.row_bytes) * prices.reads
}

/// Node-seconds a commit in one split costs beside its rows.
#[must_use]
pub fn commit_overhead() -> f64 {
    1.0 / WRITES_PER_NODE - 1.0 / ROWS_APPLIED_PER_NODE
}

/// Node-seconds that one touch costs the split it lands in, for every stream of `load`.
///
/// Model: the first stream of a class, its own row, is in every commit. Another participant joins
/// the share of commits that its stream touches. One of the participants coordinates, any of them,
/// so each bears a mean of [`PARTICIPANT_LOGS`] and one. That participants lie in different splits
/// is assumed, as row trees and free-standing indexes start in splits of their own. A
/// class that only reads has no overhead. A range read is assumed to lie in one split: each split
/// more that it touches costs a [`seek_cost`].
#[must_use]
pub fn touch_costs(load: &Load, prices: &Prices) -> Vec<f64> {
    let others = others(load);
    let mut seen = vec![false; load.classes.len()];
    let mut costs = Vec::with_capacity(load.streams.len());
    for stream in &load.streams {
        let class = stream.class.0 as usize;
        let participant = takes_part(load, stream);
        let logs = match (participant, seen[class]) {
            (false, _) => 0.0,
            (true, false) => logs(others[class].one_over(1.0), prices),
            (true, true) => logs(others[class].without(stream.share).one_over(2.0), prices),
        };
        seen[class] |= participant;
        costs.push(overhead_cost(prices) * logs + rows_cost(stream, prices));
    }
    costs
}

/// Node-seconds that one touch of a stream costs whose rows lie in `splits` splits, each row
/// anywhere: every split among them is a participant.
#[must_use]
pub fn scattered_cost(stream: &Stream, splits: f64, prices: &Prices) -> f64 {
    let participants = participants_of_rows(stream.rows, splits);
    overhead_cost(prices) * participants * logs(1.0 / participants, prices)
        + rows_cost(stream, prices)
}

/// Whether the rows of a touch lie apart: several rows, anywhere in a range.
#[must_use]
pub fn is_scattered(stream: &Stream) -> bool {
    let even = |part: &Component| matches!(part.kind, ComponentKind::Uniform(_));
    stream.participant && stream.rows > 1.0 && stream.components.iter().all(even)
}

/// In how many of `splits` splits `rows` rows lie, each row anywhere.
#[must_use]
pub fn participants_of_rows(rows: f64, splits: f64) -> f64 {
    if splits <= 1.0 {
        return 1.0;
    }
    splits * (1.0 - libm::pow(1.0 - 1.0 / splits, rows))
}

/// Participants of a commit, on average, for every class of `load`; 0 where it only reads.
#[must_use]
pub fn participants(load: &Load) -> Vec<f64> {
    let mut sums = vec![0.0; load.classes.len()];
    for stream in load.streams.iter().filter(|stream| takes_part(load, stream)) {
        sums[stream.class.0 as usize] += stream.share;
    }
    sums
}

/// In how many places the requests of each class of `load` read at once: what they wait for is the
/// slowest. 0 where it writes.
#[must_use]
pub fn places_read(load: &Load) -> Vec<f64> {
    let mut sums = vec![0.0; load.classes.len()];
    for stream in &load.streams {
        if load.class(stream.class).kind == ClassKind::Read {
            sums[stream.class.0 as usize] += stream.share;
        }
    }
    sums
}

/// Whether a stream makes its split a participant of a commit.
fn takes_part(load: &Load, stream: &Stream) -> bool {
    stream.participant && load.class(stream.class).kind != ClassKind::Read
}

fn overhead_cost(prices: &Prices) -> f64 {
    commit_overhead() * prices.writes / prices.commit_batch
}

fn rows_cost(stream: &Stream, prices: &Prices) -> f64 {
    let writes = stream.rows * row_cost(stream.row_bytes) * prices.writes;
    let reads = if stream.span > 0 {
        let beyond = (stream.reads - 1.0).max(0.0);
        let larger = (stream.row_bytes / ROW_BYTES).max(1.0);
        seek_cost(stream, prices) + beyond * larger * prices.scan_row * prices.reads
    } else {
        stream.reads * read_cost(stream.row_bytes) * prices.reads
    };
    writes + reads
}

/// Writes to a participant's log, where `one_over` is the mean of one over the participants.
fn logs(one_over: f64, prices: &Prices) -> f64 {
    prices.participant_logs - (prices.participant_logs - 1.0) * one_over
}

/// Who joins the row of each class in its commits.
fn others(load: &Load) -> Vec<Others> {
    let mut seen = vec![false; load.classes.len()];
    let mut others = vec![Others::default(); load.classes.len()];
    for stream in load.streams.iter().filter(|stream| takes_part(load, stream)) {
        let class = stream.class.0 as usize;
        if seen[class] {
            others[class].add(stream.share);
        }
        seen[class] = true;
    }
    others
}

/// Those that join a class's own row in a commit.
#[derive(Clone, Debug, Default)]
struct Others {
    /// How many are in every commit.
    always: f64,
    /// The shares of the commits that the others are in.
    shares: Vec<f64>,
}

/// Shares that are counted one by one; of more the mean is used.
const SHARES_MAX: usize = 64;

impl Others {
    fn add(&mut self, share: f64) {
        if share >= 1.0 {
            self.always += 1.0;
        } else {
            self.shares.push(share);
        }
    }

    /// The same without one of so large a share.
    fn without(&self, share: f64) -> Self {
        let mut rest = self.clone();
        if share >= 1.0 {
            rest.always -= 1.0;
        } else if let Some(at) = rest.shares.iter().position(|it| *it == share) {
            rest.shares.swap_remove(at);
        }
        rest
    }

    /// The mean of one over the participants, `sure` of them beside these.
    fn one_over(&self, sure: f64) -> f64 {
        let sure = sure + self.always;
        if self.shares.len() > SHARES_MAX {
            return 1.0 / (sure + self.shares.iter().sum::<f64>());
        }
        // How likely it is that so many join.
        let mut joined = vec![1.0];
        for share in &self.shares {
            joined.push(0.0);
            for at in (0..joined.len()).rev() {
                let before = if at > 0 { joined[at - 1] } else { 0.0 };
                joined[at] = joined[at] * (1.0 - share) + before * share;
            }
        }
        joined.iter().enumerate().map(|(more, chance)| chance / (sure + more as f64)).sum()
    }
}
