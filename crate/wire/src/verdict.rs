//! What a schema comes to, in one sentence and a few more: the page's first words.
//!
//! Which case it is follows from headroom and findings alone. A run adds what only a run can show:
//! latency and busy servers.

use serde::{Deserialize, Serialize};
#[cfg(target_arch = "wasm32")]
use tsify::Tsify;

use crate::headline::{AT_LIMIT, about, counted, falls_short, is_far, is_slow, milliseconds};
use crate::headroom::HeadroomReport;
use crate::hot_keys::HotKey;
use hotsplit_engine::rules::severity::{against_limit, number, percent};
use hotsplit_engine::rules::{Finding, Severity};
use hotsplit_engine::sim::{Knobs, Summary};
use hotsplit_engine::syntax::source::{Detected, Other, detect};
use hotsplit_engine::text::LineIndex;
use hotsplit_engine::{Reading, Side, headroom};

/// Letters of a title at most.
pub const TITLE_MAX: usize = 90;

/// What a schema comes to.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct SchemaVerdict {
    /// Which case it is.
    pub kind: VerdictKind,
    /// The case in one sentence of at most 90 letters; names in backticks.
    pub title: String,
    /// What it means, in a few sentences; names in backticks. May be empty.
    pub detail: String,
    /// The load that it rests on: `Assumed: 12,000 writes/s over 22 tables, 10 nodes`. Empty where it
    /// rests on none.
    pub assumed: String,
}

/// Which case a verdict is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum VerdictKind {
    /// There is no schema yet.
    Empty,
    /// The text was written for another database.
    Foreign,
    /// No table could be read, or none that could is within ten times the limits of Spanner.
    Unreadable,
    /// Nothing gets hot for certain, and the answer to a question decides.
    Question,
    /// A key is full at the load that is simulated.
    HotNow,
    /// Keys do not spread, and none is full at the load that is simulated.
    HotLater,
    /// No key is hot, and the nodes are not enough. Only a run shows it.
    Slow,
    /// Every key spreads.
    Even,
    /// Nothing is written to the schema.
    NothingWritten,
}

/// The verdict on a schema that was read.
#[must_use]
pub fn of_reading(reading: &Reading, report: &HeadroomReport, writes: f64) -> SchemaVerdict {
    let knobs = headroom::knobs_of(&reading.facts.file);
    Case { reading, report, knobs: &knobs, writes, run: None }.verdict()
}

/// The verdict on a schema that was run.
#[must_use]
pub fn of_side(side: &Side, report: &HeadroomReport) -> SchemaVerdict {
    let writes = side.room.writes_per_second;
    let (reading, knobs) = (side.reading.as_ref(), &side.knobs);
    Case { reading, report, knobs, writes, run: Some(side) }.verdict()
}

/// What a verdict is about.
struct Case<'a> {
    reading: &'a Reading,
    report: &'a HeadroomReport,
    knobs: &'a Knobs,
    /// Rows written per second over the whole schema.
    writes: f64,
    run: Option<&'a Side>,
}

