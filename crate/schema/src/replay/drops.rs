//! Applies `DROP`.

use crate::catalog::Catalog;
use crate::catalog::made::Made;
use crate::problem::ProblemKind;
use crate::refusals::drops::drop_schema_refused;
use crate::refusals::names::{check_case, check_table_case, report_missing};
use crate::replay::dropped::drop_pending;
use crate::replay::indexes::drop_index;
use crate::replay::new_names::release_name;
use crate::replay::sequences::drop_sequence;
use crate::replay::tables::drop_table;
use crate::syntax::tree::{DropObject, ObjectKind};

/// Drops an object, or reports why that is rejected.
pub(crate) fn drop_object(catalog: &mut Catalog<'_>, dropped: &DropObject) -> Made {
    let folded = catalog.folded(&dropped.name);
    let name = &dropped.name;
    drop_pending(catalog, dropped.kind, name);
    release_name(catalog, dropped.kind, &folded);
    let found = match dropped.kind {
        ObjectKind::Table => match catalog.find_table(name) {
            Some(table) if !check_table_case(catalog, table, name) => return Made::Table(table),
            Some(table) => return drop_table(catalog, table, name),
            None => false,
        },
        ObjectKind::Index | ObjectKind::SearchIndex | ObjectKind::VectorIndex => {
            match catalog.indexes.get(&folded).copied() {
                Some(index) if dropped.kind != ObjectKind::Index => {
                    let kind = dropped.kind.words().to_ascii_lowercase();
                    let message = format!(
                        "expected a {kind}, found `{}`, which is a secondary index",
                        name.text
                    );
                    catalog.report_problem(ProblemKind::Unfit, message, name.span);
                    return Made::Index(index);
                }
                Some(index) => {
                    let there = catalog.schema.index(index);
                    let (text, span) = (there.name.clone(), there.name_span);
                    if !check_case(catalog, name, &text, span) {
                        return Made::Index(index);
                    }
                    catalog.indexes.remove(&folded);
                    drop_index(catalog, index, folded);
                    return Made::Removed;
                }
                // A search or vector index, or an index on a table outside the text.
                None => catalog.other_indexes.remove(&folded) || dropped.kind != ObjectKind::Index,
            }
        }
        ObjectKind::Sequence => match catalog.sequences.get(&folded).copied() {
            Some(at) => {
                drop_sequence(catalog, at, &folded, name);
                true
            }
            None => false,
        },
        ObjectKind::Schema => {
            catalog.report(drop_schema_refused(catalog, &folded, name));
            catalog.other_indexes.remove(&folded);
            true
        }
        _ => true,
    };
    if !(found || dropped.if_exists) {
        let kind = dropped.kind.words().to_ascii_lowercase();
        let article = if dropped.kind == ObjectKind::Index { "an" } else { "a" };
        report_missing(catalog, &format!("{article} {kind}"), name);
    }
    Made::Nothing
}
