//! How much of a long list is shown. A list that nobody reads to its end is cut off, and the count
//! of the rest is said, wherever it is shown.

use crate::severity::number;

/// Entries of a list of findings, questions, syntax errors or notes that are shown (assumption of
/// ours: nobody reads more, and the worst come first).
pub const LISTED_MAX: usize = 1_000;

/// Lists with more entries than are shown: how many each has, and what they are.
#[derive(Clone, Copy, Debug)]
pub struct Counted {
    /// How many entries there are.
    pub count: usize,
    /// What they are, as in `findings`.
    pub what: &'static str,
}

/// What is not shown of some lists, in words; `None` where everything is.
#[must_use]
pub fn left_out(lists: &[Counted]) -> Option<String> {
    let more = lists.iter().filter(|list| list.count > LISTED_MAX);
    let more: Vec<String> = more
        .map(|list| format!("{} {}", number((list.count - LISTED_MAX) as f64), list.what))
        .collect();
    let all = match &more[..] {
        [] => return None,
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    };
    Some(format!(
        "only the first {} of each are listed; not shown: {all}",
        number(LISTED_MAX as f64)
    ))
}
