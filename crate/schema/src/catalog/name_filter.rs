//! Which names are certainly not in use.
//!
//! Nearly every name that a text gives is new, and of a long text the maps of names are far away
//! in memory: to learn that a name is in none of them costs more than to read its statement.

use crate::name_map::hash;

/// Bits for each expected name: with so many, one new name in sixteen is looked up.
const BITS_PER_NAME: usize = 16;

/// A set of bits, one for the hash of each name. A name whose bit is not set is not in use.
pub(crate) struct NameFilter {
    /// Invariant: their number is a power of two.
    words: Vec<u64>,
}

impl NameFilter {
    /// Room for about so many names; with more of them, more are looked up.
    pub(crate) fn with_room_for(names: usize) -> Self {
        let words = (names * BITS_PER_NAME / 64 + 1).next_power_of_two();
        Self { words: vec![0; words] }
    }

    /// Adds a name.
    pub(crate) fn add(&mut self, folded: &str) {
        let (word, bit) = self.place(folded);
        self.words[word] |= bit;
    }

    /// Whether a name may have been added.
    pub(crate) fn may_contain(&self, folded: &str) -> bool {
        let (word, bit) = self.place(folded);
        self.words[word] & bit != 0
    }

    /// Its word and its bit.
    fn place(&self, folded: &str) -> (usize, u64) {
        let hash = hash(folded.bytes());
        ((hash >> 6) as usize & (self.words.len() - 1), 1 << (hash & 63))
    }
}
