//! The simulator against published figures and closed forms, and its scenarios.

use crate::loads::{self, counter, ledger, random, sharded, tail};
use hotsplit_base::limits::WRITES_PER_NODE;
use hotsplit_model::load::{
    ClassKind, Component, ComponentKind, Direction, Load, OBJECT_KEYS, ObjectKind,
};
use hotsplit_model::sim::{
    EventKind, Knobs, Pace, Region, Run, Simulation, UnsplittableReason, answers, commit_time,
    costs, headroom, model, simulate,
};
use proptest::prelude::*;

fn run(load: &Load, nodes: f64) -> Run {
    simulate(load, &Knobs { nodes, ..Knobs::default() }, 1)
}

#[track_caller]
fn near(found: f64, expected: f64, share: f64) {
    assert!(
        (found - expected).abs() <= share * expected.abs(),
        "expected {expected} within {share}, found {found}"
    );
}

/// A Google engineer measured 35 % CPU on 3 nodes and 20 % on 5 at the same throughput (Kubis
/// 2018); the 400 ms are the ledger author's.
/// A row that is read and changed is locked for as long as its commit takes: more participants and a
/// second region let fewer changes through, by the time that they add.
#[test]
fn a_row_is_held_over_the_whole_commit() {
    let counter = |indexes: u32, region| {
        let mut load = loads::counter(400.0);
        load.classes[0].kind = ClassKind::Update;
        for number in 0..indexes {
            let index = load.add_root(&format!("Index{number}"), ObjectKind::Index, 1024.0);
            let keys = load.object(index).keys;
            let class = load.streams[0].class;
            load.add_rows(class, index, loads::all(ComponentKind::Uniform(keys)));
        }
        let knobs = Knobs { region, read_modify_write: true, minutes: 10, ..Knobs::default() };
        let run = simulate(&load, &knobs, 1);
        let room = headroom::Headroom::of(&load, &knobs).lowest().unwrap().1;
        (run.summary.served, run.summary.sustainable, room)
    };
    for (indexes, quorum_ms) in [(0, 0.0), (1, 0.0), (2, 0.0), (4, 0.0), (0, 20.0), (2, 20.0)] {
        let region = match quorum_ms > 0.0 {
            true => Region::MultiRegion { quorum_ms },
            false => Region::Regional,
        };
        let times = commit_time::latency_factor(f64::from(indexes) + 1.0);
        let expected = 1000.0 / (model::ROUND_TRIP_MS + model::COMMIT_MEAN_MS * times + quorum_ms);
        let (served, sustainable, room) = counter(indexes, region);
        for found in [served, sustainable, room] {
            assert!(
                (found / expected - 1.0).abs() < 0.01,
                "{indexes} {quorum_ms}: {found} {expected}"
            );
        }
    }
}

#[test]
fn a_time_ordered_key_takes_one_node_however_many_there_are() {
    for nodes in [1.0, 3.0, 5.0, 10.0, 20.0, 100.0] {
        for direction in [Direction::Up, Direction::Down] {
            let run = run(&ledger(12_000.0, direction), nodes);
            near(run.summary.served, WRITES_PER_NODE, 0.05);
            near(run.summary.sustainable, WRITES_PER_NODE, 1e-9);
            near(run.summary.utilisation_mean, 1.0 / nodes, 0.01);
            near(run.summary.utilisation_max, 1.0, 1e-6);
            assert!(run.summary.p99_ms >= 400.0, "p99 is {}", run.summary.p99_ms);
            near(run.summary.p99_ms, 423.0, 0.05);
            assert_eq!(run.summary.seconds_to_balance, None);
            let [hot] = &run.unsplittable[..] else { panic!("{:?}", run.unsplittable) };
            assert_eq!(hot.reason, UnsplittableReason::MovingHotSpot);
            near(hot.score, 100.0, 1e-6);
        }
    }
}

#[test]
fn sixteen_shards_on_ten_nodes_serve_the_ledger() {
    let run = run(&sharded(12_000.0, 16), 10.0);
    near(run.summary.served, 12_000.0, 0.01);
    near(run.summary.sustainable, 8.0 * WRITES_PER_NODE, 1e-6);
    assert!(run.summary.p99_ms < 20.0, "p99 is {}", run.summary.p99_ms);
    near(run.summary.p99_ms, 16.5, 0.05);
    assert_eq!(run.unsplittable, []);
    assert_eq!(run.summary.splits, 16);
}

