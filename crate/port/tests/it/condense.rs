//! A condensed dump is ported as the dump itself is, wherever the dump was divided, and has none of
//! its rows.

use hotsplit_port::condense::{Condensed, Condenser, Refusal};
use hotsplit_port::port::{Options, Port, Target, port};
use hotsplit_port::source::{Database, detect, read};
use proptest::prelude::*;

use crate::corpus;

const MYSQL: &str = "\u{feff}-- MySQL dump 10.13\n/*!40101 SET NAMES utf8 */;\n\
CREATE TABLE `a;b` (`id` int NOT NULL AUTO_INCREMENT, `x` varchar(9), `y` decimal(20,12), PRIMARY KEY (`id`));\n\
LOCK TABLES `a;b` WRITE;\n/*!40000 ALTER TABLE `a;b` DISABLE KEYS */;\n\
INSERT INTO `a;b` VALUES (1,'it''s; \\'so\\'',0.5),(70000,'(\\\\',NULL) /* a (comment); */ ,(3,\"\u{e9};\",1e3);\n\
insert into `a;b` (`y`, `id`) values (0.1234567890123, 0x12), (_binary '\\0;', '99');\n\
REPLACE INTO `a;b` VALUES (4,CONCAT('a)',(1)),2) ON DUPLICATE KEY UPDATE x = VALUES(x), y = 'a;(b)';\n\
UNLOCK TABLES;\nDELIMITER $$\nCREATE TRIGGER t BEFORE INSERT ON x FOR EACH ROW BEGIN INSERT INTO q VALUES (1); END$$\n\
INSERT INTO `a;b` VALUES (5,'$;$',1)$$\nDELIMITER ;\n-- done\nALTER TABLE `a;b` MODIFY `x` varchar(4), RENAME TO `c`;\n\
INSERT INTO c VALUES (6,'0000-00-00',1);INSERT INTO c VALUES (7,'',1);\n# the end";

const POSTGRESQL: &str = "-- PostgreSQL database dump\nSET search_path = public;\n\\connect x\n\
CREATE TABLE public.t (id bigint, b text, \"C d\" boolean);\nCREATE TABLE p (id int) PARTITION BY RANGE (id);\n\
COPY public.t (id, \"C d\", b) FROM stdin; -- rows\n1\tt\tx;\\t'\n\n2\t\\N\t\\N\n3\tf\t\n\\.\n\n\
INSERT INTO public.t VALUES (4, E'\\';(', true), (5, $q$);$q$, false), (6, 'a\\', NULL) -- ; (\n ON CONFLICT (id) DO NOTHING;\n\
CREATE FUNCTION f() RETURNS void AS $body$ INSERT INTO t VALUES (1); $body$ LANGUAGE sql;\n\
ALTER TABLE public.t ADD CONSTRAINT t_pkey PRIMARY KEY (id);\nINSERT INTO t SELECT 1, 'x;';\n\
COPY nowhere FROM stdin;\na\n\\.\nSELECT pg_catalog.setval('s', 3, true);\nCOPY p FROM stdin;\n8\n9";

fn condensed(dump: &[u8], database: Database, parts: &[usize]) -> Result<Condensed, Refusal> {
    let mut condenser = Condenser::of(database);
    let mut at = 0;
    for part in parts.iter().cycle() {
        let end = (at + part.max(&1)).min(dump.len());
        condenser.push(&dump[at..end])?;
        at = end;
        if at == dump.len() {
            break;
        }
    }
    condenser.finish()
}

/// What a port says, apart from where in the source it is.
fn said(port: &Port) -> (String, Vec<String>, Vec<String>) {
    let losses = port.losses.iter().map(|loss| {
        format!(
            "{} {:?} {} {:?} {}",
            loss.rule, loss.severity, loss.object, loss.column, loss.message
        )
    });
    let tables = port.tables.iter().map(|it| format!("{} {} {}", it.source, it.target, it.rows));
    let mut losses: Vec<String> = losses.collect();
    losses.sort();
    (port.text.clone(), losses, tables.collect())
}

fn assert_same_port(name: &str, dump: &str, condensed: &str, database: Database) {
    for (target, literal) in [(Target::GoogleSql, false), (Target::PostgreSql, true)] {
        let options = Options { literal, ..Options::to(target) };
        let whole = port(&read(dump, database), &options);
        let short = port(&read(condensed, database), &options);
        assert_eq!(said(&whole), said(&short), "{name} to {target:?}");
    }
}

#[test]
fn the_corpus_is_ported_alike() {
    let (mut bytes, mut left, mut rows) = (0, 0, 0);
    for dump in corpus::dumps("the_corpus_is_ported_alike") {
        let name = dump.name();
        let short = condensed(dump.text.as_bytes(), dump.database, &[4099]).unwrap();
        assert_same_port(&name, &dump.text, &short.text, dump.database);
        assert_eq!(short.progress.bytes, dump.text.len() as u64);
        let again = condensed(short.text.as_bytes(), dump.database, &[100_000]).unwrap();
        assert_eq!(again.text, short.text, "{name}: condensed twice");
        assert_eq!(
            again.progress.tables, short.progress.tables,
            "{name}: tables of the condensed dump"
        );
        let detected = detect(&short.text);
        assert_eq!(format!("{detected:?}"), format!("Source({:?})", dump.database), "{name}");
        bytes += dump.text.len();
        left += short.text.len();
        rows += short.progress.rows;
    }
    println!("{bytes} bytes are {left}, {rows} rows set aside");
}

