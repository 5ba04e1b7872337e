//! T13: a derived shard leads an index, so that its entries follow N points instead of one.

use crate::cascade::index_columns;
use crate::edit::{Draft, NewColumn, Side, TextStyle, in_words, like};
use crate::facts::{Dist, Outcome};
use crate::fix::{
    Change, Family, Fix, FixContext, Parameters, Pick, Plan, Refusal, Stage, change, refuse,
};
use crate::rules::{Finding, Object};
use crate::schema::limits::KEY_COLUMNS_MAX;
use crate::schema::{ColumnId, Index, IndexId, KeyPart};
use crate::shard::{self, Purpose, SHARD_BYTES};

/// The fix.
pub static FIX: Fix = Fix {
    id: "shard-index",
    short: "T13",
    title: "Add a hash shard as the first index column",
    headline: "Add a hash shard to {object}",
    #[cfg(feature = "pages")]
    page: include_str!("shard_index.md"),
    changes_key: true,
    key_change: None,
    others_follow: true,
    stage: Stage::Indexes,
    family: Family::Indexes,
    pick: Pick::Freely,
    plan,
};

fn plan(cx: &FixContext<'_>, finding: &Finding, p: &Parameters) -> Result<Plan, Refusal> {
    let Object::Index(id) = finding.object else {
        return Err(refuse("this fix is for indexes, and the finding is about a table"));
    };
    let index = cx.schema.index(id);
    check(cx, id)?;
    let lead = lead(cx, id, p)?;
    let table = cx.schema.table(index.table);
    let text_style = TextStyle::of_table(cx.text, cx.schema, table);
    let mut draft = Draft::new(cx.text, cx.schema);
    let mut cascade = Vec::new();
    let shard = place(cx, &mut draft, index, &lead, &mut cascade)?;
    draft.list_insert(index.keys_list, 0, &shard);
    let mut key = vec![shard.as_str()];
    key.extend(index.keys.iter().map(|part| part.span.of(cx.text)));
    Ok(Plan {
        resulting_key: in_words(key),
        lead: None,
        tails: Some(tails(cx, id, lead.n)),
        costs: costs(index, &lead, table.column(lead.source).name.as_str()),
        cascade,
        application: application(cx, index, &text_style, &shard, lead.n),
        shards: Some(lead.n),
        asks: vec![shard::ask(lead.n)],
        splits: Vec::new(),
        edits: draft.finish(),
    })
}

/// What leads the index.
pub(crate) struct Lead {
    /// A shard column that the table derives already.
    pub(crate) there: Option<ColumnId>,
    /// The column that is hashed.
    pub(crate) source: ColumnId,
    /// Shards.
    pub(crate) n: u32,
}

/// The shard column as written: the one that is there, else a new one beside its source.
pub(crate) fn place(
    cx: &FixContext<'_>,
    draft: &mut Draft<'_>,
    index: &Index,
    lead: &Lead,
    cascade: &mut Vec<Change>,
) -> Result<String, Refusal> {
    let table = cx.schema.table(index.table);
    let text_style = TextStyle::of_table(cx.text, cx.schema, table);
    if let Some(column) = lead.there {
        return Ok(draft.written(index.table, column).to_owned());
    }
    let source = table.column(lead.source);
    let written = draft.written(index.table, lead.source);
    let expression = shard::expression(&text_style, source, written, lead.n)
        .ok_or_else(|| refuse("the type of the column is not one to hash"))?;
    // No column can be added to a table as NOT NULL.
    let not_null = source.not_null && source.added_later.is_none();
    let name = shard::name_beside(cx, index.table, lead.source);
    let name = like(draft, index.table, &name);
    let rest = shard::derived(&text_style, &expression, not_null);
    let (beside, side) = (lead.source, Side::After);
    draft.column(NewColumn { table: index.table, beside, side, name: name.clone(), rest });
    cascade.push(change(&table.name, "table", format!("gains the derived column `{name}`")));
    Ok(name)
}

