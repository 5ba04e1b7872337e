//! A record of what happened that keeps no time: a random key has no order to ask for.

use crate::facts::{Dist, Evidence, Outcome, Source, evidence_text, lexicon, shape};
use crate::finding::{Finding, Object, Severity};
use crate::report::Report;
use crate::rule::{Context, Reach, Rule};
use crate::schema::{Table, TableId};
use crate::shared::tail;
use crate::syntax::tree::Type;
use std::collections::BTreeSet;

/// The rule.
pub static RULE: Rule = Rule {
    id: "key-order-dependence",
    severity: Severity::Info,
    reach: Reach::Family,
    page: page!("key_order_dependence.md"),
    fixes: &["accept"],
    replaces: &[],
    check,
};

/// How sure it must be that the key is random.
const SURE: f64 = 0.9;

fn check(context: &Context<'_>, out: &mut Report<'_>) {
    let keys = context.schema.tables.iter().flat_map(|table| &table.foreign_keys);
    let referred: BTreeSet<String> = keys.map(|key| key.table_name.to_ascii_lowercase()).collect();
    for id in context.tables() {
        let table = context.schema.table(id);
        let walk = &context.facts.table(id).walk;
        let Outcome::Spread { by: 0, .. } = walk.outcome else { continue };
        let [part] = walk.parts.as_slice() else { continue };
        let fact = context.facts.part(part);
        let random = fact.dist == Dist::Uniform && fact.confidence >= SURE;
        if !random || table.partial || table.parent.is_some() || keeps_order(context, id) {
            continue;
        }
        let Some(evidence) = happens(table, &referred) else { continue };
        out.push(Finding {
            column: Some((id, part.column)),
            title: format!(
                "`{}` records events, but neither its key nor any column has their time",
                table.name
            ),
            why: format!(
                "{} is random, so no query can ask for the latest rows, and no row deletion policy \
                 can remove old ones.",
                tail::named(table, part)
            )
            .into(),
            help:
                "Add a timestamp column outside the key and without an index: a commit timestamp \
                 costs nothing there"
                    .into(),
            evidence: vec![evidence],
            confidence: 0.7,
            ..RULE.finding(Object::Table(id), table.name_span)
        });
    }
}

/// Some column has an order in time.
fn keeps_order(context: &Context<'_>, id: TableId) -> bool {
    let table = context.schema.table(id);
    table.column_ids().any(|id_of| {
        let column = table.column(id_of);
        let time = matches!(
            column.ty,
            Some(
                Type::Timestamp | Type::CommitTimestamp | Type::Date | Type::Json | Type::Other(_)
            ) | None
        );
        let dist = &context.facts.column(id, id_of).dist;
        let words = lexicon::words(&column.name);
        let named = lexicon::any(&words, lexicon::ARRIVAL)
            || lexicon::last(&words, lexicon::CLOCKS)
            || lexicon::any(&words, lexicon::PERIODS);
        time || dist.is_moving() || *dist == Dist::TimeBucket || named
    })
}

/// Why the table is taken for a record of what happens: a log, or a word for things that happen
/// in a table that nothing else refers to.
fn happens(table: &Table, referred: &BTreeSet<String>) -> Option<Evidence> {
    let words = lexicon::table_words(&table.name);
    let named = lexicon::last(&words, lexicon::HAPPENINGS)
        && !referred.contains(&table.name.to_ascii_lowercase());
    shape::log_like(table).or_else(|| {
        named.then(|| Evidence {
            what: evidence_text(format!("the name `{}`", table.name)),
            span: table.name_span,
            source: Source::Name,
        })
    })
}
