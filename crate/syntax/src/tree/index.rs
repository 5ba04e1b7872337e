//! `CREATE INDEX`, also of search and vector indexes.

use super::name::{Comment, Name, OptionItem};
use super::table::{Interleave, KeyPart};
use crate::text::Span;

/// `CREATE INDEX`.
#[derive(Clone, Debug)]
pub struct CreateIndex {
    /// The index.
    pub name: Name,
    /// `UNIQUE`.
    pub unique: bool,
    /// `NULL_FILTERED`.
    pub null_filtered: Option<Span>,
    /// The table.
    pub table: Name,
    /// The keys in order.
    pub keys: Vec<KeyPart>,
    /// Between the parentheses of the keys.
    pub keys_list: Span,
    /// `STORING` or `INCLUDE`.
    pub storing: Vec<Name>,
    /// Columns of `WHERE c IS NOT NULL AND …`.
    pub where_not_null: Vec<Name>,
    /// `INTERLEAVE IN`.
    pub interleave: Option<Interleave>,
    /// `OPTIONS` or `WITH`.
    pub options: Vec<OptionItem>,
    /// Comments on its lines.
    pub comments: Vec<Comment>,
}

/// `CREATE SEARCH INDEX` or `CREATE VECTOR INDEX`.
#[derive(Clone, Debug)]
pub struct SpecialIndex {
    /// What it shares with any other index.
    pub index: CreateIndex,
    /// `PARTITION BY`.
    pub partition_by: Vec<Name>,
    /// `ORDER BY`.
    pub order_by: Vec<KeyPart>,
}
