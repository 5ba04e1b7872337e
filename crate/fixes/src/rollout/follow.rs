//! What a transaction does when it changes a row, so that the image of the row follows in the same
//! transaction: the row is read again and written as a whole, its ancestors before it.

use std::collections::BTreeSet;

use super::cascades::{Cascade, Cascades, LostCascade};
use super::image::{Image, Images, Of, Stands, equal};
use super::plan::{CommitTimestamps, Moves, Parameter, RowsOf, Rule};
use super::script::bare;
use super::{keys, shapes, window};
use crate::schema::TableId;
use crate::syntax::tree::Dialect;

/// The rules for all tables that the application writes, with what they are called meanwhile.
pub(super) struct Rules<'r, 'd, 'a> {
    /// The images to keep.
    pub(super) images: &'r Images<'d, 'a>,
    /// Every table of the schema that is written first.
    pub(super) tables: Vec<Stands<'d, 'a>>,
    /// What goes with what in that schema.
    pub(super) takes: &'r Cascades,
    /// Images may still hold rows that are gone: a server of the version before deleted them.
    pub(super) fills: bool,
}

impl<'d, 'a> Rules<'_, 'd, 'a> {
    /// One rule for each table whose changes concern an image.
    pub(super) fn all(&self) -> Vec<Rule> {
        let needed = self.needed();
        let mut out = Vec::new();
        for table in &self.tables {
            let own: Vec<&Image<'d, 'a>> = self.of(table.id).collect();
            let takes = needed.iter().any(|(above, _)| *above == table.id);
            if !own.is_empty() || takes {
                out.push(self.rule(table, &own, &needed));
            }
        }
        out
    }

    fn of(&self, id: TableId) -> impl Iterator<Item = &Image<'d, 'a>> {
        self.images.0.iter().filter(move |image| image.from.id == id)
    }

    fn rule(
        &self,
        table: &Stands<'d, 'a>,
        own: &[&Image<'d, 'a>],
        needed: &BTreeSet<(TableId, TableId)>,
    ) -> Rule {
        let key = table.parameters(table.identity(), "", 1);
        let mut rule = Rule {
            table: table.name.clone(),
            copies: own.iter().map(|image| image.to.name.clone()).collect(),
            takes_along: self.taken_along(table, &key, needed),
            ..Rule::default()
        };
        for image in own {
            self.refresh_above(image, &key, &mut rule.after_write);
        }
        for image in own {
            rule.after_write.extend(refresh(self.images, image, &key_values(&key)));
            let first = keys::lies_in_circle(image.to.script.cx.schema, image.to.id);
            let list = if first { &mut rule.first } else { &mut rule.before_delete };
            if self.fills {
                list.extend(self.delete_below(image, &key));
            }
            list.push(self.delete(image, &key));
        }
        let deletes = [&rule.first[..], &rule.before_delete].concat();
        rule.moves = self.moves(table, own, &key, &deletes);
        rule.commit_timestamps = self.commit_timestamps(own, &key);
        rule.key = key;
        rule
    }

    /// Refreshes the rows that the image of a row is interleaved in, the highest first.
    fn refresh_above(&self, image: &Image<'d, 'a>, key: &[Parameter], out: &mut Vec<String>) {
        for above in self.images.all_above(image).into_iter().rev() {
            let of = row_values(&image.from, key);
            let values = |name: &str| {
                let own = image.from.table().find_column(&bare(name))?;
                Some(of(&image.from.written(own)))
            };
            for statement in refresh(self.images, above, &values) {
                if !out.contains(&statement) {
                    out.push(statement);
                }
            }
        }
    }

    /// Deletes the image of a row, while the row is there still.
    fn delete(&self, image: &Image<'d, 'a>, key: &[Parameter]) -> String {
        let of = row_values(&image.from, key);
        let mut conditions = self.images.matches(image, image.to.qualifier(), &of);
        conditions.extend(Images::filter(image, &of));
        format!("DELETE FROM {}\nWHERE {}", image.to.name, conditions.join("\n  AND "))
    }

    /// Deletes images in the image of a row that would keep it, the lowest first: the rows that they
    /// are of are gone, or the row itself cannot be deleted.
    fn delete_below(&self, image: &Image<'d, 'a>, key: &[Parameter]) -> Vec<String> {
        let of = row_values(&image.from, key);
        let holds = |below: &&Image<'d, 'a>| {
            window::keeps_its_parent(self.images, below)
                && below.to.script.cx.schema.ancestors(below.to.id).contains(&image.to.id)
        };
        let one = |below: &Image<'d, 'a>| {
            let n = below.to.qualifier();
            let conditions = if self.images.has_own_ids(image) {
                let there = self.images.matches(image, "n", &of).join(" AND ");
                let part = |name: String| {
                    let up = &image.to.name;
                    format!("{n}.{name} = (SELECT n.{name} FROM {up} AS n WHERE {there})")
                };
                let key = image.to.table().key.iter();
                key.map(|it| part(image.to.written(it.column))).collect()
            } else {
                self.images.matches(image, n, &of)
            };
            format!("DELETE FROM {}\nWHERE {}", below.to.name, conditions.join("\n  AND "))
        };
        self.images.0.iter().rev().filter(holds).map(one).collect()
    }

    /// What an `UPDATE` needs that gives an image another key.
    fn moves(
        &self,
        table: &Stands<'d, 'a>,
        own: &[&Image<'d, 'a>],
        key: &[Parameter],
        before: &[String],
    ) -> Option<Moves> {
        let mut columns: Vec<String> = Vec::new();
        for image in own {
            for column in self.images.moved_by(image) {
                if !columns.contains(&column) {
                    columns.push(column);
                }
            }
        }
        if columns.is_empty() {
            return None;
        }
        let schema = table.script.cx.schema;
        // Children before their parents, in which they may be held.
        let below = self.images.0.iter().rev().filter(|image| {
            schema.ancestors(image.from.id).contains(&table.id)
                && self.images.0.iter().any(|above| {
                    above.from.id == table.id
                        && image.to.script.cx.schema.ancestors(image.to.id).contains(&above.to.id)
                })
        });
        let mut rows: Vec<RowsOf> = Vec::new();
        for image in below {
            let columns =
                key.iter().map(|part| (part.column.clone(), part.column.clone())).collect();
            let taken = Cascade { table: image.from.id, columns };
            let found = self.rows_of(&taken, table, key);
            if !rows.contains(&found) {
                rows.push(found);
            }
        }
        for image in own {
            for (other, by) in self.images.referencing(image) {
                let pairs = by.columns.iter().zip(&by.referenced);
                let columns = pairs
                    .map(|(&own, &up)| (other.from.written(own), image.from.written(up)))
                    .collect();
                let found = self.rows_of(&Cascade { table: other.from.id, columns }, table, key);
                if !rows.contains(&found) {
                    rows.push(found);
                }
            }
        }
        Some(Moves { columns, rows, before: before.to_vec() })
    }

    /// Columns that a transaction may set to its commit timestamp and that the image has too.
    fn commit_timestamps(
        &self,
        own: &[&Image<'d, 'a>],
        key: &[Parameter],
    ) -> Option<CommitTimestamps> {
        let mut out = CommitTimestamps { columns: Vec::new(), after: Vec::new() };
        for image in own {
            let was = image.from.table();
            let pending = if image.from.script.google() {
                "PENDING_COMMIT_TIMESTAMP()"
            } else {
                "spanner.pending_commit_timestamp()"
            };
            let mut set = Vec::new();
            for id in was.column_ids().filter(|&id| was.column(id).commit_timestamp) {
                let name = &was.column(id).name;
                let there = image.to.table().find_column(name);
                let Some(there) = there.filter(|_| !was.is_key(id)) else { continue };
                if image.to.table().is_key(there) {
                    continue;
                }
                set.push(format!("{} = {pending}", image.to.written(there)));
                let written = image.from.written(id);
                if !out.columns.contains(&written) {
                    out.columns.push(written);
                }
            }
            if set.is_empty() {
                continue;
            }
            let of = row_values(&image.from, key);
            let mut conditions = self.images.matches(image, image.to.qualifier(), &of);
            conditions.extend(Images::filter(image, &of));
            out.after.push(format!(
                "UPDATE {}\nSET {}\nWHERE {}",
                image.to.name,
                set.join(", "),
                conditions.join("\n  AND ")
            ));
        }
        (!out.columns.is_empty()).then_some(out)
    }
}

