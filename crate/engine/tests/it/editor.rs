//! A text that is edited: whatever the edits, the findings are those of the whole text read anew,
//! and what does not depend on an edit is not judged again.

use hotsplit_engine::Reading;
use hotsplit_engine::editor::Editor;
use hotsplit_engine::facts::Settings;
use hotsplit_engine::text::Edit;
use hotsplit_support::edits::generated::generate;
use hotsplit_support::edits::{RandomEdit, TEXTS, edit, edit_within};
use proptest::prelude::*;

/// Families, directives of every scope, and things that hot keys spread to.
const HAND_MADE: &str = "-- hotsplit: file nodes=10
CREATE TABLE Users (UserId INT64 NOT NULL, Name STRING(MAX)) PRIMARY KEY (UserId);

-- hotsplit: writes=5k/s
CREATE TABLE Visits (
  UserId INT64 NOT NULL,
  At TIMESTAMP NOT NULL OPTIONS (allow_commit_timestamp = true),
) PRIMARY KEY (UserId, At), INTERLEAVE IN PARENT Users ON DELETE CASCADE;

CREATE TABLE Events (
  -- hotsplit: sequential
  EventId INT64 NOT NULL,
  UserId INT64,
  Seen TIMESTAMP,
  FOREIGN KEY (UserId) REFERENCES Users (UserId),
) PRIMARY KEY (EventId);

CREATE INDEX EventsBySeen ON Events (Seen);
CREATE TABLE Logs (At TIMESTAMP NOT NULL, Line STRING(100)) PRIMARY KEY (At);
CREATE TABLE Orders (OrderId STRING(26) NOT NULL /* ULID */) PRIMARY KEY (OrderId);
CREATE INDEX LogsByLine ON Logs (Line);
ALTER TABLE Users ADD COLUMN Seen TIMESTAMP;
CREATE INDEX UsersBySeen ON Users (Seen DESC);
-- hotsplit: table Logs low-write(2/s)
CREATE CHANGE STREAM All FOR Users, Logs;
";

/// What people type into schemas.
const WORDS: &[&str] = &[
    " NOT NULL",
    "TIMESTAMP",
    "INT64",
    "-- hotsplit: sequential\n",
    "-- hotsplit: random\n",
    "-- hotsplit: writes=9k/s\n",
    "-- hotsplit: table Events writes=1/s\n",
    "-- hotsplit: accept(key-timestamp-first)\n",
    "Users",
    "Logs",
    "Orders",
    "Events",
    "CREATE TABLE Users (UserId INT64 NOT NULL) PRIMARY KEY (UserId);\n",
    "IF NOT EXISTS ",
    "DROP TABLE Logs;\n",
    "CREATE INDEX More ON Users (Name);\n",
    "s",
    " DESC",
];

fn settings(writes: Option<f64>) -> Settings {
    Settings { nodes: None, writes_per_second: writes }
}

/// Compares the reading of an editor with its text read anew.
fn assert_same(editor: &Editor, settings: &Settings) {
    let reading = editor.reading();
    let anew = hotsplit_engine::read(&reading.text, None, settings);
    let shown = |reading: &Reading| {
        let Reading { schema, facts, findings, .. } = reading;
        format!("{schema:#?}\n{facts:#?}\n{findings:#?}\n{:?}", reading.notes())
    };
    let (edited, whole) = (shown(reading), shown(&anew));
    if edited != whole {
        let differs = edited.lines().zip(whole.lines()).find(|(a, b)| a != b);
        panic!("{differs:?} in {}", reading.text);
    }
}

fn changed(text: &str, edit: &Edit) -> String {
    let mut text = text.to_owned();
    text.replace_range(edit.span.start as usize..edit.span.end as usize, &edit.insert);
    text
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    #[test]
    fn edits_give_the_findings_of_the_whole(
        number in 0..TEXTS.len() * 2,
        writes in prop::sample::select(vec![None, Some(10_000.0)]),
        edits in prop::collection::vec((edit(), prop::option::of(prop::sample::select(WORDS))), 1..6),
    ) {
        let text = TEXTS.get(number).map_or(HAND_MADE, String::as_str);
        let settings = settings(writes);
        let mut editor = Editor::new(text, None, &settings);
        for (edit, word) in edits {
            let text = &editor.reading().text;
            let edit = RandomEdit { insert: word.unwrap_or(edit.insert), ..edit };
            let text = changed(text, &edit_within(text, edit));
            editor.set(&text, None, &settings);
            assert_same(&editor, &settings);
        }
    }
}

