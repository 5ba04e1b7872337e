//! The JSON that other programs read. Its shape is documented in the README and does not change
//! without notice. Lines and columns count from 1, columns in characters.

use hotsplit_wire::engine::facts::Evidence;
use hotsplit_wire::engine::rules::listed::LISTED_MAX;
use hotsplit_wire::engine::rules::{self, Finding, Question};
use hotsplit_wire::engine::sim::assumptions::LEFT_OUT;
use hotsplit_wire::engine::syntax::tree::{
    AlterAction, Statement, StatementKind, SyntaxError, Tree,
};
use hotsplit_wire::engine::{Reading, Rewritten, Side, Simulated};
use hotsplit_wire::run_answer::{run_answer, run_ranges};
use serde_json::{Value, json};

use super::checked::Checked;
use super::json_values::{Lines, dialect, loss, severity};
use super::proof::Prover;

/// `hotsplit fix --plan`: the steps, as the page gets them.
pub(crate) fn plan(
    before: &Reading,
    rewritten: &Rewritten,
    deployed: bool,
) -> Result<Value, String> {
    let plan = hotsplit_wire::engine::rollout_of(before, rewritten, deployed);
    let mut plan = hotsplit_wire::rollout::rollout(&plan);
    // Other programs have the steps.
    plan.markdown.clear();
    let mut value = serde_json::to_value(plan).map_err(|error| error.to_string())?;
    if let Some(fields) = value.as_object_mut() {
        fields.remove("markdown");
    }
    Ok(value)
}

/// `hotsplit check --format json`.
pub(crate) fn check(checked: &Checked<'_>) -> Value {
    let reading = checked.reading;
    let lines = checked.lines();
    let mut prover = checked.prover();
    let worked = hotsplit_wire::headroom::Worked::of(reading);
    let report = worked.report(reading);
    let verdict = hotsplit_wire::verdict::of_reading(reading, &report, worked.writes_per_second());
    let ceilings = worked.ceilings();
    let listed = reading.listed();
    let mut findings = standing(reading, &ceilings, &lines, prover.as_mut());
    findings.extend(checked.losses().into_iter().map(|it| loss(it, &lines)));
    let accepted = listed.iter().filter(|found| found.accepted.is_some());
    let accepted: Vec<Value> =
        accepted.map(|found| finding(reading, found, &ceilings, &lines, Vec::new())).collect();
    let questions: Vec<Value> = listed
        .iter()
        .filter_map(|found| Some(question(reading, found, found.question.as_ref()?, &lines)))
        .collect();
    let notes = reading.notes().into_iter().take(LISTED_MAX);
    let mut notes: Vec<Value> = notes
        .map(|(span, message)| json!({ "message": message, "span": lines.span(span) }))
        .collect();
    let left_out = prover.and_then(|it| it.left_out());
    for message in left_out.into_iter().chain(reading.left_out()).chain(checked.losses_left_out()) {
        notes.push(json!({ "message": message, "span": lines.span(reading.schema.span) }));
    }
    json!({
        "dialect": checked.dialect(),
        "verdict": verdict,
        "rateStated": reading.facts.headroom.rate_stated,
        "headroom": report,
        "findings": findings,
        "questions": questions,
        "accepted": accepted,
        "syntaxErrors": errors(reading.syntax_errors().take(LISTED_MAX), &lines),
        "notes": notes,
    })
}

/// Findings that nobody accepted, with the fixes that are proven for them.
fn standing(
    reading: &Reading,
    ceilings: &hotsplit_wire::headroom::Ceilings,
    lines: &Lines<'_>,
    mut prover: Option<&mut Prover<'_>>,
) -> Vec<Value> {
    listed_standing(reading)
        .map(|found| {
            let fixes = prover.as_mut().map(|prover| offered(found, prover));
            finding(reading, found, ceilings, lines, fixes.unwrap_or_default())
        })
        .collect()
}

/// What is listed of the findings that nobody accepted and that are no questions.
fn listed_standing(reading: &Reading) -> impl Iterator<Item = &Finding> {
    let listed = reading.listed().into_iter();
    listed.filter(|found| found.accepted.is_none() && found.question.is_none())
}

/// Findings of the literal port of a source, each with its bytes in the source.
pub(crate) fn literal_findings(checked: &Checked<'_>) -> Vec<Value> {
    let (reading, lines) = (checked.reading, checked.lines());
    let ceilings = hotsplit_wire::headroom::Worked::of(reading).ceilings();
    listed_standing(reading)
        .map(|found| {
            let mut value = finding(reading, found, &ceilings, &lines, Vec::new());
            let source = lines.find(found.span);
            value["source"] = json!({ "start": source.start, "end": source.end });
            value
        })
        .collect()
}

