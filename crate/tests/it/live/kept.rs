//! Schedules that broke a plan once, as the proof printed them: the case and what happens.

/// All of them.
pub(crate) const KEPT: &[(&str, &str)] = &[];
