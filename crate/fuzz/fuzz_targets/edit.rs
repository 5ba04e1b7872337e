//! A text that is edited has the tree and the findings of the whole read anew.
//!
//! The first four bytes say where the edit is, how long, and how much of the rest it inserts.
#![no_main]

use hotsplit_wire::engine::editor::Editor;
use hotsplit_wire::engine::facts::Settings;
use hotsplit_wire::engine::syntax::document::Document;
use hotsplit_wire::engine::syntax::parse;
use hotsplit_wire::engine::text::{Edit, Span, at};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let [start, fine, length, inserted, rest @ ..] = bytes else { return };
    let rest = String::from_utf8_lossy(rest);
    let insert = &rest[..rest.floor_char_boundary(usize::from(*inserted) % 40)];
    let text = &rest[insert.len()..];
    let share = usize::from(*start) * 256 + usize::from(*fine);
    let start = text.floor_char_boundary(text.len() * share / 65_535);
    let end = text.floor_char_boundary((start + usize::from(*length) % 40).min(text.len()));
    let mut document = Document::new(text, None);
    document.edit(&Edit::replace(Span::new(at(start), at(end.max(start))), insert));
    let settings = Settings { nodes: None, writes_per_second: Some(10_000.0) };
    let mut editor = Editor::new(text, None, &settings);
    editor.set(document.text(), None, &settings);
    let whole = hotsplit_wire::engine::read(document.text(), None, &settings);
    assert_eq!(format!("{:?}", editor.reading().findings), format!("{:?}", whole.findings));
    let (tree, anew) = (document.tree(), parse(document.text(), None));
    assert_eq!(tree.tokens, anew.tokens);
    assert_eq!(tree.errors, anew.errors);
    assert_eq!(tree.notes, anew.notes);
    let shown = |tree: &hotsplit_wire::engine::syntax::tree::Tree| {
        format!("{:?} {:?}", tree.statements, tree.directives)
    };
    assert_eq!(shown(tree), shown(&anew));
});
