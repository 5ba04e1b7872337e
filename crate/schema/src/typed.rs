//! Expressions of a table's columns and checks: names that are columns, functions that are there, and
//! types that agree. What is not certain is not judged.

use super::build::Replay;
use super::columns::ColumnKey;
use super::functions::{Gives, function};
use super::{ColumnId, ProblemKind, TableId};
use crate::syntax::tree::{ColumnDef, Dialect, Expr, ExprKind, Type};
use crate::text::Span;
use smol_str::StrExt;

/// What a value is, as far as types have to agree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
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
    fn of(ty: &Type) -> Option<Self> {
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

    fn is_number(self) -> bool {
        use Kind::{Float32, Float64, Fraction, Int, Numeric, Whole};
        matches!(self, Int | Float32 | Float64 | Numeric | Whole | Fraction)
    }

    /// As a value that is computed.
    fn computed(self) -> Self {
        match self {
            Self::Whole => Self::Int,
            Self::Text => Self::String,
            kind => kind,
        }
    }

    fn words(self, dialect: Dialect) -> &'static str {
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
    fn fits(self, column: Self, dialect: Dialect) -> bool {
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
    fn compares(self, other: Self, dialect: Dialect) -> bool {
        self.is_number() && other.is_number()
            || self.fits(other, dialect)
            || other.fits(self, dialect)
    }
}

/// What an expression is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Use {
    Default,
    Generated { stored: bool },
    Check,
}

/// What was found wrong in an expression, the first of it.
struct Wrong {
    kind: ProblemKind,
    message: String,
    span: Span,
}

/// Words that are arguments of functions and no columns: parts of dates, forms of Unicode.
const ARGUMENT_WORDS: &[&str] = &[
    "YEAR",
    "ISOYEAR",
    "QUARTER",
    "MONTH",
    "WEEK",
    "ISOWEEK",
    "DAY",
    "DAYOFWEEK",
    "DAYOFYEAR",
    "HOUR",
    "MINUTE",
    "SECOND",
    "MILLISECOND",
    "MICROSECOND",
    "NANOSECOND",
    "DATE",
    "TIME",
    "EPOCH",
    "NFC",
    "NFD",
    "NFKC",
    "NFKD",
];

/// Words of PostgreSQL that are calls without parentheses.
const NO_COLUMNS: &[&str] =
    &["CURRENT_USER", "SESSION_USER", "USER", "CURRENT_ROLE", "CURRENT_SCHEMA", "CURRENT_CATALOG"];

/// Reads one expression of a table.
struct Reader<'r, 'a> {
    replay: &'r Replay<'a>,
    table: TableId,
    for_what: Use,
    wrong: Option<Wrong>,
    /// Functions that the dialect's pages do not name.
    unknown: Vec<(String, Span)>,
}

impl Replay<'_> {
    /// Judges the default of a column and what it is generated from.
    pub(super) fn check_values(&mut self, table: TableId, written: &ColumnDef) {
        let key = self.column_key(&written.name);
        let Some(id) = self.find_column(table, &key) else { return };
        if let Some(expr) = &written.default {
            self.check_expression(table, expr, (Use::Default, Some(id)));
        }
        if let Some(generated) = &written.generated {
            let stored = generated.stored;
            self.check_expression(table, &generated.expr, (Use::Generated { stored }, Some(id)));
        }
    }

    /// Judges the expression of a column or a check.
    pub(super) fn check_expression(
        &mut self,
        table: TableId,
        expr: &Expr,
        (for_what, column): (Use, Option<ColumnId>),
    ) {
        if self.schema.table(table).partial {
            return;
        }
        let dialect = self.schema.dialect;
        let mut reader = Reader { replay: self, table, for_what, wrong: None, unknown: Vec::new() };
        let found = reader.kind(expr);
        let owner = self.schema.table(table);
        let wanted = match (for_what, column) {
            (Use::Check, _) => Some((Kind::Bool, "a condition".to_owned())),
            (_, Some(id)) => owner
                .column(id)
                .ty
                .as_ref()
                .and_then(Kind::of)
                .map(|kind| (kind, format!("`{}`", owner.column(id).name))),
            _ => None,
        };
        let (mut wrong, unknown) = (reader.wrong, reader.unknown);
        if wrong.is_none()
            && let (Some(found), Some((wanted, what))) = (found, wanted)
            && !(found.fits(wanted, dialect) && is_written_so(expr, wanted))
        {
            let (wanted, found) = (wanted.words(dialect), found.words(dialect));
            let message = format!("expected {wanted} for {what}, found {found}");
            wrong = Some(Wrong { kind: ProblemKind::Unfit, message, span: expr.span });
        }
        if let Some(Wrong { kind, message, span }) = wrong {
            self.problem_of(table, kind, message, span);
        }
        for (name, span) in unknown {
            self.unknown_function(name, span);
        }
    }

    /// A function that is not known, said once; where the text makes functions it may be one of
    /// those.
    fn unknown_function(&mut self, name: String, span: Span) {
        let text = self.text;
        let own = *self.makes_functions.get_or_insert_with(|| {
            let words: Vec<&str> = text.split_ascii_whitespace().collect();
            words.windows(2).any(|two| {
                let made = ["CREATE", "REPLACE"].iter().any(|it| it.eq_ignore_ascii_case(two[0]));
                made && two[1].eq_ignore_ascii_case("FUNCTION")
            })
        });
        if !own && self.unknown_functions.insert(name.clone()) {
            let message = format!(
                "not certain that Spanner has a function `{name}`: its page of functions does not name it"
            );
            self.problem(ProblemKind::Outside, message, span);
        }
    }
}

