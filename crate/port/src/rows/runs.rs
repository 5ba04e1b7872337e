//! Runs of rows: those of one table with the same columns, between two statements that may change
//! what names mean.

use std::collections::BTreeMap;

use super::cell::Form;
use super::sample::{SAMPLES_BYTES_MAX, Sample};
use super::sampled::Sampled;
use super::summary::{RowTarget, Summary};
use super::values::Values;

/// Runs that are open at a time at most; further rows are not looked at.
const RUNS_MAX: usize = 20_000;
/// Columns of all open runs at most; what is beyond is not looked at.
const COLUMNS_MAX: usize = 200_000;

/// A run that is read.
struct Run {
    summary: Summary,
    sample: Sample,
}

/// The runs that are open.
pub(crate) struct Runs {
    open: Vec<Run>,
    by_target: BTreeMap<RowTarget, usize>,
    /// Bytes that samples may still take.
    left: usize,
    columns: usize,
}

impl Runs {
    /// None.
    pub(crate) fn new() -> Self {
        Self { open: Vec::new(), by_target: BTreeMap::new(), left: SAMPLES_BYTES_MAX, columns: 0 }
    }

    /// The run of a target, and whether it is new; `None` where there are too many.
    pub(crate) fn open(&mut self, target: RowTarget) -> Option<(usize, bool)> {
        if let Some(&run) = self.by_target.get(&target) {
            return Some((run, false));
        }
        if self.open.len() >= RUNS_MAX {
            return None;
        }
        let run = self.open.len();
        let sample = Sample::new(&target.table);
        self.by_target.insert(target.clone(), run);
        let summary = Summary { target, rows: 0, cut: 0, columns: Vec::new() };
        self.open.push(Run { summary, sample });
        Some((run, true))
    }

    /// Takes a row of a run into account.
    pub(crate) fn see<'b>(
        &mut self,
        run: usize,
        form: Form,
        cells: impl Iterator<Item = &'b [u8]> + Clone,
    ) {
        let Some(Run { summary, sample }) = self.open.get_mut(run) else { return };
        summary.rows += 1;
        for (column, cell) in cells.clone().enumerate() {
            if column == summary.columns.len() {
                if self.columns >= COLUMNS_MAX {
                    break;
                }
                self.columns += 1;
                summary.columns.push(Values::default());
            }
            summary.columns[column].see(form.cell(cell));
        }
        sample.see(form, cells, &mut self.left);
    }

    /// Counts a row that was too long to be looked at.
    pub(crate) fn count(&mut self, run: usize) {
        if let Some(Run { summary, .. }) = self.open.get_mut(run) {
            summary.rows += 1;
            summary.cut += 1;
        }
    }

    /// Ends all runs, in the order of their first rows.
    pub(crate) fn settle(&mut self) -> Vec<(Summary, Sample)> {
        let ended = std::mem::replace(self, Self::new());
        let settled = ended.open.into_iter().map(|Run { mut summary, sample }| {
            Sampled::learn(&sample, &mut summary);
            (summary, sample)
        });
        settled.collect()
    }

    /// Rows of the open runs.
    pub(crate) fn rows(&self) -> u64 {
        self.open.iter().map(|run| run.summary.rows).sum()
    }
}
