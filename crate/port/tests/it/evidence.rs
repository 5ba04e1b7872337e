//! What rows of a dump show is written as directives beside the tables, with the rows it rests on;
//! what they refute is a loss.

use hotsplit_port::condense::Condenser;
use hotsplit_port::port::{Options, Port, Severity, Target, port, steps};
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
        ("sequential", &object),
        ("random", &|n| hex(n).repeat(2)),
        ("random", &|n| ((n + 1).reverse_bits() >> 1).to_string()),
    ] {
        let text = dump("varchar(80)", "int", 64, |n| format!("'{}', {n}, NULL", make(n)));
        let said = ported(&text, false).text;
        assert!(said.contains(&format!("column t.k {word} reason")), "{word}: {said}");
    }
    // Numbers alone are no ids: a time in the same rows has to agree with them.
    let ids = |at: &dyn Fn(u64) -> String| {
        let text = dump("bigint", "int", 64, |n| format!("{}, {n}, {}", snowflake(n * 50), at(n)));
        ported(&text, false).text
    };
    assert!(ids(&|n| time(n)).contains("column t.k snowflake reason"), "{}", ids(&|n| time(n)));
    assert!(!ids(&|_| "NULL".to_owned()).contains("column t.k"));
    assert!(!ids(&|n| time(mixed(n) % 64)).contains("column t.k"));
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
            ("c", "1 row has NULL, and the column is NOT NULL", Severity::Warn),
            ("d", "1 row has a zero date, which becomes NULL", Severity::Warn),
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

/// The messages of refuted rows, by column.
fn refuted(text: &str, database: Database) -> Vec<(String, String)> {
    let it = port(&read(text, database), &Options::to(Target::GoogleSql));
    let losses = it.losses.into_iter().filter(|loss| loss.rule == "migrate-rows-refute");
    losses.map(|loss| (loss.column.unwrap_or_default(), loss.message)).collect()
}

#[test]
fn rows_refute_enumerations() {
    let rows = |odd: &str| {
        let rows: Vec<String> = (0..40)
            .map(|n| format!("({n}, '{}')", if n == 17 { odd } else { ["new", "sent"][n % 2] }))
            .collect();
        rows.join(",")
    };
    let mysql = |odd| {
        format!(
            "CREATE TABLE t (k int PRIMARY KEY, e enum('new','sent')) ENGINE=InnoDB;\n\
             INSERT INTO t VALUES {};",
            rows(odd)
        )
    };
    let said = "a row has a value that the enumeration does not have".to_owned();
    assert_eq!(refuted(&mysql("old"), Database::MySql), [("e".to_owned(), said.clone())]);
    let empty = "1 row has an empty text, which the enumeration does not have".to_owned();
    assert_eq!(refuted(&mysql(""), Database::MySql), [("e".to_owned(), empty)]);
    assert_eq!(refuted(&mysql("sent"), Database::MySql), []);
    let postgresql = |odd| {
        format!(
            "CREATE TYPE state AS ENUM ('new', 'sent');\n\
             CREATE TABLE t (k int PRIMARY KEY, e state);\nINSERT INTO t VALUES {};",
            rows(odd)
        )
    };
    assert_eq!(refuted(&postgresql("gone"), Database::PostgreSql), [("e".to_owned(), said)]);
    assert_eq!(refuted(&postgresql("new"), Database::PostgreSql), []);
}

#[test]
fn rows_refute_checks() {
    let with = |check: &str| {
        let rows: Vec<String> = (0..40_i32)
            .map(|n| format!("({n}, {}, '{}', NULL)", n - 3, if n % 2 == 0 { "a" } else { "bb" }))
            .collect();
        let text = format!(
            "CREATE TABLE t (k int PRIMARY KEY, n int, s varchar(9), e int, CHECK ({check}));\n\
             INSERT INTO t VALUES {};",
            rows.join(",")
        );
        let found = refuted(&text, Database::PostgreSql);
        found
            .into_iter()
            .map(|(column, message)| format!("{column}: {message}"))
            .collect::<Vec<_>>()
    };
    for (check, said) in [
        ("n >= 0", "n: rows have -3 to 36, and a check wants >= 0"),
        ("0 < n", "n: rows have -3 to 36, and a check wants > 0"),
        ("k >= 0 AND n < 36", "n: rows have -3 to 36, and a check wants < 36"),
        ("n BETWEEN -3 AND 30", "n: rows have -3 to 36, and a check wants -3 to 30"),
        ("n >= '0'::numeric", "n: rows have -3 to 36, and a check wants >= 0"),
        ("length(s) < 2", "s: rows have a text of length 2, and a check wants < 2"),
        ("s IN ('a', 'c')", "s: a row has a value that a check does not list"),
        (
            "(s)::text = ANY ((ARRAY['a'::character varying, 'c'::character varying])::text[])",
            "s: a row has a value that a check does not list",
        ),
    ] {
        assert_eq!(with(check), [said], "{check}");
    }
    for check in [
        "n >= -3",
        "n < 37",
        "n <> 7",
        "n >= 0 OR k < 5",
        "NOT n >= 0",
        "n BETWEEN -3 AND 36",
        "length(s) <= 2",
        "s IN ('a', 'bb')",
        "s IN ('a', lower('BB'))",
        "e > 5",
        "n > k",
        "missing > 5",
    ] {
        assert_eq!(with(check), Vec::<String>::new(), "{check}");
    }
}

