//! From the engine's own types to what leaves it.

use super::headroom;
use super::reference::{Block, FactEntry, FactOf, Field, FixEntry, Page, Reference, RuleEntry};
use super::runs::{
    Band, EVENTS_MAX, Event, Measured, Pattern, RowsBy, RunAnswer, SimulateAsk, SimulationAnswer,
    UnsplittableSplit,
};
use super::{
    Analysis, AskChoice, CardsAsk, Change, Choice, Chosen, Cure, DialectChoice, Evidence, Finding,
    FixAsk, FixCard, FixName, Hunk, Question, Range, ReadCost, ReadScans, Refused, Remark, Rewrite,
    RewriteAsk, RolloutAsk, RowBytes, SchemaObject, Severity, TextEdit, Workload,
};
use hotsplit_engine::fixes::{answer, withdraw};
use hotsplit_engine::order;
use hotsplit_engine::rules;
use hotsplit_engine::rules::listed::LISTED_MAX;
use hotsplit_engine::schema::{KeyPart, Schema, TableId};
use hotsplit_engine::sim::assumptions;
use hotsplit_engine::syntax::tree::Dialect;
use hotsplit_engine::text::{Edit, LineIndex, Span, Utf16Index};
use hotsplit_engine::workload::load::{ObjectId, ObjectKind};
use hotsplit_engine::{
    Card, Reading, Rewritten, Scenario, Side, Simulated, facts, fixes, heat, page,
};

/// Turns byte spans of one text into the ranges of the page.
pub struct Positions {
    lines: LineIndex,
    wide: Utf16Index,
}

impl Positions {
    /// Prepares a text.
    #[must_use]
    pub fn new(text: &str) -> Self {
        Self { lines: LineIndex::new(text), wide: Utf16Index::new(text) }
    }

    /// The range of a span.
    #[must_use]
    pub fn range(&self, span: Span) -> Range {
        Range {
            from: self.wide.utf16(span.start),
            to: self.wide.utf16(span.end),
            line: self.lines.line(span.start),
        }
    }

    /// The edit in UTF-16 units.
    #[must_use]
    pub fn edit(&self, edit: &Edit) -> TextEdit {
        let range = self.range(edit.span);
        TextEdit { from: range.from, to: range.to, insert: edit.insert.clone() }
    }
}

impl From<Dialect> for DialectChoice {
    fn from(dialect: Dialect) -> Self {
        match dialect {
            Dialect::GoogleSql => Self::GoogleSql,
            Dialect::PostgreSql => Self::PostgreSql,
        }
    }
}

impl DialectChoice {
    /// The dialect to force, if one was chosen.
    #[must_use]
    pub fn forced(self) -> Option<Dialect> {
        match self {
            Self::Auto => None,
            Self::GoogleSql => Some(Dialect::GoogleSql),
            Self::PostgreSql => Some(Dialect::PostgreSql),
        }
    }
}

