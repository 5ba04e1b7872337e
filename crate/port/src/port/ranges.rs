//! Ranges of PostgreSQL, which Spanner does not have: a column of one is divided into two, its lower
//! and its upper bound, and what names it follows. All later steps see the two columns alone.

use std::collections::BTreeMap;

use super::options::Options;
use super::report::{Loss, What};
use super::severity::Severity;
use super::translate::peeled;
use crate::rows::values::Values;
use crate::source::expr::{Expr, Node};
use crate::source::schema::{Check, Clause, Index, Part, PartOf, Table};
use crate::source::{Column, Database, Source};
use crate::text::Span;

/// Ranges and the types of their bounds. Those of whole numbers and days have one form, `[1,5)`.
const RANGES: &[(&str, &str)] = &[
    ("int4range", "int4"),
    ("int8range", "int8"),
    ("daterange", "date"),
    ("numrange", "numeric"),
    ("tsrange", "timestamp"),
    ("tstzrange", "timestamptz"),
];
/// How many of them, from the first, have one form.
const OF_ONE_FORM: usize = 3;

/// Names of the bounds of ranges.
#[derive(Default)]
struct Bounds {
    /// By the names of their columns in small letters.
    numbers: BTreeMap<String, usize>,
    names: Vec<[String; 2]>,
}

impl Bounds {
    fn get(&self, column: &str) -> Option<&[String; 2]> {
        self.numbers.get(&column.to_lowercase()).map(|&at| &self.names[at])
    }
}

/// A source whose ranges are divided, with what is said of them; nothing where it has none.
pub(super) fn divided<'a>(
    source: &Source<'a>,
    options: &Options,
) -> Option<(Source<'a>, Vec<Loss>)> {
    let has_range = |table: &Table| table.columns.iter().any(|it| range_of(it).is_some());
    if source.database == Database::MySql || !source.tables.iter().any(has_range) {
        return None;
    }
    let (mut source, mut losses) = (source.clone(), Vec::new());
    for table in source.tables.iter_mut().filter(|it| has_range(it)) {
        Divider { object: table.name.shown(), losses: &mut losses }.table(table, options);
    }
    Some((source, losses))
}

/// The number of a column's range among all.
fn range_of(column: &Column) -> Option<usize> {
    let name = column.ty.name.as_str();
    let at = RANGES.iter().position(|(range, _)| *range == name);
    at.filter(|_| column.ty.dimensions == 0)
}

struct Divider<'l> {
    object: String,
    losses: &'l mut Vec<Loss>,
}

