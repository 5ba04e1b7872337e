//! Columns of the new tables that an application has to give, and rows that it has to delete.

use super::diff::Diff;
use super::follow::{Rules, key_values};
use super::group::Group;
use super::image::{Image, Images, Stands};
use super::plan::{Rule, Supplied};
use crate::schema::ColumnId;

/// Columns of a copy that the application has to give from now on.
pub(super) fn supplied(group: &Group<'_, '_>, table: &str) -> Vec<Supplied> {
    let Some(image) = group.images.0.iter().find(|it| it.to.name == table) else {
        return Vec::new();
    };
    let was = image.from.table();
    group
        .images
        .cells(image, &|name| format!("o.{name}"))
        .into_iter()
        .filter(|cell| was.find_column(&image.to.table().column(cell.column).name).is_none())
        .map(|cell| {
            let above = group.images.of_copy_above(image, cell.column);
            let above = above.or_else(|| group.images.of_copy_referenced(image, cell.column));
            let expression = above.unwrap_or(cell.value);
            let reads = read_of_row(image, &expression);
            let missing = missing(image, cell.column, &reads);
            Supplied { column: cell.name, expression, reads, missing }
        })
        .collect()
}

/// What is left for the application to do when nothing follows any more: columns to give, and rows
/// to delete that went by themselves before.
pub(super) fn left<'d, 'a>(
    diff: &Diff<'a>,
    group: &Group<'d, 'a>,
    tables: Vec<Stands<'d, 'a>>,
    name_of: &dyn Fn(&str) -> String,
) -> Vec<Rule> {
    let images = Images(Vec::new());
    let mut out = Vec::new();
    for image in &group.images.0 {
        let mut supplied = supplied(group, &image.to.name);
        for one in &mut supplied {
            one.expression = name_of(&one.expression);
            one.missing = one.missing.as_deref().map(name_of);
        }
        if !supplied.is_empty() {
            let table = tables.iter().find(|it| it.id == image.to.id);
            let table = table.map_or_else(String::new, |it| it.name.clone());
            let key = image.to.parameters(image.to.identity(), "", 1);
            out.push(Rule { table, key, supplied, ..Rule::default() });
        }
    }
    let rules = Rules { images: &images, tables, takes: &diff.takes[1], fills: false };
    rules.add_lost(&diff.lost, &group.wanted(), &mut out, false);
    out
}

/// Columns of the row `o` of a copy that an expression reads.
fn read_of_row(image: &Image<'_, '_>, expression: &str) -> Vec<String> {
    let table = image.to.table();
    let names = table.column_ids().map(|id| image.to.written(id));
    let word = |c: char| c.is_alphanumeric() || c == '_';
    let reads = |name: &String| {
        let found = format!("o.{name}");
        expression.match_indices(&found).any(|(at, _)| {
            let before = expression[..at].chars().next_back();
            let behind = expression[at + found.len()..].chars().next();
            !before.is_some_and(word) && !behind.is_some_and(word)
        })
    };
    names.filter(reads).collect()
}

/// Finds a row whose column is NULL though nothing is that its value is made of. What belongs to a
/// key is rejected by Spanner where it is never NULL.
fn missing(image: &Image<'_, '_>, column: ColumnId, reads: &[String]) -> Option<String> {
    let (to, table) = (&image.to, image.to.table());
    if table.is_key(column) && table.column(column).not_null {
        return None;
    }
    let key = to.parameters(to.identity(), "", 1);
    let mut conditions = to.named("o", &key_values(&key))?;
    conditions.push(format!("o.{} IS NULL", to.written(column)));
    conditions.extend(reads.iter().map(|name| format!("o.{name} IS NOT NULL")));
    let row = conditions.join("\n  AND ");
    Some(format!("SELECT 1\nFROM {} AS o\nWHERE {row}", to.name))
}