/// A letter in one table has its family judged, not the others.
#[test]
fn what_does_not_depend_on_an_edit_is_kept() {
    let settings = settings(Some(10_000.0));
    let mut editor = Editor::new(HAND_MADE, None, &settings);
    for (from, to, tables) in [
        ("Line STRING(100)", "Line STRING(10)", 1),
        ("Events (Seen)", "Events (Gone)", 5),
        ("Name STRING(MAX)", "Name STRING(10)", 3),
        ("OrderId STRING(26)", "OrderId STRING(27)", 1),
        // What is written more changes the share of every key that does not spread, and with it
        // what is said of those families.
        ("LogsByLine ON Logs (Line)", "LogsByLine ON Logs (At)", 5),
    ] {
        let judged = editor.set(&HAND_MADE.replace(from, to), None, &settings);
        assert_same(&editor, &settings);
        assert_eq!(judged, tables, "tables judged for {to}");
        editor.set(HAND_MADE, None, &settings);
        assert_same(&editor, &settings);
    }
    // A table that comes changes everyone's share of the writes.
    let more = format!("{HAND_MADE}CREATE TABLE More (Id INT64) PRIMARY KEY (Id);");
    assert_eq!(editor.set(&more, None, &settings), 6);
    assert_same(&editor, &settings);
    assert_eq!(editor.set(&more, None, &settings), 0, "the same text is not read again");
}

/// An edit may make another statement create a table, so that tables change their numbers.
#[test]
fn tables_that_change_their_numbers_are_judged() {
    let text = "CREATE TABLE A (x STRING(36) NOT NULL) PRIMARY KEY (x);
CREATE TABLE IF NOT EXISTS B (x STRING(36) NOT NULL) PRIMARY KEY (x);
CREATE TABLE C (x TIMESTAMP NOT NULL) PRIMARY KEY (x);
CREATE TABLE IF NOT EXISTS B (x INT64 NOT NULL) PRIMARY KEY (x);
";
    let settings = settings(None);
    let mut editor = Editor::new(text, None, &settings);
    editor.set(&text.replacen("EXISTS B", "EXISTS A", 1), None, &settings);
    assert_same(&editor, &settings);
    editor.set(text, None, &settings);
    assert_same(&editor, &settings);
}

/// An edit of a name may tie tables it does not touch to others.
#[test]
fn tables_that_are_tied_anew_are_judged() {
    let text = "CREATE TABLE S (SId INT64 NOT NULL) PRIMARY KEY (SId);
CREATE TABLE S (SId INT64 NOT NULL) PRIMARY KEY (SId);
CREATE TABLE A (SId INT64 NOT NULL, B INT64) PRIMARY KEY (SId, B), INTERLEAVE IN PARENT S;
CREATE TABLE F (Id STRING(36) NOT NULL, SId INT64) PRIMARY KEY (Id);
ALTER TABLE F ADD FOREIGN KEY (SId) REFERENCES S (SId);
";
    let settings = settings(None);
    let mut editor = Editor::new(text, None, &settings);
    let second = text.rfind("TABLE S").expect("there are two") + "TABLE ".len();
    let renamed = format!("{}T{}", &text[..second], &text[second..]);
    editor.set(&renamed, None, &settings);
    assert_same(&editor, &settings);
    editor.set(text, None, &settings);
    assert_same(&editor, &settings);
}

/// An edit of a name may have statements it does not touch speak of another table.
#[test]
fn tables_that_others_speak_of_are_judged() {
    let text = "CREATE TABLE T (Id INT64 NOT NULL) PRIMARY KEY (Id);
CREATE TABLE T (Id INT64 NOT NULL, At TIMESTAMP) PRIMARY KEY (Id);
ALTER TABLE T ADD COLUMN Seen TIMESTAMP;
-- hotsplit: writes=9k/s
ALTER TABLE T ADD COLUMN Name STRING(MAX);
";
    let settings = settings(None);
    let mut editor = Editor::new(text, None, &settings);
    let second = text.match_indices("TABLE T").nth(1).expect("there are two").0;
    let renamed = format!("{}TABLE U{}", &text[..second], &text[second + "TABLE T".len()..]);
    for text in [&renamed, text] {
        editor.set(text, None, &settings);
        assert_same(&editor, &settings);
    }
}

/// In a long schema the work is that of the edited family.
#[test]
fn a_long_schema_is_judged_in_part() {
    let text = generate(100_000, 5).googlesql;
    let settings = settings(None);
    let mut editor = Editor::new(&text, None, &settings);
    let tables = editor.reading().schema.tables.len();
    let middle = text[..text.len() / 2].rfind("INT64").expect("it has integers");
    let edited = format!("{}FLOAT64{}", &text[..middle], &text[middle + 5..]);
    let judged = editor.set(&edited, None, &settings);
    assert_same(&editor, &settings);
    assert!(judged < tables, "expected a part of {tables} tables, judged {judged}");
}
