//! From a walked key to places on the axis: where the rows of an object land.

use crate::facts::{
    ColumnFact, Dist, ENTITY_CARDINALITY, Facts, Outcome, Skew, TimeId, Walk, WalkPart, shard,
};
use crate::model::load::{
    Component, ComponentKind, Cut, Direction, Keys, STREAM_COMPONENTS_MAX, Tail, count, whole,
};
use crate::schema::{Column, ColumnId, Schema, TableId};
use crate::syntax::tree::{Expr, ExprKind, Type};

/// Seconds in which text UUIDs of version 1 sweep their space: their first 32 bits count tenths
/// of a microsecond (RFC 9562, section 5.1).
const UUID_V1_SWEEP_SECONDS: f64 = 4_294_967_296.0 / 10_000_000.0;

/// Entities that get a place of their own where load is skewed; the rest is even.
const ENTITIES_MAX: u32 = 256;

/// Places that entities are scattered over, at least and at most (drawing only).
const SLOTS: (f64, f64) = (512.0, 1_048_576.0);

/// Terms of a Zipf sum that are added one by one; the rest is integrated.
const ZIPF_TERMS: u32 = 4096;

/// Which part of the key space stands for the period that is running, as a range of sixteenths
/// (drawing only: one of many periods, not at an edge).
const BUCKET: (u32, u32) = (7, 9);

/// Where an object's rows land, and how to say it.
#[derive(Debug)]
pub(super) struct Places {
    /// The components; their weights add up to 1.
    pub(super) components: Vec<Component>,
    /// Leading parts with few values.
    pub(super) cuts: Vec<Cut>,
    /// The part behind them.
    pub(super) rest: String,
    /// See [`LoadObject::guessed`](crate::model::load::LoadObject::guessed).
    pub(super) guessed: bool,
    /// What was assumed.
    pub(super) notes: Vec<String>,
}

/// A range that still has key parts to go.
#[derive(Clone, Copy, Debug)]
struct Open {
    keys: Keys,
    weight: f64,
    /// The last shard in front whose source is skewed: a value of it lies in one shard alone.
    home: Option<Home>,
}

/// One of the shards that a skewed column is hashed to.
#[derive(Clone, Copy, Debug)]
struct Home {
    /// The column.
    of: ColumnId,
    /// This shard.
    shard: HashShard,
    /// Its share of the load of all of them.
    share: f64,
}

/// One of the values of a hash shard.
#[derive(Clone, Copy, Debug)]
struct HashShard {
    number: u32,
    /// How many there are.
    count: u32,
}

struct Walker<'a> {
    schema: &'a Schema,
    facts: &'a Facts,
    walk: &'a Walk,
    open: Vec<Open>,
    places: Places,
}

/// The same ranges with rows that were written before: anywhere a component ever writes.
pub(super) fn anywhere(components: &[Component]) -> Vec<Component> {
    components
        .iter()
        .map(|part| match part.kind {
            ComponentKind::Tail(tail) => {
                Component { kind: ComponentKind::Uniform(tail.keys), weight: part.weight }
            }
            _ => *part,
        })
        .collect()
}

/// The same places in another range: all of `from` stands for all of `to`.
pub(super) fn within(components: &[Component], from: Keys, to: Keys) -> Vec<Component> {
    let place = |key: u64| {
        let offset = u128::from(to.len()) * u128::from(key - from.lo) / u128::from(from.len());
        to.lo + u64::try_from(offset).expect("a share of a length fits where it fits")
    };
    let keys = |keys: Keys| Keys { lo: place(keys.lo), hi: place(keys.hi) };
    let kind = |kind: ComponentKind| match kind {
        ComponentKind::Uniform(range) => ComponentKind::Uniform(keys(range)),
        ComponentKind::Tail(tail) => ComponentKind::Tail(Tail { keys: keys(tail.keys), ..tail }),
        ComponentKind::Atom { at } => ComponentKind::Atom { at: place(at) },
    };
    components.iter().map(|part| Component { kind: kind(part.kind), ..*part }).collect()
}

