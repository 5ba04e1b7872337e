//! `hotsplit lesson`: what is wrong with lesson files, and what each check gives.

use anstyle::{AnsiColor, Style};
use hotsplit_wire::engine::lesson::because::Because;
use hotsplit_wire::engine::lesson::judge::Verdict;
use hotsplit_wire::engine::lesson::play::{Played, play};
use hotsplit_wire::engine::lesson::read::{Read, read};
use hotsplit_wire::engine::lesson::{Complaint, Lesson, Step};
use serde_json::{Value, json};

use super::stdout::{styled, styled_line};

const BOLD: Style = Style::new().bold();
const DIM: Style = Style::new().dimmed();
const RED: Style = Style::new().bold().fg_color(Some(anstyle::Color::Ansi(AnsiColor::Red)));
const GREEN: Style = Style::new().fg_color(Some(anstyle::Color::Ansi(AnsiColor::Green)));

/// Reads, plays and prints one file; says whether it is sound.
pub(crate) fn text(file: &str, markdown: &str) -> bool {
    let Read { lesson, complaints } = read(markdown);
    for complaint in &complaints {
        complain(file, complaint);
    }
    let Some(lesson) = lesson else {
        styled_line!("{BOLD}{file}{BOLD:#}: not played, as it has no title, no schema or no step");
        return false;
    };
    styled_line!("{BOLD}{file}{BOLD:#} {}", lesson.title);
    styled_line!(
        "{DIM}{} minutes, {} steps; runs of {} minutes on {} nodes with {}{DIM:#}",
        lesson.minutes,
        lesson.steps.len(),
        lesson.run_minutes,
        lesson.nodes,
        lesson.writes_per_second.map_or_else(
            || "the recommended writes/s".to_owned(),
            |writes| format!("{writes} writes/s"),
        )
    );
    let played = play(&lesson);
    for (at, step) in lesson.steps.iter().enumerate() {
        print_step(step, at, &played);
    }
    for (wrong, steps) in lesson.wrong.iter().zip(&played.wrong) {
        styled_line!("  {BOLD}Wrong: {}{BOLD:#}", wrong.name);
        for verdict in steps.iter().flat_map(|judged| &judged.verdicts) {
            let meant = if verdict.check.text == wrong.fails { ", as it is meant to" } else { "" };
            styled_line!("    {}{meant}", outcome(verdict));
            because(verdict);
        }
        // The steps after the first repeat most of them.
        let mut said: Vec<&str> = Vec::new();
        for judged in steps {
            for words in judged.objections.iter().map(Because::words) {
                if !said.contains(&words) {
                    styled_line!("    {DIM}{words}{DIM:#}");
                    said.push(words);
                }
            }
        }
    }
    let unsound = played.complaints();
    for complaint in &unsound {
        complain(file, complaint);
    }
    let sound = complaints.is_empty() && unsound.is_empty();
    if sound {
        styled_line!("  {GREEN}sound{GREEN:#}");
    } else {
        styled_line!("  {RED}not sound{RED:#}: {} complaints", complaints.len() + unsound.len());
    }
    styled_line!();
    sound
}

fn complain(file: &str, complaint: &Complaint) {
    styled_line!("{RED}{file}:{}{RED:#}: {}", complaint.line, complaint.message);
}

fn print_step(step: &Step, at: usize, played: &Played<'_>) {
    styled_line!("  {BOLD}Step: {}{BOLD:#}", step.title);
    for (n, check) in step.checks.iter().enumerate() {
        styled_line!("    {BOLD}{}{BOLD:#} {DIM}{}{DIM:#}", check.text, check.words());
        styled_line!("      starter   {}", outcome(&played.starter[at].verdicts[n]));
        because(&played.starter[at].verdicts[n]);
        match &played.solution {
            Some(steps) => {
                styled_line!("      solution  {}", outcome(&steps[at].verdicts[n]));
                because(&steps[at].verdicts[n]);
            }
            None => styled_line!("      solution  none"),
        }
    }
}

