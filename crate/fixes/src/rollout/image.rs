//! How rows of one table are written as rows of another with a new key: the value of each column,
//! and the condition that finds the image of a row.

use super::diff::written_column;
use super::plan::Parameter;
use super::script::{Script, bare};
use crate::edit::TextStyle;
use crate::facts::Dist;
use crate::facts::shard::sources as shard_sources;
use crate::schema::{Column, ColumnId, ForeignKey, Table, TableId};
use crate::syntax::tree::Type;
use crate::{names, shard};

/// Writes a column of the row that is read, given its name: `o.Name`, `@Name`.
pub(super) type Of<'f> = &'f dyn Fn(&str) -> String;

/// A table as it stands in the database while the plan runs.
#[derive(Clone)]
pub(super) struct Stands<'d, 'a> {
    /// The schema that has it.
    pub(super) script: &'d Script<'a>,
    /// Which of its tables.
    pub(super) id: TableId,
    /// Its present name.
    pub(super) name: String,
}

impl Stands<'_, '_> {
    /// The table.
    pub(super) fn table(&self) -> &Table {
        self.script.cx.schema.table(self.id)
    }

    /// The name of a column as the schema writes it.
    pub(super) fn written(&self, column: ColumnId) -> String {
        written_column(self.script, self.id, column)
    }

    /// What qualifies a column of the table in a statement without an alias.
    pub(super) fn qualifier(&self) -> &str {
        names::last_part(&self.name)
    }

    /// The columns of its key.
    pub(super) fn key(&self) -> Vec<KeyColumn> {
        let table = self.table();
        let one = |part: &crate::schema::KeyPart| {
            let column = table.column(part.column);
            KeyColumn {
                name: self.written(part.column),
                desc: part.desc,
                nullable: !column.not_null,
                ty: column.type_span.of(self.script.cx.text).to_owned(),
            }
        };
        table.key.iter().map(one).collect()
    }

    /// The columns that a person names a row by: those of the key, and in place of one that Spanner
    /// computes those that it is computed from.
    pub(super) fn identity(&self) -> Vec<KeyColumn> {
        let table = self.table();
        let mut ids: Vec<ColumnId> = Vec::new();
        for part in &table.key {
            let sources = shard_sources(table, table.column(part.column));
            let of = if sources.is_empty() { vec![part.column] } else { sources };
            ids.extend(of);
        }
        let mut out: Vec<KeyColumn> = Vec::new();
        for id in ids {
            let column = table.column(id);
            let name = self.written(id);
            if !out.iter().any(|it| it.name == name) {
                let ty = column.type_span.of(self.script.cx.text).to_owned();
                out.push(KeyColumn { name, desc: false, nullable: !column.not_null, ty });
            }
        }
        out
    }

    /// Conditions on the row `n` of which `of` gives the columns that name it. A part of the key that
    /// Spanner computes is computed here, so that the row is found by a seek.
    pub(super) fn named(
        &self,
        n: &str,
        of: &dyn Fn(&str) -> Option<String>,
    ) -> Option<Vec<String>> {
        let table = self.table();
        let mut out = Vec::new();
        for part in &table.key {
            let column = table.column(part.column);
            let Some(generated) = &column.generated else { continue };
            let text = self.script.substituted(generated.expr.span, &mut |name| {
                let id = table.find_column(name).filter(|&it| it != part.column)?;
                of(&self.written(id))
            });
            let name = format!("{n}.{}", self.written(part.column));
            out.push(equal(&name, &text, !column.not_null));
        }
        for column in self.identity() {
            let value = of(&column.name)?;
            out.push(equal(&format!("{n}.{}", column.name), &value, column.nullable));
        }
        Some(out)
    }

    /// A condition that a join found no row `n`: one column of the key that is never NULL is, or all
    /// of them are.
    pub(super) fn is_missing(&self, n: &str) -> String {
        let key = self.key();
        let of = |key: &KeyColumn| format!("{n}.{} IS NULL", key.name);
        let never = key.iter().find(|key| !key.nullable).map(of);
        never.unwrap_or_else(|| key.iter().map(of).collect::<Vec<_>>().join(" AND "))
    }

