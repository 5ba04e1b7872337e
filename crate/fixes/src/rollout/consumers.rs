//! Consumers of change streams: their records name tables, so they learn of the copies before those
//! are watched, change over to them at one commit timestamp, and know them by both names in the end.

use super::alter::watches;
use super::attach::streams;
use super::diff::Diff;
use super::group::Group;
use super::plan::{Back, Duration, DurationClass, Owner, Step, StepKind};
use super::steps::listed;

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
    step.notes.push(
        "From the step in which the copies are written first until a consumer has changed over, the \
         records of the old tables come from the refresh: it writes all columns of a row, and the rows \
         above it too, so that records come whose values did not change. A consumer that acts on each \
         record, as one that sends a mail does, has to compare the old values with the new ones by then; \
         a stream that records no old values cannot tell it, and its consumer has to know the last state."
            .to_owned(),
    );
    step.stop.push("A consumer stays that cannot skip the records of a table.".to_owned());
    step.stop.push(
        "A consumer stays that acts on each record and cannot tell one that changes nothing."
            .to_owned(),
    );
    step.back = Some(Back { words: "There is nothing to undo.".to_owned(), code: Vec::new() });
    Some(step)
}

/// The step behind the one from which the copies are written first.
pub(super) fn change_over(diff: &Diff<'_>, group: &Group<'_, '_>) -> Option<Step> {
    let mut step = step(diff, group, "change-over", |streams, copies| {
        format!("Deploy: consumers of {streams} change over to the records of {copies}")
    })?;
    step.safe = "Each transaction is recorded for both tables with one commit timestamp, so that \
                 consumers who change at one such time miss no change and take none twice."
        .to_owned();
    step.notes.extend([
        "Begin when no server writes the old tables first any more.".to_owned(),
        "Choose one time for all consumers, far enough ahead that each of them runs the new version \
         before it reads records of that time. By the commit timestamp of a record they take those of \
         the old tables before it, and those of the copies from it on; they skip the others."
            .to_owned(),
        AHEAD.to_owned(),
        "A time that a partition has passed is never moved or taken out: a further one, as that of the way \
         back, is added behind it, and each record goes by the interval that its commit timestamp is in."
            .to_owned(),
        "The keys in these records are those of the copies. A sink that stores a row under the whole key of \
         its record would hold each row twice: let it use the columns of the old key."
            .to_owned(),
    ]);
    step.watch.push(
        "The commit timestamp that each consumer has come to: the next step waits until all are past \
         that time."
            .to_owned(),
    );
    step.stop.push(
        "A consumer was past that time before it ran the new version. Those in time keep theirs. The late \
         one alone gets a later time, if it still runs the version before; if it runs the new one, it has \
         lost changes or taken them twice: let it read again from before its time, within the retention \
         of the stream."
            .to_owned(),
    );
    step.back = Some(Back {
        words: "In the same way, with a later time from which on they take the records of the old tables. \
                Wait until all are past it before the old tables are written first again."
            .to_owned(),
        code: Vec::new(),
    });
    Some(step)
}

/// The step before the copies get the old names.
pub(super) fn both_names(diff: &Diff<'_>, group: &Group<'_, '_>) -> Option<Step> {
    let renamed = group.images.0.iter().any(|it| diff.table_name(it.to.id) != it.to.name);
    let mut step = step(diff, group, "both-names", |streams, copies| {
        format!("Deploy: consumers of {streams} take the records of {copies} under either name")
    })?;
    if !renamed {
        return None;
    }
    step.safe =
        "The old tables are no longer written, so that no record names them any more.".to_owned();
    step.notes.extend([
        "In the next step the copies get the names of the old tables, and their records name them so: \
         a consumer that still skips those names would lose each change from then on."
            .to_owned(),
        "Choose a second time, after the last write of the old tables and far enough ahead. From it on \
         consumers take a record under either name of a table."
            .to_owned(),
        AHEAD.to_owned(),
        "From here on no version of the application that writes the old tables may be deployed: its \
         records would be taken twice."
            .to_owned(),
        "Keep both times in the consumers until nobody can read records of before them any more: that \
         is the retention of the stream."
            .to_owned(),
    ]);
    step.watch.push(
        "The commit timestamp that each consumer has come to: the next step waits until all are past \
         that time."
            .to_owned(),
    );
    step.back = Some(Back {
        words: "Deploy the version before again: until the copies are renamed it takes the same records."
            .to_owned(),
        code: Vec::new(),
    });
    Some(step)
}

/// How a time is chosen.
const AHEAD: &str = "Partitions of a stream are read each at its own pace: a time that lies in the past of \
                     one of them when the version is deployed loses changes, or gives them twice.";

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
    let all = &diff.before.cx.schema.streams;
    let watched = |id| all.iter().any(|stream| watches(&stream.watched, id));
    let images = group.images.0.iter().filter(|image| watched(image.from.id));
    let copies: Vec<String> = images.map(|image| image.to.name.clone()).collect();
    let title = title(&listed(&names), &listed(&copies));
    let mut step = Step::new(format!("{word}-{}", group.slug()), StepKind::Consumers, title);
    step.owner = Owner::Application;
    step.duration = Duration::new(
        DurationClass::Hours,
        "A deployment of each consumer; find out who they are beforehand.",
    );
    Some(step)
}
