//! Limits of Spanner that the model needs, each with its page and the date it was read.

/// Columns of a primary or index key, inherited and appended ones included
/// (quotas page, read 2026-08-22).
pub const KEY_COLUMNS_MAX: usize = 16;
