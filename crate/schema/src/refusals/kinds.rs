//! Kinds of values, as far as the types of an expression have to agree.

use crate::syntax::tree::{Dialect, Expr, ExprKind, Type};

/// What a value is, as far as types have to agree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Bool,
    Int,
    Float32,
    Float64,
    Numeric,
    String,
    Bytes,
    Date,
    Timestamp,
    Uuid,
    Json,
    /// A literal whole number.
    Whole,
    /// A literal number with a fraction.
    Fraction,
    /// A literal string.
    Text,
}

impl Kind {
    /// The kind of a type; `None` for types that are not judged.
    pub(crate) fn of(ty: &Type) -> Option<Self> {
        Some(match ty {
            Type::Bool => Self::Bool,
            Type::Int64 => Self::Int,
            Type::Float32 => Self::Float32,
            Type::Float64 => Self::Float64,
            Type::Numeric => Self::Numeric,
            Type::String(_) => Self::String,
            Type::Bytes(_) => Self::Bytes,
            Type::Date => Self::Date,
            Type::Timestamp | Type::CommitTimestamp => Self::Timestamp,
            Type::Uuid => Self::Uuid,
            Type::Json => Self::Json,
            Type::Array(_) | Type::Other(_) => return None,
        })
    }

    /// Whether it is a number.
    pub(crate) fn is_number(self) -> bool {
        use Kind::{Float32, Float64, Fraction, Int, Numeric, Whole};
        matches!(self, Int | Float32 | Float64 | Numeric | Whole | Fraction)
    }

    /// As a value that is computed.
    pub(crate) fn computed(self) -> Self {
        match self {
            Self::Whole => Self::Int,
            Self::Text => Self::String,
            kind => kind,
        }
    }

    /// As a message names it.
    pub(crate) fn words(self, dialect: Dialect) -> &'static str {
        let google = dialect == Dialect::GoogleSql;
        let [first, second] = match self {
            Self::Bool => ["BOOL", "boolean"],
            Self::Int | Self::Whole => ["INT64", "bigint"],
            Self::Float32 => ["FLOAT32", "real"],
            Self::Float64 => ["FLOAT64", "double precision"],
            Self::Fraction => ["FLOAT64", "numeric"],
            Self::Numeric => ["NUMERIC", "numeric"],
            Self::String | Self::Text => ["STRING", "text"],
            Self::Bytes => ["BYTES", "bytea"],
            Self::Date => ["DATE", "date"],
            Self::Timestamp => ["TIMESTAMP", "timestamptz"],
            Self::Uuid => ["UUID", "uuid"],
            Self::Json => ["JSON", "jsonb"],
        };
        if google { first } else { second }
    }

    /// Whether a column takes such a value. Each pair was tried on the emulator, which in PostgreSQL
    /// refuses some numbers that PostgreSQL converts: those are not judged.
    pub(crate) fn fits(self, column: Self, dialect: Dialect) -> bool {
        use Kind::{
            Bool, Bytes, Date, Float32, Float64, Fraction, Int, Json, Numeric, String, Text,
            Timestamp, Uuid, Whole,
        };
        if dialect == Dialect::PostgreSql && self.is_number() && column.is_number() {
            return true;
        }
        match self {
            Int => matches!(column, Int | Float64 | Numeric),
            Float32 => matches!(column, Float32 | Float64),
            Float64 => column == Float64,
            Numeric => matches!(column, Numeric | Float64),
            Whole => matches!(column, Int | Float32 | Float64 | Numeric),
            Fraction => matches!(column, Float32 | Float64 | Numeric),
            Text if dialect == Dialect::PostgreSql => true,
            Text => matches!(column, String | Date | Timestamp | Uuid),
            Bool | String | Bytes | Date | Timestamp | Uuid | Json => column == self,
        }
    }

    /// Whether values can be compared.
    pub(crate) fn compares(self, other: Self, dialect: Dialect) -> bool {
        self.is_number() && other.is_number()
            || self.fits(other, dialect)
            || other.fits(self, dialect)
    }
}

/// What values have in common. Where a NULL or something unknown is among them, the others may be
/// converted.
pub(crate) fn together(kinds: &[Option<Kind>]) -> Option<Kind> {
    let mut all = kinds.iter().copied();
    let first = all.next()??.computed();
    all.try_fold(first, |so_far, kind| match (so_far, kind?.computed()) {
        (one, other) if one == other => Some(one),
        (one, other) => promoted(one, other),
    })
}

/// Whether a literal string can be a date or a time, where one is wanted: those begin with a year.
pub(crate) fn is_written_so(expr: &Expr, wanted: Kind) -> bool {
    let ExprKind::String(text) = &expr.kind else { return true };
    let dated = matches!(wanted, Kind::Date | Kind::Timestamp);
    !dated || text.trim_start().starts_with(|c: char| c.is_ascii_digit())
}

/// What two numbers give together.
pub(crate) fn promoted(one: Kind, other: Kind) -> Option<Kind> {
    use Kind::{Float64, Fraction, Int, Numeric, Whole};
    match (one, other) {
        (Int | Whole, Int | Whole) => Some(Int),
        (Numeric, Numeric | Int | Whole) | (Int | Whole, Numeric) => Some(Numeric),
        (Float64, Float64 | Int | Whole | Fraction | Numeric)
        | (Int | Whole | Fraction | Numeric, Float64) => Some(Float64),
        _ => None,
    }
}
