//! T8: an entity that the table names, but its key does not, comes first in the key.

use crate::cascade::{self, NewPart};
use crate::edit::{Draft, in_words, written_key};
use crate::facts::{Dist, lexicon};
use crate::fix::change;
use crate::fix::{
    Ask, AskKind, Family, Fix, FixContext, Parameters, Pick, Plan, Refusal, Stage, refuse,
};
use crate::order;
use crate::rules::Finding;
use crate::schema::{Column, ColumnId, Table, TableId, Watching};
use crate::shard::Formula;
use crate::syntax::tree::Type;

/// The fix.
pub static FIX: Fix = Fix {
    id: "entity-prefix",
    short: "T8",
    title: "Start the key with an entity",
    headline: "Start the key of {object} with {lead}",
    #[cfg(feature = "pages")]
    page: include_str!("entity_prefix.md"),
    changes_key: true,
    key_change: None,
    others_follow: true,
    stage: Stage::KeyOrder,
    family: Family::Key,
    pick: Pick::Freely,
    plan,
};

fn plan(cx: &FixContext<'_>, finding: &Finding, p: &Parameters) -> Result<Plan, Refusal> {
    let named = cascade::table_of(cx.schema, finding)?;
    let trouble = crate::catalog::hash_shard_prefix::trouble(cx, named);
    let id = cascade::owner_of_part(cx.schema, named, trouble)?;
    let table = cx.schema.table(id);
    if table.key.is_empty() {
        return Err(refuse(format!(
            "`{}` has no primary key that an entity can precede",
            table.name
        )));
    }
    let all = entities(cx, id);
    let column = choose(cx, id, &all, p)?;
    check_streams(cx, id, column)?;
    let position = cascade::inherited(cx.schema, table);
    let name = table.column(column).name.to_string();
    let formula = Formula::Column { column };
    let part = NewPart { table: id, position, formula, replaces: false, name };
    let mut draft = Draft::new(cx.text, cx.schema);
    let mut changes = cascade::add_part(&mut draft, &part)?;
    changes.extend(prefixed(cx, id, column));
    let old = written_key(&draft, id);
    let mut key = old.clone();
    key.insert(position, draft.written(id, column).to_owned());
    let old = in_words(old.iter().map(String::as_str));
    let name = &part.name;
    let mut application = vec![
        format!("Queries filter by `{name}` first: `WHERE {name} = … AND …`."),
        format!("Reads, updates and deletes by key pass `{name}` too."),
        format!("`{name}` of a row can no longer change: it is part of the key."),
    ];
    application.extend(filled(cx, &part, column));
    Ok(Plan {
        resulting_key: in_words(key.iter().map(String::as_str)),
        lead: Some(name.clone()),
        costs: vec![
            format!("A read by {old} without `{name}` becomes a full scan."),
            format!(
                "One `{name}` with more writes than a split can take is still a hotspot: state how \
                 skewed it is."
            ),
            format!("{old} alone is no longer unique: rows with another `{name}` may repeat it."),
        ],
        cascade: changes,
        application,
        asks: vec![ask(table, &all, column)],
        edits: draft.finish(),
        ..Plan::default()
    })
}

/// Columns outside the key that name an entity, best first.
fn entities(cx: &FixContext<'_>, id: TableId) -> Vec<ColumnId> {
    let table = cx.schema.table(id);
    let mut ranked: Vec<(usize, ColumnId)> = table
        .column_ids()
        .filter(|&column| fits(cx, id, column))
        .map(|column| (rank(table, column), column))
        .collect();
    order::ascending(&mut ranked);
    ranked.into_iter().map(|(_, column)| column).collect()
}

/// Whether inserts spread over the values of a column, and it may be part of the key.
fn fits(cx: &FixContext<'_>, id: TableId, column: ColumnId) -> bool {
    let table = cx.schema.table(id);
    let (c, fact) = (table.column(column), cx.facts.column(id, column));
    let ty = matches!(c.ty, Some(Type::Int64 | Type::String(_) | Type::Bytes(_) | Type::Uuid));
    let entity = match fact.dist {
        Dist::Entity { .. } => true,
        // A random id of somebody: `UserId UUID`.
        Dist::Uniform | Dist::Unknown => rank(table, column) < lexicon::ENTITIES.len(),
        _ => false,
    };
    // A key column is made with its table, and no later statement may say it anew.
    let made = c.added_later.is_none() && c.altered.is_empty();
    let settled = made && c.generated.is_none() && fact.mutable.is_none();
    let own = lexicon::is_own_id(&table.name, &c.name);
    ty && entity && settled && c.not_null && !own && !table.is_key(column)
}

