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

/// Words that link to a run at most; each may need a run of its own.
pub const MARKS_MAX: usize = 60;

/// Minutes that a lesson takes a person at most.
pub const MINUTES_MAX: u32 = 60;

/// Minutes simulated at most: a day.
pub const RUN_MINUTES_MAX: u32 = 1_440;

/// Rows per second at most.
pub const WRITES_MAX: f64 = 1e9;

/// Nodes and rows per second that a slider may set at most: the page has the same in `LIMITS` of
/// `state/state.ts`.
pub(super) const SLIDER_NODES_MAX: f64 = 200.0;

/// See [`SLIDER_NODES_MAX`].
pub(super) const SLIDER_WRITES_MAX: f64 = 200_000.0;

/// Complaints at most; an author mends the first ones first.
pub const COMPLAINTS_MAX: usize = 100;
