//! `CREATE SEQUENCE`.

use super::cursor::Cursor;
use super::options::option_list;
use crate::check::SEQUENCE_REFUSED;
use crate::text::Edit;
use crate::tree::{Counter, CreateSequence, OptionItem, RefusedClause, StatementKind};

/// The kind of sequence that spreads its values.
pub(super) const BIT_REVERSED: &str = "bit_reversed_positive";

/// `CREATE SEQUENCE [IF NOT EXISTS] s …`
pub(super) fn create_sequence(c: &mut Cursor<'_>) -> Option<StatementKind> {
    c.eat(&["CREATE", "SEQUENCE"])?;
    c.if_not_exists();
    let Some(name) = c.expect_name("a name for the sequence") else {
        c.skip_until(Cursor::at_end);
        return Some(StatementKind::Skipped);
    };
    let (mut counter, mut options) = (Counter::default(), Vec::new());
    while clause(c, &mut counter, &mut options) {}
    let by_option = |item: &OptionItem| {
        item.key == "sequence_kind" && item.value.eq_ignore_ascii_case(BIT_REVERSED)
    };
    let bit_reversed = counter.kind.is_some() || options.iter().any(by_option);
    let clauses = counter.kind.or(counter.skip_range).or(counter.start);
    if let (Some(_), Some(item)) = (clauses, options.first()) {
        let words = "OPTIONS".to_owned();
        counter.refused.push(RefusedClause { words, span: item.span });
    }
    by_options(&mut counter, &options);
    counter.refused.extend(unfit(&options));
    Some(StatementKind::CreateSequence(Box::new(CreateSequence {
        name,
        bit_reversed,
        options,
        counter,
    })))
}

/// Adds what options say of a counter.
pub(super) fn by_options(counter: &mut Counter, options: &[OptionItem]) {
    for item in options {
        let null = item.value.eq_ignore_ascii_case("null");
        match item.key.as_str() {
            "sequence_kind" => counter.kind = Some(item.span),
            "skip_range_min" | "skip_range_max" if null => counter.no_skip_range = true,
            "skip_range_min" | "skip_range_max" => counter.skip_range = Some(item.span),
            "start_with_counter" if !null => counter.start = Some(item.span),
            key if OPTIONS_REFUSED.contains(&key) => {
                counter.refused.push(RefusedClause { words: key.to_owned(), span: item.span });
            }
            _ => {}
        }
    }
}

/// An option of a new sequence whose value Spanner rejects: one bound of a range without the other,
/// a range that ends before it begins, a counter below 1.
fn unfit(options: &[OptionItem]) -> Option<RefusedClause> {
    let set = |key: &str| {
        let said = options.iter().find(|item| item.key == key);
        said.filter(|item| !item.value.eq_ignore_ascii_case("null"))
    };
    let alone = match (set("skip_range_min"), set("skip_range_max")) {
        (Some(one), None) | (None, Some(one)) => Some(one),
        (Some(min), Some(max)) => {
            let bounds = min.value.parse::<i64>().ok().zip(max.value.parse::<i64>().ok());
            if bounds.is_some_and(|(min, max)| min > max) {
                let words = "skip_range".to_owned();
                return Some(RefusedClause { words, span: max.span });
            }
            None
        }
        (None, None) => None,
    };
    let below = |item: &&OptionItem| item.value.parse::<i64>().is_ok_and(|start| start < 1);
    let item = alone.or_else(|| set("start_with_counter").filter(below))?;
    Some(RefusedClause { words: item.key.to_string(), span: item.span })
}

/// Options named after what sequences of other databases have.
const OPTIONS_REFUSED: &[&str] = &[
    "increment",
    "increment_by",
    "start",
    "start_with",
    "start_value",
    "minvalue",
    "min_value",
    "maxvalue",
    "max_value",
    "cache",
    "cache_size",
    "cycle",
    "owned_by",
];

