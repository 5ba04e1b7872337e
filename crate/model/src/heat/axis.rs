//! Rows handed out to objects, and the keys of each row.
//!
//! No row holds keys of two objects. Every object that is drawn has a row at least.

use super::asked::Asked;
use super::grid::{Band, HOT_SHARE, Layout, OBJECT_ROWS_MIN, Order, ROWS_MAX, RowsBy};
use super::held::{Density, Past, pieces};
use super::hot_first::{HotFirst, hot_first};
use crate::load::{ComponentKind, ObjectId, count, whole};
use hotsplit_base::order;

/// Rows that all folded objects have together.
const FOLD_ROWS: u32 = 4;

/// A row read counts as this much of a row written where rows are handed out (our assumption,
/// drawing only: a node takes six times as many).
const READ_WEIGHT: f64 = 0.15;

/// Share of the rows of a band that stays with its keys where rows go by load, so that cold keys
/// are still there.
const KEPT_FOR_KEYS: f64 = 0.25;

/// Part of its height that an object keeps, where what is hot comes first, so that every shard or
/// value gets the same number of rows.
const HEIGHT_KEPT: f64 = 0.9;

/// The rows of a picture.
pub(super) struct Axis {
    pub(super) bands: Vec<Band>,
    /// First key of every row.
    pub(super) edges: Vec<u64>,
    pub(super) left_out: u32,
    pub(super) folded: Vec<ObjectId>,
    pub(super) folded_hot: u32,
}

/// The rows of a picture of a run; `first` come first where what is hot does.
pub(super) fn axis(past: &Past<'_>, layout: Layout, first: &[ObjectId]) -> Axis {
    let asked = asked(past);
    if layout.rows == RowsBy::Hot {
        return hot_axis(past, &asked, hot_first(&asked, layout.fold, first));
    }
    let (mut shown, folded, left_out) = shown(&asked, layout);
    if layout.order == Order::Name {
        let name = |object: &usize| &past.load.objects[*object].name;
        order::by(&mut shown, |a, b| name(a).cmp(name(b)).then(a.cmp(b)));
    }
    let room = ROWS_MAX - if folded.is_empty() { 0 } else { FOLD_ROWS };
    let mut axis = Axis { bands: Vec::new(), edges: Vec::new(), left_out, folded, folded_hot: 0 };
    let densities = densities(past, &shown, layout.rows);
    let weights: Vec<f64> = match layout.rows {
        RowsBy::Keys | RowsBy::Hot => shown.iter().map(|&object| asked[object].rows).collect(),
        RowsBy::Load => shown.iter().map(|&object| asked[object].cost).collect(),
        RowsBy::Held | RowsBy::Ranges => {
            densities.iter().map(|density| density.as_ref().map_or(0.0, Density::total)).collect()
        }
    };
    let total: f64 = weights.iter().sum();
    let most = if layout.rows == RowsBy::Ranges { 1 } else { OBJECT_ROWS_MIN };
    let least = if shown.is_empty() { 0 } else { (room / count(shown.len())).clamp(1, most) };
    let spare = room.saturating_sub(least * count(shown.len()));
    for ((&object, density), weight) in shown.iter().zip(densities).zip(weights) {
        let share = if total > 0.0 { weight / total } else { 1.0 / shown.len() as f64 };
        let extra = u32::try_from(whole(share * f64::from(spare) + 1e-9)).unwrap_or(0);
        let keys = past.load.objects[object].keys;
        let edges = match density {
            None => pieces(keys, whole_pieces(past, object, least + extra)),
            Some(density) => density.quantiles(least + extra),
        };
        axis.push(ObjectId(count(object)), asked[object], past, edges);
    }
    axis.push_folded(past, FOLD_ROWS);
    axis
}

/// The rows of a picture in which what is hot comes first.
fn hot_axis(past: &Past<'_>, asked: &[Asked], hot_first: HotFirst) -> Axis {
    let HotFirst { shown, rows, folded, folded_hot, folded_rows, left_out } = hot_first;
    let mut axis = Axis { bands: Vec::new(), edges: Vec::new(), left_out, folded, folded_hot };
    for (object, rows) in shown.into_iter().zip(rows) {
        let keys = past.load.objects[object].keys;
        let whole = whole_pieces(past, object, rows);
        // All are to be about equally high.
        let rows = if f64::from(whole) >= HEIGHT_KEPT * f64::from(rows) { whole } else { rows };
        axis.push(ObjectId(count(object)), asked[object], past, pieces(keys, rows));
    }
    axis.push_folded(past, folded_rows);
    axis
}

impl Axis {
    /// The band of what is folded, if anything is.
    fn push_folded(&mut self, past: &Past<'_>, rows: u32) {
        let Some(&first) = self.folded.first() else { return };
        let edges = pieces(past.load.object(first).keys, rows);
        self.push(first, Asked::default(), past, edges);
        let band = self.bands.last_mut().expect("a band was just added");
        band.folded = count(self.folded.len());
    }