/// Two shards in one split that is not hot by itself are too much to move: it is split, so that no
/// server is left with eight of 64 shards where others have six.
#[test]
fn what_no_move_relieves_is_split() {
    let run = run(&sharded(12_000.0, 64), 10.0);
    near(run.summary.sustainable, WRITES_PER_NODE * 64.0 / 7.0, 1e-6);
    // Six servers for what bears nine tenths of one.
    let run = self::run(&random(3_000.0), 6.0);
    let busiest = run.summary.utilisation_max / run.summary.utilisation_mean;
    assert!(busiest < 1.2, "the busiest of six servers bears {busiest} times the mean");
    // It is not said to be in the way: all is served.
    assert_eq!(run.unsplittable, []);
}

/// A point that leaves each split before it could be split is a moving hotspot, though none of
/// the splits is hot for long.
#[test]
fn a_point_that_passes_splits_has_a_reason() {
    let knobs = Knobs { nodes: 10.0, split_points_per_node: 50.0, ..Knobs::default() };
    let run = simulate(&ledger(12_000.0, Direction::Up), &knobs, 1);
    assert!(run.summary.served < 3_600.0, "it is overloaded: {}", run.summary.served);
    let [hot] = &run.unsplittable[..] else { panic!("{:?}", run.unsplittable) };
    assert_eq!(hot.reason, UnsplittableReason::MovingHotSpot);
    near(hot.score, 100.0, 1e-6);
    // New even load is only split in time, and nothing is in its way.
    let knobs = Knobs { nodes: 10.0, minutes: 3, ..Knobs::default() };
    assert_eq!(simulate(&random(30_000.0), &knobs, 1).unsplittable, []);
}

/// `C·N/ceil(N/n)` sustained, `C·Σ min(1, k·n/N)` served at an offered `n·C`.
#[test]
fn shards_serve_what_their_spread_over_servers_allows() {
    for nodes in [2_u32, 3, 4, 5, 8, 10] {
        for shards in 1..=4 * nodes {
            let (n, all) = (f64::from(nodes), f64::from(shards));
            let run = run(&sharded(n * WRITES_PER_NODE, shards), n);
            let per_server = f64::from(shards.div_ceil(nodes));
            near(run.summary.sustainable, WRITES_PER_NODE * all / per_server, 1e-6);
            let served: f64 = (0..nodes)
                .map(|server| f64::from(shards / nodes + u32::from(server < shards % nodes)))
                .map(|here| (here * n / all).min(1.0))
                .sum();
            // Noise leaves servers that are just full idle at times.
            near(run.summary.served, WRITES_PER_NODE * served, 0.02);
        }
    }
}

/// "Write throughput should double every few minutes": here every [`model::LEARN_SECONDS`].
#[test]
fn even_keys_double_until_every_server_is_busy() {
    let run = run(&random(16.0 * WRITES_PER_NODE), 16.0);
    for round in 0..=6_u32 {
        let second = round * model::LEARN_SECONDS + model::LEARN_SECONDS / 2;
        let column = (second / run.seconds_per_column) as usize;
        let expected = WRITES_PER_NODE * f64::from((1_u32 << round).min(16));
        near(f64::from(run.served[column]), expected, 0.03);
    }
    near(run.summary.sustainable, 16.0 * WRITES_PER_NODE, 1e-6);
    assert_eq!(run.unsplittable, []);
}

#[test]
fn one_hot_row_takes_one_node_and_is_cut_out() {
    for nodes in [1.0, 3.0, 20.0] {
        let run = run(&counter(12_000.0), nodes);
        near(run.summary.served, WRITES_PER_NODE, 1e-6);
        let [hot] = &run.unsplittable[..] else { panic!("{:?}", run.unsplittable) };
        assert_eq!((hot.reason, hot.keys.len()), (UnsplittableReason::HotRow, 1));
    }
}

#[test]
fn a_full_split_moves_its_tail_to_another_server() {
    let bytes_per_second = 3_000.0 * 1024.0;
    let load = ledger(3_000.0, Direction::Up);
    let run = simulate(&load, &Knobs { minutes: 180, ..Knobs::default() }, 1);
    let sizes: Vec<_> =
        run.events.iter().filter(|event| event.kind == EventKind::SizeSplit).collect();
    let every = model::SPLIT_BYTES_MAX / bytes_per_second;
    assert_eq!(sizes.len() as f64, (180.0 * 60.0 / every).floor());
    for (number, event) in (1..).zip(&sizes) {
        let late = f64::from(event.second) - f64::from(number) * every;
        // Each is found a control round late at the most, and starts the next.
        assert!((0.0..=10.0 * f64::from(number)).contains(&late), "{late} s late");
    }
    for pair in sizes.windows(2) {
        assert_ne!(pair[0].server, pair[1].server);
    }
}

