//! A table of more indexes than Spanner takes, those it makes for foreign keys included.

use crate::finding::{Finding, Object, Severity};
use crate::report::Report;
use crate::rule::{Context, Reach, Rule};
use crate::schema::IndexId;
use crate::schema::limits::TABLE_INDEXES_MAX;
use crate::schema::past::Limited;
use crate::shared::past;

/// The rule.
pub static RULE: Rule = Rule {
    id: "limit-indexes-per-table",
    severity: Severity::Error,
    reach: Reach::Family,
    page: page!("limit_indexes_per_table.md"),
    fixes: &["drop-index"],
    replaces: &[],
    check,
};

fn check(context: &Context<'_>, out: &mut Report<'_>) {
    past::findings(context, &RULE, Limited::Indexes, out);
    for id in context.tables() {
        let indexes: Vec<IndexId> = context.schema.indexes_of(id).collect();
        let Some(&beyond) = indexes.get(TABLE_INDEXES_MAX) else { continue };
        let table = context.schema.table(id);
        let managed = indexes.iter().filter(|&&id| context.schema.index(id).managed).count();
        let own = match managed {
            0 => String::new(),
            n => format!(", {n} of them created for foreign keys"),
        };
        out.push(Finding {
            title: format!(
                "`{}` has {} indexes{own}; Spanner allows {TABLE_INDEXES_MAX}",
                table.name,
                indexes.len()
            ),
            why: "Spanner rejects the statement that adds index 129, and every insert already \
                  writes one entry for each index."
                .into(),
            help: "Drop the indexes that no query uses".into(),
            ..RULE.finding(Object::Table(id), context.schema.index(beyond).name_span)
        });
    }
}
