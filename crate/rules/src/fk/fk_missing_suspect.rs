//! A column that refers to a table by its name, where others have a foreign key.

use crate::facts::{Evidence, Source, evidence_text, shape};
use crate::finding::{Finding, Object, Severity};
use crate::report::Report;
use crate::rule::{Context, Reach, Rule};
use crate::schema::{ColumnId, ForeignKey, Table, TableId};
use crate::shared::tail;
use std::collections::BTreeMap;

/// The rule.
pub static RULE: Rule = Rule {
    id: "fk-missing-suspect",
    severity: Severity::Hint,
    reach: Reach::Database,
    page: page!("fk_missing_suspect.md"),
    fixes: &["accept"],
    replaces: &[],
    check,
};

/// Relations that the text declares: the lower-cased column and the table it refers to, with the
/// first table that says so.
type Declared<'a> = BTreeMap<(String, TableId), (&'a Table, &'a ForeignKey)>;

fn check(context: &Context<'_>, out: &mut Report<'_>) {
    let schema = context.schema;
    let declared = declared(context);
    if declared.is_empty() {
        return;
    }
    for id in context.tables() {
        let table = schema.table(id);
        // Each foreign key costs a write more, which a log seldom is given.
        if table.partial || shape::log_like(table).is_some() {
            continue;
        }
        let mut open = table.column_ids().filter_map(|column| {
            let (owner, key) = suspect(context, id, column, &declared)?;
            Some((column, owner, key))
        });
        let Some((column, owner, key)) = open.next() else { continue };
        let rest: Vec<ColumnId> = open.map(|(column, ..)| column).collect();
        let mut columns = vec![table.column(column).name.as_str()];
        columns.extend(rest.iter().map(|&column| table.column(column).name.as_str()));
        let it = table.column(column);
        out.push(Finding {
            title: format!(
                "`{}` has {} without a foreign key, unlike other tables",
                table.name,
                tail::list(&columns)
            ),
            why: format!(
                "`{}` can reference a row of `{}` that does not exist, although `{}` declares the \
                 same relation.",
                it.name, key.table_name, owner.name
            )
            .into(),
            help: "Add the foreign key if the referenced rows must exist; it adds a hidden index \
                   and a lookup on every insert"
                .into(),
            column: Some((id, column)),
            evidence: vec![
                Evidence {
                    what: evidence_text(format!("the name and type of `{}`", it.name)),
                    span: it.name_span,
                    source: Source::Name,
                },
                Evidence {
                    what: evidence_text(format!("the foreign key of `{}`", owner.name)),
                    span: key.span,
                    source: Source::Expression,
                },
            ],
            confidence: 0.4,
            ..RULE.finding(Object::Table(id), it.name_span)
        });
    }
}

fn declared<'a>(context: &Context<'a>) -> Declared<'a> {
    let schema = context.schema;
    let mut declared = Declared::new();
    for id in schema.table_ids() {
        let table = schema.table(id);
        for key in &table.foreign_keys {
            let (&[column], Some(above)) = (key.columns.as_slice(), key.table) else { continue };
            let name = table.column(column).name.to_lowercase();
            declared.entry((name, above)).or_insert((table, key));
        }
    }
    declared
}

/// The relation elsewhere that this column has too, if it is not declared here.
fn suspect<'a>(
    context: &Context<'a>,
    id: TableId,
    column: ColumnId,
    declared: &Declared<'a>,
) -> Option<(&'a Table, &'a ForeignKey)> {
    let schema = context.schema;
    let table = schema.table(id);
    let it = table.column(column);
    let name = it.name.to_lowercase();
    let here = table.foreign_keys.iter().any(|key| key.columns.contains(&column));
    if here || it.generated.is_some() || inherits(context, id, column) {
        return None;
    }
    let from = (name.clone(), TableId(0));
    let mut same = declared.range(from..).take_while(|((other, _), _)| *other == name);
    // A name that refers to several tables says nothing of this one.
    let (Some(((_, above), found)), None) = (same.next(), same.next()) else { return None };
    let target = schema.table(*above);
    let &[referenced] = found.1.referenced.as_slice() else { return None };
    let same_type = it.ty.is_some() && it.ty == target.column(referenced).ty;
    // Another version of this table says nothing of it.
    let other = found.0.name != table.name;
    (*above != id && same_type && other).then_some(*found)
}

/// The column is part of the key of the parent, whose rows must exist.
fn inherits(context: &Context<'_>, id: TableId, column: ColumnId) -> bool {
    let parts = &context.facts.table(id).walk.parts;
    let own = parts.len() == 1 && parts[0].column == column;
    own || parts.iter().any(|part| part.inherited && part.column == column)
}
