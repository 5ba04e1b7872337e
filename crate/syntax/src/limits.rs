//! How much of a text is read.

/// Bytes of text that are read; what follows is left out and said so.
pub const INPUT_BYTES_MAX: usize = 10 * 1024 * 1024;

/// Statements that are read; what follows is left out and said so.
pub const STATEMENTS_MAX: usize = 50_000;

/// Parentheses inside parentheses that are read as an expression; deeper ones stay opaque.
pub const NESTING_MAX: usize = 64;
