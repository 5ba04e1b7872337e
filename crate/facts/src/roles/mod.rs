//! What each table is for, and how often it is written and read where nobody has said it.
//!
//! A role is told from keys, links and names, with its evidence in words. From it come relative
//! rates: [`ROLE_DEFAULTS`] is the one place where they stand. What a person gives for the whole schema
//! is shared by them in [`rates`](rates()), for rules and for simulation alike. Stated rates always
//! win.

pub(crate) mod decide;
mod inserts;
mod links;
mod part;
mod rate;
mod rates;
pub(crate) mod read_shape;
mod reads;
pub(crate) mod role;

pub use inserts::guesses;
pub use links::{CHILDREN_PER_PARENT, children_per_parent, clock, entity_columns, parent_of};
pub use rate::{Rate, Rates};
pub use rates::{LOOKUP_WRITES_MAX, changes, known, rates, updates_stated};
pub use read_shape::{READ_SHAPES, READ_WORDS, ReadShape};
pub use role::{ROLE_DEFAULTS, ROLE_WORDS, Role, RoleFact, RoleWeights};
