//! hotsplit: where a Cloud Spanner schema gets hot, what to change, what the change buys.
//!
//! The pipeline, top to bottom:
//!
//! ```text
//! text -> syntax -> schema -> facts -> findings -> fixes -> text (and once more from the start)
//!                               \-> workload -> sim -> heat -> wire -> worker -> view
//! ```
//!
//! Every step is a function from values to values. There is no I/O, no clock and no browser here;
//! `wire` and `wasm` alone know that JavaScript exists.
//!
#![doc = include_str!("../README.md")]

pub mod answers;
pub mod editor;
pub mod headroom;
pub mod lesson;
pub mod page;

pub use fixes::{base, facts, order, rules, schema, syntax, text};
pub use hotsplit_fixes as fixes;
pub use hotsplit_workload as workload;
pub use model::{heat, sim};
pub use workload::model;

use std::collections::BTreeSet;
use std::sync::Arc;

use facts::{Facts, Given, NODES_DEFAULT};
use fixes::reads::{self, Bytes, Cost};
use fixes::rollout;
use fixes::{Fix, FixContext, Parameters, Pick, Plan, Refusal, Split, refuse};
use heat::{Grid, Layout};
use rules::listed::{self, Counted, LISTED_MAX};
use rules::{Finding, Object, Severity};
use schema::{ProblemKind, Schema};
use sim::ranges::Range;
use sim::{Knobs, Region, Run, Summary};
use syntax::tree::{Dialect, NoteKind, SyntaxError, Tree};
use text::{Span, apply_edits};
use workload::added::{DrawnOn, Extra};
use workload::load::Load;

/// A text, read to the end of the judging half of the pipeline.
#[derive(Clone, Debug)]
pub struct Reading {
    /// The text.
    pub text: String,
    /// What was set beside the text, every number within its range.
    pub given: Given,
    /// Numbers set beside the text that were out of their range.
    pub given_notes: Vec<String>,
    /// The dialect that was asked for.
    pub asked: Option<Dialect>,
    /// Its tree.
    pub tree: Tree,
    /// Its schema.
    pub schema: Schema,
    /// What is known of it.
    pub facts: Facts,
    /// What was found, worst first, questions and accepted ones included.
    pub findings: Vec<Finding>,
}

/// Reads a text: syntax, schema, facts, findings.
#[must_use]
pub fn read(text: &str, dialect: Option<Dialect>, given: &Given) -> Reading {
    let (parsed, schema) = schema::read(text, dialect);
    let mut given_notes = Vec::new();
    let given = headroom::within(given, &mut given_notes);
    let facts = learn(&schema, &given);
    let findings = rules::run(&schema, &facts);
    let (text, tree) = (text.to_owned(), parsed.tree);
    Reading { text, given, given_notes, asked: dialect, tree, schema, facts, findings }
}

/// Everything that is known of a schema, how much room its keys leave included.
#[must_use]
pub fn learn(schema: &Schema, given: &Given) -> Facts {
    let mut facts = Facts::of(schema, given);
    headroom::learn(schema, &mut facts, given);
    facts
}

impl Reading {
    /// Names a finding among all: `rule object.column`. Stable while other parts are edited.
    #[must_use]
    pub fn key_of(&self, finding: &Finding) -> String {
        let object = fixes::object_name(&self.schema, finding.object);
        match finding.column_name(&self.schema) {
            Some(column) => format!("{} {object}.{column}", finding.rule),
            None => format!("{} {object}", finding.rule),
        }
    }

    /// The finding of a key.
    #[must_use]
    pub fn find(&self, key: &str) -> Option<&Finding> {
        self.findings.iter().find(|finding| self.key_of(finding) == key)
    }

    /// Findings that stand: neither accepted nor questions. Those that do no harm at the load
    /// there is are among them; they are at most of severity info.
    pub fn standing(&self) -> impl Iterator<Item = &Finding> {
        standing(&self.findings)
    }

    /// Syntax errors that no finding explains: where a rule says that Spanner refuses the same
    /// place, it says it once.
    pub fn syntax_errors(&self) -> impl Iterator<Item = &SyntaxError> {
        let refused = self.findings.iter().filter(|finding| finding.severity == Severity::Error);
        let mut refused: Vec<Span> = refused.map(|finding| finding.span).collect();
        order::by_key(&mut refused, |span| span.start);
        // By place in that order: how far those reach that start before.
        let mut reach = 0;
        let ends = refused.iter().map(|span| {
            reach = reach.max(span.end);
            reach
        });
        let ends: Vec<u32> = ends.collect();
        self.tree.errors.iter().filter(move |error| {
            let end = error.span.end.max(error.span.start + 1);
            let before = refused.partition_point(|span| span.start < end);
            before.checked_sub(1).is_none_or(|last| error.span.start >= ends[last])
        })
    }

