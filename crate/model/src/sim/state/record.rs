//! Closing a column: its sums go into the series of the run.

use super::State;
use crate::sim::latency::Mix;
use crate::sim::run::recorded;

impl State {
    pub(super) fn close_column(&mut self) {
        let column = (self.second - 1) / self.run.seconds_per_column;
        let seconds = f64::from(self.second - column * self.run.seconds_per_column);
        let sums = &mut self.column;
        let run = &mut self.run;
        run.offered.push(recorded(sums.offered.rows / seconds));
        run.served.push(recorded(sums.served.rows / seconds));
        run.reads_offered.push(recorded(sums.offered.reads / seconds));
        run.reads_served.push(recorded(sums.served.reads / seconds));
        let percentile = |mix: &Mix, slower: f64, series: &[f32]| {
            // It is mostly close to that of the column before.
            let near = series.last().copied().unwrap_or(0.0);
            recorded(self.latency.percentile(mix, slower, f64::from(near)))
        };
        let median = |mix: &Mix, series: &mut Vec<f32>| series.push(percentile(mix, 0.5, series));
        let slowest = |mix: &Mix, series: &mut Vec<f32>| series.push(percentile(mix, 0.01, series));
        median(&sums.mixes.server, &mut run.p50_ms);
        slowest(&sums.mixes.server, &mut run.p99_ms);
        if sums.mixes.differ {
            median(&sums.mixes.client, &mut run.client_p50_ms);
            slowest(&sums.mixes.client, &mut run.client_p99_ms);
        } else {
            run.client_p50_ms.extend(run.p50_ms.last());
            run.client_p99_ms.extend(run.p99_ms.last());
        }
        median(&sums.reads, &mut run.read_p50_ms);
        slowest(&sums.reads, &mut run.read_p99_ms);
        let record = |rows: &mut [f32], sums: &[f64]| {
            for (row, sum) in sums.iter().enumerate() {
                rows[row * run.columns as usize + column as usize] = recorded(sum / seconds);
            }
        };
        record(&mut run.utilisation, &sums.busy);
        record(&mut run.component_served, &sums.components);
        record(&mut run.stream_wanted, &sums.wanted);
        if 2 * column >= run.columns {
            self.half.add(sums, seconds);
        }
        sums.clear();
        run.columns_done = column + 1;
    }
}