impl Case<'_> {
    fn verdict(&self) -> SchemaVerdict {
        if let Some(unread) = self.unread() {
            return unread;
        }
        if self.report.capacity_even_writes_per_second.is_none() {
            let title = "Nothing is written to this schema.";
            let detail = "State a rate of writes to see which key gets hot.";
            return verdict(
                VerdictKind::NothingWritten,
                title,
                self.with_unread(detail.to_owned()),
            );
        }
        let hot = self.report.keys.iter().filter(|key| key.is_hot);
        let (full, later): (Vec<&HotKey>, Vec<&HotKey>) = hot.partition(|it| it.load >= 1.0);
        let open = self.report.keys.iter().find(|key| key.question.is_some());
        let found = if !full.is_empty() || !later.is_empty() {
            let found = if full.is_empty() { self.hot_later(&later) } else { self.hot_now(full) };
            let unknown = match self.open() {
                0 => String::new(),
                1 => " It is not known how 1 other key is generated.".to_owned(),
                many => format!(" It is not known how {} other keys are generated.", whole(many)),
            };
            SchemaVerdict { detail: found.detail + &unknown, ..found }
        } else if let Some((key, question)) = open.and_then(|key| Some((key, self.asked(key)?))) {
            self.question(key, question)
        } else {
            self.slow().unwrap_or_else(|| self.even())
        };
        let detail = self.with_unread(found.detail);
        SchemaVerdict { detail, assumed: self.assumed(), ..found }
    }

    /// Where there is nothing to judge.
    fn unread(&self) -> Option<SchemaVerdict> {
        let reading = self.reading;
        let tree = &reading.tree;
        if tree.statements.is_empty() && tree.errors.is_empty() {
            let detail =
                "CREATE TABLE statements of Cloud Spanner, GoogleSQL or PostgreSQL dialect.";
            return Some(verdict(VerdictKind::Empty, "Paste a schema.", detail.to_owned()));
        }
        if !tree.errors.is_empty() {
            let detected = detect(&reading.text);
            if let Some(name) = detected.other_name() {
                return Some(self.foreign(detected, name));
            }
        }
        if !reading.schema.tables.is_empty() {
            return None;
        }
        if let Some(past) = self.past_limit() {
            return Some(verdict(VerdictKind::Unreadable, "No table could be analysed.", past));
        }
        let detail = self.first_error().unwrap_or_else(|| {
            "The schema has no CREATE TABLE statement. Paste those of your database: `gcloud \
             spanner databases ddl describe` prints them."
                .to_owned()
        });
        Some(verdict(VerdictKind::Unreadable, "No table could be read.", detail))
    }

    /// What is so far past a limit of Spanner that it is not analysed: the first such thing.
    fn past_limit(&self) -> Option<String> {
        let schema = &self.reading.schema;
        let first = schema.past_limits.first()?;
        let found = self.reading.standing().find(|found| found.span == first.span)?;
        Some(format!("{}. {}", found.title, found.why))
    }

    fn foreign(&self, detected: Detected, name: &str) -> SchemaVerdict {
        let lines = LineIndex::new(&self.reading.text);
        let errors = &self.reading.tree.errors;
        let first = errors.first().map_or(1, |error| lines.line(error.span.start));
        let places = match errors.len() {
            1 => format!("1 place on line {first}"),
            many => format!("{} places, the first on line {first}", number(many as f64)),
        };
        let next = match detected {
            Detected::Source(database) => format!(
                "Port it on hotsplit's page or with `hotsplit port`; `hotsplit check --dialect {}` \
                 shows where it would get hot as it is.",
                database.dialect_name()
            ),
            Detected::Other(Other::Sqlite) => {
                "Rewrite the types and clauses that are marked.".to_owned()
            }
            _ => "Convert it with the Spanner migration tool and paste its output, or rewrite the \
                  marked parts."
                .to_owned(),
        };
        let title = format!("This looks like {name}.");
        let detail = format!("Spanner does not accept it unchanged: it rejects {places}. {next}");
        verdict(VerdictKind::Foreign, &title, detail)
    }

    /// The first error with its line.
    fn first_error(&self) -> Option<String> {
        let lines = LineIndex::new(&self.reading.text);
        let error = self.reading.tree.errors.first()?;
        Some(format!("Line {}: {}.", lines.line(error.span.start), error.message))
    }

    fn hot_now(&self, mut full: Vec<&HotKey>) -> SchemaVerdict {
        full.sort_by(|a, b| b.load.total_cmp(&a.load));
        // Of those that are not listed some may be full too.
        let all_full = full.len() == self.report.keys.len();
        let least = if all_full && self.report.keys_left_out > 0 { "At least " } else { "" };
        let (objects, noun) = self.objects();
        let title = match objects {
            1 => "1 table will get hot.".to_owned(),
            _ => format!("{least}{} of {} {noun} will get hot.", whole(full.len()), whole(objects)),
        };
        let first = full[0];
        let tops = first.hot_from_per_second.map_or_else(String::new, |most| {
            format!(" It tops out at {} writes/s, on any number of nodes.", about(most))
        });
        let now = format!(" The load here is {}.", against_limit(first.load));
        let detail =
            format!("`{}`: {}.{tops}{now}{}", first.object, first.effect, then(&full[1..]));
        verdict(VerdictKind::HotNow, &title, detail)
    }

    fn hot_later(&self, keys: &[&HotKey]) -> SchemaVerdict {
        let title = match keys {
            [only] => format!("1 {} sends {} to {}.", noun_of(only), what(keys), place(keys)),
            _ => {
                let index = |key: &&HotKey| key.kind != "table";
                let noun = match keys.iter().filter(|key| index(key)).count() {
                    0 => "keys",
                    all if all == keys.len() => "indexes",
                    _ => "keys and indexes",
                };
                // Those that are not listed are no fuller than those that are.
                let count = keys.len() + self.report.keys_left_out as usize;
                format!("{} {noun} send {} to {}.", whole(count), what(keys), place(keys))
            }
        };
        let closest = keys.iter().reduce(|most, it| if it.load > most.load { it } else { most });
        let closest = closest.map_or_else(String::new, |key| self.closest(key, keys.len()));
        verdict(VerdictKind::HotLater, &title, closest + &self.service())
    }

    /// How far the fullest of `keys` keys is from its limit.
    fn closest(&self, key: &HotKey, keys: usize) -> String {
        let at = self.rate();
        let load = against_limit(key.load);
        let start = match keys {
            1 => format!("At {at} `{}` is at {load}", key.object),
            _ => format!("At {at}, none is full yet; `{}` is closest, at {load}", key.object),
        };
        let Some(ceiling) = &key.ceiling_writes_per_second else { return format!("{start}.") };
        let nodes = counted(key.nodes_harmless.ceil().max(1.0));
        let full = about(ceiling.writes_per_second);
        format!("{start}, and is full from {full} writes/s, or from {nodes} at full use.")
    }

    fn question(&self, key: &HotKey, question: &Finding) -> SchemaVerdict {
        let schema = &self.reading.schema;
        let column = question.column_name(schema).unwrap_or_default();
        let table = question.column.map_or("", |(table, _)| &schema.table(table).name);
        let title = format!("It depends on how `{table}.{column}` is generated.");
        let even = self.capacity().unwrap_or_else(|| "every node helps".to_owned());
        let serves = self.report.capacity_even_writes_per_second.unwrap_or(f64::INFINITY);
        let least = key.ceiling_writes_per_second.as_ref().map_or_else(String::new, |ceiling| {
            let most = about(ceiling.writes_per_second);
            if ceiling.writes_per_second > serves {
                let nodes = counted(self.knobs.nodes);
                return format!(", a limit from {most} writes/s, more than {nodes} can serve");
            }
            format!(", and the schema tops out at {most} writes/s, on any number of nodes")
        });
        let more = match self.open() - 1 {
            0 => String::new(),
            1 => " One more key is also unknown.".to_owned(),
            many => format!(" {} more keys are also unknown.", whole(many)),
        };
        let detail =
            format!("If it increases, {}{least}. If it is random, {even}.{more}", key.effect);
        verdict(VerdictKind::Question, &title, detail)
    }

    /// At the default rate the nodes are enough by definition.
    fn slow(&self) -> Option<SchemaVerdict> {
        let side = self.run.filter(|side| self.is_stated() && is_bad(side))?;
        let nodes = self.knobs.nodes;
        let offered = side.run.summary.offered;
        let even = self.report.capacity_even_writes_per_second?;
        let needed = (offered * nodes / (even * self.knobs.recommended())).ceil();
        if needed <= nodes {
            return None;
        }
        let are = if nodes == 1.0 { "is" } else { "are" };
        let title = format!("No hot key, but {} {are} not enough.", counted(nodes));
        let detail = format!(
            "{}. About {} can serve {} writes/s within the recommended {} of their CPU.",
            latency(side),
            counted(needed),
            number(offered.round()),
            percent(self.knobs.recommended())
        );
        Some(verdict(VerdictKind::Slow, &title, detail))
    }

    fn even(&self) -> SchemaVerdict {
        let tables = self.reading.schema.tables.len();
        let title = match tables {
            1 => "No hot key in 1 table.".to_owned(),
            many => format!("No hot keys in {} tables.", whole(many)),
        };
        // Of some columns of an index nothing is known, and nothing is asked.
        let full = self.report.keys.iter().find(|key| key.load >= 1.0);
        let unknown = full.map_or_else(String::new, |key| {
            let load = against_limit(key.load);
            format!(" If the values of `{}` increase, it is at {load}.", key.object)
        });
        let even = self.capacity().map_or_else(String::new, |even| capital(&even) + ".");
        let harmless = self.report.keys.iter().find(|key| key.ceiling_writes_per_second.is_some());
        let far = harmless.filter(|_| is_far(self.report, self.knobs.nodes)).map(|key| {
            let nodes = number(key.nodes_harmless.floor());
            format!(" Up to {nodes} nodes, no key limits it; then `{}` does.", key.object)
        });
        let detail = even + &unknown + &far.unwrap_or_default() + &self.service() + &self.others();
        verdict(VerdictKind::Even, &title, detail)
    }

    /// Findings that are not about full splits.
    fn others(&self) -> String {
        let counts = |it: &&Finding| it.severity >= Severity::Warn && it.harmless.is_none();
        match self.reading.standing().filter(counts).count() {
            0 => String::new(),
            1 => " 1 other finding needs a look.".to_owned(),
            many => format!(" {} other findings need a look.", whole(many)),
        }
    }

    /// What the run shows where its service is not good.
    fn service(&self) -> String {
        // At the default rate requests wait only until the first splits are made.
        let bad = self.run.filter(|side| self.is_stated() && is_bad(side));
        bad.map_or_else(String::new, |side| format!(" In this run {}.", latency(side)))
    }

    /// Questions that decide whether a key spreads.
    fn open(&self) -> usize {
        let keys = &self.report.keys;
        let is_first = |at: usize| !keys[..at].iter().any(|it| it.question == keys[at].question);
        (0..keys.len()).filter(|&at| keys[at].question.is_some() && is_first(at)).count()
    }

    fn asked(&self, key: &HotKey) -> Option<&Finding> {
        self.reading.find(key.question.as_deref()?)
    }

    /// `10 nodes can serve about 22,000 writes/s, and 20 twice that`.
    fn capacity(&self) -> Option<String> {
        let even = about(self.report.capacity_even_writes_per_second?);
        let nodes = self.knobs.nodes;
        let twice = number(nodes * 2.0);
        Some(format!("{} can serve about {even} writes/s, and {twice} twice that", counted(nodes)))
    }

    /// Tables and indexes, and what they are called together.
    fn objects(&self) -> (usize, &'static str) {
        let schema = &self.reading.schema;
        match schema.indexes.len() {
            0 => (schema.tables.len(), "tables"),
            indexes => (schema.tables.len() + indexes, "tables and indexes"),
        }
    }

    /// `12,000 writes/s (assumed)`.
    fn rate(&self) -> String {
        let assumed = if self.is_stated() { "" } else { " (assumed)" };
        format!("{} writes/s{assumed}", self.writes())
    }

    fn writes(&self) -> String {
        if self.is_stated() { number(self.writes.round()) } else { about(self.writes) }
    }

    fn is_stated(&self) -> bool {
        self.reading.facts.headroom.rate_stated
    }

    fn assumed(&self) -> String {
        let how = if self.is_stated() { "Given" } else { "Assumed" };
        let tables = match self.reading.schema.tables.len() {
            1 => "1 table".to_owned(),
            many => format!("{} tables", whole(many)),
        };
        format!("{how}: {} writes/s over {tables}, {}", self.writes(), counted(self.knobs.nodes))
    }

    /// A detail with what of the text it does not cover.
    fn with_unread(&self, mut detail: String) -> String {
        let add = |detail: &mut String, sentence: String| {
            if !detail.is_empty() {
                detail.push(' ');
            }
            detail.push_str(&sentence);
        };
        let unread = self.unread_statements();
        if unread > 0 {
            let some = |count: usize, noun: &str| {
                format!("{} {noun}{}", whole(count), if count == 1 { "" } else { "s" })
            };
            let errors = some(self.reading.syntax_errors().count(), "syntax error");
            let sentence = format!("{} could not be read: {errors}.", some(unread, "statement"));
            add(&mut detail, sentence);
        }
        if let Some(past) = self.past_limit() {
            add(&mut detail, past);
        }
        detail
    }

    /// Statements with an error.
    fn unread_statements(&self) -> usize {
        let statements = &self.reading.tree.statements;
        let errors = self.reading.syntax_errors();
        // The last statement that starts before it, so that what no statement covers counts too.
        let mut places: Vec<usize> = errors
            .map(|error| statements.partition_point(|it| it.span.start <= error.span.start))
            .collect();
        places.sort_unstable();
        places.dedup();
        places.len()
    }
}