/// The places within a range, as if rows went nowhere else; all of them where none is.
pub(super) fn inside(components: &[Component], range: Keys) -> Vec<Component> {
    let place = |part: &Component| {
        let kind = match part.kind {
            ComponentKind::Uniform(keys) => {
                let both = keys.overlap(range);
                let share = both.len() as f64 / keys.len().max(1) as f64;
                return (share > 0.0).then_some(Component {
                    kind: ComponentKind::Uniform(both),
                    weight: part.weight * share,
                });
            }
            kind => kind,
        };
        range.contains(kind.keys().lo).then_some(*part)
    };
    let mut kept: Vec<Component> = components.iter().filter_map(place).collect();
    let all: f64 = kept.iter().map(|part| part.weight).sum();
    if all <= 0.0 {
        return components.to_vec();
    }
    kept.iter_mut().for_each(|part| part.weight /= all);
    kept
}

/// Places of two kinds of rows, of which the first are a share of all.
pub(super) fn mixed(first: &[Component], share: f64, others: &[Component]) -> Vec<Component> {
    let weighed = |parts: &[Component], share: f64| -> Vec<Component> {
        parts.iter().map(|part| Component { weight: part.weight * share, ..*part }).collect()
    };
    [weighed(first, share), weighed(others, 1.0 - share)].concat()
}

/// Share of a queue's range that lies between its two ends (drawing only: rows that wait).
const WAITING: u32 = 32;

/// Where a queue is written: its new end, so far before the old one as rows wait.
pub(super) fn queued(components: &[Component]) -> Vec<Component> {
    ends(components, true)
}

/// Where a queue is worked off: its old end, which follows the new one.
pub(super) fn oldest(components: &[Component]) -> Vec<Component> {
    ends(components, false)
}

fn ends(components: &[Component], new: bool) -> Vec<Component> {
    let end = |part: &Component| match part.kind {
        ComponentKind::Tail(tail) => {
            let first = new == (tail.direction == Direction::Up);
            let keys = match first {
                true => Keys { lo: tail.keys.piece(1, WAITING).lo, hi: tail.keys.hi },
                false => Keys { lo: tail.keys.lo, hi: tail.keys.piece(WAITING - 1, WAITING).lo },
            };
            Component { kind: ComponentKind::Tail(Tail { keys, ..tail }), weight: part.weight }
        }
        _ => *part,
    };
    components.iter().map(end).collect()
}

impl Places {
    /// Follows `walk` through `keys`.
    pub(super) fn of(schema: &Schema, facts: &Facts, walk: &Walk, keys: Keys) -> Self {
        let places = Self {
            components: Vec::new(),
            cuts: Vec::new(),
            rest: String::new(),
            guessed: false,
            notes: Vec::new(),
        };
        let open = vec![Open { keys, weight: 1.0, home: None }];
        let mut walker = Walker { schema, facts, walk, open, places };
        walker.follow();
        walker.places.components = joined(std::mem::take(&mut walker.places.components));
        walker.places
    }
}

