//! Values of an enumeration, which all columns of its type share.

use std::collections::BTreeSet;

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
    /// Their hashes, as samples of rows have them.
    hashes: BTreeSet<u8>,
}

impl List {
    pub(super) fn of(values: &[String]) -> Self {
        let mut sorted: Vec<usize> = (0..values.len()).collect();
        order::by_key(&mut sorted, |&at| values[at].as_str());
        let lengths = values.iter().map(|value| value.chars().count() as u64);
        let longest = lengths.max().unwrap_or(1).max(1);
        let hashes = values.iter().map(|value| hash_of(value.as_bytes())).collect();
        Self { values: values.to_vec(), sorted, longest, hashes }
    }

    pub(super) fn values(&self) -> &[String] {
        &self.values
    }

    pub(super) fn longest(&self) -> u64 {
        self.longest
    }

    pub(super) fn has_hash(&self, hash: u8) -> bool {
        self.hashes.contains(&hash)
    }

    pub(super) fn has(&self, value: &str) -> bool {
        self.sorted.binary_search_by_key(&value, |&at| self.values[at].as_str()).is_ok()
    }
}
