//! Sorting with one copy of the algorithm for all types.
//!
//! The compiler writes a sort anew for each type and each comparison, some kilobytes each, and
//! people download them all. What sorts millions of things sorts by itself all the same.

use std::cmp::Ordering;

/// Sorts by a comparison; what is equal keeps its order.
pub fn by<T>(list: &mut [T], compare: impl Fn(&T, &T) -> Ordering) {
    let mut order: Vec<usize> = (0..list.len()).collect();
    sort(&mut order, &|one, other| compare(&list[one], &list[other]));
    // Each place gets what belongs there, along the circles of the order.
    for start in 0..order.len() {
        let mut at = start;
        while order[at] != start {
            let from = order[at];
            list.swap(at, from);
            order[at] = at;
            at = from;
        }
        order[at] = at;
    }
}

/// Sorts by a key; what is equal keeps its order.
pub fn by_key<T, K: Ord>(list: &mut [T], key: impl Fn(&T) -> K) {
    by(list, |one, other| key(one).cmp(&key(other)));
}

/// Sorts what has an order.
pub fn ascending<T: Ord>(list: &mut [T]) {
    by(list, T::cmp);
}

/// The one sort that there is.
#[inline(never)]
fn sort(order: &mut [usize], compare: &dyn Fn(usize, usize) -> Ordering) {
    order.sort_by(|&one, &other| compare(one, other));
}