impl Walker<'_> {
    fn follow(&mut self) {
        let is_limited = |part: &WalkPart| {
            matches!(
                self.facts.part(part).dist,
                Dist::Shard { .. } | Dist::LowCard { .. } | Dist::Constant
            )
        };
        match self.walk.outcome {
            Outcome::HotRow { .. } => self.rows(),
            // A counter behind shards: as many rows as shards.
            Outcome::Spread { .. } if self.walk.parts.iter().all(is_limited) => self.rows(),
            Outcome::Spread { by, tail_within, .. } => {
                self.cut_before(by);
                self.end_at(by);
                self.spread(by, tail_within);
            }
            Outcome::Moving { at, .. } => {
                self.cut_before(at);
                self.end_at(at);
                self.tails(at);
            }
            Outcome::Ask { at, .. } => {
                self.cut_before(at);
                self.end_at(at);
                let column = self.name(at);
                self.places.guessed = true;
                self.places.notes.push(format!(
                    "the schema does not say how `{column}` is generated; it is assumed to \
                     increase with time (the worst case)."
                ));
                self.tails(at);
            }
            Outcome::Bucket { at, spread_within, .. } => {
                self.cut_before(at);
                self.end_at(at);
                self.bucket(at, spread_within);
            }
            Outcome::None => {
                self.places.rest = "key".to_owned();
                self.uniform();
            }
        }
    }

    /// One row for each combination of the parts' values.
    fn rows(&mut self) {
        self.cut_before(self.walk.parts.len());
        self.places.rest = "row".to_owned();
        for open in std::mem::take(&mut self.open) {
            let at = open.keys.at(0.5);
            self.put(ComponentKind::Atom { at }, open.weight);
        }
    }

    fn part(&self, at: usize) -> &WalkPart {
        &self.walk.parts[at]
    }

    fn fact(&self, at: usize) -> &ColumnFact {
        self.facts.part(self.part(at))
    }

    fn column(&self, at: usize) -> &Column {
        let part = self.part(at);
        self.schema.table(part.table).column(part.column)
    }

    fn name(&self, at: usize) -> String {
        self.column(at).name.to_string()
    }

    fn end_at(&mut self, at: usize) {
        self.places.rest = self.name(at);
    }

    fn put(&mut self, kind: ComponentKind, weight: f64) {
        self.places.components.push(Component { kind, weight });
    }

    /// Cuts the open ranges by every part before `end`.
    fn cut_before(&mut self, end: usize) {
        for at in 0..end {
            let (pieces, first) = match &self.fact(at).dist {
                Dist::Shard { n, signed: true, .. } => {
                    let n = (*n).clamp(1, u32::MAX / 4);
                    (2 * n - 1, Some(1 - i64::from(n)))
                }
                Dist::Shard { n, .. } => ((*n).max(1), Some(0)),
                Dist::LowCard { values } => ((*values).max(1), None),
                Dist::Entity { cardinality } => {
                    let values = whole(cardinality.clamp(1.0, f64::from(u32::MAX / 4)));
                    (u32::try_from(values).unwrap_or(1), None)
                }
                _ => (1, None),
            };
            if pieces == 1 {
                if let Some(pieces) = shard::turns(self.column(at)) {
                    let desc = self.part(at).desc;
                    self.places.cuts.push(Cut {
                        column: self.name(at),
                        pieces,
                        first: Some(0),
                        desc,
                    });
                }
                continue;
            }
            if self.open.len() * pieces as usize > STREAM_COMPONENTS_MAX {
                let column = self.name(at);
                self.places.notes.push(format!(
                    "more than {STREAM_COMPONENTS_MAX} points; the values of `{column}` are drawn \
                     as one."
                ));
                continue;
            }
            let desc = self.part(at).desc;
            self.places.cuts.push(Cut { column: self.name(at), pieces, first, desc });
            // `MOD` of a signed hash gives 0 twice as often as any other number.
            let zero = first.filter(|&first| first < 0).map(|_| pieces / 2);
            // A stated skew applies to whatever the values are: statuses, entities, shards.
            let uneven =
                Some(self.shares(at, f64::from(pieces))).filter(|shares| !shares.is_empty());
            let even = |piece: u32| match zero {
                Some(zero) if piece == zero => 1.0 / f64::from(zero + 1),
                Some(zero) => 0.5 / f64::from(zero + 1),
                None => 1.0 / f64::from(pieces),
            };
            let hashed = self.hashed(at);
            let weight = |piece: u32| match (&hashed, &uneven) {
                (Some((_, shares)), _) => {
                    housed(shares, HashShard { number: piece, count: pieces }, even(piece))
                }
                (None, Some(shares)) => share_of(shares, piece, pieces),
                (None, None) => even(piece),
            };
            let home = |piece: u32| {
                let &(of, _) = hashed.as_ref()?;
                let shard = HashShard { number: piece, count: pieces };
                Some(Home { of, shard, share: weight(piece) })
            };
            let open = std::mem::take(&mut self.open);
            self.open = open
                .iter()
                .flat_map(|open| (0..pieces).map(move |piece| (open, piece)))
                .map(|(open, piece)| Open {
                    keys: open.keys.piece(piece, pieces),
                    weight: open.weight * weight(piece),
                    home: home(piece).or(open.home),
                })
                .collect();
        }
    }

    /// One moving point in every open range.
    ///
    /// Model: behind a shard that is a time in seconds it stands in the middle of one shard for a
    /// second, then in the next: how far it has come within each is left out.
    fn tails(&mut self, at: usize) {
        let turns = (0..at)
            .find_map(|before| Some((shard::turns(self.column(before))?, self.part(before).desc)));
        for open in std::mem::take(&mut self.open) {
            let tail = match turns {
                None => self.tail(at, open.keys),
                Some((shards, desc)) => Tail {
                    keys: open.keys,
                    direction: if desc { Direction::Down } else { Direction::Up },
                    start: 0.5 / f64::from(shards),
                    wraps_seconds: Some(f64::from(shards)),
                },
            };
            self.put(ComponentKind::Tail(tail), open.weight);
        }
    }

    fn tail(&self, at: usize, keys: Keys) -> Tail {
        let fact = self.fact(at);
        let down = (fact.dist == Dist::MonotonicDown) != self.part(at).desc;
        let sweeps = fact.time_id == Some(TimeId::UuidV1);
        Tail {
            keys,
            direction: if down { Direction::Down } else { Direction::Up },
            start: 0.0,
            wraps_seconds: sweeps.then_some(UUID_V1_SWEEP_SECONDS),
        }
    }

    fn uniform(&mut self) {
        for open in std::mem::take(&mut self.open) {
            self.put(ComponentKind::Uniform(open.keys), open.weight);
        }
    }

    /// The period that is running takes everything.
    ///
    /// Model: the run lies inside one period. The start of the next one repeats the run's.
    fn bucket(&mut self, at: usize, spread_within: bool) {
        let column = self.name(at);
        self.places.notes.push(format!(
            "the run is within one period of `{column}`; each new period starts like this run."
        ));
        let desc = self.part(at).desc;
        for open in &mut self.open {
            let (from, to) = if desc { (16 - BUCKET.1, 16 - BUCKET.0) } else { BUCKET };
            open.keys =
                Keys { lo: open.keys.piece(from, 16).lo, hi: open.keys.piece(to - 1, 16).hi };
        }
        let behind = at + 1..self.walk.parts.len();
        match behind.into_iter().find(|&next| moves(&self.fact(next).dist)) {
            Some(next) if !spread_within => self.tails(next),
            None if !spread_within => {
                for open in std::mem::take(&mut self.open) {
                    let at = open.keys.at(0.5);
                    self.put(ComponentKind::Atom { at }, open.weight);
                }
            }
            _ => match self.skewed_behind(at) {
                Some(by) => self.spread(by, None),
                None => self.uniform(),
            },
        }
    }

    /// The part that spreads the rows of a period, if its values are stated to be uneven.
    fn skewed_behind(&self, bucket: usize) -> Option<usize> {
        let is_limited = |at: &usize| {
            matches!(self.fact(*at).dist, Dist::LowCard { .. } | Dist::Constant | Dist::TimeBucket)
        };
        let by = (bucket + 1..self.walk.parts.len()).find(|at| !is_limited(at))?;
        let is_entity = matches!(self.fact(by).dist, Dist::Entity { .. });
        (is_entity && !self.shares(by, self.cardinality(by)).is_empty()).then_some(by)
    }

    /// Even load, apart from entities that stand out.
    fn spread(&mut self, by: usize, tail_within: Option<usize>) {
        if self.upper_half(by) {
            // Numbers above zero lie behind those below, in descending order before them.
            let half = u32::from(!self.part(by).desc);
            for open in &mut self.open {
                open.keys = open.keys.piece(half, 2);
            }
        }
        let shares = self.shares(by, self.cardinality(by));
        let tails = tail_within.map(|at| (1, at)).or_else(|| self.tails_behind(by));
        let column = self.part(by).column;
        let room = STREAM_COMPONENTS_MAX / self.open.len().max(1);
        let slots = slots(self.cardinality(by));
        for open in std::mem::take(&mut self.open) {
            let home = open.home.filter(|home| home.of == column);
            let mut rest = 1.0;
            let each = tails.map_or(1, |(pieces, _)| pieces) as usize;
            for (rank, share) in (1..).zip(&shares).take((room / each).saturating_sub(1)) {
                let share = match home {
                    Some(home) if !is_home(rank, home.shard) => continue,
                    Some(home) => share / home.share,
                    None => *share,
                };
                let keys = open.keys.piece(slot(rank, slots), slots);
                self.entity(keys, open.weight * share, tails);
                rest -= share;
            }
            if rest > 1e-12 {
                self.put(ComponentKind::Uniform(open.keys), open.weight * rest);
            }
        }
    }

    /// What one entity writes within its keys: so many tails, or evenly.
    fn entity(&mut self, keys: Keys, weight: f64, tails: Option<(u32, usize)>) {
        let Some((pieces, at)) = tails else {
            return self.put(ComponentKind::Uniform(keys), weight);
        };
        for piece in 0..pieces {
            let tail = self.tail(at, keys.piece(piece, pieces));
            self.put(ComponentKind::Tail(tail), weight / f64::from(pieces));
        }
    }

    /// How many tails an entity has whose own key parts are shards and then move, and the part
    /// that moves.
    fn tails_behind(&self, by: usize) -> Option<(u32, usize)> {
        let mut pieces = 1_u32;
        for at in by + 1..self.walk.parts.len() {
            match self.fact(at).dist {
                Dist::Shard { n, signed: true, .. } => {
                    pieces = pieces.checked_mul(n.checked_mul(2)?.checked_sub(1)?)?;
                }
                Dist::Shard { n: values, .. } | Dist::LowCard { values } => {
                    pieces = pieces.checked_mul(values.max(1))?;
                }
                Dist::Constant => {}
                ref dist if moves(dist) => {
                    return (pieces as usize <= STREAM_COMPONENTS_MAX / 2).then_some((pieces, at));
                }
                _ => return None,
            }
        }
        None
    }

    /// The column that a shard is hashed from and the shares of its first values, where those are
    /// said to be uneven.
    fn hashed(&self, at: usize) -> Option<(ColumnId, Vec<f64>)> {
        let Dist::Shard { of: Some(of), .. } = self.fact(at).dist else { return None };
        let table = self.part(at).table;
        let values = match self.facts.column(table, of).dist {
            Dist::Entity { cardinality } => cardinality.max(1.0),
            _ => ENTITY_CARDINALITY,
        };
        let shares = self.shares_of(table, of, values);
        (!shares.is_empty()).then_some((of, shares))
    }

    /// Shares of the first values of a part, the largest first, where a skew is said of its
    /// column; empty where all are alike.
    fn shares(&self, at: usize, values: f64) -> Vec<f64> {
        let part = self.part(at);
        self.shares_of(part.table, part.column, values)
    }

    fn shares_of(&self, table: TableId, of: ColumnId, values: f64) -> Vec<f64> {
        let said = &self.facts.table(table).skew;
        let skew = said.iter().rfind(|(column, _)| *column == of).map(|(_, skew)| *skew);
        match skew {
            Some(Skew::Zipf(exponent)) => zipf(exponent, values),
            Some(Skew::Whale(share)) => vec![share.clamp(0.0, 1.0)],
            Some(Skew::Uniform) | None => Vec::new(),
        }
    }

    fn cardinality(&self, at: usize) -> f64 {
        match self.fact(at).dist {
            Dist::Entity { cardinality } => cardinality.max(1.0),
            _ => ENTITY_CARDINALITY,
        }
    }

    /// The column whose values a key part repeats: the one of the topmost parent.
    fn origin(&self, at: usize) -> &Column {
        let (mut table, mut column) = (self.part(at).table, self.part(at).column);
        for _ in 0..self.schema.tables.len() {
            let owner = self.schema.table(table);
            let parent = owner.parent.as_ref().and_then(|parent| parent.table);
            let place = owner.key.iter().position(|part| part.column == column);
            let above = parent.zip(place).and_then(|(parent, place)| {
                Some((parent, self.schema.table(parent).key.get(place)?.column))
            });
            let Some(above) = above else { break };
            (table, column) = above;
        }
        self.schema.table(table).column(column)
    }

    /// Bit-reversed sequences give positive integers only: half of the INT64 range.
    ///
    /// The counter 1, 2, 3, 4 … becomes ½, ¼, ¾, ⅛ … of that half, van der Corput's sequence: of
    /// any n rows in a row, any range gets its share of n to within a few rows (log₂ n). Load is a
    /// fluid here, which has no single rows, so an even half is exactly what they add up to, with
    /// none of the noise that random keys would have.
    fn upper_half(&self, at: usize) -> bool {
        let column = self.origin(at);
        let int = column.ty.as_ref() == Some(&Type::Int64);
        let made = column.generated.as_ref().is_some_and(|made| reverses(&made.expr));
        let counted = column.default.as_ref().is_some_and(|default| reverses(default));
        let even = self.fact(at).dist == Dist::Uniform;
        even && int && (column.identity.is_some() || counted || made)
    }
}

