//! What a new key brings with it: when the key K of a table becomes K′, its interleaved
//! descendants, the indexes of the tree and the foreign keys that reference it follow, in that
//! order.

use std::collections::BTreeSet;

use super::edit::{Draft, Hand, NewColumn, Side, like};
use super::shard;
use super::{Change, FixContext, Refusal, names, refuse};
use crate::rules::{Finding, Object};
use crate::schema::limits::KEY_COLUMNS_MAX;
use crate::schema::{ColumnId, ForeignKey, Index, IndexId, Schema, Table, TableId};
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
                "the parent `{}` of `{}` is not in the text, and its key would have to change \
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

/// A shard that is to become number `position` of the key of `table`.
pub(super) struct NewPart {
    /// The table.
    pub(super) table: TableId,
    /// Where in its key.
    pub(super) position: usize,
    /// The column that is hashed.
    pub(super) source: ColumnId,
    /// Shards.
    pub(super) n: u32,
    /// The name of the new column, unquoted.
    pub(super) name: String,
}

/// Puts a derived shard into the key of a table, and takes everything along that depends on it.
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
    Ok(cascade.changes)
}

/// A [`Change`].
pub(super) fn change(object: &str, kind: &'static str, what: impl Into<String>) -> Change {
    Change { object: object.to_owned(), kind, what: what.into() }
}

fn too_wide(name: &str) -> Refusal {
    refuse(format!(
        "the key of `{name}` has {KEY_COLUMNS_MAX} columns already, which is the limit; drop one \
         first"
    ))
}

