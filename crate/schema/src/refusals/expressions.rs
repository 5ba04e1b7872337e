//! Expressions of a table's columns and checks: names that are columns, functions that exist, and
//! types that agree. What is not certain is not judged.

use crate::catalog::Catalog;
use crate::ids::{ColumnId, TableId};
use crate::problem::{ProblemKind, SchemaProblem};
use crate::refusals::functions::{Gives, function};
use crate::refusals::kinds::{Kind, is_written_so, promoted, together};
use crate::syntax::tree::{ColumnDef, Dialect, Expr, ExprKind};
use crate::text::Span;
use smol_str::StrExt;

/// What an expression is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// The default of a column.
    Default,
    /// What a generated column is computed from.
    Generated {
        /// `STORED`.
        stored: bool,
    },
    /// A check.
    Check,
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
    /// What finds columns.
    catalog: &'r Catalog<'a>,
    /// The table.
    table: TableId,
    /// What the expression is for.
    purpose: Purpose,
    /// The first problem.
    wrong: Option<SchemaProblem>,
    /// Functions that the dialect's pages do not name.
    unknown: Vec<(String, Span)>,
}

impl Reader<'_, '_> {
    fn dialect(&self) -> Dialect {
        self.catalog.schema.dialect
    }

    fn wrong(&mut self, kind: ProblemKind, message: String, span: Span) {
        self.wrong.get_or_insert(SchemaProblem::new(kind, message, span));
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
        let said = span.of(self.catalog.text);
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
        let owner = self.catalog.schema.table(self.table);
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
        if self.purpose == Purpose::Default {
            let message = format!("expected a default that reads no column, found `{name}`");
            self.wrong(ProblemKind::Unfit, message, span);
            return None;
        }
        let ty = self.catalog.schema.table(self.table).column(id).ty.as_ref();
        ty.and_then(Kind::of).filter(|_| whole)
    }

    fn find(&self, name: &str) -> Option<ColumnId> {
        self.catalog.find_column(self.table, &name.to_lowercase_smolstr())
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
            && let Some(what) = match self.purpose {
                Purpose::Generated { stored: true } => Some("a stored generated column"),
                Purpose::Check => Some("a check"),
                Purpose::Generated { stored: false } | Purpose::Default => None,
            }
        {
            let message = format!("expected a deterministic expression in {what}, found `{name}`");
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
                let message = format!("expected a scalar function, found the aggregate `{name}`");
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
        let said = arguments.first()?.span.of(self.catalog.text);
        let part = said.split_ascii_whitespace().next()?;
        match self.dialect() {
            Dialect::GoogleSql if part.eq_ignore_ascii_case("DATE") => Some(Kind::Date),
            Dialect::GoogleSql => Some(Kind::Int),
            Dialect::PostgreSql => None,
        }
    }
}

/// Checks the default of a column and what it is generated from.
pub(crate) fn check_values(catalog: &mut Catalog<'_>, table: TableId, written: &ColumnDef) {
    let Some(id) = catalog.find_column(table, &catalog.folded(&written.name)) else { return };
    if let Some(expr) = &written.default {
        check_expression(catalog, table, expr, Purpose::Default, Some(id));
    }
    if let Some(generated) = &written.generated {
        let stored = generated.stored;
        check_expression(catalog, table, &generated.expr, Purpose::Generated { stored }, Some(id));
    }
}

/// Checks the expression of a column or a check.
pub(crate) fn check_expression(
    catalog: &mut Catalog<'_>,
    table: TableId,
    expr: &Expr,
    purpose: Purpose,
    column: Option<ColumnId>,
) {
    if catalog.schema.table(table).partial {
        return;
    }
    let dialect = catalog.schema.dialect;
    let mut reader = Reader { catalog, table, purpose, wrong: None, unknown: Vec::new() };
    let found = reader.kind(expr);
    let owner = catalog.schema.table(table);
    let wanted = match (purpose, column) {
        (Purpose::Check, _) => Some((Kind::Bool, "a condition".to_owned())),
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
        wrong = Some(SchemaProblem::new(ProblemKind::Unfit, message, expr.span));
    }
    catalog.report(wrong.map(|problem| problem.of_table(table)));
    for (name, span) in unknown {
        report_unknown_function(catalog, name, span);
    }
}

/// Reports an unknown function once; where the text creates functions it may be one of those.
fn report_unknown_function(catalog: &mut Catalog<'_>, name: String, span: Span) {
    let text = catalog.text;
    let own = *catalog.makes_functions.get_or_insert_with(|| {
        let words: Vec<&str> = text.split_ascii_whitespace().collect();
        words.windows(2).any(|two| {
            let made = ["CREATE", "REPLACE"].iter().any(|it| it.eq_ignore_ascii_case(two[0]));
            made && two[1].eq_ignore_ascii_case("FUNCTION")
        })
    });
    if !own && catalog.unknown_functions.insert(name.clone()) {
        let message = format!(
            "not certain that Spanner has a function `{name}`: its documentation does not list it"
        );
        catalog.report_problem(ProblemKind::Outside, message, span);
    }
}
