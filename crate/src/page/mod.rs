//! Marked-down text (rule pages, examples, lessons) to named blocks.
