//! What a column holds that refers to another, through interleaving or a foreign key.

use crate::column::ColumnFact;
use crate::columns::found::Found;
use crate::dist::{Dist, ENTITY_CARDINALITY};
use crate::lexicon;
use crate::schema::{ColumnId, ForeignKey, Schema, Table, TableId};
use crate::source::Source;

/// Gives the fact of a column of any table.
type FactOf<'a> = &'a mut dyn FnMut(TableId, ColumnId) -> ColumnFact;

/// What the key column of a parent tells of that of a child.
pub(super) fn interleaved(
    schema: &Schema,
    table: TableId,
    id: ColumnId,
    fact_of: FactOf<'_>,
) -> Option<Found> {
    let owner = schema.table(table);
    let parent = owner.parent.as_ref()?;
    let at = owner.key.iter().position(|part| part.column == id)?;
    let Some(parent_id) = parent.table.filter(|&parent| parent != table) else {
        // A fragment: the parent is not in the text, so its key is taken for an entity's.
        let what = format!("the parent table `{}`, which is not in the schema", parent.name);
        let dist = Dist::Entity { cardinality: ENTITY_CARDINALITY };
        let first = at == 0;
        return first.then(|| Found::new(dist, 0.5, what.into(), parent.span, Source::Inherited));
    };
    let above = schema.table(parent_id);
    let part = above.key.get(at)?;
    if !above.column(part.column).name.eq_ignore_ascii_case(&owner.column(id).name) {
        return None;
    }
    let fact = fact_of(parent_id, part.column);
    let what = format!("the parent `{}`: {}", above.name, first_evidence(&fact));
    let dist = fact.dist.carried_over(|of| {
        let at = above.key.iter().position(|part| part.column == of)?;
        owner.key.get(at).map(|part| part.column)
    });
    let mut found = Found::new(dist, fact.confidence, what.into(), parent.span, Source::Inherited);
    found.0.time_id = fact.time_id;
    Some(found)
}

/// What the column that a foreign key refers to tells of the referring one.
pub(super) fn referenced(
    schema: &Schema,
    table: TableId,
    id: ColumnId,
    fact_of: FactOf<'_>,
) -> Option<Found> {
    let (key, position) = foreign_key_of(schema.table(table), id)?;
    let target = key.table.filter(|&target| target != table);
    let entity = Dist::Entity { cardinality: ENTITY_CARDINALITY };
    let named = |what: &str| format!("the foreign key to `{}`{what}", key.table_name);
    let found =
        |dist, confidence, what| Found::new(dist, confidence, what, key.span, Source::Inherited);
    let name = lexicon::table_words(&key.table_name);
    // A table with a longer key is no list of values, whatever it is called.
    if key.columns.len() == 1 && lexicon::last(&name, lexicon::LOW_CARDINALITY) {
        return Some(found(
            Dist::LowCard { values: 8 },
            0.8,
            named(", a table of few rows").into(),
        ));
    }
    let Some((target, column)) = target.zip(key.referenced.get(position).copied()) else {
        return Some(found(entity, 0.6, named("").into()));
    };
    let fact = fact_of(target, column);
    // Rows of a lasting entity are referred to long after they were made, so the order in which
    // they were made does not carry over. Anything else is referred to while it is fresh.
    let lasting = lexicon::last(&name, lexicon::ENTITIES);
    if fact.dist.is_moving() && !lasting {
        let confidence = fact.confidence.min(0.7);
        let what = named(&format!(": {}", first_evidence(&fact)));
        let mut moving = found(fact.dist, confidence, what.into());
        moving.0.time_id = fact.time_id;
        return Some(moving);
    }
    let dist = match fact.dist {
        shard @ Dist::Shard { .. } => shard.carried_over(|of| {
            let at = key.referenced.iter().position(|&column| column == of)?;
            key.columns.get(at).copied()
        }),
        kept @ (Dist::LowCard { .. } | Dist::Constant | Dist::Entity { .. }) => kept,
        _ => entity,
    };
    Some(found(dist, if lasting { 0.85 } else { 0.7 }, named("").into()))
}

/// The foreign key a column is part of, and its position in it.
fn foreign_key_of(table: &Table, id: ColumnId) -> Option<(&ForeignKey, usize)> {
    table.foreign_keys.iter().find_map(|key| {
        let position = key.columns.iter().position(|&column| column == id)?;
        Some((key, position))
    })
}

fn first_evidence(fact: &ColumnFact) -> &str {
    fact.evidence.first().map_or("nothing is known about it", |evidence| evidence.what.as_str())
}
