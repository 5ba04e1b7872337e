//! Renames tables, and adds and drops their synonyms.

use crate::catalog::Catalog;
use crate::catalog::made::Made;
use crate::ids::TableId;
use crate::problem::ProblemKind;
use crate::refusals::names::{check_table_case, report_missing, report_name_in_use};
use crate::replay::streams::record_change;
use crate::syntax::tree::{Name, Rename};
use crate::text::Span;
use smol_str::StrExt;

/// Applies `RENAME TABLE`.
pub(crate) fn rename_tables(catalog: &mut Catalog<'_>, renames: &[Rename]) -> Made {
    let mut made = Made::Nothing;
    for Rename { from, to } in renames {
        match catalog.find_table(from) {
            Some(table) => {
                if check_table_case(catalog, table, from) {
                    rename_table(catalog, table, to);
                }
                made = Made::Table(table);
            }
            None => report_missing(catalog, "a table", from),
        }
    }
    made
}

/// Releases a name of a table, unless a later table has it by now.
pub(crate) fn release_table_name(catalog: &mut Catalog<'_>, table: TableId, folded: &str) {
    if catalog.tables.get(folded) == Some(&table) {
        catalog.tables.remove(folded);
    }
}

/// Gives a table another name, or reports that the name is in use.
pub(crate) fn rename_table(catalog: &mut Catalog<'_>, table: TableId, to: &Name) {
    let folded = catalog.folded(to);
    if catalog.is_name_in_use(&folded) {
        report_name_in_use(catalog, to);
        return;
    }
    record_change(catalog, table, Some(&to.text), to.span);
    let old = catalog.schema.table(table).name.to_lowercase_smolstr();
    let present = catalog.folded_name_of(table);
    if !catalog.schema.table(table).synonyms.contains(&present) {
        release_table_name(catalog, table, &present);
    }
    catalog.tables.insert(folded, table);
    catalog.former_names.insert(old, Some(table));
    let owner = catalog.table_mut(table);
    owner.name.clone_from(&to.text);
    owner.renamed.push(to.span);
}

/// Adds the synonym that an element of a table defines: `SYNONYM (s)`.
pub(crate) fn add_written_synonym(catalog: &mut Catalog<'_>, table: TableId, element: Span) {
    let said = element.of(catalog.text);
    let synonym = said.get(.."SYNONYM".len()).is_some_and(|w| w.eq_ignore_ascii_case("SYNONYM"));
    let Some((open, close)) = said.find('(').zip(said.rfind(')')).filter(|_| synonym) else {
        return;
    };
    let inside = &said[open + 1..close];
    let text = inside.trim();
    let start = open + 1 + (inside.len() - inside.trim_start().len());
    let start = element.start + crate::text::at(start);
    let span = Span::new(start, start + crate::text::at(text.len()));
    let text = text.trim_matches(['`', '"']).into();
    add_synonym(catalog, table, &Name { text, span });
}

/// Adds a synonym of a table, which may have one.
pub(crate) fn add_synonym(catalog: &mut Catalog<'_>, table: TableId, name: &Name) {
    let folded = catalog.folded(name);
    let owner = catalog.schema.table(table);
    if let Some(there) = owner.synonyms.first() {
        let message = format!(
            "expected no existing synonym of `{}`, found `{}` in addition to `{there}`",
            owner.name, name.text
        );
        catalog.report_table_problem(table, ProblemKind::Twice, message, name.span);
        return;
    }
    if catalog.is_name_in_use(&folded) {
        report_name_in_use(catalog, name);
        return;
    }
    catalog.tables.insert(folded.clone(), table);
    catalog.table_mut(table).synonyms.push(folded);
}

/// Drops a synonym of a table.
pub(crate) fn drop_synonym(catalog: &mut Catalog<'_>, table: TableId, name: &Name) {
    let folded = catalog.folded(name);
    let synonyms = &mut catalog.table_mut(table).synonyms;
    let before = synonyms.len();
    synonyms.retain(|synonym| *synonym != folded);
    if synonyms.len() < before {
        catalog.tables.remove(&folded);
    } else {
        let owner = &catalog.schema.table(table).name;
        let message = format!("expected a synonym of `{owner}`, found `{}`", name.text);
        catalog.report_table_problem(table, ProblemKind::Missing, message, name.span);
    }
}
