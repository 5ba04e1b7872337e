//! A bit-reversed counter that starts at 1 where its values are in use already.

use crate::cause::Cause;
use crate::facts::{Evidence, Source, evidence_text};
use crate::finding::{Finding, Severity};
use crate::report::Report;
use crate::rule::{Context, Reach, Rule};
use crate::schema::DroppedKind;
use crate::shared::generators::{Generator, generators, migrated, said_near};

/// The rule.
pub static RULE: Rule = Rule {
    id: "seq-bit-reversed-restart",
    severity: Severity::Warn,
    reach: Reach::Database,
    page: page!("seq_bit_reversed_restart.md"),
    fixes: &["skip-range", "accept"],
    replaces: &["seq-skip-range-missing"],
    check,
};

fn check(context: &Context<'_>, out: &mut Report<'_>) {
    for generator in generators(context.schema) {
        let counter = generator.counter(context.schema);
        if counter.start.is_some() || generator.columns.is_empty() {
            continue;
        }
        let Some(evidence) = dropped(context, &generator).or_else(|| reversed(context, &generator))
        else {
            continue;
        };
        let name = generator.name(context.schema);
        out.push(Finding {
            cause: Some(Cause::CounterRestarts),
            column: generator.columns.first().copied(),
            title: format!("`{name}` restarts at 1 over ids that are already bit-reversed"),
            why: "The same counter gives the same bit-reversed values, so every insert collides \
                  with an existing id until the counter has passed the old one."
                .into(),
            help: "Start the counter above the largest counter value that was used".into(),
            evidence: vec![evidence],
            confidence: 0.7,
            ..RULE.finding(generator.object(), generator.span(context.schema))
        });
    }
}

/// A sequence of the name was dropped before and made anew.
fn dropped(context: &Context<'_>, generator: &Generator) -> Option<Evidence> {
    let sequence = context.schema.sequence(generator.sequence?);
    let dropped = context.schema.dropped.iter().rfind(|dropped| {
        dropped.kind == DroppedKind::Sequence
            && dropped.name.eq_ignore_ascii_case(&sequence.name)
            && dropped.span.start < sequence.span.start
    })?;
    let what = format!("`{}` was dropped before and restarts", sequence.name);
    Some(Evidence { what: evidence_text(what), span: dropped.span, source: Source::Expression })
}

/// The rows were imported, and a comment says that their ids are bit-reversed.
fn reversed(context: &Context<'_>, generator: &Generator) -> Option<Evidence> {
    migrated(context, generator)?;
    let reversed = said_near(context.schema, generator, |text| {
        let bits = text.contains("bit-revers")
            || text.contains("bit revers")
            || text.contains("bit_revers")
            || text.contains("bitrevers");
        let already = ["already", "existing", "old ids", "imported", "source ids", "migrated"];
        bits && already.iter().any(|word| text.contains(word))
    })?;
    let what = "the comment says that the ids are already bit-reversed".to_owned();
    Some(Evidence { what: evidence_text(what), span: reversed, source: Source::Comment })
}
