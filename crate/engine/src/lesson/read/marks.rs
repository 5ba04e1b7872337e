//! Reads what the prose of a lesson takes from runs and lets a reader set, and its figures.
//!
//! These are found in the lines of the file, so that a mistake is reported with its own line and
//! not with that of its paragraph.

use crate::lesson::mark::{Mark, Setting, Stated, Text, number_in};
use crate::lesson::measured::Unit;
use crate::lesson::parts::Lesson;
use crate::lesson::read::figures;
use crate::lesson::read::grammar;
use crate::lesson::read::limits::{MARKS_MAX, SLIDER_NODES_MAX, SLIDER_WRITES_MAX, WRITES_MAX};
use crate::lesson::read::reader::{Reader, nearest};
use crate::lesson::terms::Takes;
use crate::sim::model::NODES_MAX;

/// A link in a line: its words, and where it leads.
struct Link<'a> {
    words: &'a str,
    target: &'a str,
}

/// Knobs that a slider may set.
const KNOBS: [&str; 2] = ["nodes", "writes"];

/// Where a slider would show what is still to be predicted, or has no run beside it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    /// Above the first step.
    Opening,
    /// In a step, above a question or without one.
    Step,
    /// Below a question.
    Predict,
    /// Anywhere else.
    Other,
}

impl Reader {
    /// The marks, the sliders and the figures of a file that was read otherwise.
    pub(super) fn marks(&mut self, markdown: &str, lesson: &mut Lesson) {
        let asking: Vec<u32> =
            lesson.steps.iter().filter(|it| it.predict.is_some()).map(|it| it.line).collect();
        let (mut place, mut step) = (Place::Opening, 0);
        let mut lines = markdown.lines().zip(1_u32..);
        while let Some((line, at)) = lines.next() {
            if let Some(info) = line.trim_start().strip_prefix("```") {
                let within: Vec<(&str, u32)> =
                    lines.by_ref().take_while(|(line, _)| line.trim() != "```").collect();
                if info.trim() == "figure" {
                    figures::check(self, at, &within);
                }
                continue;
            }
            if line.starts_with("## ") {
                place = if line.starts_with("## Step:") { Place::Step } else { Place::Other };
                step = at;
            } else if line.starts_with("### ") {
                place = if line.starts_with("### Predict") { Place::Predict } else { Place::Other };
            }
            for link in links(line) {
                if let Some(target) = link.target.strip_prefix("run:") {
                    match mark(&link, target, at, lesson) {
                        Ok(_) if lesson.marks.len() == MARKS_MAX => {
                            self.too_many(at, MARKS_MAX, "links to `run:`");
                        }
                        Ok(mark) => lesson.marks.push(mark),
                        Err(message) => self.complain(at, message),
                    }
                } else if let Some(target) = link.target.strip_prefix("set:") {
                    if let Err(message) = slider(&link, target, lesson) {
                        self.complain(at, message);
                    }
                    let covered = place == Place::Step && asking.contains(&step);
                    if place == Place::Opening || place == Place::Other || covered || lesson.exam {
                        self.complain(
                            at,
                            "expected a slider where its run is shown: in a step without a \
                             question, or below the answers; found it elsewhere",
                        );
                    }
                }
            }
        }
    }
}

/// The links of a line. Code in backticks has none.
fn links(line: &str) -> Vec<Link<'_>> {
    let mut out = Vec::new();
    for (at, part) in line.split('`').enumerate() {
        if at % 2 == 1 {
            continue;
        }
        let mut rest = part;
        while let Some((before, after)) = rest.split_once("](") {
            let words = before.rsplit('[').next().unwrap_or(before);
            let end = end_of(after);
            if before.contains('[') {
                out.push(Link { words, target: &after[..end] });
            }
            rest = &after[end..];
        }
    }
    out
}

/// The length of a target: up to the parenthesis that closes the link.
fn end_of(after: &str) -> usize {
    let mut depth = 0_u32;
    for (at, c) in after.char_indices() {
        match c {
            '(' => depth += 1,
            ')' if depth == 0 => return at,
            ')' => depth -= 1,
            _ => {}
        }
    }
    after.len()
}

