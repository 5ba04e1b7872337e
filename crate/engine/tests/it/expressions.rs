//! Expressions of columns and checks, put together at random, held against the emulator: what it takes
//! we do not call an error, and of what it refuses for a name, a function or a type we say so of nearly
//! all.

use hotsplit_engine::facts::Settings;
use hotsplit_engine::rules::Severity;
use hotsplit_engine::syntax::tree::Dialect;

use crate::emulator::Emulator;
use crate::random_rows::Random;
use crate::shared;

/// Statements of each dialect.
const STATEMENTS: usize = 400;

/// How many, from the environment.
const COUNT: &str = "HOTSPLIT_EXPRESSIONS";

/// Share of what the emulator rejects that must be an error of ours too, in percent.
const FLOOR: usize = 90;

/// Columns with their types in both dialects.
const COLUMNS: &[(&str, &str, &str)] = &[
    ("flag", "BOOL", "boolean"),
    ("number", "INT64", "bigint"),
    ("other", "INT64", "bigint"),
    ("ratio", "FLOAT64", "double precision"),
    ("price", "NUMERIC", "numeric"),
    ("words", "STRING(MAX)", "text"),
    ("code", "STRING(20)", "varchar(20)"),
    ("raw", "BYTES(MAX)", "bytea"),
    ("day", "DATE", "date"),
    ("moment", "TIMESTAMP", "timestamptz"),
    ("doc", "JSON", "jsonb"),
];

/// Forms that give a kind, in GoogleSQL: `%bool` and such are filled.
const GOOGLESQL: &[(&str, &[&str])] = &[
    (
        "bool",
        &[
            "flag",
            "TRUE",
            "NOT %bool",
            "%bool AND %bool",
            "(%bool OR %bool)",
            "%int > %int",
            "%float <= %float",
            "%string = %string",
            "%date != %date",
            "%time < %time",
            "%string IS NULL",
            "%int IN (1, 2, %int)",
            "%int BETWEEN 1 AND %int",
            "STARTS_WITH(%string, 'a')",
            "REGEXP_CONTAINS(%string, r'^a')",
            "IFNULL(%bool, FALSE)",
            "%string LIKE 'a%%'",
            "%numeric > 1",
            "%float > 0",
        ],
    ),
    (
        "int",
        &[
            "number",
            "other",
            "1",
            "0x1F",
            "-%int",
            "%int + %int",
            "%int * 2",
            "MOD(%int, 16)",
            "ABS(%int)",
            "LENGTH(%string)",
            "BYTE_LENGTH(%bytes)",
            "FARM_FINGERPRINT(%string)",
            "CAST(%string AS INT64)",
            "CASE WHEN %bool THEN %int ELSE %int END",
            "COALESCE(%int, %int)",
            "UNIX_SECONDS(%time)",
            "DATE_DIFF(%date, %date, DAY)",
            "TIMESTAMP_DIFF(%time, %time, SECOND)",
            "EXTRACT(YEAR FROM %date)",
            "%int & 15",
            "IF(%bool, %int, %int)",
            "BIT_REVERSE(%int, TRUE)",
            "GREATEST(%int, 3)",
            "number - 1",
        ],
    ),
    (
        "float",
        &[
            "ratio",
            "1.5",
            "%float + %float",
            "%int / 2",
            "CAST(%int AS FLOAT64)",
            "SQRT(ABS(%float))",
            "COALESCE(%float, 0.5)",
            "-ratio",
        ],
    ),
    ("numeric", &["price", "NUMERIC '1.5'", "%numeric + %numeric", "ROUND(price, 2)", "price * 2"]),
    (
        "string",
        &[
            "words",
            "code",
            "'a'",
            "'it\\'s'",
            "UPPER(%string)",
            "LOWER(%string)",
            "TRIM(%string)",
            "CONCAT(%string, '-', %string)",
            "%string || %string",
            "SUBSTR(%string, 1, 3)",
            "CAST(%int AS STRING)",
            "TO_HEX(%bytes)",
            "FORMAT('%%d', %int)",
            "COALESCE(%string, 'x')",
            "CASE WHEN %bool THEN %string ELSE %string END",
            "JSON_VALUE(doc, '$.a')",
            "FORMAT_DATE('%%Y', %date)",
            "REPLACE(%string, 'a', 'b')",
            "NULLIF(%string, '')",
            "REGEXP_EXTRACT(%string, r'a+')",
            "CAST(%date AS STRING)",
            "\"double\"",
        ],
    ),
    ("bytes", &["raw", "b'a'", "SHA256(%string)", "FROM_HEX('00')", "CAST(%string AS BYTES)"]),
    (
        "date",
        &[
            "day",
            "DATE '2026-01-01'",
            "DATE_ADD(%date, INTERVAL 1 DAY)",
            "DATE_TRUNC(%date, MONTH)",
            "DATE(2026, 1, 2)",
        ],
    ),
    (
        "time",
        &[
            "moment",
            "TIMESTAMP '2026-01-01T00:00:00Z'",
            "TIMESTAMP_ADD(%time, INTERVAL 3 HOUR)",
            "TIMESTAMP_TRUNC(%time, DAY, 'UTC')",
            "TIMESTAMP_MICROS(%int)",
        ],
    ),
    ("json", &["doc", "JSON '{}'", "PARSE_JSON('{}')"]),
];

