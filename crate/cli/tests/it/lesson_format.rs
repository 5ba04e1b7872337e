//! Lesson files: each kind of mistake is told with its line, every term measures what it says, and
//! a failed check is explained.

use hotsplit_wire::engine::Simulated;
use hotsplit_wire::engine::lesson::Lesson;
use hotsplit_wire::engine::lesson::because::Because;
use hotsplit_wire::engine::lesson::measured::Unit;
use hotsplit_wire::engine::lesson::play::{play, run};
use hotsplit_wire::engine::lesson::read::{COMPLAINTS_MAX, LESSON_BYTES_MAX, read};
use hotsplit_wire::engine::lesson::scene::SEVERITIES;
use hotsplit_wire::engine::lesson::terms::{TERMS, Takes};
use hotsplit_wire::lessons::{self as wire, Because as Told};
use proptest::prelude::*;

use crate::cli;

/// A lesson without a mistake.
pub(crate) const LESSON: &str = "\
# The moving tail
minutes: 5
topic: the moving tail
teaches: S1.2, S2.7
nodes: 10
writes: 12k
for: 20
seed: 1

New rows go to one place.

- It moves.

## Schema
```sql
CREATE TABLE Visits (
  SeenAt TIMESTAMP NOT NULL,
  VisitId STRING(36) NOT NULL,
) PRIMARY KEY (SeenAt, VisitId);
```

## Hidden
```sql
CREATE TABLE Seats (
  SeatId STRING(36) NOT NULL DEFAULT (GENERATE_UUID()),
) PRIMARY KEY (SeatId);
```

## Step: Where do new rows go?
Look at the key.

### Predict: Which range of keys gets hot?
- [ ] The first
  Reply: The first are the oldest.
- [x] The last

New times are above all older ones.

### Look: map

## Step: Spread them
Let them go elsewhere.

### Check
- `after.served >= 10k/s` The tail still takes every insert.
- `findings(high) = 0` Something is still hot.
- `has(Visits.VisitId) = 1` The visits need
  their name.

### Hint
Which column says when?

### Hint
Which column says nothing?

## Solution
The id spreads.

```sql
CREATE TABLE Visits (
  SeenAt TIMESTAMP NOT NULL,
  VisitId STRING(36) NOT NULL DEFAULT (GENERATE_UUID()),
) PRIMARY KEY (VisitId);
```

## Wrong: no name at all
fails: `has(Visits.VisitId) = 1`

```sql
CREATE TABLE Visits (SeenAt TIMESTAMP NOT NULL) PRIMARY KEY (SeenAt);
```

## On a real database
Look for the hot split.

```sql
SELECT * FROM SPANNER_SYS.SPLIT_STATS_TOP_MINUTE;
```
";

fn lesson(markdown: &str) -> Lesson {
    let read = read(markdown);
    assert_eq!(read.complaints, [], "expected a file without a mistake");
    read.lesson.expect("a file without a mistake is a lesson")
}

/// The complaints of the lesson with one part of it changed, as `line: message`, where `line` is
/// told from the part.
fn complaints(from: &str, to: &str) -> Vec<String> {
    assert_eq!(LESSON.matches(from).count(), 1, "expected `{from}` once");
    let read = read(&LESSON.replace(from, to));
    read.complaints.iter().map(|it| format!("{}: {}", it.line, it.message)).collect()
}

/// The line of a part of the lesson.
fn line_of(part: &str) -> usize {
    let at = LESSON.find(part).expect("the part is there");
    LESSON[..at].lines().count() + usize::from(LESSON[..at].ends_with('\n') || at == 0)
}

#[track_caller]
fn complains(from: &str, to: &str, line: usize, message: &str) {
    let all = complaints(from, to);
    let wanted = format!("{line}: {message}");
    assert!(all.iter().any(|it| it.starts_with(&wanted)), "expected {wanted}\nfound {all:#?}");
}

