//! Applies chosen fixes one after the other, and plans how a database gets to the result.

use crate::fixes::reads::{self, Cost};
use crate::fixes::{self, Fix, Parameters, Pick, Plan, Refusal, Split, refuse, rollout};
use crate::offer::{Offer, candidates, offer, ranked};
use crate::order;
use crate::read::Reading;
use crate::rules::{Finding, Object, Severity};
use crate::text::{self, Span};

/// A fix that was chosen for a finding.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    /// The finding's key.
    pub finding: String,
    /// The fix's id; an unknown one as it was given.
    pub fix: String,
    /// What the person set.
    pub parameters: Parameters,
}

impl Choice {
    /// A choice of a fix by its id or its short form, which older links have.
    #[must_use]
    pub fn new(finding: impl Into<String>, fix: &str, parameters: Parameters) -> Self {
        let fix = fixes::find(fix).map_or(fix, |fix| fix.id).to_owned();
        Self { finding: finding.into(), fix, parameters }
    }

    /// The short form of its fix, for people; an unknown one as it was given.
    #[must_use]
    pub fn short(&self) -> &str {
        fixes::find(&self.fix).map_or(&self.fix, |fix| fix.short)
    }
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
            *span = moved_span(*span, &offer.plan.edits);
        }
        let by = out.applied.len();
        out.hunks.extend(inserted_spans(&offer.plan.edits).into_iter().map(|span| (span, by)));
        out.applied.push((choice.clone(), offer.plan));
        out.reading = offer.after;
    }
    order::ascending(&mut out.hunks);
    out.reads = reads::costs(&reading.context(), &out.reading.context());
    out
}

/// Why a choice is not needed any more.
fn cured_by(other: &Choice) -> Refusal {
    refuse(format!(
        "{} for `{}` also fixes this finding, or turns it into another; undo one of the two",
        other.short(),
        other.finding
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
        .ok_or_else(|| refuse("its finding no longer exists: the schema has changed"))?;
    if finding.accepted.is_some() {
        return Err(refuse("its finding is accepted with a reason; withdraw that first"));
    }
    let migration =
        || Some(&fixes::catalog::live_rekey::FIX).filter(|fix| fix.is_called(&choice.fix));
    let fix = candidates(finding)
        .find(|fix| fix.is_called(&choice.fix))
        // Older links choose it; it says what to choose instead.
        .or_else(migration)
        .ok_or_else(|| {
            refuse(format!("`{}` isn't a fix for `{}`", choice.short(), finding.rule))
        })?;
    offer(reading, finding, fix, &choice.parameters)
}

/// Rounds of fixing before it ends; each round cures a finding, so this is never reached by a
/// schema whose fixes do what they prove.
const ROUNDS_MAX: usize = 1_000;

/// Whether a fix may be chosen for a finding without asking.
pub(crate) fn by_itself(finding: &Finding, fix: &Fix) -> bool {
    match fix.pick {
        Pick::Freely => true,
        Pick::WhereBest => candidates(finding).next().is_some_and(|best| best.id == fix.id),
        Pick::Manually => false,
    }
}

/// Applies the best fix on offer to every finding that is at least a warning, until none is left.
/// What a person has to decide is never chosen by itself.
#[must_use]
pub fn rewrite_all(reading: &Reading) -> Rewritten {
    let mut chosen: Vec<Choice> = Vec::new();
    let mut current = reading.clone();
    let mut without_fix: Vec<String> = Vec::new();
    for _ in 0..ROUNDS_MAX {
        let open = current.standing().find(|finding| {
            finding.severity >= Severity::Warn && !without_fix.contains(&current.key_of(finding))
        });
        let Some(finding) = open else { break };
        let key = current.key_of(finding);
        let parameters = Parameters::default();
        let own = |fix: &&'static Fix| by_itself(finding, fix);
        let best = ranked(&current, finding).into_iter().filter(own).find_map(|fix| {
            offer(&current, finding, fix, &parameters).ok().map(|offer| (fix, offer))
        });
        match best {
            Some((fix, offer)) => {
                chosen.push(Choice::new(key, fix.id, parameters));
                current = offer.after;
            }
            None => without_fix.push(key),
        }
    }
    rewrite_in_order(reading, &chosen)
}

/// Where an older part of the text stands after `edits`.
fn moved_span(span: Span, edits: &[text::Edit]) -> Span {
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
fn inserted_spans(edits: &[text::Edit]) -> Vec<Span> {
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
