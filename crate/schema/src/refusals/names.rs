//! Names that are not there, are there in another case, or are there already.

use crate::catalog::Catalog;
use crate::catalog::spelling::folded_parts;
use crate::ids::{ColumnId, TableId};
use crate::name::Duplicate;
use crate::problem::{ProblemKind, SchemaProblem};
use crate::syntax::tree::{Dialect, Interleave, Name};
use crate::text::Span;
use smol_str::SmolStr;

/// The column of a name, or a problem; a table of which something is left out may have it.
pub(crate) fn expect_column(
    catalog: &mut Catalog<'_>,
    table: TableId,
    name: &Name,
) -> Option<ColumnId> {
    let found = expect_column_in_any_case(catalog, table, name);
    if let Some(found) = found {
        check_column_case(catalog, table, found, name);
    }
    found
}

/// The column of a name, or a problem, where case does not matter.
pub(crate) fn expect_column_in_any_case(
    catalog: &mut Catalog<'_>,
    table: TableId,
    name: &Name,
) -> Option<ColumnId> {
    let found = catalog.find_column(table, &catalog.folded(name));
    let owner = catalog.schema.table(table);
    if found.is_none() && !owner.partial {
        let message = format!("expected a column of `{}`, found `{}`", owner.name, name.text);
        catalog.report_table_problem(table, ProblemKind::Missing, message, name.span);
    }
    found
}

/// The columns of some names that exist, and a problem for each other name.
pub(crate) fn expect_columns(
    catalog: &mut Catalog<'_>,
    table: TableId,
    names: &[Name],
) -> Vec<ColumnId> {
    names.iter().filter_map(|name| expect_column(catalog, table, name)).collect()
}

/// Reports the name of an object that is not there; `what` is its kind with an article.
pub(crate) fn report_missing(catalog: &mut Catalog<'_>, what: &str, name: &Name) {
    let message = format!("expected {what} of this schema, found `{}`", name.text);
    catalog.report_problem(catalog.kind_of_absence(name), message, name.span);
}

/// Whether `name` is written in the case of the name at `span`, which is `text`; if not, a problem
/// is reported.
pub(crate) fn check_case(catalog: &mut Catalog<'_>, name: &Name, text: &str, span: Span) -> bool {
    let same = catalog.same_case(name, text, span);
    if !same {
        let (there, said) = (catalog.shown(text, span), catalog.shown(&name.text, name.span));
        let message = format!("expected `{there}` in the case it was created in, found `{said}`");
        catalog.report_problem(ProblemKind::Case, message, name.span);
    }
    same
}

/// [`check_case`] for a table.
pub(crate) fn check_table_case(catalog: &mut Catalog<'_>, table: TableId, name: &Name) -> bool {
    if catalog.is_in_case(table, name) {
        return true;
    }
    let (text, span) = catalog.name_of(table);
    let text = text.clone();
    check_case(catalog, name, &text, span)
}

/// [`check_case`] for a column.
fn check_column_case(catalog: &mut Catalog<'_>, table: TableId, column: ColumnId, name: &Name) {
    let column = catalog.schema.table(table).column(column);
    if catalog.same_case(name, &column.name, column.name_span) {
        return;
    }
    let (text, span) = (column.name.clone(), column.name_span);
    check_case(catalog, name, &text, span);
}

/// The table that a statement names; a problem is reported where the case differs.
pub(crate) fn expect_table(catalog: &mut Catalog<'_>, name: &Name) -> Option<TableId> {
    let table = catalog.find_table(name)?;
    check_table_case(catalog, table, name);
    Some(table)
}

/// Reports a clause that names the parent in another case.
pub(crate) fn check_parent_case(catalog: &mut Catalog<'_>, clause: Option<&Interleave>) {
    if let Some(clause) = clause {
        expect_table(catalog, &clause.parent);
    }
}

/// Reports a name that is in use.
pub(crate) fn report_name_in_use(catalog: &mut Catalog<'_>, name: &Name) {
    let folded = catalog.folded(name);
    let table = catalog.tables.get(&folded).map(|&id| catalog.name_of(id));
    let index = || {
        let index = catalog.indexes.get(&folded).map(|&id| catalog.schema.index(id));
        index.map(|index| (&index.name, index.name_span))
    };
    let sequence = || {
        let sequence = catalog.sequences.get(&folded).map(|&at| &catalog.schema.sequences[at]);
        sequence.map(|sequence| (&sequence.name, sequence.name_span))
    };
    let there = table.or_else(index).or_else(sequence);
    let there = there.map(|(text, span)| (text.clone(), span));
    let there = there.or_else(|| catalog.defined_before(name));
    report_duplicate(catalog, name, there, false);
}

/// Reports a name of a column that is in use, once: a table may repeat it a thousand times.
pub(crate) fn report_column_in_use(
    catalog: &mut Catalog<'_>,
    table: TableId,
    there: ColumnId,
    name: &Name,
) {
    let column = catalog.schema.table(table).column(there);
    let known = (column.name.clone(), column.name_span);
    let case = !catalog.same_case(name, &known.0, known.1);
    if catalog.repeated_columns[usize::from(case)].insert((table, there)) {
        report_duplicate(catalog, name, Some(known), true);
    }
}

/// Reports a duplicate. Two rules use it: one for names that differ in case alone, one for others.
fn report_duplicate(
    catalog: &mut Catalog<'_>,
    name: &Name,
    there: Option<(SmolStr, Span)>,
    columns: bool,
) {
    let case = there.as_ref().filter(|(text, span)| !catalog.same_case(name, text, *span));
    let (name_shown, first) = match case {
        Some((text, span)) => (catalog.shown(&name.text, name.span), catalog.shown(text, *span)),
        None => (name.text.to_string(), name.text.to_string()),
    };
    catalog.schema.duplicates.push(Duplicate {
        name: name_shown,
        span: name.span,
        first,
        first_span: there.as_ref().map(|(_, span)| *span),
        case: case.is_some(),
        columns,
    });
}

/// The refusal of a table in `"Public"`, which is not the schema `public` and cannot be created.
pub(crate) fn public_schema_refused(catalog: &Catalog<'_>, name: &Name) -> Option<SchemaProblem> {
    let said = name.span.of(catalog.text);
    if catalog.schema.dialect != Dialect::PostgreSql || !said.contains('"') {
        return None;
    }
    let stored = folded_parts(said);
    let (schema, _) = stored.split_once('.')?;
    let refused = schema != "public" && schema.eq_ignore_ascii_case("public");
    refused.then(|| {
        let message = format!("expected the schema `public`, found `{schema}`, in quotes");
        SchemaProblem::new(ProblemKind::Unfit, message, name.span)
    })
}
