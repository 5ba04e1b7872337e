//! Tables, their primary keys and their checks.

use crate::column::Column;
use crate::column_names::ColumnNames;
use crate::foreign_key::ForeignKey;
use crate::ids::ColumnId;
use crate::interleaving::Parent;
use crate::key::KeyPart;
use crate::syntax::boxed::{Boxed, Parts};
use crate::syntax::tree::{Comment, Expr, KeyPart as WrittenKeyPart, OptionItem, Ttl};
use crate::text::Span;
use smol_str::SmolStr;
use std::ops::{Deref, DerefMut};
use std::sync::Arc;

/// A table. What few tables have is kept apart: a long text has many tables.
#[derive(Clone, Debug)]
pub struct Table {
    /// Name as the DDL says it, unquoted.
    pub name: SmolStr,
    /// Where the name stands in its `CREATE TABLE`; see `renamed`.
    pub name_span: Span,
    /// The `CREATE TABLE` statement, without its semicolon.
    pub span: Span,
    /// Between the parentheses of the element list.
    pub body: Span,
    /// Columns in order.
    pub columns: Vec<Column>,
    /// Numbers of the columns of a wide table, by name: see [`Table::find_column`].
    pub(crate) column_names: ColumnNames,
    /// The primary key in order.
    pub key: Vec<KeyPart>,
    /// The primary key as written; `None` if there is none or a column carries it.
    pub key_clause: Option<KeyClause>,
    /// Interleaving.
    pub parent: Option<Parent>,
    /// Foreign keys, of the statement and of later `ALTER TABLE`s.
    pub foreign_keys: Vec<ForeignKey>,
    /// Something was left out (`...`): facts are less sure.
    pub partial: bool,
    /// No primary key was said, so Spanner adds a hidden column `rowid`, an identity with a
    /// bit-reversed sequence (primary key default values page, read 2026-08-22).
    pub hidden_rowid: bool,
    /// Comments before and after the statement.
    pub comments: Vec<Comment>,
    /// Rare properties; the table derefs to them.
    pub optional_parts: Boxed<TableParts>,
}

/// Properties that few tables have.
#[derive(Clone, Debug, Default)]
pub struct TableParts {
    /// Checks, of columns too.
    pub checks: Vec<Check>,
    /// Row deletion policy.
    pub ttl: Option<Ttl>,
    /// Row deletion policies that were added where one was there, which Spanner rejects.
    pub ttl_refused: Vec<Span>,
    /// Table options, of later statements too.
    pub options: Vec<OptionItem>,
    /// Other names that mean it, as the dialect compares them.
    pub synonyms: Vec<SmolStr>,
    /// Where later statements gave it another name, in order: the last is its present one.
    /// Statements in between say the name of their time; see [`Table::name_at`].
    pub renamed: Vec<Span>,
}

impl Deref for Table {
    type Target = TableParts;

    fn deref(&self) -> &TableParts {
        &self.optional_parts
    }
}

impl DerefMut for Table {
    fn deref_mut(&mut self) -> &mut TableParts {
        &mut self.optional_parts
    }
}

impl Parts for TableParts {
    fn none() -> &'static Self {
        static NONE: TableParts = TableParts {
            checks: Vec::new(),
            ttl: None,
            ttl_refused: Vec::new(),
            options: Vec::new(),
            synonyms: Vec::new(),
            renamed: Vec::new(),
        };
        &NONE
    }
}

/// `PRIMARY KEY (…)` as written.
#[derive(Clone, Debug)]
pub struct KeyClause {
    /// From `PRIMARY` to the closing parenthesis.
    pub span: Span,
    /// Between the parentheses.
    pub list: Span,
    /// Nothing stands between them: the table holds one row.
    pub empty: bool,
}

/// A check.
#[derive(Clone, Debug)]
pub struct Check {
    /// Constraint name, if given.
    pub name: Option<SmolStr>,
    /// What must hold.
    pub expr: Arc<Expr>,
    /// The clause.
    pub span: Span,
}

impl Table {
    /// The column of an id.
    #[must_use]
    pub fn column(&self, id: ColumnId) -> &Column {
        &self.columns[id.0 as usize]
    }

    /// The column of a name; case does not matter.
    #[must_use]
    pub fn find_column(&self, name: &str) -> Option<ColumnId> {
        self.column_names.find(&self.columns, name)
    }

    /// Where the name stands that the table goes by at `offset` of the text.
    #[must_use]
    pub fn name_at(&self, offset: u32) -> Span {
        let renamed = self.renamed.iter().rfind(|name| name.start < offset);
        renamed.copied().unwrap_or(self.name_span)
    }

    /// Ids of all columns in order.
    pub fn column_ids(&self) -> impl Iterator<Item = ColumnId> + use<> {
        (0..crate::text::at(self.columns.len())).map(ColumnId)
    }

    /// Whether a column is part of the primary key.
    #[must_use]
    pub fn is_key(&self, column: ColumnId) -> bool {
        self.key.iter().any(|part| part.column == column)
    }
}

/// A written key part, resolved against a table; `None` when the column is not there.
#[must_use]
pub fn resolve_key_part(table: &Table, part: &WrittenKeyPart) -> Option<KeyPart> {
    let column = table.find_column(&part.name.text)?;
    Some(KeyPart { column, desc: part.desc, nulls_moved: part.nulls_moved, span: part.span })
}
