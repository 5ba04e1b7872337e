//! A schedule that breaks, made shorter while it still breaks.

use super::schedule::{Change, Event, Schedule};

/// Plays that are enough: a schedule is short by then.
const PLAYS_MAX: u32 = 120;

/// A shorter schedule that breaks too, and how.
pub(crate) fn shrunk(
    mut schedule: Schedule,
    mut why: String,
    play: &dyn Fn(&Schedule) -> Result<(), String>,
) -> (Schedule, String) {
    let mut plays = 0;
    let mut size = schedule.events.len().max(1);
    while size > 0 {
        let mut shorter = false;
        let mut at = 0;
        while at < length(&schedule) && plays < PLAYS_MAX {
            let tried = without(&schedule, at, size);
            plays += 1;
            match play(&tried) {
                Err(other) => (schedule, why, shorter) = (tried, other, true),
                Ok(()) => at += size,
            }
        }
        if !shorter || size > 1 {
            size /= 2;
        }
        if plays >= PLAYS_MAX {
            break;
        }
    }
    (schedule, why)
}

/// Everything that can be left out: first rows, events, and changes of transactions with several.
fn length(schedule: &Schedule) -> usize {
    schedule.first.len() + schedule.events.len() + schedule.events.iter().map(parts).sum::<usize>()
}

fn parts(event: &Event) -> usize {
    match event {
        Event::Commit { changes, .. } | Event::Stray { changes } if changes.len() > 1 => {
            changes.len()
        }
        _ => 0,
    }
}

/// The schedule without some of its parts, counted as in `length`.
fn without(schedule: &Schedule, at: usize, size: usize) -> Schedule {
    let gone = at..at + size;
    let mut n = 0;
    let mut keep = || {
        n += 1;
        !gone.contains(&(n - 1))
    };
    let first: Vec<Change> = schedule.first.iter().filter(|_| keep()).cloned().collect();
    let mut events: Vec<Option<Event>> =
        schedule.events.iter().map(|event| keep().then(|| event.clone())).collect();
    for (old, event) in schedule.events.iter().zip(&mut events) {
        if parts(old) == 0 {
            continue;
        }
        let kept: Vec<bool> = (0..parts(old)).map(|_| keep()).collect();
        if let Some(Event::Commit { changes, .. } | Event::Stray { changes }) = event {
            let mut kept = kept.into_iter();
            changes.retain(|_| kept.next().unwrap_or(true));
        }
    }
    Schedule { first, events: events.into_iter().flatten().collect() }
}
