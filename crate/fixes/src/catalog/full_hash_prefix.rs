//! T6: the whole hash of a column leads the key, so that every insert lands anywhere: no number of
//! shards to choose, and no order left.

use crate::cascade::{self, NewPart};
use crate::catalog::hash_shard_prefix::{self as prefix, Rewrite, Rewritten};
use crate::edit::{Draft, TextStyle, in_words, written_key};
use crate::facts::Dist;
use crate::fix::{Family, Fix, FixContext, KeyChange, Parameters, Pick, Plan, Refusal, Stage};
use crate::names;
use crate::rules::Finding;
use crate::schema::{ColumnId, TableId};
use crate::shard::{self, Derived, Formula};

/// The fix.
pub static FIX: Fix = Fix {
    id: "full-hash-prefix",
    short: "T6",
    title: "Start the key with a full hash",
    headline: "Start the key of {object} with a full hash",
    #[cfg(feature = "pages")]
    page: include_str!("full_hash_prefix.md"),
    changes_key: true,
    key_change: Some(KeyChange::WholeHash),
    others_follow: true,
    stage: Stage::KeyLead,
    family: Family::Key,
    pick: Pick::Freely,
    plan,
};

fn plan(cx: &FixContext<'_>, finding: &Finding, p: &Parameters) -> Result<Plan, Refusal> {
    if let Some((table, column)) = prefix::shard_that_is_there(cx, finding) {
        return rewrite(cx, p, table, column);
    }
    let (id, position) = prefix::place(cx, finding, "hash")?;
    let source = shard::source_for_key(cx, id, position, p)?;
    let table = cx.schema.table(id);
    let tables = cascade::tree(cx.schema, id);
    let mut words = names::words(&table.column(source).name);
    words.push("Hash");
    let name = names::in_all(cx.schema, &tables, &[&words, &["Key", "Hash"], &["Row", "Hash"]]);
    let formula = Formula::Hash { source };
    let part = NewPart { table: id, position, formula, replaces: false, name };
    let mut draft = Draft::new(cx.text, cx.schema);
    let changes = cascade::add_part(&mut draft, &part)?;
    let mut key = written_key(&draft, id);
    key.insert(position.min(key.len()), part.name.clone());
    let mut costs = costs(cx, id, source, position);
    costs.push(prefix::grows(cx, id));
    costs.extend(prefix::repeats(cx, &draft, id, source));
    let mut application = application(cx, &draft, id, source, &part.name);
    application.extend(prefix::tables_without_source(cx, &part, source));
    Ok(Plan {
        resulting_key: in_words(key.iter().map(String::as_str)),
        costs,
        cascade: changes,
        application,
        asks: vec![shard::ask_source(cx, id, position, source)],
        edits: draft.finish(),
        ..Plan::default()
    })
}

/// A shard column that is there becomes the whole hash.
fn rewrite(
    cx: &FixContext<'_>,
    p: &Parameters,
    id: TableId,
    column: ColumnId,
) -> Result<Plan, Refusal> {
    let table = cx.schema.table(id);
    let shard = Rewrite::whole(cx, p, id, column)?;
    let source = shard.source;
    let Rewritten { draft, changes, key, from } = shard.apply(cx)?;
    let mut costs = costs(cx, id, source, from);
    costs.push(prefix::RELOAD.to_owned());
    let name = &table.column(column).name;
    let mut application = application(cx, &draft, id, source, name);
    application.push(format!(
        "Queries that list every `{name}` from 0 no longer find anything: remove that condition."
    ));
    application.extend(prefix::old_comment(table, column));
    Ok(Plan {
        resulting_key: in_words(key.iter().map(String::as_str)),
        costs,
        cascade: changes,
        application,
        asks: vec![shard::ask_source(cx, id, from, source)],
        edits: draft.finish(),
        ..Plan::default()
    })
}

fn costs(cx: &FixContext<'_>, id: TableId, source: ColumnId, position: usize) -> Vec<String> {
    let column = cx.schema.table(id).column(source);
    let name = &column.name;
    let over = if position == 0 { "the whole table" } else { "all rows of one entity" };
    let mut costs = vec![format!(
        "Rows are in no order: a range query on the old key reads {over}, and an index for it \
         needs its own shard (T13)."
    )];
    if !cx.schema.table(id).is_key(source) {
        costs.push(format!("A read by the old key without `{name}` also reads {over}."));
    }
    if let Dist::Entity { .. } = cx.facts.column(id, source).dist {
        costs.push(format!(
            "All rows of one `{name}` have the same hash: one with very many writes stays a \
             hotspot."
        ));
    }
    if !column.not_null {
        costs.push(format!("Rows without `{name}` all have the hash NULL."));
    }
    costs
}

fn application(
    cx: &FixContext<'_>,
    draft: &Draft<'_>,
    id: TableId,
    source: ColumnId,
    name: &str,
) -> Vec<String> {
    let table = cx.schema.table(id);
    let text_style = TextStyle::of_table(cx.text, cx.schema, table);
    let column = table.column(source);
    let expression = shard::whole_hash(&text_style, column, draft.written(id, source));
    let expression = expression.unwrap_or_default();
    let derived = Derived { noun: "hash", name, expression: &expression };
    shard::application(table, &derived, &column.name)
}