#[test]
fn with_no_load_a_commit_takes_the_base_time() {
    let run = run(&random(1.0), 10.0);
    near(run.summary.p50_ms, model::COMMIT_MEDIAN_MS, 0.01);
    near(run.summary.p99_ms, model::COMMIT_P99_MS, 0.02);
    let empty = run_nothing();
    assert_eq!((empty.summary.served, empty.summary.p99_ms), (0.0, 0.0));
}

fn run_nothing() -> Run {
    run(&Load::default(), 3.0)
}

/// M/M/1: the wait above the base time has its 99th percentile at ln(100)·c/(1−ρ), times the
/// burstiness; the base time adds little to a long wait.
#[test]
fn near_saturation_waiting_is_exponential() {
    let load = random(0.85 * WRITES_PER_NODE);
    let run = simulate(&load, &Knobs { nodes: 1.0, ..Knobs::default() }, 1);
    let wait = 1000.0 / WRITES_PER_NODE * model::BURSTINESS / (1.0 - 0.85);
    let expected = libm::log(0.85 * 100.0) * wait + model::COMMIT_MEDIAN_MS;
    near(run.summary.p99_ms, expected, 0.08);
}

#[test]
fn more_load_never_shortens_the_wait() {
    let mut before = 0.0;
    for step in 1..=60 {
        let load = random(f64::from(step) * 100.0);
        let p99 = run(&load, 1.0).summary.p99_ms;
        assert!(p99 >= before * 0.995, "{p99} ms after {before} ms at {step}00 writes/s");
        before = p99;
    }
}

/// The published resulting rates per node: 3,500 without an index, 3,029 with one beside the
/// row, 1,230, 746 and 536 with one, two and three of their own.
#[test]
fn indexes_cost_what_the_model_says() {
    for (beside, apart, expected) in
        [(0, 0, 3_500.0), (1, 0, 3_029.0), (0, 1, 1_230.0), (0, 2, 746.0), (0, 3, 536.0)]
    {
        let load = loads::indexed(100.0, beside, apart);
        let cost: f64 = costs::touch_costs(&load, &costs::Prices::default()).iter().sum();
        near(1.0 / cost, expected, 0.001);
        near(run(&load, 1.0).summary.sustainable, expected, 0.001);
    }
}

/// Where participants join a share of the commits each bears, on average over all ways in which they
/// may join, two writes to its log less one for whoever coordinates.
#[test]
fn participants_that_join_at_times_cost_their_mean() {
    let mut load = loads::indexed(100.0, 0, 4);
    let shares = [1.0, 0.2, 0.5, 1.0, 0.9];
    let mut streams: Vec<&mut _> =
        load.streams.iter_mut().filter(|stream| stream.participant).collect();
    assert_eq!(streams.len(), shares.len());
    for (stream, share) in streams.iter_mut().zip(shares) {
        stream.share = share;
    }
    let costs = costs::touch_costs(&load, &costs::Prices::default());
    for (at, cost) in costs.into_iter().enumerate() {
        let (mut chance_of_all, mut logs) = (0.0, 0.0);
        for joined in 0_u32..1 << shares.len() {
            let is_in = |index: usize| joined & (1 << index) != 0;
            let chance =
                |index: usize| if is_in(index) { shares[index] } else { 1.0 - shares[index] };
            let chance: f64 = (0..shares.len()).map(chance).product();
            if is_in(at) {
                chance_of_all += chance;
                logs += chance * (2.0 - 1.0 / f64::from(joined.count_ones()));
            }
        }
        let expected = costs::commit_overhead() * logs / chance_of_all + costs::row_cost(1024.0);
        assert!((cost - expected).abs() < 1e-12, "{at}: {cost} and {expected}");
    }
}

#[test]
fn a_large_row_costs_more_to_apply_and_a_small_one_no_less() {
    let cost = |bytes: f64| {
        let mut load = random(1.0);
        load.streams[0].row_bytes = bytes;
        costs::touch_costs(&load, &costs::Prices::default())[0]
    };
    assert_eq!(cost(100.0), cost(1024.0));
    near(cost(10.0 * 1024.0) - cost(1024.0), 9.0 / model::ROWS_APPLIED_PER_NODE, 1e-9);
}

/// The table alone would be served; its index on a timestamp takes the commits down with it.
#[test]
fn a_hot_index_holds_back_its_table() {
    let load = loads::timestamp_index(12_000.0);
    let run = run(&load, 10.0);
    let index_split = 1.0 / costs::touch_costs(&load, &costs::Prices::default())[1];
    near(run.summary.served, index_split, 0.01);
    let [hot] = &run.unsplittable[..] else { panic!("{:?}", run.unsplittable) };
    assert_eq!(load.object(hot.object).name, "ByTime");
    assert_eq!(hot.reason, UnsplittableReason::MovingHotSpot);
    assert!(run.totals.held_back > 0.0);
    assert!(run.summary.p99_ms > 400.0, "p99 is {}", run.summary.p99_ms);
}

