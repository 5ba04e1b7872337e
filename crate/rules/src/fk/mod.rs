//! Rules on foreign keys and the indexes that Spanner keeps for them.

pub mod fk_action_unsupported;
pub mod fk_backing_index_hot;
pub mod fk_cascade_mutation_limit;
pub mod fk_circular_order;
pub mod fk_commit_timestamp;
pub mod fk_duplicate_of_interleave;
pub mod fk_hot_referenced_row;
pub mod fk_index_duplicates_backing;
pub mod fk_informational_unindexed;
pub mod fk_interleave_candidate;
pub mod fk_missing_suspect;
pub mod fk_not_enforced_candidate;
pub mod fk_referenced_index_hot;
pub mod fk_references_non_pk;
pub mod fk_shard_key_missing;
pub mod fk_type_mismatch;
