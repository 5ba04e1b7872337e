//! Loads written by hand, for the tests of simulation and picture.

#[path = "../plain/mod.rs"]
mod plain;

use hotsplit_model::heat::{self, Grid, Metric};
use hotsplit_model::load::{
    ClassKind, Component, ComponentKind, Direction, Keys, Load, ObjectKind, Tail,
};
use hotsplit_model::sim::Run;
pub(crate) use plain::*;
use proptest::prelude::*;

/// A point that passes all keys every so many seconds.
pub(crate) fn sweeping(per_second: f64, seconds: f64) -> Load {
    table(per_second, |keys| {
        all(ComponentKind::Tail(Tail {
            keys,
            direction: Direction::Up,
            start: 0.0,
            wraps_seconds: Some(seconds),
        }))
    })
}

/// A table that is only read.
pub(crate) fn only_read(reads: Reads, place: impl Fn(Keys) -> Vec<Component>) -> Load {
    let mut load = Load::default();
    let object = load.add_root("Transactions", ObjectKind::Table, 1024.0);
    let components = place(load.object(object).keys);
    add_reads(&mut load, object, reads, components);
    load
}

/// Tables with indexes, some of which are read: by key and by range, at one place or several.
pub(crate) fn with_reads() -> impl Strategy<Value = Load> {
    let reads = (any_parts(), 1.0_f64..20_000.0, 0_u32..52, 1.0_f64..300.0, 1_u32..4);
    (with_indexes(), proptest::collection::vec(reads, 0..4)).prop_map(|(mut load, all)| {
        for (number, (parts, per_second, bits, rows, places)) in all.into_iter().enumerate() {
            let object = load.streams[number % load.streams.len()].object;
            let span = if bits == 0 { 0 } else { 1 << (bits - 1) };
            let reads = Reads { per_second, span, rows, places: f64::from(places) };
            let components = components_at(&parts, load.object(object).keys);
            add_reads(&mut load, object, reads, components);
        }
        load
    })
}

/// The same components in another range of the same length.
pub(crate) fn shifted(components: &[Component], from: Keys, to: Keys) -> Vec<Component> {
    let key = |key: u64| key - from.lo + to.lo;
    let keys = |keys: Keys| Keys { lo: key(keys.lo), hi: key(keys.hi) };
    components
        .iter()
        .map(|part| Component {
            kind: match part.kind {
                ComponentKind::Uniform(range) => ComponentKind::Uniform(keys(range)),
                ComponentKind::Atom { at } => ComponentKind::Atom { at: key(at) },
                ComponentKind::Tail(tail) => {
                    ComponentKind::Tail(Tail { keys: keys(tail.keys), ..tail })
                }
            },
            weight: part.weight,
        })
        .collect()
}

/// Several tables, each with a mix of components.
pub(crate) fn any_tables() -> impl Strategy<Value = Load> {
    proptest::collection::vec((10.0_f64..8_000.0, any_parts()), 1..4).prop_map(|tables| {
        let mut load = Load::default();
        for (number, (per_second, parts)) in tables.into_iter().enumerate() {
            let name = format!("Table{number}");
            let object = load.add_root(&name, ObjectKind::Table, 1024.0);
            let class = load.add_class(object, ClassKind::Insert, per_second);
            let components = components_at(&parts, load.object(object).keys);
            load.add_rows(class, object, components);
        }
        load
    })
}

/// Several tables with indexes of their own and beside the row, some of them sparse.
pub(crate) fn with_indexes() -> impl Strategy<Value = Load> {
    let indexes = proptest::collection::vec((any_parts(), 0.05_f64..1.0, any::<bool>()), 0..3);
    (any_tables(), indexes).prop_map(|(mut load, indexes)| {
        let class = load.streams[0].class;
        let table = load.streams[0].object;
        let first = load.streams.iter().position(|stream| stream.class != class);
        let rest = load.streams.split_off(first.unwrap_or(load.streams.len()));
        for (number, (parts, share, beside)) in indexes.into_iter().enumerate() {
            let name = format!("Index{number}");
            let index = if beside {
                load.add_within(table, &name, ObjectKind::Index, 200.0)
            } else {
                load.add_root(&name, ObjectKind::Index, 200.0)
            };
            load.objects[index.0 as usize].table = Some(table);
            let components = components_at(&parts, load.object(index).keys);
            load.add_rows(class, index, components);
            let stream = load.streams.last_mut().unwrap();
            stream.share = share;
            stream.participant = !beside;
        }
        load.streams.extend(rest);
        load
    })
}

/// Kind, place and weight of some components.
fn any_parts() -> impl Strategy<Value = Vec<(u32, u32, f64)>> {
    proptest::collection::vec((0_u32..5, 0_u32..16, 0.05_f64..1.0), 1..5)
}

fn components_at(parts: &[(u32, u32, f64)], keys: Keys) -> Vec<Component> {
    let total: f64 = parts.iter().map(|part| part.2).sum();
    parts
        .iter()
        .map(|&(kind, place, weight)| {
            let piece = keys.piece(place, 16);
            let kind = match kind {
                0 => ComponentKind::Uniform(keys),
                1 => ComponentKind::Uniform(piece),
                2 => tail(piece, Direction::Up),
                3 => tail(piece, Direction::Down),
                _ => ComponentKind::Atom { at: piece.at(0.3) },
            };
            Component { kind, weight: weight / total }
        })
        .collect()
}

/// Rows written per second in each cell of a grid; none where there are no keys.
pub(crate) fn written(load: &Load, run: &Run, grid: &Grid) -> Vec<f64> {
    let field = heat::field(load, run, grid, Metric::RowsWritten);
    let rows = |cell: &f32| if cell.is_nan() { 0.0 } else { f64::from(*cell) * field.scale.full };
    field.cells.iter().map(rows).collect()
}
