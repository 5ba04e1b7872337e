//! Consumers of change streams: their records name tables, so they learn of the copies before those
//! are watched, and change over to them at one commit timestamp.

use super::attach::streams;
use super::diff::Diff;
use super::group::Group;
use super::plan::{Back, Check, Duration, DurationClass, Owner, Step, StepKind};
use super::rekey::{copies, listed};

/// The step before the streams watch the copies, if streams watch the old tables.
pub(super) fn skip(diff: &Diff<'_>, group: &Group<'_, '_>) -> Option<Step> {
    let mut step = step(diff, group, "skip", |streams, copies| {
        format!("Deploy: consumers of {streams} skip the records of {copies}")
    })?;
    step.safe = "There are no such records yet.".to_owned();
    step.notes.push(
        "From the next step on each change is recorded twice, once for each table, until the old tables \
         are no longer written. A consumer that does not know the copies fails on their records, or \
         takes each change twice."
            .to_owned(),
    );
    step.stop.push("A consumer stays that cannot skip the records of a table.".to_owned());
    step.back = Some(Back { words: "There is nothing to undo.".to_owned(), code: Vec::new() });
    Some(step)
}

/// The step behind the one from which the copies are written first.
pub(super) fn change_over(diff: &Diff<'_>, group: &Group<'_, '_>) -> Option<Step> {
    let mut step = step(diff, group, "change-over", |streams, copies| {
        format!("Deploy: consumers of {streams} take the records of {copies}")
    })?;
    let old = listed(&group.old_names(diff));
    step.safe =
        "Each transaction is recorded for both tables with one commit timestamp, so that a change \
                 at one time misses none and takes none twice."
            .to_owned();
    step.checks.push(Check {
        query: "SELECT CURRENT_TIMESTAMP".to_owned(),
        expected:
            "The time of the change: ask when no server writes the old tables first any more."
                .to_owned(),
        before: true,
    });
    step.notes.extend([
        format!(
            "Give consumers that time. Up to it they take the records of {old}, by their commit \
             timestamps, and skip those of the copies; behind it the other way round."
        ),
        "The name of the table in the records changes at that time, and once more when the copies get \
         the old names: consumers should know both names of a table by then."
            .to_owned(),
    ]);
    step.watch.push(
        "The commit timestamp that each consumer has come to: the next step waits until all are past \
         the time of the change."
            .to_owned(),
    );
    step.stop.push(
        "A consumer cannot be past that time within the retention of its stream: go back."
            .to_owned(),
    );
    step.back = Some(Back {
        words:
            "Give consumers a second time, from which on they take the records of the old tables \
                again; before the copies are no longer written first."
                .to_owned(),
        code: Vec::new(),
    });
    Some(step)
}

fn step(
    diff: &Diff<'_>,
    group: &Group<'_, '_>,
    word: &str,
    title: impl Fn(&str, &str) -> String,
) -> Option<Step> {
    let names: Vec<String> = streams(diff, group).map(|(name, ..)| name).collect();
    if names.is_empty() {
        return None;
    }
    let title = title(&listed(&names), &listed(&copies(group)));
    let mut step = Step::new(format!("{word}-{}", group.slug()), StepKind::Consumers, title);
    step.owner = Owner::Application;
    step.duration = Duration::new(
        DurationClass::Hours,
        "A deployment of each consumer; find out who they are beforehand.",
    );
    Some(step)
}
