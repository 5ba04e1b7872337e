//! An application that does what the rules of a plan say, one transaction after another.

use std::collections::{BTreeMap, BTreeSet};

use hotsplit_engine::syntax::tree::Dialect;
use serde_json::{Map, Value, json};

use super::plan::{Kind, Parameter, Rows, Rule, Step, Supplied};
use super::schedule::{Cells, Change, PENDING};
use super::tables::{Table, Tables, api_type, cast_type, pg_cast_type, spelled_type};
use crate::emulator::{Bound, Refused, Session, Transaction};

/// A table that is split by the values of a column: the value and the table of its rows.
#[derive(Clone, Copy)]
pub(crate) struct Route {
    pub(crate) table: &'static str,
    pub(crate) column: &'static str,
    pub(crate) places: &'static [(&'static str, &'static str)],
}

/// How the application works: which tables it writes and reads, and what follows.
#[derive(Clone, Debug, Default)]
pub(crate) struct Mode {
    /// Rules by group.
    rules: BTreeMap<Option<u32>, Vec<Rule>>,
    /// What writes supply, by group; it holds when nothing follows any more too.
    supplied: BTreeMap<Option<u32>, Vec<Rule>>,
    /// The copies of each table.
    pub(crate) copies: BTreeMap<String, Vec<String>>,
    /// Columns whose change gives an image another key.
    moving: BTreeMap<String, Vec<String>>,
    /// Tables of which the copies are read.
    read: BTreeSet<String>,
    /// Tables of which the copies are written first.
    turned: BTreeSet<String>,
    /// Tables that are no longer written.
    pub(crate) left: BTreeSet<String>,
    /// Tables whose copies have been compared.
    pub(crate) compared: BTreeSet<String>,
    /// Names that copies got in the end.
    renamed: BTreeMap<String, String>,
}

impl Mode {
    /// The mode after these steps.
    pub(crate) fn after(steps: &[Step]) -> Self {
        let mut mode = Self::default();
        let mut of: BTreeMap<Option<u32>, BTreeSet<String>> = BTreeMap::new();
        for step in steps {
            // Only these change what transactions do.
            // The last step of a group says what it said before by the names in the end.
            let says = matches!(step.kind, Kind::Follow | Kind::Turn | Kind::Stop);
            if says || !step.rules.is_empty() {
                mode.rules.insert(step.group, step.rules.clone());
                mode.supplied.insert(step.group, step.rules.clone());
            }
            let tables = of.entry(step.group).or_default();
            match step.kind {
                Kind::Follow => {
                    for rule in step.rules.iter().filter(|rule| !rule.copies.is_empty()) {
                        tables.insert(rule.table.clone());
                        mode.copies.insert(rule.table.clone(), rule.copies.clone());
                        let moves = rule.moves.as_ref().map(|it| it.columns.clone());
                        mode.moving.insert(rule.table.clone(), moves.unwrap_or_default());
                    }
                }
                Kind::Compare => mode.compared.extend(tables.clone()),
                Kind::Read => mode.read.extend(tables.clone()),
                Kind::Turn => {
                    mode.turned.extend(tables.clone());
                    // The old tables cannot follow.
                    if !step.reversible {
                        mode.left.extend(tables.clone());
                    }
                }
                Kind::Stop => mode.left.extend(tables.clone()),
                Kind::Finish => {
                    let ddl = step.code.iter().filter(|code| code.kind == "ddl");
                    for statement in ddl.flat_map(|code| &code.statements) {
                        let plain = |name: String| name.replace(['`', '"'], "");
                        let renamed = crate::rollout::renames(statement);
                        mode.renamed.extend(renamed.map(|(from, to)| (plain(from), plain(to))));
                    }
                }
                _ => {}
            }
        }
        mode
    }

    /// Whether the changes of a transaction are still possible: what has become part of the key of
    /// the table that is written cannot be updated any more.
    pub(crate) fn allows(&self, change: &Change) -> bool {
        let Change::Update { table, set, .. } = change else { return true };
        let moving = self.moving.get(table).into_iter().flatten();
        let mut hit = moving.filter(|column| set.keys().any(|it| it.eq_ignore_ascii_case(column)));
        !self.turned.contains(table) || hit.next().is_none()
    }