#[test]
fn a_lesson_is_read_into_its_parts() {
    let lesson = lesson(LESSON);
    assert_eq!(lesson.title, "The moving tail");
    assert_eq!(lesson.teaches, ["S1.2", "S2.7"]);
    assert_eq!((lesson.nodes, lesson.writes_per_second), (10.0, Some(12_000.0)));
    assert_eq!((lesson.minutes, lesson.run_minutes, lesson.seed), (5, 20, 1));
    assert_eq!(lesson.introduction.len(), 2);
    assert_eq!(lesson.steps.len(), 2);
    let predict = lesson.steps[0].predict.as_ref().unwrap();
    let [first, last] = &predict.choices[..] else { panic!("{:?}", predict.choices) };
    assert_eq!((first.text.as_str(), first.right), ("The first", false));
    assert_eq!(first.reply.as_deref(), Some("The first are the oldest."));
    assert_eq!((last.text.as_str(), last.right, &last.reply), ("The last", true, &None));
    assert_eq!(predict.why.len(), 1);
    assert_eq!(lesson.steps[1].checks.len(), 3);
    assert_eq!(lesson.steps[1].checks[2].message, "The visits need their name.");
    assert_eq!(lesson.steps[1].checks[0].line as usize, line_of("- `after.served"));
    assert_eq!(lesson.steps[1].hints.len(), 2);
    assert_eq!(lesson.starter.line as usize, line_of("CREATE TABLE Visits (\n  SeenAt"));
    assert!(lesson.hidden.text.contains("Seats"));
    assert_eq!(lesson.wrong[0].fails, "has(Visits.VisitId) = 1");
    assert!(play(&lesson).complaints().is_empty());
}

#[test]
fn fields_are_checked_line_by_line() {
    complains("# The moving tail\n", "", 1, "expected a title");
    complains("minutes: 5\n", "", 1, "expected a line `minutes: …` directly below the title");
    complains(
        "minutes: 5",
        "minutes: 500",
        2,
        "expected a whole number from 1 to 60 for `minutes`",
    );
    complains("minutes: 5", "minuts: 5", 2, "expected a field such as `minutes`, found `minuts`");
    complains("seed: 1", "nodes: 1", 8, "expected `nodes` once, found it again");
    complains("topic: the moving tail", "topic: ", 3, "expected a value after `topic:`");
    complains("S2.7", "2.7", 4, "expected an id such as S2.7, found `2.7`");
    complains("S2.7", "S1.2", 4, "expected `S1.2` once, found it again");
    complains("nodes: 10", "nodes: ten", 5, "expected a number above 0");
    complains("writes: 12k", "writes: -4", 6, "expected a number above 0");
    complains("for: 20", "for: 20min", 7, "expected a whole number from 1 to 1440 for `for`");
    complains("seed: 1", "seed: x", 8, "expected a whole number from 0");
    complains("seed: 1", "seed: 1\nexam: maybe", 9, "expected `yes` or `no` for `exam`");
    complains("seed: 1", "seed: 1\ndialect: mysql", 9, "expected `googlesql` or `postgresql`");
    complains("New rows go to one place.\n\n- It moves.\n", "", 1, "expected an introduction");
}

#[test]
fn sections_are_checked_line_by_line() {
    let schema = line_of("## Schema");
    complains("## Schema", "## Shema", schema, "expected a section such as `## Schema`");
    complains("## Schema", "## Hidden", line_of("## Hidden"), "expected `## Hidden` once");
    complains("## Schema", "#### Schema", schema, "expected `##` for a section or `###`");
    complains("## Schema", "## Solution", 1, "expected a section `## Schema`, found none");
    complains("## Schema\n", "## Schema\nText.\n", schema + 1, "expected only a block of `sql`");
    complains("## Schema\n```sql", "## Schema\n```", schema + 1, "expected a block of `sql`");
    complains("## Hidden\n```sql", "## Hidden", line_of("## Hidden"), "expected a block of `sql`");
    complains(
        "## Solution\nThe id spreads.\n",
        "## Solution\n",
        line_of("## Solution"),
        "expected a paragraph under `## Solution`",
    );
    complains(
        "Look for the hot split.\n",
        "",
        line_of("## On a real"),
        "expected a paragraph under",
    );
    complains(
        "```sql\nSELECT * FROM SPANNER_SYS.SPLIT_STATS_TOP_MINUTE;\n```",
        "",
        line_of("## On a real"),
        "expected a query or a command",
    );
    complains(
        "SPLIT_STATS_TOP_MINUTE;\n```",
        "SPLIT_STATS_TOP_MINUTE;",
        line_of("SELECT * FROM") - 1,
        "expected a line ``` that ends this code",
    );
    complains(
        "## Wrong: no name at all",
        "## Wrong:",
        line_of("## Wrong"),
        "expected a name after",
    );
    complains("fails: ", "It fails ", line_of("## Wrong"), "expected fails: `check` as the first");
    complains(
        "fails: `has(Visits.VisitId) = 1`",
        "fails: `has(Visits.VisitId) = 2`",
        line_of("## Wrong"),
        "expected a check of this lesson after `fails:`, such as `has(Visits.VisitId) = 1`",
    );
}