/// A dump with more rows than its reader looks ahead, and strings that are longer.
fn long(dump: &str, database: Database) -> String {
    let mysql = database == Database::MySql;
    let tuple = |n: usize| {
        let long = "x".repeat(n * 9);
        match mysql {
            true => format!("({n},'{long}\\'{long}''(;\\\\',1) /* ),(; */ -- ' (\n # \" (\n"),
            false => format!(
                "({n},E'{long}\\'{long}''(;\\\\',$a${long}'$$;($a$) /* ),( /* */ ; */ -- ' (\n"
            ),
        }
    };
    let tuples: Vec<String> = (0..14).map(tuple).collect();
    let table = if mysql { "c" } else { "t" };
    let copy = format!("COPY t FROM stdin;\n{}\\.\n", "7\tit's\\\t;\tf\n".repeat(40));
    let after = "CREATE TABLE z (a int);";
    format!(
        "{dump}\n{}\\.\nINSERT INTO {table} VALUES {};\n{copy}{after}",
        if mysql { "-- " } else { "" },
        tuples.join(",")
    )
}

#[test]
fn no_division_changes_the_result() {
    for (dump, database) in [(MYSQL, Database::MySql), (POSTGRESQL, Database::PostgreSql)] {
        let dump = long(dump, database);
        let whole = condensed(dump.as_bytes(), database, &[dump.len()]).unwrap();
        assert_same_port("whole", &dump, &whole.text, database);
        assert!(whole.text.ends_with("CREATE TABLE z (a int);"), "{}", whole.text);
        let rows = if database == Database::MySql { 9 } else { 9 + 40 };
        assert_eq!(whole.progress.rows, rows + 14);
        assert_eq!(whole.progress.tables, read(&dump, database).tables.len() as u64);
        for part in 1..200 {
            let parts = condensed(dump.as_bytes(), database, &[part]).unwrap();
            assert_eq!(parts, whole, "parts of {part}");
        }
        for first in 1..dump.len() {
            let parts = condensed(dump.as_bytes(), database, &[first, dump.len()]).unwrap();
            assert_eq!(parts, whole, "first part of {first}");
        }
    }
}

#[test]
fn statements_stay_and_rows_go() {
    let short = condensed(MYSQL.as_bytes(), Database::MySql, &[7]).unwrap();
    assert_eq!(
        short.text,
        "-- hotsplit: file source=mysql\n-- MySQL dump 10.13\n/*!40101 SET NAMES utf8 */;\n\
CREATE TABLE `a;b` (`id` int NOT NULL AUTO_INCREMENT, `x` varchar(9), `y` decimal(20,12), PRIMARY KEY (`id`));\n\
LOCK TABLES `a;b` WRITE;\n/*!40000 ALTER TABLE `a;b` DISABLE KEYS */;\n\
-- hotsplit: rows 5 a%3Bb | n=5 len=5 min=1 max=70000 | n=5 len=10 other unread | n=4 null=1 len=3 dec=1 min=1 max=2 other\n\
-- hotsplit: rows 2 a%3Bb(y,id) | n=2 len=15 dec=13 other unread | n=2 len=2 min=99 max=99 unread\n\
UNLOCK TABLES;\nDELIMITER $$\nCREATE TRIGGER t BEFORE INSERT ON x FOR EACH ROW BEGIN INSERT INTO q VALUES (1); END$$\n\
DELIMITER ;\n-- done\nALTER TABLE `a;b` MODIFY `x` varchar(4), RENAME TO `c`;\n\
-- hotsplit: rows 2 c | n=2 len=1 min=6 max=7 | n=2 len=10 zero=1 empty=1 other | n=2 len=1 min=1 max=1 repeats list=34\n# the end"
    );
    assert_eq!(short.progress.rows, 9);
    let tables = read(&short.text, Database::MySql).tables;
    assert_eq!((tables.len(), tables[0].rows), (1, 9));
    assert_eq!(tables[0].columns[0].values.range, Some((1, 70_000)));
}

#[test]
fn tables_are_counted_while_a_dump_is_read() {
    let dump = "-- MySQL dump\ncreate table a (i int);\nINSERT INTO a VALUES (1);\n\
CREATE TEMPORARY TABLE t (i int);\n/*!50001 CREATE TABLE IF NOT EXISTS b (i int) */;\n\
CREATE TABLESPACE s;\nCREATE TABLE c (a_name_that_is_longer_than_what_is_read_ahead_of_a_statement int, ";
    let mut condenser = Condenser::of(Database::MySql);
    condenser.push(dump.as_bytes()).unwrap();
    let progress = condenser.progress();
    assert_eq!((progress.tables, progress.rows), (2, 1));
    condenser.push(b"i int)").unwrap();
    assert_eq!(condenser.finish().unwrap().progress.tables, 3, "the last has no semicolon");

    let dump = "CREATE UNLOGGED TABLE a (i int);\nCREATE FOREIGN TABLE b (i int);\n\
CREATE TYPE t AS ENUM ('table');\n";
    let short = condensed(dump.as_bytes(), Database::PostgreSql, &[5]).unwrap();
    assert_eq!(short.progress.tables, 2);
}

