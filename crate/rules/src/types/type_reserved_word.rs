//! Names that a dialect keeps for itself.

use crate::finding::{Finding, Object, Severity};
use crate::report::Report;
use crate::rule::{Context, Reach, Rule};
use crate::schema::{ColumnId, NameOf, TableId, WrittenName};
use crate::shared::tail::list;
use crate::syntax::reserved::is_reserved;
use crate::syntax::tree::{Dialect, ObjectKind};
use crate::text::Span;

/// The rule.
pub static RULE: Rule = Rule {
    id: "type-reserved-word",
    severity: Severity::Error,
    reach: Reach::Database,
    page: page!("type_reserved_word.md"),
    fixes: &[],
    replaces: &[],
    check,
};

fn check(context: &Context<'_>, out: &mut Report<'_>) {
    for name in &context.schema.names {
        out.extend(of_name(context, name));
    }
    for id in context.tables() {
        out.extend(of_columns(context, id));
    }
}

/// The object that is named, as a finding speaks of it.
pub(crate) fn object_of(context: &Context<'_>, name: &WrittenName) -> Object {
    let schema = context.schema;
    let around = || schema.table_around(name.span).map(Object::Table);
    schema.named_at(name.span).or_else(around).unwrap_or(Object::File)
}

/// A statement that was read in the other dialect has that one's words.
fn is_of_other_dialect(context: &Context<'_>, span: Span) -> bool {
    let others = &context.schema.other_dialect;
    let table = context.schema.table_around(span);
    let whole = table.map(|id| context.schema.table(id).span);
    let line = |other: Span| other.contains(span) || span.contains(other);
    // They are in the order of the text, so those that may be meant stand side by side: the last
    // that starts before the table or the name, and those that start in it.
    let start = whole.map_or(span.start, |whole| whole.start.min(span.start));
    let end = whole.map_or(span.end, |whole| whole.end.max(span.end));
    let from = others.partition_point(|other| other.span.start < start);
    let before = others[..from].iter().rfind(|other| other.statement);
    let inside = others[from..].iter().take_while(|other| other.span.start <= end);
    before.into_iter().chain(inside).any(|other| {
        other.statement && (line(other.span) || whole.is_some_and(|t| t.contains(other.span)))
    })
}

fn of_name(context: &Context<'_>, name: &WrittenName) -> Option<Finding> {
    let parts = || name.text.split('.');
    let dialect = context.schema.dialect;
    // The group that every database has is named by the word itself.
    if name.of == NameOf::Object(ObjectKind::LocalityGroup)
        && name.text.eq_ignore_ascii_case("default")
    {
        return None;
    }
    let finding = |title: String, why: &'static str, help: String| Finding {
        title,
        why: why.into(),
        help: help.into(),
        ..RULE.finding(object_of(context, name), name.span)
    };
    if !name.quoted
        && parts().any(|part| is_reserved(dialect, part))
        && !is_of_other_dialect(context, name.span)
    {
        return Some(finding(
            format!(
                "`{}` is a reserved word and cannot be used as a name without quotes",
                name.text
            ),
            "Spanner rejects the statement, and every query has to quote the name as well.",
            format!("Rename it, or quote it with {}", quotes(dialect)),
        ));
    }
    // Columns and views may begin so; the emulator rejects the others, quoted or not.
    let may = matches!(name.of, NameOf::Object(ObjectKind::View | ObjectKind::Role));
    let begins = parts().next_back().is_some_and(|part| part.starts_with('_'));
    (begins && !may).then(|| {
        finding(
            format!(
                "`{}` begins with an underscore, which is not allowed for this kind of name",
                name.text
            ),
            "Spanner rejects the statement, whether the name is quoted or not.",
            "Give it a name that begins with a letter".to_owned(),
        )
    })
}

fn of_columns(context: &Context<'_>, id: TableId) -> Option<Finding> {
    let table = context.schema.table(id);
    let dialect = context.schema.dialect;
    let reserved = |column: &ColumnId| {
        let of = table.column(*column);
        // Without a type the word may be a clause that was misread.
        !of.quoted && of.ty.is_some() && is_reserved(dialect, &of.name)
    };
    let found: Vec<ColumnId> = table.column_ids().filter(reserved).collect();
    let first = table.column(*found.first()?);
    if is_of_other_dialect(context, first.name_span) {
        return None;
    }
    let names: Vec<&str> = found.iter().map(|&c| table.column(c).name.as_str()).collect();
    let (verb, noun) = match names.len() {
        1 => ("is", "a reserved word"),
        _ => ("are", "reserved words"),
    };
    Some(Finding {
        column: found.first().map(|&column| (id, column)),
        title: format!("{} of `{}` {verb} {noun}", list(&names), table.name),
        why: "Spanner rejects the statement, and every query has to quote the name as well.".into(),
        help: format!("Rename it, or quote it with {}", quotes(dialect)).into(),
        ..RULE.finding(Object::Table(id), first.name_span)
    })
}

fn quotes(dialect: Dialect) -> &'static str {
    match dialect {
        Dialect::GoogleSql => "backticks",
        Dialect::PostgreSql => "double quotes",
    }
}
