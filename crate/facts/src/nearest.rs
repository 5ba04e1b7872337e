//! The name that is nearest to one that is not known.

/// `; did you mean …?` with the name that is nearest to one that is not there; empty when none is
/// near.
#[must_use]
pub fn nearest_of<'a>(name: &str, names: impl Iterator<Item = &'a str>) -> String {
    // Half of a short name may be another name altogether.
    let most = (name.chars().count() / 2).min(3);
    let lower = name.to_lowercase();
    let near_length = |known: &&str| known.chars().count().abs_diff(lower.chars().count()) <= most;
    let close = names
        .filter(near_length)
        .filter_map(|known| Some((distance(&lower, &known.to_lowercase(), most)?, known)))
        .min_by_key(|(distance, _)| *distance);
    close.map_or_else(String::new, |(_, known)| format!("; did you mean `{known}`?"))
}

/// Single-letter changes between two short words; none where there are more than `most`.
fn distance(a: &str, b: &str, most: usize) -> Option<usize> {
    const WORD_MAX: usize = 40;
    let (a, b): (Vec<char>, Vec<char>) =
        (a.chars().take(WORD_MAX).collect(), b.chars().take(WORD_MAX).collect());
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, ca) in a.iter().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, cb) in b.iter().enumerate() {
            let replace = diagonal + usize::from(ca != cb);
            diagonal = row[j + 1];
            row[j + 1] = replace.min(row[j] + 1).min(diagonal + 1);
        }
        // No later row has less than the least of this one. Most words are told apart early.
        if row.iter().all(|&changes| changes > most) {
            return None;
        }
    }
    Some(row[b.len()]).filter(|&changes| changes <= most)
}