impl Reader<'_, '_> {
    fn dialect(&self) -> Dialect {
        self.replay.schema.dialect
    }

    fn wrong(&mut self, kind: ProblemKind, message: String, span: Span) {
        self.wrong.get_or_insert(Wrong { kind, message, span });
    }

    /// What an expression gives; `None` where that is not certain.
    fn kind(&mut self, expr: &Expr) -> Option<Kind> {
        match &expr.kind {
            ExprKind::Name(name) => self.column(name, expr.span),
            ExprKind::Number(text) => {
                let whole = text.bytes().all(|b| b.is_ascii_digit()) || text.starts_with("0x");
                Some(if whole { Kind::Whole } else { Kind::Fraction })
            }
            ExprKind::String(_) => self.string(expr.span),
            ExprKind::Word(word) => (word != "NULL").then_some(Kind::Bool),
            ExprKind::Call(name, arguments) => self.call(name, arguments, expr.span),
            ExprKind::Cast(inner, ty) => {
                self.kind(inner);
                Kind::of(ty)
            }
            ExprKind::Unary(sign, inner) if sign == "NOT" => {
                self.kind(inner);
                Some(Kind::Bool)
            }
            ExprKind::Unary(_, inner) => self.kind(inner).filter(|kind| kind.is_number()),
            ExprKind::Binary(sign, left, right) => self.binary(sign, left, right),
            ExprKind::In(value, list) => {
                self.kind(value);
                list.iter().for_each(|it| {
                    self.kind(it);
                });
                Some(Kind::Bool)
            }
            ExprKind::Between(value, low, high) => {
                for it in [value, low, high] {
                    self.kind(it);
                }
                Some(Kind::Bool)
            }
            ExprKind::Case(results) => self.common(results),
            ExprKind::Sequence(_) | ExprKind::Opaque => None,
        }
    }

    /// A literal of the form `'…'`, with a mark before it or not.
    fn string(&self, span: Span) -> Option<Kind> {
        let said = span.of(self.replay.text);
        let first = said.chars().next()?;
        match first {
            '\'' => Some(Kind::Text),
            '"' if self.dialect() == Dialect::GoogleSql => Some(Kind::Text),
            'b' | 'B' if self.dialect() == Dialect::GoogleSql => Some(Kind::Bytes),
            _ => None,
        }
    }

