//! What rows show of rates: how many there are for each row of a parent, and how fast they came on
//! average. Both are shown and never stated as facts: a peak is higher than an average, and the most
//! children of a parent are more than those of an average one (`most_children` has what limits them).

use super::arrival::ARRIVAL_MIN;
use super::defaults::NOW;
use super::table_index::TableIndex;
use crate::rows::ids::Shape;
use crate::rows::moment::Moment;
use crate::source::Source;
use crate::source::expr::Node;
use crate::source::schema::{Column, Table};

/// How fast rows came on average.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Average {
    /// The column whose times say so.
    pub column: String,
    /// Rows that have a time.
    pub rows: u64,
    /// The oldest time.
    pub from: Moment,
    /// The newest time.
    pub to: Moment,
}

/// Rows for each row of a table that a foreign key names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Children {
    /// The columns of the foreign key.
    pub columns: Vec<String>,
    /// The table that it names.
    pub parent: String,
    /// Rows of the table that name a parent.
    pub rows: u64,
    /// Rows of the parent.
    pub parents: u64,
}

/// Seconds that are enough for an average: a day. Our assumption.
const SECONDS_MIN: u64 = 24 * 60 * 60;
/// Rows that are enough for an average. Our assumption.
const ROWS_MIN: u64 = 30;
/// Units of rates, by their seconds, the shortest first.
const UNITS: &[(u64, &str)] =
    &[(1, "second"), (3_600, "hour"), (86_400, "day"), (31_556_952, "year")];
/// Rows in a unit from which it is used: two digits are enough to read.
const SHOWN_MIN: u64 = 10;

impl Average {
    /// The rate in words, as in `57 a day`.
    #[must_use]
    pub fn words(&self) -> String {
        let seconds = self.to.seconds_since(self.from).max(1);
        let of = |unit: u64| {
            let number = u128::from(self.rows) * u128::from(unit) / u128::from(seconds);
            u64::try_from(number).unwrap_or(u64::MAX)
        };
        let fits = UNITS.iter().find(|(unit, _)| of(*unit) >= SHOWN_MIN);
        let (unit, name) = fits.copied().unwrap_or(UNITS[UNITS.len() - 1]);
        format!("{} a {name}", super::grouped::grouped(of(unit)))
    }

    /// Of a table whose rows have the time at which they came.
    pub(super) fn of(table: &Table) -> Option<Self> {
        let timed = |column: &&Column| {
            let Some((from, to)) = column.values.times else { return false };
            column.values.nulls == 0
                && column.values.zero_dates == 0
                && column.values.count >= ROWS_MIN
                && column.on_update.is_none()
                && to.seconds_since(from) >= SECONDS_MIN
                && is_arrival(column)
        };
        let column = table.columns.iter().find(timed)?;
        let (from, to) = column.values.times?;
        Some(Self { column: column.name.name.clone(), rows: column.values.count, from, to })
    }
}

impl Children {
    /// The whole part of the average, and its first digit behind the point.
    #[must_use]
    pub fn average(&self) -> (u64, u64) {
        let tenths = u128::from(self.rows) * 10 / u128::from(self.parents.max(1));
        let tenths = u64::try_from(tenths).unwrap_or(u64::MAX);
        (tenths / 10, tenths % 10)
    }

    /// Of each foreign key of a table where both tables have rows.
    pub(super) fn of(source: &Source<'_>, index: &TableIndex, table: &Table) -> Vec<Self> {
        let keys = table.foreign_keys.iter().filter_map(|key| {
            let parent = &source.tables[index.target_of(key, table)?];
            if parent.name == table.name {
                return None;
            }
            let named = key.columns.iter().filter_map(|name| table.column(name));
            let nulls = named.map(|at| table.columns[at].values.nulls).max()?;
            let rows = table.rows.saturating_sub(nulls);
            (rows > 0 && parent.rows > 0).then(|| Self {
                columns: key.columns.clone(),
                parent: parent.name.shown(),
                rows,
                parents: parent.rows,
            })
        });
        keys.collect()
    }
}

/// Whether times are those at which rows came: the database writes them, or ids agree with them.
fn is_arrival(column: &Column) -> bool {
    let sampled = &column.values.sampled;
    let ids = sampled.shape == Some(Shape::Time) && sampled.arrival >= ARRIVAL_MIN;
    ids || column.default.as_ref().and_then(|it| it.expr.node.as_ref()).is_some_and(is_now)
}

fn is_now(node: &Node) -> bool {
    match node {
        Node::Call(name, _) | Node::Column(name) => {
            NOW.iter().chain(&["current_date"]).any(|it| name.eq_ignore_ascii_case(it))
        }
        Node::Cast(of, _) | Node::AtZone(of, _) => is_now(of),
        _ => false,
    }
}
