//! Requests that come without waiting for answers, each in one split or in two.

use crate::follow::{Bursty, Draw, Touch, commits, commits_of, reads};
use crate::plain::{self, add_reads, all, counter, ledger, point_reads, random, sharded};
use crate::{Case, P99_WITHIN};
use hotsplit_base::limits::WRITES_PER_NODE;
use hotsplit_model::load::{ClassKind, ComponentKind, Direction, ObjectKind};

pub(crate) fn even(name: &'static str, nodes: u32, busy: f64, requests: f64) -> Case {
    even_at(name, nodes, f64::from(nodes) * busy * WRITES_PER_NODE, requests)
}

pub(crate) fn even_at(name: &'static str, nodes: u32, per_second: f64, requests: f64) -> Case {
    let senders = vec![commits(0, Draw::Uuid, per_second)];
    Case::new(name, nodes, random(per_second), senders, requests).with_points()
}

pub(crate) fn shards(
    name: &'static str,
    nodes: u32,
    shards: u8,
    per_second: f64,
    requests: f64,
) -> Case {
    let load = match shards {
        1 => ledger(per_second, Direction::Up),
        _ => sharded(per_second, u32::from(shards)),
    };
    let senders = vec![commits(0, Draw::ShardAndTime(shards), per_second)];
    Case::new(name, nodes, load, senders, requests)
}

/// A hot row beside a table with random keys.
fn row_and_even(name: &'static str, nodes: u32, row: f64, rest: f64, requests: f64) -> Case {
    let mut load = counter(row);
    let object = load.add_root("Rest", ObjectKind::Table, 1024.0);
    let class = load.add_class(object, ClassKind::Insert, rest);
    let place = ComponentKind::Uniform(load.object(object).keys);
    load.add_rows(class, object, all(place));
    let senders = vec![commits(0, Draw::Row, row), commits(1, Draw::Uuid, rest)];
    Case::new(name, nodes, load, senders, requests).with_points()
}

/// A table with an index: both even, or the index in order of time. With no load a commit of two
/// takes 1.44 times as long.
fn indexed(name: &'static str, nodes: u32, per_second: f64, in_order: bool, requests: f64) -> Case {
    let (load, entry) = match in_order {
        true => (plain::timestamp_index(per_second), Draw::ShardAndTime(1)),
        false => (plain::indexed(per_second, 0, 1), Draw::Uuid),
    };
    let touches = vec![Touch::write(0, Draw::Uuid), Touch::write(1, entry)];
    let senders = vec![commits_of(touches, per_second, 1.44)];
    let case = Case::new(name, nodes, load, senders, requests);
    // With split points the hot end of the index would wander over servers as it passes them.
    if in_order { case } else { case.with_points() }
}

/// Writes of one row and reads of another on the same servers.
pub(crate) fn written_and_read(
    name: &'static str,
    nodes: u32,
    (write, read): (f64, f64),
    requests: f64,
) -> Case {
    let mut load = random(write);
    let (object, keys) = (load.streams[0].object, load.objects[0].keys);
    add_reads(&mut load, object, point_reads(read), all(ComponentKind::Uniform(keys)));
    let senders = vec![commits(0, Draw::Uuid, write), reads(0, Draw::Uuid, read)];
    Case::new(name, nodes, load, senders, requests).with_points()
}

pub(crate) fn cases() -> Vec<Case> {
    vec![
        even("half busy", 1, 0.5, 2e5),
        even("half busy, costs are bursty", 1, 0.5, 4e5).bursty(Bursty::Costs),
        even("busy", 1, 0.8, 6e5),
        even("nearly full", 1, 0.9, 2.5e6),
        even("full but for a twentieth at times", 2, 0.92, 3e6),
        even("four nodes", 4, 0.7, 6e5),
        even("ten nodes", 10, 0.85, 1.5e6),
        shards("one point", 3, 1, 3_000.0, 2e6),
        row_and_even("a row and a table", 5, 2_800.0, 9_000.0, 2.5e6),
        indexed("a row and an entry", 16, 14_000.0, false, 2e6),
        indexed("a row and an entry, busy", 16, 17_900.0, false, 6e6),
        indexed("a row and an entry at one point", 5, 2_200.0, true, 1.5e6),
        written_and_read("writes and reads", 2, (3_000.0, 20_000.0), 1.5e6),
        written_and_read("mostly reads, costs are bursty", 3, (1_000.0, 42_000.0), 1.5e6)
            .bursty(Bursty::Costs),
        // Just 8 % in a long run: servers are 72 % busy with short requests, and more than the model says
        // wait for others of their burst.
        written_and_read("mostly reads", 3, (1_000.0, 42_000.0), 3e6).p99_within(-0.1, P99_WITHIN),
        even("a twentieth left", 1, 0.95, 1e7),
        shards("four points with a twentieth left", 4, 4, 13_300.0, 1.5e7),
    ]
}
