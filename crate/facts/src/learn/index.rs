//! Learns the facts of an index from those of its table.

use crate::column::ColumnFact;
use crate::directive::Directive;
use crate::file::FileFacts;
use crate::learn::stated::facts_of;
use crate::learn::table::key_parts;
use crate::roles::role::Role;
use crate::schema::{IndexId, Object, Place, Schema};
use crate::table::{IndexFacts, TableFacts};
use crate::walk;

pub(super) fn index_facts(
    schema: &Schema,
    id: IndexId,
    tables: &[TableFacts],
    file: &FileFacts,
) -> IndexFacts {
    let index = schema.index(id);
    let key = schema.effective_key(id);
    let prefix = index.parent.as_ref().and_then(|parent| parent.table);
    let inherited = prefix.map_or(0, |above| schema.table(above).key.len());
    let mut parts = key_parts(schema, index.table, &key);
    for (at, part) in parts.iter_mut().enumerate() {
        part.inherited = at < inherited;
    }
    let base = &tables[index.table.0 as usize];
    let of: Vec<&ColumnFact> =
        parts.iter().map(|part| &base.columns[part.column.0 as usize]).collect();
    let walk = walk::walk(parts.clone(), &of, file.nodes);
    let mut facts = IndexFacts {
        walk,
        writes_per_second: index_writes(schema, id, base),
        accepted: base.accepted.clone(),
        off: base.off.clone(),
    };
    for stated in facts_of(schema, Place::Object(Object::Index(id))) {
        match stated.fact.directive {
            Directive::Accept(rules) => facts.accepted.extend(stated.accepted(rules)),
            Directive::Off(rules) => facts.off.extend(rules.iter().cloned()),
            _ => {}
        }
    }
    facts
}

/// Entries written per second: one an insert, two an update of an indexed column.
fn index_writes(schema: &Schema, id: IndexId, base: &TableFacts) -> Option<f64> {
    let index = schema.index(id);
    let mut inserts = base.writes_per_second?;
    if base.role.role == Role::Counter && !base.writes_stated {
        // What is shared to a counter is its updates.
        inserts = 0.0;
    }
    let lead = index.keys.first().map(|part| &base.columns[part.column.0 as usize]);
    let nulls = if index.null_filtered { lead.and_then(|fact| fact.null_share) } else { None };
    let changed =
        index.keys.iter().any(|part| base.columns[part.column.0 as usize].mutable.is_some());
    let stated = lead.and_then(|fact| fact.mutable.as_ref()).and_then(|m| m.per_second);
    let updates = if changed { stated.or(base.updates_per_second).unwrap_or(0.0) } else { 0.0 };
    Some(inserts * (1.0 - nulls.unwrap_or(0.0)) + 2.0 * updates)
}
