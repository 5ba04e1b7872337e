//! What the first bytes of a dump say: whether it is text at all, and of which database.

use super::Refusal;
use crate::source::{Database, Detected, detect};

/// Bytes at the start that are read before the database has to be known.
pub(super) const HEAD_BYTES: usize = 512 * 1024;

/// Mark of UTF-8 at the start of a text.
pub(super) const UTF8_MARK: &[u8] = b"\xEF\xBB\xBF";

/// Why these first bytes are no dump that can be read, if so.
pub(super) fn refused(head: &[u8]) -> Option<Refusal> {
    let found = [
        (&b"\x1f\x8b"[..], Refusal::Packed("gzip", "gunzip")),
        (b"PK\x03\x04", Refusal::Packed("zip", "unzip")),
        (b"BZh", Refusal::Packed("bzip2", "bunzip2")),
        (b"\xfd7zXZ\0", Refusal::Packed("xz", "unxz")),
        (b"\x28\xb5\x2f\xfd", Refusal::Packed("zstd", "unzstd")),
        (b"PGDMP", Refusal::CustomFormat),
        (b"\xff\xfe", Refusal::Utf16),
        (b"\xfe\xff", Refusal::Utf16),
    ];
    found.into_iter().find(|(magic, _)| head.starts_with(magic)).map(|(_, refusal)| refusal)
}

/// The database that the first bytes are from.
pub(super) fn database(head: &[u8]) -> Result<Database, Refusal> {
    match detect(&String::from_utf8_lossy(head)) {
        Detected::Source(database) => Ok(database),
        Detected::Spanner => Err(Refusal::Spanner),
        Detected::Other(_) | Detected::Unknown => Err(Refusal::UnknownDatabase),
    }
}
