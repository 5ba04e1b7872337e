//! Workloads to start from: a schema, what changes it, the numbers it starts with and where each
//! of them comes from, and what the run should show.
//!
//! A preset is one file here and a line in [`PRESETS`]. Its numbers are those of its source; what
//! is ours says so. The tests run every preset and hold it to [`Preset::shows`].

mod bulk_load;
mod event_log;
mod fresh_table;
mod healthy;
mod hot_counter;
mod ledger;
mod migrated_ledger;
mod migration_mix;
mod mix;
mod outbox_queue;
mod preset;
mod reporting;
mod shard_count;
mod tenants;
mod three_splits;
mod timestamp_index;

pub use preset::{Arrival, Change, Ddl, Metric, Preset, Shown, Source, Start};

/// Every preset, in the order in which they are shown.
pub static PRESETS: &[&Preset] = &[
    &ledger::PRESET,
    &event_log::PRESET,
    &tenants::PRESET,
    &migration_mix::PRESET,
    &migrated_ledger::PRESET,
    &reporting::PRESET,
    &bulk_load::PRESET,
    &fresh_table::PRESET,
    &timestamp_index::PRESET,
    &hot_counter::PRESET,
    &outbox_queue::PRESET,
    &shard_count::PRESET,
    &three_splits::PRESET,
    &healthy::PRESET,
];

/// The preset of an id.
#[must_use]
pub fn find(id: &str) -> Option<&'static Preset> {
    PRESETS.iter().copied().find(|preset| preset.id == id)
}
