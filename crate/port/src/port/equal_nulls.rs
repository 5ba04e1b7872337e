//! Unique rules in which NULL equals NULL (NULLS NOT DISTINCT), where an index of Spanner lets several
//! NULLs pass: its key has generated columns in which NULL is a value.

use super::indexes::generated;
use super::names::quoted;
use super::plan::{Column, Index, Porter, Table};
use super::report::What;
use super::severity::Severity;
use super::types::Ty;
use crate::source::schema;

impl Porter<'_> {
    /// Replaces the columns of a unique key that may be NULL.
    pub(super) fn equal_nulls(
        &mut self,
        index: &schema::Index,
        plan: &mut Table,
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
            let (all, first) = (added.len(), parts.len());
            added.retain(|it| it.name != column.name);
            let is_replaced = added.len() < all;
            let base = index
                .name
                .as_ref()
                .map_or_else(|| format!("{}_idx", plan.name), |it| it.name.clone());
            let (ty, before, after) = never_null(&column.ty, target.is_google());
            let mut stand = |base: &str, ty: Ty, said: [&str; 3], descending: bool| {
                let name = self.generated_name(plan, base, number);
                added.push(generated(name.clone(), ty, said.concat()));
                names.push(["`", &name, "`"].concat());
                parts.push((name, descending, None));
            };
            stand(&base, ty.clone(), [before, &of, after], part.1);
            if !matches!(ty, Ty::Text(_) | Ty::Bytes(_)) {
                stand(&[&base, "_null"].concat(), Ty::Bool, ["", &of, " IS NULL"], false);
            }
            if is_replaced {
                self.replaced(&column.name, &parts[first].0);
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

/// The type of what stands for a column or expression of a type, and what is written before and
/// behind it. Texts have a letter before each value, so that no value equals what stands for NULL.
/// A cast of a time or fraction to a text may lose digits, so that these have a fixed value for NULL
/// and a second column.
fn never_null(ty: &Ty, google: bool) -> (Ty, &'static str, &'static str) {
    let text = Ty::Text(None);
    match (ty, google) {
        (Ty::Text(_), true) => (text, "COALESCE(CONCAT('v', ", "), 'n')"),
        (Ty::Text(_), false) => (text, "COALESCE('v' || ", ", 'n')"),
        (Ty::Bytes(_), true) => (Ty::Bytes(None), "COALESCE(CONCAT(b'v', ", "), b'n')"),
        (Ty::Bytes(_), false) => {
            (Ty::Bytes(None), r"COALESCE('\x01'::bytea || ", r", '\x00'::bytea)")
        }
        (Ty::Timestamp, true) => {
            (Ty::Timestamp, "COALESCE(", ", TIMESTAMP '0001-01-01 00:00:00+00')")
        }
        (Ty::Timestamp, false) => {
            (Ty::Timestamp, "COALESCE(", ", '0001-01-01 00:00:00+00'::timestamptz)")
        }
        (Ty::Float32 | Ty::Float64, true) => (Ty::Float64, "COALESCE(CAST(", " AS FLOAT64), 0)"),
        (Ty::Float32 | Ty::Float64, false) => {
            (Ty::Float64, "COALESCE(CAST(", " AS double precision), 0)")
        }
        // Arrays and JSON are in no key.
        (_, true) => (text, "COALESCE(CONCAT('v', CAST(", " AS STRING)), 'n')"),
        (_, false) => (text, "COALESCE('v' || CAST(", " AS varchar), 'n')"),
    }
}
