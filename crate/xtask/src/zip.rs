//! Zip archives that are the same bytes for the same files: sorted by name, and all of one time.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::{fs, io};

use anyhow::{Context as _, Result};
use flate2::{Compression, Crc, write::DeflateEncoder};

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

/// What archives say of every file's time: their first day. What is packed has no time of its own.
const DOS_TIME: u16 = 0;
/// 1 January 1980: year 0, month 1, day 1.
const DOS_DATE: u16 = (1 << 5) | 1;
/// Deflate, as every reader knows it, came with version 2.0.
const VERSION: u16 = 20;
/// Made on Unix, so that the file's mode counts.
const MADE_BY: u16 = (3 << 8) | VERSION;
const DEFLATED: u16 = 8;

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
    let (mut archive, mut directory) = (Vec::new(), Vec::new());
    for entry in &entries {
        let offset = u32::try_from(archive.len()).context("an archive holds less than 4 GB")?;
        let common = common(entry)?;
        archive.extend(b"PK\x03\x04");
        archive.extend(&common.head);
        archive.extend(entry.name.as_bytes());
        archive.extend(&common.packed);

        directory.extend(b"PK\x01\x02");
        directory.extend(MADE_BY.to_le_bytes());
        directory.extend(&common.head);
        // No comment, the first disk, and nothing said of what is inside.
        directory.extend([0; 6]);
        directory.extend(mode(entry).to_le_bytes());
        directory.extend(offset.to_le_bytes());
        directory.extend(entry.name.as_bytes());
    }
    let count = u16::try_from(entries.len()).context("an archive holds less than 65,536 files")?;
    let start = u32::try_from(archive.len()).context("an archive holds less than 4 GB")?;
    let length = u32::try_from(directory.len()).context("an archive holds less than 4 GB")?;
    archive.extend(&directory);
    archive.extend(b"PK\x05\x06\0\0\0\0");
    archive.extend(count.to_le_bytes());
    archive.extend(count.to_le_bytes());
    archive.extend(length.to_le_bytes());
    archive.extend(start.to_le_bytes());
    archive.extend([0; 2]);
    Ok(archive)
}

/// What an archive says of a file both before it and in its directory, and the file, packed.
struct Common {
    head: Vec<u8>,
    packed: Vec<u8>,
}

fn common(entry: &Entry) -> Result<Common> {
    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(&entry.bytes)?;
    let packed = encoder.finish()?;
    let mut crc = Crc::new();
    crc.update(&entry.bytes);
    let size = |bytes: &[u8]| u32::try_from(bytes.len()).context("a file holds less than 4 GB");
    let mut head = Vec::new();
    // A name beyond ASCII would need a flag; none of ours has one.
    for number in [VERSION, 0, DEFLATED, DOS_TIME, DOS_DATE] {
        head.extend(number.to_le_bytes());
    }
    for number in [crc.sum(), size(&packed)?, size(&entry.bytes)?] {
        head.extend(number.to_le_bytes());
    }
    let length = u16::try_from(entry.name.len()).context("a name is shorter than 64 KB")?;
    head.extend(length.to_le_bytes());
    // No extra field.
    head.extend([0; 2]);
    Ok(Common { head, packed })
}

/// An ordinary file that all may read, in the upper half as Unix has it.
fn mode(entry: &Entry) -> u32 {
    let permissions = if entry.runs { 0o755 } else { 0o644 };
    (0o100_000 | permissions) << 16
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

    use flate2::read::DeflateDecoder;

    use super::*;
    use crate::shell::Scratch;

    fn entries() -> Vec<Entry> {
        vec![
            Entry::new("a/b.txt", b"bbbbbbbbbbbbbbbbbbbbbbbbbbbbbb".to_vec(), false),
            Entry::new("a/run", b"#!/bin/sh\n".to_vec(), true),
        ]
    }

    #[test]
    fn the_order_of_files_makes_no_difference() {
        let mut other = entries();
        other.reverse();
        assert_eq!(archive(entries()).unwrap(), archive(other).unwrap());
    }

    #[test]
    fn what_is_packed_comes_out_again() {
        let bytes = archive(entries()).unwrap();
        // Behind the 30 bytes of the head and the name.
        let mut text = String::new();
        DeflateDecoder::new(&bytes[30 + "a/b.txt".len()..]).read_to_string(&mut text).unwrap();
        assert_eq!(text, "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbb");
        let at = |mark: &[u8]| bytes.windows(4).filter(|window| *window == mark).count();
        assert_eq!((at(b"PK\x03\x04"), at(b"PK\x01\x02"), at(b"PK\x05\x06")), (2, 2, 1));
    }

    #[test]
    fn programs_may_be_run() {
        let [text, program] = &entries()[..] else { unreachable!("there are two") };
        assert_eq!(mode(text) >> 16, 0o100_644);
        assert_eq!(mode(program) >> 16, 0o100_755);
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
