//! The laws that the model keeps, for any load: what goes in comes out, what cannot be cut takes
//! one server, and what can be cut takes all.
//!
//! Numbers are those of the checks that the model was designed with.

use crate::loads::{self, counter, ledger, random, sharded, tail};
use hotsplit_base::limits::{STORAGE_BYTES_PER_NODE, WRITES_PER_NODE, nodes_offered};
use hotsplit_model::load::{
    ClassKind, Component, ComponentKind, Direction, Load, OBJECT_KEYS, ObjectKind, Stream,
};
use hotsplit_model::sim::{
    EventKind, Knobs, Pace, Region, Run, Sending, UnsplittableReason, answers, costs, model,
    simulate,
};
use proptest::prelude::*;

fn short(nodes: f64) -> Knobs {
    Knobs { nodes, minutes: 20, ..Knobs::default() }
}

fn near(found: f64, expected: f64, share: f64) -> Result<(), TestCaseError> {
    prop_assert!(
        (found - expected).abs() <= share * expected.abs() + 1e-9,
        "expected {} within {}, found {}",
        expected,
        share,
        found
    );
    Ok(())
}

fn any_sending() -> impl Strategy<Value = Sending> {
    let closed = (1.0_f64..20_000.0, 0.0_f64..50.0)
        .prop_map(|(users, think_ms)| Sending::Closed { users, think_ms });
    prop_oneof![Just(Sending::Open), Just(Sending::PartlyOpen), closed]
}

fn any_pace() -> impl Strategy<Value = Pace> {
    prop_oneof![
        Just(Pace::Steady),
        (0.0_f64..3.0, 0_u32..1200).prop_map(|(before, second)| Pace::Step { before, second }),
        (0.0_f64..3.0, 1_u32..1200).prop_map(|(from, seconds)| Pace::Ramp { from, seconds }),
        (0.01_f64..0.5, 1.1_f64..2.0, 30_u32..300).prop_map(|(from, factor, every)| Pace::Growth {
            from,
            factor,
            every
        }),
    ]
}

fn any_knobs() -> impl Strategy<Value = Knobs> {
    let rest = (0.2_f64..=1.0, 0.0_f64..20.0, any::<bool>(), 0.3_f64..1.5, any::<bool>());
    (1_u32..12, any_sending(), any_pace(), rest).prop_map(|(nodes, sending, pace, rest)| {
        let (leader_share, split_points_per_node, read_modify_write, split_ceiling, apart) = rest;
        let region = if apart { Region::MultiRegion { quorum_ms: 20.0 } } else { Region::Regional };
        let constants = model::Constants { split_ceiling, ..model::Constants::default() };
        Knobs {
            sending,
            pace,
            leader_share,
            split_points_per_node,
            read_modify_write,
            region,
            constants,
            ..short(f64::from(nodes))
        }
    })
}

/// Load on shards and, behind them, even load.
fn shards_and_even(shard_rate: f64, shards: u32, even_rate: f64) -> Load {
    let mut load = sharded(shard_rate, shards);
    let object = load.add_root("Even", ObjectKind::Table, 1024.0);
    let class = load.add_class(object, ClassKind::Insert, even_rate);
    let keys = load.object(object).keys;
    load.add_rows(class, object, loads::all(ComponentKind::Uniform(keys)));
    load
}

