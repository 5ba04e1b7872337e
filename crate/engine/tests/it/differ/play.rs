//! Puts statements to the emulator and to the reader, and makes those they disagree on short.

use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use hotsplit_engine::syntax::tree::Dialect;

use super::grammar::{Kind, Token};
use super::{Case, Side, known};
use super::layout::plain;
use super::report::{Cause, Judged, Report};
use super::verdict::{self, Verdict};
use crate::emulator::{Database, Emulator};
use crate::shared;

/// Statements are put to so many emulators at a time.
const LANES: usize = 2;

/// Statements that a database can have before there is a new one: a statement takes the longer the
/// more there is in its schema.
const TAKEN_MAX: u32 = 20;

/// Causes of disagreement of which one statement is made short.
const SHORTENED_MAX: usize = 120;

/// Answers of one emulator that nobody else uses.
struct Lane {
    emulator: Emulator,
}

/// The emulator's verdicts, each on a database that holds little.
struct Asker<'a> {
    emulator: &'a Emulator,
    database: Option<Database<'a>>,
    taken: u32,
    dialect: Dialect,
}

impl<'a> Asker<'a> {
    fn new(emulator: &'a Emulator, dialect: Dialect) -> Self {
        Self { emulator, database: None, taken: 0, dialect }
    }

    fn ask(&mut self, text: &str) -> Verdict {
        let none: [&str; 0] = [];
        if self.database.is_none() || self.taken > TAKEN_MAX {
            self.database = None;
            self.taken = 0;
            self.database = self.emulator.database(self.dialect, &none).ok();
        }
        let Some(database) = &self.database else { return Verdict::Lost };
        let answer = database.apply(&[text]);
        if answer.is_ok() {
            self.taken += 1;
        }
        verdict::of_answer(self.dialect, text, &answer)
    }
}

impl Lane {
    fn new() -> Self {
        Self { emulator: Emulator::own().expect("there is an emulator, as the test has one") }
    }

    /// Plays seeds until there are no more, or the emulator ends: then the seed it ended at.
    fn play(&self, side: &Side, next: &AtomicU64, end: u64, report: &Mutex<Report>) -> Option<u64> {
        let mut asker = Asker::new(&self.emulator, side.dialect);
        loop {
            let seed = next.fetch_add(1, Ordering::Relaxed);
            if seed >= end {
                return None;
            }
            let case = Case::new(side, seed);
            let verdict = match case.lacks.iter().any(|it| it == known::ENDS_IT) {
                true => Verdict::Refuses { why: "it is not asked".to_owned(), place: None },
                false => asker.ask(&case.text),
            };
            if verdict == Verdict::Lost {
                return Some(seed);
            }
            let judged = judge(side, &case, verdict);
            let shorten = judged.cause.as_ref().is_some_and(|cause| {
                let report = report.lock().unwrap();
                report.is_new(cause) && report.causes() < SHORTENED_MAX
            });
            let example = if shorten { shortened(side, &case, &judged, &mut asker) } else { None };
            report.lock().unwrap().add(&case, judged, example);
        }
    }
}

/// Judges the statements of these seeds.
pub(super) fn play(side: &Side, seeds: Range<u64>) -> Report {
    let report = Mutex::new(Report::new(side.name));
    let next = AtomicU64::new(seeds.start);
    let work = || {
        let mut lane = Lane::new();
        while let Some(seed) = lane.play(side, &next, seeds.end, &report) {
            let text = Case::new(side, seed).text;
            shared::say(&format!("differ: the emulator ended at seed {seed}: {text}"));
            report.lock().unwrap().lost += 1;
            lane = Lane::new();
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..LANES {
            scope.spawn(work);
        }
        work();
    });
    report.into_inner().unwrap()
}