    /// Parameters for columns; in PostgreSQL they count from `first`.
    pub(super) fn parameters(
        &self,
        columns: Vec<KeyColumn>,
        prefix: &str,
        first: usize,
    ) -> Vec<Parameter> {
        let google = self.script.google();
        let one = |(at, key): (usize, KeyColumn)| {
            let (name, sql) = if google {
                let name = format!("{prefix}{}", parameter_part(&key.name));
                (name.clone(), format!("@{name}"))
            } else {
                (format!("p{}", first + at), format!("${}", first + at))
            };
            Parameter { column: key.name, name, sql, ty: key.ty }
        };
        columns.into_iter().enumerate().map(one).collect()
    }
}

/// A column of a key.
#[derive(Clone)]
pub(super) struct KeyColumn {
    pub(super) name: String,
    pub(super) desc: bool,
    pub(super) nullable: bool,
    pub(super) ty: String,
}

/// One table whose rows are the image of another's.
#[derive(Clone)]
pub(super) struct Image<'d, 'a> {
    /// The table that is read.
    pub(super) from: Stands<'d, 'a>,
    /// The table that is written.
    pub(super) to: Stands<'d, 'a>,
    /// Only rows with this value of this column have an image here.
    pub(super) only: Option<(String, String)>,
    /// A column that has the same value in all images.
    pub(super) fixed: Option<(ColumnId, String)>,
}

/// Images of tables that move together.
#[derive(Clone)]
pub(super) struct Images<'d, 'a>(pub(super) Vec<Image<'d, 'a>>);

/// A column of an image with the value that it gets.
pub(super) struct Cell {
    /// The column, as statements write it.
    pub(super) name: String,
    /// Its value.
    pub(super) value: String,
    /// Which column it is.
    pub(super) column: ColumnId,
}

impl<'d, 'a> Images<'d, 'a> {
    /// The same the other way round.
    pub(super) fn turned(&self) -> Self {
        let turn = |image: &Image<'d, 'a>| {
            let written = |id| written_column(image.to.script, image.to.id, id);
            let fixed = image.only.as_ref().and_then(|(column, value)| {
                Some((image.from.table().find_column(&bare(column))?, value.clone()))
            });
            Image {
                from: image.to.clone(),
                to: image.from.clone(),
                only: image.fixed.as_ref().map(|(column, value)| (written(*column), value.clone())),
                fixed,
            }
        };
        Self(self.0.iter().map(turn).collect())
    }

    /// Columns of an image that statements fill, each with its value.
    pub(super) fn cells(&self, image: &Image<'d, 'a>, of: Of<'_>) -> Vec<Cell> {
        let table = image.to.table();
        let filled = table.column_ids().filter(|&id| table.column(id).generated.is_none());
        filled
            .filter_map(|column| {
                let value = self.value(image, column, of)?;
                Some(Cell { name: image.to.written(column), value, column })
            })
            .collect()
    }

    /// The value of a column of an image; `None` where its default or NULL does.
    pub(super) fn value(
        &self,
        image: &Image<'d, 'a>,
        column: ColumnId,
        of: Of<'_>,
    ) -> Option<String> {
        let it = image.to.table().column(column);
        if let Some((_, value)) = image.fixed.as_ref().filter(|(fixed, _)| *fixed == column) {
            // PostgreSQL gives a bare literal no type of its own.
            let text = matches!(it.ty, Some(Type::String(_))) && !image.to.script.google();
            let cast = || format!("CAST({value} AS varchar)");
            return Some(if text { cast() } else { value.clone() });
        }
        if it.generated.is_some() {
            return self.computed(image, column, of);
        }
        let was = image.from.table();
        if let Some(then) = was.find_column(&it.name) {
            let name = image.from.written(then);
            return Some(converted(image, was.column(then), it, of(&name)));
        }
        self.inherited(image, column, of)
            .or_else(|| self.referenced(image, column, of))
            .or_else(|| Self::sharded(image, column, of))
            .or_else(|| is_open(it).then(|| placeholder(&it.name)))
    }

    /// The value of a column by which an image references another from now on: that of the row which
    /// the table references by other columns already.
    fn referenced(&self, image: &Image<'d, 'a>, column: ColumnId, of: Of<'_>) -> Option<String> {
        let (above, part, key) = self.reference(image, column)?;
        let then = above.from.table();
        let name = &above.to.table().column(part).name;
        let p = format!("r{}", above.to.id.0);
        let value = match then.find_column(name) {
            Some(own) => format!("{p}.{}", above.from.written(own)),
            None => Self::sharded(above, part, &|name| format!("{p}.{name}"))?,
        };
        let pairs = key.columns.iter().zip(&key.referenced);
        let conditions: Vec<String> = pairs
            .map(|(&own, &up)| {
                format!("{p}.{} = {}", above.from.written(up), of(&image.from.written(own)))
            })
            .collect();
        let row = conditions.join(" AND ");
        Some(format!("(SELECT {value} FROM {} AS {p} WHERE {row})", above.from.name))
    }

