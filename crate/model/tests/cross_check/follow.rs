//! What requests are made of, and how those are followed that come without waiting for answers.

use crate::Case;
use crate::chance::{Histogram, below, exponential, fraction, unloaded_ms};
use hotsplit_base::limits::WRITES_PER_NODE;
use hotsplit_model::load::{OBJECT_KEYS, whole};
use hotsplit_model::sim::{Run, SplitAtEnd, model};
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};

/// Times that the rate changes: enough that its mean is met, and that queues follow each.
const COLUMNS: f64 = 100.0;
/// Seconds of a node that one row takes to be applied or to be read.
const ROW_SECONDS: f64 = 1.0 / 22_500.0;

/// A key as bytes that sort as it does: the tree, then 64 bits.
type Key = [u8; 9];

/// What a client draws keys of.
#[derive(Clone, Copy)]
pub(crate) enum Draw {
    /// A random UUID.
    Uuid,
    /// The time, behind one of so many shards.
    ShardAndTime(u8),
    /// The time, behind a shard drawn with these weights, which add up to 1.
    WeightedShard(&'static [f64]),
    /// Always the same row.
    Row,
}

/// What a request does at one split.
#[derive(Clone, Copy)]
pub(crate) struct Touch {
    /// The number of its tree, which leads its keys.
    tree: u8,
    draw: Draw,
    /// Seconds of a node that each write to the log takes on average; 0 for a read.
    log: f64,
    /// Those that the row takes.
    row: f64,
}

/// Clients that all send the same kind of request.
pub(crate) struct Sender {
    /// Splits that take part; the request waits for the slowest.
    pub(crate) touches: Vec<Touch>,
    pub(crate) per_second: f64,
    /// Median of its time with no load, ms; the 99th percentile is three times that.
    pub(crate) median_ms: f64,
    /// It only reads.
    pub(crate) reads: bool,
}

/// What comes in bursts.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Bursty {
    /// Requests: geometric numbers of them arrive at once, and each takes an exponential time.
    Arrivals,
    /// Costs: requests arrive one by one, and one of so many takes the time of a whole burst.
    Costs,
}

/// What came of following requests.
pub(crate) struct Followed {
    pub(crate) utilisation: Vec<f64>,
    /// Of commits, and of reads; 0 where there are none.
    pub(crate) p99_ms: [f64; 2],
    /// Requests answered.
    pub(crate) per_second: f64,
    /// Requests a second that clients give up, where these are counted.
    pub(crate) given_up: Option<f64>,
    /// What else is to be said.
    pub(crate) note: String,
}

/// Splits in the order of their first keys.
pub(crate) struct Places(Vec<Place>);

/// A split: its first key, and its server.
struct Place {
    first: Key,
    server: usize,
}

/// A server works on requests in the order they arrive in.
#[derive(Clone, Copy, Default)]
pub(crate) struct Line {
    free_at: f64,
    pub(crate) busy: f64,
}

/// When bursts of requests arrive.
pub(crate) struct Arrivals {
    pub(crate) clock: f64,
    pub(crate) end: f64,
    /// Bursts a second.
    bursts: f64,
    column: f64,
    /// Rates are off by so much at most, as a share.
    width: f64,
    noise: f64,
}

impl Line {
    /// Works for so long on what arrives at `clock`; gives the seconds that it waits before.
    pub(crate) fn take(&mut self, clock: f64, takes: f64) -> f64 {
        let begins = self.free_at.max(clock);
        self.free_at = begins + takes;
        self.busy += takes;
        begins - clock
    }
}

impl Arrivals {
    pub(crate) fn new(case: &Case, width: f64, mean_burst: f64) -> Self {
        let rate: f64 = case.senders.iter().map(|sender| sender.per_second).sum();
        let (end, bursts) = (case.requests / rate, rate / mean_burst);
        Self { clock: 0.0, end, bursts, column: -1.0, width, noise: 1.0 }
    }