/// Whether an expression gives the next number of a sequence, or a bit reversal that keeps the
/// sign.
fn reverses(expr: &Expr) -> bool {
    let ExprKind::Call(name, args) = &expr.kind else { return false };
    let name = name.to_ascii_uppercase();
    let keeps =
        || matches!(args.get(1).map(|arg| &arg.kind), Some(ExprKind::Word(said)) if said == "TRUE");
    name.ends_with("NEXT_SEQUENCE_VALUE")
        || name.ends_with("NEXTVAL")
        || (name.ends_with("BIT_REVERSE") && keeps())
}

/// Even pieces that lie side by side and are alike, as one.
fn joined(components: Vec<Component>) -> Vec<Component> {
    let mut out: Vec<Component> = Vec::with_capacity(components.len());
    for next in components {
        if let Some(last) = out.last_mut()
            && let (ComponentKind::Uniform(a), ComponentKind::Uniform(b)) = (last.kind, next.kind)
            && a.hi == b.lo
        {
            let (left, right) = (last.weight * b.len() as f64, next.weight * a.len() as f64);
            if (left - right).abs() <= 1e-9 * left.max(right) {
                last.kind = ComponentKind::Uniform(Keys { lo: a.lo, hi: b.hi });
                last.weight += next.weight;
                continue;
            }
        }
        out.push(next);
    }
    out
}

