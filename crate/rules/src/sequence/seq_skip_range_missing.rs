//! A generator beside imported ids that it does not skip.

use crate::finding::{Finding, Severity};
use crate::report::Report;
use crate::rule::{Context, Reach, Rule};
use crate::shared::generators::{generators, migrated};

/// The rule.
pub static RULE: Rule = Rule {
    id: "seq-skip-range-missing",
    severity: Severity::Warn,
    reach: Reach::Database,
    page: page!("seq_skip_range_missing.md"),
    fixes: &["skip-range", "accept"],
    replaces: &[],
    check,
};

fn check(context: &Context<'_>, out: &mut Report<'_>) {
    for generator in generators(context.schema) {
        let counter = generator.counter(context.schema);
        if counter.skip_range.is_some() || counter.start.is_some() || !generator.is_key(context) {
            continue;
        }
        let Some(evidence) = migrated(context, &generator) else { continue };
        let name = generator.name(context.schema);
        out.push(Finding {
            column: generator.columns.first().copied(),
            title: format!("`{name}` may return ids that were imported with the old rows"),
            why:
                "Bit reversal spreads values over all positive integers, including the small ones \
                 of the old counter, and an insert then fails as a duplicate."
                    .into(),
            help: "Skip the range from 1 to the largest imported id plus some headroom".into(),
            evidence: vec![evidence],
            confidence: 0.7,
            ..RULE.finding(generator.object(), generator.span(context.schema))
        });
    }
}
