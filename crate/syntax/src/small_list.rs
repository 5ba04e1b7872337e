//! A list that is nearly always empty: one word wide, and shared by those who clone it.
//!
//! A long text has hundreds of thousands of columns, each with lists for what few columns have.

use std::ops::{Deref, DerefMut};
use std::sync::Arc;

/// A list that takes the room of a pointer. A clone shares its items until either is changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SmallList<T>(Option<Arc<Vec<T>>>);

impl<T> Default for SmallList<T> {
    fn default() -> Self {
        Self(None)
    }
}

impl<T> Deref for SmallList<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        self.0.as_deref().map_or(&[], Vec::as_slice)
    }
}

impl<T: Clone> DerefMut for SmallList<T> {
    fn deref_mut(&mut self) -> &mut [T] {
        self.0.as_mut().map_or(&mut [], |items| Arc::make_mut(items).as_mut_slice())
    }
}

impl<T: Clone> SmallList<T> {
    /// Puts an item at the end.
    pub fn push(&mut self, item: T) {
        match &mut self.0 {
            Some(items) => Arc::make_mut(items).push(item),
            none => *none = Some(Arc::new(vec![item])),
        }
    }

    /// Leaves in what `keep` holds of.
    pub fn retain(&mut self, keep: impl FnMut(&T) -> bool) {
        if let Some(items) = &mut self.0 {
            Arc::make_mut(items).retain(keep);
        }
    }
}

impl<T> SmallList<T> {
    /// An empty list.
    #[must_use]
    pub const fn none() -> Self {
        Self(None)
    }

    /// Takes all items out.
    pub fn clear(&mut self) {
        self.0 = None;
    }
}

impl<T> From<Vec<T>> for SmallList<T> {
    fn from(items: Vec<T>) -> Self {
        Self((!items.is_empty()).then(|| Arc::new(items)))
    }
}

impl<T> FromIterator<T> for SmallList<T> {
    fn from_iter<I: IntoIterator<Item = T>>(items: I) -> Self {
        items.into_iter().collect::<Vec<T>>().into()
    }
}

impl<T: Clone> Extend<T> for SmallList<T> {
    fn extend<I: IntoIterator<Item = T>>(&mut self, items: I) {
        match &mut self.0 {
            Some(own) => Arc::make_mut(own).extend(items),
            None => *self = items.into_iter().collect(),
        }
    }
}

impl<'a, T> IntoIterator for &'a SmallList<T> {
    type Item = &'a T;
    type IntoIter = std::slice::Iter<'a, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}
