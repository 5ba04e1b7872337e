//! Which figures a lesson may show: the kinds that the page draws, with their controls.
//!
//! `web/tests/unit/lesson-figures.test.ts` compares this table with the page's.

use crate::lesson::read::reader::{Reader, nearest};

/// A control of a figure, with its least and its greatest value.
type Control = (&'static str, f64, f64);

/// Kinds of figures with their controls.
const FIGURES: &[(&str, &[Control])] = &[
    ("bits", &[("id", 1.0, 63.0)]),
    ("family", &[("place", 0.0, 1.0), ("lines", 1.0, 20.0)]),
    ("hidden", &[("tie", 0.0, 2.0), ("writes", 1_000.0, 20_000.0)]),
    ("keys", &[("key", 0.0, 7.0), ("writes", 1_000.0, 20_000.0)]),
    ("knife", &[("key", 0.0, 1.0), ("cut", 1.0, 19.0)]),
    ("moved", &[("index", 0.0, 2.0), ("updates", 0.0, 24.0)]),
    ("nodes", &[("nodes", 1.0, 30.0)]),
    ("queue", &[("burst", 2_000.0, 6_000.0), ("step", 0.0, 23.0)]),
    ("servers", &[("key", 0.0, 1.0), ("writes", 1_000.0, 40_000.0)]),
    ("shards", &[("shards", 1.0, 32.0)]),
    ("tail", &[("step", 0.0, 23.0)]),
    ("whale", &[("share", 5.0, 60.0)]),
];

/// Checks a figure: its kind on the first line, then what it begins with, as in `nodes: 10`.
pub(super) fn check(reader: &mut Reader, fence: u32, lines: &[(&str, u32)]) {
    let mut said = lines.iter().filter(|(line, _)| !line.trim().is_empty());
    let Some(&(kind, at)) = said.next() else {
        reader.complain(fence, "expected a kind of figure in this block, found none");
        return;
    };
    let kind = kind.trim();
    let Some((_, controls)) = FIGURES.iter().find(|(name, _)| *name == kind) else {
        let names: Vec<&str> = FIGURES.iter().map(|(name, _)| *name).collect();
        let message =
            format!("expected a kind of figure, one of {}, found `{kind}`", names.join(", "));
        reader.complain(at, message);
        return;
    };
    for &(line, at) in said {
        let (name, value) = line.split_once(':').unwrap_or((line, ""));
        let (name, value) = (name.trim(), value.trim());
        let Some((_, least, most)) = controls.iter().find(|(known, ..)| *known == name) else {
            let like = nearest(name, controls.iter().map(|(known, ..)| *known));
            let message =
                format!("expected a control of `{kind}` such as `{like}`, found `{name}`");
            reader.complain(at, message);
            continue;
        };
        let number = value.parse::<f64>().ok().filter(|it| (*least..=*most).contains(it));
        if number.is_none() {
            let message =
                format!("expected a number from {least} to {most} for `{name}`, found `{value}`");
            reader.complain(at, message);
        }
    }
}
