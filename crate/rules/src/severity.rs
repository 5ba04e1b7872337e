//! How bad: load over what a split can take where the rates are stated; otherwise how sure the
//! facts are, unless the key stays harmless however wrong the guessed rate is.

use crate::facts::{Facts, LowWrite, Pressure};
use crate::finding::Severity;

/// From here a split is saturated and adding nodes does not help (`CPU_USAGE_SCORE` 100, "hot").
const SATURATED: f64 = 1.0;

/// From here Spanner's own statistics list the split (`CPU_USAGE_SCORE` 50, "warm").
const WARM: f64 = 0.5;

/// Below this the key does no harm (the catalogue's threshold).
const HARMLESS: f64 = 0.1;

/// Facts at least this sure may give a high.
const SURE: f64 = 0.8;

/// Facts at least this sure may give a warning; below, a question.
pub(super) const LIKELY: f64 = 0.5;

/// Nodes times the share of one split from which on it is the first to be full at the recommended
/// load of those nodes: below half of this it stays harmless.
const FULL: f64 = 1.0;

/// What came of judging.
#[derive(Clone, Debug, PartialEq)]
pub struct Verdict {
    /// How bad.
    pub severity: Severity,
    /// Load over what a split can take, where the rates are stated.
    pub utilisation: Option<f64>,
    /// Why it does no harm, if it does none, with what would change that.
    pub harmless: Option<String>,
    /// What it puts on one split, if that is known.
    pub pressure: Option<Pressure>,
}

/// What is judged.
pub struct Load<'a> {
    /// What it puts on one split; for what the load has no place for, `None`.
    pub pressure: Option<&'a Pressure>,
    /// Rows written per second, where they are known and there is no pressure.
    pub writes: Option<f64>,
    /// How sure the facts are.
    pub confidence: f64,
    /// Few writes, by directive or name.
    pub low_write: Option<&'a LowWrite>,
    /// All facts.
    pub facts: &'a Facts,
}

/// Judges a load: by utilisation where the rates are stated, otherwise by how sure the facts are,
/// and by whether the key could fill a split on as many nodes as there may be.
#[must_use]
pub fn judge(load: &Load<'_>) -> Verdict {
    let sure = by_confidence(load.confidence);
    let ceiling = load.facts.file.ceiling;
    let verdict = |severity: Severity, utilisation, harmless| Verdict {
        severity: severity.min(sure),
        utilisation,
        harmless,
        pressure: load.pressure.copied(),
    };
    match (load.pressure, load.writes) {
        (Some(pressure), _) if pressure.known => {
            let rows = pressure.rows_per_second;
            let (severity, harmless) = by_load(pressure.load, rows, rows / pressure.load);
            verdict(severity, Some(pressure.load), harmless)
        }
        (Some(pressure), _) => {
            let (severity, harmless) = by_share(pressure, load.facts.headroom.nodes);
            verdict(severity, None, harmless)
        }
        (None, Some(0.0) | None) if load.low_write.is_some() => {
            let why = load.low_write.map(|low| low.evidence.what.to_string());
            verdict(Severity::Info, None, why)
        }
        (None, Some(writes)) => {
            let (severity, harmless) = by_load(writes / ceiling, writes, ceiling);
            verdict(severity, Some(writes / ceiling), harmless)
        }
        (None, None) => verdict(Severity::High, None, None),
    }
}

/// Judges a stated load.
fn by_load(utilisation: f64, rows: f64, takes: f64) -> (Severity, Option<String>) {
    let severity = match utilisation {
        u if u >= SATURATED => Severity::High,
        u if u >= WARM => Severity::Warn,
        _ => Severity::Info,
    };
    let harmless = (utilisation < HARMLESS).then(|| {
        format!(
            "{} writes/s are {} of what a split can take; it is full at about {} writes/s",
            number(rows),
            percent(utilisation),
            number(rounded(takes))
        )
    });
    (severity, harmless)
}

/// Judges a load whose rate nobody stated: harmless only where it stays so even if its rate is
/// guessed ten times too low.
fn by_share(pressure: &Pressure, nodes: f64) -> (Severity, Option<String>) {
    match nodes * pressure.share_if_busier {
        busy if busy < FULL / 2.0 => {
            let from = pressure.ceiling.map_or_else(String::new, |ceiling| {
                format!(
                    "; it is full at {} writes/s over the whole schema",
                    number(rounded(ceiling))
                )
            });
            let why = format!(
                "It is assumed to get {} of the schema's load, harmless up to {} nodes{from}",
                percent(pressure.share),
                number(pressure.nodes_harmless().floor()),
            );
            (Severity::Info, Some(why))
        }
        busy if busy < FULL => (Severity::Warn, None),
        _ => (Severity::High, None),
    }
}

fn by_confidence(confidence: f64) -> Severity {
    match confidence {
        c if c >= SURE => Severity::High,
        c if c >= LIKELY => Severity::Warn,
        _ => Severity::Ask,
    }
}

/// A load over its limit, for people: `3.4× the limit`, or `43 % of the limit` below one.
#[must_use]
pub fn against_limit(load: f64) -> String {
    if load >= 1.0 {
        format!("{}× the limit", factor(load))
    } else {
        percent(load) + " of the limit"
    }
}

/// A factor with one digit behind the point where it is small.
#[must_use]
pub fn factor(by: f64) -> String {
    if by < 10.0 { format!("{by:.1}") } else { number(by.round()) }
}

/// A share for people: `43 %`, `0.8 %`.
#[must_use]
pub fn percent(share: f64) -> String {
    let percent = share * 100.0;
    match percent {
        p if p >= 9.95 => format!("{p:.0} %"),
        p if p >= 0.095 => format!("{p:.1} %"),
        p if p > 0.0 => "less than 0.1 %".to_owned(),
        _ => "0 %".to_owned(),
    }
}

/// Rounded to two digits that count, as estimates are told.
#[must_use]
pub fn rounded(value: f64) -> f64 {
    if value.abs() < 1.0 || !value.is_finite() {
        return value;
    }
    let step = libm::pow(10.0, libm::floor(libm::log10(value.abs())) - 1.0);
    (value / step).round() * step
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
