//! Random schedules: what an application, a copier and a person with a plan do, in one order, as a
//! function of the schema, the number of steps and a seed.

use std::collections::BTreeMap;

use hotsplit_engine::syntax::tree::{Dialect, Type};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use super::plan::Kind;
use super::tables::{Table, Tables};
use crate::random_rows::Random;

/// The value that stands for the timestamp of the commit.
pub(crate) const PENDING: &str = "PENDING";

/// Values of columns.
pub(crate) type Cells = Map<String, Value>;

/// Something that happens.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) enum Event {
    /// A transaction of the application. `late` is one by an instance that does not have the newest
    /// version yet.
    Commit { changes: Vec<Change>, late: bool },
    /// A transaction that follows no rule although the copier is at work: what a compare has to mend.
    Stray { changes: Vec<Change> },
    /// A read of one row by its key.
    Look { table: String, key: Cells },
    /// One range of the job, if there is one; `lost` where it dies before its commit.
    Range { rows: u64, lost: bool },
    /// The job begins its pass anew.
    Again,
    /// The step comes to its end and the next begins.
    Forward,
    /// Back by so many steps, as far as there is a way back.
    Back { steps: usize },
}

/// A change of one row, or of several in one statement.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) enum Change {
    Insert {
        table: String,
        row: Cells,
    },
    Update {
        table: String,
        key: Cells,
        set: Cells,
    },
    Delete {
        table: String,
        key: Cells,
    },
    InsertAll {
        table: String,
        rows: Vec<Cells>,
    },
    /// Keys, each with what is set there: the same columns in each.
    UpdateAll {
        table: String,
        rows: Vec<(Cells, Cells)>,
    },
    DeleteAll {
        table: String,
        keys: Vec<Cells>,
    },
}

impl Change {
    /// The table it changes.
    pub(crate) fn table(&self) -> &str {
        match self {
            Self::Insert { table, .. }
            | Self::Update { table, .. }
            | Self::Delete { table, .. }
            | Self::InsertAll { table, .. }
            | Self::UpdateAll { table, .. }
            | Self::DeleteAll { table, .. } => table,
        }
    }
}

/// A schedule: the rows that are there at first, and what happens then.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
pub(crate) struct Schedule {
    pub(crate) first: Vec<Change>,
    pub(crate) events: Vec<Event>,
}

/// Which changes of several rows a case takes in one statement.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Several {
    pub(crate) inserts: bool,
    pub(crate) updates: bool,
}

/// Of a hundred schedules, so many have strays.
const STRAYS: usize = 30;

/// The schedule of a seed, for a plan with steps of these kinds; with strays or as chance has it.
pub(crate) fn schedule(
    tables: &Tables,
    several: Several,
    kinds: &[Kind],
    seed: u64,
    with_strays: bool,
) -> Schedule {
    let rows = vec![BTreeMap::new(); tables.all.len()];
    let mut maker = Maker { tables, several, rows, random: Random::new(seed) };
    let wanted = maker.random.below(4) * 4;
    let mut first = Vec::new();
    for _ in 0..wanted {
        let change = maker.insert();
        if maker.apply(&change) {
            first.push(change);
        }
    }
    let strays = maker.random.below(100) < STRAYS || with_strays;
    let mut events = Vec::new();
    // A way back takes steps again, so that there are more moves than steps.
    let (mut at, mut turns) = (0, 0);
    while at <= kinds.len() {
        // Most can go wrong while the copies fill.
        let filling = at.checked_sub(1).is_some_and(|it| {
            matches!(
                kinds[it],
                Kind::Follow | Kind::Copy | Kind::Compare | Kind::Attach | Kind::Turn | Kind::Stop
            )
        });
        for _ in 0..maker.random.below(if filling { 10 } else { 4 }) {
            events.push(maker.event(strays));
        }
        if turns < 2 && at > 1 && maker.random.below(9) == 0 {
            turns += 1;
            let back = if maker.random.below(2) == 0 { at } else { 1 + maker.random.below(at) };
            events.push(Event::Back { steps: back });
            at -= back;
            // Some do not try again.
            if at == 0 && maker.random.below(4) == 0 {
                break;
            }
        } else {
            events.push(Event::Forward);
            at += 1;
        }
    }
    Schedule { first, events }
}

/// Makes changes that mostly hit rows, by a picture of the rows that are there.
struct Maker<'t> {
    tables: &'t Tables,
    several: Several,
    /// Rows by their keys.
    rows: Vec<BTreeMap<String, Cells>>,
    random: Random,
}

