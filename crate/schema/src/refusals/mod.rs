//! What Spanner rejects of a statement that can be read, one file a subject. Each refusal was tried
//! on the emulator or is one of its own tests.

pub(crate) mod checks;
pub(crate) mod column_changes;
pub(crate) mod columns;
pub(crate) mod counters;
pub(crate) mod drops;
pub(crate) mod expressions;
pub(crate) mod functions;
pub(crate) mod generated_columns;
pub(crate) mod interleaving;
pub(crate) mod keys;
pub(crate) mod kinds;
pub(crate) mod names;
pub(crate) mod postgresql;
pub(crate) mod row_deletion;
pub(crate) mod special_indexes;
pub(crate) mod streams;