#[test]
fn steps_are_checked_line_by_line() {
    let step = line_of("## Step: Spread");
    complains("## Step: Spread them", "## Step:", step, "expected a title after `## Step:`");
    complains("### Look: map", "### Look: heat", line_of("### Look"), "expected one of text");
    complains("### Look: map", "### Lock: map", line_of("### Look"), "expected a part such as");
    complains(
        "### Look: map\n",
        "### Look: map\nText.\n",
        line_of("### Look") + 1,
        "expected nothing",
    );
    complains(
        "### Look: map",
        "### Predict: And?",
        line_of("### Look"),
        "expected one `### Predict`",
    );
    let predict = line_of("### Predict");
    complains("Predict: Which range of keys gets hot?", "Predict", predict, "expected a question");
    let no_reply = "expected a line `  Reply: …` below this answer";
    complains("  Reply: The first are the oldest.\n", "", predict + 1, no_reply);
    complains("Reply: The first are the oldest.", "Reply:", predict + 1, no_reply);
    let reply_to_right = "- [x] The last\n  Reply: No.";
    complains("- [x] The last", reply_to_right, predict + 3, "expected no reply to an answer");
    complains(
        "- [x] The last",
        "- [ ] The last\n  Reply: No.",
        predict,
        "expected an answer that is right",
    );
    complains(
        "- [ ] The first\n  Reply: The first are the oldest.",
        "- [x] The first",
        predict,
        "expected an answer that is not right",
    );
    complains(
        "- [ ] The first\n  Reply: The first are the oldest.\n",
        "",
        predict,
        "expected at least 2 answers, found 1",
    );
    complains("- [x] The last", "- The last", predict + 3, "expected `- [ ] answer`");
    complains("hot?\n- [ ]", "hot?\nText.\n- [ ]", predict + 1, "expected answers such as");
    complains("New times are above all older ones.\n", "", predict, "expected a paragraph below");
    complains("### Hint\nWhich column says nothing?\n", "", step, "expected at least 2 `### Hint`");
    complains("Which column says when?", "", line_of("### Hint"), "expected text under `### Hint`");
    complains("seed: 1", "seed: 1\nexam: yes", step + 1, "expected no `### Hint` in an exam");
    complains("### Check\n", "### Check\nText.\n\n", line_of("### Check") + 1, "expected an item");
    complains(
        "## Hidden\n",
        "## Hidden\n### Hint\n",
        line_of("## Hidden") + 1,
        "expected `### Hint`",
    );
    let checks = LESSON.find("### Check").unwrap()..LESSON.find("### Hint").unwrap();
    let without = &LESSON[checks];
    complains(without, "", line_of("## Step: Where"), "expected at least one step with a");
}

#[test]
fn checks_are_checked_line_by_line() {
    let line = line_of("- `after.served");
    let mistakes = [
        ("after.served >= 10k/s", "expected a check in backticks"),
        ("`after.served >= 10k/s`", "expected a message for a failed check after the check"),
        ("`after.served is 10k/s` M", "expected one of =, !=, <, <=, >, >= between two values"),
        ("`after.severed >= 10k/s` M", "expected a term such as `served`, found `severed`"),
        (
            "`after.served >= 10k` M",
            "expected `/s` after the number, for example 20/s, found `10k`",
        ),
        ("`after.served >= 10Q/s` M", "expected `/s` after the number"),
        ("`served = 10k/s` M", "expected <, <=, > or >= after `served`"),
        (
            "`served >= p99` M",
            "expected the same unit on both sides, found `served` in /s and `p99`",
        ),
        ("`served >= soon` M", "expected a number in /s or a term: expected a term such as"),
        ("`splits <= 3 pieces` M", "expected a plain number, found `3 pieces`"),
        ("`after.gain >= 2x` M", "expected `gain` without a side, found `after.gain`"),
        ("`served(Visits) >= 2/s` M", "expected no parentheses after `served`"),
        ("`shards <= nodes` M", "expected a table or an index, as in `shards(Orders)`, found none"),
        ("`shards(Visits <= nodes` M", "expected one of =, !=, <, <=, >, >= between two values"),
        (
            "`findings(hihg) = 0` M",
            "expected one of high, warning, error, info, question, or a rule",
        ),
        ("`findings(key-timestamp) = 0` M", "expected one of high"),
        ("`pattern(hot-rows) = 0` M", "expected a shape such as `hot-row`"),
        ("`scans(Visits) = 1` M", "expected a table or an index and a way to read"),
        ("`scans(Visits, newset) = 1` M", "expected one of point, entity, newest, last-hour, full"),
        (
            "`shards(Visitors) = 1` M",
            "expected a name of a schema of this lesson, found `Visitors`",
        ),
        ("`before.has(Seat) = 1` M", "expected a name of the starter, found `Seat`"),
        ("`depth(VisitId) = 1` M", "expected a table of a schema of this lesson"),
    ];
    for (item, message) in mistakes {
        let from = "`after.served >= 10k/s` The tail still takes every insert.";
        complains(from, item, line, message);
    }
}

