//! What a reading found: findings, questions, syntax errors, notes and the objects of the schema.

use serde::{Deserialize, Serialize};
#[cfg(target_arch = "wasm32")]
use tsify::Tsify;

use crate::ceiling::Ceiling;
use crate::headroom::{self, HeadroomReport};
use crate::tables::TableLoad;
use crate::text::{DialectChoice, Positions, Range, TextEdit};
use crate::verdict::{self, SchemaVerdict};
use crate::workload::{Workload, stated};
use hotsplit_engine::fixes::{answer, withdraw};
use hotsplit_engine::rules::listed::LISTED_MAX;
use hotsplit_engine::schema::{KeyPart, Schema, TableId};
use hotsplit_engine::syntax::source::{Detected, Source, detect};
use hotsplit_engine::text::Span;
use hotsplit_engine::{Reading, order, rules};

/// "Read this text."
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct AnalyseAsk {
    /// The text.
    pub text: String,
    /// The dialect.
    pub dialect: DialectChoice,
    /// What the person has set.
    pub workload: Workload,
}

/// What was found in a text.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Analysis {
    /// The dialect it was read in.
    pub dialect: DialectChoice,
    /// Findings, worst first.
    pub findings: Vec<Finding>,
    /// Questions that the text leaves open.
    pub questions: Vec<Question>,
    /// Findings accepted with a reason.
    pub accepted: Vec<Finding>,
    /// What could not be read.
    pub syntax_errors: Vec<Remark>,
    /// Remarks that are no errors.
    pub notes: Vec<Remark>,
    /// Tables and indexes in the order of the text.
    pub objects: Vec<SchemaObject>,
    /// What directives in the text say of the workload.
    pub stated: Workload,
    /// What each table is for, and how often it is written and read.
    pub tables: Vec<TableLoad>,
    /// A rate of the whole schema is given, or one of every table is stated.
    pub rate_stated: bool,
    /// How much room the schema leaves, at what the text says of the instance.
    pub headroom: HeadroomReport,
    /// What it comes to, in a few sentences.
    pub verdict: SchemaVerdict,
    /// The database that it is a dump or schema of, where that is not Spanner and nobody has said
    /// how to read it: it is to be ported first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<SourceDatabase>,
}

/// A database that is ported from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "lowercase")]
pub enum SourceDatabase {
    /// MySQL and MariaDB.
    MySql,
    /// PostgreSQL itself.
    PostgreSql,
}

/// A table or index.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct SchemaObject {
    /// Name as the DDL says it.
    pub name: String,
    /// `table`, `index`, or `managed index`.
    pub kind: String,
    /// The table of an index; the parent of an interleaved table.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub of: Option<String>,
    /// The key in words: `(ShardId, TxnId)`.
    pub key: String,
    /// Names of a table's columns in the order of the text; empty for an index.
    pub columns: Vec<String>,
    /// Its statement.
    pub range: Range,
}

/// A remark with its place.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Remark {
    /// In words.
    pub message: String,
    /// Where.
    pub range: Range,
    /// What would cure it, if that is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cure: Option<Cure>,
}

/// A change of the text that cures a syntax error.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Cure {
    /// What it does, for a button.
    pub label: String,
    /// The edits of the text.
    pub edits: Vec<TextEdit>,
}

/// How bad a finding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// Spanner rejects it.
    Error,
    /// A hotspot.
    High,
    /// May become a problem.
    Warn,
    /// A question.
    Ask,
    /// Worth knowing.
    Info,
    /// An opportunity.
    Hint,
}

/// One finding.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Finding {
    /// Names this finding among all: `key-timestamp-first Visits.SeenAt`. Stable while typing.
    pub key: String,
    /// The rule.
    pub rule: String,
    /// How bad.
    pub severity: Severity,
    /// The table or index.
    pub object: String,
    /// For an index that Spanner keeps for a foreign key: the table that it is on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub table: Option<String>,
    /// For such an index: the foreign key, if that has a name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub constraint: Option<String>,
    /// For such an index: its key columns in order.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub columns: Option<Vec<String>>,
    /// The column, if one is to blame.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub column: Option<String>,
    /// What is wrong; names in backticks.
    pub title: String,
    /// What it costs.
    pub why: String,
    /// What to do.
    pub help: String,
    /// Spanner's own word for it, as in `MOVING_HOT_SPOT`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// The query that confirms it on a live database.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub query: Option<String>,
    /// Why it is believed.
    pub evidence: Vec<Evidence>,
    /// The line to blame.
    pub range: Range,
    /// How sure, 0 to 1.
    pub confidence: f64,
    /// Load over what one split can take, where the rates are stated.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub utilisation: Option<f64>,
    /// Writes/s over the whole schema at which its split is full, whatever the nodes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ceiling_writes_per_second: Option<Ceiling>,
    /// Share of the schema's work that goes to its split, 0 to 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub share: Option<f64>,
    /// Nodes up to which it does no harm.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nodes_harmless: Option<f64>,
    /// Whether the rate it is judged by is stated; absent where it is not about a rate.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rate_stated: Option<bool>,
    /// Why it does no harm as things are, with what would change that. Nobody has accepted it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub harmless: Option<String>,
    /// Fixes that may help, best first; ask for their cards.
    pub fixes: Vec<FixName>,
    /// Rules that explain something about this finding.
    pub attached: Vec<String>,
    /// The reason it was accepted with.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub accepted: Option<String>,
    /// For an accepted finding, the edits that take the acceptance out of the text again.
    pub withdraw: Vec<TextEdit>,
}

