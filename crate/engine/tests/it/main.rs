//! One test binary: a module per subject. Each module has one function that knows the interface;
//! everything else is text in, printed result out.

#![expect(clippy::unwrap_used, reason = "a test stops at the first surprise")]
#![expect(clippy::print_stdout, reason = "a test says what it skips")]

// A template of `cargo xtask new` stands among the tests and takes its page as rules do.
#[macro_use(page)]
extern crate hotsplit_rules;

// Templates name these from the root of the package that they are written into.
use hotsplit_engine::fixes::fix;
use hotsplit_engine::rules::{self, finding, report, rule};
use hotsplit_support::{corpus, emulator, shared};

mod answer;
mod bounded;
mod catalogue;
mod circles;
mod confirm;
mod corpus_fixes;
mod corpus_rules;
mod corpus_words;
mod course;
mod coverage;
mod damage;
mod distributions;
mod documented;
mod editor;
mod emulator_smoke;
mod exams;
mod expressions;
mod facts;
mod families;
mod fix_laws;
mod fixes;
mod follow_ups;
mod heat_shapes;
mod histories;
mod index_fixes;
mod index_reads;
mod index_rules;
mod key_fixes;
mod layers;
mod lesson_checks;
mod lesson_edits;
mod lesson_marks;
mod lesson_numbers;
mod lessons;
mod live;
mod live_rekey;
mod migration;
mod mistakes;
mod pages;
mod pairs;
mod proof;
mod random_rows;
mod ranking;
mod recovery;
mod refused;
mod roles;
mod rollout;
mod rules_for_proof;
mod semantic;
mod shape;
mod shapes;
mod structure_fixes;
mod templates;
mod tidy;
mod withdraw;
mod words;
