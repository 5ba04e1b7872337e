//! Rows, through rollouts: a table with thousands of them is migrated by the plan's own
//! statements on the emulator, none is lost, and reads find what they found before.
//!
//! Shard expressions are asked what they give too, beside what the model says of them.

use std::collections::BTreeMap;
use std::fs;

use hotsplit_engine::facts::Dist;
use hotsplit_engine::fixes::reads::Shape;
use hotsplit_engine::fixes::rollout::plan::{CodeKind, Parameter, Pass, Step, StepKind};
use hotsplit_engine::schema::ColumnId;
use hotsplit_engine::syntax::tree::Dialect;
use serde_json::{Map, Value, json};

use crate::emulator::{Database, Emulator};
use crate::proof::statements;
use crate::rollout::{Case, apply, keys, keys_of};
use crate::shared;

/// Rows of every table that is migrated: several ranges, the last of them not full.
fn row_count() -> usize {
    if shared::whole() { 10_000 } else { 2_000 }
}

/// Rows whose shards are counted.
const SHARDED: usize = 10_000;

/// Rows of a range: the plan's own ranges are longer than these tables.
const RANGE: usize = 1_500;

/// A schema with rows.
struct Filled {
    case: Case,
    table: &'static str,
    columns: &'static [&'static str],
    /// Row `i` of the table.
    row: fn(usize) -> Vec<Value>,
    /// Another table that must hold rows first.
    first: Option<First>,
}

/// Rows of a table that stays as it is.
struct First {
    table: &'static str,
    columns: &'static [&'static str],
    /// Rows of the migrated table for each of its rows.
    each: usize,
    row: fn(usize) -> Vec<Value>,
}

/// Lines of an order.
const LINES: usize = 4;

/// A ULID-like id that grows with `i` and ends at random.
fn ulid(i: usize) -> Value {
    json!(format!(
        "01J{i:010}{:013}",
        (i as u64).wrapping_mul(6_364_136_223_846_793_005) % 9_999_999
    ))
}

/// A moment: half of the rows lie in the far past, half in the far future, so that the last hour is
/// the same whenever it is asked for.
fn moment(i: usize) -> Value {
    let year = if i.is_multiple_of(2) { 2001 } else { 2100 };
    let (hour, minute, second) = (i / 3600, i / 60 % 60, i % 60);
    json!(format!("{year}-02-03T{hour:02}:{minute:02}:{second:02}Z"))
}

