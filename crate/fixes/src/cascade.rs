//! What a new key brings with it: when the key K of a table becomes K′, its interleaved
//! descendants, the indexes of the tree and the foreign keys that reference it follow, in that
//! order.

use std::collections::BTreeSet;

use crate::dependants::{self, NewKey};
use crate::edit::{Draft, NewColumn, Side, TextStyle, like};
use crate::fix::{Change, FixContext, Refusal, change, refuse};
use crate::names;
use crate::rules::{Finding, Object};
use crate::schema::limits::KEY_COLUMNS_MAX;
use crate::schema::{Column, ColumnId, ForeignKey, Index, IndexId, Schema, Table, TableId};
use crate::shard::{self, Formula};
use crate::text::{Edit, Span};

/// A table and everything interleaved in it, parents before children.
pub(super) fn tree(schema: &Schema, root: TableId) -> Vec<TableId> {
    let mut tables = vec![root];
    let mut next = 0;
    while next < tables.len() {
        for child in schema.children_of(tables[next]) {
            if !tables.contains(&child) {
                tables.push(child);
            }
        }
        next += 1;
    }
    tables
}

/// The table a finding is about: its own, or the one that a managed index's foreign key
/// references, for there the values come from.
pub(super) fn table_of(schema: &Schema, finding: &Finding) -> Result<TableId, Refusal> {
    match finding.object {
        Object::Table(id) => Ok(id),
        Object::Index(id) => {
            let index = schema.index(id);
            let cause = schema.tables.iter().flat_map(|t| &t.foreign_keys);
            cause
                .filter(|_| index.managed)
                .find(|fk| fk.span == index.span)
                .and_then(|fk| fk.table)
                .ok_or_else(|| {
                    refuse(format!("`{}` is an index; this fix is for keys", index.name))
                })
        }
        other => {
            let name = other.name(schema);
            Err(refuse(format!("`{name}` has no key; this fix is for the keys of tables")))
        }
    }
}

/// The table whose own key part stands at `position` of `table`'s key: an inherited part is
/// changed where it comes from.
pub(super) fn owner_of_part(
    schema: &Schema,
    table: TableId,
    position: usize,
) -> Result<TableId, Refusal> {
    let mut id = table;
    for _ in 0..schema.tables.len() {
        let Some(parent) = &schema.table(id).parent else { break };
        let Some(above) = parent.table else {
            return Err(refuse(format!(
                "the parent `{}` of `{}` is not in the schema, and its key would have to change \
                 too; add its CREATE TABLE",
                parent.name,
                schema.table(id).name
            )));
        };
        if position >= schema.table(above).key.len() {
            break;
        }
        id = above;
    }
    Ok(id)
}

/// Key columns that `table` has from its parent.
pub(super) fn inherited(schema: &Schema, table: &Table) -> usize {
    let parent = table.parent.as_ref().and_then(|parent| parent.table);
    parent.map_or(0, |parent| schema.table(parent).key.len().min(table.key.len()))
}

/// What is to become number `position` of the key of `table`.
pub(super) struct NewPart {
    /// The table.
    pub(super) table: TableId,
    /// Where in its key.
    pub(super) position: usize,
    /// How it comes by its value.
    pub(super) formula: Formula,
    /// It takes the place of the part that stands there, which says no more than it does.
    pub(super) replaces: bool,
    /// The name of its column, unquoted.
    pub(super) name: String,
}

/// Puts a new part into the key of a table, and takes everything along that depends on it.
pub(super) fn add_part(draft: &mut Draft<'_>, part: &NewPart) -> Result<Vec<Change>, Refusal> {
    let schema = draft.schema;
    let tables = tree(schema, part.table);
    let mut cascade = Cascade { draft, part, tables, changes: Vec::new() };
    for id in cascade.tables.clone() {
        cascade.table(id)?;
    }
    for id in schema.index_ids() {
        cascade.index(id)?;
    }
    for id in schema.table_ids() {
        for fk in &schema.table(id).foreign_keys {
            cascade.foreign_key(id, fk)?;
        }
    }
    cascade.stored_in_special_indexes()?;
    let Cascade { tables, mut changes, .. } = cascade;
    let sources = part.formula.sources();
    let new = NewKey::Part {
        name: &part.name,
        position: part.position,
        source: sources.first().copied().filter(|_| sources.len() == 1),
        replaces: part.replaces,
    };
    changes.extend(dependants::of_key(draft, &tables, new));
    Ok(changes)
}

