//! Rules on sequences and identity columns.

pub mod seq_bit_reversed_restart;
pub mod seq_kind_missing;
pub mod seq_options_unsupported;
pub mod seq_orm_batching;
pub mod seq_shared;
pub mod seq_skip_range_missing;
pub mod seq_unused;
