//! Where the rows of one picture are in another: [`crate::trace`], row by row.

use super::held::for_each_row;
use super::{Drawn, Went};
use crate::load::{Keys, ObjectId};
use crate::trace;

/// Shares below this are dropped, and the rest made up to 1.
const SHARE_MIN: f64 = 1e-9;

/// See [`super::range_went`].
pub(super) fn went(from: Drawn<'_>, to: Drawn<'_>, object: ObjectId, keys: Keys) -> Went {
    let seconds = f64::from(to.run.seconds);
    let Some(found) = trace::went(from.load, to.load, seconds, object, keys) else {
        return Went::default();
    };
    let same = |band: &&super::Band| band.folded == 0 && band.object == found.object;
    let Some(band) = to.grid.bands.iter().find(same) else { return Went::default() };
    let mut shares = vec![0.0; band.rows as usize];
    let edges = to.grid.edges_of(band);
    for (keys, share) in found.to {
        for_each_row(edges, band.keys, keys, |row, part| shares[row] += part * share);
    }
    let total: f64 = shares.iter().sum();
    let to = (band.first_row..).zip(shares);
    let to: Vec<(u32, f64)> =
        to.filter(|(_, share)| total > 0.0 && *share > SHARE_MIN * total).collect();
    let total: f64 = to.iter().map(|(_, share)| share).sum();
    Went {
        to: to.into_iter().map(|(row, share)| (row, share / total)).collect(),
        exact: found.exact,
    }
}
