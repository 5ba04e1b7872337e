//! A directive that says the opposite of what the text shows, or of another directive.

use super::{Context, Finding, Object, Reach, Rule, Severity};
use crate::facts::{Dist, Evidence, Source, catalogue};
use crate::schema::{ColumnId, Place, TableId};
use crate::syntax::tree::DirectiveFact;

/// The rule.
pub static RULE: Rule = Rule {
    id: "meta-fact-contradicted",
    severity: Severity::Warn,
    reach: Reach::Family,
    page: page!("meta_fact_contradicted.md"),
    fixes: &["T25"],
    replaces: &[],
    check,
};

/// What the text shows must be at least this sure to be held against a person's word.
const SURE: f64 = 0.9;

fn check(context: &Context<'_>, out: &mut Vec<Finding>) {
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
        why: "The directive is believed and every finding on this column rests on it; if the text \
              is right, a hotspot goes unseen or one is seen that is none."
            .to_owned(),
        help: "Take the directive out, or correct what it contradicts".to_owned(),
        evidence: vec![said.clone(), shown.evidence.clone()],
        confidence: shown.confidence,
        ..Finding::new(&RULE, Object::Table(id), said.span)
    })
}

fn moves(dist: &Dist) -> bool {
    dist.is_moving() || *dist == Dist::TimeBucket
}

fn spreads(dist: &Dist) -> bool {
    matches!(dist, Dist::Uniform | Dist::Entity { .. } | Dist::Shard { .. })
}

/// Two facts of one column that cannot both hold.
fn against_directive(context: &Context<'_>, id: TableId, column: ColumnId) -> Option<Finding> {
    let here = Some(Place::Column(id, column));
    let near = context.schema.directives_near(Place::Column(id, column));
    let placed = near.filter(|placed| placed.place == here);
    let facts: Vec<&DirectiveFact> = placed.flat_map(|placed| &placed.directive.facts).collect();
    let same = |a: &DirectiveFact, b: &DirectiveFact| {
        a.name == b.name && a.args == b.args && a.value == b.value
    };
    let (first, second) = facts.iter().enumerate().find_map(|(at, second)| {
        let mut before = facts[..at].iter();
        let first =
            before.find(|a| catalogue::contradict(&a.name, &second.name) && !same(a, second))?;
        Some((*first, *second))
    })?;
    let table = context.schema.table(id);
    let evidence = |fact: &DirectiveFact| Evidence {
        what: format!("the directive `{}`", fact.name),
        span: fact.span,
        source: Source::Directive,
    };
    Some(Finding {
        column: Some((id, column)),
        title: format!(
            "`{}.{}` is said to be both `{}` and `{}`",
            table.name,
            table.column(column).name,
            first.name,
            second.name
        ),
        why: "Only the first of the two is believed.".to_owned(),
        help: "Take one of them out".to_owned(),
        evidence: vec![evidence(first), evidence(second)],
        ..Finding::new(&RULE, Object::Table(id), second.span)
    })
}
