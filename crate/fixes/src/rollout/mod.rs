//! From the schema that is deployed to the one that fixes give: what to run, in which order, and
//! how to go back.
//!
//! Everything is told from the two schemas, never from what a fix says it does, so that it holds
//! for one fix and for several together.

mod alter;
mod attach;
mod cascades;
mod check;
mod confirm;
mod consumers;
mod cost;
mod detach;
mod diff;
mod follow;
mod group;
mod image;
mod keys;
mod leave;
mod markdown;
mod passes;
pub mod plan;
mod points;
mod rekey;
mod rights;
mod script;
pub mod shapes;
mod steps;
mod supplied;
mod window;

use super::{FixContext, Split, reads};
use crate::rules::types::type_invalid_key;
use diff::Diff;
pub use markdown::markdown;
use plan::{Code, Placeholder, Plan, Step, StepKind};
use script::Script;

/// The plan from one schema to another; of a database that is not deployed yet it is one step.
/// `splits` says which rows go to which of several tables, where one table becomes several.
#[must_use]
pub fn plan(
    before: &FixContext<'_>,
    after: &FixContext<'_>,
    splits: &[Split],
    deployed: bool,
) -> Plan {
    let dialect = after.schema.dialect;
    let mut plan = Plan {
        dialect,
        live: deployed,
        placeholders: Vec::new(),
        steps: Vec::new(),
        reads: reads::costs(before, after),
    };
    if !deployed {
        plan.steps.push(create(after));
        return plan;
    }
    if let Some((table, column)) = refused_key(before) {
        plan.live = false;
        let mut step = create(after);
        step.notes.insert(
            0,
            format!(
                "No database holds this schema: Spanner rejects `{column}` in the key of \
                 `{table}`. So there are no rows to move."
            ),
        );
        plan.steps.push(step);
        return plan;
    }
    let diff = Diff::new(Script::new(before), Script::new(after), splits);
    let renames = rekey::renames(&diff);
    plan.steps = alter::steps(&diff, &renames);
    plan.placeholders = alter::placeholders(&diff);
    for group in group::groups(&diff, &renames, splits) {
        plan.steps.extend(rekey::steps(&diff, &renames, &group));
        plan.placeholders.extend(rekey::placeholders(&diff, &group));
    }
    plan.steps.extend(alter::removals(&diff));
    if plan.steps.is_empty() {
        let mut step = Step::new("nothing", StepKind::Change, "Nothing to run");
        step.safe = "Both schemas are the same to Spanner.".to_owned();
        plan.steps.push(step);
        return plan;
    }
    confirm::name_indexes(&diff, &renames, &mut plan.reads);
    plan.steps.push(confirm::step(&diff, &plan.reads));
    plan.placeholders.extend(named(&plan.steps));
    distinct(&mut plan.steps);
    plan
}

/// Names of the command line that a person replaces, where steps have them.
fn named(steps: &[Step]) -> Vec<Placeholder> {
    let all = [
        ("INSTANCE", "the id of the instance"),
        ("DATABASE", "the id of the database"),
        (
            "EXPIRY",
            "when the split points expire, as YYYY-MM-DDThh:mm:ssZ: after the copying has ended, \
             at most 30 days ahead",
        ),
        ("BACKUP", "a name for the backup"),
        (
            "MAX_ID",
            "the result of the query before it, plus headroom for ids that are inserted in the \
             meantime",
        ),
    ];
    let has = |name: &str| {
        let code = steps.iter().flat_map(|step| &step.code).flat_map(|code| &code.statements);
        let mut texts = code.chain(steps.iter().flat_map(|step| &step.watch));
        texts.any(|it| it.contains(name))
    };
    let kept = all.into_iter().filter(|(name, _)| has(name));
    kept.map(|(name, means)| Placeholder { name: name.to_owned(), means: means.to_owned() })
        .collect()
}

/// Gives each step an id of its own.
fn distinct(steps: &mut [Step]) {
    let mut seen: Vec<String> = Vec::new();
    for step in steps {
        let base = step.id.clone();
        let mut number = 1;
        while seen.contains(&step.id) {
            number += 1;
            step.id = format!("{base}-{number}");
        }
        seen.push(step.id.clone());
    }
}

/// A table with a column in its key whose type Spanner rejects there.
fn refused_key<'s>(before: &FixContext<'s>) -> Option<(&'s str, &'s str)> {
    let schema = before.schema;
    schema.table_ids().find_map(|id| {
        let table = schema.table(id);
        let columns = table.key.iter().map(|part| table.column(part.column));
        let refused =
            columns.into_iter().find(|it| type_invalid_key::is_refused(it, schema.dialect))?;
        Some((table.name.as_str(), refused.name.as_str()))
    })
}

/// All statements as one batch.
fn create(after: &FixContext<'_>) -> Step {
    let script = Script::new(after);
    let statements = script.statements().map(|(it, _)| script.text_of(it.span)).collect();
    let mut step = Step::new("create", StepKind::Batch, "Create the schema");
    step.safe = "No database holds it yet.".to_owned();
    step.notes.push(
        "One batch: tables and their indexes are created together, and nothing is backfilled."
            .to_owned(),
    );
    step.code.push(Code::ddl(statements));
    step
}
