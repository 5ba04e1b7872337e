//! Applies `CREATE SCHEMA`.

use crate::catalog::Catalog;
use crate::problem::ProblemKind;
use crate::refusals::names::report_name_in_use;
use crate::syntax::tree::{Dialect, Name};
use crate::text::Span;

/// `CREATE SCHEMA`: schemas share their names with tables, and PostgreSQL's `public` is there.
pub(crate) fn create_schema(catalog: &mut Catalog<'_>, start: u32, name: &Name) {
    let pg = catalog.schema.dialect == Dialect::PostgreSql;
    let folded = catalog.folded(name);
    let words = Span::new(start, name.span.start).of(catalog.text).to_ascii_uppercase();
    if pg && folded == "public" {
        let message = format!("expected a new name, found `{}`, which exists", name.text);
        catalog.report_problem(ProblemKind::Twice, message, name.span);
    } else if catalog.is_name_in_use(&folded) && !words.contains("EXISTS") {
        report_name_in_use(catalog, name);
    } else {
        catalog.other_indexes.insert(folded);
    }
}
