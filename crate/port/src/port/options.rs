//! What a person decides: options of the command line, and directives in comments of the source.

use std::collections::BTreeMap;

use hotsplit_syntax::tree::Dialect;

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
    /// No generator: the application supplies ids.
    Keep,
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
    /// Decisions about tables and columns.
    pub decisions: Decisions,
}

/// Decisions about tables and columns.
#[derive(Clone, Debug, Default)]
pub struct Decisions {
    /// By table in small letters: `skip`, `rename`, `pk`, `skip-range`, each with its value.
    tables: BTreeMap<(String, String), String>,
    /// By `table.column` in small letters: `rename`, `bool`, `int`.
    columns: BTreeMap<(String, String), String>,
}

impl Decisions {
    pub(super) fn table(&self, table: &str, what: &str) -> Option<&str> {
        self.tables.get(&(table.to_lowercase(), what.to_owned())).map(String::as_str)
    }

    pub(super) fn column(&self, table: &str, column: &str, what: &str) -> Option<&str> {
        let key = format!("{}.{}", table.to_lowercase(), column.to_lowercase());
        self.columns.get(&(key, what.to_owned())).map(String::as_str)
    }
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
            decisions: Decisions::default(),
        }
    }

    /// Sets a decision about the whole file by its name and value; says what is wrong with it.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), String> {
        let choice = |choices: &[&str]| match choices.contains(&value) {
            true => Ok(()),
            false => Err(format!("{name}: expected {}, found `{value}`", choices.join(" or "))),
        };
        match name {
            "ids" => {
                choice(&["identity", "keep"])?;
                self.ids = if value == "keep" { Ids::Keep } else { Ids::Identity };
            }
            "unsigned" => {
                choice(&["int64", "numeric"])?;
                self.unsigned_numeric = value == "numeric";
            }
            "ranges" => {
                choice(&["plain", "check"])?;
                self.check_ranges = value == "check";
            }
            "enum" => {
                choice(&["check", "plain"])?;
                self.check_enums = value == "check";
            }
            "client" => {
                choice(&["int64-safe", "json"])?;
                self.int64_safe = value == "int64-safe";
            }
            "level" => {
                choice(&["proven", "current"])?;
                self.level = if value == "current" { Level::Current } else { Level::Proven };
            }
            "zone" => self.zone = Some(value.to_owned()),
            _ => {
                return Err(format!(
                    "expected ids, unsigned, ranges, enum, client, level or zone, found `{name}`"
                ));
            }
        }
        Ok(())
    }

    /// Reads the directives of a file. The error has a line for each that is wrong.
    pub fn read_directives_of(&mut self, file: &str, text: &str) -> Result<(), String> {
        let wrong = self.read_directives(text);
        if wrong.is_empty() { Ok(()) } else { Err(format!("{file}: {}", wrong.join("\n"))) }
    }

    /// The dialect that the dump itself asks for, by `-- hotsplit: file to=googlesql`.
    #[must_use]
    pub fn stated_target(text: &str) -> Option<Target> {
        let files = directives(text).filter_map(|said| said.strip_prefix("file "));
        let words = files.flat_map(str::split_whitespace);
        // The last one holds, as with every other word.
        words.filter_map(|word| word.strip_prefix("to=")).filter_map(target_of).last()
    }

    /// Reads the directives in comments of a dump. Gives what is wrong with them.
    pub fn read_directives(&mut self, text: &str) -> Vec<String> {
        let mut wrong = Vec::new();
        for said in directives(text) {
            if let Some(words) = said.strip_prefix("file ") {
                for word in words.split_whitespace() {
                    let Some((name, value)) = word.split_once('=') else { continue };
                    if !matches!(name, "source" | "to" | "dialect") {
                        wrong.extend(self.set(name, value).err());
                    }
                }
            } else if let Some(words) = said.strip_prefix("table ") {
                wrong.extend(decide(words, &mut self.decisions.tables, TABLE).err());
            } else if let Some(words) = said.strip_prefix("column ") {
                wrong.extend(decide(words, &mut self.decisions.columns, COLUMN).err());
            }
        }
        wrong
    }
}

/// What directives say. On lines of their own: what stands in a row of the dump decides nothing.
fn directives(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter_map(|line| line.trim_start().strip_prefix("-- hotsplit: ")).map(str::trim)
}

/// A dialect by the name that directives have for it.
fn target_of(name: &str) -> Option<Target> {
    match name {
        "googlesql" | "gsql" => Some(Target::GoogleSql),
        "postgresql" | "pg" => Some(Target::PostgreSql),
        _ => None,
    }
}

const TABLE: &[&str] = &["skip", "rename", "pk", "skip-range"];
const COLUMN: &[&str] = &["rename", "bool", "int"];

fn decide(
    words: &str,
    all: &mut BTreeMap<(String, String), String>,
    known: &[&str],
) -> Result<(), String> {
    let (object, rest) = words.split_once(' ').unwrap_or((words, ""));
    let rest = rest.trim();
    let (what, value) = match rest.split_once('(') {
        Some((what, value)) => (what.trim(), value.trim_end_matches(')').trim()),
        None => (rest, ""),
    };
    if !known.contains(&what) {
        return Err(format!("expected {}, found `{rest}`", known.join(" or ")));
    }
    all.insert((object.to_lowercase(), what.to_owned()), value.to_owned());
    Ok(())
}
