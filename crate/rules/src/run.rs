//! Running the rules: over everything, or again over what an edit touched; then the general is
//! folded into the specific, and what the text accepts is set apart.

use crate::facts::Facts;
use crate::finding::{Finding, Object};
use crate::list::RULES;
use crate::order;
use crate::report::Report;
use crate::rule::{Context, Reach, Rule};
use crate::schema::{Place, Schema, TableId};
use crate::text::Span;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

/// What the rules of reach [`Reach::Family`] said, before anything is folded: kept for the next
/// run.
#[derive(Clone, Debug, Default)]
pub struct Raw(Vec<Finding>);

impl Raw {
    /// Every span of it.
    pub fn each_span(&mut self, each: &mut dyn FnMut(&mut Span)) {
        for finding in &mut self.0 {
            finding.each_span(each);
        }
    }
}

/// Runs every rule. Worst first.
#[must_use]
pub fn run(schema: &Schema, facts: &Facts) -> Vec<Finding> {
    let context = Context::whole(schema, facts, RULES);
    finish(check(Reach::Family, &context), &context)
}

/// The same for a proof, which asks for findings that are wanted and for no other words of them than the
/// title. What a rule says in place of such a finding is kept too.
#[must_use]
pub fn run_for_proof(
    schema: &Schema,
    facts: &Facts,
    wanted: impl Fn(&Finding) -> bool,
) -> Vec<Finding> {
    let context = Context::whole(schema, facts, RULES);
    let mut found = Vec::new();
    // By object and rule.
    let mut kept = BTreeSet::new();
    for rule in GENERAL_FIRST.iter() {
        let replaces_kept = |object| rule.replaces.iter().any(|it| kept.contains(&(object, *it)));
        let is_wanted = |finding: &Finding| wanted(finding) || replaces_kept(finding.object);
        let mut report = Report::of(&is_wanted);
        (rule.check)(&context, &mut report);
        let mut findings = report.findings;
        kept.extend(findings.iter().map(|finding| (finding.object, finding.rule)));
        found.append(&mut findings);
    }
    settle(found, &context)
}

/// Every rule, behind those that it replaces.
static GENERAL_FIRST: LazyLock<Vec<&Rule>> = LazyLock::new(|| {
    let mut sorted: Vec<&Rule> = Vec::new();
    // Each round takes those whose turn it is, until none is left.
    loop {
        let before = sorted.len();
        for rule in RULES {
            let is_in = |id: &str| sorted.iter().any(|it| it.id == id);
            if !is_in(rule.id) && rule.replaces.iter().all(|id| is_in(id)) {
                sorted.push(rule);
            }
        }
        if sorted.len() == before {
            break;
        }
    }
    sorted
});

/// The same, with what [`run_again`] goes on from: in a long text that is a second copy of most
/// findings.
#[must_use]
pub fn run_first(schema: &Schema, facts: &Facts) -> (Vec<Finding>, Raw) {
    let context = Context::whole(schema, facts, RULES);
    let raw = Raw(check(Reach::Family, &context));
    (finish(raw.0.clone(), &context), raw)
}

/// Runs the rules again where `scope` marks a table; the rest is what `raw` says, whose spans are
/// those of the new text.
#[must_use]
pub fn run_again(
    schema: &Schema,
    facts: &Facts,
    mut raw: Raw,
    scope: &[bool],
) -> (Vec<Finding>, Raw) {
    raw.0.retain(|finding| {
        table_of(schema, finding.object).is_some_and(|table| !scope[table.0 as usize])
    });
    raw.0.extend(check(Reach::Family, &Context::part(schema, facts, RULES, scope)));
    (finish(raw.0.clone(), &Context::whole(schema, facts, RULES)), raw)
}

/// The table that an object of a family belongs to.
fn table_of(schema: &Schema, object: Object) -> Option<TableId> {
    match object {
        Object::Table(table) => Some(table),
        Object::Index(index) => Some(schema.index(index).table),
        _ => None,
    }
}

fn check(reach: Reach, context: &Context<'_>) -> Vec<Finding> {
    let mut report = Report::default();
    for rule in RULES.iter().filter(|rule| rule.reach == reach) {
        (rule.check)(context, &mut report);
    }
    report.findings
}