    /// The tables one of which holds the row of a key, where the key does not tell which.
    fn places(&self, table: &str, key: &Cells, routes: &[Route], turned: bool) -> Vec<String> {
        let moved = if turned { &self.turned } else { &self.read };
        let route = routes.iter().find(|it| it.table == table).filter(|_| moved.contains(table));
        let Some(route) = route.filter(|it| !key.contains_key(it.column)) else {
            return Vec::new();
        };
        route.places.iter().map(|(_, place)| self.name(place)).collect()
    }

    /// The table that holds the rows of `table` for writes.
    fn written(&self, table: &str, cells: &Cells, routes: &[Route]) -> String {
        if self.turned.contains(table) { self.copy(table, cells, routes) } else { table.to_owned() }
    }

    /// The table that holds the rows of `table` for reads.
    fn looked_at(&self, table: &str, cells: &Cells, routes: &[Route]) -> String {
        if self.read.contains(table) { self.copy(table, cells, routes) } else { table.to_owned() }
    }

    fn copy(&self, table: &str, cells: &Cells, routes: &[Route]) -> String {
        let copies = &self.copies[table];
        let copy = match routes.iter().find(|route| route.table == table) {
            Some(route) => {
                let value = cells.get(route.column).and_then(Value::as_str).unwrap_or_default();
                let place = route.places.iter().find(|(it, _)| *it == value);
                place.map_or_else(|| copies[0].clone(), |(_, place)| (*place).to_owned())
            }
            None => {
                assert_eq!(copies.len(), 1, "{table} is split and the case does not say how");
                copies[0].clone()
            }
        };
        self.name(&copy)
    }

    /// What a copy is called by now.
    pub(crate) fn name(&self, copy: &str) -> String {
        self.renamed.get(copy).cloned().unwrap_or_else(|| copy.to_owned())
    }

    fn rules_of(&self, place: &str) -> Vec<&Rule> {
        self.rules.values().flatten().filter(|rule| rule.table == place).collect()
    }

    /// Columns that writes of a table supply. Once the copies have their names, these are named.
    fn supplied(&self, place: &str) -> Vec<(&Supplied, String)> {
        let now = |rule: &&Rule| self.name(&rule.table) == place || rule.table == place;
        let rules = self.supplied.values().flatten().filter(now);
        let named = |expression: &str| {
            let renames = self.renamed.iter();
            renames.fold(expression.to_owned(), |text, (from, to)| text.replace(from, to))
        };
        rules.flat_map(|rule| &rule.supplied).map(|it| (it, named(&it.expression))).collect()
    }
}

/// One database as the application sees it.
pub(crate) struct Application<'a> {
    /// The tables that its code knows.
    pub(crate) tables: &'a Tables,
    /// The tables as they stand.
    pub(crate) stands: &'a Tables,
    pub(crate) routes: &'a [Route],
    pub(crate) mode: &'a Mode,
}

