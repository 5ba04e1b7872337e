//! What a port is made with. `directives` reads it from comments of the source.

use hotsplit_syntax::tree::Dialect;

use super::decisions::Decisions;

/// The dialect that is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// GoogleSQL.
    GoogleSql,
    /// Spanner's PostgreSQL dialect.
    PostgreSql,
}

impl Target {
    pub(super) fn dialect(self) -> Dialect {
        match self {
            Self::GoogleSql => Dialect::GoogleSql,
            Self::PostgreSql => Dialect::PostgreSql,
        }
    }

    pub(super) fn is_google(self) -> bool {
        self == Self::GoogleSql
    }
}

/// Which forms are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// Those that the emulator was seen to accept.
    Proven,
    /// Those that Spanner documents.
    Current,
}

/// How keys are generated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ids {
    /// Identity columns with bit-reversed values.
    Identity,
    /// Random UUIDs in place of numbers.
    Uuid,
    /// No generator: the application supplies ids, and a hash shard of so many values stands before
    /// them in the key.
    Hash(u32),
    /// No generator: the application supplies ids.
    Keep,
}

/// What UUIDs are kept as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UuidForm {
    /// STRING(36), or varchar(36).
    Text,
    /// UUID, which the emulator does not know yet.
    Uuid,
    /// BYTES(16), or bytea.
    Bytes,
}

/// What a port is made with.
#[derive(Clone, Debug)]
pub struct Options {
    /// The dialect that is written.
    pub target: Target,
    /// Which forms are written.
    pub level: Level,
    /// No generators; facts as directives: the schema as it is, to be judged.
    pub literal: bool,
    /// Comments are written.
    pub comments: bool,
    /// How keys are generated.
    pub ids: Ids,
    /// BIGINT UNSIGNED is NUMERIC.
    pub unsigned_numeric: bool,
    /// Ranges of integers and scales of decimals are checked.
    pub check_ranges: bool,
    /// Values of enumerations are checked.
    pub check_enums: bool,
    /// Clients read 64-bit integers without loss.
    pub int64_safe: bool,
    /// The zone of times without one.
    pub zone: Option<String>,
    /// What UUIDs are kept as.
    pub uuid: UuidForm,
    /// Unique texts whose case the source ignores are unique in small letters.
    pub ci_lower: bool,
    /// A zero date is 1970-01-01 in place of NULL.
    pub zero_epoch: bool,
    /// Views that are left out are worth a warning.
    pub views_noted: bool,
    /// Decisions about tables and columns.
    pub decisions: Decisions,
}

impl Options {
    /// The defaults for a dialect.
    #[must_use]
    pub fn to(target: Target) -> Self {
        Self {
            target,
            level: Level::Proven,
            literal: false,
            comments: true,
            ids: Ids::Identity,
            unsigned_numeric: false,
            check_ranges: false,
            check_enums: true,
            int64_safe: false,
            zone: None,
            uuid: UuidForm::Text,
            ci_lower: false,
            zero_epoch: false,
            views_noted: true,
            decisions: Decisions::default(),
        }
    }
}