/// How much of an entity a column names: tenants before users, both before what only repeats.
fn rank(table: &Table, column: ColumnId) -> usize {
    let mut words = lexicon::words(&table.column(column).name);
    if let [only] = words.as_slice()
        && let Some(stem) = only.strip_suffix("id")
    {
        words = vec![stem.to_owned()];
    }
    let mut known = lexicon::ENTITIES.iter();
    known.position(|entity| words.iter().any(|word| word == entity)).unwrap_or(usize::MAX)
}

fn choose(
    cx: &FixContext<'_>,
    id: TableId,
    all: &[ColumnId],
    p: &Parameters,
) -> Result<ColumnId, Refusal> {
    let table = cx.schema.table(id);
    if all.is_empty() {
        return Err(refuse(format!(
            "no non-key column of `{}` is an owner; add one, NOT NULL, that every query has, or \
             start the key with a shard (T5)",
            table.name
        )));
    }
    let Some(chosen) = p.text("column") else { return Ok(all[0]) };
    let found = table.find_column(chosen).filter(|column| all.contains(column));
    found.ok_or_else(|| {
        let names: Vec<String> =
            all.iter().map(|&column| format!("`{}`", table.column(column).name)).collect();
        refuse(format!("expected column {}, found `{chosen}`", names.join(" or ")))
    })
}

/// Spanner watches key columns by itself and takes none in a list.
fn check_streams(cx: &FixContext<'_>, id: TableId, column: ColumnId) -> Result<(), Refusal> {
    let tables = cascade::tree(cx.schema, id);
    let name = &cx.schema.table(id).column(column).name;
    for stream in &cx.schema.streams {
        let Watching::Tables(watched) = &stream.watched else { continue };
        for one in watched {
            let Some(table) = one.table.filter(|table| tables.contains(table)) else { continue };
            let columns = one.columns.iter().flatten();
            let mut named = columns.map(|&c| &cx.schema.table(table).column(c).name);
            if named.any(|watched| watched.eq_ignore_ascii_case(name)) {
                return Err(refuse(format!(
                    "`{}` lists `{name}`, and key columns cannot be listed; remove it from the \
                     list first, as every record contains the key anyway",
                    stream.name
                )));
            }
        }
    }
    Ok(())
}

/// Indexes that are led by the entity, and now can lie in its rows.
fn prefixed(cx: &FixContext<'_>, id: TableId, column: ColumnId) -> Vec<crate::Change> {
    let led = |index: &&crate::schema::Index| {
        !index.managed && index.keys.first().is_some_and(|key| key.column == column)
    };
    let own = cx.schema.indexes_of(id).map(|index| cx.schema.index(index)).filter(led);
    own.map(|index| {
        let what = "kept; the key now starts with the same column, so check whether it is needed";
        change(&index.name, "index", what)
    })
    .collect()
}

/// Tables that have to be told the entity.
fn filled(cx: &FixContext<'_>, part: &NewPart, column: ColumnId) -> Vec<String> {
    let tree = cascade::tree(cx.schema, part.table);
    let name = &cx.schema.table(part.table).column(column).name;
    let lacks = |table: &Table| table.find_column(name).is_none();
    let mut lines = Vec::new();
    for &id in tree.iter().filter(|&&id| lacks(cx.schema.table(id))) {
        let child = &cx.schema.table(id).name;
        lines.push(format!(
            "Set `{name}` in `{child}` in the application, to the value of the parent row."
        ));
    }
    for id in cx.schema.table_ids() {
        let table = cx.schema.table(id);
        let references = |fk: &crate::schema::ForeignKey| {
            fk.table.is_some_and(|parent| tree.contains(&parent))
                && cascade::names_whole_key(cx.schema, fk)
        };
        if !table.foreign_keys.iter().any(references) {
            continue;
        }
        lines.push(if tree.contains(&id) || !lacks(table) {
            format!("A row of `{}` can only reference a row with the same `{name}`.", table.name)
        } else {
            format!(
                "Set `{name}` in `{}` in the application, to the value of the row it references. \
                 If it is NULL, Spanner does not check the reference.",
                table.name
            )
        });
    }
    lines
}

fn ask(table: &Table, all: &[ColumnId], column: ColumnId) -> Ask {
    let name = |column: ColumnId| -> &Column { table.column(column) };
    let choices = all.iter().map(|&c| (name(c).name.to_string(), name(c).name.to_string()));
    Ask {
        name: "column",
        label: "Entity".to_owned(),
        kind: AskKind::Choice(choices.collect()),
        value: name(column).name.to_string(),
        notes: vec![
            "Choose a column that every query has, with many values, none of which dominates."
                .to_owned(),
        ],
    }
}
