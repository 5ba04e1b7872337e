//! A statement that does not fit what stands before it.

use super::{Context, Finding, Object, Reach, Rule, Severity};
use crate::schema::{ProblemKind, Schema, SchemaProblem};
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

fn check(context: &Context<'_>, out: &mut Vec<Finding>) {
    let schema = context.schema;
    for problem in &schema.problems {
        let Some((why, help)) = words(problem.kind) else { continue };
        out.push(Finding {
            title: title(&problem.message),
            why: why.to_owned(),
            help: help.to_owned(),
            ..Finding::new(&RULE, object_of(schema, problem), problem.span)
        });
    }
}

/// Why Spanner refuses the statement, and what to do; `None` where that is not certain.
fn words(kind: ProblemKind) -> Option<(&'static str, &'static str)> {
    Some(match kind {
        ProblemKind::Outside => return None,
        ProblemKind::Missing => (
            "Spanner refuses the statement: what it names is not there when it runs.",
            "Name something that is there, or create it before",
        ),
        ProblemKind::Case => (
            "Spanner refuses the statement: a thing is found by its name in the case in which it \
             was created.",
            "Write the name as it was created",
        ),
        ProblemKind::Twice => (
            "Spanner refuses the statement: the same cannot be there a second time.",
            "Take out one of the two, or give it another name",
        ),
        ProblemKind::InUse => (
            "Spanner refuses the statement: something else depends on what it would take away.",
            "Drop or change what depends on it first",
        ),
        ProblemKind::Fixed => (
            "Spanner refuses the statement: this stays as it was created.",
            "Create it anew beside the old one and move the data, or leave it as it is",
        ),
        ProblemKind::Unfit => (
            "Spanner refuses the statement: it does not go with what is there.",
            "Change the statement to fit what is there, or what is there to fit the statement",
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

/// The thing in whose statement the problem stands, or else the table it speaks of.
fn object_of(schema: &Schema, problem: &SchemaProblem) -> Object {
    let here = |span: Span| span.start <= problem.span.start && problem.span.end <= span.end;
    let index = || schema.index_ids().find(|&id| here(schema.index(id).span));
    let special = || schema.special_index_ids().find(|&id| here(schema.special_index(id).span));
    let stream = || schema.stream_ids().find(|&id| here(schema.stream(id).span));
    let sequence = || schema.sequence_ids().find(|&id| here(schema.sequence(id).span));
    let view = || schema.view_ids().find(|&id| here(schema.view(id).span));
    let around = || schema.table_ids().find(|&id| here(schema.table(id).span));
    (index().map(Object::Index))
        .or_else(|| special().map(Object::SpecialIndex))
        .or_else(|| stream().map(Object::Stream))
        .or_else(|| sequence().map(Object::Sequence))
        .or_else(|| view().map(Object::View))
        .or_else(|| problem.table.or_else(around).map(Object::Table))
        .unwrap_or(Object::File)
}
