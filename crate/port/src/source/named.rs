//! Enumerations and domains: what ALTER and DROP make of them, and columns that follow.
//!
//! A type keeps the name that it was created with, under which columns know it: a new name only
//! changes what later statements find.

use std::collections::BTreeMap;

use super::Outcome;
use super::cursor::Cursor;
use super::fate::Fate;
use super::name::Name;
use super::replay::Replay;
use super::schema::{Check, Clause, Named};

/// Values of an enumeration among which a new one has its place; behind more it is the last. Ours: each
/// moves those behind it.
const ORDERED_MAX: usize = 1_000;

impl Replay<'_> {
    /// `ALTER TYPE` and `ALTER DOMAIN`.
    pub(super) fn alter_type(&mut self, c: &mut Cursor<'_>, start: u32) -> Fate {
        let kind = format!("ALTER {}", c.said(0).to_uppercase());
        c.at += 1;
        let Some(name) = c.name() else { return Fate::of(Outcome::Session, &kind) };
        let shown = name.shown();
        if c.is("owner") || c.are("validate constraint") {
            return Fate::of(Outcome::Session, &kind);
        }
        let Some(at) = self.type_at(&name) else {
            return Fate::dropped(&kind, shown, "its type is not in the dump");
        };
        if self.source.types[at].composite {
            let reason =
                "Spanner has no types of a user: the attributes of its values are not kept";
            return Fate::dropped(&kind, shown, reason);
        }
        let from = c.start();
        let done = if c.eat("rename to") {
            let new = c.word();
            new.is_some_and(|(new, _)| self.rename_type(&name, |name| name.name = new))
        } else if c.eat("set schema") {
            let new = c.word().map(|(schema, _)| schema).filter(|it| it != "public");
            self.rename_type(&name, |name| name.schema = new)
        } else if c.eat("rename value") {
            self.rename_value(c, at)
        } else if c.eat("add value") {
            self.add_value(c, at)
        } else {
            self.alter_domain(c, at, from)
        };
        let rest = c.start();
        let span = c.skip_to_end(start);
        self.header(span, None);
        if !done || rest < c.end() {
            let message = "this change of a type is not followed".to_owned();
            self.warn("migrate-clause-dropped", shown.clone(), message, span);
        }
        Fate::defines(&kind, shown)
    }

    fn rename_value(&mut self, c: &mut Cursor<'_>, at: usize) -> bool {
        let (old, _, new) = (c.string(), c.eat("to"), c.string());
        let (Some((old, _)), Some((new, _))) = (old, new) else { return false };
        let numbers = self.numbers_of(at);
        let Some(number) = numbers.remove(&old) else { return false };
        numbers.insert(new.clone(), number);
        let named = &mut self.source.types[at];
        named.values[number].clone_from(&new);
        self.new_values.entry(named.name.shown()).or_default().push((old, new));
        true
    }

    /// The numbers of the values of an enumeration.
    fn numbers_of(&mut self, at: usize) -> &mut BTreeMap<String, usize> {
        let values = &self.source.types[at].values;
        if self.value_numbers.len() <= at {
            self.value_numbers.resize_with(at + 1, BTreeMap::new);
        }
        let numbers = &mut self.value_numbers[at];
        if numbers.is_empty() {
            numbers.extend(values.iter().cloned().zip(0..));
        }
        numbers
    }

    fn add_value(&mut self, c: &mut Cursor<'_>, at: usize) -> bool {
        c.eat("if not exists");
        let Some((value, _)) = c.string() else { return false };
        let place = ["before", "after"].into_iter().position(|it| c.eat(it));
        let near = place.and_then(|_| c.string());
        let end = self.source.types[at].values.len();
        let numbers = self.numbers_of(at);
        if numbers.contains_key(&value) {
            return true;
        }
        let near = near.and_then(|(near, _)| numbers.get(&near)).filter(|_| end < ORDERED_MAX);
        let number = near.map_or(end, |near| near + place.unwrap_or(0));
        if number < end {
            numbers.clear();
        } else {
            numbers.insert(value.clone(), number);
        }
        let values = &mut self.source.types[at].values;
        values.insert(number, value);
        true
    }

    fn alter_domain(&mut self, c: &mut Cursor<'_>, at: usize, from: u32) -> bool {
        if c.eat("set not null") {
            self.source.types[at].not_null = true;
        } else if c.eat("drop not null") {
            self.source.types[at].not_null = false;
        } else if c.eat("drop default") {
            self.source.types[at].default = None;
        } else if c.eat("set default") {
            let mut expr = c.expr();
            self.bind(&mut expr);
            self.source.types[at].default = Some(Clause { expr, span: c.since(from) });
        } else if c.eat("drop constraint") {
            let sure = !c.eat("if exists");
            let name = c.word().map(|(name, _)| name).unwrap_or_default();
            c.eat_any(&["cascade", "restrict"]);
            let checks = &mut self.source.types[at].checks;
            let before = checks.len();
            checks.retain(|it| it.name.as_ref().is_none_or(|it| it.name != name));
            return checks.len() < before || !sure;
        } else if c.eat("add") {
            let name = if c.eat("constraint") { c.name() } else { None };
            if c.eat("not null") {
                self.source.types[at].not_null = true;
                return true;
            }
            if !c.eat("check") {
                return false;
            }
            let Some(mut expr) = c.expr_in_parens() else { return false };
            let not_valid = c.eat("not valid");
            self.bind(&mut expr);
            let span = c.since(from);
            let check = Check { name, expr, not_enforced: false, not_valid, span };
            add_check(&mut self.source.types[at], check);
        } else {
            return false;
        }
        true
    }

    /// `DROP TYPE` and `DROP DOMAIN`.
    pub(super) fn drop_types(&mut self, c: &mut Cursor<'_>, start: u32, kind: &str) -> Fate {
        c.eat("if exists");
        let (mut shown, mut any) = (String::new(), false);
        while let Some(name) = c.name() {
            shown = name.shown();
            any |= self.drop_type(&name);
            if !c.eat(",") {
                break;
            }
        }
        let end = c.skip_to_end(start);
        self.header(end, None);
        match any {
            true => Fate::defines(kind, shown),
            false => Fate::of(Outcome::Session, kind),
        }
    }
}

/// Adds a check to a domain; one without a name has that which PostgreSQL gives it.
pub(super) fn add_check(named: &mut Named, mut check: Check) {
    if check.name.is_none() {
        let number = if named.unnamed == 0 { String::new() } else { named.unnamed.to_string() };
        let name = format!("{}_check{number}", named.name.name);
        check.name = Some(Name { schema: None, name, span: check.span });
        named.unnamed += 1;
    }
    named.checks.push(check);
}
