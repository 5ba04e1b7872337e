//! Values of an enumeration, which all columns of its type share.

use crate::rows::sampled::hash_of;
use crate::text::order;

/// The values of an enumeration.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct List {
    values: Vec<String>,
    /// Their numbers, in the order of their texts.
    sorted: Vec<usize>,
    /// Characters of the longest.
    longest: u64,
    /// Whether one of them has a hash, as samples of rows have it.
    hashes: Vec<bool>,
}

impl List {
    pub(super) fn of(values: &[String]) -> Self {
        let mut sorted: Vec<usize> = (0..values.len()).collect();
        order::by_key(&mut sorted, |&at| values[at].as_str());
        let lengths = values.iter().map(|value| value.chars().count() as u64);
        let longest = lengths.max().unwrap_or(1).max(1);
        let mut hashes = vec![false; 256];
        values.iter().for_each(|value| hashes[usize::from(hash_of(value.as_bytes()))] = true);
        Self { values: values.to_vec(), sorted, longest, hashes }
    }

    pub(super) fn values(&self) -> &[String] {
        &self.values
    }

    pub(super) fn longest(&self) -> u64 {
        self.longest
    }

    pub(super) fn has_hash(&self, hash: u8) -> bool {
        self.hashes[usize::from(hash)]
    }

    pub(super) fn has(&self, value: &str) -> bool {
        self.sorted.binary_search_by_key(&value, |&at| self.values[at].as_str()).is_ok()
    }
}