/// A piece of evidence.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Evidence {
    /// In words.
    pub what: String,
    /// Where.
    pub range: Range,
}

/// A fix by name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct FixName {
    /// As in `hash-shard-prefix`.
    pub id: String,
    /// A short form of the id for people, as in `T5`.
    pub short: String,
    /// What it does.
    pub title: String,
}

/// A question; each answer is an edit that writes a directive.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Question {
    /// Names this question among all.
    pub key: String,
    /// The rule that asks.
    pub rule: String,
    /// The table or index.
    pub object: String,
    /// The column.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub column: Option<String>,
    /// The question.
    pub question: String,
    /// Why it matters.
    pub why: String,
    /// The answers.
    pub choices: Vec<Choice>,
    /// Where.
    pub range: Range,
}

/// An answer.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Choice {
    /// What the person reads.
    pub label: String,
    /// The directive's fact: `sequential`.
    pub fact: String,
    /// The edit that writes it into the text.
    pub edit: TextEdit,
}

impl From<rules::Severity> for Severity {
    fn from(severity: rules::Severity) -> Self {
        match severity {
            rules::Severity::Error => Self::Error,
            rules::Severity::High => Self::High,
            rules::Severity::Warn => Self::Warn,
            rules::Severity::Ask => Self::Ask,
            rules::Severity::Info => Self::Info,
            rules::Severity::Hint => Self::Hint,
        }
    }
}

/// What a reading found, for the page.
#[must_use]
pub fn analysis(reading: &Reading) -> Analysis {
    let at = Positions::new(&reading.text);
    let worked = headroom::Worked::of(reading);
    let report = worked.report(reading);
    let mut answer = Analysis {
        dialect: reading.tree.dialect.into(),
        findings: Vec::new(),
        questions: Vec::new(),
        accepted: Vec::new(),
        syntax_errors: reading
            .syntax_errors()
            .take(LISTED_MAX)
            .map(|error| Remark {
                message: error.message.to_string(),
                range: at.range(error.span),
                cure: error.cure.as_ref().map(|cure| Cure {
                    label: cure.label.clone(),
                    edits: cure.edits.iter().map(|edit| at.edit(edit)).collect(),
                }),
            })
            .collect(),
        notes: notes(reading, &at),
        objects: objects(&reading.schema, &at),
        stated: stated(reading),
        tables: crate::tables::tables(reading, worked.writes_per_second()),
        rate_stated: reading.facts.headroom.rate_stated,
        verdict: verdict::of_reading(reading, &report, worked.writes_per_second()),
        headroom: report,
        source: source(reading),
    };
    let ceilings = worked.ceilings();
    for found in reading.listed() {
        if found.question.is_some() {
            answer.questions.extend(question(reading, found, &at));
        } else if found.accepted.is_some() {
            answer.accepted.push(finding(reading, found, &at, &ceilings));
        } else {
            answer.findings.push(finding(reading, found, &at, &ceilings));
        }
    }
    answer
}

/// The database that a text is from. One that Spanner takes as it is, is Spanner's, unless it says
/// otherwise itself.
fn source(reading: &Reading) -> Option<SourceDatabase> {
    let first = reading.text.lines().next().unwrap_or_default();
    let says = first.starts_with("-- hotsplit: file ") && first.contains(" source=");
    if reading.asked.is_some() || reading.tree.errors.is_empty() && !says {
        return None;
    }
    match detect(&reading.text) {
        Detected::Source(Source::MySql) => Some(SourceDatabase::MySql),
        Detected::Source(Source::PostgreSql) => Some(SourceDatabase::PostgreSql),
        Detected::Other(_) | Detected::Spanner | Detected::Unknown => None,
    }
}

fn notes(reading: &Reading, at: &Positions) -> Vec<Remark> {
    let remark = |(span, message): (Span, &str)| Remark {
        message: message.to_owned(),
        range: at.range(span),
        cure: None,
    };
    let left_out = reading.left_out();
    let last = left_out.as_deref().map(|message| (reading.schema.span, message));
    reading.notes().into_iter().take(LISTED_MAX).chain(last).map(remark).collect()
}