fn too_wide(name: &str) -> Refusal {
    refuse(format!(
        "the key of `{name}` already has {KEY_COLUMNS_MAX} columns, which is the limit; drop one \
         first"
    ))
}

/// The columns of `id` that hold what `part` is derived from, if its CREATE TABLE says them all;
/// none for a part that is not derived.
fn sources_in(schema: &Schema, part: &NewPart, id: TableId) -> Option<Vec<ColumnId>> {
    let (root, table) = (schema.table(part.table), schema.table(id));
    let here = |source: ColumnId| {
        let column = table.find_column(&root.column(source).name)?;
        table.column(column).added_later.is_none().then_some(column)
    };
    let all: Option<Vec<ColumnId>> = part.formula.sources().into_iter().map(here).collect();
    all.filter(|all| !all.is_empty())
}

/// A new key part on its way through everything that depends on the key.
struct Cascade<'c, 'a> {
    draft: &'c mut Draft<'a>,
    part: &'c NewPart,
    /// The table and what is interleaved in it.
    tables: Vec<TableId>,
    changes: Vec<Change>,
}

impl Cascade<'_, '_> {
    fn report(&mut self, object: &str, kind: &'static str, what: impl Into<String>) {
        self.changes.push(change(object, kind, what));
    }

    fn table(&mut self, id: TableId) -> Result<(), Refusal> {
        let (schema, part) = (self.draft.schema, self.part);
        let table = schema.table(id);
        if table.key.len() >= KEY_COLUMNS_MAX && !part.replaces {
            return Err(too_wide(&table.name));
        }
        if table.key.is_empty() || (table.key_clause.is_none() && table.key.len() > 1) {
            return Err(refuse(format!("the primary key of `{}` could not be read", table.name)));
        }
        let name = match self.existing_in(id)? {
            Some(there) => there,
            None => self.new_column_of(id)?,
        };
        let old = table.key.get(part.position).map(|old| old.column);
        match &table.key_clause {
            Some(clause) if part.replaces => {
                self.draft.list_replace(clause.list, part.position, &name);
            }
            Some(clause) => self.draft.list_insert(clause.list, part.position, &name),
            None => {
                let mut parts = crate::edit::written_key(self.draft, id);
                if part.replaces {
                    parts.truncate(part.position);
                }
                parts.insert(part.position.min(parts.len()), name.clone());
                self.draft.set_key(id, &parts);
            }
        }
        let replaced = old.filter(|_| part.replaces);
        if let Some(old) = replaced {
            self.draft.keep_not_null(table, old);
        }
        if id != part.table {
            let what = match replaced {
                Some(old) => format!(
                    "has `{name}` in its key instead of `{}`, as its parent does",
                    table.column(old).name
                ),
                None => format!("gains `{name}` in its key, as its parent does"),
            };
            self.report(&table.name, "table", what);
        }
        Ok(())
    }

    /// The new key column of a table in the tree, as written.
    fn new_column_of(&mut self, id: TableId) -> Result<String, Refusal> {
        let (schema, part) = (self.draft.schema, self.part);
        let table = schema.table(id);
        let text_style = TextStyle::of_table(self.draft.text, schema, table);
        let name = like(self.draft, id, &part.name);
        // An interleaved child may hold the part as a plain column; it has to where what the part
        // is derived from is not part of the key and so is not there.
        let rest = match (&part.formula, sources_in(schema, part, id)) {
            (Formula::Column { column }, _) => self.copy_of_column(id, *column, true),
            (_, None) => shard::filled_by_application(&text_style),
            (formula, Some(sources)) => {
                if let Some(bad) = sources.iter().find(|&&c| part.replaces && has_default(table, c))
                {
                    return Err(refuse(format!(
                        "`{}` of `{}` has a default, and a generated key column must not read a \
                         non-key column with a default; remove the default first",
                        table.column(*bad).name,
                        table.name
                    )));
                }
                derived(self.draft, &text_style, id, formula, &sources)?
            }
        };
        let beside = match part.position {
            0 => ColumnId(0),
            n => table.key.get(n).map_or(ColumnId(0), |p| p.column),
        };
        let (side, written) = (Side::Before, name.clone());
        self.draft.column(NewColumn { table: id, beside, side, name: written, rest });
        Ok(name)
    }

