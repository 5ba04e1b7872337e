//! Secondary indexes that list base key columns Spanner appends anyway.

use crate::facts::{Evidence, Source, evidence_text};
use crate::finding::{Finding, Object, Severity};
use crate::report::Report;
use crate::rule::{Context, Reach, Rule};
use crate::schema::compare::starts_with;
use crate::schema::{KeyPart, Schema, TableId};
use crate::shared::redundant::{self, Held};
use crate::shared::tail;

/// The rule.
pub static RULE: Rule = Rule {
    id: "index-pk-suffix",
    severity: Severity::Info,
    reach: Reach::Family,
    page: page!("index_pk_suffix.md"),
    fixes: &["accept"],
    replaces: &[],
    check,
};

fn check(context: &Context<'_>, out: &mut Report<'_>) {
    for (table, all) in &context.compared().by_table {
        let schema = context.schema;
        let kept = all.iter().filter(|held| !context.compared().needless.contains(&held.id));
        let listing: Vec<(&Held<'_>, usize)> =
            kept.filter_map(|held| Some((held, appended_from(schema, held)?))).collect();
        out.extend(finding(schema, *table, &listing));
    }
}

/// One remark for a table: all its indexes are read by the same person.
fn finding(schema: &Schema, id: TableId, listing: &[(&Held<'_>, usize)]) -> Option<Finding> {
    let (first, from) = *listing.first()?;
    let table = schema.table(id);
    let indexes: Vec<&str> = listing.iter().map(|(held, _)| held.index.name.as_str()).collect();
    let mut columns: Vec<&str> = Vec::new();
    for part in listing.iter().flat_map(|(held, from)| &held.index.keys[*from..]) {
        let name = table.column(part.column).name.as_str();
        if !columns.contains(&name) {
            columns.push(name);
        }
    }
    let listed = &first.index.keys[from..];
    let span = match listed {
        [only] => only.span,
        [first, .., last] => first.span.to(last.span),
        [] => first.index.keys_list,
    };
    let clause = table.key_clause.as_ref().map_or(table.name_span, |clause| clause.span);
    let key = redundant::in_words(schema, id, &table.key);
    Some(Finding {
        title: format!(
            "{} {} {}, which Spanner appends to every index of `{}`",
            tail::list(&indexes),
            if indexes.len() == 1 { "lists" } else { "list" },
            tail::list(&columns),
            table.name
        ),
        why: "Spanner appends the base key to every index key, so this changes neither the order \
              nor the size."
            .into(),
        help: format!("Leave out {} at the end of the list", tail::list(&columns)).into(),
        evidence: vec![Evidence {
            what: evidence_text(format!("the primary key ({key}) of `{}`", table.name)),
            span: clause,
            source: Source::Expression,
        }],
        ..RULE.finding(Object::Index(first.id), span)
    })
}

/// The position in the list from which on it only says what Spanner appends.
fn appended_from(schema: &Schema, held: &Held<'_>) -> Option<usize> {
    let index = held.index;
    let table = schema.table(index.table);
    // A unique index promises what it lists; an interleaved one has to list its parent's key.
    let needed = index
        .parent
        .as_ref()
        .map_or(Some(0), |parent| parent.table.map(|above| schema.table(above).key.len()))?;
    if index.unique {
        return None;
    }
    let left_out = schema.left_out_by(held.id);
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
