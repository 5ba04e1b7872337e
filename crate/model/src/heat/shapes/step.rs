//! Load that jumps: a range goes from dark to bright at once.

use super::look::{Look, ends};
use super::scene::{Found, Scene, Shape};

/// How many times as much there is after the jump.
const RATIO: f64 = 2.0;
/// Share of the variance that the jump must explain; an even rise reaches three quarters.
const EXPLAINS: f64 = 0.85;
/// One in so many columns on either side at least, and so many columns.
const SIDE: (usize, usize) = (20, 3);

pub(super) static SHAPE: Shape = Shape { id: "sudden-increase", find };

fn find(scene: &Scene<'_>, look: &Look) -> Option<Found> {
    if look.mixed {
        return None;
    }
    // Means lie between the ends, but for rounding.
    let (least, most) = ends(&look.load);
    if most < RATIO * least * (1.0 - 1e-9) {
        return None;
    }
    let (at, explains, before, after) = jump(&look.load)?;
    let times = after / before.max(after / 1000.0);
    (explains >= EXPLAINS && times >= RATIO).then(|| {
        let more = if before > after / 1000.0 {
            format!("{times:.1} times as much")
        } else {
            "load where there was none".to_owned()
        };
        let column = u32::try_from(at).unwrap_or(u32::MAX);
        Found {
            label: format!(
                "sudden increase after {:.0} % of the time: {more}",
                at as f64 / look.load.len() as f64 * 100.0
            ),
            say: format!(
                "The load of {} jumps suddenly. Splitting needs minutes: ramp the load up, or add \
                 split points in advance.",
                scene.name(look)
            ),
            confidence: explains,
            evidence: vec![
                ("times as much", times),
                ("share of the variance explained", explains),
                ("column", f64::from(column)),
            ],
            rows: (0, look.rows),
            columns: (column, look.columns),
        }
    })
}

/// Where two levels fit the load best: the first column of the second, how much of the variance
/// they explain, and both.
fn jump(load: &[f64]) -> Option<(usize, f64, f64, f64)> {
    let n = load.len();
    let side = SIDE.1.max(n / SIDE.0);
    if n < 4 * SIDE.1 {
        return None;
    }
    let total: f64 = load.iter().sum();
    let mean = total / n as f64;
    let variance: f64 = load.iter().map(|load| (load - mean) * (load - mean)).sum();
    if variance <= 1e-12 * mean * mean {
        return None;
    }
    let mut sum = 0.0;
    let mut best = (0, 0.0, 0.0, 0.0);
    for (at, here) in load.iter().enumerate() {
        if at >= side && at + side <= n {
            let (left, right) = (at as f64, (n - at) as f64);
            let (a, b) = (sum / left, (total - sum) / right);
            let between = left * (a - mean) * (a - mean) + right * (b - mean) * (b - mean);
            if b > a && between > best.1 {
                best = (at, between, a, b);
            }
        }
        sum += here;
    }
    (best.1 > 0.0).then_some((best.0, best.1 / variance, best.2, best.3))
}
