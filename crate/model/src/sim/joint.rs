//! Requests that take turns at several servers: how long they wait for the slowest of them, and
//! what a burst of them brings to one server.
//!
//! Model: requests come in bursts of neighbours, so that the turns of a whole burst wait in a line
//! together. Where the streams of a class land is independent of each other, but for those that lie
//! in the split of the class's own row, which are one turn with it. Waits on different servers are
//! independent, although a burst comes to all of them at once; streams on one server wait once.

use super::flow::Spread;
use super::latency::{Cells, Joined, Latency, Spot};
use super::prepared::PreparedLoad;
use crate::load::greater;

/// Adds to `bursts`, by server, what requests of several streams bring at once beyond what each
/// stream does alone: twice the load of one stream times the work of another on the same server.
pub(super) fn add_bursts(
    prepared: &PreparedLoad,
    spread: &Spread,
    through: impl Fn(usize) -> f64,
    asked: &[f64],
    bursts: &mut [f64],
) {
    // By server, seconds of work that a request of the class brings there on average: of the streams
    // so far, of those in the split of the row, and of one stream.
    let mut all = vec![0.0; bursts.len()];
    let mut in_split = all.clone();
    let mut own = all.clone();
    for streams in prepared.streams_of.iter().filter(|streams| streams.len() > 1) {
        all.fill(0.0);
        in_split.fill(0.0);
        let mut row_split = 0.0;
        for &stream in streams {
            let requests = asked[stream] / prepared.share[stream];
            if requests.is_nan() || requests <= 0.0 {
                continue;
            }
            own.fill(0.0);
            let mut mean = 0.0;
            for part in prepared.parts_of[stream].clone() {
                let each =
                    prepared.share[stream] * prepared.parts[part].weight * prepared.cost[part];
                mean += each;
                for index in spread.flows_of[part].clone() {
                    let flow = &spread.flows[index];
                    own[flow.server as usize] += each * flow.weight * through(index);
                }
            }
            let with_row = !prepared.apart[stream] || stream == streams[0];
            let sums = bursts.iter_mut().zip(&mut all).zip(&mut in_split).zip(&own);
            for (((burst, all), in_split), own) in sums {
                // What lies in the split of the row is there whenever the row is.
                let others = if with_row { row_split + *all - *in_split } else { *all };
                *burst += 2.0 * requests * own * others;
                *all += own;
                *in_split += if with_row { *own } else { 0.0 };
            }
            row_split += if with_row { mean } else { 0.0 };
        }
    }
}

/// The stream of a class that its requests wait for longest.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slowest {
    /// The class.
    pub(super) class: usize,
    /// The stream.
    pub(super) stream: usize,
}

/// How much longer the requests of a class wait than for its slowest stream, because other streams
/// of it wait on other servers. Where one waits behind a backlog the others do not count.
pub(super) fn slower(
    prepared: &PreparedLoad,
    spread: &Spread,
    latency: &Latency,
    slowest: Slowest,
    servers: usize,
    spot_of: impl Fn(usize, usize) -> Spot,
) -> Option<Cells> {
    let Slowest { class, stream: first } = slowest;
    let streams = &prepared.streams_of[class];
    let also = |stream: usize| stream != first && prepared.apart[stream];
    if !streams.iter().any(|&stream| also(stream)) {
        return None;
    }
    let mut joined = Joined::default();
    // Share of the requests of which none of the streams so far lies on a server.
    let mut free = vec![1.0; servers];
    let mut here = vec![0.0; servers];
    for &stream in std::iter::once(&first).chain(streams.iter().filter(|&&stream| also(stream))) {
        here.fill(0.0);
        let (mut cells, mut behind) = (Cells::default(), false);
        // All requests have been added as waiting for the first.
        let joins = if stream == first { 1.0 } else { prepared.share[stream].min(1.0) };
        for part in prepared.parts_of[stream].clone() {
            let share = joins * prepared.parts[part].weight;
            for index in spread.flows_of[part].clone() {
                let flow = &spread.flows[index];
                let (server, share) = (flow.server as usize, share * flow.weight);
                here[server] += share;
                let spot = spot_of(index, server);
                behind |= spot.behind;
                cells.add_spot(&spot, share * free[server]);
            }
        }
        if !behind {
            latency.join(&mut joined, &cells, stream == first);
        } else if stream == first {
            return None;
        }
        free.iter_mut().zip(&here).for_each(|(free, here)| *free *= greater(1.0 - here, 0.0));
    }
    Some(joined.more)
}