const CASES: &[Filled] = &[
    Filled {
        case: Case {
            about: "T5 over text, negative fingerprints included",
            dialect: Dialect::GoogleSql,
            fixes: &["T5 key-time-ordered-id Transactions"],
            ddl: "\
CREATE TABLE Transactions (
  TxnId STRING(26) NOT NULL, -- ULID
  AccountId STRING(36) NOT NULL,
  Amount INT64,
  Payload JSON,
) PRIMARY KEY (TxnId);
CREATE INDEX TransactionsByAccount ON Transactions (AccountId);
",
        },
        table: "Transactions",
        columns: &["TxnId", "AccountId", "Amount", "Payload"],
        row: |i| {
            let payload = if i.is_multiple_of(3) { Value::Null } else { json!("{\"a\":1}") };
            vec![ulid(i), json!(format!("account-{}", i % 97)), json!(i.to_string()), payload]
        },
        first: None,
    },
    Filled {
        case: Case {
            about: "T5 over integers",
            dialect: Dialect::GoogleSql,
            fixes: &["T5 key-monotonic-int Orders"],
            ddl: "\
CREATE TABLE Orders (
  OrderId INT64 NOT NULL, -- a counter
  Total FLOAT64,
) PRIMARY KEY (OrderId DESC);
",
        },
        table: "Orders",
        columns: &["OrderId", "Total"],
        row: |i| vec![json!((i + 1).to_string()), json!(i as f64 / 4.0)],
        first: None,
    },
    Filled {
        case: Case {
            about: "T5 over text, in PostgreSQL",
            dialect: Dialect::PostgreSql,
            fixes: &["T5 key-time-ordered-id transactions"],
            ddl: "\
CREATE TABLE transactions (
  txn_id varchar(26) NOT NULL, -- ULID
  account_id varchar(36) NOT NULL,
  note jsonb,
  PRIMARY KEY (txn_id)
);
",
        },
        table: "transactions",
        columns: &["txn_id", "account_id", "note"],
        row: |i| vec![ulid(i), json!(format!("account-{}", i % 97)), json!("{\"a\": 1}")],
        first: None,
    },
    Filled {
        case: Case {
            about: "T7",
            dialect: Dialect::GoogleSql,
            fixes: &["T7 key-timestamp-first Logins"],
            ddl: "\
CREATE TABLE Logins (
  LoggedAt TIMESTAMP NOT NULL,
  UserId INT64 NOT NULL,
  Agent STRING(MAX),
) PRIMARY KEY (LoggedAt, UserId);
",
        },
        table: "Logins",
        columns: &["LoggedAt", "UserId", "Agent"],
        row: |i| vec![moment(i), json!((i % 53).to_string()), json!("agent | with, marks '")],
        first: None,
    },
    Filled {
        case: Case {
            about: "T7, in PostgreSQL",
            dialect: Dialect::PostgreSql,
            fixes: &["T7 key-timestamp-first logins"],
            ddl: "\
CREATE TABLE logins (
  logged_at timestamptz NOT NULL,
  user_id bigint NOT NULL,
  agent text,
  PRIMARY KEY (logged_at, user_id)
);
",
        },
        table: "logins",
        columns: &["logged_at", "user_id", "agent"],
        row: |i| vec![moment(i), json!((i % 53).to_string()), Value::Null],
        first: None,
    },
    Filled {
        case: Case {
            about: "T1 over integers, which stay what they are, as text",
            dialect: Dialect::GoogleSql,
            fixes: &["T1 key-monotonic-int Users"],
            ddl: "\
CREATE TABLE Users (
  UserId INT64 NOT NULL, -- a counter
  CreatedAt TIMESTAMP NOT NULL,
  Email STRING(200),
) PRIMARY KEY (UserId);
CREATE INDEX UsersByEmail ON Users (Email);
",
        },
        table: "Users",
        columns: &["UserId", "CreatedAt", "Email"],
        row: |i| vec![json!((i + 1).to_string()), moment(i), json!(format!("{i}@example.com"))],
        first: None,
    },
    Filled {
        case: Case {
            about: "T1, in PostgreSQL",
            dialect: Dialect::PostgreSql,
            fixes: &["T1 key-monotonic-int users"],
            ddl: "\
CREATE TABLE users (
  user_id bigint NOT NULL, -- sequential
  email varchar(200),
  PRIMARY KEY (user_id)
);
",
        },
        table: "users",
        columns: &["user_id", "email"],
        row: |i| vec![json!((i + 1).to_string()), json!(format!("{i}@example.com"))],
        first: None,
    },
    Filled {
        case: Case {
            about: "T9, large tenants get sub-shards",
            dialect: Dialect::GoogleSql,
            fixes: &["T9 key-tenant-skew Audit set:tenants=acme,globex"],
            ddl: "\
-- hotsplit: table Audit writes=9k/s
CREATE TABLE Audit (
  TenantId STRING(36) NOT NULL,
  EventId STRING(26) NOT NULL, -- ULID
  Note STRING(MAX),
) PRIMARY KEY (TenantId, EventId);
",
        },
        table: "Audit",
        columns: &["TenantId", "EventId", "Note"],
        row: |i| {
            let tenant = ["acme", "globex", "initech", "acme"][i % 4];
            vec![json!(tenant), ulid(i), json!(format!("note {i}"))]
        },
        first: None,
    },
    Filled {
        case: Case {
            about: "T16, a child becomes interleaved in its parent",
            dialect: Dialect::GoogleSql,
            fixes: &["T16 interleave-candidate OrderLines"],
            ddl: "\
CREATE TABLE Orders (
  OrderId STRING(36) NOT NULL DEFAULT (GENERATE_UUID()),
  Total FLOAT64,
) PRIMARY KEY (OrderId);
CREATE TABLE OrderLines (
  OrderId STRING(36) NOT NULL,
  LineNo INT64 NOT NULL,
  Sku STRING(40),
  CONSTRAINT FK_OrderLines FOREIGN KEY (OrderId) REFERENCES Orders (OrderId) ON DELETE CASCADE,
) PRIMARY KEY (OrderId, LineNo);
",
        },
        table: "OrderLines",
        columns: &["OrderId", "LineNo", "Sku"],
        row: |i| {
            let order = format!("{:036}", i / LINES);
            vec![json!(order), json!((i % LINES).to_string()), json!(format!("sku-{}", i % 31))]
        },
        first: Some(First {
            table: "Orders",
            columns: &["OrderId", "Total"],
            each: LINES,
            row: |i| vec![json!(format!("{i:036}")), json!(0.25)],
        }),
    },
    Filled {
        case: Case {
            about: "T2, where nothing is copied",
            dialect: Dialect::GoogleSql,
            fixes: &["T2 key-monotonic-int Orders"],
            ddl: "\
CREATE TABLE Orders (
  OrderId INT64 NOT NULL, -- a counter
  Total FLOAT64,
) PRIMARY KEY (OrderId);
",
        },
        table: "Orders",
        columns: &["OrderId", "Total"],
        row: |i| vec![json!((i + 1).to_string()), json!(0.5)],
        first: None,
    },
];

