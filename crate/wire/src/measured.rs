//! What a person has measured on a database of their own, read from pasted lines into constants of
//! the model. Such a constant has no range any more.

use serde::{Deserialize, Serialize};
#[cfg(target_arch = "wasm32")]
use tsify::Tsify;

use crate::knobs::ConstantValue;
use hotsplit_engine::sim::commit_time::{latency_factor, mean_of};
use hotsplit_engine::sim::costs::{commit_overhead, row_cost};
use hotsplit_engine::sim::{Knobs, constants, model};

/// Lines that are read at most.
const LINES_MAX: usize = 200;

/// "What do these lines say?"
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct MeasuredAsk {
    /// A name and a number on each line: `commit p99: 18 ms`.
    pub text: String,
}

/// What pasted lines say.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct MeasuredRead {
    /// Constants of the model, each marked as measured.
    pub constants: Vec<ConstantValue>,
    /// A line for each constant that was read and each line that was not understood.
    pub messages: Vec<String>,
    /// Lines that were not understood.
    pub unread: u32,
}

/// Numbers that are measured, as far as lines give them.
#[derive(Default)]
struct Numbers {
    commit_mean_ms: Option<f64>,
    participants: Option<f64>,
    split_rows_per_second: Option<f64>,
    row_bytes: Option<f64>,
    indexed_times: Option<f64>,
}

/// Names that a line may begin with, what the number is of, and its unit where it has none.
const NAMES: &[(&str, Name, f64)] = &[
    ("commit p50", Name::Constant("commit_median_ms"), 1.0),
    ("commit median", Name::Constant("commit_median_ms"), 1.0),
    ("commit p99", Name::Constant("commit_p99_ms"), 1.0),
    ("read p50", Name::Constant("read_median_ms"), 1.0),
    ("read median", Name::Constant("read_median_ms"), 1.0),
    ("read p99", Name::Constant("read_p99_ms"), 1.0),
    ("commit mean", Name::CommitMean, 1.0),
    ("avg commit latency seconds", Name::CommitMean, 1000.0),
    ("avg participants", Name::Participants, 1.0),
    ("participants", Name::Participants, 1.0),
    ("split rows per second", Name::SplitRows, 1.0),
    ("split writes per second", Name::SplitRows, 1.0),
    ("row bytes", Name::RowBytes, 1.0),
    ("doubling", Name::Constant("learn_seconds"), 1.0),
    ("cpu with an index", Name::Indexed, 1.0),
];

/// What a number is of.
#[derive(Clone, Copy)]
enum Name {
    Constant(&'static str),
    CommitMean,
    Participants,
    SplitRows,
    RowBytes,
    Indexed,
}

/// Units behind a number, with what it is multiplied with; times are in ms.
const UNITS: &[(&str, f64)] = &[
    ("ms", 1.0),
    ("s", 1000.0),
    ("seconds", 1000.0),
    ("min", 60_000.0),
    ("minutes", 60_000.0),
    ("kb", 1024.0),
    ("bytes", 1.0),
];

/// Reads lines such as `commit p99: 18 ms`, `split writes per second = 2,900`, `row bytes 2048`,
/// `doubling: 3 min`, `cpu with an index: 2.6`, the name of any constant, or two lines of a table of
/// `SPANNER_SYS.TXN_STATS_TOP_MINUTE`: its columns and one row.
#[must_use]
pub fn read(text: &str) -> MeasuredRead {
    let (mut read, mut numbers) = (MeasuredRead::default(), Numbers::default());
    let lines: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    let mut at = 0;
    while at < lines.len().min(LINES_MAX) {
        let (understood, next) = match columns(lines[at], lines.get(at + 1)) {
            // A table of statistics has columns that say nothing of the model.
            Some(columns) => {
                let taken = columns.iter().filter(|(name, it)| numbers.take(&mut read, name, it));
                (taken.count() > 0, at + 2)
            }
            None => (numbers.take_line(&mut read, lines[at]), at + 1),
        };
        if !understood {
            read.unread += 1;
            let line: String = lines[at].chars().take(60).collect();
            read.messages.push(format!(
                "`{line}` was not understood; expected a name and a number, for example `commit \
                 p99: 18 ms`."
            ));
        }
        at = next;
    }
    if lines.len() > LINES_MAX {
        read.unread += hotsplit_engine::workload::load::count(lines.len() - LINES_MAX);
        read.messages.push(format!("Only the first {LINES_MAX} lines were read."));
    }
    numbers.follow(&mut read);
    read
}

/// The names and values of a header and the line behind it, where both are cut by tabs, bars or
/// commas into as many cells and the first holds no number.
fn columns(header: &str, row: Option<&&str>) -> Option<Vec<(String, String)>> {
    let mark = ['\t', '|', ','].into_iter().find(|mark| header.contains(*mark))?;
    let cells = |line: &str| -> Vec<String> {
        line.trim_matches('|').split(mark).map(|cell| cell.trim().to_owned()).collect()
    };
    let (names, values) = (cells(header), cells(row?));
    let all_names = names.iter().all(|name| parsed(name).is_none());
    (names.len() > 1 && names.len() == values.len() && all_names)
        .then(|| names.into_iter().zip(values).collect())
}

impl Numbers {
    /// Reads one line; says whether it was understood.
    fn take_line(&mut self, read: &mut MeasuredRead, line: &str) -> bool {
        let cut = line.find([':', '=', '\t']).or_else(|| {
            let digit = line.find(|c: char| c.is_ascii_digit());
            // The number of `commit p99 18` begins behind a blank.
            digit.and_then(|_| line.rfind(' ').map(|last| before_unit(line, last)))
        });
        let Some(cut) = cut else { return false };
        let (name, value) = line.split_at(cut);
        self.take(read, name, value.trim_start_matches([':', '=', '\t', ' ']))
    }

