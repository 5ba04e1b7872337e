//! The facts that directives state of a table, an index or another object.

use crate::catalogue::{self, StatedFact};
use crate::directive::Directive;
use crate::schema::{LocatedDirective, Object, Place, Schema};
use crate::suppressed::{Accepted, Suppressed};
use crate::text::Span;

/// A fact that is stated of an object.
pub(super) struct StatedHere<'a> {
    /// The fact.
    pub(super) fact: StatedFact<'a>,
    /// The reason that its directive gives.
    reason: Option<&'a String>,
}

impl StatedHere<'_> {
    /// Where the fact stands.
    pub(super) fn span(&self) -> Span {
        self.fact.fact.span
    }

    /// The rules as accepted for the reason of the directive.
    pub(super) fn accepted(&self, rules: &[String]) -> impl Iterator<Item = Accepted> {
        let accept = |rule: &String| Accepted {
            rule: rule.clone(),
            reason: self.reason.cloned(),
            span: self.span(),
        };
        rules.iter().map(accept)
    }
}

/// Every usable fact that directives state of `place`.
pub(super) fn facts_of(schema: &Schema, place: Place) -> impl Iterator<Item = StatedHere<'_>> {
    let near = schema.directives_near(place);
    near.filter(move |located| covers(located.place, place)).flat_map(facts_in)
}

/// The usable facts of a directive.
fn facts_in(located: &LocatedDirective) -> impl Iterator<Item = StatedHere<'_>> {
    let reason = located.directive.reason.as_ref();
    let facts = located.directive.facts.iter().filter_map(catalogue::read);
    facts.map(move |fact| StatedHere { fact, reason })
}

/// A table fact written at one of the table's columns speaks of the table.
fn covers(stated_of: Option<Place>, place: Place) -> bool {
    match (stated_of, place) {
        (Some(Place::Column(table, _)), Place::Object(Object::Table(of))) => table == of,
        (stated_of, place) => stated_of == Some(place),
    }
}

/// What is accepted and switched off of other things than tables and indexes.
pub(super) fn suppressed_elsewhere(schema: &Schema) -> Vec<(Place, Suppressed)> {
    let mut all = Vec::new();
    for located in &schema.directives {
        let Some(place) = located.place else { continue };
        if matches!(place, Place::Object(Object::Table(_) | Object::Index(_)) | Place::Column(..)) {
            continue;
        }
        let mut here = Suppressed::default();
        for stated in facts_in(located) {
            match stated.fact.directive {
                Directive::Accept(rules) => here.accepted.extend(stated.accepted(rules)),
                Directive::Off(rules) => here.off.extend(rules.iter().cloned()),
                _ => {}
            }
        }
        all.push((place, here));
    }
    all
}
