//! Which words of names decide over the schemas of real projects that stand beside the project on
//! some machines only: `cargo xtask corpus --words` prints for each word what it says, how often it
//! decides and how often that is in a key or an index; `--list WORD` prints the columns.

use std::collections::BTreeMap;

use hotsplit_engine::Reading;
use hotsplit_engine::facts::{ColumnFact, Dist, Source, lexicon};
use hotsplit_engine::schema::{ColumnId, TableId};

use crate::corpus::cases;
use crate::corpus_rules::read;
use crate::shared;

/// Folders whose schemas people wrote for use or for teaching.
const WRITTEN: &[&str] = &["real", "pg/real", "docs_googlesql", "pg/docs"];

/// Set to have every column printed that one of these words decides.
const LISTED: &str = "HOTSPLIT_LIST_WORDS";

/// How often a word decides.
#[derive(Default)]
struct Count {
    all: usize,
    keyed: usize,
    examples: Vec<String>,
}

/// What a fact says, as a heading of the table.
fn says(fact: &ColumnFact) -> String {
    let spread = match &fact.dist {
        Dist::Entity { .. } => "entity".to_owned(),
        Dist::LowCard { .. } => "few values".to_owned(),
        Dist::Shard { .. } => "shard".to_owned(),
        other => format!("{other:?}"),
    };
    let family = fact.time_id.map_or_else(String::new, |id| format!(" ({id:?})"));
    format!("{spread}{family} {:.2}", fact.confidence)
}

/// The word of a name that decides: the last that is in one of the lists, or the last of all.
fn deciding(name: &str) -> String {
    let words = lexicon::words(name);
    let lists = [
        lexicon::COUNTERS,
        lexicon::COUNTERS_WITHIN,
        lexicon::NUMBERS,
        lexicon::SCHEDULED,
        lexicon::NOT_ARRIVAL,
        lexicon::ARRIVAL,
        lexicon::CLOCKS,
        lexicon::PERIODS,
        lexicon::LOW_CARDINALITY,
        lexicon::NATURAL,
        lexicon::ENTITIES,
    ];
    let listed = |word: &&String| lists.iter().any(|list| list.contains(&word.as_str()));
    words.iter().rfind(listed).or(words.last()).cloned().unwrap_or_default()
}

/// The columns whose spread the name decides, each with its word.
fn named(reading: &Reading) -> Vec<(TableId, ColumnId, String)> {
    let mut out = Vec::new();
    for table in reading.schema.table_ids() {
        for column in reading.schema.table(table).column_ids() {
            let fact = reading.facts.column(table, column);
            if fact.evidence.first().is_some_and(|why| why.source == Source::Name) {
                let name = &reading.schema.table(table).column(column).name;
                out.push((table, column, deciding(name)));
            }
        }
    }
    out
}

fn is_keyed(reading: &Reading, table: TableId, column: ColumnId) -> bool {
    let schema = &reading.schema;
    let leads = |id| schema.index(id).keys.first().is_some_and(|part| part.column == column);
    schema.table(table).is_key(column) || schema.indexes_of(table).any(leads)
}

/// A name that has other meanings gives no high by itself: see `facts/lexicon.rs`.
#[test]
fn words_over_real_schemas() {
    /// Families of ids that mean other things where the type does not agree.
    const OTHER_MEANINGS: &[&str] = &["objectid", "xid", "cuid", "pushid", "typeid", "tsid"];
    let Some(corpus) = shared::needed("words_over_real_schemas", "corpus") else { return };
    let listed = std::env::var(LISTED).unwrap_or_default();
    let mut counts: BTreeMap<(String, String), Count> = BTreeMap::new();
    for case in cases(&corpus).iter().filter(|case| case.accept) {
        if !WRITTEN.iter().any(|folder| case.folder.starts_with(folder)) {
            continue;
        }
        let reading = read(case, &corpus);
        for (table, column, word) in named(&reading) {
            let fact = reading.facts.column(table, column);
            let owner = reading.schema.table(table);
            let it = owner.column(column);
            let place = format!("{}.{} {:?}", owner.name, it.name, it.ty);
            if listed.split(',').any(|wanted| wanted == word) {
                println!("{word}: {} {place} in {}", says(fact), case.file);
            }
            let joined = lexicon::words(&it.name).concat();
            let ambiguous = OTHER_MEANINGS.iter().any(|word| joined.ends_with(word));
            let long = matches!(&it.ty, Some(hotsplit_engine::syntax::tree::Type::String(Some(n))) if *n > 25);
            assert!(
                !(ambiguous && long && fact.time_id.is_some() && fact.confidence >= 0.5),
                "{place} in {} is taken for {:?}",
                case.file,
                fact.time_id
            );
            let count = counts.entry((says(fact), word)).or_default();
            count.all += 1;
            count.keyed += usize::from(is_keyed(&reading, table, column));
            if count.examples.len() < 3 && !count.examples.contains(&place) {
                count.examples.push(place);
            }
        }
    }
    println!("{:26} {:16} {:>6} {:>6}  examples", "says", "word", "all", "in key");
    for ((says, word), count) in &counts {
        let examples = count.examples.join("; ");
        println!("{says:26} {word:16} {:>6} {:>6}  {examples}", count.all, count.keyed);
    }
    assert!(!counts.is_empty(), "names decide somewhere");
}
