//! One test binary: a module per layer. Each module has one function that knows the interface;
//! everything else is text in, printed result out.

#![expect(clippy::unwrap_used, reason = "a test stops at the first surprise")]
#![expect(clippy::print_stdout, reason = "a test says what it skips")]

// A template of `cargo xtask new` stands among the tests and takes its page as rules do.
#[macro_use(page)]
extern crate hotsplit;

mod added;
mod answer;
mod catalogue;
mod cli;
mod confirm;
mod corpus;
mod corpus_fixes;
mod corpus_rules;
mod corpus_words;
mod coverage;
mod damage;
mod dialects;
mod differ;
mod distributions;
mod document;
mod documented;
mod editor;
mod emulator;
mod emulator_smoke;
mod everything;
mod evolve;
mod expressions;
mod facts;
mod families;
mod fix_laws;
mod fixes;
mod golden;
mod grammar;
mod headroom;
mod heat;
mod heat_owners;
mod heat_paint;
mod heat_rows;
mod heat_shapes;
mod histories;
mod index_fixes;
mod index_reads;
mod index_rules;
mod key_fixes;
mod laws;
mod lesson_format;
mod lessons;
mod lex;
mod live;
mod live_rekey;
mod loads;
mod migration;
mod mistakes;
mod names;
mod order;
mod outline;
mod pages;
mod pairs;
mod parity;
mod picture;
mod prefixes;
mod presets;
mod proof;
mod queries;
mod random_rows;
mod ranking;
mod refused;
mod roles;
mod rollout;
mod runs;
mod sarif;
mod scenarios;
mod schema;
mod semantic;
mod shape;
mod shapes;
mod shared;
mod sim;
mod structure_fixes;
mod syntax;
mod templates;
mod tidy;
mod validation;
mod withdraw;
