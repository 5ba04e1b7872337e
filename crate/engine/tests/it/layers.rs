//! Layers together: what one of them says another does not say again, and what is dropped later.

use hotsplit_engine::Reading;
use hotsplit_engine::facts::Settings;
use hotsplit_engine::text::LineIndex;

fn read(text: &str) -> Reading {
    hotsplit_engine::read(text, None, &Settings::default())
}

#[test]
fn what_a_rule_says_is_no_note_as_well() {
    let text = "CREATE TABLE T (\n  A INT64, ...\n) PRIMARY KEY (A); -- hotsplit: randon\n\
                CREATE TABLE T (A INT64) PRIMARY KEY (A);\n\
                -- hotsplit: table Nowhere writes=5\n-- hotsplit: =\n";
    let reading = read(text);
    assert_eq!(reading.notes(), []);
    let mut found: Vec<&str> = reading.findings.iter().map(|finding| finding.rule).collect();
    found.retain(|rule| rule.starts_with("meta-"));
    found.sort_unstable();
    assert_eq!(
        found,
        [
            "meta-duplicate-object",
            "meta-elision",
            "meta-fact-unknown",
            "meta-fact-unknown",
            "meta-fact-unknown"
        ]
    );
}

#[test]
fn a_table_may_name_itself() {
    for text in [
        "CREATE TABLE T (a INT64) PRIMARY KEY (a), INTERLEAVE IN PARENT T;",
        "CREATE TABLE T (a INT64, FOREIGN KEY (a) REFERENCES T (a)) PRIMARY KEY (a);",
        "CREATE TABLE T (a INT64) PRIMARY KEY (a); ALTER TABLE T SET INTERLEAVE IN t;",
    ] {
        let reading = read(text);
        assert_eq!(reading.schema.tables.len(), 1, "{text}");
    }
}

#[test]
fn a_later_default_is_evidence_where_it_stands() {
    let text = "CREATE TABLE T (Id STRING(36) NOT NULL) PRIMARY KEY (Id);\n\
                ALTER TABLE T ALTER COLUMN Id SET DEFAULT (GENERATE_UUID());\n";
    let reading = read(text);
    let fact = &reading.facts.tables[0].columns[0];
    assert_eq!(fact.evidence[0].span.of(text), "GENERATE_UUID()");
    assert_eq!(LineIndex::new(text).line(fact.evidence[0].span.start), 2);
}

#[test]
fn an_index_dropped_later_gives_no_finding() {
    let hot = "CREATE TABLE T (Id UUID NOT NULL DEFAULT (NEW_UUID()), CreatedAt \
               TIMESTAMP NOT NULL) PRIMARY KEY (Id);\nCREATE INDEX I ON T (CreatedAt);\n";
    assert_eq!(read(hot).findings.iter().map(|f| f.rule).collect::<Vec<_>>(), ["index-monotonic"]);
    assert!(read(&format!("{hot}DROP INDEX I;\n")).findings.is_empty());
}

#[test]
fn what_is_said_of_a_dropped_thing_is_no_problem() {
    let text = "CREATE TABLE T (A INT64, -- hotsplit: random\n  B INT64) PRIMARY KEY (A);\n\
                CREATE TABLE U (A INT64, B INT64, -- hotsplit: random\n) PRIMARY KEY (A);\n\
                ALTER TABLE U DROP COLUMN B;\nDROP TABLE T;\n\
                ALTER TABLE U RENAME TO V;\n\
                -- hotsplit: table T writes=5\n-- hotsplit: column U.B random\n\
                -- hotsplit: column U.A sequential\n\
                -- hotsplit: table W writes=5\n";
    let reading = read(text);
    let problems: Vec<&str> =
        reading.facts.problems.iter().map(|problem| problem.span.of(text)).collect();
    assert_eq!(problems, ["-- hotsplit: table W writes=5"]);
    assert!(reading.facts.tables[0].columns[0].stated, "expected U.A to be found as V.A");
}