// Rows that a delete no longer takes along.
impl Rules<'_, '_, '_> {
    /// Adds to rules what the application deletes itself: rows of `own` tables that the deployed
    /// schema deletes with another row and the wanted one does not. Where `follows`, their images go
    /// too.
    pub(super) fn add_lost(
        &self,
        lost: &[LostCascade],
        own: &[TableId],
        rules: &mut Vec<Rule>,
        follows: bool,
    ) {
        for LostCascade { above, taken } in
            lost.iter().filter(|lost| own.contains(&lost.taken.table))
        {
            let Some(table) = self.tables.iter().find(|it| it.id == *above) else { continue };
            let key = table.parameters(table.identity(), "", 1);
            let rows = self.rows_of(taken, table, &key);
            let delete = self.delete_rows(taken, table, &key);
            let at = rules.iter().position(|rule| rule.table == table.name);
            let at = at.unwrap_or_else(|| {
                rules.push(Rule { table: table.name.clone(), key, ..Rule::default() });
                rules.len() - 1
            });
            if follows && !rules[at].takes_along.contains(&rows) {
                rules[at].takes_along.push(rows);
            }
            rules[at].before_delete.push(delete);
        }
    }

    /// Deletes rows that hang on a row.
    fn delete_rows(&self, taken: &Cascade, above: &Stands<'_, '_>, key: &[Parameter]) -> String {
        let below = self.tables.iter().find(|it| it.id == taken.table);
        let below = below.expect("every table of the schema is among the tables");
        let of = row_values(above, key);
        let n = below.qualifier();
        let conditions: Vec<String> = taken
            .columns
            .iter()
            .map(|(own, other)| equal(&format!("{n}.{own}"), &of(other), false))
            .collect();
        format!("DELETE FROM {}\nWHERE {}", below.name, conditions.join(" AND "))
    }
}

