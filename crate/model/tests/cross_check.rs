//! The simulator against one that follows every request: keys are drawn and spelled out as bytes,
//! routed to the split that holds them, and wait in line at its server.
//!
//! Nothing of `sim` is used but the layout it ends with, spelled as keys too. The clock of every
//! request runs on its own: requests come in bursts (a Poisson process of bursts, each of a
//! geometric number of neighbouring keys), a server takes an exponential time for each, first come
//! first served, and the commit takes its own lognormal time besides. The mean burst is as many as
//! the model's burstiness: bursts of b with exponential times make (Ca² + Cs²) / 2 = b. A commit of
//! two participants takes its turn at both servers and waits for the slower one; there are many
//! servers, so that both are rarely the same, which the model leaves out.
//!
//! Servers are up to 95 % busy on average. The noise on rates is that of the model, which shrinks
//! near capacity. A queue needs about b·c / (1 - ρ)², 0.5 s at 95 %, to settle, and the columns
//! followed last longer: the model takes every column for settled.

#![expect(clippy::unwrap_used, reason = "a test stops at the first surprise")]

mod plain;

use hotsplit_model::limits::WRITES_PER_NODE;
use hotsplit_model::load::{ClassKind, Direction, Load, OBJECT_KEYS, ObjectKind};
use hotsplit_model::sim::{Knobs, Run, model, simulate};
use plain::{add_reads, all, counter, ledger, point_reads, random, sharded};
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};

/// Utilisation of a server may differ by this share of it.
const UTILISATION_WITHIN: f64 = 0.02;
/// The 99th percentile may differ by this share of it.
const P99_WITHIN: f64 = 0.08;
/// Times that the rate changes: enough that its mean is met, and that queues follow each.
const COLUMNS: f64 = 100.0;
/// Buckets of the histogram of latencies for each factor of e.
const BUCKETS: f64 = 200.0;

/// What a client draws keys of.
#[derive(Clone, Copy)]
enum Draw {
    /// A random UUID.
    Uuid,
    /// The time, behind one of so many shards.
    ShardAndTime(u8),
    /// Always the same row.
    Row,
}

/// What a request does at one split.
#[derive(Clone, Copy)]
struct Touch {
    /// The number of its tree, which leads its keys.
    tree: u8,
    draw: Draw,
    /// Seconds of a node that it takes on average.
    takes: f64,
}

/// Clients that all send the same kind of request.
struct Sender {
    /// Splits that take part; the request waits for the slowest.
    touches: Vec<Touch>,
    per_second: f64,
    /// Median of its time with no load, ms; the 99th percentile is three times that.
    median_ms: f64,
    /// It only reads.
    reads: bool,
}

/// A split: its first key, and its server.
struct Place {
    first: Vec<u8>,
    server: usize,
}

/// One comparison.
struct Case {
    name: &'static str,
    nodes: u32,
    /// Split points for each node, so that even load is spread from the start.
    points: f64,
    load: Load,
    senders: Vec<Sender>,
    /// Requests followed.
    requests: f64,
}

/// What came of following requests.
struct Followed {
    utilisation: Vec<f64>,
    /// Of commits, and of reads; 0 where there are none.
    p99_ms: [f64; 2],
}

fn fraction(random: &mut StdRng) -> f64 {
    ((random.next_u64() >> 11) as f64 + 0.5) / (1_u64 << 53) as f64
}

fn exponential(random: &mut StdRng, mean: f64) -> f64 {
    -mean * libm::log(fraction(random))
}

/// Box and Muller's pair, of which one is used.
fn normal(random: &mut StdRng) -> f64 {
    let radius = (-2.0 * libm::log(fraction(random))).sqrt();
    radius * libm::cos(2.0 * std::f64::consts::PI * fraction(random))
}

/// A key as bytes that sort as it does: the tree, then 64 bits.
fn spelled(tree: u8, inside: u64) -> Vec<u8> {
    let mut bytes = vec![tree];
    bytes.extend(inside.to_be_bytes());
    bytes
}

