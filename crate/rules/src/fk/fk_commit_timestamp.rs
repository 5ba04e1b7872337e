//! A foreign key on a column whose type or option rules it out.

use crate::facts::{Evidence, Source, evidence_text};
use crate::finding::{Finding, Object, Severity};
use crate::report::Report;
use crate::rule::{Context, Reach, Rule};
use crate::schema::{Column, ForeignKey, Schema, TableId};
use crate::shared::family::type_words;
use crate::syntax::tree::{Dialect, Type};

/// The rule.
pub static RULE: Rule = Rule {
    id: "fk-commit-timestamp",
    severity: Severity::Error,
    reach: Reach::Family,
    page: page!("fk_commit_timestamp.md"),
    fixes: &[],
    replaces: &[],
    check,
};

fn check(context: &Context<'_>, out: &mut Report<'_>) {
    let schema = context.schema;
    for id in context.tables() {
        for key in &schema.table(id).foreign_keys {
            out.extend(first(schema, id, key));
        }
    }
}

/// The first column, of either side, that cannot be part of a foreign key.
fn first(schema: &Schema, id: TableId, key: &ForeignKey) -> Option<Finding> {
    let ours = key.columns.iter().zip(&key.column_spans).map(|(&column, &span)| (id, column, span));
    let theirs = key
        .referenced
        .iter()
        .enumerate()
        .map(|(at, &column)| (column, key.referenced_spans.get(at).copied().unwrap_or(key.span)))
        .filter_map(|(column, span)| Some((key.table?, column, span)));
    ours.chain(theirs).find_map(|(owner, column, span)| {
        let table = schema.table(owner);
        let column = table.column(column);
        let cause = cause(schema.dialect, column)?;
        let help = if column.commit_timestamp {
            format!("Reference a column other than `{}`, or remove the option from it", column.name)
        } else {
            format!("Reference a column whose type is not `{}`", column.name)
        };
        Some(Finding {
            title: format!("`{}.{}` is part of a foreign key and {cause}", table.name, column.name),
            why: format!(
                "Spanner rejects the statement: a foreign key needs values that can be indexed and \
                 are known before the commit, and `{}` has none.",
                column.name
            )
            .into(),
            help: help.into(),
            evidence: vec![Evidence {
                what: evidence_text(format!("the definition of `{}.{}`", table.name, column.name)),
                span: column.span,
                source: Source::Expression,
            }],
            ..RULE.finding(Object::Table(id), span)
        })
    })
}

/// What rules a column out.
fn cause(dialect: Dialect, column: &Column) -> Option<String> {
    if column.commit_timestamp {
        return Some("holds commit timestamps, which is not supported".to_owned());
    }
    let ty = column.ty.as_ref()?;
    let tokens = |said: &str| matches!(said, "TOKENLIST" | "SPANNER.TOKENLIST");
    let unsupported = match ty {
        Type::Json | Type::Array(_) => true,
        // The numbers of PostgreSQL have no order that Spanner can index.
        Type::Numeric => dialect == Dialect::PostgreSql,
        Type::Other(said) => said.starts_with("STRUCT") || tokens(said),
        _ => false,
    };
    unsupported.then(|| format!("has an unsupported type, {}", type_words(dialect, ty)))
}
