//! Search and vector indexes that Spanner rejects.

use crate::catalog::Catalog;
use crate::ids::TableId;
use crate::limits::KEY_COLUMNS_MAX;
use crate::problem::{ProblemKind, SchemaProblem};
use crate::refusals::names::{expect_column_in_any_case, expect_table, report_missing};
use crate::syntax::tree::{Name, OptionItem, SpecialIndex, Type};
use crate::text::Span;

/// Longest vector that passes (our assumption: the emulator's tests refuse one of a million,
/// and where the limit lies is not known here).
const VECTOR_LENGTH_MAX: u64 = 65_536;

/// Greatest scatter factor of a vector index (the emulator's tests, read 2026-08-22).
const SCATTER_MAX: i64 = 32;

/// Reports what Spanner rejects of a search or vector index as it is created.
pub(crate) fn check_special_index(catalog: &mut Catalog<'_>, made: &SpecialIndex, vector: bool) {
    let index = &made.index;
    let Some(table) = expect_table(catalog, &index.table) else {
        report_missing(catalog, "a table", &index.table);
        return;
    };
    let known = catalog.schema.problems.len();
    for name in columns_of_special_index(made) {
        expect_column_in_any_case(catalog, table, name);
    }
    if catalog.schema.problems.len() > known || catalog.schema.table(table).partial {
        return;
    }
    let refused = if vector {
        vector_refused(catalog, table, made).or_else(|| tree_refused(&index.options))
    } else {
        search_refused(catalog, table, made)
    };
    if let Some(mut refusal) = refused {
        refusal.message = format!("{} in `{}`", refusal.message, index.name.text);
        catalog.report([refusal.of_table(table)]);
    }
}

/// Why Spanner rejects a vector index.
fn vector_refused(
    catalog: &Catalog<'_>,
    table: TableId,
    made: &SpecialIndex,
) -> Option<SchemaProblem> {
    if let Some(name) = made.partition_by.first() {
        return Some(unfit("expected no PARTITION BY".to_owned(), name.span));
    }
    let part = made.index.keys.first()?;
    let owner = catalog.schema.table(table);
    let column = owner.column(owner.find_column(&part.name.text)?);
    let name = &column.name;
    let filtered = made.index.where_not_null.iter();
    let filtered = filtered.into_iter().any(|n| n.text.eq_ignore_ascii_case(name));
    let message = match catalog.vector_length(column.type_span) {
        None => format!("expected `{name}` to have a `vector_length`"),
        Some(length) if length > VECTOR_LENGTH_MAX => {
            format!("expected a `vector_length` of `{name}` up to {VECTOR_LENGTH_MAX}")
        }
        Some(_) if !(column.not_null || filtered) => {
            format!("expected `{name}` to be NOT NULL, or WHERE `{name}` IS NOT NULL")
        }
        Some(_) => return None,
    };
    Some(unfit(message, part.span))
}

/// Why Spanner rejects a search index.
fn search_refused(
    catalog: &Catalog<'_>,
    table: TableId,
    made: &SpecialIndex,
) -> Option<SchemaProblem> {
    let owner = catalog.schema.table(table);
    let type_of = |name: &Name| {
        owner.find_column(&name.text).and_then(|column| owner.column(column).ty.as_ref())
    };
    for part in &made.index.keys {
        let tokens = |ty: &Type| matches!(ty, Type::Other(name) if name.ends_with("TOKENLIST"));
        let name = &part.name.text;
        if type_of(&part.name).is_some_and(|ty| !tokens(ty)) {
            let is = type_words(type_of(&part.name));
            return Some(unfit(format!("expected a TOKENLIST, found `{name}`, {is}"), part.span));
        }
        if part.desc || part.span.end > part.name.span.end {
            let message = format!("expected `{name}`, a TOKENLIST, without a direction");
            return Some(unfit(message, part.span));
        }
    }
    for part in &made.order_by {
        if type_of(&part.name).is_some_and(|ty| *ty != Type::Int64) {
            let (name, is) = (&part.name.text, type_words(type_of(&part.name)));
            let message = format!("expected an INT64 after ORDER BY, found `{name}`, {is}");
            return Some(unfit(message, part.span));
        }
    }
    // The columns of the table's key follow those of the partitions and of the order.
    let keys = made.partition_by.len() + made.order_by.len() + owner.key.len() + 1;
    (keys > KEY_COLUMNS_MAX).then(|| {
        let message = format!(
            "expected at most {KEY_COLUMNS_MAX} columns in partitions, order and key, found {keys},"
        );
        unfit(message, made.index.name.span)
    })
}

/// The columns that a search or vector index names.
pub(crate) fn columns_of_special_index(made: &SpecialIndex) -> impl Iterator<Item = &Name> {
    let index = &made.index;
    let keys = index.keys.iter().chain(&made.order_by).map(|part| &part.name);
    keys.chain(&index.storing).chain(&index.where_not_null).chain(&made.partition_by)
}

/// Why Spanner rejects the tree that the options of a vector index describe.
fn tree_refused(options: &[OptionItem]) -> Option<SchemaProblem> {
    let option = |key: &str| {
        let item = options.iter().find(|item| item.key == key)?;
        Some((item.value.trim().parse::<i64>().ok()?, item.span))
    };
    if let Some((depth, span)) = option("tree_depth")
        && !(2..=3).contains(&depth)
    {
        return Some(unfit(format!("expected a `tree_depth` of 2 or 3, found {depth}"), span));
    }
    if let Some((factor, span)) = option("leaf_scatter_factor")
        && !(0..=SCATTER_MAX).contains(&factor)
    {
        let message =
            format!("expected a `leaf_scatter_factor` from 0 to {SCATTER_MAX}, found {factor}");
        return Some(unfit(message, span));
    }
    let (leaves, span) = option("num_leaves")?;
    let (branches, _) = option("num_branches")?;
    (leaves < branches).then(|| {
        let message = format!(
            "expected no fewer `num_leaves` than `num_branches`, found {leaves} and {branches}"
        );
        unfit(message, span)
    })
}

/// A type as a message says it.
fn type_words(ty: Option<&Type>) -> &'static str {
    match ty {
        Some(Type::Json) => "which is JSON,",
        Some(Type::Array(_)) => "which is an ARRAY,",
        _ => "which has another type,",
    }
}

/// The refusal of an index; the message still lacks its name.
fn unfit(message: String, span: Span) -> SchemaProblem {
    SchemaProblem::new(ProblemKind::Unfit, message, span)
}
