//! Views and queries.

use super::name::Name;
use super::table::KeyPart;
use crate::text::Span;

/// `CREATE VIEW`.
#[derive(Clone, Debug)]
pub struct CreateView {
    /// The view.
    pub name: Name,
    /// `OR REPLACE` was said.
    pub or_replace: bool,
    /// The query, without its `AS`.
    pub body: Span,
}

/// `SELECT … FROM …`, as far as it tells how tables are read.
#[derive(Clone, Debug)]
pub struct Query {
    /// The tables, joined ones too, in order.
    pub tables: Vec<QueryTable>,
    /// `t.*`: whose columns are all selected; `None` for a bare `*`.
    pub stars: Vec<Option<Name>>,
    /// Columns, each as often as it stands, with what is done with it.
    pub columns: Vec<QueryColumn>,
    /// `ORDER BY`; empty too where it sorts by something that is no column.
    pub order_by: Vec<KeyPart>,
    /// `LIMIT` was said.
    pub limited: bool,
}

/// A table of a query.
#[derive(Clone, Debug)]
pub struct QueryTable {
    /// The table.
    pub name: Name,
    /// What the query calls it.
    pub alias: Option<Name>,
    /// The value of its hint `FORCE_INDEX`.
    pub index: Option<Name>,
}

/// A column of a query.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QueryColumn {
    /// The column, with the name or the alias of its table where that is written.
    pub name: Name,
    /// What is done with it.
    pub usage: Usage,
}

/// What a query does with a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Usage {
    /// Compares it with one value: `=`, `IS NULL`, a bare `BOOL`.
    Equal,
    /// Compares it with some values: `IN`, `= ANY`.
    In,
    /// Compares it with a range of values: `<`, `>=`, `BETWEEN`, `LIKE 'a%'`.
    Range,
    /// Sets it equal to another column.
    Joined,
    /// Asks that it has a value.
    NotNull,
    /// Needs its value in any other way: selects it, sorts by it, computes with it.
    Read,
}