// Rows that a delete takes along.
impl<'d, 'a> Rules<'_, 'd, 'a> {
    /// Pairs of tables of which the second loses rows with the first, where an image of it or of
    /// what it takes along does not follow by itself.
    fn needed(&self) -> BTreeSet<(TableId, TableId)> {
        let edges: Vec<(TableId, TableId)> = self.takes.pairs().collect();
        let mut needed: BTreeSet<(TableId, TableId)> = edges
            .iter()
            .copied()
            .filter(|&(above, below)| {
                self.of(below).next().is_some() && !self.goes_by_itself(above, below)
            })
            .collect();
        loop {
            let more: Vec<(TableId, TableId)> = edges
                .iter()
                .copied()
                .filter(|edge| !needed.contains(edge))
                .filter(|&(_, below)| needed.iter().any(|&(above, _)| above == below))
                .collect();
            if more.is_empty() {
                return needed;
            }
            needed.extend(more);
        }
    }

    /// Whether the images of `below` go with a row of `above` because they are interleaved in it or
    /// in its image.
    fn goes_by_itself(&self, above: TableId, below: TableId) -> bool {
        self.of(below).all(|image| {
            let table = image.to.table();
            let Some(parent) = table.parent.as_ref().filter(|it| it.on_delete_cascade) else {
                return false;
            };
            let of_image = self.of(above).any(|it| Some(it.to.id) == parent.table);
            let name = |stands: &Stands<'_, '_>| stands.table().name.to_lowercase();
            let same = self.tables.iter().any(|it| {
                it.id == above
                    && name(it) == parent.name.to_lowercase()
                    && self.of(above).next().is_none()
            });
            let only = self.takes.from(above);
            let interleaved = only.iter().filter(|it| it.table == below).count() == 1;
            (of_image || same) && interleaved && image.only.is_none()
        })
    }

    fn taken_along(
        &self,
        table: &Stands<'d, 'a>,
        key: &[Parameter],
        needed: &BTreeSet<(TableId, TableId)>,
    ) -> Vec<RowsOf> {
        let taken = self.takes.from(table.id).iter();
        taken
            .filter(|taken| needed.contains(&(table.id, taken.table)))
            .map(|taken| self.rows_of(taken, table, key))
            .collect()
    }

    /// The query of the keys of rows that hang on a row.
    fn rows_of(&self, taken: &Cascade, above: &Stands<'d, 'a>, key: &[Parameter]) -> RowsOf {
        let below = self.tables.iter().find(|it| it.id == taken.table);
        let below = below.expect("every table of the schema is among the tables");
        let of = row_values(above, key);
        let conditions: Vec<String> = taken
            .columns
            .iter()
            .map(|(own, other)| equal(&format!("c.{own}"), &of(other), false))
            .collect();
        let columns: Vec<String> =
            below.identity().into_iter().map(|key| format!("c.{}", key.name)).collect();
        RowsOf {
            table: below.name.clone(),
            query: format!(
                "SELECT {}\nFROM {} AS c\nWHERE {}",
                columns.join(", "),
                below.name,
                conditions.join(" AND ")
            ),
        }
    }
}

