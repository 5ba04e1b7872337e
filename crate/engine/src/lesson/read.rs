//! A marked-down file to a lesson, with what is wrong with it line by line.
//!
//! Reading never fails: what is wrong is left out and told. A message says what was expected and
//! what was found, so that an author can mend the line without looking anything up.

mod grammar;
mod names;
mod sections;

use super::{Code, Complaint, Lesson};
use crate::defaults::{NODES, SEED};
use crate::facts::quantity::quantity;
use crate::order;
use crate::page::{self, Page};
use crate::sim::model::NODES_MAX;
use crate::syntax::tree::Dialect;

/// Bytes of a lesson file at most (limits here are assumptions of ours: many times what people sit
/// through).
pub const LESSON_BYTES_MAX: usize = 200_000;

/// Steps at most.
pub const STEPS_MAX: usize = 30;

/// Checks of a step at most.
pub const CHECKS_MAX: usize = 20;

/// Hints of a step at most.
pub const HINTS_MAX: usize = 10;

/// Hints of a step with checks at least; an exam has none.
pub const HINTS_MIN: usize = 2;

/// Answers to a prediction at most.
pub const CHOICES_MAX: usize = 8;

/// Wrong answers at most.
pub const WRONG_MAX: usize = 20;

/// Minutes that a lesson takes a person at most.
pub const MINUTES_MAX: u32 = 60;

/// Minutes simulated at most: a day.
pub const RUN_MINUTES_MAX: u32 = 1_440;

/// Rows per second at most.
pub const WRITES_MAX: f64 = 1e9;

/// Complaints at most; an author mends the first ones first.
pub const COMPLAINTS_MAX: usize = 100;

/// Fields of a lesson, and whether one has to be there.
const FIELDS: &[(&str, bool)] = &[
    ("exam", false),
    ("minutes", true),
    ("topic", true),
    ("teaches", true),
    ("dialect", false),
    ("nodes", true),
    ("writes", true),
    ("for", true),
    ("seed", true),
];

/// A lesson as far as it could be read.
#[derive(Clone, Debug)]
pub struct Read {
    /// What was read; `None` without a title, a schema or a step, as there is nothing to play.
    pub lesson: Option<Lesson>,
    /// What is wrong, in the order of lines.
    pub complaints: Vec<Complaint>,
}

/// Reads a lesson file.
#[must_use]
pub fn read(markdown: &str) -> Read {
    if markdown.len() > LESSON_BYTES_MAX {
        let message = format!(
            "expected at most {LESSON_BYTES_MAX} bytes, found {}; nothing was read",
            markdown.len()
        );
        return Read { lesson: None, complaints: vec![Complaint { line: 1, message }] };
    }
    let page = page::read(markdown);
    let mut reader = Reader { complaints: Vec::new() };
    let mut lesson = reader.head(&page);
    reader.body(&page, &mut lesson);
    let playable =
        !lesson.title.is_empty() && !lesson.starter.text.is_empty() && !lesson.steps.is_empty();
    if playable {
        reader.check_texts(&lesson);
    }
    let mut complaints = reader.complaints;
    order::plain(&mut complaints);
    complaints.dedup();
    complaints.truncate(COMPLAINTS_MAX);
    Read { lesson: playable.then_some(lesson), complaints }
}

/// Gathers complaints on the way.
struct Reader {
    complaints: Vec<Complaint>,
}

impl Reader {
    fn complain(&mut self, line: u32, message: impl Into<String>) {
        self.complaints.push(Complaint { line, message: message.into() });
    }

    /// Says that there is more of something than a lesson may have, once.
    fn too_many(&mut self, line: u32, most: usize, of: &str) {
        let message = format!("expected at most {most} {of}, found more");
        if !self.complaints.iter().any(|it| it.message == message) {
            self.complain(line, message);
        }
    }

    /// The title and the fields.
    fn head(&mut self, page: &Page) -> Lesson {
        let top = page.lines.title.unwrap_or(1);
        if page.title.is_empty() {
            self.complain(top, "expected a title, as in `# The moving tail`, found none");
        }
        self.known_fields(page, top);
        Lesson {
            title: page.title.clone(),
            exam: self.exam(page),
            minutes: self.whole(page, "minutes", 1, MINUTES_MAX).unwrap_or(1),
            topic: page.field("topic").unwrap_or_default().to_owned(),
            teaches: self.teaches(page),
            dialect: self.dialect(page),
            nodes: self.number(page, "nodes", NODES_MAX).unwrap_or(NODES),
            writes_per_second: self.number(page, "writes", WRITES_MAX),
            run_minutes: self.whole(page, "for", 1, RUN_MINUTES_MAX).unwrap_or(1),
            seed: self.whole(page, "seed", 0, u32::MAX).unwrap_or(SEED),
            introduction: Vec::new(),
            starter: Code::default(),
            hidden: Code::default(),
            steps: Vec::new(),
            solution: Vec::new(),
            solution_code: Code::default(),
            wrong: Vec::new(),
            real: Vec::new(),
        }
    }

