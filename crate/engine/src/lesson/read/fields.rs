//! Reads the title and the fields of a lesson.

use crate::defaults::{NODES, SEED};
use crate::facts::quantity::quantity;
use crate::lesson::parts::{Code, Lesson};
use crate::lesson::read::limits::{MINUTES_MAX, RUN_MINUTES_MAX, WRITES_MAX};
use crate::lesson::read::reader::{Reader, nearest};
use crate::page::Page;
use crate::sim::model::NODES_MAX;
use crate::syntax::tree::Dialect;

/// Fields of a lesson, and whether one has to be there.
const FIELDS: &[(&str, bool)] = &[
    ("exam", false),
    ("minutes", true),
    ("topic", true),
    ("goal", false),
    ("teaches", true),
    ("dialect", false),
    ("nodes", true),
    ("writes", true),
    ("for", true),
    ("seed", true),
];

impl Reader {
    /// The title and the fields.
    pub(super) fn head(&mut self, page: &Page) -> Lesson {
        let top = page.lines.title.unwrap_or(1);
        if page.title.is_empty() {
            self.complain(top, "expected a title such as `# The moving tail`, found none");
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
            marks: Vec::new(),
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
                self.complain(line, format!("expected a value after `{name}:`, found none"));
            }
            seen.push(name);
        }
        for (name, needed) in FIELDS {
            if *needed && !seen.contains(name) {
                self.complain(
                    top,
                    format!("expected a line `{name}: …` directly below the title, found none"),
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
                    "expected a number above 0 and up to {most} for `{name}`, for example 12000 or \
                     12k, found `{value}`"
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
