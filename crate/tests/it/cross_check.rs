//! The simulator against one that follows every request: keys are drawn and spelled out as bytes,
//! routed to the split that holds them, and wait in line at its server.
//!
//! Nothing of `sim` is used but the layout it ends with, spelled as keys too. The clock of every
//! request runs on its own: requests come in bursts (a Poisson process of bursts, each of a
//! geometric number of neighbouring keys), a server takes an exponential time for each, first come
//! first served, and the commit takes its own lognormal time besides. The mean burst is as many as
//! the model's burstiness: bursts of b with exponential times make (Ca² + Cs²) / 2 = b. Servers are
//! up to 95 % busy, the noise on rates included; beyond that queues follow the noise too slowly for
//! a run of this length to settle.

use crate::loads::{self, counter, ledger, random, sharded};
use hotsplit::schema::limits::WRITES_PER_NODE;
use hotsplit::sim::{Knobs, Run, model, simulate};
use hotsplit::workload::load::{ClassKind, Direction, Load, OBJECT_KEYS, ObjectKind};
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

/// A table of the request simulation.
struct Table {
    /// The number of its tree, which leads its keys.
    tree: u8,
    draw: Draw,
    per_second: f64,
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
    tables: Vec<Table>,
    /// Requests followed.
    requests: f64,
}

/// What came of following requests.
struct Followed {
    utilisation: Vec<f64>,
    p99_ms: f64,
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

fn draw(table: &Table, share_of_run: f64, random: &mut StdRng) -> Vec<u8> {
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
    let place = |split: &hotsplit::sim::SplitAtEnd| Place {
        first: of(split.keys.lo),
        server: split.server as usize,
    };
    run.splits.iter().map(place).collect()
}

/// Follows the requests of `case`, one after another in the order they arrive.
fn follow(case: &Case, places: &[Place], seed: u64) -> Followed {
    let mut random = StdRng::seed_from_u64(seed);
    let rate: f64 = case.tables.iter().map(|table| table.per_second).sum();
    let end = case.requests / rate;
    let (cost, burst) = (1.0 / WRITES_PER_NODE, model::BURSTINESS);
    let sigma = libm::log(model::COMMIT_P99_MS / model::COMMIT_MEDIAN_MS) / 2.326_348;
    let mut free_at = vec![0.0_f64; case.nodes as usize];
    let mut busy = vec![0.0; case.nodes as usize];
    let mut histogram = vec![0_u32; 4_000];
    let (mut clock, mut column, mut noise) = (0.0, -1.0, 1.0);
    while clock < end {
        // As in the model the rate is a little off in every column, and the other way in the next.
        if (clock / end * COLUMNS).floor() > column {
            column = (clock / end * COLUMNS).floor();
            noise = if column % 2.0 == 0.0 {
                1.0 + model::NOISE * (2.0 * fraction(&mut random) - 1.0)
            } else {
                2.0 - noise
            };
        }
        clock += exponential(&mut random, burst / (rate * noise));
        let mut pick = fraction(&mut random) * rate;
        let table = case.tables.iter().find(|table| {
            pick -= table.per_second;
            pick < 0.0
        });
        // The layout is that of the second half of the run, so the time is too.
        let time = 0.5 + clock / end / 2.0;
        let key = draw(table.unwrap_or(&case.tables[0]), time, &mut random);
        let after = places.partition_point(|place| place.first <= key);
        let server = places[after - 1].server;
        loop {
            let begins = free_at[server].max(clock);
            let takes = exponential(&mut random, cost);
            free_at[server] = begins + takes;
            busy[server] += takes;
            let waited = 1000.0 * (begins - clock);
            let base = model::COMMIT_MEDIAN_MS * libm::exp(sigma * normal(&mut random));
            let bucket = (libm::log(waited + base) + 5.0) * BUCKETS;
            let bucket = index(bucket).min(histogram.len() - 1);
            histogram[bucket] += 1;
            if fraction(&mut random) < 1.0 / burst {
                break;
            }
        }
    }
    let all: u32 = histogram.iter().sum();
    let (mut slower, mut bucket) = (0, histogram.len());
    while f64::from(slower) < 0.01 * f64::from(all) {
        bucket -= 1;
        slower += histogram[bucket];
    }
    Followed {
        utilisation: busy.iter().map(|busy| busy / end).collect(),
        p99_ms: libm::exp((bucket as f64 + 0.5) / BUCKETS - 5.0),
    }
}

/// A float as an index.
#[expect(clippy::cast_possible_truncation, reason = "saturates, and the caller clamps it")]
fn index(value: f64) -> usize {
    value as usize
}

fn even(name: &'static str, nodes: u32, busy: f64, requests: f64) -> Case {
    let per_second = f64::from(nodes) * busy * WRITES_PER_NODE;
    Case {
        name,
        nodes,
        points: 10.0,
        load: random(per_second),
        tables: vec![Table { tree: 0, draw: Draw::Uuid, per_second }],
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
    let tables = vec![Table { tree: 0, draw: Draw::ShardAndTime(shards), per_second }];
    Case { name, nodes, points: 0.0, load, tables, requests }
}

/// A hot row beside a table with random keys.
fn row_and_even(name: &'static str, nodes: u32, row: f64, rest: f64, requests: f64) -> Case {
    let mut load = counter(row);
    let object = load.add_root("Rest", ObjectKind::Table, 1024.0);
    let class = load.add_class(object, ClassKind::Insert, rest);
    let keys = load.object(object).keys;
    let place = hotsplit::workload::load::ComponentKind::Uniform(keys);
    load.add_rows(class, object, loads::all(place));
    let tables = vec![
        Table { tree: 0, draw: Draw::Row, per_second: row },
        Table { tree: 1, draw: Draw::Uuid, per_second: rest },
    ];
    Case { name, nodes, points: 10.0, load, tables, requests }
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
        let followed = follow(&case, &places(&run), seed);
        let worst = run
            .server_mean
            .iter()
            .zip(&followed.utilisation)
            .map(|(one, other)| (one - other).abs() / other.max(0.05))
            .fold(0.0, f64::max);
        let p99 = run.summary.p99_ms / followed.p99_ms - 1.0;
        let line = format!(
            "{}: utilisation {:.1} % apart, p99 {:.1} ms, followed {:.1} ms: {:+.1} %",
            case.name,
            100.0 * worst,
            run.summary.p99_ms,
            followed.p99_ms,
            100.0 * p99,
        );
        println!("{line}");
        if worst > UTILISATION_WITHIN || p99.abs() > P99_WITHIN {
            wrong += &line;
            wrong += "\n";
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}
