//! The key walk: along a key, part by part, until it is clear where inserts go.

use crate::base::bounds::NODES_DEFAULT;
use crate::column::ColumnFact;
use crate::dist::Dist;
use crate::schema::{ColumnId, TableId};
use crate::spans::Each;
use crate::text::Span;

/// The walk along a key: where do inserts land?
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Walk {
    /// The parts in order, the parent's first for interleaved objects.
    pub parts: Vec<WalkPart>,
    /// Where the walk ended.
    pub outcome: Outcome,
}

/// A part of a walked key.
#[derive(Clone, Debug, PartialEq)]
pub struct WalkPart {
    /// The table the column belongs to.
    pub table: TableId,
    /// The column.
    pub column: ColumnId,
    /// Descending.
    pub desc: bool,
    /// Where this part is written.
    pub span: Span,
    /// The part is the parent's.
    pub inherited: bool,
}

/// Where a walk ended.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Outcome {
    /// Inserts spread.
    Spread {
        /// Points they spread over, at least.
        over: f64,
        /// Position in [`Walk::parts`] of the part that spreads them.
        by: usize,
        /// Position of the first monotonic part behind it, which makes one entity a tail.
        tail_within: Option<usize>,
    },
    /// Inserts follow moving points.
    Moving {
        /// How many points: 1 for a bare timestamp, N behind a shard.
        tails: u32,
        /// Position in [`Walk::parts`] of the part that moves.
        at: usize,
    },
    /// Each period starts a fresh range.
    Bucket {
        /// Points inside a bucket: shards or values before it.
        tails: u32,
        /// Position of the bucket.
        at: usize,
        /// What follows spreads inside the bucket.
        spread_within: bool,
    },
    /// All writes hit few rows: every part is constant or has few values.
    HotRow {
        /// How many rows.
        rows: u32,
    },
    /// The DDL does not tell what a part is.
    Ask {
        /// Position of the part.
        at: usize,
        /// Shards or values before it.
        tails: u32,
    },
    /// There is no key to walk: it is missing, or a parent is not in the text.
    #[default]
    None,
}

impl Walk {
    /// Every span of it.
    pub(crate) fn each_span(&mut self, each: Each<'_>) {
        let Self { parts, outcome: _ } = self;
        for WalkPart { table: _, column: _, desc: _, span, inherited: _ } in parts {
            each(span);
        }
    }
}

/// Entities per node that count as spread (the catalogue's `card >= 10 * nodes`).
const ENTITIES_PER_NODE: f64 = 10.0;

/// Points beyond which the count no longer matters; keeps products of many parts finite.
const POINTS_MAX: u32 = 1_000_000;

/// Walks `parts`, whose facts are `facts` in the same order.
#[must_use]
pub fn walk(parts: Vec<WalkPart>, facts: &[&ColumnFact], nodes: Option<f64>) -> Walk {
    let enough = nodes.unwrap_or(NODES_DEFAULT) * ENTITIES_PER_NODE;
    let outcome = outcome(&parts, facts, enough);
    Walk { parts, outcome }
}

fn outcome(parts: &[WalkPart], facts: &[&ColumnFact], enough: f64) -> Outcome {
    let mut points: u32 = 1;
    let mut is_limited = false;
    for (at, fact) in facts.iter().enumerate() {
        match &fact.dist {
            Dist::Uniform => return spread(facts, at, f64::from(points) * 1e9, enough),
            Dist::Entity { cardinality } if *cardinality >= enough => {
                return spread(facts, at, f64::from(points) * cardinality, enough);
            }
            Dist::Entity { cardinality } => points = times(points, whole(*cardinality)),
            Dist::Shard { n, .. } => {
                points = times(points, *n);
                is_limited = false;
                continue;
            }
            Dist::LowCard { values } => {
                // A shard of this very column has already separated its values, as far as it can.
                let shards = facts[..at].iter().find_map(|fact| match fact.dist {
                    Dist::Shard { n, of: Some(of), .. } if of == parts[at].column => Some(n),
                    _ => None,
                });
                points = times(points / shards.unwrap_or(1), (*values).max(shards.unwrap_or(1)));
            }
            Dist::Constant => {}
            Dist::TimeBucket => {
                let rest = &facts[at + 1..];
                let spread_within = rest.iter().any(|fact| spreads(fact, enough))
                    && !rest
                        .iter()
                        .take_while(|fact| !spreads(fact, enough))
                        .any(|fact| fact.dist.is_moving());
                return Outcome::Bucket { tails: points, at, spread_within };
            }
            dist if dist.is_moving() => return Outcome::Moving { tails: points, at },
            _ => return Outcome::Ask { at, tails: points },
        }
        is_limited = true;
    }
    match facts.len() {
        0 => Outcome::None,
        _ if is_limited => Outcome::HotRow { rows: points },
        n => Outcome::Spread { over: f64::from(points), by: n - 1, tail_within: None },
    }
}

/// Only parts in front of the one that moves spread the rows of one entity: behind a time, a random
/// id decides nothing but the order within an instant.
fn spread(facts: &[&ColumnFact], by: usize, over: f64, enough: f64) -> Outcome {
    let decides = |fact: &&ColumnFact| {
        fact.dist.is_moving() || spreads(fact, enough) || fact.dist == Dist::Unknown
    };
    let first = (by + 1..facts.len()).find(|&at| decides(&facts[at]));
    let tail_within = first.filter(|&at| facts[at].dist.is_moving());
    Outcome::Spread { over, by, tail_within }
}

fn spreads(fact: &ColumnFact, enough: f64) -> bool {
    match &fact.dist {
        Dist::Uniform | Dist::Shard { .. } => true,
        Dist::Entity { cardinality } => *cardinality >= enough,
        _ => false,
    }
}

fn times(points: u32, by: u32) -> u32 {
    points.saturating_mul(by.max(1)).min(POINTS_MAX)
}

/// A cardinality as a whole number.
fn whole(cardinality: f64) -> u32 {
    let bounded = cardinality.clamp(1.0, f64::from(POINTS_MAX));
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped above")]
    let whole = bounded as u32;
    whole
}
