//! The load spread over splits and servers: which part lies in which split, and who serves it.

use super::layout::Layout;
use super::model;
use super::prepared::PreparedLoad;
use super::scan::Scans;
use crate::load::{ComponentKind, Keys, count};
use std::collections::BTreeMap;
use std::ops::Range;

/// A share of a part that one server bears. Kept small: these are read in every step.
#[derive(Clone, Copy, Debug)]
pub(super) struct Flow {
    /// The share of what the part costs, 0 to 1. Of single rows it is that of the touches too.
    pub(super) weight: f64,
    /// The server.
    pub(super) server: u32,
    /// The split, where splits are kept apart.
    pub(super) split: u32,
}

/// What range reads make of a flow.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scanned {
    /// Touches of its splits for each touch of the part.
    pub(super) touches: f64,
    /// What one of these costs, as a multiple of a touch of the part.
    pub(super) dear: f64,
}

/// A share of a part that lies in one split.
#[derive(Clone, Copy, Debug)]
pub(super) struct Piece {
    /// The part.
    pub(super) part: usize,
    /// The split.
    pub(super) split: usize,
    /// Its share of what the part costs.
    pub(super) weight: f64,
    /// Share of the touches that reach it; those of a range read may reach several.
    pub(super) touches: f64,
}

/// A part that lies in one split for now.
#[derive(Clone, Copy, Debug)]
pub(super) struct Point {
    /// The part.
    pub(super) part: usize,
    /// The split.
    pub(super) split: usize,
    /// Its only flow.
    flow: usize,
    /// The second at which it leaves the split.
    leaves: u32,
}

/// Where every part lies at a moment.
#[derive(Debug, Default)]
pub(super) struct Spread {
    /// Of parts that lie in several splits.
    pub(super) pieces: Vec<Piece>,
    /// Which pieces belong to a part.
    pieces_of: Vec<Range<usize>>,
    /// Parts that have pieces, in order.
    pub(super) wide: Vec<usize>,
    /// The other parts.
    pub(super) points: Vec<Point>,
    /// By part, in order.
    pub(super) flows: Vec<Flow>,
    /// The part of each flow; the first of those that share it.
    pub(super) part_of: Vec<usize>,
    /// Of each flow; 1 for what touches single rows, as shares of the weight.
    pub(super) scanned: Vec<Scanned>,
    /// Which flows belong to a part. Parts that lie evenly on the same keys share them, unless
    /// rows or splits may hold them up, each in its own way.
    pub(super) flows_of: Vec<Range<usize>>,
    /// How many splits each part lies in.
    pub(super) splits_of: Vec<u32>,
    /// How many splits each touch of a part reaches.
    pub(super) touched: Vec<f64>,
    /// The second at which a tail first leaves its split.
    pub(super) crossing: u32,
    /// The second at which range reads at a tail reach the next split or leave the last.
    sliding: u32,
}

/// What became of points that left their splits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Crossed {
    /// They are in other splits of the same servers.
    Splits,
    /// Other servers serve them.
    Servers,
    /// Range reads at tails are among them; each lies in one split again.
    Reads,
    /// More has changed: the load must be spread again.
    More,
}