/// A number may be written in several ways, and a check that lists it in one refutes none of them.
#[test]
fn numbers_with_fractions_are_compared_with_no_list() {
    let with = |values: [&str; 2], check: &str| {
        let rows: Vec<String> =
            (0..64).map(|n| format!("({n}, {})", values[n % values.len()])).collect();
        let text = format!(
            "CREATE TABLE t (k int PRIMARY KEY, d decimal(3,2), CHECK ({check}));\n\
             INSERT INTO t VALUES {};",
            rows.join(",")
        );
        refuted(&text, Database::PostgreSql).len()
    };
    assert_eq!(with(["0.50", "1.00"], "d IN (0.5, 1)"), 0);
    assert_eq!(with(["0.50", "1.00"], "d = ANY (ARRAY['0.5'::numeric, '1'::numeric])"), 0);
    assert_eq!(with(["1", "2"], "d IN (1, 2)"), 0);
    assert_eq!(with(["1", "2"], "d IN (1, 3)"), 1);
}

#[test]
fn a_condensed_dump_has_no_value_of_a_list() {
    let rows: Vec<String> = (0..64).map(|n| format!("({n}, 'secret{}')", n % 3)).collect();
    let text = format!(
        "CREATE TABLE t (k int PRIMARY KEY, s varchar(9), CHECK (s IN ('secret0', 'secret1')));\n\
         INSERT INTO t VALUES {};\n",
        rows.join(",")
    );
    let mut condenser = Condenser::of(Database::MySql);
    condenser.push(text.as_bytes()).unwrap();
    let condensed = condenser.finish().unwrap().text;
    assert!(!condensed.contains("secret2"), "{condensed}");
    assert_eq!(refuted(&condensed, Database::MySql).len(), 1, "{condensed}");
    assert_eq!(refuted(&condensed, Database::MySql), refuted(&text, Database::MySql));
}

#[test]
fn rates_are_shown_and_not_stated() {
    let parents = "CREATE TABLE p (k int NOT NULL, born date, PRIMARY KEY (k));\n\
                   INSERT INTO p VALUES (1,'1950-01-01'),(2,'1990-06-01'),(3,'2001-02-03');\n";
    let rows: Vec<String> = (0..120)
        .map(|n| {
            format!(
                "({n}, {}, '2024-0{}-01 10:00:00', '1980-01-0{}')",
                n % 3 + 1,
                n / 40 + 1,
                n % 9 + 1
            )
        })
        .collect();
    let text = format!(
        "{parents}CREATE TABLE t (k int NOT NULL, p int NOT NULL, made datetime NOT NULL DEFAULT \
         CURRENT_TIMESTAMP, born date NOT NULL, PRIMARY KEY (k), CONSTRAINT f FOREIGN KEY (p) \
         REFERENCES p (k));\nINSERT INTO t VALUES {};\n",
        rows.join(",")
    );
    let source = read(&text, Database::MySql);
    let it = port(&source, &Options::to(Target::GoogleSql));
    assert_eq!((it.tables[0].average.as_ref(), it.tables[0].children.len()), (None, 0));
    let average = it.tables[1].average.as_ref().unwrap();
    assert_eq!((average.column.as_str(), average.words().as_str()), ("made", "730 a year"));
    assert_eq!((average.from.day(), average.to.day()), ("2024-01-01".into(), "2024-03-01".into()));
    assert_eq!(it.tables[1].children[0].average(), (40, 0));
    assert!(
        !it.text.contains("writes=") && !it.text.contains("children-per-parent"),
        "{}",
        it.text
    );
    let floor = "-- 730 a year on average from 2024-01-01 to 2024-03-01, by `made` in 120 rows: a floor \
                 for `writes`, which states the peak\n";
    assert!(it.text.contains(floor), "{}", it.text);
    let steps = steps(&source, &it);
    let step = steps.iter().find(|step| step.title == "State rates").unwrap();
    assert_eq!(
        step.items,
        [
            "`t` got 730 a year on average from 2024-01-01 to 2024-03-01, by `made`. The peak is \
             higher: state it as `-- hotsplit: table t writes=…`",
            "`t` has 40.0 rows for each row of `p` on average. If there is a most, state it as \
             `-- hotsplit: table t children-per-parent<=…`",
        ]
    );
}

