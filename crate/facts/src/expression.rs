//! What an expression does to the spread of its inputs: defaults and generated columns.
//!
//! Order-preserving functions keep a distribution, hashes and bit reversal spread it, MOD makes
//! shards of it. Whatever is not listed here is unknown, never a guess.

use crate::dist::{Dist, TimeId};
use crate::order;
use crate::schema::ColumnId;
use crate::syntax::tree::{Expr, ExprKind, Type};
use crate::text::Span;

/// What is known of an expression's values.
#[derive(Clone, Debug, PartialEq)]
pub struct Shape {
    /// The spread.
    pub dist: Dist,
    /// The family of time-ordered ids.
    pub time_id: Option<TimeId>,
    /// How sure, 0 to 1.
    pub confidence: f64,
    /// The values cannot be negative.
    pub non_negative: bool,
    /// All rows that arrive within a second or more share a value.
    pub coarse: bool,
}

/// What a column's values are, for expressions that read it.
#[derive(Clone, Debug)]
pub struct Input {
    /// The column.
    pub column: ColumnId,
    /// Its shape.
    pub shape: Shape,
}

impl Shape {
    fn sure(dist: Dist) -> Self {
        Self { dist, time_id: None, confidence: 1.0, non_negative: false, coarse: false }
    }

    fn time_id(id: TimeId) -> Self {
        Self { time_id: Some(id), ..Self::sure(Dist::TimeArrival) }
    }

    /// Nothing is known.
    #[must_use]
    pub fn unknown() -> Self {
        Self { confidence: 0.3, ..Self::sure(Dist::Unknown) }
    }
}

/// The shape of `expr`; `input` answers what a column is.
#[must_use]
pub fn shape(expr: &Expr, input: &dyn Fn(&str) -> Option<Input>) -> Shape {
    match &expr.kind {
        ExprKind::Name(name) => of_name(name, input),
        ExprKind::Number(_) | ExprKind::String(_) | ExprKind::Word(_) => {
            Shape { non_negative: !expr_is_negative(expr), ..Shape::sure(Dist::Constant) }
        }
        ExprKind::Cast(inner, Type::Date) => bucket(shape(inner, input)),
        ExprKind::Cast(inner, _) => shape(inner, input),
        ExprKind::Unary(op, inner) if op == "-" => reversed(shape(inner, input)),
        ExprKind::Binary(op, left, right) => of_binary(op, left, right, input),
        ExprKind::Case(results) => joined(results.iter().map(|result| shape(result, input))),
        ExprKind::Call(name, args) => of_call(name, args, input),
        _ => Shape::unknown(),
    }
}

fn expr_is_negative(expr: &Expr) -> bool {
    matches!(&expr.kind, ExprKind::Number(n) if n.starts_with('-'))
}

fn of_name(name: &str, input: &dyn Fn(&str) -> Option<Input>) -> Shape {
    if let Some(found) = input(name) {
        return found.shape;
    }
    match name.to_ascii_uppercase().as_str() {
        "CURRENT_TIMESTAMP" | "LOCALTIMESTAMP" => arrival(0.95),
        "CURRENT_DATE" => Shape { coarse: true, ..Shape::sure(Dist::TimeBucket) },
        _ => Shape::unknown(),
    }
}

fn arrival(confidence: f64) -> Shape {
    Shape { confidence, non_negative: true, ..Shape::sure(Dist::TimeArrival) }
}

fn reversed(shape: Shape) -> Shape {
    let dist = match shape.dist {
        Dist::MonotonicUp => Dist::MonotonicDown,
        Dist::MonotonicDown => Dist::MonotonicUp,
        other => other,
    };
    Shape { dist, non_negative: false, ..shape }
}

fn of_binary(op: &str, left: &Expr, right: &Expr, input: &dyn Fn(&str) -> Option<Input>) -> Shape {
    let (l, r) = (shape(left, input), shape(right, input));
    let constant = |shape: &Shape| shape.dist == Dist::Constant;
    match op {
        "/" if constant(&r) => coarser(l),
        "+" | "-" | "*" if constant(&r) => l,
        "+" | "*" if constant(&l) => r,
        "-" if constant(&l) => reversed(r),
        "%" if constant(&r) => modulo(left, l, right, input),
        "||" if constant(&l) => r,
        "||" => l,
        _ => Shape::unknown(),
    }
}

