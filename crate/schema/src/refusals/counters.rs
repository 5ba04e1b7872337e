//! Counters of sequences that Spanner rejects.

use crate::catalog::Catalog;
use crate::catalog::skip_range::SkipRange;
use crate::problem::ProblemKind;
use crate::syntax::tree::{Counter, Name, OptionItem, Statement};
use crate::text::Span;

/// Whether clauses say something of a counter beside its options.
fn has_clauses(
    catalog: &Catalog<'_>,
    sequence: &Name,
    options: &[OptionItem],
    statement: &Statement,
) -> bool {
    let after = Span::new(sequence.span.end, statement.span.end);
    let outside = match (options.first(), options.last()) {
        (Some(first), Some(last)) => [
            Span::new(after.start, first.span.start),
            Span::new(last.span.end, after.end.max(last.span.end)),
        ],
        _ => [after, Span::empty(after.end)],
    };
    let clauses = ["BIT_REVERSED_POSITIVE", "SKIP", "COUNTER"];
    outside.into_iter().any(|part| {
        let said = part.of(catalog.text).to_ascii_uppercase();
        clauses.into_iter().any(|clause| said.contains(clause))
    })
}

/// The numbers of a counter that a statement gives: the range it skips and where it starts.
pub(crate) fn check_counter(
    catalog: &mut Catalog<'_>,
    sequence: &Name,
    options: &[OptionItem],
    counter: &Counter,
    statement: &Statement,
    before: SkipRange,
) -> SkipRange {
    let clause = |span: Option<Span>| {
        span.filter(|span| !options.iter().any(|item| item.span.contains(*span)))
    };
    let text = catalog.text;
    let clauses = has_clauses(catalog, sequence, options, statement);
    // Whichever of the two came first is used for good.
    let by_clauses = before.clauses.or(match (clauses, options.is_empty()) {
        (true, _) => Some(true),
        (false, false) => Some(false),
        (false, true) => None,
    });
    let mixed =
        (by_clauses == Some(true) && !options.is_empty()) || (by_clauses == Some(false) && clauses);
    // What the clauses of a new sequence say wrongly is a matter of `seq-options-unsupported`.
    let spoken = !counter.refused.is_empty();
    let mut refuse = |message: String, span: Span| {
        if spoken {
            return;
        }
        let message = format!("{message} in `{}`", sequence.text);
        catalog.report_problem(ProblemKind::Unfit, message, span);
    };
    if mixed {
        refuse("expected clauses or OPTIONS, found both".to_owned(), statement.span);
        return before;
    }
    let mut range = SkipRange { clauses: by_clauses, ..before };
    if counter.no_skip_range && clause(counter.skip_range).is_none() && options.is_empty() {
        (range.low, range.high) = (None, None);
    }
    if let Some(span) = clause(counter.skip_range) {
        let numbers = whole_numbers(span.of(text));
        if let [low, high] = numbers[..] {
            (range.low, range.high) = (Some(low), Some(high));
        }
    }
    for item in options {
        let value = item.value.trim().parse().ok();
        match item.key.as_str() {
            "skip_range_min" => range.low = value,
            "skip_range_max" => range.high = value,
            _ => {}
        }
    }
    let start = clause(counter.start).map(|span| (whole_numbers(span.of(text)), span));
    let option = options.iter().find(|item| item.key == "start_with_counter");
    let option = option.map(|item| (whole_numbers(&item.value), item.span));
    if let Some((found, span)) = start.or(option)
        && let [start] = found[..]
        && start <= 0
    {
        refuse(format!("expected a positive start of the counter, found {start}"), span);
    }
    let span = clause(counter.skip_range).unwrap_or(statement.span);
    match (range.low, range.high) {
        ends if ends == (before.low, before.high) => return range,
        (Some(_), None) | (None, Some(_)) => {
            let message = "expected both bounds of the skipped range, found one";
            refuse(message.to_owned(), span);
        }
        (Some(low), Some(high)) if low > high => {
            let message = format!(
                "expected the skipped range to start at its lower bound, found {low} to {high}"
            );
            refuse(message, span);
        }
        (Some(_), Some(high)) if high <= 0 => {
            let message =
                "expected a skipped range with a positive number: a sequence generates no others";
            refuse(message.to_owned(), span);
        }
        _ => return range,
    }
    before
}

/// The whole numbers of a text, in order.
pub(crate) fn whole_numbers(text: &str) -> Vec<i64> {
    let parts = text.split(|c: char| !(c.is_ascii_digit() || c == '-'));
    parts.filter_map(|part| part.parse().ok()).collect()
}
