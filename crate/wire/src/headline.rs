//! What a run says in words: the headline, and what the model assumes and leaves out.

use crate::ceiling::Ceiling;
use crate::headroom::HeadroomReport;
use crate::hot_keys::HotKey;
use crate::ranges::RANGE_SHOWN;
use crate::{headroom, knobs, ranges};
use hotsplit_engine::model::load::LoadObject;
use hotsplit_engine::rules::severity::{factor, number, rounded};
use hotsplit_engine::sim::headroom::GUESS_FACTOR;
use hotsplit_engine::sim::model::COMMIT_P99_MS;
use hotsplit_engine::sim::ranges::{DRAWS, Range};
use hotsplit_engine::sim::{Knobs, Region, Sending, Summary, Unsplittable, UnsplittableReason};
use hotsplit_engine::{Side, Simulated, order};

/// Below this share of what was asked for, a run is said to fall short (our assumption: what
/// arrival noise alone can explain).
const SERVED_SHARE_FULL: f64 = 0.98;

/// A server from this utilisation on is at its limit (our assumption: requests wait from there
/// on however little more comes).
pub(crate) const AT_LIMIT: f64 = 0.95;

/// A 99th percentile this many times that of an idle database is no good service (our assumption).
const SLOW_FACTOR: f64 = 5.0;

/// Keys that are named as the first to be full.
const FIRST_NAMED: usize = 3;

/// Sentences on what happens, what the change buys, and what both rest on that the schema leaves
/// open.
#[must_use]
pub fn of(done: &Simulated) -> String {
    of_sides(&done.before, done.after.as_ref())
}

/// The same of the two runs. Once the draws of their constants are made, numbers are ranges.
#[must_use]
pub fn of_sides(before: &Side, after: Option<&Side>) -> String {
    if before.load.objects.is_empty() {
        return "Paste a schema to simulate it.".to_owned();
    }
    let stated = before.reading.facts.headroom.rate_stated;
    let mut lines = Vec::new();
    if stated {
        lines.push(verdict(before));
        lines.extend(after.map(|after| change(before, after)));
    } else {
        let report = headroom::of_side(before);
        lines.push(room(&report, before.knobs.nodes));
        lines.extend(after.map(|after| {
            let after = headroom::of_side(after);
            room_with_change(&report, &after, before.knobs.nodes)
        }));
        lines.push(at_the_default(before, after));
    }
    lines.extend(guess(before, after));
    lines.join(" ")
}

/// What a schema whose rates nobody stated leaves room for.
#[must_use]
pub fn room(report: &HeadroomReport, nodes: f64) -> String {
    let ceiling = match (&report.ceiling_writes_per_second, report.capacity_even_writes_per_second)
    {
        (_, None) => return "Nothing is written to this schema.".to_owned(),
        (None, Some(even)) => {
            let even = even_words(report, nodes, even);
            return format!("No key limits it: {even}.");
        }
        (Some(ceiling), Some(even)) if is_far(report, nodes) => {
            let even = even_words(report, nodes, even);
            return format!("{}: {even}.", far_words(report, ceiling));
        }
        (Some(ceiling), Some(_)) => ceiling,
    };
    let knee = match report.nodes_harmless {
        Some(nodes) if nodes >= 2.0 => {
            format!("; more than {} nodes do not help", number(nodes.ceil()))
        }
        _ => "; a second node does not help".to_owned(),
    };
    let named: Vec<&HotKey> = report.keys.iter().take(FIRST_NAMED).collect();
    format!(
        "Tops out at about {} writes/s{}, whatever the nodes{knee}. First to fill up: {}.",
        about(ceiling.writes_per_second),
        range(report, ceiling),
        in_order(&named)
    )
}

/// The same with the chosen fixes.
fn room_with_change(before: &HeadroomReport, after: &HeadroomReport, nodes: f64) -> String {
    let now = match (&after.ceiling_writes_per_second, after.capacity_even_writes_per_second) {
        (_, None) => return "With the change, nothing is written to this schema.".to_owned(),
        (None, Some(even)) => {
            let even = even_words(after, nodes, even);
            return format!("With the change, no key limits it: {even}.");
        }
        (Some(ceiling), Some(even)) if is_far(after, nodes) => {
            let even = even_words(after, nodes, even);
            let far = far_words(after, ceiling);
            return format!("With the change: {}{}: {even}.", far[..1].to_lowercase(), &far[1..]);
        }
        (Some(ceiling), Some(_)) => ceiling,
    };
    let then = before.ceiling_writes_per_second.as_ref().map(|it| it.writes_per_second);
    let by = then.map(|then| now.writes_per_second / then.max(1.0));
    let times = match by {
        Some(by) if by >= 1.05 => format!(", {}× as many", factor(by)),
        Some(by) if by <= 0.95 => ", fewer than before".to_owned(),
        Some(_) => ", as before".to_owned(),
        None => String::new(),
    };
    let first = after
        .keys
        .first()
        .map_or_else(String::new, |key| format!("; then `{}` fills up first", key.object));
    format!(
        "With the change, it tops out at about {} writes/s{}{times}{first}.",
        about(now.writes_per_second),
        range(after, now)
    )
}

