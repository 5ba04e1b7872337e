//! Which locals of a function are still wanted somewhere: read there or later before they are written.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Context as _, Result};
use wasmparser::Operator;

use super::ends::opens;

/// Locals that are wanted at a place, and where one may go from the row it is in.
#[derive(Default)]
pub(super) struct Wanted {
    /// At the place.
    pub(super) here: BTreeSet<u32>,
    /// Behind each label, by its depth.
    pub(super) labels: Vec<BTreeSet<u32>>,
    /// Behind the row.
    pub(super) behind: BTreeSet<u32>,
}

/// A row that is open where one stands.
struct Open {
    /// Its `end`.
    end: usize,
    /// Locals that are read after a jump to its label.
    label: BTreeSet<u32>,
    /// Locals that are read behind it.
    behind: BTreeSet<u32>,
    /// Locals that are read where the condition does not hold.
    other: Option<BTreeSet<u32>>,
}

/// Finds which locals are wanted at these places. It walks from the last instruction to the first,
/// and through a loop again until nothing is new in it.
pub(super) fn wanted(
    operators: &[Operator<'_>],
    places: &BTreeSet<usize>,
) -> Result<BTreeMap<usize, Wanted>> {
    let opened_at = rows(operators);
    let mut found = BTreeMap::new();
    // Wanted as a loop begins, as far as is known.
    let mut loops: BTreeMap<usize, BTreeSet<u32>> = BTreeMap::new();
    let mut open: Vec<Open> = Vec::new();
    let mut wanted = BTreeSet::new();
    let mut at = operators.len();
    while at > 0 {
        at -= 1;
        let label = |open: &[Open], depth: u32| -> Result<BTreeSet<u32>> {
            let place = open.len().checked_sub(depth as usize + 1);
            Ok(open[place.context("a jump to a label that is not there")?].label.clone())
        };
        match &operators[at] {
            Operator::End => {
                let label = match opened_at.get(&at) {
                    Some(opener) if matches!(operators[*opener], Operator::Loop { .. }) => {
                        loops.entry(*opener).or_default().clone()
                    }
                    _ => wanted.clone(),
                };
                open.push(Open { end: at, label, behind: wanted.clone(), other: None });
            }
            Operator::Else => {
                let row = open.last_mut().context("an else without an if")?;
                row.other = Some(std::mem::replace(&mut wanted, row.behind.clone()));
            }
            Operator::If { .. } => {
                let row = open.pop().context("a row without an end")?;
                wanted.extend(row.other.unwrap_or(row.behind));
            }
            Operator::Block { .. } => {
                open.pop();
            }
            Operator::Loop { .. } => {
                let row = open.pop().context("a row without an end")?;
                let known = loops.entry(at).or_default();
                let before = known.len();
                known.extend(&wanted);
                if known.len() > before {
                    wanted = row.behind;
                    at = row.end + 1;
                    continue;
                }
            }
            Operator::Br { relative_depth } => wanted = label(&open, *relative_depth)?,
            Operator::BrIf { relative_depth } => wanted.extend(label(&open, *relative_depth)?),
            Operator::BrTable { targets } => {
                wanted = label(&open, targets.default())?;
                for target in targets.targets() {
                    wanted.extend(label(&open, target?)?);
                }
            }
            Operator::Return | Operator::Unreachable => wanted.clear(),
            Operator::LocalGet { local_index } => {
                wanted.insert(*local_index);
            }
            Operator::LocalSet { local_index } | Operator::LocalTee { local_index } => {
                wanted.remove(local_index);
            }
            _ => {}
        }
        if places.contains(&at) {
            let row = open.last().context("a row without an end")?;
            let wanted = Wanted {
                here: wanted.clone(),
                labels: open.iter().rev().map(|row| row.label.clone()).collect(),
                behind: row.behind.clone(),
            };
            found.insert(at, wanted);
        }
    }
    Ok(found)
}

/// What opens each row, by its `end`. The function's own has none.
fn rows(operators: &[Operator<'_>]) -> BTreeMap<usize, usize> {
    let (mut open, mut rows) = (Vec::new(), BTreeMap::new());
    for (at, operator) in operators.iter().enumerate() {
        if opens(operator) {
            open.push(at);
        } else if matches!(operator, Operator::End)
            && let Some(opener) = open.pop()
        {
            rows.insert(at, opener);
        }
    }
    rows
}