    /// The column of a table in the tree that becomes the new part as it is, if there is one.
    fn existing_in(&self, id: TableId) -> Result<Option<String>, Refusal> {
        let (schema, part) = (self.draft.schema, self.part);
        let Formula::Column { column } = part.formula else { return Ok(None) };
        let (root, table) = (schema.table(part.table), schema.table(id));
        let Some(there) = table.find_column(&part.name) else { return Ok(None) };
        let (model, own) = (root.column(column), table.column(there));
        let fits = own.ty == model.ty && own.not_null && own.added_later.is_none();
        if !fits || table.is_key(there) {
            return Err(refuse(format!(
                "`{}` of `{}` would have to be the first key column too, but is not a non-key \
                 column of type `{}` NOT NULL as in `{}`; change that first",
                own.name,
                table.name,
                model.type_span.of(self.draft.text),
                root.name
            )));
        }
        Ok(Some(self.draft.written(id, there).to_owned()))
    }

    /// Type and clauses of a copy of the root's `column` that the application fills.
    fn copy_of_column(&self, id: TableId, column: ColumnId, not_null: bool) -> String {
        let (text, schema) = (self.draft.text, self.draft.schema);
        let model = schema.table(self.part.table).column(column);
        let text_style = TextStyle::of_table(text, schema, schema.table(id));
        let not_null = if not_null { text_style.word(" NOT NULL") } else { String::new() };
        format!("{}{not_null}", text_style.ty(model.type_span.of(text)))
    }

    fn index(&mut self, id: IndexId) -> Result<(), Refusal> {
        let (schema, part) = (self.draft.schema, self.part);
        let index = schema.index(id);
        let parent = index.parent.as_ref().and_then(|p| p.table);
        let inside = parent.filter(|t| self.tables.contains(t));
        let on_tree = self.tables.contains(&index.table);
        if index.managed || (inside.is_none() && !on_tree) {
            return Ok(());
        }
        if schema.effective_key(id).len() >= KEY_COLUMNS_MAX && !part.replaces {
            return Err(too_wide(&index.name));
        }
        let base = schema.table(index.table);
        if on_tree
            && matches!(part.formula, Formula::Column { .. })
            && index.storing.iter().any(|&c| base.column(c).name.eq_ignore_ascii_case(&part.name))
        {
            return Err(refuse(format!(
                "`{}` stores `{}`, which its entries contain anyway once it is in the key; remove \
                 it from the stored columns first",
                index.name, part.name
            )));
        }
        if on_tree && index.unique && is_whole_key(base, &index_columns(index)) {
            let implied = sources_in(schema, part, index.table)
                .is_some_and(|sources| sources.iter().all(|&source| base.is_key(source)));
            if implied {
                self.draft.remove_statement(index.span);
                for &later in &index.altered {
                    self.draft.remove_statement(later);
                }
            }
            let noun = part.formula.noun();
            let what = if implied {
                format!(
                    "removed: the {noun} is derived from the key, so the key itself stays unique, \
                     and this index would be the same hotspot"
                )
            } else {
                "kept, because the new key no longer makes these columns unique; it stays hot"
                    .to_owned()
            };
            self.report(&index.name, "index", what);
            if implied || inside.is_none() {
                return Ok(());
            }
        }
        let Some(parent) = inside else { return Ok(()) };
        let name = if on_tree {
            like(self.draft, index.table, &part.name)
        } else {
            self.part_for_index(index, parent)?
        };
        if part.replaces {
            self.draft.list_replace(index.keys_list, part.position, &name);
        } else {
            self.draft.list_insert(index.keys_list, part.position, &name);
        }
        let what = match part.position {
            0 => format!("starts with `{name}`, like the table it is interleaved in"),
            _ => format!("has `{name}` in the same place as the table it is interleaved in"),
        };
        self.report(&index.name, "index", what);
        Ok(())
    }

