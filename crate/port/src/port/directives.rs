//! Decisions in comments of the source: what each takes, and what is wrong with one.
//!
//! ```text
//! -- hotsplit: file ids=uuid zone=Europe/Berlin
//! -- hotsplit: table orders pk(shop, number) skip-range(1, 99)
//! -- hotsplit: column "Order Lines".state as(STRING(20))
//! ```

use super::decisions::{Decisions, Facts, Stated, Value};
use super::directive_names::{ByName, Object, Written};
use super::options::{Ids, Level, Options, Target, UuidForm};
use super::types::parse_type;
use super::zones::may_name_zone;
use crate::source::Source;
use crate::text::{LineIndex, at};

/// What a decision takes behind its name.
#[derive(Clone, Copy)]
enum Takes {
    Nothing,
    Name,
    Names,
    Table,
    Ids,
    Range,
    Type,
    Lower,
}

/// A decision: the name, how it is written, and what it takes.
type Known = (&'static str, &'static str, Takes);

/// What is decided of a table.
const TABLE: &[Known] = &[
    ("skip", "skip", Takes::Nothing),
    ("rename", "rename(NAME)", Takes::Name),
    ("pk", "pk(COLUMN, …)", Takes::Names),
    ("key", "key=identity, uuid, hash(16) or keep", Takes::Ids),
    ("interleave", "interleave(PARENT)", Takes::Table),
    ("skip-range", "skip-range(1, LAST)", Takes::Range),
];

/// The same of a column.
const COLUMN: &[Known] = &[
    ("as", "as(TYPE)", Takes::Type),
    ("rename", "rename(NAME)", Takes::Name),
    ("bool", "bool", Takes::Nothing),
    ("int", "int", Takes::Nothing),
    ("json", "json", Takes::Nothing),
    ("ci", "ci=lower", Takes::Lower),
];

/// Names of decisions about the whole file.
const FILE: &str = "source, to, level, zone, ids, uuid, unsigned, ci, zero-date, ranges, enum, \
                    views or client";

/// Facts about the whole file that rules read, not the port.
const FILE_FACTS: &[&str] =
    &["nodes", "max-nodes", "pu", "region", "reads-per-write", "ceiling", "dialect"];

/// Facts about tables and columns that rules read; the port hands them on.
const FACTS: &[&str] = &[
    "random",
    "uuidv4",
    "sequential",
    "descending",
    "uuidv7",
    "uuidv6",
    "uuidv1",
    "ulid",
    "ksuid",
    "snowflake",
    "entity",
    "lowcard",
    "shard",
    "constant",
    "sparse",
    "mutable",
    "immutable",
    "maxlen",
    "unique",
    "writes",
    "updates",
    "deletes",
    "role",
    "rows",
    "row-bytes",
    "low-write",
    "append-only",
    "retention",
    "reads",
    "read-together",
    "children-per-parent",
    "skew",
    "accept",
    "off",
];

/// Values of a hash shard.
const SHARDS: std::ops::RangeInclusive<u32> = 2..=1024;