/// The same in PostgreSQL.
const POSTGRESQL: &[(&str, &[&str])] = &[
    (
        "bool",
        &[
            "flag",
            "true",
            "NOT %bool",
            "%bool AND %bool",
            "(%bool OR %bool)",
            "%int > %int",
            "%string = %string",
            "%date <> %date",
            "%time < %time",
            "%string IS NULL",
            "%int IN (1, 2, %int)",
            "%int BETWEEN 1 AND %int",
            "starts_with(%string, 'a')",
            "COALESCE(%bool, false)",
        ],
    ),
    (
        "int",
        &[
            "number",
            "other",
            "1",
            "-number",
            "%int + %int",
            "%int * 2",
            "mod(%int, 16)",
            "abs(%int)",
            "length(%string)",
            "spanner.farm_fingerprint(%string)",
            "%string::bigint",
            "CASE WHEN %bool THEN %int ELSE %int END",
            "COALESCE(%int, %int)",
            "spanner.bit_reverse(%int, true)",
            "CAST(%string AS bigint)",
            "number %% 16",
        ],
    ),
    ("float", &["ratio", "%float + %float", "%int::double precision", "-ratio"]),
    ("numeric", &["price", "1.5", "%numeric + %numeric"]),
    (
        "string",
        &[
            "words",
            "code",
            "'a'",
            "'it''s'",
            "upper(%string)",
            "lower(%string)",
            "trim(%string)",
            "concat(%string, '-', %string)",
            "%string || %string",
            "substr(%string, 1, 3)",
            "%int::text",
            "COALESCE(%string, 'x')",
            "CASE WHEN %bool THEN %string ELSE %string END",
            "replace(%string, 'a', 'b')",
        ],
    ),
    ("bytes", &["raw", "sha256(%string::bytea)"]),
    ("date", &["day", "DATE '2026-01-01'", "'2026-01-01'::date"]),
    ("time", &["moment", "TIMESTAMPTZ '2026-01-01T00:00:00Z'"]),
    ("json", &["doc", "'{}'::jsonb"]),
];

/// Which column a kind goes to.
const KINDS: &[(&str, &str)] = &[
    ("bool", "flag"),
    ("int", "number"),
    ("float", "ratio"),
    ("numeric", "price"),
    ("string", "words"),
    ("bytes", "raw"),
    ("date", "day"),
    ("time", "moment"),
    ("json", "doc"),
];

/// What is wrong on purpose in place of a value.
const WRONG: &[&str] =
    &["nope", "NO_SUCH_FUNCTION(number)", "SUM(number)", "MAX(words)", "t.number", "COUNT(*)"];

struct Maker {
    random: Random,
    forms: &'static [(&'static str, &'static [&'static str])],
    /// A value that is wrong on purpose is still to be put in.
    spoil: bool,
}

impl Maker {
    fn value(&mut self, kind: &str, depth: usize) -> String {
        if self.spoil && self.random.below(3) == 0 {
            self.spoil = false;
            return (*self.random.pick(WRONG)).to_owned();
        }
        let (_, forms) = self.forms.iter().find(|(name, _)| *name == kind).unwrap();
        let plain: Vec<&&str> = forms.iter().filter(|form| !takes(form)).collect();
        let form: &str = match depth {
            0 => plain[self.random.below(plain.len())],
            _ => forms[self.random.below(forms.len())],
        };
        let mut out = String::new();
        let mut rest = form;
        while let Some(at) = rest.find('%') {
            out.push_str(&rest[..at]);
            rest = &rest[at + 1..];
            if let Some(behind) = rest.strip_prefix('%') {
                out.push('%');
                rest = behind;
                continue;
            }
            let end = rest.find(|c: char| !c.is_ascii_lowercase()).unwrap_or(rest.len());
            let inner = self.value(&rest[..end], depth - 1);
            rest = &rest[end..];
            let bare = inner.chars().all(|c| c.is_alphanumeric() || c == '_');
            out.push_str(&if bare { inner } else { format!("({inner})") });
        }
        out.push_str(rest);
        out
    }