/// The share of a value, where the first ones have `shares` and the others share the rest.
fn share_of(shares: &[f64], piece: u32, pieces: u32) -> f64 {
    let known: f64 = shares.iter().sum();
    let others = pieces.saturating_sub(count(shares.len())).max(1);
    shares.get(piece as usize).copied().unwrap_or((1.0 - known).max(0.0) / f64::from(others))
}

/// Whether the value of a rank is hashed to a shard (a hash of our own: which shard it is makes
/// no difference).
fn is_home(rank: usize, shard: HashShard) -> bool {
    count(rank).wrapping_mul(0x9E37_79B1) % shard.count == shard.number
}

/// The share of a shard whose source has values of these shares; `even` is its share of all the
/// others.
fn housed(shares: &[f64], shard: HashShard, even: f64) -> f64 {
    let known: f64 = shares.iter().sum();
    let here = (1..).zip(shares).filter(|&(rank, _)| is_home(rank, shard));
    let housed: f64 = here.map(|(_, share)| share).sum();
    housed + (1.0 - known).max(0.0) * even
}

fn moves(dist: &Dist) -> bool {
    dist.is_moving() || *dist == Dist::Unknown
}

/// Shares of the first [`ENTITIES_MAX`] of `cardinality` entities under Zipf's law.
fn zipf(exponent: f64, cardinality: f64) -> Vec<f64> {
    let term = |rank: u32| libm::pow(f64::from(rank), -exponent);
    let summed = f64::from(ZIPF_TERMS).min(cardinality);
    let mut sum: f64 = (1..=ZIPF_TERMS).filter(|&rank| f64::from(rank) <= summed).map(term).sum();
    if cardinality > summed {
        sum += if (exponent - 1.0).abs() < 1e-9 {
            libm::log(cardinality / summed)
        } else {
            let power = 1.0 - exponent;
            (libm::pow(cardinality, power) - libm::pow(summed, power)) / power
        };
    }
    (1..=ENTITIES_MAX)
        .filter(|&rank| f64::from(rank) <= cardinality)
        .map(|rank| term(rank) / sum)
        .collect()
}

/// Places that so many entities are scattered over, a power of two.
fn slots(cardinality: f64) -> u32 {
    let wanted = whole(cardinality.clamp(SLOTS.0, SLOTS.1));
    u32::try_from(wanted).map_or(1 << 20, u32::next_power_of_two)
}

/// The place of the entity of a rank: ranks are scattered by reversing their bits.
fn slot(rank: usize, slots: u32) -> u32 {
    let bits = slots.trailing_zeros().max(1);
    (count(rank).reverse_bits() >> (32 - bits)).min(slots - 1)
}
