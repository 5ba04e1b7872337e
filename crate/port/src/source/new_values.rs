//! Values of enumerations that have new names: defaults and expressions that state them follow.

use std::collections::BTreeMap;

use super::Source;
use super::expr::Node;
use super::schema::{PartOf, Table};

/// Values of enumerations that have new names, by the enumeration.
pub(super) type NewValues = BTreeMap<String, Vec<(String, String)>>;

/// The last name of each of them.
type LastValues = BTreeMap<String, BTreeMap<String, String>>;

/// Follows new names of values into defaults and expressions.
pub(super) fn follow_values(source: &mut Source<'_>, new_values: NewValues) {
    let mut last = LastValues::new();
    for (ty, values) in new_values {
        let its = last.entry(ty).or_default();
        for (old, new) in values.into_iter().rev() {
            let new = its.get(&new).cloned().unwrap_or(new);
            its.insert(old, new);
        }
    }
    for table in source.tables.iter_mut().filter(|_| !last.is_empty()) {
        follow_in_table(table, &last);
    }
}

fn follow_in_table(table: &mut Table, new_values: &LastValues) {
    let columns = table.columns.iter().filter_map(|column| {
        Some((column.name.name.to_lowercase(), new_values.get(&column.ty.name)?))
    });
    let columns: BTreeMap<_, _> = columns.collect();
    let of = |node: &Node| match node {
        Node::Column(name) => columns.get(&name.to_lowercase()).copied(),
        Node::Cast(_, ty) => new_values.get(&ty.name),
        _ => None,
    };
    let follow = |node: &mut Node| match node {
        Node::Cast(inner, ty) => put_all(inner, new_values.get(&ty.name)),
        Node::Binary(_, left, right) => {
            let (of_left, of_right) = (of(left), of(right));
            put_all(right, of_left);
            put_all(left, of_right);
        }
        Node::In(value, list, _) => {
            let new = of(value);
            list.iter_mut().for_each(|it| put_all(it, new));
        }
        _ => {}
    };
    for column in &mut table.columns {
        let new = new_values.get(&column.ty.name);
        if let Some(node) = column.default.as_mut().and_then(|it| it.expr.node.as_mut()) {
            put_all(node, new);
        }
    }
    let clauses =
        table.columns.iter_mut().flat_map(|it| it.default.iter_mut().chain(&mut it.generated));
    let mut exprs: Vec<_> = clauses.map(|it| &mut it.expr).collect();
    exprs.extend(table.checks.iter_mut().map(|it| &mut it.expr));
    for index in &mut table.indexes {
        exprs.extend(index.filter.iter_mut().map(|it| &mut it.expr));
        exprs.extend(index.parts.iter_mut().filter_map(|it| match &mut it.of {
            PartOf::Expr(expr) => Some(expr),
            PartOf::Column(_) => None,
        }));
    }
    for expr in exprs {
        if let Some(node) = &mut expr.node {
            node.visit(&mut |node| follow(node));
        }
    }
}

/// Puts new names into a literal.
fn put_all(node: &mut Node, new_values: Option<&BTreeMap<String, String>>) {
    let Node::Text(said) = node else { return };
    if let Some(new) = new_values.and_then(|it| it.get(said)) {
        said.clone_from(new);
    }
}
