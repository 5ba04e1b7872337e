//! Fixes of findings, worked out and proven. Each proof reads the whole text once more, so there is
//! an end to it: the worst findings come first, and what is left out is said.

use hotsplit::fixes::Parameters;
use hotsplit::rules::Finding;
use hotsplit::{Card, Reading, candidates, cards_as};

/// Bytes of text that are read again for proofs at most; a few seconds of work (assumption of ours).
const PROVEN_BYTES_MAX: usize = 16 * 1024 * 1024;

/// Bytes that are read again whatever the length of the text: half a second of work (assumption of
/// ours). A schema of a thousand lines has all its fixes worked out.
const PROVEN_BYTES: usize = 4 * 1024 * 1024;

/// Times a long text is read again for `check`, where fixes are beside the findings.
pub(crate) const READINGS_OF_CHECK: usize = 6;

/// Works out fixes until enough text was read.
pub(crate) struct Prover<'a> {
    reading: &'a Reading,
    /// Bytes that may still be read again.
    bytes_left: usize,
    /// Findings whose fixes were not worked out.
    left_out: usize,
}

impl<'a> Prover<'a> {
    /// Starts with nothing proven; the text is read again so often, if it is long.
    pub(crate) fn new(reading: &'a Reading, readings: usize) -> Self {
        let bytes = readings.saturating_mul(reading.text.len());
        Self { reading, bytes_left: bytes.clamp(PROVEN_BYTES, PROVEN_BYTES_MAX), left_out: 0 }
    }

    /// What `keep` makes of the candidates of a finding, each with its outcome.
    pub(crate) fn cards<T>(&mut self, found: &Finding, keep: impl Fn(Card) -> T) -> Vec<T> {
        self.cards_with(found, &Parameters::default(), keep)
    }

    /// The same, with what a person has set. Accepting needs a reason, so it is tried with one.
    pub(crate) fn cards_with<T>(
        &mut self,
        found: &Finding,
        set: &Parameters,
        keep: impl Fn(Card) -> T,
    ) -> Vec<T> {
        let readings = candidates(found).count();
        let Some(left) = self.bytes_left.checked_sub(readings * self.reading.text.len()) else {
            self.left_out += usize::from(readings > 0);
            return Vec::new();
        };
        self.bytes_left = left;
        let given = || "a reason is given when it is chosen".to_owned();
        let reason = Some(set.reason.clone().unwrap_or_else(given));
        let set = Parameters { reason, ..set.clone() };
        cards_as(self.reading, found, |_| set.clone(), keep)
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
