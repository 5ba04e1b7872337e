//! The block `runs` of a file: loads written by hand.

use hotsplit_engine::sim::constants::{constant, set_constant};
use hotsplit_engine::sim::{Knobs, Pace, Sending, simulate};
use hotsplit_engine::workload::load::{
    ClassId, ClassKind, Component, ComponentKind, Direction, Keys, Load, ObjectId, ObjectKind, Tail,
};

use crate::metrics::Case;

/// A constant, and the value that it is tried with.
pub(crate) type Tried<'a> = Option<(&'a str, f64)>;

/// The run of a line, `name: knobs | table … | table …`, where a constant has another value than
/// usual unless the run sets it itself.
pub(crate) fn case(line: &str, tried: Tried<'_>) -> Case {
    let (name, rest) = line.split_once(": ").unwrap_or_else(|| panic!("name: …, found {line}"));
    let mut parts = rest.split(" | ");
    let mut knobs = knobs(&words(parts.next().unwrap()));
    if let Some((name, value)) = tried
        && constant(&knobs, name) == constant(&Knobs::default(), name)
    {
        assert!(set_constant(&mut knobs, name, value), "no constant {name}");
    }
    let mut load = Load::default();
    for part in parts {
        let words = words(part.strip_prefix("table ").expect("a table"));
        add_table(&mut load, &words);
    }
    let run = simulate(&load, &knobs, 1);
    Case { name: name.to_owned(), knobs, load, run }
}

fn words(text: &str) -> Vec<(&str, &str)> {
    text.split(' ').map(|word| word.split_once('=').expect("key=value")).collect()
}

fn num(value: &str) -> f64 {
    value.parse().unwrap_or_else(|_| panic!("expected a number, found {value}"))
}

fn knobs(words: &[(&str, &str)]) -> Knobs {
    let mut knobs = Knobs::default();
    for &(key, value) in words {
        match key {
            "nodes" => knobs.nodes = num(value),
            "minutes" => knobs.minutes = value.parse().unwrap(),
            "in_flight" => knobs.in_flight_max = num(value),
            "writes_per_node" => knobs.writes_per_node = num(value),
            "leader_share" => knobs.leader_share = num(value),
            "in_turn" => knobs.read_modify_write = num(value) > 0.0,
            "points_per_node" => knobs.split_points_per_node = num(value),
            "sending" if value == "open" => knobs.sending = Sending::Open,
            // from:factor:seconds
            "growth" => {
                let [from, factor, every] = value.split(':').collect::<Vec<_>>()[..] else {
                    panic!("from:factor:seconds, found {value}")
                };
                let every = every.parse().unwrap();
                knobs.pace = Pace::Growth { from: num(from), factor: num(factor), every };
            }
            other => panic!("no knob `{other}={value}`"),
        }
    }
    knobs
}

fn add_table(load: &mut Load, words: &[(&str, &str)]) {
    let get = |key: &str| words.iter().find(|word| word.0 == key).map(|word| word.1);
    let name = format!("T{}", load.objects.len());
    let table = load.add_root(&name, ObjectKind::Table, 1024.0);
    let own = load.object(table).keys;
    let kind = if get("reads").is_some() {
        ClassKind::Read
    } else if get("changes").is_some() {
        ClassKind::Update
    } else {
        ClassKind::Insert
    };
    let class = load.add_class(table, kind, num(get("rate").expect("a rate")));
    load.add_rows(class, table, places(get("keys").expect("keys"), own));
    let stream = load.streams.last_mut().unwrap();
    if let Some(reads) = get("reads") {
        (stream.rows, stream.reads, stream.growth_bytes) = (0.0, num(reads), 0.0);
        stream.participant = false;
    }
    stream.rows *= get("rows").map_or(1.0, num);
    if get("read_first").is_some() {
        stream.reads = 1.0;
    }
    let count = |key: &str| get(key).map_or(0, |value| value.parse::<u32>().unwrap());
    for _ in 0..count("indexes") {
        add_entry(load, class, None, get("index_keys").unwrap_or("even"));
    }
    for _ in 0..count("child_apart") {
        add_entry(load, class, None, "even");
    }
    for _ in 0..count("child_inside") {
        add_entry(load, class, Some(table), "even");
    }
}

/// A row that each commit writes besides, in a tree of its own or in its parent's split.
fn add_entry(load: &mut Load, class: ClassId, parent: Option<ObjectId>, keys: &str) {
    let name = format!("T{}", load.objects.len());
    let object = match parent {
        Some(parent) => load.add_within(parent, &name, ObjectKind::Table, 1024.0),
        None => load.add_root(&name, ObjectKind::Table, 1024.0),
    };
    let components = places(keys, load.object(object).keys);
    load.add_rows(class, object, components);
    load.streams.last_mut().unwrap().participant = parent.is_none();
}

fn places(keys: &str, own: Keys) -> Vec<Component> {
    let (kind, rest) = keys.split_once(':').unwrap_or((keys, ""));
    let up = |keys| {
        let direction = Direction::Up;
        ComponentKind::Tail(Tail { keys, direction, start: 0.0, wraps_seconds: None })
    };
    let all = |kind| vec![Component { kind, weight: 1.0 }];
    match kind {
        "even" => all(ComponentKind::Uniform(own)),
        "tail" => all(up(own)),
        "row" => all(ComponentKind::Atom { at: own.at(0.5) }),
        "shards" => {
            let n: u32 = rest.parse().unwrap();
            let weight = 1.0 / f64::from(n);
            (0..n).map(|i| Component { kind: up(own.piece(i, n)), weight }).collect()
        }
        // How many tenants, and the exponent.
        "zipf-rows" | "zipf-ranges" => {
            let (n, exponent) = rest.split_once(':').expect("tenants:exponent");
            let n: u32 = n.parse().unwrap();
            let weight = |i: u32| libm::pow(f64::from(i + 1), -num(exponent));
            let total: f64 = (0..n).map(weight).sum();
            let place = |i: u32| {
                // The heaviest tenants do not stand side by side.
                let piece = own.piece((i * 619) % n, n);
                if kind == "zipf-rows" {
                    ComponentKind::Atom { at: piece.at(0.5) }
                } else {
                    ComponentKind::Uniform(piece)
                }
            };
            (0..n).map(|i| Component { kind: place(i), weight: weight(i) / total }).collect()
        }
        other => panic!("no keys `{other}`"),
    }
}
