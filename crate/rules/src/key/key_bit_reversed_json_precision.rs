//! Integers above 2^53 on their way to clients that read numbers as JavaScript does.

use crate::facts::{Client, Dist, Evidence, Source, evidence_text};
use crate::finding::{Finding, Object, Severity};
use crate::report::Report;
use crate::rule::{Context, Reach, Rule};
use crate::schema::{ColumnId, Schema, TableId};
use crate::shared::tail;
use crate::syntax::tree::Type;

/// The rule.
pub static RULE: Rule = Rule {
    id: "key-bit-reversed-json-precision",
    severity: Severity::Info,
    reach: Reach::Database,
    page: page!("key_bit_reversed_json_precision.md"),
    fixes: &["accept"],
    replaces: &[],
    check,
};

/// How sure it must be that values are spread over all 64 bits.
const SURE: f64 = 0.9;

/// Ledgers of migration tools that are written in JavaScript.
const JAVASCRIPT_LEDGERS: &[&str] =
    &["knex_migrations", "sequelizemeta", "_prisma_migrations", "__drizzle_migrations"];

/// Words of comments that tell of clients which read numbers as JavaScript does.
const JAVASCRIPT_WORDS: &[&str] = &["javascript", "typescript", "json", "browser", "graphql"];

fn check(context: &Context<'_>, out: &mut Report<'_>) {
    let schema = context.schema;
    let evidence = match context.facts.file.client {
        Some(Client::Int64Safe) => return,
        Some(Client::Json) => said(schema),
        None => javascript(schema),
    };
    let Some(evidence) = evidence else { return };
    let wide: Vec<(TableId, ColumnId)> =
        schema.table_ids().filter_map(|id| Some((id, wide_key(context, id)?))).collect();
    let Some(&(table, column)) = wide.first() else { return };
    let names: Vec<String> = wide
        .iter()
        .map(|&(id, c)| format!("{}.{}", schema.table(id).name, schema.table(id).column(c).name))
        .collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let column_span = schema.table(table).column(column).span;
    out.push(Finding {
        column: Some((table, column)),
        title: format!("{} hold integers that JSON numbers cannot represent", tail::list(&names)),
        why:
            "Bit-reversed and hashed keys use all 64 bits but JavaScript numbers keep only 53, so \
             a client that reads such an id as a number gets a different id."
                .into(),
        help: "Send these ids as strings, or state `client=int64-safe` if all clients read all 64 \
               bits"
            .into(),
        evidence: vec![evidence],
        confidence: 0.8,
        ..RULE.finding(Object::File, column_span)
    });
}

/// The leading key column, if it is an integer spread over all 64 bits that this table makes.
fn wide_key(context: &Context<'_>, id: TableId) -> Option<ColumnId> {
    let part = context.facts.table(id).walk.parts.first().filter(|part| !part.inherited)?;
    let fact = context.facts.part(part);
    let inherited = fact.evidence.first().is_some_and(|e| e.source == Source::Inherited);
    let integer = context.schema.table(id).column(part.column).ty == Some(Type::Int64);
    let spread = fact.dist == Dist::Uniform && fact.confidence >= SURE;
    (integer && spread && !inherited).then_some(part.column)
}

/// Where `client=json` is said.
fn said(schema: &Schema) -> Option<Evidence> {
    let mut facts = schema.directives.iter().flat_map(|located| &located.directive.facts).rev();
    let fact = facts.find(|fact| fact.name == "client")?;
    let what = "the directive `client=json`".to_owned();
    Some(Evidence { what: evidence_text(what), span: fact.span, source: Source::Directive })
}

/// A ledger of a JavaScript tool, or a comment at a key that tells of such a client.
fn javascript(schema: &Schema) -> Option<Evidence> {
    let ledger = schema
        .tables
        .iter()
        .find(|table| JAVASCRIPT_LEDGERS.iter().any(|name| name.eq_ignore_ascii_case(&table.name)));
    if let Some(table) = ledger {
        let what = format!("the table `{}` of a JavaScript tool", table.name);
        return Some(Evidence {
            what: evidence_text(what),
            span: table.name_span,
            source: Source::Name,
        });
    }
    let keys = schema
        .tables
        .iter()
        .flat_map(|table| table.key.iter().flat_map(|part| &table.column(part.column).comments));
    keys.into_iter().find_map(|comment| {
        let lower = comment.text.to_lowercase();
        let mut words = lower.split(|c: char| !c.is_alphanumeric());
        let is_javascript = words.any(|word| JAVASCRIPT_WORDS.contains(&word));
        let what = format!("the comment \"{}\"", comment.text);
        is_javascript.then_some(Evidence {
            what: evidence_text(what),
            span: comment.span,
            source: Source::Comment,
        })
    })
}