impl Spread {
    /// Finds the split and server of every part. `old` is what was found before on the same layout,
    /// if anything was: parts that lie evenly on their keys are still where they were.
    pub(super) fn of(
        prepared: &PreparedLoad,
        layout: &Layout,
        old: Option<&Self>,
        second: u32,
    ) -> Self {
        let mut spread = Self { crossing: u32::MAX, sliding: u32::MAX, ..Self::default() };
        spread.pieces.reserve(old.map_or(0, |old| old.pieces.len()));
        let mut by_server = ByServer::new(layout.servers);
        let mut shared = BTreeMap::new();
        for part in 0..prepared.parts.len() {
            let (first, before) = (spread.flows.len(), spread.pieces.len());
            let (mut touched, mut flows) = (1.0, None);
            if let Some(split) = prepared.split_of(part, second, |key| layout.find(key), layout) {
                spread.add_point(prepared, layout, part, split, second);
            } else {
                let even = matches!(prepared.parts[part].kind, ComponentKind::Uniform(_));
                let old = old.filter(|_| even);
                match (old, prepared.scans(part, second)) {
                    (Some(old), _) => {
                        spread.pieces.extend_from_slice(&old.pieces[old.pieces_of[part].clone()]);
                        touched = old.touched[part];
                    }
                    (None, Some(scans)) => {
                        touched = spread.add_scans(prepared, layout, part, &scans);
                    }
                    (None, None) => {
                        spread.add_pieces(part, prepared.parts[part].kind.keys(), layout);
                    }
                }
                if prepared.point(part, second).is_some() {
                    spread.slides(prepared, layout, part, second);
                }
                spread.wide.push(part);
                let keys = prepared.parts[part].kind.keys();
                let known = shared.get(&(keys.lo, keys.hi)).filter(|_| prepared.shares_flows(part));
                match (known, old) {
                    (Some(&of), _) => flows = Some(Range::clone(&spread.flows_of[of])),
                    (None, Some(old)) => spread.add_flows_of(old, part),
                    (None, None) if prepared.ceiling.is_finite() => {
                        spread.add_by_split(layout, before);
                    }
                    (None, None) => spread.add_by_server(layout, before, &mut by_server),
                }
                if prepared.shares_flows(part) {
                    shared.entry((keys.lo, keys.hi)).or_insert(part);
                }
            }
            let pieces = spread.pieces.len() - before;
            spread.pieces_of.push(before..spread.pieces.len());
            spread.splits_of.push(count(pieces.max(1)));
            spread.touched.push(touched);
            spread.flows_of.push(flows.unwrap_or(first..spread.flows.len()));
        }
        spread
    }

    fn add_point(
        &mut self,
        prepared: &PreparedLoad,
        layout: &Layout,
        part: usize,
        split: usize,
        second: u32,
    ) {
        let leaves = prepared.leaves(part, layout.splits[split].keys, second);
        self.crossing = self.crossing.min(leaves);
        self.points.push(Point { part, split, flow: self.flows.len(), leaves });
        let piece = Piece { part, split, weight: 1.0, touches: 1.0 };
        self.add_flow(piece, layout.splits[split].server);
    }

    /// The flows of a part as they were before.
    fn add_flows_of(&mut self, old: &Self, part: usize) {
        let flows = old.flows_of[part].clone();
        self.flows.extend_from_slice(&old.flows[flows.clone()]);
        self.scanned.extend_from_slice(&old.scanned[flows.clone()]);
        self.part_of.extend_from_slice(&old.part_of[flows]);
    }

    /// The flow of a piece, or of all pieces of a part that one server bears.
    fn add_flow(&mut self, piece: Piece, server: usize) {
        let Piece { part, split, weight, touches } = piece;
        self.flows.push(Flow { weight, server: count(server), split: count(split) });
        self.scanned.push(Scanned { touches, dear: weight / touches });
        self.part_of.push(part);
    }

    /// Range reads at a tail lie in several splits: what each bears changes as the tail moves on.
    fn slides(&mut self, prepared: &PreparedLoad, layout: &Layout, part: usize, second: u32) {
        if matches!(prepared.parts[part].kind, ComponentKind::Tail(_)) {
            let at = prepared.point(part, second).expect("a tail stands somewhere");
            let leaves = prepared.leaves(part, layout.splits[layout.find(at)].keys, second);
            self.sliding = self.sliding.min(leaves).min(second + model::CONTROL_SECONDS);
            self.crossing = self.crossing.min(self.sliding);
        }
    }

