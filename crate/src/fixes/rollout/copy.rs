//! How rows get from a table into its copy with another key: the statements, and the queries that
//! show that none is missing.

use super::diff::{Diff, written_column};
use crate::facts::Dist;
use crate::facts::shard::sources as shard_sources;
use crate::fixes::edit::Hand;
use crate::fixes::shard;
use crate::schema::limits::{COMMIT_BYTES_MAX, MUTATIONS_PER_COMMIT};
use crate::schema::{Column, ColumnId, TableId};
use crate::syntax::tree::Type;

/// Copying one table.
pub(super) struct Copy<'d, 'a> {
    pub(super) diff: &'d Diff<'a>,
    /// The table that is deployed.
    pub(super) old: TableId,
    /// The table that is wanted.
    pub(super) id: TableId,
    /// What the copy is called until the names change.
    pub(super) name: String,
}

/// A column of the copy and what fills it.
struct Filled {
    /// As the copy's statement names it.
    column: String,
    /// From the old row.
    from: String,
    /// Its type.
    ty: Option<Type>,
    /// It is the old column itself or its value in another type.
    same: bool,
}

impl Copy<'_, '_> {
    fn columns(&self) -> impl Iterator<Item = (ColumnId, &Column)> {
        let table = self.diff.after.cx.schema.table(self.id);
        table.column_ids().map(move |id| (id, table.column(id)))
    }

    /// Columns that the copy's statements fill.
    fn filled(&self) -> Vec<Filled> {
        let was = self.diff.before.cx.schema.table(self.old);
        let mut out = Vec::new();
        for (id, column) in self.columns().filter(|(_, column)| column.generated.is_none()) {
            let name = written_column(&self.diff.after, self.id, id);
            let from = match was.find_column(&column.name) {
                Some(then) => {
                    let old = written_column(&self.diff.before, self.old, then);
                    Some((self.converted(&old, was.column(then), column), true))
                }
                None => self.invented(id, column).map(|from| (from, false)),
            };
            if let Some((from, same)) = from {
                out.push(Filled { column: name, from, ty: column.ty.clone(), same });
            }
        }
        out
    }

    /// What fills a column that was not there; `None` where its default or NULL does.
    fn invented(&self, id: ColumnId, column: &Column) -> Option<String> {
        if column.default.is_some() || column.identity.is_some() || !column.not_null {
            return None;
        }
        let cx = self.diff.after.cx;
        let table = cx.schema.table(self.id);
        if let Dist::Shard { n, .. } = cx.facts.column(self.id, id).dist {
            let was = self.diff.before.cx.schema.table(self.old);
            let source =
                table.key.iter().map(|part| part.column).find(|&part| {
                    part != id && was.find_column(&table.column(part).name).is_some()
                });
            let hand = Hand::of_table(cx.text, cx.schema, table);
            let formula = source.and_then(|part| {
                let written = written_column(&self.diff.after, self.id, part);
                shard::expression(&hand, table.column(part), &written, n)
            });
            if formula.is_some() {
                return formula;
            }
        }
        Some(if self.diff.after.google() { format!("@{}", column.name) } else { "$1".to_owned() })
    }

    /// Columns that a person must find values for.
    pub(super) fn open(&self) -> Vec<String> {
        let parameter = |filled: &Filled| filled.from.starts_with(['@', '$']);
        self.filled().into_iter().filter(parameter).map(|filled| filled.column).collect()
    }

    /// The value of an old column in the type of the new one.
    fn converted(&self, name: &str, was: &Column, is: &Column) -> String {
        let alike = match (&was.ty, &is.ty) {
            (Some(Type::String(_)), Some(Type::String(_)))
            | (Some(Type::Bytes(_)), Some(Type::Bytes(_)))
            | (
                Some(Type::Timestamp | Type::CommitTimestamp),
                Some(Type::Timestamp | Type::CommitTimestamp),
            ) => true,
            (a, b) => a == b,
        };
        if alike {
            return name.to_owned();
        }
        let google = self.diff.after.google();
        let ty = match &is.ty {
            Some(Type::String(_)) => if google { "STRING" } else { "varchar" }.to_owned(),
            Some(Type::Bytes(_)) => if google { "BYTES" } else { "bytea" }.to_owned(),
            _ => is.type_span.of(self.diff.after.cx.text).to_owned(),
        };
        if google { format!("CAST({name} AS {ty})") } else { format!("{name}::{ty}") }
    }

    /// Columns whose type differs, in words.
    pub(super) fn retyped(&self) -> Vec<String> {
        let filled = self.filled().into_iter();
        let cast = |filled: &Filled| filled.same && filled.from.contains(['(', ':']);
        filled.filter(cast).map(|filled| filled.column).collect()
    }

