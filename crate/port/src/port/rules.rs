//! Every rule of a port, in the order of its report, each with a page beside it.

use super::severity::Severity;

/// A rule of a port.
#[derive(Clone, Copy, Debug)]
pub struct Rule {
    /// Its id, as in `migrate-index-kind`.
    pub id: &'static str,
    /// Its usual severity.
    pub severity: Severity,
    /// What it reports, in one line: the first of its page.
    pub line: &'static str,
    /// How it is known what Spanner does there.
    pub proof: Proof,
    /// Its page.
    #[cfg(feature = "pages")]
    pub page: &'static str,
}

/// How it is known what Spanner does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Proof {
    /// The emulator was seen to do it.
    Emulator,
    /// Documentation says so.
    Docs,
}

impl Proof {
    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Emulator => "emulator",
            Self::Docs => "docs",
        }
    }
}

/// The rule of an id.
#[must_use]
pub fn find(id: &str) -> Option<&'static Rule> {
    RULES.iter().find(|rule| rule.id == id)
}

/// A rule with its page. Pages are for the command line and the site, and no part of an engine.
macro_rules! rule {
    ($id:literal, $severity:ident, $proof:ident, $page:literal, $line:literal) => {
        Rule {
            id: $id,
            severity: Severity::$severity,
            line: $line,
            proof: Proof::$proof,
            #[cfg(feature = "pages")]
            page: include_str!(concat!("rules/", $page)),
        }
    };
}

