//! The key walk: along a key, part by part, until it is clear where inserts land.

use super::{ColumnFact, Dist, NODES_DEFAULT, Outcome, Walk, WalkPart};

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
    let mut few = false;
    for (at, fact) in facts.iter().enumerate() {
        match &fact.dist {
            Dist::Uniform => return spread(facts, at, f64::from(points) * 1e9, enough),
            Dist::Entity { cardinality } if *cardinality >= enough => {
                return spread(facts, at, f64::from(points) * cardinality, enough);
            }
            Dist::Entity { cardinality } => points = times(points, whole(*cardinality)),
            Dist::Shard { n, .. } => {
                points = times(points, *n);
                few = false;
                continue;
            }
            Dist::LowCard { values } => {
                // A shard of this very column has already told its values apart, as far as it can.
                let told = facts[..at].iter().find_map(|fact| match fact.dist {
                    Dist::Shard { n, of: Some(of), .. } if of == parts[at].column => Some(n),
                    _ => None,
                });
                points = times(points / told.unwrap_or(1), (*values).max(told.unwrap_or(1)));
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
        few = true;
    }
    match facts.len() {
        0 => Outcome::None,
        _ if few => Outcome::HotRow { rows: points },
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
