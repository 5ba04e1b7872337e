//! What a fix of an index says of reads is true of data: for every read that its card says stays
//! possible, the query before and the query after find the same rows among random rows.
//!
//! An index that leaves rows out is read only by queries that ask for none of them. The emulator
//! answers from the table, so this is held beside it: the rows of a query are still all there when
//! it asks for the rows that the index has.

use std::collections::BTreeMap;

use hotsplit_content::examples::examples;
use hotsplit_engine::facts::Settings;
use hotsplit_engine::fixes::reads::Cost;
use hotsplit_engine::fixes::{self, Parameters};
use hotsplit_engine::schema::TableId;
use hotsplit_engine::syntax::tree::Dialect;
use hotsplit_engine::{Offer, Reading, page};
use serde_json::{Map, Value, json};

use crate::emulator::{Database, Emulator};
use crate::proof::{plain, statements};
use crate::random_rows::{self, Random, Rows};
use crate::shared;

/// Fixes that change what indexes hold or how rows are found.
const FIXES: &[&str] = &["T9", "T11", "T12", "T13", "T14", "T15", "T16", "T21"];

/// Rows of each table.
const ROWS: usize = 60;

/// Values with which each query is asked.
const ASKED: usize = 3;

/// A schema before and after a fix, each as a database with the same rows.
struct Pair<'a> {
    label: String,
    before: &'a Reading,
    after: &'a Reading,
    rows: Vec<Rows>,
    databases: [Database<'a>; 2],
}

/// How many reads were held against data, and what was wrong with others.
#[derive(Default)]
struct Report {
    reads: usize,
    rows: usize,
    skipped: Vec<String>,
    wrong: Vec<String>,
}

/// A text in the form that this build of the emulator knows.
fn read(sql: &str, dialect: Dialect) -> Reading {
    hotsplit_engine::read(&plain(sql, dialect), Some(dialect), &Settings::default())
}

/// The tables that a text reads anything of.
fn tables_of(reading: &Reading, costs: &[Cost]) -> Vec<TableId> {
    let mut ids: Vec<TableId> = Vec::new();
    for cost in costs {
        let schema = &reading.schema;
        let of_index = || {
            let ids = schema.index_ids();
            ids.map(|id| schema.index(id)).find(|it| it.name == cost.object).map(|it| it.table)
        };
        let id = schema.find_table(&cost.object).or_else(of_index);
        ids.extend(id.filter(|id| !ids.contains(id)));
    }
    ids
}

/// Holds the reads of an offer against random rows.
fn hold(emulator: &Emulator, label: &str, before: &Reading, offer: &Offer, report: &mut Report) {
    let seed = label.bytes().fold(7, |seed: u64, byte| seed * 31 % 1_000_003 + u64::from(byte));
    let mut random = Random::new(seed);
    let wanted = tables_of(before, &offer.reads(before));
    let rows = random_rows::rows(before, &wanted, ROWS, &mut random);
    let Some(rows) = rows.filter(|_| !wanted.is_empty()) else {
        report.skipped.push(format!("{label}: no rows to make"));
        return;
    };
    let database = |reading: &Reading| {
        let database = emulator.database(reading.tree.dialect, &statements(reading))?;
        random_rows::insert(before, &database, &rows)?;
        Ok::<_, String>(database)
    };
    let first = match database(before) {
        Ok(first) => first,
        Err(why) => {
            report.skipped.push(format!("{label}: {why}"));
            return;
        }
    };
    let second = match database(&offer.after) {
        Ok(second) => second,
        Err(why) => {
            report.wrong.push(format!("{label}: rows do not fit afterwards: {why}"));
            return;
        }
    };
    let label = label.to_owned();
    let after = &offer.after;
    let pair = Pair { label, before, after, rows, databases: [first, second] };
    for cost in &offer.reads(before) {
        for _ in 0..ASKED {
            if let Err(why) = pair.same(cost, &mut random, report) {
                report.wrong.push(format!(
                    "{}: {}: {why}\n{}\n--\n{}\n{}",
                    pair.label, cost.label, cost.before.query, cost.after.query, after.text
                ));
                break;
            }
        }
    }
}

