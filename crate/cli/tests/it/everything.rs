//! All that one schema can set off: findings, fixes with their proofs and parameters, rewrites,
//! plans, directives, runs, pictures, answers, lesson checks, and what crosses to the page and to
//! other programs. Tests call it here; the fuzz target `everything` includes this file by its path.

use std::collections::BTreeMap;

use hotsplit_wire::added::{self, AddAsk};
use hotsplit_wire::engine::answers::Answers;
use hotsplit_wire::engine::facts::{Dist, Settings};
use hotsplit_wire::engine::fixes::{Ask, AskKind, Parameters, answer, withdraw};
use hotsplit_wire::engine::lesson::check::{Asked, Check, Op, Value};
use hotsplit_wire::engine::lesson::judge::Judgement;
use hotsplit_wire::engine::lesson::scene::Scene;
use hotsplit_wire::engine::lesson::terms::{TERMS, Takes};
use hotsplit_wire::engine::rules::Finding;
use hotsplit_wire::engine::schema::TableId;
use hotsplit_wire::engine::syntax::tree::Dialect;
use hotsplit_wire::engine::text::{Edit, LineIndex, Span, apply_edits};
use hotsplit_wire::engine::workload::added::Extra;
use hotsplit_wire::engine::workload::edit::Said;
use hotsplit_wire::engine::{Card, Choice, Reading, Scenario, Simulated, candidates, workload};
use hotsplit_wire::picture::{
    self, Gallery, HistogramAsk, Metric, PaintAsk, PaintView, Palette, ProbeAsk, RowTraceAsk,
};
use hotsplit_wire::tables::StateAsk;
use hotsplit_wire::text::Positions;
use hotsplit_wire::which::Which;
use hotsplit_wire::{DialectChoice, answers, lessons, tables};

#[expect(dead_code, reason = "sources and statuses are not for this")]
#[path = "../../src/checked.rs"]
mod checked;
#[expect(dead_code, reason = "printing and other commands are not for this")]
#[path = "../../src/json.rs"]
mod json;
#[expect(dead_code, reason = "text of other commands is not for this")]
#[path = "../../src/json_values.rs"]
mod json_values;
#[path = "../../src/proof.rs"]
mod proof;
#[expect(dead_code, reason = "losses of ports are not for this")]
#[path = "../../src/sarif.rs"]
mod sarif;

use checked::Checked;

/// Nodes of all runs.
const NODES: f64 = 3.0;

/// Rows written per second over the whole schema.
const WRITES: f64 = 10_000.0;

/// Minutes of a run: enough for a split because of load.
const MINUTES: u32 = 3;

/// Findings of one rule whose fixes are tried: more of them would run the same code.
const OF_ONE_RULE_MAX: usize = 3;

/// Fixes that are applied together at most.
const CHOICES_MAX: usize = 12;

/// Tables that directives are written for.
const TABLES_MAX: usize = 4;

/// What a reading costs apart from the bytes that it reads.
const READING_BYTES: usize = 1_000;

/// How much of it is done for one text.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Effort {
    /// Bytes that may be read again to prove single fixes, and as many again for rewrites and for
    /// exports; what costs more is left out.
    pub(crate) bytes: usize,
    /// Whether the schema is run before and after its fixes.
    pub(crate) runs: bool,
    /// Whether answers are worked out, which takes some twenty runs more.
    pub(crate) answers: bool,
}

/// Runs a schema through everything. Panics where the engine panics, and where a span or an edit
/// lies outside its text.
pub(crate) fn everything(text: &str, dialect: Option<Dialect>, effort: Effort) {
    let settings = Settings { nodes: Some(NODES), writes_per_second: Some(WRITES) };
    let reading = hotsplit_wire::engine::read(text, dialect, &settings);
    let mut work = Work { reading: &reading, places: Places::new(text), left: effort.bytes };
    work.look();
    work.state_facts();
    let choices = work.fixes();
    work.left = effort.bytes;
    let after = work.rewrites(&choices);
    work.left = effort.bytes;
    work.exports();
    if effort.runs {
        runs(&reading, after, &choices, effort.answers);
    }
    let _ = lessons::read(text);
    let _ = hotsplit_wire::reference::page(text);
}

/// A text with what is needed to look at places in it.
struct Places<'a> {
    text: &'a str,
    lines: LineIndex,
    wire: Positions,
}

impl<'a> Places<'a> {
    fn new(text: &'a str) -> Self {
        Self { text, lines: LineIndex::new(text), wire: Positions::new(text) }
    }

