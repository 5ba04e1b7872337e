//! What rows of a dump show is written as directives beside the tables, with the rows it rests on;
//! what they refute is a loss.

use hotsplit_port::port::{Options, Port, Severity, Target, port};
use hotsplit_port::source::{Database, read};

fn ported(text: &str, literal: bool) -> Port {
    let options = Options { literal, ..Options::to(Target::GoogleSql) };
    port(&read(text, Database::MySql), &options)
}

/// A table with a key and an index on its second column, and rows from a number.
fn dump(key: &str, other: &str, rows: u64, row: impl Fn(u64) -> String) -> String {
    let rows: Vec<String> = (0..rows).map(|n| format!("({})", row(n))).collect();
    format!(
        "CREATE TABLE t (k {key} NOT NULL, o {other}, at datetime, PRIMARY KEY (k), KEY o (o));\n\
         INSERT INTO t VALUES {};\n",
        rows.join(",")
    )
}

/// Numbers without order.
fn mixed(n: u64) -> u64 {
    (n + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ (n << 7)
}

fn time(n: u64) -> String {
    format!("'2024-{:02}-{:02} {:02}:{:02}:00'", n / 600 + 1, n / 24 % 25 + 1, n % 24, n % 60)
}

fn directives(text: &str) -> Vec<String> {
    text.lines().filter(|line| line.starts_with("-- hotsplit:")).map(str::to_owned).collect()
}

#[test]
fn a_counter_is_dense() {
    let dense = dump("bigint", "int", 1200, |n| format!("{}, {}, NULL", 5 + n, n % 4));
    assert_eq!(
        directives(&ported(&dense, false).text),
        [
            "-- hotsplit: column t.k sequential reason=\"1,200 rows of `t`, 512 sampled\"",
            "-- hotsplit: column t.o lowcard(4) reason=\"1,200 rows of `t`, 512 sampled\"",
        ]
    );
    let loose = dump("bigint", "int", 1200, |n| format!("{}, {}, NULL", mixed(n) >> 1, n % 4));
    assert!(!ported(&loose, false).text.contains("sequential"));
}

#[test]
fn an_order_that_is_that_of_a_time_is_arrival() {
    let arrives = dump("bigint", "int", 400, |n| format!("{}, {n}, {}", n * n * 50, time(n)));
    assert!(ported(&arrives, false).text.contains("column t.k sequential"));
    let shuffled =
        dump("bigint", "int", 400, |n| format!("{}, {n}, {}", n * n * 50, time(mixed(n) % 400)));
    assert!(!ported(&shuffled, false).text.contains("column t.k sequential"));
}

#[test]
fn a_generator_of_the_port_makes_other_values() {
    let text = dump("bigint", "int", 100, |n| format!("{n}, {n}, NULL"));
    let text = text.replace("NOT NULL", "NOT NULL AUTO_INCREMENT");
    let it = ported(&text, false);
    assert!(it.text.contains("AS IDENTITY") && !it.text.contains("t.k sequential"), "{}", it.text);
    // The literal port says so behind the column, once.
    assert_eq!(ported(&text, true).text.matches("sequential").count(), 1 + 1);
}

#[test]
fn ids_are_known_by_their_shape() {
    let hex = |n: u64| format!("{:016x}{:016x}", mixed(n), mixed(n + 9000));
    let uuid = |n: u64, version: &str, head: &str| {
        let it = hex(n);
        format!("{head}-{version}{}-a{}-{}", &it[13..16], &it[17..20], &it[20..])
    };
    let ms = |n: u64| 1_700_000_000_000 + n * 60_000;
    let v7 = |n: u64| {
        let time = format!("{:012x}", ms(n));
        uuid(n, "7", &format!("{}-{}", &time[..8], &time[8..]))
    };
    let v4 = |n: u64| uuid(n, "4", &format!("{}-{}", &hex(n)[..8], &hex(n)[8..12]));
    let snowflake = |n: u64| ((ms(n) - 1_288_834_974_657) << 22) + mixed(n) % 4096;
    let ulid = |n: u64| {
        let digits = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";
        let digit = |number: u64| char::from(digits[usize::try_from(number % 32).unwrap()]);
        let time = (0..10).rev().map(|place| digit(ms(n) >> (5 * place)));
        let chance = (0..16).map(|place| digit(mixed(n * 16 + place)));
        time.chain(chance).collect::<String>()
    };
    let object = |n: u64| format!("{:08x}{}", ms(n) / 1000, &hex(n)[..16]);
    for (word, make) in [
        ("uuidv7", &v7 as &dyn Fn(u64) -> String),
        ("uuidv4", &v4),
        ("ulid", &ulid),
        ("snowflake", &|n| snowflake(n).to_string()),
        ("sequential", &object),
        ("random", &|n| hex(n).repeat(2)),
        ("random", &|n| ((n + 1).reverse_bits() >> 1).to_string()),
    ] {
        let text = dump("varchar(80)", "int", 64, |n| format!("'{}', {n}, NULL", make(n)));
        let said = ported(&text, false).text;
        assert!(said.contains(&format!("column t.k {word} reason")), "{word}: {said}");
    }
    let words = dump("varchar(80)", "int", 64, |n| format!("'{}th word', {n}, NULL", mixed(n)));
    assert!(!ported(&words, false).text.contains("column t.k"));
}

#[test]
fn shares_are_those_of_rows_by_chance() {
    // The first rows are all of one customer, and a tenth of the others.
    let text = dump("varchar(40)", "int", 4000, |n| {
        let customer = if n < 300 || n % 5 == 0 { 7 } else { mixed(n) % 1_000_000 };
        format!(
            "'{}', {}, NULL",
            mixed(n),
            if n % 4 == 1 { "NULL".into() } else { customer.to_string() }
        )
    });
    let said = ported(&text, false).text;
    let share = said.split("skew(o)=whale(").nth(1).and_then(|it| it.split('%').next());
    let share: f64 = share.unwrap_or_else(|| panic!("{said}")).parse().unwrap();
    assert!((20.0..45.0).contains(&share), "{share}");
    assert!(said.contains("column t.o sparse(0.25)"), "{said}");
}

#[test]
fn rows_below_thirty_show_nothing() {
    let text = dump("bigint", "text", 29, |n| format!("{n}, NULL, NULL"));
    assert!(directives(&ported(&text, false).text).is_empty());
}

#[test]
fn counts_are_stated_of_a_dump_with_a_long_table() {
    let long = dump("bigint", "int", 10_001, |n| format!("{}, {}, NULL", mixed(n) >> 1, n % 4));
    let short =
        "CREATE TABLE few (k int NOT NULL, PRIMARY KEY (k)); INSERT INTO few VALUES (1),(2);";
    let said = directives(&ported(&format!("{long}{short}"), false).text);
    assert!(said.contains(&"-- hotsplit: table few rows=2 reason=\"2 rows of `few`\"".to_owned()));
    let trial = dump("bigint", "int", 10_000, |n| format!("{}, {}, NULL", mixed(n) >> 1, n % 4));
    let said = ported(&format!("{trial}{short}"), false).text;
    assert!(!said.contains("rows="), "{said}");
}

#[test]
fn rows_refute_what_is_declared() {
    let text = "-- hotsplit: column t.flag bool\n\
                CREATE TABLE t (k varchar(9) NOT NULL, a varchar(2), b int, flag tinyint(1), c int NOT NULL, d date NOT NULL, PRIMARY KEY (k));\n\
                INSERT INTO t VALUES ('x','abc','seven',2,NULL,'0000-00-00'),('x','ab',1,0,1,'2024-01-01');";
    let mut options = Options::to(Target::GoogleSql);
    assert!(options.read_directives(text).is_empty());
    let it = port(&read(text, Database::MySql), &options);
    let mut refuted: Vec<(&str, &str, Severity)> = it
        .losses
        .iter()
        .filter(|loss| matches!(loss.rule, "migrate-rows-refute" | "migrate-zero-date"))
        .map(|loss| (loss.column.as_deref().unwrap(), loss.message.as_str(), loss.severity))
        .collect();
    refuted.sort_by_key(|it| it.0);
    assert_eq!(
        refuted,
        [
            ("a", "a row has 3 characters, and the column 2", Severity::Warn),
            ("b", "a row has a value that is no whole number", Severity::Warn),
            ("c", "1 rows have NULL, and the column is NOT NULL", Severity::Warn),
            ("d", "1 rows have a zero date, which becomes NULL", Severity::Warn),
            ("flag", "a directive says bool, and rows have 0 to 2", Severity::Error),
            ("k", "two rows have the same value of the primary key", Severity::Warn),
        ]
    );
    // What becomes NULL may be NULL.
    assert!(it.text.contains("  d DATE,\n") || it.text.contains("  d DATE\n"), "{}", it.text);
}

#[test]
fn a_skip_range_is_above_the_ids_of_rows() {
    let text = "CREATE SEQUENCE s;\n\
                CREATE TABLE a (id bigint PRIMARY KEY DEFAULT nextval('s'));\n\
                CREATE TABLE b (id bigint PRIMARY KEY DEFAULT nextval('s'));\n\
                COPY b (id) FROM stdin;\n48123456000\n\\.\n";
    let it = port(&read(text, Database::PostgreSql), &Options::to(Target::GoogleSql));
    assert!(it.text.contains("skip_range_max = 274877906943"), "{}", it.text);
    let last = "CREATE TABLE `t` (`id` bigint NOT NULL AUTO_INCREMENT PRIMARY KEY);\n".to_owned()
        + &(0..=200_000_u64)
            .map(|n| {
                format!(
                    "INSERT INTO `t` VALUES ({});\n",
                    if n < 200_000 { n } else { 48_123_456_000 }
                )
            })
            .collect::<String>();
    assert!(ported(&last, false).text.contains("SKIP RANGE 1, 274877906943)"));
}