    /// A table with one expression.
    fn statement(&mut self, google: bool, number: usize) -> String {
        self.spoil = self.random.below(4) == 0;
        let (kind, column) = *self.random.pick(KINDS);
        // Of another type than the expression now and then.
        let column = if self.random.below(4) == 0 { self.random.pick(KINDS).1 } else { column };
        let (_, first, second) = COLUMNS.iter().find(|(name, ..)| *name == column).unwrap();
        let ty = if google { first } else { second };
        let clause = match self.random.below(5) {
            0 => {
                let kind = if self.random.below(6) == 0 { kind } else { "bool" };
                format!("CHECK ({})", self.value(kind, 2))
            }
            1 => {
                let value = self.value(kind, 1);
                format!("x {ty} DEFAULT ({value})")
            }
            _ if google => format!("x {ty} AS ({}) STORED", self.value(kind, 2)),
            _ => format!("x {ty} GENERATED ALWAYS AS ({}) STORED", self.value(kind, 2)),
        };
        let columns = COLUMNS
            .iter()
            .map(|(name, first, second)| format!("{name} {}", if google { first } else { second }));
        let columns = columns.collect::<Vec<_>>().join(", ");
        if google {
            format!("CREATE TABLE t{number} (id INT64, {columns}, {clause}) PRIMARY KEY (id)")
        } else {
            format!("CREATE TABLE t{number} (id bigint PRIMARY KEY, {columns}, {clause})")
        }
    }
}

fn takes(form: &str) -> bool {
    form.replace("%%", "").contains('%')
}

/// What the emulator says of names, functions and types, of which we say the same.
fn is_ours(why: &str) -> bool {
    [
        "xpected type",
        "Unrecognized name",
        "not found",
        "ggregate",
        "No matching signature",
        "reference to another column",
        "does not exist",
        "non-determin",
        "not supported",
    ]
    .iter()
    .any(|words| why.contains(words))
}

#[test]
fn random_expressions_are_judged_as_spanner_does() {
    let name = "expressions::random_expressions_are_judged_as_spanner_does";
    let Some(emulator) = Emulator::for_test(name) else { return };
    let count = std::env::var(COUNT).ok().and_then(|it| it.parse().ok()).unwrap_or(STATEMENTS);
    let mut harsh = Vec::new();
    for (dialect, forms) in [(Dialect::GoogleSql, GOOGLESQL), (Dialect::PostgreSql, POSTGRESQL)] {
        let database = emulator.database(dialect, &[] as &[&str]).unwrap();
        let mut maker = Maker { random: Random::new(0xE8), forms, spoil: false };
        let (mut refused, mut said, mut taken) = (0, 0, 0);
        let mut silent = Vec::new();
        for number in 0..count {
            let text = maker.statement(dialect == Dialect::GoogleSql, number);
            let reading = hotsplit_engine::read(&text, Some(dialect), &Settings::default());
            let mut ours: Vec<String> =
                reading.tree.errors.iter().map(|error| error.message.to_string()).collect();
            let errors = reading.findings.iter().filter(|it| it.severity == Severity::Error);
            ours.extend(errors.map(|it| format!("{}: {}", it.title, it.why)));
            match database.apply(&[&text]) {
                Ok(()) => {
                    taken += 1;
                    if !ours.is_empty() {
                        harsh.push(format!("{text}\n    {}", ours.join("; ")));
                    }
                    database.apply(&[format!("DROP TABLE t{number}")]).unwrap();
                }
                Err(why) if is_ours(&why) => {
                    refused += 1;
                    let noted = reading.notes().iter().any(|(_, note)| note.contains("function"));
                    if ours.is_empty() && !noted {
                        silent.push(format!("{text}\n    {why}"));
                    } else {
                        said += 1;
                    }
                }
                Err(why) => silent.push(format!("(another cause) {text}\n    {why}")),
            }
        }
        println!("{}", silent.join("\n"));
        shared::say(&format!(
            "expressions: {dialect:?}: {taken} taken; {said} of {refused} refused for a name, a function or a \
             type said so"
        ));
        assert!(said * 100 >= refused * FLOOR, "{dialect:?}: {said} of {refused}");
        assert!(taken > count / 4 && refused > count / 20, "{taken} taken, {refused} refused");
    }
    assert!(harsh.is_empty(), "the emulator takes these:\n{}", harsh.join("\n"));
}
