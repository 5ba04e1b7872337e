//! Works out the fixes of a finding, and proves each before it is offered.

use crate::ceiling::{ceiling, ceiling_range};
use crate::defaults::NODES;
use crate::fixes::reads::{self, Bytes, Cost};
use crate::fixes::{self, Fix, Parameters, Plan, Refusal, refuse};
use crate::proof::{Proof, is_asked, prove};
use crate::read::{Reading, learn, read};
use crate::rules::{self, Finding, Object};
use crate::sim::ranges::Range;
use crate::text::apply_edits;
use crate::{order, schema, sim};

/// Fixes that may help with a finding, as its rule lists them.
pub fn candidates(finding: &Finding) -> impl Iterator<Item = &'static Fix> + use<> {
    fixes::ranking::listed(finding).into_iter().filter_map(fixes::find)
}

/// The same, best first by what the text says of reads and references.
#[must_use]
pub fn ranked(reading: &Reading, finding: &Finding) -> Vec<&'static Fix> {
    fixes::ranking::ranked(&reading.context(), finding)
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

/// Works out one fix of a finding and proves it, without what was read to prove it.
pub(crate) fn propose(
    reading: &Reading,
    finding: &Finding,
    fix: &Fix,
    parameters: &Parameters,
) -> Result<Proposal, Refusal> {
    let (proposal, text) = plan(reading, finding, fix, parameters)?;
    let (parsed, schema) = schema::read(&text, reading.asked);
    let errors = parsed.tree.errors.len();
    drop((parsed, text));
    let facts = learn(&schema, &reading.settings);
    let findings =
        rules::run_for_proof(&schema, &facts, |found| is_asked(reading, finding, &schema, found));
    drop(facts);
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
    let after = read(&text, reading.asked, &reading.settings);
    prove(reading, finding, &Proof::of(&after))?;
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
        .ok_or_else(|| refuse("two of its edits overlap in this schema"))?;
    let ceiling = plan.tails.map_or(fix.changes_key, |_| true).then(|| {
        let nodes = parameters.nodes.unwrap_or(NODES);
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

fn with_defaults(reading: &Reading, finding: &Finding, parameters: &Parameters) -> Parameters {
    let facts = &reading.facts;
    let writes = match finding.object {
        Object::Table(id) => facts.table(id).writes_per_second,
        Object::Index(id) => facts.index(id).writes_per_second,
        _ => None,
    };
    // What is out of its range is a note of the reading.
    let nodes = parameters.nodes.map(|nodes| sim::input::nodes(nodes, &mut Vec::new()));
    Parameters {
        nodes: nodes.or(facts.file.max_nodes).or(facts.file.nodes),
        writes_per_second: parameters.writes_per_second.or(writes),
        ..parameters.clone()
    }
}