#[test]
fn texts_are_checked_line_by_line() {
    let solution = line_of("VisitId STRING(36) NOT NULL DEFAULT");
    complains(
        "NOT NULL DEFAULT (GENERATE_UUID()),\n) PRIMARY KEY (VisitId)",
        "NOT NUL,\n) PRIMARY KEY (VisitId)",
        solution,
        "expected",
    );
    complains("PRIMARY KEY (SeatId);", "PRIMARY KEY (SeatId", line_of(") PRIMARY KEY (SeatId"), "");
    // Without hidden DDL, what Spanner rejects is no solution.
    let hidden = LESSON.find("## Hidden").unwrap()..LESSON.find("## Step: Where").unwrap();
    let bare = LESSON.replace(&LESSON[hidden], "");
    let refused = bare.replace("PRIMARY KEY (VisitId)", "PRIMARY KEY (Nothing)");
    let complaints = read(&refused).complaints;
    assert!(
        complaints.iter().any(|it| it.message.starts_with("expected DDL that Spanner accepts")),
        "found {complaints:?}"
    );
    assert_eq!(read(&bare).complaints, []);
}

#[test]
fn sizes_are_limited() {
    let long = read(&format!("{LESSON}{}", "x".repeat(LESSON_BYTES_MAX)));
    assert!(long.lesson.is_none());
    assert_eq!(long.complaints.len(), 1);
    assert!(long.complaints[0].message.starts_with("expected at most 200000 bytes"));
    let many = "## Step: One more\nText.\n".repeat(40);
    let read = read(&LESSON.replace("## Solution", &format!("{many}## Solution")));
    assert_eq!(read.lesson.unwrap().steps.len(), 30);
    assert_eq!(read.complaints.len(), 1, "said once: {:?}", read.complaints);
    let wrong = super::lesson_format::read(&"#### x\n".repeat(1_000));
    assert_eq!(wrong.complaints.len(), COMPLAINTS_MAX);
}

#[test]
fn an_unsound_lesson_is_told_where() {
    let unsound = |from: &str, to: &str| -> Vec<String> {
        assert_eq!(LESSON.matches(from).count(), 1, "expected `{from}` once");
        let lesson = lesson(&LESSON.replace(from, to));
        let complaints = play(&lesson).complaints();
        complaints.iter().map(|it| format!("{}: {}", it.line, it.message)).collect()
    };
    let solution = unsound("PRIMARY KEY (VisitId)", "PRIMARY KEY (SeenAt)");
    assert_eq!(solution.len(), 2, "{solution:?}");
    let line = line_of("- `after.served");
    let passes =
        format!("{line}: expected the solution to pass `after.served >= 10k/s`, found 4,5");
    assert!(solution[0].starts_with(&passes), "{solution:?}");
    assert!(solution[0].contains("MOVING_HOT_SPOT"), "{solution:?}");
    let always = unsound("`findings(high) = 0`", "`findings(error) = 0`");
    let line = line_of("- `findings(high)");
    let message = format!("{line}: expected `findings(error) = 0` to fail on the starter");
    assert!(always.len() == 1 && always[0].starts_with(&message), "{always:?}");
    let held = "CREATE TABLE Visits (VisitId STRING(36) NOT NULL) PRIMARY KEY (VisitId);";
    let wrong =
        unsound("CREATE TABLE Visits (SeenAt TIMESTAMP NOT NULL) PRIMARY KEY (SeenAt);", held);
    let line = line_of("## Wrong");
    assert!(
        wrong.iter().any(|it| it.starts_with(&format!("{line}: expected this answer to fail"))),
        "{wrong:?}"
    );
    let starter = unsound("PRIMARY KEY (SeenAt, VisitId)", "PRIMARY KEY (VisitId)");
    let line = line_of("## Step: Spread");
    assert!(
        starter.iter().any(|it| it.starts_with(&format!("{line}: expected the starter to fail"))),
        "{starter:?}"
    );
}

/// A schema for every term: a shard, an interleaved table, an index, a foreign key, an accepted
/// finding.
const SHOP: &str = "\
CREATE TABLE Customers (
  CustomerId STRING(36) NOT NULL DEFAULT (GENERATE_UUID()),
  Name STRING(100),
) PRIMARY KEY (CustomerId);
CREATE TABLE Orders (
  CustomerId STRING(36) NOT NULL,
  OrderId STRING(36) NOT NULL,
  PlacedAt TIMESTAMP NOT NULL,
) PRIMARY KEY (CustomerId, OrderId),
  INTERLEAVE IN PARENT Customers ON DELETE CASCADE;