fn finding(
    reading: &Reading,
    found: &Finding,
    ceilings: &hotsplit_wire::headroom::Ceilings,
    lines: &Lines<'_>,
    fixes: Vec<Value>,
) -> Value {
    let managed = found.object.managed(&reading.schema);
    let mut value = json!({
        "rule": found.rule,
        "severity": severity(found.severity),
        "object": found.object.name(&reading.schema),
        "table": managed.as_ref().map(|index| index.table),
        "constraint": managed.as_ref().and_then(|index| index.constraint),
        "columns": managed.as_ref().map(|index| &index.columns),
        "column": found.column_name(&reading.schema),
        "message": found.title,
        "why": found.why,
        "help": found.help,
        "reason": found.reason.map(rules::UnsplittableReason::as_str),
        "confirm": rules::find(found.rule).and_then(rules::Rule::confirm),
        "confidence": found.confidence,
        "utilisation": found.utilisation,
        "ceilingWritesPerSecond": found.pressure.as_ref().and_then(|_| ceilings.find(found.object)),
        "share": found.pressure.as_ref().map(|pressure| pressure.share),
        "nodesHarmless": found.pressure.as_ref().map(|pressure| pressure.nodes_harmless()),
        "rateStated": found.pressure.as_ref().map(|pressure| pressure.stated),
        "harmless": found.harmless,
        "attached": found.attached,
        "evidence": found.evidence.iter().map(|e| evidence(e, lines)).collect::<Vec<_>>(),
        "span": lines.span(found.span),
        "fixes": fixes,
    });
    if let Some(reason) = &found.accepted {
        value["accepted"] = json!(reason);
    }
    value
}

/// Fixes that were worked out and proven for a finding.
fn offered(found: &Finding, prover: &mut Prover<'_>) -> Vec<Value> {
    let proposals = prover.proposals(found).into_iter();
    let offered = proposals.filter(|(_, outcome)| outcome.is_ok());
    offered
        .map(|(fix, _)| json!({ "id": fix.id, "short": fix.short, "title": fix.title }))
        .collect()
}

fn evidence(evidence: &Evidence, lines: &Lines<'_>) -> Value {
    json!({ "what": evidence.what.as_str(), "span": lines.span(evidence.span) })
}

fn question(reading: &Reading, found: &Finding, asked: &Question, lines: &Lines<'_>) -> Value {
    let choices: Vec<Value> =
        asked.choices.iter().map(|(label, fact)| json!({ "label": label, "fact": fact })).collect();
    json!({
        "rule": found.rule,
        "object": found.object.name(&reading.schema),
        "column": found.column_name(&reading.schema),
        "question": asked.text,
        "choices": choices,
        "span": lines.span(found.span),
    })
}

fn errors<'a>(errors: impl Iterator<Item = &'a SyntaxError>, lines: &Lines<'_>) -> Vec<Value> {
    errors
        .map(|error| {
            let cure = error.cure.as_ref().map(|cure| cure.label.as_str());
            json!({ "message": error.message.as_str(), "span": lines.span(error.span), "cure": cure })
        })
        .collect()
}

/// `hotsplit rules --format json`.
pub(crate) fn rules() -> Value {
    let one = |rule: &&rules::Rule| {
        json!({
            "id": rule.id,
            "severity": severity(rule.severity),
            "line": rule.page.line,
            "confirm": rule.confirm(),
            "replaces": rule.replaces,
        })
    };
    let mut all: Vec<Value> = rules::RULES.iter().map(one).collect();
    all.extend(
        hotsplit_port::port::RULES.iter().map(
            |rule| json!({ "id": rule.id, "severity": rule.severity.name(), "line": rule.line }),
        ),
    );
    json!({ "rules": all })
}

/// `hotsplit syntax --format json`.
pub(crate) fn syntax(text: &str, tree: &Tree) -> Value {
    let lines = Lines::new(text);
    let statements: Vec<Value> = tree
        .statements
        .iter()
        .map(|statement| {
            let (kind, object) = kind(statement);
            json!({ "kind": kind, "object": object, "span": lines.span(statement.span) })
        })
        .collect();
    json!({
        "dialect": dialect(tree.dialect),
        "statements": statements,
        "syntaxErrors": errors(tree.errors.iter(), &lines),
        "notes": tree.notes.iter()
            .map(|note| json!({ "message": note.message, "span": lines.span(note.span) }))
            .collect::<Vec<_>>(),
    })
}