impl From<&Workload> for facts::Given {
    fn from(workload: &Workload) -> Self {
        Self { nodes: workload.nodes, writes_per_second: workload.writes_per_second }
    }
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

impl From<RowsBy> for heat::RowsBy {
    fn from(rows: RowsBy) -> Self {
        match rows {
            RowsBy::Keys => Self::Keys,
            RowsBy::Held => Self::Held,
            RowsBy::Load => Self::Load,
            RowsBy::Ranges => Self::Ranges,
        }
    }
}

/// What a reading found, for the page.
#[must_use]
pub fn analysis(reading: &Reading) -> Analysis {
    let at = Positions::new(&reading.text);
    let worked = headroom::Worked::of(reading);
    let mut answer = Analysis {
        dialect: reading.tree.dialect.into(),
        findings: Vec::new(),
        questions: Vec::new(),
        accepted: Vec::new(),
        syntax_errors: reading
            .syntax_errors()
            .take(LISTED_MAX)
            .map(|error| Remark {
                message: error.message.clone(),
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
        tables: super::tables::tables(reading, worked.writes_per_second()),
        rate_stated: reading.facts.headroom.rate_stated,
        headroom: worked.report(reading),
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

/// What directives say of the workload.
pub(super) fn stated(reading: &Reading) -> Workload {
    let tables = &reading.facts.tables;
    let all = !tables.is_empty() && tables.iter().all(|table| table.writes_stated);
    let total: f64 = tables.iter().filter_map(|table| table.writes_per_second).sum();
    Workload {
        nodes: reading.facts.file.nodes.filter(|_| reading.says("nodes") || reading.says("pu")),
        writes_per_second: all.then_some(total),
    }
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
        why: found.why.clone(),
        help: found.help.clone(),
        reason: found.reason.map(|reason| rules::unsplittable_word(reason).to_owned()),
        query: rules::find(found.rule).and_then(rules::Rule::confirm).map(str::to_owned),
        evidence: found
            .evidence
            .iter()
            .map(|evidence| Evidence {
                what: evidence.what.clone(),
                range: at.range(evidence.span),
            })
            .collect(),
        range: at.range(found.span),
        confidence: found.confidence,
        utilisation: found.utilisation,
        ceiling_writes_per_second: found.pressure.and_then(|_| ceilings.find(found.object)),
        share: found.pressure.map(|pressure| pressure.share),
        nodes_harmless: found.pressure.map(|pressure| pressure.nodes_harmless()),
        rate_stated: found.pressure.map(|pressure| pressure.stated),
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
    FixName { id: fix.short.to_owned(), title: fix.title.to_owned() }
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
        why: found.why.clone(),
        choices,
        range: at.range(found.span),
    })
}

/// A fix card of a finding of `reading`, for the page.
#[must_use]
pub fn card(card: &Card, reading: &Reading, found: &rules::Finding, at: &Positions) -> FixCard {
    let mut out = FixCard {
        id: card.fix.short.to_owned(),
        title: card.fix.title.to_owned(),
        refused: None,
        resulting_key: String::new(),
        ceiling_writes_per_second: None,
        ceiling_between: None,
        costs: Vec::new(),
        cascade: Vec::new(),
        application: Vec::new(),
        shards: None,
        asks: Vec::new(),
        reads: Vec::new(),
        bytes: None,
        edits: Vec::new(),
    };
    match &card.outcome {
        Err(refusal) => {
            out.refused = Some(refusal.why.clone());
            out.asks = refusal.asks.iter().map(ask).collect();
        }
        Ok(offer) => {
            let plan = &offer.plan;
            out.resulting_key.clone_from(&plan.resulting_key);
            out.ceiling_writes_per_second = offer.ceiling.map(|(most, _)| most);
            out.ceiling_between = offer.ceiling.and_then(|(_, range)| range).map(Into::into);
            out.costs.clone_from(&plan.costs);
            out.cascade = plan
                .cascade
                .iter()
                .map(|change| Change {
                    object: change.object.clone(),
                    kind: change.kind.to_owned(),
                    what: change.what.clone(),
                })
                .collect();
            out.application.clone_from(&plan.application);
            out.shards = plan.shards;
            out.asks = plan.asks.iter().map(ask).collect();
            out.reads = offer.reads(reading).iter().map(read_cost).collect();
            let bytes = offer.bytes(reading, found);
            out.bytes = bytes.map(|b| RowBytes { before: b.before, after: b.after });
            out.edits = plan.edits.iter().map(|edit| at.edit(edit)).collect();
        }
    }
    out
}

fn ask(ask: &fixes::Ask) -> FixAsk {
    let mut out = FixAsk {
        name: ask.name.to_owned(),
        label: ask.label.clone(),
        kind: "list".to_owned(),
        least: None,
        most: None,
        choices: Vec::new(),
        value: ask.value.clone(),
        notes: ask.notes.clone(),
    };
    match &ask.kind {
        fixes::AskKind::Number { least, most } => {
            out.kind = "number".to_owned();
            out.least = u32::try_from(*least).ok();
            out.most = u32::try_from(*most).ok();
        }
        fixes::AskKind::Choice(choices) => {
            out.kind = "choice".to_owned();
            let one = |(value, label): &(String, String)| AskChoice {
                value: value.clone(),
                label: label.clone(),
            };
            out.choices = choices.iter().map(one).collect();
        }
        fixes::AskKind::List => {}
    }
    out
}

/// A marked-down page, for the page.
#[must_use]
pub fn page(markdown: &str) -> Page {
    let read = page::read(markdown);
    Page {
        title: read.title,
        blocks: blocks(&read.blocks),
        fields: read.fields.into_iter().map(|(name, value)| Field { name, value }).collect(),
    }
}

/// Blocks of a marked-down page.
#[must_use]
pub fn blocks(blocks: &[page::Block]) -> Vec<Block> {
    let block = |block: &page::Block| {
        let (kind, info, text) = match block {
            page::Block::Heading(text) => ("heading", "", text.clone()),
            page::Block::Text(text) => ("text", "", text.clone()),
            page::Block::Item(text) => ("item", "", text.clone()),
            page::Block::Code(info, text) => ("code", info.as_str(), page::shortened(info, text)),
        };
        Block { kind: kind.to_owned(), info: info.to_owned(), text }
    };
    blocks.iter().map(block).collect()
}

/// The facts of directives, the rules and the fixes.
#[must_use]
pub fn reference() -> Reference {
    let facts = facts::directive_catalogue().iter().map(|entry| FactEntry {
        name: entry.name.to_owned(),
        form: entry.form.to_owned(),
        of: match entry.of {
            facts::catalogue::FactOf::Column => FactOf::Column,
            facts::catalogue::FactOf::Table => FactOf::Table,
            facts::catalogue::FactOf::File => FactOf::File,
        },
        words: entry.words().iter().map(|&word| word.to_owned()).collect(),
        help: entry.help.to_owned(),
    });
    let fixes = fixes::FIXES.iter().map(|fix| FixEntry {
        id: fix.short.to_owned(),
        title: fix.title.to_owned(),
        name: fix.id.to_owned(),
    });
    let rules = rules::RULES.iter().map(|rule| entry(rule));
    Reference { facts: facts.collect(), rules: rules.collect(), fixes: fixes.collect() }
}

/// A rule, as a list shows it.
fn entry(rule: &rules::Rule) -> RuleEntry {
    RuleEntry {
        id: rule.id.to_owned(),
        severity: rule.severity.into(),
        line: rule.page.line.to_owned(),
        fixes: rule.fixes.iter().filter_map(|id| fixes::find(id)).map(fix_name).collect(),
    }
}

/// What is set beside a fix, from the workload.
#[must_use]
pub fn parameters(workload: &Workload) -> fixes::Parameters {
    let given = facts::Given::from(workload);
    fixes::Parameters { nodes: given.nodes, ..fixes::Parameters::default() }
}

/// What is set for one fix, where cards are asked for.
#[must_use]
pub fn parameters_of(ask: &CardsAsk, fix: &fixes::Fix) -> fixes::Parameters {
    let set = ask.set.get(fix.short).into_iter().flatten();
    set.fold(parameters(&ask.workload), |parameters, (name, value)| parameters.with(name, value))
}

fn read_cost(cost: &fixes::reads::Cost) -> ReadCost {
    let scans = |scans: &fixes::reads::Scans| ReadScans {
        ranges: scans.ranges,
        words: scans.words.clone(),
        query: scans.query.clone(),
    };
    ReadCost {
        object: cost.object.clone(),
        shape: cost.shape.as_str().to_owned(),
        label: cost.label.clone(),
        before: scans(&cost.before),
        after: scans(&cost.after),
    }
}

/// The choices of a question for a rewrite.
#[must_use]
pub fn choices(ask: &RewriteAsk) -> Vec<hotsplit_engine::Choice> {
    chosen(&ask.chosen, &ask.workload)
}

/// The choices of a question for a rollout.
#[must_use]
pub fn rollout_choices(ask: &RolloutAsk) -> Vec<hotsplit_engine::Choice> {
    chosen(&ask.chosen, &ask.workload)
}

/// Choices with what is set beside them.
pub(super) fn chosen(chosen: &[Chosen], workload: &Workload) -> Vec<hotsplit_engine::Choice> {
    let base = parameters(workload);
    chosen
        .iter()
        .map(|chosen| hotsplit_engine::Choice {
            finding: chosen.finding.clone(),
            fix: chosen.fix.clone(),
            parameters: chosen
                .set
                .iter()
                .fold(base.clone(), |parameters, (name, value)| parameters.with(name, value)),
        })
        .collect()
}

/// A rewritten text, for the page.
#[must_use]
pub fn rewrite(rewritten: &Rewritten) -> Rewrite {
    let at = Positions::new(&rewritten.reading.text);
    let name = |id: &str| {
        fixes::find(id)
            .map_or_else(|| FixName { id: id.to_owned(), title: String::new() }, fix_name)
    };
    Rewrite {
        text: rewritten.reading.text.clone(),
        reads: rewritten.reads.iter().map(read_cost).collect(),
        hunks: rewritten
            .hunks
            .iter()
            .map(|&(span, by)| {
                let (choice, _) = &rewritten.applied[by];
                Hunk {
                    range: at.range(span),
                    fix: name(&choice.fix),
                    finding: choice.finding.clone(),
                }
            })
            .collect(),
        refused: rewritten
            .refused
            .iter()
            .map(|(choice, refusal)| Refused {
                finding: choice.finding.clone(),
                fix: choice.fix.clone(),
                why: refusal.why.clone(),
            })
            .collect(),
        analysis: analysis(&rewritten.reading),
    }
}

/// What to simulate.
#[must_use]
pub fn scenario(ask: &SimulateAsk) -> Scenario {
    let set = Workload { nodes: Some(ask.nodes), writes_per_second: ask.writes_per_second };
    let given = facts::Given::from(&set);
    Scenario {
        before: ask.before.clone(),
        after: ask.after.clone(),
        dialect: ask.dialect.forced(),
        nodes: given.nodes,
        writes_per_second: given.writes_per_second,
        minutes: ask.minutes,
        seed: ask.seed,
        knobs: ask.knobs.clone().unwrap_or_default().knobs(),
        added: ask.knobs.iter().flat_map(|knobs| &knobs.added).flatten().map(Into::into).collect(),
        layout: heat::Layout {
            rows: ask.rows_by.map_or(heat::RowsBy::Keys, Into::into),
            ..heat::Layout::default()
        },
    }
}

/// Runs, for the page.
#[must_use]
pub fn simulation(done: &Simulated) -> SimulationAnswer {
    SimulationAnswer {
        progress: f64::from(done.before.run.columns_done) / f64::from(done.before.run.columns),
        headline: super::headline::of(done),
        rate_stated: done.before.reading.facts.headroom.rate_stated,
        before: run_answer(&done.before),
        after: done.after.as_ref().map(run_answer),
        used: super::knobs::used(done),
        assumptions: super::headline::assumptions(done),
        left_out: assumptions::LEFT_OUT.iter().map(|&line| line.to_owned()).collect(),
    }
}

/// The numbers of one run, for the page.
#[must_use]
pub fn run_answer(side: &Side) -> RunAnswer {
    let (run, grid, at) = (&side.run, &side.grid, Positions::new(&side.reading.text));
    let summary = &run.summary;
    let name = |object: ObjectId| side.load.object(object).name.clone();
    RunAnswer {
        headroom: headroom::of_side(side),
        offered_writes_per_second: summary.offered,
        served_writes_per_second: summary.served,
        sustainable_writes_per_second: summary.sustainable,
        recommended_writes_per_second: summary.recommended,
        p50_ms: summary.p50_ms,
        p99_ms: summary.p99_ms,
        mean_ms: summary.mean_ms,
        client_p50_ms: summary.client_p50_ms,
        client_p99_ms: summary.client_p99_ms,
        reads_offered_per_second: summary.reads_offered,
        reads_served_per_second: summary.reads_served,
        sustainable_reads_per_second: summary.reads_sustainable,
        read_p50_ms: summary.read_p50_ms,
        read_p99_ms: summary.read_p99_ms,
        read_mean_ms: summary.read_mean_ms,
        in_flight: summary.in_flight,
        server_utilisation_max: summary.utilisation_max,
        server_utilisation_mean: summary.utilisation_mean,
        nodes: run.nodes,
        nodes_simulated: run.nodes_simulated(),
        stored_bytes: run.stored_bytes,
        storage_bytes_max: run.storage_max(),
        servers: run.servers,
        server_means: run.server_mean.clone(),
        splits: summary.splits,
        split_points: run.split_points,
        moves: summary.moves,
        load_splits: summary.load_splits,
        size_splits: summary.size_splits,
        merges: summary.merges,
        seconds_to_saturation: summary.seconds_to_saturation,
        seconds_to_balance: summary.seconds_to_balance,
        unsplittable: run
            .unsplittable
            .iter()
            .map(|split| UnsplittableSplit {
                object: name(split.object),
                reason: split.reason.as_str().to_owned(),
                score: split.score,
            })
            .collect(),
        columns: run.columns,
        seconds_per_column: f64::from(run.seconds_per_column),
        rows: grid.rows,
        bands: grid.bands.iter().map(|band| wire_band(side, band, &at)).collect(),
        peak_share: grid.peak_share(),
        metrics: super::picture::metrics(side),
        patterns: patterns(side),
        events: run
            .events
            .iter()
            .take(EVENTS_MAX)
            .map(|event| Event {
                seconds: f64::from(event.second),
                kind: event.kind.as_str().to_owned(),
                object: name(event.object),
                row: grid.row_of(event.object, event.key).unwrap_or(0),
                server: event.server,
            })
            .collect(),
        added: super::added::places(side),
    }
}

fn patterns(side: &Side) -> Vec<Pattern> {
    let grid = &side.grid;
    let found = heat::patterns(&side.load, grid).into_iter().map(|pattern| Pattern {
        id: pattern.id.to_owned(),
        label: pattern.label,
        say: pattern.say,
        object: side.load.object(grid.bands[pattern.band].object).name.clone(),
        confidence: pattern.confidence,
        evidence: pattern
            .evidence
            .iter()
            .map(|one| Measured { name: one.name.to_owned(), value: one.value })
            .collect(),
        first_row: pattern.rows.0,
        rows: pattern.rows.1.saturating_sub(pattern.rows.0),
        first_column: pattern.columns.0,
        columns: pattern.columns.1.saturating_sub(pattern.columns.0),
    });
    found.collect()
}

fn wire_band(side: &Side, band: &heat::Band, at: &Positions) -> Band {
    let object = side.load.object(band.object);
    Band {
        object: object.name.clone(),
        kind: kind_word(object.kind).to_owned(),
        depth: object.depth,
        first_row: band.first_row,
        rows: band.rows,
        range: at.range(statement_of(&side.reading.schema, &object.name)),
    }
}

fn kind_word(kind: ObjectKind) -> &'static str {
    match kind {
        ObjectKind::Table => "table",
        ObjectKind::Index => "index",
        ObjectKind::ManagedIndex => "managed index",
    }
}

/// The statement that defines an object.
fn statement_of(schema: &Schema, name: &str) -> Span {
    let table = schema.tables.iter().find(|table| table.name == name).map(|table| table.span);
    let index = || schema.indexes.iter().find(|index| index.name == name).map(|index| index.span);
    table.or_else(index).unwrap_or_default()
}
