//! Every claim of the source documents that names a rule has that rule. The list stands beside the
//! project on some machines only.

use std::collections::BTreeSet;

use hotsplit_content::file::{File, Kind, files};
use hotsplit_engine::rules;

use crate::shared;

/// Families of ids; a word in backticks that begins so names a rule.
pub(crate) const FAMILIES: &[&str] = &[
    "key-",
    "index-",
    "interleave-",
    "fk-",
    "type-",
    "limit-",
    "seq-",
    "ttl-",
    "stream-",
    "graph-",
    "meta-",
];

#[test]
fn every_rule_that_a_claim_names_is_there() {
    let Some(file) = shared::needed("every_rule_that_a_claim_names_is_there", "design/coverage.md")
    else {
        return;
    };
    let text = std::fs::read_to_string(file).unwrap();
    let (mut claims, mut named, mut missing) = (0, BTreeSet::new(), BTreeSet::new());
    for row in text.lines().filter(|line| line.starts_with("| S")) {
        claims += 1;
        for word in row.split('`').skip(1).step_by(2) {
            let family = FAMILIES.iter().any(|family| word.starts_with(family));
            let id = word.chars().all(|c| c.is_ascii_lowercase() || c == '-');
            if family && id && !word.ends_with('-') {
                named.insert(word.to_owned());
                if rules::find(word).is_none() {
                    missing.insert(word.to_owned());
                }
            }
        }
    }
    assert!(claims > 150, "expected the claims of three documents, found {claims}");
    assert!(named.len() > 20, "expected the rules they name, found {named:?}");
    assert!(missing.is_empty(), "named and not there: {missing:?}");
}

/// The catalogue's own list: every rule of it is built, but those for other databases' DDL.
#[test]
fn every_rule_of_the_catalogue_is_there() {
    let Some(file) =
        shared::needed("every_rule_of_the_catalogue_is_there", "rules-data/rules.json")
    else {
        return;
    };
    let all: Vec<serde_json::Value> =
        serde_json::from_str(&std::fs::read_to_string(file).unwrap()).unwrap();
    let missing: Vec<&str> = all
        .iter()
        .filter_map(|rule| rule["id"].as_str())
        .filter(|id| !id.starts_with("migrate-") && rules::find(id).is_none())
        .collect();
    assert!(all.len() > 150, "expected the whole catalogue, found {}", all.len());
    assert!(missing.is_empty(), "{} are not built: {missing:?}", missing.len());
}

/// A preset is an example of the page, or a workload to start from.
#[test]
fn every_preset_that_a_claim_names_is_there() {
    let Some(file) =
        shared::needed("every_preset_that_a_claim_names_is_there", "design/coverage.md")
    else {
        return;
    };
    let text = std::fs::read_to_string(file).unwrap();
    let claims_of = |kind| files(kind).iter().flat_map(File::claims).collect::<Vec<String>>();
    let of_presets = claims_of(Kind::Presets);
    let of_examples = claims_of(Kind::Examples);
    let ids: BTreeSet<&str> = of_examples.iter().chain(&of_presets).map(String::as_str).collect();
    let mut claims = BTreeSet::new();
    let mut missing = Vec::new();
    for row in text.lines().filter(|line| line.starts_with("| S")) {
        let cells: Vec<&str> = row.split('|').map(str::trim).collect();
        let names = cells[3].to_lowercase().contains("preset");
        claims.insert(cells[1]);
        if names && !ids.contains(cells[1]) {
            missing.push(cells[1]);
        }
    }
    assert!(ids.len() > 25, "expected the examples of three documents, found {ids:?}");
    assert!(missing.is_empty(), "presets that are not there: {missing:?}");
    let unknown: Vec<&String> =
        of_presets.iter().filter(|id| !claims.contains(id.as_str())).collect();
    assert!(unknown.is_empty(), "presets speak of claims that nobody made: {unknown:?}");
}
