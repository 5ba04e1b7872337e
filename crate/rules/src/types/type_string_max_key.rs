//! A key of text without a bound, which can outgrow the 8 KiB of a key.

use crate::facts::lexicon::{last, words};
use crate::facts::{Dist, Evidence, Source, evidence_text};
use crate::finding::{Finding, Object, Severity};
use crate::report::Report;
use crate::rule::{Context, Reach, Rule};
use crate::schema::{ColumnId, KeyPart, TableId};
use crate::shared::keys::{own_parts, refers};
use crate::shared::tail::list;
use crate::syntax::tree::{Dialect, ExprKind, Type};
use crate::text::Span;

/// The rule.
pub static RULE: Rule = Rule {
    id: "type-string-max-key",
    severity: Severity::Warn,
    reach: Reach::Family,
    page: page!("type_string_max_key.md"),
    fixes: &["accept"],
    replaces: &[],
    check,
};

/// Last words in names of text that may well be longer than 8 KiB (a list of ours).
const LONG: &[&str] = &[
    "url",
    "urls",
    "description",
    "message",
    "text",
    "content",
    "contents",
    "body",
    "query",
    "payload",
    "data",
    "document",
    "comment",
    "comments",
    "note",
    "notes",
    "sql",
    "prompt",
    "useragent",
    "referrer",
    "referer",
    "summary",
    "bio",
    "answer",
    "question",
    "html",
    "json",
    "log",
    "trace",
];

/// Last words in names of what identifies something, and so is short (a list of ours).
const SHORT: &[&str] = &[
    "id", "ids", "uid", "kid", "guid", "uuid", "key", "code", "ref", "role", "email", "by",
    "version", "hash", "token", "etag", "slug", "sku", "user", "username", "login", "phone", "ip",
    "host", "hostname", "region", "zone", "type", "kind", "status", "state", "scheme", "locale",
    "language",
];

/// An unbounded part of a key.
struct Open {
    column: ColumnId,
    span: Span,
    long: bool,
    short: bool,
    /// The index it leads into, for one that is not in the primary key.
    index: Option<String>,
}

fn check(context: &Context<'_>, out: &mut Report<'_>) {
    for id in context.tables() {
        let mut open = unbounded(context, id, own_parts(context, id), None);
        let indexes = context.schema.indexes_of(id).map(|id| context.schema.index(id));
        for index in indexes.filter(|index| !index.managed) {
            let parts = unbounded(context, id, &index.keys, Some(&index.name));
            let new = |part: &Open| !open.iter().any(|seen| seen.column == part.column);
            let parts: Vec<Open> = parts.into_iter().filter(new).collect();
            open.extend(parts);
        }
        // What identifies something is short, an index is dropped sooner than a key is changed,
        // and the PostgreSQL dialect leaves text unbounded by habit: none of these is worth a
        // reader's time.
        let google = context.schema.dialect == Dialect::GoogleSql;
        open.retain(|part| part.long || (google && !part.short && part.index.is_none()));
        out.extend(finding(context, id, &open));
    }
}

fn finding(context: &Context<'_>, id: TableId, open: &[Open]) -> Option<Finding> {
    let table = context.schema.table(id);
    let worst = open.iter().find(|part| part.long).or(open.first())?;
    let names: Vec<&str> = open.iter().map(|p| table.column(p.column).name.as_str()).collect();
    let place = match &worst.index {
        Some(index) => format!("the index `{index}`"),
        None => format!("the key of `{}`", table.name),
    };
    let evidence = open.iter().map(|part| {
        let column = table.column(part.column);
        let what = format!("the type of `{}`, which has no length", column.name);
        Evidence { what: evidence_text(what), span: column.type_span, source: Source::Expression }
    });
    Some(Finding {
        severity: if worst.long { Severity::Warn } else { Severity::Info },
        column: Some((id, worst.column)),
        title: match names.as_slice() {
            [only] => format!("`{only}` in {place} has no maximum length"),
            _ => format!("{} in keys of `{}` have no maximum length", list(&names), table.name),
        },
        why: "A key can have 8 KiB in total; a longer value is rejected when it is written, long \
              after the schema was accepted."
            .into(),
        help: "Declare the length that the values have, or use a hash of the value as the key"
            .into(),
        evidence: evidence.collect(),
        ..RULE.finding(Object::Table(id), worst.span)
    })
}

fn unbounded(
    context: &Context<'_>,
    id: TableId,
    parts: &[KeyPart],
    index: Option<&str>,
) -> Vec<Open> {
    let table = context.schema.table(id);
    let open = |part: &&KeyPart| {
        let column = table.column(part.column);
        matches!(column.ty, Some(Type::String(None) | Type::Bytes(None)))
            && !is_bounded(context, id, part.column)
    };
    let found = parts.iter().filter(open).map(|part| {
        let name = words(&table.column(part.column).name);
        let (long, short) = (last(&name, LONG), last(&name, SHORT));
        Open { column: part.column, span: part.span, long, short, index: index.map(str::to_owned) }
    });
    found.collect()
}

/// Whether something else than the type bounds the values: a directive, a check on their length,
/// what generates them, or the column they refer to.
fn is_bounded(context: &Context<'_>, id: TableId, column: ColumnId) -> bool {
    let table = context.schema.table(id);
    let fact = context.facts.column(id, column);
    let name = &table.column(column).name;
    let measured = table.checks.iter().any(|check| {
        let length = |kind: &ExprKind| {
            matches!(kind, ExprKind::Call(call, args) if call.ends_with("LENGTH")
            && args.iter().any(|arg| {
                matches!(&arg.kind, ExprKind::Name(of) if of.eq_ignore_ascii_case(name))
            }))
        };
        check.expr.any(&length)
    });
    let is_low = matches!(fact.dist, Dist::LowCard { .. } | Dist::Constant | Dist::Shard { .. });
    let made = table.column(column).default.is_some() || table.column(column).generated.is_some();
    let random = matches!(fact.dist, Dist::Uniform) && fact.confidence >= 0.8;
    fact.max_len.is_some()
        || measured
        || is_low
        || made
        || random
        || fact.time_id.is_some()
        || refers(context, id, column)
}
