//! Names in directives: `orders`, `"Order Lines"`, `` `order lines`.state ``.
//!
//! Within double quotes a name is read as it is written; otherwise small and capital letters are the
//! same. A quote within quotes is written twice.

use std::collections::BTreeMap;

/// A name as a directive writes it.
#[derive(Clone, Debug)]
pub(super) enum Written {
    /// In double quotes.
    Exact(String),
    /// Otherwise, in small letters.
    Folded(String),
}

impl Written {
    fn of(part: Part) -> Self {
        if part.exact { Self::Exact(part.name) } else { Self::Folded(part.name.to_lowercase()) }
    }

    /// A table, behind its schema if that is stated.
    pub(super) fn table(said: &str) -> Self {
        joined(parts(said, Some('.')))
    }

    /// One name, which may contain dots.
    pub(super) fn one(said: &str) -> String {
        parts(said, None).into_iter().map(|part| part.name).collect()
    }

    /// Names that commas separate.
    pub(super) fn listed(said: &str) -> Vec<Self> {
        parts(said, Some(',')).into_iter().map(Self::of).collect()
    }

    /// Whether it is what a name is called.
    pub(super) fn is(&self, name: &str) -> bool {
        match self {
            Self::Exact(its) => its == name,
            Self::Folded(its) => *its == name.to_lowercase(),
        }
    }

    /// Adds it to what directives are found by. A directive is one line, so no name has the mark.
    fn add_to(&self, key: &mut String) {
        key.push_str(if matches!(self, Self::Exact(_)) { "\n\"" } else { "\n" });
        key.push_str(self.text());
    }

    pub(super) fn text(&self) -> &str {
        let (Self::Exact(name) | Self::Folded(name)) = self;
        name
    }
}

/// What a directive is about.
#[derive(Clone, Debug)]
pub(super) struct Object {
    pub(super) table: Written,
    /// Absent where it is about the table, or names no column as it should.
    pub(super) column: Option<Written>,
}

impl Object {
    pub(super) fn table(said: &str) -> Self {
        Self { table: Written::table(said), column: None }
    }

    /// Reads `TABLE.COLUMN`.
    pub(super) fn column(said: &str) -> Self {
        let mut all = parts(said, Some('.'));
        let column = if all.len() > 1 { all.pop() } else { None };
        Self { table: joined(all), column: column.map(Written::of) }
    }

    /// What directives about it are found by.
    pub(super) fn key(&self, what: &str) -> String {
        let mut key = what.to_owned();
        for name in [Some(&self.table), self.column.as_ref()].into_iter().flatten() {
            name.add_to(&mut key);
        }
        key
    }

    /// What directives about a table or column are found by, those first that write it exactly.
    pub(super) fn keys(table: &str, column: Option<&str>, what: &str) -> Vec<String> {
        let mut keys = vec![what.to_owned()];
        for name in [Some(table), column].into_iter().flatten() {
            let mut longer = Vec::new();
            for key in keys {
                for way in [Written::Exact(name.to_owned()), Written::Folded(name.to_lowercase())] {
                    let mut key = key.clone();
                    way.add_to(&mut key);
                    longer.push(key);
                }
            }
            keys = longer;
        }
        keys
    }

    /// As messages show it.
    pub(super) fn shown(&self) -> String {
        match &self.column {
            Some(column) => format!("{}.{}", self.table.text(), column.text()),
            None => self.table.text().to_owned(),
        }
    }
}

/// Numbers of tables by their names as directives write them. Of the type that sequences are found by
/// too: each map of another type makes the port's WebAssembly larger.
pub(super) struct ByName {
    exact: BTreeMap<String, usize>,
    /// In small letters.
    folded: BTreeMap<String, usize>,
}

impl ByName {
    pub(super) fn of(all: impl Iterator<Item = String>) -> Self {
        let mut names = Self { exact: BTreeMap::new(), folded: BTreeMap::new() };
        for (at, name) in all.enumerate() {
            names.folded.entry(name.to_lowercase()).or_insert(at);
            names.exact.insert(name, at);
        }
        names
    }

    pub(super) fn find(&self, name: &Written) -> Option<usize> {
        match name {
            Written::Exact(name) => self.exact.get(name),
            Written::Folded(name) => self.folded.get(name),
        }
        .copied()
    }
}

/// A part of a name.
struct Part {
    name: String,
    exact: bool,
}

/// The name of a table: exact where what is behind its schema is.
fn joined(all: Vec<Part>) -> Written {
    let exact = all.last().is_some_and(|part| part.exact);
    let folded = |part: Part| if part.exact { part.name } else { part.name.to_lowercase() };
    let name: Vec<String> = all.into_iter().map(folded).collect();
    Written::of(Part { name: name.join("."), exact })
}

/// What a character outside of quotes separates, without quotes and without blanks around.
fn parts(said: &str, separator: Option<char>) -> Vec<Part> {
    let mut all = Vec::new();
    let (mut name, mut exact, mut quote) = (String::new(), false, None);
    // The length of the name without blanks at its end.
    let mut length = 0;
    let mut chars = said.chars().peekable();
    while let Some(c) = chars.next() {
        if quote == Some(c) {
            if chars.next_if_eq(&c).is_none() {
                quote = None;
                continue;
            }
        } else if quote.is_none() {
            if separator == Some(c) {
                name.truncate(length);
                all.push(Part { name: std::mem::take(&mut name), exact });
                (exact, length) = (false, 0);
                continue;
            }
            if c == '"' || c == '`' {
                quote = Some(c);
                exact |= c == '"';
                continue;
            }
            if c.is_whitespace() {
                if length > 0 {
                    name.push(c);
                }
                continue;
            }
        }
        name.push(c);
        length = name.len();
    }
    name.truncate(length);
    all.push(Part { name, exact });
    all
}