fn outcome(verdict: &Verdict<'_>) -> String {
    let (style, word) = if verdict.passed { (GREEN, "passes") } else { (RED, "fails") };
    format!("{style}{word}{style:#} with {}, wanted {}", verdict.measured, verdict.wanted)
}

fn because(verdict: &Verdict<'_>) {
    if let Some(because) = &verdict.because {
        styled_line!("        {DIM}{}{DIM:#}", because.words());
    }
}

/// The same as JSON: what was printed, and whether the file is sound.
pub(crate) fn json(file: &str, markdown: &str) -> (Value, bool) {
    let Read { lesson, complaints } = read(markdown);
    let mut all: Vec<Complaint> = complaints;
    let mut value = json!({ "file": file });
    if let Some(lesson) = &lesson {
        let played = play(lesson);
        all.extend(played.complaints());
        value["title"] = json!(lesson.title);
        value["minutes"] = json!(lesson.minutes);
        value["topic"] = json!(lesson.topic);
        value["teaches"] = json!(lesson.teaches);
        value["steps"] = steps(lesson, &played);
        value["wrong"] = wrong(lesson, &played);
    }
    let sound = lesson.is_some() && all.is_empty();
    value["complaints"] = all
        .iter()
        .map(|complaint| json!({ "line": complaint.line, "message": complaint.message }))
        .collect();
    value["sound"] = json!(sound);
    (value, sound)
}

fn steps(lesson: &Lesson, played: &Played<'_>) -> Value {
    let steps = lesson.steps.iter().enumerate().map(|(at, step)| {
        let checks = step.checks.iter().enumerate().map(|(n, check)| {
            json!({
                "check": check.text,
                "words": check.words(),
                "line": check.line,
                "starter": verdict(&played.starter[at].verdicts[n]),
                "solution": played.solution.as_ref().map(|steps| verdict(&steps[at].verdicts[n])),
            })
        });
        json!({
            "title": step.title,
            "line": step.line,
            "hints": step.hints.len(),
            "checks": checks.collect::<Vec<_>>(),
        })
    });
    steps.collect()
}

fn wrong(lesson: &Lesson, played: &Played<'_>) -> Value {
    let answers = lesson.wrong.iter().zip(&played.wrong).map(|(wrong, steps)| {
        let checks = steps.iter().flat_map(|judged| &judged.verdicts).map(|it| {
            let mut value = verdict(it);
            value["check"] = json!(it.check.text);
            value
        });
        json!({
            "name": wrong.name,
            "line": wrong.line,
            "fails": wrong.fails,
            "checks": checks.collect::<Vec<_>>(),
        })
    });
    answers.collect()
}

fn verdict(verdict: &Verdict<'_>) -> Value {
    json!({
        "passed": verdict.passed,
        "measured": verdict.measured,
        "wanted": verdict.wanted,
        "because": verdict.because.as_ref().map(Because::words),
    })
}

/// The exam of a seed, as a lesson file.
pub(crate) fn exam(seed: u32) {
    styled(hotsplit_wire::engine::lesson::exam::exam(seed));
}

/// Every term that a check may use, for authors.
pub(crate) fn terms() {
    use hotsplit_wire::engine::lesson::terms::{TERMS, Takes};
    for term in TERMS {
        let takes = match term.takes {
            Takes::Nothing => "",
            Takes::Findings => "(severity or rule[, Object])",
            Takes::Object => "(Table or Index)",
            Takes::Table => "(Table)",
            Takes::Anything => "(Name or Table.Column)",
            Takes::Read => "(Table or Index, point|entity|newest|last-hour|full)",
            Takes::Pattern => "(shape[, Object])",
        };
        let side = if term.sided { "" } else { ", of both runs" };
        let unit = match term.unit.sign() {
            "" => String::new(),
            sign => format!(", in {sign}"),
        };
        let doc = term.doc.replace("{}", "…");
        styled_line!("{BOLD}{}{takes}{BOLD:#}  {doc}{unit}{side}", term.name);
    }
}