fn kind(statement: &Statement) -> (String, Option<String>) {
    let kind_and_name = |kind: &str, name: &str| (kind.to_owned(), Some(name.to_owned()));
    match &statement.kind {
        StatementKind::CreateTable(table) => kind_and_name("CREATE TABLE", &table.name.text),
        StatementKind::CreateIndex(index) => kind_and_name("CREATE INDEX", &index.name.text),
        StatementKind::CreateSequence(sequence) => {
            kind_and_name("CREATE SEQUENCE", &sequence.name.text)
        }
        StatementKind::AlterTable(alter) => {
            let action = match &alter.action {
                AlterAction::AddColumn(_) => "ALTER TABLE ADD COLUMN",
                AlterAction::AddForeignKey(_) => "ALTER TABLE ADD FOREIGN KEY",
                AlterAction::AddCheck(_) => "ALTER TABLE ADD CHECK",
                AlterAction::SetTtl { replace: false, .. } => "ALTER TABLE ADD ROW DELETION POLICY",
                AlterAction::SetTtl { .. } => "ALTER TABLE REPLACE ROW DELETION POLICY",
                AlterAction::DropTtl(_) => "ALTER TABLE DROP ROW DELETION POLICY",
                AlterAction::DropColumn { .. } => "ALTER TABLE DROP COLUMN",
                AlterAction::AlterColumn { .. } => "ALTER TABLE ALTER COLUMN",
                AlterAction::DropConstraint { .. } => "ALTER TABLE DROP CONSTRAINT",
                AlterAction::SetOnDelete { .. } => "ALTER TABLE SET ON DELETE",
                AlterAction::SetInterleave(_) => "ALTER TABLE SET INTERLEAVE IN",
                AlterAction::AddSynonym(_) => "ALTER TABLE ADD SYNONYM",
                AlterAction::DropSynonym(_) => "ALTER TABLE DROP SYNONYM",
                AlterAction::RenameTo { .. } => "ALTER TABLE RENAME TO",
                AlterAction::SetOptions(_) => "ALTER TABLE SET OPTIONS",
                AlterAction::Other(_) => "ALTER TABLE",
            };
            kind_and_name(action, &alter.name.text)
        }
        StatementKind::CreateSchema(name) => kind_and_name("CREATE SCHEMA", &name.text),
        StatementKind::CreateView(view) => kind_and_name("CREATE VIEW", &view.name.text),
        StatementKind::CreateChangeStream(stream) => {
            kind_and_name("CREATE CHANGE STREAM", &stream.name.text)
        }
        StatementKind::AlterChangeStream(stream) => {
            kind_and_name("ALTER CHANGE STREAM", &stream.name.text)
        }
        StatementKind::CreatePropertyGraph(graph) => {
            kind_and_name("CREATE PROPERTY GRAPH", &graph.name.text)
        }
        StatementKind::CreateSearchIndex(made) => {
            kind_and_name("CREATE SEARCH INDEX", &made.index.name.text)
        }
        StatementKind::CreateVectorIndex(made) => {
            kind_and_name("CREATE VECTOR INDEX", &made.index.name.text)
        }
        StatementKind::AlterIndex(alter) => {
            (format!("ALTER {}", alter.kind.words()), Some(alter.name.text.to_string()))
        }
        StatementKind::AlterSequence(alter) => kind_and_name("ALTER SEQUENCE", &alter.name.text),
        StatementKind::RenameTables(renames) => {
            ("RENAME TABLE".to_owned(), renames.first().map(|rename| rename.from.text.to_string()))
        }
        StatementKind::Drop(dropped) => {
            (format!("DROP {}", dropped.kind.words()), Some(dropped.name.text.to_string()))
        }
        StatementKind::AlterDatabase(_) => ("ALTER DATABASE".to_owned(), None),
        StatementKind::Other(other) => {
            (other.words.clone(), other.object.as_ref().map(|name| name.text.to_string()))
        }
        StatementKind::Query(query) => {
            ("SELECT".to_owned(), query.tables.first().map(|table| table.name.text.to_string()))
        }
        StatementKind::Skipped => ("SKIPPED".to_owned(), None),
    }
}

/// `hotsplit simulate --format json`.
pub(crate) fn simulation(seed: u32, done: &Simulated) -> Value {
    let mut value = json!({
        "seed": seed,
        "nodes": done.before.reading.facts.file.nodes,
        "headline": hotsplit_wire::headline::of(done),
        "rateStated": done.before.reading.facts.headroom.rate_stated,
        "used": hotsplit_wire::knobs::used(done),
        "before": run(&done.before),
        "assumptions": hotsplit_wire::headline::assumptions(done),
        "leftOut": LEFT_OUT,
    });
    if let Some(after) = &done.after {
        value["after"] = run(after);
    }
    value
}

/// What of a run only its picture needs.
const OF_PICTURE: [&str; 9] = [
    "serverMeans",
    "columns",
    "secondsPerColumn",
    "rows",
    "bands",
    "metrics",
    "patterns",
    "events",
    "added",
];

/// The numbers of a run as the page has them.
fn run(side: &Side) -> Value {
    let mut run = json!(run_answer(side));
    if let Value::Object(numbers) = &mut run {
        numbers.retain(|name, _| !OF_PICTURE.contains(&name.as_str()));
        numbers.entry("secondsToBalance").or_insert(Value::Null);
        numbers.insert("ranges".to_owned(), json!(run_ranges(side)));
    }
    run
}