/// Hash functions of both dialects.
fn is_hash(name: &str) -> bool {
    matches!(
        name.strip_prefix("SPANNER.").unwrap_or(name),
        "FARM_FINGERPRINT"
            | "SHA1"
            | "SHA256"
            | "SHA512"
            | "MD5"
            | "HASHTEXT"
            | "SHA224"
            | "SHA384"
    )
}

fn of_call(name: &str, args: &[Expr], input: &dyn Fn(&str) -> Option<Input>) -> Shape {
    if let Some(shape) = of_generator(name, args) {
        return shape;
    }
    let first = |at: usize| args.get(at).map_or_else(Shape::unknown, |arg| shape(arg, input));
    if is_hash(name) {
        return hash_of(first(0));
    }
    match name.strip_prefix("SPANNER.").unwrap_or(name) {
        "BIT_REVERSE" | "REVERSE" => Shape { non_negative: true, ..hash_of(first(0)) },
        "ABS" => absolute(first(0)),
        "MOD" if args.len() == 2 => modulo(&args[0], first(0), &args[1], input),
        "UNIX_SECONDS" | "UNIX_DATE" | "DIV" | "TRUNC" | "FLOOR" => coarser(first(0)),
        "UNIX_MILLIS" | "UNIX_MICROS" | "TIMESTAMP_SECONDS" | "TIMESTAMP_MILLIS"
        | "TIMESTAMP_MICROS" | "TIMESTAMP_ADD" | "TIMESTAMP_SUB" | "SUBSTR" | "SUBSTRING"
        | "LEFT" | "LOWER" | "UPPER" | "TRIM" | "STRING" | "TO_HEX" | "TO_BASE32" | "COALESCE"
        | "IFNULL" | "LPAD" | "EXTRACT" | "TIMESTAMP" => first(0),
        "DATE" | "TIMESTAMP_TRUNC" | "DATE_ADD" | "DATE_SUB" => bucket(first(0)),
        // PostgreSQL's DATE_TRUNC has the unit first.
        "DATE_TRUNC" if first(0).dist == Dist::Constant => bucket(first(1)),
        "DATE_TRUNC" => bucket(first(0)),
        "FORMAT_TIMESTAMP" | "FORMAT_DATE" => bucket(first(1)),
        "TO_CHAR" => bucket(first(0)),
        "CONCAT" => {
            let lead = args.iter().map(|arg| shape(arg, input));
            lead.into_iter().find(|s| s.dist != Dist::Constant).unwrap_or_else(Shape::unknown)
        }
        "IF" if args.len() == 3 => joined([first(1), first(2)].into_iter()),
        _ => Shape::unknown(),
    }
}

/// Functions that make values of their own.
fn of_generator(name: &str, args: &[Expr]) -> Option<Shape> {
    let bare = name.strip_prefix("SPANNER.").unwrap_or(name);
    Some(match bare {
        "GENERATE_UUID" | "NEW_UUID" | "GEN_RANDOM_UUID" | "UUID_GENERATE_V4" | "RAND"
        | "RANDOM" => Shape::sure(Dist::Uniform),
        // Every sequence of Spanner is bit-reversed: there is no monotonic one.
        "GET_NEXT_SEQUENCE_VALUE" | "NEXTVAL" => {
            Shape { non_negative: true, ..Shape::sure(Dist::Uniform) }
        }
        "CURRENT_TIMESTAMP"
        | "NOW"
        | "CLOCK_TIMESTAMP"
        | "STATEMENT_TIMESTAMP"
        | "TRANSACTION_TIMESTAMP" => arrival(0.95),
        "PENDING_COMMIT_TIMESTAMP" | "PENDING_COMMIT_TIMESTAMP_INT64" => arrival(1.0),
        "CURRENT_DATE" => Shape { coarse: true, ..Shape::sure(Dist::TimeBucket) },
        "UUIDV7" | "UUID_GENERATE_V7" | "GEN_UUID_V7" => Shape::time_id(TimeId::UuidV7),
        "UUID_GENERATE_V1" | "UUID_GENERATE_V1MC" | "UUID_V1MC" => Shape::time_id(TimeId::UuidV1),
        "UUID_GENERATE_V6" | "UUIDV6" => Shape::time_id(TimeId::UuidV6),
        "NEWSEQUENTIALID" | "SYS_GUID" => Shape::time_id(TimeId::Sequential),
        "UUID_TO_BIN" if args.len() == 2 => Shape::time_id(TimeId::Sequential),
        "GEN_ULID" | "GENERATE_ULID" | "ULID" => Shape::time_id(TimeId::Ulid),
        _ => return None,
    })
}

