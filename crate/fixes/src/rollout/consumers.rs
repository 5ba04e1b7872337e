//! Consumers of change streams: their records name tables, so they learn of the copies before those
//! are watched, change over to them at one commit timestamp, and know them by both names in the end.

use super::alter::watches;
use super::attach::streams;
use super::diff::Diff;
use super::group::Group;
use super::plan::{Back, Duration, DurationClass, NOTHING, Owner, Step, StepKind};
use super::steps::listed;

/// The step before the streams watch the copies, if streams watch the old tables.
pub(super) fn skip(diff: &Diff<'_>, group: &Group<'_, '_>) -> Option<Step> {
    let mut step = step(diff, group, "skip", |streams, copies| {
        format!("Deploy: consumers of {streams} skip the records of {copies}")
    })?;
    step.safe = "There are no such records yet.".to_owned();
    step.notes.push(
        "From the next step on, each change is recorded twice, once for each table, until the old \
         tables are no longer written. A consumer that does not know the copies fails on their \
         records, or applies each change twice."
            .to_owned(),
    );
    step.notes.push(
        "From the step in which the copies are written first until a consumer has switched, the \
         records of the old tables come from the refresh: it writes all columns of a row, and its \
         ancestor rows too, so there are records whose values did not change. A consumer that acts \
         on each record, for example by sending a mail, must compare the old values with the new \
         ones by then; if the stream records no old values, its consumer must keep the last state."
            .to_owned(),
    );
    step.stop.push("A consumer cannot skip the records of a table.".to_owned());
    step.stop.push(
        "A consumer acts on each record and cannot detect one that changes nothing.".to_owned(),
    );
    step.back = Some(Back { words: NOTHING.to_owned(), code: Vec::new() });
    Some(step)
}

/// The step behind the one from which the copies are written first.
pub(super) fn change_over(diff: &Diff<'_>, group: &Group<'_, '_>) -> Option<Step> {
    let mut step = step(diff, group, "change-over", |streams, copies| {
        format!("Deploy: consumers of {streams} switch to the records of {copies}")
    })?;
    step.safe = "Each transaction is recorded for both tables with the same commit timestamp, so \
                 consumers that switch at one timestamp miss no change and apply none twice."
        .to_owned();
    step.notes.extend([
        "Start when no server writes the old tables first.".to_owned(),
        "Choose one switch time for all consumers, far enough ahead that each of them runs the new \
         version before it reads records of that time. By the commit timestamp of a record, they \
         use records of the old tables before that time, and those of the copies from then on; \
         they skip the others."
            .to_owned(),
        AHEAD.to_owned(),
        "Never move or remove a switch time that a partition has passed: add another one after it, \
         for example for a rollback, and handle each record by the interval of its commit \
         timestamp."
            .to_owned(),
        "The keys in these records are those of the copies. A sink that stores a row under the \
         whole key of its record would have each row twice: use the columns of the old key there."
            .to_owned(),
    ]);
    step.watch.push(
        "The commit timestamp that each consumer has reached: the next step waits until all are \
         past the switch time."
            .to_owned(),
    );
    step.stop.push(
        "A consumer was past the switch time before it ran the new version. The other consumers \
         keep their time. Only the late one gets a later time, if it still runs the previous \
         version; if it runs the new one, it has lost changes or applied them twice: let it read \
         again from before the switch time, within the retention of the stream."
            .to_owned(),
    );
    step.back = Some(Back {
        words: "In the same way, with a later switch time from which they use the records of the \
                old tables. Wait until all are past it before the old tables are written first \
                again."
            .to_owned(),
        code: Vec::new(),
    });
    Some(step)
}

/// The step before the copies get the old names.
pub(super) fn both_names(diff: &Diff<'_>, group: &Group<'_, '_>) -> Option<Step> {
    let renamed = group.images.0.iter().any(|it| diff.table_name(it.to.id) != it.to.name);
    let mut step = step(diff, group, "both-names", |streams, copies| {
        format!("Deploy: consumers of {streams} accept the records of {copies} under both names")
    })?;
    if !renamed {
        return None;
    }
    step.safe = "The old tables are no longer written, so no new record names them.".to_owned();
    step.notes.extend([
        "In the next step the copies get the names of the old tables, also in their records: a \
         consumer that still skips those names would lose each change from then on."
            .to_owned(),
        "Choose a second switch time, after the last write to the old tables and far enough ahead. \
         From then on, consumers accept a record under both names of a table."
            .to_owned(),
        AHEAD.to_owned(),
        "From here on, do not deploy a version of the application that writes the old tables: its \
         records would be applied twice."
            .to_owned(),
        "Keep both switch times in the consumers until nobody can read earlier records, which is \
         the retention of the stream."
            .to_owned(),
    ]);
    step.watch.push(
        "The commit timestamp that each consumer has reached: the next step waits until all are \
         past the switch time."
            .to_owned(),
    );
    step.back = Some(Back {
        words: "Deploy the previous version again: until the copies are renamed, it uses the same \
                records."
            .to_owned(),
        code: Vec::new(),
    });
    Some(step)
}

/// How a time is chosen.
const AHEAD: &str = "Consumers read each partition of a stream at its own pace: if the switch time \
                     is in the past for one of them when the version is deployed, changes are lost \
                     or applied twice.";

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
        "A deployment of each consumer; find out in advance who they are.",
    );
    Some(step)
}