#[test]
fn a_whale_is_split_if_its_rows_are_spread_and_not_if_they_are_in_order() {
    let whale = |in_order: bool| {
        loads::table(20_000.0, move |keys| {
            let own = keys.piece(3, 16);
            let kind =
                if in_order { tail(own, Direction::Up) } else { ComponentKind::Uniform(own) };
            vec![
                Component { kind, weight: 0.5 },
                Component { kind: ComponentKind::Uniform(keys), weight: 0.5 },
            ]
        })
    };
    let spread = run(&whale(false), 10.0);
    near(spread.summary.served, 20_000.0, 0.01);
    assert_eq!(spread.unsplittable, []);
    let ordered = run(&whale(true), 10.0);
    // Even rows in the whale's way suffer with it.
    near(ordered.summary.served, 10_000.0 + WRITES_PER_NODE, 0.03);
    assert_eq!(ordered.unsplittable[0].reason, UnsplittableReason::MovingHotSpot);
}

/// Text UUIDs of version 1 sweep the key space every 429.5 s; splits left behind are crossed
/// again and do not help.
#[test]
fn a_sweeping_point_stays_a_moving_hot_spot() {
    let run = run(&loads::sweeping(12_000.0, 429.5), 10.0);
    near(run.summary.served, WRITES_PER_NODE, 0.01);
    assert_eq!(run.unsplittable[0].reason, UnsplittableReason::MovingHotSpot);
}

#[test]
fn half_a_node_is_half_a_server() {
    let run = run(&random(12_000.0), 0.5);
    assert_eq!(run.servers, 1);
    near(run.summary.served, WRITES_PER_NODE / 2.0, 1e-6);
    // One and a half are not offered.
    let two = self::run(&ledger(12_000.0, Direction::Up), 1.5);
    assert_eq!((two.servers, two.nodes), (2, 2.0));
    near(two.summary.served, WRITES_PER_NODE, 1e-6);
}

#[test]
fn limits_are_kept_and_noted() {
    let knobs = Knobs { nodes: 1e6, minutes: 1_000_000, ..Knobs::default() };
    let run = simulate(&random(1000.0), &knobs, 1);
    assert_eq!(run.servers, 200);
    assert_eq!(run.seconds, 24 * 60 * 60);
    assert!(run.columns <= model::COLUMNS_MAX);
    assert_eq!(run.notes.len(), 2);
    let none = simulate(&random(1.0), &Knobs { nodes: f64::NAN, minutes: 0, ..knobs }, 1);
    assert_eq!((none.servers, none.seconds), (1, 60));
}

/// One point runs after another at twice its speed. Each time it has passed the boundary that was
/// made between them, a cold range is left behind.
#[test]
fn cold_neighbours_are_merged_again() {
    let mut load = loads::table(2_000.0, |keys| {
        let part = |keys| Component { kind: tail(keys, Direction::Up), weight: 0.5 };
        vec![part(keys), part(keys.piece(1, 2))]
    });
    load.streams[0].growth_bytes = 100.0;
    let run = simulate(&load, &Knobs { minutes: 240, ..Knobs::default() }, 1);
    let merges: Vec<_> = run.events.iter().filter(|event| event.kind == EventKind::Merge).collect();
    assert!(!merges.is_empty());
    for merge in merges {
        let made = run.events.iter().find(|event| event.key == merge.key).unwrap();
        assert_eq!(made.kind, EventKind::Split);
        assert!(merge.second >= made.second + model::MERGE_SECONDS);
        assert!(run.splits.iter().all(|split| split.keys.lo != merge.key));
    }
}

#[test]
fn the_seed_places_and_shakes_but_does_not_decide() {
    let load = loads::timestamp_index(2_000.0);
    let knobs = Knobs::default();
    let (one, again) = (simulate(&load, &knobs, 7), simulate(&load, &knobs, 7));
    assert_eq!(one, again);
    let other = simulate(&load, &knobs, 8);
    assert_ne!(one.offered, other.offered);
    near(other.summary.served, one.summary.served, 0.01);
    near(other.summary.p99_ms, one.summary.p99_ms, 0.01);
    near(other.summary.sustainable, one.summary.sustainable, 1e-9);
}

