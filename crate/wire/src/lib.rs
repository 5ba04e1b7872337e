//! What leaves the engine for the page: plain data, documented for its reader.
//!
//! This package is the contract with the page: what is found in a text is in `analysis`, its fixes
//! in `cards` and `rewrites`, runs in `runs`, their pictures in `picture`. Offsets are UTF-16 code units, as the editor counts; they are made
//! here and nowhere else. No 64-bit integers, no maps, no HTML. Grids and series cross apart, as
//! flat typed arrays (see `wasm`).
#![doc = include_str!("../README.md")]

pub use hotsplit_engine as engine;

pub mod added;
pub mod analysis;
pub mod answers;
pub mod cards;
pub mod ceiling;
pub mod headline;
pub mod headroom;
pub mod hot_keys;
pub mod knobs;
pub mod lessons;
pub mod measured;
pub mod picture;
pub mod ranges;
pub mod recommended;
pub mod reference;
pub mod rewrites;
pub mod rollout;
pub mod run_answer;
pub mod run_map;
pub mod runs;
pub mod tables;
pub mod text;
pub mod trust;
pub mod verdict;
pub mod which;
pub mod workload;

pub use analysis::{
    AnalyseAsk, Analysis, Choice, Cure, Evidence, Finding, FixName, Question, Remark, SchemaObject,
    Severity,
};
pub use cards::{AskChoice, CardsAsk, Change, FixAsk, FixCard, ReadCost, ReadScans, RowBytes};
pub use rewrites::{Chosen, Hunk, Refused, Rewrite, RewriteAsk, RolloutAsk};
pub use text::{DialectChoice, Range, TextEdit};
pub use workload::Workload;
