//! Directives that cannot be used, each with what was expected.

use crate::all::FactProblem;
use crate::catalogue;
use crate::nearest::nearest_of;
use crate::schema::{LocatedDirective, Object, Place, Schema};
use crate::skew::{SKEW_EXPECTED, stated_skew};
use crate::syntax::tree::Target;

/// Names that wrong ones are compared with, in all. A text of thousands of tables and as many wrong
/// directives would otherwise take time with the product of the two.
const COMPARED_MAX: usize = 50_000;

/// Directives that could not be used, in the order of the text.
pub(super) fn problems(schema: &Schema) -> Vec<FactProblem> {
    let mut problems = Vec::new();
    let mut compared = 0;
    for located in &schema.directives {
        // Where no fact is known, that is said of each, and the place decides nothing.
        let said = &located.directive.facts;
        let is_known =
            said.is_empty() || said.iter().any(|it| catalogue::entry(&it.name).is_some());
        if located.place.is_none() && is_known {
            problems.push(unplaced(schema, located, &mut compared));
        }
        for fact in &located.directive.facts {
            let of_table = match located.place {
                Some(Place::Object(Object::Table(table)) | Place::Column(table, _)) => {
                    Some(schema.table(table))
                }
                _ => None,
            };
            let no_skew = |table| fact.name == "skew" && stated_skew(table, fact).is_none();
            if let Some(message) = catalogue::problem(fact) {
                problems.push(FactProblem { message, span: fact.span });
            } else if of_table.is_some_and(no_skew) {
                problems.push(FactProblem { message: SKEW_EXPECTED.into(), span: fact.span });
            }
        }
    }
    problems
}

/// A directive that speaks of nothing in the text, with the name that comes nearest, unless too many
/// names were `compared` before.
fn unplaced(schema: &Schema, located: &LocatedDirective, compared: &mut usize) -> FactProblem {
    let span = located.directive.span;
    let mut near = |name: &str, of: usize, names: &mut dyn Iterator<Item = &str>| {
        *compared += of;
        if *compared > COMPARED_MAX { String::new() } else { nearest_of(name, names) }
    };
    let named = schema.tables.len();
    let tables = || schema.tables.iter().map(|table| table.name.as_str());
    let indexes = || schema.indexes.iter().filter(|index| !index.managed).map(|i| i.name.as_str());
    let message = match &located.directive.target {
        Target::Table(name) => {
            let of = named + schema.indexes.len();
            let near = near(name, of, &mut tables().chain(indexes()));
            format!("expected a table or index of this schema, found `{name}`{near}")
        }
        Target::Column(table, column) => match schema.find_table(table) {
            Some(id) => {
                let owner = schema.table(id);
                let mut names = owner.columns.iter().map(|column| column.name.as_str());
                let near = near(column, owner.columns.len(), &mut names);
                format!("expected a column of `{}`, found `{column}`{near}", owner.name)
            }
            None => {
                let near = near(table, named, &mut tables());
                format!("expected a table of this schema, found `{table}`{near}")
            }
        },
        Target::Here | Target::File => {
            "expected a table or column on this line or the next".to_owned()
        }
    };
    FactProblem { message, span }
}