/// Writes rules as code of an application, once nothing is added to them any more.
pub(super) fn write_code(rules: &mut [Rule], dialect: Dialect) {
    let code: Vec<_> = rules.iter().map(|it| shapes::shapes(&asked(it, rules, dialect))).collect();
    for (rule, code) in rules.iter_mut().zip(code) {
        rule.shapes = code;
    }
}

/// What the code of an application does.
fn asked(rule: &Rule, all: &[Rule], dialect: Dialect) -> shapes::Asked {
    let parameter = |it: &Parameter| shapes::Parameter {
        column: it.column.clone(),
        name: it.name.clone(),
        ty: it.ty.clone(),
    };
    let of = |table: &str| all.iter().find(|it| it.table == table);
    let cascade = |rows: &RowsOf| {
        of(&rows.table).filter(|it| it.deletes())?;
        Some((rows.table.clone(), rows.query.clone()))
    };
    let moved = |rows: &RowsOf| {
        let below = of(&rows.table)?;
        Some(shapes::Moved {
            table: rows.table.clone(),
            query: rows.query.clone(),
            first: !below.first.is_empty(),
            before_delete: !below.before_delete.is_empty(),
        })
    };
    let timestamps = rule.commit_timestamps.as_ref();
    shapes::Asked {
        table: rule.table.clone(),
        dialect,
        key: rule.key.iter().map(parameter).collect(),
        after_write: rule.after_write.clone(),
        first: rule.first.clone(),
        before_delete: rule.before_delete.clone(),
        cascades: rule.takes_along.iter().filter_map(cascade).collect(),
        moves: rule.moves.as_ref().map(|moves| shapes::Moves {
            columns: moves.columns.clone(),
            before: moves.before.clone(),
            rows: moves.rows.iter().filter_map(moved).collect(),
        }),
        timestamps: timestamps.map(|it| it.columns.clone()).unwrap_or_default(),
        set_timestamps: timestamps.map(|it| it.after.clone()).unwrap_or_default(),
        supplied: rule.supplied.clone(),
    }
}

/// The parameter of a column that names a row.
pub(super) fn key_values(key: &[Parameter]) -> impl Fn(&str) -> Option<String> + '_ {
    move |name| {
        let name = bare(name);
        let is = |part: &&Parameter| bare(&part.column).eq_ignore_ascii_case(&name);
        key.iter().find(is).map(|part| part.sql.clone())
    }
}

/// Columns of the row that parameters name: they themselves, and for other columns a query.
fn row_values<'k>(table: &'k Stands<'_, '_>, key: &'k [Parameter]) -> impl Fn(&str) -> String + 'k {
    move |name| {
        let own_value = key_values(key);
        own_value(name).unwrap_or_else(|| {
            let row = table.named("o", &own_value).unwrap_or_default().join(" AND ");
            format!("(SELECT o.{name} FROM {} AS o WHERE {row})", table.name)
        })
    }
}

/// Writes the image of the row that `value` names: all of its columns, read from the row.
fn refresh(
    images: &Images<'_, '_>,
    image: &Image<'_, '_>,
    value: &dyn Fn(&str) -> Option<String>,
) -> Vec<String> {
    let Some(conditions) = image.from.named("o", value) else { return Vec::new() };
    if in_two(images, image) {
        let row = conditions.join(" AND ");
        let of = |name: &str| {
            let query = || format!("(SELECT o.{name} FROM {} AS o WHERE {row})", image.from.name);
            value(name).unwrap_or_else(query)
        };
        let there = images.matches(image, image.to.qualifier(), &of).join("\n  AND ");
        // Found by the row of the image, so that conditions of several rows can be joined with OR.
        let mut own = images.matches(image, image.to.qualifier(), &|name| format!("o.{name}"));
        own.extend(Images::filter(image, &|name| format!("o.{name}")));
        let own = own.join(" AND ");
        let mut out: Vec<String> = update(images, image, &own, &there).into_iter().collect();
        out.push(insert_missing(images, image, &conditions));
        return out;
    }
    upsert(images, image, &conditions)
}

