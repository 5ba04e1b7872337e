//! The result of a run, whole or under way: its series, its numbers, its splits.

use super::sums::Both;
use super::{Objects, State};
use crate::load::{Keys, ObjectId, count};
use crate::sim::control::listed::listed;
use crate::sim::control::split_load::load_by_stream;
use crate::sim::events::{Change, Event, SplitAtEnd, Unsplittable};
use crate::sim::model;
use crate::sim::run::{Run, Summary};
use crate::sim::shares::Shares;
use hotsplit_base::limits::{STORAGE_BYTES_PER_NODE, nodes_offered};

impl State {
    /// The whole run, once all columns are done.
    pub(in crate::sim) fn finish(mut self, objects: &Objects) -> Run {
        let run = std::mem::take(&mut self.run);
        let (events, history) =
            (std::mem::take(&mut self.control.events), std::mem::take(&mut self.layout.history));
        self.report(run, events, history, objects)
    }

    /// The run as far as it is.
    pub(in crate::sim) fn so_far(&self, objects: &Objects) -> Run {
        let (events, history) = (self.control.events.clone(), self.layout.history.clone());
        self.report(self.run.clone(), events, history, objects)
    }

    /// Fills in what belongs to the whole run. The layout is that of the last step: at the very end
    /// tails stand on an edge.
    fn report(&self, run: Run, events: Vec<Event>, history: Vec<Change>, objects: &Objects) -> Run {
        let mut run = Run { events, history, ..run };
        run.summary = self.summary(&run);
        let seconds = self.half.seconds;
        let mean = |busy: &f64| if seconds > 0.0 { busy / seconds } else { 0.0 };
        run.server_mean = self.half.busy.iter().map(mean).collect();
        run.stream_cost =
            (0..self.prepared.rate.len()).map(|stream| self.prepared.stream_cost(stream)).collect();
        run.totals.waiting = self.backlog.iter().sum();
        run.totals.client_waiting = self.at_clients.iter().sum();
        run.unsplittable = listed(
            &self.prepared,
            &self.layout,
            &self.unhindered,
            &self.control,
            self.second.saturating_sub(1),
        )
        .into_iter()
        .map(|(split, reason, score)| {
            let keys = self.layout.splits[split].keys;
            Unsplittable { object: self.heaviest(objects, keys), keys, reason, score }
        })
        .collect();
        run.splits = (0..self.layout.splits.len()).map(|split| self.split_now(split)).collect();
        run.stored_bytes = run.splits.iter().map(|split| split.bytes).sum();
        run.notes.extend(too_much_stored(&run));
        if self.control.full {
            let most = model::SPLITS_MAX;
            run.notes.push(format!("Splitting stopped at {most} splits."));
        }
        run
    }

    fn split_now(&self, at: usize) -> SplitAtEnd {
        let split = &self.layout.splits[at];
        let (keys, server) = (split.keys, count(split.server));
        let bytes = self.control.bytes_of(&self.layout, at, self.second);
        SplitAtEnd { keys, server, load: self.control.load_of(at), bytes }
    }

    fn summary(&self, run: &Run) -> Summary {
        let half = &self.half;
        let (server, client) = (&half.mixes.server, half.mixes.seen());
        let overloaded = self.overloaded_until == self.second;
        let (sustainable, as_split) = self.sustainable();
        let busy: f64 = half.busy.iter().sum();
        // Before the second half there is nothing to divide.
        let seconds = if half.seconds > 0.0 { half.seconds } else { f64::INFINITY };
        Summary {
            offered: half.offered.rows / seconds,
            served: half.served.rows / seconds,
            sustainable: sustainable.rows,
            sustainable_as_split: as_split.rows,
            recommended: sustainable.rows * self.knobs.recommended(),
            p50_ms: self.latency.percentile(server, 0.5, 0.0),
            p99_ms: self.latency.percentile(server, 0.01, 0.0),
            mean_ms: self.latency.mean(server),
            client_p50_ms: self.latency.percentile(client, 0.5, 0.0),
            client_p99_ms: self.latency.percentile(client, 0.01, 0.0),
            watched_p99_ms: self
                .knobs
                .watched
                .map(|_| self.latency.percentile(&half.watched, 0.01, 0.0)),
            reads_offered: half.offered.reads / seconds,
            reads_served: half.served.reads / seconds,
            reads_sustainable: sustainable.reads,
            read_p50_ms: self.latency.percentile(&half.reads, 0.5, 0.0),
            read_p99_ms: self.latency.percentile(&half.reads, 0.01, 0.0),
            read_mean_ms: self.latency.mean(&half.reads),
            in_flight: (server.sum_ms + half.reads.sum_ms) / 1000.0 / seconds,
            utilisation_max: half.busiest / seconds,
            utilisation_mean: busy / (seconds * f64::from(run.servers)),
            splits: count(self.layout.splits.len()),
            moves: self.control.moves,
            size_splits: self.control.size_splits,
            load_splits: self.control.splits,
            merges: self.control.merges,
            seconds_to_saturation: saturated_from(run),
            seconds_to_balance: (!overloaded).then(|| f64::from(self.overloaded_until)),
        }
    }