    fn push(&mut self, object: ObjectId, asked: Asked, past: &Past<'_>, edges: Vec<u64>) {
        let cost = asked.write_cost;
        self.bands.push(Band {
            object,
            keys: past.load.object(object).keys,
            first_row: count(self.edges.len()),
            rows: count(edges.len()),
            split_writes_max: if cost > 0.0 { asked.writes / cost } else { 0.0 },
            folded: 0,
        });
        self.edges.extend(edges);
    }
}

fn asked(past: &Past<'_>) -> Vec<Asked> {
    let mut asked = vec![Asked::default(); past.load.objects.len()];
    let columns = past.run.columns as usize;
    for (index, stream) in past.load.streams.iter().enumerate() {
        let it = &mut asked[stream.object.0 as usize];
        let class = past.load.class(stream.class);
        if class.added.is_some() {
            // The map stands still under what is added to it; what bears some of it is not folded.
            it.peak = it.peak.max(HOT_SHARE);
            continue;
        }
        let touches = class.commits_per_second * stream.share;
        let cost = past.run.stream_cost[index];
        it.rows += touches * (stream.rows + stream.reads * READ_WEIGHT);
        it.cost += touches * cost;
        if stream.rows > 0.0 {
            it.writes += touches * stream.rows;
            it.write_cost += touches * cost;
        }
        let wanted = &past.run.stream_wanted[index * columns..(index + 1) * columns];
        let most = f64::from(wanted.iter().copied().fold(0.0, f32::max));
        for part in &stream.components {
            if !matches!(part.kind, ComponentKind::Uniform(_)) {
                it.peak = it.peak.max(most * part.weight * cost);
                it.pointed = it.pointed.max(touches * part.weight * cost);
            }
        }
    }
    asked
}

/// Objects that are drawn, those that are folded into one band, and how many are left out: hot
/// ones come first, then the busiest.
fn shown(asked: &[Asked], layout: Layout) -> (Vec<usize>, Vec<ObjectId>, u32) {
    let mut order: Vec<usize> = (0..asked.len()).collect();
    let hot = |object: usize| asked[object].peak >= HOT_SHARE;
    order::by(&mut order, |&a, &b| {
        let busier = asked[b].rows.total_cmp(&asked[a].rows);
        hot(b).cmp(&hot(a)).then(busier).then(a.cmp(&b))
    });
    let most = ROWS_MAX as usize;
    let mut kept = order.len().min(most);
    if layout.fold {
        let busy = order.iter().filter(|&&it| asked[it].rows > 0.0 || hot(it)).count();
        let hot = order.iter().filter(|&&it| hot(it)).count();
        let at_height = ((ROWS_MAX - FOLD_ROWS) / OBJECT_ROWS_MIN) as usize;
        kept = busy.min(at_height.max(hot)).min(most - FOLD_ROWS as usize);
        // One cold table is no crowd.
        if order.len() - kept < 2 && order.len() < at_height {
            kept = order.len();
        }
    }
    let mut folded = Vec::new();
    let mut left_out = 0;
    if layout.fold {
        folded = order[kept..].iter().map(|&object| ObjectId(count(object))).collect();
        order::ascending(&mut folded);
    } else {
        left_out = count(order.len() - kept);
    }
    order.truncate(kept);
    order::ascending(&mut order);
    (order, folded, left_out)
}

/// What the keys of each object are cut by; `None` for equal pieces.
fn densities(past: &Past<'_>, shown: &[usize], by: RowsBy) -> Vec<Option<Density>> {
    let of = |&object: &usize| {
        let id = ObjectId(count(object));
        match by {
            RowsBy::Keys | RowsBy::Hot => None,
            RowsBy::Held | RowsBy::Ranges => Some(past.held(id)),
            RowsBy::Load => Some(loaded(past, id)),
        }
    };
    shown.iter().map(of).collect()
}

/// Where the load of an object lies over the whole run.
fn loaded(past: &Past<'_>, object: ObjectId) -> Density {
    let keys = past.load.object(object).keys;
    let mut density = Density::new(keys);
    for (index, stream) in past.load.streams.iter().enumerate() {
        if stream.object != object {
            continue;
        }
        let touches = past.load.class(stream.class).commits_per_second * stream.share;
        let cost = touches * past.run.stream_cost[index];
        for part in &stream.components {
            density.add(part.kind.keys(), cost * part.weight * (1.0 - KEPT_FOR_KEYS));
        }
        density.add(keys, cost * KEPT_FOR_KEYS);
    }
    density
}

/// As many rows as can be had with the same number for every shard or value.
fn whole_pieces(past: &Past<'_>, object: usize, rows: u32) -> u32 {
    let mut pieces: u32 = 1;
    for cut in &past.load.objects[object].cuts {
        let finer = pieces.saturating_mul(cut.pieces.max(1));
        if finer > rows {
            break;
        }
        pieces = finer;
    }
    rows - rows % pieces
}