    /// Remarks that are no findings, in the order of the text: numbers set beside it that are out of
    /// their range, statements that were skipped, names that the text does not define. What Spanner refuses is a finding of `meta-refused`; what is
    /// left out, mixed dialects, names given twice and directives that
    /// could not be used are findings of the rules `meta-…` and are not said here as well.
    #[must_use]
    pub fn notes(&self) -> Vec<(Span, &str)> {
        let syntax = self
            .tree
            .notes
            .iter()
            .filter(|note| matches!(note.kind, NoteKind::Other | NoteKind::OpenDialect));
        let syntax = syntax.map(|note| (note.span, note.message.as_str()));
        let unsure = self.schema.problems.iter().filter(|it| it.kind == ProblemKind::Outside);
        let schema = unsure.map(|it| (it.span, it.message.as_str()));
        let given = self.given_notes.iter().map(|note| (Span::new(0, 0), note.as_str()));
        let mut all: Vec<(Span, &str)> = given.chain(syntax).chain(schema).collect();
        order::plain(&mut all);
        all
    }

    /// Whether a directive states a usable fact of this name anywhere in the text.
    #[must_use]
    pub fn says(&self, fact: &str) -> bool {
        let directives = self.schema.directives.iter();
        let mut facts = directives.flat_map(|placed| &placed.directive.facts);
        facts.any(|stated| stated.name == fact && facts::catalogue::is_usable(stated))
    }

    /// The findings that are shown, worst first: of those that stand, of questions and of accepted
    /// ones the first [`LISTED_MAX`] each.
    #[must_use]
    pub fn listed(&self) -> Vec<&Finding> {
        let mut counts = [0; 3];
        let is_shown = |found: &&Finding| {
            let count = &mut counts[list_of(found)];
            *count += 1;
            *count <= LISTED_MAX
        };
        self.findings.iter().filter(is_shown).collect()
    }

    /// What of the findings, syntax errors and notes is not shown, in words.
    #[must_use]
    pub fn left_out(&self) -> Option<String> {
        let mut counts = [0; 3];
        for found in &self.findings {
            counts[list_of(found)] += 1;
        }
        let [findings, questions, accepted] = counts;
        listed::left_out(&[
            Counted { count: findings, what: "findings" },
            Counted { count: questions, what: "questions" },
            Counted { count: accepted, what: "accepted findings" },
            Counted { count: self.syntax_errors().count(), what: "syntax errors" },
            Counted { count: self.notes().len(), what: "notes" },
        ])
    }

    /// What fixes look at.
    #[must_use]
    pub fn context(&self) -> FixContext<'_> {
        FixContext { text: &self.text, schema: &self.schema, facts: &self.facts }
    }

    /// What a fix that gives this text is judged by.
    fn proof(&self) -> Proof<'_> {
        Proof { errors: self.tree.errors.len(), schema: &self.schema, findings: &self.findings }
    }
}

/// Which of three lists a finding is shown in: those that stand, questions, accepted ones.
fn list_of(found: &Finding) -> usize {
    match (&found.question, &found.accepted) {
        (Some(_), _) => 1,
        (None, Some(_)) => 2,
        (None, None) => 0,
    }
}

/// Fixes that may help with a finding, as its rule lists them.
pub fn candidates(finding: &Finding) -> impl Iterator<Item = &'static Fix> + use<> {
    fixes::ranking::listed(finding).into_iter().filter_map(fixes::find)
}

/// The same, best first by what the text says of reads and references.
#[must_use]
pub fn ranked(reading: &Reading, finding: &Finding) -> Vec<&'static Fix> {
    fixes::ranking::ranked(&reading.context(), finding)
}

/// Those that are neither accepted nor questions.
fn standing(findings: &[Finding]) -> impl Iterator<Item = &Finding> {
    findings.iter().filter(|finding| finding.accepted.is_none() && finding.question.is_none())
}

/// A fix, worked out for one finding.
pub struct Card {
    /// The fix.
    pub fix: &'static Fix,
    /// What it would do, or why it is not offered.
    pub outcome: Result<Offer, Refusal>,
}