impl Application<'_> {
    /// Runs a transaction. Gives how many rows each change wrote.
    pub(crate) fn commit(
        &self,
        session: &Session,
        changes: &[Change],
    ) -> Result<Vec<u64>, Refused> {
        let mut transaction = session.transaction();
        let mut counts = Vec::new();
        let mut last = Vec::new();
        for change in changes {
            counts.push(self.change(&mut transaction, change, &mut last)?);
        }
        transaction.run(&together(last))?;
        transaction.commit()?;
        Ok(counts)
    }

    /// The row of a key, as its table or the copy has it; columns that both have.
    pub(crate) fn look(
        &self,
        session: &Session,
        table: &str,
        key: &Cells,
        columns: &[String],
    ) -> Result<Vec<Vec<Value>>, Refused> {
        let mut places = self.mode.places(table, key, self.routes, false);
        if places.is_empty() {
            places.push(self.mode.looked_at(table, key, self.routes));
        }
        let mut rows = Vec::new();
        for place in places {
            let (condition, bound) = self.by_key(self.here(&place), key, 0);
            let sql = format!("SELECT {} FROM {place} WHERE {condition}", columns.join(", "));
            rows.extend(session.query(&bound_of(sql, bound))?);
        }
        Ok(rows)
    }

    /// The table that holds the row of a key for writes.
    fn place_of(
        &self,
        transaction: &mut Transaction<'_>,
        table: &str,
        key: &Cells,
    ) -> Result<String, Refused> {
        for place in self.mode.places(table, key, self.routes, true) {
            let (condition, bound) = self.by_key(self.here(&place), key, 0);
            let sql = format!("SELECT 1 FROM {place} WHERE {condition}");
            if !transaction.query(&bound_of(sql, bound))?.is_empty() {
                return Ok(place);
            }
        }
        Ok(self.mode.written(table, key, self.routes))
    }

    fn here(&self, place: &str) -> &Table {
        self.stands.find(place).unwrap_or_else(|| panic!("the database has no {place}"))
    }

    fn google(&self) -> bool {
        self.tables.dialect == Dialect::GoogleSql
    }

    fn change(
        &self,
        transaction: &mut Transaction<'_>,
        change: &Change,
        last: &mut Vec<Bound>,
    ) -> Result<u64, Refused> {
        match change {
            Change::Insert { table, row } => {
                let place = self.mode.written(table, row, self.routes);
                let (mut now, later) = self.in_two(&place, row);
                for name in &later {
                    if self.here(&place).column(name).is_some_and(|it| it.not_null) {
                        now.insert(name.clone(), json!("2000-01-01T00:00:00Z"));
                    }
                }
                let key = self.key_of(table, row);
                let insert = self.insert(&place, &now);
                let count = self.followed(transaction, &place, (row, &key), insert)?;
                self.found(transaction, &place, &key)?;
                self.set_last(transaction, &place, &key, &later, last)?;
                Ok(count)
            }
            Change::Update { table, key, set } => {
                let place = self.place_of(transaction, table, key)?;
                let (now, later) = self.in_two(&place, set);
                let below = self.moved(transaction, &place, key, set)?;
                let count = match self.update(&place, key, &now) {
                    Some(update) => self.followed(transaction, &place, (key, key), update)?,
                    // Nothing but timestamps: that the row is there shows with them.
                    None => {
                        self.behind(transaction, &place, key)?;
                        self.count(transaction, &place, key)?
                    }
                };
                self.found(transaction, &place, key)?;
                for (rule, key) in below {
                    transaction.run(&bind(
                        &rule.key,
                        &key,
                        &rule.after_write,
                        self.tables.dialect,
                    ))?;
                }
                if count > 0 {
                    self.set_last(transaction, &place, key, &later, last)?;
                }
                Ok(count)
            }
            Change::Delete { table, key } => {
                let place = self.place_of(transaction, table, key)?;
                let mut first = Vec::new();
                let mut seen = BTreeSet::new();
                for rule in self.mode.rules_of(&place) {
                    if let Some(values) = self.values(transaction, rule, key)? {
                        self.going(transaction, rule, &values, &mut seen, &mut first)?;
                    }
                }
                let (condition, bound) = self.by_key(self.here(&place), key, 0);
                first.push(bound_of(format!("DELETE FROM {place} WHERE {condition}"), bound));
                let counts = transaction.run(&first)?;
                Ok(counts[counts.len() - 1])
            }
            Change::InsertAll { table, rows } => {
                let place = self.mode.written(table, &rows[0], self.routes);
                let count = transaction.run(&[self.insert_all(&place, rows)])?[0];
                self.behind_all(transaction, &place, rows)?;
                Ok(count)
            }
            Change::UpdateAll { table, rows } => {
                let place = self.mode.written(table, &rows[0].0, self.routes);
                let count = transaction.run(&[self.update_all(&place, rows)])?[0];
                let keys: Vec<Cells> = rows.iter().map(|(key, _)| key.clone()).collect();
                self.behind_all(transaction, &place, &keys)?;
                Ok(count)
            }
            Change::DeleteAll { table, keys } => {
                let place = self.mode.written(table, &keys[0], self.routes);
                let mut first = Vec::new();
                let mut seen = BTreeSet::new();
                for rule in self.mode.rules_of(&place) {
                    for key in keys {
                        if let Some(values) = self.values(transaction, rule, key)? {
                            self.going(transaction, rule, &values, &mut seen, &mut first)?;
                        }
                    }
                }
                let mut all = together(first);
                let own = |key: &Cells| {
                    let (condition, bound) = self.by_key(self.here(&place), key, 0);
                    bound_of(format!("DELETE FROM {place} WHERE {condition}"), bound)
                };
                all.extend(together(keys.iter().map(own).collect()));
                let counts = transaction.run(&all)?;
                Ok(counts[counts.len() - 1])
            }
        }
    }

    /// Rows in one INSERT.
    fn insert_all(&self, place: &str, rows: &[Cells]) -> Bound {
        let here = self.here(place);
        let columns = here.written().filter(|column| rows[0].contains_key(&column.name));
        let columns: Vec<_> = columns.collect();
        let mut bound = Vec::new();
        let mut values = Vec::new();
        for row in rows {
            let mut signs = Vec::new();
            for column in &columns {
                signs.push(self.sign(bound.len()));
                let value = row.get(&column.name).cloned().unwrap_or(Value::Null);
                bound.push((value, api_type(&column.ty, self.tables.dialect)));
            }
            values.push(format!("({})", signs.join(", ")));
        }
        let names: Vec<&str> = columns.iter().map(|column| column.name.as_str()).collect();
        let (names, values) = (names.join(", "), values.join(", "));
        bound_of(format!("INSERT INTO {place} ({names}) VALUES {values}"), bound)
    }

    /// Rows in one UPDATE.
    fn update_all(&self, place: &str, rows: &[(Cells, Cells)]) -> Bound {
        let here = self.here(place);
        let mut bound = Vec::new();
        let mut set = Vec::new();
        for name in rows[0].1.keys() {
            let Some(column) = here.column(name) else { continue };
            let mut cases = String::new();
            for (key, cells) in rows {
                let (condition, more) = self.by_key(here, key, bound.len());
                bound.extend(more);
                let sign = self.sign(bound.len());
                cases.push_str(&format!(" WHEN {condition} THEN {sign}"));
                bound.push((cells[name].clone(), api_type(&column.ty, self.tables.dialect)));
            }
            set.push(format!("{name} = CASE{cases} END"));
        }
        let mut conditions = Vec::new();
        for (key, _) in rows {
            let (condition, more) = self.by_key(here, key, bound.len());
            bound.extend(more);
            conditions.push(format!("({condition})"));
        }
        let (set, conditions) = (set.join(", "), conditions.join(" OR "));
        bound_of(format!("UPDATE {place} SET {set} WHERE {conditions}"), bound)
    }

    /// Behind one INSERT or UPDATE of several rows: each statement once for all of them.
    fn behind_all(
        &self,
        transaction: &mut Transaction<'_>,
        place: &str,
        keys: &[Cells],
    ) -> Result<(), Refused> {
        for rule in self.mode.rules_of(place) {
            let mut all = Vec::new();
            for key in keys {
                if let Some(values) = self.values(transaction, rule, key)? {
                    all.extend(bind(&rule.key, &values, &rule.after_write, self.tables.dialect));
                }
            }
            transaction.run(&together(all))?;
        }
        Ok(())
    }

    /// Ends the transaction where a value to supply comes out NULL and nothing that it is made of is:
    /// the row that it is of is not there.
    fn found(
        &self,
        transaction: &mut Transaction<'_>,
        place: &str,
        key: &Cells,
    ) -> Result<(), Refused> {
        for (one, _) in self.mode.supplied(place) {
            let (condition, bound) = self.by_key(self.here(place), key, 0);
            let reads: String =
                one.reads.iter().map(|it| format!(" AND {it} IS NOT NULL")).collect();
            let column = &one.column;
            let sql =
                format!("SELECT 1 FROM {place} WHERE {condition} AND {column} IS NULL{reads}");
            if !transaction.query(&bound_of(sql, bound))?.is_empty() {
                let message = format!("no row gives {column} of {place} its value");
                return Err(Refused { code: 9, message });
            }
        }
        Ok(())
    }

    fn key_of(&self, table: &str, row: &Cells) -> Cells {
        let table = self.tables.find(table).expect("a change is of a table");
        let names = table.key_names().into_iter();
        names.map(|name| (name.clone(), row.get(&name).cloned().unwrap_or(Value::Null))).collect()
    }

    /// What is written at once, and the columns that get the commit timestamp behind all else
    /// because a rule reads the row again.
    fn in_two(&self, place: &str, cells: &Cells) -> (Cells, Vec<String>) {
        let rules = self.mode.rules_of(place);
        // What is supplied is written by a query, which cannot give a pending timestamp.
        let supplies = !self.mode.supplied(place).is_empty();
        let waits = |name: &str| {
            let columns = rules.iter().filter_map(|rule| rule.commit_timestamps.as_ref());
            columns.flat_map(|it| &it.columns).any(|it| it.eq_ignore_ascii_case(name))
        };
        let (mut now, mut later) = (Cells::new(), Vec::new());
        for (name, value) in cells {
            if value == PENDING && (supplies || waits(name)) {
                later.push(name.clone());
            } else {
                now.insert(name.clone(), value.clone());
            }
        }
        (now, later)
    }

    fn pending(&self) -> &'static str {
        if self.google() {
            "PENDING_COMMIT_TIMESTAMP()"
        } else {
            "spanner.pending_commit_timestamp()"
        }
    }

    fn sign(&self, at: usize) -> String {
        if self.google() { format!("@p{}", at + 1) } else { format!("${}", at + 1) }
    }

    fn insert(&self, place: &str, row: &Cells) -> Bound {
        let here = self.here(place);
        let mut columns = Vec::new();
        let mut values = Vec::new();
        let mut bound = Vec::new();
        let supplied = self.mode.supplied(place);
        for column in here.written() {
            let Some(value) = row.get(&column.name) else { continue };
            columns.push(column.name.clone());
            if value == PENDING {
                values.push(self.pending().to_owned());
                continue;
            }
            let sign = self.sign(bound.len());
            let cast = if supplied.is_empty() {
                sign
            } else if self.google() {
                format!("CAST({sign} AS {})", cast_type(&column.ty))
            } else {
                format!("{sign}::{}", pg_cast_type(&column.ty))
            };
            values.push(cast);
            bound.push((value.clone(), api_type(&column.ty, self.tables.dialect)));
        }
        if supplied.is_empty() {
            let (columns, values) = (columns.join(", "), values.join(", "));
            let sql = format!("INSERT INTO {place} ({columns}) VALUES ({values})");
            return bound_of(sql, bound);
        }
        let named = values.iter().zip(&columns).map(|(value, name)| format!("{value} AS {name}"));
        let mut named: Vec<String> = named.collect();
        // What the row does not say is NULL to the expressions.
        for column in here.written().filter(|it| !columns.contains(&it.name)) {
            if supplied
                .iter()
                .any(|(one, _)| one.reads.iter().any(|it| it.eq_ignore_ascii_case(&column.name)))
            {
                let (google, name) = (self.google(), &column.name);
                named.push(if google {
                    format!("CAST(NULL AS {}) AS {name}", cast_type(&column.ty))
                } else {
                    format!("NULL::{} AS {name}", pg_cast_type(&column.ty))
                });
            }
        }
        let mut given: Vec<&str> = columns.iter().map(String::as_str).collect();
        let mut selected: Vec<String> = columns.iter().map(|name| format!("o.{name}")).collect();
        for (one, expression) in supplied {
            given.push(&one.column);
            selected.push(expression);
        }
        let sql = format!(
            "INSERT INTO {place} ({}) SELECT {} FROM (SELECT {}) AS o",
            given.join(", "),
            selected.join(", "),
            named.join(", ")
        );
        bound_of(sql, bound)
    }

    fn update(&self, place: &str, key: &Cells, set: &Cells) -> Option<Bound> {
        let here = self.here(place);
        let mut bound = Vec::new();
        let mut parts = Vec::new();
        for (name, value) in set {
            let Some(column) = here.column(name) else { continue };
            if value == PENDING {
                parts.push(format!("{name} = {}", self.pending()));
                continue;
            }
            parts.push(format!("{name} = {}", self.sign(bound.len())));
            bound.push((value.clone(), api_type(&column.ty, self.tables.dialect)));
        }
        if parts.is_empty() {
            return None;
        }
        for (one, mut expression) in self.mode.supplied(place) {
            let reads = |name: &String| one.reads.iter().find(|it| it.eq_ignore_ascii_case(name));
            let set: Vec<_> =
                set.iter().filter_map(|(name, value)| Some((reads(name)?, value))).collect();
            if set.is_empty() {
                continue;
            }
            for (name, value) in set {
                let ty = &here.column(name).expect("it is set").ty;
                let sign = self.sign(bound.len());
                let cast = if self.google() {
                    format!("CAST({sign} AS {})", cast_type(ty))
                } else {
                    format!("{sign}::{}", pg_cast_type(ty))
                };
                expression = expression.replace(&format!("o.{name}"), &cast);
                bound.push((value.clone(), api_type(ty, self.tables.dialect)));
            }
            parts.push(format!(
                "{} = {}",
                one.column,
                expression.replace("o.", &format!("{place}."))
            ));
        }
        let (condition, more) = self.by_key(here, key, bound.len());
        bound.extend(more);
        Some(bound_of(format!("UPDATE {place} SET {} WHERE {condition}", parts.join(", ")), bound))
    }

    fn count(
        &self,
        transaction: &mut Transaction<'_>,
        place: &str,
        key: &Cells,
    ) -> Result<u64, Refused> {
        let (condition, bound) = self.by_key(self.here(place), key, 0);
        let sql = format!("SELECT 1 FROM {place} WHERE {condition}");
        Ok(transaction.query(&bound_of(sql, bound))?.len() as u64)
    }

    /// A condition on the columns of the key that a table has, with its parameters.
    fn by_key(&self, here: &Table, key: &Cells, from: usize) -> (String, Vec<(Value, Value)>) {
        let (mut parts, mut bound) = (Vec::new(), Vec::new());
        for (name, value) in key {
            let Some(column) = here.column(name) else { continue };
            if value.is_null() {
                parts.push(format!("{name} IS NULL"));
            } else {
                parts.push(format!("{name} = {}", self.sign(from + bound.len())));
                bound.push((value.clone(), api_type(&column.ty, self.tables.dialect)));
            }
        }
        (parts.join(" AND "), bound)
    }
}

