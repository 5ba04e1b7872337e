//! What every step of a rollout begins with: its id, its title, names in a sentence.

use super::group::Group;
use super::plan::{Step, StepKind};

pub(super) fn id(kind: StepKind, group: &Group<'_, '_>) -> String {
    format!("{}-{}", kind.as_str(), group.slug())
}

/// A step of a group without anything in it.
pub(super) fn step(kind: StepKind, group: &Group<'_, '_>, title: impl Into<String>) -> Step {
    Step::new(id(kind, group), kind, title)
}

/// Names in backticks, with commas.
pub(super) fn listed(names: &[String]) -> String {
    names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
}