/// A plan that was proven on the text: its finding goes, no error or high comes.
pub struct Offer {
    /// The plan.
    pub plan: Plan,
    /// The text it gives, read once more from the start.
    pub after: Reading,
    /// Most writes/s the result takes by the model, where the fix changes a key.
    pub ceiling: Option<(f64, Option<Range>)>,
}

/// Works out every candidate fix of a finding: best first, and last what is not offered.
#[must_use]
pub fn cards(reading: &Reading, finding: &Finding, parameters: &Parameters) -> Vec<Card> {
    cards_each(reading, finding, |_| parameters.clone())
}

/// The same, each with parameters of its own.
pub fn cards_each(
    reading: &Reading,
    finding: &Finding,
    parameters: impl Fn(&Fix) -> Parameters,
) -> Vec<Card> {
    cards_as(reading, finding, parameters, |card| card)
}

/// The same, as what the caller keeps of each: a card holds the whole schema after its fix, and of
/// a long text several of these would be held at once.
pub fn cards_as<T>(
    reading: &Reading,
    finding: &Finding,
    parameters: impl Fn(&Fix) -> Parameters,
    keep: impl Fn(Card) -> T,
) -> Vec<T> {
    let card = |fix| {
        let outcome = offer(reading, finding, fix, &parameters(fix));
        (outcome.is_err(), keep(Card { fix, outcome }))
    };
    let mut cards: Vec<(bool, T)> = ranked(reading, finding).into_iter().map(card).collect();
    order::by_key(&mut cards, |(refused, _)| *refused);
    cards.into_iter().map(|(_, kept)| kept).collect()
}

/// A plan that was proven on the text, without what was read to prove it.
pub struct Proposal {
    /// The plan.
    pub plan: Plan,
    /// Most writes/s the result takes by the model, where the fix changes a key.
    pub ceiling: Option<(f64, Option<Range>)>,
}

/// Works out every candidate fix of a finding as [`cards`] does, for whoever does not look at the
/// schema after it: in a long text that is as large as the reading itself.
#[must_use]
pub fn proposals(
    reading: &Reading,
    finding: &Finding,
    parameters: &Parameters,
) -> Vec<(&'static Fix, Result<Proposal, Refusal>)> {
    let propose = |fix| (fix, propose(reading, finding, fix, parameters));
    let mut all: Vec<_> = ranked(reading, finding).into_iter().map(propose).collect();
    order::by_key(&mut all, |(_, outcome)| outcome.is_err());
    all
}

fn propose(
    reading: &Reading,
    finding: &Finding,
    fix: &Fix,
    parameters: &Parameters,
) -> Result<Proposal, Refusal> {
    let (proposal, text) = plan(reading, finding, fix, parameters)?;
    let (parsed, schema) = schema::read(&text, reading.asked);
    let errors = parsed.tree.errors.len();
    drop((parsed, text));
    let facts = learn(&schema, &reading.given);
    let findings = rules::run(&schema, &facts);
    prove(reading, finding, &Proof { errors, schema: &schema, findings: &findings })?;
    Ok(proposal)
}

/// Works out one fix of a finding, and proves it.
///
/// # Errors
///
/// Says why the fix is not offered: it cannot be done here, or its result is no better.
pub fn offer(
    reading: &Reading,
    finding: &Finding,
    fix: &Fix,
    parameters: &Parameters,
) -> Result<Offer, Refusal> {
    let (Proposal { plan, ceiling }, text) = plan(reading, finding, fix, parameters)?;
    let after = read(&text, reading.asked, &reading.given);
    prove(reading, finding, &after.proof())?;
    Ok(Offer { plan, after, ceiling })
}

/// Works out one fix of a finding, and the text it gives. Nothing is proven yet.
fn plan(
    reading: &Reading,
    finding: &Finding,
    fix: &Fix,
    parameters: &Parameters,
) -> Result<(Proposal, String), Refusal> {
    let parameters = with_defaults(reading, finding, parameters);
    let context = reading.context();
    fixes::evolved::check(&reading.schema, finding, fix)?;
    let plan = (fix.plan)(&context, finding, &parameters)?;
    fixes::unfinished::check(&reading.text, &reading.tree, &plan.edits)?;
    let text = apply_edits(&reading.text, &plan.edits)
        .ok_or_else(|| refuse("two of its edits claim the same place in this text"))?;
    let ceiling = plan.tails.map_or(fix.changes_key, |_| true).then(|| {
        let nodes = parameters.nodes.unwrap_or(NODES_DEFAULT);
        let split = reading.facts.file.ceiling;
        (ceiling(plan.tails, nodes, split), ceiling_range(plan.tails, nodes, split))
    });
    Ok((Proposal { plan, ceiling }, text))
}

