//! A table that belongs to another by a cascading foreign key alone.

use crate::cause::Cause;
use crate::facts::{Evidence, Source, evidence_text, shape};
use crate::finding::{Finding, Object, Severity};
use crate::report::Report;
use crate::rule::{Context, Reach, Rule};
use crate::schema::{ForeignKey, TableId};
use crate::shared::{family, tail};

/// The rule.
pub static RULE: Rule = Rule {
    id: "fk-interleave-candidate",
    severity: Severity::Hint,
    reach: Reach::Family,
    page: page!("fk_interleave_candidate.md"),
    fixes: &["interleave-table", "accept"],
    replaces: &[],
    check,
};

fn check(context: &Context<'_>, out: &mut Report<'_>) {
    let schema = context.schema;
    for id in context.tables() {
        let table = schema.table(id);
        let together = context.facts.table(id).read_together;
        let fixed = table.parent.is_some()
            || table.partial
            || together == Some(false)
            || shape::log_like(table).is_some()
            || schema.children_of(id).next().is_some()
            || is_referenced(context, id);
        if fixed {
            continue;
        }
        // With two owners neither is the one to lie beside.
        let mut owners = table.foreign_keys.iter().filter(|key| key.on_delete_cascade);
        let (Some(key), None) = (owners.next(), owners.next()) else { continue };
        if let Some(above) = key.table.filter(|&above| owned(context, id, key, above)) {
            out.push(finding(context, id, key, above));
        }
    }
}

/// Other tables refer to rows of this one by its present key.
fn is_referenced(context: &Context<'_>, id: TableId) -> bool {
    context.schema.referencing(id).next().is_some()
}

fn owned(context: &Context<'_>, id: TableId, key: &ForeignKey, above: TableId) -> bool {
    let (table, parent) = (context.schema.table(id), context.schema.table(above));
    let whole = !parent.key.is_empty()
        && parent.key.iter().map(|part| part.column).eq(key.referenced.iter().copied());
    let always = key.columns.iter().all(|&column| table.column(column).not_null);
    // Where the key starts so already, `interleave-candidate` speaks; where it has them further
    // back, the order was chosen for something else.
    let leads = key.columns.iter().any(|&column| table.is_key(column));
    let apart = context.facts.table(above).read_together == Some(false);
    above != id && whole && always && !leads && !apart && !family::is_hot(context, above)
}

fn finding(context: &Context<'_>, id: TableId, key: &ForeignKey, above: TableId) -> Finding {
    let (table, parent) = (context.schema.table(id), context.schema.table(above));
    let mut names: Vec<&str> = key.columns.iter().map(|&c| table.column(c).name.as_str()).collect();
    for part in &table.key {
        let name = table.column(part.column).name.as_str();
        if !names.contains(&name) {
            names.push(name);
        }
    }
    Finding {
        cause: Some(Cause::ReferencedRowApart),
        title: format!(
            "`{}` belongs to `{}` and is deleted with it, but is stored elsewhere",
            table.name, parent.name
        ),
        why: format!(
            "Its foreign key cascades and is never NULL, so each row of `{}` belongs to one `{}`. \
             Interleaved, the rows are stored together and the hidden index of the foreign key is \
             not needed.",
            table.name, parent.name
        )
        .into(),
        help: format!(
            "Add {} to the key and interleave `{}` in `{}`, if they are read together",
            tail::list(&names),
            table.name,
            parent.name
        )
        .into(),
        evidence: vec![Evidence {
            what: evidence_text(format!(
                "ON DELETE CASCADE on the foreign key to `{}`",
                parent.name
            )),
            span: key.span,
            source: Source::Expression,
        }],
        confidence: 0.5,
        ..RULE.finding(Object::Table(id), key.span)
    }
}
