//! Users who wait for an answer before they send again: how fast they send.
//!
//! Model: a user sends, waits for the answer, thinks and sends again, so that
//! `users = rate * (latency + think time)`. Latency grows with the rate, so there is one rate at
//! which this holds; once something is full the rate stays there and users queue at it. Of several
//! participants only the wait of the slowest counts for the rate.

use super::flow::Spread;
use super::latency::{Latency, Wait};
use super::prepared::PreparedLoad;
use super::shares::Shares;

/// Halvings that find the rate.
const HALVINGS: u32 = 48;

/// A server within this of its capacity is full.
const FULL: f64 = 1e-6;

/// Who sends.
#[derive(Clone, Copy, Debug)]
pub(super) struct Users {
    /// How many.
    pub(super) count: f64,
    /// Between an answer and the next request, ms.
    pub(super) think_ms: f64,
}

/// What users settle on.
#[derive(Debug)]
pub(super) struct Settled {
    /// Rates as a multiple of those of the load.
    pub(super) multiple: f64,
    /// The multiple with no load at all, which they would like to have.
    pub(super) wish: f64,
    /// How commits wait at each server.
    pub(super) waits: Vec<Wait>,
}

/// What `users` settle on, who send classes in the proportions of `mix`.
pub(super) fn settle(
    prepared: &PreparedLoad,
    spread: &Spread,
    latency: &Latency,
    mix: &[f64],
    servers: usize,
    users: Users,
) -> Settled {
    let unit = Shares::unhindered(prepared, spread, servers, mix);
    let commits: f64 = prepared.requests.iter().zip(mix).map(|(rate, share)| rate * share).sum();
    if commits <= 0.0 {
        return Settled { multiple: 0.0, wish: 0.0, waits: vec![Wait::NONE; servers] };
    }
    let bases = prepared.requests.iter().zip(mix).enumerate();
    let base: f64 =
        bases.map(|(class, (rate, share))| rate * share / commits * latency.base(class)).sum();
    let room = unit.room(prepared, spread, mix);
    let waits = |multiple: f64| -> Vec<Wait> {
        (0..servers).map(|server| wait(prepared, &unit, server, multiple, users.count)).collect()
    };
    // Which participant is the slowest hardly depends on the rate.
    let weights = unit.commit_shares(prepared, spread, mix, &waits(0.9 * room));
    let longer = |waits: &[Wait]| -> f64 {
        weights.iter().zip(waits).map(|(weight, wait)| weight * wait.mean()).sum()
    };
    let thinking = base + users.think_ms;
    let asked = |multiple: f64, wait: f64| commits * multiple * (thinking + wait) / 1000.0;
    let wish = users.count * 1000.0 / thinking / commits;
    let mut full = waits(room);
    if asked(room, longer(&full)) >= users.count {
        let (mut low, mut high) = (0.0, room);
        for _ in 0..HALVINGS {
            let middle = (low + high) / 2.0;
            if asked(middle, longer(&waits(middle))) < users.count {
                low = middle;
            } else {
                high = middle;
            }
        }
        return Settled { multiple: low, wish, waits: waits(low) };
    }
    // Whoever is not thinking or elsewhere waits at what is full; where that is a row and not a
    // server, everyone does.
    let is_full = |server: usize| unit.server_load[server] * room >= 1.0 - FULL;
    let any = (0..servers).any(is_full);
    let at: Vec<usize> = (0..servers).filter(|&server| !any || is_full(server)).collect();
    let there: f64 = at.iter().map(|&server| weights[server]).sum();
    for &server in &at {
        full[server] = Wait::NONE;
    }
    let rest = users.count * 1000.0 / (commits * room) - thinking - longer(&full);
    for &server in &at {
        full[server] = Wait::Backlog(rest.max(0.0) / there.max(f64::MIN_POSITIVE));
    }
    Settled { multiple: room, wish, waits: full }
}

/// How commits wait at a server when rates are a multiple of what they are in `unit`.
fn wait(prepared: &PreparedLoad, unit: &Shares, server: usize, multiple: f64, users: f64) -> Wait {
    let rate = unit.server_rate[server];
    let cost_ms = if rate > 0.0 { 1000.0 * unit.server_load[server] / rate } else { 0.0 };
    let most = users * cost_ms / prepared.slowest;
    let load = (unit.server_load[server] * multiple).min(1.0);
    let burst_ms = 1000.0 * unit.server_burst[server] * prepared.constants.burstiness;
    Wait::queue(load, burst_ms, most)
}
