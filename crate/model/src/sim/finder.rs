//! Where a hot split can be split, or why it cannot.

use super::layout::Layout;
use super::model;
use super::prepared::PreparedLoad;
use super::scan::Scans;
use crate::load::{ComponentKind, Direction, Keys, Tail, whole};
use hotsplit_base::unsplittable::UnsplittableReason;

/// What came of the search.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Verdict {
    /// Split at these keys, in order. With a reason, that only sheds load from the heavier part,
    /// which stays as it is for that reason.
    At(Vec<u64>, Option<UnsplittableReason>),
    /// It cannot be split.
    Not(UnsplittableReason),
}

/// One component's load in the split.
#[derive(Clone, Copy, Debug)]
struct Item {
    kind: ItemKind,
    load: f64,
}

#[derive(Clone, Copy, Debug)]
enum ItemKind {
    /// Evenly over these keys.
    Even(Keys),
    /// A point: the key it was first seen at while it was watched, and the keys from where it is
    /// to where it will be when the next chance to split comes. Reads of a range behind it pass
    /// `span` keys, others one.
    Moving { seen: u64, path: Keys, up: bool, span: u64 },
    /// One key.
    Row(u64),
    /// Range reads, in these keys of the split.
    Reads(Scans, Keys),
}

/// Looks for a split point in `keys`; `load_of` gives each part's load on its servers, `uniform`
/// parts by their whole range.
///
/// Model: keys are sampled at quantiles of the load and a boundary is a sampled key of the group
/// to its right. Both sides are judged by what they will bear until the next chance: a boundary
/// just ahead of a tail is crossed at once and does not count. A key that half of the load reads
/// across is no boundary: each such read would have to visit both sides.
pub(super) fn find(
    prepared: &PreparedLoad,
    keys: Keys,
    second: u32,
    load_of: impl Fn(usize) -> f64,
) -> Verdict {
    let items = items(prepared, keys, second, load_of);
    let total: f64 = items.iter().map(|item| item.load).sum();
    if keys.len() <= 1 {
        return Verdict::Not(UnsplittableReason::HotRow);
    }
    let across = |key: u64| items.iter().map(|item| item.load * item.across(key)).sum::<f64>();
    let parted = |key: u64| across(key) >= model::CONTAINED * total;
    let row = popular_row(&items, keys, total);
    let shut_in = match row {
        Some(cuts) if !cuts.iter().any(|&key| parted(key)) => return Verdict::At(cuts, None),
        row => row.is_some(),
    };
    let side_min =
        (prepared.constants.side_share_min * total).max(prepared.constants.side_load_min);
    let mut best: Option<(f64, u64)> = None;
    let mut evenest: Option<(f64, bool)> = None;
    let mut one_sided = true;
    for key in candidates(&items, keys, total) {
        let left: f64 = items.iter().map(|item| item.load * item.left_of(key)).sum();
        let right = total - left;
        one_sided &= left.max(right) > model::ONE_SIDED * total;
        let gap = (left - right).abs();
        let parted = parted(key);
        if evenest.is_none_or(|(least, _)| gap < least) {
            evenest = Some((gap, parted));
        }
        let fits = left.min(right) >= side_min && !parted;
        if fits && best.is_none_or(|(least, _)| gap < least) {
            best = Some((gap, key));
        }
    }
    let moving: f64 = items.iter().filter(|item| item.is_moving()).map(|item| item.load).sum();
    let reason = if shut_in {
        Some(UnsplittableReason::UnisolatableHotRow)
    } else if one_sided && moving > 0.5 * total {
        Some(UnsplittableReason::MovingHotSpot)
    } else {
        None
    };
    match (best, evenest) {
        (Some((_, key)), _) => Verdict::At(vec![key], reason),
        (None, Some((_, true))) => {
            Verdict::Not(reason.unwrap_or(UnsplittableReason::LargeScanHotSpot))
        }
        (None, _) => Verdict::Not(reason.unwrap_or(UnsplittableReason::Unspecified)),
    }
}

