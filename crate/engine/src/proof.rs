//! Proves a fix on the schema that it gives: its finding goes, and no new error or high comes.

use std::collections::BTreeSet;

use crate::fixes::{self, Refusal, refuse};
use crate::read::{Reading, standing};
use crate::rules::{Finding, Severity};
use crate::schema::Schema;

/// What a fix is judged by, before and after it.
pub(crate) struct Proof<'a> {
    /// Syntax errors of the text.
    pub(crate) errors: usize,
    pub(crate) schema: &'a Schema,
    pub(crate) findings: &'a [Finding],
}

impl<'a> Proof<'a> {
    /// What a fix that gives this schema is judged by.
    pub(crate) fn of(reading: &'a Reading) -> Self {
        Proof {
            errors: reading.tree.errors.len(),
            schema: &reading.schema,
            findings: &reading.findings,
        }
    }

    /// Whether a rule still finds harm in an object of this name, be it as a question.
    fn stands(&self, rule: &str, object: &str) -> bool {
        self.findings.iter().any(|finding| {
            finding.accepted.is_none()
                && finding.rule == rule
                && finding.harmless.is_none()
                && fixes::object_name(self.schema, finding.object) == object
        })
    }

    /// Names that do not fit.
    fn clashes(&self) -> usize {
        self.schema.problems.len() + self.schema.duplicates.len()
    }
}

/// Whether a proof asks for what is found on the schema after a fix: the finding itself, or what may be a
/// new problem.
pub(crate) fn is_asked(
    before: &Reading,
    finding: &Finding,
    after: &Schema,
    found: &Finding,
) -> bool {
    let object = fixes::object_name(&before.schema, finding.object);
    found.severity >= Severity::High
        || (found.rule == finding.rule && fixes::object_name(after, found.object) == object)
}

/// A fix is offered only if its finding goes and no new error or high comes.
pub(crate) fn prove(before: &Reading, finding: &Finding, after: &Proof<'_>) -> Result<(), Refusal> {
    let object = fixes::object_name(&before.schema, finding.object);
    if after.stands(finding.rule, object) {
        return Err(refuse(format!("`{}` would still be reported", finding.rule)));
    }
    if after.errors > before.tree.errors.len() {
        return Err(refuse("its result could not be read"));
    }
    if after.clashes() > Proof::of(before).clashes() {
        return Err(refuse("the names in its result would not match"));
    }
    let known = before.findings.iter().filter(|known| known.accepted.is_none());
    let known: BTreeSet<(&str, &str)> =
        known.map(|it| (it.rule, fixes::object_name(&before.schema, it.object))).collect();
    // A fix that writes less elsewhere raises the share of what it leaves alone, which is no new
    // problem: what a rule speaks of at all is none.
    let worse = standing(after.findings).find(|new| {
        let object = fixes::object_name(after.schema, new.object);
        new.severity >= Severity::High && !known.contains(&(new.rule, object))
    });
    match worse {
        Some(new) => Err(refuse(format!("it would cause a new problem: {}", new.title))),
        None => Ok(()),
    }
}
