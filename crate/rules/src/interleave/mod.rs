//! Rules on interleaving: parents, depth, size of row trees.

pub mod interleave_candidate;
pub mod interleave_cascade_large;
pub mod interleave_cycle;
pub mod interleave_depth;
pub mod interleave_in_bulk_load;
pub mod interleave_key_mismatch;
pub mod interleave_large_column;
pub mod interleave_low_card_root;
pub mod interleave_monotonic_root;
pub mod interleave_no_cascade;
pub mod interleave_read_alone;
pub mod interleave_unbounded;
