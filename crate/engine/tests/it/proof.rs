//! Every DDL that a fix emits is accepted by the Cloud Spanner emulator: for the examples of the
//! page, for the bad blocks of the rule pages, and for questions answered the hot way.

use hotsplit_content::examples::examples;
use hotsplit_engine::facts::Settings;
use hotsplit_engine::fixes::{self, Parameters};
use hotsplit_engine::rules::{RULES, Rule, Severity};
use hotsplit_engine::syntax::tree::{Dialect, StatementKind, TokenKind};
use hotsplit_engine::text::{Span, apply_edits};
use hotsplit_engine::{Reading, fixes::answer, page};

use crate::emulator::Emulator;
use crate::rollout;

/// Rules whose bad blocks are rejected as they are, though their findings are no errors.
const REFUSED_AS_WRITTEN: &[&str] = &["fk-circular-order"];

/// A text as the emulator can take it: what was left out is left out. The UUID type, which this
/// build of the emulator does not know, is its text form, and every foreign key is enforced.
pub(crate) fn plain(sql: &str, dialect: Dialect) -> String {
    let lines = sql.lines().filter(|line| !line.trim().starts_with("..."));
    let text = without_uuids(&lines.collect::<Vec<_>>().join("\n"), dialect);
    text.replace(" NOT ENFORCED", "").replace(" not enforced", "")
}

/// A text with the type UUID and its function in their text form.
fn without_uuids(sql: &str, dialect: Dialect) -> String {
    let (ty, maker) = match dialect {
        Dialect::GoogleSql => ("STRING(36)", "GENERATE_UUID"),
        Dialect::PostgreSql => ("varchar(36)", "spanner.generate_uuid"),
    };
    let tree = hotsplit_engine::syntax::parse(sql, Some(dialect));
    let (mut text, mut before) = (String::new(), String::new());
    for token in &tree.tokens {
        let said = token.span.of(sql);
        let word = said.to_ascii_uppercase();
        // A type stands behind a name; a column may be called `uuid` too.
        let names = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '`' | '"');
        let no_name = ["COLUMN", "KEY", "BY", "ON", "CONSTRAINT", "INDEX"];
        let behind_name = before.ends_with(names) && !no_name.contains(&before.as_str());
        text.push_str(match (token.kind, word.as_str()) {
            (TokenKind::Word, "UUID") if behind_name => ty,
            (TokenKind::Word, "NEW_UUID" | "GEN_RANDOM_UUID") => maker,
            _ => said,
        });
        if !matches!(token.kind, TokenKind::Blank | TokenKind::Comment) {
            before = word;
        }
    }
    text
}

/// The statements of a text in the form that this build of the emulator knows.
pub(crate) fn known_statements(sql: &str, dialect: Dialect) -> Vec<String> {
    let sql = plain(sql, dialect);
    statements(&hotsplit_engine::read(&sql, Some(dialect), &Settings::default()))
}

/// Rules whose pages this build of the emulator cannot take: it knows no table without a key, no
/// index interleaved in a table that is no ancestor, no property graph and no `RENAME TABLE`.
const UNKNOWN_TO_IT: &[&str] = &[
    "key-missing-pk",
    "index-interleave-remote",
    "stream-key-change",
    "graph-edge-not-interleaved",
    "graph-reverse-edge-index",
];

/// The statements of a text without comments, as the client tools send them: the emulator takes none.
pub(crate) fn statements(reading: &Reading) -> Vec<String> {
    let tokens = |span: Span| reading.tree.tokens.iter().filter(move |t| span.contains(t.span));
    let bare = |span: Span| {
        tokens(span)
            .map(|token| match token.kind {
                TokenKind::Comment => " ",
                _ => token.span.of(&reading.text),
            })
            .collect()
    };
    let tree = hotsplit_engine::syntax::parse(&reading.text, Some(reading.tree.dialect));
    let statements = tree.statements.iter();
    // Queries beside the DDL are none.
    let ddl = statements.filter(|statement| !matches!(statement.kind, StatementKind::Query(_)));
    ddl.map(|statement| bare(statement.span)).collect()
}

