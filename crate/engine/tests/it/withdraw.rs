//! An acceptance that is taken back: the text is as before, and the finding stands.

use hotsplit_engine::facts::Settings;
use hotsplit_engine::fixes::{self, Parameters, withdraw};
use hotsplit_engine::text::apply_edits;
use hotsplit_engine::{Reading, read};

const RULE: &str = "key-time-ordered-id";

fn reading(text: &str) -> Reading {
    read(text, None, &Settings::default())
}

/// The text after its first accepted finding is taken back, which then stands.
fn taken_back(text: &str) -> String {
    let before = reading(text);
    let finding = before.findings.iter().find(|one| one.accepted.is_some()).expect(text);
    let edits = withdraw::edits(text, &before.schema, &before.facts, finding);
    let after = apply_edits(text, &edits).expect("edits that do not overlap");
    let again = reading(&after);
    assert!(again.schema.unread_directives.is_empty(), "cannot be read any more: {after}");
    let stands = again.standing().any(|one| before.key_of(finding) == again.key_of(one));
    assert!(stands, "`{}` does not stand in: {after}", finding.rule);
    after
}

/// A ledger by ULID with a line before it.
fn ledger(line: &str) -> String {
    format!("{line}CREATE TABLE T (\n  Id STRING(26) NOT NULL, -- ULID\n) PRIMARY KEY (Id);\n")
}

#[test]
fn what_the_fix_wrote_is_gone_to_the_letter() {
    for text in [ledger(""), ledger("-- a ledger\n"), ledger("\n").replace('\n', "\r\n")] {
        let before = reading(&text);
        let finding = before.standing().find(|one| one.rule == RULE).expect("a finding");
        let fix = fixes::find("T25").expect("it is in the list");
        let reason = Parameters::default().with("reason", "2 rows a day");
        let offer = hotsplit_engine::offer(&before, finding, fix, &reason);
        let accepted = offer.unwrap_or_else(|refusal| panic!("{}", refusal.why)).after.text;
        assert_ne!(accepted, text);
        assert_eq!(taken_back(&accepted), text);
    }
}

#[test]
fn what_else_a_directive_says_stays() {
    for (said, left) in [
        ("-- hotsplit: accept(key-time-ordered-id) reason=\"few\"\n", ""),
        ("-- hotsplit: accept(key-time-ordered-id)\n", ""),
        ("-- hotsplit: file accept(key-time-ordered-id)\n", ""),
        ("  /* hotsplit: accept(key-time-ordered-id) */\n", ""),
        ("/* hotsplit: accept(key-time-ordered-id) */ ", " "),
        (
            "-- hotsplit: accept(key-time-ordered-id, type-uuid-case) reason=\"few\"\n",
            "-- hotsplit: accept(type-uuid-case) reason=\"few\"\n",
        ),
        (
            "-- hotsplit: accept(key-time-ordered-id), accept(type-uuid-case) reason=\"few\"\n",
            "-- hotsplit: accept(type-uuid-case) reason=\"few\"\n",
        ),
        (
            "-- hotsplit: append-only, accept(key-time-ordered-id) reason=\"few\"\n",
            "-- hotsplit: append-only\n",
        ),
        (
            "-- hotsplit: accept(key-time-ordered-id), append-only reason=\"few\"\n",
            "-- hotsplit: append-only\n",
        ),
        (
            "-- hotsplit: accept(key-time-ordered-id) reason=\"few\", append-only\n",
            "-- hotsplit: append-only\n",
        ),
        (
            "-- hotsplit: append-only, accept(key-time-ordered-id), reason=\"few\"\n",
            "-- hotsplit: append-only\n",
        ),
        (
            "-- hotsplit: table T append-only, accept(key-time-ordered-id), rows=5\n",
            "-- hotsplit: table T append-only, rows=5\n",
        ),
    ] {
        assert_eq!(taken_back(&ledger(said)), ledger(left), "{said}");
    }
}

#[test]
fn every_acceptance_of_a_finding_goes_at_once() {
    let twice = "-- hotsplit: file accept(key-time-ordered-id)\n\
                 -- hotsplit: accept(key-time-ordered-id)\n";
    assert_eq!(taken_back(&ledger(twice)), ledger(""));
}

#[test]
fn a_finding_that_stands_has_nothing_to_take_back() {
    let text = ledger("");
    let reading = reading(&text);
    let finding = reading.standing().next().expect("a finding");
    assert!(withdraw::edits(&text, &reading.schema, &reading.facts, finding).is_empty());
}
