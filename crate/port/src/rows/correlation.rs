//! How well two columns agree in their order: Spearman's rank correlation.

use crate::text::order;

/// The rank correlation of pairs of places in two orders, -1 to 1; `None` where one of them has a
/// single place.
pub(crate) fn rank_correlation(pairs: &[(u64, u64)]) -> Option<f64> {
    let ones = ranks(pairs.iter().map(|pair| pair.0).collect());
    let others = ranks(pairs.iter().map(|pair| pair.1).collect());
    let middle = (pairs.len() as f64 + 1.0) / 2.0;
    let (mut both, mut one_squares, mut other_squares) = (0.0, 0.0, 0.0);
    for (one, other) in ones.iter().zip(&others) {
        let (one, other) = (one - middle, other - middle);
        both += one * other;
        one_squares += one * one;
        other_squares += other * other;
    }
    let scale = (one_squares * other_squares).sqrt();
    (scale > 0.0).then(|| both / scale)
}

/// The rank of each value; those that are equal share the middle of theirs.
fn ranks(values: Vec<u64>) -> Vec<f64> {
    let mut places: Vec<usize> = (0..values.len()).collect();
    order::by_key(&mut places, |&at| values[at]);
    let mut ranks = vec![0.0; values.len()];
    let mut from = 0;
    while from < places.len() {
        let value = values[places[from]];
        let len = places[from..].iter().take_while(|&&at| values[at] == value).count();
        for &at in &places[from..from + len] {
            ranks[at] = from as f64 + (len as f64 + 1.0) / 2.0;
        }
        from += len;
    }
    ranks
}