fn draw(table: &Touch, share_of_run: f64, random: &mut StdRng) -> Vec<u8> {
    let whole = |value: f64| format!("{:.0}", value.floor()).parse::<u64>().unwrap();
    match table.draw {
        Draw::Uuid => spelled(table.tree, random.next_u64()),
        Draw::ShardAndTime(shards) => {
            let shard = random.next_u64() % u64::from(shards);
            let piece = u64::MAX / u64::from(shards);
            spelled(table.tree, shard * piece + whole(share_of_run * 0.999 * piece as f64))
        }
        Draw::Row => spelled(table.tree, u64::MAX / 2 + 1),
    }
}

fn places(run: &Run) -> Vec<Place> {
    let of = |key: u64| {
        let tree = u8::try_from(key / OBJECT_KEYS).unwrap();
        spelled(tree, (key % OBJECT_KEYS) * (u64::MAX / OBJECT_KEYS + 1))
    };
    let place = |split: &hotsplit_model::sim::SplitAtEnd| Place {
        first: of(split.keys.lo),
        server: split.server as usize,
    };
    run.splits.iter().map(place).collect()
}

/// Follows the requests of `case`, one after another in the order they arrive, when rates are off by
/// so much at most.
fn follow(case: &Case, places: &[Place], width: f64, seed: u64) -> Followed {
    let mut random = StdRng::seed_from_u64(seed);
    let rate: f64 = case.senders.iter().map(|sender| sender.per_second).sum();
    let end = case.requests / rate;
    let burst = model::BURSTINESS;
    let sigma = libm::log(3.0) / 2.326_348;
    let mut free_at = vec![0.0_f64; case.nodes as usize];
    let mut busy = vec![0.0; case.nodes as usize];
    let mut histograms = [vec![0_u32; 4_000], vec![0_u32; 4_000]];
    let (mut clock, mut column, mut noise) = (0.0, -1.0, 1.0);
    while clock < end {
        // As in the model the rate is a little off in every column, and the other way in the next.
        if (clock / end * COLUMNS).floor() > column {
            column = (clock / end * COLUMNS).floor();
            noise = if column % 2.0 == 0.0 {
                1.0 + width * (2.0 * fraction(&mut random) - 1.0)
            } else {
                2.0 - noise
            };
        }
        clock += exponential(&mut random, burst / (rate * noise));
        let mut pick = fraction(&mut random) * rate;
        let sender = case.senders.iter().find(|sender| {
            pick -= sender.per_second;
            pick < 0.0
        });
        let sender = sender.unwrap_or(&case.senders[0]);
        // The layout is that of the second half of the run, so the time is too.
        let time = 0.5 + clock / end / 2.0;
        let server_of = |touch: &Touch, random: &mut StdRng| {
            let key = draw(touch, time, random);
            places[places.partition_point(|place| place.first <= key) - 1].server
        };
        // Neighbours in the table are neighbours in its index.
        let servers: Vec<(usize, f64)> = sender
            .touches
            .iter()
            .map(|touch| (server_of(touch, &mut random), touch.takes))
            .collect();
        loop {
            let mut waited: f64 = 0.0;
            for &(server, takes) in &servers {
                let begins = free_at[server].max(clock);
                let takes = exponential(&mut random, takes);
                free_at[server] = begins + takes;
                busy[server] += takes;
                waited = waited.max(1000.0 * (begins - clock));
            }
            let base = sender.median_ms * libm::exp(sigma * normal(&mut random));
            let histogram = &mut histograms[usize::from(sender.reads)];
            let bucket = (libm::log(waited + base) + 5.0) * BUCKETS;
            let bucket = index(bucket).min(histogram.len() - 1);
            histogram[bucket] += 1;
            if fraction(&mut random) < 1.0 / burst {
                break;
            }
        }
    }
    Followed {
        utilisation: busy.iter().map(|busy| busy / end).collect(),
        p99_ms: histograms.map(|histogram| slowest_of_a_hundred(&histogram)),
    }
}

