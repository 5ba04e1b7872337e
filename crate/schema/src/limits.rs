//! Limits of Spanner that the model and the rules need, each with its page and the date it was
//! read.

pub use crate::base::limits::{
    SPLIT_POINTS_PER_NODE, SPLIT_POINTS_PER_REQUEST, STORAGE_BYTES_PER_NODE, WRITES_PER_NODE,
    WRITES_PER_NODE_MULTI_REGION, nodes_offered,
};

/// Columns of a primary or index key, inherited and appended ones included
/// (quotas page, read 2026-08-22).
pub const KEY_COLUMNS_MAX: usize = 16;

/// Bytes of the primary key or index key of one row, all its columns together
/// (quotas page, read 2026-08-22).
pub const KEY_BYTES_MAX: u64 = 8 * 1024;

/// Bytes of the columns of one row outside its key (quotas page, read 2026-08-22).
pub const ROW_BYTES_MAX: u64 = 1600 * 1024 * 1024;

/// Bytes of one cell, and so the longest `BYTES(n)` (quotas page, read 2026-08-22).
pub const CELL_BYTES_MAX: u32 = 10 * 1024 * 1024;

/// Characters of a text cell, and so the longest `STRING(n)` (quotas page, read 2026-08-22).
pub const STRING_CHARACTERS_MAX: u32 = 2_621_440;

/// Columns of a table (quotas page, read 2026-08-22).
pub const TABLE_COLUMNS_MAX: usize = 1_024;

/// Secondary indexes of a table (quotas page, read 2026-08-22).
pub const TABLE_INDEXES_MAX: usize = 128;

/// Secondary indexes of a database (quotas page, read 2026-08-22).
pub const DATABASE_INDEXES_MAX: usize = 10_000;

/// Tables of a database (quotas page, read 2026-08-22).
pub const DATABASE_TABLES_MAX: usize = 5_000;

/// Characters of a name (quotas page, read 2026-08-22).
pub const NAME_CHARACTERS_MAX: usize = 128;

/// Change streams of a database (quotas page, read 2026-08-22).
pub const DATABASE_STREAMS_MAX: usize = 10;

/// Change streams that watch one column outside the key; one that watches a whole table or the
/// database watches each of its columns (quotas page and its note 7, read 2026-08-22).
pub const COLUMN_STREAMS_MAX: usize = 3;

/// Bytes of the statements of one schema change, and of the whole schema as `GetDatabaseDdl`
/// returns it (quotas page, read 2026-08-22).
pub const DDL_BYTES_MAX: u32 = 10 * 1024 * 1024;

/// Views below views: a view that reads another has depth 1 (quotas page, read 2026-08-22).
pub const VIEW_DEPTH_MAX: usize = 10;

/// Property graphs of a database (quotas page, read 2026-08-22).
pub const DATABASE_GRAPHS_MAX: usize = 16;

/// Locality groups of a database beside the default one (quotas page, read 2026-08-22: 16 with
/// it).
pub const LOCALITY_GROUPS_MAX: usize = 15;

/// Bytes of a commit, indexes and change streams included (quotas page, read 2026-08-22).
pub const COMMIT_BYTES_MAX: u32 = 100 * 1024 * 1024;

/// Days after which a split point expires where nothing else is said; 30 at most
/// (pre-splitting page, read 2026-08-22).
pub const SPLIT_POINT_DAYS: u32 = 10;

/// Digits of GoogleSQL's NUMERIC in all, and behind its point
/// (data types page, read 2026-08-22).
pub const NUMERIC_DIGITS: (u32, u32) = (38, 9);

/// Levels of an interleaving tree, its root counted (schema page, "seven layers deep", read
/// 2026-08-22; the emulator rejects the eighth).
pub const INTERLEAVE_LEVELS_MAX: usize = 7;

/// Mutations of one commit of the Mutation API, and of one DML statement; each index entry that
/// goes with a row is one more. A transaction of several DML statements may make more, up to
/// 100 MiB (quotas page of 2026-08-20, read 2026-08-22).
pub const MUTATIONS_PER_COMMIT: f64 = 80_000.0;

/// Bytes of a name that the PostgreSQL dialect keeps; the rest is cut off (tried on the emulator,
/// build of mid-2025, and so in PostgreSQL itself).
pub const NAME_BYTES_POSTGRESQL: usize = 63;
