//! A counter of which nobody says that it is bit-reversed, the only kind there is.

use crate::finding::{Finding, Object, Severity};
use crate::report::Report;
use crate::rule::{Context, Reach, Rule};
use crate::syntax::tree::Dialect;

/// The rule.
pub static RULE: Rule = Rule {
    id: "seq-kind-missing",
    severity: Severity::Error,
    reach: Reach::Database,
    page: page!("seq_kind_missing.md"),
    fixes: &[],
    replaces: &[],
    check,
};

fn check(context: &Context<'_>, out: &mut Report<'_>) {
    let schema = context.schema;
    if schema.default_sequence_bit_reversed {
        return;
    }
    let why = "Spanner has one sequence kind and requires it, either in the statement or in the \
               database option `default_sequence_kind`; it rejects the statement without it.";
    let option = match schema.dialect {
        Dialect::GoogleSql => "sequence_kind = 'bit_reversed_positive'",
        Dialect::PostgreSql => "BIT_REVERSED_POSITIVE",
    };
    // The option may stand elsewhere if this is a piece of something longer.
    let piece = schema.tables.len() + schema.sequences.len() < 2;
    let severity = if piece { Severity::Warn } else { Severity::Error };
    for id in schema.sequence_ids() {
        let sequence = schema.sequence(id);
        if sequence.counter.kind.is_none() && !sequence.bit_reversed {
            out.push(Finding {
                severity,
                title: format!("`{}` has no sequence kind", sequence.name),
                why: why.into(),
                help: format!("Add {option}, or set the database's default_sequence_kind").into(),
                ..RULE.finding(Object::Sequence(id), sequence.name_span)
            });
        }
    }
    for id in context.tables() {
        let table = schema.table(id);
        for column in table.column_ids() {
            let said = table.column(column);
            let Some(identity) = said.identity.as_ref().filter(|it| !it.bit_reversed) else {
                continue;
            };
            out.push(Finding {
                severity,
                column: Some((id, column)),
                title: format!("`{}.{}` has no sequence kind", table.name, said.name),
                why: why.into(),
                help: "Write IDENTITY (BIT_REVERSED_POSITIVE), or set the database's \
                       default_sequence_kind"
                    .into(),
                ..RULE.finding(Object::Table(id), identity.span)
            });
        }
    }
}
