//! Ways of reading a table.

/// Ways of reading a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ReadShape {
    /// One row by its key.
    Point,
    /// The rows of one entity.
    ByEntity,
    /// The newest rows.
    NewestFirst,
    /// The oldest rows.
    OldestFirst,
    /// Rows of a period, by their time.
    ByTime,
    /// All rows.
    All,
}

/// Every way of reading, in the order in which they are shown.
pub const READ_SHAPES: [ReadShape; 6] = [
    ReadShape::Point,
    ReadShape::ByEntity,
    ReadShape::NewestFirst,
    ReadShape::OldestFirst,
    ReadShape::ByTime,
    ReadShape::All,
];

/// Words of ways of reading, as a directive takes them.
pub const READ_WORDS: &[&str] =
    &["point", "by-entity", "newest-first", "oldest-first", "by-time", "all"];

impl ReadShape {
    /// As a directive says it.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        let at = READ_SHAPES.iter().position(|&shape| shape == self);
        READ_WORDS[at.expect("every shape is listed")]
    }

    /// The shape of a word.
    #[must_use]
    pub fn of_word(word: &str) -> Option<Self> {
        let at = READ_WORDS.iter().position(|&known| known == word)?;
        Some(READ_SHAPES[at])
    }
}