    /// For a column that an image references another by, and did not have before: the other, its
    /// column, and the foreign key by which the table references it already.
    fn reference<'i>(
        &'i self,
        image: &'i Image<'d, 'a>,
        column: ColumnId,
    ) -> Option<(&'i Image<'d, 'a>, ColumnId, &'i ForeignKey)> {
        let mut keys = image.to.table().foreign_keys.iter();
        keys.find_map(|key| {
            let at = key.columns.iter().position(|&it| it == column)?;
            let above =
                self.0.iter().find(|it| Some(it.to.id) == key.table && it.only.is_none())?;
            let mut old = image.from.table().foreign_keys.iter();
            let old = old.find(|it| it.table == Some(above.from.id) && !it.columns.is_empty())?;
            Some((above, *key.referenced.get(at)?, old))
        })
    }

    /// The value of a column that references another image, for a row `o` of the copy: that of the
    /// other's copy.
    pub(super) fn of_copy_referenced(
        &self,
        image: &Image<'d, 'a>,
        column: ColumnId,
    ) -> Option<String> {
        let (above, part, key) = self.reference(image, column)?;
        let mut conditions = Vec::new();
        for (&own, &up) in key.columns.iter().zip(&key.referenced) {
            let own = image.to.table().find_column(&image.from.table().column(own).name)?;
            let up = above.to.table().find_column(&above.from.table().column(up).name)?;
            conditions.push(format!("p.{} = o.{}", above.to.written(up), image.to.written(own)));
        }
        let (value, name) = (above.to.written(part), &above.to.name);
        Some(format!("(SELECT p.{value} FROM {name} AS p WHERE {})", conditions.join(" AND ")))
    }

    /// The images that hold a value of another by which they reference it, with the foreign key by
    /// which their table does.
    pub(super) fn referencing<'i>(
        &'i self,
        of: &'i Image<'d, 'a>,
    ) -> impl Iterator<Item = (&'i Image<'d, 'a>, &'i ForeignKey)> + 'i {
        self.0.iter().filter_map(|image| {
            let (was, table) = (image.from.table(), image.to.table());
            let new = |id: &ColumnId| was.find_column(&table.column(*id).name).is_none();
            let mut found =
                table.column_ids().filter(new).filter_map(|id| self.reference(image, id));
            let (_, _, key) = found.find(|(above, ..)| above.to.id == of.to.id)?;
            Some((image, key))
        })
    }

    /// Whether a change of a row may delete its image and insert it again: its key is made of other
    /// columns, or that of what it hangs on is.
    pub(super) fn moves(&self, image: &Image<'d, 'a>) -> bool {
        let mut seen = vec![image.to.id];
        let mut next = vec![image];
        while let Some(at) = next.pop() {
            if !self.moved_by(at).is_empty() {
                return true;
            }
            let (was, table) = (at.from.table(), at.to.table());
            let new = |id: &ColumnId| was.find_column(&table.column(*id).name).is_none();
            let referenced = table.column_ids().filter(new).filter_map(|id| self.reference(at, id));
            for above in self.above(at).into_iter().chain(referenced.map(|(above, ..)| above)) {
                if !seen.contains(&above.to.id) {
                    seen.push(above.to.id);
                    next.push(above);
                }
            }
        }
        false
    }

    /// The value of a column that Spanner computes, over the row that is read.
    fn computed(&self, image: &Image<'d, 'a>, column: ColumnId, of: Of<'_>) -> Option<String> {
        let table = image.to.table();
        let generated = table.column(column).generated.as_ref()?;
        let mut missing = false;
        let text = image.to.script.substituted(generated.expr.span, &mut |name| {
            let found = table.find_column(name).filter(|&it| it != column)?;
            let value = self.value(image, found, of);
            missing |= value.is_none();
            value
        });
        (!missing).then_some(text)
    }

    /// The value of a part of a parent's key: that of the parent's row.
    fn inherited(&self, image: &Image<'d, 'a>, column: ColumnId, of: Of<'_>) -> Option<String> {
        let above = self.above(image)?;
        let table = image.to.table();
        let name = &table.column(column).name;
        let part = above.to.table().find_column(name)?;
        if !table.is_key(column) || !above.to.table().is_key(part) {
            return None;
        }
        // Each level has an alias of its own: a parent's part may be that of its own parent.
        let p = format!("p{}", above.to.script.cx.schema.ancestors(above.to.id).len());
        let condition = self.row_above(image, above, &p, of)?;
        let value = self.value(above, part, &|name| format!("{p}.{name}"))?;
        Some(format!("(SELECT {value} FROM {} AS {p} WHERE {condition})", above.from.name))
    }

    /// The value of a part of a parent's key for a row `o` of the copy: that of the parent's copy.
    pub(super) fn of_copy_above(&self, image: &Image<'d, 'a>, column: ColumnId) -> Option<String> {
        let above = self.above(image)?;
        let (table, parent) = (image.to.table(), above.to.table());
        let part = parent.find_column(&table.column(column).name)?;
        let mut conditions = Vec::new();
        for key in above.from.identity() {
            let up = parent.find_column(&bare(&key.name))?;
            let own = table.find_column(&bare(&key.name))?;
            let (up, own) = (above.to.written(up), image.to.written(own));
            conditions.push(equal(&format!("p.{up}"), &format!("o.{own}"), key.nullable));
        }
        let (value, name) = (above.to.written(part), &above.to.name);
        let row = conditions.join(" AND ");
        Some(format!("(SELECT p.{value} FROM {name} AS p WHERE {row})"))
    }

    /// The image that an image is interleaved in.
    pub(super) fn above(&self, image: &Image<'d, 'a>) -> Option<&Image<'d, 'a>> {
        let parent = image.to.table().parent.as_ref()?.table?;
        self.0.iter().find(|other| other.to.id == parent)
    }

    /// The images that an image is interleaved in, the nearest first.
    pub(super) fn all_above(&self, image: &Image<'d, 'a>) -> Vec<&Image<'d, 'a>> {
        let mut out: Vec<&Image<'d, 'a>> = Vec::new();
        let mut next = self.above(image);
        // A circle of parents is rejected by Spanner and must not hang here.
        while let Some(above) = next.filter(|_| out.len() <= self.0.len()) {
            out.push(above);
            next = self.above(above);
        }
        out
    }

    /// A condition on the row `p` of the table that `above` reads, which is the parent of a row.
    fn row_above(
        &self,
        image: &Image<'d, 'a>,
        above: &Image<'d, 'a>,
        p: &str,
        of: Of<'_>,
    ) -> Option<String> {
        let value = |name: &str| {
            let own = image.from.table().find_column(&bare(name))?;
            Some(of(&image.from.written(own)))
        };
        Some(above.from.named(p, &value)?.join(" AND "))
    }

    /// The number of a shard that the application fills.
    fn sharded(image: &Image<'d, 'a>, column: ColumnId, of: Of<'_>) -> Option<String> {
        let cx = image.to.script.cx;
        let table = image.to.table();
        let Dist::Shard { n, of: hashed, .. } = cx.facts.column(image.to.id, column).dist else {
            return None;
        };
        let was = image.from.table();
        let there = |part: &ColumnId| was.find_column(&table.column(*part).name).is_some();
        let parts = table.key.iter().map(|part| part.column).filter(|&part| part != column);
        let source = hashed.into_iter().chain(parts).find(there)?;
        let then = was.find_column(&table.column(source).name)?;
        let value =
            converted(image, was.column(then), table.column(source), of(&image.from.written(then)));
        shard::expression(
            &TextStyle::of_table(cx.text, cx.schema, table),
            table.column(source),
            &value,
            n,
        )
    }

    /// Conditions under which the row `n` is the image of the row that `of` reads, one for each
    /// part of the key.
    pub(super) fn matches(&self, image: &Image<'d, 'a>, n: &str, of: Of<'_>) -> Vec<String> {
        let table = image.to.table();
        let mut out = Vec::new();
        if self.has_own_ids(image) {
            for key in image.from.identity() {
                if let Some(there) = table.find_column(&bare(&key.name)) {
                    let name = format!("{n}.{}", image.to.written(there));
                    out.push(equal(&name, &of(&key.name), key.nullable));
                }
            }
            return out;
        }
        for part in &table.key {
            if let Some(value) = self.value(image, part.column, of) {
                let nullable = !table.column(part.column).not_null;
                let name = format!("{n}.{}", image.to.written(part.column));
                out.push(equal(&name, &value, nullable));
            }
        }
        out
    }

    /// Whether rows of an image get ids of their own: nothing of the row that is read gives the key,
    /// so that the image is found by the key of that row, which it holds.
    pub(super) fn has_own_ids(&self, image: &Image<'d, 'a>) -> bool {
        let of: Of<'_> = &|name| name.to_owned();
        let mut key = image.to.table().key.iter();
        key.any(|part| self.value(image, part.column, of).is_none())
    }

    /// Columns of the table that is read whose change gives an image another key.
    pub(super) fn moved_by(&self, image: &Image<'d, 'a>) -> Vec<String> {
        let read = std::cell::RefCell::new(Vec::new());
        let note = |name: &str| {
            let name = name.to_owned();
            if !read.borrow().contains(&name) {
                read.borrow_mut().push(name.clone());
            }
            name
        };
        for part in &image.to.table().key {
            let _ = self.value(image, part.column, &note);
        }
        if let Some((column, _)) = &image.only {
            note(column);
        }
        let mut key = image.from.key();
        key.extend(image.from.identity());
        let key: Vec<String> = key.into_iter().map(|key| key.name).collect();
        read.into_inner().into_iter().filter(|name| !key.contains(name)).collect()
    }

    /// The rows of a table that have an image, where not all have one.
    pub(super) fn filter(image: &Image<'d, 'a>, of: Of<'_>) -> Option<String> {
        image.only.as_ref().map(|(column, value)| format!("{} = {value}", of(column)))
    }

    /// Columns for which a person has to find an expression.
    pub(super) fn open(&self) -> Vec<(String, String)> {
        let mut out: Vec<(String, String)> = Vec::new();
        for image in &self.0 {
            for cell in self.cells(image, &|name| name.to_owned()) {
                let name = &image.to.table().column(cell.column).name;
                if cell.value == placeholder(name) {
                    out.push((placeholder(name), image.from.name.clone()));
                }
            }
        }
        out
    }
}