impl Offer {
    /// What reads cost before and after, where keys or indexes differ from those of `before`.
    #[must_use]
    pub fn reads(&self, before: &Reading) -> Vec<Cost> {
        reads::costs(&before.context(), &self.after.context())
    }

    /// Bytes of a row of what the finding speaks of, with its index entries, where keys or indexes
    /// differ from those of `before`.
    #[must_use]
    pub fn bytes(&self, before: &Reading, finding: &Finding) -> Option<Bytes> {
        let table = match finding.object {
            Object::Table(id) => id,
            Object::Index(id) => before.schema.index(id).table,
            _ => return None,
        };
        reads::bytes(&before.context(), &self.after.context(), table)
    }
}

fn with_defaults(reading: &Reading, finding: &Finding, given: &Parameters) -> Parameters {
    let facts = &reading.facts;
    let writes = match finding.object {
        Object::Table(id) => facts.table(id).writes_per_second,
        Object::Index(id) => facts.index(id).writes_per_second,
        _ => None,
    };
    // What is out of its range is a note of the reading.
    let nodes = given.nodes.map(|nodes| sim::input::nodes(nodes, &mut Vec::new()));
    Parameters {
        nodes: nodes.or(facts.file.max_nodes).or(facts.file.nodes),
        writes_per_second: given.writes_per_second.or(writes),
        ..given.clone()
    }
}

/// What a fix is judged by, before and after it.
struct Proof<'a> {
    /// Syntax errors of the text.
    errors: usize,
    schema: &'a Schema,
    findings: &'a [Finding],
}

impl Proof<'_> {
    /// Whether a rule still finds harm in an object of this name, be it as a question.
    fn stands(&self, rule: &str, object: &str) -> bool {
        self.findings.iter().any(|finding| {
            finding.accepted.is_none()
                && finding.rule == rule
                && finding.harmless.is_none()
                && fixes::object_name(self.schema, finding.object) == object
        })
    }

    /// Names that do not fit.
    fn clashes(&self) -> usize {
        self.schema.problems.len() + self.schema.duplicates.len()
    }
}

/// A fix is offered only if its finding goes and no new error or high comes.
fn prove(before: &Reading, finding: &Finding, after: &Proof<'_>) -> Result<(), Refusal> {
    let object = fixes::object_name(&before.schema, finding.object);
    if after.stands(finding.rule, object) {
        return Err(refuse(format!("`{}` would still stand afterwards", finding.rule)));
    }
    if after.errors > before.tree.errors.len() {
        return Err(refuse("the text it gives could not be read"));
    }
    if after.clashes() > before.proof().clashes() {
        return Err(refuse("the names in the text it gives would not fit"));
    }
    let known = before.findings.iter().filter(|known| known.accepted.is_none());
    let known: BTreeSet<(&str, &str)> =
        known.map(|it| (it.rule, fixes::object_name(&before.schema, it.object))).collect();
    // A fix that writes less elsewhere raises the share of what it leaves alone, which is no new
    // problem: what a rule speaks of at all is none.
    let worse = standing(after.findings).find(|new| {
        let object = fixes::object_name(after.schema, new.object);
        new.severity >= Severity::High && !known.contains(&(new.rule, object))
    });
    match worse {
        Some(new) => Err(refuse(format!("it would bring a new problem: {}", new.title))),
        None => Ok(()),
    }
}

/// Most writes/s of a layout with `tails` moving points on `nodes` nodes: a point takes what a
/// split takes, and the server with the most points is the limit. Without points all nodes share.
#[must_use]
pub fn ceiling(tails: Option<u32>, nodes: f64, split: f64) -> f64 {
    let nodes = schema::limits::nodes_offered(nodes);
    match tails {
        None => nodes * split,
        Some(tails) => {
            let tails = f64::from(tails.max(1));
            split * tails / (tails / nodes.max(1.0)).ceil()
        }
    }
}

/// How far such a ceiling may be off because what one split takes was measured once: where each point
/// has a server to itself its split is the limit, and otherwise the server is. None where it is not.
#[must_use]
pub fn ceiling_range(tails: Option<u32>, nodes: f64, split: f64) -> Option<Range> {
    let tails = f64::from(tails?.max(1));
    let alone = tails <= schema::limits::nodes_offered(nodes).max(1.0);
    let of = sim::ranges::of("split_ceiling").filter(|_| alone)?;
    Some(Range { low: split * tails * of.low, high: split * tails * of.high.min(1.0) })
}

