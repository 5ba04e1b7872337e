//! A foreign key or a unique index names a sharded row by its id alone.

use crate::facts::{Dist, Evidence, Outcome, Source, evidence_text};
use crate::finding::{Finding, Object, Severity};
use crate::report::Report;
use crate::rule::{Context, Reach, Rule};
use crate::schema::{ForeignKey, Index, IndexId, Table, TableId};
use crate::severity::{self, Load};
use crate::shared::tail::Tail;
use crate::shared::{family, tail};

/// The rule.
pub static RULE: Rule = Rule {
    id: "fk-shard-key-missing",
    severity: Severity::High,
    reach: Reach::Family,
    page: page!("fk_shard_key_missing.md"),
    fixes: &["foreign-key", "accept"],
    replaces: &[
        "fk-referenced-index-hot",
        "fk-references-non-pk",
        "index-monotonic",
        "index-time-ordered-id",
        "index-commit-timestamp",
        "index-date-first",
        "index-update-hot",
    ],
    check,
};

/// How sure the shard alone makes that the id behind it moves (assumption of ours: nobody shards
/// a key that spreads by itself).
const SHARDED_FOR_A_REASON: f64 = 0.6;

fn check(context: &Context<'_>, out: &mut Report<'_>) {
    let hidden = family::each_hidden(context, |schema, _, key| family::referenced(schema, key));
    for (id, key, index) in hidden {
        out.extend(finding(context, index, Some((id, key))));
    }
    let own = context.indexes().filter(|&id| !context.schema.index(id).managed);
    for index in own.filter(|&id| context.schema.index(id).unique) {
        out.extend(finding(context, index, None));
    }
}

/// Whether this rule has a finding on the index that `key` needs.
pub(crate) fn speaks_of(context: &Context<'_>, key: &ForeignKey) -> bool {
    let index = family::referenced(context.schema, key);
    index.is_some_and(|index| unsharded(context, index).is_some())
}

/// The part of an index that moves, if its table is sharded and the index is not.
fn unsharded<'a>(context: &Context<'a>, id: IndexId) -> Option<(Tail<'a>, f64)> {
    let (facts, index) = (context.facts, context.schema.index(id));
    let table = context.schema.table(index.table);
    let shard = table.key.first()?.column;
    let sharded = matches!(facts.column(index.table, shard).dist, Dist::Shard { .. });
    let by_id = index.keys.iter().all(|part| part.column != shard && table.is_key(part.column));
    if !sharded || !by_id || index.parent.is_some() || index.keys.is_empty() {
        return None;
    }
    let walk = &facts.index(id).walk;
    match walk.outcome {
        Outcome::Moving { tails: 1, at } => {
            let fact = facts.part(&walk.parts[at]);
            Some((Tail { part: &walk.parts[at], fact }, fact.confidence))
        }
        Outcome::Ask { tails: 1, at } => {
            let fact = facts.part(&walk.parts[at]);
            Some((Tail { part: &walk.parts[at], fact }, SHARDED_FOR_A_REASON))
        }
        _ => None,
    }
}

fn finding(
    context: &Context<'_>,
    id: IndexId,
    by: Option<(TableId, &ForeignKey)>,
) -> Option<Finding> {
    let (tail, confidence) = unsharded(context, id)?;
    let schema = context.schema;
    let index = schema.index(id);
    let table = schema.table(index.table);
    let shard = &table.column(table.key[0].column).name;
    let writes = context.facts.index(id).writes_per_second;
    let verdict = severity::judge(&Load {
        pressure: context.facts.pressure_of_index(id),
        writes,
        confidence,
        low_write: context.facts.table(index.table).low_write.as_ref(),
        facts: context.facts,
    });
    let why = tail::cost(context, &verdict);
    let (title, more, help) =
        words(table, shard, index, by.map(|(id, key)| (schema.table(id), key)));
    let sharded = Evidence {
        what: evidence_text(format!(
            "the shard `{shard}` that is the first key column of `{}`",
            table.name
        )),
        span: table.key[0].span,
        source: Source::Expression,
    };
    let list = index.keys_list;
    Some(Finding {
        title,
        why: format!("{why} {more}").into(),
        help: help.into(),
        evidence: tail.fact.evidence.iter().cloned().chain([sharded]).collect(),
        confidence,
        span: if list.is_empty() { index.span } else { list },
        ..tail::finding(RULE.id, Object::Index(id), &tail, verdict)
    })
}

/// Title, what comes of it, and the change.
fn words(
    table: &Table,
    shard: &str,
    index: &Index,
    by: Option<(&Table, &ForeignKey)>,
) -> (String, String, String) {
    let columns: Vec<_> = index.keys.iter().map(|part| part.column).collect();
    let names = family::names(table, &columns);
    match by {
        Some((child, _)) => (
            format!(
                "The foreign key of `{}` names {} without the shard `{shard}`",
                child.name,
                family::with_columns(table, &columns)
            ),
            format!(
                "Spanner creates a unique index on {names} for it, without the shard, so it has \
                 the hotspot that `{shard}` removes from the table."
            ),
            format!(
                "Give `{}` the same shard column and reference (`{shard}`, {names})",
                child.name
            ),
        ),
        None => (
            format!("The unique index `{}` names {names} without the shard `{shard}`", index.name),
            format!(
                "It is sorted by {names}, so it has the hotspot that `{shard}` removes from the \
                 table."
            ),
            format!(
                "Drop the index if `{shard}` is computed from {names}: the primary key then keeps \
                 {names} unique"
            ),
        ),
    }
}