#[test]
fn what_is_no_text_is_refused_with_what_to_do() {
    let refusal = |bytes: &[u8]| {
        let mut condenser = Condenser::new();
        let pushed = condenser.push(bytes);
        pushed.and_then(|()| condenser.finish().map(|_| ())).unwrap_err().to_string()
    };
    assert_eq!(
        refusal(b"\x1f\x8b\x08\0"),
        "expected text, found a gzip file; unpack it first, as with gunzip"
    );
    assert!(refusal(b"PK\x03\x04").contains("unzip"));
    assert!(refusal(b"PGDMP\x01").contains("pg_restore"));
    assert!(refusal(b"\xff\xfeC\0R\0").contains("iconv"));
    assert!(refusal(b"").contains("nothing tells"));
    assert!(refusal(b"CREATE TABLE T (Id INT64) PRIMARY KEY (Id);").contains("Spanner"));
}

#[test]
fn bytes_that_are_no_utf8_are_replaced_and_their_lines_said() {
    let dump = b"-- MySQL dump\nCREATE TABLE t (a varchar(3) COMMENT 'caf\xe9');\n\
                 INSERT INTO t VALUES ('\xe9\xe8');\n-- \xff\n";
    let short = condensed(dump, Database::MySql, &[3]).unwrap();
    assert_eq!(short.replaced, [3, 5]);
    assert!(short.text.contains("caf\u{fffd}"), "{}", short.text);
    assert!(short.text.contains("-- hotsplit: rows 1 t | n=1 len=2 other\n"), "{}", short.text);
}

#[test]
fn memory_does_not_grow_with_a_row() {
    let mut condenser = Condenser::of(Database::MySql);
    condenser.push(b"CREATE TABLE t (a longblob, b int);\nINSERT INTO t VALUES ('").unwrap();
    let part = vec![b'x'; 1 << 20];
    for _ in 0..70 {
        condenser.push(&part).unwrap();
    }
    condenser.push(b"', 1), ('y', 2);\n").unwrap();
    let short = condenser.finish().unwrap();
    assert!(
        short
            .text
            .ends_with("-- hotsplit: rows 2 t cut=1 | n=1 len=1 other | n=1 len=1 min=2 max=2\n")
    );
}

#[test]
fn a_text_that_stays_too_long_is_refused() {
    let mut condenser = Condenser::of(Database::MySql);
    let line = "UPDATE t SET a = 1 WHERE b = 'something';\n".repeat(1000);
    let pushed = (0..400).try_for_each(|_| condenser.push(line.as_bytes()));
    assert_eq!(pushed, Err(Refusal::TextTooLong));
}

proptest! {
    #[test]
    fn words_in_any_order_are_ported_alike(
        words in prop::collection::vec(
            prop::sample::select(vec![
                "CREATE TABLE t (a int, b text);", "ALTER TABLE t DROP COLUMN a;", "DROP TABLE t;",
                "INSERT INTO t VALUES", "insert into t (b) values", "(1, 'x')", "('y')", ",", ";", "\n",
                "COPY t FROM stdin;\n", "1\tz\n", "\\.\n", "'", "\"", "`", "$$", "$a$", "--", "-- c\n", "#",
                "/*", "*/", "/*!40000", "DELIMITER //\n", "//", "(", ")", "E'\\'", "\\", "é", "USE x;", "REPLACE",
                "BEGIN", "END", "CREATE PROCEDURE p()", "VALUES", "NULL", "0x1F", "t", "\u{feff}",
                "-- hotsplit: rows 3 t | n=3 | n=2 null=1\n",
                "\n-- hotsplit: rows 18446744073709551615 t(b,a) | n=18446744073709551615 null=99 distinct=18446744073709551615 \
                 | min=-170141183460469231731687303715884105728 max=170141183460469231731687303715884105727 repeats shape=time\n",
                "\n-- hotsplit: rows 1 t(%zz) | n=\n", "\n-- hotsplit: rows 40 t(a | shape=none | | most=2\n", "ON DUPLICATE KEY UPDATE a = ';('",
            ]),
            0..40,
        ),
        parts in prop::collection::vec(1_usize..40, 1..6),
    ) {
        let dump = format!("CREATE TABLE t (a int, b text);\n{}", words.join(" "));
        for database in [Database::MySql, Database::PostgreSql] {
            let whole = condensed(dump.as_bytes(), database, &[dump.len()]).unwrap();
            let divided = condensed(dump.as_bytes(), database, &parts).unwrap();
            prop_assert_eq!(&divided, &whole);
            assert_same_port(&dump, &dump, &whole.text, database);
        }
    }
}
