//! Rules on shard columns: how many, of what, how computed.

pub mod key_shard_count_high;
pub mod key_shard_count_low;
pub mod key_shard_ineffective;
pub mod key_shard_invalid_generated;
pub mod key_shard_multi_col_hash;
pub mod key_shard_negative_mod;
pub mod key_shard_not_derived;
pub mod key_shard_unneeded;
