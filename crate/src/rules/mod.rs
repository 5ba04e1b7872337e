//! The rules: facts in, findings out. One file and one page each; the list is below.
//!
//! A rule never looks at text or at other rules' findings. Which of two rules speaks for one
//! cause is settled by `replaces`, here.

pub mod severity;

use crate::facts::{Evidence, Facts};
use crate::schema::{ColumnId, IndexId, Schema, TableId};
use crate::text::Span;

/// A rule.
pub struct Rule {
    /// Its id, as in `key-timestamp-first`.
    pub id: &'static str,
    /// Its page: help text, documentation and test in one.
    pub page: &'static str,
    /// Ids of the fixes that may help, best first.
    pub fixes: &'static [&'static str],
    /// Ids of more general rules that fall silent where this one speaks of the same object.
    pub replaces: &'static [&'static str],
    /// Looks at everything and reports.
    pub check: fn(&Context<'_>, &mut Vec<Finding>),
}

/// What a rule may look at.
pub struct Context<'a> {
    /// The schema.
    pub schema: &'a Schema,
    /// What is known of it.
    pub facts: &'a Facts,
}

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
    /// Spanner refuses it.
    Error,
}

/// Google's words for why a split cannot be split.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unsplittable {
    /// `MOVING_HOT_SPOT`.
    MovingHotSpot,
    /// `HOT_ROW`.
    HotRow,
    /// `UNISOLATABLE_HOT_ROW`.
    UnisolatableHotRow,
    /// `LARGE_SCAN_HOT_SPOT`.
    LargeScanHotSpot,
}

/// What a finding speaks of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Object {
    /// A table.
    Table(TableId),
    /// An index.
    Index(IndexId),
}

/// What a rule found.
#[derive(Clone, Debug)]
pub struct Finding {
    /// The rule's id.
    pub rule: &'static str,
    /// How bad.
    pub severity: Severity,
    /// What it speaks of.
    pub object: Object,
    /// The column, if one is to blame.
    pub column: Option<(TableId, ColumnId)>,
    /// What is wrong, naming object and column in backticks; no full stop.
    pub title: String,
    /// What it costs, one sentence, with the number for this workload.
    pub why: String,
    /// One change, starting with a verb.
    pub help: String,
    /// What Spanner's own statistics will call it.
    pub reason: Option<Unsplittable>,
    /// Why it is believed.
    pub evidence: Vec<Evidence>,
    /// The line to blame.
    pub span: Span,
    /// How sure, 0 to 1.
    pub confidence: f64,
    /// Writes/s over what the tails can take, where writes/s are known.
    pub utilisation: Option<f64>,
    /// The question, for [`Severity::Ask`].
    pub question: Option<Question>,
    /// The reason it was accepted with; the finding is then listed apart.
    pub accepted: Option<String>,
    /// Explanations attached by other rules (`key-desc-no-cure`).
    pub attached: Vec<&'static str>,
}

/// A question and its answers; an answer is a directive written into the text.
#[derive(Clone, Debug)]
pub struct Question {
    /// The question, one line.
    pub text: String,
    /// Label and directive fact of each answer.
    pub choices: Vec<(String, String)>,
}
