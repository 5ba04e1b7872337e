//! What `ALTER TABLE` and `ALTER INDEX` change.

use super::constraint::{CheckDef, ForeignKeyDef};
use super::expr::Expr;
use super::name::{Name, ObjectKind, OptionItem};
use super::sequence::Counter;
use super::table::{Element, Interleave, Ttl};
use super::types::TypeRef;
use crate::text::Span;

/// `ALTER TABLE …`.
#[derive(Clone, Debug)]
pub struct AlterTable {
    /// The table.
    pub name: Name,
    /// `IF EXISTS` was said.
    pub if_exists: bool,
    /// What it does.
    pub action: AlterAction,
    /// What it does besides, behind a comma (PostgreSQL).
    pub more: Vec<AlterAction>,
}

/// What an `ALTER TABLE` does.
#[derive(Clone, Debug)]
pub enum AlterAction {
    /// `ADD [COLUMN]`.
    AddColumn(Box<Element>),
    /// `ADD [CONSTRAINT n] FOREIGN KEY`.
    AddForeignKey(Box<ForeignKeyDef>),
    /// `ADD [CONSTRAINT n] CHECK`.
    AddCheck(CheckDef),
    /// `ADD` or `REPLACE ROW DELETION POLICY`, `ADD` or `ALTER TTL`.
    SetTtl {
        /// The policy.
        ttl: Ttl,
        /// There is one already: `REPLACE`, `ALTER`.
        replace: bool,
    },
    /// `DROP ROW DELETION POLICY`, `DROP TTL`.
    DropTtl(Span),
    /// `DROP [COLUMN] c`.
    DropColumn {
        /// The column.
        name: Name,
        /// `IF EXISTS` was said (PostgreSQL).
        if_exists: bool,
    },
    /// `ALTER [COLUMN] c …`.
    AlterColumn {
        /// The column.
        name: Name,
        /// What becomes of it.
        change: ColumnChange,
    },
    /// `DROP CONSTRAINT n`.
    DropConstraint {
        /// The constraint.
        name: Name,
        /// `IF EXISTS` was said (PostgreSQL).
        if_exists: bool,
    },
    /// `SET ON DELETE …`, of the interleaving.
    SetOnDelete {
        /// `CASCADE`.
        cascade: bool,
        /// The clause.
        span: Span,
    },
    /// `SET INTERLEAVE IN [PARENT] …`.
    SetInterleave(Interleave),
    /// `ADD SYNONYM s`.
    AddSynonym(Name),
    /// `DROP SYNONYM s`.
    DropSynonym(Name),
    /// `RENAME TO t [, ADD SYNONYM s]`, `RENAME WITH SYNONYM TO t`.
    RenameTo {
        /// The new name.
        to: Name,
        /// A name that goes on meaning the table: the one added, or its old one.
        synonym: Option<Name>,
    },
    /// `SET OPTIONS (…)`, `SET LOCALITY GROUP g`, `SET COLUMNAR POLICY p`.
    SetOptions(Vec<OptionItem>),
    /// Any other action, kept as text.
    Other(String),
}

/// What an `ALTER COLUMN` changes.
#[derive(Clone, Debug)]
pub enum ColumnChange {
    /// `type [NOT NULL] …`: the whole column said anew (GoogleSQL). The span begins at its name.
    Redefine(Box<Element>),
    /// `[SET DATA] TYPE t` (PostgreSQL).
    Type(TypeRef),
    /// `SET NOT NULL` is true, `DROP NOT NULL` is false (PostgreSQL).
    NotNull(bool),
    /// `SET OPTIONS (…)`.
    Options(Vec<OptionItem>),
    /// `SET DEFAULT e`.
    Default(Expr),
    /// `DROP DEFAULT`.
    DropDefault,
    /// `SET ON UPDATE e`.
    OnUpdate(Expr),
    /// `DROP ON UPDATE`.
    DropOnUpdate,
    /// The counter of an identity column: restarted, or its skipped range changed.
    Identity {
        /// The clause.
        span: Span,
        /// What it sets.
        counter: Box<Counter>,
    },
    /// What no fact depends on: a placement key, a locality group.
    Other(Span),
}

/// `ALTER INDEX`.
#[derive(Clone, Debug)]
pub struct AlterIndex {
    /// `SEARCH`, `VECTOR` or neither.
    pub kind: ObjectKind,
    /// The index.
    pub name: Name,
    /// What it does.
    pub action: IndexAction,
}

/// What an `ALTER INDEX` does.
#[derive(Clone, Debug)]
pub enum IndexAction {
    /// `ADD STORED COLUMN c`, `ADD INCLUDE COLUMN c`.
    AddStored(Name),
    /// `DROP STORED COLUMN c`, `DROP INCLUDE COLUMN c`.
    DropStored(Name),
    /// `ADD COLUMN c`, of a search index.
    AddColumn(Name),
    /// `DROP COLUMN c`, of a search index.
    DropColumn(Name),
    /// `SET OPTIONS (…)`, `SET LOCALITY GROUP g`, `SET COLUMNAR POLICY p`.
    SetOptions(Vec<OptionItem>),
    /// What could not be read, or no fact depends on.
    Other(Span),
}