    /// An index may be interleaved in a table that is no ancestor of its base table: the part is
    /// then derived in the base table from the index's copy of what it is derived from.
    fn part_for_index(&mut self, index: &Index, parent: TableId) -> Result<String, Refusal> {
        let (schema, part) = (self.draft.schema, self.part);
        let above = schema.table(parent);
        let sources = sources_in(schema, part, parent).unwrap_or_default();
        let own = |source: &ColumnId| {
            let at = above.key.iter().position(|p| p.column == *source)?;
            index.keys.get(at).map(|key| key.column)
        };
        let from: Option<Vec<ColumnId>> = sources.iter().map(own).collect();
        let from = from.filter(|from| !from.is_empty()).ok_or_else(|| {
            refuse(format!(
                "`{}` is interleaved in `{}` and has nothing to derive the {} from",
                index.name,
                above.name,
                part.formula.noun()
            ))
        })?;
        self.part_in(index.table, &from, index.span.start)
    }

    fn foreign_key(&mut self, child: TableId, fk: &ForeignKey) -> Result<(), Refusal> {
        let (schema, part) = (self.draft.schema, self.part);
        let Some(parent) = fk.table.filter(|t| self.tables.contains(t)) else { return Ok(()) };
        let above = schema.table(parent);
        let referenced = referenced_columns(above, fk);
        // A foreign key to other columns has its own index there and keeps it.
        if !is_whole_key(above, &referenced) || fk.columns.len() != referenced.len() {
            return Ok(());
        }
        let table = schema.table(child);
        let is_column = matches!(part.formula, Formula::Column { .. });
        let sources = sources_in(schema, part, parent).unwrap_or_default();
        let own = |source: &ColumnId| {
            referenced.iter().position(|c| c == source).map(|at| fk.columns[at])
        };
        let from: Option<Vec<ColumnId>> = sources.iter().map(own).collect();
        let from = from.filter(|from| is_column || !from.is_empty()).ok_or_else(|| {
            refuse(format!(
                "a foreign key of `{}` references `{}` by its key, and none of its columns gives \
                 the {}; hash a column of the key, or drop the foreign key",
                table.name,
                above.name,
                part.formula.noun()
            ))
        })?;
        let later = |&column: &ColumnId| table.column(column).added_later.is_some();
        if fk.columns_list.is_empty() && fk.columns.iter().any(later) {
            return Err(refuse(format!(
                "a column that an ALTER TABLE adds to `{}` references `{}`; write the foreign key \
                 as a separate statement",
                table.name, above.name
            )));
        }
        let mine = match part.formula {
            Formula::Column { column } => self.referencing_column(child, fk, column)?,
            _ => self.part_in(child, &from, fk.span.start)?,
        };
        let theirs = like(self.draft, parent, &part.name);
        let in_order = above.key.iter().map(|p| p.column).eq(referenced.iter().copied());
        let replaced = above.key.get(part.position).filter(|_| part.replaces);
        let place = match replaced.and_then(|old| referenced.iter().position(|&c| c == old.column))
        {
            Some(at) => ListPlace::Of(at),
            None if in_order => ListPlace::Before(part.position),
            None => ListPlace::Before(0),
        };
        write_foreign_key(self.draft, child, fk, place, &mine, &theirs);
        let object = fk.name.clone().unwrap_or_else(|| table.name.clone());
        let what = match (place, referenced.len()) {
            (ListPlace::Of(_), 1) => {
                format!("references `{}` by ({theirs}) from `{mine}`", above.name)
            }
            _ => format!("references `{}` by ({theirs}, …) from `{mine}`", above.name),
        };
        self.report(&object, "foreign key", what);
        Ok(())
    }