#[test]
fn an_average_needs_times_of_arrival() {
    let with = |column: &str| {
        let rows: Vec<String> =
            (0..40_u64).map(|n| format!("({n}, 1, {})", time(mixed(n) % 40))).collect();
        let text = format!(
            "CREATE TABLE t (k int PRIMARY KEY, o int, {column});\nINSERT INTO t VALUES {};",
            rows.join(",")
        );
        port(&read(&text, Database::MySql), &Options::to(Target::GoogleSql)).tables[0]
            .average
            .clone()
    };
    assert!(with("at datetime NOT NULL").is_none());
    assert!(with("at timestamp DEFAULT CURRENT_TIMESTAMP ON UPDATE CURRENT_TIMESTAMP").is_none());
    assert!(with("at timestamp DEFAULT CURRENT_TIMESTAMP").is_some());
}

/// Orders whose lines are numbered, in a dump that is no trial; `line` says what a line has behind
/// its order, by the number of the order and its own.
fn order_lines(columns: &str, more: &str, line: impl Fn(u64, u64) -> String) -> String {
    lines_of(4_000, columns, more, line)
}

fn lines_of(count: u64, columns: &str, more: &str, line: impl Fn(u64, u64) -> String) -> String {
    let orders: Vec<String> = (1..=count).map(|order| format!("({order})")).collect();
    let lines = (1..=count).flat_map(|order| (1..=1 + order % 5).map(move |no| (order, no)));
    let lines: Vec<String> =
        lines.map(|(order, no)| format!("({order}, {})", line(order, no))).collect();
    format!(
        "CREATE TABLE orders (id int NOT NULL, PRIMARY KEY (id)) ENGINE=InnoDB;\n\
         CREATE TABLE lines (o int NOT NULL, {columns}, PRIMARY KEY (o, n), CONSTRAINT f FOREIGN KEY \
         (o) REFERENCES orders (id) ON DELETE CASCADE{more}) ENGINE=InnoDB;\n\
         INSERT INTO orders VALUES {};\nINSERT INTO lines VALUES {};\n",
        orders.join(","),
        lines.join(",")
    )
}

const MOST: &str = "-- hotsplit: table lines children-per-parent<=5 reason=\"`n` is 1 to 5 in 12,000 rows of `lines`\"";

#[test]
fn numbers_in_a_key_limit_the_rows_of_a_parent() {
    let text = order_lines("n int NOT NULL", "", |_, no| no.to_string());
    for literal in [false, true] {
        let said = directives(&ported(&text, literal).text);
        assert!(said.contains(&MOST.to_owned()), "{said:#?}");
        assert!(said.iter().any(|line| line.contains("table lines rows=12000 ")), "{said:#?}");
    }
    // Nobody is asked for it.
    let source = read(&text, Database::MySql);
    let steps = steps(&source, &port(&source, &Options::to(Target::GoogleSql)));
    assert!(steps.iter().all(|step| step.title != "State rates"), "{steps:#?}");
    // A condensed dump says the same.
    let mut condenser = Condenser::of(Database::MySql);
    condenser.push(text.as_bytes()).unwrap();
    let condensed = condenser.finish().unwrap().text;
    assert_eq!(ported(&condensed, false).text, ported(&text, false).text);
}

