//! The format that files of all kinds have.

use std::collections::BTreeSet;

use hotsplit_content::file::{File, Kind, root};
use hotsplit_engine::page::Block;

use crate::check_all;

/// What may stand behind the fence of a block.
const BLOCKS: &[&str] = &["sql", "sql pg", "runs", "figures", "figure"];

#[test]
fn every_file_has_the_format() {
    for kind in Kind::ALL {
        check_all(kind, 1, |file| wrong(kind, file));
    }
}

/// A folder that is no kind would be read by nobody.
#[test]
fn every_folder_is_a_kind() {
    let entries = std::fs::read_dir(root()).unwrap().map(|entry| entry.unwrap());
    let folders: BTreeSet<String> =
        entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    assert_eq!(folders, Kind::ALL.map(|kind| kind.name().to_owned()).into());
}

fn wrong(kind: Kind, file: &File) -> Vec<String> {
    let page = &file.page;
    let mut wrong = Vec::new();
    if file.path.extension().is_none_or(|extension| extension != "md") {
        wrong.push("expected a Markdown file".to_owned());
    }
    if page.title.is_empty() || page.fields.is_empty() {
        wrong.push("expected a heading and fields below it".to_owned());
    }
    if !matches!(page.blocks.first(), Some(Block::Text(_))) {
        wrong.push("expected a paragraph below the fields".to_owned());
    }
    for (name, value) in &page.fields {
        if !kind.has_field(name) || value.is_empty() {
            wrong.push(format!("no file of this kind has `{name}: {value}`"));
        }
    }
    for (info, _) in page.code() {
        if !BLOCKS.contains(&info) {
            wrong.push(format!("expected a block of {BLOCKS:?}, found `{info}`"));
        }
    }
    if page.lines.open {
        wrong.push("the last block has no end".to_owned());
    }
    wrong
}