    /// Rows per second, and reads, that the instance serves at most; and as it is split now.
    fn sustainable(&self) -> (Both, Both) {
        let unit =
            Shares::unhindered(&self.prepared, &self.spread, self.layout.servers, &self.asked);
        let as_split = unit.room(&self.prepared, &self.spread, &self.asked);
        let both = |room: f64, asked: &[f64]| {
            let (all, reads) = self.prepared.requests_by_kind(asked);
            Both { rows: room * (all - reads), reads: room * reads }
        };
        let as_split = both(as_split, &self.asked);
        (self.room.map_or(as_split, |room| both(room, &self.asked_last)), as_split)
    }

    /// The object with the most load in `keys`.
    fn heaviest(&self, objects: &Objects, keys: Keys) -> ObjectId {
        let second = self.second.saturating_sub(1);
        let loads = load_by_stream(&self.prepared, &self.unhindered, keys, second);
        let mut by_object = vec![0.0; objects.count];
        for (stream, sum) in loads {
            by_object[objects.of_stream[stream].0 as usize] += sum;
        }
        let mut best = 0;
        for (object, &sum) in by_object.iter().enumerate() {
            if sum > by_object[best] {
                best = object;
            }
        }
        ObjectId(count(best))
    }
}

/// Bytes of a tebibyte.
const TEBIBYTE: f64 = 1024.0 * 1024.0 * 1024.0 * 1024.0;

/// What to say where the instance stores more than its nodes may.
fn too_much_stored(run: &Run) -> Option<String> {
    let (stored, most) = (run.stored_bytes, run.storage_max());
    (stored > most).then(|| {
        format!(
            "The database stores {:.0} TiB at the end of the run, and {} nodes can store {:.0} TiB \
             (10 TiB per node, quotas page, read 2026-08-22). The data alone needs {} nodes.",
            stored / TEBIBYTE,
            run.nodes,
            most / TEBIBYTE,
            nodes_offered(stored / STORAGE_BYTES_PER_NODE)
        )
    })
}

/// The second from which on the served rates stay near what is offered or near their end values,
/// short dips aside.
fn saturated_from(run: &Run) -> f64 {
    let of_rows = saturated_in(run, &run.offered, &run.served);
    of_rows.max(saturated_in(run, &run.reads_offered, &run.reads_served))
}

fn saturated_in(run: &Run, offered: &[f32], served: &[f32]) -> f64 {
    let last = served.len() - served.len().div_ceil(10);
    let end: f64 = served[last..].iter().map(|&rate| f64::from(rate)).sum();
    let end = end / (served.len() - last).max(1) as f64;
    let near = |rate: f64, goal: f64| (rate - goal).abs() <= model::SATURATED_WITHIN * goal;
    let off = |column: usize| {
        let served = f64::from(served[column]);
        !near(served, end) && !near(served, f64::from(offered[column]))
    };
    let dip = model::SATURATED_DIP;
    let mut from = 0;
    let mut running = 0;
    for column in 0..served.len() {
        running = if off(column) { running + 1 } else { 0 };
        if running >= dip || running > 0 && from + running > column {
            from = column + 1;
        }
    }
    f64::from(run.second_of(count(from)).min(run.seconds))
}
