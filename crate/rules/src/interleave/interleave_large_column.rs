//! A large value in a row that others are interleaved with.

use crate::facts::lexicon::{last, words};
use crate::facts::{Evidence, Source, evidence_text};
use crate::finding::{Finding, Object, Severity};
use crate::report::Report;
use crate::rule::{Context, Reach, Rule};
use crate::schema::{Column, ColumnId, TableId};
use crate::shared::tail;
use crate::syntax::tree::Type;

/// The rule.
pub static RULE: Rule = Rule {
    id: "interleave-large-column",
    severity: Severity::Info,
    reach: Reach::Family,
    page: page!("interleave_large_column.md"),
    fixes: &["accept"],
    replaces: &[],
    check,
};

/// Words of columns that hold documents, whatever their type.
const DOCUMENTS: &[&str] = &[
    "body",
    "blob",
    "html",
    "pdf",
    "attachment",
    "content",
    "contents",
    "payload",
    "document",
    "transcript",
];

/// Words of columns that hold pictures and sound if they hold bytes, and addresses otherwise.
const MEDIA: &[&str] =
    &["image", "photo", "picture", "thumbnail", "avatar", "video", "audio", "file", "data"];

/// Characters up to which a value is small beside its row (assumption of ours).
const SMALL: u32 = 4_000;

fn check(context: &Context<'_>, out: &mut Report<'_>) {
    let schema = context.schema;
    for id in context.tables() {
        let table = schema.table(id);
        let facts = context.facts.table(id);
        let children: Vec<&str> = schema
            .children_of(id)
            .filter(|&child| child != id)
            .map(|child| schema.table(child).name.as_str())
            .collect();
        let elsewhere = table.options.iter().any(|item| item.key == "locality_group");
        let points = !facts.reads.is_empty() && facts.reads.iter().all(|reads| reads == "point");
        if children.is_empty() || elsewhere || points {
            continue;
        }
        let large: Vec<ColumnId> = table.column_ids().filter(|&c| large(context, id, c)).collect();
        let Some(&first) = large.first() else { continue };
        let names: Vec<&str> = large.iter().map(|&c| table.column(c).name.as_str()).collect();
        let evidence = large.iter().map(|&c| Evidence {
            what: evidence_text(format!("the name and type of `{}`", table.column(c).name)),
            span: table.column(c).span,
            source: Source::Name,
        });
        out.push(Finding {
            title: format!(
                "`{}` stores {} between its rows of {}",
                table.name,
                tail::list(&names),
                tail::list(&children)
            ),
            why: format!(
                "Large values are stored between the rows of the tree, so a scan of `{}` and its \
                 children reads past them, and fewer rows fit into a split.",
                table.name
            )
            .into(),
            help: format!(
                "Move {} to a locality group or to a separate table that is not interleaved",
                tail::list(&names)
            )
            .into(),
            evidence: evidence.collect(),
            column: Some((id, first)),
            confidence: 0.6,
            ..RULE.finding(Object::Table(id), table.column(first).span)
        });
    }
}

fn large(context: &Context<'_>, id: TableId, column: ColumnId) -> bool {
    let table = context.schema.table(id);
    let it: &Column = table.column(column);
    let elsewhere = it.options.iter().any(|item| item.key == "locality_group");
    let small = context.facts.column(id, column).max_len.is_some_and(|most| most <= SMALL);
    let name = words(&it.name);
    let named = match it.ty {
        Some(Type::Bytes(None)) => last(&name, DOCUMENTS) || last(&name, MEDIA),
        Some(Type::String(None) | Type::Json) => last(&name, DOCUMENTS),
        _ => false,
    };
    named && !elsewhere && !small && !table.is_key(column) && it.generated.is_none()
}
