//! Types of columns, the same for both dialects.

use crate::text::Span;
use smol_str::SmolStr;

/// A column's type as written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TypeRef {
    /// What it means.
    pub kind: Type,
    /// Where it stands.
    pub span: Span,
}

/// A type, the same for both dialects.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Type {
    /// `BOOL`.
    Bool,
    /// `INT64`, `bigint`, `int`, …
    Int64,
    /// `FLOAT32`, `real`.
    Float32,
    /// `FLOAT64`, `double precision`.
    Float64,
    /// `NUMERIC`.
    Numeric,
    /// `STRING(n)`, `varchar(n)`; `None` for `STRING(MAX)` and `text`.
    String(Option<u32>),
    /// `BYTES(n)`, `bytea`; `None` for `BYTES(MAX)`.
    Bytes(Option<u32>),
    /// `DATE`.
    Date,
    /// `TIMESTAMP`, `timestamptz`.
    Timestamp,
    /// `spanner.commit_timestamp` (PostgreSQL).
    CommitTimestamp,
    /// `UUID`.
    Uuid,
    /// `JSON`, `jsonb`.
    Json,
    /// `ARRAY<…>`, `…[]`.
    Array(Box<Type>),
    /// Anything else, upper-cased: proto paths, `TOKENLIST`, `INTERVAL`, `STRUCT<…>`.
    Other(Box<SmolStr>),
}
