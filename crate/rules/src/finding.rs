//! What rules find: a finding, what it speaks of, and how bad it is.

use crate::cause::Cause;
use crate::facts::{Evidence, Pressure};
use crate::schema::{
    ColumnId, GraphId, IndexId, ManagedName, Place, Schema, SequenceId, SpecialIndexId, StreamId,
    TableId, ViewId,
};
use crate::text::Span;

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
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Object {
    /// A table.
    Table(TableId),
    /// An index.
    Index(IndexId),
    /// A sequence.
    Sequence(SequenceId),
    /// A search or vector index.
    SpecialIndex(SpecialIndexId),
    /// A change stream.
    Stream(StreamId),
    /// A property graph.
    Graph(GraphId),
    /// A view.
    View(ViewId),
    /// The text as a whole.
    File,
}

impl Object {
    /// Where facts of it are stated.
    #[must_use]
    pub fn place(self) -> Place {
        match self {
            Self::Table(id) => Place::Table(id),
            Self::Index(id) => Place::Index(id),
            Self::Sequence(id) => Place::Sequence(id),
            Self::SpecialIndex(id) => Place::SpecialIndex(id),
            Self::Stream(id) => Place::Stream(id),
            Self::Graph(id) => Place::Graph(id),
            Self::View(id) => Place::View(id),
            Self::File => Place::File,
        }
    }

    /// What tells it apart where it is an index that Spanner keeps for a foreign key.
    #[must_use]
    pub fn managed(self, schema: &Schema) -> Option<ManagedName<'_>> {
        let Self::Index(id) = self else { return None };
        schema.managed_name(id)
    }

    /// Its name; the text as a whole is called `schema`.
    #[must_use]
    pub fn name(self, schema: &Schema) -> &str {
        match self {
            Self::Table(id) => &schema.table(id).name,
            Self::Index(id) => &schema.index(id).name,
            Self::Sequence(id) => &schema.sequence(id).name,
            Self::SpecialIndex(id) => &schema.special_index(id).name,
            Self::Stream(id) => &schema.stream(id).name,
            Self::Graph(id) => &schema.graph(id).name,
            Self::View(id) => &schema.view(id).name,
            Self::File => "schema",
        }
    }
}

/// The word Spanner's own statistics use.
#[must_use]
pub fn unsplittable_word(reason: Unsplittable) -> &'static str {
    match reason {
        Unsplittable::MovingHotSpot => "MOVING_HOT_SPOT",
        Unsplittable::HotRow => "HOT_ROW",
        Unsplittable::UnisolatableHotRow => "UNISOLATABLE_HOT_ROW",
        Unsplittable::LargeScanHotSpot => "LARGE_SCAN_HOT_SPOT",
    }
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
    /// Load over what one split can take, where the rates are stated.
    pub utilisation: Option<f64>,
    /// What it puts on one split, where the finding is about that.
    pub pressure: Option<Pressure>,
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
    pub choices: Vec<(&'static str, &'static str)>,
}