    /// Finds the splits of points that have left theirs.
    pub(super) fn cross(
        &mut self,
        prepared: &PreparedLoad,
        layout: &Layout,
        second: u32,
    ) -> Crossed {
        let left = |point: &Point| point.leaves <= second;
        let reads =
            self.points.iter().any(|point| left(point) && prepared.parts[point.part].span > 0);
        if self.sliding <= second || reads && self.sliding < u32::MAX {
            return Crossed::More;
        }
        let mut crossed = if reads { Crossed::Reads } else { Crossed::Splits };
        let mut next = self.sliding;
        for index in 0..self.points.len() {
            let point = self.points[index];
            // With range reads all points are found anew, as they are when the load is spread.
            if !reads && !left(&point) {
                next = next.min(point.leaves);
                continue;
            }
            let Point { part, split: old, flow, .. } = point;
            let near = |key| layout.find_near(key, old);
            let Some(split) = prepared.split_of(part, second, near, layout) else {
                return Crossed::More;
            };
            let leaves = prepared.leaves(part, layout.splits[split].keys, second);
            next = next.min(leaves);
            self.points[index] = Point { part, split, flow, leaves };
            if split != old {
                let server = count(layout.splits[split].server);
                if server != self.flows[flow].server && !reads {
                    crossed = Crossed::Servers;
                }
                self.flows[flow].server = server;
                self.flows[flow].split = count(split);
            }
        }
        self.crossing = next;
        crossed
    }

    fn add_pieces(&mut self, part: usize, keys: Keys, layout: &Layout) {
        let mut split = layout.find(keys.lo);
        while split < layout.splits.len() && layout.splits[split].keys.lo < keys.hi {
            let overlap = layout.splits[split].keys.overlap(keys);
            let weight = overlap.len() as f64 / keys.len() as f64;
            self.pieces.push(Piece { part, split, weight, touches: weight });
            split += 1;
        }
    }

    /// Pieces of range reads: each split bears a seek for every read that touches it, and the rest
    /// by the rows that are read in it. Gives how many splits a read touches.
    fn add_scans(
        &mut self,
        prepared: &PreparedLoad,
        layout: &Layout,
        part: usize,
        scans: &Scans,
    ) -> f64 {
        let keys = scans.keys();
        let (seek, rest) = prepared.scan_costs[prepared.parts[part].stream];
        let first = self.pieces.len();
        let mut split = layout.find(keys.lo);
        let (mut seeks, mut all) = (0.0, 0.0);
        while split < layout.splits.len() && layout.splits[split].keys.lo < keys.hi {
            let here = layout.splits[split].keys;
            let touches = scans.touching(here);
            let weight = seek * touches + rest * scans.rows(here);
            self.pieces.push(Piece { part, split, weight, touches });
            seeks += touches;
            all += weight;
            split += 1;
        }
        for piece in &mut self.pieces[first..] {
            piece.weight /= all;
        }
        seeks
    }

    /// Flows of the pieces from `first` on, one for each server.
    fn add_by_server(&mut self, layout: &Layout, first: usize, by_server: &mut ByServer) {
        let Some(&Piece { part, split, .. }) = self.pieces.get(first) else { return };
        let ByServer { sums, touched } = by_server;
        for piece in &self.pieces[first..] {
            let server = layout.splits[piece.split].server;
            if sums[server].0 == 0.0 {
                touched.push(server);
            }
            sums[server].0 += piece.weight;
            sums[server].1 += piece.touches;
        }
        touched.sort_unstable();
        for &server in touched.iter() {
            let (weight, touches) = std::mem::take(&mut sums[server]);
            self.add_flow(Piece { part, split, weight, touches }, server);
        }
        touched.clear();
    }

    /// Flows of the pieces from `first` on, one for each split.
    fn add_by_split(&mut self, layout: &Layout, first: usize) {
        for at in first..self.pieces.len() {
            let piece = self.pieces[at];
            self.add_flow(piece, layout.splits[piece.split].server);
        }
    }
}

/// Sums by server of one part at a time.
struct ByServer {
    sums: Vec<(f64, f64)>,
    touched: Vec<usize>,
}

impl ByServer {
    fn new(servers: usize) -> Self {
        Self { sums: vec![(0.0, 0.0); servers], touched: Vec::new() }
    }
}
