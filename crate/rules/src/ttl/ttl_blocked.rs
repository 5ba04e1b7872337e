//! A row deletion policy that Spanner rejects.

use crate::facts::expression::names_in;
use crate::facts::{Evidence, Source};
use crate::finding::{Finding, Object, Severity};
use crate::report::Report;
use crate::rule::{Context, Reach, Rule};
use crate::schema::{Column, Table, TableId};
use crate::shared::tail::list;
use crate::syntax::tree::{Ttl, Type};
use crate::text::Span;

/// The rule.
pub static RULE: Rule = Rule {
    id: "ttl-blocked",
    severity: Severity::Error,
    reach: Reach::Family,
    page: page!("ttl_blocked.md"),
    fixes: &[],
    replaces: &[],
    check,
};

fn check(context: &Context<'_>, out: &mut Report<'_>) {
    for id in context.tables() {
        let table = context.schema.table(id);
        for &span in &table.ttl_refused {
            out.push(Finding {
                title: format!("`{}` already has a row deletion policy", table.name),
                why: "A table has one policy, and Spanner rejects a second one.".into(),
                help: "Replace the policy instead of adding one".into(),
                ..RULE.finding(Object::Table(id), span)
            });
        }
        let Some(ttl) = &table.ttl else { continue };
        out.extend(column(id, table, ttl));
        let below = kept_with(context, id);
        out.extend(children(context, id, ttl, &below));
        out.extend(references(context, id, ttl, &below));
    }
}

/// The column is missing, has another type, or is computed from a commit timestamp.
fn column(id: TableId, table: &Table, ttl: &Ttl) -> Option<Finding> {
    let name = &ttl.column.text;
    let found = table.find_column(name);
    let Some(column) = found.map(|column| table.column(column)) else {
        return (!table.partial).then(|| Finding {
            title: format!(
                "The row deletion policy of `{}` names a column that does not exist",
                table.name
            ),
            why: format!("There is no column `{name}`, so Spanner rejects the policy.").into(),
            help: "Name a TIMESTAMP column of the table".into(),
            ..RULE.finding(Object::Table(id), ttl.column.span)
        });
    };
    let time = |ty: &Type| matches!(ty, Type::Timestamp | Type::CommitTimestamp);
    let column_id = found.map(|column| (id, column));
    if column.ty.as_ref().is_some_and(|ty| !time(ty)) {
        return Some(Finding {
            column: column_id,
            title: format!(
                "`{}.{}` is not a TIMESTAMP, which a row deletion policy needs",
                table.name, column.name
            ),
            why: "Spanner compares a timestamp with the current time and rejects a policy on any \
                  other type."
                .into(),
            help: format!(
                "Add a generated TIMESTAMP column computed from `{}` and name it in the policy",
                column.name
            )
            .into(),
            evidence: vec![said("the type of the column", column.type_span)],
            ..RULE.finding(Object::Table(id), ttl.column.span)
        });
    }
    let source = computed_from_commit(table, column)?;
    Some(Finding {
        column: column_id,
        title: format!(
            "`{}.{}` is computed from the commit timestamp `{}`",
            table.name, column.name, source.name
        ),
        why: "A commit timestamp is known only when the transaction commits, so no column can be \
              computed from it for a policy."
            .into(),
        help: format!("Name `{}` in the policy and keep rows that many days longer", source.name)
            .into(),
        evidence: vec![said("the column it is computed from", source.name_span)],
        ..RULE.finding(Object::Table(id), ttl.column.span)
    })
}

fn computed_from_commit<'a>(table: &'a Table, column: &Column) -> Option<&'a Column> {
    let generated = column.generated.as_ref()?;
    let mut names = names_in(&generated.expr).into_iter();
    names.find_map(|(name, _)| {
        let source = table.column(table.find_column(name)?);
        source.commit_timestamp.then_some(source)
    })
}

/// The table and those interleaved in it with `IN PARENT`, at any depth.
fn kept_with(context: &Context<'_>, id: TableId) -> Vec<TableId> {
    let schema = context.schema;
    let mut below = vec![id];
    let mut next = 0;
    while next < below.len() {
        for child in schema.children_of(below[next]) {
            let enforced = schema.table(child).parent.as_ref().is_some_and(|it| it.enforced);
            if enforced && !below.contains(&child) {
                below.push(child);
            }
        }
        next += 1;
    }
    below
}

/// Tables below that keep their rows when the parent's go.
fn children(context: &Context<'_>, id: TableId, ttl: &Ttl, below: &[TableId]) -> Option<Finding> {
    let schema = context.schema;
    let mut names = Vec::new();
    let mut evidence = Vec::new();
    for &child in &below[1..] {
        let table = schema.table(child);
        let Some(parent) = table.parent.as_ref().filter(|it| !it.on_delete_cascade) else {
            continue;
        };
        names.push(table.name.as_str());
        evidence.push(said("no ON DELETE CASCADE", parent.span));
    }
    let first = *names.first()?;
    Some(Finding {
        title: format!(
            "Rows of `{}` cannot expire: {} {} no ON DELETE CASCADE",
            schema.table(id).name,
            list(&names),
            if names.len() == 1 { "says" } else { "say" }
        ),
        why: "Spanner rejects a policy on a table whose interleaved rows it must not delete."
            .into(),
        help: format!("Add ON DELETE CASCADE to `{first}`").into(),
        evidence,
        ..RULE.finding(Object::Table(id), ttl.span)
    })
}

/// Enforced foreign keys to the table, or to one below it, that do not let rows go.
fn references(context: &Context<'_>, id: TableId, ttl: &Ttl, below: &[TableId]) -> Option<Finding> {
    let schema = context.schema;
    let mut names: Vec<&str> = Vec::new();
    let mut evidence = Vec::new();
    for &target in below {
        for from in schema.referencing(target) {
            let table = schema.table(from);
            let blocks = |key: &&crate::schema::ForeignKey| {
                key.table == Some(target) && key.enforced && !key.on_delete_cascade
            };
            for key in table.foreign_keys.iter().filter(blocks) {
                if !names.contains(&table.name.as_str()) {
                    names.push(&table.name);
                }
                evidence.push(said("an enforced foreign key without ON DELETE CASCADE", key.span));
            }
        }
    }
    let first = *names.first()?;
    Some(Finding {
        title: format!(
            "Rows of `{}` cannot expire: {} {} to them",
            schema.table(id).name,
            list(&names),
            if names.len() == 1 { "refers" } else { "refer" }
        ),
        why: "Spanner rejects a policy on a table that an enforced foreign key references without \
              ON DELETE CASCADE."
            .into(),
        help: format!("Add ON DELETE CASCADE or NOT ENFORCED to the foreign key of `{first}`")
            .into(),
        evidence,
        ..RULE.finding(Object::Table(id), ttl.span)
    })
}

fn said(what: &str, span: Span) -> Evidence {
    Evidence { what: what.into(), span, source: Source::Expression }
}