/// The first key to fill up does so only on far more nodes than there are: even if its rate is
/// guessed ten times too low it is not the limit.
pub(crate) fn is_far(report: &HeadroomReport, nodes: f64) -> bool {
    report.nodes_harmless.is_some_and(|harmless| harmless > GUESS_FACTOR * nodes)
}

fn far_words(report: &HeadroomReport, ceiling: &Ceiling) -> String {
    let nodes = number(report.nodes_harmless.unwrap_or_default().floor());
    let first = report.keys.first().map_or_else(String::new, |key| {
        format!(" (then `{}`, at about {} writes/s)", key.object, about(ceiling.writes_per_second))
    });
    format!("Up to {nodes} nodes, no key limits it{first}")
}

fn even_words(report: &HeadroomReport, nodes: f64, even: f64) -> String {
    let nodes = counted(nodes);
    let range = report.capacity_even_between.map(Into::into);
    let even = ranges::words(even, range, about);
    format!("{nodes} can serve about {even} writes/s, and twice as many nodes twice that")
}

/// What the runs at the default rate show.
fn at_the_default(side: &Side, after: Option<&Side>) -> String {
    let summary = &side.run.summary;
    let sums = |side: &Side| format!("{} are served, p99 {}", served(side, "all"), p99(side));
    let after =
        after.map_or_else(String::new, |after| format!("; with the change {}", sums(after)));
    format!(
        "Simulated at {} writes/s, the recommended load of {} if every key were spread: {}{after}.",
        number(summary.offered),
        counted(side.knobs.nodes),
        sums(side)
    )
}

/// `fraud_signal` (commit timestamp leads), then `bill_run` (date leads), `call_detail` (...).
fn in_order(keys: &[&HotKey]) -> String {
    let named = |key: &HotKey| match key.cause.as_str() {
        "" => format!("`{}`", key.object),
        cause => format!("`{}` ({cause})", key.object),
    };
    let words: Vec<String> = keys.iter().map(|key| named(key)).collect();
    match words.as_slice() {
        [] => "nothing".to_owned(),
        [only] => only.clone(),
        [first, rest @ ..] => format!("{first}, then {}", rest.join(", ")),
    }
}

fn range(report: &HeadroomReport, ceiling: &Ceiling) -> String {
    let why = match report.mix_guessed {
        true => "the distribution of writes over tables is a guess",
        false => "a split's limit is known from one measurement",
    };
    match (ceiling.low, ceiling.high) {
        (Some(low), Some(high)) if high > low * RANGE_SHOWN => {
            format!(" ({} to {}: {why})", about(low), about(high))
        }
        _ => String::new(),
    }
}

pub(crate) fn about(value: f64) -> String {
    number(rounded(value))
}

pub(crate) fn counted(nodes: f64) -> String {
    if nodes == 1.0 { "1 node".to_owned() } else { format!("{} nodes", number(nodes)) }
}

/// The keys that hold a run back and of which nothing tells how they are filled.
fn guess(before: &Side, after: Option<&Side>) -> Option<String> {
    let sides = std::iter::once(before).chain(after);
    let mut guessed: Vec<&LoadObject> = Vec::new();
    for side in sides.filter(|side| falls_short(side)) {
        let moving = |split: &&Unsplittable| split.reason == UnsplittableReason::MovingHotSpot;
        for split in side.run.unsplittable.iter().filter(moving) {
            let object = side.load.object(split.object);
            if object.guessed && guessed.iter().all(|known| known.name != object.name) {
                guessed.push(object);
            }
        }
    }
    let (first, others) = guessed.split_first()?;
    let LoadObject { name, rest, .. } = first;
    let more = match others.len() {
        0 => String::new(),
        1 => ", and one more key like it".to_owned(),
        more => format!(", and {more} more keys like it"),
    };
    Some(format!(
        "Assumes that `{name}.{rest}` increases with time (the worst case){more}: the DDL does not \
         say how it is generated."
    ))
}

