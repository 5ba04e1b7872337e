//! Shapes in the picture: a corpus of made matrices, each shape of which is told, and even load in
//! which none is seen; then pictures of real schemas.

#![expect(clippy::cast_possible_truncation, reason = "sizes of a test are small")]

use std::collections::BTreeMap;
use std::fmt::Write as _;

use hotsplit_engine::heat::{self, Band, Grid, Pattern, Place};
use hotsplit_engine::sim::{Knobs, Pace};
use hotsplit_engine::workload::load::{Load, ObjectKind, count};
use hotsplit_engine::{Scenario, Side, simulate, workload};

/// Matrices made of each shape.
const EACH: u64 = 40;
/// Matrices of even load.
const EVEN: u64 = 320;

/// Random numbers, the same each time (SplitMix64).
struct Dice(u64);

impl Dice {
    fn new(shape: usize, seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ (shape as u64) << 48)
    }

    /// From 0 to 1.
    fn unit(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) >> 11) as f64 / (1_u64 << 53) as f64
    }

    fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.unit()
    }

    fn whole(&mut self, low: usize, high: usize) -> usize {
        low + (self.unit() * (high - low + 1) as f64) as usize
    }

    fn flip(&mut self) -> bool {
        self.unit() < 0.5
    }
}

/// A matrix that is being drawn.
struct Canvas {
    rows: usize,
    columns: usize,
    cells: Vec<f64>,
    births: Vec<Place>,
}

impl Canvas {
    fn new(dice: &mut Dice) -> Self {
        Self::sized(dice.whole(40, 400), dice.whole(60, 600))
    }

    fn sized(rows: usize, columns: usize) -> Self {
        Self { rows, columns, cells: vec![0.0; rows * columns], births: Vec::new() }
    }

    fn add(&mut self, row: f64, column: usize, share: f64) {
        if row >= 0.0 && (row as usize) < self.rows {
            self.cells[row as usize * self.columns + column] += share;
        }
    }

    /// Adds even load.
    fn fill(&mut self, share: f64) {
        self.cells.iter_mut().for_each(|cell| *cell += share);
    }

    /// Multiplies each cell with something between 1 - `noise` and 1 + `noise`.
    fn shake(mut self, dice: &mut Dice, noise: f64) -> Self {
        self.cells.iter_mut().for_each(|cell| *cell *= dice.between(1.0 - noise, 1.0 + noise));
        self
    }
}

/// A grid of canvases one under the other, with bands and names; a second one is an index.
fn grid(canvases: &[Canvas]) -> (Load, Grid) {
    let mut load = Load::default();
    let table = load.add_root("Orders", ObjectKind::Table, 1024.0);
    let mut grid = Grid { columns: count(canvases[0].columns), ..Grid::default() };
    for (number, canvas) in canvases.iter().enumerate() {
        let object = if number == 0 {
            table
        } else {
            let index = load.add_root("OrdersByTime", ObjectKind::Index, 100.0);
            load.objects[index.0 as usize].table = Some(table);
            index
        };
        let keys = load.object(object).keys;
        let rows = count(canvas.rows);
        let births = canvas.births.iter().map(|at| Place { row: at.row + grid.rows, ..*at });
        grid.births.extend(births);
        grid.bands.push(Band {
            object,
            keys,
            first_row: grid.rows,
            rows,
            split_writes_max: 3_500.0,
            folded: 0,
        });
        grid.edges.extend((0..rows).map(|row| keys.piece(row, rows).lo));
        grid.rows += rows;
        grid.shares.extend(canvas.cells.iter().map(|&cell| cell as f32));
    }
    (load, grid)
}

fn found(canvases: &[Canvas]) -> (Grid, Vec<Pattern>) {
    let (load, grid) = grid(canvases);
    let found = heat::patterns(&load, &grid);
    (grid, found)
}

