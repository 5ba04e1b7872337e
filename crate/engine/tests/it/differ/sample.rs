//! Verdicts of the emulator that are kept in the repository, so that the reader is held to them
//! where no emulator is installed. `cargo xtask differ --record` writes them.

use std::collections::BTreeMap;
use std::path::PathBuf;

use super::report::Report;
use super::{Side, verdict};

/// Statements that are kept of each production, of those that the emulator takes and of the others.
const KEPT_MAX: usize = 8;

/// The file of a dialect: a line for each statement, `takes` or `refuses`, the production, and the
/// statement with `\n` for line ends, with tabs between them.
fn file(side: &Side) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/differ");
    folder.join(format!("{}-verdicts.tsv", side.name))
}

/// Writes down some statements of a report.
pub(super) fn record(side: &Side, report: &Report) {
    let mut kept: BTreeMap<(&str, bool), Vec<&str>> = BTreeMap::new();
    for case in &report.kept {
        let statements = kept.entry((&case.production, case.takes)).or_default();
        // A statement with a tab in it would look like two fields.
        if statements.len() < KEPT_MAX && !case.text.contains(['\t', '\\']) {
            statements.push(&case.text);
        }
    }
    let mut lines = String::new();
    for ((production, takes), statements) in kept {
        let word = if takes { "takes" } else { "refuses" };
        for text in statements {
            lines.push_str(&format!("{word}\t{production}\t{}\n", text.replace('\n', "\\n")));
        }
    }
    std::fs::write(file(side), lines).expect("the folder of the grammars is there");
}

/// The reader says of each kept statement what the emulator said.
#[test]
fn the_reader_agrees_with_what_was_kept() {
    let mut wrong = Vec::new();
    for side in Side::both() {
        let file = file(&side);
        let text = std::fs::read_to_string(&file).unwrap_or_else(|error| {
            panic!("{}: {error}; `cargo xtask differ --record` writes it", file.display())
        });
        for line in text.lines() {
            let [word, production, statement] =
                line.splitn(3, '\t').collect::<Vec<_>>().try_into().expect("three fields");
            let statement = statement.replace("\\n", "\n");
            let mut errors = verdict::errors(side.dialect, &statement);
            if word == "refuses" && errors.is_empty() {
                errors = verdict::refusals(side.dialect, &statement);
            }
            if (word == "takes") != errors.is_empty() {
                let ours = errors.first().map_or("takes", |error| error.message.as_str());
                wrong
                    .push(format!("{} {production}: {word}, ours: {ours}\n{statement}", side.name));
            }
        }
    }
    assert!(wrong.is_empty(), "{} disagree:\n{}", wrong.len(), wrong.join("\n\n"));
}
