//! Change streams.

use super::name::{Name, OptionItem};

/// `CREATE CHANGE STREAM`.
#[derive(Clone, Debug)]
pub struct CreateChangeStream {
    /// The change stream.
    pub name: Name,
    /// What it watches.
    pub watched: Watched,
    /// `OPTIONS` or `WITH`.
    pub options: Vec<OptionItem>,
}

/// What a change stream watches.
#[derive(Clone, Debug)]
pub enum Watched {
    /// No `FOR` was said.
    Nothing,
    /// `FOR ALL`.
    All,
    /// `FOR t, u(a, b)`.
    Tables(Vec<WatchedTable>),
}

/// A table that a change stream watches.
#[derive(Clone, Debug)]
pub struct WatchedTable {
    /// The table.
    pub table: Name,
    /// `None` for the whole table; with an empty list only its keys are watched.
    pub columns: Option<Vec<Name>>,
}

/// `ALTER CHANGE STREAM`.
#[derive(Clone, Debug)]
pub struct AlterChangeStream {
    /// The change stream.
    pub name: Name,
    /// What it does.
    pub action: StreamAction,
}

/// What an `ALTER CHANGE STREAM` does.
#[derive(Clone, Debug)]
pub enum StreamAction {
    /// `SET FOR …`; nothing for `DROP FOR ALL`.
    Watch(Watched),
    /// `SET OPTIONS (…)`, in PostgreSQL `SET (…)`.
    SetOptions(Vec<OptionItem>),
    /// `RESET (…)` (PostgreSQL): the options' names.
    ResetOptions(Vec<Name>),
    /// What could not be read.
    Other,
}
