//! Rows of the corpus go into the emulator through the port: of each table the first few, or with
//! `PORT_ROWS=512` all that are sampled, with `PORT_STATEMENTS=10000` of the largest dumps too, and
//! of the files that `PORT_FILE` names. A row that is refused must be covered by a loss.

mod value;

use std::collections::BTreeMap;
use std::env;

use hotsplit_port::port::{Options, Port, Severity, Target, port};
use hotsplit_port::source::{Column, KeptRows, Source, read_with_rows};
use hotsplit_support::emulator::{Database, Emulator};
use hotsplit_syntax::tree::Dialect;
use serde_json::Value;

use crate::corpus::{self, Dump};
use value::{Written, written};

/// Rows of a table that are tried, unless `PORT_ROWS` says another number.
const ROWS_MAX: usize = 8;
/// Statements of a port that are given to the emulator, unless `PORT_STATEMENTS` says another number.
const STATEMENTS_MAX: usize = 25;
/// Rows that must be accepted, of a thousand.
const ACCEPTED_MIN: f64 = 999.0;

#[derive(Default)]
struct Figures {
    rows: usize,
    accepted: usize,
    /// Rows with an expression that only their database can compute.
    unwritten: usize,
    /// Refusals without a loss that covers them.
    uncovered: Vec<String>,
    /// Refusals with one, by its rule.
    covered: BTreeMap<&'static str, usize>,
}

/// A table of the emulator: its columns with their types.
type Types = BTreeMap<String, BTreeMap<String, String>>;

#[test]
fn sampled_rows_go_in() {
    let test = "sampled_rows_go_in";
    let dumps = corpus::dumps(test);
    if dumps.is_empty() {
        return;
    }
    let Some(emulator) = Emulator::for_test(test) else { return };
    let number = |name: &str| env::var(name).ok().and_then(|it| it.parse().ok());
    let rows = number("PORT_ROWS").unwrap_or(ROWS_MAX);
    let statements = number("PORT_STATEMENTS").unwrap_or(STATEMENTS_MAX);
    let only = env::var("PORT_FILE").unwrap_or_default();
    for (target, dialect) in
        [(Target::GoogleSql, Dialect::GoogleSql), (Target::PostgreSql, Dialect::PostgreSql)]
    {
        let mut figures = Figures::default();
        for dump in dumps.iter().filter(|dump| dump.name().contains(&only)) {
            let (source, kept) = read_with_rows(&dump.text, dump.database);
            let options = Options { comments: false, ..Options::to(target) };
            let ported = port(&source, &options);
            if kept.is_empty() || ported.statements.len() > statements {
                continue;
            }
            // A sample has children without their parents.
            let tables: Vec<&str> = ported
                .statements
                .iter()
                .map(|span| span.of(&ported.text))
                .filter(|statement| !statement.starts_with("ALTER TABLE"))
                .collect();
            let database = emulator.database(dialect, &tables).unwrap();
            let types = types(&database);
            for run in &kept {
                figures.try_rows(dump, &database, &types, (&source, &ported), run, rows);
            }
        }
        println!(
            "to {target:?}: {} of {} rows accepted, {} not written, refused and covered {:?}",
            figures.accepted, figures.rows, figures.unwritten, figures.covered
        );
        let uncovered = &figures.uncovered;
        assert!(uncovered.is_empty(), "{}:\n{}", uncovered.len(), uncovered.join("\n"));
        let share = figures.accepted as f64 / figures.rows.max(1) as f64 * 1000.0;
        assert!(only.is_empty() || figures.rows > 0, "no rows of {only}");
        assert!(share >= ACCEPTED_MIN || !only.is_empty(), "{share:.1} of 1000 rows accepted");
    }
}

fn types(database: &Database<'_>) -> Types {
    let columns = "SELECT table_schema, table_name, column_name, spanner_type FROM \
                   information_schema.columns WHERE is_generated = 'NEVER'";
    let mut types = Types::new();
    for row in database.query(columns).unwrap() {
        let text = |at: usize| row[at].as_str().unwrap_or_default().to_owned();
        let table = match text(0).as_str() {
            "" | "public" => text(1),
            schema => format!("{schema}.{}", text(1)),
        };
        types.entry(table).or_default().insert(text(2), text(3));
    }
    types
}

impl Figures {
    fn try_rows(
        &mut self,
        dump: &Dump,
        database: &Database<'_>,
        types: &Types,
        (source, ported): (&Source<'_>, &Port),
        run: &KeptRows,
        most: usize,
    ) {
        let table = &source.tables[run.table];
        let shown = table.name.shown();
        let Some(target) = ported.tables.iter().find(|it| it.source == shown) else { return };
        let Some(types) = types.get(&target.target) else {
            panic!("{}: no table {}", dump.name(), target.target)
        };
        let columns: Vec<Option<(&Column, &String, &String)>> = run
            .columns
            .iter()
            .map(|name| {
                let column = &table.columns[table.column(name.as_ref()?)?];
                let name = renamed(ported, &shown, &column.name.name);
                types
                    .iter()
                    .find(|it| it.0.eq_ignore_ascii_case(&name))
                    .map(|it| (column, it.0, it.1))
            })
            .collect();
        for row in run.rows.iter().take(most) {
            let (mut names, mut values): (Vec<&str>, Vec<Value>) = Default::default();
            let mut whole = true;
            for (value, column) in row.iter().zip(&columns) {
                let Some((column, name, ty)) = column else { continue };
                match written(value, column, ty, dump.database) {
                    Written::Value(value) => {
                        names.push(name.as_str());
                        values.push(value);
                    }
                    Written::Default => {}
                    Written::Unknown => whole = false,
                }
            }
            if !whole {
                self.unwritten += 1;
                continue;
            }
            self.rows += 1;
            match database.insert(&target.target, &names, &[values]) {
                Ok(()) => self.accepted += 1,
                Err(message) => self.refused(dump, ported, &shown, &message),
            }
        }
    }

    /// A refusal is covered by a loss of its table that says what does not fit.
    fn refused(&mut self, dump: &Dump, ported: &Port, table: &str, message: &str) {
        let covers = |rule: &str| {
            matches!(
                rule,
                "migrate-rows-refute"
                    | "migrate-zero-date"
                    | "migrate-unsigned"
                    | "migrate-decimal-range"
                    | "migrate-cell-size"
            )
        };
        let loss = ported.losses.iter().find(|loss| {
            loss.object == table && loss.severity >= Severity::Warn && covers(loss.rule)
        });
        match loss {
            Some(loss) => *self.covered.entry(loss.rule).or_default() += 1,
            None => self.uncovered.push(format!("{} {table}: {message}", dump.name())),
        }
    }
}

/// The name of a column in the port.
fn renamed(ported: &Port, table: &str, column: &str) -> String {
    let opening = format!("`{column}` is `");
    let said = ported
        .losses
        .iter()
        .filter(|loss| loss.object == table)
        .find_map(|loss| loss.message.strip_prefix(opening.as_str())?.split('`').next());
    said.unwrap_or(column).to_owned()
}
