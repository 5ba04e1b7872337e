//! Rules on the text itself: directives, what is left out, what Spanner rejects.

pub mod meta_allow_without_reason;
pub mod meta_dialect;
pub mod meta_duplicate_object;
pub mod meta_elision;
pub mod meta_fact_contradicted;
pub mod meta_fact_unknown;
pub mod meta_refused;