/// What stands in statements for a value that no column gives.
fn placeholder(name: &str) -> String {
    format!("{{{name}}}")
}

fn is_open(column: &Column) -> bool {
    column.not_null && column.default.is_none() && column.identity.is_none()
}

/// `a = b`, where NULL equals NULL if either may be.
pub(super) fn equal(a: &str, b: &str, nullable: bool) -> String {
    if nullable {
        format!("({a} = {b} OR ({a} IS NULL AND {b} IS NULL))")
    } else {
        format!("{a} = {b}")
    }
}

/// The value of a column in the type that it gets.
fn converted(image: &Image<'_, '_>, was: &Column, is: &Column, value: String) -> String {
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
        return value;
    }
    let script = image.to.script;
    let ty = match &is.ty {
        Some(Type::String(_)) => if script.google() { "STRING" } else { "varchar" }.to_owned(),
        Some(Type::Bytes(_)) => if script.google() { "BYTES" } else { "bytea" }.to_owned(),
        _ => is.type_span.of(script.cx.text).to_owned(),
    };
    format!("CAST({value} AS {ty})")
}

/// A value in a form in which it can be compared: JSON and arrays cannot be as they are, and no NaN
/// equals another.
pub(super) fn comparable(ty: Option<&Type>, value: &str, google: bool) -> String {
    match (ty, google) {
        (Some(Type::Json), true) => format!("TO_JSON_STRING({value})"),
        (Some(Type::Float32 | Type::Float64), true) => format!("CAST({value} AS STRING)"),
        (None | Some(Type::Array(_) | Type::Other(_)), true) => format!("FORMAT('%T', {value})"),
        (
            None
            | Some(Type::Json | Type::Array(_) | Type::Other(_) | Type::Float32 | Type::Float64),
            false,
        ) => format!("to_jsonb({value})::text"),
        _ => value.to_owned(),
    }
}

/// A name as part of a parameter's.
fn parameter_part(name: &str) -> String {
    name.chars().filter(|c| c.is_ascii_alphanumeric() || *c == '_').collect()
}