    /// Waits for the next; whether it comes before the end.
    pub(crate) fn next(&mut self, random: &mut StdRng) -> bool {
        // As in the model the rate is a little off in every column, and the other way in the next.
        let column = (self.share() * COLUMNS).floor();
        if column > self.column {
            self.column = column;
            self.noise = if column % 2.0 == 0.0 {
                1.0 + self.width * (2.0 * fraction(random) - 1.0)
            } else {
                2.0 - self.noise
            };
        }
        self.clock += exponential(random, 1.0 / (self.bursts * self.noise));
        self.clock < self.end
    }

    /// The share of the time that has passed.
    pub(crate) fn share(&self) -> f64 {
        self.clock / self.end
    }
}

impl Places {
    pub(crate) fn of(run: &Run) -> Self {
        let first = |key: u64| {
            let tree = u8::try_from(key / OBJECT_KEYS).unwrap();
            spelled(tree, (key % OBJECT_KEYS) * (u64::MAX / OBJECT_KEYS + 1))
        };
        let place = |split: &SplitAtEnd| Place {
            first: first(split.keys.lo),
            server: split.server as usize,
        };
        Self(run.splits.iter().map(place).collect())
    }

    pub(crate) fn count(&self) -> usize {
        self.0.len()
    }

    /// The split of a key that `touch` draws, and its server. The layout is that of the second half
    /// of the run, so the time is too.
    pub(crate) fn draw(&self, touch: &Touch, share: f64, random: &mut StdRng) -> (usize, usize) {
        let key = draw(touch, 0.5 + share / 2.0, random);
        let split = self.0.partition_point(|place| place.first <= key) - 1;
        (split, self.0[split].server)
    }
}

impl Touch {
    /// A row written.
    pub(crate) fn write(tree: u8, draw: Draw) -> Self {
        Self { tree, draw, log: 1.0 / WRITES_PER_NODE - ROW_SECONDS, row: ROW_SECONDS }
    }

    /// A row read.
    pub(crate) fn read(tree: u8, draw: Draw) -> Self {
        Self { tree, draw, log: 0.0, row: ROW_SECONDS }
    }

    /// A row read, changed and written.
    pub(crate) fn change(tree: u8, draw: Draw) -> Self {
        Self { row: 2.0 * ROW_SECONDS, ..Self::write(tree, draw) }
    }

    /// The same with so many rows in the split.
    pub(crate) fn of_rows(self, rows: f64) -> Self {
        Self { row: rows * ROW_SECONDS, ..self }
    }

    /// The mean time of a turn with so many writes to the log.
    pub(crate) fn takes(&self, logs: f64) -> f64 {
        logs * self.log + self.row
    }

    /// The mean times of the log, and of the row.
    pub(crate) fn parts(&self) -> (f64, f64) {
        (self.log, self.row)
    }
}

/// Commits of one row in one split.
pub(crate) fn commits(tree: u8, draw: Draw, per_second: f64) -> Sender {
    commits_of(vec![Touch::write(tree, draw)], per_second, 1.0)
}

/// Commits of several participants, whose time with no load is longer by a factor.
pub(crate) fn commits_of(touches: Vec<Touch>, per_second: f64, longer: f64) -> Sender {
    let median_ms = longer * model::COMMIT_MEDIAN_MS;
    Sender { touches, per_second, median_ms, reads: false }
}

/// Reads of one row.
pub(crate) fn reads(tree: u8, draw: Draw, per_second: f64) -> Sender {
    let touches = vec![Touch::read(tree, draw)];
    Sender { touches, per_second, median_ms: model::READ_MEDIAN_MS, reads: true }
}

/// Who sends the next burst.
pub(crate) fn sender<'a>(case: &'a Case, random: &mut StdRng) -> &'a Sender {
    let rate: f64 = case.senders.iter().map(|sender| sender.per_second).sum();
    let mut pick = fraction(random) * rate;
    let found = case.senders.iter().find(|sender| {
        pick -= sender.per_second;
        pick < 0.0
    });
    found.unwrap_or(&case.senders[0])
}

