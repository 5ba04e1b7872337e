//! A directive that says the opposite of what the text shows, or of another directive.

use crate::facts::{Dist, Evidence, Source, catalogue, evidence_text};
use crate::finding::{Finding, Object, Severity};
use crate::report::Report;
use crate::rule::{Context, Reach, Rule};
use crate::schema::{ColumnId, TableId};
use crate::syntax::tree::DirectiveFact;
use std::collections::BTreeMap;

/// The rule.
pub static RULE: Rule = Rule {
    id: "meta-fact-contradicted",
    severity: Severity::Warn,
    reach: Reach::Family,
    page: page!("meta_fact_contradicted.md"),
    fixes: &["accept"],
    replaces: &[],
    check,
};

/// What the text shows must be at least this sure to be held against a person's word.
const SURE: f64 = 0.9;

fn check(context: &Context<'_>, out: &mut Report<'_>) {
    for id in context.tables() {
        for column in context.schema.table(id).column_ids() {
            let finding = against_text(context, id, column)
                .or_else(|| against_directive(context, id, column));
            out.extend(finding);
        }
    }
}

fn against_text(context: &Context<'_>, id: TableId, column: ColumnId) -> Option<Finding> {
    let fact = context.facts.column(id, column);
    let shown = fact.overruled.as_ref().filter(|shown| shown.confidence >= SURE)?;
    let said = fact.evidence.first()?;
    let differ = match (&fact.dist, &shown.dist) {
        (Dist::LowCard { values }, Dist::LowCard { values: most }) => {
            shown.evidence.source == Source::Check && values > most
        }
        (said, shown) => {
            (spreads(said) && moves(shown)) || (moves(said) && matches!(shown, Dist::Uniform))
        }
    };
    let table = context.schema.table(id);
    let name = format!("`{}.{}`", table.name, table.column(column).name);
    differ.then(|| Finding {
        column: Some((id, column)),
        title: format!("{name}: {} contradicts {}", said.what, shown.evidence.what),
        why: "The directive takes precedence, and every finding on this column depends on it; if \
              the schema is right, a hotspot may be missed or reported by mistake."
            .into(),
        help: "Remove the directive, or correct what it contradicts".into(),
        evidence: vec![said.clone(), shown.evidence.clone()],
        confidence: shown.confidence,
        ..RULE.finding(Object::Table(id), said.span)
    })
}

fn moves(dist: &Dist) -> bool {
    dist.is_moving() || *dist == Dist::TimeBucket
}

fn spreads(dist: &Dist) -> bool {
    matches!(dist, Dist::Uniform | Dist::Entity { .. } | Dist::Shard { .. })
}

/// The first fact that cannot hold beside one before it, behind the first such one.
fn contradiction<'a>(
    facts: impl Iterator<Item = &'a DirectiveFact>,
) -> Option<(&'a DirectiveFact, &'a DirectiveFact)> {
    let same = |a: &DirectiveFact, b: &DirectiveFact| a.args == b.args && a.value == b.value;
    // Of each name the first fact and the first that says something else: there are few names,
    // however often each is said.
    let mut known: BTreeMap<&str, Vec<(usize, &DirectiveFact)>> = BTreeMap::new();
    for (number, second) in facts.enumerate() {
        let name = second.name.as_str();
        let before = known.iter().filter(|(other, _)| catalogue::contradict(other, name));
        let differ = before.filter_map(|(other, said)| {
            said.iter().find(|(_, first)| *other != name || !same(first, second))
        });
        if let Some((_, first)) = differ.min_by_key(|(number, _)| *number) {
            return Some((first, second));
        }
        let said = known.entry(name).or_default();
        if said.len() < 2 && said.iter().all(|(_, first)| !same(first, second)) {
            said.push((number, second));
        }
    }
    None
}

/// Two facts of one column that cannot both hold.
fn against_directive(context: &Context<'_>, id: TableId, column: ColumnId) -> Option<Finding> {
    let located = context.schema.directives_at(id, column);
    let facts = located.flat_map(|located| &located.directive.facts);
    let (first, second) = contradiction(facts)?;
    let table = context.schema.table(id);
    let evidence = |fact: &DirectiveFact| Evidence {
        what: evidence_text(format!("the directive `{}`", fact.name)),
        span: fact.span,
        source: Source::Directive,
    };
    Some(Finding {
        column: Some((id, column)),
        title: format!(
            "`{}.{}` is declared both `{}` and `{}`",
            table.name,
            table.column(column).name,
            first.name,
            second.name
        ),
        why: "Only the first of the two is used.".into(),
        help: "Remove one of them".into(),
        evidence: vec![evidence(first), evidence(second)],
        ..RULE.finding(Object::Table(id), second.span)
    })
}
