//! The columns of a table by name.
//!
//! Nearly every table is narrow: a search along its columns takes no memory of its own and is faster
//! than an index. Only wide tables have one.

use crate::column::Column;
use crate::ids::ColumnId;
use crate::text::at;
use std::cmp::Ordering;

/// Columns up to which a table has no index of its names (our assumption: a look along them
/// is still faster then).
pub(crate) const NARROW_MAX: usize = 24;

/// The columns of a finished table by name, case aside. Empty for a narrow table.
#[derive(Clone, Debug, Default)]
pub(crate) struct ColumnNames(Vec<ColumnId>);

impl ColumnNames {
    pub(crate) fn of(columns: &[Column]) -> Self {
        if columns.len() <= NARROW_MAX {
            return Self::default();
        }
        let mut ids: Vec<ColumnId> = (0..at(columns.len())).map(ColumnId).collect();
        // Of two columns of one name, which only a wrong schema has, the first stays in front.
        ids.sort_by(|one, other| {
            in_order(name_of_column(columns, *one), name_of_column(columns, *other))
        });
        Self(ids)
    }

    /// The first of these columns that has the name.
    pub(crate) fn find(&self, columns: &[Column], name: &str) -> Option<ColumnId> {
        if self.0.is_empty() {
            let found = columns.iter().position(|it| it.name.eq_ignore_ascii_case(name))?;
            return Some(ColumnId(at(found)));
        }
        let before = |id: &ColumnId| in_order(name_of_column(columns, *id), name).is_lt();
        let found = *self.0.get(self.0.partition_point(before))?;
        name_of_column(columns, found).eq_ignore_ascii_case(name).then_some(found)
    }
}

fn name_of_column(columns: &[Column], id: ColumnId) -> &str {
    &columns[id.0 as usize].name
}

/// How names sort where the case of ASCII letters does not matter.
fn in_order(one: &str, other: &str) -> Ordering {
    let folded = |byte: u8| byte.to_ascii_lowercase();
    one.bytes().map(folded).cmp(other.bytes().map(folded))
}
