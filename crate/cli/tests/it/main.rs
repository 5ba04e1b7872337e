//! One test binary: a module per subject. Each module has one function that knows the interface;
//! everything else is text in, printed result out.

#![expect(clippy::unwrap_used, reason = "a test stops at the first surprise")]
#![expect(clippy::print_stdout, reason = "a test says what it skips")]

use hotsplit_support::shared;

mod audit;
mod bounded;
mod cli;
mod condense;
mod everything;
mod lesson_format;
mod port;
mod port_check;
mod prefixes;
mod sarif;