    /// The key of the deployed table as its statements write it, with whether it descends.
    fn old_key(&self) -> Vec<(String, bool)> {
        let table = self.diff.before.cx.schema.table(self.old);
        let name = |column| written_column(&self.diff.before, self.old, column);
        table.key.iter().map(|part| (name(part.column), part.desc)).collect()
    }

    /// Columns of the copy's key that the old row fills; `None` where one is made anew.
    fn found_by(&self) -> Option<Vec<String>> {
        let table = self.diff.after.cx.schema.table(self.id);
        let filled = self.filled();
        let mut by = Vec::new();
        for part in &table.key {
            if table.column(part.column).generated.is_none() {
                let name = written_column(&self.diff.after, self.id, part.column);
                filled.iter().find(|filled| filled.column == name)?;
                by.push(name);
            }
        }
        (!by.is_empty()).then_some(by)
    }

    /// The key of the copy follows from the old row, so a row is never copied twice.
    pub(super) fn is_repeatable(&self) -> bool {
        self.found_by().is_some()
    }

    /// Rows that fit into one commit.
    pub(super) fn rows_per_commit(&self) -> (u64, usize, usize) {
        let schema = self.diff.after.cx.schema;
        let columns = schema.table(self.id).columns.len();
        let entries = schema.indexes_of(self.id).count();
        let mutations = MUTATIONS_PER_COMMIT / (columns + entries).max(1) as f64;
        let bytes = self.diff.after.cx.facts.table(self.id).row_bytes.max(1.0);
        // Half of a commit is left for the entries of indexes.
        let room = f64::from(COMMIT_BYTES_MAX) / 2.0 / bytes;
        (whole(mutations.min(room)).max(1), columns, entries)
    }

    /// A condition on rows behind the last that was copied; its parameters begin at a number.
    fn behind(&self) -> String {
        let key = self.old_key();
        let parameter = |n: usize, name: &str| {
            if self.diff.after.google() {
                format!("@Last{}", plain(name))
            } else {
                format!("${}", n + 1)
            }
        };
        let mut condition = String::new();
        for (n, (name, desc)) in key.iter().enumerate().rev() {
            let sign = if *desc { "<" } else { ">" };
            let value = parameter(n, name);
            condition = if condition.is_empty() {
                format!("{name} {sign} {value}")
            } else {
                format!("({name} {sign} {value} OR ({name} = {value} AND {condition}))")
            };
        }
        condition
    }

    fn order(&self) -> String {
        let key = self.old_key();
        let one = |(name, desc): &(String, bool)| {
            if *desc { format!("{name} DESC") } else { name.clone() }
        };
        key.iter().map(one).collect::<Vec<_>>().join(", ")
    }

    /// The statements that copy a first and a next range of rows.
    pub(super) fn inserts(&self) -> Vec<String> {
        let filled = self.filled();
        let columns: Vec<&str> = filled.iter().map(|filled| filled.column.as_str()).collect();
        let columns = columns.join(", ");
        let table = self.diff.old_name(self.old);
        let (rows, ..) = self.rows_per_commit();
        let skips = self.diff.after.google() && self.is_repeatable();
        [String::new(), format!("\nWHERE {}", self.behind())]
            .into_iter()
            .map(|behind| {
                if skips {
                    let values: Vec<&str> = filled.iter().map(|it| it.from.as_str()).collect();
                    return format!(
                        "INSERT OR IGNORE INTO {} ({columns})\nSELECT {}\nFROM {table}{behind}\nORDER \
                         BY {}\nLIMIT {rows}",
                        self.name,
                        values.join(", "),
                        self.order(),
                    );
                }
                self.joined(&filled, &columns, &behind)
            })
            .collect()
    }

    /// The statement where the dialect has none that skips rows which are there: it joins them.
    fn joined(&self, filled: &[Filled], columns: &str, behind: &str) -> String {
        let table = self.diff.old_name(self.old);
        let (rows, ..) = self.rows_per_commit();
        let mut values: Vec<String> = filled
            .iter()
            .map(|it| {
                if it.from == it.column {
                    it.from.clone()
                } else {
                    format!("{} AS {}", it.from, it.column)
                }
            })
            .collect();
        let mut by = self.found_by().or_else(|| self.kept_key()).unwrap_or_default();
        for (name, formula) in self.formulas(filled) {
            values.push(format!("{formula} AS {name}"));
            by.insert(0, name);
        }
        let outer: Vec<String> = filled.iter().map(|it| format!("o.{}", it.column)).collect();
        let on: Vec<String> = by.iter().map(|it| format!("c.{it} = o.{it}")).collect();
        let absent = by.last().map(|it| format!("\nWHERE c.{it} IS NULL")).unwrap_or_default();
        let on = if on.is_empty() { "false".to_owned() } else { on.join(" AND ") };
        let last = table.rsplit('.').next().unwrap_or(&table).to_owned();
        let order: Vec<String> =
            self.order().split(", ").map(|part| format!("{last}.{part}")).collect();
        format!(
            "INSERT INTO {copy} ({columns})\nSELECT {}\nFROM (\n  SELECT {}\n  FROM {table}{}\n  \
             ORDER BY {}\n  LIMIT {rows}\n) AS o\nLEFT JOIN {copy} AS c ON {on}{absent}",
            outer.join(", "),
            values.join(", "),
            behind.replace('\n', "\n  "),
            order.join(", "),
            copy = self.name,
        )
    }