    /// The column of a referencing table that goes with the root's `column`, which is in the key
    /// from now on: its own of that name, else a new one. As written.
    fn referencing_column(
        &mut self,
        child: TableId,
        fk: &ForeignKey,
        column: ColumnId,
    ) -> Result<String, Refusal> {
        let (schema, part) = (self.draft.schema, self.part);
        let table = schema.table(child);
        let model = schema.table(part.table).column(column);
        if self.tables.contains(&child) || self.draft.adds(child, &part.name) {
            return Ok(like(self.draft, child, &part.name));
        }
        if let Some(there) = table.find_column(&part.name) {
            let own = table.column(there);
            if own.ty != model.ty || !shard::stands_above(own, fk.span.start) {
                return Err(refuse(format!(
                    "a foreign key of `{}` references `{}`, and its column `{}` has a different \
                     type or position; change that first",
                    table.name, fk.table_name, own.name
                )));
            }
            return Ok(self.draft.written(child, there).to_owned());
        }
        let first = fk.columns[0];
        let not_null = fk
            .columns
            .iter()
            .all(|&c| table.column(c).not_null && table.column(c).added_later.is_none());
        let name = like(self.draft, child, &part.name);
        let rest = self.copy_of_column(child, column, not_null);
        let (side, written) = (Side::Before, name.clone());
        self.draft.column(NewColumn { table: child, beside: first, side, name: written, rest });
        self.report(&table.name, "table", format!("gains `{}` for the reference", part.name));
        Ok(name)
    }

    /// The part in a table, derived from its columns `from`: one that is there or on its way,
    /// else a new one beside them. As written, for a statement at `user`, which what is there has
    /// to stand above.
    fn part_in(&mut self, id: TableId, from: &[ColumnId], user: u32) -> Result<String, Refusal> {
        let (schema, part) = (self.draft.schema, self.part);
        let table = schema.table(id);
        let in_tree = self.tables.contains(&id);
        if in_tree && sources_in(schema, part, id).as_deref() == Some(from) {
            return Ok(like(self.draft, id, &part.name));
        }
        let text_style = TextStyle::of_table(self.draft.text, schema, table);
        let expression = expression(self.draft, &text_style, id, &part.formula, from)?;
        let there = table.columns.iter().find(|c| {
            let generated = c.generated.as_ref();
            shard::stands_above(c, user)
                && generated
                    .is_some_and(|g| shard::same(g.expr.span.of(self.draft.text), &expression))
        });
        if let Some(there) = there {
            return Ok(there.name_span.of(self.draft.text).to_owned());
        }
        let Some(&beside) = from.last() else { return Err(refuse("nothing derives the key")) };
        if let Some(name) = self.draft.added_beside(id, beside) {
            return Ok(name);
        }
        let taken = |name: &str| {
            self.draft.adds(id, name)
                || (in_tree && name.eq_ignore_ascii_case(&part.name))
                || names::was_there(schema, name)
        };
        let column = table.column(beside);
        let bare = names::beside(table, &column.name, part.formula.tail(), taken);
        let name = like(self.draft, id, &bare);
        // No column can be added to a table as NOT NULL.
        let not_null =
            |&c: &ColumnId| table.column(c).not_null && table.column(c).added_later.is_none();
        let ty = part.formula.ty(&text_style);
        let rest = shard::generated(&text_style, ty, &expression, from.iter().all(not_null));
        let side = Side::After;
        self.draft.column(NewColumn { table: id, beside, side, name: name.clone(), rest });
        self.report(&table.name, "table", format!("gains the derived column `{bare}`"));
        Ok(name)
    }