fn objects(schema: &Schema, at: &Positions) -> Vec<SchemaObject> {
    let tables = schema.tables.iter().enumerate().map(|(n, table)| SchemaObject {
        name: table.name.to_string(),
        kind: "table".to_owned(),
        of: table.parent.as_ref().map(|parent| parent.name.to_string()),
        key: key_words(schema, TableId(hotsplit_engine::text::at(n)), &table.key),
        columns: table.columns.iter().map(|column| column.name.to_string()).collect(),
        range: at.range(table.span),
    });
    let indexes = schema.indexes.iter().map(|index| SchemaObject {
        name: index.name.to_string(),
        kind: if index.managed { "managed index" } else { "index" }.to_owned(),
        of: Some(schema.table(index.table).name.to_string()),
        key: key_words(schema, index.table, &index.keys),
        columns: Vec::new(),
        range: at.range(index.span),
    });
    let mut all: Vec<SchemaObject> = tables.chain(indexes).collect();
    order::by_key(&mut all, |object| object.range.from);
    all
}

/// A key in words: `(ShardId, TxnId DESC)`.
#[must_use]
pub fn key_words(schema: &Schema, table: TableId, key: &[KeyPart]) -> String {
    let table = schema.table(table);
    let parts: Vec<String> = key
        .iter()
        .map(|part| {
            let name = &table.column(part.column).name;
            if part.desc { format!("{name} DESC") } else { name.to_string() }
        })
        .collect();
    format!("({})", parts.join(", "))
}

fn finding(
    reading: &Reading,
    found: &rules::Finding,
    at: &Positions,
    ceilings: &headroom::Ceilings,
) -> Finding {
    let schema = &reading.schema;
    let object = hotsplit_engine::fixes::object_name(schema, found.object);
    let managed = found.object.managed(schema);
    let owned = |names: &Vec<&str>| names.iter().map(|&name| name.to_owned()).collect();
    Finding {
        key: reading.key_of(found),
        rule: found.rule.to_owned(),
        severity: found.severity.into(),
        object: object.to_owned(),
        table: managed.as_ref().map(|index| index.table.to_owned()),
        constraint: managed.as_ref().and_then(|index| index.constraint).map(str::to_owned),
        columns: managed.as_ref().map(|index| owned(&index.columns)),
        column: found.column_name(schema).map(str::to_owned),
        title: found.title.clone(),
        why: found.why.to_string(),
        help: found.help.to_string(),
        reason: found.reason.map(|reason| reason.as_str().to_owned()),
        query: rules::find(found.rule).and_then(rules::Rule::confirm).map(str::to_owned),
        evidence: found
            .evidence
            .iter()
            .map(|evidence| Evidence {
                what: evidence.what.to_string(),
                range: at.range(evidence.span),
            })
            .collect(),
        range: at.range(found.span),
        confidence: found.confidence,
        utilisation: found.utilisation,
        ceiling_writes_per_second: found
            .pressure
            .as_ref()
            .and_then(|_| ceilings.find(found.object)),
        share: found.pressure.as_ref().map(|pressure| pressure.share),
        nodes_harmless: found.pressure.as_ref().map(|pressure| pressure.nodes_harmless()),
        rate_stated: found.pressure.as_ref().map(|pressure| pressure.stated),
        harmless: found.harmless.clone(),
        fixes: hotsplit_engine::ranked(reading, found).into_iter().map(fix_name).collect(),
        attached: found.attached.iter().map(|rule| (*rule).to_owned()).collect(),
        accepted: found.accepted.clone(),
        withdraw: withdraw::edits(&reading.text, schema, &reading.facts, found)
            .iter()
            .map(|edit| at.edit(edit))
            .collect(),
    }
}

/// A fix by name.
#[must_use]
pub fn fix_name(fix: &hotsplit_engine::fixes::Fix) -> FixName {
    FixName { id: fix.id.to_owned(), short: fix.short.to_owned(), title: fix.title.to_owned() }
}

fn question(reading: &Reading, found: &rules::Finding, at: &Positions) -> Option<Question> {
    let asked = found.question.as_ref()?;
    let (table, column) = found.column?;
    let choices = asked
        .choices
        .iter()
        .map(|&(label, fact)| Choice {
            label: label.to_owned(),
            fact: fact.to_owned(),
            edit: at.edit(&answer::state_fact(&reading.text, &reading.schema, table, column, fact)),
        })
        .collect();
    Some(Question {
        key: reading.key_of(found),
        rule: found.rule.to_owned(),
        object: found.object.name(&reading.schema).to_owned(),
        column: found.column_name(&reading.schema).map(str::to_owned),
        question: asked.text.clone(),
        why: found.why.to_string(),
        choices,
        range: at.range(found.span),
    })
}
