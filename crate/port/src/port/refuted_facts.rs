//! Facts that a person states of a table, where rows show more: no peak is lower than the average,
//! and the most children are not fewer than those of an average parent.

use super::plan::Porter;
use super::rates::{Average, ByName, Children};
use super::report::{Severity, What};

/// Parts of one in which quantities are compared. Whole numbers, as elsewhere in the port.
const MICRO: u128 = 1_000_000;
/// Digits of a number before and behind the point at most; longer ones refute nothing.
const DIGITS_MAX: usize = 15;

impl Porter<'_> {
    /// Names the stated facts that are below what rows show.
    pub(super) fn refuted_facts(&mut self, by_name: &ByName) {
        let source = self.source;
        for at in 0..self.plan.len() {
            let table = &source.tables[self.plan[at].source];
            if table.rows == 0 {
                continue;
            }
            let object = table.name.shown();
            let mut refuted = Vec::new();
            let mut compare = |fact: &str, shown: u128, what: &dyn Fn() -> String| {
                let stated = self.options.decisions.fact_of_table(&object, fact);
                let below = stated.and_then(|(said, value)| Some((said, micros(value)? < shown)));
                if let Some((said, true)) = below {
                    refuted.push(format!("a directive says {said}, and {}", what()));
                }
            };
            let rows = u128::from(table.rows) * MICRO;
            compare("rows", rows, &|| format!("the dump has {} rows", table.rows));
            if let Some(average) = Average::of(table) {
                let seconds = average.to.seconds_since(average.from).max(1);
                let shown = u128::from(average.rows) * MICRO / u128::from(seconds);
                let what = || format!("rows came at {} on average", average.words());
                compare("writes", shown, &what);
                compare("low-write", shown, &what);
            }
            // The fact does not say of which parent: it is that with the fewest.
            let children = Children::of(source, by_name, table);
            if let Some(fewest) = children.iter().min_by_key(|it| it.average()) {
                let (whole, tenth) = fewest.average();
                let shown = (u128::from(whole) * 10 + u128::from(tenth)) * MICRO / 10;
                compare("children-per-parent", shown, &|| {
                    format!(
                        "there are {whole}.{tenth} rows for each row of `{}` on average",
                        fewest.parent
                    )
                });
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

/// A quantity as directives write it, `1.5k/s` or `1e6`, in millionths; `None` where it is written
/// otherwise.
fn micros(said: &str) -> Option<u128> {
    let said = said.strip_suffix("/s").unwrap_or(said);
    let end = said.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(said.len());
    let (number, unit) = said.split_at(end);
    let power = match unit {
        "" => 0,
        "k" | "K" => 3,
        "M" | "m" => 6,
        "G" | "g" => 9,
        _ => unit.strip_prefix(['e', 'E'])?.parse().ok().filter(|it: &u32| *it <= 15)?,
    };
    let (whole, fraction) = number.split_once('.').unwrap_or((number, ""));
    if whole.len() > DIGITS_MAX || fraction.len() > DIGITS_MAX {
        return None;
    }
    let digits: u128 = format!("{whole}{fraction}").parse().ok()?;
    let behind = u32::try_from(fraction.len()).ok()?;
    Some(digits * MICRO * 10_u128.pow(power) / 10_u128.pow(behind))
}
