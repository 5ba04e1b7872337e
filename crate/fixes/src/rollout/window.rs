//! `CREATE TABLE` of a copy as it stands while it fills: the columns, checks and key that the wanted
//! schema gives it, without foreign keys, indexes, policies, and without generators of new ids.

use super::image::{Image, Images, Of};
use super::script::{Renames, Script};
use crate::schema::{Column, ColumnId, Table, TableId};

/// The statement.
pub(super) fn create(images: &Images<'_, '_>, image: &Image<'_, '_>, renames: &Renames) -> String {
    let script = image.to.script;
    let table = image.to.table();
    let mut items: Vec<String> = table.column_ids().map(|id| column(images, image, id)).collect();
    for check in &table.checks {
        let name = check.name.as_ref().map(|name| format!("CONSTRAINT {} ", renames.fresh(name)));
        let expr = script.text_of(check.expr.span);
        items.push(format!("{}CHECK ({expr})", name.unwrap_or_default()));
    }
    let key: Vec<String> = image
        .to
        .key()
        .into_iter()
        .map(|key| if key.desc { format!("{} DESC", key.name) } else { key.name })
        .collect();
    let key = format!("PRIMARY KEY ({})", key.join(", "));
    if !script.google() {
        items.push(key.clone());
    }
    let mut text = format!("CREATE TABLE {} (\n  {}\n)", image.to.name, items.join(",\n  "));
    if script.google() {
        text.push_str(&format!(" {key}"));
    }
    text.push_str(&interleaving(images, image));
    if !table.options.is_empty() && script.google() {
        text.push_str(&format!(",\n  OPTIONS ({})", options(script, table)));
    }
    text
}

/// `INTERLEAVE IN PARENT`: in the copy of the parent, if it has one. Where the row of a parent need
/// not exist before, the copy takes any row until `INTERLEAVE IN PARENT` is set.
fn interleaving(images: &Images<'_, '_>, image: &Image<'_, '_>) -> String {
    let Some(parent) = &image.to.table().parent else { return String::new() };
    let name = match images.above(image) {
        Some(above) => above.to.name.clone(),
        None => parent.table.map_or_else(
            || parent.name.to_string(),
            |id| super::diff::written_name(image.to.script, id),
        ),
    };
    let comma = if image.to.script.google() { ",\n  " } else { " " };
    if !parent.enforced || is_loose(images, image) {
        return format!("{comma}INTERLEAVE IN {name}");
    }
    let cascade = if parent.on_delete_cascade { " ON DELETE CASCADE" } else { "" };
    format!("{comma}INTERLEAVE IN PARENT {name}{cascade}")
}

/// Whether the row of a parent cannot be deleted while it has rows of an image.
pub(super) fn keeps_its_parent(images: &Images<'_, '_>, image: &Image<'_, '_>) -> bool {
    let parent = image.to.table().parent.as_ref();
    parent.is_some_and(|it| it.enforced && !it.on_delete_cascade) && !is_loose(images, image)
}

/// Whether rows may lack the parent that their copies are interleaved in: nothing in the schema that
/// is deployed says that it exists.
pub(super) fn is_loose(images: &Images<'_, '_>, image: &Image<'_, '_>) -> bool {
    let Some(parent) = image.to.table().parent.as_ref().filter(|it| it.enforced) else {
        return false;
    };
    let schema = image.from.script.cx.schema;
    let was = match images.above(image) {
        Some(above) => Some(above.from.id),
        None => schema.find_table(&parent.name),
    };
    let Some(was) = was else { return true };
    let table = image.from.table();
    let before = table.parent.as_ref().filter(|it| it.enforced).and_then(|it| it.table);
    let refers = table.foreign_keys.iter().any(|key| {
        key.enforced
            && key.table == Some(was)
            && key.columns.iter().all(|&column| table.column(column).not_null)
            && is_whole_key(schema.table(was), &key.referenced)
    });
    before != Some(was) && !refers
}

