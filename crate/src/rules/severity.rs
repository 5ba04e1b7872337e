//! How bad: writes/s over what the moving points can take, or, where writes/s are unknown, how
//! sure the facts are.

use super::Severity;
use crate::facts::{FileFacts, LowWrite};

/// From here a split is saturated and adding nodes does not help (`CPU_USAGE_SCORE` 100, "hot").
const SATURATED: f64 = 1.0;

/// From here Spanner's own statistics list the split (`CPU_USAGE_SCORE` 50, "warm").
const WARM: f64 = 0.5;

/// Below this the key does no harm (the catalogue's threshold).
const HARMLESS: f64 = 0.1;

/// Facts at least this sure may give a high.
const SURE: f64 = 0.8;

/// Facts at least this sure may give a warning; below, a question.
const LIKELY: f64 = 0.5;

/// What came of judging.
#[derive(Clone, Debug, PartialEq)]
pub struct Verdict {
    /// How bad.
    pub severity: Severity,
    /// Writes/s over what the points can take, if writes/s are known.
    pub utilisation: Option<f64>,
    /// Why it does no harm, if it does none.
    pub harmless: Option<String>,
}

/// What is judged.
pub struct Load<'a> {
    /// Rows written per second, if known.
    pub writes: Option<f64>,
    /// Moving points they follow.
    pub tails: u32,
    /// How sure the facts are.
    pub confidence: f64,
    /// Few writes, by directive or name.
    pub low_write: Option<&'a LowWrite>,
    /// The file's facts.
    pub file: &'a FileFacts,
}

/// Judges a load.
#[must_use]
pub fn judge(load: &Load<'_>) -> Verdict {
    let sure = by_confidence(load.confidence);
    let takes = load.file.ceiling * f64::from(load.tails.max(1));
    let Some(writes) = load.writes else {
        let harmless = load.low_write.map(|low| low.evidence.what.clone());
        return Verdict { severity: sure, utilisation: None, harmless };
    };
    let utilisation = writes / takes;
    let severity = match utilisation {
        u if u >= SATURATED => Severity::High,
        u if u >= WARM => Severity::Warn,
        _ => Severity::Info,
    };
    let share = utilisation * 100.0;
    let harmless = (utilisation < HARMLESS).then(|| {
        format!("{} writes/s are {share:.1} % of what one point can take", number(writes))
    });
    Verdict { severity: severity.min(sure), utilisation: Some(utilisation), harmless }
}

fn by_confidence(confidence: f64) -> Severity {
    match confidence {
        c if c >= SURE => Severity::High,
        c if c >= LIKELY => Severity::Warn,
        _ => Severity::Ask,
    }
}

/// A number for people: three digits that matter, thousands apart.
#[must_use]
pub fn number(value: f64) -> String {
    if value.abs() < 100.0 && value.fract() != 0.0 {
        return format!("{value:.1}");
    }
    let digits = format!("{value:.0}");
    let mut out = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && digit != '-' && (digits.len() - at).is_multiple_of(3) && !out.ends_with('-') {
            out.push(',');
        }
        out.push(digit);
    }
    out
}
