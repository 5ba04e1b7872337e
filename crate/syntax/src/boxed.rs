//! What few things of a kind have: kept apart, so that the many without it are small.
//!
//! A long text has hundreds of thousands of columns, and what takes its time is their size.

use std::ops::{Deref, DerefMut};

/// Parts that are nearly always all missing.
pub trait Parts: Clone + Default + 'static {
    /// All of them missing.
    fn none() -> &'static Self;
}

/// Parts that take the room of a pointer while all of them are missing.
#[derive(Clone, Debug)]
pub struct Boxed<T>(Option<Box<T>>);

impl<T> Default for Boxed<T> {
    fn default() -> Self {
        Self(None)
    }
}

impl<T: Parts> Deref for Boxed<T> {
    type Target = T;

    fn deref(&self) -> &T {
        match &self.0 {
            Some(parts) => parts,
            None => T::none(),
        }
    }
}

/// Whoever asks to change a part makes room for all of them.
impl<T: Parts> DerefMut for Boxed<T> {
    fn deref_mut(&mut self) -> &mut T {
        self.0.get_or_insert_default()
    }
}

impl<T> Boxed<T> {
    /// Whether all parts are missing.
    #[must_use]
    pub fn is_missing(&self) -> bool {
        self.0.is_none()
    }

    /// The parts to change, where any was there.
    pub fn as_mut(&mut self) -> Option<&mut T> {
        self.0.as_deref_mut()
    }
}