/// Works out every fix of every finding, answered questions included, and puts each result to the
/// emulator. Returns how many were accepted, and what was refused.
fn prove(emulator: &Emulator, label: &str, reading: &Reading, refused: &mut Vec<String>) -> usize {
    let dialect = reading.tree.dialect;
    let mut accepted = 0;
    for finding in &reading.findings {
        if let (Some(question), Some((table, column))) = (&finding.question, finding.column) {
            let fact = &question.choices[0].1;
            let edit = answer::state_fact(&reading.text, &reading.schema, table, column, fact);
            let text = apply_edits(&reading.text, &[edit]).expect("one edit cannot overlap");
            let answered = hotsplit_engine::read(&text, Some(dialect), &Settings::default());
            accepted += prove(emulator, &format!("{label}, {fact}"), &answered, refused);
            continue;
        }
        let parameters = Parameters { reason: Some("proof".to_owned()), ..Parameters::default() };
        for card in hotsplit_engine::cards(reading, finding, &parameters) {
            let Ok(offer) = card.outcome else { continue };
            let statements = known_statements(&offer.after.text, dialect);
            match rollout::takes(emulator, dialect, &statements) {
                Ok(()) => accepted += 1,
                Err(why) => refused.push(format!(
                    "{label}: {} on {}: {why}\n{}",
                    card.fix.short,
                    fixes::object_name(&reading.schema, finding.object),
                    offer.after.text
                )),
            }
        }
    }
    accepted
}

#[test]
fn fixes_of_the_examples_are_accepted() {
    let Some(emulator) = Emulator::for_test("fixes_of_the_examples_are_accepted") else { return };
    let (mut accepted, mut refused) = (0, Vec::new());
    for example in examples() {
        let dialect = example.dialect();
        let sql = plain(&example.sql, dialect.expect("each example names its dialect"));
        let reading = hotsplit_engine::read(&sql, dialect, &Settings::default());
        accepted += prove(&emulator, &example.file, &reading, &mut refused);
    }
    assert!(refused.is_empty(), "{} refused:\n{}", refused.len(), refused.join("\n\n"));
    assert!(accepted >= 20, "expected a fix or more for most examples, found {accepted}");
}

#[test]
fn fixes_of_the_rule_pages_are_accepted() {
    let Some(emulator) = Emulator::for_test("fixes_of_the_rule_pages_are_accepted") else { return };
    let (mut accepted, mut refused) = (0, Vec::new());
    // What Spanner rejects for one reason is not mended by a fix for another.
    let taken =
        |rule: &&&Rule| rule.severity != Severity::Error && !REFUSED_AS_WRITTEN.contains(&rule.id);
    for rule in RULES.iter().filter(taken) {
        for (info, sql) in page::read(rule.page.whole).code() {
            // Blocks on limits are long, and no fix shortens them.
            let long = info.contains("lines=");
            if !info.contains("bad") || long || UNKNOWN_TO_IT.contains(&rule.id) {
                continue;
            }
            let pg = info.split_whitespace().any(|word| word == "pg");
            // This build of the emulator has no full-text search in the PostgreSQL dialect.
            if pg && sql.contains("spanner.tokenlist") {
                continue;
            }
            let dialect = if pg { Dialect::PostgreSql } else { Dialect::GoogleSql };
            // A default of another database is evidence here and unknown there.
            let sql =
                plain(&page::written_out(info, sql), dialect).replace(" DEFAULT uuidv7()", "");
            let reading = hotsplit_engine::read(&sql, Some(dialect), &Settings::default());
            let label = format!("{} ({info})", rule.id);
            // What Spanner rejects as it stands proves nothing of a fix.
            if emulator.accepts(dialect, &statements(&reading)).is_err() {
                continue;
            }
            accepted += prove(&emulator, &label, &reading, &mut refused);
        }
    }
    assert!(refused.is_empty(), "{} refused:\n{}", refused.len(), refused.join("\n\n"));
    assert!(accepted >= 20, "expected a fix or more for most pages, found {accepted}");
}
