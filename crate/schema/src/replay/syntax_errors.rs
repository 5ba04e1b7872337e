//! Marks problems near syntax errors as not certain.

use crate::catalog::Catalog;
use crate::problem::ProblemKind;
use crate::syntax::tree::Tree;
use crate::text::Span;

/// A value that could not be read may use any sequence.
fn doubt_sequences(catalog: &mut Catalog<'_>, errors: &[u32]) {
    if catalog.schema.sequences.is_empty() {
        return;
    }
    let mut columns = catalog.schema.tables.iter().flat_map(|table| &table.columns);
    let doubtful = columns.any(|column| {
        let values = [
            column.default.as_ref().map(|it| it.span),
            column.generated.as_ref().map(|it| it.expr.span),
        ];
        values.into_iter().flatten().any(|span| is_broken(errors, span))
    });
    if doubtful {
        catalog.schema.sequences.iter_mut().for_each(|sequence| sequence.mentioned = true);
    }
}

/// What could not be read may define what seems to be missing behind it, and a statement that
/// could not be read whole is not judged.
pub(crate) fn doubt_problems(catalog: &mut Catalog<'_>, tree: &Tree) {
    let mut errors: Vec<u32> = tree.errors.iter().map(|error| error.span.start).collect();
    errors.sort_unstable();
    let Some(&first) = errors.first() else { return };
    doubt_sequences(catalog, &errors);
    doubt_keys(catalog, &errors);
    for problem in &mut catalog.schema.problems {
        let at = problem.span.start;
        let next = tree.statements.partition_point(|statement| statement.span.start <= at);
        let own = next.checked_sub(1).map(|it| tree.statements[it].span);
        let broken = own.is_some_and(|span| is_broken(&errors, span));
        if (problem.kind == ProblemKind::Missing && first < at) || broken {
            problem.kind = ProblemKind::Outside;
        }
    }
}

/// What stands where a key would be and could not be read may have been one.
fn doubt_keys(catalog: &mut Catalog<'_>, errors: &[u32]) {
    for table in catalog.schema.tables.iter_mut().filter(|table| table.hidden_rowid) {
        // Behind the closing bracket.
        let behind = Span { start: table.body.end + 1, end: table.span.end };
        if is_broken(errors, behind) {
            (table.hidden_rowid, table.partial) = (false, true);
        }
    }
}

/// Whether an error stands in a part of the text; `errors` are their starts, in order.
fn is_broken(errors: &[u32], span: Span) -> bool {
    let next = errors.partition_point(|&start| start < span.start);
    errors.get(next).is_some_and(|&start| start <= span.end)
}
