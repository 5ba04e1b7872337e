//! A long text, read part by part.
//!
//! Reading takes several steps over the same tokens. Over a long text each of them would find
//! that the processor's caches have lost what the one before it wrote; over a part it does not.
//! The parts are those that [`document`](super::document) could read alone, so the tree is that
//! of the text read as a whole.

use super::document::{OPENS_MAX, stands_alone};
use super::lex::Open;
use super::shift::Shift as _;
use super::tree::{Dialect, Tree};
use super::{STATEMENTS_MAX, foreign, parse_part};
use crate::text::at;

/// Bytes of a part, about: its tokens and trees take some 30 times as much, and fit into the
/// second-level cache of a processor (assumption of ours: 2 MiB).
const PART_BYTES: usize = 64 * 1024;

/// Bytes after which a part that still does not end alone makes the text be read as a whole.
const PART_BYTES_MAX: usize = 16 * PART_BYTES;

/// Reads a text in parts. `None` when it is short, or when it is not made of parts that stand
/// alone.
pub(super) fn parse(text: &str, dialect: Dialect, forced: bool) -> Option<(Tree, Vec<Open>)> {
    if text.len() < 2 * PART_BYTES || foreign::reaches_across(text) {
        return None;
    }
    let mut whole = Tree { dialect, ..Tree::default() };
    let mut opens = Vec::new();
    let (mut from, mut bytes) = (0, PART_BYTES);
    while from < text.len() {
        let end = end_of_statement(text, from + bytes);
        let part = &text[from..end];
        let (mut tree, mut opened) = parse_part(part, dialect, forced);
        if end < text.len() && !stands_alone(part, &tree, &opened) {
            bytes = end - from + PART_BYTES;
            if bytes > PART_BYTES_MAX {
                return None;
            }
            continue;
        }
        let statements = whole.statements.len() + tree.statements.len();
        if statements >= STATEMENTS_MAX || opens.len() + opened.len() > OPENS_MAX {
            return None;
        }
        let by = i64::from(at(from));
        tree.shift(by);
        opened.shift(by);
        opens.append(&mut opened);
        if from == 0 {
            // Room for as much as the rest will bring, if it is like this part.
            let parts = text.len() / end + 1;
            whole.tokens.reserve(tree.tokens.len() * parts);
            whole.statements.reserve(tree.statements.len() * parts);
        }
        append(&mut whole, tree);
        (from, bytes) = (end, PART_BYTES);
    }
    Some((whole, opens))
}

/// The first place from `from` on that may part two statements: where a line starts with
/// something, below one that ends with a semicolon.
fn end_of_statement(text: &str, from: usize) -> usize {
    let bytes = text.as_bytes();
    let mut line = from;
    while let Some(semicolon) = bytes.get(line..).and_then(|rest| find(rest, b";\n")) {
        let start = line + semicolon + 2;
        let blanks = bytes[start..].iter().take_while(|byte| b" \t\r\n".contains(byte)).count();
        if bytes.get(start + blanks).is_some_and(u8::is_ascii_graphic) {
            return start + blanks;
        }
        line = start;
    }
    text.len()
}

fn find(bytes: &[u8], pair: &[u8; 2]) -> Option<usize> {
    bytes.windows(2).position(|two| two == pair)
}

/// Adds what stands below.
fn append(whole: &mut Tree, mut part: Tree) {
    whole.tokens.append(&mut part.tokens);
    whole.statements.append(&mut part.statements);
    whole.errors.append(&mut part.errors);
    whole.notes.append(&mut part.notes);
    whole.directives.append(&mut part.directives);
}
