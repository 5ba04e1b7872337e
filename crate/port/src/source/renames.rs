//! New names of schemas, tables and columns. Foreign keys that name them follow once for all, at the
//! end: each rename by itself would look at each key.

use std::collections::BTreeMap;

use super::cursor::Cursor;
use super::fate::Fate;
use super::limits::MOVES_MAX;
use super::name::Name;
use super::replay::{Key, Replay};
use crate::text::order;

/// New names in the order of their statements, each with the table as it was named before.
pub(super) type Renames = Vec<(Key, Renamed)>;

/// What has a new name.
pub(super) enum Renamed {
    /// The table, with its name and what tells it apart from then on.
    Table(Key, Name),
    /// A column: its old and its new name.
    Column(String, String),
}

/// The last names of a table and its columns.
#[derive(Default)]
struct Last {
    name: Option<Name>,
    columns: BTreeMap<String, String>,
}

impl Replay<'_> {
    /// Gives foreign keys the last names of what they name, from the last change to the first.
    pub(super) fn follow_renames(&mut self) {
        let mut renames = std::mem::take(&mut self.renames);
        if renames.is_empty() {
            return;
        }
        let mut keys = Vec::new();
        for (at, table) in self.source.tables.iter().enumerate() {
            let numbers = table.foreign_keys.iter().enumerate();
            keys.extend(numbers.map(|(number, key)| (key.since, at, number)));
        }
        order::ascending(&mut keys);
        let (mut numbers, mut last) = (BTreeMap::new(), Vec::new());
        for (since, at, number) in keys.into_iter().rev() {
            while renames.len() > since
                && let Some((key, renamed)) = renames.pop()
            {
                before(&mut numbers, &mut last, key, renamed);
            }
            let name = self.key(&self.source.tables[at].foreign_keys[number].target);
            let found = numbers.get(&name).map(|&at| &last[at]);
            let Some(Last { name, columns }) = found else { continue };
            let key = &mut self.source.tables[at].foreign_keys[number];
            for column in &mut key.target_columns {
                if let Some(new) = columns.get(&column.to_ascii_lowercase()) {
                    column.clone_from(new);
                }
            }
            if let Some(Name { schema, name, .. }) = name {
                key.target.schema.clone_from(schema);
                key.target.name.clone_from(name);
            }
        }
    }

    /// `ALTER SCHEMA a RENAME TO b`: what is in the schema belongs to the new one.
    pub(super) fn rename_schema(&mut self, c: &mut Cursor<'_>, start: u32, old: String) -> Fate {
        let to = if c.eat("rename to") { c.word() } else { None };
        if !to.is_some_and(|(to, _)| self.move_schema(&old, to)) {
            return self.schema_unfollowed(c, start, "ALTER SCHEMA", old);
        }
        let span = c.skip_to_end(start);
        self.header(span, None);
        Fate::defines("ALTER SCHEMA", old)
    }

    fn move_schema(&mut self, old: &str, new: String) -> bool {
        let (from, to) = (Some(old.to_owned()).filter(|it| it != "public"), Some(new.clone()));
        let (tables, parts) =
            (keys_of(&self.by_name, from.as_ref()), keys_of(&self.parts, from.as_ref()));
        let (types, sequences) =
            (keys_of(&self.types, from.as_ref()), keys_of(&self.sequences, from.as_ref()));
        let all = tables.len() + parts.len() + types.len() + sequences.len();
        self.moved += all + self.source.schemas.len();
        let is_taken = new == "public"
            || self.has_schema(&new)
            || !keys_of(&self.by_name, to.as_ref()).is_empty();
        if all == 0 && !self.has_schema(old) || is_taken || self.moved > MOVES_MAX {
            return false;
        }
        for key in tables {
            let Some(&at) = self.by_name.get(&key) else { continue };
            let name = Name { schema: to.clone(), ..self.source.tables[at].name.clone() };
            self.move_table(&key, name);
        }
        let renamed = |key: &Key| (to.clone(), key.1.clone());
        move_keys(&mut self.parts, parts, renamed);
        // Types and sequences keep the names that they were created with, by which columns know them.
        move_keys(&mut self.types, types, renamed);
        move_keys(&mut self.sequences, sequences, renamed);
        self.schemas.remove(old);
        self.schemas.insert(new.clone());
        for schema in self.source.schemas.iter_mut().filter(|it| it.name == old) {
            schema.name.clone_from(&new);
        }
        true
    }
}

/// Takes a new name into account, given the last names after it.
fn before(numbers: &mut BTreeMap<Key, usize>, last: &mut Vec<Last>, key: Key, renamed: Renamed) {
    match renamed {
        Renamed::Table(new, name) => {
            let at = numbers.remove(&new).unwrap_or(last.len());
            if at == last.len() {
                last.push(Last::default());
            }
            last[at].name.get_or_insert(name);
            numbers.insert(key, at);
        }
        Renamed::Column(old, new) => {
            let at = numbers.get(&key).copied().unwrap_or(last.len());
            if at == last.len() {
                last.push(Last::default());
                numbers.insert(key, at);
            }
            let columns = &mut last[at].columns;
            let new = columns.remove(&new.to_ascii_lowercase()).unwrap_or(new);
            columns.insert(old.to_ascii_lowercase(), new);
        }
    }
}

/// Names of a schema.
fn keys_of(all: &BTreeMap<Key, usize>, schema: Option<&String>) -> Vec<Key> {
    let range = all.range((schema.cloned(), String::new())..);
    range.map(|(key, _)| key).take_while(|key| key.0.as_ref() == schema).cloned().collect()
}

fn move_keys(all: &mut BTreeMap<Key, usize>, keys: Vec<Key>, renamed: impl Fn(&Key) -> Key) {
    for key in keys {
        if let Some(at) = all.remove(&key) {
            all.insert(renamed(&key), at);
        }
    }
}
