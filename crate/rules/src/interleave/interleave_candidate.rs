//! A table whose key starts with its foreign key.

use crate::cause::Cause;
use crate::facts::{Evidence, Source, evidence_text, shape};
use crate::finding::{Finding, Object, Severity};
use crate::report::Report;
use crate::rule::{Context, Reach, Rule};
use crate::schema::{ForeignKey, Table, TableId};
use crate::shared::family;

/// The rule.
pub static RULE: Rule = Rule {
    id: "interleave-candidate",
    severity: Severity::Hint,
    reach: Reach::Family,
    page: page!("interleave_candidate.md"),
    fixes: &["interleave-table", "accept"],
    replaces: &[],
    check,
};

fn check(context: &Context<'_>, out: &mut Report<'_>) {
    let schema = context.schema;
    for id in context.tables() {
        let table = schema.table(id);
        if table.parent.is_some() || table.partial || shape::log_like(table).is_some() {
            continue;
        }
        let found = table.foreign_keys.iter().find_map(|key| {
            let above = key.table.filter(|&above| above != id && key.enforced)?;
            candidate(context, id, key, above).then_some((key, above))
        });
        if let Some((key, above)) = found {
            out.push(finding(context, id, key, above));
        }
    }
}

fn candidate(context: &Context<'_>, id: TableId, key: &ForeignKey, above: TableId) -> bool {
    let (table, parent) = (context.schema.table(id), context.schema.table(above));
    let apart = [id, above].iter().any(|&id| context.facts.table(id).read_together == Some(false));
    let leads = table.key.len() > parent.key.len()
        && !parent.key.is_empty()
        && parent.key.iter().map(|part| part.column).eq(key.referenced.iter().copied())
        && key.columns.len() == key.referenced.len()
        && table.key.iter().zip(&key.columns).all(|(part, &column)| part.column == column);
    leads && !apart && lives_in(table, parent, key) && !family::is_hot(context, above)
}

/// The child is part of its parent: it goes with it, or carries its name.
fn lives_in(table: &Table, parent: &Table, key: &ForeignKey) -> bool {
    let name = crate::facts::lexicon::table_words;
    let (child, above) = (name(&table.name), name(&parent.name));
    key.on_delete_cascade || (child.len() > above.len() && child.starts_with(&above))
}

fn finding(context: &Context<'_>, id: TableId, key: &ForeignKey, above: TableId) -> Finding {
    let (table, parent) = (context.schema.table(id), context.schema.table(above));
    let renamed: Vec<String> = parent
        .key
        .iter()
        .zip(&key.columns)
        .map(|(part, &ours)| (parent.column(part.column), table.column(ours)))
        .filter(|(theirs, ours)| theirs.name != ours.name)
        .map(|(theirs, ours)| format!("`{}` is called `{}`", ours.name, theirs.name))
        .collect();
    let and =
        if renamed.is_empty() { String::new() } else { format!(" once {}", renamed.join(" and ")) };
    Finding {
        cause: Some(Cause::ReferencedRowApart),
        title: format!(
            "`{}` starts its key with that of `{}` and could be interleaved in it",
            table.name, parent.name
        ),
        why: format!(
            "A row of `{}` and its rows of `{}` are on two servers, so reading or writing them \
             together involves both; interleaved, they are stored together.",
            parent.name, table.name
        )
        .into(),
        help: format!(
            "Interleave `{}` in `{}`{and} if they are read together, and drop the foreign key",
            table.name, parent.name
        )
        .into(),
        evidence: vec![Evidence {
            what: evidence_text(format!("the foreign key to the primary key of `{}`", parent.name)),
            span: key.span,
            source: Source::Expression,
        }],
        confidence: 0.6,
        ..RULE.finding(Object::Table(id), key.span)
    }
}