/// A fix that was chosen for a finding.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    /// The finding's key.
    pub finding: String,
    /// The fix's id.
    pub fix: String,
    /// What the person set.
    pub parameters: Parameters,
}

/// A text with fixes applied.
pub struct Rewritten {
    /// The new text, read from the start.
    pub reading: Reading,
    /// The choices that were applied, each with its plan.
    pub applied: Vec<(Choice, Plan)>,
    /// Which choice, by its place in `applied`, made which part of the new text.
    pub hunks: Vec<(Span, usize)>,
    /// Choices that could not be applied.
    pub refused: Vec<(Choice, Refusal)>,
    /// What reads cost before and after, where keys or indexes differ.
    pub reads: Vec<Cost>,
}

/// Applies the chosen fixes as one plan, in an order in which each finds in place what it needs:
/// what takes away first, parents before children, each to the text the last one gave.
#[must_use]
pub fn rewrite(reading: &Reading, choices: &[Choice]) -> Rewritten {
    let depth = |choice: &Choice| match reading.find(&choice.finding).map(|found| found.object) {
        Some(Object::Table(id)) => reading.schema.ancestors(id).len(),
        Some(Object::Index(id)) => reading.schema.ancestors(reading.schema.index(id).table).len(),
        _ => 0,
    };
    let mut in_order = choices.to_vec();
    order::by_key(&mut in_order, |choice| {
        (fixes::find(&choice.fix).map(|fix| fix.stage), depth(choice))
    });
    rewrite_in_order(reading, &in_order)
}

/// Applies the chosen fixes one after the other.
fn rewrite_in_order(reading: &Reading, choices: &[Choice]) -> Rewritten {
    let mut out = Rewritten {
        reading: reading.clone(),
        applied: Vec::new(),
        hunks: Vec::new(),
        refused: Vec::new(),
        reads: Vec::new(),
    };
    // By choice: which one before it cured its finding.
    let mut cured: Vec<Option<usize>> = vec![None; choices.len()];
    for (at, choice) in choices.iter().enumerate() {
        let offer = match apply(&out.reading, choice) {
            Ok(offer) => offer,
            Err(refusal) => {
                let refusal = cured[at].map_or(refusal, |by| cured_by(&choices[by]));
                out.refused.push((choice.clone(), refusal));
                continue;
            }
        };
        for (later, cured) in choices.iter().zip(&mut cured).skip(at + 1) {
            let goes = offer.after.find(&later.finding).is_none();
            if cured.is_none() && goes && out.reading.find(&later.finding).is_some() {
                *cured = Some(at);
            }
        }
        for (span, _) in &mut out.hunks {
            *span = moved(*span, &offer.plan.edits);
        }
        let by = out.applied.len();
        out.hunks.extend(made(&offer.plan.edits).into_iter().map(|span| (span, by)));
        out.applied.push((choice.clone(), offer.plan));
        out.reading = offer.after;
    }
    order::plain(&mut out.hunks);
    out.reads = reads::costs(&reading.context(), &out.reading.context());
    out
}

/// Why a choice is not needed any more.
fn cured_by(other: &Choice) -> Refusal {
    refuse(format!(
        "{} for `{}` cures its finding too, or makes another of it; take one of the two back",
        other.fix, other.finding
    ))
}

/// How to get to the schema that chosen fixes give, from a database that holds data already or
/// from none.
#[must_use]
pub fn rollout(reading: &Reading, choices: &[Choice], deployed: bool) -> rollout::plan::Plan {
    rollout_of(reading, &rewrite(reading, choices), deployed)
}

/// The same for fixes that are applied already.
#[must_use]
pub fn rollout_of(reading: &Reading, rewritten: &Rewritten, deployed: bool) -> rollout::plan::Plan {
    let (before, after) = (reading.context(), rewritten.reading.context());
    rollout::plan(&before, &after, &rewritten.splits(), deployed)
}

impl Rewritten {
    /// Tables that get the rows of one that goes.
    #[must_use]
    pub fn splits(&self) -> Vec<Split> {
        self.applied.iter().flat_map(|(_, plan)| plan.splits.iter().cloned()).collect()
    }
}

