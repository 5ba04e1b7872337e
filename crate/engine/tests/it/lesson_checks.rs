//! What the judge of a lesson says beside its checks: the lesson fixes the load, what fills a shard
//! has to be known, and whatever a change makes hot is named.

use hotsplit_engine::lesson::Lesson;
use hotsplit_engine::lesson::because::Because;
use hotsplit_engine::lesson::judge::Judgement;
use hotsplit_engine::lesson::play::Judge;
use hotsplit_engine::lesson::read::read;

const STARTER: &str = "\
-- hotsplit: table Entries writes=9k/s
CREATE TABLE Entries (
  BookedAt TIMESTAMP NOT NULL,
  EntryId STRING(36) NOT NULL,
  Account STRING(36) NOT NULL,
) PRIMARY KEY (BookedAt, EntryId);

-- hotsplit: table Totals writes=0/s, updates=500/s
CREATE TABLE Totals (
  Name STRING(20) NOT NULL, -- hotsplit: constant
  Amount INT64 NOT NULL, -- hotsplit: mutable
) PRIMARY KEY (Name);
";

const SHARDED: &str = "\
  Shard INT64 NOT NULL AS (MOD(ABS(FARM_FINGERPRINT(EntryId)), 16)) STORED,
  BookedAt TIMESTAMP";

fn lesson() -> Lesson {
    let solution = changed(&[
        ("  BookedAt TIMESTAMP", SHARDED),
        ("PRIMARY KEY (BookedAt", "PRIMARY KEY (Shard, BookedAt"),
    ]);
    let markdown = format!(
        "# Entries\nminutes: 1\ntopic: t\nteaches: S1.1\nnodes: 8\nwrites: 9500\nfor: 30\nseed: 1\n\n\
         Text.\n\n## Schema\n```sql\n{STARTER}```\n## Step: A\n### Check\n\
         - `served >= 9400/s` Writes wait.\n### Hint\nA\n### Hint\nB\n\
         ## Solution\nText.\n```sql\n{solution}```\n## On a real database\nRun `x`.\n"
    );
    let read = read(&markdown);
    assert!(read.complaints.is_empty(), "{:?}", read.complaints);
    read.lesson.unwrap()
}

/// The starter with parts exchanged, each of which it has.
fn changed(parts: &[(&str, &str)]) -> String {
    parts.iter().fold(STARTER.to_owned(), |text, (from, to)| {
        assert!(text.contains(from), "the starter has no {from}");
        text.replacen(from, to, 1)
    })
}

