//! The text of a condensed dump: what is copied, and where comments stand for rows.

use super::limits::TEXT_BYTES_MAX;
use super::refusal::Refusal;
use crate::rows::line;
use crate::rows::summary::Summary;
use crate::source::Database;

/// Lines with bytes that are no UTF-8 that are named at most.
const REPLACED_MAX: usize = 10;

/// The text as far as it is written.
#[derive(Default)]
pub(super) struct Output {
    bytes: Vec<u8>,
    /// Places where a comment may stand, and the comment.
    comments: Vec<(usize, String)>,
    /// Bytes of the comments.
    comment_bytes: usize,
    /// Rows were left out directly before.
    after_rows: bool,
}

impl Output {
    /// Copies bytes.
    pub(super) fn put(&mut self, bytes: &[u8]) -> Result<(), Refusal> {
        self.bytes.extend_from_slice(bytes);
        self.after_rows &= bytes.is_empty();
        self.check()
    }

    /// Copies what stands between statements. The blanks that follow rows go with them: a dump may
    /// have a line for each row.
    pub(super) fn between(&mut self, bytes: &[u8]) -> Result<(), Refusal> {
        let bytes = if self.after_rows { bytes.trim_ascii_start() } else { bytes };
        self.put(bytes)
    }

    fn check(&self) -> Result<(), Refusal> {
        let bytes = self.bytes.len() + self.comment_bytes;
        if bytes > TEXT_BYTES_MAX { Err(Refusal::TextTooLong) } else { Ok(()) }
    }

    /// Says that rows were left out here.
    pub(super) fn set_aside(&mut self) {
        self.after_rows = true;
    }

    /// A place for a comment.
    pub(super) fn mark(&mut self) -> usize {
        self.comments.push((self.bytes.len(), String::new()));
        self.comments.len() - 1
    }

    /// Writes the comment of a place.
    pub(super) fn fill(&mut self, mark: usize, summary: &Summary) {
        if summary.rows == 0 {
            return;
        }
        if let Some((_, comment)) = self.comments.get_mut(mark) {
            *comment = line::write(summary);
            self.comment_bytes += comment.len();
        }
    }

    /// The text, and the lines in which bytes were replaced.
    pub(super) fn finish(self, database: Database) -> Result<(String, Vec<u32>), Refusal> {
        self.check()?;
        let mut out = Vec::with_capacity(self.bytes.len() + self.comment_bytes + 64);
        out.extend_from_slice(STATED.as_bytes());
        let name = match database {
            Database::MySql => "mysql",
            Database::PostgreSql => "pg",
        };
        out.extend_from_slice(name.as_bytes());
        out.push(b'\n');
        if self.bytes.starts_with(&out) {
            out.clear();
        }
        let mut from = 0;
        for (at, comment) in self.comments.iter().filter(|(_, comment)| !comment.is_empty()) {
            out.extend_from_slice(&self.bytes[from..*at]);
            from = *at;
            if out.last().is_some_and(|&b| b != b'\n') {
                out.push(b'\n');
            }
            out.extend_from_slice(comment.as_bytes());
            out.push(b'\n');
        }
        out.extend_from_slice(&self.bytes[from..]);
        Ok(valid(out))
    }
}

/// The directive that says which database a dump is from.
const STATED: &str = "-- hotsplit: file source=";

/// The bytes as UTF-8, and the first lines in which some were replaced.
fn valid(bytes: Vec<u8>) -> (String, Vec<u32>) {
    let bytes = match String::from_utf8(bytes) {
        Ok(text) => return (text, Vec::new()),
        Err(error) => error.into_bytes(),
    };
    let lines = (1_u32..).zip(bytes.split(|&b| b == b'\n'));
    let wrong = lines.filter(|(_, line)| std::str::from_utf8(line).is_err());
    let replaced = wrong.map(|(number, _)| number).take(REPLACED_MAX).collect();
    (String::from_utf8_lossy(&bytes).into_owned(), replaced)
}