// What the rules say.
impl Application<'_> {
    /// The key of a row as a rule wants it. What is not known of it is read; `None` where there is
    /// no such row.
    fn values(
        &self,
        transaction: &mut Transaction<'_>,
        rule: &Rule,
        key: &Cells,
    ) -> Result<Option<Vec<Value>>, Refused> {
        let all = known(rule, key);
        if all.is_some() {
            return Ok(all);
        }
        let (condition, bound) = self.by_key(self.here(&rule.table), key, 0);
        let columns: Vec<&str> = rule.key.iter().map(|part| part.column.as_str()).collect();
        let sql = format!("SELECT {} FROM {} WHERE {condition}", columns.join(", "), rule.table);
        Ok(transaction.query(&bound_of(sql, bound))?.into_iter().next())
    }

    /// An INSERT or UPDATE with what follows it; in one request where the key is known without a
    /// query.
    fn followed(
        &self,
        transaction: &mut Transaction<'_>,
        place: &str,
        (cells, key): (&Cells, &Cells),
        statement: Bound,
    ) -> Result<u64, Refused> {
        let mut all = vec![statement];
        let mut unknown = false;
        for rule in self.mode.rules_of(place) {
            match known(rule, cells) {
                Some(values) => {
                    all.extend(bind(&rule.key, &values, &rule.after_write, self.tables.dialect));
                }
                None => unknown = true,
            }
        }
        if unknown {
            all.truncate(1);
        }
        let count = transaction.run(&all)?[0];
        if unknown {
            self.behind(transaction, place, key)?;
        }
        Ok(count)
    }

    /// Behind an INSERT or UPDATE.
    fn behind(
        &self,
        transaction: &mut Transaction<'_>,
        place: &str,
        key: &Cells,
    ) -> Result<(), Refused> {
        for rule in self.mode.rules_of(place) {
            if let Some(values) = self.values(transaction, rule, key)? {
                transaction.run(&bind(
                    &rule.key,
                    &values,
                    &rule.after_write,
                    self.tables.dialect,
                ))?;
            }
        }
        Ok(())
    }

    /// Before a DELETE: what goes with the row first.
    fn going(
        &self,
        transaction: &mut Transaction<'_>,
        rule: &Rule,
        key: &[Value],
        seen: &mut BTreeSet<String>,
        out: &mut Vec<Bound>,
    ) -> Result<(), Refused> {
        if !seen.insert(format!("{} {key:?}", rule.table)) {
            return Ok(());
        }
        out.extend(bind(&rule.key, key, &rule.before_delete.first, self.tables.dialect));
        for rows in &rule.before_delete.rows {
            for (below, row) in self.rows(transaction, rule, key, rows)? {
                self.going(transaction, below, &row, seen, out)?;
            }
        }
        out.extend(bind(&rule.key, key, &rule.before_delete.statements, self.tables.dialect));
        Ok(())
    }

    /// Rows that hang on a row, each with each rule of its table.
    fn rows<'m>(
        &'m self,
        transaction: &mut Transaction<'_>,
        rule: &Rule,
        key: &[Value],
        rows: &Rows,
    ) -> Result<Vec<(&'m Rule, Vec<Value>)>, Refused> {
        let dialect = self.tables.dialect;
        let query = &bind(&rule.key, key, std::slice::from_ref(&rows.query), dialect)[0];
        let found = transaction.query(query)?;
        let rules = self.mode.rules_of(&rows.table);
        Ok(found
            .into_iter()
            .flat_map(|row| rules.iter().map(move |rule| (*rule, row.clone())))
            .collect())
    }

    /// What comes before an UPDATE that moves the image of a row; gives the rows that move with it.
    fn moved<'m>(
        &'m self,
        transaction: &mut Transaction<'_>,
        place: &str,
        key: &Cells,
        set: &Cells,
    ) -> Result<Vec<(&'m Rule, Vec<Value>)>, Refused> {
        let mut below = Vec::new();
        for rule in self.mode.rules_of(place) {
            let Some(moves) = &rule.moves else { continue };
            let hit = |name: &String| moves.columns.iter().any(|it| it.eq_ignore_ascii_case(name));
            if !set.keys().any(hit) {
                continue;
            }
            let Some(values) = self.values(transaction, rule, key)? else { continue };
            let mut first = Vec::new();
            let mut found = Vec::new();
            for rows in &moves.rows {
                found.extend(self.rows(transaction, rule, &values, rows)?);
            }
            for (below, key) in &found {
                for statements in [&below.before_delete.first, &below.before_delete.statements] {
                    first.extend(bind(&below.key, key, statements, self.tables.dialect));
                }
            }
            first.extend(bind(&rule.key, &values, &moves.before, self.tables.dialect));
            transaction.run(&first)?;
            below.extend(found);
        }
        Ok(below)
    }

    /// Commit timestamps, which come behind all else.
    fn set_last(
        &self,
        transaction: &mut Transaction<'_>,
        place: &str,
        key: &Cells,
        later: &[String],
        last: &mut Vec<Bound>,
    ) -> Result<(), Refused> {
        if later.is_empty() {
            return Ok(());
        }
        let set = later.iter().map(|name| (name.clone(), json!(PENDING))).collect();
        last.extend(self.update(place, key, &set));
        for rule in self.mode.rules_of(place) {
            let Some(timestamps) = &rule.commit_timestamps else { continue };
            if let Some(values) = self.values(transaction, rule, key)? {
                last.splice(0..0, self.only(rule, timestamps, later, &values));
            }
        }
        Ok(())
    }

    /// The statements that set commit timestamps in the copies, without columns that the application
    /// does not set.
    fn only(
        &self,
        rule: &Rule,
        timestamps: &super::plan::CommitTimestamps,
        later: &[String],
        values: &[Value],
    ) -> Vec<Bound> {
        let wanted = |statement: &String| {
            let (head, rest) = statement.split_once("\nSET ").expect("an UPDATE sets something");
            let (set, rest) = rest.split_once("\nWHERE ").expect("an UPDATE of a row");
            let own = |part: &&str| {
                let name = part.split(" = ").next().unwrap_or_default();
                later.iter().any(|it| it.eq_ignore_ascii_case(name))
            };
            let set: Vec<&str> = set.split(", ").filter(own).collect();
            (!set.is_empty()).then(|| format!("{head}\nSET {}\nWHERE {rest}", set.join(", ")))
        };
        let statements: Vec<String> = timestamps.after.iter().filter_map(wanted).collect();
        bind(&rule.key, values, &statements, self.tables.dialect)
    }
}