impl Pair<'_> {
    /// Whether one read finds the same before and after.
    fn same(&self, cost: &Cost, random: &mut Random, report: &mut Report) -> Result<(), String> {
        // Where the order of time is gone there is no such read any more.
        if cost.after.query.starts_with("--") {
            return Ok(());
        }
        let values = self.values(cost, random);
        let first = self.answer(0, &cost.before.query, &values)?;
        let second = self.answer(1, &cost.after.query, &values)?;
        report.reads += 1;
        report.rows += first.len();
        let (one, two) = (self.common(&first), self.common(&second));
        let Some(order) = ordered_by(&cost.after.query) else {
            return (sorted(&one) == sorted(&two)).then_some(()).ok_or_else(|| {
                format!("{} rows before and {} after, with {values:?}", one.len(), two.len())
            });
        };
        // Rows are compared by what the query afterwards orders them by.
        let rank = self.ranks(&order, cost)?;
        let ranks = |rows: &[String]| -> Vec<Option<String>> {
            rows.iter().map(|row| rank.get(row).cloned()).collect()
        };
        if ranks(&one) != ranks(&two) {
            return Err(format!("another order: {:?} and {:?}", ranks(&one), ranks(&two)));
        }
        // Which of several equal rows is the last within the limit is nobody's to say.
        let last = ranks(&two).last().cloned();
        let inside = |rows: &[String]| -> Vec<String> {
            let cut = rows.len() >= LIMIT;
            let inside = |row: &&String| !cut || Some(rank.get(*row).cloned()) != last;
            sorted(&rows.iter().filter(inside).cloned().collect::<Vec<_>>())
        };
        (inside(&one) == inside(&two)).then_some(()).ok_or_else(|| "other rows".to_owned())
    }

    /// Values for the columns that queries ask by: those of a random row.
    fn values(&self, cost: &Cost, random: &mut Random) -> BTreeMap<String, Value> {
        let id = tables_of(self.before, std::slice::from_ref(cost))[0];
        let rows = self.rows.iter().find(|rows| rows.table == id).unwrap();
        let table = self.before.schema.table(id);
        let row = random.pick(&rows.rows).clone();
        let names = rows.columns.iter().map(|&column| table.column(column).name.to_lowercase());
        names.zip(row).collect()
    }

    /// The rows of a query on one of the two databases, each by its columns; the query must not ask
    /// for rows that the index it names leaves out.
    fn answer(
        &self,
        side: usize,
        query: &str,
        values: &BTreeMap<String, Value>,
    ) -> Result<Vec<Value>, String> {
        let database = &self.databases[side];
        let reading = if side == 0 { self.before } else { self.after };
        let google = reading.tree.dialect == Dialect::GoogleSql;
        let params = self.parameters(query, values);
        let run = |sql: &str| {
            let sql = if google {
                format!("@{{spanner_emulator.disable_query_null_filtered_index_check=true}} {sql}")
            } else {
                format!(
                    "/*@ spanner_emulator.disable_query_null_filtered_index_check=true */ {sql}"
                )
            };
            database.rows(&sql, &params).map_err(|why| format!("{why}\n{sql} {params}"))
        };
        let rows = run(query)?;
        let left_out = forced(reading, query);
        if !left_out.is_empty() {
            let unlimited = query.split("\nLIMIT").next().unwrap();
            let (head, order) = match unlimited.split_once("\nORDER BY") {
                Some((head, order)) => (head, format!("\nORDER BY{order}")),
                None => (unlimited, String::new()),
            };
            let word = if head.contains("\nWHERE ") { "AND" } else { "WHERE" };
            let present: Vec<String> =
                left_out.iter().map(|name| format!("{name} IS NOT NULL")).collect();
            let held = format!("{head}\n{word} {}{order}", present.join(" AND "));
            let (all, held) = (run(unlimited)?.len(), run(&held)?.len());
            if all != held {
                return Err(format!("the index has {held} of the {all} rows it asks for: {query}"));
            }
        }
        Ok(rows)
    }

    /// The parameters of a query: each has the value of the column that it is compared with.
    fn parameters(&self, query: &str, values: &BTreeMap<String, Value>) -> Value {
        let mut params = Map::new();
        // A column that stands for another one is asked for by the value of that one.
        let stands_for = |column: &str| {
            let mut known = values
                .iter()
                .filter(|(name, value)| column.starts_with(name.as_str()) && !value.is_null());
            known.next_back().map(|(_, value)| value.clone())
        };
        for line in query.lines().filter(|line| line.contains('@') || line.contains('$')) {
            let line = line.trim_start_matches("WHERE ").trim_start_matches("  AND ");
            let mut words = line.split_whitespace();
            let (Some(column), Some(_)) = (words.next(), words.next()) else { continue };
            let column = column.trim_matches(['`', '"', '(']).to_lowercase();
            let Some(mark) = line.find(['@', '$']) else { continue };
            if line.starts_with("FROM") {
                continue;
            }
            let name: String = line[mark + 1..]
                .chars()
                .take_while(|c| c.is_ascii_alphanumeric() || *c == '_')
                .collect();
            let name = if line[mark..].starts_with('$') { format!("p{name}") } else { name };
            let one = values.get(&column).cloned().or_else(|| stands_for(&column));
            let list = line.contains("UNNEST(@") || line.contains("ANY($");
            let value = if list { self.all_values(&column) } else { one.unwrap_or(Value::Null) };
            params.insert(name, value);
        }
        Value::Object(params)
    }

    /// Every value that a column has.
    fn all_values(&self, column: &str) -> Value {
        let mut all: Vec<Value> = Vec::new();
        for rows in &self.rows {
            let table = self.before.schema.table(rows.table);
            let Some(at) = table.find_column(column).and_then(|column| rows.at(column)) else {
                continue;
            };
            for row in &rows.rows {
                if !row[at].is_null() && !all.contains(&row[at]) {
                    all.push(row[at].clone());
                }
            }
        }
        json!(all)
    }

    /// Rows by the columns that are in both tables.
    fn common(&self, rows: &[Value]) -> Vec<String> {
        let derived = |name: &str| {
            let tables = self.before.schema.tables.iter();
            let mut found = tables.filter_map(|it| Some(it.column(it.find_column(name)?)));
            found.any(|column| column.generated.is_none())
        };
        let text = |row: &Value| {
            let row = row.as_object().unwrap().iter().filter(|(name, _)| derived(name));
            format!("{:?}", row.collect::<BTreeMap<_, _>>())
        };
        rows.iter().map(text).collect()
    }

    /// By each row of the table afterwards: what the query orders it by.
    fn ranks(&self, order: &str, cost: &Cost) -> Result<BTreeMap<String, String>, String> {
        let from = cost.after.query.lines().find(|line| line.starts_with("FROM ")).unwrap();
        let table = from[5..].split(['@', ' ']).next().unwrap();
        let rows = self.databases[1].rows(&format!("SELECT * FROM {table}"), &json!({}))?;
        let column = order.trim_matches(['`', '"']);
        let texts = self.common(&rows);
        Ok(texts.into_iter().zip(rows.iter().map(|row| row[column].to_string())).collect())
    }
}

