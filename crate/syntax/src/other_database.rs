//! Which other database a text was written for, told from words that Spanner has no use for.
//!
//! It decides nothing about how the text is read: it explains why much of it could not be.

/// A database whose DDL people paste.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OtherDatabase {
    /// MySQL and MariaDB.
    MySql,
    /// PostgreSQL itself; Spanner's PostgreSQL dialect is a part of it.
    PostgreSql,
    /// SQL Server.
    SqlServer,
    /// Oracle.
    Oracle,
    /// SQLite.
    Sqlite,
}

/// Bytes that are searched: a dump says what it is at its start, and a table within its first
/// statements.
const SEARCHED_BYTES: usize = 64 * 1024;

/// Points from which on a text counts as written for a database: one sign that nothing else has, or
/// two that others may share.
const POINTS_MIN: u32 = 2;

/// What a text has that was written for one database.
struct Signs {
    database: OtherDatabase,
    /// Lower case; one suffices.
    certain: &'static [&'static str],
    /// Lower case; two are needed.
    likely: &'static [&'static str],
}

const SIGNS: &[Signs] = &[
    Signs {
        database: OtherDatabase::MySql,
        certain: &[
            "-- mysql dump",
            "-- mariadb dump",
            "engine=innodb",
            "engine = innodb",
            "engine=myisam",
            "charset=utf8",
            "collate utf8mb4",
        ],
        likely: &[" unsigned", "int(11)", "bigint(20)", "tinyint(1)", "auto_increment", "key `"],
    },
    Signs {
        database: OtherDatabase::PostgreSql,
        certain: &[
            "-- postgresql database dump",
            "alter table only ",
            "pg_catalog.",
            " owner to ",
            " using btree ",
        ],
        likely: &["::regclass", "::text", " without time zone", "create extension", "bigserial"],
    },
    Signs {
        database: OtherDatabase::SqlServer,
        certain: &["[dbo].", " clustered (", " nonclustered ", "identity(1,1)", "\ngo\n"],
        likely: &["nvarchar", "[int]", "datetime2", "uniqueidentifier"],
    },
    Signs {
        database: OtherDatabase::Oracle,
        certain: &["varchar2(", " tablespace ", "enable row movement", "number(10)"],
        likely: &["number(", " nocache", "sysdate", "storage ("],
    },
    Signs {
        database: OtherDatabase::Sqlite,
        certain: &["autoincrement", "sqlite_", " without rowid"],
        likely: &["pragma ", "begin transaction"],
    },
];

impl OtherDatabase {
    /// What it is called.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::MySql => "MySQL",
            Self::PostgreSql => "PostgreSQL",
            Self::SqlServer => "SQL Server",
            Self::Oracle => "Oracle",
            Self::Sqlite => "SQLite",
        }
    }

    /// The database that the start of a text was written for, if that is not Spanner. Words of
    /// comments count, as a dump introduces itself in one.
    #[must_use]
    pub fn of_text(text: &str) -> Option<Self> {
        let start = text.floor_char_boundary(SEARCHED_BYTES.min(text.len()));
        let text = text[..start].to_ascii_lowercase();
        let points = |signs: &Signs| {
            let has = |sign: &&&str| text.contains(**sign);
            let certain = signs.certain.iter().filter(has).count();
            let likely = signs.likely.iter().filter(has).count();
            u32::try_from(2 * certain + likely).unwrap_or(u32::MAX)
        };
        let best = SIGNS.iter().map(|signs| (points(signs), signs.database));
        // The first of several alike.
        let best = best.reduce(|best, next| if next.0 > best.0 { next } else { best });
        best.filter(|(points, _)| *points >= POINTS_MIN).map(|(_, database)| database)
    }
}