-- hotsplit: accept(key-timestamp-first) reason=\"few\"
-- hotsplit: table Audit writes=1/s
CREATE TABLE Audit (
  WrittenAt TIMESTAMP NOT NULL,
  Who STRING(36),
  CONSTRAINT FkWho FOREIGN KEY (Who) REFERENCES Customers (CustomerId),
) PRIMARY KEY (WrittenAt);
CREATE TABLE Ledger (
  Shard INT64 NOT NULL AS (MOD(ABS(FARM_FINGERPRINT(EntryId)), 8)) STORED,
  BookedAt TIMESTAMP NOT NULL,
  EntryId STRING(36) NOT NULL,
) PRIMARY KEY (Shard, BookedAt, EntryId);
CREATE INDEX LedgerByEntry ON Ledger (EntryId);";

/// A lesson from another schema to that of the shop, with a check.
fn shop(check: &str) -> Lesson {
    let start = "CREATE TABLE Start (A STRING(36) NOT NULL, B INT64) PRIMARY KEY (A)";
    let markdown = format!(
        "# T\nminutes: 1\ntopic: t\nteaches: S1.1\nnodes: 4\nwrites: 2k\nfor: 10\nseed: 1\n\n\
         Text.\n\n## Schema\n```sql\n{start}\n```\n## Step: A\n### Check\n- `{check}` M\n\
         ### Hint\nA\n### Hint\nB\n## Solution\nText.\n```sql\n{SHOP}\n```\n\
         ## On a real database\nRun `x`.\n"
    );
    lesson(&markdown)
}

/// What a check gives for the shop.
fn measured(check: &str, done: &Simulated) -> String {
    let lesson = shop(check);
    let told = wire::judged(&lesson.judge_text(&lesson.steps[0], SHOP, done));
    assert_eq!(told.passed, told.checks[0].passed && told.objections.is_empty());
    let passed = if told.checks[0].passed { "passes" } else { "fails" };
    format!("{passed} with {}, wanted {}", told.checks[0].measured, told.checks[0].wanted)
}

#[test]
fn every_term_measures_what_it_says() {
    let wanted = [
        ("offered >= 2k/s", "passes with 2,000/s, wanted at least 2,000/s"),
        ("served >= 2,000 /s", "passes with 2,000/s, wanted at least 2,000/s"),
        ("before.served <= 2k/s", "passes with 2,000/s, wanted at most 2,000/s"),
        ("gain <= 1x", "passes with 1.00 times, wanted at most 1.00 times"),
        ("sustainable > offered", "passes with"),
        ("p50 < p99", "passes with"),
        ("p99 <= 100ms", "passes with"),
        ("client-p99 >= p99", "passes with"),
        ("busiest > mean", "passes with"),
        ("mean < 65%", "passes with"),
        ("peak > 100%", "fails with"),
        ("settled <= 10min", "passes with"),
        ("balanced <= 10min", "passes with"),
        ("splits >= 5", "passes with"),
        ("moves >= 0", "passes with"),
        ("load-splits >= 0", "passes with"),
        ("size-splits = 0", "passes with 0, wanted 0"),
        ("unsplittable = 0", "passes with 0, wanted 0"),
        ("nodes = 4", "passes with 4, wanted 4"),
        ("nodes-needed <= nodes", "passes with"),
        ("findings(high) = 0", "passes with 0, wanted 0"),
        ("findings(error) = 0", "passes with 0, wanted 0"),
        ("findings(key-timestamp-first) = 0", "passes with 0, wanted 0"),
        ("findings(index-pk-prefix, LedgerByEntry) = 0", "passes with 0, wanted 0"),
        ("errors = 0", "passes with 0, wanted 0"),
        ("accepted = 1", "passes with 1, wanted 1"),
        ("tables = 4", "passes with 4, wanted 4"),
        ("indexes != 1", "fails with 1, wanted not 1"),
        ("backing-indexes = 1", "passes with 1, wanted 1"),
        ("has(Orders.PlacedAt) = 1", "passes with yes, wanted yes"),
        ("before.has(Start.B) = 0", "fails with yes, wanted no"),
        ("shards(Ledger) = 8", "passes with 8, wanted 8"),
        ("shards(Ledger) > nodes", "passes with 8, wanted more than 4 (nodes)"),
        ("shards(Orders) = 0", "passes with 0, wanted 0"),
        ("pressure(Ledger) <= 60%", "passes with"),
        ("key-bytes(Orders) <= 1kbytes", "passes with"),
        ("row-bytes(Orders) > key-bytes(Orders)", "passes with"),
        ("depth(Orders) = 1", "passes with 1, wanted 1"),
        ("depth(Customers) = 0", "passes with 0, wanted 0"),
        ("scans(Ledger, newest) = 8", "passes with 8, wanted 8"),
        ("scans(Ledger, last-hour) <= 4", "fails with 8, wanted at most 4"),
        ("scans(Ledger, point) = 1", "passes with 1, wanted 1"),
        ("scans(Orders, entity) = 1", "passes with 1, wanted 1"),
        ("scans(Ledger, full) <= 99", "fails with every row, wanted at most 99"),
        (
            "scans(Customers, newest) >= 0",
            "fails with none: no column of `Customers` increases with time",
        ),
        ("pattern(moving-hot-spot) = 0", "fails with 1, wanted 0"),
        ("pattern(moving-hot-spot, Ledger) = 0", "passes with 0, wanted 0"),
        ("pattern(hot-row, Ledger) = 0", "passes with 0, wanted 0"),
    ];
    let done = run(&shop("served > 0/s"), SHOP);
    for (check, wanted) in wanted {
        let found = measured(check, &done);
        assert!(found.starts_with(wanted), "`{check}`: expected {wanted}\nfound {found}");
    }
    for term in TERMS {
        let alone = |check: &&str| {
            let name = check.strip_prefix("before.").unwrap_or(check);
            name.strip_prefix(term.name).is_some_and(|rest| rest.starts_with(['(', ' ']))
        };
        assert!(wanted.iter().any(|(check, _)| alone(check)), "`{}` is tested", term.name);
    }
}

