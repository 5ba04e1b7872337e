//! Findings as SARIF 2.1.0, for code scanning. Accepted findings are suppressed results, so that
//! their reasons travel with them.

use hotsplit_port::port::{self, Loss};
use hotsplit_wire::engine::Reading;
use hotsplit_wire::engine::fixes::Stage;
use hotsplit_wire::engine::rules::{self, Finding, RULES, Severity};
use hotsplit_wire::engine::text::Span;
use serde_json::{Value, json};

use super::checked::{Checked, severity_of};
use super::json_values::Lines;
use super::proof::Prover;

/// The log of one file.
pub(crate) fn log(checked: &Checked<'_>) -> Value {
    let (file, reading) = (checked.file, checked.reading);
    let lines = checked.lines();
    let mut prover = checked.prover();
    let mut results: Vec<Value> = reading
        .listed()
        .into_iter()
        .filter(|found| found.question.is_none())
        .map(|found| result(file, reading, found, &lines, prover.as_mut()))
        .collect();
    let mut rules: Vec<Value> = RULES
        .iter()
        .map(|rule| {
            json!({
                "id": rule.id,
                "shortDescription": { "text": rule.page.line },
                "help": { "text": rule.page.whole, "markdown": rule.page.whole },
                "defaultConfiguration": { "level": level(rule.severity) },
            })
        })
        .collect();
    if checked.audit.is_some() {
        rules.extend(loss_rules());
        let losses = checked.losses().into_iter();
        results.extend(losses.map(|loss| loss_result(file, loss, &lines, RULES.len())));
    }
    let mut log = log_of(rules, results);
    // A log holds results alone; that there are more is a remark of the run.
    let left_out = reading.left_out().into_iter().chain(checked.losses_left_out());
    let notes: Vec<Value> = left_out
        .map(|message| json!({ "level": "note", "message": { "text": message } }))
        .collect();
    if !notes.is_empty() {
        log["runs"][0]["invocations"] =
            json!([{ "executionSuccessful": true, "toolExecutionNotifications": notes }]);
    }
    log
}

/// The log of the losses of a port.
pub(crate) fn port_log(file: &str, losses: &[Loss], text: &str) -> Value {
    let lines = Lines::new(text);
    let results = losses.iter().map(|loss| loss_result(file, loss, &lines, 0)).collect();
    log_of(loss_rules(), results)
}

fn log_of(rules: Vec<Value>, results: Vec<Value>) -> Value {
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

/// The rules of losses.
fn loss_rules() -> Vec<Value> {
    let rule = |rule: &port::Rule| {
        json!({
            "id": rule.id,
            "shortDescription": { "text": rule.line },
            "help": { "text": rule.page, "markdown": rule.page },
            "defaultConfiguration": { "level": level(severity_of(rule.severity)) },
        })
    };
    port::RULES.iter().map(rule).collect()
}

/// What a port cannot carry over. Its rules are listed behind `rules_before` others.
fn loss_result(file: &str, loss: &Loss, lines: &Lines<'_>, rules_before: usize) -> Value {
    let index = port::RULES.iter().position(|rule| rule.id == loss.rule);
    let name = match &loss.column {
        Some(column) => format!("{}.{column}", loss.object),
        None => loss.object.clone(),
    };
    json!({
        "ruleId": loss.rule,
        "ruleIndex": index.map(|it| it + rules_before),
        "level": level(severity_of(loss.severity)),
        "message": { "text": format!("{name}: {}.", loss.message) },
        "locations": [{ "physicalLocation": {
            "artifactLocation": artifact(file),
            "region": region(loss.source, lines),
        }, "logicalLocations": [{ "fullyQualifiedName": name }] }],
        "properties": {
            "severity": loss.severity.name(),
            "what": loss.what.name(),
            "decision": loss.decision.as_ref().map(super::json_values::decision),
        },
    })
}

fn result(
    file: &str,
    reading: &Reading,
    found: &Finding,
    lines: &Lines<'_>,
    prover: Option<&mut Prover<'_>>,
) -> Value {
    let place = artifact(file);
    let mut value = json!({
        "ruleId": found.rule,
        "ruleIndex": RULES.iter().position(|rule| rule.id == found.rule),
        "level": level(found.severity),
        "message": { "text": format!("{}. {} {}.", found.title, found.why, found.help) },
        "locations": [{ "physicalLocation": {
            "artifactLocation": place,
            "region": region(lines.find(found.span), lines),
        }, "logicalLocations": [logical(reading, found)] }],
        "properties": {
            "severity": super::json_values::severity(found.severity),
            "confidence": found.confidence,
            "reason": found.reason.map(rules::UnsplittableReason::as_str),
        },
    });
    if let Some(reason) = &found.accepted {
        value["suppressions"] = json!([{ "kind": "inSource", "justification": reason }]);
        return value;
    }
    // Accepting wants a reason of the reader's own, so it is no change that a tool may make.
    let proposals = prover.map(|prover| prover.proposals(found)).unwrap_or_default().into_iter();
    let fixes: Vec<Value> = proposals
        .filter_map(|(fix, outcome)| Some((fix, outcome.ok()?.plan)))
        .filter(|(fix, _)| fix.stage != Stage::Words)
        .map(|(fix, plan)| {
            let replacements: Vec<Value> = plan
                .edits
                .iter()
                .map(|edit| {
                    json!({
                        "deletedRegion": region(edit.span, lines),
                        "insertedContent": { "text": edit.insert },
                    })
                })
                .collect();
            json!({
                "description": { "text": format!("{}: {}", fix.short, fix.title) },
                "artifactChanges": [{
                    "artifactLocation": artifact(file),
                    "replacements": replacements,
                }],
            })
        })
        .collect();
    if !fixes.is_empty() {
        value["fixes"] = json!(fixes);
    }
    value
}

/// The object by its name; an index that Spanner keeps for a foreign key by table, constraint and
/// columns, since it has no name in the DDL.
fn logical(reading: &Reading, found: &Finding) -> Value {
    let name = found.object.name(&reading.schema);
    let Some(index) = found.object.managed(&reading.schema) else {
        return json!({ "fullyQualifiedName": name });
    };
    let key = index.constraint.map_or_else(String::new, |name| format!(".{name}"));
    let whole = format!("{}{key}({})", index.table, index.columns.join(", "));
    json!({
        "fullyQualifiedName": whole,
        "kind": "managed index",
        "properties": {
            "table": index.table,
            "constraint": index.constraint,
            "columns": index.columns,
        },
    })
}

fn artifact(file: &str) -> Value {
    json!({ "uri": if file == "-" { "stdin".to_owned() } else { uri(file) } })
}

/// A path as a relative reference: what a URI gives a meaning to is escaped.
fn uri(file: &str) -> String {
    let mut uri = String::with_capacity(file.len());
    for byte in file.bytes() {
        if byte.is_ascii_alphanumeric() || b"/._-~".contains(&byte) {
            uri.push(char::from(byte));
        } else if byte == b'\\' {
            uri.push('/');
        } else {
            uri.push_str(&format!("%{byte:02X}"));
        }
    }
    uri
}

fn region(span: Span, lines: &Lines<'_>) -> Value {
    let (line, column) = lines.place(span.start);
    let (end_line, end_column) = lines.place(span.end);
    json!({
        "startLine": line,
        "startColumn": column,
        "endLine": end_line,
        "endColumn": end_column,
    })
}

fn level(severity: Severity) -> &'static str {
    match severity {
        Severity::Error | Severity::High => "error",
        Severity::Warn => "warning",
        Severity::Ask | Severity::Info | Severity::Hint => "note",
    }
}