#[test]
fn numbers_that_grow_limit_nothing() {
    let none = |text: &str| {
        let said = ported(text, false).text;
        assert!(!said.contains("children-per-parent"), "{said}");
    };
    // They come with a time, come from a generator, are ids of another table, begin anywhere, or
    // are many.
    let at = "n int NOT NULL, at datetime";
    none(&order_lines(at, "", |order, no| format!("{no}, {}", time(no * 700 + order % 7))));
    none(&order_lines("n int NOT NULL AUTO_INCREMENT", ", KEY n (n)", |_, no| no.to_string()));
    let other = ", CONSTRAINT g FOREIGN KEY (n) REFERENCES orders (id)";
    none(&order_lines("n int NOT NULL", other, |_, no| no.to_string()));
    none(&order_lines("n int NOT NULL", "", |order, no| (1 + (order * 7 + no) % 97).to_string()));
    none(&order_lines("n int NOT NULL", "", |_, no| (no + 1).to_string()));
    none(&order_lines("n int NOT NULL", "", |_, no| (no * no * 50 - 49).to_string()));
    none(&order_lines("n varchar(9) NOT NULL", "", |_, no| format!("'l{no}'")));
    // A fact of the table would be read as one of another foreign key that deletes rows.
    let other = ", CONSTRAINT g FOREIGN KEY (p) REFERENCES orders (id) ON DELETE CASCADE";
    none(&order_lines("n int NOT NULL, p int", other, |order, no| format!("{no}, {order}")));
    // A trial says nothing of the most.
    none(&lines_of(3_000, "n int NOT NULL", "", |_, no| no.to_string()));
}

#[test]
fn what_a_person_states_of_a_table_wins() {
    let text = order_lines("n int NOT NULL", "", |_, no| no.to_string());
    let with = |directive: &str| {
        let mut options = Options::to(Target::GoogleSql);
        assert!(options.read_directives(directive).is_empty());
        directives(&port(&read(&text, Database::MySql), &options).text)
    };
    let count = |said: &[String], what: &str| {
        said.iter().filter(|line| line.contains(&format!("table lines {what}"))).count()
    };
    let stated = with("-- hotsplit: table lines children-per-parent<=200, role=child\n");
    assert_eq!(count(&stated, "children-per-parent"), 1, "{stated:#?}");
    assert_eq!(count(&stated, "children-per-parent<=200, role=child"), 1, "{stated:#?}");
    assert_eq!(count(&stated, "rows=12000"), 1, "{stated:#?}");
    // What a port says is stated when the dump is ported with it again, and is there once.
    let first = ported(&text, false).text;
    let again = with(&first);
    let said = |mut lines: Vec<String>| {
        lines.sort();
        lines
    };
    assert_eq!(said(again), said(directives(&first)));
}

/// Messages about facts that rows refute, where a directive states one of them.
fn refuted_fact(text: &str, fact: &str) -> Vec<String> {
    let mut options = Options::to(Target::GoogleSql);
    let directive = format!("-- hotsplit: table lines {fact} reason=\"writes=0.000001/s\"\n");
    assert!(options.read_directives(&directive).is_empty(), "{fact}");
    let losses = port(&read(text, Database::MySql), &options).losses.into_iter();
    losses
        .filter(|loss| loss.rule == "migrate-rows-refute" && loss.column.is_none())
        .map(|loss| loss.message)
        .collect()
}

#[test]
fn rows_refute_facts_that_are_too_low() {
    // Three lines an order, and about 0.00095 lines a second.
    let at = "n int NOT NULL, at timestamp NOT NULL DEFAULT CURRENT_TIMESTAMP";
    let text = order_lines(at, "", |order, no| format!("{no}, {}", time(order % 3_000)));
    for (fact, said) in [
        ("writes=0.0005/s", "writes=0.0005/s, and rows came at 82 a day on average"),
        ("role=log, low-write(0.0005/s)", "low-write(0.0005/s), and"),
        ("rows=11.9k,", "rows=11.9k, and the dump has 12000 rows"),
        (
            "children-per-parent<=2",
            "children-per-parent<=2, and there are 3.0 rows for each row of `orders` on average",
        ),
        ("writes=5/s, writes=0.0005/s", "writes=0.0005/s, and"),
    ] {
        let found = refuted_fact(&text, fact);
        assert!(
            found.len() == 1 && found[0].starts_with(&format!("a directive says {said}")),
            "{fact}: {found:?}"
        );
    }
    for fact in [
        "writes=12k/s",
        "writes=1e3/s",
        "writes=0.0005/s, writes=5/s",
        "low-write",
        "rows=12000",
        "rows=1e9, children-per-parent<=3",
        "rows=1,5",
        "rows=1e99",
        "rows=1e",
        "rows=.",
        "rows=1.2.3",
        "rows=99999999999999999999",
        "rows",
    ] {
        assert_eq!(refuted_fact(&text, fact), Vec::<String>::new(), "{fact}");
    }
}