/// Compares what the emulator says with what the reader says.
fn judge(side: &Side, case: &Case, verdict: Verdict) -> Judged {
    let mut errors = verdict::errors(side.dialect, &case.text);
    let by_grammar = |lacked| side.own.describes(&case.production, &case.tokens, lacked);
    let described = !case.inside && by_grammar(true);
    // What the emulator lacks may have come in by the change.
    let lacks = !case.lacks.is_empty() || (described && !case.whole && !by_grammar(false));
    let mut inside = case.inside || breaks_inside(&case.tokens);
    let (takes, theirs, place) = match verdict {
        // What it has not read was broken on purpose.
        Verdict::Takes { has_read_inside: false } if case.inside => {
            (false, "not read: an expression that is broken on purpose".to_owned(), None)
        }
        Verdict::Takes { .. } | Verdict::Lost => (true, String::new(), None),
        Verdict::Inside { why } => {
            inside = true;
            (!why.contains("yntax error"), why, None)
        }
        // What the emulator lacks, the grammar judges.
        Verdict::Refuses { why, .. } if lacks => {
            let why = if described { String::new() } else { format!("the grammar ({why})") };
            (described, why, None)
        }
        Verdict::Refuses { why, place } => (false, why, place),
    };
    if !takes && errors.is_empty() {
        errors = verdict::refusals(side.dialect, &case.text);
    }
    let same_place = match (&place, errors.first()) {
        (Some(place), Some(first)) => Some(verdict::same_place(&case.text, first, place)),
        _ => None,
    };
    let ours = errors.first().map(|error| error.message.clone()).unwrap_or_default();
    let cause = (takes != errors.is_empty()).then(|| {
        Cause::new(
            &group(case, case.inside || (inside && !takes)),
            if takes { "" } else { &theirs },
            &ours,
        )
    });
    let reason = cause.as_ref().and_then(|cause| known::reason(side.name, cause, &case.text));
    let by_grammar = !lacks && !inside && described != takes;
    let group = group(case, case.inside || (inside && !takes));
    Judged { group, takes, cause, reason, same_place, theirs, ours, by_grammar }
}

/// Whether something stands beside an expression or a query in the place that is its own: between
/// brackets, or behind `AS` or `DEFAULT`.
fn breaks_inside(tokens: &[Token]) -> bool {
    let text = |at: usize| tokens.get(at).map_or("", |token| token.text.as_str());
    (0..tokens.len()).filter(|&at| tokens[at].kind == Kind::Inner).any(|at| {
        let before = if at == 0 { "" } else { text(at - 1) };
        let opened = matches!(before, "(" | "AS" | "DEFAULT");
        let closed = match before {
            "(" => text(at + 1) == ")",
            "AS" => at + 1 == tokens.len(),
            _ => true,
        };
        !opened || !closed || tokens.get(at + 1).is_some_and(|next| next.kind == Kind::Inner)
    })
}

/// The line of the report that a statement counts in.
fn group(case: &Case, inside: bool) -> String {
    if inside { "(expressions)".to_owned() } else { case.production.clone() }
}

/// The shortest statement that is found by leaving tokens out one after the other, and shows the
/// same disagreement.
fn shortened(side: &Side, case: &Case, judged: &Judged, asker: &mut Asker<'_>) -> Option<String> {
    let mut best = case.clone();
    let same = |case: &Case, asker: &mut Asker<'_>| {
        let verdict = asker.ask(&case.text);
        verdict != Verdict::Lost && {
            let now = judge(side, case, verdict);
            now.cause == judged.cause && now.reason.is_none() == judged.reason.is_none()
        }
    };
    best.text = plain(&best.tokens);
    if !same(&best, asker) {
        return None;
    }
    let mut at = 0;
    while at < best.tokens.len() {
        let mut tokens: Vec<Token> = best.tokens.clone();
        tokens.remove(at);
        let shorter = Case { text: plain(&tokens), tokens, ..best.clone() };
        if !shorter.tokens.is_empty() && same(&shorter, asker) {
            best = shorter;
        } else {
            at += 1;
        }
    }
    Some(best.text)
}
