//! Unique rules in which NULL equals NULL (NULLS NOT DISTINCT), where an index of Spanner lets several
//! NULLs pass: its key has generated columns in which NULL is a value.

use super::indexes::generated;
use super::names::quoted;
use super::options::Target;
use super::plan::{Column, Index, Porter, Table};
use super::report::{Severity, What};
use super::types::Ty;
use crate::source::schema;

/// Generated columns that are never NULL and are equal where a column or expression is the same.
struct Stand {
    /// The type and the expression of the first.
    value: (Ty, String),
    /// Whether it is NULL, where the first cannot say so.
    is_null: Option<String>,
}

impl Porter<'_> {
    /// Replaces the columns of a unique key that may be NULL.
    pub(super) fn equal_nulls(
        &mut self,
        index: &schema::Index,
        plan: &Table,
        planned: &mut Index,
        added: &mut Vec<Column>,
        shown: &str,
    ) {
        let target = self.options.target;
        let mut parts = Vec::new();
        let mut names = Vec::new();
        for (number, part) in planned.parts.iter().enumerate() {
            let column = plan.columns.iter().chain(added.iter()).find(|it| it.name == part.0);
            let Some(column) = column.filter(|it| !it.not_null).cloned() else {
                parts.push(part.clone());
                continue;
            };
            // A generated column may not read another that is not stored.
            let of = match column.generated.as_ref().filter(|it| !it.stored) {
                Some(generated) => format!("({})", generated.said),
                None => quoted(&column.name, target),
            };
            added.retain(|it| it.name != column.name);
            let base = index
                .name
                .as_ref()
                .map_or_else(|| format!("{}_idx", plan.name), |it| it.name.clone());
            let Stand { value: (ty, said), is_null } = stand(&column.ty, &of, target);
            let name = self.generated_name(plan, added, &base, number);
            added.push(generated(name.clone(), ty, said));
            parts.push((name.clone(), part.1, None));
            names.push(format!("`{name}`"));
            if let Some(said) = is_null {
                let name = self.generated_name(plan, added, &format!("{base}_null"), number);
                added.push(generated(name.clone(), Ty::Bool, said));
                parts.push((name.clone(), false, None));
                names.push(format!("`{name}`"));
            }
        }
        planned.parts = parts;
        if names.is_empty() {
            return;
        }
        let loss =
            self.about(shown, "migrate-unique-nulls", Severity::Info, What::Changed, index.span);
        self.lose(
            loss,
            format!(
                "generated columns hold NULL as a value, so that a second NULL is refused: {}; \
                 queries by the columns themselves need an index of their own",
                names.join(", ")
            ),
        );
    }
}

/// What stands for a column or expression of a type. Texts have a letter before each value, so that
/// no value equals what stands for NULL. A cast of a time or fraction to a text may lose digits, so
/// that these have a second column.
fn stand(ty: &Ty, of: &str, target: Target) -> Stand {
    let google = target.is_google();
    let text = |value: String| {
        let joined =
            if google { format!("CONCAT('v', {value})") } else { format!("'v' || {value}") };
        (Ty::Text(None), format!("COALESCE({joined}, 'n')"))
    };
    let is_null = Some(format!("{of} IS NULL"));
    match ty {
        Ty::Text(_) => Stand { value: text(of.to_owned()), is_null: None },
        Ty::Bytes(_) => {
            let said = match google {
                true => format!("COALESCE(CONCAT(b'v', {of}), b'n')"),
                false => format!(r"COALESCE('\x01'::bytea || {of}, '\x00'::bytea)"),
            };
            Stand { value: (Ty::Bytes(None), said), is_null: None }
        }
        Ty::Timestamp => {
            let first = match google {
                true => "TIMESTAMP '0001-01-01 00:00:00+00'",
                false => "'0001-01-01 00:00:00+00'::timestamptz",
            };
            Stand { value: (Ty::Timestamp, format!("COALESCE({of}, {first})")), is_null }
        }
        Ty::Float32 | Ty::Float64 => {
            let double = Ty::Float64.written(target);
            Stand { value: (Ty::Float64, format!("COALESCE(CAST({of} AS {double}), 0)")), is_null }
        }
        // Arrays and JSON are in no key.
        Ty::Bool | Ty::Int | Ty::Numeric | Ty::Date | Ty::Uuid | Ty::Json | Ty::Array(_) => {
            let cast = if google { "STRING" } else { "varchar" };
            Stand { value: text(format!("CAST({of} AS {cast})")), is_null: None }
        }
    }
}