/// Whether rows that are there and rows that are not take a statement each: the key is not that of
/// the row that is read, or Spanner computes a part of it, which `ON CONFLICT` is not for.
fn in_two(images: &Images<'_, '_>, image: &Image<'_, '_>) -> bool {
    let table = image.to.table();
    let computed = || table.key.iter().any(|part| table.column(part.column).generated.is_some());
    images.has_own_ids(image) || (!image.to.script.google() && computed())
}

/// Writes the images of the rows `o` for which conditions hold, those that are there too.
pub(super) fn upsert(
    images: &Images<'_, '_>,
    image: &Image<'_, '_>,
    conditions: &[String],
) -> Vec<String> {
    let to = &image.to.name;
    let rows = rows(images, image, "", conditions);
    if in_two(images, image) {
        let of: Of<'_> = &|name| format!("o.{name}");
        let mut own = conditions.to_vec();
        own.extend(Images::filter(image, of));
        own.extend(images.matches(image, image.to.qualifier(), of));
        let own = own.join(" AND ");
        let there = format!("EXISTS (SELECT 1 FROM {} AS o WHERE {own})", image.from.name);
        let mut out: Vec<String> = update(images, image, &own, &there).into_iter().collect();
        out.push(insert_missing(images, image, conditions));
        return out;
    }
    if image.to.script.google() {
        return vec![format!("INSERT OR UPDATE INTO {to} {rows}")];
    }
    let table = image.to.table();
    let key: Vec<String> = table.key.iter().map(|part| image.to.written(part.column)).collect();
    // All columns that are inserted have to be set, those of the key too.
    let cells = images.cells(image, &|name| format!("o.{name}"));
    let set: Vec<String> =
        cells.iter().map(|cell| format!("{0} = excluded.{0}", cell.name)).collect();
    vec![format!(
        "INSERT INTO {to} {rows}\nON CONFLICT ({}) DO UPDATE SET {}",
        key.join(", "),
        set.join(", ")
    )]
}

/// Writes the images of rows that are not there yet. One that is there is what the row is: whoever
/// changes the row writes it in the same transaction.
pub(super) fn fill(
    images: &Images<'_, '_>,
    image: &Image<'_, '_>,
    conditions: &[String],
) -> Vec<String> {
    if in_two(images, image) {
        return vec![insert_missing(images, image, conditions)];
    }
    upsert(images, image, conditions)
}

/// The columns of an image, and the query of the rows `o` for which conditions hold.
fn rows(
    images: &Images<'_, '_>,
    image: &Image<'_, '_>,
    join: &str,
    conditions: &[String],
) -> String {
    let of: Of<'_> = &|name| format!("o.{name}");
    let cells = images.cells(image, of);
    let columns: Vec<&str> = cells.iter().map(|cell| cell.name.as_str()).collect();
    let values: Vec<&str> = cells.iter().map(|cell| cell.value.as_str()).collect();
    let mut conditions = conditions.to_vec();
    conditions.extend(Images::filter(image, of));
    format!(
        "({})\nSELECT {}\nFROM {} AS o{join}\nWHERE {}",
        columns.join(", "),
        values.join(", "),
        image.from.name,
        conditions.join("\n  AND ")
    )
}

fn insert_missing(images: &Images<'_, '_>, image: &Image<'_, '_>, conditions: &[String]) -> String {
    let of: Of<'_> = &|name| format!("o.{name}");
    let join = format!(
        "\nLEFT JOIN {} AS n ON {}",
        image.to.name,
        images.matches(image, "n", of).join(" AND ")
    );
    let mut conditions = conditions.to_vec();
    conditions.push(image.to.is_missing("n"));
    format!("INSERT INTO {} {}", image.to.name, rows(images, image, &join, &conditions))
}

/// Writes the columns of images that are there, but for those of the key; `own` finds the row `o`.
fn update(
    images: &Images<'_, '_>,
    image: &Image<'_, '_>,
    own: &str,
    there: &str,
) -> Option<String> {
    let table = image.to.table();
    let cells = images.cells(image, &|name| format!("o.{name}"));
    let set: Vec<String> = cells
        .iter()
        .filter(|cell| !table.is_key(cell.column))
        .map(|cell| {
            let (name, value, from) = (&cell.name, &cell.value, &image.from.name);
            format!("{name} = (SELECT {value} FROM {from} AS o WHERE {own})")
        })
        .collect();
    let text = || format!("UPDATE {}\nSET {}\nWHERE {there}", image.to.name, set.join(",\n  "));
    (!set.is_empty()).then(text)
}