#[test]
fn every_severity_counts_its_own() {
    let hot = "CREATE TABLE Visits (SeenAt TIMESTAMP NOT NULL) PRIMARY KEY (SeenAt);\n\
               CREATE INDEX BySeenAt ON Visits (SeenAt);\n\
               CREATE TABLE Ids (Id INT64 NOT NULL, F FLOAT64) PRIMARY KEY (Id);";
    let reading =
        hotsplit_wire::engine::read(hot, None, &hotsplit_wire::engine::facts::Settings::default());
    for (word, is) in SEVERITIES {
        let counted = reading.findings.iter().filter(|found| is(found)).count();
        let there = *word != "error";
        assert_eq!(counted > 0, there, "{word}: {:#?}", reading.findings);
    }
    let all = reading.findings.iter().filter(|found| {
        SEVERITIES.iter().filter(|(word, is)| *word != "error" && is(found)).count() == 1
    });
    assert_eq!(all.count(), reading.findings.len(), "each finding is counted under one word");
}

#[test]
fn the_table_of_terms_is_whole() {
    for (at, term) in TERMS.iter().enumerate() {
        assert!(TERMS[..at].iter().all(|other| other.name != term.name), "{} twice", term.name);
        let takes = term.takes != Takes::Nothing;
        assert_eq!(term.doc.contains("{}"), takes, "{}: {}", term.name, term.doc);
        assert!(!term.doc.ends_with('.') && !term.doc.contains("  "), "{}", term.doc);
    }
    assert_eq!(Unit::PerSecond.show(11_000.0), "11,000/s");
    assert_eq!(Unit::Milliseconds.show(20.5), "20.5 ms");
    assert_eq!(Unit::Yes.show(0.0), "no");
}

/// Why the first check of the lesson's second step fails for a text.
fn because(check: &str, text: &str) -> Because {
    let from = "`after.served >= 10k/s`";
    let lesson = lesson(&LESSON.replace(from, &format!("`{check}`")));
    let done = run(&lesson, text);
    let verdict = lesson.judge(&lesson.steps[1], &done).remove(0);
    assert!(!verdict.passed, "`{check}` passes with {}", verdict.measured);
    verdict.because.unwrap_or_else(|| panic!("`{check}` fails without a reason"))
}

