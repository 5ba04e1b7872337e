//! Clauses of other databases' sequences that Spanner's do not have.

use crate::finding::{Finding, Object, Severity};
use crate::report::Report;
use crate::rule::{Context, Reach, Rule};
use crate::syntax::tree::RefusedClause;

/// The rule.
pub static RULE: Rule = Rule {
    id: "seq-options-unsupported",
    severity: Severity::Error,
    reach: Reach::Database,
    page: page!("seq_options_unsupported.md"),
    fixes: &[],
    replaces: &[],
    check,
};

fn check(context: &Context<'_>, out: &mut Report<'_>) {
    let schema = context.schema;
    for id in schema.sequence_ids() {
        let sequence = schema.sequence(id);
        for clause in &sequence.counter.refused {
            out.push(finding(&sequence.name, clause, Object::Sequence(id)));
        }
    }
    for id in context.tables() {
        let table = schema.table(id);
        for column in table.column_ids() {
            let said = table.column(column);
            let clauses = said.identity.as_ref().map_or(&[][..], |it| &it.counter.refused);
            for clause in clauses {
                let name = format!("{}.{}", table.name, said.name);
                let column = Some((id, column));
                out.push(Finding { column, ..finding(&name, clause, Object::Table(id)) });
            }
        }
    }
}

/// One for each clause: each is a place of its own to mend.
fn finding(name: &str, clause: &RefusedClause, object: Object) -> Finding {
    let words = clause.words.to_ascii_uppercase().replace('_', " ");
    let has = |word: &str| words.split(' ').any(|part| part.starts_with(word));
    if let Some(value) = value(name, &words) {
        let (title, why, help) = value;
        let (why, help) = (why.to_owned(), help.to_owned());
        return Finding {
            title,
            why: why.into(),
            help: help.into(),
            ..RULE.finding(object, clause.span)
        };
    }
    let (why, help) = if has("START") {
        (
            "A bit-reversed sequence has no first value: only its internal counter has a start.",
            "Write START COUNTER WITH".to_owned(),
        )
    } else if has("MIN") || has("MAX") {
        (
            "A bit-reversed sequence has no bounds: it can only skip a range of values.",
            "Write SKIP RANGE instead".to_owned(),
        )
    } else if has("CACHE") {
        ("Spanner reserves sequence values automatically.", format!("Remove {words}"))
    } else if has("INCREMENT") {
        (
            "Bits of the counter are reversed, so its values have no step, and consecutive values \
             are not adjacent.",
            format!("Remove {words}"),
        )
    } else {
        ("Spanner has no monotonic generator, and none of its options.", format!("Remove {words}"))
    };
    Finding {
        title: format!("`{name}` has {words}, which Spanner's sequences do not support"),
        why: why.into(),
        help: help.into(),
        ..RULE.finding(object, clause.span)
    }
}

/// Options that Spanner knows, with a value that it refuses: title, cost and advice.
fn value(name: &str, words: &str) -> Option<(String, &'static str, &'static str)> {
    match words {
        "SKIP RANGE MIN" | "SKIP RANGE MAX" => Some((
            format!("`{name}` sets only one bound of its skipped range"),
            "Spanner requires both bounds and rejects one without the other.",
            "Set skip_range_min and skip_range_max together",
        )),
        "SKIP RANGE" => Some((
            format!("The skipped range of `{name}` ends before it begins"),
            "Spanner rejects a range whose minimum is greater than its maximum.",
            "Swap the two bounds",
        )),
        "OPTIONS" => Some((
            format!("`{name}` sets some properties in clauses and some in OPTIONS"),
            "Spanner accepts the properties of a sequence in one place only.",
            "Set all of them in clauses, or all in OPTIONS",
        )),
        "START WITH COUNTER" => Some((
            format!("`{name}` starts its counter below 1"),
            "The counter is a positive number whose bits are reversed.",
            "Start the counter at 1 or above",
        )),
        _ => None,
    }
}