/// Rows that a query of the first or the newest takes.
const LIMIT: usize = 50;

fn sorted(rows: &[String]) -> Vec<String> {
    let mut rows = rows.to_vec();
    rows.sort();
    rows
}

/// The column that a query orders by.
fn ordered_by(query: &str) -> Option<String> {
    let line = query.lines().find_map(|line| line.strip_prefix("ORDER BY "))?;
    Some(line.trim_end_matches(" DESC").to_owned())
}

/// The columns in which a NULL keeps a row out of the index that a query names, as they are written.
fn forced(reading: &Reading, query: &str) -> Vec<String> {
    let Some((_, rest)) = query.split_once("FORCE_INDEX") else { return Vec::new() };
    let name: String = rest
        .trim_start_matches([' ', '=', '`', '"'])
        .chars()
        .take_while(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '.'))
        .collect();
    let schema = &reading.schema;
    let id = schema.index_ids().find(|&id| schema.index(id).name.eq_ignore_ascii_case(&name));
    let id = id.unwrap_or_else(|| panic!("{query} names no index"));
    let table = schema.table(schema.index(id).table);
    let left_out = schema.left_out_by(id).into_iter();
    left_out.map(|column| table.column(column).name_span.of(&reading.text).to_owned()).collect()
}

/// Holds every offer of a text against data.
fn hold_all(
    emulator: &Emulator,
    label: &str,
    sql: &str,
    (dialect, set): (Dialect, &Parameters),
    only: &[&str],
    report: &mut Report,
) -> usize {
    let reading = read(sql, dialect);
    let mut offers = 0;
    for finding in &reading.findings {
        for fix in hotsplit_engine::candidates(finding).filter(|fix| only.contains(&fix.short)) {
            let Ok(offer) = hotsplit_engine::offer(&reading, finding, fix, set) else { continue };
            let object = fixes::object_name(&reading.schema, finding.object);
            let label = format!("{label}: {} on {} {object}", fix.short, finding.rule);
            hold(emulator, &label, &reading, &offer, report);
            offers += 1;
        }
    }
    offers
}