    /// The old key, where the copy has its columns.
    fn kept_key(&self) -> Option<Vec<String>> {
        let filled = self.filled();
        let kept = |(name, _): &(String, bool)| {
            let found = filled.iter().find(|it| it.same && it.from == *name)?;
            Some(found.column.clone())
        };
        self.old_key().iter().map(kept).collect()
    }

    /// Key columns of the copy that Spanner computes from columns the old row has too, so that the
    /// join seeks the whole key.
    fn formulas(&self, filled: &[Filled]) -> Vec<(String, String)> {
        let table = self.diff.after.cx.schema.table(self.id);
        let mut out = Vec::new();
        for part in table.key.iter().rev() {
            let column = table.column(part.column);
            let Some(generated) = &column.generated else { continue };
            let there = shard_sources(table, column).into_iter().all(|source| {
                let name = written_column(&self.diff.after, self.id, source);
                filled.iter().any(|it| it.column == name && it.from == name)
            });
            if there {
                let name = written_column(&self.diff.after, self.id, part.column);
                out.push((name, self.diff.after.text_of(generated.expr.span)));
            }
        }
        out
    }

    /// The last key of a first and of a next range: where the range behind it begins.
    pub(super) fn boundaries(&self) -> Vec<String> {
        let (rows, ..) = self.rows_per_commit();
        let key: Vec<String> = self.old_key().into_iter().map(|(name, _)| name).collect();
        let (key, table) = (key.join(", "), self.diff.old_name(self.old));
        [String::new(), format!("\nWHERE {}", self.behind())]
            .into_iter()
            .map(|behind| {
                format!(
                    "SELECT {key}\nFROM {table}{behind}\nORDER BY {}\nLIMIT 1 OFFSET {}",
                    self.order(),
                    rows - 1
                )
            })
            .collect()
    }

    /// Two queries whose answers must be equal: rows and a checksum over what was copied.
    pub(super) fn checksums(&self) -> [String; 2] {
        let google = self.diff.after.google();
        let filled: Vec<Filled> = self.filled().into_iter().filter(|filled| filled.same).collect();
        let sum = |values: Vec<(String, Option<Type>)>, table: &str| {
            let values: Vec<String> = values
                .into_iter()
                .map(|(value, ty)| match (google, ty) {
                    (true, Some(Type::Json)) => format!("TO_JSON_STRING({value})"),
                    (true, _) => value,
                    (false, Some(Type::String(_))) => format!("coalesce({value}, '-')"),
                    (false, Some(Type::Bytes(_) | Type::Array(_) | Type::Other(_)) | None) => {
                        format!("coalesce(to_jsonb({value})::text, '-')")
                    }
                    (false, _) => format!("coalesce({value}::text, '-')"),
                })
                .collect();
            if google {
                format!(
                    "SELECT COUNT(*) AS Row_Count,\n  BIT_XOR(FARM_FINGERPRINT(FORMAT('%T', \
                     ({})))) AS Checksum\nFROM {table}",
                    values.join(", ")
                )
            } else {
                format!(
                    "SELECT count(*) AS row_count,\n  sum(spanner.farm_fingerprint({})) AS \
                     checksum\nFROM {table}",
                    values.join(" || '|' || ")
                )
            }
        };
        let old = filled.iter().map(|it| (it.from.clone(), it.ty.clone())).collect();
        let new = filled.iter().map(|it| (it.column.clone(), it.ty.clone())).collect();
        [sum(old, &self.diff.old_name(self.old)), sum(new, &self.name)]
    }
}

/// A name as part of a parameter's.
fn plain(name: &str) -> String {
    name.chars().filter(|c| c.is_ascii_alphanumeric() || *c == '_').collect()
}

/// A number rounded down.
#[expect(clippy::cast_possible_truncation, reason = "the cast saturates, which is what is wanted")]
fn whole(value: f64) -> u64 {
    value as u64
}
