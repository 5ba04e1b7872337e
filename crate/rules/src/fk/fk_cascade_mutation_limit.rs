//! A cascading foreign key from a table that grows without end.

use crate::cause::Cause;
use crate::facts::{Evidence, Source, evidence_text};
use crate::finding::{Finding, Object, Severity};
use crate::report::Report;
use crate::rule::{Context, Reach, Rule};
use crate::schema::limits::MUTATIONS_PER_COMMIT;
use crate::schema::{ForeignKey, TableId};
use crate::severity::number;
use crate::shared::family;

/// The rule.
pub static RULE: Rule = Rule {
    id: "fk-cascade-mutation-limit",
    severity: Severity::Warn,
    reach: Reach::Family,
    page: page!("fk_cascade_mutation_limit.md"),
    fixes: &["interleave-table", "row-deletion-policy", "accept"],
    replaces: &[],
    check,
};

fn check(context: &Context<'_>, out: &mut Report<'_>) {
    let schema = context.schema;
    for id in context.tables() {
        let table = schema.table(id);
        if context.facts.table(id).append_only {
            continue;
        }
        let indexes = schema.indexes_of(id).count();
        let each = 1.0 + f64::from(crate::text::at(indexes));
        let mut cascading = table.foreign_keys.iter().filter(|key| key.on_delete_cascade);
        let found = cascading.find_map(|key| Some((key, many(context, id, key, each)?)));
        let Some((key, evidence)) = found else { continue };
        out.push(Finding {
            cause: Some(Cause::ReferencedRowApart),
            title: format!(
                "Deleting one `{}` deletes all its rows of `{}` in one commit",
                key.table_name, table.name
            ),
            why: format!(
                "Each row counts, and each of its {indexes} index entries. One commit of the \
                 Mutation API, or one DML statement, makes at most {} mutations, which is about {} \
                 rows; a larger delete fails.",
                number(MUTATIONS_PER_COMMIT),
                number((MUTATIONS_PER_COMMIT / each).floor())
            )
            .into(),
            help: format!(
                "Delete the rows of `{}` in batches first, or interleave it: a deleted range \
                 counts as one mutation",
                table.name
            )
            .into(),
            evidence: vec![evidence],
            confidence: 0.7,
            ..RULE.finding(Object::Table(id), key.span)
        });
    }
}

/// More rows refer to one row than a commit can delete.
fn many(context: &Context<'_>, id: TableId, key: &ForeignKey, each: f64) -> Option<Evidence> {
    if let Some(children) = context.facts.table(id).children_per_parent {
        let over = children * each > MUTATIONS_PER_COMMIT;
        return over.then(|| Evidence {
            what: evidence_text(format!("{} children of one parent, as stated", number(children))),
            span: context.schema.table(id).name_span,
            source: Source::Directive,
        });
    }
    let gathering = family::gathers(context, id, &key.table_name)?;
    gathering.named.then_some(gathering.evidence)
}
