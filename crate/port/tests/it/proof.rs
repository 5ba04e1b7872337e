//! Every statement that a port writes is accepted by the emulator: dumps of the corpus to both
//! dialects, each on a database of its own. `PORT_STATEMENTS=10000` takes the largest ones too,
//! `PORT_FILE` those with a name.

use std::collections::BTreeMap;
use std::env;

use hotsplit_port::port::{Options, Target, port};
use hotsplit_port::source::{Database, read};
use hotsplit_support::emulator::Emulator;
use hotsplit_syntax::tree::Dialect;

use crate::corpus;

/// Statements of a port that are given to the emulator, unless `PORT_STATEMENTS` says another
/// number: each costs it as much as all before it, and a port of a thousand takes minutes.
const STATEMENTS_MAX: usize = 40;

#[derive(Default)]
struct Figure {
    files: usize,
    tables: usize,
    statements: usize,
    accepted: usize,
    outcomes: [usize; 6],
}

#[test]
fn the_emulator_accepts_every_port() {
    let test = "the_emulator_accepts_every_port";
    let dumps = corpus::dumps(test);
    if dumps.is_empty() {
        return;
    }
    let Some(emulator) = Emulator::for_test(test) else { return };
    let only = env::var("PORT_FILE").unwrap_or_default();
    let most = env::var("PORT_STATEMENTS").ok().and_then(|it| it.parse().ok());
    let (most, mut larger) = (most.unwrap_or(STATEMENTS_MAX), 0);
    let mut figures: BTreeMap<(&str, &str), Figure> = BTreeMap::new();
    let mut refused = Vec::new();
    for dump in dumps.iter().filter(|dump| dump.name().contains(&only)) {
        for (target, dialect, name) in [
            (Target::GoogleSql, Dialect::GoogleSql, "googlesql"),
            (Target::PostgreSql, Dialect::PostgreSql, "postgresql"),
        ] {
            let options = Options { comments: false, ..Options::to(target) };
            let ported = port(&read(&dump.text, dump.database), &options);
            let statements: Vec<&str> =
                ported.statements.iter().map(|span| span.of(&ported.text)).collect();
            if statements.len() > most {
                larger += 1;
                continue;
            }
            let bad = refusals(&emulator, dialect, &statements);
            let figure = figures.entry((dump.set, name)).or_default();
            figure.files += 1;
            figure.tables += ported.tables.len();
            figure.statements += statements.len();
            figure.accepted += statements.len() - bad.len();
            let counts = ported.counts;
            let outcomes = [
                counts.kept,
                counts.converted,
                counts.dropped,
                counts.asked,
                counts.rows,
                counts.session,
            ];
            figure.outcomes.iter_mut().zip(outcomes).for_each(|(sum, more)| *sum += more);
            let bad = bad.into_iter().map(|it| format!("{} to {name}: {it}", dump.name()));
            refused.extend(bad.inspect(|it| println!("REFUSED {it}")));
        }
    }
    for ((set, target), it) in &figures {
        println!(
            "{set} to {target}: {} files, {} tables, {} of {} statements accepted; kept, converted, \
             dropped, asked, rows, session: {:?}",
            it.files, it.tables, it.accepted, it.statements, it.outcomes
        );
    }
    println!("{larger} ports of more than {most} statements were not given to it");
    assert!(refused.is_empty(), "{} refused:\n{}", refused.len(), refused.join("\n"));
}

/// A dump for decisions: keys that others name, texts whose case is ignored, zero dates.
const DECIDED: &str = "\
CREATE TABLE `orders` (`id` int NOT NULL AUTO_INCREMENT, `email` varchar(40) NOT NULL, `born` date NOT NULL DEFAULT '0000-00-00',
  `amount` decimal(10,2) DEFAULT NULL, `hits` bigint unsigned DEFAULT NULL, `state` tinyint(1) DEFAULT NULL, `doc` text,
  PRIMARY KEY (`id`), UNIQUE KEY `email` (`email`)) ENGINE=InnoDB;
CREATE TABLE `lines` (`number` varchar(9) NOT NULL, `order_id` int NOT NULL, PRIMARY KEY (`number`),
  CONSTRAINT `of` FOREIGN KEY (`order_id`) REFERENCES `orders` (`id`) ON DELETE CASCADE) ENGINE=InnoDB;
";

