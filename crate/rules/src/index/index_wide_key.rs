//! An index whose key has many columns, or a very long one.

use crate::cause::Cause;
use crate::facts::{Evidence, Source, evidence_text};
use crate::finding::{Finding, Object, Severity};
use crate::report::Report;
use crate::rule::{Context, Reach, Rule};
use crate::schema::{ColumnId, IndexId, KeyPart};
use crate::shared::{reads, tail};
use crate::syntax::tree::Type;

/// The rule.
pub static RULE: Rule = Rule {
    id: "index-wide-key",
    severity: Severity::Info,
    reach: Reach::Family,
    page: page!("index_wide_key.md"),
    fixes: &["storing", "accept"],
    replaces: &[],
    check,
};

/// Key columns of its own that an index may have (the catalogue's threshold).
const COLUMNS_MAX: usize = 4;

/// The longest value a key part may hold, in characters or bytes (the catalogue's threshold).
const LENGTH_MAX: u32 = 1024;

fn check(context: &Context<'_>, out: &mut Report<'_>) {
    for id in context.indexes() {
        let index = context.schema.index(id);
        if index.managed {
            continue;
        }
        if let Some(finding) = long(context, id).or_else(|| many(context, id)) {
            out.push(finding);
        }
    }
}

/// A part that may hold more than a kilobyte.
fn long(context: &Context<'_>, id: IndexId) -> Option<Finding> {
    let index = context.schema.index(id);
    let table = context.schema.table(index.table);
    let length = |column: ColumnId| match table.column(column).ty {
        Some(Type::String(Some(n)) | Type::Bytes(Some(n))) => {
            context.facts.column(index.table, column).max_len.unwrap_or(n)
        }
        _ => 0,
    };
    let part = index.keys.iter().find(|part| length(part.column) > LENGTH_MAX)?;
    let column = table.column(part.column);
    let what = format!("the length of `{}`", column.name);
    Some(Finding {
        cause: Some(Cause::IndexKeyWide),
        title: format!(
            "`{}` has `{}` in its key, up to {} long",
            index.name,
            column.name,
            length(part.column)
        ),
        why: "The whole value is part of every entry's key, and a key can have at most 8 KiB."
            .into(),
        help: format!("Index a hash of `{}`, or limit its length", column.name).into(),
        evidence: vec![Evidence {
            what: evidence_text(what),
            span: column.type_span,
            source: Source::Type,
        }],
        column: Some((index.table, part.column)),
        ..RULE.finding(Object::Index(id), part.span)
    })
}

/// More key columns than a search can make use of; the table's key is there in any case, and a
/// constraint needs all of them.
fn many(context: &Context<'_>, id: IndexId) -> Option<Finding> {
    let index = context.schema.index(id);
    let table = context.schema.table(index.table);
    let own: Vec<&KeyPart> = index.keys.iter().filter(|part| !table.is_key(part.column)).collect();
    if index.unique || own.len() <= COLUMNS_MAX {
        return None;
    }
    let behind: Vec<&str> =
        own[COLUMNS_MAX..].iter().map(|part| table.column(part.column).name.as_str()).collect();
    let last = own[COLUMNS_MAX];
    Some(Finding {
        cause: Some(Cause::IndexKeyWide),
        title: format!(
            "`{}` has {} columns in its key besides the table's own",
            index.name,
            own.len()
        ),
        why: "A change of any key column moves the entry, which is a delete and an insert, and a \
              column after a range column does not narrow a search."
            .into(),
        help: format!(
            "Move {} to {} unless queries filter or sort by all columns before",
            tail::list(&behind),
            reads::storing(context)
        )
        .into(),
        evidence: vec![reads::evidence(
            format!("the {} key columns", index.keys.len()),
            index.keys_list,
        )],
        column: Some((index.table, last.column)),
        ..RULE.finding(Object::Index(id), last.span)
    })
}
