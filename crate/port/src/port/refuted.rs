//! What rows of the dump show that the declarations of their columns do not allow, or Spanner's
//! types cannot hold.

use super::grouped::rows_have;
use super::plan::{Column, Porter, Said};
use super::report::What;
use super::severity::Severity;
use super::types::{Rule, TEXT_CHARACTERS_MAX, Ty};
use crate::rows::values::Values;
use crate::source::schema::PartOf;
use crate::source::{self, Database};

/// Digits behind the point that NUMERIC holds.
const NUMERIC_SCALE: u64 = 9;
/// Digits before the point that it holds.
const NUMERIC_DIGITS: u64 = 29;

impl Porter<'_> {
    /// Names what the rows of a column refute.
    pub(super) fn refuted(
        &mut self,
        table: &source::Table,
        at: usize,
        planned: &mut Column,
        rules: &[Rule],
        object: &str,
    ) {
        let column = &table.columns[at];
        let values = &column.values;
        if values.zero_dates > 0 && matches!(planned.ty, Ty::Date | Ty::Timestamp) {
            let said = Said {
                rule: "migrate-zero-date",
                severity: Severity::Warn,
                what: What::Narrowed,
                object,
                column: Some(&column.name.name),
                span: column.ty.span,
            };
            let becomes = if self.options.zero_epoch { "1970-01-01" } else { "NULL" };
            self.lose(
                said,
                format!("{} a zero date, which becomes {becomes}", rows_have(values.zero_dates)),
            );
            planned.not_null &= self.options.zero_epoch;
        }
        if matches!(planned.ty, Ty::Text(_)) && values.longest > TEXT_CHARACTERS_MAX {
            let said = Said {
                rule: "migrate-cell-size",
                severity: Severity::Error,
                what: What::Narrowed,
                object,
                column: Some(&column.name.name),
                span: column.ty.span,
            };
            let message = format!(
                "a row has {} characters, and a cell at most {TEXT_CHARACTERS_MAX}",
                values.longest
            );
            self.lose(said, message);
        }
        let refuted = [
            self.too_long(column, values),
            self.not_whole(planned, values),
            self.too_fine(planned, values),
            self.too_large(planned, values),
            self.no_date(planned, values),
            missing(column, values),
            self.not_bool(object, column, values),
            repeated(table, column, values),
            Self::beyond_list(rules, values),
        ];
        for (severity, message) in refuted.into_iter().flatten() {
            let said = Said {
                rule: "migrate-rows-refute",
                severity,
                what: What::Narrowed,
                object,
                column: Some(&column.name.name),
                span: column.ty.span,
            };
            self.lose(said, message);
        }
    }

    fn too_long(&self, column: &source::Column, values: &Values) -> Option<(Severity, String)> {
        let most = *column.ty.sizes.first()?;
        let text = column.ty.name.contains("char") && column.ty.dimensions == 0;
        (text && values.longest > most).then(|| {
            let message = format!("a row has {} characters, and the column {most}", values.longest);
            (Severity::Warn, message)
        })
    }

    fn not_whole(&self, planned: &Column, values: &Values) -> Option<(Severity, String)> {
        if planned.ty != Ty::Int {
            return None;
        }
        let (low, high) = values.range.unwrap_or_default();
        let beyond = [low, high].into_iter().find(|it| i64::try_from(*it).is_err());
        if let Some(beyond) = beyond {
            return Some((
                Severity::Error,
                format!("a row has {beyond}, which INT64 does not hold"),
            ));
        }
        let message = "a row has a value that is no whole number";
        values.other.then(|| (Severity::Warn, message.to_owned()))
    }

    fn too_fine(&self, planned: &Column, values: &Values) -> Option<(Severity, String)> {
        let google = self.options.target.is_google();
        let wrong = google && planned.ty == Ty::Numeric && values.decimals > NUMERIC_SCALE;
        wrong.then(|| {
            let message = format!(
                "a row has {} digits behind the point, and NUMERIC holds {NUMERIC_SCALE}",
                values.decimals
            );
            (Severity::Error, message)
        })
    }

    /// A number that a NUMERIC does not hold.
    fn too_large(&self, planned: &Column, values: &Values) -> Option<(Severity, String)> {
        if planned.ty != Ty::Numeric {
            return None;
        }
        let google = self.options.target.is_google();
        let (low, high) = values.range.unwrap_or_default();
        let whole = low.unsigned_abs().max(high.unsigned_abs());
        let digits = values.digits.max(u64::from(whole.checked_ilog10().unwrap_or(0)) + 1);
        let message = if values.infinite > 0 {
            format!("{} an infinite number, and NUMERIC has none", rows_have(values.infinite))
        } else if google && values.not_numbers > 0 {
            format!("{} NaN, and NUMERIC has none", rows_have(values.not_numbers))
        } else if google && digits > NUMERIC_DIGITS {
            format!(
                "a row has {digits} digits before the point, and NUMERIC holds {NUMERIC_DIGITS}"
            )
        } else {
            return None;
        };
        Some((Severity::Error, message))
    }

    /// A date that Spanner does not have.
    fn no_date(&self, planned: &Column, values: &Values) -> Option<(Severity, String)> {
        if !matches!(planned.ty, Ty::Date | Ty::Timestamp) {
            return None;
        }
        let message = if values.infinite > 0 {
            format!("{} `infinity`, which Spanner does not have", rows_have(values.infinite))
        } else if values.odd_dates > 0 {
            let rows = rows_have(values.odd_dates);
            match self.source.database {
                Database::MySql => format!("{rows} a date with a month or day that is zero"),
                Database::PostgreSql => {
                    format!("{rows} a date outside of the years 1 to 9999 that Spanner has")
                }
            }
        } else {
            return None;
        };
        Some((Severity::Error, message))
    }

    fn not_bool(
        &self,
        object: &str,
        column: &source::Column,
        values: &Values,
    ) -> Option<(Severity, String)> {
        self.options.decisions.column(object, &column.name.name, "bool")?;
        let (low, high) = values.range?;
        (low < 0 || high > 1).then(|| {
            let message = format!("a directive says bool, and rows have {low} to {high}");
            (Severity::Error, message)
        })
    }
}

/// NULL in a column that is declared NOT NULL. Where the database fills the value in, NULL is right.
fn missing(column: &source::Column, values: &Values) -> Option<(Severity, String)> {
    let filled = column.generator.is_some() || column.ty.name == "timestamp";
    let wrong = column.not_null && !filled && values.nulls > 0;
    wrong.then(|| {
        let message = format!("{} NULL, and the column is NOT NULL", rows_have(values.nulls));
        (Severity::Warn, message)
    })
}

/// A value that two rows have although it is the whole key.
fn repeated(
    table: &source::Table,
    column: &source::Column,
    values: &Values,
) -> Option<(Severity, String)> {
    let parts = &table.key.as_ref()?.parts;
    let [part] = parts.as_slice() else { return None };
    let PartOf::Column(name) = &part.of else { return None };
    let own = name.eq_ignore_ascii_case(&column.name.name) && part.prefix.is_none();
    (own && values.sampled.repeats)
        .then(|| (Severity::Warn, "two rows have the same value of the primary key".to_owned()))
}
