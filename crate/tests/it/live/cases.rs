//! Schemas whose keys change while they are in use.

use hotsplit::syntax::tree::Dialect;

use super::application::Route;

/// A schema with the fixes that are chosen for it, as `T5 key-time-ordered-id Transactions`.
pub(crate) struct Case {
    /// What is special about it.
    pub(crate) about: &'static str,
    pub(crate) dialect: Dialect,
    pub(crate) fixes: &'static [&'static str],
    /// How a table is split, where one is.
    pub(crate) routes: &'static [Route],
    /// What a person puts for words in statements.
    pub(crate) placeholders: &'static [(&'static str, &'static str)],
    pub(crate) ddl: &'static str,
}