/// `[words](run:solution.served,nodes=20)`.
fn mark(link: &Link<'_>, target: &str, line: u32, lesson: &Lesson) -> Result<Mark, String> {
    let words = grammar::one_blank(link.words);
    let (of, rest) = text_of(target, lesson)?;
    let close = rest.find(')').map_or(0, |at| at + 1);
    let (term, settings) = match rest[close..].split_once(',') {
        Some((left, settings)) => (&rest[..close + left.len()], settings),
        None => (rest, ""),
    };
    let asked = grammar::asked(term)?;
    let set = setting(settings, lesson)?;
    let number = Stated::find(&words, asked.term.unit);
    let named = asked.term.unit == Unit::Yes || asked.term.takes == Takes::Pattern;
    if number.is_none() && !named {
        return Err(format!(
            "expected a number in words that link to `{}`, as in [3,500](run:served), found \
             `{words}`",
            asked.term.name
        ));
    }
    let number = if named { None } else { number };
    Ok(Mark { words, line, of, asked, set, number })
}

/// The schema that a target begins with, and what stands behind it.
fn text_of<'t>(target: &'t str, lesson: &Lesson) -> Result<(Text, &'t str), String> {
    let Some((word, rest)) = target.split_once('.').filter(|(word, _)| !word.contains('(')) else {
        return Ok((Text::Starter, target));
    };
    let numbered = |prefix: &str, count: usize| {
        let at = word.strip_prefix(prefix)?.parse::<usize>().ok()?;
        (1..=count).contains(&at).then(|| at - 1)
    };
    let (wrong, after) = (lesson.wrong.len(), lesson.after_steps().count());
    let text = match word {
        "starter" => Some(Text::Starter),
        "solution" if lesson.solution_code.line > 0 => Some(Text::Solution),
        _ => numbered("wrong-", wrong)
            .map(Text::Wrong)
            .or_else(|| numbered("after-", after).map(Text::After)),
    };
    text.map(|text| (text, rest)).ok_or_else(|| {
        format!(
            "expected `starter`, `solution`, `wrong-1` to `wrong-{wrong}` or `after-1` to \
             `after-{after}` before the point, found `{word}`"
        )
    })
}

/// `nodes=20,writes=1200`.
fn setting(text: &str, lesson: &Lesson) -> Result<Setting, String> {
    let mut set = Setting::default();
    for part in text.split(',').filter(|part| !part.is_empty()) {
        let (name, value) = part.split_once('=').unwrap_or((part, ""));
        let value = value.parse::<f64>().ok().filter(|value| value.is_finite());
        let (_, most) = range_of(name, lesson)?;
        let value = value.filter(|value| *value > 0.0 && *value <= most).ok_or_else(|| {
            format!("expected a number above 0 and up to {most} for `{name}`, found `{part}`")
        })?;
        match name {
            "nodes" => set.nodes = Some(value),
            _ => set.writes = Some(value),
        }
    }
    Ok(set)
}

/// What the lesson sets a knob to, and the most that one may set.
fn range_of(name: &str, lesson: &Lesson) -> Result<(f64, f64), String> {
    match (name, lesson.writes_per_second) {
        ("nodes", _) => Ok((lesson.nodes, NODES_MAX)),
        ("writes", Some(writes)) => Ok((writes, WRITES_MAX)),
        ("writes", None) => Err("expected a field `writes:` in a lesson that sets it".to_owned()),
        _ => {
            let like = nearest(name, KNOBS.iter().copied());
            Err(format!("expected a knob such as `{like}`, found `{name}`"))
        }
    }
}

/// `[ten nodes](set:nodes=2..30)`: it begins with what the lesson sets.
fn slider(link: &Link<'_>, target: &str, lesson: &Lesson) -> Result<(), String> {
    let (name, range) = target.split_once('=').unwrap_or((target, ""));
    let (own, _) = range_of(name, lesson)?;
    let most = if name == "nodes" { SLIDER_NODES_MAX } else { SLIDER_WRITES_MAX };
    let ends = range
        .split_once("..")
        .and_then(|(least, most)| Some((least.parse::<u32>().ok()?, most.parse::<u32>().ok()?)));
    let Some((least, greatest)) = ends.filter(|(least, greatest)| least < greatest) else {
        return Err(format!(
            "expected a range of whole numbers such as `{name}=2..30`, found `{target}`"
        ));
    };
    if least == 0 || f64::from(greatest) > most {
        return Err(format!("expected a range within 1..{most}, found `{range}`"));
    }
    if !(f64::from(least)..=f64::from(greatest)).contains(&own) {
        return Err(format!(
            "expected a range that contains {own}, which this lesson sets, found `{range}`"
        ));
    }
    match number_in(link.words) {
        Some((number, 0)) if (number - own).abs() < 0.5 => Ok(()),
        _ => Err(format!(
            "expected {own} in the words of this slider, which this lesson sets for `{name}`, \
             found `{}`",
            link.words
        )),
    }
}