/// What a page sets on its block.
fn set_of(info: &str) -> Parameters {
    let set = info.split_whitespace().filter_map(|word| word.strip_prefix("set:")?.split_once('='));
    set.fold(Parameters::default(), |all, (name, value)| all.with(name, value))
}

fn dialect_of(info: &str) -> Dialect {
    let pg = info.split_whitespace().any(|word| word == "pg");
    if pg { Dialect::PostgreSql } else { Dialect::GoogleSql }
}

impl Report {
    fn right(self, reads_at_least: usize, rows_at_least: usize) {
        let skipped = self.skipped.join("\n");
        assert!(self.wrong.is_empty(), "{} wrong:\n{}", self.wrong.len(), self.wrong.join("\n\n"));
        assert!(self.reads >= reads_at_least, "only {} reads held; {skipped}", self.reads);
        assert!(self.rows >= rows_at_least, "only {} rows found", self.rows);
    }
}

#[test]
fn reads_of_the_fix_pages_find_the_same_rows() {
    let about = "reads_of_the_fix_pages_find_the_same_rows";
    let Some(emulator) = Emulator::for_test(about) else { return };
    let mut report = Report::default();
    for id in FIXES {
        let fix = fixes::find(id).unwrap();
        let mut offers = 0;
        for (info, sql) in page::read(fix.page).code() {
            if !info.contains("before") {
                continue;
            }
            let dialect = dialect_of(info);
            let label = format!("page of {id} ({info})");
            offers +=
                hold_all(&emulator, &label, sql, (dialect, &set_of(info)), &[*id], &mut report);
        }
        assert!(offers > 0, "the page of {id} shows nothing to hold against data");
    }
    report.right(60, 400);
}

#[test]
fn reads_of_the_examples_find_the_same_rows() {
    let about = "reads_of_the_examples_find_the_same_rows";
    let Some(emulator) = Emulator::for_test(about) else { return };
    let mut report = Report::default();
    for example in examples() {
        let dialect = example.dialect().expect("each example names its dialect");
        let set = Parameters::default();
        hold_all(&emulator, &example.file, &example.sql, (dialect, &set), FIXES, &mut report);
    }
    report.right(20, 100);
}

