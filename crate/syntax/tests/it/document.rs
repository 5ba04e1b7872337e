//! A text that is edited: whatever the edits, the tree is that of the whole text read anew, and
//! what an edit does not touch is not read again.

use hotsplit_support::edits::generated::generate;
use hotsplit_support::edits::{Damaged, TEXTS, damaged_texts, edit, edit_within};
use hotsplit_syntax::document::Document;
use hotsplit_syntax::parse;
use hotsplit_syntax::text::{Edit, Span, at};
use hotsplit_syntax::tree::{Dialect, Tree};
use proptest::prelude::*;

/// Compares a document with its text read anew.
fn assert_same(document: &Document, asked: Option<Dialect>) {
    let anew = parse(document.text(), asked);
    let tree = document.tree();
    assert_eq!(tree.dialect, anew.dialect);
    assert_eq!(tree.tokens, anew.tokens, "in {:?}", document.text());
    assert_eq!(tree.errors, anew.errors, "in {:?}", document.text());
    assert_eq!(tree.notes, anew.notes, "in {:?}", document.text());
    let shown = |tree: &hotsplit_syntax::tree::Tree| {
        format!("{:#?}\n{:#?}", tree.statements, tree.directives)
    };
    assert_eq!(shown(tree), shown(&anew), "in {:?}", document.text());
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn edits_give_the_tree_of_the_whole(
        number in 0..TEXTS.len(),
        asked in prop::sample::select(
            vec![None, Some(Dialect::GoogleSql), Some(Dialect::PostgreSql)],
        ),
        edits in prop::collection::vec(edit(), 1..6),
    ) {
        let mut document = Document::new(&TEXTS[number], asked);
        for edit in edits {
            let edit = edit_within(document.text(), edit);
            document.edit(&edit);
            assert_same(&document, asked);
        }
    }

    #[test]
    fn a_new_text_is_one_edit(
        number in 0..TEXTS.len(),
        first in edit(),
        second in edit(),
    ) {
        let mut document = Document::new(&TEXTS[number], None);
        let mut text = document.text().to_owned();
        for edit in [first, second] {
            let edit = edit_within(&text, edit);
            text.replace_range(edit.span.start as usize..edit.span.end as usize, &edit.insert);
        }
        document.set_text(&text);
        assert_eq!(document.text(), text);
        assert_same(&document, None);
    }
}

/// Typing inside a statement reads that statement, and a quote that opens reads little more.
#[test]
fn an_edit_reads_little_again() {
    let text = generate(200_000, 7).googlesql;
    let middle = text[..text.len() / 2].rfind("CREATE TABLE").unwrap() + 20;
    for insert in ["x", "'", "`", "(", "\n", "--", ";"] {
        let mut document = Document::new(&text, None);
        let read = document.edit(&Edit::insert(at(middle), insert)).span;
        assert_same(&document, None);
        assert!(read.len() < 4_000, "expected a few statements for {insert:?}, found {read:?}");
        let back = Span::new(at(middle), at(middle + insert.len()));
        let back = document.edit(&Edit::delete(back)).span;
        assert_same(&document, None);
        assert!(back.len() < 4_000, "expected a few statements for {insert:?}, found {back:?}");
    }
}

/// A comment that opens swallows the rest, and gives it back when it is closed.
#[test]
fn an_open_comment_is_closed_again() {
    let text = generate(20_000, 8).googlesql;
    let middle = text[..text.len() / 2].rfind("CREATE TABLE").unwrap();
    let mut document = Document::new(&text, None);
    document.edit(&Edit::insert(at(middle), "/* "));
    assert_same(&document, None);
    document.edit(&Edit::insert(at(middle + 3), "*/"));
    assert_same(&document, None);
    assert!(document.tree().statements.len() > 10, "expected what was swallowed back");
}

/// A long text and the same text with a template give one tree, whatever the damage.
#[test]
fn a_template_changes_nothing_of_a_long_text() {
    const TEMPLATE: &str = "\n-- ${x}\n";
    for Damaged { text, dialect, description } in damaged_texts() {
        let parts = parse(&text, Some(dialect));
        let whole = parse(&format!("{text}{TEMPLATE}"), Some(dialect));
        // What is open may swallow the template; the rest is the same.
        let end = parts.tokens.len().saturating_sub(2);
        assert!(parts.tokens.iter().take(end).eq(whole.tokens.iter().take(end)), "{description}");
        let end = parts.statements.len().saturating_sub(1);
        let shown = |tree: &Tree| format!("{:?}", &tree.statements[..end]);
        assert!(shown(&parts) == shown(&whole), "{description}");
        assert!(whole.statements.len() - parts.statements.len() < 2, "{description}");
        assert!(parts.errors.iter().all(|error| whole.errors.contains(error)), "{description}");
        let directives = |tree: &Tree| format!("{:?}", tree.directives);
        assert!(
            directives(&whole).starts_with(directives(&parts).trim_end_matches(']')),
            "{description}"
        );
    }
}
