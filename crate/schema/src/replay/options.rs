//! Merges options and counters of later statements into those of earlier ones.

use crate::syntax::tree::{Counter, OptionItem};

/// The option that lets a column hold commit timestamps.
pub(crate) fn is_commit_timestamp_option(item: &OptionItem) -> bool {
    item.key == "allow_commit_timestamp" && item.value.eq_ignore_ascii_case("true")
}

/// What is said later of a counter takes the place of what was said before.
pub(crate) fn merge_counter(counter: &mut Counter, later: &Counter) {
    counter.kind = later.kind.or(counter.kind);
    counter.start = later.start.or(counter.start);
    if later.no_skip_range {
        counter.skip_range = None;
    }
    counter.skip_range = later.skip_range.or(counter.skip_range);
    counter.refused.extend(later.refused.iter().cloned());
}

/// Options said later take the place of earlier ones; `NULL` takes one off.
pub(crate) fn merge_options(options: &mut Vec<OptionItem>, later: &[OptionItem]) {
    for item in later {
        options.retain(|old| old.key != item.key);
        if !item.value.eq_ignore_ascii_case("null") {
            options.push(item.clone());
        }
    }
}
