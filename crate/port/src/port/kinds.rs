//! Kinds of values in expressions, and what the type of a column in the source says beyond its type in
//! Spanner.

use super::types::Ty;
use crate::source::Database;
use crate::source::name::Type;

/// A kind of value, as far as operators tell them apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Bool,
    Int,
    Float,
    Numeric,
    Text,
    Bytes,
    Date,
    Timestamp,
    /// A time without a zone in the source.
    Local,
    Json,
    Uuid,
    Array,
    /// A literal text that takes the kind of what it stands beside.
    Literal,
    Null,
}

impl Kind {
    pub(super) fn of(ty: &Ty) -> Self {
        match ty {
            Ty::Bool => Self::Bool,
            Ty::Int => Self::Int,
            Ty::Float32 | Ty::Float64 => Self::Float,
            Ty::Numeric => Self::Numeric,
            Ty::Text(_) => Self::Text,
            Ty::Bytes(_) => Self::Bytes,
            Ty::Date => Self::Date,
            Ty::Timestamp => Self::Timestamp,
            Ty::Json => Self::Json,
            Ty::Uuid => Self::Uuid,
            Ty::Array(_) => Self::Array,
        }
    }

    pub(super) fn is_time(self) -> bool {
        matches!(self, Self::Timestamp | Self::Local)
    }

    pub(super) fn is_number(self) -> bool {
        matches!(self, Self::Int | Self::Float | Self::Numeric)
    }
}

/// A column that an expression may name.
pub(super) struct Known {
    pub(super) source: String,
    pub(super) written: String,
    pub(super) kind: Kind,
    pub(super) nature: Nature,
    pub(super) not_null: bool,
}

/// What a type of Spanner does not say of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Nature {
    /// Nothing: its values are compared as in the source.
    Same,
    /// Times without a zone.
    Local,
    /// A text that is a value of an enumeration.
    Enumeration,
    /// A text that is something else in the source, as a time of day or an address.
    Kept,
    /// A text whose case the source ignores.
    Folded,
}

impl Nature {
    /// The nature of a column of a type.
    pub(super) fn of(ty: &Type, written: &Ty, database: Database) -> Self {
        let name = ty.name.as_str();
        if time_kind(name, database) == Some(Kind::Local) {
            return Self::Local;
        }
        if !matches!(written, Ty::Text(_)) {
            return Self::Same;
        }
        let is_text = name.contains("char") || name.ends_with("text") || name == "name";
        match name {
            "enum" => Self::Enumeration,
            "uuid" => Self::Same,
            "citext" => Self::Folded,
            _ if is_text => Self::Same,
            _ => Self::Kept,
        }
    }
}

/// The kind of a type of times in a source.
pub(super) fn time_kind(ty: &str, database: Database) -> Option<Kind> {
    match (ty, database) {
        ("datetime", _) | ("timestamp", Database::PostgreSql) => Some(Kind::Local),
        ("timestamp" | "timestamptz", _) => Some(Kind::Timestamp),
        _ => None,
    }
}