fn splits_tile(run: &Run, load: &Load) -> Result<(), TestCaseError> {
    let mut next = 0;
    for split in &run.splits {
        prop_assert_eq!(split.keys.lo, next);
        prop_assert!(split.keys.hi > split.keys.lo);
        next = split.keys.hi;
    }
    prop_assert_eq!(next, load.roots() as u64 * OBJECT_KEYS);
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 16, ..ProptestConfig::default() })]

    /// 1 and 2: whatever the knobs, what is offered is served, held back, given up, not sent or
    /// left waiting; and splits tile the axis, each at least one key wide.
    #[test]
    fn what_goes_in_comes_out(load in loads::with_reads(), knobs in any_knobs(), seed: u64) {
        let run = simulate(&load, &knobs, seed);
        let t = run.totals;
        let out = t.served + t.held_back + t.shed + t.not_sent + t.waiting + t.client_waiting;
        near(out, t.offered, 1e-9)?;
        for part in [t.served, t.held_back, t.shed, t.not_sent, t.waiting, t.client_waiting] {
            prop_assert!(part >= -1e-9 * t.offered, "{:?}", t);
        }
        splits_tile(&run, &load)?;
        prop_assert!(run.utilisation.iter().all(|&busy| (0.0..=1.0001).contains(&busy)));
        let sum = run.summary;
        prop_assert!(sum.read_p99_ms >= sum.read_p50_ms && sum.reads_served >= 0.0);
        prop_assert!(sum.client_p99_ms >= sum.p99_ms * 0.999 && sum.p99_ms >= sum.p50_ms);
        prop_assert_eq!(simulate(&load, &knobs, seed), run);
    }

    /// 3: one moving point takes one node, whatever the nodes, the split points and the direction.
    #[test]
    fn a_tail_takes_one_node(
        nodes in 1_u32..40, points in 0_u32..50, up: bool, rate in 4_000.0_f64..50_000.0,
    ) {
        let direction = if up { Direction::Up } else { Direction::Down };
        let knobs =
            Knobs { split_points_per_node: f64::from(points), ..short(f64::from(nodes)) };
        let run = simulate(&ledger(rate, direction), &knobs, 1);
        near(run.summary.served, WRITES_PER_NODE, 0.01)?;
        // With split points, servers that the point has left go on with what still waits.
        if points == 0 {
            near(run.summary.utilisation_mean, 1.0 / f64::from(nodes), 0.02)?;
            prop_assert_eq!(run.unsplittable[0].reason, UnsplittableReason::MovingHotSpot);
        }
        let answer = answers::throughput(&ledger(rate, direction), &knobs, nodes, 1);
        near(answer.sustainable, WRITES_PER_NODE, 1e-9)?;
    }

    /// Whatever is requested, the run has what Spanner offers: no less, no more than one step more,
    /// and a note says so. A tail takes one whole node from one node on.
    #[test]
    fn nodes_are_what_spanner_offers(requested in prop_oneof![0.01_f64..1.0, 1.0..2_000.0]) {
        let offered = nodes_offered(requested);
        let step = if offered > 1.0 { 1.0 } else { 0.1 };
        prop_assert!(offered >= requested - 1e-6 && offered - step < requested.max(0.1));
        prop_assert!(((offered / step).round() - offered / step).abs() < 1e-9);
        prop_assert_eq!(nodes_offered(offered), offered);
        let knobs = Knobs { minutes: 5, ..short(requested) };
        let run = simulate(&ledger(20_000.0, Direction::Up), &knobs, 1);
        prop_assert_eq!(run.nodes, offered);
        near(run.nodes_simulated(), offered.min(model::NODES_MAX), 1e-9)?;
        near(run.summary.sustainable, WRITES_PER_NODE * offered.min(1.0), 1e-6)?;
        let says = |what: &str| run.notes.iter().any(|note| note.contains(what));
        prop_assert_eq!(says("Spanner offers"), offered != requested);
        prop_assert_eq!(says("are simulated"), offered > model::NODES_MAX);
        let asked = Knobs { nodes: offered, ..knobs };
        prop_assert_eq!(run.served, simulate(&ledger(20_000.0, Direction::Up), &asked, 1).served);
    }

    /// A note appears where the rows take more than the nodes may store, and only there. Rows that
    /// are there and rows that are written are stored once.
    #[test]
    fn storage_above_the_quota_is_noted(nodes in 1_u32..50, share in 0.1_f64..3.0) {
        let n = f64::from(nodes);
        let mut load = random(100.0);
        let most = STORAGE_BYTES_PER_NODE * n;
        load.objects[0].rows = share * most / load.objects[0].row_bytes;
        let run = simulate(&load, &Knobs { minutes: 5, ..short(n) }, 1);
        near(run.stored_bytes, share * most, 1e-3)?;
        near(run.storage_max(), most, 1e-9)?;
        let noted = run.notes.iter().find(|note| note.contains("TiB"));
        prop_assert_eq!(noted.is_some(), run.stored_bytes > most);
        // As many nodes as the note says may store it.
        if let Some(note) = noted {
            let needed = note.rsplit("needs ").next().unwrap().trim_end_matches(" nodes.");
            let needed: f64 = needed.parse().unwrap();
            prop_assert!(needed * STORAGE_BYTES_PER_NODE >= run.stored_bytes * (1.0 - 1e-9));
            prop_assert!((needed - 1.0) * STORAGE_BYTES_PER_NODE < run.stored_bytes);
        }
    }

    /// Noise changes no mean: up to a load at which the limit of requests in flight sets in, the
    /// mean latency is that of the queue with the stated load (ρ·b·c / (1 - ρ) beside the commit
    /// itself), on any number of nodes.
    #[test]
    fn noise_does_not_move_the_mean(nodes in 1_u32..12, busy in 0.2_f64..0.98, seed: u64) {
        let n = f64::from(nodes);
        let knobs = Knobs { in_flight_max: 1e6, split_points_per_node: 0.0, ..short(n) };
        // One point for each node from the start: every server bears the same.
        let load = |rate: f64| {
            let mut load = sharded(rate, nodes);
            let keys = load.objects[0].keys;
            load.split_points = (1..nodes).map(|point| keys.piece(point, nodes).lo).collect();
            load
        };
        let run = simulate(&load(n * busy * WRITES_PER_NODE), &knobs, seed);
        let alone = simulate(&load(1e-6), &knobs, seed).summary.mean_ms;
        let wait = busy * model::BURSTINESS * 1000.0 / WRITES_PER_NODE / (1.0 - busy);
        near(run.summary.offered, n * busy * WRITES_PER_NODE, 1e-3)?;
        near(run.summary.mean_ms - alone, wait, 0.04)?;
        prop_assert!(run.utilisation.iter().all(|&busy| busy < 1.0));
    }

    /// No more requests are in flight than may be, those in service included; and a server that is
    /// full has all its places taken. Fewer places than a full server has in service are left out.
    #[test]
    fn requests_in_service_take_places(
        places in 60.0_f64..3_000.0, nodes in 1_u32..8, times in 1.2_f64..5.0, reads in 0.0_f64..3.0,
    ) {
        let mut load = ledger(times * WRITES_PER_NODE, Direction::Up);
        let class = load.add_class(load.streams[0].object, ClassKind::Read, reads * WRITES_PER_NODE);
        let stream = load.streams[0].clone().reading();
        load.streams.push(Stream { class, ..stream });
        let knobs = Knobs { in_flight_max: places, ..short(f64::from(nodes)) };
        let run = simulate(&load, &knobs, 1);
        prop_assert!(run.summary.in_flight <= places * 1.005, "{}", run.summary.in_flight);
        near(run.summary.in_flight, places, 0.02)?;
    }

    /// What an instance serves at most does not depend on how much is offered, from a thousandth of
    /// it to three times as much, for any tables and indexes.
    #[test]
    fn what_can_be_served_does_not_depend_on_the_offer(
        load in loads::with_indexes(), nodes in 1_u32..20, log_share in -3.0_f64..0.5, seed: u64,
    ) {
        let knobs = short(f64::from(nodes));
        let most = answers::throughput(&load, &knobs, nodes, 1);
        prop_assert_eq!(most.basis, answers::Basis::Exact);
        let offered = most.sustainable * libm::pow(10.0, log_share);
        let load = answers::scaled(&load, offered / load.commits_per_second());
        let run = simulate(&load, &knobs, seed).summary;
        near(run.sustainable, most.sustainable, 1e-6)?;
        near(run.recommended, most.recommended, 1e-6)?;
        near(answers::throughput(&load, &knobs, nodes, 1).sustainable, most.sustainable, 1e-6)?;
    }

    /// It is what a run comes to: a little less is served, and under too much the splits are such
    /// that about as much could be.
    #[test]
    fn what_can_be_served_is_served(nodes in 1_u32..16, shape in 0_u32..7) {
        let load = |rate: f64| match shape {
            0 => random(rate),
            1 => ledger(rate, Direction::Up),
            2 => sharded(rate, 16),
            3 => shards_and_even(0.4 * rate, 1, 0.6 * rate),
            4 => loads::indexed(rate, 0, 2),
            // Reads of all rows of one of a few hundred entities cross splits.
            5 => {
                let mut load = random(rate);
                let (object, keys) = (load.streams[0].object, load.objects[0].keys);
                let span = OBJECT_KEYS / 264;
                let reads = loads::Reads { per_second: 0.1 * rate, span, rows: 50.0, places: 1.0 };
                loads::add_reads(&mut load, object, reads, loads::all(ComponentKind::Uniform(keys)));
                load
            }
            _ => loads::timestamp_index(rate),
        };
        let knobs = Knobs { nodes: f64::from(nodes), minutes: 40, ..Knobs::default() };
        let most = answers::throughput(&load(1.0), &knobs, nodes, 1).sustainable;
        let less = simulate(&load(0.85 * most), &knobs, 1).summary;
        near(less.sustainable, most, 1e-6)?;
        prop_assert!(less.served >= 0.99 * less.offered, "{} of {}", less.served, less.offered);
        let more = simulate(&load(2.0 * most), &knobs, 1).summary;
        prop_assert!(more.sustainable_as_split <= 1.001 * most);
        near(more.sustainable_as_split, most, 0.15)?;
    }

    /// 4: N shards sustain `C·N/ceil(N/n)`, which is less than `C·min(N, n)` unless N is at most
    /// n or a multiple of it.
    #[test]
    fn shards_sustain_what_their_spread_allows(nodes in 1_u32..24, shards in 1_u32..80) {
        let load = sharded(f64::from(nodes) * WRITES_PER_NODE, shards);
        let run = simulate(&load, &short(f64::from(nodes)), 1);
        let busiest = f64::from(shards.div_ceil(nodes));
        let expected = WRITES_PER_NODE * f64::from(shards) / busiest;
        near(run.summary.sustainable, expected, 1e-6)?;
        let answer = answers::throughput(&load, &Knobs::default(), nodes, 1);
        prop_assert_eq!(answer.basis, answers::Basis::Exact);
        near(answer.sustainable, expected, 1e-9)?;
        let simple = WRITES_PER_NODE * f64::from(shards.min(nodes));
        prop_assert!(expected <= simple * (1.0 + 1e-9));
        let equal = shards <= nodes || shards % nodes == 0;
        prop_assert_eq!(equal, (expected - simple).abs() < 1e-6);
    }

    /// 5: random keys double until every server is busy.
    #[test]
    fn random_keys_double(nodes in 1_u32..33) {
        let n = f64::from(nodes);
        let run = simulate(&random(n * WRITES_PER_NODE), &short(n), 1);
        for round in 0..4_u32 {
            let second = round * model::LEARN_SECONDS + model::LEARN_SECONDS / 2;
            let column = (second / run.seconds_per_column) as usize;
            let expected = WRITES_PER_NODE * f64::from((1_u32 << round).min(nodes));
            // Halves of splits do not share out evenly over, say, five servers.
            prop_assert!(f64::from(run.served[column]) <= expected * 1.031);
            if (1 << round) <= nodes {
                near(f64::from(run.served[column]), expected, 0.03)?;
            }
        }
        // With no slack at all, and splits of unequal size, a little is left over.
        near(run.summary.served, n * WRITES_PER_NODE, 0.08)?;
    }

    /// 6: where the rest spreads, taking the point out of a key gains `n·h`.
    #[test]
    fn the_gain_is_nodes_times_the_hot_share(nodes in 2_u32..12, hot in 0.3_f64..1.0) {
        let n = f64::from(nodes);
        let total = n * WRITES_PER_NODE;
        let before = shards_and_even(total * hot, 1, total * (1.0 - hot));
        let after = random(total);
        let answer = |load| answers::throughput(load, &short(n), nodes, 1);
        let [one, other] = [&before, &after].map(answer);
        near(other.sustainable / one.sustainable, (n * hot).max(1.0), 1e-6)?;
        // And so it comes out of runs.
        let [one, other] = [&before, &after].map(|load| simulate(load, &short(n), 1).summary);
        near(other.sustainable / one.sustainable, (n * hot).max(1.0), 0.12)?;
    }

    /// 7: one row takes one node, whatever the nodes, and however many shards other keys have.
    #[test]
    fn a_row_takes_one_node(nodes in 2_u32..24, shards in 1_u32..20) {
        let n = f64::from(nodes);
        let mut load = counter(12_000.0);
        let others = sharded(1_000.0, shards);
        let object = load.add_root("Others", ObjectKind::Table, 1024.0);
        let class = load.add_class(object, ClassKind::Insert, 1_000.0);
        let from = others.objects[0].keys;
        let parts = loads::shifted(&others.streams[0].components, from, load.object(object).keys);
        load.add_rows(class, object, parts);
        let run = simulate(&load, &short(n), 1);
        let row = &run.unsplittable[0];
        prop_assert_eq!((row.reason, row.keys.len()), (UnsplittableReason::HotRow, 1));
        near(run.summary.served, WRITES_PER_NODE + 1_000.0, 0.02)?;
    }

    /// 8: users under way are rate times latency; a full server behind a limit K makes commits
    /// wait K times what each takes.
    #[test]
    fn users_are_rate_times_time(
        users in 1.0_f64..5_000.0, think_ms in 0.0_f64..100.0, shards in 1_u32..8,
    ) {
        let sending = Sending::Closed { users, think_ms };
        let run = simulate(&sharded(1_000.0, shards), &Knobs { sending, ..short(4.0) }, 1);
        let sum = run.summary;
        near(sum.served * (sum.mean_ms + think_ms) / 1000.0, users, 0.02)?;
        near(sum.in_flight, sum.served * sum.mean_ms / 1000.0, 0.01)?;
        prop_assert!(sum.served <= sum.sustainable * 1.001);
        near(sum.client_p99_ms, sum.p99_ms, 1e-9)?;
    }

    #[test]
    fn a_full_server_waits_for_all_places(places in 50.0_f64..5_000.0, nodes in 1_u32..10) {
        let knobs = Knobs { in_flight_max: places, ..short(f64::from(nodes)) };
        let run = simulate(&ledger(12_000.0, Direction::Up), &knobs, 1);
        // Those in service take places, too: the mean time in service is no wait.
        let idle = simulate(&ledger(1.0, Direction::Up), &knobs, 1).summary;
        let wait = places / WRITES_PER_NODE * 1000.0 - idle.mean_ms;
        near(run.summary.p50_ms, wait + model::COMMIT_MEDIAN_MS, 0.03)?;
        // Whoever measures from when it wanted to send sees the wait for a place as well.
        let patience = model::CLIENT_WAIT_SECONDS * 1000.0;
        near(run.summary.client_p50_ms, run.summary.p50_ms + patience, 0.03)?;
        prop_assert!(run.totals.shed > 0.0);
    }

    /// 9: k times the nodes and k times the load give the same picture.
    #[test]
    fn the_model_is_free_of_scale(nodes in 2_u32..8, times in 2_u32..6, share in 0.1_f64..0.6) {
        let (n, k) = (f64::from(nodes), f64::from(times));
        let run = |by: f64| {
            let knobs = Knobs { split_points_per_node: 9.9, ..short(by * n) };
            simulate(&random(by * n * share * WRITES_PER_NODE), &knobs, 1).summary
        };
        let (small, large) = (run(1.0), run(k));
        near(large.served, k * small.served, 0.01)?;
        near(large.p50_ms, small.p50_ms, 0.02)?;
        near(large.p99_ms, small.p99_ms, 0.1)?;
        near(large.utilisation_mean, small.utilisation_mean, 0.01)?;
    }

    /// 10: ascending and descending keys, and shards in any order, are alike.
    #[test]
    fn a_mirror_changes_nothing(
        rate in 500.0_f64..30_000.0, nodes in 1_u32..12, shards in 1_u32..20,
    ) {
        let side = |direction| {
            loads::table(rate, |keys| {
                let weight = 1.0 / f64::from(shards);
                let part = |i| Component { kind: tail(keys.piece(i, shards), direction), weight };
                (0..shards).map(part).collect()
            })
        };
        let run = |direction| simulate(&side(direction), &short(f64::from(nodes)), 1).summary;
        let (up, down) = (run(Direction::Up), run(Direction::Down));
        near(up.served, down.served, 0.02)?;
        near(up.sustainable, down.sustainable, 1e-6)?;
    }

    /// 11: an index of its own never raises what is sustained, and a child inside its parent's
    /// split never lowers it; nor does more load shorten the wait.
    #[test]
    fn more_work_never_helps(apart in 0_u32..4, nodes in 1_u32..12, rate in 10.0_f64..3_000.0) {
        let answer = |beside, apart| {
            let load = loads::indexed(rate, beside, apart);
            answers::throughput(&load, &Knobs::default(), nodes, 1).sustainable
        };
        prop_assert!(answer(0, apart + 1) < answer(0, apart));
        prop_assert!(answer(1, apart) >= answer(0, apart + 1));
        let p99 = |rate: f64| {
            let knobs = Knobs { minutes: 2, split_points_per_node: 10.0, ..short(1.0) };
            simulate(&random(rate), &knobs, 1).summary.p99_ms
        };
        prop_assert!(p99(rate * 1.1) >= p99(rate) * 0.999);
    }

    /// 12: with hardly any load a commit takes its base time; close to capacity the wait is that
    /// of a burst over what is left.
    #[test]
    fn the_ends_of_the_curve(busy in 0.93_f64..0.96, nodes in 1_u32..9) {
        let n = f64::from(nodes);
        let knobs = Knobs { minutes: 4, split_points_per_node: 9.0, ..short(n) };
        let idle = simulate(&random(0.01), &knobs, 1).summary;
        near(idle.p99_ms, model::COMMIT_P99_MS, 0.02)?;
        // One server, so that all of it is equally busy.
        let one = Knobs { minutes: 4, ..short(1.0) };
        let full = simulate(&random(busy * WRITES_PER_NODE), &one, 1).summary;
        let burst = 1000.0 / WRITES_PER_NODE * model::BURSTINESS;
        let wait = libm::log(100.0 * busy) * burst / (1.0 - busy);
        // Noise raises the utilisation at times, and waits more than it lowers them.
        let p99 = full.p99_ms;
        prop_assert!(p99 >= wait && p99 <= 1.9 * wait, "{p99} and {wait}");
    }

    /// 13: a point that writes w bytes a second changes server every 8 GiB / w.
    #[test]
    fn a_point_moves_on_when_its_split_is_full(
        rate in 1_500.0_f64..3_400.0, bytes in 1_024.0_f64..4_000.0,
    ) {
        let mut load = ledger(rate, Direction::Up);
        load.streams[0].growth_bytes = bytes;
        let knobs = Knobs { minutes: 120, ..Knobs::default() };
        let run = simulate(&load, &knobs, 1);
        let every = model::SPLIT_BYTES_MAX / (rate * bytes);
        let sizes = run.events.iter().filter(|event| event.kind == EventKind::SizeSplit).count();
        let expected = (7_200.0 / every).floor();
        // Each is noticed up to a round late.
        prop_assert!((sizes as f64 - expected).abs() <= 1.0, "{sizes} and {expected}");
    }

    /// A load may be twice as large where commits share their overhead; a second region costs.
    #[test]
    fn prices_scale_what_is_sustained(batch in 1.0_f64..50.0, nodes in 1_u32..10) {
        let load = random(1_000.0);
        let answer =
            |knobs: &Knobs| answers::throughput(&load, knobs, nodes, 1).sustainable;
        let plain = answer(&Knobs::default());
        let batched = answer(&Knobs { commit_batch: batch, ..Knobs::default() });
        let cost = costs::commit_overhead() / batch + costs::row_cost(1024.0);
        near(batched / plain, 1.0 / (cost * WRITES_PER_NODE), 1e-9)?;
        let region = Region::MultiRegion { quorum_ms: 30.0 };
        let apart = answer(&Knobs { region, ..Knobs::default() });
        near(apart / plain, 2_700.0 / 3_500.0, 1e-9)?;
    }

    /// However the answer is found, a rate is served by the nodes that it is said to need, and
    /// not by one less.
    #[test]
    fn nodes_needed_are_enough_and_no_more(rate in 1_000.0_f64..60_000.0, shards in 1_u32..40) {
        let load = sharded(1_000.0, shards);
        match answers::nodes_needed(&load, &Knobs::default(), rate, 1) {
            answers::NodesNeeded::Nodes(answer) => {
                prop_assert!(answer.recommended >= rate * 0.999_999);
                if answer.nodes > 1 {
                    let less = answers::throughput(&load, &Knobs::default(), answer.nodes - 1, 1);
                    prop_assert!(less.recommended < rate);
                }
            }
            answers::NodesNeeded::Never { most, object } => {
                prop_assert!(most.recommended < rate);
                prop_assert_eq!(object.map(|id| id.0), Some(0));
                near(most.sustainable, f64::from(shards) * WRITES_PER_NODE, 1e-9)?;
            }
        }
    }
}

