//! A foreign key whose two lists of columns do not pair up.

use crate::facts::{Evidence, Source, evidence_text};
use crate::finding::{Finding, Object, Severity};
use crate::report::Report;
use crate::rule::{Context, Reach, Rule};
use crate::schema::{ForeignKey, Table, TableId};
use crate::shared::family::{self, type_words};
use crate::syntax::tree::{Dialect, Type};
use crate::text::Span;
use smol_str::{SmolStr, StrExt};
use std::collections::BTreeSet;

/// The rule.
pub static RULE: Rule = Rule {
    id: "fk-type-mismatch",
    severity: Severity::Error,
    reach: Reach::Database,
    page: page!("fk_type_mismatch.md"),
    fixes: &[],
    replaces: &[],
    check,
};

fn check(context: &Context<'_>, out: &mut Report<'_>) {
    let schema = context.schema;
    for id in context.tables() {
        let table = schema.table(id);
        for key in &table.foreign_keys {
            let above = key.table.map(|above| schema.table(above));
            if table.partial || above.is_some_and(|above| above.partial) {
                continue;
            }
            let found =
                lists(table, above, key).or_else(|| types(schema.dialect, table, above?, key));
            let once = |table: &Table| family::defined_once(schema, table);
            let found = found.filter(|_| once(table) && above.is_none_or(once));
            out.extend(found.map(|problem| finding(id, key, problem)));
        }
    }
}

/// What does not pair up.
struct Problem {
    title: String,
    why: &'static str,
    help: String,
    span: Span,
    severity: Severity,
    /// The referenced column's type, where types are compared.
    other: Option<Evidence>,
}

const LISTS: &str = "Spanner rejects the statement: each referencing column is paired with one \
                     referenced column, and each column is listed once.";
const TYPES: &str = "Spanner rejects the statement: both columns of a pair must have the same \
                     type, because it compares them as stored.";

fn finding(id: TableId, key: &ForeignKey, problem: Problem) -> Finding {
    let named = Evidence {
        what: evidence_text(format!("the foreign key to `{}`", key.table_name)),
        span: key.span,
        source: Source::Expression,
    };
    Finding {
        severity: problem.severity,
        title: problem.title,
        why: problem.why.into(),
        help: problem.help.into(),
        evidence: problem.other.into_iter().chain([named]).collect(),
        ..RULE.finding(Object::Table(id), problem.span)
    }
}

fn refused(title: String, help: String, span: Span) -> Problem {
    Problem { title, why: LISTS, help, span, severity: Severity::Error, other: None }
}

/// Lists that miss, repeat or miscount columns.
fn lists(table: &Table, above: Option<&Table>, key: &ForeignKey) -> Option<Problem> {
    let theirs = &key.table_name;
    one_list(table, &table.name, Some(table), key.column_names.iter().zip(&key.column_spans))
        .or_else(|| {
            let named = key.referenced_names.iter().zip(&key.referenced_spans);
            one_list(table, theirs, above, named)
        })
        .or_else(|| {
            if key.referenced_spans.is_empty() {
                let title = format!(
                    "The foreign key of `{}` to `{theirs}` names no referenced columns",
                    table.name
                );
                let help = format!("Name the columns of `{theirs}` in brackets");
                return Some(refused(title, help, key.span));
            }
            let (ours, their) = (key.column_names.len(), key.referenced_names.len());
            (ours != their).then(|| {
                let title = format!(
                    "The foreign key of `{}` pairs {ours} column{} with {their} of `{theirs}`: the \
                     numbers of columns are different",
                    table.name,
                    if ours == 1 { "" } else { "s" }
                );
                refused(title, "Name as many columns on both sides".to_owned(), key.span)
            })
        })
}

/// The first column of a list that is not there or stands twice.
fn one_list<'a>(
    table: &Table,
    owner: &str,
    of: Option<&Table>,
    named: impl Iterator<Item = (&'a SmolStr, &'a Span)>,
) -> Option<Problem> {
    let mut before = BTreeSet::new();
    for (name, &span) in named {
        if of.is_some_and(|of| of.find_column(name).is_none()) {
            let title = format!(
                "The foreign key of `{}` names `{name}`, which is not a column of `{owner}`",
                table.name
            );
            return Some(refused(title, format!("Name a column of `{owner}`"), span));
        }
        if !before.insert(name.to_ascii_lowercase_smolstr()) {
            let title =
                format!("The foreign key of `{}` names `{name}` more than once", table.name);
            return Some(refused(title, format!("Name `{name}` once"), span));
        }
    }
    None
}

/// The first pair whose types differ.
fn types(dialect: Dialect, table: &Table, above: &Table, key: &ForeignKey) -> Option<Problem> {
    if key.columns.len() != key.referenced.len() {
        return None;
    }
    let pairs = key.columns.iter().zip(&key.referenced).zip(&key.column_spans);
    pairs.into_iter().find_map(|((&ours, &theirs), &span)| {
        let (ours, theirs) = (table.column(ours), above.column(theirs));
        let (have, want) = (ours.ty.as_ref()?, theirs.ty.as_ref()?);
        let severity = severity(have, want)?;
        let (have, want) = (type_words(dialect, have), type_words(dialect, want));
        let refused = severity == Severity::Error;
        let why = if refused {
            TYPES
        } else {
            "Spanner accepts different lengths, but a value that fits only one of the columns can \
             never match."
        };
        Some(Problem {
            title: format!(
                "`{}.{}` is {have} and refers to `{}.{}`, which is {want}",
                table.name, ours.name, above.name, theirs.name
            ),
            why,
            help: format!("Make `{}` {want} too", ours.name),
            span,
            severity,
            other: Some(Evidence {
                what: evidence_text(format!("the type of `{}.{}`", above.name, theirs.name)),
                span: theirs.type_span,
                source: Source::Expression,
            }),
        })
    })
}

/// How bad it is that types differ; lengths may.
fn severity(have: &Type, want: &Type) -> Option<Severity> {
    // A column of commit timestamps is rejected for that, whatever is on the other side.
    let commit = |ty: &Type| *ty == Type::CommitTimestamp;
    match (have, want) {
        _ if have == want || commit(have) || commit(want) => None,
        (Type::String(Some(_)), Type::String(Some(_)))
        | (Type::Bytes(Some(_)), Type::Bytes(Some(_))) => Some(Severity::Info),
        (Type::String(_), Type::String(_)) | (Type::Bytes(_), Type::Bytes(_)) => None,
        _ => Some(Severity::Error),
    }
}
