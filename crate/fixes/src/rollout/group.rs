//! Tables that move together: row trees and tables that refer to each other. Other tables have a
//! change-over of their own, one after another.

use std::collections::BTreeMap;

use super::diff::{Diff, written_column};
use super::image::{Image, Images, Stands};
use super::script::{Renames, slug};
use super::window::standing;
use crate::fix::Split;
use crate::schema::{Schema, TableId};

/// Tables that move together.
pub(super) struct Group<'d, 'a> {
    /// Its number, from 0.
    pub(super) number: u32,
    /// What the copies hold of the old tables, parents before their children.
    pub(super) images: Images<'d, 'a>,
}

/// A table that moves: where its rows are, and where they go.
struct Mover {
    old: TableId,
    new: TableId,
    name: String,
    /// Only rows with this value of this column go there.
    only: Option<(String, String)>,
}

/// The groups, in the order of the schema.
pub(super) fn groups<'d, 'a>(
    diff: &'d Diff<'a>,
    renames: &Renames,
    splits: &[Split],
) -> Vec<Group<'d, 'a>> {
    let movers = movers(diff, renames, splits);
    let mut number_of: Vec<usize> = (0..movers.len()).collect();
    for (at, one) in movers.iter().enumerate() {
        for (to, other) in movers.iter().enumerate().take(at) {
            if tied(diff, one, other) {
                let (from, into) = (number_of[at], number_of[to]);
                for number in &mut number_of {
                    if *number == from {
                        *number = into;
                    }
                }
            }
        }
    }
    let mut by_number: BTreeMap<usize, Vec<Image<'d, 'a>>> = BTreeMap::new();
    for (mover, number) in movers.iter().zip(&number_of) {
        by_number.entry(*number).or_default().push(image(diff, mover));
    }
    let numbered = (0..).zip(by_number.into_values());
    numbered.map(|(number, images)| Group { number, images: Images(images) }).collect()
}

fn movers(diff: &Diff<'_>, renames: &Renames, splits: &[Split]) -> Vec<Mover> {
    let mut movers: Vec<Mover> = diff
        .rebuilt
        .iter()
        .map(|&(old, new)| Mover { old, new, name: renames.tables[&new].clone(), only: None })
        .collect();
    let (was, is) = (diff.before.cx.schema, diff.after.cx.schema);
    for split in splits {
        let (Some(old), Some(new)) = (was.find_table(&split.table), is.find_table(&split.into))
        else {
            continue;
        };
        let Some(column) = was.table(old).find_column(&split.column) else { continue };
        let column = written_column(&diff.before, old, column);
        let name = diff.table_name(new);
        movers.push(Mover { old, new, name, only: Some((column, split.value.clone())) });
    }
    movers
}

fn image<'d, 'a>(diff: &'d Diff<'a>, mover: &Mover) -> Image<'d, 'a> {
    Image {
        from: Stands { script: &diff.before, id: mover.old, name: diff.old_name(mover.old) },
        to: Stands { script: &diff.after, id: mover.new, name: mover.name.clone() },
        only: mover.only.clone(),
        fixed: None,
    }
}

/// Whether two tables lie in one row tree or refer to each other, before or after.
fn tied(diff: &Diff<'_>, one: &Mover, other: &Mover) -> bool {
    let near = |schema: &Schema, a: TableId, b: TableId| {
        let refers = |a: TableId, b: TableId| {
            schema.table(a).foreign_keys.iter().any(|key| key.table == Some(b))
        };
        a == b || schema.root_of(a) == schema.root_of(b) || refers(a, b) || refers(b, a)
    };
    near(diff.before.cx.schema, one.old, other.old)
        || near(diff.after.cx.schema, one.new, other.new)
}

impl<'d, 'a> Group<'d, 'a> {
    /// Old tables, each once.
    pub(super) fn old(&self) -> Vec<TableId> {
        let mut out: Vec<TableId> = Vec::new();
        for image in &self.images.0 {
            if !out.contains(&image.from.id) {
                out.push(image.from.id);
            }
        }
        out
    }

    /// Tables of the wanted schema that get rows.
    pub(super) fn wanted(&self) -> Vec<TableId> {
        self.images.0.iter().map(|image| image.to.id).collect()
    }

    /// Names of the old tables.
    pub(super) fn old_names(&self, diff: &Diff<'_>) -> Vec<String> {
        self.old().into_iter().map(|id| diff.old_name(id)).collect()
    }

    /// What the copy of a wanted table is called, if it has one here.
    pub(super) fn copy_of(&self, id: TableId) -> Option<&str> {
        self.images.0.iter().find(|it| it.to.id == id).map(|it| it.to.name.as_str())
    }

    /// Tables of the deployed schema, by their names.
    pub(super) fn tables_before(&self, diff: &'d Diff<'a>) -> Vec<Stands<'d, 'a>> {
        standing(&diff.before, |id| diff.old_name(id))
    }

    /// Tables of the wanted schema, with the names that copies have until the end.
    pub(super) fn tables_after(&self, diff: &'d Diff<'a>) -> Vec<Stands<'d, 'a>> {
        standing(&diff.after, |id| {
            self.copy_of(id).map_or_else(|| diff.table_name(id), str::to_owned)
        })
    }

    /// A word for ids of steps.
    pub(super) fn slug(&self) -> String {
        let name = self.images.0.first().map_or("", |image| image.from.name.as_str());
        slug(name)
    }
}