pub(crate) fn falls_short(side: &Side) -> bool {
    let summary = &side.run.summary;
    summary.served < SERVED_SHARE_FULL * summary.offered
}

/// Whether the slowest requests wait far longer than on an idle database.
pub(crate) fn is_slow(side: &Side) -> bool {
    let idle = COMMIT_P99_MS * SLOW_FACTOR + side.knobs.region.quorum_ms();
    side.run.summary.p99_ms > idle
}

/// What a run at a stated rate comes to: served, latency and the busiest server together.
fn verdict(side: &Side) -> String {
    let summary = &side.run.summary;
    let p99 = p99(side);
    let servers = side.run.servers;
    let most = share(side, |summary| summary.utilisation_max);
    let busiest = match servers {
        1 => format!("the only server is at {most}"),
        _ => format!("the busiest of {servers} servers is at {most}"),
    };
    let mean = match servers {
        1 => String::new(),
        _ => format!(", all together at {}", share(side, |summary| summary.utilisation_mean)),
    };
    if falls_short(side) {
        let cause = side.run.unsplittable.first().map_or_else(String::new, |split| {
            format!(
                ": `{}` has a hotspot that Spanner cannot split ({})",
                root_of(side, &side.load.object(split.object).name),
                split.reason.as_str()
            )
        });
        return format!("Serves {}{cause}. p99 {p99}; {busiest}{mean}.", writes_served(side));
    }
    let recommended = side.knobs.recommended();
    if summary.utilisation_max >= AT_LIMIT || is_slow(side) {
        return format!(
            "At its limit: {} are served, but p99 is {p99} and {busiest}{mean}.",
            writes_served(side)
        );
    }
    if summary.utilisation_max > recommended {
        return format!(
            "Serves {}, above the recommended load: {busiest}{mean}, recommended are at most {}. \
             p99 {p99}.",
            writes_served(side),
            percent(recommended)
        );
    }
    format!("Serves {}. p99 {p99}; {busiest}.", writes_served(side))
}

/// The table whose key an object's hotspot follows: the root of its row tree.
fn root_of(side: &Side, name: &str) -> String {
    let keys = headroom::of_side(side).keys;
    let key =
        keys.into_iter().find(|key| key.object == name || key.with.iter().any(|it| it == name));
    key.map_or_else(|| name.to_owned(), |key| key.object)
}

fn change(before: &Side, after: &Side) -> String {
    let (old, new) = (&before.run.summary, &after.run.summary);
    let more = |old: &Summary, new: &Summary| new.served / old.served.max(1.0);
    let by = more(old, new);
    let p99 = p99(after);
    let served = writes_served(after);
    if by >= 1.05 {
        let each = before.drawn.iter().zip(&after.drawn).map(|(old, new)| more(old, new));
        let times = ranges::words(by, Range::of(by, each), factor);
        format!("With the change: {served} ({times}×), p99 {p99}.")
    } else if by <= 0.95 {
        format!("With the change: only {served}, p99 {p99}.")
    } else {
        format!("With the change: {served}, unchanged; p99 {p99}.")
    }
}

/// Rows served, as a range where the draws leave one; `all` where that is all that is asked for.
fn served(side: &Side, all: &str) -> String {
    let summary = &side.run.summary;
    let show = |served: f64| match served < SERVED_SHARE_FULL * summary.offered {
        true => number(served.round()),
        false => all.to_owned(),
    };
    ranges::words(summary.served, side.range(|summary| summary.served), show)
}

/// `all 20,000 writes/s`, `3,500 of 20,000 writes/s`, `17,000 to all 20,000 writes/s`.
fn writes_served(side: &Side) -> String {
    let offered = number(side.run.summary.offered);
    let all = format!("all {offered}");
    match served(side, &all) {
        shown if shown.ends_with(&all) => format!("{shown} writes/s"),
        shown => format!("{shown} of {offered} writes/s"),
    }
}

/// The 99th percentile at the server, as a range where the draws leave one.
fn p99(side: &Side) -> String {
    let p99 = |summary: &Summary| summary.p99_ms;
    let shown = ranges::words(p99(&side.run.summary), side.range(p99), milliseconds);
    // The unit stands once.
    match shown.split_once(" to ") {
        Some((low, high)) if low.ends_with(" ms") && high.ends_with(" ms") => {
            format!("{} to {high}", low.trim_end_matches(" ms"))
        }
        _ => shown,
    }
}

