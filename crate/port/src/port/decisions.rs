//! What directives of a source decide, and the facts that they state.

use std::collections::BTreeMap;
use std::vec::IntoIter;

use super::directive_names::{Object, Written};

/// Decisions about tables and columns.
#[derive(Clone, Debug, Default)]
pub struct Decisions {
    pub(super) tables: Stated,
    pub(super) columns: Stated,
    /// Facts that rules read.
    pub(super) table_facts: Facts,
    pub(super) column_facts: Facts,
    /// The same of the whole file.
    pub(super) file_facts: Vec<String>,
}

/// What directives state of objects.
#[derive(Clone, Debug, Default)]
pub(super) struct Stated {
    /// By the key of the object with the name of what is decided.
    numbers: BTreeMap<String, usize>,
    pub(super) all: Vec<(Object, &'static str, Value)>,
}

impl Stated {
    /// Of several decisions the last holds.
    pub(super) fn insert(&mut self, object: &Object, what: &'static str, value: Value) {
        let at = *self.numbers.entry(object.key(what)).or_insert(self.all.len());
        match self.all.get_mut(at) {
            Some((.., its)) => *its = value,
            None => self.all.push((object.clone(), what, value)),
        }
    }

    /// A decision about a table or column; one that writes its name exactly comes first.
    pub(super) fn get(
        &self,
        table: &str,
        column: Option<&str>,
        what: &'static str,
    ) -> Option<&str> {
        if self.all.is_empty() {
            return None;
        }
        let mut keys = Object::keys(table, column, what).into_iter();
        let at = keys.find_map(|key| self.numbers.get(&key))?;
        Some(self.all[*at].2.value.as_str())
    }
}

/// Facts of objects.
#[derive(Clone, Debug, Default)]
pub(super) struct Facts {
    /// By the key of the object.
    numbers: BTreeMap<String, usize>,
    pub(super) all: Vec<(Object, Vec<Value>)>,
}

impl Facts {
    pub(super) fn add(&mut self, object: Object, value: Value) {
        let at = *self.numbers.entry(object.key("")).or_insert(self.all.len());
        match self.all.get_mut(at) {
            Some((_, its)) => its.push(value),
            None => self.all.push((object, vec![value])),
        }
    }

    /// Facts that are stated of a table or column.
    pub(super) fn of(&self, table: &str, column: Option<&str>) -> IntoIter<&str> {
        let mut found = Vec::new();
        if !self.all.is_empty() {
            let keys = Object::keys(table, column, "");
            for at in keys.iter().filter_map(|key| self.numbers.get(key)) {
                found.extend(self.all[*at].1.iter().map(|it| it.value.as_str()));
            }
        }
        found.into_iter()
    }
}

/// What a directive states.
#[derive(Clone, Debug)]
pub(super) struct Value {
    pub(super) value: String,
    /// `line:column` in the source.
    pub(super) place: String,
}

impl Decisions {
    pub(super) fn table(&self, table: &str, what: &'static str) -> Option<&str> {
        self.tables.get(table, None, what)
    }

    /// The tables or columns that a decision about a table names.
    pub(super) fn names(&self, table: &str, what: &'static str) -> Option<Vec<Written>> {
        self.table(table, what).map(Written::listed)
    }

    pub(super) fn column(&self, table: &str, column: &str, what: &'static str) -> Option<&str> {
        self.columns.get(table, Some(column), what)
    }

    /// Facts that are stated of a table, for the rules.
    pub(super) fn facts_of_table(&self, table: &str) -> IntoIter<&str> {
        self.table_facts.of(table, None)
    }

    /// Whether a fact of the same name is stated of a table.
    pub(super) fn states_of_table(&self, table: &str, fact: &str) -> bool {
        let stated = |said: &str| said.split([',', ' ']).any(|it| name_of(it) == name_of(fact));
        self.facts_of_table(table).any(|said| stated(without_reason(said)))
    }

    /// A fact that is stated of a table, as it is written, and its value. Of several the last counts.
    pub(super) fn fact_of_table(&self, table: &str, name: &str) -> Option<(&str, &str)> {
        let mut words = self.facts_of_table(table).flat_map(|said| without_reason(said).split(' '));
        let word = words.rfind(|word| name_of(word) == name)?.trim_end_matches(',');
        Some((word, word[name.len()..].trim_matches(['(', ')', '=', '<'])))
    }

    /// Facts that are stated of a column, for the rules.
    pub(super) fn facts_of_column(&self, table: &str, column: &str) -> IntoIter<&str> {
        self.column_facts.of(table, Some(column))
    }

    /// Facts that are stated of the whole file, for the rules.
    pub(super) fn file_facts(&self) -> &[String] {
        &self.file_facts
    }
}

/// The name of a fact.
fn name_of(fact: &str) -> &str {
    fact.split(['(', '=', '<']).next().unwrap_or(fact)
}

/// Facts of a directive without what is said of them.
fn without_reason(said: &str) -> &str {
    said.split("reason=").next().unwrap_or(said)
}