impl Options {
    /// Sets a decision about the whole file by its name and value; says what is wrong with it.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), String> {
        let choice = |choices: &[&str]| match choices.iter().position(|it| *it == value) {
            Some(at) => Ok(at),
            None => Err(format!("{name}: expected {}, found `{value}`", either(choices))),
        };
        match name {
            "ids" => self.ids = ids(value).map_err(|why| format!("ids: {why}"))?,
            "unsigned" => self.unsigned_numeric = choice(&["int64", "numeric"])? == 1,
            "ranges" => self.check_ranges = choice(&["plain", "check"])? == 1,
            "enum" => self.check_enums = choice(&["check", "plain"])? == 0,
            "client" => self.int64_safe = choice(&["int64-safe", "json"])? == 0,
            "ci" => self.ci_lower = choice(&["plain", "lower"])? == 1,
            "zero-date" => self.zero_epoch = choice(&["null", "epoch"])? == 1,
            "views" => self.views_noted = choice(&["note", "skip"])? == 0,
            "level" => {
                self.level = [Level::Proven, Level::Current][choice(&["proven", "current"])?];
            }
            "uuid" => {
                self.uuid = [UuidForm::Text, UuidForm::Uuid, UuidForm::Bytes]
                    [choice(&["string36", "uuid", "bytes16"])?];
            }
            "to" => {
                let google = choice(&["gsql", "pg", "googlesql", "postgresql"])? % 2 == 0;
                self.target = if google { Target::GoogleSql } else { Target::PostgreSql };
            }
            "source" => {
                choice(&["mysql", "pg", "postgresql"])?;
            }
            "zone" => {
                if !may_name_zone(value) {
                    let wanted = "a time zone, for example Europe/Berlin or +01:00";
                    return Err(format!("zone: expected {wanted}, found `{value}`"));
                }
                self.zone = Some(value.to_owned());
            }
            _ => return Err(format!("expected {FILE}, found `{name}`")),
        }
        Ok(())
    }

    /// Reads the directives of a file, and looks for what they name. The error has a line for each
    /// that is wrong.
    pub fn read_directives_of(&mut self, file: &str, text: &str) -> Result<(), String> {
        let wrong = self.read_directives(text);
        said_of(file, &wrong)
    }

    /// Tables and columns that directives name and a file does not define, as an error.
    pub fn check_names(&self, file: &str, source: &Source<'_>) -> Result<(), String> {
        said_of(file, &self.unknown_names(source))
    }

    /// Reads the directives in comments of a dump. Gives what is wrong with them, each with its line
    /// and column.
    pub fn read_directives(&mut self, text: &str) -> Vec<String> {
        if !text.contains("-- hotsplit: ") {
            return Vec::new();
        }
        let lines = LineIndex::new(text);
        let mut wrong = Vec::new();
        let mut start = 0;
        for line in text.split_inclusive('\n') {
            // On lines of their own: what stands in a row of the dump decides nothing.
            if let Some(said) = line.trim_start().strip_prefix("-- hotsplit: ") {
                let mut words = Words { text, at: start + line.len() - said.len(), lines: &lines };
                let end = start + line.trim_end().len();
                wrong.extend(self.directive(&mut words, end).err());
            }
            start += line.len();
        }
        wrong
    }

    fn directive(&mut self, words: &mut Words<'_>, end: usize) -> Result<(), String> {
        let (kind, _) = words.next(end);
        match kind {
            "file" => loop {
                let (word, place) = words.next(end);
                if word.is_empty() {
                    return Ok(());
                }
                let found = word.split_once('=');
                let Some((name, value)) = found else {
                    return Err(format!("{place}: expected NAME=VALUE, found `{word}`"));
                };
                if FILE_FACTS.contains(&name) {
                    self.decisions.file_facts.push(word.trim_end_matches(',').to_owned());
                } else {
                    self.set(name, value).map_err(|why| format!("{place}: {why}"))?;
                }
            },
            "table" => {
                let Decisions { tables, table_facts, .. } = &mut self.decisions;
                words.decisions(end, tables, table_facts, (Object::table, TABLE))
            }
            "column" => {
                let Decisions { columns, column_facts, .. } = &mut self.decisions;
                words.decisions(end, columns, column_facts, (Object::column, COLUMN))
            }
            // Facts about a column or table beside it are for the rules.
            _ => Ok(()),
        }
    }

    /// Tables and columns that directives name and a dump does not define, each with its line and
    /// column.
    #[must_use]
    pub fn unknown_names(&self, source: &Source<'_>) -> Vec<String> {
        let names = ByName::of(source.tables.iter().map(|table| table.name.shown()));
        let find = |name: &Written| names.find(name).map(|at| &source.tables[at]);
        let no_table = |place: &str, name: &str| {
            format!("{place}: expected a table of the dump, found `{name}`")
        };
        let mut wrong = Vec::new();
        let Decisions { tables: of_tables, columns, table_facts, column_facts, .. } =
            &self.decisions;
        for (object, what, it) in &of_tables.all {
            let (place, name) = (&it.place, object.shown());
            let Some(table) = find(&object.table) else {
                wrong.push(no_table(place, &name));
                continue;
            };
            if *what == "pk" {
                let has = |it: &Written| table.columns.iter().any(|its| it.is(&its.name.name));
                let names = Written::listed(&it.value);
                wrong.extend(names.iter().filter(|name| !has(name)).map(|column| {
                    let column = column.text();
                    format!("{place}: expected columns of `{name}`, found `{column}`")
                }));
            }
            if *what == "interleave" {
                let parent = Written::table(&it.value);
                if find(&parent).is_none() {
                    wrong.push(no_table(place, parent.text()));
                }
            }
        }
        for (object, all) in &table_facts.all {
            if find(&object.table).is_none() {
                wrong.extend(all.iter().map(|it| no_table(&it.place, &object.shown())));
            }
        }
        let decided = columns.all.iter().map(|(object, _, it)| (object, it));
        let stated = column_facts.all.iter();
        let stated = stated.flat_map(|(object, all)| all.iter().map(move |it| (object, it)));
        for (object, it) in decided.chain(stated) {
            let table = find(&object.table);
            let known = object.column.as_ref().is_some_and(|column| {
                table.is_some_and(|it| it.columns.iter().any(|its| column.is(&its.name.name)))
            });
            if !known {
                let (place, name) = (&it.place, object.shown());
                wrong.push(format!("{place}: expected a column TABLE.COLUMN, found `{name}`"));
            }
        }
        wrong
    }
}

fn said_of(file: &str, wrong: &[String]) -> Result<(), String> {
    if wrong.is_empty() {
        return Ok(());
    }
    let lines: Vec<String> = wrong.iter().map(|it| format!("{file}:{it}")).collect();
    Err(lines.join("\n"))
}

