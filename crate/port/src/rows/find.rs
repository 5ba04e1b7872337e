//! Finds a byte in many. Sixteen at a time are compared without a branch, which compilers turn into
//! a few instructions; rows are most of a dump.

const TOGETHER: usize = 16;

/// Where the first of two bytes is.
pub(crate) fn find_either(bytes: &[u8], one: u8, other: u8) -> Option<usize> {
    let is = |b: &u8| *b == one || *b == other;
    let mut from = 0;
    for chunk in bytes.chunks_exact(TOGETHER) {
        let found = |found, b: &u8| found | u8::from(*b == one) | u8::from(*b == other);
        if chunk.iter().fold(0, found) > 0 {
            break;
        }
        from += TOGETHER;
    }
    bytes[from..].iter().position(is).map(|at| from + at)
}