    /// What search and vector indexes make of the new key.
    fn stored_in_special_indexes(&self) -> Result<(), Refusal> {
        let schema = self.draft.schema;
        for index in &schema.special_indexes {
            let base = schema.table(index.table);
            let named = |&c: &ColumnId| base.column(c).name.eq_ignore_ascii_case(&self.part.name);
            let is_column = matches!(self.part.formula, Formula::Column { .. });
            if self.tables.contains(&index.table) && is_column && index.storing.iter().any(named) {
                return Err(refuse(format!(
                    "`{}` stores `{}`, which its entries contain anyway once it is in the key; \
                     remove it from the stored columns first",
                    index.name, self.part.name
                )));
            }
        }
        Ok(())
    }
}

/// Whether a column has a default, or is filled by the database in another way.
fn has_default(table: &Table, column: ColumnId) -> bool {
    let column = table.column(column);
    column.default.is_some() || column.defined_default().is_some() || column.identity.is_some()
}

fn not_hashed(columns: &[(&Column, &str)]) -> Refusal {
    let names: Vec<String> = columns.iter().map(|(c, _)| format!("`{}`", c.name)).collect();
    refuse(format!("the type of {} cannot be hashed", names.join(" or ")))
}

/// The expression of a formula over columns of `id`.
fn expression(
    draft: &Draft<'_>,
    text_style: &TextStyle,
    id: TableId,
    formula: &Formula,
    sources: &[ColumnId],
) -> Result<String, Refusal> {
    let table = draft.schema.table(id);
    let columns: Vec<(&Column, &str)> =
        sources.iter().map(|&c| (table.column(c), draft.written(id, c))).collect();
    formula.expression(text_style, &columns).ok_or_else(|| not_hashed(&columns))
}

/// Type and clauses of a part derived from `sources` of `id`.
fn derived(
    draft: &Draft<'_>,
    text_style: &TextStyle,
    id: TableId,
    formula: &Formula,
    sources: &[ColumnId],
) -> Result<String, Refusal> {
    let table = draft.schema.table(id);
    let expression = expression(draft, text_style, id, formula, sources)?;
    let not_null = sources.iter().all(|&source| table.column(source).not_null);
    Ok(shard::generated(text_style, formula.ty(text_style), &expression, not_null))
}

/// The columns of an index key.
pub(super) fn index_columns(index: &Index) -> Vec<ColumnId> {
    index.keys.iter().map(|part| part.column).collect()
}

/// Whether `columns` are exactly the primary key, in any order.
fn is_whole_key(table: &Table, columns: &[ColumnId]) -> bool {
    columns.len() == table.key.len() && table.key.iter().all(|part| columns.contains(&part.column))
}

/// Referenced columns; the primary key where the clause leaves them out.
pub(super) fn referenced_columns(parent: &Table, fk: &ForeignKey) -> Vec<ColumnId> {
    if fk.referenced_names.is_empty() {
        return parent.key.iter().map(|part| part.column).collect();
    }
    fk.referenced.clone()
}

/// Whether a foreign key references the whole key of its table, and so follows it.
pub(super) fn names_whole_key(schema: &Schema, fk: &ForeignKey) -> bool {
    let parent = fk.table.map(|id| schema.table(id));
    parent.is_some_and(|parent| is_whole_key(parent, &referenced_columns(parent, fk)))
}

/// Where a column goes in a list.
#[derive(Clone, Copy, Debug)]
enum ListPlace {
    /// Before what is number so many.
    Before(usize),
    /// In place of it.
    Of(usize),
}