    /// Looks a span up in every way in which one is told.
    fn span(&self, what: &str, span: Span) {
        let (start, end) = (span.start as usize, span.end as usize);
        let inside =
            start <= end && self.text.is_char_boundary(start) && self.text.is_char_boundary(end);
        assert!(inside, "expected {what} inside the text, found {span:?} of {}", self.text.len());
        let _ = self.lines.line_column(span.start);
        let _ = self.lines.line_column(span.end);
        let _ = self.wire.range(span);
    }

    /// Applies edits, which have to lie in the text, apart from each other.
    fn apply(&self, what: &str, edits: &[Edit]) -> String {
        for edit in edits {
            self.span(what, edit.span);
            let _ = self.wire.edit(edit);
        }
        let edited = apply_edits(self.text, edits);
        edited.unwrap_or_else(|| panic!("expected edits apart from each other: {what} {edits:?}"))
    }
}

/// The work on one text.
struct Work<'a> {
    reading: &'a Reading,
    places: Places<'a>,
    /// Bytes that may still be read again.
    left: usize,
}

impl Work<'_> {
    /// Whether the text may be read again so many times.
    fn pay(&mut self, readings: usize) -> bool {
        let cost = readings.saturating_mul(self.reading.text.len() + READING_BYTES);
        let paid = cost <= self.left;
        if paid {
            self.left -= cost;
        }
        paid
    }

    /// A fact names columns of its own table.
    fn facts(&self) {
        let (schema, facts) = (&self.reading.schema, &self.reading.facts);
        for id in schema.table_ids() {
            let table = schema.table(id);
            for column in table.column_ids() {
                if let Dist::Shard { of: Some(of), .. } = facts.column(id, column).dist {
                    assert!(table.column_ids().any(|it| it == of), "{} has no {of:?}", table.name);
                }
            }
        }
    }

    /// What is told of a reading without reading again.
    fn look(&self) {
        self.facts();
        let reading = self.reading;
        for finding in &reading.findings {
            self.places.span(finding.rule, finding.span);
            for evidence in &finding.evidence {
                self.places.span(finding.rule, evidence.span);
            }
            reading.find(&reading.key_of(finding)).expect("a finding is found by its own key");
            let edits = withdraw::edits(&reading.text, &reading.schema, &reading.facts, finding);
            self.places.apply("a withdrawal", &edits);
        }
        for error in &reading.tree.errors {
            self.places.span("a syntax error", error.span);
            if let Some(cure) = &error.cure {
                self.places.apply("a cure", &cure.edits);
            }
        }
        for (span, _) in reading.notes() {
            self.places.span("a note", span);
        }
        let _ = hotsplit_wire::analysis::analysis(reading);
        let _ = tables::tables(reading, WRITES);
        json::syntax(&reading.text, &reading.tree);
    }

    /// Answers every question and writes facts of the first tables.
    fn state_facts(&mut self) {
        let reading = self.reading;
        for finding in &reading.findings {
            let (Some(asked), Some((table, column))) = (&finding.question, finding.column) else {
                continue;
            };
            for (_, fact) in asked.choices.iter() {
                let (text, schema) = (&reading.text, &reading.schema);
                let edit = answer::state_fact(text, schema, table, column, fact);
                self.places.apply("an answer", &[edit]);
            }
        }
        for table in reading.schema.table_ids().take(TABLES_MAX) {
            self.state_workload(table);
        }
    }

    /// Writes what the page lets a person say of a table, and takes it back.
    fn state_workload(&self, table: TableId) {
        let (text, schema) = (&self.reading.text, &self.reading.schema);
        let owner = schema.table(table);
        let column = owner.columns.first().map(|column| column.name.as_str());
        let all = [
            Said { name: "writes", of: None, value: "12k/s" },
            Said { name: "role", of: None, value: "queue" },
            Said { name: "reads", of: Some("point"), value: "1,000/s" },
            Said { name: "skew", of: column, value: "zipf(1.1)" },
            Said { name: "low-write", of: None, value: "7" },
            Said { name: "nonsense", of: None, value: "" },
        ];
        for said in all {
            if let Ok(edit) = workload::edit::state(text, schema, table, said) {
                self.places.apply("a statement about the workload", &[edit]);
            }
            let edits = workload::edit::forget(text, schema, table, said.name, said.of);
            self.places.apply("a statement that is taken back", &edits);
            for value in [None, Some(said.value.to_owned())] {
                let ask = StateAsk {
                    text: String::new(),
                    dialect: DialectChoice::Auto,
                    table: owner.name.to_string(),
                    name: said.name.to_owned(),
                    of: said.of.map(str::to_owned),
                    value,
                };
                let _ = tables::stated(self.reading, &ask);
            }
        }
    }

    /// Works out the fixes of findings, each ask with values of its own; returns the first offer of
    /// each finding. Findings at the end of the schema come first: that is where a schema is typed.
    fn fixes(&mut self) -> Vec<Choice> {
        let reading = self.reading;
        let mut of_rule: BTreeMap<&str, usize> = BTreeMap::new();
        let mut choices = Vec::new();
        let mut findings: Vec<&Finding> = reading.findings.iter().collect();
        findings.sort_by_key(|finding| std::cmp::Reverse(finding.span));
        for finding in findings {
            let seen = of_rule.entry(finding.rule).or_default();
            *seen += 1;
            if *seen > OF_ONE_RULE_MAX || !self.pay(candidates(finding).count()) {
                continue;
            }
            let base = Parameters { reason: Some("few rows".to_owned()), ..Parameters::default() };
            let cards = hotsplit_wire::engine::cards(reading, finding, &base);
            for card in &cards {
                self.card(finding, card);
                self.asks(finding, card, &base);
            }
            if let Some(card) = cards.iter().find(|card| card.outcome.is_ok())
                && choices.len() < CHOICES_MAX
            {
                choices.push(Choice::new(reading.key_of(finding), card.fix.id, base));
            }
        }
        choices
    }

    /// Looks at a card in every way in which one is shown.
    fn card(&self, finding: &Finding, card: &Card) {
        let _ = hotsplit_wire::cards::card(card, self.reading, finding, &self.places.wire);
        if let Ok(offer) = &card.outcome {
            let text = self.places.apply(card.fix.short, &offer.plan.edits);
            assert_eq!(text, offer.after.text, "expected {} to give its own edits", card.fix.short);
        }
    }

    /// Works out a fix with each of its asks set to each value it may have, one at a time.
    fn asks(&mut self, finding: &Finding, card: &Card, base: &Parameters) {
        let asks = match &card.outcome {
            Ok(offer) => &offer.plan.asks,
            Err(refusal) => &refusal.asks,
        };
        for ask in asks {
            for value in values(ask) {
                if !self.pay(1) {
                    return;
                }
                let set = base.clone().with(ask.name, &value);
                let outcome = hotsplit_wire::engine::offer(self.reading, finding, card.fix, &set);
                self.card(finding, &Card { fix: card.fix, outcome });
            }
        }
    }

    /// What other programs read, where every fix of every finding may be proven once more for it.
    fn exports(&mut self) {
        let reading = self.reading;
        let checked = Checked { file: "schema.sql", reading, audit: None };
        let proofs = reading.findings.iter().map(|finding| candidates(finding).count()).sum();
        if self.pay(proofs) {
            json::check(&checked);
        }
        if self.pay(proofs) {
            sarif::log(&checked);
        }
    }

    /// Applies chosen fixes together, and then all that apply by themselves, with the plans for
    /// both; returns the text that the first gives.
    fn rewrites(&mut self, choices: &[Choice]) -> Option<String> {
        let reading = self.reading;
        let mut after = None;
        let one_by_one: usize =
            reading.findings.iter().map(|finding| candidates(finding).count() + 1).sum();
        for (costs, all) in [(choices.len() + 1, false), (one_by_one, true)] {
            if !self.pay(costs) {
                continue;
            }
            let rewritten = if all {
                hotsplit_wire::engine::rewrite_all(reading)
            } else {
                hotsplit_wire::engine::rewrite(reading, choices)
            };
            let text = &rewritten.reading.text;
            let places = Places::new(text);
            for (span, _) in &rewritten.hunks {
                places.span("a hunk", *span);
            }
            let _ = hotsplit_wire::rewrites::rewrite(&rewritten);
            for deployed in [false, true] {
                let (before, after) = (reading.context(), rewritten.reading.context());
                let splits = &rewritten.splits();
                let plan =
                    hotsplit_wire::engine::fixes::rollout::plan(&before, &after, splits, deployed);
                let _ = hotsplit_wire::rollout::rollout(&plan);
            }
            after = after.or_else(|| Some(text.clone()));
        }
        after
    }
}

