//! A cascade that deletes more rows and index entries than a commit takes.

use crate::facts::roles::Role;
use crate::facts::{Evidence, Source, evidence_text};
use crate::finding::{Finding, Object, Severity};
use crate::report::Report;
use crate::rule::{Context, Reach, Rule};
use crate::schema::limits::MUTATIONS_PER_COMMIT;
use crate::schema::{IndexId, Schema, TableId};
use crate::severity::number;
use crate::shared::{family, tail};

/// The rule.
pub static RULE: Rule = Rule {
    id: "interleave-cascade-large",
    severity: Severity::Warn,
    reach: Reach::Family,
    page: page!("interleave_cascade_large.md"),
    fixes: &["row-deletion-policy", "interleave-table", "accept"],
    replaces: &[],
    check,
};

fn check(context: &Context<'_>, out: &mut Report<'_>) {
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
        if let Some(many) = many(context, id, &parent.name, global.len()) {
            out.push(finding(context, id, many, &global));
        }
    }
}

fn finding(context: &Context<'_>, id: TableId, many: Many, global: &[IndexId]) -> Finding {
    let schema = context.schema;
    let table = schema.table(id);
    let parent = table.parent.as_ref().expect("only children are counted");
    let indexes = in_words(schema, global);
    let takes = MUTATIONS_PER_COMMIT / f64::from(crate::text::at(global.len()));
    let (above, name) = (&parent.name, &table.name);
    let counted = format!(
        "The rows are deleted as one range, but each entry of a global index counts ({indexes}), \
         and one commit of the Mutation API, or one DML statement, makes at most {} mutations",
        number(MUTATIONS_PER_COMMIT)
    );
    let (severity, why, help) = if many.known {
        (
            Severity::Warn,
            format!(
                "{counted}, which is about {} rows here; a larger delete fails.",
                number(takes.floor())
            ),
            format!("Give `{name}` a row deletion policy, or delete its rows in batches first"),
        )
    } else {
        (
            Severity::Hint,
            format!("{counted}. How many rows of `{name}` one `{above}` can have is not stated."),
            format!(
                "State `children-per-parent<=n` for `{name}`, or give it a row deletion policy if \
                 its rows accumulate"
            ),
        )
    };
    Finding {
        severity,
        title: format!(
            "Deleting one `{above}` deletes all its rows of `{name}` and their index entries at \
             once"
        ),
        why: why.into(),
        help: help.into(),
        evidence: vec![
            many.evidence,
            Evidence {
                what: evidence_text(format!("global: {indexes}")),
                span: schema.index(global[0]).name_span,
                source: Source::Expression,
            },
        ],
        confidence: if many.known { 0.7 } else { 0.4 },
        ..RULE.finding(Object::Table(id), parent.span)
    }
}

/// Indexes by name; those of foreign keys, which have none, by their columns.
fn in_words(schema: &Schema, indexes: &[IndexId]) -> String {
    let one = |&id: &IndexId| match schema.managed_name(id) {
        Some(managed) => format!(
            "the index that Spanner keeps for a foreign key on {}",
            tail::list(&managed.columns)
        ),
        None => format!("`{}`", schema.index(id).name),
    };
    indexes.iter().map(one).collect::<Vec<_>>().join(", ")
}

/// How it is known that there are many rows under one parent.
struct Many {
    evidence: Evidence,
    /// Somebody has stated it; otherwise a name suggests it.
    known: bool,
}

/// Why there may be more rows under one parent than a commit can delete the index entries of.
fn many(context: &Context<'_>, id: TableId, above: &str, indexes: usize) -> Option<Many> {
    if let Some(children) = context.facts.table(id).children_per_parent {
        let over = children * f64::from(crate::text::at(indexes)) > MUTATIONS_PER_COMMIT;
        return over.then(|| Many {
            evidence: Evidence {
                what: evidence_text(format!(
                    "{} children of one parent, as stated",
                    number(children)
                )),
                span: context.schema.table(id).name_span,
                source: Source::Directive,
            },
            known: true,
        });
    }
    let gathering = family::gathers(context, id, above)?;
    let above = context.schema.table(id).parent.as_ref()?.table;
    let one = above.is_some_and(|above| {
        context.schema.table(id).key.len() <= context.schema.table(above).key.len()
    });
    let role = &context.facts.table(id).role;
    let stated = role.evidence.source == Source::Directive
        && matches!(role.role, Role::Event | Role::Ledger | Role::Queue);
    let grows = (gathering.named || stated) && !one && !family::has_small_key(context, id);
    let evidence = if stated { role.evidence.clone() } else { gathering.evidence };
    grows.then_some(Many { evidence, known: stated })
}