impl Divider<'_> {
    fn lose(
        &mut self,
        rule: &'static str,
        what: What,
        column: &str,
        source: Span,
        message: impl Into<String>,
    ) {
        self.losses.push(Loss {
            rule,
            severity: Severity::Warn,
            object: self.object.clone(),
            column: Some(column.to_owned()),
            message: message.into(),
            what,
            source,
            target: None,
            decision: None,
        });
    }

    fn table(&mut self, table: &mut Table, options: &Options) {
        let stated = |column: &str, what| options.decisions.column(&self.object, column, what);
        let mut taken: BTreeMap<String, usize> = BTreeMap::new();
        taken.extend(table.columns.iter().map(|it| (it.name.name.to_lowercase(), 1)));
        let mut bounds = Bounds::default();
        for column in table.columns.iter().filter(|it| range_of(it).is_some()) {
            let name = &column.name.name;
            // A directive may state one type for the whole.
            if ["as", "json", "bool", "int"].iter().any(|what| stated(name, what).is_some()) {
                continue;
            }
            let base = stated(name, "rename").unwrap_or(name);
            let names = ["lower", "upper"].map(|bound| {
                let mut wish = format!("{base}_{bound}");
                while let Some(number) = taken.get_mut(&wish.to_lowercase()) {
                    *number += 1;
                    wish = format!("{base}_{bound}{number}");
                }
                taken.insert(wish.to_lowercase(), 1);
                wish
            });
            bounds.numbers.insert(name.to_lowercase(), bounds.names.len());
            bounds.names.push(names);
        }
        self.indexes(table, &bounds);
        self.columns(table, &bounds);
        let clauses = table.columns.iter_mut().filter_map(|it| it.generated.as_mut());
        let clauses = clauses.map(|it| &mut it.expr);
        for expr in clauses.chain(table.checks.iter_mut().map(|it| &mut it.expr)) {
            follow(expr, &bounds);
        }
    }

    fn columns(&mut self, table: &mut Table, bounds: &Bounds) {
        let in_key = |name: &str| {
            let parts = table.key.iter().flat_map(|key| &key.parts);
            let named = |it: &Part| matches!(&it.of, PartOf::Column(its) if its == name);
            parts.into_iter().any(named)
        };
        let mut columns = Vec::with_capacity(table.columns.len() + bounds.names.len());
        for column in std::mem::take(&mut table.columns) {
            let names = bounds.get(&column.name.name);
            let (Some(names), Some(number)) = (names, range_of(&column)) else {
                columns.push(column);
                continue;
            };
            let [low, high] = names.clone().map(|name| Box::new(Node::Column(name)));
            let span = column.ty.span;
            table.checks.push(Check {
                name: None,
                expr: Expr { node: Some(Node::Binary("<=".to_owned(), low, high)), span },
                not_enforced: false,
                not_valid: false,
                span,
            });
            let is_key = in_key(&column.name.name);
            columns.extend(self.bounds(column, number, names, is_key));
        }
        table.columns = columns;
        if let Some(key) = &mut table.key {
            divide(&mut key.parts, bounds);
        }
    }

    /// The columns for the bounds of a range.
    fn bounds(
        &mut self,
        column: Column,
        number: usize,
        names: &[String; 2],
        is_key: bool,
    ) -> [Column; 2] {
        let (range, bound) = RANGES[number];
        let name = &column.name.name;
        let form = match number < OF_ONE_FORM {
            true => "",
            false => "; whether a bound is in the range is not kept",
        };
        let null = if column.not_null { "" } else { "; NULL is the range without bounds" };
        let rows = match column.values.count {
            0 => String::new(),
            count => format!("; {count} values in rows are divided when they are copied"),
        };
        let message = format!(
            "{range} is two columns, the lower bound `{}` and the exclusive upper bound `{}`: NULL is \
             infinite, and equal bounds are an empty range{form}{null}{rows}",
            names[0], names[1]
        );
        let changed = What::Changed;
        self.lose("migrate-type-unmapped", changed, name, column.ty.span, message);
        if let Some(span) = column.nullity.or(is_key.then_some(column.name.span)) {
            let (what, message) = match is_key {
                true => (What::Narrowed, "a range of the key without a bound is refused"),
                false => (What::Widened, "NOT NULL is left out: a bound that is NULL is infinite"),
            };
            if column.not_null {
                self.lose("migrate-type-unmapped", what, name, span, message);
            }
        }
        let mut low = Column { not_null: false, values: Values::default(), ..column.clone() };
        low.ty.name = bound.to_owned();
        let mut high = Column {
            unlike: Vec::new(),
            ignored: Vec::new(),
            comment: None,
            collation: None,
            ..low.clone()
        };
        for (own, what, place) in [
            (
                &column.default,
                ("migrate-default-dropped", "the application supplies the values"),
                (|it: &mut Column| &mut it.default) as fn(&mut Column) -> &mut Option<Clause>,
            ),
            (
                &column.generated,
                ("migrate-generated-dropped", "the application fills the columns"),
                |it| &mut it.generated,
            ),
        ] {
            let Some(Clause { expr, span }) = own else { continue };
            let said = match &expr.node {
                Some(node) => bounds_of(node, number),
                None => Err("it is not understood"),
            };
            let clause =
                |node| Clause { expr: Expr { node: Some(node), span: expr.span }, span: *span };
            let said = said.map(|nodes| nodes.map(clause).map(Some));
            let [first, last] = said.unwrap_or_else(|why| {
                let message = format!("{}: {why}", what.1);
                self.lose(what.0, What::Dropped, name, *span, message);
                [None, None]
            });
            *place(&mut low) = first;
            *place(&mut high) = last;
        }
        low.name.name.clone_from(&names[0]);
        high.name.name.clone_from(&names[1]);
        [low, high]
    }

    /// Indexes have both bounds. A unique one keeps its rule where no column of it may be NULL: then a
    /// NULL is a bound that is infinite, and equal to another.
    fn indexes(&mut self, table: &mut Table, bounds: &Bounds) {
        let nullable = |part: &Part, ranges: bool| match &part.of {
            PartOf::Column(name) if bounds.get(name).is_some() || !ranges => {
                table.column(name).is_none_or(|at| !table.columns[at].not_null)
            }
            PartOf::Column(_) => false,
            PartOf::Expr(_) => !ranges,
        };
        let mut indexes = Vec::with_capacity(table.indexes.len());
        for mut index in table.indexes.clone() {
            let named =
                |it: &Part| matches!(&it.of, PartOf::Column(name) if bounds.get(name).is_some());
            if index.unique && index.parts.iter().any(named) {
                let ranges = index.nulls_not_distinct;
                if index.parts.iter().any(|it| nullable(it, ranges)) {
                    self.lose_index(&index);
                    continue;
                }
                index.nulls_not_distinct = true;
            }
            divide(&mut index.parts, bounds);
            let include = std::mem::take(&mut index.include).into_iter();
            index.include = include
                .flat_map(|(name, span)| match bounds.get(&name) {
                    Some(names) => names.iter().map(|it| (it.clone(), span)).collect(),
                    None => vec![(name, span)],
                })
                .collect();
            index.filter.iter_mut().for_each(|it| follow(&mut it.expr, bounds));
            indexes.push(index);
        }
        table.indexes = indexes;
    }

    fn lose_index(&mut self, index: &Index) {
        self.losses.push(Loss {
            rule: "migrate-index-type",
            severity: Severity::Error,
            object: index.name.as_ref().map_or_else(|| self.object.clone(), |it| it.name.clone()),
            column: None,
            message: "the index is left out: a range is in it, and its columns may be NULL".into(),
            what: What::Dropped,
            source: index.span,
            target: None,
            decision: None,
        });
    }
}

