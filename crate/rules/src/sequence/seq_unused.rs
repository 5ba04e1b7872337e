//! A sequence that nothing in the text asks.

use crate::facts::lexicon;
use crate::finding::{Finding, Object, Severity};
use crate::report::Report;
use crate::rule::{Context, Reach, Rule};
use crate::schema::{ColumnId, Table};
use crate::syntax::tree::Type;
use std::collections::BTreeSet;

/// The rule.
pub static RULE: Rule = Rule {
    id: "seq-unused",
    severity: Severity::Info,
    reach: Reach::Database,
    page: page!("seq_unused.md"),
    fixes: &["accept"],
    replaces: &[],
    check,
};

fn check(context: &Context<'_>, out: &mut Report<'_>) {
    let schema = context.schema;
    // Of a piece without tables, or one that a mapper asks by itself, nothing can be said.
    if schema.tables.is_empty() || schema.orm.is_some() {
        return;
    }
    let waiting = context.tables().find_map(|id| {
        let table = schema.table(id);
        waiting(table).map(|column| (table, column))
    });
    let named: BTreeSet<Vec<String>> =
        schema.tables.iter().map(|table| singular(&lexicon::table_words(&table.name))).collect();
    for id in schema.sequence_ids() {
        let sequence = schema.sequence(id);
        if !sequence.users.is_empty() || sequence.mentioned || by_convention(&named, &sequence.name)
        {
            continue;
        }
        let help = match waiting {
            Some((table, column)) => format!(
                "Use it in the default of `{}.{}`, or drop it",
                table.name,
                table.column(column).name
            ),
            None => "Drop it if the application does not use it".to_owned(),
        };
        out.push(Finding {
            title: format!("Sequence `{}` is not used by any default", sequence.name),
            why: "If the application does not call it by name either, it is not needed.".into(),
            help: help.into(),
            confidence: 0.6,
            ..RULE.finding(Object::Sequence(id), sequence.name_span)
        });
    }
}

/// `accounts_seq`, `AccountSequence`: the names that mappers and serial columns give to the
/// sequence of a table, which the application then asks. `named` are the words of all tables.
fn by_convention(named: &BTreeSet<Vec<String>>, sequence: &str) -> bool {
    let words = lexicon::words(sequence);
    if !lexicon::last(&words, &["seq", "sequence"]) {
        return false;
    }
    let words = singular(&words);
    (0..words.len()).any(|of_table| named.contains(&words[..of_table]))
}

fn singular(words: &[String]) -> Vec<String> {
    words.iter().map(|word| lexicon::singular(word)).collect()
}

/// An integer that leads the key and of which nothing says where it comes from.
fn waiting(table: &Table) -> Option<ColumnId> {
    let first = table.key.first().filter(|_| table.parent.is_none())?.column;
    let column = table.column(first);
    let refers = table.foreign_keys.iter().any(|key| key.columns.contains(&first));
    let open = column.default.is_none() && column.identity.is_none() && column.generated.is_none();
    (column.ty == Some(Type::Int64) && open && !refers).then_some(first)
}