    fn column(&mut self, name: &str, span: Span) -> Option<Kind> {
        if !name.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '.'))
            || NO_COLUMNS.iter().any(|word| word.eq_ignore_ascii_case(name))
        {
            return None;
        }
        let owner = self.replay.schema.table(self.table);
        let mut parts = name.split('.');
        let first = parts.next()?;
        let last_of_table = owner.name.rsplit('.').next().unwrap_or(&owner.name);
        let found = self.find(first);
        let (found, whole) = match found {
            Some(id) => (Some(id), parts.next().is_none()),
            // `Table.Column`
            None if first.eq_ignore_ascii_case(last_of_table) => match parts.next() {
                Some(next) => (self.find(next), parts.next().is_none()),
                None => return None,
            },
            None => (None, true),
        };
        let Some(id) = found else {
            let message = format!("expected a column of `{}`, found `{name}`", owner.name);
            self.wrong(ProblemKind::Missing, message, span);
            return None;
        };
        if self.for_what == Use::Default {
            let message = format!("expected a default that reads no column, found `{name}`");
            self.wrong(ProblemKind::Unfit, message, span);
            return None;
        }
        let ty = self.replay.schema.table(self.table).column(id).ty.as_ref();
        ty.and_then(Kind::of).filter(|_| whole)
    }

    fn find(&self, name: &str) -> Option<ColumnId> {
        let key = if name.is_ascii() {
            ColumnKey::Said(name)
        } else {
            ColumnKey::Folded(name.to_lowercase_smolstr())
        };
        self.replay.find_column(self.table, &key)
    }

    fn call(&mut self, name: &str, arguments: &[Expr], span: Span) -> Option<Kind> {
        let known = function(name, self.dialect());
        let kinds: Vec<Option<Kind>> = arguments.iter().map(|it| self.argument(it)).collect();
        let Some(known) = known else {
            // A name in a schema is a function that somebody made.
            let made = name.contains('.') && !name.starts_with("SPANNER.");
            if !made {
                self.unknown.push((name.to_owned(), span));
            }
            return None;
        };
        if known.changes
            && let Some(what) = match self.for_what {
                Use::Generated { stored: true } => Some("a stored generated column"),
                Use::Check => Some("a check"),
                Use::Generated { stored: false } | Use::Default => None,
            }
        {
            let message = format!("expected the same value each time in {what}, found `{name}`");
            self.wrong(ProblemKind::Unfit, message, span);
        }
        match known.gives {
            Gives::Always(kind) => Some(kind),
            Gives::First => kinds.first().copied().flatten().map(Kind::computed),
            Gives::Common => together(&kinds),
            Gives::Varies if name == "EXTRACT" => self.extracted(arguments),
            Gives::Varies if name == "IF" => together(kinds.get(1..)?),
            Gives::Varies if matches!(name, "CEIL" | "FLOOR" | "ROUND" | "TRUNC") => {
                let kept = |it: &Kind| matches!(it, Kind::Float64 | Kind::Numeric);
                kinds.first().copied().flatten().filter(kept)
            }
            Gives::Varies => None,
            Gives::Aggregate => {
                let message =
                    format!("expected a function of one row, found the aggregate `{name}`");
                self.wrong(ProblemKind::Unfit, message, span);
                None
            }
        }
    }

    /// An argument of a function, which may be a word of its own.
    fn argument(&mut self, expr: &Expr) -> Option<Kind> {
        if let ExprKind::Name(name) = &expr.kind
            && self.find(name).is_none()
            && ARGUMENT_WORDS.iter().any(|word| word.eq_ignore_ascii_case(name))
        {
            return None;
        }
        self.kind(expr)
    }

    fn binary(&mut self, sign: &str, left: &Expr, right: &Expr) -> Option<Kind> {
        let (one, other) = (self.kind(left), self.kind(right));
        match sign {
            "AND" | "OR" | "IS" | "LIKE" => Some(Kind::Bool),
            "=" | "!=" | "<" | "<=" | ">" | ">=" => {
                if let (Some(one), Some(other)) = (one, other)
                    && !one.compares(other, self.dialect())
                {
                    let (one, other) = (one.words(self.dialect()), other.words(self.dialect()));
                    let message = format!(
                        "expected values of one type around `{sign}`, found {one} and {other}"
                    );
                    self.wrong(ProblemKind::Unfit, message, left.span.to(right.span));
                }
                Some(Kind::Bool)
            }
            "||" => {
                let (one, other) = (one?.computed(), other?.computed());
                (one == other && matches!(one, Kind::String | Kind::Bytes)).then_some(one)
            }
            "+" | "-" | "*" => promoted(one?, other?),
            "/" if self.dialect() == Dialect::GoogleSql => match promoted(one?, other?)? {
                Kind::Numeric => Some(Kind::Numeric),
                _ => Some(Kind::Float64),
            },
            "&" | "|" | "^" => (one?.computed() == Kind::Int && other?.computed() == Kind::Int)
                .then_some(Kind::Int),
            _ => None,
        }
    }

    /// What values have in common.
    fn common(&mut self, list: &[Expr]) -> Option<Kind> {
        let kinds: Vec<Option<Kind>> = list.iter().map(|it| self.kind(it)).collect();
        together(&kinds)
    }

    /// What `EXTRACT(part FROM value)` gives.
    fn extracted(&self, arguments: &[Expr]) -> Option<Kind> {
        let said = arguments.first()?.span.of(self.replay.text);
        let part = said.split_ascii_whitespace().next()?;
        match self.dialect() {
            Dialect::GoogleSql if part.eq_ignore_ascii_case("DATE") => Some(Kind::Date),
            Dialect::GoogleSql => Some(Kind::Int),
            Dialect::PostgreSql => None,
        }
    }
}

/// What values have in common. Where a NULL or something unknown is among them, the others may be
/// converted.
fn together(kinds: &[Option<Kind>]) -> Option<Kind> {
    let mut all = kinds.iter().copied();
    let first = all.next()??.computed();
    all.try_fold(first, |so_far, kind| match (so_far, kind?.computed()) {
        (one, other) if one == other => Some(one),
        (one, other) => promoted(one, other),
    })
}

/// Whether a literal string can be a date or a time, where one is wanted: those begin with a year.
fn is_written_so(expr: &Expr, wanted: Kind) -> bool {
    let ExprKind::String(text) = &expr.kind else { return true };
    let dated = matches!(wanted, Kind::Date | Kind::Timestamp);
    !dated || text.trim_start().starts_with(|c: char| c.is_ascii_digit())
}

/// What two numbers give together.
fn promoted(one: Kind, other: Kind) -> Option<Kind> {
    use Kind::{Float64, Fraction, Int, Numeric, Whole};
    match (one, other) {
        (Int | Whole, Int | Whole) => Some(Int),
        (Numeric, Numeric | Int | Whole) | (Int | Whole, Numeric) => Some(Numeric),
        (Float64, Float64 | Int | Whole | Fraction | Numeric)
        | (Int | Whole | Fraction | Numeric, Float64) => Some(Float64),
        _ => None,
    }
}
