//! A change stream that records what expires.

use crate::cause::Cause;
use crate::facts::{Evidence, Source, evidence_text, lexicon};
use crate::finding::{Finding, Object, Severity};
use crate::report::Report;
use crate::rule::{Context, Reach, Rule};
use crate::shared::tail::some;
use crate::shared::watched::{option, tables};

/// The rule.
pub static RULE: Rule = Rule {
    id: "stream-ttl-deletes",
    severity: Severity::Info,
    reach: Reach::Database,
    page: page!("stream_ttl_deletes.md"),
    fixes: &["narrow-stream", "accept"],
    replaces: &[],
    check,
};

/// Words of streams that are there to see every row go.
const AUDITS: &[&str] = &["audit", "archive", "compliance", "tombstone", "delete", "deletion"];

fn check(context: &Context<'_>, out: &mut Report<'_>) {
    for id in context.schema.stream_ids() {
        let stream = context.schema.stream(id);
        let set = |key| option(stream, key).is_some_and(|value| value.eq_ignore_ascii_case("true"));
        let audits = lexicon::any(&lexicon::words(&stream.name), AUDITS);
        if set("exclude_ttl_deletes") || set("exclude_delete") || audits {
            continue;
        }
        let mut names = Vec::new();
        let mut evidence = Vec::new();
        for watched in tables(context, stream) {
            let table = context.schema.table(watched.table);
            let Some(ttl) = &table.ttl else { continue };
            names.push(table.name.as_str());
            let what = format!("the row deletion policy of `{}`", table.name);
            evidence.push(Evidence {
                what: evidence_text(what),
                span: ttl.span,
                source: Source::Expression,
            });
        }
        if names.is_empty() {
            continue;
        }
        out.push(Finding {
            cause: Some(Cause::ExpiryWatched),
            title: format!("`{}` records every row of {} that expires", stream.name, some(&names)),
            why: "Each expired row adds a record that is written, stored and read, and consumers \
                  do not see whether TTL or the application deleted it unless they check."
                .into(),
            help: "Set exclude_ttl_deletes = true unless a consumer needs these deletes".into(),
            evidence,
            ..RULE.finding(Object::Stream(id), stream.name_span)
        });
    }
}
