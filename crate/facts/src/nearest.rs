//! The name that is nearest to one that is not known.

/// `; did you mean …?` with the name that is nearest to one that is not there; empty when none is
/// near.
#[must_use]
pub fn nearest_of<'a>(name: &str, names: impl Iterator<Item = &'a str>) -> String {
    // Half of a short name may be another name altogether.
    let length = name.chars().count();
    let most = (length / 2).min(3);
    let mut letters = ['\0'; WORD_MAX];
    let word = lower(name, &mut letters);
    let close = names
        .filter(|known| known.chars().count().abs_diff(length) <= most)
        .filter_map(|known| Some((distance(word, known, most)?, known)))
        .min_by_key(|(distance, _)| *distance);
    close.map_or_else(String::new, |(_, known)| format!("; did you mean `{known}`?"))
}

/// Letters of a word that are compared.
const WORD_MAX: usize = 40;

/// The letters of a word in lower case, put into `into`: a text may have many words to compare.
fn lower<'a>(word: &str, into: &'a mut [char; WORD_MAX]) -> &'a [char] {
    let mut length = 0;
    for (place, letter) in into.iter_mut().zip(word.chars().flat_map(char::to_lowercase)) {
        *place = letter;
        length += 1;
    }
    &into[..length]
}

/// Single-letter changes between two short words, the first in lower case; none where there are more
/// than `most`.
fn distance(word: &[char], other: &str, most: usize) -> Option<usize> {
    let mut letters = ['\0'; WORD_MAX];
    let other = lower(other, &mut letters);
    let mut row: [usize; WORD_MAX + 1] = std::array::from_fn(|changes| changes);
    let row = &mut row[..=other.len()];
    for (i, letter) in word.iter().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        let mut least = row[0];
        for (j, its) in other.iter().enumerate() {
            let replace = diagonal + usize::from(letter != its);
            diagonal = row[j + 1];
            row[j + 1] = replace.min(row[j] + 1).min(diagonal + 1);
            least = least.min(row[j + 1]);
        }
        // No later row has less than the least of this one. Most words are told apart early.
        if least > most {
            return None;
        }
    }
    Some(row[other.len()]).filter(|&changes| changes <= most)
}
