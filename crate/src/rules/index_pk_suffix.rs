//! A secondary index that lists base key columns Spanner appends anyway.

use super::redundant;
use super::tail;
use super::{Context, Finding, Object, Reach, Rule, Severity};
use crate::facts::{Evidence, Source};
use crate::schema::compare::starts_with;
use crate::schema::{IndexId, KeyPart, Schema};

/// The rule.
pub static RULE: Rule = Rule {
    id: "index-pk-suffix",
    severity: Severity::Info,
    reach: Reach::Family,
    page: include_str!("index_pk_suffix.md"),
    fixes: &["T25"],
    replaces: &[],
    check,
};

fn check(context: &Context<'_>, out: &mut Vec<Finding>) {
    for id in context.indexes() {
        if let Some(from) = appended_from(context.schema, id) {
            out.push(finding(context, id, from));
        }
    }
}

fn finding(context: &Context<'_>, id: IndexId, from: usize) -> Finding {
    let index = context.schema.index(id);
    let table = context.schema.table(index.table);
    let listed = &index.keys[from..];
    let names: Vec<&str> =
        listed.iter().map(|part| table.column(part.column).name.as_str()).collect();
    let span = match listed {
        [only] => only.span,
        [first, .., last] => first.span.to(last.span),
        [] => index.keys_list,
    };
    let clause = table.key_clause.as_ref().map_or(table.name_span, |clause| clause.span);
    let key = redundant::in_words(context.schema, index.table, &table.key);
    Finding {
        title: format!(
            "`{}` lists {}, which Spanner appends to every index of `{}`",
            index.name,
            tail::list(&names),
            table.name
        ),
        why: "The base key stands behind every index key, so this changes neither the order nor \
              the size: it only looks as if it did."
            .to_owned(),
        help: format!("Leave {} out of the list", tail::list(&names)),
        evidence: vec![Evidence {
            what: format!("the primary key ({key}) of `{}`", table.name),
            span: clause,
            source: Source::Expression,
        }],
        ..Finding::new(&RULE, Object::Index(id), span)
    }
}

/// The position in the list from which on it only says what Spanner appends.
fn appended_from(schema: &Schema, id: IndexId) -> Option<usize> {
    let index = schema.index(id);
    let table = schema.table(index.table);
    // A unique index promises what it lists; an interleaved one has to list its parent's key.
    let needed = index
        .parent
        .as_ref()
        .map_or(Some(0), |parent| parent.table.map(|above| schema.table(above).key.len()))?;
    if index.managed || index.unique {
        return None;
    }
    let left_out = schema.left_out_by(id);
    (needed.max(1)..index.keys.len()).find(|&from| {
        let (kept, listed) = index.keys.split_at(from);
        let filters = listed.iter().any(|part| left_out.contains(&part.column));
        !filters && starts_with(&behind(kept, &table.key), listed)
    })
}

/// What Spanner appends to `listed`.
fn behind(listed: &[KeyPart], key: &[KeyPart]) -> Vec<KeyPart> {
    let there = |part: &&KeyPart| !listed.iter().any(|seen| seen.column == part.column);
    key.iter().filter(there).cloned().collect()
}
