//! T7: an entity that stands later in the key comes first, so that inserts spread over entities.

use crate::cascade;
use crate::edit::{Draft, in_words, written_key};
use crate::facts::Dist;
use crate::fix::{
    Family, Fix, FixContext, KeyChange, Parameters, Pick, Plan, Refusal, Stage, refuse,
};
use crate::rules::Finding;
use crate::schema::{ColumnId, TableId};
use crate::syntax::tree::Type;

/// The fix.
pub static FIX: Fix = Fix {
    id: "reorder-key",
    short: "T7",
    title: "Put the entity before the timestamp",
    headline: "Put {lead} first in the key of {object}",
    #[cfg(feature = "pages")]
    page: include_str!("reorder_key.md"),
    changes_key: true,
    key_change: Some(KeyChange::Order),
    others_follow: true,
    stage: Stage::KeyOrder,
    family: Family::Key,
    pick: Pick::Freely,
    plan,
};

fn plan(cx: &FixContext<'_>, finding: &Finding, _: &Parameters) -> Result<Plan, Refusal> {
    let named = cascade::table_of(cx.schema, finding)?;
    let position = crate::catalog::hash_shard_prefix::trouble(cx, named);
    let id = cascade::owner_of_part(cx.schema, named, position)?;
    let table = cx.schema.table(id);
    let from = cascade::inherited(cx.schema, table);
    let later = (from + 1..table.key.len()).find(|&i| spreads(cx, id, table.key[i].column));
    let Some(moved) = later.filter(|_| table.key_clause.is_some()) else {
        return Err(refuse(format!(
            "no later key column of `{}` is an entity or a random value; add the row's owner to \
             the key, or start it with a shard (T5)",
            table.name
        )));
    };
    let mut order: Vec<usize> = (0..table.key.len()).filter(|&i| i != moved).collect();
    order.insert(from, moved);
    let mut draft = Draft::new(cx.text, cx.schema);
    let changes = cascade::permute(&mut draft, id, &order);
    let old = written_key(&draft, id);
    let key: Vec<&str> = order.iter().map(|&i| old[i].as_str()).collect();
    let first = &table.column(table.key[moved].column).name;
    let passed: Vec<&str> =
        table.key[from..moved].iter().map(|part| table.column(part.column).name.as_str()).collect();
    let passed = passed.join(", ");
    let mut costs = vec![format!(
        "A read by `{passed}` over all `{first}` becomes a full scan; an index for it needs its \
         own shard (T13)."
    )];
    if matches!(cx.facts.column(id, table.key[moved].column).dist, Dist::Entity { .. }) {
        costs.push(format!(
            "One `{first}` with more writes than a split can take is still a hotspot."
        ));
    }
    Ok(Plan {
        resulting_key: in_words(key.iter().copied()),
        lead: Some(first.to_string()),
        costs,
        cascade: changes,
        application: vec![
            format!("Reads and deletes by key pass the columns in the order {}.", in_words(key)),
            format!("Queries filter by `{first}` first: `WHERE {first} = … AND {passed} >= …`."),
        ],
        edits: draft.finish(),
        ..Plan::default()
    })
}

/// Whether inserts spread over the values of a column.
pub(crate) fn spreads(cx: &FixContext<'_>, id: TableId, column: ColumnId) -> bool {
    let timestamp = matches!(
        cx.schema.table(id).column(column).ty,
        Some(Type::Timestamp | Type::CommitTimestamp | Type::Date)
    );
    !timestamp && matches!(cx.facts.column(id, column).dist, Dist::Uniform | Dist::Entity { .. })
}
