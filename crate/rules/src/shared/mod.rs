//! What several rules need: nothing here is a rule.

pub(crate) mod alike;
pub(crate) mod family;
pub(crate) mod generators;
pub(crate) mod keys;
pub(crate) mod past;
pub(crate) mod reads;
pub(crate) mod redundant;
pub(crate) mod tail;
pub(crate) mod watched;
