//! One test binary: a module per subject. Each module has one function that knows the interface;
//! everything else is text in, printed result out.

use hotsplit_support::{emulator, shared};

mod evolve;
mod far_statements;
mod names;
mod queries;
mod schema;
