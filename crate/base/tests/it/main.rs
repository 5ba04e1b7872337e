//! Tests of this package.

mod order;