/// The middle of the even load in `keys`, for a split that has grown too large.
pub(super) fn middle(
    prepared: &PreparedLoad,
    keys: Keys,
    second: u32,
    load_of: impl Fn(usize) -> f64,
) -> u64 {
    let items: Vec<Item> = items(prepared, keys, second, load_of)
        .into_iter()
        .filter(|item| matches!(item.kind, ItemKind::Even(_)))
        .collect();
    let total: f64 = items.iter().map(|item| item.load).sum();
    let (mut lo, mut hi) = (keys.lo, keys.hi);
    while hi - lo > 1 {
        let key = lo + (hi - lo) / 2;
        let left: f64 = items.iter().map(|item| item.load * item.left_of(key)).sum();
        if 2.0 * left < total {
            lo = key;
        } else {
            hi = key;
        }
    }
    hi
}

/// The keys that cut out a row which bears much of the load.
fn popular_row(items: &[Item], keys: Keys, total: f64) -> Option<Vec<u64>> {
    let mut rows: Vec<(u64, f64)> = Vec::new();
    for item in items {
        if let ItemKind::Row(at) = item.kind {
            match rows.iter_mut().find(|row| row.0 == at) {
                Some(row) => row.1 += item.load,
                None => rows.push((at, item.load)),
            }
        }
    }
    rows.retain(|row| row.1 >= model::POPULAR_KEY * total);
    let (at, _) =
        rows.into_iter().reduce(|best, next| if next.1 > best.1 { next } else { best })?;
    let cuts: Vec<u64> =
        [at, at + 1].into_iter().filter(|&key| keys.lo < key && key < keys.hi).collect();
    Some(cuts)
}

fn items(
    prepared: &PreparedLoad,
    keys: Keys,
    second: u32,
    load_of: impl Fn(usize) -> f64,
) -> Vec<Item> {
    let root = Layout::root_of(keys.lo);
    let mut items = Vec::new();
    for &part in &prepared.in_root[root] {
        let load = load_of(part);
        if load <= 0.0 {
            continue;
        }
        match prepared.parts[part].kind {
            ComponentKind::Uniform(_) | ComponentKind::Atom { .. }
                if prepared.parts[part].span > 0 =>
            {
                let scans = prepared.scans(part, second).expect("it has a span");
                let inside = scans.keys().overlap(keys);
                if !inside.is_empty() {
                    let load = load * scans.rows(keys);
                    items.push(Item { kind: ItemKind::Reads(scans, inside), load });
                }
            }
            ComponentKind::Uniform(range) => {
                let inside = range.overlap(keys);
                if !inside.is_empty() {
                    let load = load * inside.len() as f64 / range.len() as f64;
                    items.push(Item { kind: ItemKind::Even(inside), load });
                }
            }
            ComponentKind::Atom { at } if keys.contains(at) => {
                items.push(Item { kind: ItemKind::Row(at), load });
            }
            ComponentKind::Tail(tail) => {
                let at = prepared.point(part, second).expect("a tail stands somewhere");
                if keys.contains(at) {
                    let span = prepared.parts[part].span.max(1);
                    let point = TailPoint { tail, at, span };
                    items.push(Item { kind: watched(point, keys, second, prepared), load });
                }
            }
            ComponentKind::Atom { .. } => {}
        }
    }
    items
}

/// A tail at a moment.
#[derive(Clone, Copy, Debug)]
struct TailPoint {
    tail: Tail,
    /// The key that it is at.
    at: u64,
    /// Keys that each of its touches passes.
    span: u64,
}

/// A tail that is watched: the first key seen of it in `keys`, and where it goes next.
fn watched(point: TailPoint, keys: Keys, second: u32, prepared: &PreparedLoad) -> ItemKind {
    let TailPoint { tail, at, span } = point;
    let (now, learn) = (f64::from(second), f64::from(prepared.constants.learn_seconds));
    let passed = |from: f64, to: f64| {
        let paced = |second: f64| prepared.clock.paced(&tail, second);
        whole(tail.speed(prepared.seconds) * (paced(to) - paced(from)))
    };
    let (came, goes) = (passed(now - learn, now), passed(now, now + learn));
    let up = tail.direction == Direction::Up;
    let (seen, path) = if up {
        (at.saturating_sub(came), Keys { lo: at, hi: at.saturating_add(goes).saturating_add(1) })
    } else {
        (at.saturating_add(came), Keys { lo: at.saturating_sub(goes), hi: at + 1 })
    };
    let inside = tail.keys.overlap(keys);
    ItemKind::Moving { seen: seen.clamp(inside.lo, inside.hi - 1), path, up, span }
}

