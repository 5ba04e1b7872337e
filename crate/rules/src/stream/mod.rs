//! Rules on change streams.

pub mod stream_hot_table;
pub mod stream_key_change;
pub mod stream_ttl_deletes;
pub mod stream_whole_db;
pub mod stream_wide_capture;