fn apply(reading: &Reading, choice: &Choice) -> Result<Offer, Refusal> {
    let finding = reading
        .find(&choice.finding)
        .ok_or_else(|| refuse("its finding is not there: the text has changed"))?;
    if finding.accepted.is_some() {
        return Err(refuse("its finding is accepted with a reason; withdraw that first"));
    }
    let migration = || Some(&fixes::catalog::live_rekey::FIX).filter(|fix| fix.id == choice.fix);
    let fix = candidates(finding)
        .find(|fix| fix.id == choice.fix)
        // Older links choose it; it says what to choose instead.
        .or_else(migration)
        .ok_or_else(|| refuse(format!("`{}` isn't a fix for `{}`", choice.fix, finding.rule)))?;
    offer(reading, finding, fix, &choice.parameters)
}

/// Rounds of fixing before it ends; each round cures a finding, so this is never reached by a
/// schema whose fixes do what they prove.
const ROUNDS_MAX: usize = 1_000;

/// Whether a fix may be chosen for a finding without asking.
fn by_itself(finding: &Finding, fix: &Fix) -> bool {
    match fix.pick {
        Pick::Freely => true,
        Pick::WhereBest => candidates(finding).next().is_some_and(|best| best.id == fix.id),
        Pick::ByHand => false,
    }
}

/// Applies the best fix on offer to every finding that is at least a warning, until none is left.
/// What a person has to decide is never chosen by itself.
#[must_use]
pub fn rewrite_all(reading: &Reading) -> Rewritten {
    let mut chosen: Vec<Choice> = Vec::new();
    let mut current = reading.clone();
    let mut given_up: Vec<String> = Vec::new();
    for _ in 0..ROUNDS_MAX {
        let open = current.standing().find(|finding| {
            finding.severity >= Severity::Warn && !given_up.contains(&current.key_of(finding))
        });
        let Some(finding) = open else { break };
        let key = current.key_of(finding);
        let parameters = Parameters::default();
        let own = |fix: &&'static Fix| by_itself(finding, fix);
        let best = ranked(&current, finding).into_iter().filter(own).find_map(|fix| {
            offer(&current, finding, fix, &parameters).ok().map(|offer| (fix.id, offer))
        });
        match best {
            Some((fix, offer)) => {
                chosen.push(Choice { finding: key, fix: fix.to_owned(), parameters });
                current = offer.after;
            }
            None => given_up.push(key),
        }
    }
    rewrite_in_order(reading, &chosen)
}

/// What is simulated. What the text says by directives wins over what is set here.
#[derive(Clone, Debug, PartialEq)]
pub struct Scenario {
    /// The schema as it is.
    pub before: String,
    /// The schema with fixes.
    pub after: Option<String>,
    /// The dialect to force.
    pub dialect: Option<Dialect>,
    /// Nodes, where the text does not state them.
    pub nodes: Option<f64>,
    /// Rows written per second over the whole schema, where the text does not state them.
    pub writes_per_second: Option<f64>,
    /// Minutes.
    pub minutes: u32,
    /// Seed.
    pub seed: u32,
    /// All else. Its nodes and minutes are those above; its region and what a node takes give way
    /// to `region=` and `ceiling=` in the text.
    pub knobs: Knobs,
    /// Load that is added to that of the schemas, the first
    /// [`ADDED_MAX`](workload::added::ADDED_MAX).
    pub added: Vec<Extra>,
    /// What the rows of the picture are.
    pub layout: Layout,
}

/// One or two runs of the same workload with the same seed.
pub struct Simulated {
    /// The schema as it is.
    pub before: Side,
    /// The schema with fixes.
    pub after: Option<Side>,
    /// The seed of both.
    pub seed: u32,
}

/// A schema, its load, its run and its picture.
pub struct Side {
    /// The text, read.
    pub reading: Arc<Reading>,
    /// Its load.
    pub load: Arc<Load>,
    /// What the load leaves room for.
    pub room: Arc<Room>,
    /// What the run was set to, with what the text says.
    pub knobs: Knobs,
    /// What came of it.
    pub run: Run,
    /// Its picture.
    pub grid: Grid,
    /// The numbers of the same run with other values of the constants that are not known, see
    /// [`sim::ranges`]; none until they are asked for.
    pub drawn: Vec<Summary>,
}

/// What the load of a schema leaves room for.
#[derive(Clone, Debug)]
pub struct Room {
    /// The ceilings of its keys.
    pub headroom: sim::headroom::Headroom,
    /// How sure they are.
    pub sure: sim::headroom::Uncertainty,
    /// The load's objects as tables and indexes.
    pub objects: workload::Objects,
    /// Rows written per second over the whole schema: what is given, or what the nodes should take.
    pub writes_per_second: f64,
}

impl Default for Scenario {
    fn default() -> Self {
        Self {
            before: String::new(),
            after: None,
            dialect: None,
            nodes: None,
            writes_per_second: None,
            minutes: Knobs::default().minutes,
            seed: 1,
            knobs: Knobs::default(),
            added: Vec::new(),
            layout: Layout::default(),
        }
    }
}

