//! A statement that does not fit what stands before it.

use crate::finding::{Finding, Object, Severity};
use crate::order;
use crate::report::Report;
use crate::rule::{Context, Reach, Rule};
use crate::schema::past::Limited;
use crate::schema::{IndexId, ProblemKind, Schema, SchemaProblem};
use crate::shared::alike::Alike;
use crate::text::Span;

/// The rule.
pub static RULE: Rule = Rule {
    id: "meta-refused",
    severity: Severity::Error,
    reach: Reach::Database,
    page: page!("meta_refused.md"),
    fixes: &[],
    replaces: &[],
    check,
};

fn check(context: &Context<'_>, out: &mut Report<'_>) {
    let mut found = Alike::default();
    let schema = context.schema;
    let kept = kept_indexes(schema);
    for problem in &schema.problems {
        let Some((why, help)) = words(problem.kind) else { continue };
        found.push(Finding {
            title: title(&problem.message),
            why: why.into(),
            help: help.into(),
            ..RULE.finding(object_of(schema, problem, &kept), problem.span)
        });
    }
    found.tell(out);
    let past = &context.schema.past_limits;
    if let Some(from) = past.iter().find(|past| past.of == Limited::Dependents) {
        out.push(Finding {
            severity: Severity::Info,
            title: "From here on, drops and changes are not checked against what uses them"
                .to_owned(),
            why:
                "To look for more dependents would take too long; what Spanner rejects because of \
                  them is not reported."
                    .into(),
            help: "Paste fewer statements at a time".into(),
            ..RULE.finding(Object::File, from.span)
        });
    }
}

/// Why Spanner rejects the statement, and what to do; `None` where that is not certain.
fn words(kind: ProblemKind) -> Option<(&'static str, &'static str)> {
    Some(match kind {
        ProblemKind::Outside => return None,
        ProblemKind::Missing => (
            "Spanner rejects the statement: it names something that does not exist when it runs.",
            "Name something that exists, or create it first",
        ),
        ProblemKind::Case => (
            "Spanner rejects the statement: this name must be written in the case in which it was \
             created.",
            "Write the name as it was created",
        ),
        ProblemKind::Twice => (
            "Spanner rejects the statement: this already exists.",
            "Remove one of the two, or rename it",
        ),
        ProblemKind::InUse => (
            "Spanner rejects the statement: something else depends on what it removes.",
            "Drop or change what depends on it first",
        ),
        ProblemKind::Fixed => (
            "Spanner rejects the statement: this cannot be changed after it is created.",
            "Create a new one next to the old one and move the data, or leave it unchanged",
        ),
        ProblemKind::Unfit => (
            "Spanner rejects the statement: it conflicts with what exists.",
            "Change the statement to fit what exists, or the other way round",
        ),
    })
}

/// The message as a title.
fn title(message: &str) -> String {
    let mut chars = message.chars();
    chars.next().map_or_else(String::new, |first| {
        first.to_uppercase().chain(chars).collect::<String>().trim_end_matches('.').to_owned()
    })
}

/// Indexes that Spanner keeps, by the foreign keys that they are kept for, in the order of the text.
fn kept_indexes(schema: &Schema) -> Vec<(Span, IndexId)> {
    let kept = schema.index_ids().filter(|&id| schema.index(id).managed);
    let mut kept: Vec<(Span, IndexId)> = kept.map(|id| (schema.index(id).span, id)).collect();
    order::ascending(&mut kept);
    kept.dedup_by_key(|(span, _)| *span);
    kept
}

/// The thing in whose statement the problem stands, or else the table it speaks of.
fn object_of(schema: &Schema, problem: &SchemaProblem, kept: &[(Span, IndexId)]) -> Object {
    let next = kept.partition_point(|(span, _)| span.start <= problem.span.start);
    let foreign = next.checked_sub(1).map(|at| kept[at]);
    if let Some((_, index)) = foreign.filter(|(span, _)| span.contains(problem.span)) {
        return Object::Index(index);
    }
    match (schema.made_around(problem.span), problem.table) {
        (Some(Object::Table(_)) | None, Some(table)) => Object::Table(table),
        (object, _) => object.unwrap_or(Object::File),
    }
}