/// Every case loses no row, its checksums agree, and reads find what they found before.
#[test]
fn rows_are_migrated() {
    let Some(emulator) = Emulator::for_test("rows_are_migrated") else { return };
    // Two lanes: each case has a database of its own, and the emulator works on several at once.
    let lane = |start: usize| {
        for filled in CASES.iter().skip(start).step_by(2) {
            let about = filled.case.about;
            migrate(&emulator, filled).unwrap_or_else(|why| panic!("{about}: {why}"));
        }
    };
    std::thread::scope(|scope| {
        scope.spawn(|| lane(0));
        lane(1);
    });
}

fn migrate(emulator: &Emulator, filled: &Filled) -> Result<(), String> {
    let case = &filled.case;
    let (reading, steps) = case.steps(true);
    let database = emulator.database(case.dialect, &statements(&reading))?;
    if let Some(first) = &filled.first {
        let rows: Vec<Vec<Value>> = (0..row_count() / first.each).map(first.row).collect();
        database.insert(first.table, first.columns, &rows)?;
    }
    let rows: Vec<Vec<Value>> = (0..row_count()).map(filled.row).collect();
    for rows in rows.chunks(2_500) {
        database.insert(filled.table, filled.columns, rows)?;
    }
    let rewritten = hotsplit_engine::rewrite(&reading, &case.choices(&reading));
    let mut was = Vec::new();
    for cost in &rewritten.reads {
        was.push(found(&database, filled, &cost.before.query, cost.shape)?);
    }
    for step in &steps {
        run(&database, case.dialect, step).map_err(|why| format!("{}: {why}", step.title))?;
    }
    assert_eq!(keys_of(&database, case.dialect), keys(&rewritten.reading), "{}", case.about);
    let count = database.query(&format!("SELECT COUNT(*) FROM {}", filled.table))?;
    assert_eq!(count, [[json!(row_count().to_string())]], "{}", case.about);
    for (cost, was) in rewritten.reads.iter().zip(was) {
        // Where the order of time is gone there is no such read any more.
        if cost.after.query.starts_with("--") {
            continue;
        }
        // Ids of another type are asked for by another value, and a read by another column of time
        // finds other rows.
        let retyped = case.fixes[0].starts_with("T1");
        if retyped && cost.shape != Shape::Full {
            continue;
        }
        let is = found(&database, filled, &cost.after.query, cost.shape)?;
        assert!(!was.is_empty(), "{}: {} finds nothing to compare", case.about, cost.label);
        assert!(was == is, "{}: {} finds other rows", case.about, cost.label);
    }
    Ok(())
}

