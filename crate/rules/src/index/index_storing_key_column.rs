//! An index that stores a column it has in its key anyway: Spanner rejects it.

use crate::cause::Cause;
use crate::finding::{Finding, Object, Severity};
use crate::report::Report;
use crate::rule::{Context, Reach, Rule};
use crate::schema::{ColumnId, KeyPart, TableId};
use crate::shared::reads;
use crate::text::Span;

/// The rule.
pub static RULE: Rule = Rule {
    id: "index-storing-key-column",
    severity: Severity::Error,
    reach: Reach::Database,
    page: page!("index_storing_key_column.md"),
    fixes: &["storing"],
    replaces: &[],
    check,
};

/// What stores columns.
struct Storer<'a> {
    object: Object,
    table: TableId,
    keys: &'a [KeyPart],
    storing: &'a [ColumnId],
    spans: &'a [Span],
}

fn check(context: &Context<'_>, out: &mut Report<'_>) {
    let schema = context.schema;
    for id in schema.index_ids() {
        let index = schema.index(id);
        out.extend(finding(
            context,
            &Storer {
                object: Object::Index(id),
                table: index.table,
                keys: &index.keys,
                storing: &index.storing,
                spans: &index.storing_spans,
            },
        ));
    }
    for id in schema.special_index_ids() {
        let index = schema.special_index(id);
        out.extend(finding(
            context,
            &Storer {
                object: Object::SpecialIndex(id),
                table: index.table,
                keys: &index.keys,
                storing: &index.storing,
                spans: &index.storing_spans,
            },
        ));
    }
}

fn finding(context: &Context<'_>, storer: &Storer<'_>) -> Option<Finding> {
    let table = context.schema.table(storer.table);
    let own = |column: ColumnId| storer.keys.iter().any(|part| part.column == column);
    let stored = storer.storing.iter().zip(storer.spans);
    let (&column, &span) =
        stored.clone().find(|(column, _)| own(**column) || table.is_key(**column))?;
    let name = &table.column(column).name;
    let word = reads::storing(context);
    let object = storer.object.name(context.schema);
    let whose = if own(column) { object } else { &table.name };
    Some(Finding {
        cause: Some(Cause::KeyColumnsStored),
        title: format!("`{object}` stores `{name}`, which is a key column of `{whose}`"),
        why: format!(
            "Spanner rejects the statement: an index always contains its own key and the key of \
             its table, and {word} cannot repeat them."
        )
        .into(),
        help: format!("Remove `{name}` from {word}").into(),
        column: Some((storer.table, column)),
        ..RULE.finding(storer.object, span)
    })
}
