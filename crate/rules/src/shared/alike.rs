//! One cause, one finding: a mistake that a generator makes thousands of times is said once, with
//! how often it is there.

use crate::finding::Finding;
use crate::report::Report;
use crate::severity::number;
use std::collections::BTreeMap;

/// Findings alike that are told one by one (assumption of ours: a person makes a mistake a few
/// times and mends each place, a generator makes it everywhere and is mended in one).
const EACH_MAX: usize = 20;

/// Findings of a rule. Of those that differ in names and numbers alone, where there are many, the
/// first stands for all; the others are never held together.
#[derive(Default)]
pub(crate) struct Alike {
    /// In the order in which they were found; `None` where another tells.
    kept: Vec<Option<Finding>>,
    /// Where the findings of a cause stand, and how many there are.
    causes: BTreeMap<String, (Vec<usize>, usize)>,
}

impl Alike {
    /// Adds what was found.
    pub(crate) fn push(&mut self, finding: Finding) {
        let (places, count) = self.causes.entry(cause(&finding.title)).or_default();
        *count += 1;
        if *count <= EACH_MAX {
            places.push(self.kept.len());
            self.kept.push(Some(finding));
        }
    }

    /// Gives what is to be told.
    pub(crate) fn tell(mut self, out: &mut Report<'_>) {
        for (places, count) in self.causes.into_values().filter(|(_, count)| *count > EACH_MAX) {
            for &place in &places[1..] {
                self.kept[place] = None;
            }
            if let Some(first) = &mut self.kept[places[0]] {
                let more = number((count - 1) as f64);
                first.title = format!("{}, and {more} more like it", first.title);
            }
        }
        out.extend(self.kept.into_iter().flatten());
    }
}

/// A title without what is in backticks and without its digits.
fn cause(title: &str) -> String {
    let outside = title.split('`').step_by(2).collect::<Vec<_>>().join("`");
    outside.chars().filter(|c| !c.is_ascii_digit()).collect()
}