/// One shape: its id, and how it is drawn.
type Recipe = (&'static str, fn(&mut Dice) -> Vec<Canvas>);

const RECIPES: &[Recipe] = &[
    ("even", |dice| vec![even(dice)]),
    ("moving-hot-spot", |dice| {
        let mut canvas = Canvas::new(dice);
        diagonal(dice, &mut canvas);
        vec![on_background(dice, canvas)]
    }),
    ("growing-triangle", |dice| vec![triangle(dice)]),
    ("moving-index", |dice| {
        let rows = dice.whole(30, 200);
        let columns = dice.whole(60, 500);
        let mut quiet = Canvas::sized(rows, columns);
        quiet.fill(0.02);
        let mut index = Canvas::sized(dice.whole(30, 200), columns);
        diagonal(dice, &mut index);
        vec![quiet.shake(dice, 0.5), on_background(dice, index)]
    }),
    ("hot-row", |dice| vec![hot_rows(dice)]),
    ("periodic", |dice| vec![periodic(dice)]),
    ("sudden-increase", |dice| vec![step(dice)]),
    ("all-keys-at-once", |dice| vec![spike(dice)]),
    ("repeated-sweep", |dice| vec![sweep(dice)]),
    ("split-chase", |dice| vec![chase(dice)]),
    ("parallel-tails", |dice| vec![tails(dice)]),
    ("pinned-edge", |dice| vec![pinned(dice)]),
    ("recovery", |dice| vec![recovery(dice)]),
    ("hot-table", |dice| {
        let columns = dice.whole(60, 500);
        let mut hot = Canvas::sized(dice.whole(20, 300), columns);
        hot.fill(dice.between(1.5, 8.0) / hot.rows as f64);
        let mut cold = Canvas::sized(dice.whole(8, 100), columns);
        cold.fill(dice.between(0.001, 0.1) / cold.rows as f64);
        vec![hot.shake(dice, 0.6), cold.shake(dice, 0.6)]
    }),
];

/// Even load with noise of some kind.
fn even(dice: &mut Dice) -> Canvas {
    let mut canvas = Canvas::new(dice);
    canvas.fill(dice.between(0.0005, 2.0));
    match dice.whole(0, 2) {
        0 => {
            let noise = dice.between(0.0, 0.95);
            canvas.shake(dice, noise)
        }
        1 => {
            // Many dark cells and some bright ones, as few rows in each make it.
            for cell in &mut canvas.cells {
                *cell *= -libm::log(dice.between(1e-6, 1.0));
            }
            canvas
        }
        _ => {
            // The rate goes up and down a little, for all keys.
            let (noise, drift) = (dice.between(0.0, 0.5), dice.between(0.0, 0.3));
            let columns = canvas.columns;
            let rates: Vec<f64> =
                (0..columns).map(|_| dice.between(1.0 - drift, 1.0 + drift)).collect();
            for (at, cell) in canvas.cells.iter_mut().enumerate() {
                *cell *= rates[at % columns];
            }
            canvas.shake(dice, noise)
        }
    }
}

/// A quiet background of up to a tenth of the brightest cell, and noise over all.
fn on_background(dice: &mut Dice, mut canvas: Canvas) -> Canvas {
    let most = canvas.cells.iter().copied().fold(0.0, f64::max);
    let level = dice.between(0.0, 0.1) * most;
    for cell in &mut canvas.cells {
        *cell += level * dice.unit();
    }
    canvas.shake(dice, 0.25)
}

fn diagonal(dice: &mut Dice, canvas: &mut Canvas) {
    let share = dice.between(0.2, 5.0);
    let (from, to) = (dice.between(0.0, 0.3), dice.between(0.6, 1.0));
    let (from, to) = if dice.flip() { (from, to) } else { (to, from) };
    let thick = dice.whole(1, 2);
    for column in 0..canvas.columns {
        let way = column as f64 / canvas.columns as f64;
        let row = (from + (to - from) * way) * (canvas.rows - 1) as f64;
        for more in 0..thick {
            canvas.add(row + more as f64, column, share);
        }
    }
}

fn triangle(dice: &mut Dice) -> Canvas {
    let mut canvas = Canvas::new(dice);
    let share = dice.between(0.05, 2.0);
    let (start, end) = (dice.between(0.0, 0.3), dice.between(0.75, 1.0));
    let up = dice.flip();
    for column in 0..canvas.columns {
        let way = column as f64 / canvas.columns as f64;
        let depth = ((start + (end - start) * way) * canvas.rows as f64).max(1.0) as usize;
        for row in 0..depth {
            let row = if up { canvas.rows - 1 - row } else { row };
            canvas.add(row as f64, column, share);
        }
    }
    canvas.shake(dice, 0.3)
}

fn hot_rows(dice: &mut Dice) -> Canvas {
    let mut canvas = Canvas::new(dice);
    for _ in 0..dice.whole(1, 4) {
        let row = dice.whole(3, canvas.rows - 4);
        let share = dice.between(0.8, 1.2);
        for column in 0..canvas.columns {
            canvas.add(row as f64, column, share);
        }
    }
    on_background(dice, canvas)
}

fn periodic(dice: &mut Dice) -> Canvas {
    let mut canvas = Canvas::new(dice);
    let (level, swing) = (dice.between(0.01, 1.0), dice.between(1.5, 6.0));
    let period = dice.between(6.0, canvas.columns as f64 / 5.0);
    let duty = dice.between(0.25, 0.6);
    let square = dice.flip();
    for column in 0..canvas.columns {
        let phase = column as f64 / period;
        let phase = phase - phase.floor();
        let wave = if square {
            if phase < duty { swing } else { 0.0 }
        } else {
            swing * (0.5 + 0.5 * libm::sin(phase * std::f64::consts::TAU))
        };
        for row in 0..canvas.rows {
            canvas.add(row as f64, column, level * (1.0 + wave));
        }
    }
    canvas.shake(dice, 0.4)
}

fn step(dice: &mut Dice) -> Canvas {
    let mut canvas = Canvas::new(dice);
    let at = (dice.between(0.15, 0.85) * canvas.columns as f64) as usize;
    let (level, times) = (dice.between(0.001, 0.3), dice.between(2.5, 20.0));
    for column in 0..canvas.columns {
        let share = if column < at { level } else { level * times };
        for row in 0..canvas.rows {
            canvas.add(row as f64, column, share);
        }
    }
    canvas.shake(dice, 0.5)
}

fn spike(dice: &mut Dice) -> Canvas {
    let mut canvas = Canvas::new(dice);
    canvas.fill(dice.between(0.01, 0.5));
    let wide = dice.whole(1, canvas.columns / 14);
    let first = dice.whole(2, canvas.columns - wide - 3);
    let times = dice.between(5.0, 12.0);
    for row in 0..canvas.rows {
        for column in first..first + wide {
            canvas.cells[row * canvas.columns + column] *= times;
        }
    }
    canvas.shake(dice, 0.5)
}

fn sweep(dice: &mut Dice) -> Canvas {
    let mut canvas = Canvas::new(dice);
    let passes = dice.between(2.0, (canvas.columns as f64 / 12.0).min(12.0));
    let up = dice.flip();
    let share = dice.between(0.2, 3.0);
    for column in 0..canvas.columns {
        let way = column as f64 / canvas.columns as f64 * passes;
        let way = way - way.floor();
        let row = if up { 1.0 - way } else { way } * (canvas.rows - 1) as f64;
        canvas.add(row, column, share);
    }
    on_background(dice, canvas)
}

fn chase(dice: &mut Dice) -> Canvas {
    let mut canvas = Canvas::new(dice);
    let row = dice.whole(3, canvas.rows - 4);
    let share = dice.between(0.9, 4.0);
    for column in 0..canvas.columns {
        canvas.add(row as f64, column, share);
    }
    let births = dice.whole(8, 30);
    for birth in 0..births {
        let column = count(canvas.columns * (birth * 2 + 1) / (births * 2));
        canvas.births.push(Place { row: count(row), column });
    }
    on_background(dice, canvas)
}

fn tails(dice: &mut Dice) -> Canvas {
    let mut canvas = Canvas::new(dice);
    let n = dice.whole(2, (canvas.rows / 10).min(32));
    let share = dice.between(0.1, 2.0);
    let up = dice.flip();
    let height = canvas.rows as f64 / n as f64;
    for column in 0..canvas.columns {
        let way = column as f64 / canvas.columns as f64 * 0.9;
        let way = if up { 0.95 - way } else { way };
        for tail in 0..n {
            canvas.add(((tail as f64 + way) * height).floor(), column, share);
        }
    }
    on_background(dice, canvas)
}

fn pinned(dice: &mut Dice) -> Canvas {
    let mut canvas = Canvas::new(dice);
    let row = if dice.flip() { 0 } else { canvas.rows - 1 };
    let share = dice.between(0.3, 4.0);
    for column in 0..canvas.columns {
        canvas.add(row as f64, column, share);
    }
    on_background(dice, canvas)
}

/// A hot row or a moving point that widens until it is everywhere.
fn recovery(dice: &mut Dice) -> Canvas {
    let mut canvas = Canvas::new(dice);
    let (start, takes) = (dice.between(0.25, 0.4), dice.between(0.05, 0.3));
    let share = dice.between(0.5, 4.0);
    let row = dice.between(0.2, 0.8);
    let moves = if dice.flip() { dice.between(-0.1, 0.1) } else { 0.0 };
    let rows = canvas.rows as f64;
    for column in 0..canvas.columns {
        let time = column as f64 / canvas.columns as f64;
        let wide = ((time - start) / takes).clamp(0.0, 1.0);
        let middle = (row + moves * time.min(start)) * rows;
        let half = (wide * rows).max(0.5);
        let (from, to) = ((middle - half).max(0.0), (middle + half).min(rows));
        let (first, last) = (from.floor() as usize, (to.ceil() as usize).min(canvas.rows));
        for row in first..last {
            canvas.add(row as f64, column, share / (last - first) as f64);
        }
    }
    on_background_by_column(dice, canvas)
}

/// A background beside the brightest cell of each column.
fn on_background_by_column(dice: &mut Dice, mut canvas: Canvas) -> Canvas {
    for column in 0..canvas.columns {
        let cells = (0..canvas.rows).map(|row| row * canvas.columns + column);
        let most = cells.clone().map(|at| canvas.cells[at]).fold(0.0, f64::max);
        for at in cells {
            canvas.cells[at] += 0.05 * most * dice.unit();
        }
    }
    canvas.shake(dice, 0.25)
}

#[test]
fn every_shape_is_told_from_its_matrix() {
    let mut table: BTreeMap<(&str, String), u32> = BTreeMap::new();
    let mut missed = 0;
    for (number, (id, draw)) in RECIPES.iter().enumerate() {
        for seed in 0..EACH {
            let (grid, patterns) = found(&draw(&mut Dice::new(number, seed)));
            let hit = patterns.iter().find(|pattern| pattern.id == *id);
            missed += u32::from(hit.is_none());
            let ids: Vec<&str> = patterns.iter().map(|pattern| pattern.id).collect();
            *table.entry((id, ids.join(" + "))).or_default() += 1;
            for pattern in &patterns {
                assert_sound(pattern, &grid);
            }
        }
    }
    let mut lines = String::new();
    for ((drawn, found), times) in &table {
        writeln!(lines, "{drawn:18} {times:3} x {found}").unwrap();
    }
    assert_eq!(missed, 0, "drawn, how often, what was found:\n{lines}");
    let registered: Vec<&str> = RECIPES.iter().map(|recipe| recipe.0).collect();
    assert_eq!(registered.len(), 14, "one recipe a shape");
}

/// What a page relies on: the box lies in the picture, numbers are numbers, words are there.
fn assert_sound(pattern: &Pattern, grid: &Grid) {
    assert!(pattern.rows.0 < pattern.rows.1 && pattern.rows.1 <= grid.rows, "{pattern:?}");
    assert!(pattern.columns.0 < pattern.columns.1, "{pattern:?}");
    assert!(pattern.columns.1 <= grid.columns, "{pattern:?}");
    assert!((0.0..=1.0).contains(&pattern.confidence), "{pattern:?}");
    assert!(pattern.evidence.iter().all(|one| one.value.is_finite()), "{pattern:?}");
    assert!(!pattern.evidence.is_empty() && !pattern.label.is_empty(), "{pattern:?}");
    assert!(pattern.say.ends_with('.'), "{pattern:?}");
}

#[test]
fn nothing_is_seen_in_even_load() {
    let mut wrong = Vec::new();
    for seed in 0..EVEN {
        let dice = &mut Dice::new(99, seed);
        let canvases = match seed % 4 {
            0 => {
                let one = even(dice);
                let other = Canvas::sized(dice.whole(8, 200), one.columns);
                let mut other = other;
                other.fill(dice.between(0.001, 0.5));
                let noise = dice.between(0.0, 0.8);
                // Of the same order, so that neither is the one hot table.
                let mean = one.cells.iter().sum::<f64>() / other.cells.len() as f64;
                other.cells.fill(mean * dice.between(0.5, 2.0));
                vec![one, other.shake(dice, noise)]
            }
            _ => vec![even(dice)],
        };
        let (_, patterns) = found(&canvases);
        let ids: Vec<&str> = patterns.iter().map(|pattern| pattern.id).collect();
        if ids != vec!["even"; canvases.len()] {
            wrong.push(format!("{seed}: {ids:?}"));
        }
    }
    assert!(wrong.is_empty(), "{} of {EVEN}:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn the_box_is_where_the_shape_is() {
    let dice = &mut Dice::new(7, 7);
    let mut canvas = Canvas::sized(200, 300);
    for column in 0..300 {
        canvas.add(120.0, column, 2.0);
    }
    let (_, patterns) = found(&[on_background(dice, canvas)]);
    assert_eq!((patterns[0].rows, patterns[0].columns), ((120, 121), (0, 300)));
    let mut canvas = Canvas::sized(200, 300);
    canvas.fill(0.01);
    for row in 0..200 {
        for column in 240..300 {
            canvas.add(f64::from(row), column, 0.05);
        }
    }
    let (_, patterns) = found(&[canvas.shake(dice, 0.2)]);
    let step = patterns.iter().find(|pattern| pattern.id == "sudden-increase").unwrap();
    assert_eq!(step.columns, (240, 300));
}

/// Rows that are alike are looked at once; a picture that differs from theirs by less than anybody
/// sees is told in the same words, by the same numbers.
#[test]
fn alike_rows_are_told_as_any_rows_are() {
    type Load = fn(usize) -> f64;
    let loads: [(&[&str], usize, Load); 5] = [
        // Few rows that are all hot are neither even nor one hot row.
        (&[], 2, |_| 0.6),
        (&["even"], 120, |_| 0.2),
        (&["sudden-increase", "even"], 120, |column| if column < 200 { 0.01 } else { 0.2 }),
        (&["periodic", "even"], 120, |column| if column % 30 < 10 { 0.4 } else { 0.1 }),
        (
            &["all-keys-at-once", "even"],
            120,
            |column| if column.abs_diff(150) < 4 { 0.9 } else { 0.1 },
        ),
    ];
    for (ids, rows, load) in loads {
        // By itself, and beside a table that has a third of its load.
        for beside in [false, true] {
            let mut one = Canvas::sized(rows, 300);
            for (cell, column) in one.cells.iter_mut().zip((0..300).cycle()) {
                *cell = load(column);
            }
            let mut other = Canvas::sized(rows, 300);
            other.cells = one.cells.iter().map(|cell| cell / 3.0).collect();
            let mut canvases = vec![one];
            canvases.extend(beside.then_some(other));
            let (_, alike) = found(&canvases);
            let dice = &mut Dice::new(3, 5);
            let shaken: Vec<Canvas> = canvases.into_iter().map(|it| it.shake(dice, 1e-6)).collect();
            let (_, nearly) = found(&shaken);
            let of_one = alike.iter().filter(|it| it.band == 0).map(|it| it.id);
            assert_eq!(of_one.collect::<Vec<_>>(), ids, "{alike:?}");
            assert_eq!(alike.len(), nearly.len(), "{alike:?}, {nearly:?}");
            for (one, other) in alike.iter().zip(&nearly) {
                assert_eq!((one.id, one.rows, one.columns), (other.id, other.rows, other.columns));
                assert_eq!((&one.label, &one.say), (&other.label, &other.say));
                for (one, other) in one.evidence.iter().zip(&other.evidence) {
                    let apart = (one.value - other.value).abs();
                    assert!(apart <= 1e-3 * one.value.abs().max(1.0), "{one:?}, {other:?}");
                }
            }
        }
    }
}

fn side(ddl: &str, writes: f64) -> Side {
    let done = simulate(&Scenario {
        before: ddl.to_owned(),
        nodes: Some(10.0),
        writes_per_second: Some(writes),
        ..Scenario::default()
    });
    assert!(done.before.reading.tree.errors.is_empty(), "{:?}", done.before.reading.tree.errors);
    done.before
}

#[test]
fn shapes_of_real_schemas_are_named() {
    let table = |key: &str, columns: &str| {
        format!("CREATE TABLE Orders ({columns}, Note STRING(MAX)) PRIMARY KEY ({key});\n")
    };
    let uuid = "Id STRING(36) DEFAULT (GENERATE_UUID())";
    let schemas = [
        ("sequential", table("CreatedAt", "CreatedAt TIMESTAMP NOT NULL")),
        (
            "sharded",
            table(
                "ShardId, CreatedAt",
                "CreatedAt TIMESTAMP NOT NULL, ShardId INT64 NOT NULL AS \
                 (MOD(ABS(FARM_FINGERPRINT(CAST(CreatedAt AS STRING))), 16)) STORED",
            ),
        ),
        ("uuid", table("Id", uuid)),
        (
            "index on a timestamp",
            table("Id", &format!("{uuid}, CreatedAt TIMESTAMP NOT NULL"))
                + "CREATE INDEX OrdersByTime ON Orders (CreatedAt);",
        ),
        (
            "whale",
            "-- hotsplit: skew(TenantId)=whale(0.6)\n".to_owned()
                + &table(
                    "TenantId, OrderId",
                    "TenantId STRING(36) NOT NULL, OrderId STRING(36) NOT NULL",
                ),
        ),
    ];
    let mut lines = String::new();
    for (name, ddl) in schemas {
        let side = side(&ddl, 8_000.0);
        for pattern in heat::patterns(&side.load, &side.grid) {
            assert_sound(&pattern, &side.grid);
            let object = &side.load.object(side.grid.bands[pattern.band].object).name;
            writeln!(lines, "{name}: {object}: {} ({})", pattern.label, pattern.id).unwrap();
        }
    }
    insta::assert_snapshot!(lines, @"
    sequential: Orders: moving hotspot along CreatedAt at 2.3× a split's limit (moving-hot-spot)
    sharded: Orders: 16 write points, each up to 14 % of a split's limit (parallel-tails)
    uuid: Orders: even load (even)
    index on a timestamp: OrdersByTime: moving hotspot along CreatedAt at 3.2× a split's limit (moving-index)
    index on a timestamp: Orders: even load (even)
    whale: Orders: one hot key range at 1.4× a split's limit (hot-row)
    ");
}

#[test]
fn a_step_of_the_load_is_named() {
    let ddl = "CREATE TABLE Orders (Id STRING(36) DEFAULT (GENERATE_UUID()), Note STRING(MAX)) \
               PRIMARY KEY (Id)";
    let settings = workload::Settings { writes_per_second: 6_000.0, minutes: 60 };
    let reading = hotsplit_engine::read(ddl, None, &hotsplit_engine::facts::Settings::default());
    let load = workload::from_schema(&reading.schema, &reading.facts, &settings);
    let pace = Pace::Step { before: 0.1, second: 1_800 };
    let run = hotsplit_engine::sim::simulate(&load, &Knobs { pace, ..Knobs::default() }, 1);
    let grid = heat::grid(&load, &run);
    let found = heat::patterns(&load, &grid);
    let step = found.iter().find(|pattern| pattern.id == "sudden-increase").unwrap();
    assert!(step.columns.0.abs_diff(300) <= 60, "{step:?}");
    assert!(found.iter().any(|pattern| pattern.id == "even"));
}

/// A diagonal that bends leaves every row the same load, as even load does.
#[test]
fn a_point_whose_pace_changes_is_a_point_that_moves() {
    let ddl = "-- hotsplit: file reads-per-write=0\n\
               CREATE TABLE Orders (Id INT64 NOT NULL, -- hotsplit: sequential\n Note STRING(MAX)) \
               PRIMARY KEY (Id)";
    let paces = [
        Pace::Growth { from: 0.05, factor: 1.5, every: 300 },
        Pace::Step { before: 0.2, second: 1_800 },
        Pace::Ramp { from: 0.01, seconds: 3_000 },
        Pace::Ramp { from: 3.0, seconds: 2_000 },
    ];
    for pace in paces {
        let done = simulate(&Scenario {
            before: ddl.to_owned(),
            nodes: Some(10.0),
            writes_per_second: Some(8_000.0),
            knobs: Knobs { pace, ..Knobs::default() },
            ..Scenario::default()
        });
        let found = heat::patterns(&done.before.load, &done.before.grid);
        let ids: Vec<&str> = found.iter().map(|pattern| pattern.id).collect();
        assert_eq!(ids[0], "moving-hot-spot", "{pace:?}: {ids:?}");
        assert!(!ids.contains(&"even"), "{pace:?}: {ids:?}");
    }
}

/// What was a point and becomes an area is counted another way: that is no jump of the load.
#[test]
fn a_point_that_becomes_an_area_has_not_jumped() {
    let seeds = 0..EACH;
    let triangles = RECIPES.iter().position(|(id, _)| *id == "growing-triangle").unwrap();
    let jumps = seeds.filter(|&seed| {
        let (_, patterns) = found(&(RECIPES[triangles].1)(&mut Dice::new(triangles, seed)));
        patterns.iter().any(|pattern| pattern.id == "sudden-increase")
    });
    assert_eq!(jumps.count(), 0);
}