    fn known_fields(&mut self, page: &Page, top: u32) {
        let mut seen: Vec<&str> = Vec::new();
        for ((name, value), &line) in page.fields.iter().zip(&page.lines.fields) {
            if !FIELDS.iter().any(|(known, _)| known == name) {
                let like = nearest(name, FIELDS.iter().map(|(known, _)| *known));
                self.complain(line, format!("expected a field such as `{like}`, found `{name}`"));
            } else if seen.contains(&name.as_str()) && name != "teaches" {
                self.complain(line, format!("expected `{name}` once, found it again"));
            } else if value.is_empty() {
                self.complain(line, format!("expected a value behind `{name}:`, found none"));
            }
            seen.push(name);
        }
        for (name, needed) in FIELDS {
            if *needed && !seen.contains(name) {
                self.complain(
                    top,
                    format!("expected a line `{name}: …` right below the title, found none"),
                );
            }
        }
    }

    /// The value of a field with its line.
    fn field<'a>(page: &'a Page, name: &str) -> Option<(&'a str, u32)> {
        let at = page.fields.iter().position(|(known, _)| known == name)?;
        let line = page.lines.fields.get(at).copied().unwrap_or(1);
        Some((page.fields[at].1.as_str(), line)).filter(|(value, _)| !value.is_empty())
    }

    fn whole(&mut self, page: &Page, name: &str, least: u32, most: u32) -> Option<u32> {
        let (value, line) = Self::field(page, name)?;
        let number = value.parse().ok().filter(|number| (least..=most).contains(number));
        if number.is_none() {
            self.complain(
                line,
                format!(
                    "expected a whole number from {least} to {most} for `{name}`, found `{value}`"
                ),
            );
        }
        number
    }

    fn number(&mut self, page: &Page, name: &str, most: f64) -> Option<f64> {
        let (value, line) = Self::field(page, name)?;
        let number = quantity(value).filter(|number| *number > 0.0 && *number <= most);
        if number.is_none() {
            self.complain(
                line,
                format!(
                    "expected a number above 0 and up to {most} for `{name}`, as in 12000 or 12k, \
                     found `{value}`"
                ),
            );
        }
        number
    }

    fn exam(&mut self, page: &Page) -> bool {
        match Self::field(page, "exam") {
            None | Some(("no", _)) => false,
            Some(("yes", _)) => true,
            Some((value, line)) => {
                self.complain(line, format!("expected `yes` or `no` for `exam`, found `{value}`"));
                false
            }
        }
    }

    fn dialect(&mut self, page: &Page) -> Dialect {
        match Self::field(page, "dialect") {
            None | Some(("googlesql", _)) => Dialect::GoogleSql,
            Some(("postgresql", _)) => Dialect::PostgreSql,
            Some((value, line)) => {
                let message = format!("expected `googlesql` or `postgresql`, found `{value}`");
                self.complain(line, message);
                Dialect::GoogleSql
            }
        }
    }

    /// Ids of claims: `S1.2, S2.7`.
    fn teaches(&mut self, page: &Page) -> Vec<String> {
        let mut ids: Vec<String> = Vec::new();
        for ((name, value), &line) in page.fields.iter().zip(&page.lines.fields) {
            if name != "teaches" {
                continue;
            }
            for id in value.split(',').map(str::trim).filter(|id| !id.is_empty()) {
                if !is_claim(id) {
                    self.complain(line, format!("expected an id such as S2.7, found `{id}`"));
                } else if ids.iter().any(|known| known == id) {
                    self.complain(line, format!("expected `{id}` once, found it again"));
                } else {
                    ids.push(id.to_owned());
                }
            }
        }
        ids
    }
}

/// `S`, a number, a dot, a number.
fn is_claim(id: &str) -> bool {
    let digits = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
    id.strip_prefix('S')
        .and_then(|rest| rest.split_once('.'))
        .is_some_and(|(document, claim)| digits(document) && digits(claim))
}

/// The name that is most like one that is none.
fn nearest<'a>(name: &str, known: impl Iterator<Item = &'a str>) -> &'a str {
    known.min_by_key(|known| strsim::damerau_levenshtein(known, name)).unwrap_or_default()
}
