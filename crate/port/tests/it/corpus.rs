//! The dumps that stand beside the project on some machines.

use std::fs;
use std::path::{Path, PathBuf};

use hotsplit_port::source::Database;
use hotsplit_support::shared;

/// A dump of the corpus.
pub(crate) struct Dump {
    pub(crate) set: &'static str,
    pub(crate) database: Database,
    pub(crate) path: PathBuf,
    pub(crate) text: String,
}

impl Dump {
    pub(crate) fn name(&self) -> String {
        self.path.file_name().unwrap().to_string_lossy().into_owned()
    }
}

const SETS: &[(&str, Database)] = &[
    ("corpus/source/mysql", Database::MySql),
    ("corpus/source/postgresql", Database::PostgreSql),
    ("corpus/mysql_pg_source/mysql", Database::MySql),
    ("corpus/mysql_pg_source/postgres", Database::PostgreSql),
];

/// All dumps, or none with one line saying that `test` is skipped.
pub(crate) fn dumps(test: &str) -> Vec<Dump> {
    let mut dumps = Vec::new();
    for &(set, database) in SETS {
        let Some(folder) = shared::needed(test, set) else { return Vec::new() };
        for path in shared::sql_files(&folder) {
            let text = read(&path);
            dumps.push(Dump { set, database, path, text });
        }
    }
    dumps
}

pub(crate) fn read(path: &Path) -> String {
    String::from_utf8_lossy(&fs::read(path).unwrap()).into_owned()
}