/// A utilisation, as a range where the draws leave one.
fn share(side: &Side, of: fn(&Summary) -> f64) -> String {
    let shown = ranges::words(of(&side.run.summary), side.range(of), percent);
    match shown.split_once(" % to ") {
        Some((low, high)) => format!("{low} to {high}"),
        None => shown,
    }
}

fn percent(share: f64) -> String {
    format!("{:.0} %", share * 100.0)
}

pub(crate) fn milliseconds(ms: f64) -> String {
    if ms >= 10_000.0 {
        format!("{:.0} s", ms / 1000.0)
    } else {
        format!("{} ms", number(ms.round()))
    }
}

/// What is assumed of load that a person added.
const ADDED: &str = "Load added on the map changes or reads existing rows: it inserts none and \
                     does not change indexes. It is attached to rows, wherever the rewritten \
                     schema stores them. The effect of more nodes is computed as if it lasted the \
                     whole run.";

/// What is assumed, one line each. What is left out stands in [`LEFT_OUT`](hotsplit_engine::sim::assumptions::LEFT_OUT).
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
    let mut shown: Vec<(u32, String)> = crate::added::lines(&done.before).collect();
    for line in done.after.iter().flat_map(crate::added::lines) {
        if shown.iter().all(|(number, _)| *number != line.0) {
            shown.push(line);
        }
    }
    order::by_key(&mut shown, |(number, _)| *number);
    let note = (!shown.is_empty()).then(|| ADDED.to_owned());
    shown.into_iter().map(|(_, line)| line).chain(note).collect()
}

/// What holds for every run, with the numbers of this one.
fn general(knobs: &Knobs) -> Vec<String> {
    let constants = &knobs.constants;
    let changed = knobs::changed(knobs);
    let shown = |measured: bool| {
        let of = changed.iter().filter(|one| one.measured == measured);
        let shown: Vec<String> = of.map(|one| format!("{} = {}", one.name, one.value)).collect();
        shown.join(", ")
    };
    let mut lines = Vec::new();
    let measured = shown(true);
    if !measured.is_empty() {
        lines.push(format!("Run with measured constants: {measured}."));
    }
    let tried = shown(false);
    if !tried.is_empty() {
        lines.push(format!("Run with changed constants: {tried}."));
    }
    lines.push(format!(
        "Trust the ratios and shapes, not the absolute milliseconds: those are calibrated to a few \
         published points. Ranges show the lowest and highest of {} runs, each with different \
         values for the constants that are not known exactly.",
        DRAWS + 1
    ));
    lines.push(format!(
        "One node can take {} rows of 1 KB per second, with one row per commit ({}); one split can \
         take what {} of a node can.",
        number(knobs.writes_per_node / knobs.prices().writes),
        match knobs.region {
            Region::Regional => "performance page, read 2026-08-22",
            Region::MultiRegion { .. } => "multi-region; performance page, read 2026-08-22",
        },
        percent(constants.split_ceiling)
    ));
    lines.push(format!(
        "A hot split is split after {} s (\"a few minutes\" in the documentation; the number is an \
         assumption). A database starts with one split for each table and each index that is not \
         interleaved.",
        constants.learn_seconds
    ));
    lines.push(sending(knobs));
    lines.push(format!(
        "A split can grow to {:.0} GiB; the documentation stated 8 until April 2026 and now states \
         no number.",
        constants.split_bytes_max / (1024.0 * 1024.0 * 1024.0)
    ));
    lines
}

fn sending(knobs: &Knobs) -> String {
    match knobs.sending {
        Sending::Open => "Requests arrive at the rates that are set and wait at the server, \
                          however many there are: under overload, only the end of the run limits \
                          the wait."
            .to_owned(),
        Sending::PartlyOpen => format!(
            "At most {} commits are in flight at one server, and all others wait at their client \
             for up to {} s; the first number is calibrated on the ledger preset, 400 ms at 3,500 \
             writes/s, the second is an assumption.",
            number(knobs.in_flight_max),
            number(knobs.constants.client_wait_seconds)
        ),
        Sending::Closed { users, think_ms } => format!(
            "{} users send a request, wait for the response, think for {} ms and send again: slow \
             responses reduce the offered rate.",
            number(users),
            number(think_ms)
        ),
    }
}
