//! Gathers what is wrong with a lesson file while it is read.

use crate::lesson::parts::Complaint;

/// Gathers complaints on the way.
pub(super) struct Reader {
    pub(super) complaints: Vec<Complaint>,
}

impl Reader {
    pub(super) fn complain(&mut self, line: u32, message: impl Into<String>) {
        self.complaints.push(Complaint { line, message: message.into() });
    }

    /// Says that there is more of something than a lesson may have, once.
    pub(super) fn too_many(&mut self, line: u32, most: usize, of: &str) {
        let message = format!("expected at most {most} {of}, found more");
        if !self.complaints.iter().any(|it| it.message == message) {
            self.complain(line, message);
        }
    }
}

/// The name that is most like one that is none.
pub(super) fn nearest<'a>(name: &str, known: impl Iterator<Item = &'a str>) -> &'a str {
    known.min_by_key(|known| strsim::damerau_levenshtein(known, name)).unwrap_or_default()
}