fn slowest_of_a_hundred(histogram: &[u32]) -> f64 {
    let all: u32 = histogram.iter().sum();
    let (mut slower, mut bucket) = (0, histogram.len());
    while bucket > 0 && f64::from(slower) < 0.01 * f64::from(all) {
        bucket -= 1;
        slower += histogram[bucket];
    }
    if all == 0 { 0.0 } else { libm::exp((bucket as f64 + 0.5) / BUCKETS - 5.0) }
}

/// A float as an index.
#[expect(clippy::cast_possible_truncation, reason = "saturates, and the caller clamps it")]
fn index(value: f64) -> usize {
    value as usize
}

/// Commits of one row in one split.
fn commits(tree: u8, draw: Draw, per_second: f64) -> Sender {
    let touches = vec![Touch { tree, draw, takes: 1.0 / WRITES_PER_NODE }];
    Sender { touches, per_second, median_ms: model::COMMIT_MEDIAN_MS, reads: false }
}

/// Commits of a row and an entry elsewhere: both dearer, as three writes to two logs are, and the
/// time of two participants with no load is 1.44 times that of one.
fn commits_of_two(row: Draw, entry: Draw, per_second: f64) -> Sender {
    let apply = 1.0 / 22_500.0;
    let takes = (1.0 / WRITES_PER_NODE - apply) * 1.5 + apply;
    let touches = vec![Touch { tree: 0, draw: row, takes }, Touch { tree: 1, draw: entry, takes }];
    Sender { touches, per_second, median_ms: 1.44 * model::COMMIT_MEDIAN_MS, reads: false }
}

/// Reads of one row.
fn reads(tree: u8, draw: Draw, per_second: f64) -> Sender {
    let touches = vec![Touch { tree, draw, takes: 1.0 / 22_500.0 }];
    Sender { touches, per_second, median_ms: model::READ_MEDIAN_MS, reads: true }
}

fn even(name: &'static str, nodes: u32, busy: f64, requests: f64) -> Case {
    let per_second = f64::from(nodes) * busy * WRITES_PER_NODE;
    Case {
        name,
        nodes,
        points: 10.0,
        load: random(per_second),
        senders: vec![commits(0, Draw::Uuid, per_second)],
        requests,
    }
}

fn shards(name: &'static str, nodes: u32, shards: u8, per_second: f64, requests: f64) -> Case {
    let mut load = match shards {
        1 => ledger(per_second, Direction::Up),
        _ => sharded(per_second, u32::from(shards)),
    };
    // No split fills up: the layout at the end is that of the whole second half.
    load.streams[0].growth_bytes = 0.0;
    let senders = vec![commits(0, Draw::ShardAndTime(shards), per_second)];
    Case { name, nodes, points: 0.0, load, senders, requests }
}

/// A hot row beside a table with random keys.
fn row_and_even(name: &'static str, nodes: u32, row: f64, rest: f64, requests: f64) -> Case {
    let mut load = counter(row);
    let object = load.add_root("Rest", ObjectKind::Table, 1024.0);
    let class = load.add_class(object, ClassKind::Insert, rest);
    let keys = load.object(object).keys;
    let place = hotsplit_model::load::ComponentKind::Uniform(keys);
    load.add_rows(class, object, all(place));
    let senders = vec![commits(0, Draw::Row, row), commits(1, Draw::Uuid, rest)];
    Case { name, nodes, points: 10.0, load, senders, requests }
}

