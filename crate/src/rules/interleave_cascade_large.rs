//! A cascade that deletes more rows and index entries than a commit takes.

use super::severity::number;
use super::{Context, Evidence, Finding, Object, Reach, Rule, Severity, family, tail};
use crate::facts::Source;
use crate::schema::limits::MUTATIONS_PER_COMMIT;
use crate::schema::{IndexId, TableId};

/// The rule.
pub static RULE: Rule = Rule {
    id: "interleave-cascade-large",
    severity: Severity::Warn,
    reach: Reach::Family,
    page: page!("interleave_cascade_large.md"),
    fixes: &["T19", "T16", "T25"],
    replaces: &["interleave-unbounded"],
    check,
};

fn check(context: &Context<'_>, out: &mut Vec<Finding>) {
    let schema = context.schema;
    for id in context.tables() {
        let table = schema.table(id);
        let Some(parent) = table.parent.as_ref().filter(|parent| parent.on_delete_cascade) else {
            continue;
        };
        // Entries of an interleaved index go with the range of their parent.
        let global: Vec<IndexId> =
            schema.indexes_of(id).filter(|&index| schema.index(index).parent.is_none()).collect();
        if global.is_empty() || context.facts.table(id).append_only {
            continue;
        }
        let Some(evidence) = many(context, id, &parent.name, global.len()) else { continue };
        let names: Vec<&str> = global
            .iter()
            .map(|&index| schema.index(index))
            .map(|index| if index.managed { "a foreign key's" } else { index.name.as_str() })
            .collect();
        let takes = MUTATIONS_PER_COMMIT / f64::from(crate::text::at(global.len()));
        out.push(Finding {
            title: format!(
                "Deleting one `{}` deletes all its rows of `{}` and their index entries at once",
                parent.name, table.name
            ),
            why: format!(
                "The rows go as one range, but each entry of a global index counts: a commit takes \
                 {} mutations, which is about {} rows here, and beyond that the delete fails.",
                number(MUTATIONS_PER_COMMIT),
                number(takes.floor())
            ),
            help: format!(
                "Give `{}` a row deletion policy, or delete its rows in batches first",
                table.name
            ),
            evidence: vec![
                evidence,
                Evidence {
                    what: format!("the global indexes of {}", tail::list(&names)),
                    span: schema.index(global[0]).name_span,
                    source: Source::Expression,
                },
            ],
            confidence: 0.7,
            ..Finding::new(&RULE, Object::Table(id), parent.span)
        });
    }
}

/// More rows under one parent than a commit can delete the index entries of.
fn many(context: &Context<'_>, id: TableId, above: &str, indexes: usize) -> Option<Evidence> {
    if let Some(children) = context.facts.table(id).children_per_parent {
        let over = children * f64::from(crate::text::at(indexes)) > MUTATIONS_PER_COMMIT;
        return over.then(|| Evidence {
            what: format!("{} children of one parent, as stated", number(children)),
            span: context.schema.table(id).name_span,
            source: Source::Directive,
        });
    }
    let gathering = family::gathers(context, id, above)?;
    let above = context.schema.table(id).parent.as_ref()?.table;
    let one = above.is_some_and(|above| {
        context.schema.table(id).key.len() <= context.schema.table(above).key.len()
    });
    (gathering.named && !one && !family::few_within(context, id)).then_some(gathering.evidence)
}
