//! How fast text becomes a schema, beside sqlparser on the same tables; how that grows with the
//! text; and what one letter costs in a schema of 10,000 lines.

#[path = "support/schema.rs"]
mod schema;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use hotsplit::facts::Given;
use hotsplit::schema::build::build;
use hotsplit::syntax::{self, tree::Dialect};
use schema::generate;
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
        bencher.iter(|| {
            let tree = syntax::parse(black_box(&texts.googlesql), None);
            build(&tree, &texts.googlesql)
        });
    });
    group.bench_function("text to findings, GoogleSQL", |bencher| {
        let given = Given::default();
        bencher.iter(|| hotsplit::read(black_box(&texts.googlesql), None, &given));
    });
    group.throughput(bytes(&texts.postgresql));
    group.bench_function("text to schema, PostgreSQL", |bencher| {
        bencher.iter(|| {
            let tree = syntax::parse(black_box(&texts.postgresql), None);
            build(&tree, &texts.postgresql)
        });
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

/// The same text in four sizes: the time for a byte must not grow.
fn linear(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("linear");
    group.sample_size(10);
    for bytes in [MB / 100, MB / 10, MB, 10 * MB] {
        let text = generate(bytes, SEED).googlesql;
        group.throughput(Throughput::Bytes(text.len() as u64));
        group.bench_function(BenchmarkId::from_parameter(bytes), |bencher| {
            bencher.iter(|| {
                let tree = syntax::parse(black_box(&text), Some(Dialect::GoogleSql));
                build(&tree, &text)
            });
        });
    }
    group.finish();
}

criterion_group!(all, side_by_side, linear);
criterion_main!(all);
