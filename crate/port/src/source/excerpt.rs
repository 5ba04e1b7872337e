//! Words of a dump as a message repeats them.

/// Characters that are repeated at most.
const CHARACTERS_MAX: usize = 60;

/// A text on one line, cut between words where it is long.
pub(crate) fn excerpt(text: &str) -> String {
    let start = text.chars().take(CHARACTERS_MAX * 2).collect::<String>();
    let line = start.split_whitespace().collect::<Vec<_>>().join(" ");
    let Some((end, _)) = line.char_indices().nth(CHARACTERS_MAX) else { return line };
    let end = line[..end].rfind(' ').unwrap_or(end);
    format!("{} …", &line[..end])
}
