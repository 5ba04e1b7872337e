//! How fast text becomes a schema, beside sqlparser on the same tables; how that grows with the
//! text; and what one letter costs in a schema of 10,000 lines.

use criterion::{BatchSize, BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use hotsplit_support::edits::generated::generate;
use hotsplit_wire::engine::facts::Settings;
use hotsplit_wire::engine::schema::{build, read};
use hotsplit_wire::engine::syntax::{self, document::Document, tree::Dialect};
use hotsplit_wire::engine::text::{Edit, Span, at};
use sqlparser::dialect::PostgreSqlDialect;
use sqlparser::parser::Parser;
use sqlparser::tokenizer::Tokenizer;
use std::hint::black_box;

/// Seed of every generated text.
const SEED: u64 = 1;

const MB: usize = 1_000_000;

/// Text to schema of 1 MB, beside sqlparser's tokenizer and its whole parser.
fn side_by_side(criterion: &mut Criterion) {
    let texts = generate(MB, SEED);
    let mut group = criterion.benchmark_group("1 MB");
    group.sample_size(20);
    let bytes = |text: &str| Throughput::Bytes(text.len() as u64);
    group.throughput(bytes(&texts.googlesql));
    group.bench_function("text to tree, GoogleSQL", |bencher| {
        bencher.iter(|| syntax::parse(black_box(&texts.googlesql), None));
    });
    group.bench_function("text to schema, GoogleSQL", |bencher| {
        bencher.iter(|| read(black_box(&texts.googlesql), None));
    });
    group.bench_function("text to findings, GoogleSQL", |bencher| {
        let settings = Settings::default();
        bencher.iter(|| hotsplit_wire::engine::read(black_box(&texts.googlesql), None, &settings));
    });
    group.throughput(bytes(&texts.postgresql));
    group.bench_function("text to schema, PostgreSQL", |bencher| {
        bencher.iter(|| read(black_box(&texts.postgresql), None));
    });
    group.bench_function("sqlparser's tokenizer", |bencher| {
        bencher.iter(|| {
            let tokens = Tokenizer::new(&PostgreSqlDialect {}, black_box(&texts.postgresql))
                .tokenize_with_location();
            tokens.expect("the generated text is PostgreSQL")
        });
    });
    group.bench_function("sqlparser's parser", |bencher| {
        bencher.iter(|| {
            let parsed = Parser::parse_sql(&PostgreSqlDialect {}, black_box(&texts.postgresql));
            parsed.expect("the generated text is PostgreSQL")
        });
    });
    group.finish();
}

/// The same text in four sizes: the time for a byte must not grow. What is measured is text to
/// schema: at every size the tree and the schema are dropped after the clock has stopped.
fn linear(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("linear");
    group.sample_size(10);
    for bytes in [MB / 100, MB / 10, MB, 10 * MB] {
        let text = generate(bytes, SEED).googlesql;
        group.throughput(Throughput::Bytes(text.len() as u64));
        group.bench_function(BenchmarkId::from_parameter(bytes), |bencher| {
            let whole = |()| read(black_box(&text), Some(Dialect::GoogleSql));
            bencher.iter_batched(|| (), whole, BatchSize::PerIteration);
        });
    }
    group.finish();
}

/// One letter typed into a schema of 10,000 lines, and taken out again, beside reading the whole.
fn one_letter(criterion: &mut Criterion) {
    let mut bytes = MB / 4;
    let mut text = generate(bytes, SEED).googlesql;
    while text.lines().count() < 10_000 {
        bytes += MB / 100;
        text = generate(bytes, SEED).googlesql;
    }
    let middle = text[..text.len() / 2].rfind("CREATE TABLE ").expect("it holds tables");
    let name = at(middle + "CREATE TABLE ".len());
    let edits = [Edit::insert(name, "x"), Edit::delete(Span::new(name, name + 1))];
    let mut group = criterion.benchmark_group("10,000 lines");
    group.sample_size(20);
    group.bench_function("the whole, text to schema", |bencher| {
        bencher.iter(|| read(black_box(&text), None));
    });
    let mut document = Document::new(&text, None);
    let mut turn = 0;
    let mut type_one = |document: &mut Document| {
        let read = document.edit(black_box(&edits[turn]));
        turn = 1 - turn;
        read
    };
    group.bench_function("one letter, tree", |bencher| {
        bencher.iter(|| type_one(&mut document));
    });
    group.bench_function("one letter, schema", |bencher| {
        bencher.iter(|| {
            type_one(&mut document);
            build(document.tree(), document.text())
        });
    });
    group.finish();
}

criterion_group!(all, side_by_side, linear, one_letter);
criterion_main!(all);
