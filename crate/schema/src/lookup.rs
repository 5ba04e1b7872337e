//! Lookups in a schema: tables by name, and what refers to a table.

use crate::ids::{ColumnId, IndexId, TableId};
use crate::links::Links;
use crate::place::{LocatedDirective, Object, Place};
use crate::schema::Schema;
use crate::text::Span;
use smol_str::StrExt;

impl Schema {
    /// The table of a name; case does not matter.
    #[must_use]
    pub fn find_table(&self, name: &str) -> Option<TableId> {
        self.links.names.get(&name.to_ascii_lowercase_smolstr()).copied()
    }

    /// The table that a later statement gave the name that stands at a place.
    pub(crate) fn renamed_at(&self, span: Span) -> Option<TableId> {
        let renamed = &self.links.renamed;
        let at = renamed.binary_search_by_key(&span, |&(name, _)| name).ok()?;
        Some(renamed[at].1)
    }

    /// Whether several tables have a name; case does not matter.
    #[must_use]
    pub fn is_repeated(&self, name: &str) -> bool {
        !self.links.repeated.is_empty()
            && self.links.repeated.contains(&name.to_ascii_lowercase_smolstr())
    }

    /// Indexes on a table, managed ones included.
    pub fn indexes_of(&self, table: TableId) -> impl Iterator<Item = IndexId> + use<'_> {
        self.links.indexes.get(&table).into_iter().flatten().copied()
    }

    /// Tables interleaved directly in `table`.
    pub fn children_of(&self, table: TableId) -> impl Iterator<Item = TableId> + use<'_> {
        self.links.children.get(&table).into_iter().flatten().copied()
    }

    /// Tables with a foreign key to `table`, each once; itself, where it refers to itself.
    pub fn referencing(&self, table: TableId) -> impl Iterator<Item = TableId> + use<'_> {
        self.links.referencing.get(&table).into_iter().flatten().copied()
    }

    /// Directives that speak of a column, in the order of the text; those at its table are not
    /// among them.
    pub fn directives_at(
        &self,
        table: TableId,
        column: ColumnId,
    ) -> impl Iterator<Item = &LocatedDirective> + use<'_> {
        let numbers = self.links.of_column.get(&(table, column)).map_or(&[][..], Vec::as_slice);
        numbers.iter().map(|&number| &self.directives[number as usize])
    }

    /// Directives that speak of a place, in the order of the text; for a table those at its
    /// columns too, for a column those at its table too.
    pub fn directives_near(
        &self,
        place: Place,
    ) -> impl Iterator<Item = &LocatedDirective> + use<'_> {
        let numbers = match place {
            Place::Object(Object::Table(table)) | Place::Column(table, _) => {
                self.links.of_table.get(&table)
            }
            Place::Object(Object::Index(index)) => self.links.of_index.get(&index),
            Place::Object(_) => Some(&self.links.elsewhere),
        };
        let all = numbers.into_iter().flatten().map(|&number| &self.directives[number as usize]);
        let exact = !matches!(
            place,
            Place::Object(Object::Table(_) | Object::Index(_)) | Place::Column(..)
        );
        all.filter(move |located| !exact || located.place == Some(place))
    }
}

/// The links of a schema that is complete but for its directives.
pub(crate) fn links_of(schema: &Schema) -> Links {
    let mut links = Links::default();
    for id in schema.index_ids() {
        links.indexes.entry(schema.index(id).table).or_default().push(id);
    }
    for id in schema.table_ids() {
        let table = schema.table(id);
        let name = table.name.to_ascii_lowercase_smolstr();
        if links.names.insert(name.clone(), id).is_some() {
            links.repeated.insert(name);
        }
        links.renamed.extend(table.renamed.iter().map(|&name| (name, id)));
        if let Some(parent) = table.parent.as_ref().and_then(|parent| parent.table) {
            links.children.entry(parent).or_default().push(id);
        }
        for target in table.foreign_keys.iter().filter_map(|key| key.table) {
            let list = links.referencing.entry(target).or_default();
            if list.last() != Some(&id) {
                list.push(id);
            }
        }
    }
    links.renamed.sort_unstable();
    links
}
