//! One cause, one finding: a mistake that a generator makes thousands of times is said once, with
//! how often it is there.

use super::Finding;
use super::severity::number;
use std::collections::BTreeMap;

/// Findings alike that are told one by one (assumption of ours: a person makes a mistake a few
/// times and mends each place, a generator makes it everywhere and is mended in one).
const EACH_MAX: usize = 20;

/// Adds what was found. Of findings that differ in names and numbers alone, where there are many,
/// the first stands for all.
pub(super) fn add(found: Vec<Finding>, out: &mut Vec<Finding>) {
    if found.len() <= EACH_MAX {
        out.extend(found);
        return;
    }
    let causes: Vec<String> = found.iter().map(|finding| cause(&finding.title)).collect();
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for cause in &causes {
        *counts.entry(cause).or_default() += 1;
    }
    let mut told: BTreeMap<&str, usize> = BTreeMap::new();
    for (mut finding, cause) in found.into_iter().zip(&causes) {
        let count = counts[cause.as_str()];
        let before = told.entry(cause).or_default();
        *before += 1;
        if count > EACH_MAX {
            if *before > 1 {
                continue;
            }
            let more = number((count - 1) as f64);
            finding.title = format!("{}, and {more} more like it", finding.title);
        }
        out.push(finding);
    }
}

/// A title without what is in backticks and without its digits.
fn cause(title: &str) -> String {
    let outside = title.split('`').step_by(2).collect::<Vec<_>>().join("`");
    outside.chars().filter(|c| !c.is_ascii_digit()).collect()
}
