//! UUIDs as text from two sources that may write them in different case.

use crate::facts::{Evidence, Source, evidence_text};
use crate::finding::{Finding, Object, Severity};
use crate::report::Report;
use crate::rule::{Context, Reach, Rule};
use crate::schema::{Column, ColumnId, TableId};
use crate::shared::keys::{called, refers};
use crate::syntax::tree::{Comment, ExprKind, Type};

/// The rule.
pub static RULE: Rule = Rule {
    id: "type-uuid-case",
    severity: Severity::Info,
    reach: Reach::Family,
    page: page!("type_uuid_case.md"),
    fixes: &["native-uuid", "accept"],
    replaces: &[],
    check,
};

/// Words of a comment that name a second writer (a list of ours).
const WRITERS: &[&str] = &[
    "client",
    "clients",
    "app",
    "caller",
    "callers",
    "mobile",
    "device",
    "upload",
    "uploads",
    "import",
    "imported",
    "external",
    "supplied",
    "provided",
    "upper",
    "uppercase",
];

fn check(context: &Context<'_>, out: &mut Report<'_>) {
    for id in context.tables() {
        let table = context.schema.table(id);
        for column in table.column_ids() {
            out.extend(second_writer(context, id, column));
            out.extend(other_case(context, id, column));
        }
    }
}

fn is_text(column: &Column) -> bool {
    matches!(column.ty, Some(Type::String(_)))
}

/// The database makes the value, and a comment says that others write it too.
fn second_writer(context: &Context<'_>, id: TableId, column: ColumnId) -> Option<Finding> {
    let table = context.schema.table(id);
    let of = table.column(column);
    if !is_text(of) || called(of.default.as_deref()) != Some("GENERATE_UUID") {
        return None;
    }
    let comment = of.comments.iter().find(|comment| names_writer(comment))?;
    let what = format!("the comment \"{}\"", comment.text);
    let evidence =
        Evidence { what: evidence_text(what), span: comment.span, source: Source::Comment };
    Some(Finding {
        column: Some((id, column)),
        evidence: vec![evidence],
        title: format!("`{}.{}` gets UUIDs from two sources", table.name, of.name),
        why:
            "GENERATE_UUID writes lower-case letters; if another source writes capitals, the same \
             UUID has two different keys."
                .into(),
        help: "Use the type UUID, which has no case, or apply LOWER() to external values".into(),
        ..RULE.finding(Object::Table(id), comment.span)
    })
}

fn names_writer(comment: &Comment) -> bool {
    let text = comment.text.to_lowercase();
    text.split(|c: char| !c.is_alphanumeric()).any(|word| WRITERS.contains(&word))
}

/// A column and the one it refers to are made in different case.
fn other_case(context: &Context<'_>, id: TableId, column: ColumnId) -> Option<Finding> {
    let table = context.schema.table(id);
    let of = table.column(column);
    let upper = makes_uuid(of)?;
    if !refers(context, id, column) {
        return None;
    }
    let (key, at) = table
        .foreign_keys
        .iter()
        .find_map(|key| Some((key, key.columns.iter().position(|&own| own == column)?)))?;
    let target = context.schema.table(key.table?);
    let other = target.column(*key.referenced.get(at)?);
    if makes_uuid(other)? == upper {
        return None;
    }
    Some(Finding {
        column: Some((id, column)),
        title: format!(
            "`{}.{}` and `{}.{}` write UUIDs in different case",
            table.name, of.name, target.name, other.name
        ),
        why: "Strings are compared byte by byte, so a UUID in capitals never matches the same one \
              in lower case."
            .into(),
        help: "Use the type UUID, which has no case, in both".into(),
        ..RULE.finding(Object::Table(id), of.default.as_ref()?.span)
    })
}

/// Whether the default makes UUIDs as text, and if so, in capitals.
fn makes_uuid(column: &Column) -> Option<bool> {
    if !is_text(column) {
        return None;
    }
    match called(column.default.as_deref())? {
        "GENERATE_UUID" => Some(false),
        outer @ ("UPPER" | "LOWER") => {
            let ExprKind::Call(_, args) = &column.default.as_ref()?.kind else { return None };
            let inner = called(args.first())?;
            (inner == "GENERATE_UUID").then_some(outer == "UPPER")
        }
        _ => None,
    }
}
