//! Words of a lesson that are held against a run, sliders and figures: each mistake is reported with
//! its line.

use hotsplit_engine::lesson::mark::number_in;
use hotsplit_engine::lesson::read::read;

const SCHEMA: &str = "\
-- hotsplit: table Entries writes=9k/s
CREATE TABLE Entries (
  BookedAt TIMESTAMP NOT NULL,
  EntryId STRING(36) NOT NULL, -- UUID v4
) PRIMARY KEY (BookedAt, EntryId);
";

/// A lesson with a paragraph in its introduction, in a step and below its answers. They
/// begin on line 9, and that below the answers is on line 26.
fn lesson(opening: &str, step: &str, why: &str) -> String {
    let solved = SCHEMA.replace("(BookedAt, EntryId)", "(EntryId)");
    format!(
        "# Entries\nminutes: 1\ntopic: t\nteaches: S1.1\nnodes: 8\nwrites: 9000\nfor: 30\nseed: 1\n\
         {opening}\n\n## Schema\n```sql\n{SCHEMA}```\n## Step: A\n{step}\n### Predict: Where?\n\
         - [x] Here\n- [ ] There\n  Reply: No row goes there, whatever it is called.\n\n{why}\n\
         ## Step: B\n### Check\n- `served >= 8900/s` Writes wait.\n### Hint\nA\n### Hint\nB\n\
         ## Solution\nText.\n```sql\n{solved}```\n## On a real database\nRun `x`.\n"
    )
}

/// What is wrong with a lesson, played where it can be read.
fn complaints(markdown: &str) -> Vec<String> {
    let read = read(markdown);
    let said = |line: u32, message: &str| format!("{line}: {message}");
    let mut all: Vec<String> =
        read.complaints.iter().map(|it| said(it.line, &it.message)).collect();
    if all.is_empty() {
        let lesson = read.lesson.unwrap();
        all.extend(lesson.misstated().iter().map(|it| said(it.line, &it.message)));
    }
    all
}

/// The one complaint about a paragraph below the answers.
fn about(why: &str) -> String {
    let all = complaints(&lesson("Text.", "Text.", why));
    assert_eq!(all.len(), 1, "{why}: {all:?}");
    all.into_iter().next().unwrap()
}

#[test]
fn the_frame_of_these_tests_is_sound() {
    assert_eq!(complaints(&lesson("Text.", "Text.", "Text.")), [""; 0]);
}

#[test]
fn words_that_fit_their_run_are_fine() {
    let why = "It serves [about 3,500](run:served) of [9,000](run:offered), \
               [all 9,000](run:solution.served) once the id leads, and \
               [a diagonal](run:pattern(moving-hot-spot,Entries)) goes. \
               On [8 nodes](set:nodes=2..30) and [9,000 writes](set:writes=1000..20000).";
    assert_eq!(complaints(&lesson("Text.", "Text.", why)), [""; 0]);
}

#[test]
fn words_that_do_not_fit_are_named_with_the_value() {
    let wrong = about("It serves [3,000](run:served).");
    assert!(
        wrong.starts_with("26: expected words that fit the run, where `served` is 3,"),
        "{wrong}"
    );
    assert!(wrong.ends_with("found `3,000`"), "{wrong}");
    let exact = about("It serves [3,500](run:served).");
    assert!(exact.contains("found `3,500`"), "only `about` makes it round: {exact}");
    let shape = about("There is [a diagonal](run:solution.pattern(moving-hot-spot)).");
    assert!(shape.contains("`pattern` is 0"), "{shape}");
}

#[test]
fn a_run_may_be_set_otherwise() {
    let fits = "Of [900](run:offered,writes=900) it serves [900](run:served,writes=900), and on \
                twenty nodes [about 3,500](run:served,nodes=20).";
    assert_eq!(complaints(&lesson("Text.", "Text.", fits)), [""; 0]);
}

#[test]
fn what_cannot_be_read_is_reported_with_its_line() {
    for (why, message) in [
        ("[3](run:sirved)", "expected a term such as `served`, found `sirved`"),
        ("[few](run:served)", "expected a number in words that link to `served`"),
        ("[3](run:wrong-1.served)", "before the point, found `wrong-1`"),
        ("[3](run:served,users=2)", "expected a knob such as `nodes`, found `users`"),
        ("[3](run:served,nodes=0)", "expected a number above 0 and up to"),
        (
            "[1](run:pressure(Nothing))",
            "expected a name of a schema of this lesson, found `Nothing`",
        ),
        ("[8 nodes](set:notes=2..30)", "expected a knob such as `nodes`, found `notes`"),
        ("[8 nodes](set:nodes=30..2)", "expected a range of whole numbers such as `nodes=2..30`"),
        ("[8 nodes](set:nodes=0..30)", "expected a range within 1.."),
        ("[8 nodes](set:nodes=10..30)", "expected a range that contains 8"),
        ("[nine nodes](set:nodes=2..30)", "expected 8 in the words of this slider"),
    ] {
        let found = about(why);
        assert!(found.starts_with("26: ") && found.contains(message), "{why}: {found}");
    }
    let code = "`[3](run:sirved)` in code is no link.";
    assert_eq!(complaints(&lesson("Text.", "Text.", code)), [""; 0]);
}

#[test]
fn a_slider_stands_where_its_run_is_shown() {
    let slider = "On [8 nodes](set:nodes=2..30).";
    for markdown in [lesson(slider, "Text.", "Text."), lesson("Text.", slider, "Text.")] {
        let all = complaints(&markdown);
        assert_eq!(all.len(), 1, "{all:?}");
        assert!(all[0].contains("expected a slider where its run is shown"), "{all:?}");
    }
}

#[test]
fn figures_are_of_a_kind_and_begin_within_their_ranges() {
    let figure = |inside: &str| lesson(&format!("Text.\n\n```figure\n{inside}\n```"), "T.", "T.");
    assert_eq!(complaints(&figure("servers\nkey: 1\nwrites: 9000")), [""; 0]);
    for (inside, message) in [
        ("", "11: expected a kind of figure in this block, found none"),
        ("serfers", "12: expected a kind of figure, one of bits, "),
        ("servers\nnodes: 3", "13: expected a control of `servers` such as `"),
        ("servers\nwrites: 3", "13: expected a number from 1000 to 40000 for `writes`, found `3`"),
        ("servers\nwrites: many", "13: expected a number from 1000 to 40000 for `writes`"),
    ] {
        let all = complaints(&figure(inside));
        assert_eq!(all.len(), 1, "{inside}: {all:?}");
        assert!(all[0].starts_with(message), "{inside}: {all:?}");
    }
}

#[test]
fn numbers_are_read_from_words() {
    for (words, number) in [
        ("Twelve nodes", Some((12.0, 0))),
        ("about 3,500 a second", Some((3_500.0, 0))),
        ("3.4×", Some((3.4, 1))),
        ("43 %", Some((43.0, 0))),
        ("17ms", Some((17.0, 0))),
        ("a bright block", None),
    ] {
        assert_eq!(number_in(words), number, "{words}");
    }
}
