//! A row whose columns together may outgrow what Spanner keeps in one row.

use crate::finding::{Finding, Object, Severity};
use crate::report::Report;
use crate::rule::{Context, Reach, Rule};
use crate::schema::limits::{CELL_BYTES_MAX, ROW_BYTES_MAX, STRING_CHARACTERS_MAX};
use crate::schema::{Column, TableId};
use crate::syntax::tree::Type;

/// The rule.
pub static RULE: Rule = Rule {
    id: "limit-row-nonkey-size",
    severity: Severity::Info,
    reach: Reach::Family,
    page: page!("limit_row_nonkey_size.md"),
    fixes: &["accept"],
    replaces: &[],
    check,
};

fn check(context: &Context<'_>, out: &mut Report<'_>) {
    for id in context.tables() {
        out.extend(finding(context, id));
    }
}

fn finding(context: &Context<'_>, id: TableId) -> Option<Finding> {
    let table = context.schema.table(id);
    let outside = table.column_ids().filter(|&column| !table.is_key(column));
    let outside: Vec<&Column> = outside.map(|column| table.column(column)).collect();
    let sum: u64 = outside.iter().map(|column| most(column.ty.as_ref())).sum();
    let mib = sum / 1024 / 1024;
    (sum > ROW_BYTES_MAX).then(|| Finding {
        title: format!(
            "The {} non-key columns of `{}` can have {mib} MiB in one row",
            outside.len(),
            table.name
        ),
        why: "Spanner accepts the table and rejects a row of more than 1600 MiB; a commit is \
              limited to 100 MiB, so such a row would need many commits."
            .into(),
        help: "Limit the length of these columns, or move them into an interleaved table of chunks"
            .into(),
        ..RULE.finding(Object::Table(id), table.name_span)
    })
}

/// Most bytes of a cell.
fn most(ty: Option<&Type>) -> u64 {
    let cell = u64::from(CELL_BYTES_MAX);
    match ty {
        Some(Type::String(length)) => {
            let characters = length.unwrap_or(STRING_CHARACTERS_MAX);
            (u64::from(characters) * 4).min(cell)
        }
        Some(Type::Bytes(length)) => u64::from(length.unwrap_or(CELL_BYTES_MAX)).min(cell),
        Some(Type::Json | Type::Array(_)) => cell,
        Some(_) => 22,
        None => 0,
    }
}
