//! The list of all fixes.

use crate::catalog;
use crate::fix::Fix;

/// All fixes in display order, and last the page on how a new key gets onto a live database, which
/// no rule lists.
pub static FIXES: &[&Fix] = &[
    &catalog::random_uuid_key::FIX,
    &catalog::bit_reversed_sequence::FIX,
    &catalog::identity_column::FIX,
    &catalog::bit_reversed_counter::FIX,
    &catalog::hash_shard_prefix::FIX,
    &catalog::full_hash_prefix::FIX,
    &catalog::reorder_key::FIX,
    &catalog::entity_prefix::FIX,
    &catalog::whale_shard::FIX,
    &catalog::descending_time::FIX,
    &catalog::drop_index::FIX,
    &catalog::interleave_index::FIX,
    &catalog::shard_index::FIX,
    &catalog::sparse_index::FIX,
    &catalog::storing::FIX,
    &catalog::interleave_table::FIX,
    &catalog::foreign_key::FIX,
    &catalog::native_uuid::FIX,
    &catalog::row_deletion_policy::FIX,
    &catalog::counter_shards::FIX,
    &catalog::queue_index::FIX,
    &catalog::skip_range::FIX,
    &catalog::numeric_key::FIX,
    &catalog::table_per_value::FIX,
    &catalog::accept::FIX,
    &catalog::narrow_stream::FIX,
    &catalog::split_points::FIX,
    &catalog::live_rekey::FIX,
];

/// The fix of an id or of its short form; case does not matter.
#[must_use]
pub fn find(id: &str) -> Option<&'static Fix> {
    FIXES.iter().copied().find(|fix| fix.is_called(id))
}
