//! One check, read: `` `term op value` message ``.

use crate::lesson::check::{Asked, Check, Op, Value};
use crate::lesson::measured::Unit;
use crate::lesson::read::reader::nearest;
use crate::lesson::scene::{READS, SEVERITIES, is_findings};
use crate::lesson::terms::{TERMS, Takes, Term};
use crate::{heat, rules};

/// Words between the backticks, blanks made one.
pub(super) fn one_blank(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Reads the item of a check.
pub(super) fn check(item: &str, line: u32) -> Result<Check, String> {
    let (text, message) = item
        .strip_prefix('`')
        .and_then(|rest| rest.split_once('`'))
        .ok_or_else(|| format!("expected a check in backticks, found `{item}`"))?;
    let message = message.trim();
    if message.is_empty() {
        return Err("expected a message for a failed check after the check, found none".to_owned());
    }
    let (left, op, right) = compared(text)?;
    Ok(Check { text: one_blank(text), message: message.to_owned(), line, left, op, right })
}

/// `term op value`.
fn compared(text: &str) -> Result<(Asked, Op, Value), String> {
    let (at, op, sign) = find_op(text).ok_or_else(|| {
        format!("expected one of =, !=, <, <=, >, >= between two values, found `{}`", text.trim())
    })?;
    let left = asked(text[..at].trim())?;
    let said = text[at + sign.len()..].trim();
    let unit = left.term.unit;
    let right = if said.starts_with(|c: char| c.is_ascii_digit() || matches!(c, '.' | '-')) {
        Value::Number(number(said, unit)?)
    } else {
        let other = asked(said)
            .map_err(|why| format!("expected a number{} or a term: {why}", with_sign(unit)))?;
        if other.term.unit != unit {
            return Err(format!(
                "expected the same unit on both sides, found `{}`{} and `{}`{}",
                left.term.name,
                with_sign(unit),
                other.term.name,
                with_sign(other.term.unit)
            ));
        }
        Value::Asked(other)
    };
    let exact = matches!(op, Op::Equal | Op::Unequal);
    if exact && !matches!(unit, Unit::Count | Unit::Bytes | Unit::Yes) {
        return Err(format!(
            "expected <, <=, > or >= after `{}`, which is measured and rarely an exact number, \
             found {sign}",
            left.term.name
        ));
    }
    Ok((left, op, right))
}

/// The first comparison outside parentheses: its place, and its sign.
fn find_op(text: &str) -> Option<(usize, Op, &'static str)> {
    let mut depth = 0_i32;
    for (at, c) in text.char_indices() {
        match c {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ if depth <= 0 => {
                let found = Op::ALL.iter().find(|(_, sign, _)| text[at..].starts_with(sign));
                if let Some((op, sign, _)) = found {
                    return Some((at, *op, sign));
                }
            }
            _ => {}
        }
    }
    None
}

/// A term with its side and what it takes.
pub(super) fn asked(text: &str) -> Result<Asked, String> {
    let (side, rest) = match text.split_once('.') {
        Some((side @ ("before" | "after"), rest)) => (Some(side), rest.trim()),
        _ => (None, text),
    };
    let (name, inside) = match rest.split_once('(') {
        Some((name, inside)) => {
            let inside = inside
                .trim_end()
                .strip_suffix(')')
                .ok_or_else(|| format!("expected `)` at the end of `{rest}`"))?;
            (name.trim(), Some(inside))
        }
        None => (rest, None),
    };
    let term = Term::find(name).ok_or_else(|| {
        let like = nearest(name, TERMS.iter().map(|term| term.name));
        format!("expected a term such as `{like}`, found `{name}`")
    })?;
    if let Some(side) = side.filter(|_| !term.sided) {
        return Err(format!("expected `{name}` without a side, found `{side}.{name}`"));
    }
    let args = inside.map_or_else(Vec::new, |inside| {
        inside.split(',').map(|word| word.trim().to_owned()).collect()
    });
    fits(term, &args)?;
    Ok(Asked { term, before: side == Some("before"), args })
}

/// Whether a term takes what stands in its parentheses.
fn fits(term: &Term, args: &[String]) -> Result<(), String> {
    let name = term.name;
    let expected = |what: &str| {
        let found =
            if args.is_empty() { "none".to_owned() } else { format!("({})", args.join(", ")) };
        Err(format!("expected {what}, found {found}"))
    };
    let (least, most, what) = match term.takes {
        Takes::Nothing => (0, 0, format!("no parentheses after `{name}`")),
        Takes::Findings => {
            (1, 2, format!("a severity or a rule, as in `{name}(high)`, and at most an object"))
        }
        Takes::Object => (1, 1, format!("a table or an index, as in `{name}(Orders)`")),
        Takes::Table => (1, 1, format!("a table, as in `{name}(Orders)`")),
        Takes::Anything => (1, 1, format!("a name, as in `{name}(Orders.Shard)`")),
        Takes::Read => {
            (2, 2, format!("a table or an index and a way to read, as in `{name}(Orders, newest)`"))
        }
        Takes::Pattern => {
            (1, 2, format!("a shape, as in `{name}(moving-hot-spot)`, and at most an object"))
        }
    };
    if !(least..=most).contains(&args.len()) || args.iter().any(String::is_empty) {
        return expected(&what);
    }
    match term.takes {
        Takes::Findings if !is_findings(&args[0]) => {
            let words: Vec<&str> = SEVERITIES.iter().map(|(word, _)| *word).collect();
            expected(&format!(
                "one of {}, or a rule such as `{}`",
                words.join(", "),
                rules::nearest(&args[0])
            ))
        }
        Takes::Read if !READS.iter().any(|(word, _)| *word == args[1]) => {
            let words: Vec<&str> = READS.iter().map(|(word, _)| *word).collect();
            expected(&format!("one of {} after the comma", words.join(", ")))
        }
        Takes::Pattern if !heat::pattern_ids().contains(&args[0].as_str()) => {
            let like = nearest(&args[0], heat::pattern_ids().iter().copied());
            expected(&format!("a shape such as `{like}`"))
        }
        _ => Ok(()),
    }
}

/// A number with its unit, and k, M or G before that.
fn number(said: &str, unit: Unit) -> Result<f64, String> {
    let end = said
        .find(|c: char| !(c.is_ascii_digit() || matches!(c, '.' | ',' | '_' | '-')))
        .unwrap_or(said.len());
    let digits: String = said[..end].chars().filter(|c| !matches!(c, ',' | '_')).collect();
    let value: f64 = digits
        .parse()
        .map_err(|_| format!("expected a number{}, found `{said}`", with_sign(unit)))?;
    let rest = said[end..].trim();
    let wrong = || match unit.sign() {
        "" => format!("expected a plain number, found `{said}`"),
        sign => format!("expected `{sign}` after the number, for example 20{sign}, found `{said}`"),
    };
    let scale = rest.strip_suffix(unit.sign()).ok_or_else(wrong)?.trim();
    let times = match scale {
        "" => 1.0,
        "k" => 1e3,
        "M" => 1e6,
        "G" => 1e9,
        _ => return Err(wrong()),
    };
    Ok(value * times)
}

fn with_sign(unit: Unit) -> String {
    match unit.sign() {
        "" => String::new(),
        sign => format!(" in {sign}"),
    }
}