fn verdict(kind: VerdictKind, title: &str, detail: String) -> SchemaVerdict {
    SchemaVerdict { kind, title: shortened(title), detail, assumed: String::new() }
}

/// A title that fits: a long name loses its end, not its backtick.
fn shortened(title: &str) -> String {
    if title.chars().count() <= TITLE_MAX {
        return title.to_owned();
    }
    let before: String = title.chars().take(TITLE_MAX - 3).collect();
    let open = before.matches('`').count() % 2 == 1;
    format!("{before}{}…", if open { "`" } else { "" })
}

/// The next keys that are full, by name.
fn then(others: &[&HotKey]) -> String {
    match others {
        [] => String::new(),
        [one] => format!(" `{}` is over its limit too.", one.object),
        [one, other] => format!(" `{}` and `{}` are over theirs too.", one.object, other.object),
        [one, other, more @ ..] => format!(
            " `{}`, `{}` and {} more are over theirs too.",
            one.object,
            other.object,
            whole(more.len())
        ),
    }
}

/// What keys send to one place.
fn what(keys: &[&HotKey]) -> &'static str {
    if keys.iter().all(|key| key.sends.inserts) { "all inserts" } else { "most writes" }
}

/// How many places that is.
fn place(keys: &[&HotKey]) -> &'static str {
    if keys.iter().any(|key| key.sends.places > 1) { "a few places" } else { "one place" }
}

fn noun_of(key: &HotKey) -> &'static str {
    if key.kind == "table" { "key" } else { "index" }
}

/// Whether a run gives no good service: requests are given up or wait, or a server is at its limit.
fn is_bad(side: &Side) -> bool {
    // Numbers are 0 until half of the run is done.
    let done = side.run.columns_done == side.run.columns;
    done && (falls_short(side) || is_slow(side) || side.run.summary.utilisation_max >= AT_LIMIT)
}

/// `p99 is 410 ms, and the busiest server is at 100 %`.
fn latency(side: &Side) -> String {
    let Summary { p99_ms, utilisation_max, .. } = side.run.summary;
    let which = if side.run.servers == 1 { "the only server" } else { "the busiest server" };
    format!("p99 is {}, and {which} is at {}", milliseconds(p99_ms), percent(utilisation_max))
}

fn capital(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

fn whole(count: usize) -> String {
    number(count as f64)
}