/// A hash spreads its input as far as the input has values.
fn hash_of(input: Shape) -> Shape {
    let dist = match input.dist {
        Dist::LowCard { values } => Dist::LowCard { values },
        Dist::Constant => Dist::Constant,
        // All rows of a period still share one value, wherever it lies.
        Dist::TimeBucket => Dist::TimeBucket,
        _ if input.coarse => Dist::TimeBucket,
        _ => Dist::Uniform,
    };
    Shape { coarse: dist == Dist::TimeBucket, ..Shape::sure(dist) }
}

/// A time that is cut to seconds or longer.
fn coarser(input: Shape) -> Shape {
    let coarse = input.coarse || matches!(input.dist, Dist::TimeArrival | Dist::TimeBucket);
    Shape { coarse, ..input }
}

fn absolute(input: Shape) -> Shape {
    let dist = match input.dist {
        Dist::Shard { n, of, derived, known, .. } => {
            Dist::Shard { n, signed: false, of, derived, known }
        }
        other => other,
    };
    Shape { dist, non_negative: true, ..input }
}

fn bucket(input: Shape) -> Shape {
    match input.dist {
        Dist::TimeArrival | Dist::TimeBucket => {
            Shape { dist: Dist::TimeBucket, coarse: true, ..input }
        }
        _ => input,
    }
}

/// `MOD(value, n)`: shards of a hash or a counter.
fn modulo(
    value: &Expr,
    input_shape: Shape,
    divisor: &Expr,
    input: &dyn Fn(&str) -> Option<Input>,
) -> Shape {
    let n = whole_number(divisor).and_then(|n| u32::try_from(n).ok());
    let Some(n) = n.filter(|&n| n > 0) else { return Shape::unknown() };
    let of = sole_column(value, input);
    let shard = |signed| {
        let dist = Dist::Shard { n, signed, of, derived: true, known: true };
        Shape { non_negative: !signed, ..Shape::sure(dist) }
    };
    match input_shape.dist {
        Dist::Uniform => shard(!input_shape.non_negative && may_be_negative(value)),
        Dist::MonotonicUp | Dist::MonotonicDown => shard(false),
        // Rows of one moment fall anywhere: the last digits of a fine clock run round.
        Dist::TimeArrival if !input_shape.coarse => Shape { confidence: 0.8, ..shard(false) },
        // All rows of one second share a value: at any moment one range is written, so this
        // spreads nothing.
        Dist::TimeArrival | Dist::TimeBucket | Dist::Constant => Shape::sure(Dist::Constant),
        Dist::LowCard { values } if values < n => Shape::sure(Dist::LowCard { values }),
        Dist::LowCard { .. } | Dist::Entity { .. } | Dist::Unknown => shard(false),
        Dist::Shard { n: inner, .. } if inner < n => input_shape,
        Dist::Shard { .. } => shard(false),
    }
}

/// Whether a hashed or divided value can be below zero: a fingerprint is a signed integer.
fn may_be_negative(value: &Expr) -> bool {
    match &value.kind {
        ExprKind::Call(name, args) => {
            let bare = name.strip_prefix("SPANNER.").unwrap_or(name);
            match bare {
                "ABS" | "BIT_REVERSE" | "GET_NEXT_SEQUENCE_VALUE" | "LENGTH" | "CHAR_LENGTH" => {
                    false
                }
                "FARM_FINGERPRINT" | "HASHTEXT" => true,
                _ => args.iter().any(may_be_negative),
            }
        }
        ExprKind::Cast(inner, _) => may_be_negative(inner),
        ExprKind::Binary(_, left, right) => may_be_negative(left) || may_be_negative(right),
        ExprKind::Unary(..) => true,
        _ => false,
    }
}

/// The only column an expression reads.
#[must_use]
pub fn sole_column(expr: &Expr, input: &dyn Fn(&str) -> Option<Input>) -> Option<ColumnId> {
    let mut columns: Vec<ColumnId> = names_in(expr)
        .iter()
        .filter_map(|(name, _)| input(name).map(|found| found.column))
        .collect();
    order::ascending(&mut columns);
    columns.dedup();
    match columns.as_slice() {
        [only] => Some(*only),
        _ => None,
    }
}

