//! Constants whose values a person has measured.

use super::model::UNCERTAIN;

/// Constants whose values a person has measured, or is sure of: they are not drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Measured(u32);

impl Measured {
    /// The same with one more; a name that is not uncertain changes nothing.
    #[must_use]
    pub fn with(self, name: &str) -> Self {
        position(name).map_or(self, |at| Self(self.0 | 1 << at))
    }

    /// Whether a constant is among them.
    #[must_use]
    pub fn has(self, name: &str) -> bool {
        position(name).is_some_and(|at| self.0 & 1 << at != 0)
    }
}

fn position(name: &str) -> Option<usize> {
    UNCERTAIN.iter().position(|one| one.name == name)
}