/// Puts a column into both lists of a foreign key; a clause on a column becomes one of the table.
fn write_foreign_key(
    draft: &mut Draft<'_>,
    child: TableId,
    fk: &ForeignKey,
    place: ListPlace,
    mine: &str,
    theirs: &str,
) {
    if !fk.columns_list.is_empty() {
        let lists = [(fk.columns_list, mine), (fk.referenced_list, theirs)];
        for (list, name) in lists.into_iter().filter(|(list, _)| !list.is_empty()) {
            match place {
                ListPlace::Before(at) => draft.list_insert(list, at, name),
                ListPlace::Of(at) => draft.list_replace(list, at, name),
            }
        }
        return;
    }
    let text = draft.text;
    let whole = draft.named_constraint(draft.schema.table(child).body, fk.span);
    let clause = whole.of(text);
    let text_style = TextStyle::of_table(text, draft.schema, draft.schema.table(child));
    let own = fk.columns.first().map_or("", |&c| draft.written(child, c));
    // `[CONSTRAINT n] REFERENCES t (c) …`: what stands before and behind is kept.
    let word = find_word(clause, "REFERENCES");
    let (head, tail) = clause.split_at(word);
    let list = fk.referenced_list;
    let (mine, theirs) = match place {
        ListPlace::Before(_) => (format!("{mine}, {own}"), format!("{theirs}, {}", list.of(text))),
        ListPlace::Of(_) => (mine.to_owned(), theirs.to_owned()),
    };
    let tail = if list.is_empty() {
        tail.to_owned()
    } else {
        let from = |offset: u32| (offset - whole.start) as usize - word;
        format!("{}{theirs}{}", &tail[..from(list.start)], &tail[from(list.end)..])
    };
    let key = text_style.word("FOREIGN KEY");
    draft.push(Edit::delete(blanks_before(text, whole)));
    draft.element(child, format!("{head}{key} ({mine}) {tail}"));
}

/// Where a word starts in `text`, by its letters alone.
fn find_word(text: &str, word: &str) -> usize {
    text.to_ascii_uppercase().find(word).unwrap_or(0)
}

fn blanks_before(text: &str, span: Span) -> Span {
    let kept = text[..span.start as usize].trim_end().len();
    Span::new(crate::text::at(kept), span.end)
}