/// The column of `id` that holds the value hashed for `part`, if its CREATE TABLE says it.
fn source_in(schema: &Schema, part: &NewPart, id: TableId) -> Option<ColumnId> {
    let name = &schema.table(part.table).column(part.source).name;
    let table = schema.table(id);
    table.find_column(name).filter(|&column| table.column(column).added_later.is_none())
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
        if table.key.len() >= KEY_COLUMNS_MAX {
            return Err(too_wide(&table.name));
        }
        if table.key.is_empty() || (table.key_clause.is_none() && table.key.len() > 1) {
            return Err(refuse(format!("the primary key of `{}` could not be read", table.name)));
        }
        let hand = Hand::of_table(self.draft.text, schema, table);
        let name = like(self.draft, id, &part.name);
        // An interleaved child may hold the shard as a plain column; it has to where the hashed
        // column is not part of the key and so is not there.
        let rest = match source_in(schema, part, id) {
            Some(source) => derived(self.draft, &hand, id, source, part.n)?,
            None => shard::plain(&hand),
        };
        let beside = match part.position {
            0 => ColumnId(0),
            n => table.key.get(n).map_or(ColumnId(0), |p| p.column),
        };
        let (side, written) = (Side::Before, name.clone());
        self.draft.column(NewColumn { table: id, beside, side, name: written, rest });
        match &table.key_clause {
            Some(clause) => self.draft.list_insert(clause.list, part.position, &name),
            None => {
                let mut parts = super::edit::written_key(self.draft, id);
                parts.insert(part.position.min(parts.len()), name.clone());
                self.draft.set_key(id, &parts);
            }
        }
        if id != part.table {
            let what = format!("gains `{name}` in its key, as its parent does");
            self.report(&table.name, "table", what);
        }
        Ok(())
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
        if schema.effective_key(id).len() >= KEY_COLUMNS_MAX {
            return Err(too_wide(&index.name));
        }
        let base = schema.table(index.table);
        if on_tree && index.unique && is_whole_key(base, &index_columns(index)) {
            let implied = source_in(schema, part, index.table).is_some_and(|s| base.is_key(s));
            if implied {
                self.draft.remove_statement(index.span);
                for &later in &index.altered {
                    self.draft.remove_statement(later);
                }
            }
            let what = if implied {
                "removed: the shard follows from the key, so the key itself stays unique, and \
                 this index would be the hotspot again"
            } else {
                "kept, because the new key no longer makes these columns unique; it stays hot"
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
            // An index may be interleaved in a table that is no ancestor of its base table: the
            // shard is then derived in the base table from the index's copy of the hashed column.
            let above = schema.table(parent);
            let from = source_in(schema, part, parent)
                .and_then(|source| above.key.iter().position(|p| p.column == source))
                .and_then(|position| index.keys.get(position))
                .ok_or_else(|| {
                    refuse(format!(
                        "`{}` is interleaved in `{}` and has nothing to derive the shard from",
                        index.name, above.name
                    ))
                })?;
            self.shard_in(index.table, from.column, index.span.start)?
        };
        self.draft.list_insert(index.keys_list, part.position, &name);
        let what = format!("leads with `{name}`, like the table it is interleaved in");
        self.report(&index.name, "index", what);
        Ok(())
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
        let from = source_in(schema, part, parent)
            .and_then(|source| referenced.iter().position(|&c| c == source));
        let Some(from) = from else {
            return Err(refuse(format!(
                "a foreign key of `{}` references `{}` by its key, and nothing in it gives the \
                 shard; hash a column of the key, or drop the foreign key",
                table.name, above.name
            )));
        };
        if fk.columns_list.is_empty() && table.column(fk.columns[from]).added_later.is_some() {
            return Err(refuse(format!(
                "a column that an ALTER TABLE adds to `{}` references `{}`; write the foreign key \
                 as a statement of its own",
                table.name, above.name
            )));
        }
        let in_order = above.key.iter().map(|p| p.column).eq(referenced.iter().copied());
        let position = if in_order { part.position } else { 0 };
        let mine = self.shard_in(child, fk.columns[from], fk.span.start)?;
        let theirs = like(self.draft, parent, &part.name);
        write_foreign_key(self.draft, child, fk, position, &mine, &theirs);
        let object = fk.name.clone().unwrap_or_else(|| table.name.clone());
        let what = format!("references `{}` by ({theirs}, …) from `{mine}`", above.name);
        self.report(&object, "foreign key", what);
        Ok(())
    }

    /// A shard in a table that is derived from its column `from`: one that is there or on its way,
    /// else a new one beside it. As written, for a statement at `user`, which what is there has to
    /// stand above.
    fn shard_in(&mut self, id: TableId, from: ColumnId, user: u32) -> Result<String, Refusal> {
        let (schema, part) = (self.draft.schema, self.part);
        let table = schema.table(id);
        let in_tree = self.tables.contains(&id);
        if in_tree && source_in(schema, part, id) == Some(from) {
            return Ok(like(self.draft, id, &part.name));
        }
        let hand = Hand::of_table(self.draft.text, schema, table);
        let column = table.column(from);
        let written = self.draft.written(id, from);
        let expression = shard::expression(&hand, column, written, part.n)
            .ok_or_else(|| not_hashed(&column.name))?;
        let there = table.columns.iter().find(|c| {
            let generated = c.generated.as_ref();
            shard::stands_above(c, user)
                && generated
                    .is_some_and(|g| shard::same(g.expr.span.of(self.draft.text), &expression))
        });
        if let Some(there) = there {
            return Ok(there.name_span.of(self.draft.text).to_owned());
        }
        if let Some(name) = self.draft.added_beside(id, from) {
            return Ok(name);
        }
        let taken = |name: &str| {
            self.draft.adds(id, name)
                || (in_tree && name.eq_ignore_ascii_case(&part.name))
                || names::was_there(schema, name)
        };
        let bare = names::shard_beside(table, &column.name, taken);
        let name = like(self.draft, id, &bare);
        // No column can be added to a table as NOT NULL.
        let rest =
            shard::derived(&hand, &expression, column.not_null && column.added_later.is_none());
        let (side, beside) = (Side::After, from);
        self.draft.column(NewColumn { table: id, beside, side, name: name.clone(), rest });
        self.report(&table.name, "table", format!("gains the derived column `{bare}`"));
        Ok(name)
    }
}

fn not_hashed(column: &str) -> Refusal {
    refuse(format!("the type of `{column}` is not one to hash"))
}

