//! The files of the course, read.

use std::fs;
use std::path::PathBuf;

use hotsplit_engine::lesson::Lesson;
use hotsplit_engine::lesson::read::{Read, read};
use hotsplit_support::shared;

/// Claims that no lesson teaches, each with a reason; no lesson itself.
pub(crate) const NOT_TAUGHT: &str = "not-taught.md";

/// A lesson file.
pub(crate) struct File {
    /// As in `02-the-moving-tail.md`.
    pub(crate) name: String,
    /// What stands in it.
    pub(crate) markdown: String,
    /// The same, read.
    pub(crate) read: Read,
}

impl File {
    pub(crate) fn lesson(&self) -> &Lesson {
        let none = || panic!("{} cannot be played: {:?}", self.name, self.read.complaints);
        self.read.lesson.as_ref().unwrap_or_else(none)
    }

    pub(crate) fn is_exam(&self) -> bool {
        self.name.starts_with("exam-")
    }
}

pub(crate) fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../web/lessons")
}

/// Every lesson in the order of its file name; where there is none, one line says that `test` is
/// skipped.
pub(crate) fn files(test: &str) -> Option<Vec<File>> {
    let entries = fs::read_dir(folder()).into_iter().flatten();
    let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<String> =
        names.filter(|name| name.ends_with(".md") && name != NOT_TAUGHT).collect();
    names.sort();
    if names.is_empty() {
        shared::skipped(test, "web/lessons has no lesson");
        return None;
    }
    let file = |name: String| {
        let markdown = fs::read_to_string(folder().join(&name)).unwrap();
        let read = read(&markdown);
        File { name, markdown, read }
    };
    Some(names.into_iter().map(file).collect())
}