/// A table with an index: both even, or the index in order of time.
fn indexed(name: &'static str, nodes: u32, per_second: f64, in_order: bool, requests: f64) -> Case {
    let (load, entry) = match in_order {
        true => (plain::timestamp_index(per_second), Draw::ShardAndTime(1)),
        false => (plain::indexed(per_second, 0, 1), Draw::Uuid),
    };
    let mut load = load;
    load.streams.iter_mut().for_each(|stream| stream.growth_bytes = 0.0);
    let senders = vec![commits_of_two(Draw::Uuid, entry, per_second)];
    // With split points the hot end of the index would wander over servers as it passes them.
    let points = if in_order { 0.0 } else { 10.0 };
    Case { name, nodes, points, load, senders, requests }
}

/// Writes of one row and reads of another on the same servers.
fn written_and_read(
    name: &'static str,
    nodes: u32,
    (write, read): (f64, f64),
    requests: f64,
) -> Case {
    let mut load = random(write);
    let (object, keys) = (load.streams[0].object, load.objects[0].keys);
    let place = all(hotsplit_model::load::ComponentKind::Uniform(keys));
    add_reads(&mut load, object, point_reads(read), place);
    let senders = vec![commits(0, Draw::Uuid, write), reads(0, Draw::Uuid, read)];
    Case { name, nodes, points: 10.0, load, senders, requests }
}

fn cases() -> Vec<Case> {
    vec![
        even("half busy", 1, 0.5, 2e5),
        even("busy", 1, 0.8, 6e5),
        even("nearly full", 1, 0.9, 2.5e6),
        even("full but for a twentieth at times", 2, 0.92, 3e6),
        even("four nodes", 4, 0.7, 6e5),
        even("ten nodes", 10, 0.85, 1.5e6),
        shards("one point", 3, 1, 3_000.0, 2e6),
        shards("sixteen shards on ten nodes", 10, 16, 24_000.0, 2e6),
        shards("five shards on four nodes", 4, 5, 7_500.0, 1e6),
        row_and_even("a row and a table", 5, 2_800.0, 9_000.0, 2.5e6),
        indexed("a row and an entry", 16, 14_000.0, false, 2e6),
        indexed("a row and an entry, busy", 16, 15_300.0, false, 1.6e6),
        indexed("a row and an entry at one point", 5, 2_200.0, true, 1.5e6),
        written_and_read("writes and reads", 2, (3_000.0, 20_000.0), 1.5e6),
        written_and_read("mostly reads", 3, (1_000.0, 42_000.0), 1.5e6),
        even("a twentieth left", 1, 0.95, 1e7),
        shards("four points with a twentieth left", 4, 4, 13_300.0, 1.5e7),
    ]
}

#[test]
fn following_every_request_comes_to_the_same() {
    let mut wrong = String::new();
    for (case, seed) in cases().into_iter().zip(1..) {
        let knobs = Knobs {
            nodes: f64::from(case.nodes),
            split_points_per_node: case.points,
            ..Knobs::default()
        };
        let run = simulate(&case.load, &knobs, 1);
        let distances = run.server_mean.iter().map(|busy| (1.0 - busy).abs());
        let width = model::noise_width(distances.fold(f64::INFINITY, f64::min));
        let followed = follow(&case, &places(&run), width, seed);
        let worst = run
            .server_mean
            .iter()
            .zip(&followed.utilisation)
            .map(|(one, other)| (one - other).abs() / other.max(0.05))
            .fold(0.0, f64::max);
        let found = [run.summary.p99_ms, run.summary.read_p99_ms];
        let mut line = format!("{}: utilisation {:.1} % apart", case.name, 100.0 * worst);
        let mut off = worst > UTILISATION_WITHIN;
        for (kind, (ours, theirs)) in
            ["", " of reads"].iter().zip(found.iter().zip(followed.p99_ms))
        {
            if *ours > 0.0 || theirs > 0.0 {
                let apart = ours / theirs - 1.0;
                let percent = 100.0 * apart;
                line +=
                    &format!(", p99{kind} {ours:.1} ms, followed {theirs:.1} ms: {percent:+.1} %");
                off |= apart.abs() > P99_WITHIN;
            }
        }
        println!("{line}");
        if off {
            wrong += &line;
            wrong += "\n";
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}
