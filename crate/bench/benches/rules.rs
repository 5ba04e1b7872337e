//! What judging costs: facts and all rules over schemas of several sizes, which must grow no
//! faster than the schema; and what one letter costs in a schema of 10,000 lines.

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use hotsplit_support::edits::generated::generate;
use hotsplit_wire::engine::editor::Editor;
use hotsplit_wire::engine::facts::{Facts, Settings};
use hotsplit_wire::engine::rules;
use hotsplit_wire::engine::schema::{Schema, build};
use hotsplit_wire::engine::syntax::{self, tree::Dialect};
use std::fmt::Write;
use std::hint::black_box;

/// Seed of every generated text.
const SEED: u64 = 1;

/// Indexes for each table.
const INDEXES: usize = 3;

/// A schema of `tables` tables and three times as many indexes.
fn schema_of(tables: usize) -> Schema {
    let mut bytes = tables * 500;
    loop {
        let mut text = generate(bytes, SEED).googlesql;
        let made = read(&text);
        if made.tables.len() < tables {
            bytes += bytes / 4;
            continue;
        }
        let last = made.tables[tables - 1].span.end as usize;
        text.truncate(last);
        text.push_str(";\n");
        let made = read(&text);
        for number in made.indexes.iter().filter(|index| !index.managed).count()..tables * INDEXES {
            let table = &made.tables[number % tables];
            let column = &table.columns[(number / tables + number) % table.columns.len()].name;
            let _ = writeln!(text, "CREATE INDEX More{number} ON {} ({column});", table.name);
        }
        return read(&text);
    }
}

fn read(text: &str) -> Schema {
    build(&syntax::parse(text, Some(Dialect::GoogleSql)), text)
}

fn judging(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("judging");
    group.sample_size(20);
    let settings = Settings { nodes: Some(10.0), writes_per_second: Some(10_000.0) };
    for tables in [125, 250, 500, 1_000, 2_000] {
        let schema = schema_of(tables);
        group.throughput(Throughput::Elements((tables * (1 + INDEXES)) as u64));
        group.bench_function(BenchmarkId::new("facts", tables), |bencher| {
            bencher.iter(|| Facts::of(black_box(&schema), &settings));
        });
        let facts = Facts::of(&schema, &settings);
        group.bench_function(BenchmarkId::new("all rules", tables), |bencher| {
            bencher.iter(|| rules::run(black_box(&schema), &facts));
        });
    }
    group.finish();
}

/// A letter of a column's name in the middle, put in and taken out again.
fn one_letter(criterion: &mut Criterion) {
    let mut bytes = 250_000;
    let mut text = generate(bytes, SEED).googlesql;
    while text.lines().count() < 10_000 {
        bytes += 10_000;
        text = generate(bytes, SEED).googlesql;
    }
    let place = text[..text.len() / 2].rfind("Amount INT64").expect("every table has it");
    let other = format!("{}x{}", &text[..place], &text[place..]);
    let settings = Settings { nodes: Some(10.0), writes_per_second: Some(10_000.0) };
    let mut group = criterion.benchmark_group("10,000 lines");
    group.sample_size(20);
    group.bench_function("the whole, text to findings", |bencher| {
        bencher.iter(|| hotsplit_wire::engine::read(black_box(&text), None, &settings));
    });
    let mut editor = Editor::new(&text, None, &settings);
    let mut turn = false;
    group.bench_function("one letter, findings", |bencher| {
        bencher.iter(|| {
            turn = !turn;
            editor.set(black_box(if turn { &other } else { &text }), None, &settings)
        });
    });
    group.finish();
}

criterion_group!(all, judging, one_letter);
criterion_main!(all);
