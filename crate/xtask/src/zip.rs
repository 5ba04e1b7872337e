//! Zip archives that are the same bytes for the same files: sorted by name, and all of one time.

use std::io::{Cursor, Write as _};
use std::path::{Path, PathBuf};
use std::{fs, io};

use anyhow::{Context as _, Result};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, System, ZipWriter};

/// A file on its way into an archive.
#[derive(Debug)]
pub(crate) struct Entry {
    /// Its path in the archive, with `/` between folders.
    name: String,
    bytes: Vec<u8>,
    /// It is a program.
    runs: bool,
}

impl Entry {
    /// A file of these bytes; `runs` if it is a program.
    pub(crate) fn new(name: &str, bytes: Vec<u8>, runs: bool) -> Entry {
        Entry { name: name.to_owned(), bytes, runs }
    }
}

/// All files below a folder, under another name for it; their order is the archive's business.
pub(crate) fn folder(folder: &Path, name: &str) -> Result<Vec<Entry>> {
    let mut entries = Vec::new();
    for file in files(folder).with_context(|| folder.display().to_string())? {
        let inner = file.strip_prefix(folder)?;
        let inner: Vec<_> = inner.iter().map(|part| part.to_string_lossy()).collect();
        let bytes = fs::read(&file).with_context(|| file.display().to_string())?;
        entries.push(Entry::new(&format!("{name}/{}", inner.join("/")), bytes, false));
    }
    Ok(entries)
}

/// The archive of these files.
pub(crate) fn archive(mut entries: Vec<Entry>) -> Result<Vec<u8>> {
    entries.sort_by(|one, other| one.name.cmp(&other.name));
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    for entry in &entries {
        archive.start_file(entry.name.as_str(), options(entry))?;
        archive.write_all(&entry.bytes)?;
    }
    Ok(archive.finish()?.into_inner())
}

/// What is packed has no time of its own: it gets the first that an archive knows, 1 January 1980.
/// Made on Unix, whatever this machine is, so that the mode counts.
fn options(entry: &Entry) -> SimpleFileOptions {
    SimpleFileOptions::default()
        .compression_method(CompressionMethod::Deflated)
        .compression_level(Some(9))
        .last_modified_time(DateTime::DEFAULT)
        .system(System::Unix)
        .unix_permissions(if entry.runs { 0o755 } else { 0o644 })
}

fn files(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            found.extend(files(&path)?);
        } else {
            found.push(path);
        }
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use std::io::Read as _;

    use zip::ZipArchive;

    use super::*;
    use crate::shell::Scratch;

    fn entries() -> Vec<Entry> {
        vec![
            Entry::new("a/b.txt", b"bbbbbbbbbbbbbbbbbbbbbbbbbbbbbb".to_vec(), false),
            Entry::new("a/run", b"#!/bin/sh\n".to_vec(), true),
        ]
    }

    fn opened() -> ZipArchive<Cursor<Vec<u8>>> {
        ZipArchive::new(Cursor::new(archive(entries()).unwrap())).unwrap()
    }

    #[test]
    fn the_order_of_files_makes_no_difference() {
        let mut other = entries();
        other.reverse();
        assert_eq!(archive(entries()).unwrap(), archive(other).unwrap());
    }

    #[test]
    fn what_is_packed_comes_out_again() {
        let mut archive = opened();
        assert_eq!(archive.len(), 2);
        let mut file = archive.by_name("a/b.txt").unwrap();
        let mut text = String::new();
        file.read_to_string(&mut text).unwrap();
        assert_eq!(text, "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbb");
        assert_eq!(file.compression(), CompressionMethod::Deflated);
    }

    #[test]
    fn all_files_are_of_one_time() {
        let mut archive = opened();
        for at in 0..archive.len() {
            let time = archive.by_index(at).unwrap().last_modified().unwrap();
            assert_eq!((time.year(), time.month(), time.day(), time.hour()), (1980, 1, 1, 0));
        }
    }

    #[test]
    fn programs_may_be_run() {
        let mut archive = opened();
        let mut mode = |name| archive.by_name(name).unwrap().unix_mode();
        assert_eq!(mode("a/b.txt"), Some(0o100_644));
        assert_eq!(mode("a/run"), Some(0o100_755));
    }

    #[test]
    fn a_folder_is_packed_under_another_name() {
        let scratch = Scratch::new("zip");
        fs::create_dir_all(scratch.0.join("assets")).unwrap();
        fs::write(scratch.0.join("index.html"), "1").unwrap();
        fs::write(scratch.0.join("assets/x.js"), "2").unwrap();
        let mut names: Vec<String> =
            folder(&scratch.0, "hotsplit").unwrap().into_iter().map(|entry| entry.name).collect();
        names.sort();
        assert_eq!(names, ["hotsplit/assets/x.js", "hotsplit/index.html"]);
    }
}
