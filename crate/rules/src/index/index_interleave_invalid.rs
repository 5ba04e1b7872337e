//! INTERLEAVE IN a table whose key does not lead the index.

use crate::facts::{Evidence, Source, evidence_text};
use crate::finding::{Finding, Object, Severity};
use crate::report::Report;
use crate::rule::{Context, Reach, Rule};
use crate::schema::{Column, IndexId, KeyPart, Schema, TableId};
use crate::shared::{redundant, tail};
use crate::syntax::tree::Type;
use crate::text::Span;

/// The rule.
pub static RULE: Rule = Rule {
    id: "index-interleave-invalid",
    severity: Severity::Error,
    // The table may be in no family of the indexed one.
    reach: Reach::Database,
    page: page!("index_interleave_invalid.md"),
    fixes: &[],
    replaces: &["index-interleave-remote"],
    check,
};

fn check(context: &Context<'_>, out: &mut Report<'_>) {
    for id in context.indexes() {
        let Some((above, clause)) = holder(context.schema, id) else { continue };
        if let Some(mismatch) = mismatch(context.schema, id, above) {
            out.push(finding(context.schema, id, above, &mismatch.at(clause)));
        }
    }
}

/// The table an index is interleaved in and the clause that says so, if both keys are known.
pub(crate) fn holder(schema: &Schema, id: IndexId) -> Option<(TableId, Span)> {
    let index = schema.index(id);
    let parent = index.parent.as_ref()?;
    let above = parent.table.filter(|&above| !schema.table(above).key.is_empty())?;
    Some((above, parent.span))
}

/// Where the keys part.
struct Mismatch {
    /// The part to blame; `None` when the index is too short.
    span: Option<Span>,
    /// What stands where something else is needed.
    what: String,
}

impl Mismatch {
    /// Blames the clause where no part is to blame.
    fn at(self, clause: Span) -> Self {
        Self { span: self.span.or(Some(clause)), ..self }
    }
}

/// The first part of the parent's key that the index does not have in its place. Names need not
/// be alike, and lengths are not compared.
fn mismatch(schema: &Schema, id: IndexId, above: TableId) -> Option<Mismatch> {
    let index = schema.index(id);
    let base = schema.table(index.table);
    let holder = schema.table(above);
    let left_out = schema.left_out_by(id);
    for (part, needed) in index.keys.iter().zip(&holder.key) {
        let (has, wants) = (base.column(part.column), holder.column(needed.column));
        let nullable = !has.not_null && !left_out.contains(&part.column);
        let own = KeyColumn { part, column: has, nullable };
        let needed = KeyColumn { part: needed, column: wants, nullable: !wants.not_null };
        if let Some(what) = differs(own, needed) {
            return Some(Mismatch { span: Some(part.span), what });
        }
    }
    if index.keys.len() >= holder.key.len() || !is_short(schema, id, above) {
        return None;
    }
    let wants = holder.column(holder.key[index.keys.len()].column);
    Some(Mismatch { span: None, what: format!("its list ends before `{}`", wants.name) })
}

/// What Spanner appends completes the key of a table above, if the index lists its beginning.
fn is_short(schema: &Schema, id: IndexId, above: TableId) -> bool {
    let index = schema.index(id);
    let known = schema.knows_ancestors(index.table);
    let own = index.table == above || schema.ancestors(index.table).contains(&above);
    let mut both = index.keys.iter().zip(&schema.table(index.table).key);
    known && !(own && both.all(|(listed, key)| listed.column == key.column))
}

/// A part of a key with its column.
#[derive(Clone, Copy)]
struct KeyColumn<'a> {
    part: &'a KeyPart,
    column: &'a Column,
    /// It can be NULL in a row of the key.
    nullable: bool,
}

/// How a part of the index differs from the one it has to be like.
fn differs(own: KeyColumn<'_>, needed: KeyColumn<'_>) -> Option<String> {
    let (has, wants) = (own.column, needed.column);
    if !alike(has.ty.as_ref()?, wants.ty.as_ref()?) {
        return Some(format!("`{}` and `{}` have different types", has.name, wants.name));
    }
    if own.part.desc != needed.part.desc {
        let way = if needed.part.desc { "descending" } else { "ascending" };
        return Some(format!("`{}` has to be {way} as `{}` is", has.name, wants.name));
    }
    (own.nullable && !needed.nullable)
        .then(|| format!("`{}` can be NULL and `{}` cannot", has.name, wants.name))
}

/// Types of one kind. What is not a type of Spanner's own may have two names.
fn alike(a: &Type, b: &Type) -> bool {
    let time = |ty: &Type| matches!(ty, Type::Timestamp | Type::CommitTimestamp);
    match (a, b) {
        (Type::String(_), Type::String(_)) | (Type::Bytes(_), Type::Bytes(_)) => true,
        (Type::Other(_), _) | (_, Type::Other(_)) => true,
        (a, b) => a == b || (time(a) && time(b)),
    }
}

fn finding(schema: &Schema, id: IndexId, above: TableId, mismatch: &Mismatch) -> Finding {
    let index = schema.index(id);
    let holder = schema.table(above);
    let key = redundant::in_words(schema, above, &holder.key);
    let clause = holder.key_clause.as_ref().map_or(holder.name_span, |clause| clause.span);
    let names: Vec<&str> =
        holder.key.iter().map(|part| holder.column(part.column).name.as_str()).collect();
    Finding {
        title: format!(
            "`{}` cannot be interleaved in `{}`: {}",
            index.name, holder.name, mismatch.what
        ),
        why: format!(
            "Spanner rejects the statement: an index interleaved in `{}` must start with columns \
             that match {} in type, direction and NOT NULL.",
            holder.name,
            tail::list(&names)
        )
        .into(),
        help: format!(
            "Start the index with columns that match ({key}), or leave out INTERLEAVE IN"
        )
        .into(),
        evidence: vec![Evidence {
            what: evidence_text(format!("the primary key ({key}) of `{}`", holder.name)),
            span: clause,
            source: Source::Expression,
        }],
        ..RULE.finding(Object::Index(id), mismatch.span.unwrap_or(index.keys_list))
    }
}
