//! Rows of COPY in each form that PostgreSQL writes: text, CSV, and their options.

use hotsplit_port::condense::Condenser;
use hotsplit_port::rows::values::Values;
use hotsplit_port::source::{Database, RowValue, read, read_with_rows};

/// A dump with the rows of one COPY, and a statement behind them.
fn dump(options: &str, rows: &str) -> String {
    format!(
        "CREATE TABLE t (a bigint, b text, c text);\nCOPY t (a, b, c) FROM stdin{options};\n{rows}\\.\n\n\
         CREATE TABLE behind (a int);\n"
    )
}

/// What the rows say, NULL as `NULL`.
fn values(dump: &str) -> Vec<Vec<String>> {
    let (source, kept) = read_with_rows(dump, Database::PostgreSql);
    assert_eq!(source.tables.len(), 2, "the rows end too late:\n{dump}");
    let said = |value: &RowValue| match value {
        RowValue::Null => "NULL".to_owned(),
        RowValue::Said(said) => String::from_utf8_lossy(said).into_owned(),
        RowValue::Other(said) => format!("? {}", String::from_utf8_lossy(said)),
    };
    kept[0].rows.iter().map(|row| row.iter().map(said).collect()).collect()
}

#[test]
fn rows_of_csv_are_read() {
    let rows = "a,b,c\n1,x,\"\"\n2,\"a,b\",\n3,\"two\nlines \"\"so\"\"\n\\.\n\",z\r\n4,,\"\\n\"\n";
    for options in [
        " WITH (FORMAT csv, HEADER true)",
        " (HEADER, FORMAT 'CSV')",
        " CSV HEADER",
        " WITH CSV HEADER DELIMITER AS ',' QUOTE AS '\"' NULL AS ''",
    ] {
        assert_eq!(
            values(&dump(options, rows)),
            [
                ["1", "x", ""],
                ["2", "a,b", "NULL"],
                ["3", "two\nlines \"so\"\n\\.\n", "z"],
                ["4", "NULL", "\\n"],
            ],
            "{options}"
        );
    }
}

#[test]
fn options_of_copy_are_followed() {
    let csv = "1;'it\\'s; \\x';-\n2;-;'-'\n";
    let options =
        " WITH (FORMAT csv, DELIMITER ';', QUOTE '''', ESCAPE E'\\\\', NULL '-', HEADER off)";
    assert_eq!(values(&dump(options, csv)), [["1", "it's; \\x", "NULL"], ["2", "NULL", "-"]]);
    let text = "1,a\\,b,\\N\n2,,\\t\n";
    assert_eq!(values(&dump(" DELIMITER ','", text)), [["1", "a,b", "NULL"], ["2", "", "\t"]]);
    assert_eq!(values(&dump(" NULL ''", "1\t\t\\\\N\n")), [["1", "NULL", "\\N"]]);
}

#[test]
fn a_quote_within_a_value_is_not_guessed() {
    assert_eq!(values(&dump(" CSV", "1,a\"b,\"c,x\n")), [["1", "? a\"b,\"c", "x"]]);
}

#[test]
fn csv_shows_what_text_shows() {
    let rows = |between: char, null: &str| -> String {
        (0..600)
            .map(|n| {
                let c = if n % 4 == 0 { null.to_owned() } else { format!("value {}", n % 7) };
                format!("{n}{between}{}{between}{c}\n", n * n)
            })
            .collect()
    };
    let shown = |dump: &str| -> Vec<Values> {
        let source = read(dump, Database::PostgreSql);
        source.tables[0].columns.iter().map(|column| column.values.clone()).collect()
    };
    let text = shown(&dump("", &rows('\t', "\\N")));
    assert_eq!(shown(&dump(" (FORMAT csv)", &rows(',', ""))), text);
    assert_eq!((text[0].count, text[2].nulls, text[2].sampled.distinct), (600, 150, 7));
}

#[test]
fn no_division_changes_csv() {
    let rows = "a,b,c\n1,\"x\"\"\n\\.\n\",y\n\n2,\"a\\\",x\r\n3,\"é,\n\n\"\"\",z\n";
    let escaped = rows.replace("\"\"", "\\\"").replace("a\\", "a\\\\");
    for (options, rows) in
        [(" (FORMAT csv, HEADER)", rows), (" CSV HEADER ESCAPE '\\'", escaped.as_str())]
    {
        let dump = dump(options, rows);
        let condensed = |part: usize| {
            let mut condenser = Condenser::of(Database::PostgreSql);
            for part in dump.as_bytes().chunks(part) {
                condenser.push(part).unwrap();
            }
            condenser.finish().unwrap()
        };
        let whole = condensed(dump.len());
        for part in 1..dump.len() {
            assert_eq!(condensed(part), whole, "parts of {part}");
        }
        let columns = |text: &str| -> Vec<Values> {
            let source = read(text, Database::PostgreSql);
            source.tables[0].columns.iter().map(|column| column.values.clone()).collect()
        };
        assert_eq!(columns(&whole.text), columns(&dump), "{}", whole.text);
        assert_eq!(whole.text.matches("CREATE TABLE").count(), 2, "{}", whole.text);
    }
}

#[test]
fn memory_does_not_grow_with_a_quote_that_is_left_open() {
    let mut condenser = Condenser::of(Database::PostgreSql);
    condenser.push(b"CREATE TABLE t (a text);\nCOPY t FROM stdin CSV;\n\"").unwrap();
    let part = vec![b'\n'; 1 << 20];
    for _ in 0..70 {
        condenser.push(&part).unwrap();
    }
    let short = condenser.finish().unwrap();
    assert!(short.text.ends_with("-- hotsplit: rows 1 t cut=1\n"), "{}", short.text);
}
