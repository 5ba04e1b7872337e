//! How long a dump may be.

/// Bytes of a dump at most.
pub const DUMP_BYTES_MAX: u64 = 4 << 30;
/// Bytes that are left without the rows at most.
pub const TEXT_BYTES_MAX: usize = 10 << 20;
