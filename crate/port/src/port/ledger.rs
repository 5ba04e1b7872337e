//! The ledger: each token of a statement that defines something is in the map or in a loss. What
//! nothing else speaks of becomes a loss here, so that nothing is left out in silence.

use super::report::{Loss, What};
use super::severity::Severity;
use crate::source::Source;
use crate::source::excerpt::excerpt;
use crate::text::{Span, order};

/// Adds a loss for each run of tokens that neither the map nor a loss has.
pub(super) fn close(source: &Source<'_>, losses: &mut Vec<Loss>, map: &[(Span, Option<Span>)]) {
    let covered =
        joined(map.iter().map(|it| it.0).chain(losses.iter().map(|it| it.source)).collect());
    let mut run: Option<Span> = None;
    let mut runs = Vec::new();
    for token in &source.tokens {
        let at = covered.partition_point(|span| span.end < token.end);
        let inside = covered.get(at).is_some_and(|span| span.contains(*token));
        // Punctuation says nothing alone.
        if inside || is_punctuation(token.of(source.text)) {
            runs.extend(run.take_if(|_| inside));
            continue;
        }
        run = match run {
            Some(before)
                if source.text[before.end as usize..token.start as usize].contains(';') =>
            {
                runs.push(before);
                Some(*token)
            }
            Some(before) => Some(before.to(*token)),
            None => Some(*token),
        };
    }
    runs.extend(run);
    let object = |span: Span| {
        let before = source.statements.partition_point(|it| it.span.start <= span.start);
        let statement = before.checked_sub(1).map(|at| &source.statements[at]);
        statement.map_or_else(String::new, |it| it.object.clone())
    };
    losses.extend(runs.into_iter().map(|span| Loss {
        rule: "migrate-clause-dropped",
        severity: Severity::Info,
        object: object(span),
        column: None,
        message: format!("`{}` has no counterpart in the port", excerpt(span.of(source.text))),
        what: What::Dropped,
        source: span,
        target: None,
        decision: None,
    }));
}

fn is_punctuation(said: &str) -> bool {
    matches!(said, "(" | ")" | "," | ";" | "." | "=")
}

/// Spans in order, those that touch joined.
fn joined(mut spans: Vec<Span>) -> Vec<Span> {
    order::ascending(&mut spans);
    let mut out: Vec<Span> = Vec::with_capacity(spans.len());
    for span in spans {
        match out.last_mut() {
            Some(last) if span.start <= last.end => last.end = last.end.max(span.end),
            _ => out.push(span),
        }
    }
    out
}

/// Where a part of the source is in the port: what the map says of it, or of what begins in it.
pub(super) fn target_of(map: &[(Span, Option<Span>)], source: Span) -> Option<Span> {
    let at = map.partition_point(|(from, _)| from.start < source.start);
    let near = at.saturating_sub(8)..(at + 8).min(map.len());
    let holds = |from: &Span| from.contains(source) || source.contains(*from);
    map[near].iter().filter(|(from, _)| holds(from)).find_map(|(_, to)| *to)
}
