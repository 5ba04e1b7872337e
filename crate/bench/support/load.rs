//! Loads made by hand, for what is timed without reading a schema.

use hotsplit_wire::engine::workload::load::{
    ClassId, ClassKind, Component, ComponentKind, Direction, Keys, Load, ObjectKind, Tail,
};

/// Adds a table of 1 KB rows, with inserts where `places` says.
pub(crate) fn add_table(
    load: &mut Load,
    name: &str,
    per_second: f64,
    places: impl Fn(Keys) -> Vec<Component>,
) -> ClassId {
    let table = load.add_root(name, ObjectKind::Table, 1024.0);
    let class = load.add_class(table, ClassKind::Insert, per_second);
    let keys = load.object(table).keys;
    load.add_rows(class, table, places(keys));
    class
}

/// Anywhere in `keys`.
pub(crate) fn even(keys: Keys) -> Vec<Component> {
    vec![Component { kind: ComponentKind::Uniform(keys), weight: 1.0 }]
}

/// At so many points that move up side by side through `keys`, which take a share of all.
pub(crate) fn tails(keys: Keys, number: u32, share: f64) -> Vec<Component> {
    let tail = |shard| Component {
        kind: ComponentKind::Tail(Tail {
            keys: keys.piece(shard, number),
            direction: Direction::Up,
            start: 0.0,
            wraps_seconds: None,
        }),
        weight: share / f64::from(number),
    };
    (0..number).map(tail).collect()
}