/// Judges a text by the lesson's step.
fn judged<R>(text: &str, look: impl FnOnce(&Judgement<'_>) -> R) -> R {
    let lesson = lesson();
    look(&Judge::new(&lesson).judge(text)[0])
}

/// What a text is told beside its checks; it does not pass.
fn objected(text: &str) -> String {
    judged(text, |it| {
        assert!(!it.passed(), "it passes:\n{text}");
        let words: Vec<&str> = it.objections.iter().map(Because::words).collect();
        words.join("\n")
    })
}

#[test]
fn the_solution_passes_and_nothing_is_objected() {
    let solution = lesson().solution_code.text;
    judged(&solution, |it| {
        assert!(it.passed(), "{it:?}");
        assert!(it.objections.is_empty() && it.ignored.is_empty(), "{it:?}");
    });
}

#[test]
fn a_shard_that_nothing_fills_does_not_count() {
    let key = ("PRIMARY KEY (BookedAt", "PRIMARY KEY (Shard, BookedAt");
    for column in ["Shard INT64 NOT NULL,", "Shard INT64 NOT NULL, -- hash of EntryId, 16 values"] {
        let said = objected(&changed(&[("  Booked", &format!("  {column}\n  Booked")), key]));
        assert!(said.contains("what fills `Shard` of `Entries` (line 3)"), "{said}");
        assert!(said.contains("FARM_FINGERPRINT"), "{said}");
        assert!(said.contains("`Entries` is still hot"), "{said}");
    }
    // The seconds are the same for all rows of a moment.
    let seconds = "  Shard INT64 NOT NULL AS (MOD(UNIX_SECONDS(BookedAt), 16)) STORED,\n  Booked";
    let said = objected(&changed(&[("  Booked", seconds), key]));
    assert!(!said.contains("what fills"), "{said}");
    assert!(said.contains("`Entries` is still hot"), "{said}");
}

#[test]
fn directives_on_load_rows_and_values_do_not_count() {
    for (from, to, form) in [
        ("writes=9k/s", "writes=1/s", "`writes=1/s` on line 1"),
        ("CREATE TABLE Entries", "-- hotsplit: rows=1\nCREATE TABLE Entries", "`rows=1` on line 2"),
        ("NOT NULL,\n  EntryId", "NOT NULL, -- hotsplit: random\n  EntryId", "`random` on line 3"),
        (
            "-- hotsplit: table Entries",
            "-- hotsplit: file nodes=90\n-- hotsplit: table Entries",
            "`nodes=90` on line 1",
        ),
        (
            "-- hotsplit: table Entries",
            "-- hotsplit: table Entries off(key-timestamp-first),",
            "`off(key-timestamp-first)` on line 1",
        ),
    ] {
        let text = changed(&[(from, to)]);
        judged(&text, |it| {
            assert!(!it.passed());
            assert_eq!(it.ignored.len(), 1, "{:?}", it.ignored);
            assert!(it.ignored[0].starts_with(form), "{:?}", it.ignored);
            assert!(
                it.verdicts[0].measured.starts_with("4,0")
                    || it.verdicts[0].measured.starts_with("3,"),
                "{}",
                it.verdicts[0].measured
            );
        });
        let fixed = lesson().fixed(&text);
        let own = &fixed.text[..text.len()];
        assert_eq!(own.lines().count(), text.lines().count(), "lines stay where they are");
        assert!(!own.contains(to.trim_start_matches("NOT NULL, ")), "{own}");
        let run = fixed.text.to_lowercase();
        assert!(run.contains("table entries writes=9k/s"), "{run}");
    }
}

/// Comments, names, types and foreign keys are evidence elsewhere; in a lesson the application
/// writes what it wrote before.
#[test]
fn what_the_starters_columns_hold_stays_as_it_is() {
    for parts in [
        [("NOT NULL,\n  EntryId", "NOT NULL, -- UUID v4\n  EntryId")].as_slice(),
        &[("BookedAt TIMESTAMP", "BookedAt STRING(36)")],
        &[
            ("BookedAt TIMESTAMP", "BookedAt STRING(20)"),
            (
                ") PRIMARY KEY (BookedAt",
                "  FOREIGN KEY (BookedAt) REFERENCES Totals (Name),\n) PRIMARY KEY (BookedAt",
            ),
        ],
    ] {
        let said = objected(&changed(parts));
        assert!(said.contains("`Entries` is still hot"), "{parts:?}: {said}");
    }
}

#[test]
fn what_the_application_writes_stays_in_the_schema() {
    let said = objected(&STARTER.replace("Entries", "Postings"));
    assert!(said.contains("There is no table `Entries` any more"), "{said}");
    assert!(said.contains("9,000 rows/s"), "{said}");
    let said = objected(&STARTER.replace("Amount", "Sum"));
    assert!(said.contains("There is no column `Amount` any more"), "{said}");
}

#[test]
fn whatever_else_a_change_makes_hot_is_named() {
    let index = "CREATE INDEX EntriesByTime ON Entries (BookedAt);\n";
    let said = objected(&(lesson().solution_code.text + index));
    let wanted =
        "Your change makes `EntriesByTime` hot: its writes follow one point along `BookedAt`";
    assert!(said.starts_with(wanted), "{said}");
    assert!(!said.contains("`Entries` is"), "{said}");
}

/// Nothing of a counter's one row can be hashed, so the application may say that it draws a shard.
#[test]
fn a_shard_of_few_rows_may_be_drawn() {
    let counter = |column: &str| {
        let name = "Name STRING(20) NOT NULL, -- hotsplit: constant";
        let text = lesson().solution_code.text;
        text.replace(name, &format!("{name}\n  Part INT64 NOT NULL,{column}"))
            .replace("(Name);", "(Name, Part);")
    };
    judged(&counter(" -- hotsplit: shard(16)"), |it| assert!(it.passed(), "{it:?}"));
    let said = objected(&counter(""));
    assert!(said.contains("what fills `Part` of `Totals`"), "{said}");
    assert!(said.contains("`-- hotsplit: shard(16)`"), "{said}");
}