/// A node reads 22,500 rows of 1 KB by key and no more; a load that only reads has no rows written.
#[test]
fn a_node_reads_what_is_published() {
    let load = loads::only_read(loads::point_reads(100_000.0), |keys| {
        loads::all(ComponentKind::Uniform(keys))
    });
    let run = run(&load, 3.0);
    near(run.summary.reads_served, 3.0 * model::READS_PER_NODE, 0.02);
    near(run.summary.reads_sustainable, 3.0 * model::READS_PER_NODE, 0.01);
    let sum = run.summary;
    assert_eq!((sum.offered, sum.served, sum.sustainable, sum.p99_ms), (0.0, 0.0, 0.0, 0.0));
    let answer = answers::throughput(&load, &Knobs::default(), 3, 1);
    near(answer.reads_sustainable, 3.0 * model::READS_PER_NODE, 1e-9);
    assert_eq!(answer.sustainable, 0.0);
    let needed = answers::nodes_needed(&load, &Knobs::default(), 100_000.0, 1);
    let answers::NodesNeeded::Nodes(needed) = needed else { panic!("{needed:?}") };
    // 100,000 / (22,500 · 0.65)
    assert_eq!(needed.nodes, 7);
}

/// With no load reads take their base time and commits theirs; a read at several places waits for
/// the slowest: the median of sixteen is the 95.8th percentile of one.
#[test]
fn reads_have_a_latency_of_their_own() {
    let mut load = random(1.0);
    let (object, keys) = (load.streams[0].object, load.objects[0].keys);
    let even = || loads::all(ComponentKind::Uniform(keys));
    loads::add_reads(&mut load, object, loads::point_reads(1.0), even());
    let sum = run(&load, 10.0).summary;
    near(sum.read_p50_ms, model::READ_MEDIAN_MS, 0.01);
    near(sum.read_p99_ms, model::READ_P99_MS, 0.02);
    near(sum.p50_ms, model::COMMIT_MEDIAN_MS, 0.01);
    near(sum.p99_ms, model::COMMIT_P99_MS, 0.02);
    let fan_out = loads::Reads { places: 16.0, ..loads::point_reads(1.0) };
    let sum = run(&loads::only_read(fan_out, |_| even()), 10.0).summary;
    let sigma = libm::log(3.0) / 2.326_348;
    near(sum.read_p50_ms, 3.0 * libm::exp(sigma * 1.724), 0.02);
    near(sum.read_p99_ms, 3.0 * libm::exp(sigma * 3.226), 0.03);
}

/// Reads queue where commits do: a table that is only read slows down beside a hot one.
#[test]
fn a_hot_neighbour_slows_reads_down() {
    let mut load = ledger(12_000.0, Direction::Up);
    let object = load.add_root("Innocent", ObjectKind::Table, 1024.0);
    let keys = load.object(object).keys;
    let even = loads::all(ComponentKind::Uniform(keys));
    loads::add_reads(&mut load, object, loads::point_reads(100.0), even);
    // Not so long that a full split takes the hotspot elsewhere.
    let short = |nodes| simulate(&load, &Knobs { nodes, minutes: 20, ..Knobs::default() }, 1);
    let (together, apart) = (short(1.0).summary, short(2.0).summary);
    assert!(together.read_p50_ms > 300.0, "{together:?}");
    assert!(apart.read_p99_ms < 10.0, "{apart:?}");
    near(apart.reads_served, 100.0, 0.01);
}

/// A read of a range costs a read by key in each split that it touches, and a little for every row
/// more; it loads each split on the way.
#[test]
fn a_range_read_loads_every_split_on_the_way() {
    let scan = loads::Reads { span: 1 << 50, rows: 1_001.0, ..loads::point_reads(100.0) };
    let mut load = loads::only_read(scan, |keys| loads::all(ComponentKind::Atom { at: keys.lo }));
    let keys = load.objects[0].keys;
    let borne = |load: &Load| {
        let run = simulate(load, &Knobs { minutes: 1, ..Knobs::default() }, 1);
        run.splits.iter().map(|split| split.load).collect::<Vec<_>>()
    };
    let (seek, rows) = (1.0 / model::READS_PER_NODE, 1_000.0 * model::SCAN_ROW_SECONDS);
    near(borne(&load)[0], 100.0 * (seek + rows), 1e-9);
    // Eight pieces, of which half of the range passes four.
    load.split_points = (1..8).map(|piece| keys.piece(piece, 8).lo).collect();
    let loads = borne(&load);
    for (at, found) in loads.iter().enumerate() {
        let expected = if at < 4 { 100.0 * (seek + rows / 4.0) } else { 0.0 };
        assert!((found - expected).abs() < 1e-9, "{loads:?}");
    }
}

