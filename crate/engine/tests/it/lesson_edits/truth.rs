//! What a changed schema of a lesson really does under the load of the lesson, worked out without
//! the judge: whatever the text says in comments is taken out, and what is true of the lesson's
//! application is stated instead.

use std::collections::BTreeSet;

use hotsplit_engine::facts::roles::{self, Rates};
use hotsplit_engine::facts::{Dist, Settings, Skew};
use hotsplit_engine::lesson::Lesson;
use hotsplit_engine::schema::Schema;
use hotsplit_engine::{Reading, Scenario, read, simulate};

use super::edits::{Edit, is_hot_row};

/// The lesson's application: which rows it writes how often, and what its columns hold.
pub(super) struct Truth<'a> {
    lesson: &'a Lesson,
    starter: Reading,
    rates: Vec<Rates>,
    /// What the starter has that is hot and what the solution leaves hot.
    pub(super) hot: BTreeSet<String>,
}

impl<'a> Truth<'a> {
    pub(super) fn of(lesson: &'a Lesson) -> Self {
        let settings =
            Settings { nodes: Some(lesson.nodes), writes_per_second: lesson.writes_per_second };
        let starter = read(&lesson.whole(&lesson.starter.text), Some(lesson.dialect), &settings);
        let total = lesson.writes_per_second.unwrap();
        let rates = roles::rates(
            &starter.schema,
            &starter.facts.tables,
            total,
            starter.facts.file.reads_per_write,
        );
        let own = |text: &str| hot(lesson, &lesson.whole(text));
        let left = own(&lesson.solution_code.text);
        let hot = own(&lesson.starter.text).difference(&left).cloned().collect();
        Self { lesson, starter, rates, hot }
    }

    /// The tables and indexes of the starter that are still hot after an edit.
    pub(super) fn left_hot(&self, edit: &Edit) -> BTreeSet<String> {
        let ddl = without_comments(&self.lesson.whole(&edit.text));
        let schema = read(&ddl, Some(self.lesson.dialect), &Settings::default()).schema;
        let stated = self.stated(&schema, edit);
        let found = hot(self.lesson, &format!("{stated}{ddl}"));
        let found = found.into_iter().map(|name| match &edit.renamed {
            Some([old, new]) if *new == name => old.clone(),
            _ => name,
        });
        found.filter(|name| self.hot.contains(name)).collect()
    }

    /// What is true of the tables and columns of a schema, as directives.
    fn stated(&self, schema: &Schema, edit: &Edit) -> String {
        let before = &self.starter.schema;
        let old_name = |name: &str| match &edit.renamed {
            Some([old, new]) if new == name => old.clone(),
            _ => name.to_owned(),
        };
        let mut out = String::new();
        let mut state = |words: String| out.push_str(&format!("-- hotsplit: {words}\n"));
        let reads = self.starter.facts.file.reads_per_write;
        if let Some(reads) = reads {
            state(format!("file reads-per-write={reads}"));
        }
        for table in &schema.tables {
            let old = before.find_table(&old_name(&table.name));
            let Some(id) = old else {
                state(format!("table {} writes=0/s, updates=0/s, deletes=0/s", table.name));
                continue;
            };
            let Rates { inserts, updates, deletes, .. } = &self.rates[id.0 as usize];
            state(format!(
                "table {} writes={}/s, updates={}/s, deletes={}/s",
                table.name, inserts.per_second, updates.per_second, deletes.per_second
            ));
            let facts = self.starter.facts.table(id);
            if let Some(rows) = facts.rows {
                state(format!("table {} rows={rows}", table.name));
            }
            for (column, skew) in &facts.skew {
                let name = &before.table(id).column(*column).name;
                let skew = match skew {
                    Skew::Uniform => "uniform".to_owned(),
                    Skew::Zipf(exponent) => format!("zipf({exponent})"),
                    Skew::Whale(share) => format!("whale({}%)", 100.0 * share),
                };
                if table.find_column(name).is_some() {
                    state(format!("table {} skew({name})={skew}", table.name));
                }
            }
            for column in &table.columns {
                let place = format!("column {}.{}", table.name, column.name);
                let old = before.table(id).find_column(&old_name(&column.name));
                let computed = column.default.is_some() || column.generated.is_some();
                let fact = old.map(|old| self.starter.facts.column(id, old));
                if fact.is_some_and(|fact| fact.mutable.is_some()) {
                    state(format!("{place} mutable"));
                }
                match fact {
                    _ if computed => {}
                    Some(fact) => state(format!("{place} {}", spread(&fact.dist))),
                    // The worst that a column of few rows can hold is one value.
                    None if is_hot_row(facts) => {
                        state(format!("{place} constant"));
                    }
                    None => state(format!("{place} sequential")),
                }
            }
        }
        out
    }
}

/// The tables and indexes with a split that is hot and cannot be divided.
fn hot(lesson: &Lesson, text: &str) -> BTreeSet<String> {
    let scenario = lesson.scenario(&lesson.starter.text);
    let scenario = Scenario { before: text.to_owned(), after: None, ..scenario };
    let side = simulate(&scenario).before;
    let name = |object| side.load.object(object).name.clone();
    side.run.unsplittable.iter().map(|split| name(split.object)).collect()
}

fn spread(dist: &Dist) -> String {
    match dist {
        Dist::Uniform => "random".to_owned(),
        Dist::Entity { cardinality } => format!("entity({cardinality})"),
        Dist::LowCard { values } => format!("lowcard({values})"),
        Dist::Shard { n, .. } => format!("shard({n})"),
        Dist::Constant => "constant".to_owned(),
        Dist::MonotonicDown => "descending".to_owned(),
        _ => "sequential".to_owned(),
    }
}

/// A text without its comments; no string of a lesson contains two hyphens.
fn without_comments(text: &str) -> String {
    let code = |line: &str| line.split("--").next().unwrap_or_default().trim_end().to_owned();
    text.lines().map(|line| code(line) + "\n").collect()
}
