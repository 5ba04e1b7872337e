//! Writes what a person says of a table into the text, as a directive, and takes it out again: the
//! text stays the only place where anything is said. Nothing else in the text moves.

use crate::facts::{catalogue, written};
use crate::schema::{Object, Place, Schema, TableId};
use crate::syntax::tree::{Directive, DirectiveFact};
use crate::text::{Edit, Span, at};

/// A fact of a table that the workload uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Said<'a> {
    /// Its name: `writes`, `role`, `reads`, `skew`.
    pub name: &'a str,
    /// What stands in brackets: the way of reading, the column.
    pub of: Option<&'a str>,
    /// Its value: `12k/s`, `queue`, `zipf(1.1)`.
    pub value: &'a str,
}

/// The edit that states a fact of a table: in place of what is said of it, beside another fact of
/// the table, or on a line of its own before the table.
///
/// # Errors
///
/// Says what was expected, where the fact or its value is none.
pub fn state(text: &str, schema: &Schema, table: TableId, said: Said<'_>) -> Result<Edit, String> {
    let trimmed = Said { value: &said.value.trim().replace(',', ""), ..said };
    if let Some(wrong) = catalogue::wrong(trimmed.name, trimmed.of, trimmed.value) {
        return Err(wrong);
    }
    if trimmed.name == "skew" {
        check_skew(schema, table, trimmed)?;
    }
    let fact = trimmed.written();
    // Of several the last counts.
    if let Some((_, old)) = places(schema, table, trimmed).last() {
        return Ok(Edit::replace(old.span, fact));
    }
    let own = schema
        .directives
        .iter()
        .filter(|located| located.place == Some(Place::Object(Object::Table(table))));
    // A reason speaks of what is accepted, not of a rate.
    let beside = own.map(|located| &located.directive).find(|it| it.reason.is_none());
    if let Some(last) = beside.and_then(|directive| directive.facts.last()) {
        return Ok(Edit::insert(last.span.end, format!(", {fact}")));
    }
    Ok(before(text, schema, table, &fact))
}

/// The edits that take a fact of a table back, however often it is said; none where it is not.
#[must_use]
pub fn forget(
    text: &str,
    schema: &Schema,
    table: TableId,
    name: &str,
    of: Option<&str>,
) -> Vec<Edit> {
    let said = Said { name, of, value: "" };
    let mut edits: Vec<Edit> = Vec::new();
    let mut in_comments: Vec<Span> = Vec::new();
    for (directive, fact) in places(schema, table, said) {
        // Of a comment that says it twice the last counts; the first then stands alone.
        if !in_comments.contains(&directive.span) {
            in_comments.push(directive.span);
            edits.push(written::without(text, directive, fact.span));
        }
    }
    edits
}

impl Said<'_> {
    /// As a directive says it.
    fn written(&self) -> String {
        let of = self.of.map_or(String::new(), |of| format!("({of})"));
        let sign = if self.name == "children-per-parent" { "<=" } else { "=" };
        if self.name == "low-write" {
            return format!("{}({})", self.name, self.value);
        }
        let value = if self.value.is_empty() { String::new() } else { [sign, self.value].concat() };
        format!("{}{of}{value}", self.name)
    }

    fn is(&self, fact: &DirectiveFact) -> bool {
        let of = fact.args.first().filter(|_| fact.name != "low-write");
        fact.name.eq_ignore_ascii_case(self.name)
            && match (of, self.of) {
                (None, None) => true,
                (Some(said), Some(of)) => said.eq_ignore_ascii_case(of),
                _ => false,
            }
    }
}

/// Where a fact of a table is said, in the order of the text.
fn places<'a>(
    schema: &'a Schema,
    table: TableId,
    said: Said<'a>,
) -> impl Iterator<Item = (&'a Directive, &'a DirectiveFact)> {
    // What is said of a table at one of its columns speaks of the table.
    schema.directives_near(Place::Object(Object::Table(table))).flat_map(move |located| {
        let directive = &located.directive;
        let facts = directive.facts.iter().filter(move |fact| said.is(fact));
        facts.map(move |fact| (directive, fact))
    })
}

fn check_skew(schema: &Schema, table: TableId, said: Said<'_>) -> Result<(), String> {
    let owner = schema.table(table);
    let fact = DirectiveFact {
        name: "skew".to_owned(),
        args: said.of.map(str::to_owned).into_iter().collect(),
        value: Some(said.value.to_owned()),
        span: Span::new(0, 0),
    };
    match crate::facts::skew::stated_skew(owner, &fact) {
        Some(_) => Ok(()),
        None => Err(crate::facts::skew::SKEW_EXPECTED.to_owned()),
    }
}

/// A directive of its own, on the line before the table.
fn before(text: &str, schema: &Schema, table: TableId, fact: &str) -> Edit {
    let owner = schema.table(table);
    // A directive cannot name a table with a blank in its name, but can stand before it.
    let odd = |c: char| c.is_whitespace() || matches!(c, ',' | '`' | '"');
    let target =
        if owner.name.contains(odd) { String::new() } else { format!("table {} ", owner.name) };
    let start = owner.span.start;
    let line = text[..start as usize].rfind('\n').map_or(0, |end| end + 1);
    let indent = &text[line..start as usize];
    if !indent.trim().is_empty() {
        return Edit::insert(start, format!("/* hotsplit: {target}{fact} */ "));
    }
    let newline = if text.contains("\r\n") { "\r\n" } else { "\n" };
    Edit::insert(at(line), format!("{indent}-- hotsplit: {target}{fact}{newline}"))
}
