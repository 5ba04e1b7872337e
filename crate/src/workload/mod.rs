//! From schema and facts to load: which objects there are on the key axis, and where and how fast
//! rows arrive in each.
//!
//! [`load`] holds the plain types that simulation works on; nothing in there knows SQL.
//! [`from_schema`] fills them.

pub mod load;
