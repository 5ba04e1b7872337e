//! Domains of PostgreSQL, of which one may be over another: its values obey the rules of all of them.

use std::rc::Rc;

use super::lists::List;
use super::plan::{Column, Porter, Said};
use super::report::What;
use super::severity::Severity;
use crate::source::name::Type;
use crate::source::schema::Named;
use crate::text::Span;

/// Bytes of the checks that types need at most. Ours: an enumeration of a thousand values that a
/// thousand columns have would make a port of many megabytes.
const CHECK_BYTES_MAX: usize = 4 * 1024 * 1024;
/// Domains over each other that are followed at most. Ours: a schema has two or three.
const LEVELS_MAX: usize = 32;

/// Said where there is no room for the checks of a type.
const TOO_LONG: &str = "values of the type are not checked: the checks of the port are too long";

/// What a type of a column is by the types that a dump declares.
pub(super) struct Levels<'a> {
    /// The type below all domains.
    pub(super) ty: Type,
    /// The number of the enumeration or composite type that it is.
    pub(super) declared: Option<usize>,
    /// Domains of the value, from its own to the lowest.
    pub(super) domains: Vec<&'a Named>,
    /// Domains of what is in an array.
    of_elements: Vec<&'a Named>,
}

impl Levels<'_> {
    /// NOT NULL of any domain.
    pub(super) fn not_null(&self) -> bool {
        self.domains.iter().any(|it| it.not_null)
    }
}

impl<'a> Porter<'a> {
    /// The values of the enumeration that a type is.
    pub(super) fn listed(&self, levels: &Levels<'_>) -> Option<&Rc<List>> {
        levels.declared.map(|at| &self.lists[at]).filter(|it| !it.values().is_empty())
    }

    /// Follows a type through the domains of a dump.
    pub(super) fn levels(&self, ty: &Type) -> Levels<'a> {
        let (domains, of_elements) = (Vec::new(), Vec::new());
        let mut found = Levels { ty: ty.clone(), declared: None, domains, of_elements };
        let mut seen = Vec::new();
        while let Some(&at) = self.types_by_name.get(&found.ty.name)
            && seen.len() < LEVELS_MAX
            && !seen.contains(&at)
        {
            seen.push(at);
            let named = &self.source.types[at];
            let Some(base) = &named.base else {
                found.declared = Some(at);
                break;
            };
            let is_array = found.ty.dimensions > 0;
            let list = if is_array { &mut found.of_elements } else { &mut found.domains };
            list.push(named);
            let dimensions = base.dimensions + found.ty.dimensions;
            found.ty = Type { dimensions, ..base.clone() };
        }
        found
    }

    /// Checks of domains, with their column in place of VALUE.
    pub(super) fn domain_checks(
        &mut self,
        levels: &Levels<'_>,
        planned: &mut Column,
        object: &str,
    ) {
        let known = [planned.known("value", self.options.target)];
        let scope = self.scope(&known);
        let checks = levels.domains.iter().rev().flat_map(|domain| &domain.checks);
        for check in checks {
            let said = match &check.expr.node {
                Some(node) if self.has_room() => scope.condition(node).ok(),
                _ => None,
            };
            match said {
                Some(said) => self.add_check(planned, said, object, check.span),
                None if !self.lose_check(
                    object,
                    planned,
                    check.span,
                    "the check of the domain is left out",
                ) =>
                {
                    return;
                }
                None => {}
            }
        }
        for domain in &levels.of_elements {
            let not_null = domain.not_null.then_some(domain.span);
            for span in domain.checks.iter().map(|it| it.span).chain(not_null) {
                if !self.lose_check(
                    object,
                    planned,
                    span,
                    "a rule of what is in an array is left out",
                ) {
                    return;
                }
            }
        }
    }

    /// Says that a check is left out; whether the port has room for more of them.
    fn lose_check(&mut self, object: &str, planned: &Column, span: Span, why: &str) -> bool {
        let has_room = self.has_room();
        self.check_bytes += span.len() as usize;
        let rule = "migrate-check-dropped";
        let said = self.about(object, rule, Severity::Warn, What::Dropped, span);
        let why = if has_room { why } else { TOO_LONG };
        self.lose(Said { column: Some(&planned.source), ..said }, why);
        has_room
    }
    /// Whether checks of types may become longer.
    pub(super) fn has_room(&self) -> bool {
        self.check_bytes <= CHECK_BYTES_MAX
    }

    /// Adds a check that a type needs, unless the port has too much of them.
    pub(super) fn add_check(
        &mut self,
        planned: &mut Column,
        check: String,
        object: &str,
        span: Span,
    ) {
        self.check_bytes += check.len();
        if self.has_room() {
            planned.checks.push(check);
        } else {
            self.lose_check(object, planned, span, TOO_LONG);
        }
    }
}