/// The rows that a read finds, with the columns that the table had; in order where it asks for one.
fn found(
    database: &Database<'_>,
    filled: &Filled,
    query: &str,
    shape: Shape,
) -> Result<Vec<String>, String> {
    // An index that was copied has another name since.
    let names = database.ddl()?.join("\n");
    let mut query = query.to_owned();
    if let Some((_, rest)) = query.split_once("FORCE_INDEX") {
        let name: String = rest
            .trim_start_matches([' ', '='])
            .chars()
            .take_while(|c| c.is_ascii_alphanumeric() || *c == '_')
            .collect();
        if names.contains(&format!("INDEX {name}_new ON")) {
            query = query.replace(&name, &format!("{name}_new"));
        }
    }
    let middle = (filled.row)(row_count() / 2);
    let mut params = Map::new();
    for (name, _) in database.parameters(&query)? {
        // In PostgreSQL parameters have numbers, and a time has a name of its own: the column before
        // a parameter tells which it is.
        let named = [format!("${}", &name[1..]), format!("@{name}")];
        // The emulator says the names of parameters in lower case.
        let lower = query.to_lowercase();
        let place = named.iter().find_map(|name| lower.find(&name.to_lowercase()));
        let before = |column: &str| lower[..place.unwrap_or(0)].rfind(&column.to_lowercase());
        let own = filled.columns.iter().position(|column| name.eq_ignore_ascii_case(column));
        let column = own.or_else(|| {
            let all = (0..filled.columns.len()).filter(|&n| before(filled.columns[n]).is_some());
            all.max_by_key(|&n| before(filled.columns[n]))
        });
        // An hour ago, where the time is an id, is the middle of the rows.
        params.insert(name, middle[column.unwrap_or(0)].clone());
    }
    let rows = database.rows(&query, &Value::Object(params))?;
    let mut out: Vec<String> = rows
        .iter()
        .map(|row| filled.columns.iter().map(|column| format!("{}|", row[column])).collect())
        .collect();
    if shape != Shape::Newest {
        out.sort();
    }
    Ok(out)
}

/// Runs one step on a database that holds rows.
fn run(database: &Database<'_>, dialect: Dialect, step: &Step) -> Result<(), String> {
    for code in step.code.iter().filter(|code| code.kind == CodeKind::Ddl) {
        apply(database, dialect, &code.statements)?;
    }
    let mut written = 0;
    for pass in &step.passes {
        written += walk(database, pass)?;
    }
    if step.kind == StepKind::Compare {
        assert_eq!(written, 0);
    }
    if step.kind == StepKind::Copy {
        assert_eq!(written, row_count() as u64);
        // Once more: a row that is there is written as it is.
        for pass in &step.passes {
            walk(database, pass)?;
        }
    }
    Ok(())
}

/// The rows of one table, range by range, as the plan says. Gives how many rows were written.
fn walk(database: &Database<'_>, pass: &Pass) -> Result<u64, String> {
    let shorter = format!("LIMIT {RANGE}\n");
    let limit = format!("LIMIT {}\n", pass.rows_per_range);
    let (mut ranges, mut written) = (0, 0);
    let mut last: Option<Value> = None;
    loop {
        let code = if last.is_none() { &pass.first } else { &pass.next };
        assert!(code.end.contains(&limit), "{}", code.end);
        let after = bound(last.as_ref(), &pass.after, 0);
        let end =
            database.rows(&code.end.replace(&limit, &shorter), &Value::Object(after.clone()))?;
        let Some(end) = end.first() else { break };
        // In PostgreSQL parameters are numbered: those of the range before come first.
        let behind = if last.is_none() { 0 } else { pass.after.len() };
        let mut params = after;
        params.extend(bound(Some(end), &pass.upto, behind));
        let params = Value::Object(params);
        // Where a range is right its statements are left out.
        let wrong = match &code.find {
            Some(find) => !database.query_with(find, &params)?.is_empty(),
            None => true,
        };
        for statement in code.statements.iter().filter(|_| wrong) {
            written += database.dml(statement, &params)?;
        }
        ranges += 1;
        last = Some(end.clone());
    }
    assert_eq!(ranges, row_count().div_ceil(RANGE));
    Ok(written)
}

