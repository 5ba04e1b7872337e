//! Learns what a sample of rows shows: its values, their shape and their order.

use std::borrow::Cow;
use std::collections::BTreeMap;

use super::cell::Cell;
use super::correlation::rank_correlation;
use super::ids::Shape;
use super::sample::{Row, Sample};
use super::sampled::{Sampled, VALUES_MIN, hash_of};
use super::summary::Summary;
use crate::text::order;

/// Columns with times that others are compared with at most.
const TIMES_MAX: usize = 8;
/// Values of a column that is a list, at most: of longer ones none is kept.
const LIST_MAX: usize = 32;
/// Times that differ, at least, for an order to show.
const TIMES_MIN: usize = 10;

/// The values of a column in a sample, by row; NULL is none.
type Column<'s> = Vec<Option<Cow<'s, [u8]>>>;

impl Sampled {
    /// Adds what a sample shows to what all rows show.
    pub(crate) fn learn(sample: &Sample, summary: &mut Summary) {
        let columns = summary.columns.len();
        let all: Vec<Column<'_>> = (0..columns).map(|at| column(sample.rows(), at)).collect();
        for (at, values) in all.iter().enumerate() {
            let sampled = Self::of_column(values, &column(sample.fair_rows(), at));
            summary.columns[at].sampled = Self { of: summary.rows, ..sampled };
        }
        let is_time = |at: &usize| summary.columns[*at].sampled.shape == Some(Shape::Time);
        let times: Vec<usize> = (0..columns).filter(is_time).take(TIMES_MAX).collect();
        let places_of_times: Vec<Vec<Option<u64>>> =
            times.iter().map(|&at| places(&all[at])).collect();
        for (at, values) in all.iter().enumerate() {
            let sampled = &summary.columns[at].sampled;
            if sampled.values < VALUES_MIN || sampled.shape == Some(Shape::Time) {
                continue;
            }
            let (own, differ) = (places(values), !sampled.repeats);
            for (&time, its) in times.iter().zip(&places_of_times) {
                let found = arrival(&own, its);
                let raise = |at: usize, summary: &mut Summary| {
                    let sampled = &mut summary.columns[at].sampled;
                    sampled.arrival = sampled.arrival.max(found);
                };
                raise(at, summary);
                if differ {
                    raise(time, summary);
                }
            }
        }
    }

    fn of_column(values: &Column<'_>, fair: &Column<'_>) -> Self {
        let said: Vec<&[u8]> = values.iter().flatten().map(|value| &**value).collect();
        let (count, counts) = (said.len() as u64, counts_of(values));
        let mut sampled = Self {
            values: count,
            repeats: counts.values().any(|&count| count > 1),
            ..Self::default()
        };
        // Values that differ, as those of ids do, are in no list.
        if counts.len() <= LIST_MAX && counts.len() as u64 * 2 <= count {
            sampled.list = counts.keys().map(|value| hash_of(value)).collect();
            order::ascending(&mut sampled.list);
            sampled.list.dedup();
        }
        if count >= VALUES_MIN {
            sampled.shape = Shape::of_all(&said);
            let counts = counts_of(fair);
            sampled.fair = counts.values().sum();
            sampled.distinct = counts.len() as u64;
            sampled.most = counts.values().copied().max().unwrap_or(0);
        }
        sampled
    }
}

fn column(rows: &[Row], at: usize) -> Column<'_> {
    rows.iter().map(|row| value(row, at)).collect()
}

fn value(row: &Row, at: usize) -> Option<Cow<'_, [u8]>> {
    match row.cell(at)? {
        Cell::Other(said) => Some(Cow::Borrowed(said)),
        cell => cell.said(),
    }
}

/// How often each value is in a column.
fn counts_of<'c>(column: &'c Column<'_>) -> BTreeMap<&'c [u8], u64> {
    let mut counts = BTreeMap::new();
    for value in column.iter().flatten() {
        *counts.entry(&**value).or_default() += 1;
    }
    counts
}

/// The place of each value in the order of all: that of numbers where all are whole numbers.
fn places(column: &Column<'_>) -> Vec<Option<u64>> {
    let number = |value: &[u8]| std::str::from_utf8(value).ok()?.parse::<i128>().ok();
    let numbers: Option<Vec<Option<i128>>> = column
        .iter()
        .map(|value| value.as_ref().map_or(Some(None), |value| number(value).map(Some)))
        .collect();
    match numbers {
        Some(numbers) => places_of(&numbers),
        None => places_of(column),
    }
}

fn places_of<T: Ord>(values: &[Option<T>]) -> Vec<Option<u64>> {
    let mut sorted: Vec<&T> = values.iter().flatten().collect();
    order::ascending(&mut sorted);
    sorted.dedup();
    let place = |value: &T| sorted.partition_point(|it| *it < value) as u64;
    values.iter().map(|value| value.as_ref().map(place)).collect()
}

/// The rank correlation of a column with times, per mille, where it is positive.
fn arrival(own: &[Option<u64>], times: &[Option<u64>]) -> u64 {
    let pairs: Vec<(u64, u64)> =
        own.iter().zip(times).filter_map(|(own, time)| Some(((*own)?, (*time)?))).collect();
    let mut differ: Vec<u64> = pairs.iter().map(|pair| pair.1).collect();
    order::ascending(&mut differ);
    differ.dedup();
    if (pairs.len() as u64) < VALUES_MIN || differ.len() < TIMES_MIN {
        return 0;
    }
    let per_mille = rank_correlation(&pairs).unwrap_or(0.0).max(0.0) * 1000.0;
    // At most 1000, so no digit is lost.
    (0..=1000_u64).rev().find(|&whole| whole as f64 <= per_mille).unwrap_or(0)
}
