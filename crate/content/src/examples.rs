//! Examples of the page, which are the DDL examples of the source documents.

use hotsplit_engine::Reading;
use hotsplit_engine::facts::Settings;
use hotsplit_engine::page::Page;
use hotsplit_engine::syntax::tree::Dialect;

use crate::file::{File, Kind, files};

/// An example of the page.
#[derive(Clone, Debug)]
pub struct Example {
    /// Its file, without `.md`.
    pub file: String,
    /// Its page.
    pub page: Page,
    /// Its DDL.
    pub sql: String,
    dialect: Dialect,
}

impl Example {
    /// Reads the file of one.
    #[must_use]
    pub fn of(file: File) -> Self {
        let (sql, dialect) = (file.sql().to_owned(), file.dialect());
        Self { sql, dialect, file: file.name, page: file.page }
    }

    /// The dialect that it names.
    #[must_use]
    pub fn dialect(&self) -> Option<Dialect> {
        Some(self.dialect)
    }

    /// Runs the pipeline on it.
    #[must_use]
    pub fn read(&self) -> Reading {
        hotsplit_engine::read(&self.sql, self.dialect(), &Settings::default())
    }
}

/// Every example, in the order of its file name.
#[must_use]
pub fn examples() -> Vec<Example> {
    files(Kind::Examples).into_iter().map(Example::of).collect()
}
