//! Bytes of a text as the limits of time and memory count them: what is kept of a table, a column or a
//! finding does not shrink with its name, so things said in a few letters count as if said in more.

use hotsplit_wire::engine::syntax::parse;

/// Bytes that a statement counts as at least (our assumption): `CREATE TABLE T1(a INT64)PRIMARY KEY(a);` has 40.
const STATEMENT: usize = 64;

/// Bytes that an item of a list counts as at least (our assumption): `a INT64,` has 8.
const ITEM: usize = 16;

/// Bytes of a text, or what its statements and items count as, if that is more.
pub(crate) fn counted(text: &str) -> usize {
    let statements = parse(text, None).statements.len();
    let items = text.bytes().filter(|byte| *byte == b',').count();
    text.len().max(STATEMENT * statements + ITEM * items)
}