/// Type and clauses of a shard derived from `source` of `id`.
fn derived(
    draft: &Draft<'_>,
    hand: &Hand,
    id: TableId,
    source: ColumnId,
    n: u32,
) -> Result<String, Refusal> {
    let column = draft.schema.table(id).column(source);
    let expression = shard::expression(hand, column, draft.written(id, source), n);
    let expression = expression.ok_or_else(|| not_hashed(&column.name))?;
    Ok(shard::derived(hand, &expression, column.not_null))
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

/// Adds a column to both lists of a foreign key; a clause on a column becomes one of the table.
fn write_foreign_key(
    draft: &mut Draft<'_>,
    child: TableId,
    fk: &ForeignKey,
    position: usize,
    mine: &str,
    theirs: &str,
) {
    if !fk.columns_list.is_empty() {
        draft.list_insert(fk.columns_list, position, mine);
        if !fk.referenced_list.is_empty() {
            draft.list_insert(fk.referenced_list, position, theirs);
        }
        return;
    }
    let text = draft.text;
    let clause = fk.span.of(text);
    let hand = Hand::of_table(text, draft.schema, draft.schema.table(child));
    let own = fk.columns.first().map_or("", |&c| draft.written(child, c));
    // `[CONSTRAINT n] REFERENCES t (c) …`: what stands before and behind is kept.
    let word = find_word(clause, "REFERENCES");
    let (head, tail) = clause.split_at(word);
    let list = fk.referenced_list;
    let tail = if list.is_empty() {
        tail.to_owned()
    } else {
        let start = (list.start - fk.span.start) as usize - word;
        format!("{}{theirs}, {}", &tail[..start], &tail[start..])
    };
    let key = hand.word("FOREIGN KEY");
    draft.push(Edit::delete(blanks_before(text, fk.span)));
    draft.element(child, format!("{head}{key} ({mine}, {own}) {tail}"));
}

/// Where a word starts in `text`, by its letters alone.
fn find_word(text: &str, word: &str) -> usize {
    text.to_ascii_uppercase().find(word).unwrap_or(0)
}

fn blanks_before(text: &str, span: Span) -> Span {
    let kept = text[..span.start as usize].trim_end().len();
    Span::new(crate::text::at(kept), span.end)
}

/// Puts the key of a table into another order, with everything that follows it.
/// `order[i]` is the old number of part `i`.
pub(super) fn permute(draft: &mut Draft<'_>, root: TableId, order: &[usize]) -> Vec<Change> {
    let schema = draft.schema;
    let tables = tree(schema, root);
    let mut changes = Vec::new();
    for &id in &tables {
        let table = schema.table(id);
        if let Some(clause) = &table.key_clause {
            draft.list_permute(clause.list, order);
        }
        if id != root {
            changes.push(change(&table.name, "table", "its key starts in the new order"));
        }
    }
    for id in schema.index_ids() {
        let index = schema.index(id);
        let inside = index.parent.as_ref().and_then(|p| p.table);
        if !index.managed && inside.is_some_and(|t| tables.contains(&t)) {
            draft.list_permute(index.keys_list, order);
            changes.push(change(&index.name, "index", "its key starts in the new order"));
        }
    }
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
            let what = format!("names the key of `{}` in its new order", above.name);
            changes.push(change(&object, "foreign key", what));
        }
    }
    changes
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
        for child in schema.table_ids() {
            for fk in schema.table(child).foreign_keys.iter().filter(|fk| fk.table == Some(id)) {
                let referenced = referenced_columns(schema.table(id), fk);
                let pairs = fk.columns.iter().zip(&referenced);
                for (&mine, _) in pairs.filter(|&(_, &theirs)| theirs == column) {
                    add((child, mine));
                }
            }
        }
    }
    for &copy in &found {
        if let Some(other) = other_origin(schema, copy, &found) {
            return Err(refuse(format!(
                "`{}.{}` also takes its values from `{other}`, whose type would have to change too",
                schema.table(copy.0).name,
                schema.table(copy.0).column(copy.1).name
            )));
        }
    }
    Ok(found)
}

/// A table outside of `set` that a column takes its values from, by a foreign key or interleaving.
fn other_origin(
    schema: &Schema,
    (id, column): (TableId, ColumnId),
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