/// Directives that change the form of what is written, and are no matter of a newer emulator.
const DECISIONS: &[&str] = &[
    "file ids=uuid",
    "file ids=hash(16)",
    "file ids=keep",
    "file ids=uuid uuid=bytes16 to=gsql",
    "file ci=lower",
    "file zero-date=epoch",
    "file unsigned=numeric ranges=check enum=plain",
    "table orders key=uuid rename(purchases)",
    "table lines pk(order_id, number)",
    "table orders skip-range(1, 99)",
    "column orders.amount as(STRING(12))",
    "column orders.doc json",
    "column orders.state int",
    "column lines.order_id rename(of_order)",
];

#[test]
fn the_emulator_accepts_what_directives_decide() {
    let Some(emulator) = Emulator::for_test("the_emulator_accepts_what_directives_decide") else {
        return;
    };
    let interleaved =
        DECIDED.replace("`order_id` int", "`id` int").replace("(`order_id`)", "(`id`)");
    let cases = DECISIONS.iter().map(|decision| (*decision, DECIDED));
    let cases = cases.chain([
        ("table lines interleave(orders)", interleaved.as_str()),
        ("table orders key=uuid", interleaved.as_str()),
    ]);
    let mut refused = Vec::new();
    for (decision, dump) in cases {
        for (target, dialect) in
            [(Target::GoogleSql, Dialect::GoogleSql), (Target::PostgreSql, Dialect::PostgreSql)]
        {
            if decision.contains("to=gsql") && dialect == Dialect::PostgreSql {
                continue;
            }
            let text = format!("-- hotsplit: {decision}\n{dump}");
            let mut options = Options { comments: false, ..Options::to(target) };
            assert_eq!(options.read_directives(&text), Vec::<String>::new());
            let ported = port(&read(&text, Database::MySql), &options);
            assert_eq!(decision.contains("interleave"), ported.text.contains("INTERLEAVE"));
            let statements: Vec<&str> =
                ported.statements.iter().map(|span| span.of(&ported.text)).collect();
            let bad = refusals(&emulator, dialect, &statements);
            refused.extend(bad.into_iter().map(|it| format!("{decision} to {target:?}: {it}")));
        }
    }
    assert!(refused.is_empty(), "{} refused:\n{}", refused.len(), refused.join("\n"));
}

#[test]
fn the_emulator_keeps_texts_of_several_lines() {
    let Some(emulator) = Emulator::for_test("the_emulator_keeps_texts_of_several_lines") else {
        return;
    };
    let text = "CREATE TABLE `t` (`id` int NOT NULL, `a` enum('x;\ncreate table\n','b\\\\c\\'') DEFAULT \
                'x;\ncreate table\n', PRIMARY KEY (`id`)) ENGINE=InnoDB;";
    for (target, dialect) in
        [(Target::GoogleSql, Dialect::GoogleSql), (Target::PostgreSql, Dialect::PostgreSql)]
    {
        let options = Options { comments: false, ..Options::to(target) };
        let ported = port(&read(text, Database::MySql), &options);
        let statements: Vec<&str> =
            ported.statements.iter().map(|span| span.of(&ported.text)).collect();
        let database = emulator.database(dialect, &statements).unwrap();
        database.insert("t", &["id"], &[vec!["1".into()]]).unwrap();
        database.insert("t", &["id", "a"], &[vec!["2".into(), "b\\c'".into()]]).unwrap();
        let rows = database.query("SELECT a FROM t ORDER BY id").unwrap();
        assert_eq!(rows, [["x;\ncreate table\n"], ["b\\c'"]], "{}", ported.text);
    }
}

/// The statements that the emulator refuses, with its words. It keeps what stands before the first
/// that it refuses, so that what it has says which one that is; the batch goes on behind it.
fn refusals(emulator: &Emulator, dialect: Dialect, statements: &[&str]) -> Vec<String> {
    let database = emulator.database::<&str>(dialect, &[]).unwrap();
    let (mut bad, mut from) = (Vec::new(), 0);
    while from < statements.len() && bad.len() < REFUSALS_MAX {
        let before = applied(&database.ddl().unwrap());
        let Err(message) = database.apply(&statements[from..]) else { break };
        let at = from + applied(&database.ddl().unwrap()) - before;
        bad.push(format!("{message}\n    {}", statements.get(at).unwrap_or(&"?")));
        from = at + 1;
    }
    bad
}

/// Refusals of a dump that are looked for at most.
const REFUSALS_MAX: usize = 12;

/// How many statements made what a database has: foreign keys are parts of their tables there.
fn applied(ddl: &[String]) -> usize {
    ddl.len() + ddl.iter().map(|it| it.matches("FOREIGN KEY").count()).sum::<usize>()
}