impl Simulated {
    /// One of the two runs.
    #[must_use]
    pub fn side(&self, after: bool) -> Option<&Side> {
        if after { self.after.as_ref() } else { Some(&self.before) }
    }
}

/// Runs one or two schemas.
#[must_use]
pub fn simulate(scenario: &Scenario) -> Simulated {
    Simulating::new(scenario).finish()
}

/// One or two runs that are told in slices, so that what is there can be shown, and the rest be
/// dropped.
pub struct Simulating {
    before: Halfway,
    after: Option<Halfway>,
    scenario: Scenario,
}

/// A side whose run is under way.
struct Halfway {
    reading: Arc<Reading>,
    load: Arc<Load>,
    room: Arc<Room>,
    knobs: Knobs,
    simulation: sim::Simulation,
}

impl Simulating {
    /// Before the first column.
    #[must_use]
    pub fn new(scenario: &Scenario) -> Self {
        let before = Halfway::new(&scenario.before, scenario, None);
        // The same workload runs on both.
        let writes = Some(before.room.writes_per_second);
        let after = scenario.after.as_deref().map(|after| Halfway::new(after, scenario, writes));
        Self { before, after, scenario: scenario.clone() }
    }

    /// Runs so many columns more of each, or as many as are left; says whether any are left.
    pub fn advance(&mut self, columns: u32) -> bool {
        let halves = std::iter::once(&mut self.before).chain(&mut self.after);
        let mut more = false;
        for half in halves {
            more |= half.simulation.advance(columns) < half.simulation.columns();
        }
        more
    }

    /// The runs as far as they are.
    #[must_use]
    pub fn so_far(&self) -> Simulated {
        let side = |half: &Halfway| Side::new(half, half.simulation.so_far(), self.scenario.layout);
        Simulated {
            before: side(&self.before),
            after: self.after.as_ref().map(side),
            seed: self.scenario.seed,
        }
    }

    /// The whole runs; columns that are left are run first.
    #[must_use]
    pub fn finish(self) -> Simulated {
        let layout = self.scenario.layout;
        let side = |half: Halfway| {
            let Halfway { reading, load, room, knobs, simulation } = half;
            let run = simulation.finish();
            let grid = heat::grid_of(&load, &run, layout);
            Side { reading, load, room, knobs, run, grid, drawn: Vec::new() }
        };
        Simulated {
            before: side(self.before),
            after: self.after.map(side),
            seed: self.scenario.seed,
        }
    }
}

impl Side {
    fn new(half: &Halfway, run: Run, layout: Layout) -> Self {
        let grid = heat::grid_of(&half.load, &run, layout);
        let (reading, load) = (Arc::clone(&half.reading), Arc::clone(&half.load));
        let room = Arc::clone(&half.room);
        Self { reading, load, room, knobs: half.knobs, run, grid, drawn: Vec::new() }
    }

    /// Runs it again with the next draw of the constants that are not known; says whether there are
    /// more.
    pub fn draw(&mut self, seed: u64) -> bool {
        let draws = sim::ranges::draws(&self.knobs);
        if let Some(knobs) = draws.get(self.drawn.len()) {
            self.drawn.push(sim::simulate(&self.load, knobs, seed).summary);
        }
        self.drawn.len() < draws.len()
    }

    /// The least and the most of a number over all draws; none until they are made.
    #[must_use]
    pub fn range(&self, of: impl Fn(&Summary) -> f64) -> Option<Range> {
        Range::of(of(&self.run.summary), self.drawn.iter().map(of))
    }

    /// A copy without the series and the picture, which is all that sentences need.
    fn without_series(&self) -> Self {
        let run = &self.run;
        Self {
            reading: Arc::clone(&self.reading),
            load: Arc::clone(&self.load),
            room: Arc::clone(&self.room),
            knobs: self.knobs,
            run: Run {
                nodes: run.nodes,
                servers: run.servers,
                server_nodes: run.server_nodes,
                unsplittable: run.unsplittable.clone(),
                summary: run.summary,
                ..Run::default()
            },
            grid: Grid::default(),
            drawn: self.drawn.clone(),
        }
    }

    /// The run with its load and its picture.
    #[must_use]
    pub fn drawn(&self) -> heat::Drawn<'_> {
        heat::Drawn { load: &self.load, run: &self.run, grid: &self.grid }
    }
}