fn is_whole_key(table: &Table, columns: &[ColumnId]) -> bool {
    table.key.len() == columns.len() && table.key.iter().all(|part| columns.contains(&part.column))
}

/// The definition of a column.
fn column(images: &Images<'_, '_>, image: &Image<'_, '_>, id: ColumnId) -> String {
    let script = image.to.script;
    let it = image.to.table().column(id);
    let mut text = format!("{} {}", image.to.written(id), script.text_of(it.type_span));
    let null = if it.not_null { " NOT NULL" } else { "" };
    if script.google() {
        text.push_str(null);
    }
    if let Some(generated) = &it.generated {
        let expr = script.text_of(generated.expr.span);
        let stored = if generated.stored { " STORED" } else { "" };
        let word = if script.google() { "AS" } else { "GENERATED ALWAYS AS" };
        text.push_str(&format!(" {word} ({expr}){stored}"));
    } else if let Some(identity) = &it.identity {
        if !it.type_span.contains(identity.span) {
            text.push_str(&format!(" {}", script.text_of(identity.span)));
        }
    } else if let Some(default) = default_until_turned(images, image, id) {
        let default = if script.google() { format!("({default})") } else { default };
        text.push_str(&format!(" DEFAULT {default}"));
    }
    if let Some(update) = &it.on_update {
        let expr = script.text_of(update.span);
        let update = if script.google() { format!("({expr})") } else { expr };
        text.push_str(&format!(" ON UPDATE {update}"));
    }
    if script.says(it.span, "HIDDEN") {
        text.push_str(" HIDDEN");
    }
    if !script.google() {
        text.push_str(null);
    }
    let mut items: Vec<String> = it.options.iter().map(|item| script.text_of(item.span)).collect();
    let said = items.iter().any(|item| item.contains("allow_commit_timestamp"));
    if script.google() {
        if it.commit_timestamp && !said {
            items.push("allow_commit_timestamp = true".to_owned());
        }
        if !items.is_empty() {
            text.push_str(&format!(" OPTIONS ({})", items.join(", ")));
        }
    }
    text
}

/// The default that a column of the copy has until the old table is no longer written: that of the
/// old column, so that ids of both tables are of one kind.
fn default_until_turned(
    images: &Images<'_, '_>,
    image: &Image<'_, '_>,
    id: ColumnId,
) -> Option<String> {
    let it = image.to.table().column(id);
    if !has_new_generator(image, id) {
        return it.default.as_ref().map(|it| image.to.script.text_of(it.span));
    }
    let was = image.from.table();
    let then = was.column(was.find_column(&it.name)?);
    let old = image.from.script.text_of(then.default.as_ref()?.span);
    let of: Of<'_> = &|_| old.clone();
    images.value(image, id, of)
}

/// Whether a column gets another generator of ids than it had, in a type that the old one need not
/// take.
pub(super) fn has_new_generator(image: &Image<'_, '_>, id: ColumnId) -> bool {
    let it = image.to.table().column(id);
    let was = image.from.table();
    let Some(default) = &it.default else { return false };
    let Some(then) = was.find_column(&it.name) else { return false };
    let then = was.column(then);
    let same_type = then.ty == it.ty;
    let text = |script: &Script<'_>, column: &Column| {
        column.default.as_ref().map(|it| script.compact(it.span))
    };
    let now = Some(image.to.script.compact(default.span));
    image.to.table().is_key(id) && (!same_type || text(image.from.script, then) != now)
}

fn options(script: &Script<'_>, table: &Table) -> String {
    let items: Vec<String> = table.options.iter().map(|item| script.text_of(item.span)).collect();
    items.join(", ")
}

/// Tables of a schema with what they are called while a plan runs.
pub(super) fn standing<'d, 'a>(
    script: &'d Script<'a>,
    name: impl Fn(TableId) -> String,
) -> Vec<super::image::Stands<'d, 'a>> {
    let ids = script.cx.schema.table_ids();
    ids.map(|id| super::image::Stands { script, id, name: name(id) }).collect()
}
