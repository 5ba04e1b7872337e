//! What `hotsplit check` prints: the reading of a schema, and for a source its losses and the way
//! back to its own lines.

use hotsplit_port::port::{Loss, Places, Severity as LossSeverity};
use hotsplit_port::source::Database;
use hotsplit_wire::engine::Reading;
use hotsplit_wire::engine::rules::listed::LISTED_MAX;
use hotsplit_wire::engine::rules::{Finding, Severity};

use super::json_values::{self, Lines};
use super::proof::{Prover, READINGS_OF_CHECK};

/// What was checked.
pub(crate) struct Checked<'a> {
    /// The file, as it was named.
    pub(crate) file: &'a str,
    /// The reading of the schema, or of the literal port of a source.
    pub(crate) reading: &'a Reading,
    /// What a source adds.
    pub(crate) audit: Option<Audit<'a>>,
}

/// The source of a literal port.
#[derive(Clone, Copy)]
pub(crate) struct Audit<'a> {
    /// The database that it is from.
    pub(crate) database: Database,
    /// Its text.
    pub(crate) text: &'a str,
    /// Where parts of the port are in it.
    pub(crate) places: &'a Places<'a>,
    /// What the port cannot carry over.
    pub(crate) losses: &'a [Loss],
}

impl<'a> Checked<'a> {
    /// Lines of the text that a person wrote.
    pub(crate) fn lines(&self) -> Lines<'a> {
        match self.audit {
            Some(audit) => Lines::of_source(audit.text, audit.places),
            None => Lines::new(&self.reading.text),
        }
    }

    /// What proves fixes. They are for Spanner's schema, so that a source gets none: `hotsplit fix`
    /// takes its port.
    pub(crate) fn prover(&self) -> Option<Prover<'a>> {
        self.audit.is_none().then(|| Prover::new(self.reading, READINGS_OF_CHECK))
    }

    /// The losses of a source that are listed, the worst first.
    pub(crate) fn losses(&self) -> Vec<&'a Loss> {
        let mut losses: Vec<&Loss> = self.audit.iter().flat_map(|it| it.losses).collect();
        losses.sort_by_key(|loss| std::cmp::Reverse(loss.severity));
        losses.truncate(LISTED_MAX);
        losses
    }

    /// That more losses were found than are listed.
    pub(crate) fn losses_left_out(&self) -> Option<String> {
        let count = self.audit.map_or(0, |it| it.losses.len());
        (count > LISTED_MAX).then(|| {
            format!("{} losses of {count} are not listed, the least severe", count - LISTED_MAX)
        })
    }

    /// The dialect by its name on the command line.
    pub(crate) fn dialect(&self) -> &'static str {
        match self.audit {
            Some(audit) => audit.database.dialect_name(),
            None => json_values::dialect(self.reading.tree.dialect),
        }
    }

    /// Where a fact is stated that answers a question: behind the column, or in a source by its name.
    pub(crate) fn where_to_state(&self, found: &Finding, fact: &str) -> String {
        let schema = &self.reading.schema;
        match (self.audit, found.column_name(schema)) {
            (Some(_), Some(column)) => {
                let table = found.object.name(schema);
                format!("write `-- hotsplit: column {table}.{column} {fact}` on a line of its own")
            }
            _ => format!("write `-- hotsplit: {fact}` after the column"),
        }
    }

    /// Whether a finding or a loss has at least this severity.
    pub(crate) fn has_at_least(&self, least: Severity) -> bool {
        let losses = self.audit.iter().flat_map(|it| it.losses);
        self.reading.standing().any(|found| found.severity >= least)
            || losses.map(|loss| severity_of(loss.severity)).any(|it| it >= least)
    }
}

/// The severity of a loss among those of findings.
pub(crate) fn severity_of(severity: LossSeverity) -> Severity {
    match severity {
        LossSeverity::Error => Severity::Error,
        LossSeverity::High => Severity::High,
        LossSeverity::Warn => Severity::Warn,
        LossSeverity::Ask => Severity::Ask,
        LossSeverity::Info => Severity::Info,
    }
}
