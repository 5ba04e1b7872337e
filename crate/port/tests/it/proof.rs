//! Every statement that a port writes is accepted by the emulator: each dump of the corpus to both
//! dialects, as one batch on a database of its own.

use std::collections::BTreeMap;
use std::env;

use hotsplit_port::port::{Options, Target, port};
use hotsplit_port::source::read;
use hotsplit_support::emulator::Emulator;
use hotsplit_syntax::tree::Dialect;

use crate::corpus;

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
            refused.extend(bad.into_iter().map(|it| format!("{} to {name}: {it}", dump.name())));
        }
    }
    for ((set, target), it) in &figures {
        println!(
            "{set} to {target}: {} files, {} tables, {} of {} statements accepted; kept, converted, \
             dropped, asked, rows, session: {:?}",
            it.files, it.tables, it.accepted, it.statements, it.outcomes
        );
    }
    assert!(refused.is_empty(), "{} refused:\n{}", refused.len(), refused.join("\n"));
}

/// The statements that the emulator refuses, with its words.
fn refusals(emulator: &Emulator, dialect: Dialect, statements: &[&str]) -> Vec<String> {
    if emulator.accepts(dialect, statements).is_ok() {
        return Vec::new();
    }
    let database = emulator.database::<&str>(dialect, &[]).unwrap();
    let mut bad = Vec::new();
    for statement in statements {
        if let Err(message) = database.apply(&[statement]) {
            bad.push(format!("{message}\n    {statement}"));
        }
    }
    if bad.is_empty() { vec!["refused as a batch alone".to_owned()] } else { bad }
}