/// Reads of short ranges are spread like single rows; scans of a whole table cannot be parted.
#[test]
fn long_scans_keep_their_split_together() {
    let reads = |span_bits: u32, rows| {
        let scan = loads::Reads { span: 1 << span_bits, rows, ..loads::point_reads(20_000.0) };
        loads::only_read(scan, |keys| loads::all(ComponentKind::Uniform(keys)))
    };
    let short = run(&reads(30, 100.0), 10.0);
    assert_eq!(short.unsplittable, []);
    near(short.summary.reads_served, 20_000.0, 0.01);
    let scan = loads::Reads { span: 1 << 51, rows: 1e6, ..loads::point_reads(2.0) };
    let whole = loads::only_read(scan, |keys| loads::all(ComponentKind::Atom { at: keys.lo }));
    let whole = run(&whole, 10.0);
    let [hot] = &whole.unsplittable[..] else { panic!("{:?}", whole.unsplittable) };
    assert_eq!(hot.reason, UnsplittableReason::LargeScanHotSpot);
    assert_eq!(whole.summary.splits, 1);
    // A node passes 500,000 rows a second.
    near(whole.summary.reads_served, 0.5, 0.01);
}

/// A row that would be cut out stays where half of the load reads from its neighbours to it.
#[test]
fn a_hot_row_in_the_way_of_scans_cannot_be_cut_out() {
    let scanned = |scans: f64| {
        let mut load = counter(3_000.0);
        let (object, keys) = (load.streams[0].object, load.objects[0].keys);
        let scan = loads::Reads { span: 1 << 51, rows: 1e5, ..loads::point_reads(scans) };
        let first = loads::all(ComponentKind::Atom { at: keys.lo });
        loads::add_reads(&mut load, object, scan, first);
        run(&load, 10.0)
    };
    let hot = scanned(10.0);
    let [split] = &hot.unsplittable[..] else { panic!("{:?}", hot.unsplittable) };
    assert_eq!(split.reason, UnsplittableReason::UnisolatableHotRow);
    assert_eq!(hot.summary.splits, 1);
    // Few scans do not keep it.
    let cut = scanned(1.0);
    assert_eq!(
        (cut.unsplittable[0].reason, cut.unsplittable[0].keys.len()),
        (UnsplittableReason::HotRow, 1)
    );
}

/// Newest first: the reads move on with the inserts.
#[test]
fn reads_of_what_is_newest_are_a_moving_hot_spot() {
    let scan = loads::Reads { span: 1 << 20, rows: 50.0, ..loads::point_reads(20_000.0) };
    let load = loads::only_read(scan, |keys| loads::all(tail(keys, Direction::Up)));
    let run = run(&load, 10.0);
    let [hot] = &run.unsplittable[..] else { panic!("{:?}", run.unsplittable) };
    assert_eq!(hot.reason, UnsplittableReason::MovingHotSpot);
    near(run.summary.reads_served, 1.0 / (1.0 / model::READS_PER_NODE + 49.0 * 2e-6), 0.01);
}

/// What a table holds has been split for its size alone, and deletes make it smaller.
#[test]
fn a_table_with_rows_starts_with_splits() {
    let held = |rows: f64, kind| {
        let mut load = random(1_000.0);
        load.objects[0].rows = rows;
        load.classes[0].kind = kind;
        if kind == ClassKind::Delete {
            load.streams[0].growth_bytes *= -1.0;
        }
        run(&load, 10.0)
    };
    // 954 GiB, halved until no split is above 8 GiB.
    let run = held(1e9, ClassKind::Delete);
    assert_eq!(run.summary.splits, 128);
    let bytes: f64 = run.splits.iter().map(|split| split.bytes).sum();
    near(bytes, 1024.0 * (1e9 - 3.6e6), 1e-6);
    let inserted = held(1e9, ClassKind::Insert);
    near(inserted.splits.iter().map(|split| split.bytes).sum(), 1024.0 * (1e9 + 3.6e6), 1e-6);
    let at_first = |run: &Run| run.history.iter().filter(|change| change.second == 0).count();
    assert_eq!((at_first(&inserted), at_first(&held(1e6, ClassKind::Insert))), (128, 1));
    // Behind a tail that has come half way.
    let mut ordered = ledger(1_000.0, Direction::Up);
    ordered.objects[0].rows = 1e8;
    let ComponentKind::Tail(tail) = &mut ordered.streams[0].components[0].kind else { panic!() };
    tail.start = 0.5;
    let middle = ordered.objects[0].keys.at(0.5);
    let knobs = Knobs { minutes: 1, ..Knobs::default() };
    let splits = simulate(&ordered, &knobs, 1).splits;
    assert_eq!(splits.len(), 16);
    assert!(splits[..15].iter().all(|split| split.keys.hi <= middle && split.bytes > 4e9));
}