/// A test on one node with a tenth of the load says that all is well, and one tenth of the nodes
/// would scale; the key does not.
#[test]
fn a_small_test_does_not_show_the_hot_spot() {
    let both = |load: &Load| answers::small_and_large(load, &Knobs::default(), 1.0, 0.1, 1);
    let hot = both(&ledger(15_000.0, Direction::Up));
    assert!(hot.small.p99_ms < 20.0 && hot.small.served > 1_499.0, "{:?}", hot.small);
    assert!((hot.expected - 15_000.0).abs() < 10.0, "{}", hot.expected);
    assert!(hot.large.served < 3_501.0 && hot.large.p99_ms > 400.0, "{:?}", hot.large);
    let even = both(&sharded(15_000.0, 10));
    assert!(even.large.served > 0.98 * even.expected);
}

/// Where points differ, the heaviest are placed first.
#[test]
fn uneven_points_are_placed_the_heaviest_first() {
    let load = loads::table(1_000.0, |keys| {
        let part = |i, weight| Component { kind: tail(keys.piece(i, 8), Direction::Up), weight };
        vec![part(0, 0.5), part(2, 0.3), part(4, 0.2)]
    });
    let answers = answers::throughput_by_nodes(&load, &Knobs::default(), 4, 1);
    let found: Vec<(answers::Basis, f64)> =
        answers.iter().map(|answer| (answer.basis, answer.sustainable / WRITES_PER_NODE)).collect();
    for ((basis, found), expected) in found.into_iter().zip([1.0, 2.0, 2.0, 2.0]) {
        assert_eq!(basis, answers::Basis::Exact);
        assert!((found - expected).abs() < 1e-9 * expected, "{found} and {expected}");
    }
}

