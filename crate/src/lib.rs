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

pub mod facts;
pub mod fixes;
pub mod heat;
pub mod page;
pub mod rules;
pub mod schema;
pub mod sim;
pub mod syntax;
pub mod text;
#[cfg(target_arch = "wasm32")]
pub mod wasm;
pub mod wire;
pub mod workload;