/// A time that a server takes, where costs may be what is bursty.
pub(crate) fn cost(bursty: Bursty, mean: f64, random: &mut StdRng) -> f64 {
    match bursty {
        Bursty::Arrivals => exponential(random, mean),
        Bursty::Costs if fraction(random) * model::BURSTINESS < 1.0 => {
            exponential(random, model::BURSTINESS * mean)
        }
        Bursty::Costs => 0.0,
    }
}

/// Follows the requests of `case`, one after another in the order they arrive, when rates are off by
/// so much at most.
pub(crate) fn follow(case: &Case, places: &Places, width: f64, seed: u64) -> Followed {
    let mut random = StdRng::seed_from_u64(seed);
    let burst = if case.bursty == Bursty::Arrivals { model::BURSTINESS } else { 1.0 };
    let mut lines = vec![Line::default(); case.servers()];
    let mut histograms = [Histogram::new(), Histogram::new()];
    let mut answered = 0.0;
    let mut arrivals = Arrivals::new(case, width, burst);
    let mut servers = Vec::new();
    while arrivals.next(&mut random) {
        let sender = sender(case, &mut random);
        // Neighbours in the table are neighbours in its index.
        servers.clear();
        let share = arrivals.share();
        servers.extend(sender.touches.iter().map(|at| places.draw(at, share, &mut random).1));
        loop {
            let waited = commit(sender, &servers, &mut lines, arrivals.clock, case, &mut random);
            let base = unloaded_ms(&mut random, sender.median_ms);
            histograms[usize::from(sender.reads)].add(1000.0 * waited + base);
            answered += 1.0;
            if fraction(&mut random) < 1.0 / burst {
                break;
            }
        }
    }
    Followed {
        utilisation: lines.iter().map(|line| line.busy / arrivals.end).collect(),
        p99_ms: histograms.map(|histogram| histogram.p99_ms()),
        per_second: answered / arrivals.end,
        given_up: None,
        note: String::new(),
    }
}

/// Lets one request take its turns at its servers; gives the longest wait, in seconds.
///
/// Any participant may coordinate: that one writes to its log once, each other twice, to prepare and
/// to apply.
pub(crate) fn commit(
    sender: &Sender,
    servers: &[usize],
    lines: &mut [Line],
    clock: f64,
    case: &Case,
    random: &mut StdRng,
) -> f64 {
    let participants = servers.len();
    let coordinates = if participants > 1 { below(random, participants) } else { 0 };
    let mut longest: f64 = 0.0;
    for (at, (touch, &server)) in sender.touches.iter().zip(servers).enumerate() {
        let logs = if at == coordinates { 1.0 } else { model::PARTICIPANT_LOGS };
        let takes = cost(case.bursty, touch.takes(logs), random);
        longest = longest.max(lines[server].take(clock, takes));
    }
    longest
}

fn spelled(tree: u8, inside: u64) -> Key {
    let mut bytes = [tree; 9];
    bytes[1..].copy_from_slice(&inside.to_be_bytes());
    bytes
}

fn draw(touch: &Touch, share_of_run: f64, random: &mut StdRng) -> Key {
    let behind = |shard: u64, shards: u64| {
        let piece = u64::MAX / shards;
        spelled(touch.tree, shard * piece + whole(share_of_run * 0.999 * piece as f64))
    };
    match touch.draw {
        Draw::Uuid => spelled(touch.tree, random.next_u64()),
        Draw::ShardAndTime(shards) => {
            let shards = u64::from(shards);
            behind(random.next_u64() % shards, shards)
        }
        Draw::WeightedShard(weights) => {
            let mut pick = fraction(random);
            let shard = weights.iter().take_while(|&&weight| {
                pick -= weight;
                pick >= 0.0
            });
            let shards = weights.len() as u64;
            behind((shard.count() as u64).min(shards - 1), shards)
        }
        Draw::Row => spelled(touch.tree, u64::MAX / 2 + 1),
    }
}
