//! Why a dump is not condensed, in words that say what to do.

use std::fmt;

use super::limits::{DUMP_BYTES_MAX, TEXT_BYTES_MAX};

/// Why a dump is not condensed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// It is packed: the format, and the program that unpacks it.
    Packed(&'static str, &'static str),
    /// It is a dump of `pg_dump` in a format of its own.
    CustomFormat,
    /// It is UTF-16.
    Utf16,
    /// It is a schema of Spanner.
    Spanner,
    /// Nothing in it tells which database it is from.
    UnknownDatabase,
    /// It is too long.
    TooLong,
    /// What is left without its rows is too long.
    TextTooLong,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Packed(format, program) => {
                write!(f, "expected text, found a {format} file; unpack it first, as with {program}")
            }
            Self::CustomFormat => f.write_str(
                "expected text, found pg_dump's custom format; write it as text with `pg_restore -f`",
            ),
            Self::Utf16 => f.write_str(
                "expected UTF-8, found UTF-16; convert it first, as with `iconv -f UTF-16 -t UTF-8`",
            ),
            Self::Spanner => {
                f.write_str("expected a dump of MySQL or PostgreSQL, found a schema of Spanner")
            }
            Self::UnknownDatabase => f.write_str("nothing tells MySQL from PostgreSQL here"),
            Self::TooLong => {
                write!(f, "expected at most {} GiB, found more", DUMP_BYTES_MAX >> 30)
            }
            Self::TextTooLong => write!(
                f,
                "expected at most {} MiB without rows of INSERT and COPY, found more",
                TEXT_BYTES_MAX >> 20
            ),
        }
    }
}
