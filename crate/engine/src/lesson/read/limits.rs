//! Limits of a lesson file.

/// Bytes of a lesson file at most (limits here are assumptions of ours: many times what people sit
/// through).
pub const LESSON_BYTES_MAX: usize = 200_000;

/// Steps at most.
pub const STEPS_MAX: usize = 30;

/// Checks of a step at most.
pub const CHECKS_MAX: usize = 20;

/// Hints of a step at most.
pub const HINTS_MAX: usize = 10;

/// Hints of a step with checks at least; an exam has none.
pub const HINTS_MIN: usize = 2;

/// Answers to a prediction at most.
pub const CHOICES_MAX: usize = 8;

/// Wrong answers at most.
pub const WRONG_MAX: usize = 20;

/// Minutes that a lesson takes a person at most.
pub const MINUTES_MAX: u32 = 60;

/// Minutes simulated at most: a day.
pub const RUN_MINUTES_MAX: u32 = 1_440;

/// Rows per second at most.
pub const WRITES_MAX: f64 = 1e9;

/// Complaints at most; an author mends the first ones first.
pub const COMPLAINTS_MAX: usize = 100;
