//! What a run says in words: the headline, and what the model assumes and leaves out.

use crate::rules::severity::number;
use crate::{Side, Simulated};

/// Below this share of what was asked for, a run is said to fall short (assumption of ours: what
/// arrival noise alone can explain).
const SERVED_SHARE_FULL: f64 = 0.98;

/// One or two sentences on what happens and what the change buys.
#[must_use]
pub fn of(done: &Simulated) -> String {
    let before = before(&done.before);
    match &done.after {
        None => before,
        Some(after) => format!("{before} {}", change(&done.before, after)),
    }
}

fn falls_short(side: &Side) -> bool {
    let summary = &side.run.summary;
    summary.served < SERVED_SHARE_FULL * summary.offered
}

fn rates(side: &Side) -> String {
    let summary = &side.run.summary;
    if falls_short(side) {
        format!("{} of {} writes/s get through", number(summary.served), number(summary.offered))
    } else {
        format!("all {} writes/s get through", number(summary.offered))
    }
}

fn before(side: &Side) -> String {
    let summary = &side.run.summary;
    if side.load.objects.is_empty() {
        return "There is no table to write to yet.".to_owned();
    }
    let rates = rates(side);
    let p99 = milliseconds(summary.p99_ms);
    let worst = side.run.unsplittable.first().filter(|_| falls_short(side));
    match worst {
        Some(split) => format!(
            "`{}` has a split that cannot be divided ({}): {rates}, p99 is {p99}, one server is \
             at {} and the {} servers together at {}.",
            side.load.object(split.object).name,
            split.reason.as_str(),
            percent(summary.utilisation_max),
            side.run.servers,
            percent(summary.utilisation_mean),
        ),
        None => format!(
            "{}, p99 is {p99}, the busiest of {} servers is at {}.",
            capital(&rates),
            side.run.servers,
            percent(summary.utilisation_max),
        ),
    }
}

fn change(before: &Side, after: &Side) -> String {
    let (old, new) = (&before.run.summary, &after.run.summary);
    let factor = new.served / old.served.max(1.0);
    let rates = rates(after);
    let p99 = milliseconds(new.p99_ms);
    if factor >= 1.05 {
        format!("With the change {rates}, {factor:.1} times as many, and p99 is {p99}.")
    } else if factor <= 0.95 {
        format!("With the change only {rates}, and p99 is {p99}.")
    } else {
        format!("With the change {rates}, much as before, and p99 is {p99}.")
    }
}

fn percent(share: f64) -> String {
    format!("{:.0} %", share * 100.0)
}

fn milliseconds(ms: f64) -> String {
    if ms >= 10_000.0 {
        format!("{:.0} s", ms / 1000.0)
    } else {
        format!("{} ms", number(ms.round()))
    }
}

fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}

/// What is assumed and what is left out, one line each.
#[must_use]
pub fn assumptions(done: &Simulated) -> Vec<String> {
    let sides = std::iter::once(&done.before).chain(&done.after);
    let mut lines: Vec<String> = Vec::new();
    for side in sides {
        let limits = side.run.notes.iter().chain(&side.load.notes);
        for line in limits {
            if !lines.contains(line) {
                lines.push(line.clone());
            }
        }
    }
    lines.extend(GENERAL.iter().map(|line| (*line).to_owned()));
    lines
}

/// What holds for every run.
const GENERAL: &[&str] = &[
    "Ratios, plateaus and shapes are the claim; absolute milliseconds are calibrated to a few \
     published points.",
    "One split takes what one node takes: 3,500 rows of 1 KB per second, one row a commit \
     (performance page, read 2026-08-22).",
    "A database starts with one split a table; a hot split is split every two minutes (\"a few \
     minutes\" in the documentation; the number is an assumption).",
    "At most 1,400 commits are in flight at one server; the number is calibrated on the ledger \
     story, 400 ms at 3,500 writes/s.",
    "A split may grow to 8 GiB; the documentation said so until April 2026 and now gives no number.",
    "Rows are written one a commit; tables without a stated rate share the writes evenly \
     (assumption).",
    "Not modelled: reads and scans, replicas and zones, locks and aborts, retries, caches, \
     compaction, backfills, TTL, change streams, the autoscaler, and the thresholds Spanner does \
     not publish.",
];
