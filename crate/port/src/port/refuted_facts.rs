//! Facts that a person states of a table, where rows show more: no peak is lower than the average,
//! and the most children are not fewer than those of an average parent.

use super::plan::Porter;
use super::rates::{Average, Children};
use super::report::What;
use super::severity::Severity;
use super::table_index::TableIndex;
use crate::source::Source;
use crate::source::schema::Table;

/// Parts of one in which quantities are compared. Whole numbers, as elsewhere in the port.
const MICRO: u64 = 1_000_000;
/// Digits of a number at most; longer ones refute nothing.
const DIGITS_MAX: usize = 15;

impl Porter<'_> {
    /// Names the stated facts that are below what rows show.
    pub(super) fn refuted_facts(&mut self) {
        let source = self.source;
        for at in 0..self.plan.len() {
            let table = &source.tables[self.plan[at].source];
            let object = table.name.shown();
            let decisions = &self.options.decisions;
            if table.rows == 0 || decisions.facts_of_table(&object).next().is_none() {
                continue;
            }
            let mut refuted = Vec::new();
            for (fact, shown, words) in shown_of(source, &self.table_index, table) {
                let stated = decisions.fact_of_table(&object, fact);
                if let Some((said, value)) = stated
                    && micros(value).is_some_and(|value| value < shown)
                {
                    refuted.push(["a directive says ", said, ", and ", &words].concat());
                }
            }
            for message in refuted {
                let said = self.about(
                    &object,
                    "migrate-rows-refute",
                    Severity::Warn,
                    What::Changed,
                    table.name.span,
                );
                self.lose(said, message);
            }
        }
    }
}

/// What rows of a table show: the fact, the least that it can be, in millionths, and why.
fn shown_of(
    source: &Source<'_>,
    index: &TableIndex,
    table: &Table,
) -> Vec<(&'static str, u64, String)> {
    let rows = table.rows.saturating_mul(MICRO);
    let mut shown = vec![("rows", rows, format!("the dump has {} rows", table.rows))];
    if let Some(average) = Average::of(table) {
        let seconds = average.to.seconds_since(average.from).max(1);
        let rate = average.rows.saturating_mul(MICRO) / seconds;
        let words = format!("rows came at {} on average", average.words());
        shown.push(("writes", rate, words.clone()));
        shown.push(("low-write", rate, words));
    }
    // The fact does not say of which parent: it is that with the fewest.
    let children = Children::of(source, index, table);
    if let Some(fewest) = children.iter().min_by_key(|it| it.average()) {
        let (whole, tenth) = fewest.average();
        let words = format!(
            "there are {whole}.{tenth} rows for each row of `{}` on average",
            fewest.parent
        );
        let least = whole.saturating_mul(MICRO).saturating_add(tenth * (MICRO / 10));
        shown.push(("children-per-parent", least, words));
    }
    shown
}

/// A quantity as directives write it, `1.5k/s` or `1e6`, in millionths; `None` where it is written
/// otherwise. What is too large is the largest number.
fn micros(said: &str) -> Option<u64> {
    let said = said.strip_suffix("/s").unwrap_or(said);
    let end = said.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(said.len());
    let (number, unit) = said.split_at(end);
    let power = match unit {
        "" => 0,
        "k" | "K" => 3,
        "M" | "m" => 6,
        "G" | "g" => 9,
        _ => unit.strip_prefix(['e', 'E'])?.parse().ok().filter(|it| *it <= DIGITS_MAX as u64)?,
    };
    let (whole, fraction) = number.split_once('.').unwrap_or((number, ""));
    if whole.len() + fraction.len() > DIGITS_MAX {
        return None;
    }
    let digits: u64 = [whole, fraction].concat().parse().ok()?;
    // Millionths are six digits behind the point.
    let (mut number, mut behind) = (digits, fraction.len() as u64);
    for _ in 0..power + 6 {
        match behind {
            0 => number = number.saturating_mul(10),
            _ => behind -= 1,
        }
    }
    for _ in 0..behind {
        number /= 10;
    }
    Some(number)
}