/// Values to set an ask to: each that it offers, its bounds and what lies beyond, and nonsense.
fn values(ask: &Ask) -> Vec<String> {
    let mut values = vec![ask.value.clone(), String::new(), "é`'\"(".to_owned()];
    match &ask.kind {
        AskKind::Number { least, most } => {
            let numbers = [*least, *most, least.saturating_sub(1), most.saturating_add(1)];
            values.extend(numbers.iter().map(u64::to_string));
        }
        AskKind::Choice(choices) => values.extend(choices.iter().map(|(value, _)| value.clone())),
        AskKind::List => values.push(format!("{0}, {0}, 7, 'a', x.y", ask.value)),
    }
    values
}

/// Runs a schema and the one after its fixes, and asks all that may be asked of the runs.
fn runs(reading: &Reading, after: Option<String>, choices: &[Choice], with_answers: bool) {
    let mut scenario = Scenario {
        before: reading.text.clone(),
        after,
        dialect: reading.asked,
        nodes: Some(NODES),
        writes_per_second: Some(WRITES),
        minutes: MINUTES,
        ..Scenario::default()
    };
    let done = hotsplit_wire::engine::simulate(&scenario);
    let _ = hotsplit_wire::runs::simulation(&done);
    json::simulation(scenario.seed, &done);
    judge(&done);
    for which in [Which::Before, Which::After] {
        show(&done, which);
        scenario.added.extend(drawn(&done, which));
    }
    if with_answers {
        let mut open = Answers::new(&done, &scenario, choices);
        while open.step() {
            let _ = answers::so_far(&open);
        }
        let _ = answers::so_far(&open);
        if !scenario.added.is_empty() {
            let _ = hotsplit_wire::runs::simulation(&hotsplit_wire::engine::simulate(&scenario));
        }
    }
}