/// A table with an index that gets hot or serves few rows, put together at random.
fn generated(random: &mut Random, google: bool) -> String {
    let nullable = |random: &mut Random| if random.below(2) == 0 { " NOT NULL" } else { "" };
    let (text, time, flag, number) = if google {
        ("STRING(36)", "TIMESTAMP", "BOOL", "INT64")
    } else {
        ("varchar(36)", "timestamptz", "boolean", "bigint")
    };
    let value = |value: &str| {
        if google { format!(" DEFAULT ({value})") } else { format!(" DEFAULT {value}") }
    };
    let uuid = if google { "(GENERATE_UUID())" } else { "spanner.generate_uuid()" };
    let table = *random.pick(&["outbox", "jobs", "tickets", "users"]);
    let mut columns = vec![
        format!("id {text}{} DEFAULT {uuid}", nullable(random)),
        format!("created_at {time}{}", nullable(random)),
        format!("owner_id {text}{}", nullable(random)),
        format!("score {number}{}", nullable(random)),
    ];
    let mut check = String::new();
    let (lead, ty) = *random.pick(&[
        ("sent", flag),
        ("processed", flag),
        ("is_open", flag),
        ("urgent", flag),
        ("status", text),
        ("status", text),
        ("processed_at", time),
        ("score", number),
        ("created_at", time),
    ]);
    let not_null = if ty == time { "" } else { nullable(random) };
    let default = match (random.below(2), ty) {
        (0, ty) if ty == flag => value(if lead == "is_open" { "TRUE" } else { "FALSE" }),
        (0, ty) if ty == text => value("'PENDING'"),
        _ => String::new(),
    };
    if lead == "status" && random.below(2) == 0 {
        check = ", CHECK (status IN ('PENDING', 'RETRY', 'DONE'))".to_owned();
    }
    if !matches!(lead, "score" | "created_at") {
        columns.push(format!("{lead} {ty}{not_null}{default}"));
    }
    if random.below(3) == 0 {
        columns.push(format!("next_attempt_at {time}{}", nullable(random)));
    }
    let mut keys = vec![lead];
    for more in ["created_at", "score"] {
        if lead != more && random.below(2) == 0 {
            keys.push(more);
        }
    }
    let last = random.below(3) == 0 && keys.len() > 1;
    let desc = if last { " DESC" } else { "" };
    let name = *random.pick(&["i", "open_ones", "by_it", "pending_ones"]);
    let columns = columns.join(", ");
    let filtered = random.below(4) == 0;
    let (before, behind) = match (filtered, google) {
        (true, true) => ("NULL_FILTERED ", String::new()),
        (true, false) => ("", format!(" WHERE {lead} IS NOT NULL")),
        _ => ("", String::new()),
    };
    let sparse = if random.below(2) == 0 { " -- hotsplit: sparse(0.9)" } else { "" };
    let head = if google {
        format!("CREATE TABLE {table} ({columns}{check},{sparse}\n) PRIMARY KEY (id);\n")
    } else {
        format!("CREATE TABLE {table} ({columns}{check},{sparse}\n PRIMARY KEY (id));\n")
    };
    let keys = keys.join(", ");
    format!("{head}CREATE {before}INDEX {name} ON {table} ({keys}{desc}){behind};\n")
}

#[test]
fn reads_of_random_schemas_find_the_same_rows() {
    let about = "reads_of_random_schemas_find_the_same_rows";
    let Some(emulator) = Emulator::for_test(about) else { return };
    let mut report = Report::default();
    let mut random = Random::new(20_260_822);
    let mut offers = BTreeMap::new();
    let schemas = if shared::whole() { SCHEMAS } else { SCHEMAS_SAMPLE };
    for n in 0..schemas {
        let google = n % 2 == 0;
        let dialect = if google { Dialect::GoogleSql } else { Dialect::PostgreSql };
        let sql = generated(&mut random, google);
        // What the text does not say, a person does.
        let values = *random.pick(&["", "true", "false,null", "DONE", "PENDING,RETRY", "3", "1,2"]);
        let set = Parameters::default().with("values", values).with("status", values);
        for id in FIXES {
            let label = format!("schema {n}, {values}");
            let held = hold_all(&emulator, &label, &sql, (dialect, &set), &[*id], &mut report);
            *offers.entry(*id).or_insert(0) += held;
        }
    }
    for id in ["T13", "T14", "T21"] {
        assert!(offers[id] >= 3, "{id} was offered too seldom to prove anything: {offers:?}");
    }
    report.right(200, 1_000);
}

/// Schemas that are put together at random.
const SCHEMAS: usize = 40;

/// Those of a sample.
const SCHEMAS_SAMPLE: usize = 20;

/// A counter in several rows is the sum of them: rows of counters are split over random shards.
#[test]
fn counters_in_several_rows_add_up() {
    let about = "counters_in_several_rows_add_up";
    let Some(emulator) = Emulator::for_test(about) else { return };
    let fix = fixes::find("T20").unwrap();
    let mut held = 0;
    for (info, sql) in page::read(fix.page).code().filter(|(info, _)| info.contains("before")) {
        let reading = read(sql, dialect_of(info));
        let offers = reading.findings.iter().filter_map(|finding| {
            let fits = hotsplit_engine::candidates(finding).any(|fit| fit.short == fix.short);
            let set = Parameters::default();
            fits.then(|| hotsplit_engine::offer(&reading, finding, fix, &set).ok()).flatten()
        });
        for offer in offers {
            held += added_up(&emulator, &reading, &offer);
        }
    }
    assert!(held >= 20, "only {held} answers held");
}

