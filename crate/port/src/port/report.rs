//! What is said of a port: losses with their rules, severities and places.

use crate::text::Span;

/// How much a loss matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// The same meaning in another form.
    Info,
    /// A person has to decide.
    Ask,
    /// The meaning changes.
    Warn,
    /// It gets hot as it is.
    High,
    /// It would lose or refuse data.
    Error,
}

impl Severity {
    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Info => "info",
            Self::Ask => "ask",
            Self::Warn => "warn",
            Self::High => "high",
            Self::Error => "error",
        }
    }
}

/// What happened to a part of the source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum What {
    /// It has no counterpart in the port.
    Dropped,
    /// The port takes fewer values.
    Narrowed,
    /// The port takes more values.
    Widened,
    /// It has another name.
    Renamed,
    /// It has another form or meaning.
    Changed,
}

impl What {
    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Dropped => "dropped",
            Self::Narrowed => "narrowed",
            Self::Widened => "widened",
            Self::Renamed => "renamed",
            Self::Changed => "changed",
        }
    }
}

/// A choice that a person has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decision {
    /// The directive that states it, as in `ids`.
    pub name: &'static str,
    /// What was chosen.
    pub chosen: String,
    /// All that can be chosen.
    pub choices: &'static [&'static str],
}

/// A difference between the source and the port.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loss {
    /// The rule, as in `migrate-index-kind`.
    pub rule: &'static str,
    /// How much it matters.
    pub severity: Severity,
    /// The table, index or other object.
    pub object: String,
    /// The column, if it is about one.
    pub column: Option<String>,
    /// What is lost or changed.
    pub message: String,
    /// What happened.
    pub what: What,
    /// Where it is in the source.
    pub source: Span,
    /// Where what replaces it is in the port.
    pub target: Option<Span>,
    /// What a person may choose.
    pub decision: Option<Decision>,
}

impl Loss {
    /// What its rule reports.
    #[must_use]
    pub fn rule_line(&self) -> &'static str {
        RULES.iter().find(|(id, _)| *id == self.rule).map_or("", |(_, line)| line)
    }

    /// What a person can do about it.
    #[must_use]
    pub fn help(&self) -> String {
        match &self.decision {
            Some(it) => format!(
                "Decide `{}`: {}. The default is {}.",
                it.name,
                it.choices.join(" or "),
                it.chosen
            ),
            None => format!("`hotsplit explain {}` says more.", self.rule),
        }
    }
}

/// Every rule, with one line that says what it reports.
pub const RULES: &[(&str, &str)] = &[
    (
        "migrate-auto-increment",
        "An AUTO_INCREMENT column is an identity column with bit-reversed values.",
    ),
    (
        "migrate-serial",
        "A serial or identity column is an identity column with bit-reversed values.",
    ),
    ("migrate-skip-range", "The generator could give an id that exists, or has no ids left."),
    ("migrate-shared-sequence", "A sequence is used by several tables, or by none."),
    (
        "migrate-uuid-generator",
        "A generator of UUIDs that grow with time is replaced by one of random UUIDs.",
    ),
    ("migrate-composite-time-key", "A key that starts with a time gets all inserts at one end."),
    ("migrate-no-pk", "A table has no primary key."),
    ("migrate-unique-nulls", "A unique rule allows several NULLs."),
    ("migrate-unique-constraint", "A UNIQUE constraint is a unique index."),
    ("migrate-partial-index", "An index of some rows only."),
    ("migrate-expression-index", "An index on an expression uses a generated column."),
    ("migrate-prefix-index", "An index on a prefix uses a generated column."),
    ("migrate-index-kind", "An index of a kind that Spanner does not have."),
    ("migrate-index-type", "An index on a type that cannot be indexed."),
    ("migrate-index-key-columns", "An index with more key columns than Spanner allows."),
    ("migrate-fk-actions", "A foreign key changes rows in a way that Spanner does not."),
    (
        "migrate-fk-on-update",
        "A foreign key follows updates of its target, which Spanner does not.",
    ),
    ("migrate-fk-type", "A foreign key between columns of different types."),
    ("migrate-fk-target-missing", "A foreign key to a table that is not in the dump."),
    ("migrate-fk-not-unique", "A foreign key to columns that are not unique."),
    ("migrate-fk-match", "MATCH FULL is enforced as MATCH SIMPLE."),
    ("migrate-deferrable", "A constraint that is checked at commit is checked at once."),
    ("migrate-partition-by-time", "A partitioned table is one table."),
    ("migrate-inherits", "A table that inherits is a table of its own."),
    ("migrate-int32", "A 32-bit id becomes 64 bits: JSON clients lose digits beyond 2^53."),
    ("migrate-unsigned", "BIGINT UNSIGNED has values that INT64 does not."),
    ("migrate-decimal-range", "A decimal has more digits than NUMERIC."),
    ("migrate-decimal-scale", "A decimal's scale is not enforced."),
    ("migrate-numeric-key", "A numeric cannot be a key in the PostgreSQL dialect."),
    ("migrate-tinyint-bool", "TINYINT(1) holds other values than 0 and 1."),
    ("migrate-datetime-zone", "A time without a zone becomes a point in time."),
    ("migrate-zero-date", "A zero date is no date in Spanner."),
    ("migrate-on-update", "A column that follows updates is set by the application."),
    ("migrate-default-dropped", "A default that Spanner cannot express."),
    ("migrate-check-dropped", "A check that Spanner cannot express."),
    ("migrate-generated-dropped", "A generated column that Spanner cannot express."),
    ("migrate-enum-domain", "An enumeration or a domain is a type with a check."),
    ("migrate-collation", "Texts are compared by their bytes."),
    ("migrate-char-padding", "Blanks at the end of CHAR count."),
    ("migrate-cell-size", "A value may be larger than a cell of Spanner."),
    ("migrate-type-text", "A type is kept as text."),
    ("migrate-type-unmapped", "A type has no counterpart."),
    ("migrate-name", "A name is changed to one that Spanner takes."),
    ("migrate-name-collision", "A name is changed because another object has it."),
    ("migrate-object-dropped", "A statement has no counterpart."),
    ("migrate-clause-dropped", "An option or clause has no counterpart."),
    ("migrate-rows-refute", "Rows contradict what is declared."),
];
