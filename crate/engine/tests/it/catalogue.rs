//! The catalogue's own examples, where they are at hand: those of rules that are built must fire
//! or stay quiet as they are marked.

use hotsplit_engine::facts::Settings;
use hotsplit_engine::rules;
use hotsplit_engine::syntax::tree::Dialect;
use serde_json::Value;

use crate::shared;

#[test]
fn examples_of_the_catalogue_behave_as_marked() {
    let Some(file) =
        shared::needed("examples_of_the_catalogue_behave_as_marked", "rules-data/examples.json")
    else {
        return;
    };
    let all: Vec<Value> = serde_json::from_str(&std::fs::read_to_string(file).unwrap()).unwrap();
    let (mut wrong, mut read) = (Vec::new(), 0);
    for example in &all {
        let word = |name: &str| example[name].as_str().unwrap();
        let dialect = match word("dialect") {
            "gsql" => Dialect::GoogleSql,
            "pg" => Dialect::PostgreSql,
            _ => continue,
        };
        let rule = word("rule");
        if rules::find(rule).is_none() {
            continue;
        }
        read += 1;
        let reading = hotsplit_engine::read(word("ddl"), Some(dialect), &Settings::default());
        let found: Vec<(&str, rules::Severity, &Vec<&str>)> = reading
            .findings
            .iter()
            .filter(|finding| finding.accepted.is_none())
            // Few writes that are stated keep a rule quiet.
            .filter(|finding| finding.harmless.is_none())
            .map(|finding| (finding.rule, finding.severity, &finding.attached))
            .collect();
        let fires = found.iter().any(|(id, _, folded)| *id == rule || folded.contains(&rule));
        if fires != (word("expect") == "fire") || reading.syntax_errors().next().is_some() {
            wrong.push(format!(
                "{rule} should {}: {}\n  {}\n  found {found:?}, errors {:?}",
                word("expect"),
                word("note"),
                word("ddl"),
                reading.syntax_errors().collect::<Vec<_>>()
            ));
        }
    }
    assert!(read > 60, "expected the examples of fourteen rules, found {read}");
    assert!(wrong.is_empty(), "{} of {read}:\n{}", wrong.len(), wrong.join("\n"));
}