/// Words of a directive, each with its place.
struct Words<'t> {
    text: &'t str,
    at: usize,
    lines: &'t LineIndex,
}

impl<'t> Words<'t> {
    /// The next word and its place; blanks within parentheses or quotes do not end it. Empty at the
    /// end.
    fn next(&mut self, end: usize) -> (&'t str, String) {
        let rest = &self.text[self.at.min(end)..end];
        let start = self.at.min(end) + rest.len() - rest.trim_start().len();
        let (mut depth, mut quote, mut len) = (0_i32, None, end - start);
        for (at, c) in self.text[start..end].char_indices() {
            match c {
                _ if quote == Some(c) => quote = None,
                _ if quote.is_some() => {}
                '`' | '"' => quote = Some(c),
                '(' => depth += 1,
                ')' => depth -= 1,
                c if c.is_whitespace() && depth <= 0 => {
                    len = at;
                    break;
                }
                _ => {}
            }
        }
        self.at = start + len;
        let place = self.lines.line_column(at(start));
        (&self.text[start..start + len], format!("{}:{}", place.line, place.column))
    }

    /// The object of a directive, and what is decided of it.
    fn decisions(
        &mut self,
        end: usize,
        all: &mut Stated,
        facts: &mut Facts,
        (object_of, known): (fn(&str) -> Object, &'static [Known]),
    ) -> Result<(), String> {
        let (object, object_place) = self.next(end);
        let object = object_of(object);
        let forms: Vec<&str> = known.iter().map(|(_, form, _)| *form).collect();
        let mut any = false;
        loop {
            let (word, place) = self.next(end);
            if word.is_empty() {
                break;
            }
            let stop = word.find(['(', '=', '<', ',']).unwrap_or(word.len());
            let (name, value) = word.split_at(stop);
            if !any && FACTS.contains(&name) {
                // A line has decisions or facts; what facts say is for the rules to read.
                let from = self.at - word.len();
                let value = self.text[from..end].to_owned();
                self.at = end;
                let value = Value { value, place: object_place };
                facts.add(object, value);
                return Ok(());
            }
            let Some((name, form, takes)) = known.iter().find(|(its, ..)| *its == name) else {
                return Err(format!("{place}: expected {}, found `{word}`", either(&forms)));
            };
            let value = value_of(value, *takes)
                .ok_or_else(|| format!("{place}: expected {form}, found `{word}`"))?;
            let value = Value { value, place: object_place.clone() };
            all.insert(&object, name, value);
            any = true;
        }
        let place = object_place;
        if any {
            Ok(())
        } else {
            Err(format!("{place}: expected {}, found nothing", either(&forms)))
        }
    }
}

/// The value of a decision; `None` where it takes another.
fn value_of(said: &str, takes: Takes) -> Option<String> {
    let inner = || said.strip_prefix('(')?.strip_suffix(')').map(str::trim);
    match takes {
        Takes::Nothing => said.is_empty().then(String::new),
        Takes::Name => Some(Written::one(inner()?)).filter(|it| !it.is_empty()),
        Takes::Table => {
            Some(inner()?.to_owned()).filter(|it| !Written::table(it).text().is_empty())
        }
        Takes::Names => {
            let names = Written::listed(inner()?);
            names.iter().all(|it| !it.text().is_empty()).then(|| inner().map(str::to_owned))?
        }
        Takes::Ids => {
            let value = said.strip_prefix('=')?;
            ids(value).ok().map(|_| value.to_owned())
        }
        Takes::Range => {
            let (first, last) = inner()?.split_once(',')?;
            let number = |it: &str| it.trim().parse::<u64>().ok().filter(|it| *it > 0);
            (number(first)? == 1).then_some(())?;
            number(last).filter(|last| i64::try_from(*last).is_ok()).map(|last| last.to_string())
        }
        Takes::Type => {
            let value = inner()?;
            parse_type(value).map(|_| value.to_owned())
        }
        Takes::Lower => (said == "=lower").then(|| "lower".to_owned()),
    }
}

/// A way to make ids; what was expected where it is none.
pub(super) fn ids(value: &str) -> Result<Ids, String> {
    let shards = || {
        let number = value.strip_prefix("hash(")?.strip_suffix(')')?;
        number.trim().parse().ok().filter(|it| SHARDS.contains(it))
    };
    match value {
        "identity" => Ok(Ids::Identity),
        "uuid" => Ok(Ids::Uuid),
        "keep" => Ok(Ids::Keep),
        _ => shards().map(Ids::Hash).ok_or_else(|| {
            format!(
                "expected identity, uuid, keep, or hash(N) with N from {} to {}, found `{value}`",
                SHARDS.start(),
                SHARDS.end()
            )
        }),
    }
}

/// `a, b or c`.
fn either(choices: &[&str]) -> String {
    match choices {
        [] => String::new(),
        [one] => (*one).to_owned(),
        [first @ .., last] => format!("{} or {last}", first.join(", ")),
    }
}