/// Adds what depends on everything, and settles what of all that is said.
fn finish(mut found: Vec<Finding>, context: &Context<'_>) -> Vec<Finding> {
    found.extend(check(Reach::Database, context));
    settle(found, context)
}

/// Folds, sets apart what is accepted, and sorts.
fn settle(mut found: Vec<Finding>, context: &Context<'_>) -> Vec<Finding> {
    let numbers: BTreeMap<&str, usize> =
        RULES.iter().enumerate().map(|(number, rule)| (rule.id, number)).collect();
    let number = |finding: &Finding| numbers.get(finding.rule).copied().unwrap_or(RULES.len());
    found.sort_by_cached_key(|finding| (finding.object, number(finding)));
    let rules: Vec<usize> = found.iter().map(number).collect();
    let mut found = fold(found, &rules);
    found.retain_mut(|finding| {
        let here = context.facts.suppressed(Place::Object(finding.object));
        if let Some(by) = here.accepted.iter().find(|accepted| accepted.rule == finding.rule) {
            let reason = by.reason.clone();
            finding.accepted = Some(reason.unwrap_or_else(|| "no reason is given".to_owned()));
        }
        !here.off.iter().any(|rule| rule == finding.rule)
    });
    order::by(&mut found, |a, b| {
        let of = |finding: &Finding| finding.pressure.as_ref().map(|pressure| pressure.load);
        let load = |finding: &Finding| finding.utilisation.or(of(finding)).unwrap_or(0.0);
        b.severity.cmp(&a.severity).then(load(b).total_cmp(&load(a))).then(a.span.cmp(&b.span))
    });
    found.shrink_to_fit();
    found
}

/// One cause, one finding: where a specific rule speaks of an object, the general one it replaces
/// is attached to it instead of standing beside it. What is found is in the order of objects;
/// `rules` holds the number of each finding's rule.
fn fold(mut found: Vec<Finding>, rules: &[usize]) -> Vec<Finding> {
    let mut folded = vec![false; found.len()];
    let mut start = 0;
    while start < found.len() {
        let object = found[start].object;
        let len = found[start..].iter().take_while(|finding| finding.object == object).count();
        let of_one = start..start + len;
        // Where each rule speaks first, and who speaks first for each that is replaced.
        let (mut firsts, mut speakers) = (BTreeMap::new(), BTreeMap::new());
        for at in of_one.clone() {
            let rule = found[at].rule;
            if firsts.contains_key(rule) {
                continue;
            }
            firsts.insert(rule, at);
            let replaces = RULES.get(rules[at]).map_or(&[][..], |rule| rule.replaces);
            for &general in replaces {
                speakers.entry(general).or_insert(at - start);
            }
        }
        let by: Vec<Option<usize>> =
            of_one.clone().map(|at| speakers.get(found[at].rule).copied()).collect();
        for (at, general) in of_one.clone().enumerate() {
            let Some(speaker) = last(&by, at) else { continue };
            let general = found[general].rule;
            // Of several findings of the rule that speaks, the first tells.
            let rule = found[start + speaker].rule;
            folded[start + at] = true;
            if let Some(&first) = firsts.get(rule) {
                found[first].attached.push(general);
            }
        }
        start += len;
    }
    let mut folded = folded.into_iter();
    found.retain(|_| !folded.next().unwrap_or(false));
    found
}

/// Who speaks for a finding in the end: the rule that replaces it may be replaced itself.
fn last(by: &[Option<usize>], at: usize) -> Option<usize> {
    let mut speaker = by[at]?;
    for _ in 0..by.len() {
        match by[speaker] {
            Some(next) => speaker = next,
            None => break,
        }
    }
    Some(speaker)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rule_runs_for_a_proof_behind_those_it_replaces() {
        let place = |id: &str| GENERAL_FIRST.iter().position(|rule| rule.id == id);
        for rule in RULES {
            let own = place(rule.id);
            assert!(own.is_some(), "{}", rule.id);
            for general in rule.replaces {
                assert!(place(general) < own, "{} before {general}", rule.id);
            }
        }
        assert_eq!(GENERAL_FIRST.len(), RULES.len());
    }
}