/// Statements that differ in their rows alone, as a single one.
struct Joined {
    /// `UPDATE t SET …`
    head: String,
    /// `ON CONFLICT …`
    tail: String,
    /// The condition of each row.
    conditions: Vec<String>,
    params: Map<String, Value>,
    types: Map<String, Value>,
}

/// One statement for all rows: once a table has a pending timestamp, no later statement can read it,
/// and rows may refer to each other. The conditions of rows are joined with OR.
fn together(all: Vec<Bound>) -> Vec<Bound> {
    let mut out: Vec<Joined> = Vec::new();
    for (at, one) in all.into_iter().enumerate() {
        let split = one.sql.split_once("\nWHERE ").or_else(|| one.sql.split_once(" WHERE "));
        let (head, condition) = split.expect("a statement of a row");
        let at_conflict = condition.find("\nON CONFLICT").unwrap_or(condition.len());
        let (condition, tail) = condition.split_at(at_conflict);
        let (head, mut condition) = (head.replace('\n', " "), condition.to_owned());
        let here = out.iter().position(|it| it.head == head).unwrap_or(out.len());
        if here == out.len() {
            let (tail, conditions) = (tail.to_owned(), Vec::new());
            out.push(Joined { head, tail, conditions, params: Map::new(), types: Map::new() });
        }
        let joined = &mut out[here];
        let Value::Object(values) = one.params else { unreachable!("parameters are by name") };
        let start = joined.params.len();
        // The longest name first, as one may begin with another; `$` has numbers.
        let mut names: Vec<&String> = values.keys().collect();
        names.sort_by_key(|it| std::cmp::Reverse((it.len(), (*it).clone())));
        for name in names {
            let number: Option<usize> = name.strip_prefix('p').and_then(|it| it.parse().ok());
            let fresh = match number {
                Some(number) if condition.contains('$') => {
                    let fresh = format!("p{}", start + number);
                    // In two steps, so that no number is replaced twice.
                    condition =
                        condition.replace(&format!("${number}"), &format!("$#{}#", start + number));
                    fresh
                }
                _ => {
                    let fresh = format!("{name}_{at}");
                    condition = condition.replace(&format!("@{name}"), &format!("@#{fresh}#"));
                    fresh
                }
            };
            joined.params.insert(fresh.clone(), values[name].clone());
            joined.types.insert(fresh, one.types[name].clone());
        }
        joined.conditions.push(condition.replace('#', ""));
    }
    out.into_iter()
        .map(|it| Bound {
            sql: format!("{} WHERE ({}){}", it.head, it.conditions.join(") OR ("), it.tail),
            params: Value::Object(it.params),
            types: Value::Object(it.types),
        })
        .collect()
}