/// Units that stand as bare names in calls: `TIMESTAMP_TRUNC(t, DAY)`.
const UNITS: &[&str] = &[
    "NANOSECOND",
    "MICROSECOND",
    "MILLISECOND",
    "SECOND",
    "MINUTE",
    "HOUR",
    "DAY",
    "DAYOFWEEK",
    "DAYOFYEAR",
    "WEEK",
    "ISOWEEK",
    "MONTH",
    "QUARTER",
    "YEAR",
    "ISOYEAR",
];

/// Every bare name in an expression and where it stands, in order; units of time are no names.
#[must_use]
pub fn names_in(expr: &Expr) -> Vec<(&str, Span)> {
    let mut out = Vec::new();
    gather(expr, &mut out);
    out
}

fn gather<'a>(expr: &'a Expr, out: &mut Vec<(&'a str, Span)>) {
    match &expr.kind {
        ExprKind::Name(name) => out.push((name, expr.span)),
        ExprKind::Call(function, args) => {
            let units = ["_TRUNC", "_DIFF", "LAST_DAY"].iter().any(|end| function.ends_with(end));
            let unit = |arg: &Expr| {
                matches!(&arg.kind, ExprKind::Name(name)
                    if UNITS.iter().any(|unit| unit.eq_ignore_ascii_case(name)))
            };
            for (at, arg) in args.iter().enumerate() {
                if !(units && at > 0 && unit(arg)) {
                    gather(arg, out);
                }
            }
        }
        _ => expr.parts().into_iter().for_each(|part| gather(part, out)),
    }
}

/// Functions that may give another value each time.
const CHANGING: &[&str] = &[
    "CURRENT_TIMESTAMP",
    "CURRENT_DATE",
    "CURRENT_TIME",
    "LOCALTIMESTAMP",
    "LOCALTIME",
    "NOW",
    "CLOCK_TIMESTAMP",
    "STATEMENT_TIMESTAMP",
    "TRANSACTION_TIMESTAMP",
    "PENDING_COMMIT_TIMESTAMP",
    "PENDING_COMMIT_TIMESTAMP_INT64",
    "GENERATE_UUID",
    "NEW_UUID",
    "GEN_RANDOM_UUID",
    "UUID_GENERATE_V4",
    "RAND",
    "RANDOM",
    "GET_NEXT_SEQUENCE_VALUE",
    "NEXTVAL",
];

/// A call in an expression that may give another value each time, which generated columns cannot
/// use.
#[must_use]
pub fn changing_call(expr: &Expr) -> Option<(&str, Span)> {
    if let ExprKind::Call(name, _) = &expr.kind
        && CHANGING.contains(&name.strip_prefix("SPANNER.").unwrap_or(name))
    {
        return Some((name, expr.span));
    }
    expr.parts().into_iter().find_map(changing_call)
}

/// The value and the divisor of `MOD(value, n)`, also inside ABS, a cast or a sum with a constant.
#[must_use]
pub fn remainder(expr: &Expr) -> Option<(&Expr, u64)> {
    match &expr.kind {
        ExprKind::Call(name, args) => match (name.as_str(), args.as_slice()) {
            ("ABS", [inner]) => remainder(inner),
            ("MOD", [value, divisor]) => Some((value, whole_number(divisor)?)),
            _ => None,
        },
        ExprKind::Cast(inner, _) => remainder(inner),
        ExprKind::Binary(op, left, right) if op == "+" => {
            remainder(left).or_else(|| remainder(right))
        }
        _ => None,
    }
}

/// A whole number: `16`, `'16'::bigint`.
fn whole_number(expr: &Expr) -> Option<u64> {
    match &expr.kind {
        ExprKind::Number(n) | ExprKind::String(n) => n.parse().ok(),
        ExprKind::Cast(inner, _) => whole_number(inner),
        _ => None,
    }
}

/// Branches that agree keep their shape; a sharded branch makes shards of the whole.
fn joined(branches: impl Iterator<Item = Shape>) -> Shape {
    let branches: Vec<Shape> = branches.collect();
    if let Some(shard) = branches.iter().find(|b| matches!(b.dist, Dist::Shard { .. })) {
        return shard.clone();
    }
    let values: Vec<&Shape> = branches.iter().filter(|b| b.dist != Dist::Constant).collect();
    match values.as_slice() {
        [] => Shape::sure(Dist::LowCard { values: crate::text::at(branches.len()) }),
        [first, rest @ ..] if rest.iter().all(|other| other.dist == first.dist) => (*first).clone(),
        _ => Shape::unknown(),
    }
}
