//! A text key whose values all start alike.

use crate::facts::lexicon::{last, words};
use crate::facts::{Evidence, Source, evidence_text};
use crate::finding::{Finding, Object, Severity};
use crate::report::Report;
use crate::rule::{Context, Reach, Rule};
use crate::schema::Column;
use crate::shared::tail;
use crate::syntax::tree::{Expr, ExprKind, Type};

/// The rule.
pub static RULE: Rule = Rule {
    id: "key-long-common-prefix",
    severity: Severity::Info,
    reach: Reach::Family,
    page: page!("key_long_common_prefix.md"),
    fixes: &["full-hash-prefix", "accept"],
    replaces: &[],
    check,
};

/// Words of columns whose values share the beginning: schemes, hosts, folders.
const ADDRESSES: &[&str] = &["url", "uri", "href", "link", "urn", "permalink"];

/// Characters of a fixed prefix from which on it costs more than it tells (assumption of ours).
const PREFIX_LONG: usize = 4;

fn check(context: &Context<'_>, out: &mut Report<'_>) {
    for id in context.tables() {
        let Some(part) = context.facts.table(id).walk.parts.first() else { continue };
        let table = context.schema.table(id);
        let column = table.column(part.column);
        let low = context.facts.table(id).low_write.is_some();
        if part.inherited || low || !matches!(column.ty, Some(Type::String(_))) {
            continue;
        }
        let Some((evidence, like)) = alike(column) else { continue };
        out.push(Finding {
            column: Some((id, part.column)),
            title: format!(
                "The key starts with {}, and its values {like}",
                tail::named(table, part)
            ),
            why: "Every key, index entry and child row repeats the same bytes, and the rows of a \
                  popular prefix are adjacent in one range."
                .into(),
            help: "Start the key with a hash of it and keep the string outside the key, or move \
                   the part that varies to the front"
                .into(),
            confidence: 0.7,
            evidence: vec![evidence],
            ..RULE.finding(Object::Table(id), part.span)
        });
    }
}

/// Why the values of a column start alike, and how.
fn alike(column: &Column) -> Option<(Evidence, String)> {
    if let Some(generated) = &column.generated {
        let prefix = fixed_prefix(&generated.expr).filter(|p| p.len() >= PREFIX_LONG)?;
        let what = format!("the generated expression puts \"{prefix}\" in front");
        let evidence = Evidence {
            what: evidence_text(what),
            span: generated.expr.span,
            source: Source::Expression,
        };
        return Some((evidence, format!("all start with \"{prefix}\"")));
    }
    last(&words(&column.name), ADDRESSES).then(|| {
        let what = format!("the name `{}`", column.name);
        let evidence =
            Evidence { what: evidence_text(what), span: column.name_span, source: Source::Name };
        (evidence, "start alike, with the scheme and the host".to_owned())
    })
}

/// The text that an expression puts in front of everything.
fn fixed_prefix(expr: &Expr) -> Option<&str> {
    let first = match &expr.kind {
        ExprKind::Call(name, args) if name == "CONCAT" => args.first()?,
        ExprKind::Binary(op, left, _) if op == "||" => {
            let mut left = left;
            while let ExprKind::Binary(op, inner, _) = &left.kind
                && op == "||"
            {
                left = inner;
            }
            left
        }
        _ => return None,
    };
    match &first.kind {
        ExprKind::String(text) => Some(text),
        _ => None,
    }
}