/// Sampled keys: at quantiles of the load, and the next one after each point.
fn candidates(items: &[Item], keys: Keys, total: f64) -> Vec<u64> {
    // Along the axis: where density changes, and where points are seen first.
    let mut edges: Vec<(u64, f64, f64)> = Vec::with_capacity(items.len() * 2);
    for item in items {
        match item.kind {
            ItemKind::Even(range) | ItemKind::Reads(_, range) => {
                let density = item.load / range.len() as f64;
                edges.push((range.lo, density, 0.0));
                edges.push((range.hi, -density, 0.0));
            }
            ItemKind::Moving { seen, .. } => edges.push((seen, 0.0, item.load)),
            ItemKind::Row(at) => edges.push((at, 0.0, item.load)),
        }
    }
    edges.sort_by(|a, b| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)).then(a.2.total_cmp(&b.2)));
    let step = total / f64::from(model::CANDIDATES);
    let (mut at, mut sum, mut density, mut next) = (keys.lo, 0.0, 0.0, step);
    let mut found = Vec::new();
    let mut point_before = false;
    for (key, change, point) in edges {
        let stretch = density * (key - at) as f64;
        if point_before && key > at && density > 0.0 {
            found.push(at + 1);
            point_before = false;
        }
        while density > 0.0 && next <= sum + stretch && next < total {
            found.push(at + whole((next - sum) / density));
            next += step;
        }
        if point_before && point > 0.0 {
            found.push(key);
            point_before = false;
        }
        (at, sum) = (key, sum + stretch);
        density = if (density + change).abs() < 1e-300 { 0.0 } else { density + change };
        if point > 0.0 {
            sum += point;
            if next <= sum {
                found.push(key);
                point_before = true;
                next += step * ((sum - next) / step).floor() + step;
            }
        }
    }
    found.retain(|&key| keys.lo < key && key < keys.hi);
    found.sort_unstable();
    found.dedup();
    found
}

impl Item {
    /// Share of the load that will land left of `key`.
    fn left_of(&self, key: u64) -> f64 {
        match self.kind {
            ItemKind::Even(range) => range.share_before(key),
            ItemKind::Row(at) => f64::from(u8::from(at < key)),
            ItemKind::Reads(scans, inside) => {
                scans.rows(Keys { hi: key.clamp(inside.lo, inside.hi), ..inside })
                    / scans.rows(inside)
            }
            // A boundary at or behind a point's key leaves it on the side it moves to.
            ItemKind::Moving { path, up: true, .. } if key <= path.lo => 0.0,
            ItemKind::Moving { path, up: false, .. } if key >= path.hi => 1.0,
            ItemKind::Moving { path, up: false, .. } if key + 1 == path.hi => 1.0,
            ItemKind::Moving { path, .. } => path.share_before(key),
        }
    }

    /// Share of the load in reads that will pass both `key` and the key before it.
    fn across(&self, key: u64) -> f64 {
        match self.kind {
            ItemKind::Even(_) | ItemKind::Row(_) => 0.0,
            ItemKind::Reads(scans, inside) => (scans.across(key) / scans.touching(inside)).min(1.0),
            // While the point stands within a span of the key.
            ItemKind::Moving { path, up, span, .. } => {
                let near = if up {
                    Keys { lo: key, hi: key.saturating_add(span - 1) }
                } else {
                    Keys { lo: (key + 1).saturating_sub(span), hi: key }
                };
                path.overlap(near).len() as f64 / path.len() as f64
            }
        }
    }

    fn is_moving(&self) -> bool {
        matches!(self.kind, ItemKind::Moving { .. })
    }
}