impl Halfway {
    fn new(text: &str, scenario: &Scenario, writes: Option<f64>) -> Self {
        let Prepared { reading, load, room, knobs } = prepared(text, scenario, writes);
        let simulation = sim::Simulation::new(&load, &knobs, u64::from(scenario.seed));
        let (reading, load, room) = (Arc::new(reading), Arc::new(load), Arc::new(room));
        Self { reading, load, room, knobs, simulation }
    }
}

/// A text read, with what is run of it.
struct Prepared {
    reading: Reading,
    load: Load,
    room: Room,
    knobs: Knobs,
}

/// A text read, with the load it gives, all that is added among it, and what its run is set to.
/// `writes` is the rate of the schema beside which it runs.
fn prepared(text: &str, scenario: &Scenario, writes: Option<f64>) -> Prepared {
    let mut prepared = bare(text, scenario, writes);
    if scenario.added.is_empty() {
        return prepared;
    }
    let own = prepared.load.clone();
    // The load of the schema on whose map something was drawn.
    let drawn_on = |text_there: Option<&str>, on_after: bool| {
        let there = text_there.filter(|_| scenario.added.iter().any(|it| it.on_after == on_after));
        there.map(|it| if it == text { own.clone() } else { bare(it, scenario, writes).load })
    };
    let drawn_on = DrawnOn {
        before: drawn_on(Some(&scenario.before), false),
        after: drawn_on(scenario.after.as_deref(), true),
    };
    let seconds = f64::from(prepared.knobs.minutes) * 60.0;
    workload::added::add(&mut prepared.load, &drawn_on, &scenario.added, seconds);
    prepared
}

/// The same without what is added.
fn bare(text: &str, scenario: &Scenario, writes: Option<f64>) -> Prepared {
    let given = Given { nodes: scenario.nodes, writes_per_second: scenario.writes_per_second };
    let reading = read(text, scenario.dialect, &given);
    let mut notes = reading.given_notes.clone();
    let knobs = knobs_of(&reading, scenario).within(&mut notes);
    let writes_per_second = reading.given.writes_per_second.or(writes);
    let ask = headroom::Ask { knobs: &knobs, writes_per_second };
    let loaded = headroom::load(&reading.schema, &reading.facts, &ask);
    let headroom::Loaded { mut load, objects, headroom, writes_per_second } = loaded;
    load.notes.extend(notes);
    let sure = headroom.uncertainty(headroom::SEED);
    let room = Room { headroom, sure, objects, writes_per_second };
    Prepared { reading, load, room, knobs }
}

/// What a run is set to: what the text says first.
fn knobs_of(reading: &Reading, scenario: &Scenario) -> Knobs {
    let set = scenario.knobs;
    let said = headroom::knobs_of(&reading.facts.file);
    let of_text = |region| headroom::writes_per_node(&reading.facts.file, region);
    let region = match (reading.says("region"), said.region, set.region) {
        (false, _, region) => region,
        // The text says that there are several regions; how far apart may be set beside it.
        (true, Region::MultiRegion { .. }, region @ Region::MultiRegion { .. }) => region,
        (true, said, _) => said,
    };
    let writes_per_node =
        if reading.says("ceiling") { of_text(region) } else { set.writes_per_node };
    Knobs { nodes: said.nodes, minutes: scenario.minutes, region, writes_per_node, ..set }
}

/// Where an older part of the text stands after `edits`.
fn moved(span: Span, edits: &[text::Edit]) -> Span {
    let shift = |offset: u32| {
        let mut at = i64::from(offset);
        for edit in edits.iter().filter(|edit| edit.span.end <= offset) {
            at += i64::from(text::at(edit.insert.len())) - i64::from(edit.span.len());
        }
        u32::try_from(at.max(0)).expect("texts are limited to 32-bit offsets")
    };
    let start = shift(span.start);
    Span::new(start, shift(span.end).max(start))
}

/// Where the insertions of `edits` stand in the new text.
fn made(edits: &[text::Edit]) -> Vec<Span> {
    let mut order: Vec<&text::Edit> = edits.iter().collect();
    order::by_key(&mut order, |edit| (edit.span.start, edit.span.end));
    let mut shift = 0_i64;
    let mut spans = Vec::new();
    for edit in order {
        let start = u32::try_from(i64::from(edit.span.start) + shift)
            .expect("edits do not overlap, so offsets stay in the text");
        let length = text::at(edit.insert.len());
        spans.push(Span::new(start, start + length));
        shift += i64::from(length) - i64::from(edit.span.len());
    }
    spans
}
