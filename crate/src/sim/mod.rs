//! The split simulator: load in, splits and servers over time out.
//!
//! Knows nothing of SQL, schemas or rules: objects are intervals of one key axis with streams of
//! load on them.
