//! Databases whose DDL people paste and hotsplit does not read, by words that only they have.

/// A database that is neither Spanner nor one that a schema is ported from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Other {
    /// SQL Server.
    SqlServer,
    /// Oracle.
    Oracle,
    /// SQLite.
    Sqlite,
}

/// Points from which on a text counts as written for a database: one sign that nothing else has, or
/// two that others may share.
pub(super) const POINTS_MIN: u32 = 2;

/// What a text has that was written for one database, as marks of `detect`.
pub(super) struct Signs {
    pub(super) database: Other,
    /// One suffices.
    pub(super) certain: &'static [&'static str],
    /// Two are needed.
    pub(super) likely: &'static [&'static str],
}

pub(super) const SIGNS: &[Signs] = &[
    Signs {
        database: Other::SqlServer,
        certain: &["[ dbo ]", "clustered (", "nonclustered", "identity ( N , N )", "go create"],
        likely: &["nvarchar", "[ int ]", "datetime2", "uniqueidentifier"],
    },
    Signs {
        database: Other::Oracle,
        certain: &["varchar2 (", "enable row movement", "number ( 10 )"],
        likely: &["number (", "nocache", "sysdate", "storage (", "tablespace"],
    },
    Signs {
        database: Other::Sqlite,
        certain: &["autoincrement", "sqlite_sequence", "sqlite_master", "without rowid"],
        likely: &["pragma", "begin transaction"],
    },
];