/// Edits the list of a table's key, and those that start with it: of what is interleaved in the
/// table, tables and indexes. Says `what` becomes of each of these.
fn edit_keys(
    draft: &mut Draft<'_>,
    tables: &[TableId],
    what: &str,
    edit: impl Fn(&mut Draft<'_>, Span, &TextStyle),
) -> Vec<Change> {
    let schema = draft.schema;
    let mut changes = Vec::new();
    for (n, &id) in tables.iter().enumerate() {
        let table = schema.table(id);
        if let Some(clause) = &table.key_clause {
            let text_style = TextStyle::of_table(draft.text, schema, table);
            edit(draft, clause.list, &text_style);
        }
        if n > 0 {
            changes.push(change(&table.name, "table", what));
        }
    }
    for id in schema.index_ids() {
        let index = schema.index(id);
        let inside = index.parent.as_ref().and_then(|p| p.table);
        if !index.managed && inside.is_some_and(|t| tables.contains(&t)) {
            let text_style = TextStyle::of(draft.text, schema, index.span, None);
            edit(draft, index.keys_list, &text_style);
            changes.push(change(&index.name, "index", what));
        }
    }
    changes
}

/// Puts the key of a table into another order, with everything that follows it.
/// `order[i]` is the old number of part `i`.
pub(super) fn permute(draft: &mut Draft<'_>, root: TableId, order: &[usize]) -> Vec<Change> {
    let schema = draft.schema;
    let tables = tree(schema, root);
    let what = "its key starts in the new order";
    let mut changes =
        edit_keys(draft, &tables, what, |draft, list, _| draft.list_permute(list, order));
    for id in schema.table_ids() {
        for fk in &schema.table(id).foreign_keys {
            let Some(parent) = fk.table.filter(|t| tables.contains(t)) else { continue };
            let above = schema.table(parent);
            let whole = above.key.iter().map(|p| p.column).eq(referenced_columns(above, fk));
            if !whole || fk.columns_list.is_empty() {
                continue;
            }
            draft.list_permute(fk.columns_list, order);
            if !fk.referenced_list.is_empty() {
                draft.list_permute(fk.referenced_list, order);
            }
            let object = fk.name.clone().unwrap_or_else(|| schema.table(id).name.clone());
            let what = format!("references the key of `{}` in its new order", above.name);
            changes.push(change(&object, "foreign key", what));
        }
    }
    for id in schema.index_ids() {
        let index = schema.index(id);
        let base = schema.table(index.table);
        let whole = tables.contains(&index.table) && is_whole_key(base, &index_columns(index));
        if whole && index.unique && !index.managed && index.parent.is_none() {
            let what = "kept in its old order, which is no longer needed: the key is unique in any \
                        order, and an index in the old order stays hot";
            changes.push(change(&index.name, "index", what));
        }
    }
    changes.extend(dependants::of_key(draft, &tables, NewKey::Order(order)));
    changes
}

/// Makes part number `position` of a table's key descend, with everything that follows it.
pub(super) fn descend(draft: &mut Draft<'_>, root: TableId, position: usize) -> Vec<Change> {
    let tables = tree(draft.schema, root);
    edit_keys(draft, &tables, "its key descends in the same place", |draft, list, text_style| {
        draft.list_descend(list, position, text_style);
    })
}

/// Columns that hold the values of one key column: the column itself, its copies in interleaved
/// descendants, the columns that reference any of them, and so on.
pub(super) fn copies(
    cx: &FixContext<'_>,
    table: TableId,
    column: ColumnId,
) -> Result<BTreeSet<(TableId, ColumnId)>, Refusal> {
    let schema = cx.schema;
    let mut found = BTreeSet::from([(table, column)]);
    let mut open = vec![(table, column)];
    while let Some((id, column)) = open.pop() {
        let name = &schema.table(id).column(column).name;
        let mut add = |copy: (TableId, ColumnId)| {
            if found.insert(copy) {
                open.push(copy);
            }
        };
        if schema.table(id).is_key(column) {
            for child in schema.children_of(id) {
                if let Some(copy) = schema.table(child).find_column(name) {
                    add((child, copy));
                }
            }
        }
        for child in schema.referencing(id) {
            for fk in schema.table(child).foreign_keys.iter().filter(|fk| fk.table == Some(id)) {
                let referenced = referenced_columns(schema.table(id), fk);
                let pairs = fk.columns.iter().zip(&referenced);
                for (&mine, _) in pairs.filter(|&(_, &theirs)| theirs == column) {
                    add((child, mine));
                }
            }
        }
    }
    for &(id, column) in &found {
        if let Some(other) = other_origin(schema, id, column, &found) {
            return Err(refuse(format!(
                "`{}.{}` also gets its values from `{other}`, whose type would have to change too",
                schema.table(id).name,
                schema.table(id).column(column).name
            )));
        }
    }
    Ok(found)
}

/// A table outside of `set` that a column takes its values from, by a foreign key or interleaving.
fn other_origin(
    schema: &Schema,
    id: TableId,
    column: ColumnId,
    set: &BTreeSet<(TableId, ColumnId)>,
) -> Option<String> {
    let table = schema.table(id);
    for fk in &table.foreign_keys {
        let Some(at) = fk.columns.iter().position(|&c| c == column) else { continue };
        let Some(parent) = fk.table else { return Some(fk.table_name.to_string()) };
        let theirs = referenced_columns(schema.table(parent), fk).get(at).copied();
        if theirs.is_none_or(|theirs| !set.contains(&(parent, theirs))) {
            return Some(schema.table(parent).name.to_string());
        }
    }
    let parent = table.parent.as_ref().and_then(|parent| parent.table)?;
    let theirs = schema.table(parent).find_column(&table.column(column).name)?;
    let above = schema.table(parent);
    (above.is_key(theirs) && table.is_key(column) && !set.contains(&(parent, theirs)))
        .then(|| above.name.to_string())
}

/// What stands in the way of another type for a column: an expression that reads it.
pub(super) fn reader_of(draft: &Draft<'_>, id: TableId, column: ColumnId) -> Option<String> {
    let table = draft.schema.table(id);
    let name = &table.column(column).name;
    if table.checks.iter().any(|check| draft.names(check.expr.span, name)) {
        return Some(format!("a CHECK of `{}`", table.name));
    }
    let reads = |span: Span| draft.names(span, name);
    let generated =
        table.columns.iter().find(|c| c.generated.as_ref().is_some_and(|g| reads(g.expr.span)));
    generated.map(|c| format!("the generated column `{}` of `{}`", c.name, table.name))
}
