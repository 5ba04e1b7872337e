//! Which rows a delete takes along, by interleaving and by foreign keys, in one schema and in
//! another.

use crate::schema::{ForeignKey, Schema, TableId};

/// A table whose rows go when a row of another does.
pub(super) struct Cascade {
    pub(super) table: TableId,
    /// Columns of it, each with the column of the other that it equals.
    pub(super) columns: Vec<(String, String)>,
}

/// Which tables lose rows when a row of another is deleted, by the other.
pub(super) struct Cascades(Vec<Vec<Cascade>>);

impl Cascades {
    pub(super) fn of(schema: &Schema) -> Self {
        let mut out: Vec<Vec<Cascade>> = schema.table_ids().map(|_| Vec::new()).collect();
        let written = |table: TableId, column| schema.table(table).column(column).name.to_string();
        for id in schema.table_ids() {
            let table = schema.table(id);
            let parent = table.parent.as_ref().filter(|it| it.on_delete_cascade);
            if let Some(above) = parent.and_then(|it| it.table) {
                let columns = table.key.iter().zip(&schema.table(above).key);
                let columns =
                    columns.map(|(own, up)| (written(id, own.column), written(above, up.column)));
                out[above.0 as usize].push(Cascade { table: id, columns: columns.collect() });
            }
            for key in table.foreign_keys.iter().filter(|key| key.on_delete_cascade) {
                if let Some(LostCascade { above, taken }) = LostCascade::by(schema, id, key) {
                    out[above.0 as usize].push(taken);
                }
            }
        }
        Self(out)
    }

    /// What goes with a row of `above`.
    pub(super) fn from(&self, above: TableId) -> &[Cascade] {
        self.0.get(above.0 as usize).map_or(&[], Vec::as_slice)
    }

    /// Pairs of a table and one that loses rows with it.
    pub(super) fn pairs(&self) -> impl Iterator<Item = (TableId, TableId)> + '_ {
        let of = |(above, taken): (u32, &'_ Vec<Cascade>)| {
            taken.iter().map(|it| (TableId(above), it.table)).collect::<Vec<_>>()
        };
        (0..).zip(&self.0).flat_map(of)
    }

    /// What `before` takes along and this does not, by tables of the schema of this.
    pub(super) fn lost(
        &self,
        after: &Schema,
        before: &Schema,
        takes: &Cascades,
    ) -> Vec<LostCascade> {
        let mut out = Vec::new();
        for (was, taken) in before.table_ids().zip(&takes.0) {
            let Some(above) = after.find_table(&before.table(was).name) else { continue };
            for taken in taken {
                let Some(below) = after.find_table(&before.table(taken.table).name) else {
                    continue;
                };
                if !self.from(above).iter().any(|it| it.table == below) {
                    let columns = taken.columns.clone();
                    out.push(LostCascade { above, taken: Cascade { table: below, columns } });
                }
            }
        }
        out
    }
}

/// Rows that a delete no longer takes along.
pub(super) struct LostCascade {
    pub(super) above: TableId,
    pub(super) taken: Cascade,
}

impl LostCascade {
    /// What goes by a cascade of a table's foreign key to another.
    pub(super) fn by(schema: &Schema, table: TableId, key: &ForeignKey) -> Option<Self> {
        let above = key.table?;
        let name = |table: TableId, column| schema.table(table).column(column).name.to_string();
        let pairs = key.columns.iter().zip(&key.referenced);
        let columns = pairs.map(|(&own, &up)| (name(table, own), name(above, up))).collect();
        Some(Self { above, taken: Cascade { table, columns } })
    }
}