/// The values of a key as parameters.
fn bound(key: Option<&Value>, parameters: &[Parameter], behind: usize) -> Map<String, Value> {
    let Some(key) = key else { return Map::new() };
    let mut params = Map::new();
    for (at, parameter) in parameters.iter().enumerate() {
        let value = key[bare(&parameter.column)].clone();
        let numbered = parameter.sql.starts_with('$');
        let name = if numbered { format!("p{}", behind + at + 1) } else { parameter.name.clone() };
        params.insert(name, value);
    }
    params
}

/// A name without its quotes.
fn bare(name: &str) -> String {
    name.replace(['`', '"'], "")
}

/// After T2 an insert that leaves the id out gets one that does not run on.
#[test]
fn a_new_default_speaks_for_new_rows_alone() {
    let Some(emulator) = Emulator::for_test("a_new_default_speaks_for_new_rows_alone") else {
        return;
    };
    let filled = CASES.last().expect("T2 is the last case");
    let (reading, steps) = filled.case.steps(true);
    let database = emulator.database(filled.case.dialect, &statements(&reading)).unwrap();
    database.insert(filled.table, filled.columns, &[(filled.row)(0)]).unwrap();
    for step in &steps {
        run(&database, filled.case.dialect, step).unwrap();
    }
    for _ in 0..2 {
        let sql = "INSERT INTO Orders (Total) VALUES (1.0)";
        assert_eq!(database.dml(sql, &json!({})).unwrap(), 1);
    }
    let ids = database.query("SELECT OrderId FROM Orders ORDER BY OrderId").unwrap();
    let ids: Vec<i64> = ids.iter().map(|row| row[0].as_str().unwrap().parse().unwrap()).collect();
    assert_eq!(ids[0], 1);
    assert!(ids[1].abs_diff(ids[2]) > 1 << 40, "the new ids run on: {ids:?}");
}

/// The shards that rows get are those that the model draws: all of them, evenly, none below zero.
#[test]
fn shards_are_what_the_model_says() {
    let Some(emulator) = Emulator::for_test("shards_are_what_the_model_says") else { return };
    for filled in CASES.iter().filter(|it| it.case.fixes[0].starts_with("T5")) {
        let reading = filled.case.reading();
        let after = hotsplit_engine::rewrite(&reading, &filled.case.choices(&reading)).reading;
        let table = after.schema.find_table(filled.table).unwrap();
        let shard: ColumnId = after.schema.table(table).key[0].column;
        let dist = &after.facts.column(table, shard).dist;
        let &Dist::Shard { n, signed: false, .. } = dist else {
            panic!("{}: {dist:?} is no shard", filled.case.about)
        };
        let name = &after.schema.table(table).column(shard).name;
        let database = emulator.database(filled.case.dialect, &statements(&after)).unwrap();
        let rows: Vec<Vec<Value>> = (0..SHARDED).map(filled.row).collect();
        for rows in rows.chunks(2_500) {
            database.insert(filled.table, filled.columns, rows).unwrap();
        }
        let sql = format!(
            "SELECT {name}, COUNT(*) FROM {} GROUP BY {name} ORDER BY {name}",
            filled.table
        );
        let counts = database.query(&sql).unwrap();
        let whole = |value: &Value| value.as_str().unwrap().parse::<u32>().unwrap();
        let shards: Vec<u32> = counts.iter().map(|row| whole(&row[0])).collect();
        assert_eq!(shards, (0..n).collect::<Vec<_>>(), "{}", filled.case.about);
        // Far wider than chance: of 625 rows each, five standard deviations are 120.
        let even = u32::try_from(SHARDED).unwrap() / n;
        for row in &counts {
            assert!(whole(&row[1]).abs_diff(even) < 120, "{}: {counts:?}", filled.case.about);
        }
    }
}

