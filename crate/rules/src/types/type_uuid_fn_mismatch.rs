//! A default that makes UUIDs of another type than its column, or longer than it takes.

use crate::cause::Cause;
use crate::finding::{Finding, Object, Severity};
use crate::report::Report;
use crate::rule::{Context, Reach, Rule};
use crate::schema::{Column, TableId};
use crate::shared::keys::{called, type_word};
use crate::syntax::tree::{Dialect, Type};

/// The rule.
pub static RULE: Rule = Rule {
    id: "type-uuid-fn-mismatch",
    severity: Severity::Error,
    reach: Reach::Family,
    page: page!("type_uuid_fn_mismatch.md"),
    fixes: &["native-uuid"],
    replaces: &[],
    check,
};

/// Characters of a UUID as text, as GENERATE_UUID makes it.
const TEXT_LENGTH: u32 = 36;

/// What is wrong with a default.
enum Wrong {
    /// Its type.
    Type,
    /// The column is too short for it.
    Short(u32),
}

fn check(context: &Context<'_>, out: &mut Report<'_>) {
    for id in context.tables() {
        let table = context.schema.table(id);
        for column in table.column_ids() {
            let of = table.column(column);
            if let Some(wrong) = wrong(of, context.schema.dialect) {
                let finding = finding(context, id, of, &wrong);
                out.extend(finding.map(|f| Finding { column: Some((id, column)), ..f }));
            }
        }
    }
}

fn wrong(column: &Column, dialect: Dialect) -> Option<Wrong> {
    let makes_text = match called(column.default.as_deref())? {
        "GENERATE_UUID" => true,
        "NEW_UUID" | "GEN_RANDOM_UUID" => false,
        _ => return None,
    };
    match (makes_text, column.ty.as_ref()?) {
        (true, Type::String(Some(n))) if *n < TEXT_LENGTH => Some(Wrong::Short(*n)),
        (true, Type::String(_)) | (false, Type::Uuid) => None,
        // PostgreSQL turns what is assigned into text by itself.
        (false, Type::String(_)) if dialect == Dialect::PostgreSql => None,
        (_, Type::Uuid | Type::String(_) | Type::Bytes(_) | Type::Int64) => Some(Wrong::Type),
        _ => None,
    }
}

fn finding(context: &Context<'_>, id: TableId, column: &Column, wrong: &Wrong) -> Option<Finding> {
    let (table, dialect) = (context.schema.table(id), context.schema.dialect);
    let default = column.default.as_ref()?;
    let function = called(Some(default))?;
    let word = type_word(column.ty.as_ref()?, dialect);
    let name = format!("`{}.{}`", table.name, column.name);
    let finding = RULE.finding(Object::Table(id), default.span);
    let (text, uuid) = match dialect {
        Dialect::GoogleSql => ("GENERATE_UUID()", "NEW_UUID()"),
        Dialect::PostgreSql => ("spanner.generate_uuid()", "gen_random_uuid()"),
    };
    Some(match wrong {
        Wrong::Short(length) => Finding {
            cause: Some(Cause::UuidMismatch),
            severity: Severity::Warn,
            title: format!("{name} has a length of {length} characters, but {function} returns 36"),
            why: "Spanner accepts the statement, and then rejects every row that uses the default."
                .into(),
            help: format!("Make it 36 characters long, or a UUID with {uuid}").into(),
            ..finding
        },
        Wrong::Type => Finding {
            cause: Some(Cause::UuidMismatch),
            title: format!(
                "{name} is a {word}, but {function} returns a {}",
                if function == "GENERATE_UUID" { "text" } else { "UUID" }
            ),
            why: "A default must have the type of its column, so Spanner rejects the statement."
                .into(),
            help: match column.ty {
                Some(Type::Uuid) => format!("Write {uuid}").into(),
                Some(Type::String(_)) => format!("Make the column a UUID, or write {text}").into(),
                _ => "Make the column a UUID".into(),
            },
            ..finding
        },
    })
}
