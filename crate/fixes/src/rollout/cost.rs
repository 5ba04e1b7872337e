//! What a change of key costs: rows, bytes, mutations, ranges, hours, storage. From sizes that the
//! schema states; what is not stated is left open, and each assumption says that it is one.

use super::image::Image;
use super::passes::{mutations_per_row, rows_per_range};
use super::plan::{Check, Duration, DurationClass};
use crate::facts::NODES_DEFAULT;

/// Part of what the nodes write that the copying takes (assumption of ours: little enough to go
/// unnoticed beside traffic that keeps to the recommended load).
const COPY_SHARE: f64 = 0.2;

/// Where minutes and hours end, in hours.
const CLASS_HOURS: [f64; 2] = [1.0, 24.0];

/// Bytes in a GiB.
const GIB: f64 = 1024.0 * 1024.0 * 1024.0;

/// Cost of copying one table.
pub(super) struct Cost {
    /// Rows, if stated.
    pub(super) rows: Option<f64>,
    /// Bytes of a row.
    row_bytes: f64,
    mutations: u64,
    rows_per_range: u64,
    /// Rows a second.
    rate: f64,
    nodes: f64,
    nodes_stated: bool,
}

impl Cost {
    pub(super) fn of(image: &Image<'_, '_>) -> Self {
        let facts = image.from.script.cx.facts;
        let table = facts.table(image.from.id);
        let nodes = facts.file.nodes.unwrap_or(NODES_DEFAULT);
        Self {
            rows: table.rows,
            row_bytes: table.row_bytes.max(1.0),
            mutations: mutations_per_row(&image.to),
            rows_per_range: rows_per_range(image),
            rate: nodes * facts.file.ceiling * COPY_SHARE,
            nodes,
            nodes_stated: facts.file.nodes_stated,
        }
    }

    /// In words, one line each.
    pub(super) fn words(&self, table: &str, copy: &str) -> Vec<String> {
        let mut out = Vec::new();
        match self.rows {
            Some(rows) => {
                let ranges = (rows / self.rows_per_range as f64).ceil();
                out.push(format!(
                    "`{table}` to `{copy}`: {} rows of about {:.0} bytes, {} mutations ({} per \
                     row), {} ranges of {} rows.",
                    count(rows),
                    self.row_bytes,
                    count(rows * self.mutations as f64),
                    self.mutations,
                    count(ranges),
                    self.rows_per_range
                ));
                out.push(format!(
                    "`{copy}` uses about {:.1} GiB in addition to `{table}` until that is dropped, \
                     without its indexes.",
                    rows * self.row_bytes / GIB
                ));
            }
            None => out.push(format!(
                "`{table}` to `{copy}`: {} mutations per row, {} rows per range. The number of \
                 rows is not stated: add a comment `-- hotsplit: rows=…` in the line above its \
                 CREATE TABLE; the query below measures the bytes.",
                self.mutations, self.rows_per_range
            )),
        }
        out
    }

    /// Where the rate of copying comes from.
    pub(super) fn rate_words(&self) -> String {
        let nodes = if self.nodes_stated { "stated" } else { "an assumption" };
        format!(
            "Copying is estimated at {} rows/s: {:.0} nodes ({nodes}), of whose {} writes/s the \
             job uses {:.0} % (an assumption), with one write per row. Comparing reads both tables \
             at that rate, so a round takes twice as long. Limit the job to this rate, and measure \
             the first ranges.",
            count(self.rate),
            self.nodes,
            count(self.rate / COPY_SHARE),
            COPY_SHARE * 100.0
        )
    }
}

/// How long it takes to go so many times over the rows of tables, one table after another. A table
/// whose size is not stated leaves it open.
pub(super) fn duration(costs: &[Cost], times: f64) -> Duration {
    let [minutes, day] = CLASS_HOURS;
    let Some(first) = costs.first() else { return Duration::minutes("There are no rows.") };
    let rate = first.rate / times;
    let Some(rows) = costs.iter().map(|it| it.rows).sum::<Option<f64>>() else {
        let in_hours = |hours: f64| count(hours * 3600.0 * rate);
        let why = format!(
            "The size of a table is not stated. With less than {} rows in total it takes minutes, \
             with less than {} hours, with more days.",
            in_hours(minutes),
            in_hours(day)
        );
        return Duration::new(DurationClass::Hours, why);
    };
    let seconds = rows / rate;
    let class = match seconds / 3600.0 {
        it if it < minutes => DurationClass::Minutes,
        it if it < day => DurationClass::Hours,
        _ => DurationClass::Days,
    };
    let twice = if times > 1.0 { ", read on both sides," } else { "" };
    let why = format!(
        "{} rows in total{twice} at {} rows/s take {}.",
        count(rows),
        count(first.rate),
        time(seconds)
    );
    Duration::new(class, why)
}

/// The query of sizes.
pub(super) fn sizes(tables: &[String], google: bool) -> Check {
    let list: Vec<String> =
        tables.iter().map(|name| super::script::literal(name, google)).collect();
    Check {
        query: format!(
            "SELECT INTERVAL_END, TABLE_NAME, USED_BYTES\nFROM \
             SPANNER_SYS.TABLE_SIZES_STATS_1HOUR\nWHERE TABLE_NAME IN ({})\nORDER BY INTERVAL_END \
             DESC\nLIMIT {}",
            list.join(", "),
            tables.len()
        ),
        expected: "The bytes of each table, to compare with the estimates of this step.".to_owned(),
        before: true,
    }
}

/// A number with its unit of thousands.
fn count(value: f64) -> String {
    let steps = [(1e12, "trillion"), (1e9, "billion"), (1e6, "million")];
    match steps.iter().find(|(step, _)| value >= *step) {
        Some((step, word)) => format!("{:.1} {word}", value / step),
        None if value >= 10_000.0 => format!("{:.0},000", value / 1000.0),
        None => format!("{value:.0}"),
    }
}

/// A time in words.
fn time(seconds: f64) -> String {
    match seconds {
        it if it < 120.0 => "less than two minutes".to_owned(),
        it if it < 7_200.0 => format!("about {:.0} minutes", it / 60.0),
        it if it < 172_800.0 => format!("about {:.0} hours", it / 3_600.0),
        it => format!("about {:.0} days", it / 86_400.0),
    }
}