/// Puts the bounds of ranges into a key.
fn divide(parts: &mut Vec<Part>, bounds: &Bounds) {
    let all = std::mem::take(parts).into_iter();
    parts.extend(all.flat_map(|mut part| {
        let names = match &mut part.of {
            PartOf::Column(name) => bounds.get(name),
            PartOf::Expr(expr) => {
                follow(expr, bounds);
                None
            }
        };
        match names {
            Some(names) => {
                let of = names.iter().map(|it| PartOf::Column(it.clone()));
                of.map(|of| Part { of, ..part.clone() }).collect()
            }
            None => vec![part],
        }
    }));
}

/// Writes functions of ranges with the two bounds. Whatever else names a range finds no column.
fn follow(expr: &mut Expr, bounds: &Bounds) {
    let Some(node) = &mut expr.node else { return };
    node.visit(&mut |node| {
        let Node::Call(function, list) = &*node else { return };
        let [Node::Column(name)] = list.as_slice() else { return };
        let Some(names) = bounds.get(name) else { return };
        let [low, high] = names.clone().map(Node::Column);
        *node = match function.as_str() {
            // They are NULL of an empty range.
            "lower" => Node::Call("nullif".to_owned(), vec![low, high]),
            "upper" => Node::Call("nullif".to_owned(), vec![high, low]),
            "isempty" => {
                let equal = Node::Binary("=".to_owned(), Box::new(low), Box::new(high));
                Node::Call("coalesce".to_owned(), vec![equal, Node::Bool(false)])
            }
            "lower_inf" => Node::Is(Box::new(low), "null", false),
            "upper_inf" => Node::Is(Box::new(high), "null", false),
            _ => return,
        };
    });
}

/// The bounds of a range that is a literal or made from two values.
fn bounds_of(node: &Node, number: usize) -> Result<[Node; 2], &'static str> {
    const FORM: &str = "its bounds are not those of `[)`";
    let (nodes, form) = match peeled(node) {
        Node::Null => return Ok([Node::Null, Node::Null]),
        Node::Call(name, list) if RANGES[number].0 == name => match list.as_slice() {
            [low, high] => ([low.clone(), high.clone()], "[)".to_owned()),
            [low, high, Node::Text(form)] => ([low.clone(), high.clone()], form.clone()),
            _ => return Err("it is not understood"),
        },
        Node::Text(said) => {
            let said = said.trim();
            let inner = said.strip_prefix(['[', '(']).and_then(|it| it.strip_suffix([']', ')']));
            let (low, high) = inner.and_then(|it| it.split_once(',')).ok_or(FORM)?;
            let bound = |said: &str| match said.trim().trim_matches('"') {
                "" => Node::Null,
                said => Node::Text(said.to_owned()),
            };
            ([bound(low), bound(high)], [&said[..1], &said[said.len() - 1..]].concat())
        }
        _ => return Err("it is not understood"),
    };
    let low = nodes[0] == Node::Null || form.starts_with('[');
    let high = nodes[1] == Node::Null || form.ends_with(')');
    if number < OF_ONE_FORM && !(low && high) { Err(FORM) } else { Ok(nodes) }
}
