//! An index on exactly the columns that a foreign key indexes already.

use crate::facts::{Evidence, Source, evidence_text};
use crate::finding::{Finding, Object, Severity};
use crate::report::Report;
use crate::rule::{Context, Reach, Rule};
use crate::schema::{ForeignKey, IndexId, Schema, Table};
use crate::shared::family;

/// The rule.
pub static RULE: Rule = Rule {
    id: "fk-index-duplicates-backing",
    severity: Severity::Warn,
    reach: Reach::Family,
    page: page!("fk_index_duplicates_backing.md"),
    fixes: &["drop-index", "accept"],
    replaces: &[],
    check,
};

fn check(context: &Context<'_>, out: &mut Report<'_>) {
    let schema = context.schema;
    for id in context.indexes() {
        let table = schema.table(schema.index(id).table);
        let Some(key) = duplicated(schema, table, id) else { continue };
        let index = schema.index(id);
        let columns = family::with_columns(table, &key.columns);
        out.push(Finding {
            title: format!(
                "`{}` duplicates the hidden index of the foreign key to `{}`",
                index.name, key.table_name
            ),
            why: format!(
                "An enforced foreign key never uses a user-created index: Spanner keeps its own on \
                 {columns}, so every insert writes the same entry twice."
            )
            .into(),
            help: format!(
                "Drop `{}` if no query names it in a hint: the hidden index serves all other \
                 queries",
                index.name
            )
            .into(),
            evidence: vec![Evidence {
                what: evidence_text(format!(
                    "the foreign key to `{}`, which is enforced",
                    key.table_name
                )),
                span: key.span,
                source: Source::Expression,
            }],
            confidence: 0.9,
            ..RULE.finding(Object::Index(id), index.keys_list)
        });
    }
}

/// The foreign key whose hidden index holds the same entries in the same order.
fn duplicated<'a>(schema: &'a Schema, table: &'a Table, id: IndexId) -> Option<&'a ForeignKey> {
    let index = schema.index(id);
    let filtered =
        index.null_filtered || index.keys.iter().all(|part| table.column(part.column).not_null);
    let is_simple = !index.managed
        && !index.unique
        && index.storing.is_empty()
        && index.parent.is_none()
        && filtered;
    if !is_simple {
        return None;
    }
    table.foreign_keys.iter().find(|key| {
        key.enforced
            && family::columns_are(schema, id, &key.columns)
            && family::backing(schema, index.table, key).is_some()
    })
}
