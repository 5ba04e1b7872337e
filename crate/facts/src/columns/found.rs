//! A column fact with its evidence, on the way to being complete.

use crate::column::ColumnFact;
use crate::dist::Dist;
use crate::evidence::Hint;
use crate::source::{Evidence, Source};
use crate::text::Span;
use smol_str::SmolStr;

/// A fact with its evidence, on the way to being complete.
pub(super) struct Found(pub(super) ColumnFact);

impl Found {
    pub(super) fn new(
        dist: Dist,
        confidence: f64,
        what: SmolStr,
        span: Span,
        source: Source,
    ) -> Self {
        Self::of_evidence(dist, confidence, Evidence { what, span, source })
    }

    pub(super) fn of_evidence(dist: Dist, confidence: f64, evidence: Evidence) -> Self {
        Self(ColumnFact {
            dist,
            time_id: None,
            confidence,
            evidence: vec![evidence],
            mutable: None,
            null_share: None,
            max_len: None,
            immutable: false,
            unique: false,
            stated: false,
            overruled: None,
        })
    }

    pub(super) fn of_hint(hint: Hint, what: SmolStr, span: Span, source: Source) -> Self {
        let mut found = Self::new(hint.dist, hint.confidence, what, span, source);
        found.0.time_id = hint.time_id;
        found
    }

    pub(super) fn source(&self) -> Option<Source> {
        self.0.evidence.first().map(|evidence| evidence.source)
    }
}
