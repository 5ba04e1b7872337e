//! Fixes of findings, worked out and proven. Each proof reads the whole text once more, so there is
//! an end to it: the worst findings come first, and what is left out is said.

use hotsplit_wire::engine::fixes::{Fix, Parameters, Refusal};
use hotsplit_wire::engine::rules::Finding;
use hotsplit_wire::engine::{Proposal, Reading, candidates};

/// Bytes of text that are read again for proofs at most; a few seconds of work (our assumption).
const PROVEN_BYTES_MAX: usize = 16 * 1024 * 1024;

/// Bytes of a text from which on proofs take less: work on a long text should stay in proportion to
/// it, and a person looks at the worst few findings first (our assumption).
const LONG_BYTES: usize = 128 * 1024;

/// Times a long text is read again at least for `check` (our assumption).
pub(crate) const READINGS_OF_CHECK: usize = 6;

/// A fix, with what it would do or why it is not offered.
pub(crate) type Proposed = (&'static Fix, Result<Proposal, Refusal>);

/// Works out fixes until enough text was read.
pub(crate) struct Prover<'a> {
    reading: &'a Reading,
    /// Bytes that may be read again.
    bytes_max: usize,
    /// Bytes that were read again.
    bytes: usize,
    /// Findings whose fixes were not worked out.
    left_out: usize,
}

impl<'a> Prover<'a> {
    /// Starts with nothing proven. A long text may be read again `readings` times, within what any
    /// text may take.
    pub(crate) fn new(reading: &'a Reading, readings: usize) -> Self {
        let bytes = reading.text.len().max(1);
        let shrunk = PROVEN_BYTES_MAX / bytes.div_ceil(LONG_BYTES);
        let bytes_max = readings.saturating_mul(bytes).clamp(shrunk, PROVEN_BYTES_MAX);
        Self { reading, bytes_max, bytes: 0, left_out: 0 }
    }

    /// The candidate fixes of a finding, each with its outcome.
    pub(crate) fn proposals(&mut self, found: &Finding) -> Vec<Proposed> {
        self.proposals_with(found, &Parameters::default())
    }

    /// The same, with what a person has set. Accepting needs a reason, so it is tried with one.
    pub(crate) fn proposals_with(&mut self, found: &Finding, set: &Parameters) -> Vec<Proposed> {
        let readings = candidates(found).count();
        let bytes = self.bytes + readings * self.reading.text.len();
        // The worst finding has its fixes, unless that alone takes too long.
        let bytes_max = if self.bytes == 0 { PROVEN_BYTES_MAX } else { self.bytes_max };
        if bytes > bytes_max {
            self.left_out += usize::from(readings > 0);
            return Vec::new();
        }
        self.bytes = bytes;
        let default_reason = || "it needs a reason when it is chosen".to_owned();
        let reason = Some(set.reason.clone().unwrap_or_else(default_reason));
        let set = Parameters { reason, ..set.clone() };
        hotsplit_wire::engine::proposals(self.reading, found, &set)
    }

    /// What was left out, in words.
    pub(crate) fn left_out(&self) -> Option<String> {
        (self.left_out > 0).then(|| {
            format!(
                "the fixes of {} findings were not computed: each is tried on the whole schema, \
                 which is long; `hotsplit fix` tries those you name",
                self.left_out
            )
        })
    }
}
