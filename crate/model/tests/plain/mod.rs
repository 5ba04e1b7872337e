//! The plain loads that every test of the model begins with.

use hotsplit_model::load::{
    ClassKind, Component, ComponentKind, Cut, Direction, Keys, Load, ObjectId, ObjectKind, Stream,
    Tail,
};

/// One component with all the weight.
pub(crate) fn all(kind: ComponentKind) -> Vec<Component> {
    vec![Component { kind, weight: 1.0 }]
}

/// A tail that passes `keys` in a run.
pub(crate) fn tail(keys: Keys, direction: Direction) -> ComponentKind {
    ComponentKind::Tail(Tail { keys, direction, start: 0.0, wraps_seconds: None })
}

/// A table of rows of 1 KB that land where `place` says, given its keys.
pub(crate) fn table(per_second: f64, place: impl Fn(Keys) -> Vec<Component>) -> Load {
    let mut load = Load::default();
    let object = load.add_root("Transactions", ObjectKind::Table, 1024.0);
    let class = load.add_class(object, ClassKind::Insert, per_second);
    let components = place(load.object(object).keys);
    load.add_rows(class, object, components);
    load
}

/// A ledger with a time-ordered key.
pub(crate) fn ledger(per_second: f64, direction: Direction) -> Load {
    table(per_second, |keys| all(tail(keys, direction)))
}

/// The same behind `n` shards.
pub(crate) fn sharded(per_second: f64, n: u32) -> Load {
    let mut load = table(per_second, |keys| {
        let weight = 1.0 / f64::from(n);
        let part = |i| Component { kind: tail(keys.piece(i, n), Direction::Up), weight };
        (0..n).map(part).collect()
    });
    let column = "ShardId".to_owned();
    load.objects[0].cuts = vec![Cut { column, pieces: n, first: Some(0), desc: false }];
    load.objects[0].rest = "TxnId".to_owned();
    load
}

/// Random keys.
pub(crate) fn random(per_second: f64) -> Load {
    table(per_second, |keys| all(ComponentKind::Uniform(keys)))
}

/// One counter.
pub(crate) fn counter(per_second: f64) -> Load {
    table(per_second, |keys| all(ComponentKind::Atom { at: keys.at(0.5) }))
}

/// Random keys with an index on the time of arrival.
pub(crate) fn timestamp_index(per_second: f64) -> Load {
    let mut load = random(per_second);
    let (table, class) = (load.streams[0].object, load.streams[0].class);
    let index = load.add_root("ByTime", ObjectKind::Index, 100.0);
    load.objects[index.0 as usize].table = Some(table);
    let keys = load.object(index).keys;
    load.add_rows(class, index, all(tail(keys, Direction::Up)));
    load
}

/// How requests that only read are made.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reads {
    /// A second.
    pub(crate) per_second: f64,
    /// Keys that each passes, 0 for a single row.
    pub(crate) span: u64,
    /// Rows of each.
    pub(crate) rows: f64,
    /// Places that each seeks.
    pub(crate) places: f64,
}

/// Single rows.
pub(crate) fn point_reads(per_second: f64) -> Reads {
    Reads { per_second, span: 0, rows: 1.0, places: 1.0 }
}

/// Adds reads of an object of `load`.
pub(crate) fn add_reads(
    load: &mut Load,
    object: ObjectId,
    reads: Reads,
    components: Vec<Component>,
) {
    let class = load.add_class(object, ClassKind::Read, reads.per_second);
    load.streams.push(Stream {
        share: reads.places,
        reads: reads.rows,
        span: reads.span,
        participant: false,
        ..Stream::of_rows(class, object, 1024.0, components).reading()
    });
}

/// Random keys with indexes on random values: `beside` in the row's tree, `apart` on their own.
pub(crate) fn indexed(per_second: f64, beside: u32, apart: u32) -> Load {
    let mut load = random(per_second);
    let (table, class) = (load.streams[0].object, load.streams[0].class);
    for number in 0..beside + apart {
        let name = format!("Index{number}");
        let index = if number < beside {
            load.add_within(table, &name, ObjectKind::Index, 1024.0)
        } else {
            load.add_root(&name, ObjectKind::Index, 1024.0)
        };
        load.objects[index.0 as usize].table = Some(table);
        let keys = load.object(index).keys;
        load.add_rows(class, index, all(ComponentKind::Uniform(keys)));
        load.streams.last_mut().unwrap().participant = number >= beside;
    }
    load
}