/// A table of tab-separated values without its heading.
fn vectors(test: &str, name: &str) -> Option<Vec<Vec<String>>> {
    let path = shared::needed(test, &format!("vectors/{name}"))?;
    let text = fs::read_to_string(path).unwrap();
    let line = |line: &str| line.split('\t').map(str::to_owned).collect();
    Some(text.lines().skip(1).map(line).collect())
}

/// FARM_FINGERPRINT gives the published values, and the shard of a value is the one that its
/// fingerprint predicts, in both dialects.
#[test]
fn fingerprints_are_the_published_ones() {
    let test = "fingerprints_are_the_published_ones";
    let Some(emulator) = Emulator::for_test(test) else { return };
    let Some(vectors) = vectors(test, "farm_fingerprint.tsv") else { return };
    assert_eq!(vectors.len(), 294);
    let forms = [
        (
            Dialect::GoogleSql,
            "SELECT FARM_FINGERPRINT(CAST(@p1 AS STRING)), \
             ABS(MOD(FARM_FINGERPRINT(CAST(@p1 AS STRING)), 16))",
        ),
        (
            Dialect::PostgreSql,
            "SELECT spanner.farm_fingerprint($1), abs(mod(spanner.farm_fingerprint($1), 16))",
        ),
    ];
    let mut negative = 0;
    for (dialect, sql) in forms {
        let none: &[&str] = &[];
        let database = emulator.database(dialect, none).unwrap();
        for vector in &vectors {
            let (text, published) = (&vector[0], vector[1].parse::<i64>().unwrap());
            let ask = json!({ "p1": text });
            let sql = sql.replace("$1", "$1::varchar");
            let answer = database.query_with(&sql, &ask).unwrap();
            let shard = (published % 16).abs();
            assert_eq!(
                answer,
                [[json!(published.to_string()), json!(shard.to_string())]],
                "{text}"
            );
            negative += u32::from(published < 0);
        }
    }
    assert!(negative > 200, "a remainder of a negative number is what ABS is there for");
}

/// BIT_REVERSE gives the published values, which are those of plain arithmetic.
#[test]
fn bits_are_reversed_as_published() {
    let test = "bits_are_reversed_as_published";
    let Some(emulator) = Emulator::for_test(test) else { return };
    let Some(vectors) = vectors(test, "bit_reverse.tsv") else { return };
    assert_eq!(vectors.len(), 19);
    let none: &[&str] = &[];
    let database = emulator.database(Dialect::GoogleSql, none).unwrap();
    for vector in &vectors {
        let numbers: Vec<i64> = vector.iter().map(|it| it.parse().unwrap()).collect();
        assert_eq!(numbers[2], numbers[0].reverse_bits(), "{vector:?}");
        // With the sign kept, the 63 bits below it are reversed.
        let kept = (numbers[0] << 1).reverse_bits() | (numbers[0] & i64::MIN);
        assert_eq!(numbers[1], kept, "{vector:?}");
        let sql = format!(
            "SELECT BIT_REVERSE(CAST('{0}' AS INT64), TRUE), BIT_REVERSE(CAST('{0}' AS INT64), FALSE)",
            numbers[0]
        );
        let answer = database.query(&sql).unwrap();
        let want = BTreeMap::from([(0, numbers[1]), (1, numbers[2])]);
        for (at, number) in want {
            assert_eq!(answer[0][at], json!(number.to_string()), "{vector:?}");
        }
    }
}