/// Every rule.
pub static RULES: &[Rule] = &[
    rule!(
        "migrate-auto-increment",
        High,
        Emulator,
        "migrate_auto_increment.md",
        "An AUTO_INCREMENT column numbers its rows in order: in Spanner all inserts would go to the last split."
    ),
    rule!(
        "migrate-serial",
        High,
        Emulator,
        "migrate_serial.md",
        "A serial or identity column numbers its rows in order: in Spanner all inserts would go to the last split."
    ),
    rule!(
        "migrate-skip-range",
        Error,
        Emulator,
        "migrate_skip_range.md",
        "The new generator could give an id that exists, or has no ids left."
    ),
    rule!(
        "migrate-shared-sequence",
        Warn,
        Emulator,
        "migrate_shared_sequence.md",
        "A sequence serves several tables, none, or clients that number rows within a step."
    ),
    rule!(
        "migrate-uuid-generator",
        High,
        Emulator,
        "migrate_uuid_generator.md",
        "A default gives UUIDs that grow with time: in Spanner all inserts of a moment would go to one split."
    ),
    rule!(
        "migrate-uuid-form",
        Info,
        Emulator,
        "migrate_uuid_form.md",
        "A UUID is kept as text, as Spanner's UUID or as bytes."
    ),
    rule!(
        "migrate-composite-time-key",
        Warn,
        Docs,
        "migrate_composite_time_key.md",
        "The primary key starts with a time: in Spanner all inserts would go to the last split."
    ),
    rule!(
        "migrate-no-pk",
        Warn,
        Emulator,
        "migrate_no_pk.md",
        "A table has no primary key, and no set of unique columns that are never NULL."
    ),
    rule!(
        "migrate-unique-nulls",
        Info,
        Emulator,
        "migrate_unique_nulls.md",
        "Unique columns take several NULLs, which a plain unique index of GoogleSQL refuses."
    ),
    rule!(
        "migrate-unique-constraint",
        Info,
        Emulator,
        "migrate_unique_constraint.md",
        "A UNIQUE constraint is a unique index."
    ),
    rule!(
        "migrate-partial-index",
        Info,
        Emulator,
        "migrate_partial_index.md",
        "An index of some rows only uses a generated column."
    ),
    rule!(
        "migrate-expression-index",
        Info,
        Emulator,
        "migrate_expression_index.md",
        "An index on an expression uses a generated column."
    ),
    rule!(
        "migrate-prefix-index",
        Warn,
        Emulator,
        "migrate_prefix_index.md",
        "An index on the first characters of a column uses a generated column."
    ),
    rule!(
        "migrate-index-kind",
        Warn,
        Emulator,
        "migrate_index_kind.md",
        "An index of a kind that Spanner does not have."
    ),
    rule!(
        "migrate-index-type",
        Warn,
        Emulator,
        "migrate_index_type.md",
        "An index on a column whose type cannot be a key."
    ),
    rule!(
        "migrate-index-key-columns",
        Warn,
        Emulator,
        "migrate_index_key_columns.md",
        "An index has more key columns than Spanner allows."
    ),
    rule!(
        "migrate-legacy-index-prune",
        Info,
        Docs,
        "migrate_legacy_index_prune.md",
        "An index has the columns of a foreign key, for which Spanner keeps an index of its own."
    ),
    rule!(
        "migrate-fk-actions",
        Warn,
        Emulator,
        "migrate_fk_actions.md",
        "A foreign key changes rows when its target is deleted, in a way that Spanner does not."
    ),
    rule!(
        "migrate-fk-on-update",
        Warn,
        Emulator,
        "migrate_fk_on_update.md",
        "A foreign key follows updates of its target, which Spanner does not."
    ),
    rule!(
        "migrate-fk-type",
        Warn,
        Emulator,
        "migrate_fk_type.md",
        "A foreign key is between columns of different types."
    ),
    rule!(
        "migrate-fk-target-missing",
        Warn,
        Docs,
        "migrate_fk_target_missing.md",
        "A foreign key names a table or columns that are not in the dump."
    ),
    rule!(
        "migrate-fk-not-unique",
        Error,
        Emulator,
        "migrate_fk_not_unique.md",
        "A foreign key points to columns that are not unique."
    ),
    rule!(
        "migrate-fk-match",
        Warn,
        Emulator,
        "migrate_fk_match.md",
        "MATCH FULL is enforced as MATCH SIMPLE."
    ),
    rule!(
        "migrate-deferrable",
        Warn,
        Emulator,
        "migrate_deferrable.md",
        "A constraint that the source checks at commit is checked at once."
    ),
    rule!(
        "migrate-partition-by-time",
        Warn,
        Docs,
        "migrate_partition_by_time.md",
        "A table that is divided by ranges is one table."
    ),
    rule!(
        "migrate-inherits",
        Ask,
        Docs,
        "migrate_inherits.md",
        "A table that inherits is a table of its own: queries on the parent no longer find its rows."
    ),
    rule!(
        "migrate-int32",
        Warn,
        Emulator,
        "migrate_int32.md",
        "Generated ids have 63 bits from the first row on: clients that keep them in 32 bits, or read JSON numbers, lose digits."
    ),
    rule!(
        "migrate-unsigned",
        Warn,
        Emulator,
        "migrate_unsigned.md",
        "BIGINT UNSIGNED has values that INT64 does not."
    ),
    rule!(
        "migrate-decimal-range",
        Error,
        Emulator,
        "migrate_decimal_range.md",
        "A decimal has more digits than NUMERIC."
    ),
    rule!(
        "migrate-decimal-scale",
        Info,
        Emulator,
        "migrate_decimal_scale.md",
        "A number is not rounded to its scale, or takes a larger range than in the source."
    ),
    rule!(
        "migrate-numeric-key",
        Warn,
        Emulator,
        "migrate_numeric_key.md",
        "A numeric cannot be a key in Spanner's PostgreSQL dialect."
    ),
    rule!(
        "migrate-tinyint-bool",
        Warn,
        Emulator,
        "migrate_tinyint_bool.md",
        "TINYINT(1) holds other values than 0 and 1."
    ),
    rule!(
        "migrate-datetime-zone",
        Info,
        Emulator,
        "migrate_datetime_zone.md",
        "A time without a zone becomes a point in time."
    ),
    rule!(
        "migrate-zero-date",
        Warn,
        Emulator,
        "migrate_zero_date.md",
        "A zero date is no date in Spanner."
    ),
    rule!(
        "migrate-on-update",
        Warn,
        Docs,
        "migrate_on_update.md",
        "A column that the source sets on each update is set by the application."
    ),
    rule!(
        "migrate-default-dropped",
        Warn,
        Emulator,
        "migrate_default_dropped.md",
        "A default that Spanner cannot express."
    ),
    rule!(
        "migrate-check-dropped",
        Warn,
        Emulator,
        "migrate_check_dropped.md",
        "A check that Spanner cannot express."
    ),
    rule!(
        "migrate-generated-dropped",
        Warn,
        Emulator,
        "migrate_generated_dropped.md",
        "A generated column that Spanner cannot express."
    ),
    rule!(
        "migrate-enum-domain",
        Info,
        Emulator,
        "migrate_enum_domain.md",
        "An enumeration or a domain is a type with a check."
    ),
    rule!(
        "migrate-collation",
        Warn,
        Emulator,
        "migrate_collation.md",
        "Texts of a key, a unique rule or a foreign key are compared by their bytes."
    ),
    rule!(
        "migrate-char-padding",
        Info,
        Emulator,
        "migrate_char_padding.md",
        "Blanks at the end of CHAR count in a key."
    ),
    rule!(
        "migrate-cell-size",
        Info,
        Docs,
        "migrate_cell_size.md",
        "A value may be larger than a cell of Spanner."
    ),
    rule!("migrate-type-text", Warn, Emulator, "migrate_type_text.md", "A type is kept as text."),
    rule!(
        "migrate-type-unmapped",
        Warn,
        Emulator,
        "migrate_type_unmapped.md",
        "A type has no counterpart."
    ),
    rule!(
        "migrate-name",
        Info,
        Docs,
        "migrate_name.md",
        "A name is changed to one that Spanner takes."
    ),
    rule!(
        "migrate-name-collision",
        Info,
        Emulator,
        "migrate_name_collision.md",
        "A name is changed because another object has it."
    ),
    rule!(
        "migrate-object-dropped",
        Warn,
        Emulator,
        "migrate_object_dropped.md",
        "A statement has no counterpart."
    ),
    rule!(
        "migrate-clause-dropped",
        Info,
        Docs,
        "migrate_clause_dropped.md",
        "An option or clause has no counterpart."
    ),
    rule!(
        "migrate-rows-refute",
        Warn,
        Docs,
        "migrate_rows_refute.md",
        "Rows contradict what is declared or decided."
    ),
    rule!(
        "migrate-ddl-batch",
        Info,
        Docs,
        "migrate_ddl_batch.md",
        "Indexes and foreign keys are more than one batch should backfill."
    ),
    rule!(
        "migrate-key-change-plan",
        Info,
        Docs,
        "migrate_key_change_plan.md",
        "Rows get another primary key while they are copied."
    ),
    rule!(
        "migrate-presplit",
        Info,
        Docs,
        "migrate_presplit.md",
        "The copy of a large table starts in one split."
    ),
    rule!(
        "migrate-dialect-lax",
        Error,
        Docs,
        "migrate_dialect_lax.md",
        "Only the emulator would take it: Spanner's documentation says otherwise."
    ),
];
