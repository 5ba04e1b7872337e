//! A history that is read newest first and stored oldest first.

use crate::facts::{Evidence, Source, WalkPart, evidence_text, lexicon, shape};
use crate::finding::{Finding, Object, Severity};
use crate::report::Report;
use crate::rule::{Context, Reach, Rule};
use crate::schema::{Index, TableId};
use crate::shared::tail;
use crate::syntax::tree::Dialect;

/// The rule.
pub static RULE: Rule = Rule {
    id: "key-history-asc",
    severity: Severity::Hint,
    reach: Reach::Family,
    page: page!("key_history_asc.md"),
    fixes: &["descending-time", "accept"],
    replaces: &[],
    check,
};

fn check(context: &Context<'_>, out: &mut Report<'_>) {
    for id in context.tables() {
        let facts = context.facts.table(id);
        let table = context.schema.table(id);
        let [prefix @ .., last] = facts.walk.parts.as_slice() else { continue };
        let arrives = shape::arrives(table.column(last.column));
        let oldest = facts.reads.iter().any(|reads| reads == "oldest-first");
        if prefix.is_empty() || last.inherited || last.desc || !arrives || oldest {
            continue;
        }
        // Where keys only ascend, such an index is all that can be done.
        let ascends = context.schema.dialect == Dialect::PostgreSql;
        if ascends && newest_index(context, id, prefix, last).is_some() {
            continue;
        }
        let Some(evidence) = newest_first(context, id, prefix, last) else { continue };
        let help = match context.schema.dialect {
            Dialect::GoogleSql => "Make the last key part DESC".to_owned(),
            Dialect::PostgreSql => {
                "Read it through an index with DESC: a primary key of the PostgreSQL dialect is \
                 always ascending"
                    .to_owned()
            }
        };
        out.push(Finding {
            column: Some((id, last.column)),
            title: format!(
                "The key ends with {} in ascending order, but reads want the newest rows first",
                tail::named(table, last)
            ),
            why: "The last N rows of one entity are at the end of its range and are read \
                  backwards; DESC puts them first, and the order of a key can never be changed \
                  later."
                .into(),
            help: help.into(),
            evidence: vec![evidence],
            confidence: 0.6,
            ..RULE.finding(Object::Table(id), last.span)
        });
    }
}

/// An index over the same columns that holds the newest rows first.
fn newest_index<'a>(
    context: &Context<'a>,
    id: TableId,
    prefix: &[WalkPart],
    last: &WalkPart,
) -> Option<&'a Index> {
    context.schema.indexes_of(id).map(|index| context.schema.index(index)).find(|i| {
        let whole = i.keys.len() == prefix.len() + 1;
        let same = i.keys.iter().zip(prefix).all(|(key, part)| key.column == part.column);
        whole && same && i.keys.last().is_some_and(|k| k.column == last.column && k.desc)
    })
}

/// Why it is believed that the newest rows are read first.
fn newest_first(
    context: &Context<'_>,
    id: TableId,
    prefix: &[WalkPart],
    last: &WalkPart,
) -> Option<Evidence> {
    let table = context.schema.table(id);
    if context.facts.table(id).reads.iter().any(|reads| reads == "newest-first") {
        let what = "the directive `reads=newest-first`".to_owned();
        return Some(Evidence {
            what: evidence_text(what),
            span: table.name_span,
            source: Source::Directive,
        });
    }
    // An index over the same columns with DESC shows how the table is read.
    if let Some(index) = newest_index(context, id, prefix, last) {
        let what = format!("the index `{}` has the same columns, newest first", index.name);
        return Some(Evidence {
            what: evidence_text(what),
            span: index.name_span,
            source: Source::Name,
        });
    }
    let words = lexicon::table_words(&table.name);
    lexicon::last(&words, &["history", "version", "revision", "changelog"]).then(|| Evidence {
        what: evidence_text(format!("the name `{}`: a history", table.name)),
        span: table.name_span,
        source: Source::Name,
    })
}
