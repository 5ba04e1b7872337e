//! A change stream over everything, queues and telemetry too.

use crate::cause::Cause;
use crate::facts::{Evidence, lexicon, shape};
use crate::finding::{Finding, Object, Severity};
use crate::report::Report;
use crate::rule::{Context, Reach, Rule};
use crate::schema::{Table, Watching};
use crate::shared::tail::some;

/// The rule.
pub static RULE: Rule = Rule {
    id: "stream-whole-db",
    severity: Severity::Info,
    reach: Reach::Database,
    page: page!("stream_whole_db.md"),
    fixes: &["narrow-stream", "accept"],
    replaces: &[],
    check,
};

fn check(context: &Context<'_>, out: &mut Report<'_>) {
    let schema = context.schema;
    let busy: Vec<(&str, Evidence)> = schema
        .tables
        .iter()
        .filter_map(|table| Some((table.name.as_str(), busy(table)?)))
        .collect();
    // Where nothing else is there, the stream is about them.
    if busy.is_empty() || busy.len() == schema.tables.len() {
        return;
    }
    for id in schema.stream_ids() {
        let stream = schema.stream(id);
        if !matches!(stream.watched, Watching::All) {
            continue;
        }
        let names: Vec<&str> = busy.iter().map(|(name, _)| *name).collect();
        out.push(Finding {
            cause: Some(Cause::AllTablesWatched),
            title: format!("`{}` watches all tables, including {}", stream.name, some(&names)),
            why: "Short-lived rows fill the stream: each is recorded, stored and read by every \
                  consumer, and tables that are added later are watched too."
                .into(),
            help: "List the tables that consumers need after FOR".into(),
            evidence: busy.iter().map(|(_, evidence)| evidence.clone()).collect(),
            confidence: 0.7,
            ..RULE.finding(Object::Stream(id), stream.name_span)
        });
    }
}

/// A queue, or telemetry.
fn busy(table: &Table) -> Option<Evidence> {
    let words = lexicon::table_words(&table.name);
    let outbox = lexicon::any(&words, &["outbox"]);
    let recorded = lexicon::any(&words, lexicon::RECORDS) || lexicon::any(&words, &["audit"]);
    let telemetry = || shape::log_like(table).filter(|_| !recorded);
    // An outbox is there to be streamed.
    shape::queue_like(table).filter(|_| !outbox).or_else(telemetry)
}
