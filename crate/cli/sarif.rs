//! Findings as SARIF 2.1.0, for code scanning. Accepted findings are suppressed results, so that
//! their reasons travel with them.

use hotsplit::Reading;
use hotsplit::rules::{self, Finding, RULES, Severity};
use serde_json::{Value, json};

use crate::json::Lines;

/// The log of one file.
pub(crate) fn log(file: &str, reading: &Reading) -> Value {
    let lines = Lines::new(&reading.text);
    let results: Vec<Value> = reading
        .findings
        .iter()
        .filter(|found| found.question.is_none())
        .map(|found| result(file, found, &lines))
        .collect();
    let rules: Vec<Value> = RULES
        .iter()
        .map(|rule| {
            let page = hotsplit::page::read(rule.page);
            let summary = page.blocks.iter().find_map(|block| match block {
                hotsplit::page::Block::Text(text) => Some(text.clone()),
                _ => None,
            });
            json!({
                "id": rule.id,
                "shortDescription": { "text": summary.unwrap_or_else(|| rule.id.to_owned()) },
                "help": { "text": rule.page, "markdown": rule.page },
            })
        })
        .collect();
    json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": "hotsplit",
                "version": env!("CARGO_PKG_VERSION"),
                "rules": rules,
            }},
            "columnKind": "unicodeCodePoints",
            "results": results,
        }],
    })
}

fn result(file: &str, found: &Finding, lines: &Lines<'_>) -> Value {
    let (line, column) = lines.place(found.span.start);
    let (end_line, end_column) = lines.place(found.span.end);
    let mut value = json!({
        "ruleId": found.rule,
        "ruleIndex": RULES.iter().position(|rule| rule.id == found.rule),
        "level": level(found.severity),
        "message": { "text": format!("{}. {} {}.", found.title, found.why, found.help) },
        "locations": [{ "physicalLocation": {
            "artifactLocation": { "uri": if file == "-" { "stdin" } else { file } },
            "region": {
                "startLine": line,
                "startColumn": column,
                "endLine": end_line,
                "endColumn": end_column,
            },
        }}],
        "properties": {
            "severity": crate::json::severity(found.severity),
            "confidence": found.confidence,
            "reason": found.reason.map(rules::unsplittable_word),
        },
    });
    if let Some(reason) = &found.accepted {
        value["suppressions"] = json!([{ "kind": "inSource", "justification": reason }]);
    }
    value
}

fn level(severity: Severity) -> &'static str {
    match severity {
        Severity::Error | Severity::High => "error",
        Severity::Warn => "warning",
        Severity::Ask | Severity::Info | Severity::Hint => "note",
    }
}
