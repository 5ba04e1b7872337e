//! Load that comes and goes at a steady beat: batch jobs, hourly or daily use.

use super::look::{Look, ends};
use super::scene::{Found, Scene, Shape};

/// Least period, columns.
const PERIOD_MIN: usize = 4;
/// Periods in the picture at least.
const REPEATS: usize = 3;
/// Correlation of the load with itself one period on, at least.
const ALIKE: f64 = 0.45;
/// By how much it is less half a period on.
const DIP: f64 = 0.4;
/// Between the quiet and the busy tenth of the columns, as a share of the mean.
const SWING: f64 = 0.5;

pub(super) static SHAPE: Shape = Shape { id: "periodic", find };

fn find(scene: &Scene<'_>, look: &Look) -> Option<Found> {
    let load = &look.load;
    let n = load.len();
    if n < PERIOD_MIN * REPEATS {
        return None;
    }
    let mean = load.iter().sum::<f64>() / n as f64;
    let per_mean = |swing: f64| swing / mean.max(f64::MIN_POSITIVE);
    let (least, most) = ends(load);
    // Most load keeps within less, and need not be sorted to know it.
    if per_mean(most - least) < SWING {
        return None;
    }
    let mut sorted = load.clone();
    sorted.sort_by(f64::total_cmp);
    let swing = per_mean(sorted[n * 9 / 10] - sorted[n / 10]);
    if swing < SWING {
        return None;
    }
    let (period, alike) = beat(load, mean)?;
    let columns = period as f64;
    Some(Found {
        label: format!("periodic load, {:.0} peaks", n as f64 / columns),
        say: format!(
            "The load of {} is periodic. Size for the peak, not for the mean.",
            scene.name(look)
        ),
        confidence: alike,
        evidence: vec![
            ("period, columns", columns),
            ("autocorrelation", alike),
            ("swing as a share of the mean", swing),
        ],
        rows: (0, look.rows),
        columns: look.all_columns(),
    })
}

/// The first period at which the load is like itself, after one at which it is not.
fn beat(load: &[f64], mean: f64) -> Option<(usize, f64)> {
    let n = load.len();
    let variance: f64 = load.iter().map(|load| (load - mean) * (load - mean)).sum();
    if variance <= 0.0 {
        return None;
    }
    let correlation = |lag: usize| {
        let pairs = load[..n - lag].iter().zip(&load[lag..]);
        let sum: f64 = pairs.map(|(a, b)| (a - mean) * (b - mean)).sum();
        sum / variance * n as f64 / (n - lag) as f64
    };
    let found: Vec<f64> = (0..=n / REPEATS + 1).map(correlation).collect();
    let mut least = 1.0_f64;
    for lag in 1..found.len() - 1 {
        let here = found[lag];
        let peak = here >= found[lag - 1] && here > found[lag + 1];
        if lag >= PERIOD_MIN && peak && here >= ALIKE && here - least >= DIP {
            return Some((lag, here));
        }
        least = least.min(here);
    }
    None
}
