//! Rules on row deletion policies.

pub mod ttl_blocked;
pub mod ttl_cascade_limit;
pub mod ttl_hot_head;
pub mod ttl_missing_on_log;
pub mod ttl_needless_index;
pub mod ttl_nullable;
