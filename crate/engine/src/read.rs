//! Reads a schema's text: syntax, schema, facts, findings.

use crate::facts::{self, Facts, Settings};
use crate::fixes::{self, FixContext};
use crate::rules::listed::{self, Counted, LISTED_MAX};
use crate::rules::{self, Finding, Severity};
use crate::schema::{self, ProblemKind, Schema};
use crate::syntax::tree::{Dialect, NoteKind, SyntaxError, Tree};
use crate::text::Span;
use crate::{headroom, order};

/// A text, read to the end of the judging half of the pipeline.
#[derive(Clone, Debug)]
pub struct Reading {
    /// The text.
    pub text: String,
    /// What was set beside the text, every number within its range.
    pub settings: Settings,
    /// Numbers set beside the text that were out of their range.
    pub settings_notes: Vec<String>,
    /// The dialect that was asked for.
    pub asked: Option<Dialect>,
    /// Its tree. What statements and directives say is in the schema; [`read`] keeps where statements
    /// stand.
    pub tree: Tree,
    /// Its schema.
    pub schema: Schema,
    /// What is known of it.
    pub facts: Facts,
    /// What was found, worst first, questions and accepted ones included.
    pub findings: Vec<Finding>,
}

/// Reads a text: syntax, schema, facts, findings.
#[must_use]
pub fn read(text: &str, dialect: Option<Dialect>, settings: &Settings) -> Reading {
    let (mut parsed, schema) = schema::read(text, dialect);
    parsed.tree.keep_outline();
    let mut settings_notes = Vec::new();
    let settings = headroom::within(settings, &mut settings_notes);
    let facts = learn(&schema, &settings);
    let findings = rules::run(&schema, &facts);
    let (text, tree) = (text.to_owned(), parsed.tree);
    Reading { text, settings, settings_notes, asked: dialect, tree, schema, facts, findings }
}

/// Everything that is known of a schema, how much room its keys leave included.
#[must_use]
pub fn learn(schema: &Schema, settings: &Settings) -> Facts {
    let mut facts = Facts::of(schema, settings);
    headroom::learn(schema, &mut facts, settings);
    facts
}

impl Reading {
    /// Names a finding among all: `rule object.column`. Stable while other parts are edited.
    #[must_use]
    pub fn key_of(&self, finding: &Finding) -> String {
        let object = fixes::object_name(&self.schema, finding.object);
        match finding.column_name(&self.schema) {
            Some(column) => format!("{} {object}.{column}", finding.rule),
            None => format!("{} {object}", finding.rule),
        }
    }

    /// The finding of a key.
    #[must_use]
    pub fn find(&self, key: &str) -> Option<&Finding> {
        self.findings.iter().find(|finding| self.key_of(finding) == key)
    }

    /// Findings that stand: neither accepted nor questions. Those that do no harm at the load
    /// there is are among them; they are at most of severity info.
    pub fn standing(&self) -> impl Iterator<Item = &Finding> {
        standing(&self.findings)
    }

    /// Syntax errors that no finding explains: where a rule says that Spanner rejects the same
    /// place, it says it once.
    pub fn syntax_errors(&self) -> impl Iterator<Item = &SyntaxError> {
        let refused = self.findings.iter().filter(|finding| finding.severity == Severity::Error);
        let mut refused: Vec<Span> = refused.map(|finding| finding.span).collect();
        order::by_key(&mut refused, |span| span.start);
        // By place in that order: how far those reach that start before.
        let mut reach = 0;
        let ends = refused.iter().map(|span| {
            reach = reach.max(span.end);
            reach
        });
        let ends: Vec<u32> = ends.collect();
        self.tree.errors.iter().filter(move |error| {
            let end = error.span.end.max(error.span.start + 1);
            let before = refused.partition_point(|span| span.start < end);
            before.checked_sub(1).is_none_or(|last| error.span.start >= ends[last])
        })
    }

    /// Remarks that are no findings, in the order of the text: numbers set beside it that are out of
    /// their range, statements that were skipped, names that the text does not define. What Spanner
    /// rejects is a finding of `meta-refused`; what is left out, mixed dialects, names given twice
    /// and directives that could not be used are findings of the rules `meta-…` and are not said
    /// here as well.
    #[must_use]
    pub fn notes(&self) -> Vec<(Span, &str)> {
        let syntax = self
            .tree
            .notes
            .iter()
            .filter(|note| matches!(note.kind, NoteKind::Other | NoteKind::OpenDialect));
        let syntax = syntax.map(|note| (note.span, note.message.as_str()));
        let unsure = self.schema.problems.iter().filter(|it| it.kind == ProblemKind::Outside);
        let schema = unsure.map(|it| (it.span, it.message.as_str()));
        let settings = self.settings_notes.iter().map(|note| (Span::new(0, 0), note.as_str()));
        let mut all: Vec<(Span, &str)> = settings.chain(syntax).chain(schema).collect();
        order::ascending(&mut all);
        all
    }

    /// Whether a directive states a usable fact of this name anywhere in the text.
    #[must_use]
    pub fn says(&self, fact: &str) -> bool {
        let directives = self.schema.directives.iter();
        let mut facts = directives.flat_map(|located| &located.directive.facts);
        facts.any(|stated| stated.name == fact && facts::catalogue::is_usable(stated))
    }

    /// The findings that are shown, worst first: of those that stand, of questions and of accepted
    /// ones the first [`LISTED_MAX`] each.
    #[must_use]
    pub fn listed(&self) -> Vec<&Finding> {
        let mut counts = [0; 3];
        let is_shown = |found: &&Finding| {
            let count = &mut counts[list_of(found)];
            *count += 1;
            *count <= LISTED_MAX
        };
        self.findings.iter().filter(is_shown).collect()
    }

    /// What of the findings, syntax errors and notes is not shown, in words.
    #[must_use]
    pub fn left_out(&self) -> Option<String> {
        let mut counts = [0; 3];
        for found in &self.findings {
            counts[list_of(found)] += 1;
        }
        let [findings, questions, accepted] = counts;
        listed::left_out(&[
            Counted { count: findings, what: "findings" },
            Counted { count: questions, what: "questions" },
            Counted { count: accepted, what: "accepted findings" },
            Counted { count: self.syntax_errors().count(), what: "syntax errors" },
            Counted { count: self.notes().len(), what: "notes" },
        ])
    }

    /// What fixes look at.
    #[must_use]
    pub fn context(&self) -> FixContext<'_> {
        FixContext { text: &self.text, schema: &self.schema, facts: &self.facts }
    }
}

/// Which of three lists a finding is shown in: those that stand, questions, accepted ones.
fn list_of(found: &Finding) -> usize {
    match (&found.question, &found.accepted) {
        (Some(_), _) => 1,
        (None, Some(_)) => 2,
        (None, None) => 0,
    }
}

/// Findings that are neither accepted nor questions.
pub(crate) fn standing(findings: &[Finding]) -> impl Iterator<Item = &Finding> {
    findings.iter().filter(|finding| finding.accepted.is_none() && finding.question.is_none())
}
