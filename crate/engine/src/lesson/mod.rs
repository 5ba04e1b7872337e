//! Lessons: one marked-down file each, read, played and judged by the engine's own results.
//!
//! Lessons are data of the site and no part of the engine. [`read`] takes a file apart and says
//! what is wrong with it, line by line; [`terms`] holds the one table of what a check may ask for;
//! [`judge`] says whether a check holds, and why not; [`play`] finds out whether a lesson is sound.
//!
//! A check never looks at what was typed: both texts are read and run as any schema is, `before`
//! the starter and `after` the learner's text, each with the hidden DDL behind it. What the lesson
//! itself decides stays as it is, whatever the learner writes: [`fixed`].

pub mod because;
pub mod check;
pub mod exam;
mod explain;
pub mod fixed;
mod hot;
pub mod judge;
pub mod mark;
pub mod measured;
mod misstated;
mod objections;
mod objects;
mod parts;
pub mod play;
pub mod read;
pub mod scene;
mod staged;
pub mod terms;

pub use parts::{Choice, Code, Complaint, Lesson, Look, Prediction, Step, Wrong};