impl Maker<'_> {
    fn event(&mut self, strays: bool) -> Event {
        match self.random.below(20) {
            0..2 => self.look(),
            2..7 => Event::Range {
                rows: 1 + self.random.below(4) as u64,
                lost: self.random.below(5) == 0,
            },
            7 if self.random.below(3) == 0 => Event::Again,
            _ => {
                let count = if self.random.below(3) == 0 { 1 + self.random.below(3) } else { 1 };
                let before = self.rows.clone();
                let mut changes = Vec::new();
                let mut good = true;
                for _ in 0..count {
                    let change = self.change();
                    good &= self.apply(&change);
                    changes.push(change);
                }
                if !good {
                    self.rows = before;
                }
                if strays && self.random.below(2) == 0 {
                    return Event::Stray { changes };
                }
                Event::Commit { changes, late: self.random.below(3) == 0 }
            }
        }
    }

    fn look(&mut self) -> Event {
        let at = self.random.below(self.tables.all.len());
        let key = self.key(at);
        Event::Look { table: self.tables.all[at].name.clone(), key }
    }

    fn change(&mut self) -> Change {
        if self.several.inserts && self.random.below(8) == 0 {
            let at = self.random.below(self.tables.all.len());
            if let Some(change) = self.several(at) {
                return change;
            }
        }
        let kind = self.random.below(20);
        if kind < 9 {
            return self.insert();
        }
        let at = self.random.below(self.tables.all.len());
        let table = &self.tables.all[at];
        let key = self.key(at);
        let name = table.name.clone();
        if kind >= 16 {
            return Change::Delete { table: name, key };
        }
        let free = self.free(at);
        if free.is_empty() {
            return self.insert();
        }
        let mut row = Cells::new();
        for _ in 0..=self.random.below(2) {
            let column = *self.random.pick(&free);
            row.insert(table.columns[column].name.clone(), self.value(at, column));
        }
        self.tie(at, &mut row);
        Change::Update { table: name, key, set: row }
    }

    /// A change of two rows of a table in one statement, mostly rows that refer to each
    /// other or swap a value.
    fn several(&mut self, at: usize) -> Option<Change> {
        let table = &self.tables.all[at];
        let name = table.name.clone();
        let there: Vec<Cells> = self.rows[at].values().cloned().collect();
        let key_of = |row: &Cells| -> Cells {
            let cell = |name: String| {
                let value = row.get(&name).cloned().unwrap_or(Value::Null);
                (name, value)
            };
            table.key_names().into_iter().map(cell).collect()
        };
        match self.random.below(3) {
            0 if self.several.inserts => {
                let mut rows = [self.row(at), self.row(at)];
                for tie in table.ties.iter().filter(|tie| tie.to == at) {
                    for (own, other) in [(0, 1), (1, 0)] {
                        if self.random.below(3) == 0 {
                            continue;
                        }
                        for (&column, &theirs) in tie.columns.iter().zip(&tie.referenced) {
                            let value = rows[other].get(&table.columns[theirs].name).cloned();
                            let column = table.columns[column].name.clone();
                            rows[own].insert(column, value.unwrap_or(Value::Null));
                        }
                    }
                }
                let names: Vec<String> = rows.iter().flat_map(|row| row.keys().cloned()).collect();
                for row in &mut rows {
                    for name in &names {
                        row.entry(name.clone()).or_insert(Value::Null);
                    }
                }
                let two = key_of(&rows[0]) != key_of(&rows[1]);
                two.then(|| Change::InsertAll { table: name, rows: rows.to_vec() })
            }
            1 if self.several.updates && there.len() > 1 => {
                let free: Vec<usize> = self.free(at);
                let column = *free.get(self.random.below(free.len().max(1)))?;
                let own = table.columns[column].name.clone();
                let first = self.random.below(there.len() - 1);
                let second = first + 1 + self.random.below(there.len() - 1 - first);
                let swaps = self.random.below(3) > 0;
                let mut rows = Vec::new();
                for (row, other) in [(first, second), (second, first)] {
                    let mut set = Cells::new();
                    let swapped = there[other].get(&own).cloned().unwrap_or(Value::Null);
                    let value = if swaps { swapped } else { self.value(at, column) };
                    set.insert(own.clone(), value);
                    rows.push((key_of(&there[row]), set));
                }
                Some(Change::UpdateAll { table: name, rows })
            }
            2 if there.len() > 1 => {
                let first = self.random.below(there.len() - 1);
                let keys = there[first..first + 2].iter().map(key_of).collect();
                Some(Change::DeleteAll { table: name, keys })
            }
            _ => None,
        }
    }

    /// Columns of a table that can be updated.
    fn free(&self, at: usize) -> Vec<usize> {
        let table = &self.tables.all[at];
        let free =
            |column: &usize| !table.key.contains(column) && !table.columns[*column].generated;
        (0..table.columns.len()).filter(free).collect()
    }

    fn insert(&mut self) -> Change {
        let at = self.random.below(self.tables.all.len());
        let row = self.row(at);
        Change::Insert { table: self.tables.all[at].name.clone(), row }
    }

    /// A row of a table.
    fn row(&mut self, at: usize) -> Cells {
        let table = &self.tables.all[at];
        let mut row = Cells::new();
        for (column, it) in table.columns.iter().enumerate() {
            let needed = it.not_null || table.key.contains(&column);
            if it.generated || (!needed && self.random.below(5) == 0) {
                continue;
            }
            row.insert(it.name.clone(), self.value(at, column));
        }
        self.tie(at, &mut row);
        row
    }

    /// Lets a row that is written belong to rows that are there, mostly.
    fn tie(&mut self, at: usize, row: &mut Cells) {
        let table = &self.tables.all[at];
        for tie in table.ties.iter().rev() {
            let names: Vec<&String> =
                tie.columns.iter().map(|&it| &table.columns[it].name).collect();
            let whole = names.iter().all(|name| row.get(*name).is_some_and(|it| !it.is_null()));
            if !whole || self.random.below(8) == 0 {
                continue;
            }
            let there: Vec<&Cells> = self.rows[tie.to].values().collect();
            if there.is_empty() {
                continue;
            }
            let other = &self.tables.all[tie.to];
            let chosen = (*self.random.pick(&there)).clone();
            for (name, &theirs) in names.into_iter().zip(&tie.referenced) {
                let value = chosen.get(&other.columns[theirs].name).cloned();
                row.insert(name.clone(), value.unwrap_or(Value::Null));
            }
        }
    }

    /// A key, mostly of a row that is there.
    fn key(&mut self, at: usize) -> Cells {
        let table = &self.tables.all[at];
        let rows: Vec<&Cells> = self.rows[at].values().collect();
        let names = table.key_names();
        if !rows.is_empty() && self.random.below(8) > 0 {
            let row = (*self.random.pick(&rows)).clone();
            let cell = |name: String| {
                let value = row.get(&name).cloned().unwrap_or(Value::Null);
                (name, value)
            };
            return names.into_iter().map(cell).collect();
        }
        let values: Vec<Value> = table.key.iter().map(|&column| self.value(at, column)).collect();
        names.into_iter().zip(values).collect()
    }

    fn value(&mut self, at: usize, column: usize) -> Value {
        let table = &self.tables.all[at];
        let it = &table.columns[column];
        // The PostgreSQL dialect has no NULL in a key.
        let in_key = table.key.contains(&column);
        let may = !it.not_null && (!in_key || self.tables.dialect == Dialect::GoogleSql);
        if may && self.random.below(if in_key { 12 } else { 4 }) == 0 {
            return Value::Null;
        }
        if !it.listed.is_empty() {
            return self.random.pick(&it.listed).clone();
        }
        let n = self.random.below(5);
        match &it.ty {
            Type::Bool => json!(n.is_multiple_of(2)),
            Type::Int64 => json!((n + 1).to_string()),
            Type::Numeric => json!(["1", "2.5", "-3", "40", "0.25"][n]),
            Type::Float32 | Type::Float64 => json!(n as f64 / 2.0),
            Type::String(_) | Type::Other(_) => {
                json!(["acme", "b", "cé", "d'\"e", "globex"][n])
            }
            Type::Uuid => json!(format!("00000000-0000-4000-8000-{n:012}")),
            Type::Bytes(_) => json!(["aGk=", "aG8=", "aGE=", "aGU=", "aHU="][n]),
            Type::Date => json!(format!("2024-02-{:02}", n + 1)),
            Type::Timestamp | Type::CommitTimestamp => {
                if it.commit_timestamp && n > 0 && !table.key.contains(&column) {
                    return json!(PENDING);
                }
                json!(format!("2001-02-0{}T01:02:03Z", n + 1))
            }
            Type::Json => json!(format!("{{\"a\": {n}}}")),
            Type::Array(_) => json!(vec![n.to_string(); n % 3]),
        }
    }

    /// Changes the picture as the database would be changed; says whether it would be.
    fn apply(&mut self, change: &Change) -> bool {
        let at = self.tables.all.iter().position(|it| it.name == change.table());
        let at = at.expect("a change is of a table");
        let table = &self.tables.all[at];
        match change {
            Change::Insert { row, .. } => {
                let key = key_text(table, row);
                if self.rows[at].contains_key(&key) || !self.fits(at, row, None) {
                    return false;
                }
                self.rows[at].insert(key, row.clone());
                true
            }
            Change::Update { key, set, .. } => {
                let key = key_text(table, key);
                let Some(row) = self.rows[at].get(&key) else { return true };
                let mut row = row.clone();
                row.extend(set.clone());
                let fits = self.fits(at, &row, Some(&key));
                if fits {
                    self.rows[at].insert(key, row);
                }
                fits
            }
            Change::Delete { key, .. } => self.delete_all(at, std::slice::from_ref(key)),
            Change::DeleteAll { keys, .. } => self.delete_all(at, keys),
            Change::InsertAll { rows, .. } => {
                let rows: Vec<(String, Cells)> =
                    rows.iter().map(|row| (key_text(table, row), row.clone())).collect();
                let fresh = rows.iter().all(|(key, _)| !self.rows[at].contains_key(key));
                fresh && self.write(at, rows)
            }
            Change::UpdateAll { rows, .. } => {
                let whole = |(key, set): &(Cells, Cells)| {
                    let key = key_text(table, key);
                    let mut row = self.rows[at].get(&key)?.clone();
                    row.extend(set.clone());
                    Some((key, row))
                };
                let rows = rows.iter().filter_map(whole).collect();
                self.write(at, rows)
            }
        }
    }

    /// Writes rows at once, if they fit together.
    fn write(&mut self, at: usize, rows: Vec<(String, Cells)>) -> bool {
        let before = self.rows[at].clone();
        self.rows[at].extend(rows.iter().cloned());
        let fit = rows.iter().all(|(key, row)| self.fits(at, row, Some(key)));
        if !fit {
            self.rows[at] = before;
        }
        fit
    }

    /// Deletes rows at once, if nothing holds them.
    fn delete_all(&mut self, at: usize, keys: &[Cells]) -> bool {
        let table = &self.tables.all[at];
        let before = self.rows.clone();
        let mut gone = Vec::new();
        for key in keys {
            let key = key_text(table, key);
            gone.extend(self.rows[at].remove(&key).map(|row| (key, row)));
        }
        let mut done = true;
        for (key, row) in gone {
            self.rows[at].insert(key.clone(), row);
            done &= self.delete(at, &key);
        }
        if !done {
            self.rows = before;
        }
        done
    }

    fn delete(&mut self, at: usize, key: &str) -> bool {
        let Some(row) = self.rows[at].remove(key) else { return true };
        let mut below = Vec::new();
        for (other, table) in self.tables.all.iter().enumerate() {
            for tie in table.ties.iter().filter(|tie| tie.to == at) {
                for (own, found) in &self.rows[other] {
                    if self.meets(table, found, tie, &row) {
                        below.push((other, own.clone(), tie.cascades));
                    }
                }
            }
        }
        below.into_iter().all(|(other, key, cascades)| cascades && self.delete(other, &key))
    }

    /// Whether a row refers to another by a tie.
    fn meets(&self, table: &Table, row: &Cells, tie: &super::tables::Tie, other: &Cells) -> bool {
        let theirs = &self.tables.all[tie.to];
        tie.columns.iter().zip(&tie.referenced).all(|(&own, &up)| {
            let own = row.get(&table.columns[own].name).filter(|it| !it.is_null());
            own.is_some() && own == other.get(&theirs.columns[up].name)
        })
    }

    fn fits(&self, at: usize, row: &Cells, besides: Option<&str>) -> bool {
        let table = &self.tables.all[at];
        let tied = table.ties.iter().all(|tie| {
            let null =
                |&column: &usize| row.get(&table.columns[column].name).is_none_or(Value::is_null);
            let own = tie.to == at && self.meets(table, row, tie, row);
            tie.columns.iter().any(null)
                || own
                || self.rows[tie.to].values().any(|other| self.meets(table, row, tie, other))
        });
        let unique = table.uniques.iter().all(|columns| {
            let of = |row: &Cells| -> Option<Vec<Value>> {
                let cell = |&column: &usize| {
                    row.get(&table.columns[column].name).filter(|it| !it.is_null()).cloned()
                };
                columns.iter().map(cell).collect()
            };
            let own = of(row);
            own.is_none()
                || self.rows[at]
                    .iter()
                    .all(|(key, other)| Some(key.as_str()) == besides || of(other) != own)
        });
        tied && unique
    }
}

fn key_text(table: &Table, row: &Cells) -> String {
    let parts: Vec<Value> = table
        .key_names()
        .iter()
        .map(|name| row.get(name).cloned().unwrap_or(Value::Null))
        .collect();
    Value::from(parts).to_string()
}
