//! A primary key column whose value changes over the life of a row.

use crate::facts::lexicon::{self, words};
use crate::facts::{Evidence, Source, WalkPart, evidence_text, shape};
use crate::finding::{Finding, Object, Severity};
use crate::report::Report;
use crate::rule::{Context, Reach, Rule};
use crate::schema::TableId;
use crate::shared::tail;

/// The rule.
pub static RULE: Rule = Rule {
    id: "key-mutable-column",
    severity: Severity::Warn,
    reach: Reach::Family,
    page: page!("key_mutable_column.md"),
    fixes: &["reorder-key", "interleave-index", "accept"],
    replaces: &[],
    check,
};

/// Names tell that a value changes, not that it does in this table.
const BY_NAME: f64 = 0.7;

fn check(context: &Context<'_>, out: &mut Report<'_>) {
    for id in context.tables() {
        let table = context.schema.table(id);
        let facts = context.facts.table(id);
        let found = facts
            .walk
            .parts
            .iter()
            .filter(|part| !part.inherited)
            .find_map(|part| Some((part, changes(context, id, part)?)));
        let Some((part, evidence)) = found else { continue };
        let children = context.schema.children_of(id).count();
        let below = match children {
            0 => String::new(),
            1 => ", and the rows of 1 interleaved table move with it".to_owned(),
            n => format!(", and the rows of {n} interleaved tables move with it"),
        };
        let sure = evidence.source != Source::Name;
        out.push(Finding {
            column: Some((id, part.column)),
            title: format!("{} is part of the key and changes", tail::named(table, part)),
            why: format!(
                "A key value cannot be updated: each change deletes the row and inserts \
                 another{below}."
            )
            .into(),
            help: format!("Remove `{}` from the key and index it", table.column(part.column).name)
                .into(),
            evidence: vec![evidence],
            confidence: if sure { 1.0 } else { BY_NAME },
            ..RULE.finding(Object::Table(id), part.span)
        });
    }
}

/// Why a key column is believed to change.
fn changes(context: &Context<'_>, id: TableId, part: &WalkPart) -> Option<Evidence> {
    let table = context.schema.table(id);
    let facts = context.facts.table(id);
    let fact = context.facts.part(part);
    if fact.immutable || facts.append_only {
        return None;
    }
    let said = fact.mutable.as_ref().map(|mutable| mutable.evidence.clone());
    if said.as_ref().is_some_and(|evidence| evidence.source != Source::Name) {
        return said;
    }
    let column = table.column(part.column);
    let list = words(&column.name);
    let alone = table.key.len() == 1;
    let named = (lexicon::last(&list, lexicon::CHANGING) && !alone).then(|| Evidence {
        what: evidence_text(format!("the name `{}`", column.name)),
        span: column.name_span,
        source: Source::Name,
    });
    let believed = said.or(named)?;
    // A row of a log keeps the value it came with, and a table of statuses has nothing else.
    let about = list.last().is_some_and(|last| lexicon::table_words(&table.name).contains(last));
    let refers = table.foreign_keys.iter().any(|key| key.columns.contains(&part.column));
    let fixed = column.generated.is_some() || column.default.is_some() || column.commit_timestamp;
    let kept = shape::log_like(table).is_some() || about || refers || fixed || lookup(context, id);
    (!kept).then_some(believed)
}

/// Every column is part of the key: the table lists combinations.
fn lookup(context: &Context<'_>, id: TableId) -> bool {
    let table = context.schema.table(id);
    table.column_ids().all(|column| table.is_key(column)) && !table.partial
}