/// Changes of one row that read it follow one another, each for a round trip and a commit; blind
/// writes do not.
#[test]
fn a_row_that_is_read_and_changed_takes_one_change_after_another() {
    let mut load = counter(1_000.0);
    load.classes[0].kind = ClassKind::Update;
    let run =
        |read_modify_write| simulate(&load, &Knobs { read_modify_write, ..short(3.0) }, 1).summary;
    let (blind, read) = (run(false), run(true));
    assert!((blind.served - 1_000.0).abs() < 1.0 && blind.p99_ms < 20.0, "{blind:?}");
    let held_ms = model::ROUND_TRIP_MS + model::COMMIT_MEAN_MS;
    let most = 1000.0 / held_ms;
    assert!((read.served - most).abs() < 1.0, "{read:?}");
    assert!((read.p50_ms - model::IN_FLIGHT_MAX * held_ms).abs() < 100.0, "{read:?}");
    assert!((read.sustainable - most).abs() < 1e-6, "{read:?}");
}

/// A step is followed no later than a start would be: here some splits are there already.
#[test]
fn a_step_saturates_log_two_of_the_nodes_later_at_most() {
    let pace = Pace::Step { before: 0.05, second: 600 };
    let knobs = Knobs { nodes: 16.0, pace, ..Knobs::default() };
    let run = simulate(&random(16.0 * WRITES_PER_NODE * 0.9), &knobs, 1);
    let from = run.summary.seconds_to_saturation;
    assert!((630.0..1_200.0).contains(&from), "{from}");
    assert!((f64::from(run.served[50]) - 2_520.0).abs() < 100.0, "{}", run.served[50]);
    assert!((run.summary.served - 50_400.0).abs() < 500.0, "{}", run.summary.served);
}

