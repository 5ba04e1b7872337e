//! What a run says in words: the headline, and what the model assumes and leaves out.

use super::knobs;
use crate::rules::severity::number;
use crate::sim::{Knobs, Reason, Region, Sending, Unsplittable};
use crate::{Side, Simulated};
use hotsplit_model::load::LoadObject;
use hotsplit_model::order;

/// Below this share of what was asked for, a run is said to fall short (assumption of ours: what
/// arrival noise alone can explain).
const SERVED_SHARE_FULL: f64 = 0.98;

/// Sentences on what happens, what the change buys, and what both rest on that the text leaves
/// open.
#[must_use]
pub fn of(done: &Simulated) -> String {
    let change = done.after.as_ref().map(|after| change(&done.before, after));
    let lines = [Some(before(&done.before)), change, guess(done)];
    lines.into_iter().flatten().collect::<Vec<_>>().join(" ")
}

/// The keys that hold a run back and of which nothing tells how they are filled.
fn guess(done: &Simulated) -> Option<String> {
    let sides = std::iter::once(&done.before).chain(&done.after);
    let mut guessed: Vec<&LoadObject> = Vec::new();
    for side in sides.filter(|side| falls_short(side)) {
        let moving = |split: &&Unsplittable| split.reason == Reason::MovingHotSpot;
        for split in side.run.unsplittable.iter().filter(moving) {
            let object = side.load.object(split.object);
            if object.guessed && guessed.iter().all(|known| known.name != object.name) {
                guessed.push(object);
            }
        }
    }
    let (first, others) = guessed.split_first()?;
    let LoadObject { name, rest, .. } = first;
    let keys = match others.len() {
        0 => format!("The key of `{name}` is"),
        1 => format!("The keys of `{name}` and one other are"),
        more => format!("The keys of `{name}` and {more} others are"),
    };
    Some(format!(
        "{keys} taken to grow with time, the worst case: nothing tells how `{rest}` is filled."
    ))
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
    let servers = side.run.servers;
    let most = percent(summary.utilisation_max);
    let busiest = match servers {
        1 => format!("the only server is at {most}"),
        _ => format!("the busiest of {servers} servers is at {most}"),
    };
    let Some(split) = worst else {
        return format!("{}, p99 is {p99}, {busiest}.", capital(&rates));
    };
    let together = match servers {
        1 => String::new(),
        _ => format!(" and all of them together at {}", percent(summary.utilisation_mean)),
    };
    format!(
        "`{}` has a split that cannot be divided ({}): {rates}, p99 is {p99}, {busiest}{together}.",
        side.load.object(split.object).name,
        split.reason.as_str(),
    )
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

/// What is assumed of load that a person added.
const ADDED: &str = "Load added on the map changes or reads rows that are there: it adds none, and \
                     no index follows it. It belongs to rows and goes where the rewritten schema has \
                     them. What more nodes would do is told as if it lasted.";

/// What is assumed, one line each. What is left out stands in [`LEFT_OUT`](crate::sim::assumptions::LEFT_OUT).
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
    lines.extend(added(done));
    lines.extend(general(&done.before.knobs));
    lines
}

/// What was added, a line each as the first run that has it tells of it, and what is assumed of it.
fn added(done: &Simulated) -> Vec<String> {
    let mut told: Vec<(u32, String)> = super::added::lines(&done.before).collect();
    for line in done.after.iter().flat_map(super::added::lines) {
        if told.iter().all(|(number, _)| *number != line.0) {
            told.push(line);
        }
    }
    order::by_key(&mut told, |(number, _)| *number);
    let note = (!told.is_empty()).then(|| ADDED.to_owned());
    told.into_iter().map(|(_, line)| line).chain(note).collect()
}

/// What holds for every run, with the numbers of this one.
fn general(knobs: &Knobs) -> Vec<String> {
    let constants = &knobs.constants;
    let tried: Vec<String> = knobs::changed(knobs)
        .iter()
        .map(|changed| format!("{} = {}", changed.name, changed.value))
        .collect();
    let mut lines = Vec::new();
    if !tried.is_empty() {
        lines.push(format!("Run with other constants than usual: {}.", tried.join(", ")));
    }
    lines.push(
        "Ratios, plateaus and shapes are the claim; absolute milliseconds are calibrated to a few \
         published points."
            .to_owned(),
    );
    lines.push(format!(
        "One node takes {} rows of 1 KB per second, one row a commit ({}); one split takes what \
         {} of it does.",
        number(knobs.writes_per_node / knobs.prices().writes),
        match knobs.region {
            Region::Regional => "performance page, read 2026-08-22",
            Region::MultiRegion { .. } => "multi-region; performance page, read 2026-08-22",
        },
        percent(constants.split_ceiling)
    ));
    lines.push(format!(
        "A hot split is split after {} s (\"a few minutes\" in the documentation; the number is an \
         assumption). A database starts with one split a table or free-standing index.",
        constants.learn_seconds
    ));
    lines.push(sending(knobs));
    lines.push(format!(
        "A split may grow to {:.0} GiB; the documentation gave 8 until April 2026 and now gives \
         no number.",
        constants.split_bytes_max / (1024.0 * 1024.0 * 1024.0)
    ));
    lines
}

fn sending(knobs: &Knobs) -> String {
    match knobs.sending {
        Sending::Open => "Requests come at the rates set and wait at the server, however many \
             they are: with overload the wait has no bound but the end of the run."
            .to_owned(),
        Sending::PartlyOpen => format!(
            "At most {} commits are in flight at one server, and what finds no place waits at its \
             client for up to {} s; the first number is calibrated on the ledger story, 400 ms at \
             3,500 writes/s, the second is an assumption.",
            number(knobs.in_flight_max),
            number(knobs.constants.client_wait_seconds)
        ),
        Sending::Closed { users, think_ms } => format!(
            "{} users send, wait for the answer, think for {} ms and send again: slow answers \
             lower the rate that is asked for.",
            number(users),
            number(think_ms)
        ),
    }
}
