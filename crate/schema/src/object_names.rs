//! What the things of a schema are called.

use crate::managed::ManagedName;
use crate::place::Object;
use crate::schema::Schema;

impl Object {
    /// What tells it apart where it is an index that Spanner keeps for a foreign key.
    #[must_use]
    pub fn managed(self, schema: &Schema) -> Option<ManagedName<'_>> {
        let Self::Index(id) = self else { return None };
        schema.managed_name(id)
    }

    /// Its name; the schema as a whole is called `schema`.
    #[must_use]
    pub fn name(self, schema: &Schema) -> &str {
        match self {
            Self::Table(id) => &schema.table(id).name,
            Self::Index(id) => &schema.index(id).name,
            Self::Sequence(id) => &schema.sequence(id).name,
            Self::SpecialIndex(id) => &schema.special_index(id).name,
            Self::Stream(id) => &schema.stream(id).name,
            Self::Graph(id) => &schema.graph(id).name,
            Self::View(id) => &schema.view(id).name,
            Self::File => "schema",
        }
    }
}
