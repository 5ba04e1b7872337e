//! A secondary index whose keys another index, or the table itself, starts with.

use crate::facts::{Evidence, Source, evidence_text};
use crate::finding::{Finding, Object, Severity};
use crate::report::Report;
use crate::rule::{Context, Reach, Rule};
use crate::severity::number;
use crate::shared::redundant::{self, Held};

/// The rule.
pub static RULE: Rule = Rule {
    id: "index-prefix-redundant",
    severity: Severity::Warn,
    reach: Reach::Family,
    page: page!("index_prefix_redundant.md"),
    fixes: &["drop-index", "accept"],
    replaces: &[],
    check,
};

fn check(context: &Context<'_>, out: &mut Report<'_>) {
    for all in context.compared().by_table.values() {
        for held in all {
            match held.longer(all) {
                Some(longer) => out.push(of_index(context, held, longer)),
                None if held.is_of_primary_key(context.schema) => {
                    out.push(of_table(context, held));
                }
                None => {}
            }
        }
    }
}

fn of_index(context: &Context<'_>, held: &Held<'_>, longer: &Held<'_>) -> Finding {
    let (name, other) = (&held.index.name, &longer.index.name);
    let table = context.schema.table(held.index.table);
    // Entries that are much wider make the shorter index worth its writes where it is scanned.
    let wider = longer
        .missing_in(held)
        .into_iter()
        .any(|column| redundant::is_wide(table.column(column).ty.as_ref()));
    let severity = if wider { Severity::Info } else { Severity::Warn };
    let but = if wider {
        format!(" `{other}` stores long values, so scans of `{name}` read less.")
    } else {
        String::new()
    };
    Finding {
        severity,
        title: format!(
            "`{name}` on ({}) is a prefix of `{other}` on ({})",
            held.keys(context.schema),
            longer.keys(context.schema)
        ),
        why: format!(
            "{} one more entry, for an order that `{other}` already has.{but}",
            writes(context, held)
        )
        .into(),
        help: format!("Drop `{name}`: `{other}` answers the same queries").into(),
        evidence: vec![longer.evidence(context.schema)],
        ..RULE.finding(Object::Index(held.id), held.index.keys_list)
    }
}

fn of_table(context: &Context<'_>, held: &Held<'_>) -> Finding {
    let table = context.schema.table(held.index.table);
    let span = table.key_clause.as_ref().map_or(table.name_span, |clause| clause.span);
    let what = format!("the primary key of `{}`", table.name);
    Finding {
        title: format!(
            "`{}` on ({}) is a prefix of the primary key of `{}`",
            held.index.name,
            held.keys(context.schema),
            table.name
        ),
        why: format!(
            "{} one more entry, for an order that the table already has.",
            writes(context, held)
        )
        .into(),
        help: format!("Drop `{}`: the table answers the same queries", held.index.name).into(),
        evidence: vec![Evidence { what: evidence_text(what), span, source: Source::Expression }],
        ..RULE.finding(Object::Index(held.id), held.index.keys_list)
    }
}

/// What is written, as the beginning of a sentence.
pub(crate) fn writes(context: &Context<'_>, held: &Held<'_>) -> String {
    let table = &context.schema.table(held.index.table).name;
    match context.facts.index(held.id).writes_per_second {
        Some(writes) => format!("Each of the {} writes/s to `{table}` costs", number(writes)),
        None => format!("Each insert into `{table}` costs"),
    }
}
