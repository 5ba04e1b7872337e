//! `CREATE SEQUENCE`.

use super::cursor::Cursor;
use super::options::option_list;
use crate::syntax::check::SEQUENCE_REFUSED;
use crate::syntax::tree::{CreateSequence, Name, OptionItem, StatementKind};

/// The kind of sequence that spreads its values.
pub(super) const BIT_REVERSED: &str = "bit_reversed_positive";

/// `CREATE SEQUENCE [IF NOT EXISTS] s …`
pub(super) fn create_sequence(c: &mut Cursor<'_>) -> Option<StatementKind> {
    c.eat(&["CREATE", "SEQUENCE"])?;
    c.skip_if_exists();
    let Some(name) = c.expect_name("a name for the sequence") else {
        c.skip_until(Cursor::at_end);
        return Some(StatementKind::Skipped);
    };
    let mut sequence = CreateSequence { name, bit_reversed: false, options: Vec::new() };
    while clause(c, &mut sequence) {}
    let by_option = |item: &OptionItem| {
        item.key == "sequence_kind" && item.value.eq_ignore_ascii_case(BIT_REVERSED)
    };
    sequence.bit_reversed |= sequence.options.iter().any(by_option);
    Some(StatementKind::CreateSequence(sequence))
}

/// One clause; false when none is next.
fn clause(c: &mut Cursor<'_>, sequence: &mut CreateSequence) -> bool {
    if c.eat(&["BIT_REVERSED_POSITIVE"]).is_some() {
        sequence.bit_reversed = true;
    } else if c.eat(&["SKIP", "RANGE"]).is_some() {
        // GoogleSQL puts a comma between the two, PostgreSQL none.
        whole_number(c);
        let _ = c.eat_mark(",");
        whole_number(c);
    } else if c.eat(&["START", "COUNTER"]).is_some() {
        let _ = c.eat(&["WITH"]);
        whole_number(c);
    } else if c.eat(&["OPTIONS"]).is_some() {
        sequence.options.extend(option_list(c));
    } else {
        return rare(c);
    }
    true
}

/// Clauses that say nothing new, and those that Spanner refuses.
fn rare(c: &mut Cursor<'_>) -> bool {
    c.eat(&["NO", "MINVALUE"])
        .or_else(|| c.eat(&["NO", "MAXVALUE"]))
        .or_else(|| c.eat(&["NO", "CYCLE"]))
        .or_else(|| c.eat(&["OWNED", "BY", "NONE"]))
        .is_some()
        || (!c.googlesql() && c.refuse(SEQUENCE_REFUSED))
}

/// `( part … )` of an identity column: each part once, at least one; true if it is bit-reversed.
pub(super) fn identity_parts(c: &mut Cursor<'_>) -> bool {
    const PARTS: &[&str] = &["BIT_REVERSED_POSITIVE", "SKIP", "START"];
    let mut sequence = CreateSequence {
        name: Name { text: String::new(), span: c.span() },
        bit_reversed: false,
        options: Vec::new(),
    };
    let Some(_) = c.expect_mark("(") else { return false };
    let mut seen: Vec<&str> = Vec::new();
    loop {
        if let Some(part) = PARTS.iter().find(|part| c.at_word(part)) {
            if seen.contains(part) {
                c.expected(&format!("`{part}` once"));
            }
            seen.push(part);
        } else if c.at_mark(")") && !seen.is_empty() {
            c.bump();
            return sequence.bit_reversed;
        } else if !c.at_word("NO") && !c.googlesql() && c.refuse(SEQUENCE_REFUSED) {
            seen.push("");
            continue;
        }
        if c.at_word("OPTIONS") || !clause(c, &mut sequence) {
            c.expected("`BIT_REVERSED_POSITIVE`, `SKIP RANGE` or `START COUNTER WITH`");
            c.skip_until(|c| c.at_mark(")"));
            let _ = c.eat_mark(")");
            return sequence.bit_reversed;
        }
        if !PARTS.iter().any(|part| seen.contains(part)) {
            seen.push("");
        }
    }
}

/// A number of any size, perhaps negative.
fn whole_number(c: &mut Cursor<'_>) {
    let _ = c.eat_mark("-");
    if c.kind() == Some(crate::syntax::tree::TokenKind::Number) {
        c.bump();
    } else {
        c.expected("a number");
    }
}