/// How many answers about counters are the same before and after.
fn added_up(emulator: &Emulator, before: &Reading, offer: &Offer) -> usize {
    let after = &offer.after;
    let mut random = Random::new(20);
    let wanted = tables_of(before, &offer.reads(before));
    let rows = random_rows::rows(before, &wanted, ROWS, &mut random).unwrap();
    let first = emulator.database(before.tree.dialect, &statements(before)).unwrap();
    random_rows::insert(before, &first, &rows).unwrap();
    let second = emulator.database(after.tree.dialect, &statements(after)).unwrap();
    let (own, own_table) = (&rows[0], before.schema.table(rows[0].table));
    let value = hotsplit_engine::facts::shape::counter_of(own_table).unwrap();
    let value_at = own.at(value).unwrap();
    let new = after.schema.table(after.schema.find_table(&own_table.name).unwrap());
    let shard = &new.column(new.key.last().unwrap().column).name;
    let mut split: Vec<Vec<Value>> = Vec::new();
    for row in &own.rows {
        let whole = row[value_at].as_str().map(|text| text.parse::<i64>().unwrap());
        let parts = 1 + i64::try_from(random.below(4)).expect("below 4");
        for part in 0..parts {
            let mut piece = row.clone();
            let share = whole.map(|whole| if part == 0 { whole - 7 * (parts - 1) } else { 7 });
            piece[value_at] = share.map_or(Value::Null, |share| json!(share.to_string()));
            piece.push(json!((part * 5 % 16).to_string()));
            split.push(piece);
        }
    }
    let mut names: Vec<&str> =
        own.columns.iter().map(|&column| own_table.column(column).name.as_str()).collect();
    names.push(shard);
    second.insert(&own_table.name, &names, &split).unwrap();
    let pair = Pair { label: "T20".to_owned(), before, after, rows, databases: [first, second] };
    let mut held = 0;
    for cost in &offer.reads(before) {
        for _ in 0..5 {
            let values = pair.values(cost, &mut random);
            let one = pair.answer(0, &cost.before.query, &values).unwrap();
            let two = pair.answer(1, &cost.after.query, &values).unwrap();
            // The sums have the columns that say which counter it is, and its value.
            let of = |row: &Value, like: &Value| -> String {
                let names = like.as_object().unwrap().keys();
                names.map(|name| format!("{name}={};", row[name])).collect()
            };
            let like = two.first().expect("a counter that is there is found");
            let texts = |rows: &[Value]| {
                sorted(&rows.iter().map(|row| of(row, like)).collect::<Vec<String>>())
            };
            assert_eq!(texts(&one), texts(&two), "{}\n{}", cost.label, cost.after.query);
            assert!(like.as_object().unwrap().len() > 1, "{}", cost.after.query);
            held += one.len();
        }
    }
    held
}

/// With a table for each value, every row that the card promises a table for has its place there.
#[test]
fn each_row_has_a_place_in_the_table_of_its_value() {
    let about = "each_row_has_a_place_in_the_table_of_its_value";
    let Some(emulator) = Emulator::for_test(about) else { return };
    let fix = fixes::find("T24").unwrap();
    let mut held = 0;
    for (info, sql) in page::read(fix.page).code().filter(|(info, _)| info.contains("before")) {
        let before = read(sql, dialect_of(info));
        let set = set_of(info).with("values", "classic,acme,NEW");
        for finding in &before.findings {
            if !hotsplit_engine::candidates(finding).any(|fit| fit.short == fix.short) {
                continue;
            }
            let Ok(offer) = hotsplit_engine::offer(&before, finding, fix, &set) else { continue };
            held += place_of_row(&emulator, &before, finding.column.unwrap(), &offer);
        }
    }
    assert!(held >= 20, "only {held} rows have a place");
}