/// Judges every check that a lesson may make.
fn judge(done: &Simulated) {
    let scene = Scene::of_runs(done);
    let schema = &done.before.reading.schema;
    let objects = schema.tables.first().map_or("Nowhere", |table| table.name.as_str());
    for term in TERMS {
        let args: &[&str] = match term.takes {
            Takes::Nothing => &[],
            Takes::Findings => &["warn", objects],
            Takes::Object | Takes::Table | Takes::Anything => &[objects],
            Takes::Read => &[objects, "newest"],
            Takes::Pattern => &["moving", objects],
        };
        let args: Vec<String> = args.iter().map(|&arg| arg.to_owned()).collect();
        for (before, right) in [(false, f64::INFINITY), (true, f64::NEG_INFINITY)] {
            let left = Asked { term, before: before && term.sided, args: args.clone() };
            let check = Check {
                text: term.name.to_owned(),
                message: String::new(),
                line: 1,
                left,
                op: Op::AtLeast,
                right: Value::Number(right),
            };
            let verdicts = vec![scene.judge(&check)];
            let (objections, ignored) = (Vec::new(), Vec::new());
            let _ = lessons::judged(&Judgement { verdicts, objections, ignored });
        }
    }
}

/// Shows a run as the page does.
fn show(done: &Simulated, which: Which) {
    let mut gallery = Gallery::default();
    for metric in [Metric::Cpu, Metric::RowsWritten, Metric::BytesWritten] {
        let _ = picture::grid(&mut gallery, done, which, Some(metric));
        let _ = picture::histogram(
            &mut gallery,
            done,
            &HistogramAsk { metric: Some(metric), log: true },
        );
    }
    for view in [PaintView::Keys, PaintView::Servers, PaintView::Difference] {
        let ask = PaintAsk {
            which,
            view,
            metric: None,
            width: 64,
            height: 48,
            palette: Palette::Inferno,
            log: false,
            black: None,
            white: None,
            hatch: None,
            left: 0.1,
            right: 0.9,
            top: 0.0,
            bottom: 1.0,
        };
        let _ = picture::pixels(&mut gallery, done, &ask);
    }
    let Some(side) = done.side(which == Which::After) else { return };
    let rows = side.grid.rows;
    for row in [0, rows / 2, rows.saturating_sub(1), rows] {
        for column in [0, side.run.columns / 2, side.run.columns] {
            let ask = ProbeAsk { which, column, row, metric: Some(Metric::RowsRead) };
            let _ = picture::probe(&mut gallery, done, &ask);
        }
        let _ = picture::trace(done, &RowTraceAsk { which, first_row: row, rows: 3 });
    }
}

/// Load that is added by hand: a part of the map of a run.
fn drawn(done: &Simulated, which: Which) -> Option<Extra> {
    let ask = AddAsk { which, first_row: 1, rows: 4, first_column: 2, columns: 9 };
    added::drawn(done, &ask).as_ref().map(Into::into)
}
