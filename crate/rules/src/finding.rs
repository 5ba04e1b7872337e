//! What rules find: a finding, what it speaks of, and how bad it is.

pub use crate::base::unsplittable::UnsplittableReason;
use crate::cause::Cause;
use crate::facts::{Evidence, Pressure};
pub use crate::schema::Object;
use crate::schema::{ColumnId, Schema, TableId};
use crate::text::Span;
use std::borrow::Cow;

/// Severity words, mildest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// An opportunity.
    Hint,
    /// Worth knowing.
    Info,
    /// A question: the DDL cannot say.
    Ask,
    /// May become a problem.
    Warn,
    /// A hotspot.
    High,
    /// Spanner rejects it.
    Error,
}

/// What a rule found.
#[derive(Clone, Debug)]
pub struct Finding {
    /// The rule's id.
    pub rule: &'static str,
    /// What is wrong, where a fix has to know it.
    pub cause: Option<Cause>,
    /// How bad.
    pub severity: Severity,
    /// What it speaks of.
    pub object: Object,
    /// The column, if one is to blame.
    pub column: Option<(TableId, ColumnId)>,
    /// What is wrong, naming object and column in backticks; no full stop.
    pub title: String,
    /// What it costs, one sentence, with the number for this workload.
    pub why: Cow<'static, str>,
    /// One change, starting with a verb.
    pub help: Cow<'static, str>,
    /// What Spanner's own statistics will call it.
    pub reason: Option<UnsplittableReason>,
    /// Why it is believed.
    pub evidence: Vec<Evidence>,
    /// The line to blame.
    pub span: Span,
    /// How sure, 0 to 1.
    pub confidence: f64,
    /// Load over what one split can take, where the rates are stated.
    pub utilisation: Option<f64>,
    /// What it puts on one split, where the finding is about that.
    pub pressure: Option<Box<Pressure>>,
    /// Why it does no harm as things are, with what would change that; nobody has accepted it.
    pub harmless: Option<String>,
    /// The question, for [`Severity::Ask`].
    pub question: Option<Box<Question>>,
    /// The reason it was accepted with; the finding is then listed apart.
    pub accepted: Option<String>,
    /// Explanations attached by other rules (`key-desc-no-cure`).
    pub attached: Vec<&'static str>,
}

impl Finding {
    /// The name of the column it blames.
    #[must_use]
    pub fn column_name<'a>(&self, schema: &'a Schema) -> Option<&'a str> {
        let (table, column) = self.column?;
        Some(&schema.table(table).column(column).name)
    }

    /// Every span of it.
    pub fn each_span(&mut self, each: &mut dyn FnMut(&mut Span)) {
        each(&mut self.span);
        for evidence in &mut self.evidence {
            each(&mut evidence.span);
        }
    }
}

/// A question and its answers; an answer is a directive written into the text.
#[derive(Clone, Debug)]
pub struct Question {
    /// The question, one line.
    pub text: String,
    /// Label and directive fact of each answer.
    pub choices: Cow<'static, [(&'static str, &'static str)]>,
}
