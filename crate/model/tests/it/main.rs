//! One test binary: a module per subject. Each module has one function that knows the interface;
//! everything else is text in, printed result out.

#![expect(clippy::unwrap_used, reason = "a test stops at the first surprise")]

mod heat;
mod heat_owners;
mod heat_paint;
mod heat_rows;
mod laws;
mod loads;
mod sim;
