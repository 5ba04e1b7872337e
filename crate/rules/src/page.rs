//! What the engine takes from a rule's page, worked out when it is compiled.
//!
//! Pages are a third of a megabyte. The command line holds them whole (feature `pages`); the engine
//! of the page holds the two pieces that findings and lists show, and the site serves the rest.

/// A rule's page.
pub struct Page {
    /// Its first paragraph: what the rule finds, in one line.
    pub line: &'static str,
    /// The first code of the part that says how to confirm it; empty where there is none.
    pub code: &'static str,
    /// All of it.
    #[cfg(feature = "pages")]
    pub whole: &'static str,
}

/// The page of a rule, from the file beside it.
#[macro_export]
macro_rules! page {
    ($file:literal) => {{
        use $crate::page::{Page, code, copied, line, text};
        const WHOLE: &str = include_str!($file);
        // Each is searched for once: the compiler interprets the search, which is slow.
        const LINE_AT: (usize, usize) = line(WHOLE);
        const CODE_AT: (usize, usize) = code(WHOLE);
        // Copied out of the page: what points into it would keep all of it.
        const LINE: [u8; LINE_AT.1 - LINE_AT.0] = copied(WHOLE, LINE_AT.0);
        const CODE: [u8; CODE_AT.1 - CODE_AT.0] = copied(WHOLE, CODE_AT.0);
        Page {
            line: text(&LINE),
            code: text(&CODE),
            #[cfg(feature = "pages")]
            whole: WHOLE,
        }
    }};
}

/// Start and end of the first paragraph, which is one line on every page.
#[must_use]
pub const fn line(page: &str) -> (usize, usize) {
    let page = page.as_bytes();
    let mut start = end_of_line(page, 0);
    while start < page.len() && page[start] == b'\n' {
        start += 1;
    }
    (start, end_of_line(page, start))
}

/// Start and end of the first code in the part that says how to confirm it.
#[must_use]
pub const fn code(page: &str) -> (usize, usize) {
    let page = page.as_bytes();
    let (part, found) = find(page, b"\n## Confirm it on a live database\n", 0, page.len());
    if !found {
        return (0, 0);
    }
    // Past the hashes of its own heading.
    let (end, _) = find(page, b"\n## ", part + 1, page.len());
    let (start, _) = find(page, b"`", part, end);
    let (close, closed) = find(page, b"`", start + 1, end);
    if closed { (start + 1, close) } else { (0, 0) }
}

const fn end_of_line(page: &[u8], from: usize) -> usize {
    find(page, b"\n", from, page.len()).0
}

/// Where something begins in a stretch, and that it does; the end of the stretch where it does not.
const fn find(page: &[u8], what: &[u8], from: usize, end: usize) -> (usize, bool) {
    let first = what[0];
    let mut at = from;
    while at < end {
        if page[at] == first && at + what.len() <= end {
            let mut same = 1;
            while same < what.len() && page[at + same] == what[same] {
                same += 1;
            }
            if same == what.len() {
                return (at, true);
            }
        }
        at += 1;
    }
    (end, false)
}

/// So many bytes of a page.
#[must_use]
pub const fn copied<const N: usize>(page: &str, from: usize) -> [u8; N] {
    let mut piece = [0; N];
    let mut at = 0;
    while at < N {
        piece[at] = page.as_bytes()[from + at];
        at += 1;
    }
    piece
}

/// A piece of a page as text.
///
/// # Panics
///
/// If it begins or ends within a letter: when it is compiled, not when it runs.
#[must_use]
pub const fn text(piece: &'static [u8]) -> &'static str {
    match std::str::from_utf8(piece) {
        Ok(text) => text,
        Err(_) => panic!("a piece of a page begins or ends within a letter"),
    }
}
