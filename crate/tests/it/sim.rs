//! The simulator against published figures and closed forms, and its scenarios.

use crate::loads::{self, counter, ledger, random, sharded, tail};
use hotsplit::schema::limits::WRITES_PER_NODE;
use hotsplit::sim::{EventKind, Knobs, Reason, Run, model, simulate};
use hotsplit::workload::load::{
    ClassKind, Component, ComponentKind, Direction, Load, OBJECT_KEYS, ObjectKind,
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
            assert_eq!(hot.reason, Reason::MovingHotSpot);
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
        assert_eq!((hot.reason, hot.keys.len()), (Reason::HotRow, 1));
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
/// row, 1,445, 963 and 722 with one, two and three of their own.
#[test]
fn indexes_cost_what_the_model_says() {
    for (beside, apart, expected) in
        [(0, 0, 3_500.0), (1, 0, 3_029.0), (0, 1, 1_445.0), (0, 2, 963.0), (0, 3, 722.0)]
    {
        let load = loads::indexed(100.0, beside, apart);
        let cost: f64 = model::touch_costs(&load, &model::Prices::default()).iter().sum();
        near(1.0 / cost, expected, 0.001);
        near(run(&load, 1.0).summary.sustainable, expected, 0.001);
    }
}

#[test]
fn a_large_row_costs_more_to_apply_and_a_small_one_no_less() {
    let cost = |bytes: f64| {
        let mut load = random(1.0);
        load.streams[0].row_bytes = bytes;
        model::touch_costs(&load, &model::Prices::default())[0]
    };
    assert_eq!(cost(100.0), cost(1024.0));
    near(cost(10.0 * 1024.0) - cost(1024.0), 9.0 / model::ROWS_APPLIED_PER_NODE, 1e-9);
}

/// The table alone would be served; its index on a timestamp takes the commits down with it.
#[test]
fn a_hot_index_holds_back_its_table() {
    let load = loads::timestamp_index(12_000.0);
    let run = run(&load, 10.0);
    let index_split = 1.0 / model::touch_costs(&load, &model::Prices::default())[1];
    near(run.summary.served, index_split, 0.01);
    let [hot] = &run.unsplittable[..] else { panic!("{:?}", run.unsplittable) };
    assert_eq!(load.object(hot.object).name, "ByTime");
    assert_eq!(hot.reason, Reason::MovingHotSpot);
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
    assert_eq!(ordered.unsplittable[0].reason, Reason::MovingHotSpot);
}

/// Text UUIDs of version 1 sweep the key space every 429.5 s; splits left behind are crossed
/// again and do not help.
#[test]
fn a_sweeping_point_stays_a_moving_hot_spot() {
    let run = run(&loads::sweeping(12_000.0, 429.5), 10.0);
    near(run.summary.served, WRITES_PER_NODE, 0.01);
    assert_eq!(run.unsplittable[0].reason, Reason::MovingHotSpot);
}

#[test]
fn half_a_node_is_half_a_server() {
    let run = run(&random(12_000.0), 0.5);
    assert_eq!(run.servers, 1);
    near(run.summary.served, WRITES_PER_NODE / 2.0, 1e-6);
    let two = self::run(&ledger(12_000.0, Direction::Up), 1.5);
    assert_eq!(two.servers, 2);
    near(two.summary.served, 0.75 * WRITES_PER_NODE, 1e-6);
}

#[test]
fn limits_are_kept_and_noted() {
    let knobs = Knobs { nodes: 1e9, minutes: 1_000_000, ..Knobs::default() };
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

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    /// What is offered is served, held back, shed or left waiting; splits tile the axis; nothing
    /// is served that was not offered; servers never do more than they can.
    #[test]
    fn nothing_is_lost(load in loads::with_indexes(), nodes in 1_u32..12, seed: u64) {
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

        for (offered, served) in run.offered.iter().zip(&run.served) {
            prop_assert!(*served <= *offered * 1.0001);
        }
        prop_assert!(run.utilisation.iter().all(|&busy| (0.0..=1.0001).contains(&busy)));
        prop_assert!(run.p99_ms.iter().zip(&run.p50_ms).all(|(p99, p50)| p99 >= p50));
        prop_assert_eq!(simulate(&load, &knobs, seed), run);
    }

    /// Where nothing is overloaded, splits together bear what the streams ask for.
    #[test]
    fn splits_bear_the_load(load in loads::with_indexes()) {
        let mut load = load;
        for class in &mut load.classes {
            class.commits_per_second /= 1000.0;
        }
        let run = simulate(&load, &Knobs { nodes: 5.0, minutes: 5, ..Knobs::default() }, 1);
        let asked: f64 = load.streams.iter().zip(model::touch_costs(&load, &model::Prices::default()))
            .map(|(s, cost)| load.class(s.class).commits_per_second * s.share * cost)
            .sum();
        let borne: f64 = run.splits.iter().map(|split| split.load).sum();
        prop_assert!((asked - borne).abs() <= 1e-9 * asked.max(1e-9), "{asked} and {borne}");
    }

    /// Every key is answered for at every time, by the split that held it at the end.
    #[test]
    fn the_history_ends_with_the_layout(load in loads::with_indexes(), seed: u64) {
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