/// One clause; false when none is next.
fn clause(c: &mut Cursor<'_>, counter: &mut Counter, options: &mut Vec<OptionItem>) -> bool {
    if let Some(span) = c.eat(&["BIT_REVERSED_POSITIVE"]) {
        counter.kind = Some(span);
    } else if let Some(span) = c.eat(&["SKIP", "RANGE"]) {
        skipped(c);
        counter.skip_range = Some(span.to(c.last_span()));
    } else if let Some(span) = c.eat(&["START", "COUNTER"]) {
        counter_with(c);
        counter.start = Some(span.to(c.last_span()));
    } else if c.eat(&["OPTIONS"]).is_some() {
        options.extend(option_list(c));
    } else {
        return boxed(c, counter);
    }
    true
}

/// Clauses that say nothing new, and those that Spanner rejects.
fn boxed(c: &mut Cursor<'_>, counter: &mut Counter) -> bool {
    c.eat(&["NO", "MINVALUE"])
        .or_else(|| c.eat(&["NO", "MAXVALUE"]))
        .or_else(|| c.eat(&["NO", "CYCLE"]))
        .or_else(|| c.eat(&["OWNED", "BY", "NONE"]))
        .is_some()
        || refused(c, counter)
}

/// A clause that Spanner rejects: it is reported, and kept for the rule that explains it.
fn refused(c: &mut Cursor<'_>, counter: &mut Counter) -> bool {
    let Some(found) = SEQUENCE_REFUSED.iter().find(|refusal| c.looking_at(refusal.words)) else {
        return false;
    };
    let place = c.place();
    let span = c.eat(found.words).unwrap_or_default();
    c.back_to(place);
    counter.refused.push(RefusedClause { words: found.words.join(" "), span });
    c.refuse(SEQUENCE_REFUSED)
}

/// `( part … )` of an identity column: each part once, at least one.
pub(super) fn identity_parts(c: &mut Cursor<'_>) -> Counter {
    const PARTS: &[&str] = &["BIT_REVERSED_POSITIVE", "SKIP", "START"];
    let (mut counter, mut options) = (Counter::default(), Vec::new());
    let Some(_) = c.expect_mark("(") else { return counter };
    let mut seen: Vec<&str> = Vec::new();
    loop {
        let place = c.place();
        if let Some(part) = PARTS.iter().find(|part| c.at_word(part)) {
            if seen.contains(part) {
                c.expected(&format!("`{part}` once"));
            }
            if !c.looking_at(&["START", "WITH"]) {
                seen.push(part);
            }
        } else if c.at_mark(")") && !seen.is_empty() {
            c.bump();
            return counter;
        }
        if c.at_word("OPTIONS") || !clause(c, &mut counter, &mut options) {
            c.expected("`BIT_REVERSED_POSITIVE`, `SKIP RANGE` or `START COUNTER WITH`");
            c.skip_until(|c| c.at_mark(")"));
            let _ = c.eat_mark(")");
            return counter;
        }
        if !PARTS.iter().any(|part| seen.contains(part)) {
            seen.push("");
        }
        // A clause takes a token or more: this ends.
        debug_assert!(c.place() > place);
    }
}

/// The bounds of a range: GoogleSQL puts a comma between the two, PostgreSQL none.
pub(super) fn skipped(c: &mut Cursor<'_>) {
    whole_number(c);
    if c.googlesql() {
        c.expect_mark(",");
    } else if c.at_mark(",") {
        let comma = c.span();
        let edits = vec![Edit::delete(comma)];
        let cure = ": the PostgreSQL dialect has no `,` between the two";
        c.curable("a number", comma, cure, "Remove the comma", edits);
        c.bump();
    }
    whole_number(c);
}

/// The value of a counter: GoogleSQL writes `WITH` before it, PostgreSQL may.
pub(super) fn counter_with(c: &mut Cursor<'_>) {
    if c.eat(&["WITH"]).is_none() && c.googlesql() {
        c.expected("`WITH`");
    }
    whole_number(c);
}

/// A number of any size, perhaps negative.
pub(super) fn whole_number(c: &mut Cursor<'_>) {
    let _ = c.eat_mark("-");
    if c.at_whole_number() {
        c.bump();
    } else {
        c.expected("a number");
    }
}