/// Quotas are kept and told; a point that was asked for is never merged away.
#[test]
fn split_points_keep_to_the_quotas() {
    let with = |points| {
        let knobs = Knobs { split_points_per_node: points, minutes: 120, ..Knobs::default() };
        simulate(&random(100.0), &knobs, 1)
    };
    let ten = with(10.0);
    assert_eq!((ten.split_points, ten.summary.splits, ten.summary.merges), (100, 101, 0));
    assert_eq!(ten.notes, ["100 split points: 1 request over 1 minute, 12 hours ahead."]);
    let many = with(80.0);
    assert_eq!(many.split_points, 500);
    assert_eq!(
        many.notes,
        [
            "Split points: 800 were requested, 500 are added; the quota is 50 per node.",
            "500 split points: 5 requests over 5 minutes, 12 hours ahead; more than the \
             recommended 100 make commits permanently more expensive."
        ]
    );
    let mut load = random(100.0);
    let at = load.objects[0].keys.at(0.25);
    load.split_points = vec![at, at, 0, u64::MAX];
    let run = simulate(&load, &Knobs::default(), 1);
    assert_eq!(run.splits.iter().map(|split| split.keys.lo).collect::<Vec<_>>(), [0, at]);
}

/// An open system waits without end where a closed one only slows down: the same server, the same
/// clients' wish.
#[test]
fn how_clients_send_decides_what_they_see() {
    let load = ledger(12_000.0, Direction::Up);
    let run = |sending| simulate(&load, &Knobs { sending, ..short(3.0) }, 1);
    let open = run(Sending::Open);
    assert!(open.summary.p50_ms > 60_000.0, "{:?}", open.summary);
    let partly = run(Sending::PartlyOpen).summary;
    assert!(partly.p99_ms < 450.0 && partly.client_p99_ms > 10_000.0, "{partly:?}");
    let closed = run(Sending::Closed { users: 1_400.0, think_ms: 0.0 });
    assert!(closed.summary.client_p99_ms < 450.0, "{:?}", closed.summary);
    assert!(closed.totals.not_sent > closed.totals.served);
    for run in [&open.summary, &partly, &closed.summary] {
        assert!((run.served - WRITES_PER_NODE).abs() < 40.0, "{run:?}");
    }
}

