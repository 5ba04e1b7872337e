//! Writes what a dump defines for Spanner: tables, keys, indexes, and a report in which every
//! difference is named.

mod arrival;
mod columns;
mod decisions;
mod defaults;
mod directive_names;
mod directives;
mod domains;
mod equal_nulls;
mod evidence;
mod foreign_keys;
mod functions;
mod generators;
mod grouped;
mod indexes;
mod interleave;
mod kinds;
mod ledger;
mod lists;
mod most_children;
mod names;
mod natures;
mod options;
mod places;
mod plan;
mod ranges;
mod rates;
mod refuted;
mod refuted_checks;
mod refuted_facts;
mod report;
mod rollout;
mod rules;
mod sequence_index;
mod severity;
mod steps;
mod table_index;
mod tables;
mod times;
mod translate;
mod types;
mod uuid_keys;
mod wide_keys;
mod write;
mod zones;

pub use decisions::Decisions;
pub use options::{Ids, Level, Options, Target, UuidForm};
pub use places::Places;
pub use rates::{Average, Children};
pub use report::{Decision, Loss, What};
pub use rules::{Proof, RULES, Rule, find as find_rule};
pub use severity::Severity;
pub use steps::{Step, steps};

use crate::source::{Outcome, Source, Weight};
use crate::text::{Span, order};
use plan::Porter;

/// How many statements had which outcome.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Carried over without a loss.
    pub kept: usize,
    /// Carried over with a loss.
    pub converted: usize,
    /// Without a counterpart.
    pub dropped: usize,
    /// Carried over, with a question.
    pub asked: usize,
    /// Rows.
    pub rows: usize,
    /// Without a meaning for a schema.
    pub session: usize,
}

impl Counts {
    /// All statements.
    #[must_use]
    pub fn sum(&self) -> usize {
        self.kept + self.converted + self.dropped + self.asked + self.rows + self.session
    }
}

/// A table, as it was and as it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ported {
    /// Its name in the source.
    pub source: String,
    /// Its name in the port.
    pub target: String,
    /// Its rows in the dump.
    pub rows: u64,
    /// How fast its rows came on average, where they have a time.
    pub average: Option<Average>,
    /// How many there are for each row that a foreign key names.
    pub children: Vec<Children>,
}

/// A port.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Port {
    /// The schema for Spanner.
    pub text: String,
    /// Where each statement of it is, without its semicolon.
    pub statements: Vec<Span>,
    /// How many statements of the source had which outcome.
    pub counts: Counts,
    /// Its tables.
    pub tables: Vec<Ported>,
    /// Every difference, in the order of the source.
    pub losses: Vec<Loss>,
    /// Parts of the source and what they are in the port, in the order of the source.
    pub map: Vec<(Span, Option<Span>)>,
}

/// Ports a schema.
#[must_use]
pub fn port(source: &Source<'_>, options: &Options) -> Port {
    let (divided, losses) = ranges::divided(source, options).unzip();
    let source = divided.as_ref().unwrap_or(source);
    let mut porter = Porter::new(source, options);
    porter.losses.extend(losses.into_iter().flatten());
    porter.tables();
    porter.foreign_keys();
    porter.interleaves();
    porter.rollout();
    porter.refuted_facts();
    let written = write::write(&porter);
    let mut map = written.map;
    for header in &source.headers {
        map.push((
            header.span,
            header.table.and_then(|at| written.tables.get(at).copied().flatten()),
        ));
    }
    let mut losses = std::mem::take(&mut porter.losses);
    losses.extend(statement_losses(source, options));
    order::by_key(&mut map, |(from, _)| *from);
    ledger::close(source, &mut losses, &map);
    order::by(&mut losses, |one, other| {
        one.source.cmp(&other.source).then(one.rule.cmp(other.rule))
    });
    for loss in &mut losses {
        loss.target = ledger::target_of(&map, loss.source);
    }
    let counts = count(source, &losses);
    let tables = porter.plan.iter().map(|table| {
        let from = &source.tables[table.source];
        Ported {
            source: from.name.shown(),
            target: table.shown(),
            rows: from.rows,
            average: Average::of(from),
            children: Children::of(source, &porter.table_index, from),
        }
    });
    Port {
        tables: tables.collect(),
        text: written.text,
        statements: written.statements,
        counts,
        losses,
        map,
    }
}

/// Losses of whole statements, and what was said while they were read.
fn statement_losses(source: &Source<'_>, options: &Options) -> Vec<Loss> {
    let mut losses = Vec::new();
    for statement in source.statements.iter().filter(|it| it.outcome == Outcome::Dropped) {
        let matters = [
            "TRIGGER",
            "PROCEDURE",
            "FUNCTION",
            "VIEW",
            "EVENT",
            "statement",
            "TABLE",
            "TABLE AS",
            "DO",
            "CALL",
            "INTO",
        ];
        let view = statement.kind.ends_with("VIEW");
        let noted = options.views_noted || !view;
        let reason = statement.reason.as_deref().unwrap_or("it has no counterpart");
        let unread = reason.ends_with("is not understood");
        let warn = unread || noted && matters.iter().any(|kind| statement.kind.ends_with(kind));
        losses.push(Loss {
            rule: "migrate-object-dropped",
            severity: if warn { Severity::Warn } else { Severity::Info },
            object: statement.object.clone(),
            column: None,
            message: format!("{} is left out: {reason}", statement.kind),
            what: What::Dropped,
            source: statement.span,
            target: None,
            decision: view.then(|| Decision {
                name: "views",
                chosen: if options.views_noted { "note" } else { "skip" }.to_owned(),
                choices: &["note", "skip"],
            }),
        });
    }
    for note in &source.notes {
        losses.push(Loss {
            rule: note.rule,
            severity: match note.weight {
                Weight::Kept => Severity::Info,
                Weight::LeftOut | Weight::Stricter => Severity::Warn,
                Weight::UniqueLeftOut => Severity::Error,
            },
            object: note.object.clone(),
            column: None,
            message: note.message.clone(),
            what: match note.weight {
                Weight::Kept => What::Changed,
                Weight::Stricter => What::Narrowed,
                Weight::LeftOut | Weight::UniqueLeftOut => What::Dropped,
            },
            source: note.span,
            target: None,
            decision: None,
        });
    }
    losses
}

/// Counts outcomes. A statement that defines something is kept if no loss is in it.
fn count(source: &Source<'_>, losses: &[Loss]) -> Counts {
    let mut counts = Counts::default();
    for statement in &source.statements {
        match statement.outcome {
            Outcome::Dropped => counts.dropped += 1,
            Outcome::Rows => counts.rows += 1,
            Outcome::Session => counts.session += 1,
            Outcome::Defines => {
                let from = losses.partition_point(|it| it.source.start < statement.span.start);
                let mut inside = losses[from..]
                    .iter()
                    .take_while(|it| it.source.start < statement.span.end)
                    .peekable();
                if inside.peek().is_none() {
                    counts.kept += 1;
                } else if inside.any(|it| it.severity == Severity::Ask) {
                    counts.asked += 1;
                } else {
                    counts.converted += 1;
                }
            }
        }
    }
    counts
}
