//! One test binary: a module per subject. Each module has one function that knows the interface;
//! everything else is text in, printed result out.

#![expect(clippy::unwrap_used, reason = "a test stops at the first surprise")]

mod added;
#[expect(dead_code, reason = "the tests of the course use the rest")]
#[path = "../../../engine/tests/it/course.rs"]
mod course;
mod defaults;
mod extremes;
mod finite;
mod fix_ids;
mod headroom;
#[expect(dead_code, reason = "the tests of the model use the rest")]
#[path = "../../../model/tests/it/loads.rs"]
mod loads;
mod parity;
mod picture;
mod ranges;
mod recommended;
mod runs;
mod tables;
mod verdict;