/// The table of constants has every constant of the model, and each says what it is.
#[test]
fn every_constant_is_listed_with_its_source() {
    use hotsplit_model::sim::assumptions::{CONSTANTS, LEFT_OUT, Value};
    let source = include_str!("../../src/sim/model.rs");
    let names: Vec<&str> = source
        .lines()
        .filter_map(|line| line.trim_start().strip_prefix("pub const "))
        .map(|rest| rest.split(':').next().unwrap())
        .collect();
    assert!(names.len() > 40, "{names:?}");
    for name in &names {
        let listed = CONSTANTS.iter().filter(|constant| constant.name == *name).count();
        assert_eq!(listed, 1, "`{name}` is listed {listed} times");
    }
    for constant in CONSTANTS {
        assert!(constant.source.len() > 10 && !constant.unit.is_empty(), "{constant:?}");
        match constant.value {
            Value::One(value) => assert!(value > 0.0 && value.is_finite(), "{constant:?}"),
            Value::Table(points) => assert!(points.len() > 1),
        }
        let field = constant.knob.rsplit('.').next().unwrap();
        let knobs = format!("{:?}", Knobs::default());
        assert!(field.is_empty() || knobs.contains(&format!("{field}: ")), "{constant:?}");
    }
    assert!(LEFT_OUT.len() >= 10 && LEFT_OUT.iter().all(|line| line.ends_with('.')));
}
