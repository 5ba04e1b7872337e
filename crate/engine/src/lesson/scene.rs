//! A pair of runs and what is measured of them.

use std::borrow::Cow;

use crate::fixes;
use crate::fixes::reads::{self, Shape};
use crate::heat::{self, Grid, Layout, Pattern};
use crate::rules::{self, Finding, Severity};
use crate::run::Simulated;
use crate::scenario::Side;
use crate::schema::Schema;
use crate::sim::answers::{NodesNeeded, nodes_needed};

/// A pair of runs to measure, and which of the two.
#[derive(Clone, Copy)]
pub struct Scene<'a> {
    /// The run of the starter.
    pub(super) first: &'a Side,
    /// The run of the other text.
    second: &'a Side,
    /// The seed of both.
    seed: u32,
    /// Of the run before.
    pub(super) before: bool,
    /// What the learner does not see of the texts.
    hidden: Hidden,
}

/// Bytes at the end of both texts that the learner does not see.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Hidden {
    /// Of the starter.
    pub(super) before: usize,
    /// Of the other text.
    pub(super) after: usize,
}

impl<'a> Scene<'a> {
    /// The runs of a starter and of another text, with what the learner does not see of each.
    pub(super) fn new(first: &'a Side, second: &'a Side, seed: u32, hidden: Hidden) -> Self {
        Self { first, second, seed, before: false, hidden }
    }

    /// Two runs of no lesson: nothing of their texts is hidden.
    #[must_use]
    pub fn of_runs(done: &'a Simulated) -> Self {
        let second = done.after.as_ref().unwrap_or(&done.before);
        Self::new(&done.before, second, done.seed, Hidden::default())
    }

    /// Bytes at the end of the text that is measured which the learner does not see.
    pub(super) fn hidden(&self) -> usize {
        if self.before { self.hidden.before } else { self.hidden.after }
    }

    /// The same runs, one or the other of them.
    pub(super) fn of(self, before: bool) -> Self {
        Self { before, ..self }
    }

    /// The run that is measured.
    pub(super) fn side(&self) -> &'a Side {
        if self.before { self.first } else { self.second }
    }

    pub(super) fn schema(&self) -> &'a Schema {
        &self.side().reading.schema
    }

    /// The picture in the order of keys, whatever the page shows.
    pub(super) fn grid(&self) -> Cow<'a, Grid> {
        let side = self.side();
        if side.grid.layout == Layout::default() {
            Cow::Borrowed(&side.grid)
        } else {
            Cow::Owned(heat::grid(&side.load, &side.run))
        }
    }

    pub(super) fn gain(&self) -> f64 {
        let served = |before| self.of(before).side().run.summary.served;
        served(false) / served(true).max(1.0)
    }

    pub(super) fn needed(&self) -> NodesNeeded {
        let side = self.side();
        let rate = side.load.commits_per_second();
        nodes_needed(&side.load, &side.knobs, rate, u64::from(self.seed))
    }

    /// Findings by severity or rule, and by the object they speak of where one is said. A rule that
    /// asks, and one that speaks beside another's finding, count as well.
    pub(super) fn findings(&self, args: &[String]) -> impl Iterator<Item = &'a Finding> {
        let reading = &self.side().reading;
        let severity = SEVERITIES.iter().find(|(word, _)| *word == args[0]).map(|(_, is)| *is);
        let (rule, object) = (args[0].clone(), args.get(1).cloned());
        reading.findings.iter().filter(move |found| {
            let named = |name: &String| {
                fixes::object_name(&reading.schema, found.object).eq_ignore_ascii_case(name)
            };
            let meant = match severity {
                Some(is) => is(found),
                None => found.rule == rule || found.attached.contains(&rule.as_str()),
            };
            let harms = found.accepted.is_none() && found.harmless.is_none();
            harms && meant && object.as_ref().is_none_or(named)
        })
    }

    pub(super) fn accepted(&self) -> impl Iterator<Item = &'a Finding> {
        let reason = |found: &&Finding| found.accepted.as_ref().is_some_and(|it| !it.is_empty());
        self.side().reading.findings.iter().filter(reason)
    }

    /// What a way of reading costs on both schemas.
    pub(super) fn cost(&self, args: &[String]) -> Option<reads::Cost> {
        let (_, shape) = READS.iter().find(|(word, _)| *word == args[1])?;
        let (before, after) = (self.first.reading.context(), self.second.reading.context());
        reads::of(&before, &after, &args[0], *shape)
    }

    pub(super) fn scans<'c>(&self, cost: &'c reads::Cost) -> &'c reads::Scans {
        if self.before { &cost.before } else { &cost.after }
    }

    /// Shapes in the picture.
    pub(super) fn patterns(&self, args: &[String]) -> Vec<Pattern> {
        let (side, grid) = (self.side(), self.grid());
        let shown = |pattern: &Pattern| {
            let object = &side.load.object(grid.bands[pattern.band].object).name;
            pattern.id == args[0]
                && args.get(1).is_none_or(|name| object.eq_ignore_ascii_case(name))
        };
        heat::patterns(&side.load, &grid).into_iter().filter(shown).collect()
    }
}

/// Whether a finding is counted.
pub type Counts = fn(&Finding) -> bool;

/// Severities that findings may be counted by.
pub const SEVERITIES: &[(&str, Counts)] = &[
    ("high", |found| found.question.is_none() && found.severity >= Severity::High),
    ("warning", |found| found.question.is_none() && found.severity == Severity::Warn),
    ("error", |found| found.question.is_none() && found.severity == Severity::Error),
    ("info", |found| found.question.is_none() && found.severity <= Severity::Info),
    ("question", |found| found.question.is_some()),
];

/// Ways of reading, as checks call them.
pub const READS: [(&str, Shape); 5] = [
    ("point", Shape::Point),
    ("entity", Shape::Entity),
    ("newest", Shape::Newest),
    ("last-hour", Shape::LastHour),
    ("full", Shape::Full),
];

/// Whether a word names a rule or a severity.
#[must_use]
pub fn is_findings(word: &str) -> bool {
    SEVERITIES.iter().any(|(name, _)| *name == word) || rules::find(word).is_some()
}