fn place_of_row(
    emulator: &Emulator,
    before: &Reading,
    (id, lead): (TableId, hotsplit_engine::schema::ColumnId),
    offer: &Offer,
) -> usize {
    let mut random = Random::new(24);
    let made = random_rows::rows(before, &[id], ROWS, &mut random).unwrap();
    let first = emulator.database(before.tree.dialect, &statements(before)).unwrap();
    random_rows::insert(before, &first, &made).unwrap();
    let second = emulator.database(before.tree.dialect, &statements(&offer.after)).unwrap();
    let rows = made.last().unwrap();
    let table = before.schema.table(id);
    let lead_at = rows.at(lead).unwrap();
    let names: Vec<&str> =
        rows.columns.iter().map(|&column| table.column(column).name.as_str()).collect();
    let kept: Vec<usize> = (0..names.len()).filter(|&at| at != lead_at).collect();
    let mut held = 0;
    for change in &offer.plan.cascade {
        let Some(value) = change.what.strip_prefix("new, for the rows of ") else { continue };
        let own = rows.rows.iter().filter(|row| row[lead_at] == json!(value));
        let own: Vec<Vec<Value>> =
            own.map(|row| kept.iter().map(|&at| row[at].clone()).collect()).collect();
        let columns: Vec<&str> = kept.iter().map(|&at| names[at]).collect();
        if !own.is_empty() {
            second.insert(&change.object, &columns, &own).expect("the rows of a value fit");
        }
        let list = columns.join(", ");
        let was = first.query(&format!(
            "SELECT {list} FROM {} WHERE {} = '{value}'",
            table.name, names[lead_at]
        ));
        let is = second.query(&format!("SELECT {list} FROM {}", change.object));
        let texts = |rows: Vec<Vec<Value>>| {
            sorted(&rows.iter().map(|row| format!("{row:?}")).collect::<Vec<String>>())
        };
        let (was, is) = (texts(was.unwrap()), texts(is.unwrap()));
        assert_eq!(was, is, "{value}");
        held += is.len();
    }
    held
}

/// The index of an outbox holds what was not sent yet, in both dialects: the query that its card
/// gives finds those rows and no others.
#[test]
fn an_outbox_index_finds_what_was_not_sent() {
    let about = "an_outbox_index_finds_what_was_not_sent";
    let Some(emulator) = Emulator::for_test(about) else { return };
    let google = "CREATE TABLE outbox (id STRING(36) NOT NULL, sent BOOL DEFAULT (FALSE), \
                  created_at TIMESTAMP NOT NULL) PRIMARY KEY (id);\n\
                  CREATE INDEX outbox_pending ON outbox (sent, created_at);\n";
    let postgres = "CREATE TABLE outbox (id varchar(36) NOT NULL, sent boolean DEFAULT FALSE, \
                    created_at timestamptz NOT NULL, PRIMARY KEY (id));\n\
                    CREATE INDEX outbox_pending ON outbox (sent, created_at);\n";
    let queue = fixes::find("T21").unwrap();
    for (sql, dialect) in [(google, Dialect::GoogleSql), (postgres, Dialect::PostgreSql)] {
        let before = read(sql, dialect);
        let finding = before.findings.iter().find(|found| found.rule == "key-queue-pattern");
        let set = Parameters::default();
        let offer = hotsplit_engine::offer(&before, finding.unwrap(), queue, &set).ok().unwrap();
        let database = emulator.database(dialect, &statements(&offer.after)).unwrap();
        let row = |id: &str, sent: Value, hour: u32| {
            vec![json!(id), sent, json!(format!("2024-02-03T{hour:02}:00:00Z"))]
        };
        let rows = [
            row("late", json!(false), 9),
            row("gone", json!(true), 1),
            row("unset", Value::Null, 5),
            row("early", json!(false), 2),
        ];
        database.insert("outbox", &["id", "sent", "created_at"], &rows).unwrap();
        let reads = offer.reads(&before);
        let cost = reads.iter().find(|cost| cost.label.starts_with("the first 50"));
        let query = &cost.expect("a worker takes the first rows").after.query;
        let google = dialect == Dialect::GoogleSql;
        let hint = "spanner_emulator.disable_query_null_filtered_index_check=true";
        let hint = if google { format!("@{{{hint}}}") } else { format!("/*@ {hint} */") };
        let found = database.rows(&format!("{hint} {query}"), &json!({})).unwrap();
        let ids: Vec<&str> = found.iter().map(|row| row["id"].as_str().unwrap()).collect();
        assert_eq!(ids, ["early", "unset", "late"], "{query}");
    }
}
