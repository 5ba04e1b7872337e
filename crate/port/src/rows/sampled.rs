//! What a sample of rows shows of a column: how many values differ, which shape they have, and
//! whether their order is that of a time.

use super::ids::Shape;

/// Values of a sample that show anything at least.
pub const VALUES_MIN: u64 = 30;
/// What a sample of a column shows.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sampled {
    /// Rows of which it is a sample.
    pub of: u64,
    /// Values in the sample that are not NULL.
    pub values: u64,
    /// Two rows of the sample have the same value.
    pub repeats: bool,
    /// Values that are in the sample by chance.
    pub fair: u64,
    /// How many of these differ.
    pub distinct: u64,
    /// How many of these are the most frequent one.
    pub most: u64,
    /// The shape of all values.
    pub shape: Option<Shape>,
    /// Their rank correlation with the best of the columns that hold times, per mille; 0 where it is
    /// none. Of a column with times, that with the best of the columns whose values differ.
    pub arrival: u64,
    /// Hashes of the values in ascending order, where they are few and repeat. Values themselves
    /// are not kept: a condensed dump is handed on.
    pub list: Vec<u8>,
}

/// The hash by which a value is in [`Sampled::list`]: the high byte of FNV-1a. One byte shows that a
/// value is not among a few others, and does not show which of all possible values it is.
pub(crate) fn hash_of(value: &[u8]) -> u8 {
    let mix = |hash: u32, &byte: &u8| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193);
    value.iter().fold(0x811c_9dc5, mix).to_be_bytes()[0]
}
