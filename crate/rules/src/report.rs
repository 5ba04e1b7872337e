//! What the rules report while they run: everything, or what a proof asks for.

use crate::base::room;
use crate::finding::Finding;
use std::borrow::Cow;

/// What the rules report, in their order.
#[derive(Default)]
pub struct Report<'a> {
    /// What was reported so far.
    pub findings: Vec<Finding>,
    /// What is kept; everything, where nothing is said.
    wanted: Option<Wanted<'a>>,
}

/// Whether a finding is kept.
pub(crate) type Wanted<'a> = &'a dyn Fn(&Finding) -> bool;

impl<'a> Report<'a> {
    /// Keeps only what is wanted, with its title and no other words: of a long text, all words take more
    /// memory than the schema.
    pub(crate) fn of(wanted: Wanted<'a>) -> Self {
        Self { findings: Vec::new(), wanted: Some(wanted) }
    }

    /// Adds a finding.
    pub(crate) fn push(&mut self, mut finding: Finding) {
        if let Some(is_wanted) = self.wanted {
            if !is_wanted(&finding) {
                return;
            }
            finding.why = Cow::default();
            finding.help = Cow::default();
            finding.evidence = Vec::new();
        }
        fit_words(&mut finding);
        room::push(&mut self.findings, finding);
    }

    /// Adds findings.
    pub(crate) fn extend(&mut self, findings: impl IntoIterator<Item = Finding>) {
        findings.into_iter().for_each(|finding| self.push(finding));
    }
}

/// Gives back the room that was made for longer words: half of what the words take.
fn fit_words(finding: &mut Finding) {
    finding.title.shrink_to_fit();
    for words in [&mut finding.why, &mut finding.help] {
        if let Cow::Owned(words) = words {
            words.shrink_to_fit();
        }
    }
    if let Some(harmless) = &mut finding.harmless {
        harmless.shrink_to_fit();
    }
    finding.evidence.shrink_to_fit();
}