/// A key that grows with inserts has come as far as inserts have; one that sweeps follows the
/// clock.
#[test]
fn points_move_as_fast_as_rows_are_asked_for() {
    let mut load = ledger(3_000.0, Direction::Up);
    load.split_points = vec![load.objects[0].keys.at(0.5)];
    let pace = Pace::Step { before: 0.2, second: 1_800 };
    let run = simulate(&load, &Knobs { pace, nodes: 2.0, ..Knobs::default() }, 1);
    let ComponentKind::Tail(tail) = load.streams[0].components[0].kind else { panic!() };
    // A fifth for 1,800 s and all for the rest make 2,160 s; half of that is there after 2,520 s.
    near(run.paced(&tail, 1_800.0), 3_600.0 / 6.0, 1e-9);
    near(run.paced(&tail, 2_520.0), 1_800.0, 1e-9);
    near(run.paced(&tail, 3_600.0), 3_600.0, 1e-9);
    let sweep = loads::sweeping(1.0, 429.5);
    let ComponentKind::Tail(sweep) = sweep.streams[0].components[0].kind else { panic!() };
    assert_eq!(run.paced(&sweep, 1_800.0), 1_800.0);
    let busy = |second: u32| {
        let column = second / run.seconds_per_column;
        u32::from(run.server_utilisation(1, column) > run.server_utilisation(0, column))
    };
    assert_eq!(busy(100), busy(2_500));
    assert_ne!(busy(2_500), busy(2_530));
    // With no pace, time is as it was.
    let steady = simulate(&load, &Knobs::default(), 1);
    assert_eq!(steady.paced(&tail, 1_234.0), 1_234.0);
}

