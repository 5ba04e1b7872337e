//! hotsplit: where a Cloud Spanner schema gets hot, what to change, what the change buys.
//!
//! The pipeline, top to bottom:
//!
//! ```text
//! text -> syntax -> schema -> facts -> findings -> fixes -> text (and once more from the start)
//!                               \-> workload -> sim -> heat -> wire -> worker -> view
//! ```
//!
//! Every step is a function from values to values. There is no I/O, no clock and no browser here;
//! `wire` and `wasm` alone know that JavaScript exists.
#![doc = include_str!("../README.md")]

pub mod answers;
mod ceiling;
pub mod defaults;
pub mod editor;
pub mod headroom;
pub mod lesson;
mod offer;
pub mod page;
mod prepare;
mod proof;
mod read;
mod recommend;
mod rewrite;
mod run;
mod scenario;

pub use fixes::{base, facts, order, rules, schema, syntax, text};
pub use hotsplit_fixes as fixes;
pub use hotsplit_workload as workload;
pub use model::{heat, sim};
pub use workload::model;

pub use ceiling::{ceiling, ceiling_range};
pub use offer::{
    Card, Offer, Proposal, candidates, cards, cards_as, cards_each, offer, proposals, ranked,
};
pub use read::{Reading, learn, read};
pub use recommend::{Recommendation, recommend, together};
pub use rewrite::{Choice, Rewritten, rewrite, rewrite_all, rollout, rollout_of};
pub use run::{Simulated, Simulating, simulate};
pub use scenario::{Room, Scenario, Side};