#[test]
fn a_failed_check_is_explained() {
    let starter = lesson(LESSON).starter.text;
    match because("served >= 10k/s", &starter) {
        Because::Split { words, object, reason, before, finding } => {
            assert_eq!((object.as_str(), reason, before), ("Visits", "MOVING_HOT_SPOT", false));
            assert!(words.contains("`Visits` has a split that cannot be divided"), "{words}");
            let finding = finding.unwrap();
            assert_eq!(finding.key, "key-timestamp-first Visits.SeenAt");
            assert_eq!(finding.line, Some(4));
            assert_eq!(finding.evidence, ["the name `SeenAt` on line 2"]);
        }
        other => panic!("expected a split, found {other:?}"),
    }
    match because("findings(key-timestamp-first) = 0", &starter) {
        Because::Rule { words, finding, object } => {
            assert_eq!((finding.rule, object.as_str()), ("key-timestamp-first", "Visits"));
            assert!(words.contains("line 2"), "{words}");
        }
        other => panic!("expected a rule, found {other:?}"),
    }
    match because("served >= 10M/s", "\nCREATE TABLE Visits (VisitId STRNG, PRIMARY KEY x") {
        Because::Syntax { line, .. } => assert_eq!(line, Some(2)),
        other => panic!("expected a line, found {other:?}"),
    }
    let facts = [
        ("has(Visits.VisitId) = 0", "`Visits.VisitId` exists."),
        ("tables = 9", "The tables are `Visits`, `Seats`."),
        (
            "shards(Visits) >= 4",
            "The key of `Visits` is `SeenAt`, `VisitId`; `SeenAt`, its first column,",
        ),
        ("depth(Visits) = 2", "`Visits` is not interleaved."),
        ("scans(Visits, full) <= 1", "Reading every row from `Visits` takes every row."),
        ("pattern(hot-row) > 0", "The map shows `moving-hot-spot in Visits`"),
        ("nodes-needed <= 99", "No number of nodes is enough: the load of `Visits`"),
        ("splits > 1000", "The run ends with"),
        ("mean < 1%", "Of all the work of the servers, "),
    ];
    for (check, wanted) in facts {
        let because = because(check, &starter);
        assert!(because.words().starts_with(wanted), "`{check}`: found {because:?}");
    }
}

/// A mistake in what the learner does not see has no line of the learner's text.
#[test]
fn lines_are_those_of_the_learner() {
    let hidden = "CREATE TABLE Seats (\n  SeatId STRING(36) NOT NULL DEFAULT (GENERATE_UUID()),\n";
    let hot = "CREATE TABLE Seats (\n  SeatId STRING(36) NOT NULL, -- ULID\n";
    let markdown = LESSON
        .replace(hidden, hot)
        .replace("`findings(high) = 0`", "`findings(key-time-ordered-id) = 0`");
    let lesson = lesson(&markdown);
    let done = run(&lesson, &lesson.solution_code.text);
    let verdicts = lesson.judge(&lesson.steps[1], &done);
    let because = verdicts[1].because.as_ref().expect("the hidden table is hot");
    match because {
        Because::Rule { words, finding, object } => {
            assert_eq!((object.as_str(), finding.line), ("Seats", None));
            assert!(words.contains("in the hidden part"), "{words}");
        }
        other => panic!("expected a rule, found {other:?}"),
    }
}

#[test]
fn a_check_reads_as_words() {
    let from = "`after.served >= 10k/s`";
    for (check, words) in [
        ("findings(high) = 0", "no open findings of severity high"),
        (
            "findings(key-desc-no-cure, Seats) = 0",
            "no open findings of `key-desc-no-cure` on `Seats`",
        ),
        ("findings(warning) <= 2", "open findings of severity warning: at most 2"),
        ("pattern(moving-hot-spot) = 0", "no moving hot spot in the map"),
        ("pattern(hot-row, Visits) = 0", "no hot row on `Visits` in the map"),
        ("has(Visits) = 1", "`Visits` exists"),
        ("has(Visits) = 0", "`Visits` does not exist"),
        ("shards(Visits) = 0", "no shards at the start of the key of `Visits`"),
        (
            "shards(Visits) >= nodes",
            "shards at the start of the key of `Visits`: at least the nodes of the lesson",
        ),
        (
            "scans(Visits, entity) = 1",
            "key ranges for reading all rows of one entity from `Visits`: 1",
        ),
        ("p99 <= 40ms", "99th percentile of commit latency at the server: at most 40 ms"),
        (
            "row-bytes(Visits) <= before.row-bytes(Visits)",
            "bytes of a row of `Visits`, stated or estimated from the column types: at most what it was \
             before",
        ),
    ] {
        let lesson = lesson(&LESSON.replace(from, &format!("`{check}`")));
        assert_eq!(lesson.steps[1].checks[0].words(), words);
    }
}

#[test]
fn the_wire_says_what_the_page_needs() {
    let read = wire::read(LESSON);
    assert!(read.complaints.is_empty());
    let file = read.lesson.unwrap();
    assert_eq!(file.steps[1].checks[0].text, "after.served >= 10k/s");
    assert_eq!(
        file.steps[1].checks[0].words,
        "rows written per second, mean of the second half of the run: at least 10,000/s"
    );
    assert_eq!(file.steps[1].checks[2].words, "`Visits.VisitId` exists");
    let lesson = lesson(LESSON);
    let starter = lesson.starter.text.clone();
    let ask = wire::ask(&lesson, &starter);
    assert!(ask.before.ends_with("PRIMARY KEY (SeatId);\n"));
    let scenario = hotsplit_wire::runs::scenario(&ask);
    assert!(lesson.is_of(&starter, &scenario), "the page's own run is one of the lesson");
    assert!(
        !lesson.is_of(&starter, &hotsplit_wire::engine::Scenario { seed: 2, ..scenario.clone() })
    );
    assert!(!lesson.is_of(&starter, &hotsplit_wire::engine::Scenario { after: None, ..scenario }));
    let done = run(&lesson, &starter);
    let judged = wire::judged(&lesson.judge_text(&lesson.steps[1], &starter, &done));
    assert!(!judged.passed && judged.checks[2].passed);
    assert!(matches!(judged.checks[0].because, Some(Told::Split { .. })));
    let json = serde_json::to_value(&judged).unwrap();
    assert_eq!(json["checks"][0]["because"]["kind"], "split");
    assert_eq!(json["checks"][0]["because"]["finding"], "key-timestamp-first Visits.SeenAt");
    assert_eq!(json["checks"][1]["because"]["rule"], "key-timestamp-first");
}

