//! A unique index that leaves rows with a NULL out, and so does not keep them unique.

use crate::finding::{Finding, Object, Severity};
use crate::report::Report;
use crate::rule::{Context, Reach, Rule};
use crate::shared::reads::evidence;
use crate::shared::tail;

/// The rule.
pub static RULE: Rule = Rule {
    id: "index-unique-null-gap",
    severity: Severity::Info,
    reach: Reach::Family,
    page: page!("index_unique_null_gap.md"),
    fixes: &["accept"],
    replaces: &[],
    check,
};

fn check(context: &Context<'_>, out: &mut Report<'_>) {
    for id in context.indexes() {
        let index = context.schema.index(id);
        let table = context.schema.table(index.table);
        if index.managed || !index.unique {
            continue;
        }
        let filtered = |column| index.null_filtered || index.where_not_null.contains(&column);
        let mut open = index
            .keys
            .iter()
            .filter(|part| filtered(part.column) && !table.column(part.column).not_null);
        // One such part is how one says "unique where it is there".
        let (Some(part), Some(other)) = (open.next(), open.next()) else { continue };
        let name = |column| table.column(column).name.as_str();
        let mut names = vec![name(part.column), name(other.column)];
        names.extend(open.map(|part| name(part.column)));
        let nullable = |column| {
            let name = &table.column(column).name;
            evidence(
                format!("the column `{name}`, which may be NULL"),
                table.column(column).name_span,
            )
        };
        out.push(Finding {
            title: format!(
                "`{}` does not keep rows unique if one of {} is NULL",
                index.name,
                tail::list(&names)
            ),
            why: "A row with a NULL in any of these columns is not in the index, so two rows that \
                  are equal in all the others are both accepted."
                .into(),
            help: format!("Declare {} NOT NULL, or index NULLs too", tail::list(&names)).into(),
            evidence: vec![nullable(part.column), nullable(other.column)],
            column: Some((index.table, part.column)),
            ..RULE.finding(Object::Index(id), part.span)
        });
    }
}