/// Says why an index cannot be led by a shard.
pub(crate) fn check(cx: &FixContext<'_>, id: IndexId) -> Result<(), Refusal> {
    let index = cx.schema.index(id);
    let name = &index.name;
    if index.managed {
        return Err(refuse(format!(
            "Spanner created `{name}` for a foreign key; change the key it references"
        )));
    }
    if let Some(parent) = &index.parent {
        return Err(refuse(format!(
            "`{name}` is interleaved in `{}`, so its key must start with that table's key",
            parent.name
        )));
    }
    if cx.schema.effective_key(id).len() >= KEY_COLUMNS_MAX {
        return Err(refuse(format!(
            "`{name}` has {KEY_COLUMNS_MAX} key columns with the base key, which is the limit"
        )));
    }
    let leads = index.keys.first().map(|part| cx.facts.column(index.table, part.column));
    if leads.is_some_and(|fact| matches!(fact.dist, Dist::Shard { signed: false, .. })) {
        return Err(refuse(format!("`{name}` already starts with a shard")));
    }
    Ok(())
}

/// Finds the shard: one that is there, else one from the column that serves best. A UNIQUE index
/// takes a column of its own, so that equal keys meet in one shard and stay refused.
pub(crate) fn lead(cx: &FixContext<'_>, this: IndexId, p: &Parameters) -> Result<Lead, Refusal> {
    let index = cx.schema.index(this);
    let id = index.table;
    let table = cx.schema.table(id);
    let own = index_columns(index);
    let above = |column: ColumnId| shard::stands_above(table.column(column), index.span.start);
    let fits = |column: ColumnId, of: ColumnId| {
        let used = own.contains(&column) || index.storing.contains(&column);
        above(column) && !used && (!index.unique || own.contains(&of))
    };
    if let Some((column, n, source)) = shard::existing(cx, id, p.shards, fits) {
        return Ok(Lead { there: Some(column), source, n });
    }
    let writes = p.writes_per_second.or(cx.facts.index(this).writes_per_second);
    let with_index_rate = Parameters { writes_per_second: writes, ..p.clone() };
    let n = shard::count(cx, id, &with_index_rate)?;
    if index.unique {
        let source = shard::pick(cx, id, &own, Purpose::Unique).map_err(|why| {
            refuse(format!(
                "`{}` is UNIQUE and stays so only if the shard is derived from one of its columns, \
                 and none can be used ({why})",
                index.name
            ))
        })?;
        return Ok(Lead { there: None, source, n });
    }
    let key: Vec<ColumnId> = table.key.iter().map(|part| part.column).collect();
    // The shard is added where its source is, which has to be above the index.
    let others = table.column_ids().filter(|&c| !key.contains(&c) && above(c));
    let others: Vec<ColumnId> = others.collect();
    let source = shard::pick(cx, id, &key, Purpose::Index)
        .or_else(|why| shard::pick(cx, id, &others, Purpose::Index).map_err(|_| why))
        .map_err(|why| {
            refuse(format!("no column of `{}` can be hashed into a shard ({why})", table.name))
        })?;
    Ok(Lead { there: None, source, n })
}

fn tails(cx: &FixContext<'_>, id: IndexId, n: u32) -> u32 {
    match cx.facts.index(id).walk.outcome {
        Outcome::Moving { tails, .. } | Outcome::Bucket { tails, .. } => {
            n.saturating_mul(tails.max(1))
        }
        _ => n,
    }
}

fn costs(index: &Index, lead: &Lead, source: &str) -> Vec<String> {
    let n = lead.n;
    let mut costs =
        vec![format!("Reading in index order takes {n} scans (one per shard) plus a merge.")];
    if lead.there.is_none() {
        costs.push(format!(
            "Each row and each index entry grows by {SHARD_BYTES} bytes. The shard count is fixed: \
             changing it means a new column and a new index."
        ));
    } else {
        costs.push(format!("Each index entry grows by {SHARD_BYTES} bytes."));
    }
    if index.unique {
        costs.push(format!(
            "The index stays UNIQUE over the table, because the shard is computed from `{source}`."
        ));
    }
    costs
}

fn application(
    cx: &FixContext<'_>,
    index: &Index,
    text_style: &TextStyle,
    shard: &str,
    n: u32,
) -> Vec<String> {
    let table = cx.schema.table(index.table);
    let all = shard::all_shards(text_style, shard, n);
    let first = index.keys.first().map_or("", |part| &table.column(part.column).name);
    let moving = |part: &KeyPart| cx.facts.column(index.table, part.column).dist.is_moving();
    let by = if index.keys.first().is_some_and(moving) { ">=" } else { "=" };
    vec![
        format!("Queries must list every shard: `WHERE {all} AND {first} {by} …`."),
        format!("Leave `{shard}` out of INSERT and UPDATE: Spanner computes it."),
    ]
}
