//! Finds what each directive speaks of.

use crate::catalog::Catalog;
use crate::catalog::made::Made;
use crate::place::{LocatedDirective, Object, Place};
use crate::syntax::attach::{Owner, owners};
use crate::syntax::comment::comments;
use crate::syntax::tree::{StatementKind, Target, Tree};
use crate::text::Span;
use smol_str::StrExt;

/// Finds what each directive speaks of, and leaves out those of dropped things.
pub(crate) fn place_directives(catalog: &mut Catalog<'_>, tree: &Tree) {
    if tree.directives.is_empty() {
        return;
    }
    let comments: Vec<Span> = comments(&tree.tokens).collect();
    let owners = owners(catalog.text, &tree.statements, &comments);
    let mut all = Vec::with_capacity(tree.directives.len());
    for directive in &tree.directives {
        let place = match &directive.target {
            Target::File => Some(Place::Object(Object::File)),
            Target::Table(name) => find_object(catalog, name),
            Target::Column(table, column) => find_named_column(catalog, table, column),
            Target::Here => {
                let at = comments.binary_search(&directive.span).ok();
                at.and_then(|at| place_of_owner(catalog, owners[at], tree))
            }
        };
        // A directive of a dropped thing is neither used nor wrong.
        let dropped = match &directive.target {
            Target::File => false,
            Target::Table(name) => is_dropped(catalog, name),
            Target::Column(table, column) => {
                is_dropped(catalog, table) || is_dropped(catalog, &format!("{table}.{column}"))
            }
            Target::Here => {
                let at = comments.binary_search(&directive.span).ok();
                at.is_some_and(|at| is_owner_dropped(catalog, owners[at]))
            }
        };
        if place.is_some() || !dropped {
            all.push(LocatedDirective { directive: directive.clone(), place });
        }
    }
    catalog.schema.directives = all;
}

/// A table, or an index, of a name it has or had.
fn find_object(catalog: &Catalog<'_>, name: &str) -> Option<Place> {
    let index =
        || catalog.indexes.get(&name.to_lowercase_smolstr()).map(|&index| Object::Index(index));
    let former = || {
        catalog.former_names.get(&name.to_lowercase_smolstr()).copied().flatten().map(Object::Table)
    };
    let table = catalog.schema.find_table(name).map(Object::Table);
    table.or_else(index).or_else(former).map(Place::Object)
}

/// A column of a table of that name.
fn find_named_column(catalog: &Catalog<'_>, table: &str, column: &str) -> Option<Place> {
    let Some(Place::Object(Object::Table(table))) = find_object(catalog, table) else {
        return None;
    };
    let column = catalog.schema.table(table).find_column(column)?;
    Some(Place::Column(table, column))
}

/// Whether a table, an index or a column of that name was dropped.
fn is_dropped(catalog: &Catalog<'_>, name: &str) -> bool {
    let name = name.to_lowercase_smolstr();
    catalog.removed.names.contains(&name)
        || catalog.former_names.get(&name).is_some_and(Option::is_none)
}

/// Whether what a comment belongs to was dropped.
fn is_owner_dropped(catalog: &Catalog<'_>, owner: Owner) -> bool {
    let at = match owner {
        Owner::Element(at, _)
        | Owner::Inside(at)
        | Owner::Loose(at)
        | Owner::Before(at)
        | Owner::After(at) => at,
        Owner::Nobody => return false,
    };
    matches!(catalog.made[at], Made::Removed)
}

/// What a comment belongs to.
fn place_of_owner(catalog: &Catalog<'_>, owner: Owner, tree: &Tree) -> Option<Place> {
    let (at, element) = match owner {
        Owner::Element(at, element) => (at, Some(element)),
        Owner::Inside(at) | Owner::Loose(at) | Owner::Before(at) | Owner::After(at) => (at, None),
        Owner::Nobody => return None,
    };
    match catalog.made[at] {
        Made::Nothing | Made::Removed | Made::Pending(_) => None,
        Made::Sequence(sequence) => Some(Place::Object(Object::Sequence(sequence))),
        Made::Other(object) => Some(Place::Object(object)),
        Made::Index(index) => Some(Place::Object(Object::Index(index))),
        Made::Column(table, column) => Some(Place::Column(table, column)),
        Made::Table(id) => {
            let StatementKind::CreateTable(written) = &tree.statements[at].kind else {
                return Some(Place::Object(Object::Table(id)));
            };
            let table = catalog.schema.table(id);
            let of = element.map(|element| written.elements[element].span);
            let column = of.and_then(|span| {
                table.column_ids().find(|&column| table.column(column).span == span)
            });
            Some(
                column.map_or(Place::Object(Object::Table(id)), |column| Place::Column(id, column)),
            )
        }
    }
}
