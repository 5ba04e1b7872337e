//! Rules on what leads a primary key, and on what follows.

pub mod key_bit_reversed_json_precision;
pub mod key_commit_timestamp_first;
pub mod key_constant_prefix;
pub mod key_counter_row;
pub mod key_date_first;
pub mod key_desc_no_cure;
pub mod key_formatted_sequence;
pub mod key_generated_monotonic;
pub mod key_history_asc;
pub mod key_int_origin_unknown;
pub mod key_leading_nullable;
pub mod key_long_common_prefix;
pub mod key_low_cardinality_first;
pub mod key_missing_pk;
pub mod key_monotonic_int;
pub mod key_mutable_column;
pub mod key_order_dependence;
pub mod key_queue_pattern;
pub mod key_singleton_empty;
pub mod key_tenant_skew;
pub mod key_time_ordered_id;
pub mod key_timestamp_first;
pub mod key_timestamp_uniqueness;