#[test]
fn the_command_plays_lessons() {
    let sound = cli::run(&["lesson", "-"], LESSON);
    let text = String::from_utf8(sound.stdout).unwrap();
    assert_eq!(sound.status.code(), Some(0), "{text}");
    assert!(text.contains("solution  passes with 12,000/s, wanted at least 10,000/s"), "{text}");
    assert!(text.ends_with("  sound\n\n"), "{text}");
    let unsound = LESSON.replace("PRIMARY KEY (VisitId)", "PRIMARY KEY (SeenAt)");
    let unsound = cli::run(&["lesson", "-"], &unsound);
    let text = String::from_utf8(unsound.stdout).unwrap();
    assert_eq!(unsound.status.code(), Some(1), "{text}");
    let line = line_of("- `after.served");
    assert!(text.contains(&format!("-:{line}: expected the solution to pass")), "{text}");
    let broken = LESSON.replace("nodes: 10", "nods: 10");
    let told = cli::json(&["lesson", "--format", "json", "-"], &broken);
    assert_eq!(told[0]["sound"], false);
    assert_eq!(told[0]["complaints"].as_array().unwrap().len(), 2);
    assert_eq!(told[0]["complaints"][1]["line"], 5);
    assert_eq!(told[0]["steps"][1]["checks"][0]["solution"]["passed"], true);
    let terms = String::from_utf8(cli::run(&["lesson", "--terms"], "").stdout).unwrap();
    assert_eq!(terms.lines().count(), TERMS.len());
    let exam = String::from_utf8(cli::run(&["lesson", "--exam", "7"], "").stdout).unwrap();
    assert_eq!(exam, hotsplit_wire::engine::lesson::exam::exam(7));
    assert!(exam.starts_with("# Exam no. 7: "), "{exam}");
}

/// What is nearly a check, or any short text.
const CHECK: &str = concat!(
    "(before\\.|after\\.)?(served|scans|findings|has|p99|nope)(\\([a-zA-Z, .-]{0,12}\\)?)? ?",
    "(=|<|>=|!=)? ?[0-9.kMG/s%x -]{0,8}|[^`\n]{0,20}",
);

proptest! {
    /// Any text, and any lesson with lines mixed up, is read without a panic, and is read the same
    /// way twice.
    #[test]
    fn any_text_is_read(
        text in any::<String>(),
        swaps in prop::collection::vec((0..90usize, 0..90usize), 0..20),
    ) {
        let _ = read(&text);
        let mut lines: Vec<&str> = LESSON.lines().collect();
        for (one, other) in swaps {
            let (one, other) = (one % lines.len(), other % lines.len());
            lines.swap(one, other);
        }
        let mixed = lines.join("\n");
        let (first, second) = (read(&mixed), read(&mixed));
        prop_assert_eq!(&first.complaints, &second.complaints);
        let end = u32::try_from(lines.len()).unwrap();
        prop_assert!(first.complaints.iter().all(|it| (1..=end).contains(&it.line)));
    }

    /// Whatever stands between the backticks of a check is a check or a complaint of its line; both
    /// only where it asks for what no text has.
    #[test]
    fn any_check_is_read(
        text in CHECK
    ) {
        let read = read(&LESSON.replace("after.served >= 10k/s", &text));
        let lesson = read.lesson.expect("the rest is a lesson");
        let line = u32::try_from(line_of("- `after.served")).unwrap();
        let mut told = read.complaints.iter().filter(|it| it.line == line).peekable();
        let is_check = lesson.steps[1].checks.len() == 3;
        prop_assert!(is_check || told.peek().is_some(), "neither a check nor a complaint");
        prop_assert!(!is_check || told.all(|it| is_of_a_name(&it.message)));
    }
}

/// Whether a complaint says that a check names what no text of its lesson has.
fn is_of_a_name(message: &str) -> bool {
    message.starts_with("expected a name of ") || message.starts_with("expected a table of ")
}
