//! Applies statements about sequences and the default kind of sequences.

use crate::catalog::Catalog;
use crate::catalog::made::Made;
use crate::catalog::skip_range::SkipRange;
use crate::changes::DroppedKind;
use crate::ids::SequenceId;
use crate::problem::ProblemKind;
use crate::refusals::counters::check_counter;
use crate::refusals::drops::{sequence_user, view_naming};
use crate::refusals::names::{report_missing, report_name_in_use};
use crate::replay::comments::comments_around;
use crate::replay::dropped::record_dropped;
use crate::replay::options::merge_counter;
use crate::sequence::Sequence;
use crate::syntax::tree::{AlterSequence, CreateSequence, Name, OptionItem, Statement};
use crate::text::at;

/// Creates a sequence.
pub(crate) fn create_sequence(
    catalog: &mut Catalog<'_>,
    statement: &Statement,
    written: &CreateSequence,
) -> Made {
    let folded = catalog.folded(&written.name);
    if catalog.is_name_in_use(&folded) {
        if catalog.if_not_exists(statement, &written.name) {
            return Made::Nothing;
        }
        report_name_in_use(catalog, &written.name);
    }
    let (options, counter) = (written.options.as_slice(), &written.counter);
    let before = SkipRange::default();
    let range = check_counter(catalog, &written.name, options, counter, statement, before);
    catalog.skip_ranges.push(range);
    let id = catalog.schema.sequences.len();
    catalog.sequences.insert(folded, id);
    catalog.schema.sequences.push(Sequence {
        name: written.name.text.clone(),
        name_span: written.name.span,
        span: statement.span,
        bit_reversed: written.bit_reversed,
        counter: written.counter.clone(),
        users: Vec::new(),
        mentioned: false,
        comments: comments_around(statement).cloned().collect(),
    });
    Made::Sequence(SequenceId(at(id)))
}

/// Applies the options of a database.
pub(crate) fn alter_database(catalog: &mut Catalog<'_>, options: &[OptionItem]) -> Made {
    for item in options.iter().filter(|item| item.key == "default_sequence_kind") {
        catalog.schema.default_sequence_bit_reversed =
            item.value.eq_ignore_ascii_case("bit_reversed_positive");
    }
    Made::Nothing
}

/// Applies the default kind of sequences.
pub(crate) fn finish_sequences(catalog: &mut Catalog<'_>) {
    let default = catalog.schema.default_sequence_bit_reversed;
    for sequence in &mut catalog.schema.sequences {
        sequence.bit_reversed |= default;
    }
}

/// Changes the counter or the kind of a sequence.
pub(crate) fn alter_sequence(
    catalog: &mut Catalog<'_>,
    statement: &Statement,
    alter: &AlterSequence,
) -> Made {
    let folded = catalog.folded(&alter.name);
    match catalog.sequences.get(&folded).copied() {
        Some(at) => {
            let (options, counter) = (alter.options.as_slice(), &alter.counter);
            let before = catalog.skip_ranges[at];
            catalog.skip_ranges[at] =
                check_counter(catalog, &alter.name, options, counter, statement, before);
            let kind = alter.options.iter().find(|item| item.key == "sequence_kind");
            let sequence = &mut catalog.schema.sequences[at];
            if let Some(kind) = kind {
                sequence.bit_reversed = kind.value.eq_ignore_ascii_case("bit_reversed_positive");
            }
            merge_counter(&mut sequence.counter, &alter.counter);
        }
        None if alter.if_exists => {}
        None => report_missing(catalog, "a sequence", &alter.name),
    }
    Made::Nothing
}

/// Drops a sequence, or reports what uses it.
pub(crate) fn drop_sequence(catalog: &mut Catalog<'_>, at: usize, folded: &str, name: &Name) {
    catalog.update_dependents();
    if let Some((table, column)) = sequence_user(catalog, at) {
        let message = format!(
            "expected a sequence that no default uses, found `{}` in `{}.{}`",
            name.text, table, column
        );
        catalog.report_problem(ProblemKind::InUse, message, name.span);
        return;
    }
    if let Some(view) = view_naming(catalog, &name.text) {
        let message = format!(
            "expected a sequence that nothing uses, found `{}` in the view `{view}`",
            name.text
        );
        catalog.report_problem(ProblemKind::InUse, message, name.span);
        return;
    }
    catalog.sequences.remove(folded);
    catalog.removed.names.insert(folded.into());
    catalog.removed.sequences.insert(at);
    let sequence = &catalog.schema.sequences[at];
    let (name, span) = (sequence.name.clone(), sequence.span);
    record_dropped(catalog, DroppedKind::Sequence, name, span, Vec::new());
}
