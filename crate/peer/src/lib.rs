//! hotsplit's reader beside sqlparser's tokenizer and parser, as one WebAssembly: the same
//! compiler, flags, allocator and text for all of them. `cargo xtask bench wasm` runs it.
//!
//! Each function reads the whole text once and returns how many tokens, tables or statements it
//! found, so that no reading can be left out.

#[path = "../../bench/support/schema.rs"]
pub mod schema;

use hotsplit_schema::text::at;
use hotsplit_schema::{build, syntax};
use schema::{Generated, generate};
use sqlparser::dialect::PostgreSqlDialect;
use sqlparser::parser::Parser;
use sqlparser::tokenizer::Tokenizer;
use std::sync::OnceLock;

/// Bytes of the text, and its seed: those of `benches/read.rs`.
const BYTES: usize = 1_000_000;
const SEED: u64 = 1;

/// The texts: made by the first who asks, in the warm-up.
fn texts() -> &'static Generated {
    static TEXTS: OnceLock<Generated> = OnceLock::new();
    TEXTS.get_or_init(|| generate(BYTES, SEED))
}

fn tables(text: &str) -> u32 {
    let tree = syntax::parse(text, None);
    assert!(tree.errors.is_empty(), "the generated text is plain");
    at(build(&tree, text).tables.len())
}

/// Length of the GoogleSQL text.
#[expect(unsafe_code, reason = "Node finds it by its name")]
#[unsafe(no_mangle)]
pub extern "C" fn bytes_googlesql() -> u32 {
    at(texts().googlesql.len())
}

/// Length of the PostgreSQL text.
#[expect(unsafe_code, reason = "Node finds it by its name")]
#[unsafe(no_mangle)]
pub extern "C" fn bytes_postgresql() -> u32 {
    at(texts().postgresql.len())
}

/// hotsplit, GoogleSQL to schema: tables.
#[expect(unsafe_code, reason = "Node finds it by its name")]
#[unsafe(no_mangle)]
pub extern "C" fn read_googlesql() -> u32 {
    tables(&texts().googlesql)
}

/// hotsplit, PostgreSQL to schema: tables.
#[expect(unsafe_code, reason = "Node finds it by its name")]
#[unsafe(no_mangle)]
pub extern "C" fn read_postgresql() -> u32 {
    tables(&texts().postgresql)
}

/// sqlparser's tokenizer on the PostgreSQL text: tokens.
#[expect(unsafe_code, reason = "Node finds it by its name")]
#[unsafe(no_mangle)]
pub extern "C" fn sqlparser_tokenize() -> u32 {
    let mut tokenizer = Tokenizer::new(&PostgreSqlDialect {}, &texts().postgresql);
    at(tokenizer.tokenize_with_location().expect("the generated text is PostgreSQL").len())
}

/// sqlparser's parser on the PostgreSQL text: statements.
#[expect(unsafe_code, reason = "Node finds it by its name")]
#[unsafe(no_mangle)]
pub extern "C" fn sqlparser_parse() -> u32 {
    let parsed = Parser::parse_sql(&PostgreSqlDialect {}, &texts().postgresql);
    at(parsed.expect("the generated text is PostgreSQL").len())
}