    /// Takes a named number; says whether there is one of this name, and a number.
    fn take(&mut self, read: &mut MeasuredRead, name: &str, value: &str) -> bool {
        let name = name.trim().to_lowercase().replace(['_', '-'], " ");
        let Some((value, unit)) = parsed(value) else { return false };
        if !(value > 0.0 && value.is_finite()) {
            return false;
        }
        let Some((_, of, usual)) = NAMES.iter().find(|(known, ..)| *known == name) else {
            let constant = name.replace(' ', "_");
            return constant_of(read, &constant, in_its_unit(&constant, value, unit));
        };
        let scaled = value * unit.unwrap_or(*usual);
        match of {
            Name::Constant(constant) => {
                return constant_of(read, constant, in_its_unit(constant, value, unit));
            }
            Name::CommitMean => self.commit_mean_ms = Some(scaled),
            Name::Participants => self.participants = Some(scaled),
            Name::SplitRows => self.split_rows_per_second = Some(scaled),
            Name::RowBytes => self.row_bytes = Some(scaled),
            Name::Indexed => self.indexed_times = Some(scaled),
        }
        true
    }

    /// Constants that follow from several numbers.
    fn follow(&self, read: &mut MeasuredRead) {
        if let Some(mean) = self.commit_mean_ms {
            // The mean of a lognormal whose 99th percentile is as far above its median as usual.
            let of_one = mean / latency_factor(self.participants.unwrap_or(1.0).max(1.0));
            let over_median = mean_of(model::COMMIT_MEDIAN_MS, model::COMMIT_P99_MS);
            let over_median = over_median / model::COMMIT_MEDIAN_MS;
            constant_of(read, "commit_median_ms", of_one / over_median);
        }
        if let Some(rows) = self.split_rows_per_second {
            let bytes = self.row_bytes.unwrap_or(model::ROW_BYTES);
            constant_of(read, "split_ceiling", rows * (commit_overhead() + row_cost(bytes)));
        }
        if let Some(times) = self.indexed_times {
            // Two participants write (1 + L) / 2 times to their logs each, where L is the constant.
            let (overhead, row) =
                (commit_overhead(), row_cost(self.row_bytes.unwrap_or(model::ROW_BYTES)));
            let logs = (times * (overhead + row) - 2.0 * row) / overhead - 1.0;
            constant_of(read, "participant_logs", logs.max(1.0));
        }
    }
}

/// Where the number of a line without a mark begins: behind its last blank, or the one before where
/// a unit stands last.
fn before_unit(line: &str, last: usize) -> usize {
    let unit = line[last..].trim().to_lowercase();
    let is_unit = UNITS.iter().any(|(known, _)| *known == unit);
    if is_unit { line[..last].rfind(' ').unwrap_or(last) } else { last }
}

/// A number with the multiple of its unit, where it has one that is known.
fn parsed(text: &str) -> Option<(f64, Option<f64>)> {
    let text = text.trim();
    let end = text.find(|c: char| !(c.is_ascii_digit() || ".,eE+-".contains(c)));
    let (digits, unit) = text.split_at(end.unwrap_or(text.len()));
    let value: f64 = digits.replace(',', "").parse().ok()?;
    let unit = unit.trim().to_lowercase();
    if unit.is_empty() {
        return Some((value, None));
    }
    UNITS.iter().find(|(known, _)| *known == unit).map(|(_, times)| (value, Some(*times)))
}

/// A value with three digits that count.
fn short(value: f64) -> f64 {
    let step = libm::pow(10.0, libm::floor(libm::log10(value)) - 2.0);
    let digits = libm::round(value / step);
    if step < 1.0 { digits / libm::round(1.0 / step) } else { digits * step }
}

/// A number in the unit of a constant: one of seconds by its name, which a unit gives in ms.
fn in_its_unit(constant: &str, value: f64, unit: Option<f64>) -> f64 {
    let per_unit = if constant.ends_with("seconds") { 1000.0 } else { 1.0 };
    unit.map_or(value, |unit| value * unit / per_unit)
}

/// Adds a measured constant, the last of a name; says whether there is one of this name.
fn constant_of(read: &mut MeasuredRead, name: &str, value: f64) -> bool {
    let mut knobs = Knobs::default();
    if !constants::set_constant(&mut knobs, name, value) {
        return false;
    }
    read.constants.retain(|known| known.name != name);
    read.constants.push(ConstantValue { name: name.to_owned(), value, measured: true });
    let label = name.replace('_', " ");
    read.messages.push(format!("{label} is {}.", short(value)));
    true
}
