//! Fixes of findings, worked out and proven. Each proof reads the whole text once more, so there is
//! an end to it: the worst findings come first, and what is left out is said.

use hotsplit::fixes::Parameters;
use hotsplit::rules::Finding;
use hotsplit::{Card, Reading, candidates, cards};

/// Bytes of text that are read again for proofs; a few seconds of work.
const PROVEN_BYTES_MAX: usize = 16 * 1024 * 1024;

/// Works out fixes until enough text was read.
pub(crate) struct Prover<'a> {
    reading: &'a Reading,
    bytes: usize,
    /// Findings whose fixes were not worked out.
    left_out: usize,
}

impl<'a> Prover<'a> {
    /// Starts with nothing proven.
    pub(crate) fn new(reading: &'a Reading) -> Self {
        Self { reading, bytes: 0, left_out: 0 }
    }

    /// The candidates of a finding, each with its outcome. Accepting needs a reason, so it is tried
    /// with one.
    pub(crate) fn cards(&mut self, found: &Finding) -> Vec<Card> {
        self.cards_with(found, &Parameters::default())
    }

    /// The same, with what a person has set.
    pub(crate) fn cards_with(&mut self, found: &Finding, set: &Parameters) -> Vec<Card> {
        let readings = candidates(found).count();
        let bytes = self.bytes + readings * self.reading.text.len();
        if bytes > PROVEN_BYTES_MAX {
            self.left_out += usize::from(readings > 0);
            return Vec::new();
        }
        self.bytes = bytes;
        let given = || "a reason is given when it is chosen".to_owned();
        let reason = Some(set.reason.clone().unwrap_or_else(given));
        cards(self.reading, found, &Parameters { reason, ..set.clone() })
    }

    /// What was left out, in words.
    pub(crate) fn left_out(&self) -> Option<String> {
        (self.left_out > 0).then(|| {
            format!(
                "the fixes of {} findings were not worked out: each is tried on the whole text, \
                 which is long; `hotsplit fix` tries those you name",
                self.left_out
            )
        })
    }
}
