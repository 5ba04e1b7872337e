//! SARIF as other programs take it: it is what the published schema says, with fixes as
//! replacements and accepted findings as suppressions.

use std::path::PathBuf;
use std::process::Command;

use serde_json::Value;

use super::audit::MYSQL;
use super::cli::{LEDGER, json, run};

/// The schema of SARIF 2.1.0 as OASIS published it; the package `serde-sarif` carries it.
fn schema() -> Value {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version", "1", "--locked"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .unwrap();
    let metadata: Value = serde_json::from_slice(&output.stdout).unwrap();
    let packages = metadata["packages"].as_array().unwrap();
    let package = packages.iter().find(|package| package["name"] == "serde-sarif").unwrap();
    let manifest = PathBuf::from(package["manifest_path"].as_str().unwrap());
    let file = manifest.parent().unwrap().join("src/schema.json");
    let mut schema: Value = serde_json::from_str(&std::fs::read_to_string(file).unwrap()).unwrap();
    // As published, this one pattern has an unmatched bracket; it is of a language we do not name.
    for of in ["run", "toolComponent"] {
        let language = &mut schema["definitions"][of]["properties"]["language"];
        language.as_object_mut().unwrap().remove("pattern");
    }
    schema
}

/// A schema with a high finding, an accepted one, an error and a question.
const MIXED: &str = "\
-- hotsplit: accept(key-timestamp-first) reason=\"two rows a day, über alles\"
CREATE TABLE Days (At TIMESTAMP NOT NULL) PRIMARY KEY (At);
CREATE TABLE Users (UserId INT64 NOT NULL, Seen TIMESTAMP) PRIMARY KEY (UserId);
CREATE INDEX UsersBySeen ON Users (Seen);
CREATE TABLE Transactions (
  TxnId STRING(26) NOT NULL, -- ULID
) PRIMARY KEY (TxnId);
";

#[test]
fn sarif_is_what_its_schema_says() {
    let validator = jsonschema::validator_for(&schema()).unwrap();
    let spanner = [LEDGER, MIXED, "", "CREATE TABLE (", "DROP TABLE Gone;"];
    let check = ["check", "--format", "sarif", "-"];
    let audit = ["check", "--format", "sarif", "--dialect", "source-mysql", "-"];
    let port = ["port", "--format", "sarif", "--to", "googlesql", "-"];
    let all = spanner.map(|text| (&check[..], text)).into_iter();
    for (args, text) in all.chain([(&audit[..], MYSQL), (&port[..], MYSQL)]) {
        let log = json(args, text);
        let errors: Vec<String> = validator
            .iter_errors(&log)
            .map(|error| format!("{}: {error}", error.instance_path()))
            .collect();
        assert!(errors.is_empty(), "{text}\n{}", errors.join("\n"));
    }
}

#[test]
fn results_carry_fixes_and_suppressions() {
    let log = json(&["check", "--format", "sarif", "-"], MIXED);
    let results = log["runs"][0]["results"].as_array().unwrap();
    let of = |rule: &str| results.iter().find(|result| result["ruleId"] == rule).unwrap();
    let accepted = of("key-timestamp-first");
    assert_eq!(accepted["suppressions"][0]["justification"], "two rows a day, über alles");
    assert!(accepted.get("fixes").is_none(), "what is accepted is not to be changed");
    let hot = of("key-time-ordered-id");
    assert_eq!(hot["level"], "error");
    let fix = &hot["fixes"][0];
    assert!(fix["description"]["text"].as_str().unwrap().starts_with("T5"), "{fix}");
    let change = &fix["artifactChanges"][0];
    assert_eq!(change["artifactLocation"]["uri"], "stdin");
    let inserted: String = change["replacements"]
        .as_array()
        .unwrap()
        .iter()
        .map(|replacement| replacement["insertedContent"]["text"].as_str().unwrap())
        .collect();
    assert!(inserted.contains("FARM_FINGERPRINT(TxnId)"), "{inserted}");
}

/// The replacements, applied as another program would, give what `hotsplit fix` gives.
#[test]
fn replacements_give_the_fixed_text() {
    let log = json(&["check", "--format", "sarif", "-"], LEDGER);
    let fix = &log["runs"][0]["results"][0]["fixes"][0];
    let mut text = LEDGER.to_owned();
    let offset = |line: &Value, column: &Value| {
        let line = usize::try_from(line.as_u64().unwrap()).unwrap();
        let column = usize::try_from(column.as_u64().unwrap()).unwrap();
        LEDGER.split_inclusive('\n').take(line - 1).map(str::len).sum::<usize>() + column - 1
    };
    let replacements = fix["artifactChanges"][0]["replacements"].as_array().unwrap();
    let mut edits: Vec<(usize, usize, &str)> = replacements
        .iter()
        .map(|replacement| {
            let region = &replacement["deletedRegion"];
            (
                offset(&region["startLine"], &region["startColumn"]),
                offset(&region["endLine"], &region["endColumn"]),
                replacement["insertedContent"]["text"].as_str().unwrap(),
            )
        })
        .collect();
    edits.sort_unstable();
    for (start, end, insert) in edits.into_iter().rev() {
        text.replace_range(start..end, insert);
    }
    let output = run(&["fix", "--choose", "Transactions=T5", "-"], LEDGER);
    assert_eq!(text, String::from_utf8(output.stdout).unwrap());
}
