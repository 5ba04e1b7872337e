//! How rows get from a table into its copy with another key: the statements, and the queries that
//! show that none is missing.

use super::diff::{Diff, written_column};
use crate::facts::Dist;
use crate::fixes::edit::Hand;
use crate::fixes::{names, shard};
use crate::schema::limits::{COMMIT_BYTES_MAX, MUTATIONS_PER_COMMIT};
use crate::schema::{Column, ColumnId, TableId};
use crate::syntax::tree::Type;
use crate::workload::load::whole;

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

    /// Columns by which an old row's copy is found: those of both keys that it fills.
    fn found_by(&self) -> Option<Vec<(String, String)>> {
        let table = self.diff.after.cx.schema.table(self.id);
        let filled = self.filled();
        let mut by = Vec::new();
        for part in &table.key {
            let column = table.column(part.column);
            if column.generated.is_some() {
                continue;
            }
            let name = written_column(&self.diff.after, self.id, part.column);
            let found = filled.iter().find(|filled| filled.column == name)?;
            by.push((name, found.from.clone()));
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
        let google = self.diff.after.google();
        let filled = self.filled();
        let columns: Vec<&str> = filled.iter().map(|filled| filled.column.as_str()).collect();
        let values: Vec<&str> = filled.iter().map(|filled| filled.from.as_str()).collect();
        let table = self.diff.old_name(self.old);
        let (rows, ..) = self.rows_per_commit();
        let into = if google { "INSERT OR IGNORE INTO" } else { "INSERT INTO" };
        let absent = self.absent(google);
        [None, Some(self.behind())]
            .into_iter()
            .map(|behind| {
                let conditions: Vec<String> = behind.into_iter().chain(absent.clone()).collect();
                let limits = if conditions.is_empty() {
                    String::new()
                } else {
                    format!("\nWHERE {}", conditions.join("\n  AND "))
                };
                format!(
                    "{into} {} ({})\nSELECT {}\nFROM {table}{limits}\nORDER BY {}\nLIMIT {rows}",
                    self.name,
                    columns.join(", "),
                    values.join(", "),
                    self.order(),
                )
            })
            .collect()
    }

    /// A condition on rows that have no copy yet, where the statement does not see to it.
    fn absent(&self, google: bool) -> Option<String> {
        let by = match self.found_by() {
            Some(_) if google => return None,
            Some(by) => by,
            // The copy has a key that the old row does not tell: its old key, if it is kept.
            None => {
                let filled = self.filled();
                let kept = |(name, _): &(String, bool)| {
                    let found = filled.iter().find(|it| it.same && it.from == *name)?;
                    Some((found.column.clone(), found.from.clone()))
                };
                self.old_key().iter().map(kept).collect::<Option<Vec<_>>>()?
            }
        };
        let table = names::last_part(&self.diff.old_name(self.old)).to_owned();
        let pairs: Vec<String> = by
            .iter()
            .map(|(column, from)| {
                if is_name(from) {
                    format!("c.{column} = {table}.{from}")
                } else {
                    format!("c.{column} = {}", qualified(from, &table, &self.old_columns()))
                }
            })
            .collect();
        Some(format!("NOT EXISTS (SELECT 1 FROM {} c WHERE {})", self.name, pairs.join(" AND ")))
    }

    fn old_columns(&self) -> Vec<String> {
        let table = self.diff.before.cx.schema.table(self.old);
        table.column_ids().map(|id| written_column(&self.diff.before, self.old, id)).collect()
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
                    (false, _) => format!("coalesce(to_jsonb({value})::text, '-')"),
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
                    "SELECT count(*) AS row_count,\n  sum(spanner.farm_fingerprint({})::numeric) \
                     AS checksum\nFROM {table}",
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

fn is_name(value: &str) -> bool {
    !value.contains(['(', ':', '@', '$'])
}

/// `value` with the table before the columns it names.
fn qualified(value: &str, table: &str, columns: &[String]) -> String {
    let mut columns: Vec<&String> = columns.iter().collect();
    columns.sort_by_key(|column| std::cmp::Reverse(column.len()));
    for column in columns {
        for (before, behind) in [("(", " AS"), ("(", ")"), ("", "::")] {
            let from = format!("{before}{column}{behind}");
            if value.contains(&from) {
                return value.replace(&from, &format!("{before}{table}.{column}{behind}"));
            }
        }
    }
    value.to_owned()
}