/// The key of a row as a rule wants it, where the row says it.
fn known(rule: &Rule, cells: &Cells) -> Option<Vec<Value>> {
    let cell = |part: &Parameter| {
        let found = cells.iter().find(|(name, _)| name.eq_ignore_ascii_case(&part.column));
        found.map(|(_, value)| value.clone())
    };
    rule.key.iter().map(cell).collect()
}

/// A statement with numbered parameters.
fn bound_of(sql: String, bound: Vec<(Value, Value)>) -> Bound {
    let (mut params, mut types) = (Map::new(), Map::new());
    for (at, (value, ty)) in bound.into_iter().enumerate() {
        params.insert(format!("p{}", at + 1), value);
        types.insert(format!("p{}", at + 1), ty);
    }
    Bound { sql, params: Value::Object(params), types: Value::Object(types) }
}

/// Statements of a plan with values for their parameters.
pub(crate) fn bind(
    key: &[Parameter],
    values: &[Value],
    statements: &[String],
    dialect: Dialect,
) -> Vec<Bound> {
    assert_eq!(key.len(), values.len(), "a value for each of {key:?}");
    let (mut params, mut types) = (Map::new(), Map::new());
    for (part, value) in key.iter().zip(values) {
        params.insert(part.parameter.clone(), value.clone());
        types.insert(part.parameter.clone(), spelled_type(&part.ty, dialect));
    }
    let one = |sql: &String| Bound {
        sql: sql.clone(),
        params: Value::Object(params.clone()),
        types: Value::Object(types.clone()),
    };
    statements.iter().map(one).collect()
}