/// In slices or at once, a run gives the same bytes, and what is told on the way stays.
#[test]
fn a_run_in_slices_is_the_run_at_once() {
    let mut load = loads::timestamp_index(12_000.0);
    let (object, keys) = (load.streams[0].object, load.objects[0].keys);
    let even = loads::all(ComponentKind::Uniform(keys));
    loads::add_reads(&mut load, object, loads::point_reads(5_000.0), even);
    let knobs = Knobs { nodes: 4.0, ..Knobs::default() };
    let whole = simulate(&load, &knobs, 5);
    for slice in [1, 7, 250] {
        let mut simulation = Simulation::new(&load, &knobs, 5);
        assert_eq!(simulation.so_far().columns_done, 0);
        let mut done = 0;
        while done < simulation.columns() {
            done = simulation.advance(slice);
            if done % 50 == 0 {
                let part = simulation.so_far();
                let n = done as usize;
                assert_eq!((part.columns_done, part.served.len()), (done, n));
                assert_eq!(part.p99_ms, whole.p99_ms[..n]);
                let first = &part.utilisation[..part.columns as usize];
                assert_eq!(first[..n], whole.utilisation[..n]);
                assert!(first[n..].iter().all(|&busy| busy == 0.0));
                assert!(part.serving(keys.lo, done - 1).is_some());
            }
        }
        assert_eq!(simulation.finish(), whole);
    }
    let mut early = Simulation::new(&load, &knobs, 5);
    early.advance(3);
    assert_eq!(early.finish(), whole);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    /// What is offered is served, held back, shed or left waiting; splits tile the axis; nothing
    /// is served that was not offered; servers never do more than they can.
    #[test]
    fn nothing_is_lost(load in loads::with_reads(), nodes in 1_u32..12, seed: u64) {
        let knobs = Knobs { nodes: f64::from(nodes), minutes: 30, ..Knobs::default() };
        let run = simulate(&load, &knobs, seed);
        let totals = run.totals;
        let waiting = totals.waiting + totals.client_waiting;
        let out = totals.served + totals.held_back + totals.shed + totals.not_sent + waiting;
        prop_assert!((out - totals.offered).abs() <= 1e-9 * totals.offered.max(1.0),
            "offered {}, found {out}", totals.offered);

        let mut next = 0;
        for split in &run.splits {
            prop_assert_eq!(split.keys.lo, next);
            prop_assert!(split.keys.hi > split.keys.lo);
            prop_assert!(split.server < run.servers);
            next = split.keys.hi;
        }
        prop_assert_eq!(next, load.roots() as u64 * OBJECT_KEYS);

        let rows = run.offered.iter().zip(&run.served);
        for (offered, served) in rows.chain(run.reads_offered.iter().zip(&run.reads_served)) {
            prop_assert!(*served <= *offered * 1.0001);
        }
        prop_assert!(run.utilisation.iter().all(|&busy| (0.0..=1.0001).contains(&busy)));
        prop_assert!(run.p99_ms.iter().zip(&run.p50_ms).all(|(p99, p50)| p99 >= p50));
        prop_assert!(run.read_p99_ms.iter().zip(&run.read_p50_ms).all(|(p99, p50)| p99 >= p50));
        prop_assert_eq!(simulate(&load, &knobs, seed), run);
    }

    /// Where nothing is overloaded, splits together bear what the streams ask for, reads of
    /// several splits and all.
    #[test]
    fn splits_bear_the_load(load in loads::with_reads()) {
        let mut load = load;
        for class in &mut load.classes {
            class.commits_per_second /= 1000.0;
        }
        let run = simulate(&load, &Knobs { nodes: 5.0, minutes: 5, ..Knobs::default() }, 1);
        let asked: f64 = load.streams.iter().zip(&run.stream_cost)
            .map(|(s, cost)| load.class(s.class).commits_per_second * s.share * cost)
            .sum();
        let borne: f64 = run.splits.iter().map(|split| split.load).sum();
        prop_assert!((asked - borne).abs() <= 1e-9 * asked.max(1e-9), "{asked} and {borne}");
    }

    /// Every key is answered for at every time, by the split that held it at the end.
    #[test]
    fn the_history_ends_with_the_layout(load in loads::with_reads(), seed: u64) {
        let run = simulate(&load, &Knobs { nodes: 4.0, minutes: 20, ..Knobs::default() }, seed);
        for split in &run.splits {
            for key in [split.keys.lo, split.keys.hi - 1] {
                let serving = run.serving(key, run.columns - 1).unwrap();
                prop_assert_eq!((serving.keys, serving.server), (split.keys, split.server));
                prop_assert!(run.serving(key, 0).is_some());
            }
        }
    }

    /// Descending keys are ascending ones seen in a mirror.
    #[test]
    fn descending_is_no_cure(per_second in 500.0_f64..20_000.0, nodes in 1_u32..12) {
        let n = f64::from(nodes);
        let up = run(&ledger(per_second, Direction::Up), n);
        let down = run(&ledger(per_second, Direction::Down), n);
        prop_assert_eq!(up.summary, down.summary);
    }

    /// The order in which tables are created changes nothing that matters.
    #[test]
    fn the_order_of_tables_does_not_matter(load in loads::any_tables()) {
        let mut turned = Load::default();
        for class in load.classes.iter().rev() {
            let name = &load.object(class.object).name;
            let object = turned.add_root(name, ObjectKind::Table, 1024.0);
            let from = load.object(class.object).keys;
            let to = turned.object(object).keys;
            let moved = load.streams.iter().find(|stream| stream.object == class.object).unwrap();
            let components = loads::shifted(&moved.components, from, to);
            let new = turned.add_class(object, ClassKind::Insert, class.commits_per_second);
            turned.add_rows(new, object, components);
        }
        let knobs = Knobs { nodes: 6.0, ..Knobs::default() };
        let (one, other) = (simulate(&load, &knobs, 3), simulate(&turned, &knobs, 3));
        let close = |a: f64, b: f64| (a - b).abs() <= 0.05 * a.max(b);
        prop_assert!(close(one.summary.served, other.summary.served),
            "{} and {}", one.summary.served, other.summary.served);
    }

    /// An index of its own never raises what a schema can take.
    #[test]
    fn an_index_never_helps(apart in 0_u32..4, per_second in 100.0_f64..5_000.0) {
        let without = run(&loads::indexed(per_second, 0, apart), 5.0);
        let with = run(&loads::indexed(per_second, 0, apart + 1), 5.0);
        prop_assert!(with.summary.served <= without.summary.served * 1.001);
    }

    /// Twice the nodes and twice the load give the same picture.
    #[test]
    fn the_model_has_no_scale(nodes in 2_u32..10, share in 0.1_f64..0.6) {
        let n = f64::from(nodes);
        let small = run(&random(n * share * WRITES_PER_NODE), n);
        let large = run(&random(2.0 * n * share * WRITES_PER_NODE), 2.0 * n);
        let close = |a: f64, b: f64, by: f64| (a - b).abs() <= by * a.max(b);
        prop_assert!(close(2.0 * small.summary.served, large.summary.served, 0.01));
        prop_assert!(close(small.summary.p99_ms, large.summary.p99_ms, 0.1),
            "{} and {}", small.summary.p99_ms, large.summary.p99_ms);
    }
}
