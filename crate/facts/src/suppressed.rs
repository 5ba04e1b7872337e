//! Rules that directives accept or switch off.

use crate::spans::Each;
use crate::text::Span;

/// Rules accepted and switched off in one place.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Suppressed {
    /// Rules accepted here, each with its reason.
    pub accepted: Vec<Accepted>,
    /// Rules switched off here.
    pub off: Vec<String>,
}

/// `accept(rule) reason="…"`.
#[derive(Clone, Debug, PartialEq)]
pub struct Accepted {
    /// The rule's id.
    pub rule: String,
    /// The reason, if given.
    pub reason: Option<String>,
    /// The directive.
    pub span: Span,
}

impl Accepted {
    /// Every span of it.
    pub(crate) fn each_span(&mut self, each: Each<'_>) {
        let Self { rule: _, reason: _, span } = self;
        each(span);
    }
}
